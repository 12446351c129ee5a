// What an attack of RISK leads to when it is fought to the end, with six-sided dice only.
#pragma once

#include <algorithm>
#include <array>

namespace rw::players::risk {

// More units than this on one side are counted as this many; the ratio decides by then.
inline constexpr int most_units = 40;

struct Battle {
  float capture = 0;         // the chance that the zone is taken
  float attackers_left = 0;  // of those that could fight, on average when it is taken
  float defenders_left = 0;  // on average when it is not
};

using BattleTable = std::array<std::array<Battle, most_units + 1>, most_units + 1>;

namespace detail {

// Shares of the rolls in which the attacker loses none, one or two units (dice_odds.json).
struct Roll {
  float none, one, two;
};
constexpr Roll roll_of(int attackers, int defenders) {
  if (defenders == 1) {
    const float win = attackers >= 3 ? 855.0F / 1296 : attackers == 2 ? 125.0F / 216 : 15.0F / 36;
    return {win, 1 - win, 0};
  }
  if (attackers == 1) return {55.0F / 216, 161.0F / 216, 0};
  if (attackers == 2) return {295.0F / 1296, 420.0F / 1296, 581.0F / 1296};
  return {2890.0F / 7776, 2611.0F / 7776, 2275.0F / 7776};
}

constexpr BattleTable fight_all() {
  BattleTable table{};
  for (int a = 0; a <= most_units; ++a) {
    for (int d = 0; d <= most_units; ++d) {
      Battle& battle = table[static_cast<std::size_t>(a)][static_cast<std::size_t>(d)];
      if (d == 0 || a == 0) {
        battle = {d == 0 ? 1.0F : 0.0F, static_cast<float>(a), static_cast<float>(d)};
        continue;
      }
      const bool two_pairs = a >= 2 && d >= 2;
      const Roll roll = roll_of(a, d);
      float won_with = 0, lost_with = 0;
      const auto add = [&](float share, int attackers, int defenders) {
        if (share <= 0) return;
        const Battle& next = table[static_cast<std::size_t>(attackers)][static_cast<std::size_t>(defenders)];
        battle.capture += share * next.capture;
        won_with += share * next.capture * next.attackers_left;
        lost_with += share * (1 - next.capture) * next.defenders_left;
      };
      add(roll.none, a, two_pairs ? d - 2 : d - 1);
      add(roll.one, a - 1, two_pairs ? d - 1 : d);
      if (two_pairs) add(roll.two, a - 2, d);
      battle.attackers_left = battle.capture > 0 ? won_with / battle.capture : 0.0F;
      battle.defenders_left = battle.capture < 1 ? lost_with / (1 - battle.capture) : 0.0F;
    }
  }
  return table;
}

}  // namespace detail

inline constexpr BattleTable battles = detail::fight_all();

// `attackers`: units that can fight, so one less than stand on the source.
inline const Battle& battle_of(int attackers, int defenders) {
  const auto clamp = [](int units) { return static_cast<std::size_t>(std::clamp(units, 0, most_units)); };
  return battles[clamp(attackers)][clamp(defenders)];
}
inline float capture_chance(int attackers, int defenders) { return battle_of(attackers, defenders).capture; }

}  // namespace rw::players::risk
