// A whole attack, roll by roll, over every pair of numbers that can be left.
#include "lab/capture_odds.h"

#include <algorithm>
#include <vector>

namespace rw::lab {

namespace {

using risk_cybertron::DiceSide;
using risk_cybertron::RollOdds;

// The odds of a roll for each number of dice on both sides.
struct Rolls {
  RollOdds by_dice[4][3];

  Rolls(const risk_cybertron::Content& content, const WholeAttack& whole) {
    const auto side = [](DiceSide s, int dice) { return DiceSide{dice, std::min(s.d8, dice), s.bonus}; };
    for (int a = 1; a <= std::min(3, whole.attackers - 1); ++a)
      for (int d = 1; d <= std::min(2, whole.defenders); ++d)
        by_dice[a][d] = roll_odds(content, side(whole.attack, a), side(whole.defend, d), whole.ties_to_attacker);
  }
};

// How likely each pair (attackers, defenders) is to be reached.
class Reached {
 public:
  Reached(int attackers, int defenders)
      : width_(static_cast<std::size_t>(defenders + 1)),
        chance_(static_cast<std::size_t>(attackers + 1) * width_) {}
  double& operator()(int a, int d) {
    return chance_[static_cast<std::size_t>(a) * width_ + static_cast<std::size_t>(d)];
  }

 private:
  std::size_t width_;
  std::vector<double> chance_;
};

}  // namespace

CaptureOdds capture_odds(const risk_cybertron::Content& content, const WholeAttack& whole) {
  const Rolls rolls(content, whole);
  Reached reached(whole.attackers, whole.defenders);
  CaptureOdds answer;
  reached(whole.attackers, whole.defenders) = 1;
  for (int a = whole.attackers; a >= 1; --a)
    for (int d = whole.defenders; d >= 0; --d) {
      const double chance = reached(a, d);
      if (d == 0) {
        answer.captured += chance;
        answer.units_left += chance * a;
      } else if (a == 1) {
        answer.defenders_left += chance * d;
      } else {
        const RollOdds& roll = rolls.by_dice[std::min(3, a - 1)][std::min(2, d)];
        for (int lost = 0; lost <= roll.comparisons; ++lost)
          reached(a - lost, d - (roll.comparisons - lost)) +=
              chance * static_cast<double>(roll.attacker_loses[lost]) / static_cast<double>(roll.total);
      }
    }
  return answer;
}

}  // namespace rw::lab
