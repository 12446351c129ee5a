// Finding a game's players; the list itself is made by the build (cmake/games.cmake).
#include "players/games.h"

#include "players/net.h"

namespace rw::players {

Mind mind_for(const GamePlayers& game, int seats) {
  const Net* net = shipped_net(game.game, seats);
  if (net == nullptr) return {nullptr, learned_margin, game.parameters};
  return {net, learned_margin, game.learned_parameters};
}

const GamePlayers* find_players(std::string_view game) {
  for (const GamePlayers* players : all_players())
    if (players->game == game) return players;
  return nullptr;
}

}  // namespace rw::players
