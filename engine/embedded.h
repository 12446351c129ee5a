// The content that is built into the program, one bundle per game.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace rw {

// Empty if the program was built without that game.
std::span<const std::byte> embedded_bundle(std::string_view game);

}  // namespace rw
