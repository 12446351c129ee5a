// The open `choose` of a program as a set of picks, for tables that let a person pick in any order.
#pragma once

#include <algorithm>

#include "engine/ability/interpreter.h"
#include "engine/core/gathering.h"

namespace rw::ability {

// False if the frame asks something else. G is the game's words, as the interpreter knows them; its optional
// `int copies(int item)` tells how many equal things an item stands for.
template <class G>
bool gathering(const typename G::Content& c, const typename G::State& s, const core::Frame& f, int verb,
               core::Choice stop, core::Gathering& out) {
  const Program p = G::program(c, f.ability);
  if (p.opcode(f.position) != op_choose) return false;
  Parameters in = parameters(p, f.position);
  const int of = in.node();
  in.node();  // count: already in the register
  const bool up_to = in.number() != 0;
  const int name = in.number();
  Items found{};
  G::select(c, s, scope_of(f), p, of, found);
  int all = 0;
  out = {};
  for (const std::int16_t item : found) {
    if (item < f.registers[name + 2]) continue;
    const int copies = Interpreter<G>::copies(item);
    out.picks.push({core::Choice::make(verb, item), copies});
    all += copies;
  }
  out.most = std::min(f.registers[name + 1] - 1, all);
  out.least = up_to ? 0 : out.most;
  out.effect = static_cast<std::uint32_t>(f.ability) << 16U | f.position;
  if (up_to) out.stop = stop;
  return true;
}

}  // namespace rw::ability
