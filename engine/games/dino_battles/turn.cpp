// The turn's phases, and what an effect lets a seat choose.
#include "engine/games/dino_battles/turn.h"

#include <algorithm>

#include "engine/ability/gathering.h"
#include "engine/games/dino_battles/rules.h"

namespace rw::dino_battles {

core::Frame& turn_frame(State& s) { return s.agenda[0]; }  // nothing lies below a turn

// DNB-CMB-03.
int moves_left(const Content& c, const State& s, Seat seat) {
  int paralysis = player(s, seat).paralysis;
  if (const Ref active = active_of(s, seat);
      paralysis != 0 && active != no_dino && has_trait(c, s, active, Lasts::immune_paralyze))
    paralysis = 0;
  return std::max(0, s.moves_granted - s.moves_used - paralysis);
}

void enter_phase(Table& t, Phase phase) {
  if (t.s.phase == phase) return;
  t.s.phase = phase;
  emit(t, Clause::DNB_TRN_01, EventKind::phase_begins, t.s.turn, static_cast<int>(phase));
  const Player& p = player(t.s, t.s.turn);
  if (phase != Phase::main || p.paralysis == 0) return;
  cite(t, Clause::DNB_CMB_03, t.s.turn);
  if (const Ref active = active_of(t.s, t.s.turn);
      active != no_dino && has_trait(t.content, t.s, active, Lasts::immune_paralyze))
    cite(t, Clause::DNB_ABI_09, t.s.turn);
}

namespace {

// DNB-TRN-02, DNB-TRN-03.
void start_of_turn(Table& t, Seat seat) {
  State& s = t.s;
  s.turn = seat;
  s.phase = Phase::start;
  s.strategies = s.attaches = s.buys = s.moves_granted = 1;
  s.moves_used = 0;
  for (Dinosaur& dino : player(s, seat).dino) dino.assisted = 0;
  emit(t, Clause::DNB_TRN_02, EventKind::turn_begins, seat, s.round);
  if (!has_dinosaur(s, seat)) cite(t, Clause::DNB_TRN_09, seat);
  end_effects(t, 1 + core::index(seat), Clause::DNB_TRN_03);
}

}  // namespace

void step_turn(Table& t, core::Frame& f) {
  State& s = t.s;
  const Seat seat = f.controller;
  if (!s.stack.empty()) return resolve_topmost(t);
  switch (f.stage) {
    case begin_stage:
      start_of_turn(t, seat);
      ++f.stage;
      return;
    case start_window_stage: return open_window(t, WindowKind::start, seat);
    case main_stage: enter_phase(t, Phase::main); return ask(t, Question::main, seat);
    case main_end_window_stage: enter_phase(t, Phase::main_end); return open_window(t, WindowKind::main_end, seat);
    case buy_stage:
      enter_phase(t, Phase::buy);
      // Nothing left to buy with and, as everybody sees, no Tech to play.
      if (s.buys == 0 && !might_play_tech(t.content, s, seat)) {
        ++f.stage;
        return;
      }
      return ask(t, Question::buy, seat);
    case turn_end_window_stage: enter_phase(t, Phase::turn_end); return open_window(t, WindowKind::turn_end, seat);
    default: return step_cleanup(t, f);
  }
}

// ---- ending a phase, choosing for an effect ------------------------------------------------------------

void end_phase(Table& t, Seat seat, Choice) {
  cite(t, Clause::DNB_TRN_04, seat);
  ++turn_frame(t.s).stage;
}

void list_candidates(const Content& c, const State& s, ChoiceList& out) {
  Interpreter::Offer offer{};
  Interpreter::offer(c, s, s.agenda.back(), offer);
  for (std::int16_t candidate : offer.items) out.add(choice(Verb::choose, candidate));
  if (offer.may_stop) out.add(choice(Verb::done));
}

Refusal judge_choose(const Content& c, const State& s, Seat, Choice ch) {
  Interpreter::Offer offer{};
  Interpreter::offer(c, s, s.agenda.back(), offer);
  for (std::int16_t candidate : offer.items)
    if (candidate == ch.a()) return legal;
  return refuse(Clause::DNB_GEN_20, Fact::no_such_item);
}

Refusal judge_done(const Content& c, const State& s, Seat, Choice) {
  Interpreter::Offer offer{};
  Interpreter::offer(c, s, s.agenda.back(), offer);
  return offer.may_stop ? legal : refuse(Clause::DNB_GEN_20, Fact::no_such_item);
}

void choose_candidate(Table& t, Seat, Choice ch) { Interpreter::answer(t.content, t.s.agenda.back(), ch.a()); }

void stop_choosing(Table& t, Seat seat, Choice) {
  Interpreter::Offer offer{};
  Interpreter::offer(t.content, t.s, t.s.agenda.back(), offer);
  if (offer.items.empty()) cite(t, Clause::DNB_GEN_13, seat);
  Interpreter::answer(t.content, t.s.agenda.back(), -1);
}

bool Rules::gathering(const Content& c, const State& s, core::Gathering& out) {
  return static_cast<Question>(s.decision.kind) == Question::choose &&
         ability::gathering<Words>(c, s, s.agenda.back(), static_cast<int>(Verb::choose), choice(Verb::done), out);
}

}  // namespace rw::dino_battles
