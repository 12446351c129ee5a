// The chance of a whole attack of RISK Cybertron, for `rulewright odds` and for the tables.
#pragma once

#include "engine/games/risk_cybertron/odds.h"

namespace rw::lab {

// Both sides always use as many units as they may, and the attacker never stops. `attack.d8` of the
// attacker's dice have eight sides (a leader is lost last, so his die stays), and so on.
struct WholeAttack {
  int attackers = 2, defenders = 1;  // units on the zones, the one that stays behind included
  risk_cybertron::DiceSide attack, defend;
  bool ties_to_attacker = false;
};
struct CaptureOdds {
  double captured = 0;
  double units_left = 0;      // of the attacker on both zones, summed over the captures
  double defenders_left = 0;  // summed over the failures
};
CaptureOdds capture_odds(const risk_cybertron::Content& content, const WholeAttack& whole);

}  // namespace rw::lab
