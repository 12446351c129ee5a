// The open `choose` of a program as a set of picks: for tables that show them all at once, and for computer
// players, who need to look at one order only.
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
  out.program = p.code;
  out.position = f.position;
  if (p.opcode(f.position) != op_choose) return false;
  const ChooseOperands in = choose_operands(p, f.position);
  const int name = in.name, room = in.room;
  FoundItems found;
  G::select(c, s, scope_of(f), p, in.of, found);
  int all = 0;
  out.picks.clear();
  for (const std::int16_t item : found) {
    const int copies = Interpreter<G>::copies_left(f, name, room, item);
    if (copies <= 0) continue;
    out.picks.push({core::Choice::make(verb, item), copies});
    all += copies;
  }
  const std::int16_t* const picks = f.registers + name + 2;
  const std::int16_t* const end = std::find(picks, picks + room, 0);
  out.last = end == picks ? core::Choice{} : core::Choice::make(verb, end[-1] - 1);
  out.most = std::min(f.registers[name + 1] - 1, all);
  out.least = in.up_to ? 0 : out.most;
  out.effect = static_cast<std::uint32_t>(f.ability) << 16U | f.position;
  out.stop = in.up_to ? stop : core::Choice{};
  return true;
}

}  // namespace rw::ability
