// What a rule function is handed: the position, the content, and who listens.
#pragma once

#include "engine/core/chance.h"
#include "engine/core/event.h"

namespace rw::core {

template <class State, class Content>
struct Table {
  State& s;
  const Content& content;
  Log* log = nullptr;        // null: nobody listens, events cost nothing
  Chance* chance = nullptr;  // null: draw from the position's own generator
};

}  // namespace rw::core
