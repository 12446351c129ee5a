// The frame around the rules of every game: each call of them that changes a position or lists its choices goes
// through here, from the edge and from the players alike.
#pragma once

#include "engine/core/choice.h"
#include "engine/core/event.h"
#include "engine/core/expected.h"
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
  return {static_cast<ClauseNumber>(Rules::table_clause(static_cast<TableVerb>(choice.verb()))), core::has_left, 0,
          0};
}

// Conceding, time running out, a draw by agreement.
template <class Rules, class Table>
void carry_out_at_table(Table& table, Choice choice) {
  const auto verb = static_cast<TableVerb>(choice.verb());
  const Seat who = seat(choice.a());
  if (table.log != nullptr)
    table.log->events.push_back({static_cast<ClauseNumber>(Rules::table_clause(verb)),
                                 static_cast<std::uint8_t>(verb),
                                 who,
                                 everyone,
                                 0,
                                 {}});
  if (verb == TableVerb::agree_draw) return Rules::agree_draw(table);
  Rules::leave(table, who, verb);
}

// Too large for the stack of a search.
inline ChoiceList& scratch_list() {
  static thread_local ChoiceList list;
  return list;
}

// The only answer to a question that is empty: nobody chooses, and nobody learns anything from its not being put.
template <class Rules, class Table>
bool find_only_answer(const Table& table, Choice& answer) {
  if (Rules::asking(table.s) != Asking::plain) [[likely]]
    return false;
  ChoiceList& list = scratch_list();
  list.clear();
  Rules::choices(table.content, table.s, list);
  answer = list.items[0];
  return list.size() == 1;
}

// More than any game needs between two choices of people, by far.
inline constexpr Capacity answers_in_a_row{"answers_in_a_row", 2'000};

// Goes on to the next question that somebody must answer. Texts that ask the same question again and again end
// here.
template <class Rules, class Table>
void run_on(Table& table) {
  auto& s = table.s;
  for (int answered = 0; s.decision.open() && !overflowed(); ++answered) {
    if (answered == answers_in_a_row.room) [[unlikely]]
      return capacity_exceeded(answers_in_a_row);
    Choice answer;
    if constexpr (requires { Rules::absent_choice(table.content, s); }) {
      // Where a game leaves questions open to a seat that has left, it says how they are answered.
      if (Rules::has_left(s, s.decision.asked)) [[unlikely]] {
        Rules::apply(table, Rules::absent_choice(table.content, s));
        continue;
      }
    }
    if (!find_only_answer<Rules>(table, answer)) return;
    if (table.log != nullptr) table.log->events.push_back({0, only_answer, s.decision.asked, everyone, 0, {}});
    Rules::apply(table, answer);
  }
}

// Hardly ever: a question that may be empty, or one to a seat that has left.
template <class Rules, class State>
inline bool may_run_on(const State& s) {
  if constexpr (requires(const typename Rules::Content& c) { Rules::absent_choice(c, s); })
    if (s.decision.open() && Rules::has_left(s, s.decision.asked)) return true;
  return Rules::asking(s) == Asking::plain;
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
  if constexpr (requires { Rules::asking(table.s); })
    if (may_run_on<Rules>(table.s)) [[unlikely]]
      run_on<Rules>(table);
  if (overflowed()) [[unlikely]]
    break_off(table.s);
}

// Calls a game's `begin` or `settle`. Afterwards `overflow` tells whether there was room for all of it.
template <class Rules, class Table, class SetUp>
Expected<> set_up(Table& table, SetUp&& rules) {
  overflow = nullptr;
  if (Expected<> done = rules(); !done || overflowed()) return done;
  if constexpr (requires { Rules::asking(table.s); }) run_on<Rules>(table);
  return {};
}

// From a position that was written field by field to its first decision.
template <class Rules, class Table>
void go_on(Table& table) {
  overflow = nullptr;
  Rules::go_on(table);
  if (!overflowed()) run_on<Rules>(table);
}

}  // namespace rw::core
