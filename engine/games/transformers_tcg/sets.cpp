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

// Where the set stands that a filter word takes things from. They all call it `of`, and say it first.
int filtered(Program p, int at) { return operand<WordOp::with_stars, "of">(p, at); }
static_assert([] {
  for (const WordOp word : {WordOp::except, WordOp::with_stars, WordOp::called, WordOp::with_alt, WordOp::lacking,
                            WordOp::fitting, WordOp::showing, WordOp::with_plan, WordOp::with_colors})
    if (ability::words<WordOp>[static_cast<std::size_t>(word) - ability::first_game_word].parameters[0].name !=
        "of")
      return false;
  return true;
}());

void add(ability::Items& items, Item item) { items.push(static_cast<std::int16_t>(item)); }

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

bool fits(const Content& c, const State& s, Character who, const Wanted& w) {
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
  for (const Character who : core::bits<Character>(set))
    if (fits(c, s, who, w)) core::include(found, who);
  return found;
}

// The three words have these operands in common.
Wanted wanted(Program p, int at) {
  constexpr WordOp any = WordOp::enemies;
  return {said<any, "trait">(p, at), said<any, "state">(p, at), said<any, "mode">(p, at), said<any, "in">(p, at)};
}

// Whose characters a set word means; `others` leaves out the bearer.
CharacterSet owners_meant(const Scope& scope, Program p, int at) {
  const auto op = static_cast<WordOp>(p.opcode(at));
  CharacterSet owners = op == WordOp::your_characters ? characters_of(scope.controller)
                        : op == WordOp::enemies       ? characters_of(opponent(scope.controller))
                                                      : ~CharacterSet{0};
  if (op != WordOp::enemies && said<WordOp::your_characters, "others">(p, at) != 0 &&
      bearer_of(scope) != no_character)
    owners &= ~core::bit(bearer_of(scope));
  return owners;
}

bool type_fits(const BattleCard& card, int type) {
  const SlotKind kind = card.kind;
  switch (type) {
    case action_type: return card.action;
    case upgrade_type: return !card.action;
    case weapon_type:
    case armor_type:
    case utility_type: return kind == core::make<SlotKind>(type - weapon_type);
    case weapon_or_armor: return kind == SlotKind::weapon || kind == SlotKind::armor;
    case armor_or_utility: return kind == SlotKind::armor || kind == SlotKind::utility;
    default: return true;
  }
}
// The kinds of `upgrades` and `endangered`: any, weapon, armor, utility, weapon or armor.
bool kind_fits(const BattleCard& card, int kind) {
  return kind == 0 || (kind == 4 ? card.kind == SlotKind::weapon || card.kind == SlotKind::armor
                                 : card.kind == core::make<SlotKind>(kind - 1));
}

CardSet of_whom(const Scope& scope, int whose) {
  if (whose == static_cast<int>(Who::both))
    return cards_of(scope.controller) | cards_of(opponent(scope.controller));
  return cards_of(whose == 0 ? scope.controller : opponent(scope.controller));
}

CardSet all_cards(const State& s) {
  CardSet all{};
  for (const Card card : core::first<Card>(card_count))
    if (is_there(s, card)) all.add(card);
  return all;
}

