// What can be named at a table.
#pragma once

#include <string_view>
#include <vector>

#include "engine/game.h"

namespace rw {

// All values of a kind that can be named now, hidden or not; none of a kind that any number may be.
std::vector<int> values_of(const Edition&, const Position&, std::string_view kind);

}  // namespace rw
