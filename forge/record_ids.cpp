// Which records there are, by id.
#include "forge/record_ids.h"

namespace rw::forge {

RecordIds::RecordIds(const Tree& content) {
  for (std::size_t i = 0; i < content.items.size(); ++i) {
    const Tree& list = content.items[i];
    if (!list.is(Tree::Kind::list)) continue;
    List found;
    for (const Tree& record : list.items) {
      const Tree* id = record.find("id");
      const std::string name = id != nullptr ? id->text : std::string{};
      if (!name.empty()) found.places.emplace(name, static_cast<int>(found.ids.size()));
      found.ids.push_back(name);  // a record without an id still has its place
    }
    if (!found.places.empty() || list.items.empty()) lists_.emplace(content.keys[i], std::move(found));
  }
}

Expected<int> RecordIds::place(std::string_view list, std::string_view id) const {
  const auto found = lists_.find(list);
  if (found == lists_.end()) return failed("the content has no list of records '" + std::string(list) + "'");
  const auto record = found->second.places.find(id);
  if (record != found->second.places.end()) return record->second;
  const std::vector<std::string_view> ids(found->second.ids.begin(), found->second.ids.end());
  return failed("'" + std::string(id) + "' is not the id of a record in " + std::string(list) +
                did_you_mean(id, ids));
}

}  // namespace rw::forge
