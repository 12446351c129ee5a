// Effects that last: modifiers are never written into the figures they change. They stay here, in a
// list inside the position, and are read whenever a figure is asked for, so that nothing has to be
// undone when they end.
#pragma once

#include <cstdint>

#include "engine/core/agenda.h"
#include "engine/core/fixed.h"
#include "engine/core/ids.h"

namespace rw::ability {

struct Lasting {
  static constexpr const char* called = "lasting";
  std::uint16_t ability = 0;      // place in the content's abilities
  std::uint16_t block = 0;        // where its modifiers stand in the program
  core::Seat controller{};
  std::uint8_t until : 3 = 0;     // place in Vocabulary::durations
  std::uint8_t more : 4 = 0;      // equal ones that were laid after it, in games that count them
  std::uint8_t delayed : 1 = 0;   // no modifiers: an ability that happens at a moment of the time it lasts
  std::uint16_t source = 0;       // the card it comes from
  std::int16_t subject = 0;       // what it is about, as the game sees it (a zone, a character)
  std::int16_t object = 0;

  bool ends(auto duration) const { return until == static_cast<int>(duration); }
};
static_assert(core::is_flat<Lasting> && sizeof(Lasting) == 12);
inline constexpr int most_equal = 16;  // one, and as many more as it can count

// What the program of a frame lays down, as that frame sees it.
inline Lasting laid_by(const core::Frame& f, int block, int until) {
  return {.ability = f.ability,
          .block = static_cast<std::uint16_t>(block),
          .controller = f.controller,
          .until = static_cast<std::uint8_t>(until & 7),
          .more = 0,
          .delayed = 0,
          .source = f.source,
          .subject = f.subject,
          .object = f.object};
}

}  // namespace rw::ability
