// The registry.
#include "engine/games/games.h"

#include <array>

namespace rw {

std::span<const Game* const> games() {
  static const std::array<const Game*, 1> all = {&risk_cybertron_game()};
  return all;
}

}  // namespace rw
