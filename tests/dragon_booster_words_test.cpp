// The words of Dragon Booster: every choice has its own and is read back as itself, lines of the log are told as
// it happened, and a refusal gives the reason that is true.
#include <set>

#include "engine/games/dragon_booster/rules.h"
#include "engine/games/dragon_booster/turn.h"
#include "tests/expected.h"
#include "tests/scene.h"

namespace rw::dragon_booster {
namespace {

const Edition& edition() {
  static const auto loaded = test::edition_of(*find_game("dragon_booster"));
  return *loaded;
}

// ---- every choice has words of its own ---------------------------------------------------------------

// Two choices never look the same in the list, in either language, and what is written is read as what was meant.
void expect_own_words(const Position& p, const ChoiceList& list) {
  std::set<std::string> written, english, french;
  for (const Choice choice : list) {
    const std::string notation = edition().notation(p, choice);
    EXPECT_TRUE(written.insert(notation).second) << notation;
    EXPECT_TRUE(english.insert(edition().choice_text(p, choice, "en")).second) << notation;
    EXPECT_TRUE(french.insert(edition().choice_text(p, choice, "fr")).second) << notation;
    Choice back{};
    EXPECT_TRUE(ok(edition().read(p, notation).into(back)));
    EXPECT_EQ(back.bits, choice.bits) << notation << " is read as " << edition().notation(p, back);
  }
}

struct Race {
  const char* format;
  int seats;
  const char* decks;
};

class OwnWords : public testing::TestWithParam<Race> {};

TEST_P(OwnWords, ForEveryChoiceInBothLanguages) {
  const Race& race = GetParam();
  std::size_t decisions = 0, choices = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    rw::Setup setup;
    setup.seats = race.seats;
    setup.options = {{"format", race.format}, {"decks", race.decks}};
    Position position = good(edition().begin(setup, core::seed_from(seed)));
    ASSERT_FALSE(position.empty());
    test::play_on(edition(), position, seed, [&](const Position& p, const ChoiceList& list) {
      ++decisions;
      choices += static_cast<std::size_t>(list.size());
      expect_own_words(p, list);
      return !testing::Test::HasFailure();
    });
  }
  std::printf("%s, %d seats: %zu choices at %zu decisions\n", race.format, race.seats, choices, decisions);
}

INSTANTIATE_TEST_SUITE_P(DragonBooster, OwnWords,
                         testing::Values(Race{"constructed", 2, "pack_run,pack_run"},
                                         Race{"constructed", 2, "track_of_doom,iron_grip"},
                                         Race{"constructed", 4, "pack_run,pack_run,iron_grip,iron_grip"},
                                         Race{"booster_draft", 3, "choose"}, Race{"starter_draft", 2, "choose"}),
                         [](const auto& each) {
                           return std::string(each.param.format) + "_" + std::to_string(each.index);
                         });

using test::are;
using test::is;

struct Scene : test::Scene {
  Scene(int seats, const test::Options& options, const std::vector<core::Setting>& settings)
      : test::Scene(dragon_booster::edition(), seats, options, settings) {}
};
const test::Options duel = {{"decks", "street_fire,iron_grip"}};

// ---- lines of the log --------------------------------------------------------------------------------

// DRB-WIN-02: nothing that would come later happens, and nothing is told after the end.
TEST(DragonBoosterLog, TheEndIsTheLastLine) {
  static ChoiceList list;
  const std::string_view game_over = "game_over";
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Position position = test::begin(edition(), 2 + static_cast<int>(seed % 3), seed);
    core::Random random = core::Random::start(core::seed_from(seed));
    core::Log log;
    while (!edition().over(position)) {
      edition().choices(position, list);
      log.events.clear();
      edition().apply(position, list[static_cast<int>(random.below(static_cast<std::uint32_t>(list.size())))],
                      &log);
    }
    std::string_view last;
    for (const core::Event& event : log.events)
      if (!edition().event_text(position, event, Viewer::spectator(), "en").empty())
        last = edition().game().events[event.kind];
    EXPECT_EQ(last, game_over) << "seed " << seed;
  }
}

// DRB-HID-08, DRB-SET-11: the color is secret until all is shown, then it is told.
TEST(DragonBoosterLog, TheColorWithoutADragonIsToldAtTheReveal) {
  Scene scene(2, {{"format", "booster_draft"}}, {is("phase", "setup")});
  scene.play("ride nothing");
  scene.play("ride nothing");
  scene.play("color black");
  EXPECT_TRUE(scene.tells("A has chosen a color")) << scene.told();
  scene.play("color red");
  scene.play("lay face down");
  scene.play("lay face down");
  EXPECT_TRUE(scene.tells("A races without a dragon and counts as black")) << scene.told();
  EXPECT_TRUE(scene.tells("B races without a dragon and counts as red")) << scene.told();
  EXPECT_TRUE(scene.tells("A court sans dragon ; sa couleur : noir", "fr")) << scene.told();
}

