// The chance of a whole attack of RISK Cybertron, for `rulewright odds` and for the tables.
#pragma once

#include "engine/games/risk_cybertron/odds.h"
#include "engine/games/risk_cybertron/state.h"

namespace rw::lab {

// Both sides always use as many units as they may, and the attacker never stops. `attack.d8` of the
// attacker's dice have eight sides (a leader is lost last, so his die stays), and so on.
struct WholeAttack {
  int attackers = 2, defenders = 1;  // units on the zones, the one that stays behind included
  risk_cybertron::DiceSide attack, defend;
  bool ties_to_attacker = false;
  int most_attack = 3, most_defend = 2;  // units that a side may use in a roll
};
struct CaptureOdds {
  double captured = 0;
  double units_left = 0;      // of the attacker on both zones, summed over the captures
  double defenders_left = 0;  // summed over the failures
};
CaptureOdds capture_odds(const risk_cybertron::Content& content, const WholeAttack& whole);

// The attack from one zone on another as the position stands: leaders fight, and their powers and the cards in
// force count (RSK-DIC-03, RSK-LDR-02, RSK-LDR-03, RSK-ATK-14). False if there is none to count.
bool attack_between(const risk_cybertron::Content& content, const risk_cybertron::State& now, int source,
                    int target, WholeAttack& out);

}  // namespace rw::lab
