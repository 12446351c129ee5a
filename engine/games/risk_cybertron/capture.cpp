// What a comparison costs, taking a zone, moving in, and leaving the game.
#include <algorithm>

#include "engine/games/risk_cybertron/turn.h"

namespace rw::risk_cybertron {

// RSK-GEN-07: to its owner's scrapheap.
void scrap_robot(Table& t, Seat seat, Zone zone, Clause clause) {
  --t.s.robots[zone];
  emit(t, clause, EventKind::unit_lost, seat, zone, 1, 0);
  cite(t, Clause::RSK_GEN_07, seat);
}

void scrap_leader(Table& t, Seat seat, Clause clause) {
  Leader& leader = leader_of(t.s, seat);
  emit(t, clause, EventKind::unit_lost, seat, leader.zone, 1, 1);
  leader.zone = no_zone;
  leader.mode = Mode::robot;  // RSK-LDR-16: he keeps no mode; revived, his owner chooses
  cite(t, Clause::RSK_LDR_16, seat);
}

// RSK-DIC-07, RSK-DIC-08: a robot if one is there, whether or not it fought.
void lose_unit(Table& t, Side which) {
  State& s = t.s;
  const Force side = force(s, which);
  if (s.robots[side.zone] > 0) {
    scrap_robot(t, side.seat, side.zone, Clause::RSK_DIC_07);
    cite(t, Clause::RSK_DIC_08, side.seat);
    return;
  }
  const int instead = leader_replacement(t.content, s, side.seat, Moment::leader_scrapped);
  if (instead >= 0 && condition_holds(t.content, s, side.seat, leader_of(s, side.seat).who, instead) &&
      (neighbours(t.content, s, side.zone) & s.held[core::index(side.seat)]) != 0)
    return run_leader_power(t, side.seat, instead);
  scrap_leader(t, side.seat, Clause::RSK_DIC_08);
  if (instead >= 0) cite(t, Clause::RSK_LDR_09, side.seat);  // nowhere to go
}

void retreat_leader(Table& t, Seat seat, Zone zone, Clause clause) {
  emit(t, clause, EventKind::leader_retreats, seat, leader_of(t.s, seat).zone, zone);
  leader_of(t.s, seat).zone = zone;
  cite(t, Clause::RSK_LDR_17, seat);
}

// ---- capture ---------------------------------------------------------------------------------------

// RSK-RES-01, RSK-RES-14: elimination comes first; if no enemy is left the units used move in and the
// game is over; otherwise the window after a capture, then the move.
void capture(Table& t) {
  State& s = t.s;
  const Force attacker = force(s, Side::attacker);
  const Force defender = force(s, Side::defender);
  s.held[core::index(defender.seat)] &= ~core::bit(defender.zone);
  s.held[core::index(attacker.seat)] |= core::bit(defender.zone);
  if (s.captured < 255) ++s.captured;
  s.last_captured = defender.zone;
  emit(t, Clause::RSK_RES_01, EventKind::captured, attacker.seat, defender.zone, defender.seat);
  if (is_factory(defender.zone)) cite(t, Clause::RSK_P5_02, attacker.seat);
  cite(t, Clause::RSK_GEN_02, attacker.seat);
  cite(t, Clause::RSK_GEN_03, attacker.seat);
  cite(t, Clause::RSK_RES_14, attacker.seat);
  if (eliminate_if_gone(t, defender.seat, Clause::RSK_RES_09) == Enemies::none_left) {
    move_units(s, attacker.seat, attacker.zone, defender.zone, attacker.units, attacker.leader != 0);
    emit(t, Clause::RSK_RES_02, EventKind::moved_in, attacker.seat, defender.zone, attacker.units, 0,
         attacker.leader);
    return win(t, attacker.seat, Clause::RSK_RES_13);
  }
  open_window(t, Moment::after_capture);
}

void move_units(State& s, Seat seat, Zone from, Zone to, int units, bool leader) {
  const int robots = units - (leader ? 1 : 0);
  s.robots[from] = static_cast<std::uint16_t>(s.robots[from] - robots);
  s.robots[to] = static_cast<std::uint16_t>(s.robots[to] + robots);
  if (leader) leader_of(s, seat).zone = to;
}

void place_from_scrapheap(Table& t, Seat seat, Zone zone, int robots, Clause clause) {
  const int placed = std::min(robots, spare_pieces(t.s, seat));
  if (placed < robots) cite(t, Clause::RSK_GEN_08, seat);
  t.s.robots[zone] = static_cast<std::uint16_t>(t.s.robots[zone] + placed);
  emit(t, clause, EventKind::robots_created, seat, zone, placed);
}

Refusal judge_move_in(const Content&, const State& s, Seat seat, Choice choice) {
  const Force& attacker = force(s, Side::attacker);
  const int n = choice.a();
  const bool leader = choice.d() != 0;
  if (n < attacker.units) return refuse(Clause::RSK_RES_02, Fact::units_needed, n, attacker.units);
  if (attacker.leader != 0 && !leader) return refuse(Clause::RSK_RES_02, Fact::leader_must_move);
  const int robots = n - (leader ? 1 : 0), fought = attacker.units - attacker.leader;
  if (robots < fought) return refuse(Clause::RSK_RES_02, Fact::units_needed, robots, fought);
  if (s.attack.far_attack != 0 && s.megatron_lands_alone != 0 && n != 1)
    return refuse(Clause::RSK_OPT_04, Fact::attacks_alone, n, 1);
  const int units = units_on(s, seat, attacker.zone);
  if (n > units - 1) return refuse(Clause::RSK_GEN_04, Fact::must_leave_one, units, n);
  if (leader && !leader_on(s, seat, attacker.zone)) return refuse(Clause::RSK_RES_03, Fact::leader_elsewhere);
  if (robots > s.robots[attacker.zone])
    return refuse(Clause::RSK_ATK_17, Fact::not_that_many_robots, s.robots[attacker.zone], robots);
  return legal;
}

void list_move_ins(const Content& c, const State& s, ChoiceList& out) {
  const Seat seat = s.decision.asked;
  const int units = units_on(s, seat, force(s, Side::attacker).zone);
  for (int leader = 0; leader <= 1; ++leader)
    for (int n = force(s, Side::attacker).units; n < units; ++n)
      if (const Choice one = choice(Verb::move_in, n, 0, 0, leader); !judge_move_in(c, s, seat, one).refused())
        out.add(one);
}

// The attack frame is on top of the agenda.
void move_in(Table& t, Seat seat, int units, bool leader) {
  State& s = t.s;
  const Force attacker = force(s, Side::attacker);
  const Zone target = force(s, Side::defender).zone;
  move_units(s, seat, attacker.zone, target, units, leader);
  emit(t, Clause::RSK_RES_02, EventKind::moved_in, seat, target, units, 0, leader ? 1 : 0);
  if (units > attacker.units) cite(t, Clause::RSK_RES_03, seat);
  if (leader) cite(t, Clause::RSK_LDR_18, seat);
  if (s.attack.far_attack != 0) cite(t, Clause::RSK_LDR_14, seat);
  if (s.attack.far_attack != 0 && s.megatron_lands_alone != 0) cite(t, Clause::RSK_OPT_04, seat);
  cite(t, Clause::RSK_GEN_04, seat);
  end_attack(t, Clause::RSK_RES_01);
}

void occupy(Table& t, Seat seat, Choice choice) { move_in(t, seat, choice.a(), choice.d() != 0); }

// ---- leaving the game ------------------------------------------------------------------------------

// RSK-RES-09, RSK-RES-11: the hand goes unseen into the draw pile, not to the conqueror.
void return_hand(Table& t, Seat seat) {
  State& s = t.s;
  if (s.hand[core::index(seat)] == 0) return;
  for (const Card card : core::bits<Card>(s.hand[core::index(seat)])) s.draw_pile[s.draw_count++] = card;
  s.hand[core::index(seat)] = 0;
  cite(t, Clause::RSK_RES_11, seat);
  shuffle_draw_pile(t, Clause::RSK_RES_09);
}

Enemies eliminate_if_gone(Table& t, Seat seat, Clause clause) {
  State& s = t.s;
  const ZoneMask held = s.held[core::index(seat)];
  if (held != 0) {
    const Zone alone = leader_of(s, seat).zone;
    if (core::population(held) == 1 && alone != no_zone && s.robots[alone] == 0) cite(t, Clause::RSK_RES_10, seat);
    return Enemies::left;
  }
  core::include(s.eliminated, seat);
  s.pile[core::index(seat)] = 0;
  emit(t, clause, EventKind::eliminated, seat);
  cite(t, Clause::RSK_RES_15, seat);
  return_hand(t, seat);
  for (int i = 0; i < s.seats; ++i)
    if (enemies(s, s.turn, core::seat(i)) && in_game(s, core::seat(i))) {
      if (team_mate(s, seat) != core::no_seat && in_game(s, team_mate(s, seat)))
        cite(t, Clause::RSK_TEAM_09, seat);
      return Enemies::left;
    }
  return Enemies::none_left;
}

}  // namespace rw::risk_cybertron
