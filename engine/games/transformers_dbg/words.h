// The ability words of the Transformers Deck-Building Game.
//
// Who is "you": the player whose card it is. A card that nobody owns (Boss, Scheme, Initiative, Site,
// Encounter) speaks to the player whom its moment concerns: the one whose turn begins, who searches,
// who stands there, who is ambushed, who confronts. That player is its controller.
#pragma once

#include <array>

#include "engine/ability/interpreter.h"
#include "engine/core/names.h"
#include "engine/games/transformers_dbg/content.h"
#include "engine/games/transformers_dbg/state.h"

namespace rw::transformers_dbg {

// Windows in which a text may be used, then the events that texts wait for.
RW_NAMED_ENUM(Moment, std::uint8_t,
              // windows
              energon, activate, site, confront, after_encounter, assist, block, energon_or_block,
              // what becomes of a card
              played, reward, ambush, boss_reveal, confrontation, end_of_game,
              // what happens at the table
              start_of_turn, card_played, converted, searched, peeked, adversary_flipped, space_entered, bought,
              damage_gained, assist_played, assist_resolved, adversary_defeated, robot_defeated, boss_defeated,
              confrontation_failed, battle_lost, main_deck_out)
// Whose event it is. Adversary: a player of the faction against which the card stands, every player in
// a game of one faction (DBG-SCH-01). Visitor: a player who stands on the card.
RW_NAMED_ENUM(Role, std::uint8_t, you, adversary, opponent, other, every, visitor)
// first_use: this turn, until it has served once.
RW_NAMED_ENUM(Until, std::uint8_t, at_once, end_of_turn, end_of_battle, next_turn, next_battle, first_use)
// Target: the player in the first register of the ability, called `target` there. Hit and blocked: whom
// the Attack of this ability hit, and for whom it was Blocked (kept in the frame, DBG-ATK-08).
RW_NAMED_ENUM(Who, std::uint8_t, you, target, hit, blocked, everyone, others, opponents, adversaries, visitors)

// ---- what parameters may be ----------------------------------------------------------------------

// near_card: within 1 of this card; of the card that ambushes, on an Encounter.
RW_NAMED_ENUM(Where, std::uint8_t, anywhere, here, adjacent, within_1, within_2, within_3, in_range, near_card,
              corner)
RW_NAMED_ENUM(Kind, std::uint8_t, any_kind, robot, boss, technology, maneuver, ally, site, relic, starter, wrath,
              technology_or_maneuver, robot_or_boss, not_boss)
RW_NAMED_ENUM(Allegiance, std::uint8_t, any_faction, own_faction, adversary, autobot, decepticon)
RW_NAMED_ENUM(Face, std::uint8_t, any_face, up, down)
// control: play area and Character (DBG-GEN-09). The other_ zones leave out this card.
RW_NAMED_ENUM(Pile, std::uint8_t, hand, discard_pile, hand_or_discard, play_area, control, other_control, played,
              other_played, vault, destroyed_pile, deck)
RW_NAMED_ENUM(Destination, std::uint8_t, hand, deck_top, discard_pile, vault)
RW_NAMED_ENUM(SideUp, std::uint8_t, other_side, alt, bot, team, combiner)
RW_NAMED_ENUM(Whom, std::uint8_t, one, each, you)
RW_NAMED_ENUM(Guarded, std::uint8_t, you, in_range)
RW_NAMED_ENUM(Standing, std::uint8_t, any_player, other, opponent)
RW_NAMED_ENUM(Mover, std::uint8_t, mover, you, opposition, random)
RW_NAMED_ENUM(Deck, std::uint8_t, own, main)
RW_NAMED_ENUM(Fate, std::uint8_t, bottom, destroyed)
// What modifiers change. Figure: of this card. Toll: what costs more. Licence: what a player can do that the rules
// do not allow. Deed: what a player cannot do, or what cannot be done to that player.
RW_NAMED_ENUM(Figure, std::uint8_t, power, range, move)
RW_NAMED_ENUM(Toll, std::uint8_t, energon, confront, search)
RW_NAMED_ENUM(Licence, std::uint8_t, buy_adversary_robot, battle_with_move, fly, undo_flip, ignore_ambushes)
RW_NAMED_ENUM(Deed, std::uint8_t, draw, repair, convert, spend_energon, gain_damage, be_targeted, be_attacked,
              be_forced_to_assist)

enum class WordOp : std::uint16_t {
  // effects: prices and gains
  gain_energon = ability::first_game_word,
  lose_energon,
  pay_energon,
  pay_move,
  gain_vp,
  lose_vp,
  draw,
  discard,
  discard_hand,
  gain_damage,
  repair,
  convert,
  // effects: Power, Range and Move
  add_power,
  add_range,
  add_move,
  free_power,
  battle_power,
  raise_cost,
  // effects: Attack and Block
  attack,
  block_attack,
  // effects: the Matrix
  move_standee,
  teleport,
  peek,
  search,
  flip_down,
  rearrange,
  // effects: decks and piles
  sift_deck,
  peek_deck,
  take_peeked,
  put_main_card,
  destroy,
  put,
  reveal_from_vault,
  pick_at_random,
  add_tokens,
  cancel_confrontation,
  // modifiers: figures
  card_has,
  played_power,
  assist_power,
  battle_cost,
  buy_discount,
  tax,
  assists_forced,
  damage_penalty,
  // modifiers: permissions
  free_conversions,
  battle_own_robots,
  can,
  ambush_hits_all,
  cumulative_thwart,
  // modifiers: prohibitions
  cannot,
  no_range,
  blank_cards,
  // conditions
  mode,
  your_turn,
  unassisted,
  converted_this_turn,
  exists,
  exactly,
  card_is,
  happened,
  against_this_card,
  attack_hits,
  attack_against,
  boss_revealed,
  // amounts
  energon,
  damage,
  tokens,
  player_count,
  bosses_defeated,
  target_distance,
  highest_cost,
  divided,
  larger,
  // items
  characters,
  targets,
  cards,
  matrix_cards,
  spaces,
};

const ability::Vocabulary& vocabulary();

inline constexpr auto first_modifier = WordOp::card_has, last_modifier = WordOp::blank_cards;
constexpr bool is_modifier(int opcode) {
  return opcode >= static_cast<int>(first_modifier) && opcode <= static_cast<int>(last_modifier);
}
constexpr int modifier_place(WordOp word) { return static_cast<int>(word) - static_cast<int>(first_modifier); }

// A modifier of one sort: its word and, where that has sorts, which one. The sort is then its first operand.
struct Modifier {
  WordOp word;
  int sort = no_sort;

