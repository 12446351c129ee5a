// Phase 4: moving units between connected zones, Optimus Prime's jump, giving a zone to the team-mate.
#include "engine/games/risk_cybertron/turn.h"

namespace rw::risk_cybertron {

// RSK-P4-03, RSK-P4-04, RSK-TEAM-01: own zones reached by a chain of one's own or the team-mate's zones.
ZoneMask connected(const Content& c, const State& s, Seat seat, Zone zone) {
  const Seat mate = team_mate(s, seat);
  const ZoneMask own = s.held[core::index(seat)];
  const ZoneMask friendly = own | (mate == core::no_seat ? 0 : s.held[core::index(mate)]);
  ZoneMask reached = core::bit(zone), frontier = reached;
  while (frontier != 0) {
    ZoneMask next = 0;
    for (const Zone z : core::bits<Zone>(frontier)) next |= neighbours(c, s, z);
    frontier = next & friendly & ~reached;
    reached |= frontier;
  }
  return reached & own;
}

namespace {

// What the step of moving units keeps.
struct Route {
  Zone from, to;
};
Route route_of(const core::Frame& f) { return {core::make<Zone>(f.subject), core::make<Zone>(f.object)}; }

bool early(const State& s) { return static_cast<Step>(s.agenda.back().step) == Step::move_units; }

bool can_reinforce(const Content& c, const State& s, Seat seat) {
  for (const Zone z : core::bits<Zone>(zones_to_leave(s, seat)))
    if (connected(c, s, seat, z) != core::bit(z)) return true;
  return false;
}

bool can_jump(const Content& c, const State& s, Seat seat) {
  const Leader& leader = leader_of(s, seat);
  return s.jumped == 0 && leader.zone != no_zone && s.robots[leader.zone] > 0 && zones_held(s, seat) > 1 &&
         may_jump(c, s, seat);
}

bool can_give(const State& s, Seat seat) {
  const Seat mate = team_mate(s, seat);
  return mate != core::no_seat && s.reinforced == 0 && in_game(s, mate) && zones_held(s, seat) > 1 &&
         spare_pieces(s, mate) > 0;
}

}  // namespace

bool can_act_in_phase4(const Content& c, const State& s, Seat seat) {
  return (s.reinforced == 0 && can_reinforce(c, s, seat)) || can_jump(c, s, seat) || can_give(s, seat);
}

void call_early_reinforcements(Table& t, Seat seat, Clause clause) {
  cite(t, clause, seat);
  if (can_reinforce(t.content, t.s, seat)) push_step(t, Step::move_units, seat, 0);
}

// Stage 0: where from and where to (early reinforcements); stage 1: how many.
void step_move_units(Table& t, core::Frame& f) {
  if (f.stage == 0) return ask(t, Question::reinforce, f.controller);
  const State& s = t.s;
  const Zone from = route_of(f).from;
  if (units_on(s, f.controller, from) == 2 && !leader_on(s, f.controller, from))
    return move(t, f.controller, choice(Verb::move, 1));
  ask(t, Question::move_units, f.controller);
}

// ---- reinforcing -----------------------------------------------------------------------------------

void list_reinforcements(const Content& c, const State& s, ChoiceList& out) {
  const Seat seat = s.decision.asked;
  if (!early(s) && s.reinforced != 0) return;
  const ZoneMask sources = zones_to_leave(s, seat);
  ZoneMask seen = 0;
  for (const Zone z : core::bits<Zone>(s.held[core::index(seat)])) {
    if (core::contains(seen, z)) continue;
    const ZoneMask chain = connected(c, s, seat, z);
    seen |= chain;
    for (const Zone from : core::bits<Zone>(chain & sources))
      for (const Zone to : core::bits<Zone>(chain & ~core::bit(from))) out.add(choice(Verb::reinforce, from, to));
  }
}

void list_jumps(const Content& c, const State& s, ChoiceList& out) {
  const Seat seat = s.decision.asked;
  if (early(s) || !can_jump(c, s, seat)) return;
  for (const Zone z : core::bits<Zone>(s.held[core::index(seat)] & ~core::bit(leader_of(s, seat).zone)))
    out.add(choice(Verb::jump, z));
}

void list_gifts(const Content&, const State& s, ChoiceList& out) {
  const Seat seat = s.decision.asked;
  if (early(s) || !can_give(s, seat)) return;
  for (const Zone z : core::bits<Zone>(s.held[core::index(seat)])) out.add(choice(Verb::give, z));
}

Refusal judge_reinforce(const Content& c, const State& s, Seat seat, Choice choice) {
  const Zone from = choice.a<Zone>(), to = choice.b<Zone>();
  if (!early(s) && s.reinforced != 0) {
    // A zone given this turn stands in place of the reinforcement (RSK-TEAM-05).
    return refuse(s.reinforced == 2 ? Clause::RSK_TEAM_05 : Clause::RSK_P4_01, Fact::already_reinforced);
  }
  const ZoneMask own = s.held[core::index(seat)];
  if (!core::contains(own, from) || !core::contains(own, to))
    return refuse(Clause::RSK_P4_06, Fact::zone_not_yours);
  if (from == to) return refuse(Clause::RSK_P4_06, Fact::same_zone);
  if (units_on(s, seat, from) < 2)
    return refuse(Clause::RSK_P4_02, Fact::units_needed, units_on(s, seat, from), 2);
  if (!core::contains(connected(c, s, seat, from), to)) return refuse(Clause::RSK_P4_06, Fact::not_connected);
  return legal;
}

namespace {

// Which rules of the board carry the chain: asked only when somebody listens.
void cite_chain(Table& t, Seat seat, Zone from, Zone to) {
  State& s = t.s;
  const Content& c = t.content;
  cite(t, Clause::RSK_P4_03, seat);
  // By borders alone? If not, gates, hyperlinks or factories are part of it.
  const ZoneMask own = s.held[core::index(seat)];
  ZoneMask by_border = core::bit(from), by_own = core::bit(from);
  for (int round = 0; round < all_zones; ++round) {
    for (const Zone z : core::bits<Zone>(by_border))
      for (const Zone n : core::bits<Zone>(neighbours(c, s, z) & own))
        if (c.links[z][n] == Link::border) by_border |= core::bit(n);
    for (const Zone z : core::bits<Zone>(by_own)) by_own |= neighbours(c, s, z) & own;
  }
  if (!core::contains(by_border, to)) cite(t, Clause::RSK_P4_04, seat);
  if (!core::contains(by_own, to)) cite(t, Clause::RSK_TEAM_01, seat);
}

}  // namespace

void reinforce(Table& t, Seat seat, Choice choice) {
  State& s = t.s;
  if (early(s)) {
    if (s.early_moves < 255) ++s.early_moves;
    s.agenda.pop();
  } else {
    s.reinforced = 1;
    if (s.early_moves > 0) cite(t, Clause::RSK_P2_19, seat);
  }
  push_step(t, Step::move_units, seat, 1, choice.a(), choice.b());
}

Refusal judge_move(const Content&, const State& s, Seat seat, Choice choice) {
  const Zone from = route_of(s.agenda.back()).from;
  const int n = choice.a();
  const bool leader = choice.d() != 0;
  const int units = units_on(s, seat, from);
  if (n < 1) return refuse(Clause::RSK_P4_01, Fact::units_range, n, units - 1);
  if (n > units - 1) return refuse(Clause::RSK_P4_02, Fact::must_leave_one, units, n);
  if (leader && !leader_on(s, seat, from)) return refuse(Clause::RSK_P4_05, Fact::leader_elsewhere);
  if (n - (leader ? 1 : 0) > s.robots[from])
    return refuse(Clause::RSK_ATK_17, Fact::not_that_many_robots, s.robots[from], n);
  return legal;
}

void list_moves(const Content& c, const State& s, ChoiceList& out) {
  const Seat seat = s.decision.asked;
  const int units = units_on(s, seat, route_of(s.agenda.back()).from);
  for (int leader = 0; leader <= 1; ++leader)
    for (int n = 1; n < units; ++n)
      if (const Choice one = choice(Verb::move, n, 0, 0, leader); !judge_move(c, s, seat, one).refused())
        out.add(one);
}

void move(Table& t, Seat seat, Choice choice) {
  const auto [from, to] = route_of(t.s.agenda.pop());
  const bool leader = choice.d() != 0;
  move_units(t.s, seat, from, to, choice.a(), leader);
  emit(t, t.s.phase == Phase::transform ? Clause::RSK_P2_15 : Clause::RSK_P4_01, EventKind::reinforced, seat, from,
       to, choice.a(), leader ? 1 : 0);
  if (t.log != nullptr) cite_chain(t, seat, from, to);
  if (leader) {
    cite(t, Clause::RSK_P4_05, seat);
    cite(t, Clause::RSK_LDR_18, seat);
  }
}

// ---- the jump ----------------------------------------------------------------------------------------

Refusal judge_jump(const Content& c, const State& s, Seat seat, Choice choice) {
  // RSK-P2-15: early reinforcements do not carry the jump.
  if (early(s)) return refuse(Clause::RSK_P2_15, Fact::jump_not_available);
  const Leader& leader = leader_of(s, seat);
  if (leader.zone == no_zone || !may_jump(c, s, seat)) return refuse(Clause::RSK_LDR_08, Fact::jump_not_available);
  if (s.jumped != 0) return refuse(Clause::RSK_LDR_07, Fact::jump_already_used);
  if (!core::contains(s.held[core::index(seat)], choice.a()))
    return refuse(Clause::RSK_LDR_08, Fact::zone_not_yours);
  if (choice.a<Zone>() == leader.zone) return refuse(Clause::RSK_LDR_06, Fact::same_zone);
  if (s.robots[leader.zone] == 0) return refuse(Clause::RSK_LDR_08, Fact::must_leave_one, 1, 1);
  return legal;
}

void jump(Table& t, Seat seat, Choice choice) {
  Leader& leader = leader_of(t.s, seat);
  const Zone from = leader.zone;
  leader.zone = choice.a<Zone>();
  t.s.jumped = 1;
  emit(t, Clause::RSK_LDR_06, EventKind::jumped, seat, from, choice.a());
  cite(t, Clause::RSK_LDR_07, seat);
}

// ---- giving a zone -----------------------------------------------------------------------------------

Refusal judge_give(const Content&, const State& s, Seat seat, Choice choice) {
  if (early(s)) return refuse(Clause::RSK_TEAM_10, Fact::give_not_possible);
  if (!teams(s)) return refuse(Clause::RSK_TEAM_05, Fact::give_not_possible);
  if (s.reinforced != 0) return refuse(Clause::RSK_TEAM_05, Fact::already_reinforced);
  if (!in_game(s, team_mate(s, seat))) return refuse(Clause::RSK_TEAM_05, Fact::give_not_possible);
  if (!core::contains(s.held[core::index(seat)], choice.a()))
    return refuse(Clause::RSK_TEAM_02, Fact::zone_not_yours);
  if (zones_held(s, seat) == 1) return refuse(Clause::RSK_TEAM_05, Fact::last_units);
  if (spare_pieces(s, team_mate(s, seat)) == 0) return refuse(Clause::RSK_GEN_08, Fact::no_spare_piece);
  return legal;
}

// RSK-TEAM-02, 03, 04, 06: all units there are scrapped, the leader too; the team-mate puts one robot.
void give(Table& t, Seat seat, Choice choice) {
  State& s = t.s;
  const Zone zone = choice.a<Zone>();
  const Seat mate = team_mate(s, seat);
  emit(t, Clause::RSK_TEAM_02, EventKind::given, seat, zone, mate, units_on(s, seat, zone));
  if (leader_on(s, seat, zone)) scrap_leader(t, seat, Clause::RSK_TEAM_03);
  s.held[core::index(seat)] &= ~core::bit(zone);
  s.held[core::index(mate)] |= core::bit(zone);
  s.robots[zone] = 1;
  s.reinforced = 2;
  cite(t, Clause::RSK_TEAM_03, seat);
  cite(t, Clause::RSK_TEAM_04, seat);
  cite(t, Clause::RSK_TEAM_06, seat);
  cite(t, Clause::RSK_TEAM_07, seat);
}

}  // namespace rw::risk_cybertron
