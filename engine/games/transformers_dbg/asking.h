// How each question stands to having one answer only: which the core answers then (core/driver.h), and which are
// put whatever there is to answer.
#pragma once

#include "engine/core/asking.h"
#include "engine/games/transformers_dbg/state.h"

namespace rw::transformers_dbg {

inline constexpr auto asking_table = [] {
  using enum Question;
  using core::at;
  return core::asking_table<Question_count>({
      .plain = at(character, step, place),
      // Hands and decks are hidden (DBG-HID-07).
      .window = at(assist, after_encounter, block, choose, discard, repair, sift, stack, pick_up, put_back),
      .ending = at(action),
      .several = at(none, arrive, must_play, spend, accept, confront, target, offer, reveal, order, undo),
  });
}();

}  // namespace rw::transformers_dbg
