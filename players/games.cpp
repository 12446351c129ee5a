// The list of games that have players; a new game adds two lines.
#include "players/games.h"

namespace rw::players {

extern const GamePlayers risk_cybertron_players;

std::span<const GamePlayers* const> all_players() {
  static constexpr const GamePlayers* all[] = {&risk_cybertron_players};
  return all;
}

const GamePlayers* find_players(std::string_view game) {
  for (const GamePlayers* players : all_players())
    if (players->game == game) return players;
  return nullptr;
}

}  // namespace rw::players
