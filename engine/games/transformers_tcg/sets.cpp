// What the words of the cards speak of: sets of characters and cards.
#include <algorithm>

#include "engine/games/transformers_tcg/figures.h"
#include "engine/games/transformers_tcg/word_table.h"

namespace rw::transformers_tcg {
namespace {

enum StateWord : int { any_state, tapped_state, untapped_state, damaged_state };
enum ModeWord : int { any_mode, bot_mode, alt_mode, combiner_mode };
enum AreaWord : int { battlefield_area, ko_area_word, either_area };
enum TypeWord : int {
  any_card,
  action_type,
  upgrade_type,
  weapon_type,
  armor_type,
  utility_type,
  weapon_or_armor,
  armor_or_utility
};

bool mode_fits(const Mode& mode, int wanted) {
  switch (wanted) {
    case bot_mode: return mode.kind == ModeKind::bot;
    case alt_mode: return mode.is_alt();
    case combiner_mode: return mode.kind == ModeKind::combiner;  // TCG-CMB-17
    default: return true;
  }
}

// The words of your_characters, enemies and all_characters: trait, state, mode, area.
struct Wanted {
  int trait, state, mode, area;
};

bool fits(const Content& c, const State& s, int who, const Wanted& w) {
  const Mode& mode = mode_of(c, s, who);
  if (w.trait != 0 && ((mode.traits >> w.trait) & 1) == 0) return false;
  return mode_fits(mode, w.mode) && (w.state != damaged_state || s.characters[who].damage != 0);
}

CharacterSet places(const State& s, const Wanted& w, CharacterSet owners) {
  CharacterSet set = w.area == battlefield_area ? s.field
                     : w.area == ko_area_word   ? s.ko_area
                                                : s.field | s.ko_area;
  set &= owners;
  if (w.state == tapped_state) set &= s.tapped;
  if (w.state == untapped_state) set &= ~s.tapped;
  return set;
}

CharacterSet characters_with(const Content& c, const State& s, const Wanted& w, CharacterSet owners) {
  const CharacterSet set = places(s, w, owners);
  if (w.trait == 0 && w.mode == any_mode && w.state != damaged_state) return set;
  CharacterSet found = 0;
  for (int who : core::bits(set))
    if (fits(c, s, who, w)) found |= core::bit(who);
  return found;
}

// The three words have these operands in common.
Wanted wanted(Program p, int at) {
  constexpr WordOp any = WordOp::enemies;
  return {said<any, "trait">(p, at), said<any, "state">(p, at), said<any, "mode">(p, at), said<any, "in">(p, at)};
}

// Whose characters a set word means, its `others` looked at.
CharacterSet owners_meant(const Scope& scope, Program p, int at) {
  const auto op = static_cast<WordOp>(p.opcode(at));
  CharacterSet owners = op == WordOp::your_characters ? characters_of(scope.controller)
                        : op == WordOp::enemies       ? characters_of(opponent(scope.controller))
                                                      : ~CharacterSet{0};
  if (op != WordOp::enemies && said<WordOp::your_characters, "others">(p, at) != 0 && bearer_of(scope.source) >= 0)
    owners &= ~core::bit(bearer_of(scope.source));
  return owners;
}

bool type_fits(const BattleCard& card, int type) {
  const int kind = card.kind;
  switch (type) {
    case action_type: return card.action;
    case upgrade_type: return !card.action;
    case weapon_type:
    case armor_type:
    case utility_type: return kind == type - weapon_type;
    case weapon_or_armor: return kind == 0 || kind == 1;
    case armor_or_utility: return kind == 1 || kind == 2;
    default: return true;
  }
}
// The kinds of `upgrades` and `endangered`: any, weapon, armor, utility, weapon or armor.
bool kind_fits(const BattleCard& card, int kind) {
  return kind == 0 || (kind == 4 ? card.kind == 0 || card.kind == 1 : card.kind == kind - 1);
}

CardSet of_whom(const Scope& scope, int whose) {
  if (whose == static_cast<int>(Who::both))
    return cards_of(scope.controller) | cards_of(opponent(scope.controller));
  return cards_of(whose == 0 ? scope.controller : opponent(scope.controller));
}

CardSet all_cards(const State& s) {
  CardSet all{};
  for (int card = 0; card < card_count; ++card)
    if (s.definition[card] != 0) all.add(card);
  return all;
}

CardSet place_set(const State& s, const Scope& scope, int place, int whose) {
  CardSet set{};
  const CardSet owners = of_whom(scope, whose);
  const auto each_deck = [&](bool top) {
    for (const Seat seat : {core::seat(0), core::seat(1)}) {
      const int size = s.deck_size[core::index(seat)];
      if (size > 0) set.add(s.deck[core::index(seat)][top ? size - 1 : 0]);
    }
  };
  switch (place) {
    case in_hand: set = s.hand; break;
    case in_scrap_pile: set = s.scrap; break;
    case on_deck_top: each_deck(true); break;
    case on_deck_bottom: each_deck(false); break;
    case flipped_place: set = s.flipped; break;
    case these_place:
      for (int card : s.marked)
        if (s.where[card] == s.programs) set.add(card);
      break;
    case outside_place: return {};
    default: return all_cards(s);
  }
  return set & owners;
}

bool is_any_card(Program p, int at) {
  return said<WordOp::cards, "type">(p, at) == any_card && said<WordOp::cards, "called">(p, at) < 0;
}

bool card_fits(const Content& c, const State& s, Program p, int at, int card) {
  const int called = said<WordOp::cards, "called">(p, at);
  if (called >= 0 && record_of(s, card) != called) return false;
  return type_fits(battle_card(c, s, card), said<WordOp::cards, "type">(p, at));
}

CardSet cards_with(const Content& c, const State& s, const Scope& scope, Program p, int at) {
  const CardSet set = place_set(s, scope, said<WordOp::cards, "in">(p, at), said<WordOp::cards, "whose">(p, at));
  if (is_any_card(p, at)) return set;
  CardSet found{};
  for (int card : set)
    if (card_fits(c, s, p, at, card)) found.add(card);
  return found;
}

// Is a card one that a filter word lets through?
bool filter_fits(const Content& c, const State& s, const Scope& scope, Program p, int at, int card) {
  const BattleCard& printed = battle_card(c, s, card);
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::showing: {
      const int name = said<WordOp::showing, "named">(p, at);
      const int color = name >= 0 ? scope.registers[name] - color_item : said<WordOp::showing, "color">(p, at);
      const int least = std::max(1, said<WordOp::showing, "least">(p, at));
      return icons_on(c, s, card, static_cast<Color>(color)) >= least;
    }
    case WordOp::with_plan: return printed.has_plan;
    case WordOp::with_colors:
      if (said<WordOp::with_colors, "none">(p, at) != 0) return printed.colors == 0;
      return std::popcount(printed.colors) >= said<WordOp::with_colors, "least">(p, at);
    default: return true;
  }
}

bool stars_fit(const Content& c, const State& s, const Scope& scope, Program p, int at, int stars) {
  const int least_at = operand<WordOp::with_stars, "at_least">(p, at);
  const int most_at = operand<WordOp::with_stars, "at_most">(p, at);
  return stars >= Interpreter::amount(c, s, scope, p, least_at, 0) &&
         stars <= Interpreter::amount(c, s, scope, p, most_at, 255);
}

int stars_of_item(const Content& c, const State& s, int item) {
  return is_character(item) ? card_of_character(c, s, item).stars : battle_card(c, s, item - card_item).stars;
}

bool lacks(const Content& c, const State& s, int who, int kind) {
  for (int card : upgrades_on(s, who))
    if (battle_card(c, s, card).kind == kind) return false;
  return true;
}

int rival_of(const State& s, int who) {
  if (!fighting(s) || who < 0) return no_item;
  if (attacker_of(s) == who) return defender_of(s);
  return defender_of(s) == who ? attacker_of(s) : no_item;
}

Things under(const State& s, CharacterSet who) {
  Things found;
  for (int i = 0; i < character_count; ++i)
    if (s.characters[i].card != 0 && s.characters[i].beneath != 0 &&
        core::contains(who, character_of(owner_of_character(i), s.characters[i].beneath - 1)))
      found.characters |= core::bit(i);
  for (int card : s.under)
    if (core::contains(who, bearer_of_card(s, card))) found.cards.add(card);
  return found;
}

}  // namespace

