// The players' words for everything a choice or an event names, both ways. An event names a card (`copy`); a
// choice also names what tells it from the other copies (`item`): "Sidewinder (-2)".
#include <algorithm>

#include "engine/core/text.h"
#include "engine/edge.h"
#include "engine/games/dragon_booster/describe.h"
#include "engine/games/dragon_booster/rules.h"

namespace rw::dragon_booster {
namespace {

// By Verb.
constexpr std::string_view patterns[] = {
    "",
    "bring {a:deck}",
    "pick {a:card}",
    "leave out {a:card}",
    "ready",
    "ride {a:copy}",
    "ride nothing",
    "color {a:color}",
    "lay {a:side}",
    "keep hand",
    "mulligan",
    "mag {a:copy}{b? under {b:cap}}{c? for {c:stat}}",
    "recruit {a:copy}",
    "show dragon deck",
    "play {a:copy}",
    "use {a:item}{b? effect {b:number}}{c? discarding {c:copy}}",
    "done",
    "push {a:item}",
    "end push",
    "rush {a:item}",
    "pass",
    "against {a:seat}",
    "choose {a:item}",
    "stop",
    "accept",
    "decline",
    "first {a:item}{b? effect {b:number}}",
    "bottom {a:copy}",
    "send to {a:way}",
};
static_assert(std::size(patterns) == Verb_count);

// ---- lists of words ----------------------------------------------------------------------------------

struct WordList {
  std::string_view kind;
  std::span<const std::string_view> en, fr;
  int first;  // the value of the first word
};

constexpr std::string_view caps_en[] = {"upper left", "upper right", "lower left", "lower right"};
constexpr std::string_view caps_fr[] = {"en haut à gauche", "en haut à droite", "en bas à gauche",
                                        "en bas à droite"};
constexpr std::string_view stats_en[] = {"speed", "agility", "power"};
constexpr std::string_view stats_fr[] = {"vitesse", "agilité", "puissance"};
constexpr std::string_view sides_en[] = {"face down", "face up"};
constexpr std::string_view sides_fr[] = {"face cachée", "face visible"};
constexpr std::string_view ways_en[] = {"hand", "track", "discards"};
constexpr std::string_view ways_fr[] = {"la main", "la piste", "la défausse"};
constexpr std::string_view goals_en[] = {"hand", "track", "race deck", "bottom of the race deck", "dragon deck"};
constexpr std::string_view goals_fr[] = {"la main", "la piste", "le paquet de course",
                                         "le dessous du paquet de course", "le paquet de dragon"};
constexpr std::string_view phases_en[] = {"set-up", "draft", "Draw", "Gear Up", "Main", "Rush", "battle", "over"};
constexpr std::string_view phases_fr[] = {"préparation", "draft", "Pioche",   "Équipement",
                                          "Principale",  "Ruée",  "bataille", "fin"};

const WordList lists[] = {
    {"cap", caps_en, caps_fr, 1}, {"stat", stats_en, stats_fr, 1}, {"side", sides_en, sides_fr, 0},
    {"way", ways_en, ways_fr, 0}, {"goal", goals_en, goals_fr, 0}, {"phase", phases_en, phases_fr, 0},
};

const WordList* find_list(std::string_view kind) {
  for (const WordList& list : lists)
    if (list.kind == kind) return &list;
  return nullptr;
}

std::string card_text(const Content& c, int card, std::string_view language) {
  return card >= 0 && card < static_cast<int>(c.cards.size()) ? std::string(face(c, card).name.in(language)) : "?";
}
std::string copy_text(const Content& c, const State& s, Card card, std::string_view language) {
  return is_card(s, card) ? card_text(c, definition(s, card), language) : "?";
}
std::string color_text(const Content& c, int color, std::string_view language) {
  return color >= 0 && color < static_cast<int>(c.colors.size())
             ? std::string(c.colors[static_cast<std::size_t>(color)].in(language))
             : "?";
}

// ---- what tells two copies apart ---------------------------------------------------------------------

// What sits on a maneuver in play, each part as players say it.
struct Marks {
  int sprint = 0, battle = 0;  // changes: all, and those for this battle
  std::string_view lane;
  bool used = false, shielded = false, back = false;
};

Marks marks_of(const Player& p, int slot, bool french) {
  Marks m;
  for (int d = 0; d < duration_count; ++d) {
    m.sprint += p.raised[d][slot] + p.lowered[d][slot];
    m.shielded = m.shielded || core::contains(p.shielded[d], slot);
  }
  m.battle = p.raised[this_battle][slot] + p.lowered[this_battle][slot];
  for (const std::uint64_t used : p.used) m.used = m.used || core::contains(used, slot);
  m.back = core::contains(p.returned, slot);
  if (is_rushing(p, slot))
    m.lane = french ? "en ruée" : "rushing";
  else if (core::contains(p.zone, slot))
    m.lane = french ? "dans la zone" : "in the zone";
  else
    m.lane = french ? "sur la piste" : "in the track";
  return m;
}

std::string signed_text(int value) { return (value > 0 ? "+" : "") + std::to_string(value); }

// Pushing is of the track and rushing of the zone, so that nobody says where the card lies.
std::uint64_t lanes_meant(const State& s, const Player& p) {
  switch (question_of(s)) {
    case Question::push: return p.track;
    case Question::start_battle:
    case Question::rushing_card: return p.zone;
    default: return p.track | p.zone;
  }
}

// A change of sprint is always told; the rest where another copy of this player has the same change and differs.
std::string marks_text(const State& s, const Player& p, int slot, bool french) {
  const Marks own = marks_of(p, slot, french);
  bool lane = false, battle = false, used = false, shielded = false, back = false;
  int earlier = 0;  // copies that differ in nothing that has a word: they are numbered
  for (const int other : core::bits(lanes_meant(s, p))) {
    if (p.race[other] != p.race[slot] || look_alike(p, other, slot)) continue;
    const Marks its = marks_of(p, other, french);
    if (its.sprint != own.sprint) continue;
    lane = lane || its.lane != own.lane;
    battle = battle || its.battle != own.battle;
    used = used || its.used != own.used;
    shielded = shielded || its.shielded != own.shielded;
    back = back || its.back != own.back;
    const bool same_words = its.lane == own.lane && its.battle == own.battle && its.used == own.used &&
                            its.shielded == own.shielded && its.back == own.back;
    const bool first = is_first_alike(p, p.track | p.zone, other);
    earlier += same_words && first && other < slot ? 1 : 0;
  }
  std::string text;
  const auto add = [&](std::string_view part) { text += (text.empty() ? "" : ", ") + std::string(part); };
  if (own.sprint != 0) add(signed_text(own.sprint));
  if (battle && own.battle != 0) add(signed_text(own.battle) + (french ? " pour cette bataille" : " this battle"));
  if (lane) add(own.lane);
  if (used && own.used) add(french ? "utilisée" : "used");
  if (shielded && own.shielded) add(french ? "protégée" : "shielded");
  if (back && own.back) add(french ? "revenue" : "back");
  if (earlier != 0) add((french ? "n° " : "no. ") + std::to_string(earlier + 1));
  return text.empty() ? text : " (" + text + ")";
}

// Does another player have this card in play too? Then a choice among several players' cards says whose it is.
bool others_have_it(const State& s, Card card) {
  for (int i = 0; i < s.seats; ++i) {
    if (core::seat(i) == owner_of(card)) continue;
    const Player& p = s.players[i];
    for (const int slot : core::bits(p.track | p.zone))
      if (p.race[slot] == definition(s, card)) return true;
    for (const int k : core::bits(mag_pit(p)))
      if (p.crystals[k] == definition(s, card)) return true;
  }
  return false;
}

std::string item_text(const Content& c, const State& s, Card card, std::string_view language) {
  std::string text = copy_text(c, s, card, language);
  if (!is_card(s, card)) return text;
  const bool french = language == "fr";
  const Player& p = owner(s, card);
  const int slot = slot_of(card);
  if (!in_play(p, slot)) {
    // Of two effects that are due, one may come from a copy that has left.
    const bool gone = question_of(s) == Question::order && !is_crystal_slot(slot);
    return gone ? text + (french ? " (plus en jeu)" : " (no longer in play)") : text;
  }
  if (!is_crystal_slot(slot)) text += marks_text(s, p, slot, french);
  if (question_of(s) == Question::choose && others_have_it(s, card))
    text += (french ? " de " : " of ") + Rules::name(c, s, "seat", core::index(owner_of(card)), language);
  return text;
}

}  // namespace

std::span<const std::string_view> Rules::notations() { return patterns; }
const ability::Vocabulary& Rules::vocabulary() { return dragon_booster::vocabulary(); }

std::string Rules::name(const Content& c, const State& s, std::string_view kind, int value,
                        std::string_view language) {
  const bool french = language == "fr";
  if (kind == "number") return std::to_string(value);
  if (kind == "signed") return signed_text(value);
  if (kind == "seat")
    return value >= 0 && value < s.seats ? std::string(seat_names[static_cast<std::size_t>(value)]) : "?";
  if (kind == "card") return card_text(c, value, language);
  if (kind == "copy") return copy_text(c, s, value, language);
  if (kind == "color") return color_text(c, value, language);
  if (kind == "item")  // cards of the table count from 128, colors lie far below
    return value < card_stride ? color_text(c, value, language) : item_text(c, s, value, language);
  if (kind == "deck") {
    if (value == own_deck(c)) return french ? "le sien" : "own";
    return value < own_deck(c) && value >= 0
               ? std::string(c.decks[static_cast<std::size_t>(value)].name.in(language))
               : "?";
  }
  if (kind == "format")
    return value >= 0 && value < static_cast<int>(c.formats.size())
               ? std::string(c.formats[static_cast<std::size_t>(value)].name.in(language))
               : "?";
  if (kind == "hidden") return french ? "une carte" : "a card";
  if (const WordList* list = find_list(kind)) {
    const int at = value - list->first;
    const auto& words = french ? list->fr : list->en;
    return at >= 0 && at < static_cast<int>(words.size()) ? std::string(words[static_cast<std::size_t>(at)]) : "?";
  }
  return "?";
}

namespace {

bool matches(const CardFace& card, std::string_view text) {
  return text == card.id || text == core::folded(card.name.en) || text == core::folded(card.name.fr);
}

bool is_called(const Content& c, const State& s, Card card, std::string_view text) {
  return text == core::folded(item_text(c, s, card, "en")) || text == core::folded(item_text(c, s, card, "fr"));
}

// Copies of a card on the table, those first that the asked player most likely means: hand, own cards,
// cards in play, the rest; what lies in a race deck only where decks are searched, or where there is no other. Of
// each rank the one first that is called just so: "Sidewinder" is rather the copy without a change.
enum class Called : std::uint8_t { by_card, with_marks };
void find_copies(const Content& c, const State& s, std::string_view text, Called called, std::vector<int>& found) {
  std::vector<int> ranks[5], exact[5];
  for (int i = 0; i < s.seats; ++i) {
    const Player& p = s.players[i];
    const bool own = core::seat(i) == s.decision.asked;
    for (int slot = 0; slot < card_slots; ++slot) {
      const Card card = card_of(core::seat(i), slot);
      if (!is_card(s, card) || !in_game(s, core::seat(i))) continue;
      const bool just_so = called == Called::with_marks && is_called(c, s, card, text);
      if (!just_so && !matches(face(c, s, card), text)) continue;
      const bool held = slot < race_slots && core::contains(p.hand, slot);
      const bool decked =
          std::find(p.deck, p.deck + p.deck_size, slot) != p.deck + p.deck_size && slot < race_slots;
      const int rank = held && own ? 0 : decked ? 4 : own ? 1 : in_play(p, slot) ? 2 : 3;
      (just_so ? exact : ranks)[rank].push_back(card);
    }
  }
  for (int rank = 0; rank < 5; ++rank)
    ranks[rank].insert(ranks[rank].begin(), exact[rank].begin(), exact[rank].end());
  for (int rank = 0; rank < 4; ++rank) found.insert(found.end(), ranks[rank].begin(), ranks[rank].end());
  const bool searching = question_of(s) == Question::choose || question_of(s) == Question::bottom;
  if (searching || found.empty()) found.insert(found.end(), ranks[4].begin(), ranks[4].end());
}

// Scripts tell two copies of a race card apart (cards.cpp).
void find_cards(const Content& c, std::string_view text, std::vector<int>& found) {
  for (int i = 0; i < static_cast<int>(c.cards.size()); ++i)
    if (matches(face(c, i), text)) {
      found.push_back(i);
      if (is_race_card(c, i)) found.push_back(i | 128);
    }
}

void find_number(std::string_view text, std::vector<int>& found) {
  int value = 0;
  for (const char digit : text) {
    if (digit < '0' || digit > '9' || value > 999) return;
    value = value * 10 + (digit - '0');
  }
  if (!text.empty()) found.push_back(value);
}

void find_color(const Content& c, std::string_view text, std::vector<int>& found) {
  for (std::size_t i = 0; i < c.colors.size(); ++i)
    if (text == c.color_ids[i] || text == core::folded(c.colors[i].en) || text == core::folded(c.colors[i].fr))
      found.push_back(static_cast<int>(i));
}

void find_deck(const Content& c, std::string_view text, std::vector<int>& found) {
  for (int i = 0; i < own_deck(c); ++i) {
    const Deck& deck = c.decks[static_cast<std::size_t>(i)];
    if (text == deck.id || text == core::folded(deck.name.en) || text == core::folded(deck.name.fr))
      found.push_back(i);
  }
  if (text == "own") found.push_back(own_deck(c));
}

}  // namespace

std::vector<int> Rules::find(const Content& c, const State& s, std::string_view kind, std::string_view text) {
  std::vector<int> found;
  if (kind == "number") find_number(text, found);
  if (kind == "seat")
    for (int i = 0; i < s.seats; ++i)
      if (text == core::folded(seat_names[static_cast<std::size_t>(i)]) || text == "seat " + std::to_string(i + 1))
        found.push_back(i);
  if (kind == "card") find_cards(c, text, found);
  if (kind == "copy") find_copies(c, s, text, Called::by_card, found);
  if (kind == "item") find_copies(c, s, text, Called::with_marks, found);
  if (kind == "color" || kind == "item") find_color(c, text, found);
  if (kind == "deck") find_deck(c, text, found);
  if (const WordList* list = find_list(kind))
    for (std::size_t i = 0; i < list->en.size(); ++i)
      if (text == core::folded(list->en[i]) || text == core::folded(list->fr[i]))
        found.push_back(list->first + static_cast<int>(i));
  return found;
}

}  // namespace rw::dragon_booster

namespace rw {
const Game& dragon_booster_game();
const Game& dragon_booster_game() {
  static const Game game = make_game<dragon_booster::Rules>();
  return game;
}
}  // namespace rw
