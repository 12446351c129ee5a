// Exact odds of RISK Cybertron, by walking every outcome of the dice through the rules themselves.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/games/risk_cybertron/content.h"

namespace rw::risk_cybertron {

struct DiceSide {
  int dice = 1;   // units used
  int d8 = 0;     // how many of them roll eight-sided dice
  int bonus = 0;  // how many +1 the side may place
};

// In how many of `total` equally likely results the attacker loses exactly 0, 1 or 2 units when each
// side places its +1 to lose as few as it can, the attacker first (RSK-DIC-10 to 15).
struct RollOdds {
  std::uint64_t attacker_loses[3] = {};
  std::uint64_t total = 0;
  int comparisons = 1;
};
RollOdds roll_odds(const Content&, DiceSide attack, DiceSide defend, bool ties_to_attacker);

// The chance that `attackers` units on the source take a zone of `defenders` units, each side always
// using as many robots as it may, six-sided dice only.
double capture_odds(const Content&, int attackers, int defenders);

}  // namespace rw::risk_cybertron
