// The frame around the rules of every game: each call of them that changes a position or lists its choices goes
// through here, from the edge and from the players alike.
#pragma once

#include "engine/core/choice.h"
#include "engine/core/fixed.h"

namespace rw::core {

// A capacity was exceeded: what the position holds is no longer what was played. The game is over and nobody wins.
// (What has no phases has no lists to fill either: small games of tests.)
template <class State>
void break_off(State& s) {
  if constexpr (requires { s.phase = decltype(s.phase)::over; }) {
    s.phase = decltype(s.phase)::over;
    s.decision = {};
    s.winners = nobody;
    s.end_clause = 0;
  }
}

// Afterwards `overflow` tells whether some choices found no room in the list.
template <class Rules>
void list_choices(const typename Rules::Content& content, const typename Rules::State& s, ChoiceList& list) {
  overflow = nullptr;
  Rules::choices(content, s, list);
}

template <class Rules, class Table>
void carry_out(Table& table, Choice choice) {
  overflow = nullptr;
  Rules::apply(table, choice);
  if (overflowed()) [[unlikely]]
    break_off(table.s);
}

// Calls a game's `begin` or `settle`, which tells whether there is a position to play.
template <class SetUp>
bool set_up(SetUp&& rules) {
  overflow = nullptr;
  return rules() && !overflowed();
}

}  // namespace rw::core
