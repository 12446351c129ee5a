// Many games between computer players. Game i is begun from sub-stream i of the seed and stored under
// its number, so what comes out does not depend on how many threads play.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/game.h"
#include "lab/statistics.h"
#include "players/player.h"

namespace rw::lab {

struct SimulationPlan {
  std::shared_ptr<const Edition> edition;
  Setup setup;
  std::vector<players::Spec> players;  // repeated if there are more seats
  std::uint64_t games = 0;
  std::uint64_t seed = 1;
  int threads = 1;
};

// Players change seats: in game i the list begins i seats further on, so that nobody gains from a
// seat. This is the player of `seat` in game `game`, by place in the plan's list.
std::size_t player_at(const SimulationPlan& plan, std::uint64_t game, int seat);

// One game, as far as statistics need it.
struct GameRecord {
  bool played = false;
  core::SeatMask winners = 0;
  core::ClauseNumber clause = 0;
  std::uint32_t decisions = 0;
  std::int32_t score[core::max_seats] = {};
};

// A share of games won, with its 95 % interval.
struct WinRate {
  std::string name;
  double games = 0;
  double wins = 0;
  double fair = 0;  // what equal players would win
  Interval interval;

  double rate() const { return games > 0 ? wins / games : 0; }
};

struct SimulationReport {
  std::vector<GameRecord> records;  // by game number; not played where Ctrl-C came first
  std::uint64_t games = 0;
  std::uint64_t decisions = 0;
  double seconds = 0;               // the only figure that differs from run to run
  std::vector<WinRate> seats, players;
  Mean length;                      // decisions of a game
  Spread lengths;
  std::vector<Mean> scores;         // by seat
  std::vector<std::pair<std::string, std::uint64_t>> endings;  // clause id, games; most frequent first
};

// False with an `error` if the plan cannot be played.
bool simulate(const SimulationPlan& plan, SimulationReport& report, std::string& error,
              bool show_progress = false);

// One game to its end; `table` holds the players by seat.
GameRecord play_game(const SimulationPlan& plan, std::uint64_t game, const std::vector<players::Player*>& table);

}  // namespace rw::lab
