// Changes to content before it is checked: "upgrades.mass_production.cost" becomes 3. The changed content is
// checked like any other, so a change that makes no sense is told with its path.
#pragma once

#include <string>
#include <vector>

#include "forge/problem.h"
#include "forge/tree.h"

namespace rw::forge {

struct Change {
  std::string path;   // a top-level list, a record's id (or [3]), then keys
  std::string value;  // as YAML: 3, [red, blue], "text"
};

// "path=value"; false if there is no path.
bool read_change(const std::string& text, Change& change);

// Changes `content` in place; what cannot be found is a problem of the "file" --set.
void apply_changes(const std::vector<Change>& changes, Tree& content, Problems& problems);

}  // namespace rw::forge
