// The frame around the rules of every game: each call of them that changes a position or lists its choices goes
// through here, from the edge and from the players alike.
#pragma once

#include "engine/core/choice.h"
#include "engine/core/event.h"
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

// What the rules say to a choice of this seat, asked or not.
template <class Rules>
Refusal judge(const typename Rules::Content& content, const typename Rules::State& s, Seat seat, Choice choice) {
  if (!is_table_choice(choice)) [[likely]]
    return Rules::judge(content, s, seat, choice);
  if (Rules::over(s)) return {0, table_closed, 0, 0};
  const int verb = choice.verb() - first_table_verb;
  if (verb >= table_verbs || index(seat) >= s.seats ||
      choice != table_choice(static_cast<TableVerb>(choice.verb()), seat))
    return {0, no_such_choice, 0, 0};
  if (!Rules::has_left(s, seat)) return {};
  return {static_cast<ClauseNumber>(Rules::table_clause(static_cast<TableVerb>(choice.verb()))),
          core::has_left, 0, 0};
}

// Conceding, time running out, a draw by agreement.
template <class Rules, class Table>
void carry_out_at_table(Table& table, Choice choice) {
  const auto verb = static_cast<TableVerb>(choice.verb());
  const Seat who = seat(choice.a());
  if (table.log != nullptr)
    table.log->events.push_back({static_cast<ClauseNumber>(Rules::table_clause(verb)),
                                 static_cast<std::uint8_t>(verb), who, everyone, 0, {}});
  if (verb == TableVerb::agree_draw) return Rules::agree_draw(table);
  Rules::leave(table, who, verb);
}

template <class Rules, class Table>
void carry_out(Table& table, Choice choice) {
  overflow = nullptr;
  if constexpr (requires { Rules::table_clause(TableVerb::concede); }) {
    if (is_table_choice(choice)) [[unlikely]]
      carry_out_at_table<Rules>(table, choice);
    else
      Rules::apply(table, choice);
  } else {
    Rules::apply(table, choice);
  }
  // Where a game leaves questions open to a seat that has left, it says how they are answered.
  if constexpr (requires { Rules::absent_choice(table.content, table.s); })
    while (table.s.decision.open() && Rules::has_left(table.s, table.s.decision.asked) && !overflowed())
      Rules::apply(table, Rules::absent_choice(table.content, table.s));
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