int single(const State& s, const Scope& scope, Program p, int at) {
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::self: return bearer_of(scope.source);
    case WordOp::this_card: {  // an Upgrade that has left its character is another card by now
      const int card = card_of(scope.source);
      const bool gone = card >= 0 && bearer_of(scope.source) >= 0 && !s.attached.has(card);
      return card < 0 || gone ? no_item : card_item + card;
    }
    case WordOp::attacker: return fighting(s) ? attacker_of(s) : no_item;
    case WordOp::defender: return fighting(s) ? defender_of(s) : no_item;
    case WordOp::rival: return rival_of(s, bearer_of(scope.source));
    case WordOp::subject: return scope.subject;
    case WordOp::object: return scope.object;
    case WordOp::paid_with: return s.paid_with - 1;
    case WordOp::chosen:
      return scope.registers == nullptr ? no_item : scope.registers[said<WordOp::chosen, "name">(p, at)];
    default: return not_single;
  }
}

namespace {

CardSet endangered_upgrades(const Content& c, const State& s, const Scope& scope, int kind) {
  CardSet found{};
  for (int card : s.endangered)
    if (bearer_of_card(s, card) == bearer_of(scope.source) && card != card_of(scope.source) &&
        kind_fits(battle_card(c, s, card), kind))
      found.add(card);
  return found;
}

}  // namespace

