// Who plays together, in which colour, and who goes when: what a table agrees on or draws before anybody has done
// anything.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game.h"

namespace rw::lab {

// The seats that win or lose together, side by side.
std::vector<core::SeatMask> sides_at(const Edition& edition, const Position& position);

// The colour of a seat: the one it is called by, or that of what it plays with, its leader's, say, if the content
// gives it one ("blue"). Empty if there is none.
std::string colour_of(const Edition& edition, const Position& position, Seat seat);

// By seat: its place in turn order, from 1; 0 where it is not known.
using Places = std::array<std::uint8_t, core::max_seats>;

// Turn order is the order in which seats begin their first turns. Every game tells that by an event of this name.
inline constexpr std::string_view turn_begins = "turn_begins";

// Listens to a game from its beginning until it knows.
class TurnOrder {
 public:
  explicit TurnOrder(const Edition& edition);
  void begin(int seats);
  void read(const core::Log& log);
  bool known() const { return begun_ + 1 >= seats_; }  // whoever is left comes last
  Places places() const;

 private:
  std::size_t event_;
  int seats_ = 0, begun_ = 0;
  Places places_{};
};

}  // namespace rw::lab
