// The driver, the turn's phases, and what a question offers.
#include "engine/games/dino_battles/turn.h"

#include <algorithm>

#include "engine/ability/gathering.h"
#include "engine/games/dino_battles/rules.h"

namespace rw::dino_battles {

void ask(Table& t, Question question, Seat seat) {
  t.s.decision.kind = static_cast<std::uint8_t>(question);
  t.s.decision.asked = seat;
  t.s.decision.number = ++t.s.asked[core::index(seat)];
}

core::Frame& push_step(Table& t, Step step, Seat seat, int stage, int subject, int object) {
  core::Frame frame{};
  frame.step = static_cast<std::uint8_t>(step);
  frame.stage = static_cast<std::uint8_t>(stage);
  frame.controller = seat;
  frame.subject = static_cast<std::int16_t>(subject);
  frame.object = static_cast<std::int16_t>(object);
  t.s.agenda.push(frame);
  return t.s.agenda.back();
}

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

void step_turn(Table& t, core::Frame& f) {
  State& s = t.s;
  const Seat seat = f.controller;
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

}  // namespace

void run(Table& t) {
  State& s = t.s;
  while (!s.decision.open() && s.phase != Phase::over && !core::overflowed()) {
    core::Frame& f = s.agenda.back();
    switch (static_cast<Step>(f.step)) {
      case Step::draft: step_draft(t, f); break;
      case Step::turn: step_turn(t, f); break;
      case Step::window: step_window(t, f); break;
      case Step::item: step_item(t, f); break;
      case Step::program: Interpreter::run(t, s.agenda.pop()); break;
      case Step::check: step_check(t, f); break;
      case Step::none: return;
    }
  }
}

// ---- the edge's functions ------------------------------------------------------------------------------

void Rules::choices(const Content& c, const State& s, ChoiceList& out) {
  const Seat seat = s.decision.asked;
  switch (static_cast<Question>(s.decision.kind)) {
    case Question::none: return;
    case Question::draft_stack:
    case Question::draft_dinosaur: return list_draft(c, s, out);
    case Question::window:
      list_techs(c, s, seat, out);
      out.add(choice(Verb::pass));
      break;
    case Question::main:
      list_strategies(c, s, seat, out);
      list_attachments(c, s, seat, out);
      list_combat_moves(c, s, seat, out);
      list_assists(c, s, seat, out);
      list_techs(c, s, seat, out);
      out.add(choice(Verb::end_main));
      break;
    case Question::answer: list_answers(c, s, out); break;
    case Question::choose: {
      Interpreter::Offer offer{};
      Interpreter::offer(c, s, s.agenda.back(), offer);
      for (std::int16_t item : offer.items) out.add(choice(Verb::choose, item));
      if (offer.may_stop) out.add(choice(Verb::done));
      break;
    }
    case Question::promote: list_promotions(s, seat, out); break;
    case Question::buy:
      list_purchases(c, s, seat, out);
      list_techs(c, s, seat, out);
      out.add(choice(Verb::end_buy));
      break;
  }
}

bool Rules::gathering(const Content& c, const State& s, core::Gathering& out) {
  return static_cast<Question>(s.decision.kind) == Question::choose &&
         ability::gathering<Words>(c, s, s.agenda.back(), static_cast<int>(Verb::choose), choice(Verb::done), out);
}

namespace {

// DNB-TRN-07, DNB-TRN-08 and what each action says itself: only in the own Main with an empty stack.
Refusal judge_main_action(const State& s, Seat seat, Verb verb) {
  if (static_cast<Question>(s.decision.kind) == Question::main) return legal;
  Clause own = Clause::DNB_CMB_08;
  if (verb == Verb::play_strategy) own = Clause::DNB_STR_09;
  if (verb == Verb::attach) own = Clause::DNB_ATT_09;
  if (verb == Verb::pass_move) own = Clause::DNB_CMB_09;
  if (verb == Verb::assist) own = Clause::DNB_AST_06;
  if (seat != s.turn) return refuse(verb == Verb::play_strategy ? Clause::DNB_STR_10 : own, Fact::not_your_turn);
  if (s.phase == Phase::main || s.phase == Phase::main_end)
    return refuse(Clause::DNB_TRN_07, s.phase == Phase::main ? Fact::stack_not_empty : Fact::not_main);
  if (s.phase == Phase::start) return refuse(own, Fact::not_main);
  return refuse(verb == Verb::assist ? Clause::DNB_AST_01 : Clause::DNB_TRN_08, Fact::not_main);
}

Refusal judge_choose(const Content& c, const State& s, Choice ch) {
  if (static_cast<Question>(s.decision.kind) != Question::choose)
    return refuse(Clause::DNB_GEN_20, Fact::other_question);
  Interpreter::Offer offer{};
  Interpreter::offer(c, s, s.agenda.back(), offer);
  if (verb_of(ch) == Verb::done) return offer.may_stop ? legal : refuse(Clause::DNB_GEN_20, Fact::no_such_item);
  for (std::int16_t item : offer.items)
    if (item == ch.a()) return legal;
  return refuse(Clause::DNB_GEN_20, Fact::no_such_item);
}

Refusal judge_question(const State& s, Question wanted) {
  return static_cast<Question>(s.decision.kind) == wanted ? legal
                                                          : refuse(Clause::DNB_TRN_01, Fact::other_question);
}

// The bits of a choice that its verb does not use must be zero, or equal choices would look different.
bool well_formed(Choice c) {
  const auto unused = [&](bool a, bool b, bool cc, bool d) {
    return (a || c.a() == 0) && (b || c.b() == 0) && (cc || c.c() == 0) && (d || c.d() == 0);
  };
  switch (verb_of(c)) {
    case Verb::play_strategy: return unused(true, true, false, true);
    case Verb::play_tech: return unused(true, true, true, true);
    case Verb::attach:
    case Verb::retreat: return unused(true, true, false, false);
    case Verb::attack:
    case Verb::assist: return unused(true, true, true, false);
    case Verb::buy:
    case Verb::buy_dinosaur: return unused(true, false, true, false);
    case Verb::draft:
    case Verb::choose:
    case Verb::promote: return unused(true, false, false, false);
    case Verb::none: return false;
    default: return c.verb() < Verb_count && unused(false, false, false, false);
  }
}

}  // namespace

Refusal Rules::judge(const Content& c, const State& s, Seat seat, Choice ch) {
  if (s.phase == Phase::over) return refuse(Clause::none, Fact::game_over);
  if (!well_formed(ch)) return refuse(Clause::none, Fact::other_question);
  const Verb verb = verb_of(ch);
  if (seat != s.decision.asked) {
    const bool answering = verb == Verb::evade || verb == Verb::defend;
    return refuse(answering ? Clause::DNB_DEF_14 : Clause::DNB_GEN_20, Fact::not_asked);
  }
  const auto question = static_cast<Question>(s.decision.kind);
  const bool drafting = question == Question::draft_stack || question == Question::draft_dinosaur;
  if (verb == Verb::draft)
    return drafting ? judge_draft(c, s, ch) : refuse(Clause::DNB_SET_17, Fact::other_question);
  if (drafting) return refuse(Clause::DNB_SET_17, Fact::other_question);
  switch (verb) {
    case Verb::play_strategy:
    case Verb::attach:
    case Verb::attack:
    case Verb::retreat:
    case Verb::pass_move:
    case Verb::assist:
      if (const Refusal refusal = judge_main_action(s, seat, verb); refusal.refused()) return refusal;
      break;
    default: break;
  }
  switch (verb) {
    case Verb::play_strategy: return judge_strategy(c, s, seat, ch);
    case Verb::attach: return judge_attach(c, s, seat, ch);
    case Verb::attack: return judge_attack(c, s, seat, ch);
    case Verb::retreat: return judge_retreat(c, s, seat, ch);
    case Verb::pass_move: return judge_pass_move(c, s, seat);
    case Verb::assist: return judge_assist(c, s, seat, ch);
    case Verb::play_tech: return judge_tech(c, s, seat, ch);
    case Verb::end_main: return judge_question(s, Question::main);
    case Verb::end_buy: return judge_question(s, Question::buy);
    case Verb::buy:
    case Verb::buy_dinosaur:
      if (question != Question::buy) return refuse(Clause::DNB_BUY_01, Fact::other_question);
      return verb == Verb::buy ? judge_buy(c, s, seat, ch) : judge_buy_dinosaur(c, s, seat, ch);
    case Verb::pass: return judge_pass(c, s, seat);
    case Verb::evade:
    case Verb::defend: return judge_answer(c, s, seat, verb);
    case Verb::choose:
    case Verb::done: return judge_choose(c, s, ch);
    case Verb::promote: return judge_promote(c, s, seat, ch);
    default: return refuse(Clause::none, Fact::other_question);
  }
}

void Rules::apply(Table& t, Choice ch) {
  State& s = t.s;
  const Seat seat = s.decision.asked;
  const auto question = static_cast<Question>(s.decision.kind);
  s.decision = {};
  switch (verb_of(ch)) {
    case Verb::draft: draft(t, seat, ch); break;
    case Verb::play_strategy: play_strategy(t, seat, ch); break;
    case Verb::attach: attach(t, seat, ch); break;
    case Verb::attack: declare_attack(t, seat, ch); break;
    case Verb::retreat: declare_retreat(t, seat, ch); break;
    case Verb::pass_move: pass_move(t, seat); break;
    case Verb::assist: use_assist(t, seat, ch); break;
    case Verb::play_tech: play_tech(t, seat, ch); break;
    case Verb::end_main:
    case Verb::end_buy:
      cite(t, Clause::DNB_TRN_04, seat);
      ++turn_frame(s).stage;
      break;
    case Verb::buy: buy(t, seat, ch); break;
    case Verb::buy_dinosaur: buy_dinosaur(t, seat, ch); break;
    case Verb::pass: question == Question::answer ? answer(t, seat, Verb::pass) : pass(t, seat); break;
    case Verb::evade:
    case Verb::defend: answer(t, seat, verb_of(ch)); break;
    case Verb::choose: Interpreter::answer(t.content, s.agenda.back(), ch.a()); break;
    case Verb::done: {
      Interpreter::Offer offer{};
      Interpreter::offer(t.content, s, s.agenda.back(), offer);
      if (offer.items.empty()) cite(t, Clause::DNB_GEN_13, seat);
      Interpreter::answer(t.content, s.agenda.back(), -1);
      break;
    }
    case Verb::promote: promote(t, seat, (ch.a() - 1) & 7); break;
    case Verb::none: break;
  }
  run(t);
}

}  // namespace rw::dino_battles
