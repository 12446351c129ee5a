// Choices that are not worth a thought are not thought about: by positions that say which, and over whole games.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "engine/embedded.h"
#include "engine/game.h"
#include "lab/scenario.h"
#include "players/games.h"
#include "players/player.h"
#include "players/standing.h"
#include "tests/scene.h"

namespace rw::players {
namespace {

using test::are;
using test::is;

ChoiceList weighed(const Edition& edition, const Position& position, Stood& stood, std::uint64_t seed = 1) {
  const Seat seat = edition.decision(position).asked;
  const Position seen = edition.redealt(position, seat, core::seed_from(seed));
  ChoiceList list;
  find_players(edition.game().id)
      ->choices_to_weigh(edition.content(), seen.data(), seat, core::seed_from(seed + 1), stood, list);
  return list;
}

// Is every choice that `choose` lists a good one by the scenario?
template <class List>
bool are_all_good(const Edition& edition, const lab::Scenario& scenario, List&& choose) {
  bool good = true;
  for (int i = 0, count = 1; i < count; ++i) {
    const lab::ScenarioResult result =
        lab::run(edition, scenario, [&](const Edition& game, const Position& position) {
          const ChoiceList list = choose(game, position);
          count = list.size();
          return list[i];
        });
    EXPECT_TRUE(result.passed()) << scenario.title << ": " << result.problems.front().text();
    EXPECT_FALSE(result.opinions.empty()) << scenario.title;
    for (const auto& opinion : result.opinions) good = good && opinion.good;
  }
  return good;
}

TEST(Pointless, NoChoiceThatAPositionNamesIsWeighed) {
  const lab::ScenarioFile read =
      lab::read_scenario_files({std::string(RULEWRIGHT_SOURCE) + "/tests/pointless/positions.yaml"});
  ASSERT_TRUE(read.problems.empty());
  ASSERT_FALSE(read.scenarios.empty());
  for (const lab::Scenario& scenario : read.scenarios) {
    const auto edition = good(Edition::load(embedded_bundle(scenario.game.text)));
    const auto weigh = [](const Edition& game, const Position& position) {
      Stood stood;
      return weighed(game, position, stood);
    };
    const auto legal = [](const Edition& game, const Position& position) {
      ChoiceList list;
      game.choices(position, list);
      return list;
    };
    EXPECT_TRUE(are_all_good(*edition, scenario, weigh)) << scenario.title;
    EXPECT_FALSE(are_all_good(*edition, scenario, legal)) << scenario.title << ": nothing is pointless there";
  }
}

// A move and its undo: in the Deck-Building Game a Character walks, and does not walk back in the same turn.
TEST(Pointless, NobodyGoesBackToWhereHeStood) {
  const auto edition = good(Edition::load(embedded_bundle("transformers_dbg")));
  test::Scene scene(*edition, 2, {{"characters", "wheeljack,arcee"}, {"sets", "core"}},
                    {is("turn", "red"), is("players.red.space", "r1c1"), is("players.blue.space", "r3c4"),
                     are("players.red.play", {"st_scout", "st_scout"}), are("players.red.hand", {})});
  const auto offers = [&](Stood& stood, const char* text) {
    Choice choice{};
    EXPECT_TRUE(ok(edition->read(scene.position, text).into(choice)));
    return weighed(*edition, scene.position, stood).contains(choice);
  };
  Stood stood, nowhere;
  EXPECT_TRUE(offers(stood, "move to r1c2"));
  scene.play("move to r1c2");
  EXPECT_FALSE(offers(stood, "move to r1c1"));
  EXPECT_TRUE(offers(nowhere, "move to r1c1")) << "whoever did not come from there may go there";
  EXPECT_TRUE(offers(stood, "move to r1c3"));
}

class PointlessInEveryGame : public testing::TestWithParam<const GamePlayers*> {};

// There is always something to weigh, all of it is legal, and hidden cards have no say in what it is.
TEST_P(PointlessInEveryGame, SomethingIsLeftAndNothingIsTold) {
  const auto edition = good(Edition::load(embedded_bundle(GetParam()->game)));
  const auto greedy = good(make_player(good(parse("greedy")), edition->game()));
  rw::Setup setup;
  setup.seats = 2;
  Position position = good(edition->begin(setup, core::seed_from(3)));
  core::Random random = core::Random::start(core::seed_from(4));
  Stood stood[core::max_seats];
  ChoiceList legal;
  for (int i = 0; i < 60 && !edition->over(position); ++i) {
    const Seat seat = edition->decision(position).asked;
    Stood& mine = stood[core::index(seat)];
    Stood again = mine;
    const Position other = edition->redealt(position, seat, core::seed_from(static_cast<std::uint64_t>(i)));
    edition->choices(position, legal);
    const ChoiceList list = weighed(*edition, position, mine), same = weighed(*edition, other, again);
    ASSERT_GT(list.size(), 0);
    for (const Choice choice : list) EXPECT_TRUE(legal.contains(choice));
    EXPECT_EQ(list.size(), same.size());
    for (const Choice choice : same) EXPECT_TRUE(list.contains(choice));
    edition->apply(position, ask(*greedy, *edition, position, random));
  }
}

INSTANTIATE_TEST_SUITE_P(Players, PointlessInEveryGame,
                         testing::ValuesIn(all_players().begin(), all_players().end()),
                         [](const auto& each) { return std::string(each.param->game); });

}  // namespace
}  // namespace rw::players
