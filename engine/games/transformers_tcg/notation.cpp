// The players' words for everything a choice or an event names, both ways.
#include <algorithm>
#include <iterator>

#include "engine/ability/render.h"
#include "engine/core/text.h"
#include "engine/edge.h"
#include "engine/games/transformers_tcg/describe.h"
#include "engine/games/transformers_tcg/rules.h"

namespace rw::transformers_tcg {
namespace {

// By Verb.
constexpr std::string_view patterns[] = {
    "",
    "play {a:record}{b? on {b:bearer}}{c? in the {c:slot} slot}",
    "flip {a:who}{b? to {b:mode}}",
    "use {a:user}",
    "attack {a:who} -> {b:who}",
    "end",
    "choose {a:item}",
    "done",
    "resolve {a:waiting}",
    "apply {a:replacement}",
    "swap {a:record} for {b:record}",
    "keep {a:item}{b? in the {b:slot} slot}",
    "exchange {a:side} for {b:listed}",
};
static_assert(std::size(patterns) == Verb_count);

constexpr std::string_view seats_fr[] = {"rouge", "bleu"};
constexpr std::string_view slots_fr[] = {"Arme", "Armure", "Utilitaire"};
constexpr std::string_view modes_fr[] = {"alt", "alt1", "alt2", "bot", "combiné"};
constexpr std::string_view colors_fr[] = {"orange", "bleu", "blanc", "vert", "noir"};
constexpr std::string_view phases_fr[] = {"mise en place", "début", "phase principale",
                                          "attaque",       "fin",   "terminé"};

std::string listed(std::span<const std::string_view> en, std::span<const std::string_view> fr, int value,
                   bool french) {
  const auto& list = french ? fr : en;
  return value >= 0 && value < static_cast<int>(list.size()) ? std::string(list[static_cast<std::size_t>(value)])
                                                             : "?";
}

std::string record_text(const Content& c, int record, std::string_view language) {
  return record >= 0 && record < static_cast<int>(c.cards.size())
             ? std::string(c.cards[static_cast<std::size_t>(record)].name.in(language))
             : "?";
}
std::string card_text(const Content& c, const State& s, int card, std::string_view language) {
  return card >= 0 && card < card_count && s.definition[card] != 0 ? record_text(c, record_of(s, card), language)
                                                                   : "?";
}

// The full name; the side and a number where it would not be clear otherwise.
std::string who_text(const Content& c, const State& s, int who, std::string_view language) {
  if (!is_character(who) || s.characters[who].card == 0) return "?";
  bool both = false;
  int before = 0;
  for (int other = 0; other < character_count; ++other) {
    if (s.characters[other].card != s.characters[who].card) continue;
    if (owner_of_character(other) != owner_of_character(who))
      both = true;
    else
      before += other < who;
  }
  std::string text(card_of_character(c, s, who).name.in(language));
  if (both)
    text = std::string(language == "fr"
                           ? seats_fr[core::index(owner_of_character(who))]
                           : seat_names[static_cast<std::size_t>(core::index(owner_of_character(who)))]) +
           " " + text;
  if (before > 0) text += " #" + std::to_string(before + 1);
  return text;
}

std::string mode_text(const Content& c, const State& s, int who, int mode, bool french) {
  if (!is_character(who) || s.characters[who].card == 0 || mode < 0 ||
      mode >= card_of_character(c, s, who).mode_count)
    return "?";
  return listed(ModeKind_names, modes_fr, static_cast<int>(card_of_character(c, s, who).modes[mode].kind), french);
}

// Where an effect comes from: a battle card, with its bearer, or a character.
std::string source_text(const Content& c, const State& s, int source, std::string_view language) {
  if (source >= 0xFF00) {
    constexpr std::string_view en[] = {"?", "Safeguard", "the limit", "the substitute"};
    constexpr std::string_view fr[] = {"?", "Sauvegarde", "la limite", "le remplaçant"};
    return listed(en, fr, source - 0xFF00, language == "fr");
  }
  const int card = card_of(source), bearer = bearer_of(source);
  if (card < 0) return who_text(c, s, bearer, language);
  std::string text = card_text(c, s, card, language);
  if (bearer >= 0 && is_character(bearer) && s.characters[bearer].card != 0)
    text += (language == "fr" ? " sur " : " on ") + who_text(c, s, bearer, language);
  return text;
}

int slot_kind_of(const Content& c, const State& s, int card) {
  return card_of_character(c, s, bearer_of_card(s, card)).kind_of_slot(slot_of_card(s, card));
}

// Another copy on the same character, in a slot of another kind.
bool has_twin_elsewhere(const Content& c, const State& s, int card) {
  if (slot_of_card(s, card) == no_slot) return false;
  for (int other : upgrades_on(s, bearer_of_card(s, card)))
    if (s.definition[other] == s.definition[card] && slot_of_card(s, other) != no_slot &&
        slot_kind_of(c, s, other) != slot_kind_of(c, s, card))
      return true;
  return false;
}

bool asks_one_of(const Content& c, const State& s) {
  if (s.decision.kind != static_cast<std::uint8_t>(Question::choose) || s.agenda.empty()) return false;
  const Frame& f = s.agenda.back();
  return Words::program(c, f.ability).opcode(f.position) == ability::op_choose_one;
}
bool asks_may(const Content& c, const State& s) {
  if (s.decision.kind != static_cast<std::uint8_t>(Question::choose) || s.agenda.empty()) return false;
  const Frame& f = s.agenda.back();
  return Words::program(c, f.ability).opcode(f.position) == ability::op_may;
}

std::string item_text(const Content& c, const State& s, int item, std::string_view language) {
  const bool french = language == "fr";
  if (asks_one_of(c, s)) return "option " + std::to_string(item + 1);
  if (asks_may(c, s)) return french ? "oui" : "yes";
  if (is_character(item)) return who_text(c, s, item, language);
  if (is_card(item)) {
    const int card = item - card_item;
    std::string text = card_text(c, s, card, language);
    if (!s.attached.has(card)) return text;
    text += (french ? " sur " : " on ") + who_text(c, s, bearer_of_card(s, card), language);
    if (has_twin_elsewhere(c, s, card)) {
      const int kind = slot_kind_of(c, s, card);
      text += (french ? " (emplacement " : " (") + listed(Slot_names, slots_fr, kind, french) +
              (french ? ")" : " slot)");
    }
    return text;
  }
  if (item >= number_item) return std::to_string(item - number_item);
  if (item >= outside_card_item) return record_text(c, item - outside_card_item, language);
  if (item >= outside_character_item) {
    const auto record = static_cast<std::size_t>(item - outside_character_item);
    return record < c.characters.size() ? std::string(c.characters[record].name.in(language)) : "?";
  }
  if (item >= slot_item) return listed(Slot_names, slots_fr, item - slot_item, french);
  if (item >= mode_item) {
    const CharacterSet flipping = s.agenda.empty() ? 0 : s.field | s.ko_area;
    for (int who : core::bits(flipping))
      if (card_of_character(c, s, who).kind == CharacterKind::triple_changer)
        return mode_text(c, s, who, item - mode_item, french);
    return "?";
  }
  return listed(Color_names, colors_fr, item - color_item, french);
}

// What has the same words as something listed before it gets a number: "Kickback (2)".
template <class Text>
std::string numbered(const ChoiceList& list, Verb verb, int value, Text&& text_of) {
  std::string text = text_of(value);
  int before = 0;
  for (const Choice ch : list) {
    if (verb_of(ch) != verb) continue;
    if (ch.a() == value) break;
    before += text_of(ch.a()) == text;
  }
  if (before > 0) text += " (" + std::to_string(before + 1) + ")";
  return text;
}

std::string waiting_text(const Content& c, const State& s, int which, std::string_view language) {
  if (s.decision.kind != static_cast<std::uint8_t>(Question::order)) return std::to_string(which + 1);
  ChoiceList list;
  list_order(c, s, list);
  if (!list.contains(choice(Verb::resolve, which))) return std::to_string(which + 1);
  return numbered(list, Verb::resolve, which,
                  [&](int each) { return source_text(c, s, waiting_source(s, each), language); });
}

// A source as the events name it; among the answers to "which comes first" each has words of its own.
std::string replacement_text(const Content& c, const State& s, int source, std::string_view language) {
  const auto text_of = [&](int each) { return source_text(c, s, each, language); };
  if (s.decision.kind != static_cast<std::uint8_t>(Question::replace)) return text_of(source);
  ChoiceList list;
  list_replacements(c, s, list);
  return list.contains(choice(Verb::apply, source)) ? numbered(list, Verb::apply, source, text_of)
                                                    : text_of(source);
}

// The same for people, who want to know what an option does.
std::string offered_text(const Content& c, const State& s, int item, std::string_view language) {
  if (!asks_one_of(c, s)) return item_text(c, s, item, language);
  const Frame& f = s.agenda.back();
  const std::string text =
      ability::render_option(c.root, vocabulary(), Words::program(c, f.ability).code, f.position, item, language);
  return language == "fr" ? "« " + text + " »" : "“" + text + "”";
}

}  // namespace

std::span<const std::string_view> Rules::notations() { return patterns; }
const ability::Vocabulary& Rules::vocabulary() { return transformers_tcg::vocabulary(); }

std::string Rules::name(const Content& c, const State& s, std::string_view kind, int value,
                        std::string_view language) {
  const bool french = language == "fr";
  if (kind == "number") return std::to_string(value);
  if (kind == "signed") return (value > 0 ? "+" : "") + std::to_string(value);
  if (kind == "seat")
    return value >= 0 && value < player_count ? listed(seat_names, seats_fr, value, french) : "?";
  if (kind == "record") return record_text(c, value, language);
  if (kind == "card") return card_text(c, s, value, language);
  if (kind == "who") return who_text(c, s, value, language);
  if (kind == "user")
    return s.decision.kind == static_cast<std::uint8_t>(Question::use) ? (french ? "l'effet" : "it")
                                                                       : who_text(c, s, value, language);
  if (kind == "bearer") return who_text(c, s, value - 1, language);
  if (kind == "slot") return listed(Slot_names, slots_fr, value - 1, french);
  if (kind == "mode") {
    constexpr std::string_view en[] = {"alt1", "alt2", "bot"};
    return listed(en, en, value - 1, false);
  }
  if (kind == "kind") return listed(ModeKind_names, modes_fr, value, french);
  if (kind == "item") return item_text(c, s, value, language);
  if (kind == "offered") return offered_text(c, s, value, language);
  if (kind == "source") return source_text(c, s, value, language);
  if (kind == "replacement") return replacement_text(c, s, value, language);
  if (kind == "waiting") return waiting_text(c, s, value, language);
  if (kind == "phase") return listed(Phase_names, phases_fr, value, french);
  if (kind == "side" || kind == "listed") {
    const int seat = s.decision.asked == core::no_seat ? 0 : core::index(s.decision.asked);
    if (kind == "side") {
      const int record = value < 12 ? s.sideboard[seat][value] - 1 : -1;
      if (value == 0 && record >= 0)
        return std::string(c.characters[static_cast<std::size_t>(record)].name.in(language));
      return record_text(c, record, language);
    }
    return value >= listed_character ? name(c, s, "character", value - listed_character, language)
                                     : record_text(c, value, language);
  }
  if (kind == "character")
    return value >= 0 && value < static_cast<int>(c.characters.size())
               ? std::string(c.characters[static_cast<std::size_t>(value)].name.in(language))
               : "?";
  if (kind == "hidden") return french ? "une carte" : "a card";
  return "?";
}

// ---- reading -----------------------------------------------------------------------------------------

namespace {

bool read_int(std::string_view text, int& value) {
  value = 0;
  if (text.empty() || text.size() > 5) return false;
  for (const char digit : text) {
    if (digit < '0' || digit > '9') return false;
    value = value * 10 + (digit - '0');
  }
  return true;
}

bool is_called(const Names& names, std::string_view id, std::string_view text) {
  return text == id || text == core::folded(names.en) || text == core::folded(names.fr);
}

// The side a text names in front, taken off it; -1 if it names none.
int take_side(std::string_view& text) {
  for (int i = 0; i < player_count; ++i)
    if (const std::string prefix = std::string(seat_names[static_cast<std::size_t>(i)]) + " ";
        text.starts_with(prefix)) {
      text.remove_prefix(prefix.size());
      return i;
    }
  return -1;
}

// "grimlock #2": a number behind is optional.
void find_of_side(const Content& c, const State& s, std::string_view text, int side, std::vector<int>& found) {
  int number = 0;
  if (const std::size_t mark = text.rfind(" #");
      mark != std::string_view::npos && read_int(text.substr(mark + 2), number))
    text = text.substr(0, mark);
  int seen[player_count] = {};
  for (int who = 0; who < character_count; ++who) {
    if (s.characters[who].card == 0) continue;
    const CharacterCard& card = card_of_character(c, s, who);
    const std::string_view full = card.name.en;
    const bool bare = text == c.name_ids[static_cast<std::size_t>(card.called)] ||
                      text == core::folded(full.substr(0, full.find(',')));
    if (!bare && !is_called(card.name, card.id, text) && text != character_id(c, s, who)) continue;
    const int owner = core::index(owner_of_character(who));
    ++seen[owner];
    if (side >= 0 && side != owner) continue;
    if (number > 0 && seen[owner] != number) continue;
    found.push_back(who);
  }
}

// "blue dead end": the side in front is optional; Red Alert is nobody's side. A name in full means the one that
// has it; a shorter one may mean several.
void find_who(const Content& c, const State& s, std::string_view text, std::vector<int>& found) {
  for (int who = 0; who < character_count; ++who)
    for (const std::string_view language : {"en", "fr"})
      if (s.characters[who].card != 0 && core::folded(who_text(c, s, who, language)) == text) {
        found.push_back(who);
        return;
      }
  find_of_side(c, s, text, -1, found);
  if (!found.empty()) return;
  if (const int side = take_side(text); side >= 0) find_of_side(c, s, text, side, found);
}

void find_records(const Content& c, std::string_view text, std::vector<int>& found, int first) {
  for (int i = 0; i < static_cast<int>(c.cards.size()); ++i)
    if (is_called(c.cards[static_cast<std::size_t>(i)].name, c.cards[static_cast<std::size_t>(i)].id, text))
      found.push_back(first + i);
}

void find_cards(const Content& c, const State& s, std::string_view text, std::vector<int>& found, int first) {
  const int side = take_side(text);
  for (int card = 0; card < card_count; ++card) {
    if (s.definition[card] == 0 || (side >= 0 && core::index(owner_of_card(card)) != side)) continue;
    if (is_called(battle_card(c, s, card).name, battle_card(c, s, card).id, text)) found.push_back(first + card);
  }
}

// "attack drone on wheeljack": the card, and the character that bears it.
void find_borne(const Content& c, const State& s, std::string_view text, std::vector<int>& found) {
  for (std::size_t on = text.find(" on "); on != std::string_view::npos; on = text.find(" on ", on + 1)) {
    std::vector<int> cards, bearers;
    find_cards(c, s, text.substr(0, on), cards, 0);
    if (cards.empty()) continue;
    find_who(c, s, text.substr(on + 4), bearers);
    for (int card : cards)
      if (s.attached.has(card) &&
          std::find(bearers.begin(), bearers.end(), bearer_of_card(s, card)) != bearers.end())
        found.push_back(card_item + card);
  }
}

// Everything that has this name, offered or not.
void find_named(const Content& c, const State& s, std::string_view text, std::vector<int>& found) {
  find_who(c, s, text, found);
  find_cards(c, s, text, found, card_item);
  find_borne(c, s, text, found);
  find_records(c, text, found, outside_card_item);
  for (int i = 0; i < static_cast<int>(c.characters.size()); ++i) {
    const CharacterCard& card = c.characters[static_cast<std::size_t>(i)];
    const std::string_view full = card.name.en;
    if (is_called(card.name, card.id, text) || text == core::folded(full.substr(0, full.find(','))))
      found.push_back(outside_character_item + i);
  }
  if (const int color = core::find_name(Color_names, text); color >= 0) found.push_back(color_item + color);
  if (const int slot = core::find_name(Slot_names, text); slot >= 0) found.push_back(slot_item + slot);
  if (int n = 0; read_int(text, n)) found.push_back(number_item + n);
  if (text == "alt1") found.push_back(mode_item);
  if (text == "alt2") found.push_back(mode_item + 1);
  if (text == "bot") found.push_back(mode_item + 2);
}

// A question with ways or a yes has no other answers. Elsewhere what is offered under these very words is meant;
// else what is offered and has that name; else anything of that name, to be judged.
void find_items(const Content& c, const State& s, std::string_view text, std::vector<int>& found) {
  if (asks_may(c, s)) {
    if (text == "yes" || text == "oui") found.push_back(1);
    return;
  }
  if (asks_one_of(c, s)) {
    if (int n = 0; text.starts_with("option ") && read_int(text.substr(7), n) && n > 0) found.push_back(n - 1);
    return;
  }
  ChoiceList list;
  Rules::choices(c, s, list);
  const auto is_offered = [&](int item) {
    return std::any_of(list.begin(), list.end(), [&](Choice ch) {
      return ch.a() == item && (verb_of(ch) == Verb::choose || verb_of(ch) == Verb::keep_upgrade);
    });
  };
  for (const Choice ch : list)
    if (is_offered(ch.a()) && std::find(found.begin(), found.end(), ch.a()) == found.end())
      for (const std::string_view language : {"en", "fr"})
        if (core::folded(item_text(c, s, ch.a(), language)) == text) {
          found.push_back(ch.a());
          break;
        }
  if (!found.empty()) return;
  find_named(c, s, text, found);
  std::vector<int> offered;
  std::copy_if(found.begin(), found.end(), std::back_inserter(offered), is_offered);
  if (!offered.empty()) found = std::move(offered);
}

}  // namespace

namespace {

// The ability of a source that is offered, in full or by a shorter name.
void find_sources(const Content& c, const State& s, std::string_view kind, std::string_view text,
                  std::vector<int>& found) {
  ChoiceList list;
  Rules::choices(c, s, list);
  std::vector<int> shorter;
  for (const Choice ch : list) {
    if (verb_of(ch) != (kind == "replacement" ? Verb::apply : Verb::resolve)) continue;
    const std::string full = core::folded(Rules::name(c, s, kind, ch.a(), "en"));
    if (full == text || core::folded(Rules::name(c, s, kind, ch.a(), "fr")) == text)
      found.push_back(ch.a());
    else if (full.substr(0, full.find(" on ")) == text || full.substr(0, full.find(',')) == text)
      shorter.push_back(ch.a());
  }
  if (found.empty()) found = std::move(shorter);
}

}  // namespace

std::vector<int> Rules::find(const Content& c, const State& s, std::string_view kind, std::string_view text) {
  std::vector<int> found;
  int number = 0;
  if (kind == "number") {
    if (read_int(text, number)) found.push_back(number);
  } else if (kind == "seat") {
    for (int i = 0; i < player_count; ++i)
      if (text == seat_names[static_cast<std::size_t>(i)] || text == seats_fr[i] ||
          text == "seat " + std::to_string(i + 1))
        found.push_back(i);
  } else if (kind == "record" || kind == "listed") {
    find_records(c, text, found, 0);
    for (int i = 0; kind == "listed" && i < static_cast<int>(c.characters.size()); ++i)
      if (is_called(c.characters[static_cast<std::size_t>(i)].name, c.characters[static_cast<std::size_t>(i)].id,
                    text))
        found.push_back(listed_character + i);
  } else if (kind == "card") {
    find_cards(c, s, text, found, 0);
  } else if (kind == "who") {
    find_who(c, s, text, found);
  } else if (kind == "user") {
    if (text == "it" || text == "l'effet") found.push_back(0);
    find_who(c, s, text, found);
  } else if (kind == "bearer") {
    find_who(c, s, text, found);
    for (int& who : found) ++who;
  } else if (kind == "slot") {
    if (const int slot = core::find_name(Slot_names, text); slot >= 0) found.push_back(slot + 1);
  } else if (kind == "mode") {
    if (text == "alt1") found.push_back(1);
    if (text == "alt2") found.push_back(2);
    if (text == "bot") found.push_back(3);
  } else if (kind == "item") {
    find_items(c, s, text, found);
  } else if (kind == "replacement" || kind == "waiting") {
    find_sources(c, s, kind, text, found);
    if (found.empty() && read_int(text, number)) found.push_back(kind == "waiting" ? number - 1 : number);
  } else if (kind == "side") {
    const int seat = s.decision.asked == core::no_seat ? 0 : core::index(s.decision.asked);
    for (int i = 0; i < 12; ++i)
      if (s.sideboard[seat][i] != 0 && core::folded(name(c, s, "side", i, "en")) == text) {
        found.push_back(i);
        break;
      }
  }
  return found;
}

}  // namespace rw::transformers_tcg

namespace rw {
const Game& transformers_tcg_game();
const Game& transformers_tcg_game() {
  static const Game game = make_game<transformers_tcg::Rules>();
  return game;
}
}  // namespace rw
