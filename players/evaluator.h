// What a game tells its players beyond its rules: its `Evaluator`. Only `evaluate` is required.
//
//   struct Evaluator {
//     using Rules = ...;
//     // The chance of each seat to win, from 0 to 1; team-mates share theirs.
//     static void evaluate(const Content&, const State&, float out[core::max_seats]);
//     // The same where the evaluation is a table of weights, which matches can tune: the usual ones, and those
//     // to judge by (null: the usual ones).
//     static std::span<const float> weights();
//     static void evaluate(const Content&, const State&, const float* weights, float out[core::max_seats]);
//     // How good each choice of the list looks at a glance, from 0 to 1. Long lists are cut by it,
//     // the tree widens by it, and positions are played on by it.
//     static void promise(const Content&, const State&, const ChoiceList&, float* out);
//     // The same on any scale, where it is enough to know which choice looks best.
//     static void glance(const Content&, const State&, const ChoiceList&, float* out);
//     // The choices that somebody who plays on by promise looks at, where a part of them is enough.
//     static void consider(const Content&, const State&, ChoiceList&);
//     // Is nothing half done (an attack, an effect), so that `evaluate` can be trusted?
//     static bool quiet(const Content&, const State&);
//     // The same for what a choice in the position `before` began, where that can be told earlier.
//     static bool settled(const Content&, const State& before, const State&);
//     // Is this a small question? A search answers it by promise, without a node of the tree, and goes on to the
//     // next one that matters.
//     static bool by_heart(const Content&, const State&);
//     // What a promise adds to a value one step ahead: of choices worth about the same the usual one wins.
//     static constexpr float habit;
//     // What chance has brought about for all to see, as far as the next decision depends on it.
//     static std::uint32_t aspect(const State&);
//     // The same for what the seat that is asked holds.
//     static std::uint32_t hand(const State&);
//   };
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/core/choice.h"
#include "engine/core/driver.h"
#include "engine/core/gathering.h"
#include "engine/core/random.h"
#include "engine/core/table.h"
#include "engine/game.h"
#include "players/judging.h"
#include "players/tree.h"

