// What a seat knows of a game, and positions that fit it. Hints, reviews and an engine that stands at a player's
// own machine hold a view and nothing else.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "engine/game.h"

namespace rw {

// What one seat knows of a position. It is held as a position that fits: whatever the seat cannot know, the random
// numbers to come among it, is filled in by a fixed rule from what it does know. Positions that look alike to the
// seat are the same view, byte for byte, so a view tells nothing else and may be given to that seat.
class View {
 public:
  View() = default;
  View(const Edition& edition, const Position& position, Seat seat);

  Seat seat() const { return seat_; }
  // One of the positions that fit, always the same one.
  const Position& position() const { return filled_; }
  bool operator==(const View&) const = default;

 private:
  friend bool read_view(const Edition&, std::span<const std::byte>, Seat, View&, std::string&);
  Position filled_;
  Seat seat_ = core::no_seat;
};

// A position that fits the view, another one for each seed. For the view's seat it shows the same fields, puts the
// same question and has the same choices as the position that the view was taken of.
Position imagine(const Edition& edition, const View& view, const core::Seed& seed);

// A view as bytes, under the checked header of a save (engine/replay.h). Reading is false with an `error` for what
// `read_save` refuses and for a seat that the game does not have; `view` is then unchanged.
std::vector<std::byte> write_view(const Edition& edition, const View& view);
bool read_view(const Edition& edition, std::span<const std::byte> bytes, Seat seat, View& view,
               std::string& error);

}  // namespace rw
