// An open question that takes several picks whose order has no meaning ("discard two cards"). The rules ask for
// them one by one and take them in any order; a table shows all that may be among the picks at once. Computer
// players look at ascending picks only, so that they weigh a set once.
#pragma once

#include <cstdint>
#include <span>

#include "engine/core/choice.h"
#include "engine/core/fixed.h"

namespace rw::core {

struct Gathering {
  struct Pick {
    Choice choice;
    std::int64_t copies = 1;  // how often it may be picked
  };
  int least = 0, most = 0;
  std::uint32_t effect = 0;  // tells this question from another one
  Choice stop{};  // the answer "no more", if there is one
  Choice last{};  // what was picked last, if anything
  std::span<const std::int32_t> program;  // the ability that asks, and where in it; empty if none does
  int position = 0;
  Sequence<Pick, 255> picks;  // those that may still be made, ascending
};

}  // namespace rw::core
