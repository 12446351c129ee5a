// A whole attack, roll by roll, over every pair of numbers that can be left.
#include "lab/capture_odds.h"

#include <algorithm>
#include <vector>

#include "engine/games/risk_cybertron/turn.h"
#include "engine/games/risk_cybertron/words.h"

namespace rw::lab {

namespace {

using risk_cybertron::DiceSide;
using risk_cybertron::RollOdds;

// The odds of a roll for each number of dice on both sides.
struct Rolls {
  RollOdds by_dice[4][3];

  Rolls(const risk_cybertron::Content& content, const WholeAttack& whole) {
    const auto side = [](DiceSide s, int dice) { return DiceSide{dice, std::min(s.d8, dice), s.bonus}; };
    for (int a = 1; a <= std::min(whole.most_attack, whole.attackers - 1); ++a)
      for (int d = 1; d <= std::min(whole.most_defend, whole.defenders); ++d)
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
        const RollOdds& roll = rolls.by_dice[std::min(whole.most_attack, a - 1)][std::min(whole.most_defend, d)];
        for (int lost = 0; lost <= roll.comparisons; ++lost)
          reached(a - lost, d - (roll.comparisons - lost)) +=
              chance * static_cast<double>(roll.attacker_loses[lost]) / static_cast<double>(roll.total);
      }
    }
  return answer;
}

bool attack_between(const risk_cybertron::Content& content, const risk_cybertron::State& now, int source,
                    int target, WholeAttack& out) {
  using namespace risk_cybertron;
  if (source < 0 || source >= all_zones || target < 0 || target >= all_zones) return false;
  State s = now;
  s.attack.open = 1;
  int units[2] = {};
  for (const Side which : {Side::attacker, Side::defender}) {
    Force& side = force(s, which);
    const int zone = which == Side::attacker ? source : target;
    const Seat owner = owner_of(s, zone);
    if (owner == core::no_seat) return false;
    side.zone = static_cast<std::uint8_t>(zone);
    side.seat = owner;
    side.leader = leader_of(s, owner).zone == zone ? 1 : 0;
    units[static_cast<int>(which)] = s.robots[zone] + side.leader;
  }
  const auto dice = [&](Side which) {
    const Bonus bonus = bonus_dice(content, s, which);
    return DiceSide{1, force(s, which).leader + eight_sided_robots(content, s, which),
                    bonus.from_leader + bonus.from_cards};
  };
  out.attackers = units[0];
  out.defenders = units[1];
  out.attack = dice(Side::attacker);
  out.defend = dice(Side::defender);
  out.ties_to_attacker = ties_to_attacker(content, s);
  out.most_attack = std::min(max_attack_dice, unit_cap(content, s, Side::attacker).units);
  out.most_defend = std::min(max_defence_dice, unit_cap(content, s, Side::defender).units);
  return out.attackers >= 2 && out.defenders >= 1;
}

}  // namespace rw::lab
