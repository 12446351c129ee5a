// Leaving a game: conceding, running out of time, a draw by agreement.
#include <span>

#include "engine/games/risk_cybertron/rules.h"
#include "engine/games/risk_cybertron/turn.h"

namespace rw::risk_cybertron {
namespace {

// Zones that can spare a robot (RSK-GEN-04); the units of an attack that goes on stay where they fight.
ZoneMask zones_to_thin(const State& s, Seat seat) {
  ZoneMask zones = zones_to_leave(s, seat);
  if (s.attack.open != 0)
    zones &= ~(core::bit(force(s, Side::attacker).zone) | core::bit(force(s, Side::defender).zone));
  return zones;
}

// RSK-GEN-08: a piece from the box, or a robot from another zone.
bool can_garrison(const State& s, Seat seat) { return spare_pieces(s, seat) > 0 || zones_to_thin(s, seat) != 0; }

// One robot from the box stands for the new owner. If the box is empty, it comes from the zone where most stand.
void hand_over(Table& t, Seat to, Zone zone) {
  State& s = t.s;
  if (spare_pieces(s, to) == 0) {
    Zone fullest = no_zone;
    for (const Zone z : core::bits<Zone>(zones_to_thin(s, to)))
      if (fullest == no_zone || s.robots[z] > s.robots[fullest]) fullest = z;
    if (fullest != no_zone) --s.robots[fullest];
  }
  s.held[core::index(to)] |= core::bit(zone);
  s.robots[zone] = 1;
  emit(t, Clause::RSK_RES_16, EventKind::dealt, to, zone);
}

// The zones go to the team-mate; without one they are dealt at random, from the next player on. A player who has
// no piece left for a zone is passed over (RSK-GEN-08).
void leave_zones(Table& t, Seat seat) {
  State& s = t.s;
  Zone zones[all_zones];
  std::size_t count = 0;
  for (const Zone z : core::bits<Zone>(s.held[core::index(seat)])) {
    zones[count++] = z;
    s.robots[z] = 0;
  }
  s.held[core::index(seat)] = 0;
  leader_of(s, seat).zone = no_zone;
  s.pile[core::index(seat)] = 0;
  if (s.phase == Phase::claim) return;  // free to be claimed again
  const Seat mate = team_mate(s, seat);
  const bool to_mate = mate != core::no_seat && in_game(s, mate);
  if (!to_mate) core::shuffle(s.random, t.chance, std::span(zones, count));
  Seat to = to_mate ? mate : next_in_game(s, seat);
  for (; count > 0; --count) {
    Seat taker = to;
    for (int tries = 1; tries < s.seats && !can_garrison(s, taker); ++tries) taker = next_in_game(s, taker);
    if (taker != to) cite(t, Clause::RSK_GEN_08, to);
    hand_over(t, taker, zones[count - 1]);
    if (!to_mate) to = next_in_game(s, taker);
  }
}

bool is_before_day_1(const State& s) { return s.phase < Phase::place; }

// An attack of the player or on the player is broken off; a zone that is captured already is moved into.
// False: what is asked now stays as it is.
bool break_off(Table& t, Seat seat) {
  State& s = t.s;
  const Force& defender = force(s, Side::defender);
  const bool fights =
      s.attack.open != 0 && (force(s, Side::attacker).seat == seat ||
                             (defender.seat == seat && core::contains(s.held[core::index(seat)], defender.zone)));
  if (!fights && s.turn != seat) return s.decision.asked == seat;
  while (static_cast<Step>(s.agenda.back().step) != Step::turn) s.agenda.pop();
  if (s.attack.open != 0) end_lasting(t, Until::end_of_attack, Clause::RSK_CRD_05);
  s.attack = {};
  return true;
}

void leave_setup(Table& t, Seat seat) {
  State& s = t.s;
  core::Frame& f = s.agenda.back();
  if (f.controller == seat) f.controller = next_in_game(s, seat);
  if (s.decision.asked != seat) return;
  s.decision = {};
  Rules::run(t);
}

// Somebody of the only side that is left without this player, or nobody.
Seat last_side(const State& s, Seat without) {
  Seat any = core::no_seat;
  for (int i = 0; i < s.seats; ++i) {
    if (!in_game(s, core::seat(i)) || core::seat(i) == without) continue;
    if (any != core::no_seat && enemies(s, any, core::seat(i))) return core::no_seat;
    any = core::seat(i);
  }
  return any;
}

}  // namespace

Clause Rules::table_clause(core::TableVerb verb) {
  return verb == core::TableVerb::agree_draw ? Clause::RSK_END_09 : Clause::RSK_RES_16;
}

// RSK-RES-16.
void leave_game(Table& t, Seat seat, core::TableVerb) {
  State& s = t.s;
  if (const Seat winner = last_side(s, seat); winner != core::no_seat) return win(t, winner, Clause::RSK_RES_16);
  const bool broken_off = !is_before_day_1(s) && break_off(t, seat);
  core::include(s.eliminated, seat);
  if (s.phase > Phase::leaders) leave_zones(t, seat);
  return_hand(t, seat);
  if (is_before_day_1(s)) return leave_setup(t, seat);
  if (!broken_off) return;
  s.decision = {};
  if (s.turn == seat) {
    s.agenda.pop();
    s.lasting.clear();
    end_of_turn(t, seat);
  }
  Rules::run(t);
}

// RSK-END-09.
void draw_by_agreement(Table& t) {
  State& s = t.s;
  for (int i = 0; i < s.seats; ++i)
    if (in_game(s, core::seat(i))) core::include(s.winners, core::seat(i));
  s.end_clause = static_cast<std::uint16_t>(Clause::RSK_END_09);
  s.phase = Phase::over;
  s.decision = {};
  s.attack = {};
  s.agenda.clear();
  s.lasting.clear();
}

}  // namespace rw::risk_cybertron
