// Exact odds of RISK Cybertron, by walking every outcome of the dice through the rules themselves.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/games/risk_cybertron/content.h"
#include "engine/games/risk_cybertron/state.h"
#include "engine/odds.h"

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
RollOdds roll_odds(const Content&, DiceSide attack, DiceSide defend, Side wins_ties);

// A whole attack: both sides always use as many units as they may, and the attacker never stops. `attack.d8` of
// the attacker's dice have eight sides (a leader is lost last, so that die stays), and so on.
struct WholeAttack {
  int attackers = 2, defenders = 1;  // units on the zones, the one that stays behind included
  DiceSide attack, defend;
  Side wins_ties = Side::defender;
  int most_attack = 3, most_defend = 2;  // units that a side may use in a roll
};
struct CaptureOdds {
  double captured = 0;
  double units_left = 0;      // of the attacker on both zones, summed over the captures
  double defenders_left = 0;  // summed over the failures
};
CaptureOdds capture_odds(const Content&, const WholeAttack&);

// The attack from one zone on another as the position stands: leaders fight, and their powers and the cards in
// force count (RSK-DIC-03, RSK-LDR-02, RSK-LDR-03, RSK-ATK-14). False if there is none to count.
bool attack_between(const Content&, const State& now, Zone source, Zone target, WholeAttack& out);

// What the program asks: odds_asked.cpp.
extern const OddsTable odds_table;

}  // namespace rw::risk_cybertron
