// Which records there are, by id.
#include "forge/tables.h"

namespace rw::forge {

Tables::Tables(const Tree& content) {
  for (std::size_t i = 0; i < content.items.size(); ++i) {
    const Tree& list = content.items[i];
    if (!list.is(Tree::Kind::list)) continue;
    Table table;
    for (const Tree& record : list.items) {
      const Tree* id = record.find("id");
      const std::string name = id != nullptr ? id->text : std::string{};
      if (!name.empty()) table.places.emplace(name, static_cast<int>(table.ids.size()));
      table.ids.push_back(name);  // a record without an id still has its place
    }
    if (!table.places.empty() || list.items.empty()) tables_.emplace(content.keys[i], std::move(table));
  }
}

Expected<int> Tables::place(std::string_view table, std::string_view id) const {
  const auto found = tables_.find(table);
  if (found == tables_.end()) return failed("the content has no list of records '" + std::string(table) + "'");
  const auto record = found->second.places.find(id);
  if (record != found->second.places.end()) return record->second;
  const std::vector<std::string_view> ids(found->second.ids.begin(), found->second.ids.end());
  return failed("'" + std::string(id) + "' is not the id of a record in " + std::string(table) +
                did_you_mean(id, ids));
}

}  // namespace rw::forge
