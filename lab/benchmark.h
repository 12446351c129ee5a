// How fast a game runs on one thread: copying, listing, applying, whole games, re-dealing, observing,
// searching. What is measured on which positions is told in bench/README.md.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "engine/game.h"

namespace rw::lab {

// Nanoseconds for one piece of work over several repetitions.
struct Timing {
  double least = 0, median = 0;
};

struct BenchmarkReport {
  std::string game;
  std::size_t state_bytes = 0;
  int seats = 0;
  int repetitions = 0;
  Timing copy_scratch;  // a position into the same scratch State
  Timing copy_array;    // array to array, 4,096 positions
  Timing choices;
  Timing apply;
  Timing decision;      // random play: choices, a draw, apply, and its share of the set-up
  Timing game_time;     // random play: a whole game
  Timing redeal;
  Timing tensor;
  Timing simulation;    // of the search; 0 if the game has no search
  std::uint64_t games = 0, decisions = 0;      // of random play, all repetitions together
  std::optional<double> allocations_per_game;  // set-up excluded; only where somebody counts

  // The speed of random play that is left if the observation is written before each decision.
  double speed_with_tensor() const { return decision.least / (decision.least + tensor.least); }
  double decisions_per_game() const { return static_cast<double>(decisions) / static_cast<double>(games); }
};

struct BenchmarkPlan {
  std::shared_ptr<const Edition> edition;
  double seconds = 1.0;
  std::uint64_t (*allocations)() = nullptr;  // how often this thread has used the heap so far
};

BenchmarkReport benchmark(const BenchmarkPlan& plan);

}  // namespace rw::lab
