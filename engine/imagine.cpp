// Views of a seat, and what may lie behind them.
#include "engine/imagine.h"

#include "engine/replay.h"

namespace rw {

namespace {

Position concealed(const Edition& edition, Position position, Seat seat) {
  if (const Conceal conceal = conceal_of(edition.game().id)) conceal(position.data(), seat);
  return position;
}

}  // namespace

// Hidden things are numbered by where they lie, and dealt anew by number (Rules::redeal), so with one seed for all
// views the result depends on what the seat knows alone.
View::View(const Edition& edition, const Position& position, Seat seat)
    : filled_(edition.redealt(concealed(edition, position, seat), seat, core::seed_from(0))), seat_(seat) {}

Position imagine(const Edition& edition, const View& view, const core::Seed& seed) {
  return edition.redealt(view.position(), view.seat(), seed);
}

std::vector<std::byte> write_view(const Edition& edition, const View& view) {
  return write_save(edition, view.position());
}

Expected<View> read_view(const Edition& edition, std::span<const std::byte> bytes, Seat seat) {
  Expected<Position> position = read_save(edition, bytes);
  if (!position) return position.failure();
  const int seats = edition.seats(*position);
  if (core::index(seat) >= seats)
    return failed("the view is of a game with " + std::to_string(seats) + " seats: there is no seat " +
                  std::to_string(core::index(seat) + 1));
  View view;
  view.filled_ = *std::move(position);
  view.seat_ = seat;
  return view;
}

}  // namespace rw
