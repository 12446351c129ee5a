// Before day 1: choosing leaders, placing armies, claiming the zones, deploying the rest.
#include "engine/games/risk_cybertron/turn.h"

namespace rw::risk_cybertron {
namespace {

Seat in_turn_order(const State& s, int place) { return core::seat((core::index(s.first) + place) % s.seats); }

int picks_of(const Content& c, const State& s, int faction) {
  int n = 0;
  for (int i = 0; i < s.seats; ++i)
    n += s.leader[i].who != no_leader && c.leaders[s.leader[i].who].faction == faction;
  return n;
}

bool leader_taken(const State& s, LeaderId leader) {
  for (int i = 0; i < s.seats; ++i)
    if (s.leader[i].who == leader) return true;
  return false;
}

// RSK-MOD-02 to 07: the clause that keeps this seat from that faction, or none.
Clause faction_rule(const Content& c, const State& s, Seat seat, int faction) {
  const int place = (core::index(seat) + s.seats - core::index(s.first)) % s.seats;
  if (s.seats == 2) return picks_of(c, s, faction) > 0 ? Clause::RSK_MOD_02 : Clause::none;
  if (s.seats == 3) return picks_of(c, s, faction) >= (faction == 0 ? 1 : 2) ? Clause::RSK_MOD_03 : Clause::none;
  if (place == 0) return Clause::none;
  const int first_faction = c.leaders[leader_of(s, s.first).who].faction;
  const int wanted = place % 2 == 0 ? first_faction : 1 - first_faction;
  return faction == wanted ? Clause::none : Clause::RSK_MOD_07;
}

}  // namespace

Refusal judge_lead(const Content& c, const State& s, Seat seat, Choice choice) {
  const LeaderId leader = choice.a<LeaderId>();
  if (leader_taken(s, leader)) return refuse(Clause::RSK_MOD_06, Fact::leader_taken);
  const Clause rule = faction_rule(c, s, seat, c.leaders[leader].faction);
  return rule == Clause::none ? legal : refuse(rule, Fact::faction_not_allowed);
}

void list_leaders(const Content& c, const State& s, ChoiceList& out) {
  for (int i = 0; i < leader_count; ++i)
    if (!judge_lead(c, s, s.decision.asked, choice(Verb::lead, i)).refused()) out.add(choice(Verb::lead, i));
}

namespace {

// RSK-RES-16: a player who has left still gets a leader, for the factions of the others.
void lead_for_absent(Table& t, Seat seat) {
  const Content& c = t.content;
  for (int i = 0; i < leader_count; ++i)
    if (!judge_lead(c, t.s, seat, choice(Verb::lead, i)).refused()) {
      lead(t, seat, choice(Verb::lead, i));
      break;
    }
  t.s.decision = {};
}

}  // namespace

void step_leaders(Table& t, core::Frame&) {
  State& s = t.s;
  for (int i = 0; i < s.seats; ++i) {
    const Seat seat = in_turn_order(s, i);
    if (leader_of(s, seat).who != no_leader) continue;
    ask(t, Question::choose_leader, seat);
    if (in_game(s, seat)) return;
    lead_for_absent(t, seat);
  }
  s.agenda.pop();
  place_armies(t);
  push_step(t, Step::claim, in_game(s, s.first) ? s.first : next_in_game(s, s.first));
}

void lead(Table& t, Seat seat, Choice choice) {
  leader_of(t.s, seat).who = choice.a<LeaderId>();
  emit(t, Clause::RSK_MOD_07, EventKind::leader_chosen, seat, choice.a());
  const Clause mode = t.s.seats == 2   ? Clause::RSK_MOD_02
                      : t.s.seats == 3 ? Clause::RSK_MOD_03
                                       : Clause::RSK_MOD_04;
  cite(t, mode, seat);
}

// RSK-SET-01 to 04, 11, 12.
void place_armies(Table& t) {
  State& s = t.s;
  const Content& c = t.content;
  s.open = 0;
  for (const SpecialId special : core::first<SpecialId>(special_zones))
    if (c.zones[c.specials[special]].special == Special::pivot && s.pivots_start_open != 0)
      core::include(s.open, special);
  cite(t, Clause::RSK_SET_01);
  cite(t, Clause::RSK_SET_02);
  for (int i = 0; i < s.seats; ++i) {
    const Seat seat = in_turn_order(s, i);
    if (!in_game(s, seat)) continue;
    const Zone zone = c.leaders[leader_of(s, seat).who].start_zone;
    leader_of(s, seat).zone = zone;
    leader_of(s, seat).mode = Mode::robot;
    s.held[core::index(seat)] = core::bit(zone);
    s.robots[zone] = 1;
    s.pile[core::index(seat)] = static_cast<std::uint16_t>(c.starting_robots - 1);
    emit(t, Clause::RSK_SET_04, EventKind::army_placed, seat, zone, s.pile[core::index(seat)]);
    cite(t, Clause::RSK_SET_03, seat);
  }
  s.day = 1;
  cite(t, Clause::RSK_SET_12, s.first);
  s.draw_count = card_count;
  for (const Card card : core::first<Card>(card_count)) s.draw_pile[core::index(card)] = card;
  shuffle_draw_pile(t, Clause::RSK_SET_11);
}

// ---- claiming ------------------------------------------------------------------------------------

namespace {

ZoneMask free_zones(const State& s) {
  ZoneMask held = 0;
  for (int i = 0; i < s.seats; ++i) held |= s.held[i];
  return board_mask & ~held;
}

void take_zone(State& s, Seat seat, Zone zone) {
  s.held[core::index(seat)] |= core::bit(zone);
  s.robots[zone] = 1;
  --s.pile[core::index(seat)];
}

// RSK-SET-13: the free zones are dealt at random in turn order. Returns who is next.
Seat deal_zones(Table& t, Seat seat) {
  Zone zones[board_zones];
  std::size_t count = 0;
  for (const Zone z : core::bits<Zone>(free_zones(t.s))) zones[count++] = z;
  core::shuffle(t.s.random, t.chance, std::span(zones, count));
  for (; count > 0; --count, seat = next_in_game(t.s, seat)) {  // from the top
    take_zone(t.s, seat, zones[count - 1]);
    emit(t, Clause::RSK_SET_13, EventKind::dealt, seat, zones[count - 1]);
  }
  return seat;
}

}  // namespace

void step_claim(Table& t, core::Frame& f) {
  State& s = t.s;
  s.phase = Phase::claim;
  if (s.deal_zones != 0) f.controller = deal_zones(t, f.controller);
  const ZoneMask free = free_zones(s);
  if (free == 0) {
    s.phase = Phase::deploy;
    // RSK-SET-07: the player after the one who claimed last goes on.
    push_step(t, Step::deploy, s.agenda.pop().controller);
    return;
  }
  const Seat seat = f.controller;
  f.controller = next_in_game(s, seat);
  if (core::population(free) == 1) return claim(t, seat, choice(Verb::claim, std::countr_zero(free)));
  ask(t, Question::claim, seat);
}

Refusal judge_claim(const Content&, const State& s, Seat, Choice choice) {
  if (is_factory(choice.a<Zone>())) return refuse(Clause::RSK_MAP_06, Fact::closed);
  if (!core::contains(free_zones(s), choice.a())) return refuse(Clause::RSK_SET_06, Fact::zone_occupied);
  return legal;
}

void list_claims(const Content&, const State& s, ChoiceList& out) {
  for (const Zone z : core::bits<Zone>(free_zones(s))) out.add(choice(Verb::claim, z));
}

void claim(Table& t, Seat seat, Choice choice) {
  take_zone(t.s, seat, choice.a<Zone>());
  emit(t, Clause::RSK_SET_05, EventKind::claimed, seat, choice.a());
}

// ---- deploying -----------------------------------------------------------------------------------

void step_deploy(Table& t, core::Frame& f) {
  State& s = t.s;
  for (int i = 0; i < s.seats; ++i) {
    const Seat seat = f.controller;
    f.controller = next_in_game(s, seat);
    if (s.pile[core::index(seat)] == 0) continue;
    if (i > 0) cite(t, Clause::RSK_SET_08, seat);  // somebody before was skipped
    return ask(t, Question::deploy, seat);
  }
  s.agenda.pop();
  const Seat first = in_game(s, s.first) ? s.first : next_in_game(s, s.first);
  emit(t, Clause::RSK_SET_12, EventKind::day_begins, first, s.day);
  begin_turn(t, first);
}

void list_deployments(const Content&, const State& s, ChoiceList& out) {
  for (const Zone z : core::bits<Zone>(s.held[core::index(s.decision.asked)])) out.add(choice(Verb::place, z, 1));
}

// RSK-SET-06, RSK-SET-07: one robot at a time, on a zone of one's own.
Refusal judge_deploy(const Content&, const State& s, Seat seat, Choice choice) {
  if (!core::contains(s.held[core::index(seat)], choice.a()))
    return refuse(Clause::RSK_SET_07, Fact::zone_not_yours);
  if (choice.b() != 1) return refuse(Clause::RSK_SET_06, Fact::one_at_a_time);
  return legal;
}

void deploy(Table& t, Seat seat, Choice choice) {
  ++t.s.robots[choice.a<Zone>()];
  --t.s.pile[core::index(seat)];
  emit(t, Clause::RSK_SET_07, EventKind::deployed, seat, choice.a());
}

}  // namespace rw::risk_cybertron
