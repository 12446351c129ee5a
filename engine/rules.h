// What a game's `Rules` have from the core, and what they must add. engine/edge.h turns them into the table that
// the edge knows; players go through core/driver.h.
#pragma once

#include <concepts>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/asking.h"
#include "engine/core/describe.h"
#include "engine/core/idioms.h"
#include "engine/core/table.h"
#include "engine/game.h"

namespace rw {

// What a game states about itself.
template <class Clause>
struct About {
  std::string_view id;
  int version;  // raised when it plays differently than before
  struct {
    int least, most;
  } seats;
  Clause seats_clause;
};

// The types of a game, and what its enumerations are called.
template <class StateOfGame, class ContentOfGame, class Clause, class VerbOfGame, class QuestionOfGame,
          class EventKind, class Fact>
struct TermsOf {
  using State = StateOfGame;
  using Content = ContentOfGame;
  using Verb = VerbOfGame;
  using Question = QuestionOfGame;
  using Table = core::Table<State, Content>;

  static constexpr std::span<const std::string_view> clauses() { return names_of(Clause{}); }
  static constexpr std::span<const std::string_view> verbs() { return names_of(Verb{}); }
  static constexpr std::span<const std::string_view> questions() { return names_of(Question{}); }
  static constexpr std::span<const std::string_view> events() { return names_of(EventKind{}); }
  static constexpr std::span<const std::string_view> facts() { return names_of(Fact{}); }
  static constexpr int verb_count = static_cast<int>(names_of(Verb{}).size());
  static constexpr int question_count = static_cast<int>(names_of(Question{}).size());
  static constexpr core::Refusal game_over = core::refuse(Clause::none, Fact::game_over);
  // A choice that cannot be: an unknown verb, or operands that it does not have.
  static constexpr core::Refusal no_such_choice = [] {
    if constexpr (requires { Fact::other_question; })
      return core::refuse(Clause::none, Fact::other_question);
    else
      return core::refuse(Clause::none, Fact::no_such_thing);
  }();
};

// The rules of a game as the edge and the players call them. Part of them follows from its tables (its Lexicon),
// the rest from plain functions in its namespace, each declared with the part of the turn that it belongs to. Its
// lexicon.cpp makes these functions: `template struct RulesByTable<…>`.
template <class Lexicon, class TermsOfGame>
struct RulesByTable : TermsOfGame {
  using Terms = TermsOfGame;
  using typename Terms::Content, typename Terms::State, typename Terms::Table;

  // by the tables
  static void choices(const Content&, const State&, core::ChoiceList&);
  static core::Refusal judge(const Content&, const State&, core::Seat, core::Choice);
  static void apply(Table&, core::Choice);
  static void run(Table&);  // to the next question or the end
  static bool over(const State& s) { return s.phase == decltype(s.phase)::over; }
  // Writes the options of a table into a position, which has the usual ones already.
  static Expected<> read_options(Table&, const Setup&);
  static core::Asking asking(const State& s) {
    static constexpr auto table = core::asking_table<Terms::question_count>(askings(typename Terms::Question{}));
    return table[s.decision.kind];
  }

