// Effects that last: modifiers are never written into the figures they change. They stay here, in a
// list inside the position, and are read whenever a figure is asked for, so that nothing has to be
// undone when they end.
#pragma once

#include <cstdint>

#include "engine/core/fixed.h"
#include "engine/core/ids.h"

namespace rw::ability {

struct Lasting {
  static constexpr const char* called = "lasting";
  std::uint16_t ability;   // place in the content's abilities
  std::uint16_t block;     // where its modifiers stand in the program
  core::Seat controller;
  std::uint8_t until;      // place in Vocabulary::durations
  std::uint16_t source;    // the card it comes from
  std::int16_t subject;    // what it is about, as the game sees it (a zone, a character)
  std::int16_t object;
};
static_assert(core::is_flat<Lasting> && sizeof(Lasting) == 12);

}  // namespace rw::ability
