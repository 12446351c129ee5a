// Made-up positions: fields written in any order, and what was written is there afterwards, or the position is
// refused with the reason.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "engine/game.h"

namespace rw {

struct SetUpProblem {
  int line = 0;  // of the setting; 0: of the position as a whole
  std::string reason;
};

// Settings, one part after the other: a later part may take back what an earlier one wrote. Within a part their
// order has no meaning, but of two with one path the later one counts.
struct PositionText {
  std::span<const core::Setting> settings;
  std::span<const std::size_t> parts = {};  // where each part ends; none: all is one part
};

// Writes them into a position begun with the option `position=custom` and completes it. Empty if all that was
// written, and not taken back, is there. The game does not run yet: see Edition::go_on.
std::vector<SetUpProblem> write_position(const Edition&, Position&, const PositionText&);

}  // namespace rw
