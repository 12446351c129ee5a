// Glicko-2 (Glickman 2012): how strong a player is, how sure we are of it, how much it varies.
#pragma once

#include <span>

namespace rw::server {

struct Rating {
  double rating = 1500, deviation = 350, volatility = 0.06;
  int games = 0;
};

// One result against one opponent: 1 won, 0.5 drawn, 0 lost.
struct RatedResult {
  Rating opponent;
  double score = 0;
};

// The rating after one period with these results. The opponents' ratings are those before the period.
Rating rated(const Rating& before, std::span<const RatedResult> results);

}  // namespace rw::server
