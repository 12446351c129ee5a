// Phase 1: counting zones, sectors and factories, placing robots, bringing the leader back.
#include <algorithm>

#include "engine/games/risk_cybertron/turn.h"

namespace rw::risk_cybertron {

int zones_held(const State& s, Seat seat) { return core::population(s.held[core::index(seat)]); }

// RSK-GEN-08: what is left in the box; RSK-SET-12: the day marker is one of the first player's.
int spare_pieces(const State& s, Seat seat) {
  if (s.supply_limit == 0) return 0x7FFF;
  int used = s.pile[core::index(seat)] + (seat == s.first ? 1 : 0);
  for (const Zone z : core::bits<Zone>(s.held[core::index(seat)])) used += s.robots[z];
  return std::max(0, s.supply_limit - used);
}

void gain_operational(Table& t, Seat seat, int robots, Clause clause) {
  const int spare = spare_pieces(t.s, seat);
  const int gained = std::min(robots, spare);
  if (gained < robots) cite(t, Clause::RSK_GEN_08, seat);
  t.s.pile[core::index(seat)] = static_cast<std::uint16_t>(t.s.pile[core::index(seat)] + gained);
  emit(t, clause, EventKind::robots_gained, seat, gained, t.s.pile[core::index(seat)]);
}

// Step A.
void count_zones(Table& t, Seat seat) {
  const int zones = zones_held(t.s, seat);
  const int robots = t.content.reinforcement[zones];
  emit(t, Clause::RSK_P1_02, EventKind::income, seat, zones, robots);
  cite(t, Clause::RSK_P1_03, seat);
  if (zones < 12) cite(t, Clause::RSK_P1_18, seat);
  gain_operational(t, seat, robots, Clause::RSK_P1_02);
}

namespace {

constexpr Zone factories[] = {Zone{board_zones}, Zone{board_zones + 1}};

// RSK-P1-07: an open factory is one more zone of its sector.
ZoneMask sector_zones(const Content& c, const State& s, const Sector& sector) {
  return sector.zones | (sector.factories & zones_in_play(c, s));
}

}  // namespace

// Step C.
void count_sectors(Table& t, Seat seat) {
  State& s = t.s;
  const Content& c = t.content;
  const ZoneMask own = s.held[core::index(seat)];
  const Seat mate = team_mate(s, seat);
  const int factor = sector_factor(c, s, seat);
  int held = 0;
  for (const SectorId at : core::first<SectorId>(sector_count)) {
    const Sector& sector = c.sectors[at];
    const ZoneMask needed = sector_zones(c, s, sector);
    if ((needed & ~own) != 0) {
      if ((sector.zones & ~own) == 0) cite(t, Clause::RSK_P1_07, seat);
      if (mate != core::no_seat && (needed & ~(own | s.held[core::index(mate)])) == 0)
        cite(t, Clause::RSK_P1_09, seat);
      continue;
    }
    ++held;
    emit(t, Clause::RSK_P1_06, EventKind::sector_bonus, seat, at, sector.bonus * factor);
    if (needed != sector.zones) cite(t, Clause::RSK_P1_07, seat);
    if (factor > 1) cite(t, Clause::RSK_P1_19, seat);
    gain_operational(t, seat, sector.bonus * factor, Clause::RSK_P1_06);
  }
  if (held > 1) cite(t, Clause::RSK_P1_08, seat);
}

// Step D.
void count_factories(Table& t, Seat seat) {
  State& s = t.s;
  const FactoryOutput output = factory_output(t.content, s, seat);
  for (const Zone z : factories) {
    if (!is_open(t.content, s, z)) {
      cite(t, Clause::RSK_P1_11, seat);
      continue;
    }
    if (!core::contains(s.held[core::index(seat)], z)) continue;
    const int robots = std::min(units_on(s, seat, z) * output.factor, output.cap);
    emit(t, Clause::RSK_P1_10, EventKind::factory_output, seat, z, robots);
    gain_operational(t, seat, robots, Clause::RSK_P1_10);
  }
}

// What phase 1 would bring now, cards aside: for views and players.
int income_of(const Content& c, const State& s, Seat seat) {
  const ZoneMask own = s.held[core::index(seat)];
  int robots = c.reinforcement[core::population(own)];
  for (const Sector& sector : c.sectors)
    if ((sector_zones(c, s, sector) & ~own) == 0) robots += sector.bonus;
  for (const Zone z : factories)
    if (core::contains(own, z)) robots += std::min(units_on(s, seat, z), c.factory_cap);
  return robots;
}

// ---- step E --------------------------------------------------------------------------------------

bool can_revive(const Content& c, const State& s, Seat seat) {
  return leader_of(s, seat).zone == no_zone && s.pile[core::index(seat)] >= revive_cost(c, s, seat);
}

void list_placements(const Content&, const State& s, ChoiceList& out) {
  const Seat seat = s.decision.asked;
  const int pile = s.pile[core::index(seat)];
  for (const Zone z : core::bits<Zone>(s.held[core::index(seat)])) out.add_run(choice(Verb::place, z, 1), pile);
}

void list_revivals(const Content& c, const State& s, ChoiceList& out) {
  const Seat seat = s.decision.asked;
  if (!can_revive(c, s, seat)) return;
  for (const Zone z : core::bits<Zone>(s.held[core::index(seat)]))
    for (int mode = 0; mode < Mode_count; ++mode) out.add(choice(Verb::revive, z, mode));
}

Refusal judge_place(const Content&, const State& s, Seat seat, Choice choice) {
  if (!core::contains(s.held[core::index(seat)], choice.a()))
    return refuse(Clause::RSK_P1_14, Fact::zone_not_yours);
  const int pile = s.pile[core::index(seat)];
  if (choice.b() < 1) return refuse(Clause::RSK_P1_12, Fact::units_range, choice.b(), pile);
  if (choice.b() > pile) return refuse(Clause::RSK_P1_12, Fact::too_many_robots, pile, choice.b());
  return legal;
}

void place(Table& t, Seat seat, Choice choice) {
  State& s = t.s;
  const Zone zone = choice.a<Zone>();
  s.robots[zone] = static_cast<std::uint16_t>(s.robots[zone] + choice.b());
  s.pile[core::index(seat)] = static_cast<std::uint16_t>(s.pile[core::index(seat)] - choice.b());
  emit(t, Clause::RSK_P1_12, EventKind::placed, seat, zone, choice.b());
  if (is_factory(zone)) cite(t, Clause::RSK_P1_15, seat);
}

Refusal judge_revive(const Content& c, const State& s, Seat seat, Choice choice) {
  if (leader_of(s, seat).zone != no_zone) return refuse(Clause::RSK_P1_17, Fact::leader_on_board);
  const int cost = revive_cost(c, s, seat);
  if (s.pile[core::index(seat)] < cost)
    return refuse(Clause::RSK_P1_17, Fact::robots_needed, s.pile[core::index(seat)], cost);
  if (!core::contains(s.held[core::index(seat)], choice.a()))
    return refuse(Clause::RSK_P1_16, Fact::zone_not_yours);
  return legal;
}

void revive(Table& t, Seat seat, Choice choice) {
  State& s = t.s;
  const int cost = revive_cost(t.content, s, seat);
  s.pile[core::index(seat)] = static_cast<std::uint16_t>(s.pile[core::index(seat)] - cost);
  leader_of(s, seat).zone = choice.a<Zone>();
  leader_of(s, seat).mode = choice.b<Mode>();
  emit(t, Clause::RSK_P1_16, EventKind::revived, seat, choice.a(), choice.b(), cost);
  cite(t, Clause::RSK_LDR_16, seat);
  if (cost < t.content.revive_cost) {
    cite(t, Clause::RSK_P1_20, seat);
    // One revival by card: the effect is spent.
    for (int i = s.lasting.size() - 1; i >= 0; --i) {
      const ability::Lasting& l = s.lasting[i];
      const ability::Program p = Words::program(t.content, l.ability);
      if (l.controller == seat && p.opcode(l.block + 1) == static_cast<int>(WordOp::set_revive_cost))
        s.lasting.remove(i);
    }
  }
}

}  // namespace rw::risk_cybertron
