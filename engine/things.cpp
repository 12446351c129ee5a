#include "engine/things.h"

#include <algorithm>

namespace rw {

std::vector<int> values_of(const Edition& edition, const Position& p, std::string_view kind) {
  std::vector<int> all;
  const auto& kinds = edition.game().kinds;
  const auto found =
      std::find_if(kinds.begin(), kinds.end(), [&](const core::KindInfo& each) { return each.name == kind; });
  if (found == kinds.end()) return all;
  edition.game().values(edition.content(), p.data(), static_cast<int>(found - kinds.begin()), all);
  if (!all.empty()) return all;
  const core::Node root = edition.bundle().root();
  int count = found->is_seat() ? edition.seats(p) : static_cast<int>(found->words.size());
  if (!found->table.empty()) count = root[found->table].size();
  for (const std::string_view table : found->tables) count += root[table].size();
  for (int i = 0; i < count; ++i) all.push_back(i);
  return all;
}

}  // namespace rw
