// What a seat knows of a game, and positions that fit it. Hints, reviews and an engine that stands at a player's
// own machine hold a view and nothing else.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
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
  friend Expected<View> read_view(const Edition&, std::span<const std::byte>, Seat);
  Position filled_;
  Seat seat_ = core::no_seat;
};

// Gives hidden things numbers that follow from where they lie and not from what they are: whoever knows a deck
// list would know a card by its number. A game in which hidden things have numbers of their own has one in its
// numbers.cpp, where the build finds it.
using Conceal = void (*)(void* state, Seat viewer);
Conceal conceal_of(std::string_view game);  // null: there is nothing to be told by a number

// A position that fits the view, another one for each seed. For the view's seat it shows the same fields, puts the
// same question and has the same choices as the position that the view was taken of.
Position imagine(const Edition& edition, const View& view, const core::Seed& seed);

// A view as bytes, under the checked header of a save (engine/replay.h). Reading fails for what `read_save`
// refuses and for a seat that the game does not have.
std::vector<std::byte> write_view(const Edition& edition, const View& view);
Expected<View> read_view(const Edition& edition, std::span<const std::byte> bytes, Seat seat);

}  // namespace rw
