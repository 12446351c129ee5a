// What happened, with the clause that made it happen. Events are the log, the animation feed, the
// proof of coverage; rules write them only when somebody listens.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <span>
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

using EventKinds = std::bitset<256>;

// Events in order. While it watches a position it keeps a copy of it for each event of a kind that has words, as
// the position was when that event happened (engine/frames.h).
class EventList : public std::vector<Event> {
 public:
  void push_back(const Event& event) {
    std::vector<Event>::push_back(event);
    if (!watched_.empty() && worded_->test(event.kind)) [[unlikely]]
      kept_.insert(kept_.end(), watched_.begin(), watched_.end());
  }
  void clear() {
    std::vector<Event>::clear();
    kept_.clear();
  }
  void watch(std::span<const std::byte> position, const EventKinds& worded) {
    watched_ = position;
    worded_ = &worded;
  }
  void look_away() { watched_ = {}; }
  // The positions that were kept, one behind the other.
  std::span<const std::byte> kept() const { return kept_; }
  void forget(std::size_t events, std::size_t kept_bytes) {
    resize(events);
    kept_.resize(kept_bytes);
  }

 private:
  std::span<const std::byte> watched_;
  const EventKinds* worded_ = nullptr;
  std::vector<std::byte> kept_;
};

struct Log {
  EventList events;
  bool keeps_positions = false;  // of every event that has words, while choices are carried out
  void clear() { events.clear(); }
};

}  // namespace rw::core
