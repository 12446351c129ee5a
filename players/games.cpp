// Finding a game's players; the list itself is made by the build (cmake/games.cmake).
#include "players/games.h"

namespace rw::players {

const GamePlayers* find_players(std::string_view game) {
  for (const GamePlayers* players : all_players())
    if (players->game == game) return players;
  return nullptr;
}

}  // namespace rw::players