TEST(DragonBoosterLog, SurroundSendsTheRivalsCardHome) {
  Scene scene(2, duel,
              {is("phase", "battle"), is("leader", "A"), is("battle.starter", "A"), is("battle.acting", "A"),
               is("players.A.dragon", "hyve_with_wulph"), is("players.A.upper_left", "blue_balance_gear_l2"),
               are("players.A.hand", {"surround"}), are("players.A.zone", {"mag_kick"}),
               is("players.A.rushing", "mag_kick"), are("players.B.zone", {"head_strong", "sidewinder"}),
               is("players.B.rushing", "head_strong"), are("players.B.hand", {"charge"})});
  scene.play("play \"Surround\"");
  EXPECT_TRUE(scene.tells("Sidewinder of B goes to the track")) << scene.told();
}

TEST(DragonBoosterLog, TheEndTellsWhatDecidedIt) {
  const std::vector<core::Setting> doomed = {is("phase", "main"),
                                             is("turn", "5"),
                                             is("leader", "A"),
                                             is("players.A.points", "7"),
                                             is("players.A.dragon", "propheci_with_reepyr"),
                                             is("players.A.upper_left", "blue_balance_gear_l2"),
                                             are("players.A.hand", {"brain_fog"}),
                                             are("players.A.race_deck", {"charge"}),
                                             is("players.B.points", "20"),
                                             are("players.B.hand", {"quick_step"}),
                                             are("players.B.race_deck", {"charge", "sidewinder"})};
  Scene exhausted(2, duel, doomed);
  exhausted.play("play \"Brain Fog\"");
  EXPECT_TRUE(exhausted.tells("A wins: nobody else has cards left in the race deck")) << exhausted.told();
  Scene left(2, {{"decks", "street_fire,iron_grip"}}, doomed);
  left.play("concede");
  EXPECT_TRUE(left.tells("B wins: everybody else has conceded")) << left.told();
  Scene limit(2, {{"decks", "street_fire,iron_grip"}, {"turn_limit", "30"}},
              {is("phase", "main"), is("turn", "30"), is("leader", "A"), is("players.A.points", "7"),
               is("players.B.points", "8"), are("players.A.hand", {"quick_step"})});
  limit.play("done");
  EXPECT_TRUE(limit.tells("B wins with the most points, 8")) << limit.told();
}

// The cards of a player who has conceded are still named in the lines about what they left behind.
TEST(DragonBoosterLog, WhatAPlayerWhoConcededHasUsedIsStillNamed) {
  Scene scene(3, {{"decks", "street_fire,iron_grip,pack_run"}},
              {is("phase", "main"), is("turn", "5"), is("leader", "A"),
               is("players.A.dragon", "rumbull_with_kawake"), is("players.A.upper_left", "parachute_gear_l1"),
               is("players.A.upper_right", "vid_visor_l2"), are("players.A.hand", {"bond_of_trust", "quick_step"}),
               are("players.B.hand", {"quick_step"}), are("players.C.hand", {"quick_step"})});
  scene.play("play \"Bond of Trust\"");
  EXPECT_TRUE(scene.tells("Bond of Trust acts for A: +1 to each stat of your dragon this turn")) << scene.told();
  scene.play("concede");
  scene.play("done");
  scene.play("done");
  EXPECT_TRUE(scene.tells("The effect of Bond of Trust for A ends")) << scene.told();
}

// ---- reasons -----------------------------------------------------------------------------------------

TEST(DragonBoosterRefusals, GiveTheReasonThatIsTrue) {
  Scene pushing(
      3, {{"decks", "street_fire,iron_grip,pack_run"}},
      {is("phase", "push"), is("turn", "5"), is("leader", "A"), are("players.A.track", {"mag_kick", "enraged"}),
       are("players.B.track", {"sidewinder", "head_strong"}), are("players.C.track", {})});
  EXPECT_EQ(pushing.refused(1, "push \"Sidewinder\""), "DRB-TRN-02: it is not your decision");
  pushing.play("push \"Mag Kick\"");
  pushing.play("push \"Enraged\"");
  EXPECT_EQ(pushing.refused(0, "push \"Mag Kick\""), "DRB-RSH-02: pushing is over for you");
  EXPECT_EQ(pushing.refused(0, "push \"Mag Kick\"", "fr"), "DRB-RSH-02: vous n'engagez plus");
  pushing.play("push \"Sidewinder\"");
  pushing.play("end push");
  EXPECT_EQ(pushing.refused(2, "rush \"Mag Kick\""), "DRB-RSH-05: you have no maneuver in the zone");
  EXPECT_EQ(pushing.refused(1, "rush \"Sidewinder\""), "DRB-RSH-07: it is not your turn to start");

  Scene main(2, duel,
             {is("phase", "main"), is("leader", "A"), is("players.A.upper_left", "dragbox_l2"),
              are("players.A.hand", {"quick_step"})});
  EXPECT_EQ(main.refused(0, "use \"Dragbox, Level 2\""),
            "DRB-KEY-04: you must say which card of your hand you discard");
}

}  // namespace
}  // namespace rw::dragon_booster
