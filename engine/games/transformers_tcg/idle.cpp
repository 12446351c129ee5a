// Effects that could not do anything now. Nobody is asked about them, and no line says that they resolve.
#include "engine/games/transformers_tcg/turn.h"
#include "engine/games/transformers_tcg/word_table.h"

namespace rw::transformers_tcg {
namespace {

// TCG-DMG-16.
bool is_surplus_gone(const State& s) { return s.battle.spilled != 0 || s.battle.surplus == 0; }

bool is_idle_word(const Content& c, const State& s, const Scope& scope, Program p, int at) {
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::spill: return is_surplus_gone(s);
    case WordOp::combine:
      return !components_ready(c, s, scope.controller,
                               core::make<CharacterRecord>(said<WordOp::combine, "into">(p, at)));
    case WordOp::scrap: {
      const int what = operand<WordOp::scrap, "what">(p, at);
      return things(c, s, scope, p, what).empty() && !Words::conceals(c, s, scope, p, what);
    }
    case WordOp::flip: {  // TCG-FLP-09
      constexpr int battlefield = 0;
      const int who = operand<WordOp::flip, "who">(p, at);
      return static_cast<WordOp>(p.opcode(who)) == WordOp::self &&
             said<WordOp::flip, "in">(p, at) == battlefield &&
             (things(c, s, scope, p, who).characters & s.field) == 0;
    }
    default: return false;
  }
}

}  // namespace

// The choice of who takes a surplus that is gone.
bool is_idle_spill(const State& s, Program p, int choose) {
  const int block = ability::choose_operands(p, choose).block;
  return static_cast<WordOp>(p.opcode(block + 1)) == WordOp::spill && is_surplus_gone(s);
}

namespace {

bool is_idle_choice(const Content& c, const State& s, const Scope& scope, Program p, int at) {
  if (is_idle_spill(s, p, at)) return true;
  const int of = ability::choose_operands(p, at).of;
  ability::Items found{};
  Words::select(c, s, scope, p, of, found);
  return found.empty() && !Words::conceals(c, s, scope, p, of);
}

}  // namespace

bool is_idle(const Content& c, const State& s, const Scope& scope, Program p, int block) {
  const int end = block + p.length(block);
  for (int at = block + 1; at < end; at += p.length(at)) {
    const int op = p.opcode(at);
    if (op == ability::op_end) continue;
    if (op == ability::op_choose ? !is_idle_choice(c, s, scope, p, at) : !is_idle_word(c, s, scope, p, at))
      return false;
  }
  return true;
}

// An optional ability that nobody has to be asked about: its cost cannot be paid, or it would do nothing. Whoever
// can pay may pay for the sake of paying, but not for a Combiner whose components are gone.
bool is_out_of_question(const Content& c, const State& s, const Scope& scope, Program p) {
  const ability::Ability& a = p.ability();
  if (a.cost == 0 || static_cast<WordOp>(p.opcode(a.effects + 1)) == WordOp::combine)
    if (is_idle(c, s, scope, p, a.effects)) return true;
  return a.cost != 0 && !can_pay(c, s, scope, p, a.cost) && !conceals_cost(c, s, scope, p, a.cost);
}

}  // namespace rw::transformers_tcg
