// Do the chances that reviews tell hold? Games are played, one position of each is looked at, and what was said of
// one seat there is compared with who won. The positions to fit a calibration to are taken from games in the same
// way. Which position that is never depends on what came after it: if each position of a game were picked as often
// as any other, games that the leader ends soon would count for more than those that the leader lets slip.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lab/calibration.h"
#include "lab/statistics.h"
#include "players/player.h"

namespace rw::lab {

struct CalibrationPlan {
  std::shared_ptr<const Edition> edition;
  Setup setup;
  players::Spec player;  // in every seat
  std::uint64_t games = 0;
  // More than 0: as many games again and again, at most so many in all, until every tenth that occurs (a hundredth
  // of the positions of the first games) has so many positions. These games are looked at where the seat seems to
  // stand in a tenth that lacks some. That depends on what was told and not on who won.
  std::uint64_t least = 0, most_games = 0;
  std::uint64_t seed = 1;
  int threads = 1;
  int deals = 16, depth = 8;  // as in a review
  int positions = 1;  // of each game; more of them only to fit
  bool estimates = true;  // tell chances as a review does; else only what the evaluation says
};

// Positions whose predicted chance lies in one tenth.
struct Tenth {
  std::uint64_t positions = 0;
  double predicted = 0;  // mean
  double won = 0;  // share
  Interval interval;  // of the share
  // By less than 3 points, or by no more than chance.
  bool holds() const;
};

// One way to tell chances, and how far it is off: the mean of the squares (Brier 1950).
struct Predictions {
  std::string name;
  double brier = 0;
  std::vector<Tenth> tenths;
};

struct CalibrationReport {
  std::uint64_t games = 0, positions = 0;  // that were looked at
  std::uint64_t unaimed = 0;  // of these games, looked at wherever they stood at a moment; Brier scores are theirs
  int sides = 0;
  double length = 0;  // decisions of a game on average
  // Told in reviews; by the evaluation alone; the same for everybody; by turn order alone.
  std::vector<Predictions> ways;
  std::vector<Judged> judged;  // as the evaluation saw them
  bool interrupted = false;
};

Expected<> calibrate(const CalibrationPlan& plan, CalibrationReport& report, bool show_progress = false);

}  // namespace rw::lab
