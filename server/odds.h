// What a choice promises, where a game can tell exactly.
#pragma once

#include <string>

#include "engine/game.h"

namespace rw::server {

// Adds `,"odds":{…}` to a choice; nothing if there is nothing to tell. Looks at the seat's view only.
void append_odds(std::string& out, const Edition&, const core::Field& view, Choice);

}  // namespace rw::server
