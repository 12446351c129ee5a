// Where games of the laboratory begin if not with their set-up: in a position that somebody wrote down as a
// scenario, saved, or reached in a recorded game.
#pragma once

#include <string>

#include "engine/game.h"

namespace rw::lab {

// `named` is a file: a save; a replay, `FILE@40` for the position after 40 choices of it; or a file of scenarios,
// `FILE:12` for the one that begins in line 12, as its set-up leaves it. Fails if there is no such position, or
// nothing to choose in it.
Expected<Position> read_start(const Edition& edition, const std::string& named);

// Is it a file of scenarios? They can be put up with any content; other positions belong to the content in which
// they were reached.
bool names_scenario(const std::string& named);

}  // namespace rw::lab
