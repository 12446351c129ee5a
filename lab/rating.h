// Who is stronger, and how sure that is: Elo from shares of games won, and the sequential test that stops by
// itself. The unit is a set: one deal played once on each side (a seat, or a team), so that the luck of the deal
// and of the seat cancel out. A set has a mean score from 0 to 1; equal players have a share of 1 / sides.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "lab/statistics.h"

namespace rw::lab {

// A game that is won alone is worth this many points; they can be shared among 1 to 6 winners without a rest.
inline constexpr int points_of_a_win = 60;

// Elo on the logistic scale, for any number of seats by the model of Plackett and Luce: a player of strength
// 10^(elo/400) against seats - 1 players of strength 1. With two seats this is the usual formula.
double share_of(double elo, int seats);
double elo_of(double share, int seats);  // infinite at 0 and 1
std::string elo_text(double elo);  // "+34", "-inf"

// What such a share among several sides would be between two of the same strengths: the equal share becomes a
// half.
double share_of_two(double share, int sides);

// How often each score of a set was reached. With two seats this is the pentanomial distribution
// (0, 1/2, 1, 3/2, 2 points of a pair).
struct SetScores {
  int games_per_set = 2;
  std::map<int, std::uint64_t> sets;  // points of a set -> how many

  void add(int points) { ++sets[points]; }
  std::uint64_t count() const;
  double value(int points) const { return static_cast<double>(points) / (points_of_a_win * games_per_set); }
  double share() const;
  double variance() const;  // of the score of a set, sample variance
  // Wilson's interval for the share, with the number of independent games that the spread of the sets bears
  // out (Kish's effective sample size).
  Interval interval(double z = normal_95) const;
};

// Wald's sequential probability ratio test: is the Elo difference `elo0` or `elo1`?
struct Sprt {
  double elo0 = 0, elo1 = 10;
  double alpha = 0.05;  // how often elo1 may be accepted though elo0 is true
  double beta = 0.05;   // and the other way round

  double lower() const;  // at or below: elo0 is accepted
  double upper() const;  // at or above: elo1 is accepted
};

// The generalised log-likelihood ratio of share1 against share0 over the distribution of set scores: for each
// hypothesis the most likely distribution with that mean (empirical likelihood, Owen 1988). No set is lost to a
// normal approximation, so it holds for few sets and near 0 and 1.
double log_likelihood_ratio(const SetScores& scores, double share0, double share1);

// The chance that the first is stronger than the null, by the normal approximation. One set more is counted, as
// equal players would score it, so that a few sets that all came out the same way promise no certainty.
double likelihood_of_superiority(const SetScores& scores, double null_share);

}  // namespace rw::lab
