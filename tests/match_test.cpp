// Matches: the formulas against figures known otherwise, and the controls that every match must pass.
#include "lab/match.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/embedded.h"
#include "lab/page.h"
#include "tests/expected.h"

namespace rw::lab {
namespace {

// ---- formulas --------------------------------------------------------------------------------------

TEST(Rating, EloIsTheLogisticScale) {
  EXPECT_NEAR(share_of(0, 2), 0.5, 1e-12);
  EXPECT_NEAR(share_of(400, 2), 10.0 / 11, 1e-12);
  EXPECT_NEAR(elo_of(0.75, 2), 190.848, 1e-3);
  EXPECT_NEAR(share_of(0, 4), 0.25, 1e-12);
  for (const int seats : {2, 3, 6})
    for (const double elo : {-300.0, -20.0, 0.0, 55.0, 700.0})
      EXPECT_NEAR(elo_of(share_of(elo, seats), seats), elo, 1e-9);
  EXPECT_TRUE(std::isinf(elo_of(1, 2)));
}

SetScores scores_of(std::initializer_list<std::pair<const int, std::uint64_t>> sets) {
  SetScores scores;
  scores.sets = sets;
  return scores;
}

TEST(Rating, AFewSetsPromiseNoCertainty) {
  const double one = likelihood_of_superiority(scores_of({{120, 1}}), 0.5);
  EXPECT_GT(one, 0.6);
  EXPECT_LT(one, 0.9);
  EXPECT_NEAR(likelihood_of_superiority(scores_of({{0, 1}}), 0.5), 1 - one, 1e-12);
  EXPECT_LT(likelihood_of_superiority(scores_of({{120, 4}}), 0.5), 0.999);
  EXPECT_GT(likelihood_of_superiority(scores_of({{120, 400}}), 0.5), 0.9999);
  EXPECT_DOUBLE_EQ(likelihood_of_superiority(scores_of({{60, 20}}), 0.5), 0.5);
  EXPECT_DOUBLE_EQ(likelihood_of_superiority(SetScores{}, 0.5), 0.5);
  // After many sets it is the plain normal approximation.
  const SetScores many = scores_of({{0, 900}, {60, 2000}, {120, 1000}});
  const double z = (many.share() - 0.5) / std::sqrt(many.variance() / static_cast<double>(many.count()));
  EXPECT_NEAR(likelihood_of_superiority(many, 0.5), 0.5 * std::erfc(-z / std::sqrt(2.0)), 1e-3);
}

TEST(Rating, NothingIsRoundedToZeroFromBelowOrToCertainty) {
  EXPECT_EQ(elo_text(-0.3), "+0");
  EXPECT_EQ(elo_text(-0.6), "-1");
  EXPECT_EQ(likelihood(0.99951), "over 99.9 %");
  EXPECT_EQ(likelihood(0.0004), "under 0.1 %");
  EXPECT_EQ(likelihood(0.5), "50.0 %");
}

TEST(Rating, WhoWonEverythingMayBeBetterByAnyNumber) {
  for (std::uint64_t sets = 1; sets <= 200; ++sets) {
    EXPECT_TRUE(std::isinf(elo_of(scores_of({{120, sets}}).interval().high, 2))) << sets;
    EXPECT_TRUE(std::isinf(elo_of(scores_of({{0, sets}}).interval().low, 2))) << sets;
  }
}

TEST(Rating, SharesAmongSeveralAreComparedAsBetweenTwo) {
  EXPECT_DOUBLE_EQ(share_of_two(0.3, 2), 0.3);
  EXPECT_DOUBLE_EQ(share_of_two(1.0 / 3, 3), 0.5);
  EXPECT_DOUBLE_EQ(share_of_two(0.25, 4), 0.5);
  EXPECT_DOUBLE_EQ(share_of_two(0, 4), 0);
  EXPECT_DOUBLE_EQ(share_of_two(1, 4), 1);
  EXPECT_NEAR(elo_of(share_of_two(0.6, 4), 2), elo_of(0.6, 4), 1e-9);
}

TEST(Rating, TheRatioOfAllOrNothingSetsIsTheBinomialOne) {
  // Only 0 and 1 occur: the likelihood is share^won (1 - share)^lost.
  const SetScores scores = scores_of({{0, 40}, {120, 60}});
  const double s0 = 0.5, s1 = 0.55;
  EXPECT_NEAR(log_likelihood_ratio(scores, s0, s1), 60 * std::log(s1 / s0) + 40 * std::log((1 - s1) / (1 - s0)),
              1e-9);
}

TEST(Rating, TheRatioOfManySetsIsTheNormalOne) {
  // (s1 - s0)(2 mean - s0 - s1) n / (2 variance), for shares near the mean.
  const SetScores scores = scores_of({{0, 800}, {30, 1900}, {60, 4500}, {90, 2000}, {120, 900}});
  const double s0 = share_of(0, 2), s1 = share_of(5, 2);
  const double normal =
      (s1 - s0) * (2 * scores.share() - s0 - s1) * static_cast<double>(scores.count()) / (2 * scores.variance());
  EXPECT_NEAR(log_likelihood_ratio(scores, s0, s1), normal, 0.03 * std::abs(normal));
}

TEST(Rating, ARatioIsCarefulAfterFewSets) {
  EXPECT_EQ(log_likelihood_ratio(SetScores{}, 0.5, 0.51), 0);
  EXPECT_LT(log_likelihood_ratio(scores_of({{120, 3}}), share_of(0, 2), share_of(10, 2)), 0.1);
}

TEST(Rating, BoundsAreWalds) {
  const Sprt test{0, 10, 0.05, 0.05};
  EXPECT_NEAR(test.upper(), 2.944439, 1e-6);
  EXPECT_NEAR(test.lower(), -2.944439, 1e-6);
}

TEST(Rating, PairsThatCancelOutNarrowTheInterval) {
  const SetScores together = scores_of({{0, 50}, {120, 50}});      // both games of a pair go the same way
  const SetScores cancelling = scores_of({{30, 10}, {60, 80}, {90, 10}});
  EXPECT_NEAR(together.share(), cancelling.share(), 1e-12);
  EXPECT_GT(together.interval().high - together.interval().low,
            3 * (cancelling.interval().high - cancelling.interval().low));
}

// ---- controls, for every game ------------------------------------------------------------------------

class Matches : public testing::TestWithParam<const Game*> {
 protected:
  void SetUp() override {
    plan_.edition = good(Edition::load(embedded_bundle(GetParam()->id)));
    ASSERT_NE(plan_.edition, nullptr);
    plan_.setup.seats = std::max(2, GetParam()->min_seats);
    plan_.games = 20;
    plan_.a.spec = plan_.b.spec = spec("random");
  }
  static players::Spec spec(std::string_view text) {
    players::Spec spec;
    EXPECT_TRUE(ok(players::parse(text).into(spec)));
    return spec;
  }
  MatchReport play() {
    MatchReport report;
    EXPECT_TRUE(ok(match(plan_, report)));
    return report;
  }
  MatchPlan plan_;
};

TEST_P(Matches, APlayerAgainstItselfScoresExactlyTheEqualShare) {
  for (const char* player : {"random", "greedy"}) {
    for (const int seats : {std::max(2, GetParam()->min_seats), GetParam()->max_seats}) {
      plan_.setup.seats = seats;
      plan_.a.spec = plan_.b.spec = spec(player);
      plan_.games = player == std::string("greedy") ? static_cast<std::uint64_t>(seats) : 24;
      const MatchReport report = play();
      // Every single set, not only their mean.
      ASSERT_EQ(report.scores.sets.size(), 1U) << player << " with " << seats << " seats";
      EXPECT_EQ(report.scores.sets.begin()->first, points_of_a_win);
      const std::size_t sides = plan_.sides().size();
      EXPECT_NEAR(report.scores.share(), 1.0 / static_cast<double>(sides), 1e-12);
      EXPECT_EQ(report.games % sides, 0U);
    }
  }
}

TEST(Options, WhatCannotBePlayedIsToldAsItIs) {
  MatchPlan plan;
  plan.edition = good(Edition::load(embedded_bundle("risk_cybertron")));
  ASSERT_NE(plan.edition, nullptr);
  plan.setup.seats = 2;
  plan.games = 4;
  plan.varied = {{"days", {"0", "3"}}};
  MatchReport report;
  const Expected<> done = match(plan, report);
  ASSERT_FALSE(done);
  EXPECT_NE(done.error().find("days"), std::string::npos) << done.error();
}

// A team is one side: it can win all games, and equal teams share them.
TEST(TeamMatches, ATeamWinsAsOne) {
  struct Case {
    std::string_view game;
    int seats;
    std::vector<std::pair<std::string, std::string>> options;
    std::size_t sides;
  };
  for (const Case& table : {Case{"risk_cybertron", 4, {}, 2}, Case{"transformers_dbg", 4, {{"mode", "tvt"}}, 2},
                            Case{"transformers_dbg", 3, {{"mode", "one_vs_many"}}, 2}}) {
    SCOPED_TRACE(table.game);
    MatchPlan plan;
    plan.edition = good(Edition::load(embedded_bundle(table.game)));
    plan.setup.seats = table.seats;
    plan.setup.options = table.options;
    plan.games = 12;
    EXPECT_EQ(plan.sides().size(), table.sides);
    ASSERT_TRUE(players::parse("greedy").into(plan.a.spec) && players::parse("random").into(plan.b.spec));
    MatchReport report;
    ASSERT_TRUE(ok(match(plan, report)));
    EXPECT_EQ(report.null_share, 0.5);
    EXPECT_GE(report.won, 10U);  // half of the points would be all that one seat of a team can win
    EXPECT_GT(report.scores.share(), 0.8);
  }
}

TEST(TeamMatches, OneSideAloneHasNoOpponent) {
  MatchPlan plan;
  std::string error;
  plan.edition = good(Edition::load(embedded_bundle("transformers_dbg")));
  plan.setup.seats = 2;
  plan.setup.options = {{"mode", "coop_a"}};
  plan.games = 2;
  MatchReport report;
  error = match(plan, report).error();
  EXPECT_FALSE(error.empty());
  EXPECT_NE(error.find("on one side"), std::string::npos) << error;
}

TEST_P(Matches, ABlindPlayerLoses) {
  plan_.a.spec = plan_.b.spec = spec("greedy");
  plan_.b.blind = true;
  plan_.games = 40;
  const MatchReport report = play();
  EXPECT_GT(report.scores.interval().low, report.null_share);
  plan_.a.blind = true;  // both: the mirror again
  EXPECT_NEAR(play().scores.share(), report.null_share, 1e-12);
}

TEST_P(Matches, TheTestStopsByItselfAtTheSameSetWhateverTheThreads) {
  plan_.a.spec = spec("greedy");
  plan_.games = 4000;
  plan_.sprt = Sprt{0, 200, 0.05, 0.05};
  const MatchReport one = play();
  EXPECT_EQ(one.verdict, MatchReport::Verdict::stronger);
  EXPECT_LT(one.games, 400U);
  plan_.threads = 2;
  const MatchReport two = play();
  EXPECT_EQ(one.games, two.games);
  EXPECT_EQ(one.scores.sets, two.scores.sets);
  EXPECT_EQ(one.llr, two.llr);
}

TEST_P(Matches, TheTestFindsThatAnEqualPlayerIsNotStronger) {
  plan_.games = 4000;
  plan_.sprt = Sprt{0, 200, 0.05, 0.05};
  const MatchReport report = play();
  EXPECT_EQ(report.verdict, MatchReport::Verdict::not_stronger);
  EXPECT_LT(report.games, 4000U);
}

TEST_P(Matches, RefuseWhatCannotBePlayed) {
  MatchReport report;
  const auto refused = [&](const char* reason) {
    const std::string error = match(plan_, report).error();
    EXPECT_FALSE(error.empty());
    EXPECT_NE(error.find(reason), std::string::npos) << error;
  };
  plan_.sprt = Sprt{10, 10, 0.05, 0.05};
  refused("bound");
  plan_.sprt = Sprt{0, 10, 0.5, 0.05};
  refused("alpha");
  plan_.sprt.reset();
  plan_.setup.seats = 1;
  refused("seats");
}

INSTANTIATE_TEST_SUITE_P(Lab, Matches, testing::ValuesIn(games().begin(), games().end()),
                         [](const auto& each) { return std::string(each.param->id); });

}  // namespace
}  // namespace rw::lab