CardSet place_set(const State& s, const Scope& scope, int place, int whose) {
  CardSet set{};
  const CardSet owners = of_whom(scope, whose);
  const auto of_each_deck = [&](auto&& place_in) {
    for (int i = 0; i < player_count; ++i)
      if (s.deck_size[i] > 0) set.add(s.deck[i][place_in(s.deck_size[i])]);
  };
  switch (place) {
    case in_hand: set = s.hand; break;
    case in_scrap_pile: set = s.scrap; break;
    case on_deck_top: of_each_deck([](int size) { return size - 1; }); break;
    case on_deck_bottom: of_each_deck([](int) { return 0; }); break;
    case flipped_place: set = s.flipped; break;
    case these_place:
      for (const Card card : s.marked)
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

bool card_fits(const Content& c, const State& s, Program p, int at, Card card) {
  const int called = said<WordOp::cards, "called">(p, at);
  if (called >= 0 && core::index(record_of(s, card)) != called) return false;
  return type_fits(battle_card(c, s, card), said<WordOp::cards, "type">(p, at));
}

CardSet cards_with(const Content& c, const State& s, const Scope& scope, Program p, int at) {
  const CardSet set = place_set(s, scope, said<WordOp::cards, "in">(p, at), said<WordOp::cards, "whose">(p, at));
  if (is_any_card(p, at)) return set;
  CardSet found{};
  for (const Card card : set)
    if (card_fits(c, s, p, at, card)) found.add(card);
  return found;
}

// Does a filter word let this card through?
bool filter_fits(const Content& c, const State& s, const Scope& scope, Program p, int at, Card card) {
  const BattleCard& printed = battle_card(c, s, card);
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::showing: {
      const int name = said<WordOp::showing, "named">(p, at);
      const int color =
          name != no_name ? number_of(named_item(scope, name), color_item) : said<WordOp::showing, "color">(p, at);
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

int stars_of_item(const Content& c, const State& s, Item item) {
  return is_character(item) ? card_of_character(c, s, character_of(item)).stars
                            : battle_card(c, s, card_of(item)).stars;
}

bool lacks(const Content& c, const State& s, Character who, SlotKind kind) {
  for (const Card card : upgrades_on(s, who))
    if (battle_card(c, s, card).kind == kind) return false;
  return true;
}

Character rival_of(const State& s, Character who) {
  if (!fighting(s) || who == no_character) return no_character;
  if (attacker_of(s) == who) return defender_of(s);
  return defender_of(s) == who ? attacker_of(s) : no_character;
}

Things under(const State& s, CharacterSet who) {
  Things found;
  for (const Character i : core::first<Character>(character_count))
    if (is_there(s, i) && s.characters[i].beneath != 0 &&
        core::contains(who, character_of(owner_of(i), s.characters[i].beneath - 1)))
      core::include(found.characters, i);
  for (const Card card : s.under)
    if (core::contains(who, bearer_of(s, card))) found.cards.add(card);
  return found;
}

}  // namespace

Item single(const State& s, const Scope& scope, Program p, int at) {
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::self: return item_of(bearer_of(scope));
    case WordOp::this_card: {  // an Upgrade that has left its character is another card by now
      const Card card = card_of(source_of(scope));
      const bool gone = card != no_card && bearer_of(scope) != no_character && !s.attached.has(card);
      return gone ? no_item : item_of(card);
    }
    case WordOp::attacker: return fighting(s) ? item_of(attacker_of(s)) : no_item;
    case WordOp::defender: return fighting(s) ? item_of(defender_of(s)) : no_item;
    case WordOp::rival: return item_of(rival_of(s, bearer_of(scope)));
    case WordOp::subject: return subject_of(scope);
    case WordOp::object: return core::make<Item>(scope.object);
    case WordOp::paid_with: return item_of(s.paid_with);
    case WordOp::chosen:
      return scope.registers == nullptr ? no_item : named_item(scope, said<WordOp::chosen, "name">(p, at));
    default: return not_single;
  }
}

namespace {

CardSet endangered_upgrades(const Content& c, const State& s, const Scope& scope, int kind) {
  CardSet found{};
  for (const Card card : s.endangered)
    if (bearer_of(s, card) == bearer_of(scope) && card != card_of(source_of(scope)) &&
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

int icons_on(const Content& c, const State& s, Card card, Color color) {
  const BattleCard& printed = battle_card(c, s, card);
  if (!s.flipped.has(card)) return icons_of(printed.icons, static_cast<int>(color));
  return icons_of(printed.icons, color_flipped(c, s, owner_of(card), color));
}

int flipped_icons(const Content& c, const State& s, Seat seat, Color color) {
  std::uint64_t icons = 0;
  for (const Card card : s.flipped& cards_of(seat)) icons += battle_card(c, s, card).icons;
  return icons_of(icons, color_flipped(c, s, seat, color));
}

CardSet showing(const Content& c, const State& s, Seat seat, const CardSet& flips, Color color) {
  CardSet found{};
  const int wanted = color_flipped(c, s, seat, color);
  for (const Card card : flips& cards_of(seat))
    if (icons_of(battle_card(c, s, card).icons, wanted) > 0) found.add(card);
  return found;
}

bool suits(const Content& c, const State& s, Card card, Character who) {
  const BattleCard& printed = battle_card(c, s, card);
  const Scope scope = scope_at(owner_of(card), source_of(card, no_character), no_item);
  return among_things(c, s, scope, Words::program(c, printed.only_on), printed.only_on_at, item_of(who));
}

CharacterSet suited(const Content& c, const State& s, Card card) {
  const BattleCard& printed = battle_card(c, s, card);
  const CharacterSet own = fielded(s, owner_of(card));
  if (printed.action) return 0;
  if (printed.only_on < 0) return own;
  const Scope scope = scope_at(owner_of(card), source_of(card, no_character), no_item);
  return own & things(c, s, scope, Words::program(c, printed.only_on), printed.only_on_at).characters;
}

Things things(const Content& c, const State& s, const Scope& scope, Program p, int at) {
  Things found;
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::your_characters:
    case WordOp::enemies:
    case WordOp::all_characters:
      found.characters = characters_with(c, s, wanted(p, at), owners_meant(scope, p, at));
      return found;
    case WordOp::both: {
      found = things(c, s, scope, p, operand<WordOp::both, "a">(p, at));
      const Things b = things(c, s, scope, p, operand<WordOp::both, "b">(p, at));
      found.characters |= b.characters;
      found.cards = found.cards | b.cards;
      return found;
    }
    case WordOp::except: {
      found = things(c, s, scope, p, filtered(p, at));
      const Things b = things(c, s, scope, p, operand<WordOp::except, "these">(p, at));
      found.characters &= ~b.characters;
      found.cards = found.cards - b.cards;
      return found;
    }
    case WordOp::with_stars: {
      const Things of = things(c, s, scope, p, filtered(p, at));
      for (const Character who : core::bits<Character>(of.characters))
        if (stars_fit(c, s, scope, p, at, stars_of_item(c, s, item_of(who)))) core::include(found.characters, who);
      for (const Card card : of.cards)
        if (stars_fit(c, s, scope, p, at, stars_of_item(c, s, item_of(card)))) found.cards.add(card);
      return found;
    }
    case WordOp::called:
      for (const Character who : core::bits<Character>(things(c, s, scope, p, filtered(p, at)).characters))
        if (card_of_character(c, s, who).called == said<WordOp::called, "name">(p, at))
          core::include(found.characters, who);
      return found;
    case WordOp::with_alt:
      for (const Character who : core::bits<Character>(things(c, s, scope, p, filtered(p, at)).characters))
        if (((card_of_character(c, s, who).alt_traits >> said<WordOp::with_alt, "trait">(p, at)) & 1) != 0)
          core::include(found.characters, who);
      return found;
    case WordOp::lacking:
      for (const Character who : core::bits<Character>(things(c, s, scope, p, filtered(p, at)).characters))
        if (lacks(c, s, who, core::make<SlotKind>(said<WordOp::lacking, "kind">(p, at))))
          core::include(found.characters, who);
      return found;
    case WordOp::under: return under(s, things(c, s, scope, p, operand<WordOp::under, "who">(p, at)).characters);
    case WordOp::upgrades:
      for (const Character who :
           core::bits<Character>(things(c, s, scope, p, operand<WordOp::upgrades, "on">(p, at)).characters))
        for (const Card card : upgrades_on(s, who))
          if (kind_fits(battle_card(c, s, card), said<WordOp::upgrades, "kind">(p, at))) found.cards.add(card);
      return found;
    case WordOp::fitting: {
      const CharacterSet onto = things(c, s, scope, p, operand<WordOp::fitting, "onto">(p, at)).characters;
      for (const Card card : things(c, s, scope, p, filtered(p, at)).cards)
        for (const Character who : core::bits<Character>(onto))
          if (may_be_put_on(c, s, card, who)) found.cards.add(card);
      return found;
    }
    case WordOp::cards: found.cards = cards_with(c, s, scope, p, at); return found;
    case WordOp::showing:
    case WordOp::with_plan:
    case WordOp::with_colors:
      for (const Card card : things(c, s, scope, p, filtered(p, at)).cards)
        if (filter_fits(c, s, scope, p, at, card)) found.cards.add(card);
      return found;
    case WordOp::endangered:
      found.cards = endangered_upgrades(c, s, scope, said<WordOp::endangered, "kind">(p, at));
      return found;
    default: found.add(single(s, scope, p, at)); return found;
  }
}

// Asks whether one thing is in a set instead of listing the set.
bool among_things(const Content& c, const State& s, const Scope& scope, Program p, int at, Item item) {
  if (core::index(item) < 0) return false;
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::your_characters:
    case WordOp::enemies:
    case WordOp::all_characters: {
      const Wanted w = wanted(p, at);
      return is_character(item) && core::contains(places(s, w, owners_meant(scope, p, at)), item) &&
             fits(c, s, character_of(item), w);
    }
    case WordOp::cards: {
      if (!is_card(item)) return false;
      const Card card = card_of(item);
      const int place = said<WordOp::cards, "in">(p, at), whose = said<WordOp::cards, "whose">(p, at);
      const bool there = place == anywhere || place_set(s, scope, place, whose).has(card);
      return there && is_there(s, card) && card_fits(c, s, p, at, card);
    }
    case WordOp::showing:
    case WordOp::with_plan:
    case WordOp::with_colors:
      return is_card(item) && among_things(c, s, scope, p, filtered(p, at), item) &&
             filter_fits(c, s, scope, p, at, card_of(item));
    case WordOp::called:
      return is_character(item) && among_things(c, s, scope, p, filtered(p, at), item) &&
             card_of_character(c, s, character_of(item)).called == said<WordOp::called, "name">(p, at);
    case WordOp::with_stars:
      return among_things(c, s, scope, p, filtered(p, at), item) &&
             stars_fit(c, s, scope, p, at, stars_of_item(c, s, item));
    default: {
      const Item only = single(s, scope, p, at);
      return only != not_single ? only == item : things(c, s, scope, p, at).has(item);
    }
  }
}

// ---- what a choice offers ------------------------------------------------------------------------------

// TCG-OUT-06: every card of the format, or what was declared with the deck, or the sideboard.
void list_outside_characters(const Content& c, const State& s, Seat seat, int trait, ability::Items& out) {
  if (s.options.outside_pool == 2) return;
  const std::uint8_t preset = s.options.deck[core::index(seat)];
  for (const CharacterRecord record : c.outside_by_trait[trait]) {
    if (s.options.outside_pool == 1) {
      if (preset == 0xFF) continue;
      const auto& declared = c.decks[preset].outside_characters;
      if (std::find(declared.begin(), declared.end(), record) == declared.end()) continue;
    }
    add(out, item_at(outside_character_item, record));
  }
}

namespace {

void list_outside_cards(const Content& c, const State& s, const Scope& scope, Program p, int filter,
                        ability::Items& out) {
  const Seat seat = scope.controller;
  bool room = false;
  for (int i = 0; i < max_cards; ++i) room = room || !is_there(s, card_of(seat, i));
  if (!room) return;
  const std::uint8_t preset = s.options.deck[core::index(seat)];
  for (const CardRecord record : c.all_cards()) {
    if (filter >= 0 && !stars_fit(c, s, scope, p, filter, c.card(record).stars)) continue;
    if (s.options.outside_pool == 1) {
      if (preset == 0xFF) continue;
      const auto& declared = c.decks[preset].outside_cards;
      if (std::find(declared.begin(), declared.end(), record) == declared.end()) continue;
    }
    if (s.options.outside_pool == 2) {
      const auto& side = s.sideboard[core::index(seat)];
      if (std::find(side + 1, side + sideboard_size, from_1(record)) == side + sideboard_size) continue;
    }
    add(out, item_at(outside_card_item, record));
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
    for (int color = 0; color < Color_count; ++color) add(out, item_at(color_item, color));
    return;
  }
  if (is_outside(p, at)) return list_outside_cards(c, s, scope, p, -1, out);
  if (op == WordOp::with_stars && is_outside(p, filtered(p, at)))
    return list_outside_cards(c, s, scope, p, at, out);
  const Things found = things(c, s, scope, p, at);
  for (const Character who : core::bits<Character>(found.characters)) add(out, item_of(who));
  for (const Card card : found.cards) add(out, item_of(card));
}

namespace {

bool is_own_hand(Program p, int at) {
  return static_cast<WordOp>(p.opcode(at)) == WordOp::cards && said<WordOp::cards, "in">(p, at) == in_hand &&
         said<WordOp::cards, "whose">(p, at) == static_cast<int>(Who::you);
}

}  // namespace

// TCG-HID-08: nobody else learns which cards of a hand could be chosen.
bool Words::conceals(const Content&, const State& s, const Scope& scope, Program p, int at) {
  const auto op = static_cast<WordOp>(p.opcode(at));
  if (op == WordOp::showing || op == WordOp::with_colors || op == WordOp::with_plan)
    return is_own_hand(p, filtered(p, at)) && has_hand(s, scope.controller);
  return is_own_hand(p, at) && !is_any_card(p, at) && has_hand(s, scope.controller);
}

}  // namespace rw::transformers_tcg
