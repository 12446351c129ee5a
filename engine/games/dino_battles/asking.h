// How each question stands to having one answer only: which the core answers then (core/driver.h), and which are
// put whatever there is to answer.
#pragma once

#include "engine/core/asking.h"
#include "engine/games/dino_battles/state.h"

namespace rw::dino_battles {

inline constexpr auto asking_table = [] {
  using enum Question;
  using core::at;
  return core::asking_table<Question_count>({
      .plain = at(promote),
      // Hands and attached cards are hidden.
      .window = at(window, answer, choose),
      .ending = at(main, buy),
      .several = at(none, draft_stack, draft_dinosaur),
  });
}();

}  // namespace rw::dino_battles
