// The exact odds of RISK Cybertron: every row of the table, and the published classic odds among them.
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <sstream>

#include "engine/embedded.h"
#include "engine/games/risk_cybertron/odds.h"
#include "engine/games/risk_cybertron/words.h"
#include "tests/expected.h"

namespace rw::risk_cybertron {
namespace {

class Odds : public testing::Test {
 protected:
  void SetUp() override {
    bundle = good(core::Bundle::read(embedded_bundle("risk_cybertron")));
    ASSERT_TRUE(bundle);
    content = good(Content::load(bundle->root()));
    ASSERT_TRUE(content);
  }
  std::unique_ptr<core::Bundle> bundle;
  std::unique_ptr<Content> content;
};

TEST_F(Odds, MatchEveryRowOfTheTable) {
  std::ifstream file(RULEWRIGHT_SOURCE "/tests/data/risk_dice_odds.csv");
  std::string line;
  ASSERT_TRUE(std::getline(file, line));
  int rows = 0;
  while (std::getline(file, line)) {
    const Side wins_ties = line.find("attacker") != std::string::npos ? Side::attacker : Side::defender;
    for (char& c : line)
      if (c == ',') c = ' ';
    std::istringstream in(line);
    DiceSide attack, defend;
    std::string ties;
    std::uint64_t comparisons = 0, total = 0, loses[3];
    in >> attack.dice >> attack.d8 >> attack.bonus >> defend.dice >> defend.d8 >> defend.bonus >> ties >>
        comparisons >> total >> loses[0] >> loses[1] >> loses[2];
    const RollOdds odds = roll_odds(*content, attack, defend, wins_ties);
    EXPECT_EQ(odds.total, total) << line;
    EXPECT_EQ(static_cast<std::uint64_t>(odds.comparisons), comparisons) << line;
    for (int i = 0; i < 3; ++i) EXPECT_EQ(odds.attacker_loses[i], loses[i]) << line;
    ++rows;
  }
  EXPECT_EQ(rows, 225);
}

TEST_F(Odds, MatchThePublishedClassics) {
  const RollOdds three_two = roll_odds(*content, {3, 0, 0}, {2, 0, 0}, Side::defender);
  EXPECT_EQ(three_two.total, 7776u);
  EXPECT_EQ(three_two.attacker_loses[0], 2890u);
  EXPECT_EQ(three_two.attacker_loses[1], 2611u);
  EXPECT_EQ(three_two.attacker_loses[2], 2275u);
  EXPECT_NEAR(capture_odds(*content, {.attackers = 6, .defenders = 5, .attack = {}, .defend = {}}).captured,
              0.5062, 0.00005);
  EXPECT_NEAR(capture_odds(*content, {.attackers = 11, .defenders = 10, .attack = {}, .defend = {}}).captured,
              0.5676, 0.00005);
}

// RSK-LDR-02: beside an attack the table tells what the leader's +1 makes of it, not what his die alone would.
TEST_F(Odds, OfAnAttackCountTheLeadersPower) {
  constexpr LeaderId megatron{2}, barricade{3};
  const auto captured = [&](LeaderId leader, Mode mode, int attackers, int defenders) {
    State s;
    std::memset(static_cast<void*>(&s), 0, sizeof s);
    s.seats = 2;
    for (Leader& each : s.leader) each = {no_leader, no_zone, Mode::robot, 0};
    constexpr Zone source{0}, target{1};
    s.leader[0] = {leader, source, mode, 0};
    s.held[0] = core::bit(source);
    s.held[1] = core::bit(target);
    s.robots[source] = static_cast<std::uint16_t>(attackers - 1);
    s.robots[target] = static_cast<std::uint16_t>(defenders);
    WholeAttack whole;
    return attack_between(*content, s, source, target, whole) ? capture_odds(*content, whole).captured : -1;
  };
  EXPECT_NEAR(captured(megatron, Mode::robot, 2, 1), 0.6875, 0.00005);
  EXPECT_NEAR(captured(megatron, Mode::robot, 3, 1), 0.9403, 0.00005);
  EXPECT_NEAR(captured(megatron, Mode::robot, 4, 1), 0.9922, 0.00005);
  EXPECT_NEAR(captured(megatron, Mode::vehicle, 2, 1), 0.5625, 0.00005);
  // RSK-LDR-10: one defender at a time against Barricade as a vehicle.
  EXPECT_GT(captured(barricade, Mode::vehicle, 4, 2), captured(megatron, Mode::vehicle, 4, 2) + 0.02);
  EXPECT_LT(captured(megatron, Mode::robot, 1, 1), 0);  // nobody can leave the zone
}

// Cards that were played for this attack lie there as effects that last, and count as they will in the dice.
TEST_F(Odds, OfAnAttackCountTheCardsPlayed) {
  State s;
  std::memset(static_cast<void*>(&s), 0, sizeof s);
  s.seats = 2;
  for (Leader& each : s.leader) each = {no_leader, no_zone, Mode::robot, 0};
  constexpr Zone source{0}, target{1};
  s.held[0] = core::bit(source);
  s.held[1] = core::bit(target);
  s.robots[source] = 4;
  s.robots[target] = 2;
  const auto captured = [&](const State& position, WholeAttack& whole) {
    return attack_between(*content, position, source, target, whole) ? capture_odds(*content, whole).captured : -1;
  };
  WholeAttack plain;
  const double before = captured(s, plain);
  ASSERT_GT(before, 0);
  EXPECT_EQ(plain.attack.d8, 0);
  int cards = 0;
  for (std::size_t k = 0; k < content->abilities.size(); ++k) {
    const ability::Program program = content->abilities[k];
    const int effect = program.ability().effects;
    if (program.ability().kind != static_cast<int>(ability::Kind::activated) || effect == 0 ||
        program.opcode(effect + 1) != static_cast<int>(WordOp::eight_sided_dice))
      continue;
    ++cards;
    State played = s;
    played.lasting.push({.ability = static_cast<std::uint16_t>(k), .block = static_cast<std::uint16_t>(effect)});
    WholeAttack whole;
    EXPECT_GT(captured(played, whole), before + 0.01) << "ability " << k;
    EXPECT_GT(whole.attack.d8, 0) << "ability " << k;
  }
  EXPECT_GT(cards, 0);
}

}  // namespace
}  // namespace rw::risk_cybertron
