// The ids of the records in each top-level list of the content, by which other records refer to them.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/expected.h"
#include "forge/tree.h"

namespace rw::forge {

class RecordIds {
 public:
  RecordIds() = default;
  explicit RecordIds(const Tree& content);

  bool has(std::string_view list) const { return lists_.contains(list); }
  // The place of the record with that id.
  Expected<int> place(std::string_view list, std::string_view id) const;

 private:
  struct List {
    std::vector<std::string> ids;
    std::map<std::string, int, std::less<>> places;
  };
  std::map<std::string, List, std::less<>> lists_;
};

}  // namespace rw::forge
