// What a choice promises, where a game can tell exactly.
#pragma once

#include <string>

#include "engine/game.h"

namespace rw::server {

// Adds `,"odds":{…}` to a choice; nothing if there is nothing to tell. Looks only at what lies open.
void append_odds(std::string& out, const Edition&, const Position&, Choice);

}  // namespace rw::server
