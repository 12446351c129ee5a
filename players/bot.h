// Somebody else's program as a player: it is told in lines of JSON what its seat sees, and answers with a choice.
// docs/bots.md describes the protocol.
#pragma once

#include <memory>

#include "players/player.h"

namespace rw::players {

// Starts the program and greets it; fails if it does not answer the greeting or does not know the game. A bot that
// fails later forfeits its game and is started anew for the next one.
Expected<std::unique_ptr<Player>> make_bot(const Spec& spec, const Game& game);

}  // namespace rw::players