  static constexpr int no_sort = -1;
  constexpr Modifier(WordOp w) : word(w) {}
  constexpr Modifier(Figure figure) : word(WordOp::card_has), sort(static_cast<int>(figure)) {}
  constexpr Modifier(Toll toll) : word(WordOp::tax), sort(static_cast<int>(toll)) {}
  constexpr Modifier(Licence licence) : word(WordOp::can), sort(static_cast<int>(licence)) {}
  constexpr Modifier(Deed deed) : word(WordOp::cannot), sort(static_cast<int>(deed)) {}
};
constexpr int sorts_of(WordOp word) {
  switch (word) {
    case WordOp::card_has: return Figure_count;
    case WordOp::tax: return Toll_count;
    case WordOp::can: return Licence_count;
    case WordOp::cannot: return Deed_count;
    default: return 1;
  }
}
// Each sort has a bit.
inline constexpr auto first_bits = [] {
  std::array<std::uint8_t, modifier_place(last_modifier) + 2> bits{};
  for (std::size_t i = 0; i + 1 < bits.size(); ++i)
    bits[i + 1] = static_cast<std::uint8_t>(
        bits[i] + sorts_of(static_cast<WordOp>(static_cast<std::size_t>(first_modifier) + i)));
  return bits;
}();
static_assert(first_bits.back() <= 32);
constexpr std::uint32_t modifier_bit(Modifier modifier) {
  const int first = first_bits[static_cast<std::size_t>(modifier_place(modifier.word))];
  return 1u << (first + (modifier.sort == Modifier::no_sort ? 0 : modifier.sort));
}
inline constexpr int any_subtype = -1;  // an operand that is left out

// What a set holds: spaces, players, and cards by zone, owner and design (in play: by slot). A word that wants a
// card takes a space too and means its card.
enum class Item : std::int16_t {};
inline constexpr Item no_item{-1};
inline constexpr int first_seat_item = 1024;
RW_NAMED_ENUM(CardZone, std::uint8_t, none, hand, discard, play, vault, destroyed, deck)
constexpr Item item_of(Space space) { return core::make<Item>(core::index(space)); }
constexpr Item item_of(Seat seat) { return core::make<Item>(first_seat_item + core::index(seat)); }
constexpr Item item_of(CardZone zone, Seat seat, core::Operand in_it) {
  return core::make<Item>((core::index(zone) << 11) | ((core::index(seat) & 7) << 8) | in_it.value);
}
constexpr Item item_of(CardZone zone, Seat seat, Card card) { return item_of(zone, seat, core::Operand(card)); }
constexpr Item item_of(Seat seat, Slot slot) { return item_of(CardZone::play, seat, core::Operand(slot)); }
constexpr bool is_space(Item item) { return core::index(item) >= 0 && core::index(item) < max_spaces; }
constexpr bool is_seat(Item item) {
  return core::index(item) >= first_seat_item && core::index(item) < first_seat_item + max_players;
}
constexpr CardZone zone_of(Item item) { return core::make<CardZone>(core::index(item) >> 11); }
constexpr bool is_in_play(Item item) { return zone_of(item) == CardZone::play; }
constexpr Seat seat_of(Item item) { return core::seat(core::index(item) - first_seat_item); }
constexpr Space space_of(Item item) { return core::make<Space>(core::index(item)); }
constexpr Seat owner_of(Item item) { return core::seat((core::index(item) >> 8) & 7); }
constexpr Card card_of(Item item) { return core::make<Card>(core::index(item) & 0xFF); }
constexpr Slot slot_of(Item item) { return core::make<Slot>(core::index(item) & 0xFF); }
// A player in a register: chosen from a set, or named by each_player.
constexpr Seat seat_in(int value) {
  return core::seat(value >= first_seat_item ? value - first_seat_item : value);
}
inline void add(ability::Items& items, Item item) { items.push(static_cast<std::int16_t>(item)); }

// What the names of a text stand for.
inline constexpr int no_name = -1, target_name = 0;  // Who::target
inline Item named_item(const ability::Scope& scope, int name) {
  return core::make<Item>(ability::named(scope, name));
}
// The player that an operand names; else you.
inline Seat named_player(const ability::Scope& scope, int name) {
  return name == no_name ? scope.controller : seat_in(ability::named(scope, name));
}

// Who and what a text of this source is about.
constexpr ability::Scope scope_at(Seat controller, Source source, Subject subject = no_subject) {
  return {controller, core::index(source), core::index(subject), 0, nullptr};
}
constexpr Source source_of(const ability::Scope& scope) { return core::make<Source>(scope.source); }
constexpr Subject subject_of(const ability::Scope& scope) { return core::make<Subject>(scope.subject); }

// How the interpreter reaches this game's words.
struct Words : ability::WordsOf<State, Content, Question::choose> {
  static bool test(const Content&, const State&, const Scope&, Program, int at);
  static int amount(const Content&, const State&, const Scope&, Program, int at);
  static void select(const Content&, const State&, const Scope&, Program, int at, ability::Items&);
  static void effect(Table&, core::Frame&, Program, int at);
  static void ask(Table&, Seat);
  static Seat player(const State&, const Scope&, int who);
  static bool among(const State&, const Scope&, int who, Seat);
  static Seat first_seat(const State& s, const Scope&) { return s.turn; }  // DBG-TIM-01
  static void last(Table&, const core::Frame&, int block, int until);
  static void later(Table&, const core::Frame&, int moment, int until, int block);
  static void found_nothing(Table&, const core::Frame&);
  static bool conceals(const Content&, const State&, const Scope&, Program, int at);
  static bool possible(const Content&, const State&, const Scope&, Program, int block);
};
using Interpreter = ability::Interpreter<Words>;

}  // namespace rw::transformers_dbg
