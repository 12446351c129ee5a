// The faces of all games: motifs, colors and rules in, one bundle out; or every problem at once.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <vector>

#include "engine/core/bundle.h"
#include "forge/forge.h"

namespace rw::forge {

// Compiles content/faces against the content of these games. Every record of the tables that have faces gets one,
// and no two faces of a game are alike.
Result compile_faces(const std::filesystem::path& folder, std::span<const core::Bundle* const> games);

}  // namespace rw::forge
