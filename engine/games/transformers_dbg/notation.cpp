// The players' words for everything a choice or an event names, both ways.
#include <algorithm>

#include "engine/ability/render.h"
#include "engine/core/text.h"
#include "engine/edge.h"
#include "engine/games/transformers_dbg/acting.h"
#include "engine/games/transformers_dbg/describe.h"
#include "engine/games/transformers_dbg/rules.h"

namespace rw::transformers_dbg {
namespace {

// By Verb.
constexpr std::string_view patterns[] = {
    "",
    "be {a:character}",
    "arrive at {a:space}",
    "play {a:card}",
    "move to {a:space}{b? with {b:source}}",
    "search{b? with {b:source}}",
    "buy {a:space}{b? by hand}",
    "buy basic {a:card}{b? by hand}",
    "battle {a:space}{b? with {b:number}}{c? by hand}",
    "confront {a:space}{b? with {b:number}}{c? by hand}",
    "thwart {a:space}{b? with {b:number}}{c? by hand}",
    "spend {a:number} from {b:pool}",
    "convert",
    "use {a:text}",
    "regroup {a:regroup}",
    "end",
    "assist {a:card}",
    "defend {a:card}",
    "accept {a:seat}",
    "refuse {a:seat}",
    "block with {a:card}",
    "choose {a:item}",
    "option {a:way}",
    "yes",
    "no",
    "discard {a:card}",
    "repair {a:damage}",
    "step to {a:space}",
    "place at {a:space}",
    "reveal {a:number}",
    "resolve {a:trigger}",
    "stack {a:card}",
    "return {a:space} to {b:space}",
    "undo",
    "pass",
    "done",
};
static_assert(std::size(patterns) == Verb_count);

constexpr std::string_view seats_fr[] = {"rouge", "bleu", "vert", "jaune", "violet"};
constexpr std::string_view sources_en[] = {"cards", "character", "flight"};
constexpr std::string_view sources_fr[] = {"cartes", "personnage", "vol"};
constexpr std::string_view regroups_en[] = {"", "recharge", "repair"};
constexpr std::string_view regroups_fr[] = {"", "recharger", "réparer"};
constexpr std::string_view phases_fr[] = {"personnages", "début", "actions", "fin", "terminé"};
constexpr std::string_view sides_en[] = {"", "Alt Mode", "Bot Mode", "Team Mode", "Combiner Mode"};
constexpr std::string_view sides_fr[] = {"", "mode Alt", "mode Robot", "mode Équipe", "mode Combiner"};
constexpr std::string_view places_en[] = {
    "", "", "into the hand", "on top of the deck", "into the discard pile", "into the Vault"};
constexpr std::string_view places_fr[] = {
    "", "", "dans la main", "sur la pioche", "dans la défausse", "dans le Coffre"};

std::string listed(std::span<const std::string_view> en, std::span<const std::string_view> fr, int value,
                   bool french) {
  const auto& list = french ? fr : en;
  return value >= 0 && value < static_cast<int>(list.size()) ? std::string(list[static_cast<std::size_t>(value)])
                                                             : "?";
}

std::string seat_text(int seat, bool french) { return listed(seat_names, seats_fr, seat, french); }
std::string space_text(int space) {
  return space >= 0 && space < max_spaces ? std::string(space_names[static_cast<std::size_t>(space)]) : "?";
}
std::string card_text(const Content& c, int card, std::string_view language) {
  if (card <= 0 || card >= static_cast<int>(c.cards.size())) return "?";
  return std::string(card_def(c, card).name.in(language));
}

// "Jetfire (r2c3)": a space with what lies faceup in it.
std::string spot_text(const Content& c, const State& s, int space, std::string_view language) {
  if (space < 0 || space >= max_spaces) return "?";
  if (!is_faceup(s, space)) return space_text(space);
  return card_text(c, s.matrix.card[space], language) + " (" + space_text(space) + ")";
}

// The n-th text of a card has its number if the card has several.
std::string text_name(const Content& c, int ability, std::string_view language) {
  const int card = c.ability_card[static_cast<std::size_t>(ability)];
  const CardDef& def = card_def(c, card);
  std::string text = card_text(c, card, language);
  if (def.texts > 1) text += " " + std::to_string(ability - def.first + 1);
  return text;
}

// By CardKind, for cards that share their name with another one.
constexpr std::string_view kinds_en[] = {"",     "Starter", "Basic", "Damage", "Robot", "Technology", "Maneuver",
                                         "Ally", "Site",    "Relic", "Scheme", "Boss",  "Encounter",  "character"};
constexpr std::string_view kinds_fr[] = {"",          "départ",    "base", "Dégât",   "Robot", "Technologie",
                                         "Manœuvre",  "Allié",     "Site", "Relique", "Plan",  "Boss",
                                         "Rencontre", "personnage"};

std::string kind_text(const Content& c, int card, std::string_view language) {
  return listed(kinds_en, kinds_fr, static_cast<int>(card_def(c, card).kind), language == "fr");
}

// Calls fn(place) for each card whose texts this player might name: the own ones, and the one in the own space.
template <class Fn>
void each_usable_place(const Content& c, const State& s, Seat seat, Fn&& fn) {
  each_own_place(c, s, seat, fn);
  const int space = player(s, seat).space;
  if (space != no_space && is_faceup(s, space))
    fn(Place{Spot::matrix_faceup, source_of_space(space), s.matrix.card[space]});
}

// A text that may be used, in words of its own: "Carly", "Ratchet 2", "Ratchet (character)", "Chip Chase #2".
std::string usable_text(const Content& c, const State& s, Seat seat, int text, std::string_view language) {
  const int ability = ability_of_text(c, s, seat, text), source = source_of_text(seat, text);
  if (ability < 0) return "?";
  const int card = c.ability_card[static_cast<std::size_t>(ability)];
  std::string name = text_name(c, ability, language);
  bool other_card = false;
  int copies = 0, own = 0;
  each_usable_place(c, s, seat, [&](const Place& place) {
    if (place.card == card) {
      ++copies;
      if (place.source == source) own = copies;
    } else if (card_text(c, place.card, language) == card_text(c, card, language)) {
      other_card = true;
    }
  });
  if (other_card) name += " (" + kind_text(c, card, language) + ")";
  if (copies > 1) name += " #" + std::to_string(own);
  return name;
}

// A text that waits: "Starscream (Boss)" where another Starscream waits too.
std::string waiting_text(const Content& c, const State& s, int ability, std::string_view language) {
  const int card = c.ability_card[static_cast<std::size_t>(ability)];
  std::string name = text_name(c, ability, language);
  for (const Pending& waiting : s.pending)
    if (const int other = c.ability_card[waiting.ability];
        other != card && card_text(c, other, language) == card_text(c, card, language))
      return name + " (" + kind_text(c, card, language) + ")";
  return name;
}

std::string pool_text(const Content& c, const State& s, int pool, std::string_view language) {
  const bool french = language == "fr";
  if (pool >= move_pool)
    return (french ? "mouvement de " : "move of ") + pool_text(c, s, pool - move_pool, language);
  if (pool == free_move_pool) return french ? "mouvement libre" : "free move";
  if (pool >= free_power_pool)
    return (french ? "puissance libre " : "free power ") + std::to_string(pool - free_power_pool);
  std::string text = card_text(c, card_in(c, s, pool), language);
  return text + " #" + std::to_string(pool);
}

std::string damage_text(const Content& c, int what, std::string_view language) {
  constexpr std::string_view zones_en[] = {"", "in play", "in hand", "in discard"};
  constexpr std::string_view zones_fr[] = {"", "en jeu", "en main", "en défausse"};
  if (what == 0) return card_text(c, c.standard_damage, language);
  return card_text(c, what & 0xFF, language) + " " + listed(zones_en, zones_fr, what >> 8, language == "fr");
}

std::string item_text(const Content& c, const State& s, int item, std::string_view language) {
  const bool french = language == "fr";
  if (item < max_spaces) return space_text(item);
  if (item < 2048) return item >= seat_item ? seat_text(item - seat_item, french) : "?";
  constexpr std::string_view zones_en[] = {"", "in hand", "in discard", "in play", "in vault", "destroyed"};
  constexpr std::string_view zones_fr[] = {"", "en main", "en défausse", "en jeu", "au Coffre", "détruite"};
  const int zone = item_zone(item), value = item_value(item);
  const int card = zone == play_zone ? (value < slot_count ? card_in(c, s, value) : 0) : value;
  std::string text = card_text(c, card, language) + " " + listed(zones_en, zones_fr, zone, french);
  if (zone == play_zone) text += " #" + std::to_string(value);
  return text;
}

// What an option of the effect that asks would do.
std::string way_text(const Content& c, const State& s, int way, std::string_view language) {
  if (s.agenda.empty()) return "?";
  const core::Frame& f = s.agenda.back();
  const ability::Program p = Words::program(c, f.ability);
  if (p.opcode(f.position) != ability::op_choose_one) return "?";
  return ability::render_option(c.root, vocabulary(), p.code, f.position, way - 1, language);
}

}  // namespace

std::span<const std::string_view> Rules::notations() { return patterns; }
const ability::Vocabulary& Rules::vocabulary() { return transformers_dbg::vocabulary(); }

std::string Rules::name(const Content& c, const State& s, std::string_view kind, int value,
                        std::string_view language) {
  const bool french = language == "fr";
  if (kind == "number") return std::to_string(value);
  if (kind == "seat") return value >= 0 && value < s.seats ? seat_text(value, french) : "?";
  if (kind == "card") return card_text(c, value, language);
  if (kind == "space") return space_text(value);
  if (kind == "spot") return spot_text(c, s, value, language);
  if (kind == "character")
    return value >= 0 && value < static_cast<int>(c.characters.size())
               ? std::string(c.characters[static_cast<std::size_t>(value)].name.in(language))
               : "?";
  if (kind == "source") return listed(sources_en, sources_fr, value, french);
  if (kind == "regroup") return listed(regroups_en, regroups_fr, value, french);
  if (kind == "pool") return value < move_pool + slot_count ? pool_text(c, s, value, language) : "?";
  if (kind == "text") {
    if (!s.decision.open()) return "?";
    return usable_text(c, s, s.decision.asked, value, language);
  }
  if (kind == "trigger")
    return value < static_cast<int>(c.abilities.size()) ? waiting_text(c, s, value, language) : "?";
  if (kind == "damage") return damage_text(c, value, language);
  if (kind == "item") return item_text(c, s, value, language);
  if (kind == "phase") return listed(Phase_names, phases_fr, value, french);
  if (kind == "side") return listed(sides_en, sides_fr, value, french);
  if (kind == "place") return listed(places_en, places_fr, value, french);
  if (kind == "mode")
    return value >= 0 && value < static_cast<int>(c.modes.size())
               ? std::string(c.modes[static_cast<std::size_t>(value)].name.in(language))
               : "?";
  if (kind == "way") return way_text(c, s, value, language);
  if (kind == "hidden") return french ? "une carte" : "a card";
  return "?";
}

// ---- reading ---------------------------------------------------------------------------------------------------

namespace {

bool read_int(std::string_view text, int& value) {
  value = 0;
  if (text.empty() || text.size() > 4) return false;
  for (const char digit : text) {
    if (digit < '0' || digit > '9') return false;
    value = value * 10 + (digit - '0');
  }
  return true;
}

// Does it say this in one of the languages? Notations are read in both.
template <class Words>
bool is_said(std::string_view text, Words&& words) {
  return text == core::folded(words("en")) || text == core::folded(words("fr"));
}

bool is_called(const Content& c, int card, std::string_view text) {
  const CardDef& def = card_def(c, card);
  return text == def.id || text == core::folded(def.name.en) || text == core::folded(def.name.fr);
}

void find_space(const Content& c, const State& s, std::string_view text, std::vector<int>& found) {
  const int space = core::find_name(space_names, text);
  if (space >= 0) found.push_back(space);
  for (int each : core::bits(s.faceup))  // a faceup card by its name
    if (is_called(c, s.matrix.card[each], text)) found.push_back(each);
}

// The words of one text first; else every text of that card, wherever it lies.
void find_text(const Content& c, const State& s, std::string_view text, std::vector<int>& found) {
  const Seat seat = s.decision.open() ? s.decision.asked : s.turn;
  each_usable_place(c, s, seat, [&](const Place& place) {
    for (int i = 0; i < card_def(c, place.card).texts; ++i)
      if (const int each = text_of(place_of_source(place.source), i);
          is_said(text, [&](std::string_view in) { return usable_text(c, s, seat, each, in); }))
        found.push_back(each);
  });
  if (!found.empty()) return;
  const auto look = [&](int place, int card) {
    const CardDef& def = card_def(c, card);
    for (int i = 0; i < def.texts; ++i) {
      if (Words::program(c, def.first + i).ability().kind != static_cast<int>(ability::Kind::activated)) continue;
      if (is_said(text, [&](std::string_view in) { return text_name(c, def.first + i, in); }) ||
          is_called(c, card, text) || text == std::string(def.id) + " " + std::to_string(i + 1))
        found.push_back(text_of(place, i));
    }
  };
  for (int i = 0; i < s.seats; ++i)
    for (int slot : core::bits(s.in_play[i])) look(slot, card_in(c, s, slot));
  for (int space : core::bits(s.faceup)) look(text_spaces + space, s.matrix.card[space]);
  for (std::size_t relic = 0; relic < c.relics.size(); ++relic)
    look(text_relics + static_cast<int>(relic), c.relics[relic]);
}

void find_trigger(const Content& c, const State& s, std::string_view text, std::vector<int>& found) {
  for (const Pending& waiting : s.pending) {
    const int card = c.ability_card[waiting.ability];
    if (is_called(c, card, text) ||
        is_said(text, [&](std::string_view in) { return text_name(c, waiting.ability, in); }) ||
        is_said(text, [&](std::string_view in) { return waiting_text(c, s, waiting.ability, in); }))
      found.push_back(waiting.ability);
  }
}

// By its words, or by its number.
void find_way(const Content& c, const State& s, std::string_view text, std::vector<int>& found) {
  int number = 0;
  if (read_int(text, number)) return found.push_back(number);
  if (question_of(s) != Question::choose || s.agenda.empty()) return;
  Interpreter::Offer offer{};
  Interpreter::offer(c, s, s.agenda.back(), offer);
  for (std::int16_t item : offer.items)
    if (is_said(text, [&](std::string_view in) { return way_text(c, s, item + 1, in); }))
      found.push_back(item + 1);
}

void find_pool(const Content& c, const State& s, std::string_view text, std::vector<int>& found) {
  const Seat seat = s.turn;
  for (int slot : core::bits(s.in_play[core::index(seat)])) {
    for (const int pool : {slot, move_pool + slot})
      if (is_said(text, [&](std::string_view in) { return pool_text(c, s, pool, in); })) found.push_back(pool);
    if (is_called(c, card_in(c, s, slot), text)) found.push_back(slot);
  }
  for (int pool = free_power_pool; pool <= free_move_pool; ++pool)
    if (is_said(text, [&](std::string_view in) { return pool_text(c, s, pool, in); })) found.push_back(pool);
}

void find_damage(const Content& c, std::string_view text, std::vector<int>& found) {
  if (is_called(c, c.standard_damage, text)) found.push_back(0);
  for (int card = 1; card < c.pile_cards; ++card)
    for (int zone = 1; zone <= 3 && is_special_damage(c, card); ++zone)
      if (is_called(c, card, text) ||
          is_said(text, [&](std::string_view in) { return damage_text(c, (zone << 8) | card, in); }))
        found.push_back((zone << 8) | card);
}

void find_item(const Content& c, const State& s, std::string_view text, std::vector<int>& found) {
  find_space(c, s, text, found);
  for (int i = 0; i < s.seats; ++i)
    if (text == seat_names[static_cast<std::size_t>(i)] || text == seats_fr[i]) found.push_back(seat_item + i);
  if (question_of(s) == Question::choose &&
      Words::program(c, s.agenda.back().ability).opcode(s.agenda.back().position) == ability::op_choose) {
    Interpreter::Offer offer{};  // what is offered, by its name
    Interpreter::offer(c, s, s.agenda.back(), offer);
    for (std::int16_t item : offer.items) {
      if (item < 2048) continue;
      const int value = item_value(item);
      const int card = item_zone(item) == play_zone ? card_in(c, s, value) : value;
      if (is_called(c, card, text) ||
          is_said(text, [&](std::string_view in) { return item_text(c, s, item, in); }))
        found.push_back(item);
    }
  }
  if (found.empty())
    for (int card = 1; card < c.pile_cards; ++card)
      for (int zone = hand_zone; zone <= destroyed_zone; ++zone)
        if (zone != play_zone && (is_called(c, card, text) || is_said(text, [&](std::string_view in) {
                                    return item_text(c, s, card_item(zone, core::seat(0), card), in);
                                  })))
          found.push_back(card_item(zone, s.decision.open() ? s.decision.asked : s.turn, card));
}

}  // namespace

std::vector<int> Rules::find(const Content& c, const State& s, std::string_view kind, std::string_view text) {
  std::vector<int> found;
  int number = 0;
  if (kind == "number") {
    if (read_int(text, number)) found.push_back(number);
  } else if (kind == "way") {
    find_way(c, s, text, found);
  } else if (kind == "seat") {
    for (int i = 0; i < s.seats; ++i)
      if (text == seat_names[static_cast<std::size_t>(i)] || text == seats_fr[i]) found.push_back(i);
  } else if (kind == "card") {
    for (int card = 1; card < c.pile_cards; ++card)
      if (is_called(c, card, text)) found.push_back(card);
  } else if (kind == "space") {
    find_space(c, s, text, found);
  } else if (kind == "character") {
    for (int i = 0; i < static_cast<int>(c.characters.size()); ++i) {
      const Character& who = c.characters[static_cast<std::size_t>(i)];
      if (text == who.id || text == core::folded(who.name.en) || text == core::folded(who.name.fr))
        found.push_back(i);
    }
  } else if (kind == "source") {
    number = std::max(core::find_name(sources_en, text), core::find_name(sources_fr, text));
    if (number > 0) found.push_back(number);
  } else if (kind == "regroup") {
    number = std::max(core::find_name(regroups_en, text), core::find_name(regroups_fr, text));
    if (number > 0) found.push_back(number);
  } else if (kind == "pool") {
    find_pool(c, s, text, found);
  } else if (kind == "text") {
    find_text(c, s, text, found);
  } else if (kind == "trigger") {
    find_trigger(c, s, text, found);
  } else if (kind == "damage") {
    find_damage(c, text, found);
  } else if (kind == "item") {
    find_item(c, s, text, found);
  }
  return found;
}

}  // namespace rw::transformers_dbg

namespace rw {
const Game& transformers_dbg_game();
const Game& transformers_dbg_game() {
  static const Game game = make_game<transformers_dbg::Rules>();
  return game;
}
}  // namespace rw
