// What a text lets a player choose: the questions of the interpreter in the verbs of this game.
#include "engine/ability/gathering.h"
#include "engine/games/transformers_dbg/rules.h"
#include "engine/games/transformers_dbg/turn.h"

namespace rw::transformers_dbg {
namespace {

int opcode_asked(const Content& c, const State& s) {
  const core::Frame& f = s.agenda.back();
  return Words::program(c, f.ability).opcode(f.position);
}

}  // namespace

void step_program(Table& t, core::Frame&) { Interpreter::run(t, t.s.agenda.pop()); }

// What the interpreter offers, in the verbs of this game; equal cards once.
void list_offer(const Content& c, const State& s, ChoiceList& out) {
  Interpreter::Offer offer{};
  Interpreter::offer(c, s, s.agenda.back(), offer);
  const int op = opcode_asked(c, s);
  if (op == ability::op_may) {
    out.add(choice(Verb::yes));
    out.add(choice(Verb::no));
    return;
  }
  int last = -1;
  for (std::int16_t item : offer.items) {
    if (item == last) continue;
    last = item;
    out.add(op == ability::op_choose_one ? choice(Verb::option, item + 1) : choice(Verb::choose, item));
  }
  if (offer.may_stop) out.add(choice(Verb::done));
}

Refusal judge_offer(const Content& c, const State& s, Seat, Choice ch) {
  Interpreter::Offer offer{};
  Interpreter::offer(c, s, s.agenda.back(), offer);
  const int op = opcode_asked(c, s);
  const Refusal no =
      refuse(op == ability::op_choose_one ? Clause::DBG_ATK_10 : Clause::DBG_GEN_24, Fact::not_among);
  switch (verb_of(ch)) {
    case Verb::yes:
    case Verb::no: return op == ability::op_may ? legal : no;
    case Verb::done: return op != ability::op_may && offer.may_stop ? legal : no;
    case Verb::option:
      if (op != ability::op_choose_one) return no;
      break;
    case Verb::choose:
      if (op != ability::op_choose) return no;
      break;
    default: return no;
  }
  const int item = verb_of(ch) == Verb::option ? ch.a() - 1 : ch.a();
  for (std::int16_t listed : offer.items)
    if (listed == item) return legal;
  return no;
}

void choose(Table& t, Seat, Choice ch) { Interpreter::answer(t.content, t.s.agenda.back(), ch.a()); }

void choose_option(Table& t, Seat seat, Choice ch) {
  cite(t, Clause::DBG_ATK_10, seat);
  Interpreter::answer(t.content, t.s.agenda.back(), ch.a() - 1);
}

void answer_yes(Table& t, Seat, Choice) {
  cite(t, Clause::DBG_GEN_24, t.s.agenda.back().controller);
  Interpreter::answer(t.content, t.s.agenda.back(), 1);
}

void answer_no(Table& t, Seat, Choice) {
  cite(t, Clause::DBG_GEN_24, t.s.agenda.back().controller);
  Interpreter::answer(t.content, t.s.agenda.back(), -1);
}

void stop_choosing(Table& t, Seat, Choice) { Interpreter::answer(t.content, t.s.agenda.back(), -1); }

bool Rules::gathering(const Content& c, const State& s, core::Gathering& out) {
  if (question_of(s) == Question::pick_up) {
    gather_rearranged(c, s, out);
    return true;
  }
  return question_of(s) == Question::choose &&
         ability::gathering<Words>(c, s, s.agenda.back(), static_cast<int>(Verb::choose), choice(Verb::done), out);
}

}  // namespace rw::transformers_dbg
