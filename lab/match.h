// Matches: two players meet on the same deals on every side, until the games are played or the sequential test
// knows enough. In a set A sits once in each seat and B in all the others, with the same luck each time; so a
// player against itself scores exactly the equal share, 1 / seats, whatever the game does to its seats.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lab/campaign.h"
#include "lab/rating.h"

namespace rw::lab {

struct MatchPlan {
  std::shared_ptr<const Edition> edition;
  Setup setup;
  Varied varied;
  Contestant a, b;
  std::uint64_t games = 0;  // at most; rounded up to whole sets
  std::uint64_t seed = 1;
  int threads = 1;
  std::optional<Sprt> sprt;
  std::string checkpoint;
  bool resume = false;
  Position start;  // where all games begin; empty: with the set-up

  // The seats that play together, team by team; none if the table cannot be played.
  std::vector<core::SeatMask> sides() const;
  std::uint64_t sets() const;
};

struct MatchReport {
  enum class Verdict { none, stronger, not_stronger, undecided };  // of the sequential test
  SetScores scores;
  std::uint64_t games = 0, won = 0, shared = 0, lost = 0;  // by A
  std::uint64_t broken = 0;  // games of sets in which one was broken off; they do not count
  std::uint64_t forfeits_a = 0, forfeits_b = 0;  // games that a bot's failure cost it
  std::uint64_t decisions = 0;
  double null_share = 0;
  double elo = 0;
  Interval elo_interval;
  double superiority = 0;  // chance that A is the stronger one
  double llr = 0;
  std::vector<double> course;  // set by set: the log-likelihood ratio if there is a test, else the share so far
  Verdict verdict = Verdict::none;
  bool interrupted = false;
  double seconds = 0;
};

Expected<> match(const MatchPlan& plan, MatchReport& report, bool show_progress = false);

std::string match_page(const MatchPlan& plan, const MatchReport& report);

// Player against player up a ladder: each rung meets the one below it.
struct Rung {
  std::string player, below;
  MatchReport report;
};
// The games of one set: A's side goes round.
Campaign campaign_of(const MatchPlan& plan);

}  // namespace rw::lab
