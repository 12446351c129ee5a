// A flat table from keys to numbers; its size is a power of two.
#include "server/dictionary.h"

namespace rw::server {

void Numbers::clear() {
  slots_.clear();
  count_ = 0;
}

void Numbers::grow() {
  std::vector<Slot> old(slots_.empty() ? 64 : slots_.size() * 2);
  old.swap(slots_);
  for (const Slot& slot : old) {
    if (slot.key == 0) continue;
    std::size_t at = slot.key & (slots_.size() - 1);
    while (slots_[at].key != 0) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = slot;
  }
}

int Numbers::find(std::uint64_t key, bool& fresh) {
  if (key == 0) key = 1;
  if (slots_.size() < 2 * (count_ + 1)) grow();
  const std::size_t last = slots_.size() - 1;
  std::size_t at = key & last;
  while (slots_[at].key != 0 && slots_[at].key != key) at = (at + 1) & last;
  fresh = slots_[at].key == 0;
  if (fresh) slots_[at] = {key, static_cast<std::int32_t>(count_++)};
  return slots_[at].number;
}

void Dictionary::begin() {
  said_things_.clear();
  said_paths_.clear();
  if (things_.size() > Numbers::most) things_.clear();
  if (paths_.size() > Numbers::most) paths_.clear();
}

void Dictionary::clear() {
  things_.clear();
  paths_.clear();
}

void Dictionary::append_fresh(std::string& out) const {
  if (!said_things_.empty()) {
    out += ",\"things\":{";
    out += said_things_;
    out += '}';
  }
  if (!said_paths_.empty()) {
    out += ",\"paths\":{";
    out += said_paths_;
    out += '}';
  }
}

}  // namespace rw::server