CardSet deck_set(const State& s, Seat seat) {
  CardSet set{};
  const int i = core::index(seat);
  for (int n = 0; n < s.deck_size[i]; ++n) set.add(s.deck[i][n]);
  return set;
}

int icons_on(const Content& c, const State& s, int card, Color color) {
  const BattleCard& printed = battle_card(c, s, card);
  if (!s.flipped.has(card)) return icons_of(printed.icons, static_cast<int>(color));
  return icons_of(printed.icons, color_flipped(c, s, owner_of_card(card), color));
}

int flipped_icons(const Content& c, const State& s, Seat seat, Color color) {
  std::uint64_t icons = 0;
  for (int card : s.flipped& cards_of(seat)) icons += battle_card(c, s, card).icons;
  return icons_of(icons, color_flipped(c, s, seat, color));
}

CardSet showing(const Content& c, const State& s, Seat seat, const CardSet& flips, Color color) {
  CardSet found{};
  const int wanted = color_flipped(c, s, seat, color);
  for (int card : flips& cards_of(seat))
    if (icons_of(battle_card(c, s, card).icons, wanted) > 0) found.add(card);
  return found;
}

bool suits(const Content& c, const State& s, int card, int who) {
  const BattleCard& printed = battle_card(c, s, card);
  const Scope scope{owner_of_card(card), source_of(card, -1), no_item, 0, nullptr};
  return among_things(c, s, scope, Words::program(c, printed.only_on), printed.only_on_at, who);
}

CharacterSet suited(const Content& c, const State& s, int card) {
  const BattleCard& printed = battle_card(c, s, card);
  const CharacterSet own = fielded(s, owner_of_card(card));
  if (printed.action) return 0;
  if (printed.only_on < 0) return own;
  const Scope scope{owner_of_card(card), source_of(card, -1), no_item, 0, nullptr};
  return own & things(c, s, scope, Words::program(c, printed.only_on), printed.only_on_at).characters;
}

