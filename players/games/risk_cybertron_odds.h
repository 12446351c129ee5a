// The chance that an attack of RISK takes its zone, six-sided dice only, fought to the end.
#pragma once

#include <algorithm>
#include <array>

namespace rw::players::risk {

// More units than this on one side are counted as this many; the ratio decides by then.
inline constexpr int most_units = 40;

using OddsTable = std::array<std::array<float, most_units + 1>, most_units + 1>;

// Attacker loses none, one or two, as shares of all rolls (dice_odds.json).
constexpr OddsTable make_odds() {
  OddsTable odds{};
  for (int attack = 0; attack <= most_units; ++attack) {
    for (int defence = 0; defence <= most_units; ++defence) {
      const auto at = [&](int a, int d) {
        return d <= 0 ? 1.0F : a <= 0 ? 0.0F : odds[static_cast<std::size_t>(a)][static_cast<std::size_t>(d)];
      };
      float& chance = odds[static_cast<std::size_t>(attack)][static_cast<std::size_t>(defence)];
      if (defence == 0) {
        chance = 1.0F;
      } else if (attack == 0) {
        chance = 0.0F;
      } else if (defence == 1) {
        const float win = attack >= 3 ? 855.0F / 1296 : attack == 2 ? 125.0F / 216 : 15.0F / 36;
        chance = win + (1 - win) * at(attack - 1, 1);
      } else if (attack == 1) {
        chance = 55.0F / 216 * at(1, defence - 1);
      } else {
        const float none = attack >= 3 ? 2890.0F / 7776 : 295.0F / 1296;
        const float one = attack >= 3 ? 2611.0F / 7776 : 420.0F / 1296;
        chance = none * at(attack, defence - 2) + one * at(attack - 1, defence - 1) +
                 (1 - none - one) * at(attack - 2, defence);
      }
    }
  }
  return odds;
}

inline constexpr OddsTable capture_odds = make_odds();

// `attackers`: units that can fight, so one less than stand on the source.
inline float capture_chance(int attackers, int defenders) {
  const auto clamp = [](int units) { return static_cast<std::size_t>(std::clamp(units, 0, most_units)); };
  return capture_odds[clamp(attackers)][clamp(defenders)];
}

}  // namespace rw::players::risk
