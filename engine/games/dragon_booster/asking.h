// How each question stands to having one answer only: which the core answers then (core/driver.h), and which are
// put whatever there is to answer.
#pragma once

#include "engine/core/asking.h"
#include "engine/games/dragon_booster/state.h"

namespace rw::dragon_booster {

inline constexpr auto asking_table = [] {
  using enum Question;
  using core::at;
  return core::asking_table<Question_count>({
      // The rushing zones lie open.
      .plain = at(rushing_card, start_battle, rival),
      // Hands, packs and dragon decks are hidden.
      .window = at(pick, build, dragon, color, gear_up, battle, choose, mag, recruit, bottom),
      .ending = at(main, push),
      .several = at(none, deck, lie, mulligan, accept, order, destination),
  });
}();

}  // namespace rw::dragon_booster
