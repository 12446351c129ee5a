// Which register of the frame a name has, and how far the name reaches. Words that go round (choose,
// for_each, ...) need theirs to be 0 when they begin; names that only remember something leave their
// last value behind. So the first are handed out from below, the second from above, and never mix.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/ability/language.h"

namespace rw::forge {

class Registers {
 public:
  // The newest of that name; -1 if there is none here.
  int find(std::string_view name) const;
  // A register for `name`, and for a word that goes round as many hidden ones after it; -1 if they
  // do not fit.
  int give(std::string_view name, int hidden);

  // Names given after `mark` are forgotten by `forget(mark)`.
  std::size_t mark() const { return given_.size(); }
  void forget(std::size_t mark);

  // Makes the names given so far unknown, and known again.
  std::size_t hide_given();
  void show_given(std::size_t before) { first_known_ = before; }
  bool is_hidden(std::string_view name) const;

  std::vector<std::string_view> names() const;

 private:
  struct Given {
    std::string name;
    int first, count;
    bool goes_round;
  };
  std::vector<Given> given_;
  std::size_t first_known_ = 0;
  int below_ = 0, above_ = ability::register_count;                 // in use now
  int highest_below_ = 0, lowest_above_ = ability::register_count;  // ever used
};

}  // namespace rw::forge
