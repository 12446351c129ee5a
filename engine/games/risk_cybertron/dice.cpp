// The dice: rolling, ranking, the +1, comparing.
#include <algorithm>

#include "engine/games/risk_cybertron/turn.h"

namespace rw::risk_cybertron {
namespace {

constexpr int robot_die = 6;
constexpr int leader_die = 8;  // RSK-DIC-02; also what cards give to robots (RSK-DIC-03)

std::uint8_t roll(Table& t, int sides) {
  return static_cast<std::uint8_t>(core::draw(t.s.random, t.chance, 1, static_cast<std::uint32_t>(sides)));
}

// RSK-DIC-04: from high to low by the numbers rolled.
void rank(Force& side) {
  for (int i = 1; i < side.units; ++i)
    for (int k = i; k > 0 && side.dice[k].value > side.dice[k - 1].value; --k)
      std::swap(side.dice[k], side.dice[k - 1]);
}

// Eight-sided dice are rolled before six-sided ones.
void roll_side(Table& t, Side which) {
  Force& side = force(t.s, which);
  const int robots = side.units - side.leader;
  const int by_cards = std::min(eight_sided_robots(t.content, t.s, which), robots);
  const int eights = side.leader + by_cards;
  for (int i = 0; i < side.units; ++i) {
    const int sides = i < eights ? leader_die : robot_die;
    side.dice[i] = {static_cast<std::uint8_t>(sides), roll(t, sides), 0, 0};
  }
  rank(side);
  int eight_sided = 0;  // a bit per die, in the order of the ranks
  for (int i = 0; i < side.units; ++i)
    if (side.dice[i].sides == leader_die) eight_sided |= 1 << i;
  emit(t, Clause::RSK_DIC_01, EventKind::dice_rolled, side.seat, side.dice[0].value, side.dice[1].value,
       side.dice[2].value, eight_sided);
  if (side.leader != 0) cite(t, Clause::RSK_DIC_02, side.seat);
  if (by_cards > 0) cite(t, Clause::RSK_DIC_03, side.seat);
  if (t.log != nullptr && by_cards > 0) cite(t, Clause::RSK_CRD_13, side.seat);
  if (side.units > 1) cite(t, Clause::RSK_DIC_04, side.seat);
}

}  // namespace

void roll_dice(Table& t) {
  if (t.s.attack.rolls < 255) ++t.s.attack.rolls;
  roll_side(t, Side::attacker);
  roll_side(t, Side::defender);
  cite(t, Clause::RSK_GEN_11);
}

void reroll_marked(Table& t, Side which, Clause clause) {
  Force& side = force(t.s, which);
  for (int i = 0; i < side.units; ++i) {
    Die& die = side.dice[i];
    if (die.marked == 0) continue;
    const int before = die.value;
    die.value = roll(t, die.sides);
    die.marked = 0;
    emit(t, clause, EventKind::die_rerolled, side.seat, before, die.value);
  }
  rank(side);
  cite(t, Clause::RSK_DIC_04, side.seat);
}

// ---- the +1 ----------------------------------------------------------------------------------------

void grant_bonuses(Table& t, Side which) {
  State& s = t.s;
  Force& side = force(s, which);
  const Bonus bonus = bonus_dice(t.content, s, which);
  side.bonus_left = static_cast<std::uint8_t>(bonus.from_leader + bonus.from_cards);
  const Clause power = which == Side::attacker ? Clause::RSK_LDR_02 : Clause::RSK_LDR_03;
  if (bonus.from_leader > 0) cite(t, power, side.seat);
  if (side.bonus_left > 1) cite(t, Clause::RSK_DIC_15, side.seat);
  // RSK-LDR-04: a leader with that power who only stands there gives nothing.
  const Leader& leader = leader_of(s, side.seat);
  if (side.leader == 0 && leader.zone == side.zone && has_power(t.content, leader, WordOp::bonus_die))
    cite(t, Clause::RSK_LDR_04, side.seat);
}

void list_bonuses(const Content&, const State& s, ChoiceList& out) {
  const Force& side = force(s, side_of(s, s.decision.asked));
  for (int i = 1; i <= side.units; ++i) out.add(choice(Verb::add_bonus, i));
}

Refusal judge_bonus(const Content&, const State& s, Seat seat, Choice choice) {
  const Force& side = force(s, side_of(s, seat));
  if (choice.a() < 1 || choice.a() > side.units)
    return refuse(Clause::RSK_DIC_10, Fact::no_such_die, side.units, choice.a());
  return legal;
}

void add_bonus(Table& t, Seat seat, Choice choice) {
  const Side which = side_of(t.s, seat);
  Force& side = force(t.s, which);
  Die& die = side.dice[choice.a() - 1];
  if (die.bonus > 0) cite(t, Clause::RSK_CRD_14, seat);
  ++die.bonus;
  --side.bonus_left;
  emit(t, Clause::RSK_DIC_10, EventKind::bonus_added, seat, choice.a(), die.value + die.bonus);
  if (side.leader != 0 && has_power(t.content, leader_of(t.s, seat), WordOp::bonus_die))
    cite(t, Clause::RSK_LDR_05, seat);
  int attackers = 0;
  for (const Die& attacking : force(t.s, Side::attacker).dice) attackers += attacking.bonus;
  if (which == Side::defender && attackers > 0) cite(t, Clause::RSK_DIC_11, seat);
  // RSK-DIC-12: the die gains value, never rank.
  if (choice.a() > 1) cite(t, Clause::RSK_DIC_12, seat);
  if (choice.a() == max_attack_dice) cite(t, Clause::RSK_DIC_13, seat);
}

// ---- comparing -------------------------------------------------------------------------------------

// RSK-DIC-06: two pairs at most; a third attacking die is never compared.
int comparisons(const State& s) {
  return std::min({force(s, Side::attacker).units, force(s, Side::defender).units, std::uint8_t{2}});
}

// RSK-DIC-05: the higher result wins, a tie is the defender's (or as a card says).
Side loser_of(const Content& c, const State& s, int pair) {
  const Die& attack = force(s, Side::attacker).dice[pair];
  const Die& defence = force(s, Side::defender).dice[pair];
  const int lead = attack.value + attack.bonus - defence.value - defence.bonus;
  if (lead == 0) return winner_of_ties(c, s) == Side::attacker ? Side::defender : Side::attacker;
  return lead > 0 ? Side::defender : Side::attacker;
}

void compare_dice(Table& t) {
  State& s = t.s;
  const int pairs = comparisons(s);
  const Side losers[2] = {loser_of(t.content, s, 0), loser_of(t.content, s, pairs - 1)};
  for (int pair = 0; pair < pairs; ++pair) {
    const Die& attack = force(s, Side::attacker).dice[pair];
    const Die& defence = force(s, Side::defender).dice[pair];
    const Side winner = losers[pair] == Side::attacker ? Side::defender : Side::attacker;
    emit(t, Clause::RSK_DIC_05, EventKind::compared, force(s, winner).seat, attack.value + attack.bonus,
         defence.value + defence.bonus);
    if (pair == 1) {
      cite(t, Clause::RSK_DIC_06);
      cite(t, Clause::RSK_DIC_14);
    }
    lose_unit(t, losers[pair]);
  }
  if (pairs == 1 && force(s, Side::attacker).units > 1) cite(t, Clause::RSK_DIC_06);
}

}  // namespace rw::risk_cybertron
