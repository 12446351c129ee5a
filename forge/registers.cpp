// Handing out registers.
#include "forge/registers.h"

#include <algorithm>

namespace rw::forge {

int Registers::find(std::string_view name) const {
  for (std::size_t i = given_.size(); i > first_known_; --i)
    if (given_[i - 1].name == name) return given_[i - 1].first;
  return -1;
}

int Registers::give(std::string_view name, int hidden) {
  if (hidden > 0) {
    if (below_ + hidden >= lowest_above_) return -1;
    given_.push_back({std::string(name), below_, hidden + 1, true});
    below_ += hidden + 1;
    highest_below_ = std::max(highest_below_, below_);
  } else {
    if (above_ <= highest_below_) return -1;
    given_.push_back({std::string(name), --above_, 1, false});
    lowest_above_ = std::min(lowest_above_, above_);
  }
  return given_.back().first;
}

void Registers::forget(std::size_t mark) {
  for (; given_.size() > mark; given_.pop_back())
    (given_.back().goes_round ? below_ : above_) += given_.back().goes_round ? -given_.back().count : 1;
}

std::size_t Registers::hide_given() {
  const std::size_t before = first_known_;
  first_known_ = given_.size();
  return before;
}

bool Registers::is_hidden(std::string_view name) const {
  for (std::size_t i = 0; i < first_known_ && i < given_.size(); ++i)
    if (given_[i].name == name) return true;
  return false;
}

std::vector<std::string_view> Registers::names() const {
  std::vector<std::string_view> names;
  for (const Given& given : given_)
    if (!given.name.empty()) names.emplace_back(given.name);
  return names;
}

}  // namespace rw::forge
