// Views of a seat, and what may lie behind them.
#include "engine/imagine.h"

#include "engine/replay.h"

namespace rw {

// Dealing anew gathers the hidden things by number and not by where they lie (Rules::redeal), so with one seed for
// all views the result depends on what the seat knows alone.
View::View(const Edition& edition, const Position& position, Seat seat)
    : filled_(edition.redealt(position, seat, core::seed_from(0))), seat_(seat) {}

Position imagine(const Edition& edition, const View& view, const core::Seed& seed) {
  return edition.redealt(view.position(), view.seat(), seed);
}

std::vector<std::byte> write_view(const Edition& edition, const View& view) {
  return write_save(edition, view.position());
}

bool read_view(const Edition& edition, std::span<const std::byte> bytes, Seat seat, View& view,
               std::string& error) {
  Position position;
  if (!read_save(edition, bytes, position, error)) return false;
  const int seats = edition.seats(position);
  if (core::index(seat) >= seats) {
    error = "the view is of a game with " + std::to_string(seats) + " seats: there is no seat " +
            std::to_string(core::index(seat) + 1);
    return false;
  }
  view.filled_ = std::move(position);
  view.seat_ = seat;
  return true;
}

}  // namespace rw
