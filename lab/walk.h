// One hash: games that every build of the engine must play alike, position by position, whatever machine or
// language it runs in. tests/walks.txt has the digests; the native build, the Python package and the module in the
// browser are held to it.
#pragma once

#include <cstdint>

#include "engine/game.h"

namespace rw::lab {

struct Walk {
  std::uint64_t digest = 0;  // over the hashes of all positions, in order
  std::uint64_t positions = 0;  // how many that were
};

inline constexpr int walked_games = 200;
inline constexpr int opening_choices = 40;  // of each game, where the rest would take too long

// So many games with seeds 1, 2, 3 …, each to its end or for `most` choices, with a seat more than the one before.
// The hash of a position says which of its choices is made: its remainder by how many there are.
Walk walk(const Edition& edition, int games, int most);

}  // namespace rw::lab
