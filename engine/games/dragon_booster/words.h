// The ability words of Dragon Booster.
#pragma once

#include "engine/ability/interpreter.h"
#include "engine/games/dragon_booster/content.h"
#include "engine/games/dragon_booster/state.h"

namespace rw::dragon_booster {

// Keywords are windows: their controller may use the effect there, for a card from the hand and once a
// turn (DRB-KEY-02 to 05). Everything else is an event: it happens by itself (DRB-MNV-04, DRB-KEY-12).
RW_NAMED_ENUM(Moment, std::uint8_t,
              // keywords
              main, battle,
              // this card is played, at any time or only then (DRB-EVT-07)
              played, played_in_main, played_in_battle,
              // triggers
              battle_won, battle_lost, event_played, crew_recruited,
              your_card_damaged,   // by a rival's effect
              rival_card_damaged)  // by an effect of yours
// Whose event: yours, or yours with this card as the rushing card.
RW_NAMED_ENUM(Role, std::uint8_t, you, this_)
RW_NAMED_ENUM(Until, std::uint8_t, at_once, end_of_battle, end_of_main, end_of_turn)
// `rival` is one rival, chosen once per use after its costs (DRB-MUL-02, 03) and kept in the frame;
// `served` is the player whose turn it is in `each_player`.
RW_NAMED_ENUM(Who, std::uint8_t, you, rival, each_rival, each_player, served)

RW_NAMED_ENUM(Licence, std::uint8_t, win_ties, fit_all_boxes)
RW_NAMED_ENUM(Harm, std::uint8_t, damage, lowering)
RW_NAMED_ENUM(CrystalKind, std::uint8_t, gear, crew)
RW_NAMED_ENUM(RaceKind, std::uint8_t, any, maneuver, event)
RW_NAMED_ENUM(GainChange, std::uint8_t, raised, lowered)
RW_NAMED_ENUM(Result, std::uint8_t, win, loss, tie)
// Where a card is put; always its owner's. `bottom` is the bottom of the race deck.
RW_NAMED_ENUM(Goal, std::uint8_t, hand, track, race_deck, bottom, dragon_deck)
// Where a rushing card goes after the battle.
RW_NAMED_ENUM(Way, std::uint8_t, hand, track, discards)
// Maneuvers in play: all, those of the track, those of the zone; of the zone all but the rushing card; the rushing
// card alone.
RW_NAMED_ENUM(Lane, std::uint8_t, play, track, zone, waiting, rushing)
RW_NAMED_ENUM(PlaceInPlay, std::uint8_t, track, zone)
RW_NAMED_ENUM(RacePlace, std::uint8_t, hand, race_deck, discards)
RW_NAMED_ENUM(GearPlace, std::uint8_t, mag_pit, damaged_pile)

enum class WordOp : std::uint16_t {
  // effects: figures
  gain_points = ability::first_game_word,
  lose_points,
  gain_energy,
  give_sprint,
  give_protection,
  // effects: cards
  draw,
  discard_top,
  discard_random,
  discard,
  damage,
  put,
  deploy,
  show,
  shuffle_race_deck,
  look_at_top,
  looked_to_bottom,
  look_at_hand,
  // effects: mag pit and zone
  bring,
  swap_dragon,
  rush_with,
  // modifiers
  sprint,
  protection,
  cost_less,
  stat,
  event_bonus,
  gain_cap,
  sprint_without_card,
  rushing_card_goes,
  can,
  take_color,
  no_events,
  switch_off_dragon,
  free_use,
  // conditions
  dragon_color,
  dragon_title,
  damaged_rival_card,
  behind,
  leading,
  started_battle,
  this_rushing,
  this_in,
  rival_printed_higher,
  // amounts
  points,
  dragon_stat,
  events_this_battle,
  // items
  maneuvers,
  race_cards,
  looked_cards,
  gear,
  crew,
  spare_dragons,
  colors,
  this_card,
  chosen,
};

const ability::Vocabulary& vocabulary();
// A place in the program of an ability, in one number.
inline constexpr int blocks_of_ability = 1 << 16;
bool brings_gear(ability::Program, int at);  // the word `bring` there

constexpr bool is_modifier(int opcode) {
  return opcode >= static_cast<int>(WordOp::sprint) && opcode <= static_cast<int>(WordOp::free_use);
}
constexpr std::uint32_t modifier_bit(WordOp word) {
  return 1u << (static_cast<int>(word) - static_cast<int>(WordOp::sprint));
}
// What `can` allows has a bit of its own besides.
constexpr std::uint32_t modifier_bit(Licence licence) {
  return modifier_bit(WordOp::free_use) << (1 + static_cast<int>(licence));
}

// What a `choose` offers: a card of the table, or a color, whose numbers lie far below those of cards.
enum class Item : std::uint16_t {};
constexpr Item item_of(Card card) { return core::make<Item>(core::index(card)); }
constexpr Item item_of(Color color) { return core::make<Item>(core::index(color)); }
constexpr bool is_color(Item item) { return core::index(item) < card_stride; }
constexpr Card card_of(Item item) { return core::make<Card>(core::index(item)); }
constexpr Color color_of(Item item) { return core::make<Color>(core::index(item)); }
inline void add(ability::Items& items, Item item) { items.push(static_cast<std::int16_t>(item)); }
inline Item named_item(const ability::Scope& scope, int name) {
  return core::make<Item>(ability::named(scope, name));
}

// How the interpreter reaches this game's words.
struct Words : ability::WordsOf<State, Content, Question::choose> {
  static Program program(const Content& c, int ability) {
    return c.abilities[static_cast<std::size_t>(ability)].program;
  }
  static bool test(const Content&, const State&, const Scope&, Program, int at);
  static int amount(const Content&, const State&, const Scope&, Program, int at);
  static void select(const Content&, const State&, const Scope&, Program, int at, ability::Items&);
  static void effect(Table&, core::Frame&, Program, int at);
  static Seat player(const State&, const Scope&, int who);
  static bool among(const State&, const Scope&, int who, Seat);
  static Seat first_seat(const State&, const Scope&);  // DRB-MUL-09
  static void last(Table&, const core::Frame&, int block, int until);
  static void later(Table&, const core::Frame&, int moment, int until, int block);
  static void found_nothing(Table&, const core::Frame&);
  static bool conceals(const Content&, const State&, const Scope&, Program, int at);
};
using Interpreter = ability::Interpreter<Words>;

// Is this card among those that the set means? Modifiers ask it for one card; nothing is listed.
bool holds(const Content&, const State&, const ability::Scope&, ability::Program, int at, Card);
// The rival chosen for an effect is kept as 1 + seat, so that 0 is none.
inline Seat rival_of(int object) { return object == 0 ? core::no_seat : core::seat(object - 1); }

}  // namespace rw::dragon_booster
