// The tables of the content: its top-level lists of records, and the ids by which others refer to them.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/expected.h"
#include "forge/tree.h"

namespace rw::forge {

class Tables {
 public:
  Tables() = default;
  explicit Tables(const Tree& content);

  bool has(std::string_view table) const { return tables_.contains(table); }
  // The place of the record with that id.
  Expected<int> place(std::string_view table, std::string_view id) const;

 private:
  struct Table {
    std::vector<std::string> ids;
    std::map<std::string, int, std::less<>> places;
  };
  std::map<std::string, Table, std::less<>> tables_;
};

}  // namespace rw::forge
