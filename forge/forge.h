// The content compiler: a folder of YAML, texts and rules into one bundle, or every problem at once.
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "engine/game.h"
#include "forge/change.h"
#include "forge/patch.h"
#include "forge/problem.h"

namespace rw::forge {

struct Result {
  std::vector<std::byte> bundle;  // empty if there are problems
  std::vector<Problem> problems;  // by file, line and column
};

// Compiles content/<game>. The game is the one that `game.id` in the content names.
Result compile(const std::filesystem::path& folder);
// The same for a game that is given.
Result compile(const std::filesystem::path& folder, const Game* game);
// The same with some of its values changed first.
Result compile(const std::filesystem::path& folder, const std::vector<Change>& changes);
// The same with a patch, and then the changes on top of it.
Result compile(const std::filesystem::path& folder, const Patch& patch, const std::vector<Change>& changes = {});

}  // namespace rw::forge
