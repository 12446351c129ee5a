// The odds of a choice, for games that can compute them.
#pragma once

#include <string>

#include "engine/game.h"

namespace rw::server {

// Adds `,"odds":{…}` to a choice, or nothing if the game has no odds for it. Looks only at open cards.
void append_odds(std::string& out, const Edition&, const Position&, Choice);

}  // namespace rw::server
