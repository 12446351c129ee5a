// Phase 2: turning the leader, opening and closing the special zones.
#include "engine/games/risk_cybertron/turn.h"

namespace rw::risk_cybertron {

bool can_act_in_phase2(const Content&, const State& s, Seat seat) {
  // Whoever holds a card is asked, whatever the cards are (RSK-HID-02).
  return s.hand[core::index(seat)] != 0 || (leader_of(s, seat).zone != no_zone && s.flipped == 0);
}

Refusal judge_flip(const Content&, const State& s, Seat seat, Choice) {
  if (leader_of(s, seat).zone == no_zone) return refuse(Clause::RSK_P2_03, Fact::leader_not_on_board);
  if (s.flipped != 0) return refuse(Clause::RSK_P2_02, Fact::already_flipped);
  return legal;
}

void flip_leader(Table& t, Seat seat, Clause clause) {
  Leader& leader = leader_of(t.s, seat);
  leader.mode = leader.mode == Mode::robot ? Mode::vehicle : Mode::robot;
  emit(t, clause, EventKind::flipped, seat, leader.who, leader.mode);
  cite(t, Clause::RSK_LDR_01, seat);
  if (clause == Clause::RSK_P2_01 && t.s.transforms + t.s.early_moves > 0) cite(t, Clause::RSK_P2_16, seat);
  // RSK-LDR-19: a far attack goes on in robot mode, still alone.
  if (t.s.attack.open != 0 && t.s.attack.far_attack != 0 && seat == force(t.s, Side::attacker).seat)
    cite(t, Clause::RSK_LDR_19, seat);
}

void turn_leader(Table& t, Seat seat, Choice) {
  ++t.s.flipped;
  flip_leader(t, seat, Clause::RSK_P2_01);
}

namespace {

ZoneMask sector_of(const Content& c, const State& s, Zone zone) {
  const Sector& sector = c.sectors[c.zones[zone].sector];
  return (sector.zones | sector.factories) & zones_in_play(c, s);
}

bool is_transformable(const Content& c, Zone zone) {
  return c.zones[zone].special == Special::pivot || c.zones[zone].special == Special::slide;
}

// RSK-P2-18: all that this player has stands in the factory that would close.
bool would_crush_oneself(const Content& c, const State& s, Seat seat, Zone zone) {
  const Zone factory = c.zones[zone].factory;
  return factory != no_zone && is_open(c, s, zone) && s.held[core::index(seat)] == core::bit(factory);
}

Refusal judge_zone(const Content& c, const State& s, Seat seat, Zone zone) {
  if (!is_transformable(c, zone)) return refuse(Clause::RSK_P2_20, Fact::not_special);
  const ZoneMask sector = sector_of(c, s, zone);
  if ((sector & s.held[core::index(seat)]) == 0) {
    const Seat mate = team_mate(s, seat);
    const bool mates = mate != core::no_seat && (sector & s.held[core::index(mate)]) != 0;
    return refuse(mates ? Clause::RSK_P2_05 : Clause::RSK_P2_04, Fact::no_zone_of_sector);
  }
  if (would_crush_oneself(c, s, seat, zone)) return refuse(Clause::RSK_P2_18, Fact::last_units);
  const bool opens_factory = c.zones[zone].factory != no_zone && !is_open(c, s, zone);
  if (opens_factory && spare_pieces(s, seat) == 0) return refuse(Clause::RSK_GEN_08, Fact::no_spare_piece);
  return legal;
}

}  // namespace

Refusal judge_transform(const Content& c, const State& s, Seat seat, Choice choice) {
  if (!core::contains(s.hand[core::index(seat)], choice.a()))
    return refuse(Clause::RSK_P2_20, Fact::card_not_held);
  if (!c.cards[choice.a<Card>()].symbol) return refuse(Clause::RSK_P2_20, Fact::no_symbol);
  return judge_zone(c, s, seat, choice.b<Zone>());
}

void list_transformations(const Content& c, const State& s, ChoiceList& out) {
  const Seat seat = s.decision.asked;
  const std::uint64_t hand = s.hand[core::index(seat)];
  if (hand == 0) return;
  for (const Zone zone : c.specials)
    if (!judge_zone(c, s, seat, zone).refused())
      for (const Card card : core::bits<Card>(hand))
        if (c.cards[card].symbol) out.add(choice(Verb::transform, card, zone));
}

namespace {

// RSK-P2-10, RSK-P2-17: the acting player holds the new factory; that is no capture.
void open_factory(Table& t, Seat seat, Zone factory) {
  State& s = t.s;
  s.held[core::index(seat)] |= core::bit(factory);
  s.robots[factory] = 1;
  emit(t, Clause::RSK_P2_10, EventKind::placed, seat, factory, 1);
  cite(t, Clause::RSK_P2_17, seat);
}

// RSK-P2-11, RSK-P2-12: everything in it goes to the scrapheap, a leader too.
void crush_factory(Table& t, Zone factory) {
  State& s = t.s;
  const Seat owner = owner_of(s, factory);
  if (owner == core::no_seat) return;
  emit(t, Clause::RSK_P2_11, EventKind::crushed, owner, factory, units_on(s, owner, factory));
  if (leader_on(s, owner, factory)) scrap_leader(t, owner, Clause::RSK_P2_12);
  s.robots[factory] = 0;
  s.held[core::index(owner)] &= ~core::bit(factory);
  if (eliminate_if_gone(t, owner, Clause::RSK_RES_12) == Enemies::none_left) win(t, s.turn, Clause::RSK_RES_13);
}

}  // namespace

void transform(Table& t, Seat seat, Choice choice) {
  State& s = t.s;
  const Content& c = t.content;
  const Card card = choice.a<Card>();
  const Zone zone = choice.b<Zone>();
  if (c.cards[card].ability >= 0) {
    cite(t, Clause::RSK_P2_09, seat);
    cite(t, Clause::RSK_CRD_02, seat);
  }
  if (core::population(sector_of(c, s, zone) & s.held[core::index(seat)] & board_mask) == 0)
    cite(t, Clause::RSK_P2_06, seat);
  discard(t, seat, card);
  const bool opened = !is_open(c, s, zone);
  s.open = static_cast<std::uint8_t>(s.open ^ core::bit(c.zones[zone].special_id));
  emit(t, Clause::RSK_P2_04, EventKind::transformed, seat, zone, opened ? 1 : 0, card);
  cite(t, Clause::RSK_P2_08, seat);
  if (++s.transforms > 1) cite(t, Clause::RSK_P2_07, seat);
  const Zone factory = c.zones[zone].factory;
  if (factory == no_zone) return cite(t, Clause::RSK_P2_14, seat);
  cite(t, Clause::RSK_P2_13, seat);
  if (opened)
    open_factory(t, seat, factory);
  else
    crush_factory(t, factory);
}

}  // namespace rw::risk_cybertron
