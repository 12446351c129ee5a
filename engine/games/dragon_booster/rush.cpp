// Rush: pushing maneuvers into the zone, whose turn it is to start a battle, naming rushing cards.
#include <bit>

#include "engine/games/dragon_booster/turn.h"

namespace rw::dragon_booster {

bool look_alike(const Player& p, Slot a, Slot b) {
  if (p.race[a] != p.race[b] || (p.rushing == a) != (p.rushing == b)) return false;
  if (core::contains(p.zone, a) != core::contains(p.zone, b)) return false;
  for (int d = 0; d < duration_count; ++d) {
    if (p.changed[d] == 0) continue;
    if (p.raised[d][a] != p.raised[d][b] || p.lowered[d][a] != p.lowered[d][b]) return false;
    if (core::contains(p.shielded[d], a) != core::contains(p.shielded[d], b)) return false;
  }
  for (const std::uint64_t used : p.used)
    if (core::contains(used, a) != core::contains(used, b)) return false;
  return core::contains(p.returned, a) == core::contains(p.returned, b);
}

bool is_first_alike(const Player& p, std::uint64_t among, Slot slot) {
  for (const Slot other : core::bits<Slot>(among)) {
    if (other == slot) return true;
    if (p.race[other] == p.race[slot] && look_alike(p, other, slot)) return false;
  }
  return true;
}

namespace {

bool is_own_race_card(const State& s, Seat seat, Card card) {
  return is_card(s, card) && owner_of(card) == seat && !is_crystal_slot(slot_of(card));
}

}  // namespace

// ---- pushing -------------------------------------------------------------------------------------------------

namespace {

// Of equal cards only the first one is named (DRB-HID-12).
void list_different(const State& s, std::uint64_t cards, Verb verb, ChoiceList& out) {
  const Seat seat = s.decision.asked;
  for (const Slot slot : core::bits<Slot>(cards))
    if (is_first_alike(player(s, seat), cards, slot)) out.add(choice(verb, card_of(seat, slot)));
}

}  // namespace

void list_pushes(const Content&, const State& s, ChoiceList& out) {
  list_different(s, player(s, s.decision.asked).track, Verb::push, out);
}

Refusal judge_push(const Content&, const State& s, Seat seat, Choice ch) {
  const Card card = ch.a<Card>();
  if (!is_own_race_card(s, seat, card)) return refuse(Clause::DRB_RSH_01, Fact::not_in_track);
  const Player& p = player(s, seat);
  const Slot slot = slot_of(card);
  if (core::contains(p.returned, slot)) return refuse(Clause::DRB_RSH_09, Fact::came_back);
  if (in_battle(s) || question_of(s) == Question::start_battle)
    return refuse(Clause::DRB_RSH_02, Fact::pushed_already);
  if (!core::contains(p.track, slot)) return refuse(Clause::DRB_RSH_01, Fact::not_in_track);
  if (question_of(s) != Question::push) return refuse(Clause::DRB_TRN_01, Fact::other_step);
  return is_first_alike(p, p.track, slot) ? legal : refuse(Clause::DRB_HID_12, Fact::equal_card);
}

void push(Table& t, Seat seat, Choice ch) {
  const Card card = ch.a<Card>();
  Player& p = player(t.s, seat);
  p.track &= ~core::bit(slot_of(card));
  p.zone |= core::bit(slot_of(card));
  emit(t, Clause::DRB_RSH_01, EventKind::pushed, seat, card);
  if (p.track == 0) end_push(t, seat);
}

void end_push(Table& t, Seat seat, Choice) {
  core::include(t.s.finished, seat);
  if (t.log != nullptr)
    emit(t, Clause::DRB_RSH_02, EventKind::push_ended, seat, core::population(player(t.s, seat).zone));
}

// ---- rushing cards ---------------------------------------------------------------------------------------------

void list_rushes(const Content&, const State& s, ChoiceList& out) {
  list_different(s, player(s, s.decision.asked).zone, Verb::rush, out);
}

Refusal judge_rush(const Content&, const State& s, Seat seat, Choice ch) {
  const Card card = ch.a<Card>();
  const Question question = question_of(s);
  if (question != Question::start_battle && question != Question::rushing_card)
    return refuse(in_battle(s) ? Clause::DRB_BTL_07 : Clause::DRB_TRN_01, Fact::other_step);
  const Player& p = player(s, seat);
  if (!is_own_race_card(s, seat, card) || !core::contains(p.zone, slot_of(card)))
    return refuse(question == Question::start_battle ? Clause::DRB_RSH_04 : Clause::DRB_BTL_01, Fact::not_in_zone);
  return is_first_alike(p, p.zone, slot_of(card)) ? legal : refuse(Clause::DRB_HID_12, Fact::equal_card);
}

void rush(Table& t, Seat seat, Choice ch) {
  const Card card = ch.a<Card>();
  if (static_cast<Step>(t.s.agenda.back().step) == Step::turn) return begin_battle(t, seat, card);
  player(t.s, seat).rushing = slot_of(card);
  core::include(t.s.finished, seat);
  emit(t, Clause::DRB_BTL_01, EventKind::rushing, seat, card);
  cite(t, Clause::DRB_BTL_02, seat);
  if (t.s.seats > 2) cite(t, Clause::DRB_MUL_06, seat);
}

Card only_rush(const Player& p, Seat seat) {
  const Slot first = core::make<Slot>(std::countr_zero(p.zone));
  for (const Slot slot : core::bits<Slot>(p.zone))
    if (!look_alike(p, first, slot)) return no_card;
  return card_of(seat, first);
}

// Between battles: the turn to start goes round until somebody has a maneuver in the zone.
void step_battles(Table& t, core::Frame& turn) {
  State& s = t.s;
  bool any = false;
  for (int i = 0; i < s.seats; ++i) any = any || s.players[i].zone != 0;
  if (!any) {
    cite(t, Clause::DRB_RSH_05, s.starter);
    cite(t, Clause::DRB_RSH_08);
    turn.stage = end_stage;
    return;
  }
  while (!in_game(s, s.starter) || player(s, s.starter).zone == 0) {
    cite(t, Clause::DRB_RSH_05, s.starter);
    s.starter = next_player(s, s.starter);
  }
  if (const Card card = only_rush(player(s, s.starter), s.starter); card != no_card)
    return begin_battle(t, s.starter, card);
  ask(t, Question::start_battle, s.starter);
}

}  // namespace rw::dragon_booster
