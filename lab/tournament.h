// Tournaments: several players meet in pairs, everybody against everybody or by the Swiss system, and are rated
// together. A pairing is a match (lab/match.h): the same deals on every side.
#pragma once

#include "lab/match.h"

namespace rw::lab {

struct TournamentPlan {
  std::shared_ptr<const Edition> edition;
  Setup setup;
  Varied varied;
  std::vector<Contestant> players;
  std::uint64_t games = 0;  // of each pairing; rounded up to whole sets
  std::uint64_t seed = 1;
  int threads = 1;
  int rounds = 0;  // of the Swiss system; 0: everybody meets everybody
  std::string checkpoint;
  bool resume = false;

  // `before`: how often the two have met already; every meeting has deals of its own.
  MatchPlan pairing(std::size_t a, std::size_t b, std::uint64_t before = 0) const;
};

struct Pairing {
  int round = 0;  // from 1
  std::size_t a = 0, b = 0;
  MatchReport report;
  // A's share as between two: with more sides the first player has one seat and the second one all the others.
  double even_share() const;
};

struct Standing {
  std::size_t player = 0;
  std::uint64_t games = 0;
  double points = 0;     // games won, shared ones in part, as between two (Pairing::even_share)
  double rating = 0;     // in Elo above or below the mean of all players
  Interval interval;     // of the rating, 95 %
};

struct TournamentReport {
  std::vector<Pairing> pairings;
  std::vector<Standing> standings;  // best first
  bool interrupted = false;
  double seconds = 0;
};

// Fails if the plan cannot be played. Interrupted, it reports what was played.
Expected<> tournament(const TournamentPlan& plan, TournamentReport& report, bool show_progress = false);

// The ratings that the pairings make most likely, above a wide prior that keeps a player without a loss finite
// (Bradley and Terry with a normal prior, "Bayesian Elo").
std::vector<Standing> rate(std::size_t players, const std::vector<Pairing>& pairings);

// The pairs of the next Swiss round: neighbours in the standings that have not met, and as few repeats as
// possible. With an odd number the last one that has not rested yet rests.
std::vector<std::pair<std::size_t, std::size_t>> swiss_round(std::size_t players,
                                                             const std::vector<Pairing>& pairings);

std::string tournament_page(const TournamentPlan& plan, const TournamentReport& report);

}  // namespace rw::lab
