// The content that is built into the program, one bundle per game, and the files that it was made of.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace rw {

// Empty if the program was built without that game.
std::span<const std::byte> embedded_bundle(std::string_view game);
// The folder content/<game> as a tar archive.
std::span<const std::byte> embedded_sources(std::string_view game);

}  // namespace rw
