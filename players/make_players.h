// Turns a game's Evaluator into the functions of its players.
#pragma once

#include "players/games.h"
#include "players/greedy.h"
#include "players/layout.h"
#include "players/net.h"
#include "players/search.h"

namespace rw::players {

// (Small games of tests do not count their seats.)
template <class Evaluator>
int seats_of(const StateOf<Evaluator>& s) {
  if constexpr (requires { s.seats; })
    return static_cast<int>(s.seats);
  else
    return 0;
}

// The chance of each seat to win, as all of them see it on average.
template <class Evaluator>
void chances_of(const ContentOf<Evaluator>& content, const StateOf<Evaluator>& s, float out[core::max_seats]) {
  const int seats = seats_of<Evaluator>(s);
  const Mind mind{shipped_net(Evaluator::Rules::about.id, seats), 0, {}};
  value_of<Evaluator>(content, s, mind, core::seat(0), out);
  if (mind.net == nullptr || Evaluator::Rules::over(s)) return;
  for (int i = 1; i < seats; ++i) {
    float seen[core::max_seats];
    value_of<Evaluator>(content, s, mind, core::seat(i), seen);
    for (int k = 0; k < seats; ++k) out[k] += (seen[k] - out[k]) / static_cast<float>(i + 1);
  }
}

template <class Evaluator>
struct Typed {
  using State = StateOf<Evaluator>;
  using Content = ContentOf<Evaluator>;
  static const State& state(const void* p) { return *static_cast<const State*>(p); }
  static const Content& content(const void* p) { return *static_cast<const Content*>(p); }

  static void evaluate(const void* c, const void* s, float* out) {
    chances_of<Evaluator>(content(c), state(s), out);
  }
  static void own_evaluation(const void* c, const void* s, float* out) {
    value_of<Evaluator>(content(c), state(s), {}, core::seat(0), out);
  }
  static void value(const void* c, const void* s, const Mind& mind, Seat viewer, float* out) {
    value_of<Evaluator>(content(c), state(s), mind, viewer, out);
  }
  static void promise(const void* c, const void* s, const ChoiceList& list, float* out) {
    promise_of<Evaluator>(content(c), state(s), list, out);
  }
  static Choice greedy(const void* c, const void* s, Seat seat, const core::Seed& seed, Desk& desk) {
    return greedy_choice<Evaluator>(content(c), state(s), seat, seed, desk);
  }
  static void choices_to_weigh(const void* c, const void* s, Seat seat, const core::Seed& seed, Stood& stood,
                               ChoiceList& out) {
    list_choices_to_weigh<Evaluator>(content(c), state(s), seat, seed, stood, out);
  }
  static void grow(const void* c, const void* s, Seat seat, const core::Seed& seed, const Budget& budget,
                   const Choice* previous, const ChoiceList& choices, Tree& tree, Desk& desk) {
    grow_tree<Evaluator>(content(c), state(s), seat, seed, budget, previous, choices, tree, desk);
  }
  static std::span<const float> weights() {
    if constexpr (HasWeights<Evaluator>)
      return Evaluator::weights();
    else
      return {};
  }
  static bool quiet(const void* c, const void* s) { return is_quiet<Evaluator>(content(c), state(s)); }
  static int seats(const void* s) { return seats_of<Evaluator>(state(s)); }
  static bool known(const void* c, const void* s, const Net& net, Seat viewer) {
    const Sparse* seen = seen_by<typename Evaluator::Rules>(net, content(c), state(s), viewer);
    return seen != nullptr && net.knows(*seen);
  }
  static Layout layout(const void* c, const void* s) {
    if constexpr (requires(State& state, LayoutVisitor& v) { Evaluator::Rules::describe(content(c), state, v); })
      return layout_of<typename Evaluator::Rules>(content(c), state(s));
    else
      return {};
  }
};

template <class Evaluator>
constexpr GamePlayers make_players() {
  return {Evaluator::Rules::about.id,
          Typed<Evaluator>::evaluate,
          Typed<Evaluator>::own_evaluation,
          Typed<Evaluator>::value,
          Typed<Evaluator>::promise,
          Typed<Evaluator>::greedy,
          Typed<Evaluator>::choices_to_weigh,
          Typed<Evaluator>::grow,
          Typed<Evaluator>::quiet,
          Typed<Evaluator>::seats,
          Typed<Evaluator>::known,
          Typed<Evaluator>::layout,
          Typed<Evaluator>::weights,
          parameters_of<Evaluator>(),
          learned_parameters_of<Evaluator>(),
          &TypedLoops<typename Evaluator::Rules>::loops};
}

}  // namespace rw::players
