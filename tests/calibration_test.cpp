// Calibrated chances: known figures are found again, more never means less, and the program's own tables fit its
// games.
#include "lab/calibration.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/embedded.h"
#include "lab/calibrate.h"
#include "lab/estimate.h"
#include "tests/expected.h"

namespace rw::lab {
namespace {

Judged position_of(double said, std::uint32_t decision, bool first_is_seat_one = true) {
  Judged out;
  out.sides = {core::only(core::seat(0)), core::only(core::seat(1))};
  out.places = {static_cast<std::uint8_t>(first_is_seat_one ? 1 : 2),
                static_cast<std::uint8_t>(first_is_seat_one ? 2 : 1)};
  out.decision = decision;
  out.said[0] = static_cast<float>(said);
  out.said[1] = static_cast<float>(1 - said);
  return out;
}

// Games in which who goes first is better off than the evaluation says, at the beginning only, and in which the
// evaluation exaggerates.
TEST(Calibrations, FindAgainWhatTheGamesWereMadeBy) {
  Calibration truth;
  truth.length = 100;
  truth.slope.fill(0.6);
  truth.shift[0] = {0.5, 0.3, 0.1, 0};
  truth.shift[1] = {-0.5, -0.3, -0.1, 0};
  core::Random random = core::Random::start(core::seed_from(5));
  std::vector<Judged> positions;
  for (int i = 0; i < 20'000; ++i) {
    positions.push_back(position_of(0.02 + 0.96 * random.below(1000) / 1000.0, random.below(120), i % 2 == 0));
    const double chance = truth.chances(positions.back())[0];
    positions.back().winners = core::only(core::seat(random.below(1'000'000) < 1e6 * chance ? 0 : 1));
  }
  Calibration found;
  found.length = 100;
  std::string error;
  ASSERT_TRUE(ok(fit(positions, found)));
  for (const double said : {0.1, 0.3, 0.5, 0.8})
    for (const std::uint32_t decision : {0U, 50U, 110U})
      EXPECT_NEAR(found.chances(position_of(said, decision))[0], truth.chances(position_of(said, decision))[0],
                  0.03)
          << said << " at " << decision;
  positions.resize(20);
  error = fit(positions, found).error();
  EXPECT_FALSE(error.empty());
}

TEST(Calibrations, MoreNeverMeansLessAndAllChancesAddUp) {
  ASSERT_FALSE(shipped_calibrations().empty());
  for (const Calibration& table : shipped_calibrations()) {
    if (table.sides != 2 || table.seats != 2) continue;
    for (const std::uint32_t decision : {0U, 40U, 1000U}) {
      double before = 0;
      for (double said = 0; said <= 1; said += 0.01) {
        const std::vector<double> chances = table.chances(position_of(said, decision));
        EXPECT_GE(chances[0], before) << table.game;
        EXPECT_NEAR(chances[0] + chances[1], 1, 1e-9);
        before = chances[0];
      }
    }
  }
}

TEST(Calibrations, OfTheProgramFitItsGames) {
  for (const Calibration& table : shipped_calibrations()) {
    const Game* game = find_game(table.game);
    ASSERT_NE(game, nullptr) << table.game;
    EXPECT_EQ(table.rules, game->rules_version) << table.game << ": fit it anew with `rulewright calibrate --fit`";
    EXPECT_FALSE(table.found.empty());
  }
  EXPECT_NE(shipped_calibration("risk_cybertron", 2, 2), nullptr);
  EXPECT_EQ(shipped_calibration("risk_cybertron", 2, 1), nullptr);
}

TEST(Calibrations, AreReadAsTheyAreWritten) {
  Calibration table = shipped_calibrations()[0], read;
  std::string error;
  ASSERT_TRUE(ok(read_calibration(table.text()).into(read)));
  EXPECT_EQ(read.text(), table.text());
  error = read_calibration("something else").into(read).error();
  EXPECT_FALSE(error.empty());
  EXPECT_NE(error.find("line 1"), std::string::npos);
  error = read_calibration("rulewright-calibration 1\nslope 1 2\n").into(read).error();
  EXPECT_FALSE(error.empty());
  EXPECT_NE(error.find("line 2"), std::string::npos) << error;
}

// RISK's first player wins about three of four games between equals; the evaluation alone says half.
TEST(Chances, OfTheFirstPlayerInRiskAreWhatHeWins) {
  CalibrationPlan plan;
  plan.edition = good(Edition::load(embedded_bundle("risk_cybertron")));
  ASSERT_NE(plan.edition, nullptr);
  plan.setup.seats = 2;
  Estimating how;
  how.edition = plan.edition;
  how.sides = {core::only(core::seat(0)), core::only(core::seat(1))};
  how.places = {1, 2};
  Estimator estimator(how);
  ASSERT_TRUE(ok(estimator.prepare()));
  rw::Setup setup;
  setup.seats = 2;
  setup.options = {{"first_player", "1"}};
  const Position first = good(plan.edition->begin(setup, core::seed_from(1)));
  ASSERT_FALSE(first.empty());
  const Chances chances = estimator.estimate(first, core::seat(0), nullptr, core::seed_from(2), 0).mean;
  EXPECT_NEAR(chances[0] + chances[1], 1, 1e-9);
  EXPECT_GT(chances[0], 0.65);
  EXPECT_LT(chances[0], 0.85);
}

TEST(Calibrating, LooksAtOnePositionOfAGameWhateverTheThreads) {
  CalibrationPlan plan;
  std::string error;
  plan.edition = good(Edition::load(embedded_bundle("dino_battles")));
  ASSERT_NE(plan.edition, nullptr) << error;
  plan.setup.seats = 2;
  plan.games = 24;
  plan.deals = 2;
  plan.depth = 1;
  ASSERT_TRUE(ok(players::parse("random").into(plan.player)));
  CalibrationReport one, several;
  ASSERT_TRUE(ok(calibrate(plan, one)));
  plan.threads = 3;
  ASSERT_TRUE(ok(calibrate(plan, several)));
  EXPECT_LE(one.games, 24U);  // some are over before the moment at which they would be looked at
  EXPECT_GE(one.games, 8U);
  EXPECT_EQ(one.positions, one.games);
  EXPECT_EQ(one.unaimed, one.games);
  ASSERT_EQ(one.ways.size(), 4U);
  for (std::size_t i = 0; i < one.ways.size(); ++i) {
    EXPECT_EQ(one.ways[i].brier, several.ways[i].brier);
    std::uint64_t positions = 0;
    for (const Tenth& tenth : one.ways[i].tenths) positions += tenth.positions;
    EXPECT_EQ(positions, one.games);
  }
  EXPECT_DOUBLE_EQ(one.ways[2].brier, 0.25);  // the same for everybody, of two
  plan.games = 0;
  error = calibrate(plan, one).error();
  EXPECT_FALSE(error.empty());
}

// Games that come after the first are looked at where a tenth lacks positions.
TEST(Calibrating, AimsAtTenthsThatLackPositions) {
  CalibrationPlan plan;
  plan.edition = good(Edition::load(embedded_bundle("dino_battles")));
  ASSERT_NE(plan.edition, nullptr);
  plan.setup.seats = 2;
  plan.games = 60;
  plan.deals = 1;
  plan.depth = 0;
  ASSERT_TRUE(ok(players::parse("random").into(plan.player)));
  CalibrationReport without, with;
  ASSERT_TRUE(ok(calibrate(plan, without)));
  plan.least = 12;
  plan.most_games = 3000;
  plan.threads = 2;
  ASSERT_TRUE(ok(calibrate(plan, with)));
  EXPECT_EQ(with.unaimed, without.games);
  EXPECT_EQ(with.ways[0].brier, without.ways[0].brier);
  int lacked = 0;
  for (std::size_t i = 0; i < 10; ++i) {
    const std::uint64_t before = without.ways[0].tenths[i].positions, after = with.ways[0].tenths[i].positions;
    lacked += before > 0 && before < 12 ? 1 : 0;
    EXPECT_GE(after, before == 0 ? 0 : 12U) << i;
  }
  EXPECT_GT(lacked, 0);
  EXPECT_LT(with.games, 600U);  // as they come, a tenth of the rarest would take more
}

TEST(Calibrating, ATenthHoldsIfItIsNearOrWithinChance) {
  EXPECT_TRUE((Tenth{1000, 0.55, 0.57, {0.54, 0.60}}.holds()));
  EXPECT_TRUE((Tenth{20, 0.55, 0.65, {0.43, 0.82}}.holds()));
  EXPECT_FALSE((Tenth{2000, 0.55, 0.65, {0.63, 0.67}}.holds()));
}

}  // namespace
}  // namespace rw::lab
