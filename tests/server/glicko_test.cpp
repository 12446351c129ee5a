// Ratings: the worked example of the method's author, and what must hold for any result.
#include "server/glicko.h"

#include <gtest/gtest.h>

namespace rw::server {
namespace {

TEST(Glicko, WorkedExample) {
  const Rating before{1500, 200, 0.06, 0};
  const RatedResult results[] = {{{1400, 30, 0.06, 0}, 1}, {{1550, 100, 0.06, 0}, 0}, {{1700, 300, 0.06, 0}, 0}};
  const Rating after = rated(before, results);
  EXPECT_NEAR(after.rating, 1464.06, 0.01);
  EXPECT_NEAR(after.deviation, 151.52, 0.01);
  EXPECT_NEAR(after.volatility, 0.05999, 0.00001);
  EXPECT_EQ(after.games, 1);
}

TEST(Glicko, WithoutGamesOnlyTheUncertaintyGrows) {
  const Rating after = rated({1700, 50, 0.06, 9}, {});
  EXPECT_DOUBLE_EQ(after.rating, 1700);
  EXPECT_GT(after.deviation, 50);
  EXPECT_EQ(after.games, 9);
  EXPECT_LE(rated({1500, 350, 0.06, 0}, {}).deviation, 350);
}

TEST(Glicko, WinningRaisesAndLosingLowers) {
  for (const double opponent : {900.0, 1500.0, 2400.0})
    for (const double score : {0.0, 0.5, 1.0}) {
      const RatedResult result{{opponent, 80, 0.06, 5}, score};
      const Rating after = rated({1500, 120, 0.06, 5}, {&result, 1});
      if (score == 1.0) {
        EXPECT_GT(after.rating, 1500);
      }
      if (score == 0.0) {
        EXPECT_LT(after.rating, 1500);
      }
      EXPECT_LT(after.deviation, 120);
      EXPECT_GT(after.deviation, 0);
    }
}

}  // namespace
}  // namespace rw::server
