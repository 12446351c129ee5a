// The clause catalogue: rules.md, and rules.fr.md beside it, into the list `rules` of the bundle.
//
//   ## The dice
//
//   - **RSK-DIC-05** (definition) Text of the rule, which may go on
//     on lines indented by two spaces. (by RSK-DIC-01, RSK-DIC-02) [S,H]
#pragma once

#include <string>
#include <vector>

#include "forge/problem.h"

namespace rw::forge {

struct Rule {
  std::string id, section, text, sources;
  bool definition = false;
  std::vector<std::string> by;
  Place place;
  struct Translation {
    std::string language, section, text;
  };
  std::vector<Translation> translations;
};

std::vector<Rule> read_rules(const std::string& text, int file, Problems& problems);

// Adds what rules.<language>.md says of each rule: the same rules, in the same order.
void translate_rules(std::vector<Rule>& rules, const std::string& language, const std::string& text, int file,
                     Problems& problems);

}  // namespace rw::forge