Things things(const Content& c, const State& s, const Scope& scope, Program p, int at) {
  Things found;
  const int first = at + 1;
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::your_characters:
    case WordOp::enemies:
    case WordOp::all_characters:
      found.characters = characters_with(c, s, wanted(p, at), owners_meant(scope, p, at));
      return found;
    case WordOp::both: {
      found = things(c, s, scope, p, first);
      const Things b = things(c, s, scope, p, operand<WordOp::both, "b">(p, at));
      found.characters |= b.characters;
      found.cards = found.cards | b.cards;
      return found;
    }
    case WordOp::except: {
      found = things(c, s, scope, p, first);
      const Things b = things(c, s, scope, p, operand<WordOp::except, "these">(p, at));
      found.characters &= ~b.characters;
      found.cards = found.cards - b.cards;
      return found;
    }
    case WordOp::with_stars: {
      const Things of = things(c, s, scope, p, first);
      for (int who : core::bits(of.characters))
        if (stars_fit(c, s, scope, p, at, stars_of_item(c, s, who))) found.add(who);
      for (int card : of.cards)
        if (stars_fit(c, s, scope, p, at, stars_of_item(c, s, card_item + card))) found.cards.add(card);
      return found;
    }
    case WordOp::called:
      for (int who : core::bits(things(c, s, scope, p, first).characters))
        if (card_of_character(c, s, who).called == said<WordOp::called, "name">(p, at)) found.add(who);
      return found;
    case WordOp::with_alt:
      for (int who : core::bits(things(c, s, scope, p, first).characters))
        if (((card_of_character(c, s, who).alt_traits >> said<WordOp::with_alt, "trait">(p, at)) & 1) != 0)
          found.add(who);
      return found;
    case WordOp::lacking:
      for (int who : core::bits(things(c, s, scope, p, first).characters))
        if (lacks(c, s, who, said<WordOp::lacking, "kind">(p, at))) found.add(who);
      return found;
    case WordOp::under: return under(s, things(c, s, scope, p, first).characters);
    case WordOp::upgrades:
      for (int who : core::bits(things(c, s, scope, p, operand<WordOp::upgrades, "on">(p, at)).characters))
        for (int card : upgrades_on(s, who))
          if (kind_fits(battle_card(c, s, card), said<WordOp::upgrades, "kind">(p, at))) found.cards.add(card);
      return found;
    case WordOp::fitting: {
      const CharacterSet onto = things(c, s, scope, p, operand<WordOp::fitting, "onto">(p, at)).characters;
      for (int card : things(c, s, scope, p, first).cards)
        for (int who : core::bits(onto))
          if (may_be_put_on(c, s, card, who)) found.cards.add(card);
      return found;
    }
    case WordOp::cards: found.cards = cards_with(c, s, scope, p, at); return found;
    case WordOp::showing:
    case WordOp::with_plan:
    case WordOp::with_colors:
      for (int card : things(c, s, scope, p, first).cards)
        if (filter_fits(c, s, scope, p, at, card)) found.cards.add(card);
      return found;
    case WordOp::endangered:
      found.cards = endangered_upgrades(c, s, scope, said<WordOp::endangered, "kind">(p, at));
      return found;
    default: found.add(single(s, scope, p, at)); return found;
  }
}

// Asks whether one thing is in a set instead of listing the set.
bool among_things(const Content& c, const State& s, const Scope& scope, Program p, int at, int item) {
  if (item < 0) return false;
  const int first = at + 1;
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::your_characters:
    case WordOp::enemies:
    case WordOp::all_characters: {
      const Wanted w = wanted(p, at);
      return is_character(item) && core::contains(places(s, w, owners_meant(scope, p, at)), item) &&
             fits(c, s, item, w);
    }
    case WordOp::cards: {
      if (!is_card(item)) return false;
      const int card = item - card_item;
      const int place = said<WordOp::cards, "in">(p, at), whose = said<WordOp::cards, "whose">(p, at);
      const bool there = place == anywhere || place_set(s, scope, place, whose).has(card);
      return there && s.definition[card] != 0 && card_fits(c, s, p, at, card);
    }
    case WordOp::showing:
    case WordOp::with_plan:
    case WordOp::with_colors:
      return is_card(item) && among_things(c, s, scope, p, first, item) &&
             filter_fits(c, s, scope, p, at, item - card_item);
    case WordOp::called:
      return is_character(item) && among_things(c, s, scope, p, first, item) &&
             card_of_character(c, s, item).called == said<WordOp::called, "name">(p, at);
    case WordOp::with_stars:
      return among_things(c, s, scope, p, first, item) && stars_fit(c, s, scope, p, at, stars_of_item(c, s, item));
    default: {
      const int only = single(s, scope, p, at);
      return only != not_single ? only == item : things(c, s, scope, p, at).has(item);
    }
  }
}

