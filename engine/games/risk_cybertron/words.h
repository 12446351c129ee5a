// The ability words of RISK Cybertron, and the figures that lasting effects and leader powers change.
#pragma once

#include "engine/ability/interpreter.h"
#include "engine/games/risk_cybertron/content.h"
#include "engine/games/risk_cybertron/state.h"

namespace rw::risk_cybertron {

// Windows in which cards are played (RSK-CRD-09), and what can be replaced.
RW_NAMED_ENUM(Moment, std::uint8_t, phase1_cards, phase2, before_commit, before_roll, after_roll, after_capture,
              leader_scrapped)
RW_NAMED_ENUM(Role, std::uint8_t, active, attacker, defender, either)
RW_NAMED_ENUM(Until, std::uint8_t, at_once, end_of_phase, end_of_attack, end_of_turn)
RW_NAMED_ENUM(Who, std::uint8_t, you)

enum class WordOp : std::uint16_t {
  // effects
  gain_operational = ability::first_game_word,
  flip_leader,
  call_reinforcements,
  end_attack,
  move_robots,
  mark_die,
  reroll_marked,
  retreat_leader,
  // modifiers
  multiply,
  set_revive_cost,
  eight_sided_dice,
  bonus_die,
  ties_to,
  cap_units,
  shield_zone,
  leader_can,
  // conditions
  controls_card_zone,
  leader_is,
  // amounts
  units,
  // items
  own_zones_beside_leader,
  own_dice,
};

const ability::Vocabulary& vocabulary();

// How the interpreter reaches this game's words.
struct Words : ability::WordsOf<State, Content, Question::choose> {
  static bool test(const Content&, const State&, const Scope&, Program, int at);
  static int amount(const Content&, const State&, const Scope&, Program, int at);
  static void select(const Content&, const State&, const Scope&, Program, int at, ability::Items&);
  static void effect(Table&, core::Frame&, Program, int at);
  static void last(Table&, const core::Frame&, int block, int until);
};
using Interpreter = ability::Interpreter<Words>;

// What a `choose` offers: zones by number, then the dice of a side by rank.
enum class Item : std::uint16_t {};
inline constexpr int first_die_item = 100;
constexpr Item item_of(Zone zone) { return core::make<Item>(core::index(zone)); }
constexpr Item item_of_die(int rank) { return core::make<Item>(first_die_item + rank); }
constexpr bool is_zone(Item item) { return core::index(item) < all_zones; }
constexpr bool is_die(Item item) { return core::index(item) >= first_die_item; }
constexpr Zone zone_of(Item item) { return core::make<Zone>(core::index(item)); }
constexpr int rank_of(Item die) { return core::index(die) - first_die_item; }
inline void add(ability::Items& items, Item item) { items.push(static_cast<std::int16_t>(item)); }
inline Item named_item(const ability::Scope& scope, int name) {
  return core::make<Item>(ability::named(scope, name));
}
// The card that an effect comes from.
constexpr Card source_of(const auto& what) { return core::make<Card>(what.source); }

// A card's ability, put on the agenda (RSK-CRD-01).
void run_card(Table&, Seat, Card card);
void run_leader_power(Table&, Seat, int ability);
bool condition_holds(const Content&, const State&, Seat, core::Operand source, int ability);
Side side_of(const State&, Seat);

// ---- figures computed on read ------------------------------------------------------------------

struct Cap {
  int units = 99;
  int caps = 0;              // how many effects limit the side (RSK-ATK-16)
  bool by_leader = false;    // a leader's power is the lowest one (RSK-LDR-10)
};
Cap unit_cap(const Content&, const State&, Side);
int eight_sided_robots(const Content&, const State&, Side);  // 99: all of them
struct Bonus {
  int from_leader = 0;
  int from_cards = 0;
};
Bonus bonus_dice(const Content&, const State&, Side);
Side winner_of_ties(const Content&, const State&);
int sector_factor(const Content&, const State&, Seat);
struct FactoryOutput {
  int factor = 1;
  int cap = 0;
};
FactoryOutput factory_output(const Content&, const State&, Seat);
int revive_cost(const Content&, const State&, Seat);
ZoneMask shielded_zones(const Content&, const State&);
bool may_attack_anywhere(const Content&, const State&, Seat);
bool may_jump(const Content&, const State&, Seat);
// Does the leader's present mode change this figure at all?
bool has_power(const Content&, const Leader&, WordOp);
// The ability that replaces a moment for this seat's leader, or -1.
int leader_replacement(const Content&, const State&, Seat, Moment);

void end_lasting(Table&, Until, Clause);

}  // namespace rw::risk_cybertron
