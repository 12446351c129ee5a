// A flat table from keys to numbers; its size is a power of two.
#include "server/dictionary.h"

#include "engine/core/describe.h"

namespace rw::server {

void Numbers::clear() {
  slots_.clear();
  count_ = 0;
}

std::size_t Numbers::place(std::uint64_t key) const {
  std::size_t at = key & (slots_.size() - 1);
  while (slots_[at].key != 0 && slots_[at].key != key) at = (at + 1) & (slots_.size() - 1);
  return at;
}

void Numbers::grow() {
  std::vector<Slot> old(slots_.empty() ? 32 : slots_.size() * 2);
  old.swap(slots_);
  for (const Slot& slot : old)
    if (slot.key != 0) slots_[place(slot.key)] = slot;
}

int Numbers::find(std::uint64_t key) const { return slots_.empty() ? 0 : slots_[place(used(key))].number; }

int Numbers::add(std::uint64_t key) {
  if (slots_.size() < 2 * (count_ + 1)) grow();
  slots_[place(used(key))] = {used(key), static_cast<std::int32_t>(++count_)};
  return static_cast<int>(count_);
}

void Dictionary::Part::begin() {
  said.clear();
  if (numbers.size() > Numbers::most) numbers.clear();
  before = numbers.size();
}

void Dictionary::Part::append_fresh(std::string& out, std::string_view name) const {
  if (said.empty()) return;
  out += ",\"";
  out += name;
  out += "\":[";
  out += std::to_string(before + 1);
  out += said;
  out += ']';
}

void Dictionary::begin() {
  nouns_.clear();
  for (Part* part : {&words_, &paths_, &lines_, &things_}) part->begin();
}

void Dictionary::clear() {
  for (Part* part : {&words_, &paths_, &lines_, &things_}) part->numbers.clear();
}

void Dictionary::grammar(int word, std::string_view grammar) {
  if (!nouns_.empty()) nouns_ += ',';
  nouns_ += std::to_string(word);
  nouns_ += ',';
  core::append_json(nouns_, grammar);
}

void Dictionary::append_fresh(std::string& out) const {
  words_.append_fresh(out, "words");
  if (!nouns_.empty()) out += ",\"nouns\":[" + nouns_ + "]";
  paths_.append_fresh(out, "paths");
  lines_.append_fresh(out, "lines");
  things_.append_fresh(out, "things");
}

}  // namespace rw::server
