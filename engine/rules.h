// What a game's `Rules` have from the core, and what they must add. engine/edge.h turns them into the table that
// the edge knows; players go through core/driver.h.
#pragma once

#include <concepts>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/describe.h"
#include "engine/core/idioms.h"
#include "engine/core/table.h"
#include "engine/game.h"

namespace rw {

// The types of a game, and what its enumerations are called.
template <class StateOfGame, class ContentOfGame, class Clause, class VerbOfGame, class Question, class EventKind,
          class Fact>
struct TermsOf {
  using State = StateOfGame;
  using Content = ContentOfGame;
  using Verb = VerbOfGame;
  using Table = core::Table<State, Content>;

  static constexpr std::span<const std::string_view> clauses() { return names_of(Clause{}); }
  static constexpr std::span<const std::string_view> verbs() { return names_of(Verb{}); }
  static constexpr std::span<const std::string_view> questions() { return names_of(Question{}); }
  static constexpr std::span<const std::string_view> events() { return names_of(EventKind{}); }
  static constexpr std::span<const std::string_view> facts() { return names_of(Fact{}); }
  static constexpr int verb_count = static_cast<int>(names_of(Verb{}).size());
  static constexpr int question_count = static_cast<int>(names_of(Question{}).size());
  static constexpr core::Refusal game_over = core::refuse(Clause::none, Fact::game_over);
};

// The rules as far as the tables of a game tell them (its Lexicon). Its lexicon.cpp makes these functions:
// `template struct RulesByTable<…>`.
template <class Lexicon, class Terms>
struct RulesByTable : Terms {
  using typename Terms::Content, typename Terms::State, typename Terms::Table;

  static void choices(const Content&, const State&, core::ChoiceList&);
  static core::Refusal judge(const Content&, const State&, core::Seat, core::Choice);
  static void apply(Table&, core::Choice);
  static void run(Table&);  // to the next question or the end
  static bool over(const State& s) { return s.phase == decltype(s.phase)::over; }
  // Writes the options of a table into a position, which has the usual ones already.
  static Expected<> read_options(Table&, const Setup&);
};

template <class Rules>
using TableOf = core::Table<typename Rules::State, typename Rules::Content>;

template <class Rules>
concept StatesItself = requires {
  { Rules::id } -> std::convertible_to<std::string_view>;
  { Rules::version } -> std::convertible_to<int>;
  { Rules::min_seats } -> std::convertible_to<int>;
  { Rules::max_seats } -> std::convertible_to<int>;
  { core::by(Rules::seats_clause) } -> std::same_as<core::ClauseNumber>;
};

template <class Rules>
concept Begins = requires(TableOf<Rules>& t, const Setup& setup, const core::Seed& seed, core::Node root) {
  { Rules::load(root) } -> std::same_as<Expected<std::unique_ptr<typename Rules::Content>>>;
  { Rules::begin(t, setup, seed) } -> std::same_as<Expected<>>;
};

template <class Rules>
concept TakesMadeUpPositions = requires(TableOf<Rules>& t) {
  { Rules::settle(t) } -> std::same_as<Expected<>>;
  { Rules::go_on(t) } -> std::same_as<void>;
  { Rules::check(t.content, t.s) } -> std::same_as<Expected<>>;
};

template <class Rules>
concept Plays = requires(TableOf<Rules>& t, core::ChoiceList& list, core::Seat seat, core::Choice choice) {
  Rules::choices(t.content, t.s, list);
  { Rules::judge(t.content, t.s, seat, choice) } -> std::same_as<core::Refusal>;
  { Rules::asking(t.s) } -> std::same_as<core::Asking>;
  Rules::apply(t, choice);
  { Rules::over(t.s) } -> std::same_as<bool>;
  { Rules::outcome(t.content, t.s) } -> std::same_as<Outcome>;
};

template <class Rules>
concept LetsSeatsLeave = requires(TableOf<Rules>& t, core::Seat seat, core::TableVerb verb) {
  { Rules::has_left(t.s, seat) } -> std::same_as<bool>;
  { core::by(Rules::table_clause(verb)) } -> std::same_as<core::ClauseNumber>;
  Rules::leave(t, seat, verb);
  Rules::agree_draw(t);
};

template <class Rules>
concept KeepsSecrets = requires(TableOf<Rules>& t, core::Seat viewer, core::Random& random) {
  Rules::redeal(t.content, t.s, viewer, random);
  { Rules::learned(t.s, t.s) } -> std::same_as<bool>;
};

template <class Rules>
concept IsDescribed =
    requires(TableOf<Rules>& t, core::FieldVisitor& visitor) { Rules::describe(t.content, t.s, visitor); };

// Says in words which part of the rules is missing.
template <class Rules>
consteval bool are_rules() {
  static_assert(core::is_flat<typename Rules::State>, "a position is a flat value");
  static_assert(alignof(typename Rules::State) <= 8, "a position is aligned like its copies in lists of bytes");
  static_assert(StatesItself<Rules>, "a game states id, version, min_seats, max_seats and seats_clause");
  static_assert(Begins<Rules>, "a game has load(root) and begin(table, setup, seed)");
  static_assert(TakesMadeUpPositions<Rules>,
                "a game has settle(table), go_on(table) and check(content, state) for positions made up "
                "in scenarios");
  static_assert(Plays<Rules>, "a game has choices, judge, asking, apply, over and outcome");
  static_assert(LetsSeatsLeave<Rules>,
                "a game says what follows when a seat concedes, runs out of time or agrees to a draw: has_left, "
                "table_clause, leave, agree_draw");
  static_assert(KeepsSecrets<Rules>,
                "a game has redeal(content, state, viewer, random) and learned(before, after)");
  static_assert(IsDescribed<Rules>,
                "a game has describe(content, state, visitor): its views, set-ups and tensors");
  return true;
}

}  // namespace rw
