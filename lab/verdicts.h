// The review itself put to the test: games are played and reviewed, and from choices that it calls clearly not the
// best, and from the better ones, games are played on to their end by a search. Does the better one win more of
// them?
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "lab/statistics.h"
#include "players/player.h"

namespace rw::lab {

struct VerdictPlan {
  std::shared_ptr<const Edition> edition;
  Setup setup;
  players::Spec player;  // in every seat of the games that are reviewed
  std::size_t verdicts = 50;
  int games = 400;  // played on from both choices of each
  std::uint32_t simulations = 100;  // of the search that plays on
  int effort = 1;  // of the reviews
  std::uint64_t seed = 1;
  int threads = 1;
  std::string checkpoint;  // each verdict is kept in this file as soon as it is tested; empty: none is
  bool resume = false;  // those in it need not be tested again
};

struct TestedVerdict {
  std::uint64_t game = 0;
  int number = 0;  // of the choice
  std::string chosen, better;
  double cost = 0;
  Interval interval;  // of the cost, as the review tells it
  Mean played;  // wins after the better choice less wins after the one made
  bool right() const { return played.interval_of_counts().low > 0; }
  bool wrong() const { return played.interval_of_counts().high < 0; }
  // Do the two intervals meet?
  bool fits() const {
    const Interval seen = played.interval_of_counts();
    return seen.low <= interval.high && interval.low <= seen.high;
  }
};

struct VerdictReport {
  std::uint64_t games = 0;  // that were reviewed
  std::vector<TestedVerdict> verdicts;
  Mean told, played;  // over all of them: costs, and what was lost when they were played on
  bool interrupted = false;
};

// Games until there are enough verdicts; a game without any counts too. If it is interrupted, only verdicts that
// were played on in full count.
Expected<> test_verdicts(const VerdictPlan& plan, VerdictReport& report, bool show_progress = false);

}  // namespace rw::lab
