// Scripted and enumerated chance.
#include "engine/core/chance.h"

#include <algorithm>

namespace rw::core {

Chance Chance::scripted(std::vector<ScriptItem> items) {
  Chance chance(Mode::script);
  chance.script_ = std::move(items);
  return chance;
}

std::uint32_t Chance::number(std::uint32_t low, std::uint32_t bound, Random& random) {
  if (mode_ == Mode::enumerate) {
    if (next_ == path_.size()) path_.emplace_back(0, bound);
    ++random.drawn;
    return low + path_[next_++].first;
  }
  if (next_ == script_.size()) {
    if (fault_.empty()) fault_ = "the script has no result left for a draw";
    return low;
  }
  const ScriptItem& item = script_[next_++];
  if (item.kind == ScriptItem::Kind::random) return low + random.below(bound);
  const auto value = static_cast<std::uint32_t>(item.number);
  if (item.kind != ScriptItem::Kind::number || value < low || value >= low + bound) {
    if (fault_.empty())
      fault_ = "scripted result " + std::to_string(next_) + " must be a number from " + std::to_string(low) +
               " to " + std::to_string(low + bound - 1);
    return low;
  }
  ++random.drawn;
  return value;
}

void Chance::shuffle(std::span<std::uint8_t> items, Random& random) {
  if (mode_ == Mode::enumerate) {
    shuffled_ = true;
    return;
  }
  ++random.drawn;
  if (next_ == script_.size()) {
    if (fault_.empty()) fault_ = "the script has no result left for a shuffle";
    return;
  }
  const ScriptItem& item = script_[next_++];
  switch (item.kind) {
    case ScriptItem::Kind::keep: return;
    case ScriptItem::Kind::random: return core::shuffle(random, nullptr, items);
    case ScriptItem::Kind::number: break;
    case ScriptItem::Kind::order: {
      // The last item of a pile is its top, so the first card named goes to the end.
      std::size_t top = items.size();
      for (int card : item.order) {
        auto found = std::find(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(top), card);
        if (found == items.begin() + static_cast<std::ptrdiff_t>(top)) {
          if (fault_.empty()) fault_ = "a scripted shuffle names a card that is not in the pile";
          return;
        }
        std::rotate(found, found + 1, items.begin() + static_cast<std::ptrdiff_t>(top));
        --top;
      }
      return;
    }
  }
  if (fault_.empty())
    fault_ = "scripted result " + std::to_string(next_) + " must be a shuffle (keep, random or a list)";
}

bool Chance::advance() {
  path_.resize(next_);
  while (!path_.empty() && path_.back().first + 1 == path_.back().second) path_.pop_back();
  if (path_.empty()) return false;
  ++path_.back().first;
  return true;
}

std::uint64_t Chance::path_weight() const {
  std::uint64_t weight = 1;
  for (std::size_t i = 0; i < next_; ++i) weight *= path_[i].second;
  return weight;
}

}  // namespace rw::core
