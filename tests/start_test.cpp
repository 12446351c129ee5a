// Games of the laboratory that begin in a position: from replays, saves and scenarios.
#include "lab/start.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "engine/embedded.h"
#include "engine/replay.h"
#include "lab/match.h"
#include "lab/simulate.h"
#include "tests/expected.h"

namespace rw::lab {
namespace {

class Starts : public testing::TestWithParam<const Game*> {
 protected:
  void SetUp() override {
    edition_ = good(Edition::load(embedded_bundle(GetParam()->id)));
    ASSERT_NE(edition_, nullptr);
    folder_ = std::filesystem::path(testing::TempDir()) / ("starts_" + std::string(GetParam()->id));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  // Random choices of a game, kept as a replay; the position after each of them, the first one included.
  std::vector<Position> play(int choices) {
    const rw::Setup setup{std::max(2, GetParam()->min_seats), {}};
    Replay replay = start_replay(*edition_, setup, core::seed_from(8));
    std::vector<Position> met = {good(edition_->begin(setup, core::seed_from(8)))};
    core::Random random = core::Random::start(core::seed_from(9));
    auto list = std::make_unique<ChoiceList>();
    for (int i = 0; i < choices; ++i) {
      Position position = met.back();
      edition_->choices(position, *list);
      const Choice choice = (*list)[static_cast<int>(random.below(static_cast<std::uint32_t>(list->size())))];
      record(replay, *edition_, position, choice);
      edition_->apply(position, choice);
      met.push_back(position);
    }
    close(replay, *edition_, met.back());
    write("game.rwreplay", write_replay(replay));
    return met;
  }
  void write(const char* name, const std::string& text) {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  std::string file(const char* name) const { return (folder_ / name).string(); }

  std::shared_ptr<const Edition> edition_;
  std::filesystem::path folder_;
};

TEST_P(Starts, AreReadFromReplaysAndSaves) {
  const std::vector<Position> met = play(12);
  Position start;
  std::string error;
  ASSERT_TRUE(ok(read_start(*edition_, file("game.rwreplay") + "@5").into(start)));
  EXPECT_TRUE(start == met[5]);
  ASSERT_TRUE(ok(read_start(*edition_, file("game.rwreplay") + "@0").into(start)));
  EXPECT_TRUE(start == met[0]);
  ASSERT_TRUE(ok(read_start(*edition_, file("game.rwreplay")).into(start)));
  EXPECT_TRUE(start == met[12]);
  const std::vector<std::byte> save = write_save(*edition_, met[7]);
  write("saved", std::string(reinterpret_cast<const char*>(save.data()), save.size()));
  ASSERT_TRUE(ok(read_start(*edition_, file("saved")).into(start)));
  EXPECT_TRUE(start == met[7]);
  error = read_start(*edition_, file("game.rwreplay") + "@13").into(start).error();
  EXPECT_FALSE(error.empty());
  EXPECT_NE(error.find("12 choices"), std::string::npos) << error;
  error = read_start(*edition_, file("nothing")).into(start).error();
  EXPECT_FALSE(error.empty());
}

// What the seat that is asked knows is the same in all of them; luck is another in each.
TEST_P(Starts, GamesFromAPositionAreItsOwn) {
  const std::vector<Position> met = play(12);
  SimulationPlan plan;
  plan.edition = edition_;
  plan.setup.seats = edition_->seats(met[12]);
  plan.start = met[12];
  plan.players.emplace_back();  // random
  plan.games = 12;
  SimulationReport one, several;
  ASSERT_TRUE(ok(simulate(plan, one)));
  plan.threads = 3;
  ASSERT_TRUE(ok(simulate(plan, several)));
  EXPECT_EQ(one.games, 12U);
  EXPECT_TRUE(one.records == several.records);
  Campaign campaign = campaign_of(plan);
  const Seat asked = edition_->decision(met[12]).asked;
  bool differ = false;
  for (std::uint64_t deal = 0; deal < 4; ++deal) {
    const Position begun = good(campaign.begun(0, deal));
    EXPECT_EQ(edition_->json(begun, Viewer::of(asked)), edition_->json(met[12], Viewer::of(asked)));
    differ = differ || !(begun == met[12]);
  }
  EXPECT_TRUE(differ);
}

TEST_P(Starts, APlayerAgainstItselfScoresTheEqualShareFromAnyPosition) {
  const std::vector<Position> met = play(20);
  MatchPlan plan;
  plan.edition = edition_;
  plan.setup.seats = edition_->seats(met[20]);
  plan.start = met[20];
  plan.games = 8;
  MatchReport report;
  ASSERT_TRUE(ok(match(plan, report)));
  EXPECT_NEAR(report.scores.share(), report.null_share, 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Lab, Starts, testing::ValuesIn(games().begin(), games().end()),
                         [](const auto& each) { return std::string(each.param->id); });

TEST(StartsOfScenarios, AreNamedByFileAndLine) {
  std::string error;
  const auto edition = good(Edition::load(embedded_bundle("dino_battles")));
  ASSERT_NE(edition, nullptr);
  const auto folder = std::filesystem::path(testing::TempDir()) / "starts_of_scenarios";
  std::filesystem::create_directories(folder);
  const std::string name = (folder / "two.yaml").string();
  std::ofstream(name) << "- game: dino_battles\n"
                         "  title: One\n"
                         "  setup: { state: { players.red.hand: [attack] } }\n"
                         "  play: [ { expect: { over: no } } ]\n"
                         "- game: dino_battles\n"
                         "  title: Another\n"
                         "  setup: { state: { players.red.hand: [evade, evade] } }\n"
                         "  play: [ { expect: { over: no } } ]\n";
  Position start;
  ASSERT_TRUE(ok(read_start(*edition, name + ":5").into(start)));
  EXPECT_EQ(edition->fields(start, Viewer::omniscient()).find("players.red.hand")->cards,
            (std::vector<std::string>{"evade", "evade"}));
  error = read_start(*edition, name).into(start).error();
  EXPECT_FALSE(error.empty());
  EXPECT_NE(error.find("Another"), std::string::npos) << error;
  error = read_start(*edition, name + ":4").into(start).error();
  EXPECT_FALSE(error.empty());
  EXPECT_TRUE(names_scenario(name + ":5"));
  EXPECT_FALSE(names_scenario("game.rwreplay@5"));
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace rw::lab
