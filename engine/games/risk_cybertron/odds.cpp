// Exact odds: the dice are rolled by dice.cpp under enumerated chance, the +1 placed by best play.
#include "engine/games/risk_cybertron/odds.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>

#include "engine/games/risk_cybertron/turn.h"
#include "engine/games/risk_cybertron/word_table.h"

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
    s.attack.force[i].zone = core::make<Zone>(i);
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
          p.opcode(first) == static_cast<int>(WordOp::eight_sided_dice) &&
          said<WordOp::eight_sided_dice, "count">(p, first) == 1) {
        s.lasting.push({.ability = static_cast<std::uint16_t>(k),
                        .block = static_cast<std::uint16_t>(p.ability().effects),
                        .controller = core::seat(side)});
        break;
      }
    }
}

int attacker_losses(State& s, Side wins_ties) {
  int losses = 0;
  for (int pair = 0; pair < comparisons(s); ++pair) {
    const Die& a = s.attack.force[0].dice[pair];
    const Die& d = s.attack.force[1].dice[pair];
    const int lead = a.value + a.bonus - d.value - d.bonus;
    losses += lead < 0 || (lead == 0 && wins_ties == Side::defender);
  }
  return losses;
}

// RSK-DIC-11, RSK-DIC-15: the attacker places all +1 first, then the defender answers.
int best_play(State& s, int side, Side wins_ties) {
  if (side == 2) return attacker_losses(s, wins_ties);
  Force& own = s.attack.force[side];
  if (own.bonus_left == 0) return best_play(s, side + 1, wins_ties);
  --own.bonus_left;
  int best = best_play(s, side, wins_ties);  // the +1 declined
  for (int i = 0; i < own.units; ++i) {
    ++own.dice[i].bonus;
    const int losses = best_play(s, side, wins_ties);
    best = side == 0 ? std::min(best, losses) : std::max(best, losses);
    --own.dice[i].bonus;
  }
  ++own.bonus_left;
  return best;
}

}  // namespace

RollOdds roll_odds(const Content& c, DiceSide attack, DiceSide defend, Side wins_ties) {
  RollOdds odds;
  State start = about_to_roll(attack, defend);
  lay_cards(c, start, 0, attack.d8);
  lay_cards(c, start, 1, defend.d8);
  odds.comparisons = comparisons(start);
  core::for_each_outcome([&](core::Chance& chance) {
    State s = start;
    Table t{s, c, nullptr, &chance};
    roll_dice(t);
    ++odds.attacker_loses[best_play(s, 0, wins_ties)];
    ++odds.total;
  });
  return odds;
}

// ---- a whole attack, roll by roll, over every pair of numbers that can be left -----------------------

namespace {

// A roll has thousands of outcomes, but there are only a few different rolls, and every attack is made of them.
RollOdds known_roll(const Content& content, DiceSide attack, DiceSide defend, Side wins_ties) {
  static thread_local std::map<std::array<int, 7>, RollOdds> known;
  const std::array key{
      attack.dice, attack.d8, attack.bonus, defend.dice, defend.d8, defend.bonus, static_cast<int>(wins_ties)};
  if (const auto found = known.find(key); found != known.end()) return found->second;
  if (known.size() > 10'000) known.clear();
  return known[key] = roll_odds(content, attack, defend, wins_ties);
}

// The odds of a roll for each number of dice on both sides.
struct Rolls {
  RollOdds by_dice[max_attack_dice + 1][max_defence_dice + 1];

  Rolls(const Content& content, const WholeAttack& whole) {
    const auto side = [](DiceSide s, int dice) { return DiceSide{dice, std::min(s.d8, dice), s.bonus}; };
    for (int a = 1; a <= std::min(whole.most_attack, whole.attackers - 1); ++a)
      for (int d = 1; d <= std::min(whole.most_defend, whole.defenders); ++d)
        by_dice[a][d] = known_roll(content, side(whole.attack, a), side(whole.defend, d), whole.wins_ties);
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

CaptureOdds capture_odds(const Content& content, const WholeAttack& whole) {
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

bool attack_between(const Content& content, const State& now, Zone source, Zone target, WholeAttack& out) {
  if (core::index(source) >= all_zones || core::index(target) >= all_zones) return false;
  State s = now;
  s.attack.open = 1;
  int units[2] = {};
  for (const Side which : {Side::attacker, Side::defender}) {
    Force& side = force(s, which);
    const Zone zone = which == Side::attacker ? source : target;
    const Seat owner = owner_of(s, zone);
    if (owner == core::no_seat) return false;
    side.zone = zone;
    side.seat = owner;
    side.leader = leader_on(s, owner, zone) ? 1 : 0;
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
  out.wins_ties = winner_of_ties(content, s);
  out.most_attack = std::min(max_attack_dice, unit_cap(content, s, Side::attacker).units);
  out.most_defend = std::min(max_defence_dice, unit_cap(content, s, Side::defender).units);
  return out.attackers >= 2 && out.defenders >= 1;
}

}  // namespace rw::risk_cybertron
