// Reviews of every game: complete, the same whatever the threads, and telling good choices from bad ones.
#include "lab/review.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/embedded.h"
#include "players/games.h"
#include "players/player.h"
#include "tests/pages.h"

namespace rw::lab {
namespace {

class Reviews : public testing::TestWithParam<const players::GamePlayers*> {
 protected:
  void SetUp() override {
    std::string error;
    plan_.edition = Edition::load(embedded_bundle(GetParam()->game), error);
    ASSERT_NE(plan_.edition, nullptr) << error;
    plan_.deals = 3;
    plan_.simulations = 20;
    plan_.depth = 2;
    plan_.replay = &replay_;
  }
  // The first choices of a game between these players; 0: to the end.
  void play(const char* name, int choices) {
    const Edition& edition = *plan_.edition;
    rw::Setup setup;
    setup.seats = std::max(2, edition.game().min_seats);
    const core::Seed seed = core::seed_from(3);
    std::string error;
    players::Spec spec;
    ASSERT_TRUE(players::parse(name, spec, error)) << error;
    const auto player = players::make_player(spec, edition.game(), error);
    ASSERT_NE(player, nullptr) << error;
    replay_ = start_replay(edition, setup, seed);
    Position position = edition.begin(setup, seed, error);
    core::Random random = core::Random::start(core::seed_from(4));
    for (int i = 0; (choices == 0 || i < choices) && !edition.over(position); ++i) {
      const Choice choice = players::ask(*player, edition, position, random);
      record(replay_, edition, position, choice);
      edition.apply(position, choice);
    }
    close(replay_, edition, position);
  }
  Review reviewed() {
    Review out;
    std::string error;
    EXPECT_TRUE(review(plan_, out, error)) << error;
    return out;
  }
  Replay replay_;
  ReviewPlan plan_;
};

TEST_P(Reviews, AreCompleteAndConsistent) {
  play("random", 0);
  const Review out = reviewed();
  ASSERT_EQ(out.choices.size(), replay_.choices.size());
  EXPECT_FALSE(out.end.empty());
  for (const auto& chances : out.chances) {
    ASSERT_EQ(chances.size(), out.choices.size() + 1);
    for (const double chance : chances) {
      EXPECT_GE(chance, 0);
      EXPECT_LE(chance, 1);
    }
    EXPECT_TRUE(chances.back() == 0 || chances.back() == 1);  // the outcome is no estimate
  }
  for (const ReviewedChoice& choice : out.choices) {
    EXPECT_GE(choice.cost, 0);
    EXPECT_EQ(choice.luck.empty(), !choice.chance);
    EXPECT_TRUE(!choice.better.empty() || choice.cost == 0);
  }
  for (std::size_t i = 1; i < out.dearest.size(); ++i)
    EXPECT_GE(out.choices[out.dearest[i - 1]].cost, out.choices[out.dearest[i]].cost);
}

TEST_P(Reviews, DoNotDependOnThreads) {
  play("random", 40);
  const std::string one = review_page(plan_, reviewed());
  plan_.threads = 3;
  EXPECT_EQ(one, review_page(plan_, reviewed()));
  for (const char* foreign : {"<script", "http:", "https:", "<link", "@import", "url("})
    EXPECT_EQ(without_pictures(one).find(foreign), std::string::npos) << foreign;
}

TEST_P(Reviews, RandomChoicesCostMoreThanGoodOnes) {
  plan_.deals = 6;
  plan_.simulations = 300;  // who judges looks further than who is judged
  plan_.depth = 4;
  const auto cost = [&](const char* player) {
    play(player, 60);
    const Review out = reviewed();
    double sum = 0;
    for (const ReviewedChoice& choice : out.choices) sum += choice.cost_interval.low > 0 ? choice.cost : 0;
    return sum / static_cast<double>(out.choices.size());
  };
  EXPECT_GT(cost("random"), cost("search:150"));
}

TEST_P(Reviews, AnyPlayerCanLookForSomethingBetter) {
  play("random", 12);
  std::string error;
  ASSERT_TRUE(players::parse("greedy", plan_.adviser.emplace(), error));
  const Review greedy = reviewed();
  ASSERT_TRUE(players::parse(std::string("bot:") + RULEWRIGHT_REFERENCE_BOT, *plan_.adviser, error)) << error;
  const Review bot = reviewed();
  EXPECT_EQ(greedy.choices.size(), bot.choices.size());
  EXPECT_TRUE(std::any_of(bot.choices.begin(), bot.choices.end(),
                          [](const ReviewedChoice& choice) { return !choice.better.empty(); }));
  ASSERT_TRUE(players::parse("bot:sh -c 'read a; echo {\\\"type\\\":\\\"hello\\\"}'", *plan_.adviser, error))
      << error;
  Review out;
  EXPECT_FALSE(review(plan_, out, error));
  EXPECT_NE(error.find("the adviser fails"), std::string::npos) << error;
}

TEST_P(Reviews, RefuseWhatCannotBeFollowed) {
  play("random", 10);
  replay_.choices[4].choice.reset();
  replay_.choices[4].notation = "nonsense";
  Review out;
  std::string error;
  EXPECT_FALSE(review(plan_, out, error));
  EXPECT_NE(error.find("choice 5"), std::string::npos) << error;
  replay_.choices.clear();
  EXPECT_FALSE(review(plan_, out, error));
}

INSTANTIATE_TEST_SUITE_P(Lab, Reviews,
                         testing::ValuesIn(players::all_players().begin(), players::all_players().end()),
                         [](const auto& each) { return std::string(each.param->game); });

}  // namespace
}  // namespace rw::lab
