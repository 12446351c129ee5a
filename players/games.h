// Which games have players: for each, the functions made from its Evaluator (see evaluator.h).
#pragma once

#include <span>
#include <string_view>

#include "engine/game.h"
#include "players/loops.h"
#include "players/tree.h"

namespace rw::players {

// `seen` is a position that was dealt anew for `seat`.
struct GamePlayers {
  std::string_view game;
  void (*evaluate)(const void* content, const void* state, float* out);
  // How good each choice looks at a glance to the seat that is asked.
  void (*promise)(const void* content, const void* state, const ChoiceList& list, float* out);
  Choice (*greedy)(const void* content, const void* seen, Seat seat, const core::Seed&, Desk&);
  // Grows the tree anew, or, after `previous` (the seat's last choice), out of what is left of it.
  void (*grow)(const void* content, const void* seen, Seat seat, const core::Seed&, std::uint32_t simulations,
               const Choice* previous, Tree&, Desk&);
  const Loops* loops;
};

std::span<const GamePlayers* const> all_players();
const GamePlayers* find_players(std::string_view game);

}  // namespace rw::players
