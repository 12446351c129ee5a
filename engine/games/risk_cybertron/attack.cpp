// Phase 3: declaring an attack, announcing units, and the steps of an attack.
#include <algorithm>

#include "engine/games/risk_cybertron/turn.h"

namespace rw::risk_cybertron {

// The stages of one roll and what follows it.
enum AttackStage : std::uint8_t {
  window_before_commit,
  attacker_announces,
  defender_announces,
  window_before_roll,
  roll_stage,
  window_after_roll,
  attacker_bonus,
  defender_bonus,
  compare_stage,
  result_stage,
  capture_stage,
  move_in_stage,
};

namespace {

bool far_attack_from(const Content& c, const State& s, Seat seat, Zone source) {
  return leader_on(s, seat, source) && may_attack_anywhere(c, s, seat);
}

Refusal judge_target(const Content& c, const State& s, Seat seat, Zone source, Zone target) {
  const Seat owner = owner_of(s, target);
  if (owner == seat) return refuse(Clause::RSK_ATK_04, Fact::own_zone);
  if (owner == core::no_seat) return refuse(Clause::RSK_MAP_06, Fact::closed);  // a closed factory
  if (!enemies(s, seat, owner)) return refuse(Clause::RSK_ATK_05, Fact::team_mate);
  if (core::contains(shielded_zones(c, s), target)) return refuse(Clause::RSK_ATK_13, Fact::shielded);
  if (core::contains(neighbours(c, s, source), target) || far_attack_from(c, s, seat, source)) return legal;
  // RSK-MAP-04: a closed pivot is adjacent to nothing.
  for (const Zone zone : {source, target})
    if (c.zones[zone].special == Special::pivot && !is_open(c, s, zone))
      return refuse(Clause::RSK_MAP_04, Fact::closed);
  return refuse(Clause::RSK_ATK_04, Fact::not_adjacent);
}

}  // namespace

// RSK-OPT-01
bool under_truce(const State& s, Seat seat) { return s.truce != 0 && s.day == 1 && seat == s.first; }

Refusal judge_attack(const Content& c, const State& s, Seat seat, Choice choice) {
  const Zone source = choice.a<Zone>(), target = choice.b<Zone>();
  if (!core::contains(s.held[core::index(seat)], source)) return refuse(Clause::RSK_ATK_03, Fact::zone_not_yours);
  const int units = units_on(s, seat, source);
  if (units < 2) {
    if (core::contains(s.failed, source)) return refuse(Clause::RSK_RES_07, Fact::units_needed, units, 2);
    const bool far_away = far_attack_from(c, s, seat, source) && !core::contains(neighbours(c, s, source), target);
    return refuse(far_away ? Clause::RSK_LDR_13 : Clause::RSK_ATK_03, Fact::units_needed, units, 2);
  }
  return judge_target(c, s, seat, source, target);
}

bool can_attack(const Content& c, const State& s, Seat seat) {
  if (under_truce(s, seat)) return false;
  const ZoneMask targets = zones_of_enemies(s, seat) & ~shielded_zones(c, s);
  for (const Zone z : core::bits<Zone>(zones_to_leave(s, seat)))
    if ((neighbours(c, s, z) & targets) != 0 || (targets != 0 && far_attack_from(c, s, seat, z))) return true;
  return false;
}

void list_attacks(const Content& c, const State& s, ChoiceList& out) {
  const Seat seat = s.decision.asked;
  if (under_truce(s, seat)) return;
  const ZoneMask targets = zones_of_enemies(s, seat) & ~shielded_zones(c, s);
  for (const Zone z : core::bits<Zone>(zones_to_leave(s, seat)))
    for (const Zone target :
         core::bits<Zone>(far_attack_from(c, s, seat, z) ? targets : neighbours(c, s, z) & targets))
      out.add(choice(Verb::attack, z, target));
}

namespace {

// Which rule of the board makes the two zones adjacent.
Clause route_rule(Link link) {
  switch (link) {
    case Link::hyperlink: return Clause::RSK_MAP_02;
    case Link::round_the_planet: return Clause::RSK_MAP_03;
    case Link::gate: return Clause::RSK_MAP_04;
    case Link::hatch: return Clause::RSK_MAP_05;
    default: return Clause::RSK_MAP_01;
  }
}

// May the attack on this zone have failed (RSK-RES-05)? Then nobody ended it.
bool may_have_failed(const Content& c, const State& s, Seat seat, Zone target) {
  for (const Zone source : core::bits<Zone>(s.failed))
    if (core::contains(neighbours(c, s, source), target) || far_attack_from(c, s, seat, source)) return true;
  return false;
}

void cite_declaration(Table& t, Seat seat, Zone source, Zone target) {
  State& s = t.s;
  const Content& c = t.content;
  const bool near = core::contains(neighbours(c, s, source), target);
  if (near) {
    cite(t, route_rule(c.links[source][target]), seat);
    if (far_attack_from(c, s, seat, source)) cite(t, Clause::RSK_LDR_15, seat);
  } else {
    cite(t, Clause::RSK_LDR_11, seat);
    cite(t, Clause::RSK_LDR_13, seat);
    if (c.zones[source].special == Special::pivot && !is_open(c, s, source)) cite(t, Clause::RSK_LDR_20, seat);
  }
  if (is_factory(source) || is_factory(target)) cite(t, Clause::RSK_ATK_06, seat);
  if (s.attacks > 1) {
    cite(t, Clause::RSK_ATK_01, seat);
    cite(t, Clause::RSK_RES_06, seat);
  }
  if (s.last_target == target && !may_have_failed(c, s, seat, target)) cite(t, Clause::RSK_RES_08, seat);
}

}  // namespace

void declare_attack(Table& t, Seat seat, Choice choice) {
  State& s = t.s;
  const Zone source = choice.a<Zone>(), target = choice.b<Zone>();
  s.attack = {};
  s.attack.open = 1;
  s.attack.far_attack = core::contains(neighbours(t.content, s, source), target) ? 0 : 1;
  force(s, Side::attacker).seat = seat;
  force(s, Side::attacker).zone = source;
  force(s, Side::defender).seat = owner_of(s, target);
  force(s, Side::defender).zone = target;
  if (s.attacks < 255) ++s.attacks;
  emit(t, Clause::RSK_ATK_02, EventKind::attack_declared, seat, source, target);
  if (t.log != nullptr) cite_declaration(t, seat, source, target);
  push_step(t, Step::attack, seat);
}

// ---- announcing ----------------------------------------------------------------------------------

namespace {

// At most 3 for the attacker, who leaves one behind (RSK-ATK-07); 2 for the defender (RSK-ATK-09).
int most_units(const State& s, Side side) {
  const Force& own = force(s, side);
  const int units = units_on(s, own.seat, own.zone);
  return side == Side::attacker ? std::min(max_attack_dice, units - 1) : std::min(max_defence_dice, units);
}

// The side that is asked how many units it uses.
Side announcing(const State& s) {
  return static_cast<Question>(s.decision.kind) == Question::commit_attack ? Side::attacker : Side::defender;
}

Clause range_rule(Side side) { return side == Side::attacker ? Clause::RSK_ATK_07 : Clause::RSK_ATK_09; }

}  // namespace

void list_commitments(const Content& c, const State& s, ChoiceList& out) {
  const Side side = announcing(s);
  const Force& own = force(s, side);
  if (side == Side::attacker && s.attack.far_attack != 0) return out.add(choice(Verb::use, 1, 0, 0, 1));
  const int most = std::min(most_units(s, side), unit_cap(c, s, side).units);
  const int robots = s.robots[own.zone];
  for (int n = 1; n <= std::min(most, robots); ++n) out.add(choice(Verb::use, n));
  if (!leader_on(s, own.seat, own.zone)) return;
  for (int n = 1; n <= std::min(most, robots + 1); ++n) out.add(choice(Verb::use, n, 0, 0, 1));
}

Refusal judge_use(const Content& c, const State& s, Seat, Choice choice) {
  const Side side = announcing(s);
  const Force& own = force(s, side);
  const int n = choice.a();
  const bool leader = choice.d() != 0;
  // RSK-LDR-12: a far attack is made alone.
  if (side == Side::attacker && s.attack.far_attack != 0 && (n != 1 || !leader))
    return refuse(Clause::RSK_LDR_12, Fact::attacks_alone, n, 1);
  const int most = most_units(s, side);
  if (n < 1 || n > most) return refuse(range_rule(side), Fact::units_range, n, most);
  const Cap cap = unit_cap(c, s, side);
  if (n > cap.units) {
    const Clause rule = cap.by_leader  ? Clause::RSK_LDR_10
                        : cap.caps > 1 ? Clause::RSK_ATK_16
                                       : Clause::RSK_ATK_14;
    return refuse(rule, Fact::capped, n, cap.units);
  }
  if (leader && !leader_on(s, own.seat, own.zone))
    return refuse(side == Side::attacker ? Clause::RSK_ATK_08 : Clause::RSK_ATK_10, Fact::leader_elsewhere);
  if (n - (leader ? 1 : 0) > s.robots[own.zone])
    return refuse(Clause::RSK_ATK_17, Fact::not_that_many_robots, s.robots[own.zone], n - (leader ? 1 : 0));
  return legal;
}

namespace {

void cite_announcement(Table& t, Side side) {
  const State& s = t.s;
  const Force& own = force(s, side);
  if (s.attack.rolls > 0) cite(t, Clause::RSK_ATK_11, own.seat);
  if (leader_on(s, own.seat, own.zone)) {
    cite(t, side == Side::attacker ? Clause::RSK_ATK_08 : Clause::RSK_ATK_10, own.seat);
    if (s.robots[own.zone] == 0) cite(t, Clause::RSK_ATK_12, own.seat);
  }
  const Cap cap = unit_cap(t.content, s, side);
  if (cap.caps > 0) cite(t, cap.by_leader ? Clause::RSK_LDR_10 : Clause::RSK_ATK_14, own.seat);
  if (cap.caps > 1) cite(t, Clause::RSK_ATK_16, own.seat);
  if (side == Side::attacker && s.attack.far_attack != 0) cite(t, Clause::RSK_LDR_12, own.seat);
}

}  // namespace

void announce(Table& t, Seat seat, Choice choice) {
  const Side side = side_of(t.s, seat);
  Force& own = force(t.s, side);
  own.units = static_cast<std::uint8_t>(choice.a());
  own.leader = static_cast<std::uint8_t>(choice.d());
  emit(t, range_rule(side),
       side == Side::attacker ? EventKind::attackers_announced : EventKind::defenders_announced, seat, choice.a(),
       0, 0, choice.d());
  if (t.log != nullptr) cite_announcement(t, side);
}

// ---- the steps of an attack ------------------------------------------------------------------------

namespace {

// Asks a side how many units it uses, or announces the only possibility for it.
void ask_commitment(Table& t, Side side) {
  const Content& c = t.content;
  const State& s = t.s;
  const Force& own = force(s, side);
  const bool leader_here = leader_on(s, own.seat, own.zone);
  const int most = std::min(most_units(s, side), unit_cap(c, s, side).units);
  const Seat seat = own.seat;
  if (side == Side::attacker && s.attack.far_attack != 0) return announce(t, seat, choice(Verb::use, 1, 0, 0, 1));
  if (most == 1 && !leader_here) return announce(t, seat, choice(Verb::use, 1));
  if (most == 1 && s.robots[own.zone] == 0) return announce(t, seat, choice(Verb::use, 1, 0, 0, 1));
  ask(t, side == Side::attacker ? Question::commit_attack : Question::commit_defence, seat);
}

void clear_roll(State& s) {
  for (Force& side : s.attack.force) {
    side.units = side.leader = side.bonus_left = 0;
    for (Die& die : side.dice) die = {};
  }
}

// What a roll has led to: RSK-RES-01, 04, 05.
void result(Table& t, core::Frame& f) {
  State& s = t.s;
  const Force& attacker = force(s, Side::attacker);
  const Force& defender = force(s, Side::defender);
  if (units_on(s, defender.seat, defender.zone) == 0) {
    f.stage = capture_stage;
    return;
  }
  if (units_on(s, attacker.seat, attacker.zone) == 1) {
    s.failed |= core::bit(attacker.zone);
    return end_attack(t, Clause::RSK_RES_05);
  }
  ask(t, Question::go_on, attacker.seat);
}

void ask_move_in(Table& t) {
  const State& s = t.s;
  const Force& attacker = force(s, Side::attacker);
  const int most = units_on(s, attacker.seat, attacker.zone) - 1;
  const bool lands_alone = s.attack.far_attack != 0 && s.megatron_lands_alone != 0;
  if (lands_alone || most == attacker.units)
    return move_in(t, attacker.seat, attacker.units, attacker.leader != 0);
  ask(t, Question::move_in, attacker.seat);
}

}  // namespace

void step_attack(Table& t, core::Frame& f) {
  State& s = t.s;
  if (s.attack.ended != 0) return end_attack(t, Clause::RSK_ATK_15);
  const int stage = f.stage++;
  switch (stage) {
    case window_before_commit: clear_roll(s); return open_window(t, Moment::before_commit);
    case attacker_announces: return ask_commitment(t, Side::attacker);
    case defender_announces: return ask_commitment(t, Side::defender);
    case window_before_roll: return open_window(t, Moment::before_roll);
    case roll_stage: return roll_dice(t);
    case window_after_roll: return open_window(t, Moment::after_roll);
    case attacker_bonus:
    case defender_bonus: {
      // RSK-DIC-11, RSK-DIC-15: all of the attacker's +1 first, then the defender's.
      const Side side = stage == attacker_bonus ? Side::attacker : Side::defender;
      if (f.count == 0) grant_bonuses(t, side);
      f.count = 1;
      if (force(s, side).bonus_left > 0) {
        f.stage = static_cast<std::uint8_t>(stage);
        return ask(t, Question::add_bonus, force(s, side).seat);
      }
      f.count = 0;
      return;
    }
    case compare_stage: return compare_dice(t);
    case result_stage: --f.stage; return result(t, f);
    case capture_stage: return capture(t);
    default: return ask_move_in(t);
  }
}

void continue_attack(Table& t, Seat seat, Choice) {
  cite(t, Clause::RSK_RES_04, seat);
  t.s.agenda.back().stage = 0;
}
void break_off_attack(Table& t, Seat, Choice) { end_attack(t, Clause::RSK_RES_04); }

// The attack frame is on top of the agenda.
void end_attack(Table& t, Clause clause) {
  State& s = t.s;
  s.agenda.pop();
  const Force& defender = force(s, Side::defender);
  emit(t, clause, EventKind::attack_ends, force(s, Side::attacker).seat, force(s, Side::attacker).zone,
       defender.zone);
  s.last_target = defender.zone;
  end_lasting(t, Until::end_of_attack, Clause::RSK_CRD_05);
  s.attack = {};
}

}  // namespace rw::risk_cybertron