namespace rw::players {

template <class Evaluator>
using StateOf = typename Evaluator::Rules::State;
template <class Evaluator>
using ContentOf = typename Evaluator::Rules::Content;

template <class Evaluator>
void promise_of(const ContentOf<Evaluator>& content, const StateOf<Evaluator>& s, const ChoiceList& list,
                float* out) {
  if constexpr (requires { Evaluator::promise(content, s, list, out); })
    Evaluator::promise(content, s, list, out);
  else
    std::fill_n(out, list.size(), 0.5F);
}

template <class Evaluator>
concept HasWeights = requires { Evaluator::weights(); };

template <class Evaluator>
void own_evaluation(const ContentOf<Evaluator>& content, const StateOf<Evaluator>& s, const Mind& mind,
                    float out[core::max_seats]) {
  if constexpr (HasWeights<Evaluator>)
    Evaluator::evaluate(content, s, mind.weights, out);
  else
    Evaluator::evaluate(content, s, out);
}

template <class Evaluator>
constexpr float habit_of() {
  if constexpr (requires { Evaluator::habit; })
    return Evaluator::habit;
  else
    return 0;
}

template <class Evaluator>
bool is_quiet(const ContentOf<Evaluator>& content, const StateOf<Evaluator>& s) {
  if constexpr (requires { Evaluator::quiet(content, s); })
    return Evaluator::quiet(content, s);
  else
    return true;
}

template <class Evaluator>
bool is_settled(const ContentOf<Evaluator>& content, const StateOf<Evaluator>& before,
                const StateOf<Evaluator>& s) {
  if constexpr (requires { Evaluator::settled(content, before, s); })
    return Evaluator::settled(content, before, s);
  else
    return is_quiet<Evaluator>(content, s);
}

template <class Evaluator>
bool is_by_heart(const ContentOf<Evaluator>& content, const StateOf<Evaluator>& s) {
  if constexpr (requires { Evaluator::by_heart(content, s); })
    return Evaluator::by_heart(content, s);
  else
    return false;
}

// The hand of the seat that is asked: does the seat that thinks know it?
enum class Hand : bool { unknown, known };

// Positions after the same choices share a node of the tree if they ask the same seat the same question and chance
// has left the same aspect. The seat that thinks tells its own hands apart, and only those: a node for each hand
// that another seat may hold would let everybody below it play as if they saw that hand.
template <class Evaluator>
std::uint32_t aspect_of(const StateOf<Evaluator>& s, Hand hand) {
  std::uint32_t aspect = 0;
  if constexpr (requires { Evaluator::aspect(s); }) aspect = Evaluator::aspect(s);
  if constexpr (requires { Evaluator::hand(s); })
    if (hand == Hand::known) aspect = aspect * 31 + Evaluator::hand(s);
  return (aspect * 64 + s.decision.kind) * 8 + static_cast<std::uint32_t>(core::index(s.decision.asked) & 7);
}

// Where several things are picked in an order that means nothing, the players look at ascending picks only: {2, 5}
// once, not twice, and no pick that leaves too few behind it.
inline void keep_ascending(const core::Gathering& open, ChoiceList& list) {
  const auto is_pick = [&](Choice choice) {
    return std::any_of(open.picks.begin(), open.picks.end(),
                       [&](const core::Gathering::Pick& pick) { return pick.choice == choice; });
  };
  const auto is_behind = [&](Choice choice) {
    std::int64_t left = 0;
    for (const core::Gathering::Pick& pick : open.picks)
      if (pick.choice.a() >= choice.a()) left += pick.copies;
    return (open.last.bits != 0 && choice.a() < open.last.a()) || left < open.least;
  };
  const auto goes = [&](Choice choice) { return is_pick(choice) && is_behind(choice); };
  // Equal things may be listed under the number of the first of them: then nothing might be left.
  if (std::all_of(list.begin(), list.end(), goes)) return;
  list.count = static_cast<int>(std::remove_if(list.items, list.items + list.count, goes) - list.items);
}

// Picks made at the table may have come in any order; picks made in thought ascend.
enum class Depth : std::uint8_t { root, below };

template <class Evaluator>
void list_choices(const ContentOf<Evaluator>& content, const StateOf<Evaluator>& s, ChoiceList& list,
                  [[maybe_unused]] Depth depth) {
  list.clear();
  core::list_choices<typename Evaluator::Rules>(content, s, list);
  if constexpr (requires(core::Gathering& out) { Evaluator::Rules::gathering(content, s, out); }) {
    static thread_local core::Gathering open;
    if (list.size() == 1 || !Evaluator::Rules::gathering(content, s, open)) return;
    const bool begun = open.last.bits != 0;
    if (begun ? depth == Depth::below : open.most > 1) keep_ascending(open, list);
  }
}

template <class Evaluator>
void list_considered(const ContentOf<Evaluator>& content, const StateOf<Evaluator>& s, ChoiceList& list) {
  list.clear();
  if constexpr (requires { Evaluator::consider(content, s, list); })
    Evaluator::consider(content, s, list);
  else
    core::list_choices<typename Evaluator::Rules>(content, s, list);
}

template <class Evaluator>
void carry_out(const ContentOf<Evaluator>& content, StateOf<Evaluator>& s, Choice choice) {
  core::Table<StateOf<Evaluator>, ContentOf<Evaluator>> table{s, content, nullptr, nullptr};
  core::carry_out<typename Evaluator::Rules>(table, choice);
}

// A position that `viewer` may imagine, with random numbers of its own to come.
template <class Evaluator>
void imagine(const ContentOf<Evaluator>& content, StateOf<Evaluator>& s, Seat viewer, core::Random& random) {
  Evaluator::Rules::redeal(content, s, viewer, random);
  core::Seed seed;
  for (std::uint32_t& word : seed) word = random.next();
  const auto drawn = s.random.drawn;
  s.random = core::Random::start(seed);
  s.random.drawn = drawn;
}

// The seats that win or lose together with this one.
template <class Evaluator>
core::SeatMask side_of(const StateOf<Evaluator>& s, Seat seat) {
  if constexpr (requires { Evaluator::Rules::side(s, seat); })
    return Evaluator::Rules::side(s, seat);
  else
    return core::only(seat);
}

// What each seat may hope for: the outcome if the game is over, else the evaluation, and what was learned of
// positions as `viewer` sees them. The margin counts a little, so that won and lost games are played well to their
// end.
template <class Evaluator>
void value_of(const ContentOf<Evaluator>& content, const StateOf<Evaluator>& s, const Mind& mind, Seat viewer,
              float out[core::max_seats]) {
  if (!Evaluator::Rules::over(s)) {
    own_evaluation<Evaluator>(content, s, mind, out);
    if (mind.net != nullptr)
      judge_by_net<typename Evaluator::Rules>(mind, content, s, viewer, out);
    else if (mind.margin > 0)
      expect_margin(mind, out);
    return;
  }
  const Outcome outcome = Evaluator::Rules::outcome(content, s);
  core::SeatMask sides[core::max_seats];
  for (int i = 0; i < core::max_seats; ++i)
    sides[i] = i < outcome.seats ? side_of<Evaluator>(s, core::seat(i)) : core::only(core::seat(i));
  judge_outcome(mind, outcome, sides, out);
}

// The most promising choice of a list.
template <class Evaluator>
Choice promising(const ContentOf<Evaluator>& content, const StateOf<Evaluator>& s, Desk& desk) {
  if (desk.list.size() == 1) return desk.list[0];
  if constexpr (requires { Evaluator::glance(content, s, desk.list, desk.promise); })
    Evaluator::glance(content, s, desk.list, desk.promise);
  else
    promise_of<Evaluator>(content, s, desk.list, desk.promise);
  return desk
      .list[static_cast<int>(std::max_element(desk.promise, desk.promise + desk.list.size()) - desk.promise)];
}

// Plays on by promise until `done`.
template <class Evaluator, class Done>
void play_until(const ContentOf<Evaluator>& content, StateOf<Evaluator>& s, Desk& desk, Done&& done) {
  constexpr int furthest = 200;  // an effect that is never done must not hold up a simulation
  for (int i = 0; i < furthest && !Evaluator::Rules::over(s) && !done(); ++i) {
    list_considered<Evaluator>(content, s, desk.list);
    carry_out<Evaluator>(content, s, promising<Evaluator>(content, s, desk));
  }
}

// Until nothing is half done.
template <class Evaluator>
void play_on(const ContentOf<Evaluator>& content, StateOf<Evaluator>& s, Desk& desk) {
  play_until<Evaluator>(content, s, desk, [&] { return is_quiet<Evaluator>(content, s); });
}

// What a choice is worth to the seat that is asked `before`. The choice is carried out in `s` and played on until
// nothing that it began is half done.
template <class Evaluator>
float value_after(const ContentOf<Evaluator>& content, const StateOf<Evaluator>& before, Choice choice,
                  StateOf<Evaluator>& s, Desk& desk) {
  s = before;
  carry_out<Evaluator>(content, s, choice);
  play_until<Evaluator>(content, s, desk, [&] { return is_settled<Evaluator>(content, before, s); });
  float out[core::max_seats];
  value_of<Evaluator>(content, s, desk.mind, before.decision.asked, out);
  return out[core::index(before.decision.asked)];
}

}  // namespace rw::players
