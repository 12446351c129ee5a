// A patch: records of a game's content as somebody would rather have them, in one file that can be shared. It has
// the shape of the content itself:
//
//   patch: GAME
//   cards:
//     - id: wound
//       ...            the whole record as it is to be
//   game:
//     hand: 4          of a map only what changes
//
// A patch changes what there is; it adds and removes nothing, so ids and places stay what they were.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "forge/problem.h"
#include "forge/tree.h"

namespace rw::forge {

inline constexpr std::size_t max_patch_bytes = 32U << 10U;

struct Patch {
  std::string name;  // how messages call the file
  std::string text;
};

// What a patch says it changes: "cards.wound", "game.hand".
struct PatchContents {
  std::string game;
  std::vector<std::string> changes;
};
// Everything that is wrong with it before any content is looked at becomes a problem.
PatchContents read_patch(const Patch& patch, Problems& problems);

// Changes `content` in place. What is put there remembers its place in the patch.
void apply_patch(const Patch& patch, Tree& content, Problems& problems);

}  // namespace rw::forge
