// Exact odds: the dice are rolled by dice.cpp under enumerated chance, the +1 placed by best play.
#include "engine/games/risk_cybertron/odds.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "engine/games/risk_cybertron/turn.h"

namespace rw::risk_cybertron {
namespace {

// A roll about to happen: leaders out of the way, dice given by the forces alone.
State about_to_roll(DiceSide attack, DiceSide defend) {
  State s;
  std::memset(static_cast<void*>(&s), 0, sizeof s);
  s.seats = 2;
  s.attack.open = 1;
  for (Leader& leader : s.leader) leader = {no_leader, no_zone, Mode::robot, 0};
  const DiceSide sides[2] = {attack, defend};
  for (int i = 0; i < 2; ++i) {
    s.attack.force[i].seat = core::seat(i);
    s.attack.force[i].zone = static_cast<std::uint8_t>(i);
    s.attack.force[i].units = static_cast<std::uint8_t>(sides[i].dice);
    s.attack.force[i].bonus_left = static_cast<std::uint8_t>(sides[i].bonus);
  }
  return s;
}

// Eight-sided dice come from cards in play, laid like any lasting effect: one that names no count of
// dice makes all of a side's robots roll them, so a count of dice needs as many cards.
void lay_cards(const Content& c, State& s, int side, int d8) {
  for (int i = 0; i < d8; ++i)
    for (std::size_t k = 0; k < c.abilities.size(); ++k) {
      const ability::Program p = c.abilities[k];
      const int first = p.ability().effects + 1;
      if (p.ability().kind == static_cast<int>(ability::Kind::activated) && p.ability().effects != 0 &&
          p.opcode(first) == static_cast<int>(WordOp::eight_sided_dice) && p.word(first + 1) == 1) {
        s.lasting.push({static_cast<std::uint16_t>(k), static_cast<std::uint16_t>(p.ability().effects),
                        core::seat(side), 0, 0, 0, 0});
        break;
      }
    }
}

int attacker_losses(State& s, bool ties_to_attacker) {
  int losses = 0;
  for (int pair = 0; pair < comparisons(s); ++pair) {
    const Die& a = s.attack.force[0].dice[pair];
    const Die& d = s.attack.force[1].dice[pair];
    const int lead = a.value + a.bonus - d.value - d.bonus;
    losses += lead < 0 || (lead == 0 && !ties_to_attacker);
  }
  return losses;
}

// RSK-DIC-11, RSK-DIC-15: the attacker places all of his +1, then the defender answers.
int best_play(State& s, int side, bool ties) {
  if (side == 2) return attacker_losses(s, ties);
  Force& own = s.attack.force[side];
  if (own.bonus_left == 0) return best_play(s, side + 1, ties);
  --own.bonus_left;
  int best = best_play(s, side, ties);  // the +1 declined
  for (int i = 0; i < own.units; ++i) {
    ++own.dice[i].bonus;
    const int losses = best_play(s, side, ties);
    best = side == 0 ? std::min(best, losses) : std::max(best, losses);
    --own.dice[i].bonus;
  }
  ++own.bonus_left;
  return best;
}

}  // namespace

RollOdds roll_odds(const Content& c, DiceSide attack, DiceSide defend, bool ties_to_attacker) {
  RollOdds odds;
  State start = about_to_roll(attack, defend);
  lay_cards(c, start, 0, attack.d8);
  lay_cards(c, start, 1, defend.d8);
  odds.comparisons = comparisons(start);
  core::for_each_outcome([&](core::Chance& chance) {
    State s = start;
    Table t{s, c, nullptr, &chance};
    roll_dice(t);
    ++odds.attacker_loses[best_play(s, 0, ties_to_attacker)];
    ++odds.total;
  });
  return odds;
}

double capture_odds(const Content& c, int attackers, int defenders) {
  std::map<std::pair<int, int>, RollOdds> rolls;
  std::vector<std::vector<double>> chance(static_cast<std::size_t>(attackers) + 1,
                                          std::vector<double>(static_cast<std::size_t>(defenders) + 1, 0.0));
  for (int a = 1; a <= attackers; ++a) chance[static_cast<std::size_t>(a)][0] = 1.0;
  for (int a = 2; a <= attackers; ++a)
    for (int d = 1; d <= defenders; ++d) {
      const int attack = std::min(a - 1, max_attack_dice), defence = std::min(d, max_defence_dice);
      auto found = rolls.find({attack, defence});
      if (found == rolls.end())
        found =
            rolls.emplace(std::pair{attack, defence}, roll_odds(c, {attack, 0, 0}, {defence, 0, 0}, false)).first;
      const RollOdds& odds = found->second;
      double sum = 0;
      for (int lost = 0; lost <= odds.comparisons; ++lost)
        sum += static_cast<double>(odds.attacker_loses[lost]) *
               chance[static_cast<std::size_t>(a - lost)][static_cast<std::size_t>(d - (odds.comparisons - lost))];
      chance[static_cast<std::size_t>(a)][static_cast<std::size_t>(d)] = sum / static_cast<double>(odds.total);
    }
  return chance[static_cast<std::size_t>(attackers)][static_cast<std::size_t>(defenders)];
}

}  // namespace rw::risk_cybertron
