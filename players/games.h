// Which games have players: for each, the functions made from its Evaluator (see evaluator.h).
#pragma once

#include <span>
#include <string_view>

#include "engine/game.h"
#include "players/layout.h"
#include "players/loops.h"
#include "players/tree.h"

namespace rw::players {

class Stood;

// `seen` is a position that was dealt anew for `seat`.
struct GamePlayers {
  std::string_view game;
  // The chance of each seat to win; by the net too, where the program has one.
  void (*evaluate)(const void* content, const void* state, float* out);
  void (*own_evaluation)(const void* content, const void* state, float* out);  // without the net
  // What a position is worth to each seat, judged by this mind from what `viewer` sees.
  void (*value)(const void* content, const void* state, const Mind&, Seat viewer, float* out);
  // How good each choice looks at a glance to the seat that is asked.
  void (*promise)(const void* content, const void* state, const ChoiceList& list, float* out);
  Choice (*greedy)(const void* content, const void* seen, Seat seat, const core::Seed&, Desk&);
  // The choices worth a search, without those that are pointless (pointless.h). The position joins those at which
  // the seat stood.
  void (*choices_to_weigh)(const void* content, const void* seen, Seat seat, const core::Seed&, Stood&,
                           ChoiceList& out);
  // Grows the tree over these choices anew, or, after `previous` (the seat's last choice), out of what is left of
  // it.
  void (*grow)(const void* content, const void* seen, Seat seat, const core::Seed&, const Budget&,
               const Choice* previous, const ChoiceList& choices, Tree&, Desk&);
  bool (*quiet)(const void* content, const void* state);  // see evaluator.h
  int (*seats)(const void* state);
  // Was the net trained on positions of this kind?
  bool (*known)(const void* content, const void* state, const Net& net, Seat viewer);
  Layout (*layout)(const void* content, const void* state);  // of its tensor
  std::span<const float> (*weights)();  // of its own evaluation; none where it has no table of them
  SearchParameters parameters, learned_parameters;
  const Loops* loops;
};

// How a player thinks at a table of so many seats: by the net that the program has for it, if there is one.
Mind mind_for(const GamePlayers& game, int seats);

std::span<const GamePlayers* const> all_players();
const GamePlayers* find_players(std::string_view game);

}  // namespace rw::players