// ---- what a choice offers ------------------------------------------------------------------------------

// TCG-OUT-06: every card of the format, or what was declared with the deck, or the sideboard.
void list_outside_characters(const Content& c, const State& s, Seat seat, int trait, ability::Items& out) {
  if (s.options.outside_pool == 2) return;
  const std::uint8_t preset = s.options.deck[core::index(seat)];
  for (const int record : c.outside_by_trait[trait]) {
    if (s.options.outside_pool == 1) {
      if (preset == 0xFF) continue;
      const auto& declared = c.decks[preset].outside_characters;
      if (std::find(declared.begin(), declared.end(), record) == declared.end()) continue;
    }
    out.push(static_cast<std::int16_t>(outside_character_item + record));
  }
}

namespace {

void list_outside_cards(const Content& c, const State& s, const Scope& scope, Program p, int filter,
                        ability::Items& out) {
  const Seat seat = scope.controller;
  bool room = false;
  for (int i = 0; i < max_cards; ++i) room = room || s.definition[core::index(seat) * max_cards + i] == 0;
  if (!room) return;
  const std::uint8_t preset = s.options.deck[core::index(seat)];
  for (int record = 0; record < static_cast<int>(c.cards.size()); ++record) {
    if (filter >= 0 && !stars_fit(c, s, scope, p, filter, c.cards[static_cast<std::size_t>(record)].stars))
      continue;
    if (s.options.outside_pool == 1) {
      if (preset == 0xFF) continue;
      const auto& declared = c.decks[preset].outside_cards;
      if (std::find(declared.begin(), declared.end(), record) == declared.end()) continue;
    }
    if (s.options.outside_pool == 2) {
      const auto& side = s.sideboard[core::index(seat)];
      if (std::find(side + 1, side + sideboard_size, record + 1) == side + sideboard_size) continue;
    }
    if (out.size() < ability::Items::capacity) out.push(static_cast<std::int16_t>(outside_card_item + record));
  }
}

bool is_outside(Program p, int at) {
  return static_cast<WordOp>(p.opcode(at)) == WordOp::cards && said<WordOp::cards, "in">(p, at) == outside_place;
}

}  // namespace

void Words::select(const Content& c, const State& s, const Scope& scope, Program p, int at, ability::Items& out) {
  const auto op = static_cast<WordOp>(p.opcode(at));
  if (op == WordOp::outside_characters)
    return list_outside_characters(c, s, scope.controller, said<WordOp::outside_characters, "trait">(p, at), out);
  if (op == WordOp::icon_colors) {
    for (int color = 0; color < Color_count; ++color) out.push(static_cast<std::int16_t>(color_item + color));
    return;
  }
  if (is_outside(p, at)) return list_outside_cards(c, s, scope, p, -1, out);
  if (op == WordOp::with_stars && is_outside(p, at + 1)) return list_outside_cards(c, s, scope, p, at, out);
  const Things found = things(c, s, scope, p, at);
  for (int who : core::bits(found.characters)) out.push(static_cast<std::int16_t>(who));
  for (int card : found.cards) out.push(static_cast<std::int16_t>(card_item + card));
}

namespace {

bool is_own_hand(Program p, int at) {
  return static_cast<WordOp>(p.opcode(at)) == WordOp::cards && said<WordOp::cards, "in">(p, at) == in_hand &&
         said<WordOp::cards, "whose">(p, at) == static_cast<int>(Who::you);
}

}  // namespace

// TCG-HID-08: which of the own hand cards can be chosen is nobody else's business.
bool Words::conceals(const Content&, const State& s, const Scope& scope, Program p, int at) {
  const auto op = static_cast<WordOp>(p.opcode(at));
  if (op == WordOp::showing || op == WordOp::with_colors || op == WordOp::with_plan)
    return is_own_hand(p, at + 1) && has_hand(s, scope.controller);
  return is_own_hand(p, at) && !is_any_card(p, at) && has_hand(s, scope.controller);
}

}  // namespace rw::transformers_tcg
