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
    const int card = s.damage_stack.pop();
    emit(t, Clause::DBG_DMG_01, EventKind::damage_gained, seat, card);
    if (is_special_damage(t.content, card)) {
      p.discard.push(static_cast<std::uint8_t>(card));
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
  if (p.damage > 0) fn(0);
  if (p.specials == 0) return;
  const auto offer = [&](int zone, auto&& pile) {
    std::uint64_t listed[4] = {};
    pile([&](int card) {
      if (!is_special_damage(c, card) || core::contains(listed[card / 64], card % 64)) return;
      listed[card / 64] |= core::bit(card % 64);
      fn((zone << 8) | card);
    });
  };
  offer(in_play_repair, [&](auto&& each) {
    for (int slot : core::bits(s.in_play[core::index(seat)] >> first_card_slot))
      each(s.slots[slot + first_card_slot].card);
  });
  offer(hand_repair, [&](auto&& each) {
    for (std::uint8_t card : p.hand) each(card);
  });
  offer(discard_repair, [&](auto&& each) {
    for (std::uint8_t card : p.discard) each(card);
  });
}

int repairs(const Content& c, const State& s, Seat seat) {
  int n = 0;
  each_repair(c, s, seat, [&](int) { ++n; });
  return n;
}

// Special Damage that may lie in the hand: who is not asked would tell (DBG-HID-07).
bool conceals_damage(const Content& c, const State& s, Seat seat) {
  int seen = 0;
  for (std::uint8_t card : player(s, seat).discard) seen += is_special_damage(c, card);
  for (int slot : core::bits(s.in_play[core::index(seat)] >> first_card_slot))
    seen += is_special_damage(c, s.slots[slot + first_card_slot].card);
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
  int only = 0;
  each_repair(t.content, t.s, seat, [&](int what) { only = what; });
  repair(t, seat, choice(Verb::repair, only));
}

void list_repairs(const Content& c, const State& s, ChoiceList& out) {
  each_repair(c, s, s.decision.asked, [&](int what) { out.add(choice(Verb::repair, what)); });
}

Refusal judge_repair(const Content& c, const State& s, Seat seat, Choice ch) {
  bool found = false;
  each_repair(c, s, seat, [&](int what) { found = found || what == ch.a(); });
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
  const int zone = ch.a() >> 8, card = ch.a() == 0 ? t.content.standard_damage : ch.a() & 0xFF;
  if (zone == 0) {
    --p.damage;
  } else {
    --p.specials;
    if (zone == hand_repair) leave_hand(s, seat, card);
    if (zone == discard_repair) remove_card(p.discard, card);
    for (int slot : core::bits(zone == in_play_repair ? s.in_play[core::index(seat)] >> first_card_slot : 0))
      if (s.slots[slot + first_card_slot].card == card) {
        leave_play(s, seat, slot + first_card_slot);
        break;
      }
  }
  // DBG-GEN-15.
  if (s.damage_facedown != 0)
    s.damage_stack.insert(0, static_cast<std::uint8_t>(card));
  else
    s.damage_stack.push(static_cast<std::uint8_t>(card));
  emit(t, Clause::DBG_GEN_14, EventKind::repaired, seat, card);
  cite(t, Clause::DBG_GEN_15, seat);
}

}  // namespace rw::transformers_dbg
