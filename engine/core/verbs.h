// Listing, judging and carrying out choices by the verb table of a game, and running its agenda.
#pragma once

#include <array>
#include <utility>

#include "engine/core/agenda.h"
#include "engine/core/lexicon.h"

namespace rw::core {

// The verb table of a game, turned by verb and question at compile time.
template <class Rules>
struct VerbIndex {
  static constexpr const auto& rows = Rules::verb_rows;
  static constexpr int row_count = static_cast<int>(std::size(Rules::verb_rows));
  static constexpr int questions = Rules::question_count, verbs = Rules::verb_count;
  static_assert(row_count < 255 && questions <= 64);
  using Row = std::remove_cvref_t<decltype(rows[0])>;

  std::uint8_t row[verbs][questions] = {};  // 1 + the row that holds there; 0: none
  std::uint8_t first[verbs] = {};           // 1 + the verb's first row
  decltype(Row::act) act[verbs][questions] = {};
  Operands operands[verbs] = {};

  constexpr VerbIndex() {
    for (int i = 0; i < row_count; ++i) {
      const auto verb = static_cast<std::size_t>(rows[i].verb);
      if (first[verb] != 0) continue;
      first[verb] = static_cast<std::uint8_t>(i + 1);
      operands[verb] = operands_of(rows[i].pattern, Rules::kinds);
      operands[verb].from = static_cast<std::int8_t>(rows[i].from);
    }
    for (int q = 0; q < questions; ++q)
      for (int i = 0; i < row_count; ++i) {
        if (!contains(rows[i].questions, q)) continue;
        const auto verb = static_cast<std::size_t>(rows[i].verb);
        row[verb][q] = static_cast<std::uint8_t>(i + 1);
        act[verb][q] = rows[i].act;
      }
  }
  constexpr bool knows_all_kinds() const {
    for (const Operands& verb : operands)
      for (const std::int8_t kind : verb.kind)
        if (kind == unknown_kind) return false;
    return true;
  }
};

template <class Rules>
inline constexpr VerbIndex<Rules> verb_index{};

// The operands that a verb does not use must be zero, or equal choices would look different; the others must be
// values of their kind.
template <class Rules>
bool well_formed(Choice c) {
  static_assert(verb_index<Rules>.knows_all_kinds(), "a pattern names a kind that is not in the table of kinds");
  if (c.verb() >= Rules::verb_count || verb_index<Rules>.first[c.verb()] == 0) return false;
  const Operands& operands = verb_index<Rules>.operands[c.verb()];
  for (int i = 0; i < 4; ++i) {
    const int value = c.operand(i);
    if (operands.kind[i] >= 0) {
      const int below = Rules::kinds[static_cast<std::size_t>(operands.kind[i])].below;
      if (below != 0 && value >= below) return false;
    } else if (value > (operands.flag[i] ? 1 : 0)) {
      return false;
    }
  }
  return true;
}

template <class Rules>
Refusal judge_by_table(const typename Rules::Content& c, const typename Rules::State& s, Seat seat,
                       Choice choice) {
  if (Rules::over(s)) return Rules::game_over;
  if (!well_formed<Rules>(choice)) return Rules::no_such_choice;
  if (seat != s.decision.asked) return Rules::not_asked(c, s, seat, choice);
  const int row = verb_index<Rules>.row[choice.verb()][s.decision.kind];
  if (row == 0) {
    if (const Refusal refusal = Rules::elsewhere(c, s, seat, choice); refusal.refused()) return refusal;
    return Rules::verb_rows[verb_index<Rules>.first[choice.verb()] - 1].otherwise;
  }
  const auto rule = Rules::verb_rows[row - 1].judge;
  return rule == nullptr ? Refusal{} : rule(c, s, seat, choice);
}

template <class Rules, std::size_t row>
void list_row(const typename Rules::Content& c, const typename Rules::State& s, ChoiceList& out) {
  constexpr const auto& verb = Rules::verb_rows[row];
  constexpr Choice plain = Choice::make(static_cast<int>(verb.verb));
  if (verb.list != nullptr)
    verb.list(c, s, out);
  else if (verb.judge == nullptr || !verb.judge(c, s, s.decision.asked, plain).refused())
    out.add(plain);
}

// A list that several rows of a question share is gone through once. (All this is known when it is compiled, but
// with sanitizers GCC compares functions only when the program runs.)
template <class Rules, std::size_t row, int question>
bool is_listed_before() {
  constexpr const auto& rows = Rules::verb_rows;
  return [&]<std::size_t... before>(std::index_sequence<before...>) {
    return ((contains(rows[before].questions, question) && rows[before].list == rows[row].list) || ...);
  }(std::make_index_sequence<row>());
}

template <class Rules, int question>
void list_question(const typename Rules::Content& c, const typename Rules::State& s, ChoiceList& out) {
  const auto list = [&]<std::size_t row>() {
    if constexpr (contains(Rules::verb_rows[row].questions, question))
      if (Rules::verb_rows[row].list == nullptr || !is_listed_before<Rules, row, question>())
        list_row<Rules, row>(c, s, out);
  };
  [&]<std::size_t... row>(std::index_sequence<row...>) {
    (list.template operator()<row>(), ...);
  }(std::make_index_sequence<std::size(Rules::verb_rows)>());
}

// A function for each question, made from its rows: branches of a loop over them could not be predicted.
template <class Rules>
void list_by_table(const typename Rules::Content& c, const typename Rules::State& s, ChoiceList& out) {
  using List = void (*)(const typename Rules::Content&, const typename Rules::State&, ChoiceList&);
  static constexpr auto lists = []<std::size_t... q>(std::index_sequence<q...>) {
    return std::array<List, sizeof...(q)>{list_question<Rules, static_cast<int>(q)>...};
  }(std::make_index_sequence<static_cast<std::size_t>(Rules::question_count)>());
  lists[s.decision.kind](c, s, out);  // nobody is asked: no row belongs to that
}

// More than any game needs between two choices, by far.
inline constexpr Capacity steps_in_a_row{"steps_in_a_row", 20'000};

// Steps of the agenda until somebody is asked or the game is over. Cards whose texts set each other off without
// end would go on for ever: such a game is broken off.
template <class Rules>
void run_agenda(Table<typename Rules::State, typename Rules::Content>& t) {
  auto& s = t.s;
  for (int taken = 0; !s.decision.open() && !Rules::over(s) && !overflowed(); ++taken) {
    if (taken == steps_in_a_row.room) [[unlikely]]
      return capacity_exceeded(steps_in_a_row);
    Frame& frame = s.agenda.back();
    Rules::steps[frame.step](t, frame);
  }
}

// The choice must be legal.
template <class Rules>
void act_by_table(Table<typename Rules::State, typename Rules::Content>& t, Choice choice) {
  const Decision asked = t.s.decision;
  t.s.decision = {};
  verb_index<Rules>.act[choice.verb()][asked.kind](t, asked.asked, choice);
  run_agenda<Rules>(t);
}

}  // namespace rw::core
