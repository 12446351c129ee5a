// What happened, with the clause that made it happen. Events are the log, the animation feed, the
// proof of coverage; rules write them only when somebody listens.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/core/ids.h"

namespace rw::core {

struct Event {
  ClauseNumber clause = 0;
  std::uint8_t kind = 0;           // the game's EventKind
  Seat actor = no_seat;
  SeatMask seen_by = everyone;     // who may read `secret` operands
  std::uint8_t secret = 0;         // bit i: operand i is hidden from seats outside seen_by
  std::int32_t operands[4] = {};
  bool operator==(const Event&) const = default;
};

struct Log {
  std::vector<Event> events;
  void clear() { events.clear(); }
};

}  // namespace rw::core
