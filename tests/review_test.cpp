// Reviews of every game: complete, the same whatever the threads, and telling good choices from bad ones.
#include "lab/review.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <set>
#include <sstream>

#include "engine/embedded.h"
#include "lab/verdicts.h"
#include "players/games.h"
#include "players/player.h"
#include "tests/expected.h"
#include "tests/pages.h"

namespace rw::lab {
namespace {

class Reviews : public testing::TestWithParam<const players::GamePlayers*> {
 protected:
  void SetUp() override {
    plan_.edition = good(Edition::load(embedded_bundle(GetParam()->game)));
    ASSERT_NE(plan_.edition, nullptr);
    plan_.deals = 3;
    plan_.simulations = 20;
    plan_.depth = 2;
    plan_.played_out = 2;
    plan_.replay = &replay_;
  }
  // The first choices of a game between these players; 0: to the end.
  void play(const char* name, int choices) {
    const Edition& edition = *plan_.edition;
    rw::Setup setup;
    setup.seats = std::max(2, edition.game().min_seats);
    const core::Seed seed = core::seed_from(3);
    players::Spec spec;
    ASSERT_TRUE(ok(players::parse(name).into(spec)));
    const auto player = good(players::make_player(spec, edition.game()));
    ASSERT_NE(player, nullptr);
    replay_ = start_replay(edition, setup, seed);
    Position position = good(edition.begin(setup, seed));
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
    EXPECT_TRUE(ok(review(plan_, out)));
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
  for (std::size_t seat = 0; seat < out.seats.size(); ++seat) {
    const SeatReview& of = out.seats[seat];
    EXPECT_NEAR(of.play_luck + of.own_choices + of.others_choices + of.shown + of.rest,
                out.chances[seat].back() - out.chances[seat].front(), 1e-9)
        << of.name;
    EXPECT_LE(of.rest_interval.low, of.rest);
    EXPECT_GE(of.rest_interval.high, of.rest);
    EXPECT_LE(of.shown_interval.low, of.shown);
    EXPECT_GE(of.shown_interval.high, of.shown);
  }
  for (std::size_t i = 0; i + 1 < out.chances[0].size(); ++i) {
    double sum = 0;
    for (const auto& chances : out.chances) sum += chances[i];
    EXPECT_NEAR(sum, 1, 1e-9) << "before choice " << i + 1;
  }
  for (const std::size_t i : out.luckiest) EXPECT_TRUE(out.choices[i].chance);
  for (const ReviewedChoice& choice : out.choices) {
    EXPECT_GE(choice.cost, 0);
    EXPECT_TRUE(choice.cost > 0 || choice.cost_interval == Interval{}) << choice.number;
    EXPECT_TRUE(choice.better.empty() || choice.cost_interval.high > choice.cost_interval.low) << choice.number;
    EXPECT_EQ(choice.luck.empty(), !choice.chance);
    EXPECT_TRUE(!choice.better.empty() || choice.cost == 0);
  }
  for (std::size_t i = 1; i < out.dearest.size(); ++i)
    EXPECT_GE(out.choices[out.dearest[i - 1]].cost, out.choices[out.dearest[i]].cost);
}

// Everything is told in words: no id of a record stands where its name belongs.
TEST_P(Reviews, NameThingsAsPlayersDo) {
  play("random", 60);
  std::set<std::string> ids;
  const core::Node root = plan_.edition->bundle().root();
  for (int i = 0; i < root.size(); ++i)
    for (int k = 0; root[i].kind() == core::Node::Kind::list && k < root[i].size(); ++k)
      if (const std::string id(root[i][k]["id"].text()); id.find_first_of("_0123456789") != std::string::npos)
        ids.insert(id);
  ASSERT_FALSE(ids.empty());
  const Review out = reviewed();
  const auto look = [&](const std::string& text) {
    std::string word;
    for (const char c : text + " ") {
      if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_') {
        word += c;
        continue;
      }
      EXPECT_FALSE(ids.contains(word)) << text;
      word.clear();
    }
  };
  for (const ReviewedChoice& choice : out.choices) {
    look(choice.chosen_text);
    look(choice.better_text);
    for (const std::string& event : choice.events) look(event);
    for (const std::string& next : choice.line) look(next);
  }
}

// A seat that is called "blue" is drawn in blue.
TEST_P(Reviews, DrawSeatsInTheColourTheyAreCalledBy) {
  play("random", 4);
  const Review out = reviewed();
  const std::string page = review_page(plan_, out);
  constexpr std::pair<const char*, const char*> drawn[] = {{"blue", "--a"}, {"red", "--b"}, {"black", "--ink"}};
  for (const SeatReview& seat : out.seats)
    for (const auto& [name, variable] : drawn)
      if (seat.name == name) {
        EXPECT_EQ(seat.colour, name);
        EXPECT_NE(page.find("stroke:var(" + std::string(variable) + ")"), std::string::npos) << name;
      }
}

// Two choices that lead to the same position are worth the same, and so are two orders of the same choices.
TEST_P(Reviews, WhatComesToTheSameCostsNothing) {
  play("random", 80);
  const Review out = reviewed();
  const Edition& edition = *plan_.edition;
  std::vector<Position> before;
  std::vector<Choice> made;
  follow(edition, replay_, [&](const ReplayedChoice& played) {
    if (played.number > 0) before.push_back(played.before), made.push_back(played.choice);
    return true;
  });
  for (std::size_t i = 0; i + 1 < out.choices.size(); ++i) {
    if (out.choices[i].better.empty()) continue;
    Choice better;
    ASSERT_TRUE(ok(edition.read(before[i], out.choices[i].better).into(better)));
    Position other = before[i];
    edition.apply(other, better);
    EXPECT_FALSE(other == before[i + 1]) << i + 1;
    if (i + 2 >= before.size() || made[i + 1] != better || out.choices[i].seat != out.choices[i + 1].seat)
      continue;
    if (edition.over(other) || edition.judge(other, made[i]).refused()) continue;
    edition.apply(other, made[i]);
    EXPECT_FALSE(other == before[i + 2]) << "in another order: " << i + 1;
  }
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
  plan_.played_out = 0;  // after two pairs of games nothing would be clear
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
  ASSERT_TRUE(ok(players::parse("greedy").into(plan_.adviser.emplace())));
  const Review greedy = reviewed();
  ASSERT_TRUE(ok(players::parse(std::string("bot:") + RULEWRIGHT_REFERENCE_BOT).into(*plan_.adviser)));
  const Review bot = reviewed();
  EXPECT_EQ(greedy.choices.size(), bot.choices.size());
  EXPECT_TRUE(std::any_of(bot.choices.begin(), bot.choices.end(),
                          [](const ReviewedChoice& choice) { return !choice.better.empty(); }));
  ASSERT_TRUE(players::parse("bot:sh -c 'read a; echo {\\\"type\\\":\\\"hello\\\"}'").into(*plan_.adviser));
  Review out;
  error = review(plan_, out).error();
  EXPECT_FALSE(error.empty());
  EXPECT_NE(error.find("the adviser fails"), std::string::npos) << error;
}

TEST(ReviewsPutToTheTest, PlayTheCostliestChoicesOn) {
  ReviewPlan plan;
  plan.edition = good(Edition::load(embedded_bundle("dino_battles")));
  ASSERT_NE(plan.edition, nullptr);
  rw::Setup setup;
  Replay replay = start_replay(*plan.edition, setup, core::seed_from(6));
  Position position = good(plan.edition->begin(setup, core::seed_from(6)));
  players::Spec spec;
  const auto player = good(players::make_player(spec, plan.edition->game()));  // random
  core::Random random = core::Random::start(core::seed_from(7));
  for (int i = 0; i < 30 && !plan.edition->over(position); ++i) {
    const Choice choice = players::ask(*player, *plan.edition, position, random);
    record(replay, *plan.edition, position, choice);
    plan.edition->apply(position, choice);
  }
  close(replay, *plan.edition, position);
  plan.replay = &replay;
  plan.deals = 8;
  plan.depth = 4;
  plan.simulations = 40;
  plan.confirm = 2;
  plan.played_out = 4;
  Review out;
  ASSERT_TRUE(ok(review(plan, out)));
  for (std::size_t i = 0; i < out.choices.size(); ++i) {
    const bool named = std::find(out.dearest.begin(), out.dearest.end(), i) != out.dearest.end();
    EXPECT_EQ(out.choices[i].confirmed.count(), named ? 2U : 0U);
  }
}

// A small version of `rulewright calibrate --verdicts`: what reviews of random games call clearly worse must not
// win more games than what they call better.
TEST(ReviewsPutToTheTest, TheirVerdictsHoldWhenBothChoicesArePlayedOn) {
  VerdictPlan plan;
  plan.edition = good(Edition::load(embedded_bundle("dino_battles")));
  ASSERT_NE(plan.edition, nullptr);
  plan.setup.seats = 2;
  plan.verdicts = 6;
  plan.games = 24;
  plan.simulations = 20;
  plan.seed = 5;
  plan.checkpoint = testing::TempDir() + "verdicts.jsonl";
  VerdictReport report;
  ASSERT_TRUE(ok(test_verdicts(plan, report)));
  ASSERT_EQ(report.verdicts.size(), 6U);
  int wrong = 0;
  for (const TestedVerdict& verdict : report.verdicts) {
    EXPECT_EQ(verdict.played.count(), 24U);
    EXPECT_GT(verdict.interval.low, 0);
    wrong += verdict.wrong() ? 1 : 0;
  }
  EXPECT_LE(wrong, 1);
  EXPECT_GT(report.played.mean(), 0);

  // What was tested is not tested again, and what was cut off costs one verdict.
  std::ostringstream text;
  text << std::ifstream(plan.checkpoint).rdbuf();
  std::string kept = text.str();
  kept.resize(kept.rfind("\"won_more\""));
  std::ofstream(plan.checkpoint) << kept;
  plan.resume = true;
  VerdictReport resumed;
  ASSERT_TRUE(ok(test_verdicts(plan, resumed)));
  ASSERT_EQ(resumed.verdicts.size(), report.verdicts.size());
  for (std::size_t i = 0; i < report.verdicts.size(); ++i) {
    EXPECT_EQ(resumed.verdicts[i].number, report.verdicts[i].number);
    EXPECT_EQ(resumed.verdicts[i].played.count(), 24U);
    EXPECT_NEAR(resumed.verdicts[i].played.mean(), report.verdicts[i].played.mean(), 1e-12);
    EXPECT_NEAR(resumed.verdicts[i].played.deviation(), report.verdicts[i].played.deviation(), 1e-12);
  }
  plan.seed = 6;
  EXPECT_NE(test_verdicts(plan, resumed).error().find("another run"), std::string::npos);
}

TEST_P(Reviews, RefuseWhatCannotBeFollowed) {
  play("random", 10);
  replay_.choices[4].choice.reset();
  replay_.choices[4].notation = "nonsense";
  Review out;
  std::string error = review(plan_, out).error();
  EXPECT_FALSE(error.empty());
  EXPECT_NE(error.find("choice 5"), std::string::npos) << error;
  replay_.choices.clear();
  error = review(plan_, out).error();
  EXPECT_FALSE(error.empty());
}

// What a seat does with cards that it knows is no luck, though others come to see them.
TEST_P(Reviews, LuckIsWhereTheSeatSeesMoreThanFollowsFromItsChoice) {
  play("random", 40);
  const Review out = reviewed();
  std::size_t i = 0;
  follow(*plan_.edition, replay_, [&](const ReplayedChoice& played) {
    if (played.number == 0) return true;
    // Nothing drawn, nothing learned: certainly none.
    if (plan_.edition->harmless_to_undo(played.before, played.after)) {
      EXPECT_FALSE(out.choices[i].chance) << i + 1;
    }
    ++i;
    return true;
  });
  EXPECT_EQ(i, out.choices.size());
}

// RISK with four players in two teams: a team is one side, so its equal share is a half.
TEST(ReviewsOfTeams, ShareTheDealBetweenTheSides) {
  ReviewPlan plan;
  plan.edition = good(Edition::load(embedded_bundle("risk_cybertron")));
  ASSERT_NE(plan.edition, nullptr);
  rw::Setup setup;
  setup.seats = 4;
  Replay replay = start_replay(*plan.edition, setup, core::seed_from(3));
  Position position = good(plan.edition->begin(setup, core::seed_from(3)));
  ASSERT_FALSE(position.empty());
  core::Random random = core::Random::start(core::seed_from(4));
  auto list = std::make_unique<ChoiceList>();
  for (int i = 0; i < 20; ++i) {
    plan.edition->choices(position, *list);
    const Choice choice = (*list)[static_cast<int>(random.below(static_cast<std::uint32_t>(list->size())))];
    record(replay, *plan.edition, position, choice);
    plan.edition->apply(position, choice);
  }
  close(replay, *plan.edition, position);
  plan.replay = &replay;
  plan.deals = 2;
  plan.depth = 1;
  plan.simulations = 20;
  Review out;
  ASSERT_TRUE(ok(review(plan, out)));
  ASSERT_NE(plan.edition->side(position, core::seat(0)), core::only(core::seat(0)));
  double sum = 0;
  for (const SeatReview& seat : out.seats) sum += seat.deal_luck;
  EXPECT_NEAR(sum, 0, 1e-9);  // what one team has more the other has less
  for (std::size_t i = 0; i < out.seats.size(); ++i)
    EXPECT_NEAR(out.seats[i].deal_luck, out.chances[i][0] - 0.5, 1e-9);
  // Seats are drawn in the colours of their armies.
  const std::string page = review_page(plan, out);
  for (std::size_t i = 0; i < out.seats.size(); ++i) EXPECT_FALSE(out.seats[i].colour.empty());
  EXPECT_NE(page.find("stroke:var(--ink)"), std::string::npos);  // black
}

INSTANTIATE_TEST_SUITE_P(Lab, Reviews,
                         testing::ValuesIn(players::all_players().begin(), players::all_players().end()),
                         [](const auto& each) { return std::string(each.param->game); });

}  // namespace
}  // namespace rw::lab
