// Tournaments: ratings against figures known otherwise, pairings of the Swiss system, and whole tournaments.
#include "lab/tournament.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <set>

#include "engine/embedded.h"
#include "tests/expected.h"

namespace rw::lab {
namespace {

// A pairing of two-sided games in pairs, of which A won this many and lost the others.
Pairing pairing(std::size_t a, std::size_t b, std::uint64_t won, std::uint64_t lost) {
  Pairing p{1, a, b, {}};
  p.report.games = 2 * (won + lost);
  p.report.scores.games_per_set = 2;
  p.report.scores.sets = {{2 * points_of_a_win, won}, {0, lost}};
  return p;
}

TEST(Tournament, RatingsAreTheEloOfTheShares) {
  const auto standings = rate(2, {pairing(0, 1, 7500, 2500)});
  ASSERT_EQ(standings.size(), 2U);
  EXPECT_EQ(standings[0].player, 0U);
  EXPECT_NEAR(standings[0].rating - standings[1].rating, elo_of(0.75, 2), 1);
  EXPECT_NEAR(standings[0].rating + standings[1].rating, 0, 1e-6);
  EXPECT_NEAR(standings[0].points, 15000, 1e-6);
}

// With three sides the second player has two of the three seats; that alone must bring no points.
TEST(Tournament, EqualPlayersHaveEqualPointsWithAnyNumberOfSides) {
  Pairing p{1, 0, 1, {}};
  p.report.games = 30;
  p.report.scores.games_per_set = 3;
  p.report.scores.sets = {{points_of_a_win, 10}};  // one of three games
  const auto standings = rate(2, {p});
  EXPECT_NEAR(standings[0].rating, standings[1].rating, 1e-6);
  EXPECT_NEAR(standings[0].points, 15, 1e-9);
  EXPECT_NEAR(standings[1].points, 15, 1e-9);
}

TEST(Tournament, RatingsAddUp) {
  // 0 over 1 and 1 over 2 by the same share: 0 over 2 by twice the difference.
  const auto standings = rate(3, {pairing(0, 1, 6400, 3600), pairing(1, 2, 6400, 3600)});
  EXPECT_EQ(standings[0].player, 0U);
  EXPECT_EQ(standings[2].player, 2U);
  EXPECT_NEAR(standings[0].rating - standings[2].rating, 2 * elo_of(0.64, 2), 2);
}

TEST(Tournament, MoreGamesNarrowTheInterval) {
  const auto width = [](std::uint64_t n) {
    const auto standings = rate(2, {pairing(0, 1, 6 * n, 4 * n)});
    return standings[0].interval.high - standings[0].interval.low;
  };
  EXPECT_NEAR(width(10) / width(1000), 10, 1);
  // By the usual formula: 1.96 standard errors of the share, as Elo; the mean of two lies halfway.
  const double error = std::sqrt(0.6 * 0.4 / 10000);
  EXPECT_NEAR(width(1000), (elo_of(0.6 + 1.96 * error, 2) - elo_of(0.6 - 1.96 * error, 2)) / 2, 0.5);
}

TEST(Tournament, WhoWinsEverythingHasAFiniteRating) {
  const auto standings = rate(2, {pairing(0, 1, 50, 0)});
  EXPECT_TRUE(std::isfinite(standings[0].rating));
  EXPECT_GT(standings[0].rating, 100);
  EXPECT_GT(standings[0].interval.high, standings[0].rating);
}

TEST(Tournament, SwissRoundsPairNeighboursWhoHaveNotMet) {
  for (const std::size_t players : {4UL, 5UL, 7UL, 8UL}) {
    std::vector<Pairing> played;
    std::set<std::pair<std::size_t, std::size_t>> met;
    std::vector<int> games(players, 0);
    for (int round = 0; round < 3; ++round) {
      std::set<std::size_t> busy;
      for (const auto& [a, b] : swiss_round(players, played)) {
        EXPECT_TRUE(busy.insert(a).second && busy.insert(b).second);
        EXPECT_TRUE(met.insert(std::minmax(a, b)).second) << "again in round " << round;
        played.push_back(a < b ? pairing(a, b, 30, 10) : pairing(a, b, 10, 30));  // the lower number is stronger
        ++games[a], ++games[b];
      }
      EXPECT_EQ(busy.size(), players / 2 * 2);
    }
    // Nobody rests twice before everybody has rested.
    EXPECT_LE(*std::max_element(games.begin(), games.end()) - *std::min_element(games.begin(), games.end()), 1);
  }
}

class Tournaments : public testing::Test {
 protected:
  void SetUp() override {
    plan_.edition = good(Edition::load(embedded_bundle("dino_battles")));
    ASSERT_NE(plan_.edition, nullptr);
    plan_.setup.seats = 2;
    plan_.games = 12;
    for (const char* text : {"random", "greedy", "search:10"}) {
      ASSERT_TRUE(ok(players::parse(text).into(plan_.players.emplace_back().spec)));
    }
  }
  TournamentReport play() {
    TournamentReport report;
    EXPECT_TRUE(ok(tournament(plan_, report)));
    return report;
  }
  TournamentPlan plan_;
};

TEST_F(Tournaments, EverybodyMeetsEverybody) {
  const TournamentReport report = play();
  EXPECT_EQ(report.pairings.size(), 3U);
  EXPECT_EQ(report.standings.back().player, 0U);  // random is last
  for (const Standing& standing : report.standings) EXPECT_EQ(standing.games, 24U);
  const std::string page = tournament_page(plan_, report);
  EXPECT_NE(page.find("search:10"), std::string::npos);
}

TEST_F(Tournaments, TheSwissSystemHasItsRounds) {
  plan_.rounds = 2;
  const TournamentReport report = play();
  EXPECT_EQ(report.pairings.size(), 2U);
}

TEST_F(Tournaments, WhoMeetsTwiceHasOtherDeals) {
  plan_.checkpoint = "kept";
  const MatchPlan first = plan_.pairing(0, 1), second = plan_.pairing(0, 1, 1);
  EXPECT_NE(first.seed, second.seed);
  EXPECT_NE(first.checkpoint, second.checkpoint);
}

TEST_F(Tournaments, GoOnFromACheckpoint) {
  const auto file = std::filesystem::temp_directory_path() / "rulewright_tournament_test";
  plan_.checkpoint = file.string();
  const TournamentReport first = play();
  plan_.resume = true;
  plan_.games = 24;  // longer: what was played is not played again
  const TournamentReport longer = play();
  EXPECT_EQ(longer.pairings[0].report.games, 24U);
  plan_.games = 12;
  const TournamentReport again = play();
  for (std::size_t i = 0; i < first.pairings.size(); ++i)
    EXPECT_EQ(again.pairings[i].report.scores.sets, first.pairings[i].report.scores.sets);
  for (const Pairing& p : first.pairings)
    remove_checkpoint(plan_.checkpoint + "." + std::to_string(p.a + 1) + "-" + std::to_string(p.b + 1));
}

TEST_F(Tournaments, RefuseWhatCannotBePlayed) {
  TournamentReport report;
  std::string error;
  plan_.rounds = 3;
  error = tournament(plan_, report).error();
  EXPECT_FALSE(error.empty());
  EXPECT_NE(error.find("fewer rounds than players"), std::string::npos);
  plan_.rounds = 0;
  plan_.players.push_back(plan_.players[0]);
  error = tournament(plan_, report).error();
  EXPECT_FALSE(error.empty());
  EXPECT_NE(error.find("twice"), std::string::npos);
  plan_.players.resize(1);
  error = tournament(plan_, report).error();
  EXPECT_FALSE(error.empty());
}

}  // namespace
}  // namespace rw::lab
