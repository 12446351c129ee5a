// What choices and events name, for the table of kinds in lexicon.cpp: where each thing lies, how it is said, what
// it stands for, and what can be named at all.
#pragma once

#include <string>
#include <vector>

#include "engine/ability/render.h"
#include "engine/core/lexicon.h"
#include "engine/games/transformers_tcg/called.h"
#include "engine/games/transformers_tcg/describe.h"

namespace rw::transformers_tcg::kinds {

using core::Form;
using core::Meant;
using core::Place;

// ---- where they lie --------------------------------------------------------------------------------

enum PlaceRow : std::uint8_t {
  character_place,
  hand_place,
  deck_place,
  scrap_place,
  played_place,
  slot_place,  // and one for each kind of slot
  under_place = slot_place + SlotKind_count,
};
inline constexpr std::string_view place_paths[] = {
    "players.{seat}.characters.{holder}",
    "players.{seat}.hand.{n}",
    "players.{seat}.deck.{n}",
    "players.{seat}.scrap_pile.{n}",
    "players.{seat}.played.{n}",
    "players.{seat}.characters.{holder}.weapon.{n}",
    "players.{seat}.characters.{holder}.armor.{n}",
    "players.{seat}.characters.{holder}.utility.{n}",
    "players.{seat}.characters.{holder}.under.{n}",
};
static_assert(std::size(place_paths) == under_place + 1);

inline Place place_at(int row, Seat seat, int number, Character holder = no_character) {
  return {static_cast<std::int16_t>(row), static_cast<std::int16_t>(core::index(seat)),
          static_cast<std::int16_t>(number),
          static_cast<std::int16_t>(holder == no_character ? -1 : core::index(holder))};
}

inline Place place_of_character(const Content&, const State& s, Viewer, Character who) {
  return !is_there(s, who) ? Place{} : place_at(character_place, owner_of(who), -1, who);
}

// A pile without order lists first what the viewer knows.
inline int number_in(const State& s, Viewer viewer, const CardSet& pile, Card card) {
  int before = 0;
  for (const Card other : pile) {
    if (other >= card) break;
    before += viewer.sees(detail::knowers(s, other)) ? 1 : 0;
  }
  return before;
}

inline Place place_of_card(const Content& c, const State& s, Viewer viewer, Card card) {
  if (!is_there(s, card) || !viewer.sees(detail::knowers(s, card))) return {};
  const Seat owner = owner_of(card);
  const auto pile = [&](int row, const CardSet& set, Character holder = no_character) {
    return place_at(row, owner, number_in(s, viewer, set & cards_of(owner), card), holder);
  };
  if (s.hand.has(card)) return pile(hand_place, s.hand);
  if (s.scrap.has(card)) return pile(scrap_place, s.scrap);
  if (s.played.has(card)) return pile(played_place, s.played);
  const int i = core::index(owner);
  const Character bearer = bearer_of(s, card);
  if (s.attached.has(card)) {
    if (!on_field(s, bearer) || slot_of(s, card) == no_slot) return {};
    const SlotKind kind = slot_kind_of(c, s, card);
    return pile(slot_place + core::index(kind), upgrades_in(c, s, bearer, kind), bearer);
  }
  if (s.under.has(card)) return pile(under_place, cards_under(s, bearer), bearer);
  for (int k = 0; k < s.deck_size[i]; ++k)
    if (s.deck[i][k] == card) return place_at(deck_place, owner, s.deck_size[i] - 1 - k);
  return {};
}

// ---- how they are said -----------------------------------------------------------------------------

inline int record_of_card(const Content&, const State& s, Card card) { return core::index(record_of(s, card)); }
inline int record_of_character(const Content&, const State& s, Character who) {
  return core::index(record_of(s, who));
}

// The full name; the side and a number where it would not be clear otherwise.
inline Form who_form(const Content&, const State& s, Character who) {
  if (!is_there(s, who)) return {};
  bool both = false;
  int before = 0;
  for (const Character other : core::first<Character>(character_count)) {
    if (record_of(s, other) != record_of(s, who)) continue;
    if (owner_of(other) != owner_of(who))
      both = true;
    else
      before += other < who;
  }
  return {both ? "sided" : "alone",
          {core::index(record_of(s, who)), before == 0 ? 0 : before + 1, core::index(owner_of(who))}};
}
inline void all_characters(const Content&, const State& s, std::vector<int>& out) {
  for (const Character who : core::first<Character>(character_count))
    if (is_there(s, who)) out.push_back(core::index(who));
}

// Operands that may be absent count from 1.
inline Meant bearer_is(const Content&, const State&, int value) {
  return value == 0 ? Meant{} : Meant{"who", value - 1};
}
inline void all_bearers(const Content& c, const State& s, std::vector<int>& out) {
  all_characters(c, s, out);
  for (int& who : out) ++who;
}
inline int one_less(const Content&, const State&, int value) { return value - 1; }
inline void one_to_three(const Content&, const State&, std::vector<int>& out) { out = {1, 2, 3}; }
static_assert(SlotKind_count == 3 && max_modes == 3);
inline constexpr std::string_view mode_words[] = {"alt1", "alt2", "bot"};  // of a Triple Changer

inline bool is_asked(const State& s, Question question) {
  return static_cast<Question>(s.decision.kind) == question;
}

// Whoever may use the ability that is offered uses "it"; a tap ability is called by its character.
inline Form user_form(const Content&, const State& s, int) {
  return is_asked(s, Question::use) ? Form{"it"} : Form{};
}
inline Meant user_is(const Content&, const State& s, Character who) {
  return is_asked(s, Question::use) ? Meant{} : Meant{"who", core::index(who)};
}
inline void all_users(const Content& c, const State& s, std::vector<int>& out) {
  if (is_asked(s, Question::use)) return out.push_back(0);
  all_characters(c, s, out);
}

// A card by what is printed on it: the copy that would be taken.
inline Meant copy_is(const Content& c, const State& s, const CardSet& among, CardRecord record) {
  if (core::index(record) >= static_cast<int>(c.cards.size())) return {};
  const Card card = s.decision.open() ? card_to_spend(s, among, s.decision.asked, record) : no_card;
  return card == no_card ? Meant{"record", core::index(record)} : Meant{"card", core::index(card)};
}
inline Meant playable_is(const Content& c, const State& s, CardRecord record) {
  return copy_is(c, s, is_asked(s, Question::play) ? playable_set(c, s, s.agenda.back()) : s.hand, record);
}
inline Meant flipped_is(const Content& c, const State& s, CardRecord record) {
  return copy_is(c, s, s.flipped, record);
}
inline void all_records(const Content& c, const State&, std::vector<int>& out) {
  for (const CardRecord record : c.all_cards()) out.push_back(core::index(record));
}

inline bool asks_for(const Content& c, const State& s, int opcode) {
  if (!is_asked(s, Question::choose)) return false;
  const Frame& f = s.agenda.back();
  return Words::program(c, f.ability).opcode(f.position) == opcode;
}

// An Upgrade with its bearer, and what tells it from other copies there: the kind of slot, or how many share it.
inline Form borne_form(const Content& c, const State& s, Card card) {
  Form form{"borne", {core::index(card), core::index(bearer_of(s, card))}};
  if (slot_of(s, card) == no_slot) return form;
  for (const Card other : upgrades_on(s, bearer_of(s, card))) {
    if (!same_kind(s, other, card) || slot_of(s, other) == no_slot) continue;
    if (slot_kind_of(c, s, other) != slot_kind_of(c, s, card))
      form.operands[2] = core::index(slot_kind_of(c, s, card)) + 1;
    else if (copies_together(s, other) != copies_together(s, card))
      form.operands[3] = copies_together(s, card);
  }
  return form;
}

// What an effect lets a seat choose.
inline Form item_form(const Content& c, const State& s, Item item) {
  if (asks_for(c, s, ability::op_choose_one)) return {"option", {core::index(item) + 1}};
  if (asks_for(c, s, ability::op_may)) return {"yes"};
  return is_card(item) && s.attached.has(card_of(item)) ? borne_form(c, s, card_of(item)) : Form{};
}
inline Meant item_is(const Content& c, const State& s, Item item) {
  if (asks_for(c, s, ability::op_choose_one) || asks_for(c, s, ability::op_may)) return {};
  const auto number = [item](int first) { return number_of(item, first); };
  if (is_character(item)) return {"who", core::index(item)};
  if (is_card(item)) return {"card", core::index(card_of(item))};
  if (number(number_item) >= 0) return {"number", number(number_item)};
  if (is_outside_card(item)) return {"record", number(outside_card_item)};
  if (is_outside_character(item)) return {"character", number(outside_character_item)};
  if (number(slot_item) >= 0) return {"slot", number(slot_item) + 1};
  if (number(mode_item) >= 0) return {"mode", number(mode_item) + 1};
  return {"color", number(color_item)};
}
inline void all_items(const Content& c, const State& s, std::vector<int>& out) {
  const auto add = [&](int first, int count) {
    for (int i = 0; i < count; ++i) out.push_back(first + i);
  };
  if (asks_for(c, s, ability::op_may)) return add(1, 1);
  if (asks_for(c, s, ability::op_choose_one)) return add(0, ability::register_count);
  all_characters(c, s, out);
  for (const Card card : core::first<Card>(card_count))
    if (is_there(s, card)) out.push_back(core::index(item_of(card)));
  add(color_item, Color_count);
  add(mode_item, max_modes);
  add(slot_item, SlotKind_count);
  add(outside_character_item, static_cast<int>(c.characters.size()));
  add(outside_card_item, static_cast<int>(c.cards.size()));
  add(number_item, 256);
}
inline bool borne_by(const Content& c, const State& s, Item item, std::string_view text) {
  const Card card = card_of(item);
  return card != no_card && s.attached.has(card) && is_called_on_bearer(c, s, card, bearer_of(s, card), text);
}

// For people, who want to know what an option does.
inline Form offered_form(const Content& c, const State& s, Item item) {
  return asks_for(c, s, ability::op_choose_one) ? Form{"way", {core::index(item)}} : item_form(c, s, item);
}
inline std::string way_text(const Content& c, const State& s, int option, std::string_view language) {
  const Frame& f = s.agenda.back();
  return ability::render_option(c.root, vocabulary(), Words::program(c, f.ability).code, f.position, option,
                                language);
}

// What lasts: the modifiers of a block in the program of an ability.
inline constexpr int blocks_of_ability = 1 << 16;
inline std::string modifiers_text(const Content& c, const State&, int block, std::string_view language) {
  const auto ability = static_cast<std::uint16_t>(block / blocks_of_ability);
  if (block < 0 || ability >= c.abilities.size()) return "?";
  return ability::render_modifiers(c.root, vocabulary(), Words::program(c, ability).code,
                                   block % blocks_of_ability, language);
}

// Where an effect comes from: a battle card, with its bearer, or a character; or a rule that works like one.
inline constexpr std::string_view rule_words[] = {"", "safeguard", "limit", "substitute"};
inline int rule_of(const Content&, const State&, Source source) {
  return core::index(source) - first_special_source;
}
inline bool is_borne(const State& s, Source source) {
  return !is_special(source) && card_of(source) != no_card && is_known(s, bearer_of(source));
}
inline Form source_form(const Content&, const State& s, Source source) {
  return is_borne(s, source) ? Form{"borne", {core::index(card_of(source)), core::index(bearer_of(source))}}
                             : Form{};
}
inline Meant source_is(const Content&, const State&, Source source) {
  if (is_special(source)) return {};
  return card_of(source) != no_card ? Meant{"card", core::index(card_of(source))}
                                    : Meant{"who", core::index(bearer_of(source))};
}
inline bool source_borne_by(const Content& c, const State& s, Source source, std::string_view text) {
  return is_borne(s, source) && is_called_on_bearer(c, s, card_of(source), bearer_of(source), text);
}
// Would both be said in the same words?
inline bool same_words(const State& s, Source a, Source b) {
  if (a == b) return true;
  if (is_special(a) || is_special(b) || card_of(a) == no_card || card_of(b) == no_card) return false;
  return same_kind(s, card_of(a), card_of(b)) && is_borne(s, a) == is_borne(s, b) &&
         (!is_borne(s, a) || bearer_of(a) == bearer_of(b));
}

// A source among the answers to a question: what has the words of one listed before it gets a number.
inline Form numbered(const State& s, const ChoiceList& list, int value, Source (*source)(const State&, int)) {
  int before = 0;
  for (const Choice ch : list) {
    if (verb_of(ch) == Verb::done) continue;
    if (ch.a() == value)
      return before == 0 ? Form{} : Form{"numbered", {core::index(source(s, value)), before + 1}};
    before += same_words(s, source(s, ch.a()), source(s, value)) ? 1 : 0;
  }
  return {};
}
inline Form replacement_form(const Content& c, const State& s, Source source) {
  if (!is_asked(s, Question::replace)) return {};
  ChoiceList list;
  list_replacements(c, s, list);
  return numbered(s, list, core::index(source), [](const State&, int each) { return core::make<Source>(each); });
}
inline Meant replacement_is(const Content&, const State&, Source source) {
  return {"source", core::index(source)};
}
inline void all_replacements(const Content& c, const State& s, std::vector<int>& out) {
  if (!is_asked(s, Question::replace)) return;
  ChoiceList list;
  list_replacements(c, s, list);
  for (const Choice ch : list) out.push_back(ch.a());
}

inline bool is_waiting(const Content& c, const State& s, int which) {
  if (!is_asked(s, Question::order)) return false;
  ChoiceList list;
  list_order(c, s, list);
  return list.contains(choice(Verb::resolve, which));
}
inline Form waiting_form(const Content& c, const State& s, int which) {
  if (!is_waiting(c, s, which)) return {"number", {which + 1}};
  ChoiceList list;
  list_order(c, s, list);
  return numbered(s, list, which, waiting_source);
}
inline Meant waiting_is(const Content& c, const State& s, int which) {
  return is_waiting(c, s, which) ? Meant{"source", core::index(waiting_source(s, which))} : Meant{};
}
inline void all_waiting(const Content&, const State&, std::vector<int>& out) {
  for (int i = 0; i < pending_capacity; ++i) out.push_back(i);
}
inline bool is_that_number(const Content&, const State&, int which, std::string_view text) {
  return text == std::to_string(which + 1);
}

// A place of the sideboard, and what leaves the team or the deck for it.
inline Meant side_is(const Content&, const State& s, int side) {
  if (!s.decision.open() || s.sideboard[core::index(s.decision.asked)][side] == 0) return {};
  return {side == 0 ? "character" : "record", s.sideboard[core::index(s.decision.asked)][side] - 1};
}
inline Meant listed_is(const Content&, const State&, int value) {
  return value >= listed_character ? Meant{"character", value - listed_character} : Meant{"record", value};
}
inline void all_sides(const Content&, const State&, std::vector<int>& out) {
  for (int side = 0; side < sideboard_size; ++side) out.push_back(side);
}
inline void all_listed(const Content& c, const State& s, std::vector<int>& out) {
  all_records(c, s, out);
  for (int i = 0; i < static_cast<int>(c.characters.size()); ++i) out.push_back(listed_character + i);
}

}  // namespace rw::transformers_tcg::kinds
