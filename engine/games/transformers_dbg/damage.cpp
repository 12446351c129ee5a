// Damage: gaining it, repairing it, the limit.
#include "engine/games/transformers_dbg/turn.h"

namespace rw::transformers_dbg {

// DBG-OVM-04: the single player bears more.
int damage_limit(const Content& c, const State& s, Seat seat) {
  const ModeDef& mode = mode_of(c, s);
  return mode.rules == PlayKind::one_versus_many && player(s, seat).team == 0 ? mode.single_damage_limit
                                                                              : mode.damage_limit;
}

bool can_gain_damage(const Content& c, const State& s, Seat seat) {
  return !s.damage_stack.empty() && !holds(c, s, Deed::gain_damage, seat);
}

// DBG-DMG-01, DBG-DMG-02, DBG-DMG-04, card by card (DBG-TIM-08).
void gain_damage(Table& t, Seat seat, int n) {
  State& s = t.s;
  Player& p = player(s, seat);
  for (int i = 0; i < n && s.phase != Phase::over; ++i) {
    if (holds(t.content, s, Deed::gain_damage, seat))
      return emit(t, Clause::DBG_CRD_04, EventKind::damage_avoided, seat);
    if (s.damage_stack.empty()) return emit(t, Clause::DBG_DMG_10, EventKind::no_damage_left, seat);
    const Card card = s.damage_stack.pop();
    emit(t, Clause::DBG_DMG_01, EventKind::damage_gained, seat, card);
    if (is_special_damage(t.content, card)) {
      p.discard.push(card);
      ++p.specials;
      cite(t, Clause::DBG_DMG_04, seat);
    } else {
      ++p.damage;
      cite(t, Clause::DBG_DMG_02, seat);
    }
    push_event(t, Moment::damage_gained, seat, card);
    check_damage_limit(t, seat);
  }
}

// ---- Repair (DBG-GEN-14) -----------------------------------------------------------------------------

namespace {

template <class Fn>
void each_repair(const Content& c, const State& s, Seat seat, Fn&& fn) {
  const Player& p = player(s, seat);
  if (p.damage > 0) fn(standard_repair);
  if (p.specials == 0) return;
  const auto offer = [&](RepairZone zone, auto&& pile) {
    CardMarks listed;
    pile([&](Card card) {
      if (is_special_damage(c, card) && listed.mark(card)) fn(repair_of(zone, card));
    });
  };
  offer(RepairZone::play, [&](auto&& each) {
    for (const Slot slot : cards_in_play(s, seat)) each(s.slots[slot].card);
  });
  offer(RepairZone::hand, [&](auto&& each) {
    for (const Card card : p.hand) each(card);
  });
  offer(RepairZone::discard, [&](auto&& each) {
    for (const Card card : p.discard) each(card);
  });
}

int repairs(const Content& c, const State& s, Seat seat) {
  int n = 0;
  each_repair(c, s, seat, [&](Repair) { ++n; });
  return n;
}

// The hand may hold special Damage: not asking would tell the others that it does not (DBG-HID-07).
bool conceals_damage(const Content& c, const State& s, Seat seat) {
  int seen = 0;
  for (const Card card : player(s, seat).discard) seen += is_special_damage(c, card);
  for (const Slot slot : cards_in_play(s, seat)) seen += is_special_damage(c, s.slots[slot].card);
  return seen < player(s, seat).specials && !player(s, seat).hand.empty();
}

}  // namespace

bool can_repair(const Content& c, const State& s, Seat seat) {
  return !holds(c, s, Deed::repair, seat) && (repairs(c, s, seat) > 0 || conceals_damage(c, s, seat));
}

bool knows_repair(const Content& c, const State& s, Seat seat) {
  return !holds(c, s, Deed::repair, seat) && repairs(c, s, seat) > 0;
}

void push_repair(Table& t, Seat seat, int n) {
  if (n <= 0) return;
  if (!can_repair(t.content, t.s, seat)) return cite(t, Clause::DBG_GEN_24, seat);
  push_step(t, Step::repair, seat).count = static_cast<std::uint8_t>(n);
}

void step_repair(Table& t, core::Frame& f) {
  const Seat seat = f.controller;
  const int n = repairs(t.content, t.s, seat);
  const bool concealed = conceals_damage(t.content, t.s, seat);
  if (f.count == 0 || (n == 0 && !concealed)) {
    t.s.agenda.pop();
    return;
  }
  if (n > 1 || concealed) return ask(t, Question::repair, seat);
  Repair only = standard_repair;
  each_repair(t.content, t.s, seat, [&](Repair what) { only = what; });
  repair(t, seat, choice(Verb::repair, only));
}

void list_repairs(const Content& c, const State& s, ChoiceList& out) {
  each_repair(c, s, s.decision.asked, [&](Repair what) { out.add(choice(Verb::repair, what)); });
}

Refusal judge_repair(const Content& c, const State& s, Seat seat, Choice ch) {
  bool found = false;
  each_repair(c, s, seat, [&](Repair what) { found = found || what == ch.a<Repair>(); });
  return found ? legal : refuse(Clause::DBG_GEN_14, Fact::nothing_to_repair);
}

Refusal judge_stop_repairing(const Content& c, const State& s, Seat seat, Choice) {
  return repairs(c, s, seat) == 0 ? legal : refuse(Clause::DBG_GEN_24, Fact::not_among);
}

void stop_repairing(Table& t, Seat, Choice) { t.s.agenda.back().count = 0; }

void repair(Table& t, Seat seat, Choice ch) {
  State& s = t.s;
  Player& p = player(s, seat);
  --s.agenda.back().count;
  const Repair what = ch.a<Repair>();
  const Card card = what == standard_repair ? t.content.standard_damage : card_of(what);
  if (what == standard_repair) {
    --p.damage;
  } else {
    --p.specials;
    if (zone_of(what) == RepairZone::hand) leave_hand(s, seat, card);
    if (zone_of(what) == RepairZone::discard) remove_card(p.discard, card);
    if (zone_of(what) == RepairZone::play) leave_play(s, seat, slot_with(s, seat, card));
  }
  // DBG-GEN-15.
  if (s.damage_facedown != 0)
    s.damage_stack.insert(0, card);
  else
    s.damage_stack.push(card);
  emit(t, Clause::DBG_GEN_14, EventKind::repaired, seat, card);
  cite(t, Clause::DBG_GEN_15, seat);
}

}  // namespace rw::transformers_dbg
