// A position of RISK Cybertron: the board, the armies, the cards, the attack in progress.
// Layout, sizes and capacities are explained in README.md beside this file.
#pragma once

#include <cstdint>

#include "engine/ability/lasting.h"
#include "engine/core/asking.h"
#include "engine/core/fixed.h"
#include "engine/core/idioms.h"
#include "engine/core/names.h"
#include "engine/core/random.h"
#include "engine/core/table.h"
#include "risk_cybertron/clauses.h"

namespace rw::risk_cybertron {

using core::Seat;
using core::SeatMask;

inline constexpr int max_players = 4;
inline constexpr int board_zones = 42;       // RSK-MAP-09: factories come on top
inline constexpr int all_zones = 44;
inline constexpr int special_zones = 4;      // two pivots, two slides, in content order
inline constexpr int card_count = 42;
inline constexpr int leader_count = 4;
inline constexpr int max_attack_dice = 3;    // RSK-ATK-07
inline constexpr int max_defence_dice = 2;   // RSK-ATK-09
// More robots than one turn can bring (three sectors four times over, every card, both factories).
inline constexpr int most_operational = 180;

enum class Zone : std::uint8_t {};
inline constexpr Zone no_zone{0xFF};
constexpr bool is_factory(Zone zone) { return core::index(zone) >= board_zones; }
enum class Card : std::uint8_t {};  // an upgrade card
inline constexpr Card no_card{0xFF};
enum class LeaderId : std::uint8_t {};  // which of the four
inline constexpr LeaderId no_leader{0xFF};
enum class SpecialId : std::uint8_t {};  // a special zone: its bit of State::open
inline constexpr SpecialId no_special{0xFF};

using ZoneMask = std::uint64_t;
inline constexpr ZoneMask board_mask = (ZoneMask{1} << board_zones) - 1;

RW_NAMED_ENUM(Mode, std::uint8_t, robot, vehicle)
RW_NAMED_ENUM(Side, std::uint8_t, attacker, defender)

// The parts of a game and of a turn, as the players name them.
RW_NAMED_ENUM(Phase, std::uint8_t, leaders, claim, deploy, place, transform, attack, reinforce, draw, over)

// What a seat can be asked.
RW_NAMED_ENUM(Question, std::uint8_t, none, choose_leader, claim, deploy, play_cards, place, transform, attack,
              card_window, commit_attack, commit_defence, add_bonus, choose, go_on, move_in, reinforce, move_units)
// What becomes of each when it has only one answer (core/driver.h). A hand is hidden (RSK-HID-02); a lone unit
// moves unasked.
constexpr core::AskingSets askings(Question) {
  using enum Question;
  return {.plain = core::at(choose_leader),
          .window = core::at(play_cards, card_window),
          .ending = core::at(place, transform, attack, reinforce),
          .several = core::at(none, claim, deploy, commit_attack, commit_defence, add_bonus, choose, go_on,
                              move_in, move_units)};
}

// What a seat can do; lexicon.cpp says where and how each is written.
RW_NAMED_ENUM(Verb, std::uint8_t, none, lead, claim, place, play, pass, revive, flip_leader, transform, attack,
              use, add_bonus, choose, done, move_in, continue_, end_attack, reinforce, move, jump, give, end_phase)

// The steps an agenda is made of.
RW_NAMED_ENUM(Step, std::uint8_t, none, leaders, claim, deploy, turn, attack, window, program, move_units,
              end_of_day)

RW_NAMED_ENUM(EventKind, std::uint8_t, note, first_player, leader_chosen, army_placed, claimed, dealt, deployed,
              turn_begins, phase_begins, income, sector_bonus, factory_output, robots_gained, placed, revived,
              flipped, transformed, crushed, card_played, attack_declared, attackers_announced,
              defenders_announced, dice_rolled, die_rerolled, bonus_added, compared, unit_lost, leader_retreats,
              captured, moved_in, attack_ends, effect_ends, eliminated, reinforced, jumped, given, card_drawn,
              pile_shuffled, matrix, robots_created, day_begins, game_over)

// The fact that stands in the way of a refused choice: locale facts.<name>, {a} have, {b} need.
RW_NAMED_ENUM(Fact, std::uint16_t, none, not_asked, game_over, other_question, leader_taken, faction_not_allowed,
              zone_occupied, zone_not_yours, one_at_a_time, too_many_robots, robots_left, leader_on_board,
              leader_not_on_board, robots_needed, already_flipped, no_zone_of_sector, not_special, no_symbol,
              card_not_held, wrong_window, wrong_side, condition_unmet, last_units, no_spare_piece, units_needed,
              not_adjacent, closed, team_mate, own_zone, shielded, units_range, capped, not_that_many_robots,
              leader_elsewhere, attacks_alone, roll_first, no_such_die, no_such_item, leader_must_move,
              must_leave_one, not_connected, already_reinforced, jump_not_available, jump_already_used,
              give_not_possible, too_late, too_early, same_zone, truce)

struct Leader {
  LeaderId who;  // no_leader before choosing
  Zone zone;     // no_zone: in the scrapheap
  Mode mode;
  std::uint8_t spare;
};

struct Die {
  std::uint8_t sides;  // 0: not rolled
  std::uint8_t value;
  std::uint8_t bonus;
  std::uint8_t marked;  // picked to be rolled again
};

// One side of the attack in progress. Dice lie from high to low (RSK-DIC-04).
struct Force {
  Seat seat;
  Zone zone;
  std::uint8_t units;       // announced for the roll, leader included
  std::uint8_t leader;      // 1: the leader is among them
  std::uint8_t bonus_left;  // +1 still to be placed
  std::uint8_t spare[3];
  Die dice[max_attack_dice];
};

struct Attack {
  Force force[2];            // by Side
  std::uint8_t open;         // an attack is going on
  std::uint8_t far_attack;   // RSK-LDR-12: declared on a zone that is not adjacent
  std::uint8_t rolls;        // how often the dice have been rolled, at most 255 counted
  std::uint8_t ended;        // a card has ended it
};

inline constexpr int agenda_depth = 8;      // turn, attack, window, program, move_units, two to spare
inline constexpr int lasting_capacity = 24; // cards with a duration: 20 in the box, leaders none

struct State {
  core::Random random;
  ZoneMask held[max_players];       // the zones each player controls; disjoint
  std::uint64_t hand[max_players];  // upgrade cards, a bit each
  ZoneMask failed;                  // sources of failed attacks this turn (RSK-RES-07)
  core::Agenda<agenda_depth> agenda;
  core::Sequence<ability::Lasting, lasting_capacity> lasting;
  core::Decision decision;
  std::uint32_t asked[max_players];
  core::Indexed<Zone, std::uint16_t, all_zones> robots;
  std::uint16_t pile[max_players];  // operational robots
  std::uint16_t supply_limit;       // pieces in each box, 0: no limit (RSK-GEN-08)
  std::uint16_t end_clause;         // the rule that ended the game
  Attack attack;
  Leader leader[max_players];
  Card draw_pile[card_count];     // the last one is the top
  Card discard_pile[card_count];  // the last one is the top
  core::Indexed<Card, SeatMask, card_count> known_by;
  std::uint8_t draw_count;
  std::uint8_t discard_count;
  std::uint8_t seats;
  Seat first;               // RSK-MOD-08
  Seat turn;
  Phase phase;
  std::uint8_t day;
  std::uint8_t days;
  std::uint8_t open;        // special zones that are open, a bit each
  SeatMask eliminated;
  SeatMask winners;
  // the turn's record
  std::uint8_t captured;       // zones captured from another player this turn, at most 255 counted
  std::uint8_t flipped;
  std::uint8_t transforms;     // special zones transformed this phase
  std::uint8_t reinforced;     // the reinforcement of phase 4 is used, or a zone was given
  std::uint8_t early_moves;    // reinforcements by cards this turn
  std::uint8_t jumped;
  std::uint8_t attacks;        // declared this turn
  Zone last_target;            // of the attack that ended last this turn
  Zone last_captured;          // this turn
  // table options
  std::uint8_t truce;                 // RSK-OPT-01
  std::uint8_t deal_zones;            // RSK-SET-13
  std::uint8_t megatron_lands_alone;  // RSK-OPT-04
  std::uint8_t pivots_start_open;     // RSK-SET-02
  std::uint8_t spare[6];
};
static_assert(core::is_flat<State>, "positions are compared, hashed and saved as bytes");
static_assert(sizeof(State) <= 1280, "a RISK position stays within twenty cache lines");

struct Content;
using Table = core::Table<State, Content>;

// ---- reading the board -------------------------------------------------------------------------

inline Seat owner_of(const State& s, Zone zone) {
  for (int i = 0; i < s.seats; ++i)
    if (core::contains(s.held[i], zone)) return core::seat(i);
  return core::no_seat;
}
inline Leader& leader_of(State& s, Seat seat) { return s.leader[core::index(seat)]; }
inline const Leader& leader_of(const State& s, Seat seat) { return s.leader[core::index(seat)]; }
inline bool leader_on(const State& s, Seat seat, Zone zone) { return leader_of(s, seat).zone == zone; }
// RSK-GEN-01: the leader counts as one robot.
inline int units_on(const State& s, Seat seat, Zone zone) {
  return s.robots[zone] + (leader_on(s, seat, zone) ? 1 : 0);
}
// The seat's zones from which a unit can leave: two robots stand there, or a robot and the leader.
inline ZoneMask zones_to_leave(const State& s, Seat seat) {
  const ZoneMask held = s.held[core::index(seat)];
  ZoneMask out = 0;
  for (const Zone z : core::bits<Zone>(held)) out |= static_cast<ZoneMask>(s.robots[z] >= 2) << core::index(z);
  const Zone leader = leader_of(s, seat).zone;
  return leader != no_zone && s.robots[leader] >= 1 ? out | (core::bit(leader) & held) : out;
}
inline int units_on(const State& s, Zone zone) {
  const Seat owner = owner_of(s, zone);
  return owner == core::no_seat ? 0 : units_on(s, owner, zone);
}
inline bool in_game(const State& s, Seat seat) { return !core::has(s.eliminated, seat); }
inline bool teams(const State& s) { return s.seats == 4; }
// RSK-MOD-05: team-mates sit opposite each other.
inline Seat team_mate(const State& s, Seat seat) {
  return teams(s) ? core::seat((core::index(seat) + 2) % 4) : core::no_seat;
}
// RSK-GEN-10: everybody but oneself and the team-mate.
inline bool enemies(const State& s, Seat a, Seat b) { return a != b && b != team_mate(s, a); }
inline ZoneMask zones_of_enemies(const State& s, Seat seat) {
  ZoneMask zones = 0;
  for (int i = 0; i < s.seats; ++i)
    if (enemies(s, seat, core::seat(i))) zones |= s.held[i];
  return zones;
}
inline Force& force(State& s, Side side) { return s.attack.force[static_cast<int>(side)]; }
inline const Force& force(const State& s, Side side) { return s.attack.force[static_cast<int>(side)]; }

// ---- the core's phrases (core/idioms.h) -------------------------------------------------------------------

using core::choice, core::cite, core::emit, core::emit_secret, core::legal, core::refuse;

constexpr Verb verb_of(core::Choice c) { return static_cast<Verb>(c.verb()); }

}  // namespace rw::risk_cybertron
