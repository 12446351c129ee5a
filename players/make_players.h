// Turns a game's Evaluator into the functions of its players.
#pragma once

#include "players/games.h"
#include "players/greedy.h"
#include "players/search.h"

namespace rw::players {

template <class Evaluator>
struct Typed {
  using State = StateOf<Evaluator>;
  using Content = ContentOf<Evaluator>;
  static const State& state(const void* p) { return *static_cast<const State*>(p); }
  static const Content& content(const void* p) { return *static_cast<const Content*>(p); }

  static void evaluate(const void* c, const void* s, float* out) {
    value_of<Evaluator>(content(c), state(s), out);
  }
  static void promise(const void* c, const void* s, const ChoiceList& list, float* out) {
    promise_of<Evaluator>(content(c), state(s), list, out);
  }
  static Choice greedy(const void* c, const void* s, Seat seat, const core::Seed& seed, Desk& desk) {
    return greedy_choice<Evaluator>(content(c), state(s), seat, seed, desk);
  }
  static void grow(const void* c, const void* s, Seat seat, const core::Seed& seed, std::uint32_t simulations,
                   const Choice* previous, Tree& tree, Desk& desk) {
    grow_tree<Evaluator>(content(c), state(s), seat, seed, simulations, previous, tree, desk);
  }
};

template <class Evaluator>
constexpr GamePlayers make_players() {
  return {Evaluator::Rules::id,     Typed<Evaluator>::evaluate, Typed<Evaluator>::promise,
          Typed<Evaluator>::greedy, Typed<Evaluator>::grow,     &TypedLoops<typename Evaluator::Rules>::loops};
}

}  // namespace rw::players