  // by the functions of the game
  static Expected<std::unique_ptr<Content>> load(core::Node root) { return Content::load(root); }
  static Expected<> begin(Table&, const Setup&, const core::Seed&);  // begin_game
  static Expected<> settle(Table&);                                  // settle_position
  static void go_on(Table&);  // play_on; a game without it runs on as it stands
  static Expected<> check(const Content&, const State&);  // check_position
  static Outcome outcome(const Content&, const State&);   // outcome_of
  // What every table can do (core::TableVerb): who has left, and what follows.
  static bool has_left(const State& s, core::Seat seat) { return !in_game(s, seat); }
  static void leave(Table&, core::Seat, core::TableVerb);  // leave_game
  static void agree_draw(Table&);                          // draw_by_agreement
  static void redeal(const Content&, State&, core::Seat viewer, core::Random&);  // redeal_hidden
  static bool learned(const State& before, const State& after);                  // anybody_learned
  template <class Visitor>
  static void describe(const Content& c, State& s, Visitor& v) {
    describe_position(c, s, v);
  }
};

template <class Rules>
using TableOf = core::Table<typename Rules::State, typename Rules::Content>;

template <class Rules>
concept StatesItself = requires {
  { Rules::about.id } -> std::convertible_to<std::string_view>;
  { core::by(Rules::about.seats_clause) } -> std::same_as<core::ClauseNumber>;
};

template <class Rules>
concept Begins = requires(TableOf<Rules>& t, const Setup& setup, const core::Seed& seed, core::Node root) {
  { Rules::Content::load(root) } -> std::same_as<Expected<std::unique_ptr<typename Rules::Content>>>;
  { begin_game(t, setup, seed) } -> std::same_as<Expected<>>;
};

template <class Rules>
concept TakesMadeUpPositions = requires(TableOf<Rules>& t) {
  { settle_position(t) } -> std::same_as<Expected<>>;
  { check_position(t.content, t.s) } -> std::same_as<Expected<>>;
};

template <class Rules>
concept Plays = requires(TableOf<Rules>& t, core::ChoiceList& list, core::Seat seat, core::Choice choice) {
  Rules::choices(t.content, t.s, list);
  { Rules::judge(t.content, t.s, seat, choice) } -> std::same_as<core::Refusal>;
  { askings(typename Rules::Question{}) } -> std::same_as<core::AskingSets>;
  Rules::apply(t, choice);
  { Rules::over(t.s) } -> std::same_as<bool>;
  { outcome_of(t.content, t.s) } -> std::same_as<Outcome>;
};

template <class Rules>
concept LetsSeatsLeave = requires(TableOf<Rules>& t, core::Seat seat, core::TableVerb verb) {
  { in_game(t.s, seat) } -> std::same_as<bool>;
  { core::by(Rules::table_clause(verb)) } -> std::same_as<core::ClauseNumber>;
  leave_game(t, seat, verb);
  draw_by_agreement(t);
};

template <class Rules>
concept KeepsSecrets = requires(TableOf<Rules>& t, core::Seat viewer, core::Random& random) {
  redeal_hidden(t.content, t.s, viewer, random);
  { anybody_learned(t.s, t.s) } -> std::same_as<bool>;
};

template <class Rules>
concept IsDescribed =
    requires(TableOf<Rules>& t, core::FieldVisitor& visitor) { describe_position(t.content, t.s, visitor); };

// Says in words which part of the rules is missing.
template <class Rules>
consteval bool are_rules() {
  static_assert(core::is_flat<typename Rules::State>, "a position is a flat value");
  static_assert(alignof(typename Rules::State) <= 8, "a position is aligned like its copies in lists of bytes");
  static_assert(StatesItself<Rules>, "a game states id, version, seats and their clause: Rules::about");
  static_assert(Begins<Rules>, "a game has Content::load(root) and begin_game(table, setup, seed)");
  static_assert(TakesMadeUpPositions<Rules>,
                "a game has settle_position(table) and check_position(content, state) for positions made up in "
                "scenarios");
  static_assert(Plays<Rules>,
                "a game has choices, judge, apply and over, askings(Question) and outcome_of(content, state)");
  static_assert(LetsSeatsLeave<Rules>,
                "a game says what follows when a seat concedes, runs out of time or agrees to a draw: in_game, "
                "Rules::table_clause, leave_game, draw_by_agreement");
  static_assert(KeepsSecrets<Rules>,
                "a game has redeal_hidden(content, state, viewer, random) and anybody_learned(before, after)");
  static_assert(IsDescribed<Rules>,
                "a game has describe_position(content, state, visitor): its views, set-ups and tensors");
  return true;
}

}  // namespace rw
