// The games that have landed: one function each, defined in the game's notation.cpp.
#pragma once

#include "engine/game.h"

namespace rw {

const Game& risk_cybertron_game();

}  // namespace rw
