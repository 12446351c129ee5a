// Reading sides off a position, and turn order off events.
#include "lab/sides.h"

#include <algorithm>

namespace rw::lab {

std::vector<core::SeatMask> sides_at(const Edition& edition, const Position& position) {
  std::vector<core::SeatMask> sides;
  for (int i = 0; i < edition.seats(position); ++i)
    if (const core::SeatMask side = edition.side(position, core::seat(i));
        std::find(sides.begin(), sides.end(), side) == sides.end())
      sides.push_back(side);
  return sides;
}

TurnOrder::TurnOrder(const Edition& edition)
    : event_(static_cast<std::size_t>(
          std::find(edition.game().events.begin(), edition.game().events.end(), turn_begins) -
          edition.game().events.begin())) {}

void TurnOrder::begin(int seats) {
  seats_ = seats;
  begun_ = 0;
  places_ = {};
}

void TurnOrder::read(const core::Log& log) {
  for (const core::Event& event : log.events) {
    const int seat = core::index(event.actor);
    if (event.kind != event_ || seat < 0 || seat >= seats_) continue;
    if (std::uint8_t& place = places_[static_cast<std::size_t>(seat)]; place == 0)
      place = static_cast<std::uint8_t>(++begun_);
  }
}

Places TurnOrder::places() const {
  Places out = places_;
  if (begun_ + 1 == seats_)
    for (int seat = 0; seat < seats_; ++seat)
      if (out[static_cast<std::size_t>(seat)] == 0)
        out[static_cast<std::size_t>(seat)] = static_cast<std::uint8_t>(seats_);
  return out;
}

}  // namespace rw::lab
