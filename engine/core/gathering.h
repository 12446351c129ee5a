// An open question that takes several picks whose order has no meaning ("discard two cards"). The rules ask for
// them one by one and ascending, so that a set is offered once; a table shows what may be among the picks and lets
// a person point at them in any order.
#pragma once

#include <cstdint>

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
  Sequence<Pick, 255> picks;
};

}  // namespace rw::core
