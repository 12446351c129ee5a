// What a game can tell exactly about chance. A game that can has a table of this kind in its odds_asked.cpp, where
// the build finds it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/choice.h"
#include "engine/core/expected.h"

namespace rw {

// What a choice promises by dice alone, from what lies open.
struct Promise {
  double win = 0;
  int units[2] = {};  // of the side that chooses, and of the other one
};

// The answer to a question about chance: a table of figures with a line before it and lines after it, and the same
// as JSON.
struct OddsAnswer {
  std::string before;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
  std::string after;
  std::string json;
};

struct OddsTable {
  // False if there is nothing to tell about this choice.
  bool (*of_choice)(const void* content, const void* state, core::Choice, Promise&);
  Expected<OddsAnswer> (*answer)(const void* content, std::span<const std::string> question);
  std::string_view help;  // how a question is put
};

const OddsTable* odds_of(std::string_view game);  // null: there is nothing to ask about

}  // namespace rw
