// What has changed between two positions, for the seat that looks at them.
#include "players/standing.h"

namespace rw::players {
namespace {

bool may_be_price(PlaceKind kind, int more) {
  switch (kind.says) {
    case Says::number: return kind.whose == Whose::record || (kind.whose == Whose::own && more < 0);
    case Says::derived: return (kind.whose == Whose::record || kind.whose == Whose::own) && more < 0;
    case Says::word: return kind.whose == Whose::record;
    case Says::cards: return false;
  }
  return false;
}

}  // namespace

Change change_between(const Standing& before, const Standing& after, const std::vector<PlaceKind>& kinds) {
  Change change = Change::none;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (before.values[i] == after.values[i]) continue;
    if (!may_be_price(kinds[i], after.values[i] - before.values[i])) return Change::other;
    change = Change::price;
  }
  return change;
}

}  // namespace rw::players
