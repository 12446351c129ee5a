// The steps of a turn, and what ends with them.
#include "engine/games/dragon_booster/turn.h"

namespace rw::dragon_booster {

core::Frame& push_step(Table& t, Step step, Seat seat, int stage, Card source) {
  core::Frame& frame = core::push_step(t, step, seat, stage);
  frame.source = static_cast<std::uint16_t>(source);
  return frame;
}

Seat next_unfinished(const State& s) {
  for (int i = 0; i < s.seats; ++i) {
    const Seat seat = seat_after(s, s.leader, i);
    if (in_game(s, seat) && !core::has(s.finished, seat)) return seat;
  }
  return core::no_seat;
}

// ---- what ends ---------------------------------------------------------------------------------------

namespace {

void clear_changes(Table& t, Player& p, Duration until) {
  if (p.changed[until] == 0) return;
  p.raised[until] = {};
  p.lowered[until] = {};
  p.shielded[until] = 0;
  p.guarded[until] = 0;
  p.changed[until] = 0;
  cite(t, Clause::DRB_GEN_12);
  cite(t, Clause::DRB_GEN_13);
}

// DRB-MAG-11: gear that a change of color let in stays.
void tell_gear_that_stays(Table& t) {
  if (t.log == nullptr) return;
  for (int i = 0; i < t.s.seats; ++i) {
    const Player& p = t.s.players[i];
    for (const Crystal gear : core::bits<Crystal>(magged(p)))
      if (!color_fits(t.content, t.s, core::seat(i), face(t.content, p, gear)))
        cite(t, Clause::DRB_MAG_11, core::seat(i));
  }
}

}  // namespace

// DRB-GEN-13.
void end_lasting(Table& t, Until until) {
  State& s = t.s;
  bool colors = false;
  for (int i = s.lasting.size() - 1; i >= 0; --i) {
    const ability::Lasting& l = s.lasting[i];
    if (!l.ends(until)) continue;
    colors = colors || (t.content.abilities[l.ability].modifiers & modifier_bit(WordOp::take_color)) != 0;
    emit(t, Clause::DRB_GEN_13, EventKind::effect_ends, l.controller, l.source);
    s.lasting.remove(i);
  }
  if (colors) tell_gear_that_stays(t);
  if (until == Until::end_of_main) return;
  for (int i = 0; i < s.seats; ++i)
    clear_changes(t, s.players[i], until == Until::end_of_battle ? this_battle : this_turn);
}

// ---- the steps of a turn -----------------------------------------------------------------------------

namespace {

void enter_step(Table& t, core::Frame& f, TurnStage stage, Phase phase) {
  f.stage = stage;
  t.s.phase = phase;
  t.s.finished = 0;
  emit(t, Clause::DRB_TRN_01, EventKind::step_begins, t.s.leader, static_cast<int>(phase));
  cite(t, Clause::DRB_TRN_03);
}

void step_gear_up(Table& t, core::Frame& f) {
  State& s = t.s;
  const Seat seat = next_unfinished(s);
  if (seat == core::no_seat) {
    cite(t, Clause::DRB_GUP_06);
    return enter_step(t, f, energy_stage, Phase::main);
  }
  if (can_gear_up(t.content, s, seat)) return ask(t, Question::gear_up, seat);
  core::include(s.finished, seat);
  show_dragon_deck(t, seat);
}

// DRB-MAN-06: what is left of the energy is lost.
void end_main(Table& t, core::Frame& f) {
  for (Player& p : t.s.players) p.energy = 0;
  cite(t, Clause::DRB_MAN_06);
  end_lasting(t, Until::end_of_main);
  enter_step(t, f, push_stage, Phase::push);
}

void step_main(Table& t, core::Frame& f) {
  const Seat seat = next_unfinished(t.s);
  if (seat == core::no_seat) return end_main(t, f);
  if (might_act(t.content, t.s, seat, Moment::main)) return ask(t, Question::main, seat);
  core::include(t.s.finished, seat);
  emit(t, Clause::DRB_MAN_04, EventKind::done, seat);
  if (player(t.s, seat).hand != 0) cite(t, Clause::DRB_WIN_14, seat);
}

void step_push(Table& t, core::Frame& f) {
  State& s = t.s;
  const Seat seat = next_unfinished(s);
  if (seat == core::no_seat) {
    enter_step(t, f, battles_stage, Phase::push);
    s.starter = s.leader;
    return cite(t, Clause::DRB_RSH_03);
  }
  if (player(s, seat).track != 0) return ask(t, Question::push, seat);
  end_push(t, seat);
}

// DRB-TRN-04 to 06.
void end_turn(Table& t) {
  State& s = t.s;
  emit(t, Clause::DRB_TRN_04, EventKind::turn_ends, s.leader, s.turn);
  end_lasting(t, Until::end_of_turn);
  bool empty = true;
  for (int i = 0; i < s.seats; ++i) {
    Player& p = s.players[i];
    for (std::uint64_t& used : p.used) used = 0;
    for (std::uint16_t& used : p.used_crystals) used = 0;
    p.returned = 0;
    p.damaged_rival = 0;
    p.actions = 0;
    empty = empty && p.deck_size == 0;
  }
  cite(t, Clause::DRB_TRN_06);
  if (empty) return decide_by_points(t, Clause::DRB_WIN_08);
  if (s.ran_out != 0) cite(t, Clause::DRB_WIN_12);
  if (s.turn >= s.turn_limit) return decide_by_points(t, Clause::DRB_WIN_13);
  // DRB-WIN-15: whoever took over from a leader that conceded leads the next turn too.
  if (s.lost_leader == 0) s.leader = next_player(s, s.leader);
  s.lost_leader = s.ran_out = 0;
  ++s.turn;
  s.agenda.pop();
  begin_turn(t);
}

}  // namespace

void step_turn(Table& t, core::Frame& f) {
  switch (f.stage) {
    case draw_stage:
      enter_step(t, f, gear_up_stage, Phase::draw);
      draw_for_turn(t);
      if (t.s.phase != Phase::over) enter_step(t, f, gear_up_stage, Phase::gear_up);
      return;
    case gear_up_stage: return step_gear_up(t, f);
    case energy_stage:
      gain_energy_for_turn(t);
      f.stage = main_stage;
      return;
    case main_stage: return step_main(t, f);
    case rush_stage: return enter_step(t, f, push_stage, Phase::push);
    case push_stage: return step_push(t, f);
    case battles_stage: t.s.phase = Phase::push; return step_battles(t, f);
    default: return end_turn(t);
  }
}

void begin_turn(Table& t) {
  push_step(t, Step::turn, t.s.leader, draw_stage);
  emit(t, Clause::DRB_TRN_05, EventKind::turn_begins, t.s.leader, t.s.turn);
}

}  // namespace rw::dragon_booster
