// One use of a word as the author wrote it: which word it is, and what stands for each parameter.
//
//   flip_leader                                     a bare word
//   { gain_operational: 3 }                         its first required parameter
//   { cap_robots: { side: defender, max: 1 } }      parameters by name
//   { if: leader_on_board, then: [ ... ] }          the first one, and others by name beside it
#pragma once

#include <array>
#include <optional>
#include <string>

#include "engine/ability/language.h"
#include "forge/tree.h"

namespace rw::forge {

// A set of categories: what may stand in a place.
using Wanted = unsigned;
constexpr Wanted wanted(ability::Category category) { return 1U << static_cast<unsigned>(category); }

struct WordUse {
  const ability::Word* word = nullptr;
  int opcode = 0;
  Place place;
  std::string path;
  std::array<const Tree*, ability::max_parameters> arguments = {};  // null where left out
  std::array<std::string, ability::max_parameters> paths;
};

// Nothing, with problems, if the word is unknown, does not belong here, or its parameters do not fit.
std::optional<WordUse> read_word_use(const Tree& tree, const std::string& path, Wanted what,
                                     const ability::Vocabulary& vocabulary, Problems& problems);

// "an effect", "a condition": for messages.
std::string described(Wanted what);

}  // namespace rw::forge
