// What content may look like: the part of JSON Schema 2020-12 that content uses, and two words of
// our own. "x-ref": "zones" makes a text the id of a record in the list `zones`; "x-abilities": true
// makes a list one of abilities. A keyword outside this part is a problem of the schema itself.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "forge/ability.h"
#include "forge/pattern.h"
#include "forge/tree.h"

namespace rw::forge {

// Schemas refer to each other by place in Schemas::all; -1 is none.
struct Schema {
  unsigned types = 0;  // a bit per TypeBit; 0 is anything
  std::vector<std::pair<std::string, int>> properties;
  std::vector<std::string> required;
  bool more_properties = true;
  int additional = -1;
  int items = -1;
  std::optional<std::vector<Tree>> allowed;  // enum; const is a list of one
  std::optional<double> minimum, maximum;
  std::optional<std::size_t> min_items, max_items, min_length;
  std::optional<Pattern> pattern;
  int ref = -1;
  std::string record_of;  // x-ref
  bool abilities = false;
};

struct Schemas {
  std::vector<Schema> all;  // [0] is the whole content
};

Schemas read_schema(const Tree& json, Problems& problems);

// Checks `content` and settles it: ids become places, abilities become programs. Without a vocabulary
// (unknown game) abilities are left alone.
void check_content(Tree& content, const Schemas& schemas, const AbilityContext* abilities, const RecordIds& ids,
                   Problems& problems);

enum TypeBit : unsigned {
  type_null = 1,
  type_boolean = 2,
  type_integer = 4,
  type_number = 8,
  type_string = 16,
  type_array = 32,
  type_object = 64,
};

}  // namespace rw::forge
