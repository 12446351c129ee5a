// How each question stands to having one answer only: which the core answers then (core/driver.h), and which are
// put whatever there is to answer.
#pragma once

#include "engine/core/asking.h"
#include "engine/games/transformers_tcg/state.h"

namespace rw::transformers_tcg {

inline constexpr auto asking_table = [] {
  using enum Question;
  using core::at;
  return core::asking_table<Question_count>({
      .plain = at(slot, leave, component),
      // Hands and decks are hidden (TCG-HID-08).
      .window = at(sideboard, choose, plan, focus, focus_order, keep, play),
      // An attack is what a turn comes to.
      .ending = at(attack, main),
      .several = at(none, first_player, use, order, replace, mode, keep_upgrade, swap, amount),
  });
}();

}  // namespace rw::transformers_tcg
