// The exact odds of RISK Cybertron: every row of the table, and the published classic odds among them.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "engine/embedded.h"
#include "engine/games/risk_cybertron/odds.h"

namespace rw::risk_cybertron {
namespace {

class Odds : public testing::Test {
 protected:
  void SetUp() override {
    std::string error;
    bundle = core::Bundle::read(embedded_bundle("risk_cybertron"), error);
    ASSERT_TRUE(bundle) << error;
    content = load_content(bundle->root(), error);
    ASSERT_TRUE(content) << error;
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
    const bool attacker_ties = line.find("attacker") != std::string::npos;
    for (char& c : line)
      if (c == ',') c = ' ';
    std::istringstream in(line);
    DiceSide attack, defend;
    std::string ties;
    std::uint64_t comparisons = 0, total = 0, loses[3];
    in >> attack.dice >> attack.d8 >> attack.bonus >> defend.dice >> defend.d8 >> defend.bonus >> ties >>
        comparisons >> total >> loses[0] >> loses[1] >> loses[2];
    const RollOdds odds = roll_odds(*content, attack, defend, attacker_ties);
    EXPECT_EQ(odds.total, total) << line;
    EXPECT_EQ(static_cast<std::uint64_t>(odds.comparisons), comparisons) << line;
    for (int i = 0; i < 3; ++i) EXPECT_EQ(odds.attacker_loses[i], loses[i]) << line;
    ++rows;
  }
  EXPECT_EQ(rows, 225);
}

TEST_F(Odds, MatchThePublishedClassics) {
  const RollOdds three_two = roll_odds(*content, {3, 0, 0}, {2, 0, 0}, false);
  EXPECT_EQ(three_two.total, 7776u);
  EXPECT_EQ(three_two.attacker_loses[0], 2890u);
  EXPECT_EQ(three_two.attacker_loses[1], 2611u);
  EXPECT_EQ(three_two.attacker_loses[2], 2275u);
  EXPECT_NEAR(capture_odds(*content, {6, 5}).captured, 0.5062, 0.00005);
  EXPECT_NEAR(capture_odds(*content, {11, 10}).captured, 0.5676, 0.00005);
}

}  // namespace
}  // namespace rw::risk_cybertron
