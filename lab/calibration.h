// From what the evaluation of a game says to a chance to win that holds: what it says of each side is stretched
// and shifted by the side's place in turn order and by how far the game has come, so that of all positions with a
// chance of 70 % about 70 of 100 are won. More for a side never means less after it. The parameters are found
// from games (`rulewright calibrate GAME --fit FILE`) and are part of the program (lab/calibrations).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/expected.h"
#include "lab/sides.h"

namespace rw::lab {

// A position of a game whose end is known.
struct Judged {
  std::vector<core::SeatMask> sides;
  Places places{};
  std::uint32_t decision = 0;  // choices made before it
  float said[core::max_seats] = {};  // by the evaluation, of each seat
  core::SeatMask winners = 0;
};

struct Calibration {
  static constexpr std::size_t knots = 4;  // moments of a game, from its beginning to its usual length
  using Knots = std::array<double, knots>;

  std::string game;
  int rules = 0;  // the version that was played
  int seats = 0, sides = 0;
  double length = 1;  // decisions of a usual game
  Knots slope{};
  std::array<Knots, core::max_seats> shift{};  // by place in turn order
  std::string found;  // by which games

  // The chance of each seat. Of one side alone against the game itself too.
  std::vector<double> chances(const Judged& position) const;
  std::string text() const;
};

Expected<Calibration> read_calibration(std::string_view text);
// The most likely parameters of these positions. All have as many sides. Fails if the evaluation says nothing of
// who wins.
Expected<> fit(std::span<const Judged> positions, Calibration& out);

// The program's own for such a table; null if it has none.
const Calibration* shipped_calibration(std::string_view game, int seats, int sides);
std::span<const Calibration> shipped_calibrations();
// What the evaluation says, as shares of all sides.
std::vector<double> plain_chances(const Judged& position);

}  // namespace rw::lab
