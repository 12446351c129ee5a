// Whose turn it is, and the phases of a turn.
#include "engine/games/risk_cybertron/turn.h"

namespace rw::risk_cybertron {

// The stages of a turn: RSK-TRN-01, with the steps A to E of phase 1 (RSK-P1-01).
enum TurnStage : std::uint8_t {
  count_zones_stage,
  cards_stage,
  sectors_stage,
  place_stage,
  transform_stage,
  attack_stage,
  reinforce_stage,
  draw_stage,
};

Seat next_in_game(const State& s, Seat seat) {
  int i = core::index(seat);
  do i = (i + 1) % s.seats;
  while (core::has(s.eliminated, core::seat(i)));
  return core::seat(i);
}

namespace {

void enter_phase(Table& t, Phase phase, Seat seat) {
  t.s.phase = phase;
  emit(t, Clause::RSK_TRN_01, EventKind::phase_begins, seat, static_cast<int>(phase));
}

void start_of_turn(Table& t, Seat seat) {
  State& s = t.s;
  s.turn = seat;
  s.failed = 0;
  s.captured = s.flipped = s.transforms = s.reinforced = s.early_moves = s.jumped = s.attacks = 0;
  s.last_target = s.last_captured = no_zone;
  emit(t, Clause::RSK_TRN_04, EventKind::turn_begins, seat, s.day);
  enter_phase(t, Phase::place, seat);
  cite(t, Clause::RSK_P1_01, seat);
}

}  // namespace

// RSK-TRN-04, RSK-TRN-05: the next player still in the game; after the last one the day ends.
void end_of_turn(Table& t, Seat seat) {
  State& s = t.s;
  const int n = s.seats;
  const auto place = [&](Seat who) { return (core::index(who) + n - core::index(s.first)) % n; };
  const Seat next = next_in_game(s, seat);
  cite(t, Clause::RSK_MOD_09, seat);
  const bool day_ends = place(next) <= place(seat);
  if (day_ends) cite(t, Clause::RSK_TRN_05, seat);
  push_step(t, day_ends ? Step::end_of_day : Step::turn, day_ends ? seat : next);
}

namespace {

// Asks a phase's question if there is anything to choose; a lone "end phase" is answered here.
void ask_phase(Table& t, core::Frame& f, Question question, bool possible) {
  if (possible)
    ask(t, question, f.controller);
  else
    ++f.stage;
}

}  // namespace

void step_turn(Table& t, core::Frame& f) {
  State& s = t.s;
  const Seat seat = f.controller;
  switch (f.stage) {
    case count_zones_stage:
      start_of_turn(t, seat);
      count_zones(t, seat);
      ++f.stage;
      return;
    case cards_stage:  // step B; a player who holds no card is not asked, and hand sizes are public
      ask_phase(t, f, Question::play_cards, s.hand[core::index(seat)] != 0);
      return;
    case sectors_stage:
      count_sectors(t, seat);
      count_factories(t, seat);
      ++f.stage;
      return;
    case place_stage:
      ask_phase(t, f, Question::place, s.pile[core::index(seat)] > 0 || can_revive(t.content, s, seat));
      return;
    case transform_stage:
      if (s.phase == Phase::place) {
        if (revive_cost(t.content, s, seat) < t.content.revive_cost) cite(t, Clause::RSK_P1_20, seat);
        end_lasting(t, Until::end_of_phase, Clause::RSK_P1_04);
        enter_phase(t, Phase::transform, seat);
      }
      ask_phase(t, f, Question::transform, can_act_in_phase2(t.content, s, seat));
      return;
    case attack_stage:
      if (s.phase != Phase::attack) {
        enter_phase(t, Phase::attack, seat);
        if (under_truce(s, seat)) cite(t, Clause::RSK_OPT_01, seat);
      }
      ask_phase(t, f, Question::attack, can_attack(t.content, s, seat));
      return;
    case reinforce_stage:
      if (s.phase != Phase::reinforce) {
        end_lasting(t, Until::end_of_turn, Clause::RSK_CRD_06);
        enter_phase(t, Phase::reinforce, seat);
      }
      ask_phase(t, f, Question::reinforce, can_act_in_phase4(t.content, s, seat));
      return;
    default:
      s.agenda.pop();
      s.phase = Phase::draw;
      draw_card(t, seat);
      end_of_turn(t, seat);
  }
}

void begin_turn(Table& t, Seat seat) { push_step(t, Step::turn, seat); }

// Into which stage of the turn a set-up may drop the players.
void resume_turn(Table& t, Seat seat, Phase phase) {
  const int stage = phase == Phase::place       ? count_zones_stage
                    : phase == Phase::transform ? transform_stage
                    : phase == Phase::attack    ? attack_stage
                    : phase == Phase::reinforce ? reinforce_stage
                                                : draw_stage;
  const int with_robots = t.s.pile[core::index(seat)] > 0 && phase == Phase::place;
  push_step(t, Step::turn, seat, with_robots != 0 ? place_stage : stage);
}

void end_phase(Table& t, Seat, Choice) {
  if (t.s.phase != Phase::place) cite(t, Clause::RSK_TRN_02, t.s.turn);
  ++t.s.agenda.back().stage;
}

Refusal judge_end_phase(const Content&, const State& s, Seat seat, Choice) {
  // RSK-P1-13: step E ends with an empty pile.
  if (static_cast<Question>(s.decision.kind) == Question::place && s.pile[core::index(seat)] > 0)
    return refuse(Clause::RSK_P1_13, Fact::robots_left, s.pile[core::index(seat)]);
  // Reinforcements that a card calls are no phase of their own.
  if (static_cast<Step>(s.agenda.back().step) != Step::turn)
    return refuse(Clause::RSK_TRN_01, Fact::other_question);
  return legal;
}

}  // namespace rw::risk_cybertron
