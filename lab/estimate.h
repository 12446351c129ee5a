// The chance to win in a position, by what a seat knows: a mean over imagined deals. Each is the position as the
// seat may imagine it, played on a little, and judged: by the outcome if the game ends, else by the game's
// evaluation, calibrated (calibration.h). The chances of all sides add up to 1.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lab/calibration.h"
#include "lab/statistics.h"
#include "players/games.h"
#include "players/player.h"

namespace rw::lab {

using Chances = std::vector<double>;  // by seat

// Means over imagined deals, and how far off they may be.
struct Estimate {
  Chances mean;
  Chances variance;  // of the mean
  std::vector<Chances> each;  // by imagined deal
};

// How chances are estimated at a table.
struct Estimating {
  std::shared_ptr<const Edition> edition;
  std::vector<core::SeatMask> sides;
  Places places{};
  int deals = 16;  // imagined for each estimate
  int depth = 8;   // decisions played on before a position is judged
  bool calibrated = true;
};

// One thread's; nothing here is shared.
class Estimator {
 public:
  explicit Estimator(const Estimating& how);
  Expected<> prepare();  // fails if the game has no evaluation

  // Position `decision` of its game, as it stands.
  Chances judged(const Position& position, std::uint32_t decision) const;
  // On imagined deal `deal`, after `choice` if there is one; `on` plays on, or else the greedy player.
  Chances sample(const Position& position, Seat viewer, const Choice* choice, const core::Seed& seed, int deal,
                 std::uint32_t decision, players::Player* on = nullptr);
  Estimate estimate(const Position& position, Seat viewer, const Choice* choice, const core::Seed& seed,
                    std::uint32_t decision);
  // The same, played on to the end: who wins.
  Chances outcome(const Position& position, Seat viewer, Choice choice, const core::Seed& seed, int deal,
                  players::Player& on) const;
  // The position as the seat may imagine it on that deal.
  Position imagined(const Position& position, Seat viewer, const core::Seed& seed, int deal) const;

  // What is needed to calibrate: what the evaluation says, and of whom.
  Judged said(const Position& position, std::uint32_t decision) const;

 private:
  const Estimating& how_;
  const players::GamePlayers* players_;
  const Calibration* calibration_;
  std::unique_ptr<players::Player> greedy_;
};

}  // namespace rw::lab
