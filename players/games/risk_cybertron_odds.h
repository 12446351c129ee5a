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

// One roll with `dice` of `a` attackers against `guards` of `d` defenders, then on to the end.
constexpr Battle fight(const BattleTable& table, int a, int d, int dice, int guards) {
  const bool two_pairs = dice >= 2 && guards >= 2;
  const Roll roll = roll_of(dice, guards);
  Battle battle;
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
  return battle;
}

constexpr BattleTable fight_all() {
  BattleTable table{};
  for (int a = 0; a <= most_units; ++a)
    for (int d = 0; d <= most_units; ++d)
      table[static_cast<std::size_t>(a)][static_cast<std::size_t>(d)] =
          d == 0 || a == 0 ? Battle{d == 0 ? 1.0F : 0.0F, static_cast<float>(a), static_cast<float>(d)}
                           : fight(table, a, d, std::min(a, 3), std::min(d, 2));
  return table;
}

}  // namespace detail

inline constexpr BattleTable battles = detail::fight_all();

// `attackers`: units that can fight, so one less than stand on the source.
inline const Battle& battle_of(int attackers, int defenders) {
  const auto clamp = [](int units) { return static_cast<std::size_t>(std::clamp(units, 0, most_units)); };
  return battles[clamp(attackers)][clamp(defenders)];
}
// The same when the numbers for the next roll have been announced; 0: not yet.
inline Battle battle_of(int attackers, int defenders, int dice, int guards) {
  attackers = std::clamp(attackers, 1, most_units);
  defenders = std::clamp(defenders, 1, most_units);
  dice = dice == 0 ? std::min(attackers, 3) : std::min(dice, attackers);
  guards = guards == 0 ? std::min(defenders, 2) : std::min(guards, defenders);
  return detail::fight(battles, attackers, defenders, dice, guards);
}
inline float capture_chance(int attackers, int defenders) { return battle_of(attackers, defenders).capture; }

}  // namespace rw::players::risk
