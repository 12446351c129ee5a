// The words of RISK: lines of the log are told as it happened, and the options say what they want.
#include "tests/expected.h"
#include "tests/scene.h"

namespace rw::risk_cybertron {
namespace {

using test::is;

const Edition& edition() {
  static const auto loaded = test::edition_of(*find_game("risk_cybertron"));
  return *loaded;
}

struct Scene : test::Scene {
  Scene(int seats, const test::Options& options, const std::vector<core::Setting>& settings)
      : test::Scene(risk_cybertron::edition(), seats, options, settings) {}
};
const test::Options duel = {{"leaders", "optimus_prime,megatron"}};

std::vector<core::Setting> one_zone_left() {
  std::vector<core::Setting> settings;
  for (const char* sector : {"red", "yellow", "green", "blue", "purple", "orange"})
    settings.push_back(is(std::string("sectors.") + sector + ".owner", "red"));
  settings.insert(settings.end(), {is("zones.hexima_state.owner", "black"), is("zones.hexima_state.robots", "1"),
                                   is("players.black.leader.zone", "none"), is("zones.launch_pad.robots", "5")});
  return settings;
}

// RSK-RES-14: the units move in, then the game is over.
TEST(RiskLog, TheEndIsToldLast) {
  Scene scene(2, duel, one_zone_left());
  scene.play("attack \"Launch Pad\" -> \"Hexima State\"");
  scene.play("use 2", {6, 5, 3});
  const auto lines = scene.lines();
  ASSERT_GE(lines.size(), 2U) << scene.told();
  EXPECT_EQ(lines.back(), "red wins: no enemy is left");
  EXPECT_EQ(lines[lines.size() - 2], "red moves 2 units into Hexima State");
  EXPECT_TRUE(edition().over(scene.position));
}

// RSK-END-04, RSK-END-05: a team wins together, with the zones of both.
TEST(RiskLog, ATeamWinsTogether) {
  Scene scene(
      4, {{"leaders", "optimus_prime,megatron,bumblebee,barricade"}, {"days", "1"}},
      {is("turn", "blue"), is("phase", "reinforce"), is("sectors.red.owner", "red"),
       is("sectors.yellow.owner", "yellow"), is("sectors.green.owner", "yellow"), is("sectors.blue.owner", "red"),
       is("sectors.purple.owner", "black"), is("sectors.orange.owner", "blue"),
       is("players.red.leader.zone", "none"), is("players.yellow.leader.zone", "none"),
       is("players.black.leader.zone", "none"), is("players.blue.leader.zone", "none")});
  if (!edition().over(scene.position)) scene.play("end phase");
  ASSERT_TRUE(edition().over(scene.position)) << scene.told();
  const Outcome outcome = edition().outcome(scene.position);
  const std::string zones = std::to_string(outcome.score[0]);
  EXPECT_EQ(scene.lines().back(), "red and yellow win with " + zones + " zones");
  EXPECT_EQ(scene.lines("fr").back(), "rouge et jaune gagnent avec " + zones + " zones");
}

// RSK-DIC-02: the leader's die has eight sides, wherever it ranks.
TEST(RiskLog, ARollTellsWhichDieHasEightSides) {
  Scene scene(2, duel,
              {is("players.red.leader.zone", "autobase"), is("zones.autobase.owner", "red"),
               is("zones.autobase.robots", "4"), is("zones.kalis.owner", "black"), is("zones.kalis.robots", "1")});
  scene.play("attack \"Autobase\" -> \"Kalis\"");
  scene.play("use 3 with leader", {4, 6, 2, 5});
  EXPECT_TRUE(scene.tells("red rolls 6 4 (d8) 2")) << scene.told();
  EXPECT_TRUE(scene.tells("black rolls 5")) << scene.told();
}

// RSK-P5-01: phase 5 is told in turns with a draw.
TEST(RiskLog, NobodyDrawsWithoutACapture) {
  Scene scene(2, duel, {is("turn", "red"), is("phase", "reinforce"), is("zones.autobase.owner", "red")});
  EXPECT_TRUE(scene.tells("black's turn on day 1")) << scene.told();  // red has nothing to move
  EXPECT_FALSE(scene.tells("red: end of turn")) << scene.told();
}

TEST(RiskLog, AnArmySetsUpWithItsLeaderAndOneRobot) {
  core::Log log;
  rw::Setup setup;
  setup.options = {{"first_player", "1"}};
  Position p = good(edition().begin(setup, core::seed_from(1)));
  for (const char* text : {"lead \"Bumblebee\"", "lead \"Megatron\""}) {
    Choice choice{};
    ASSERT_TRUE(ok(edition().read(p, text).into(choice)));
    edition().apply(p, choice, &log);
  }
  std::string told;
  for (const core::Event& event : log.events)
    told += edition().event_text(p, event, Viewer::spectator(), "en") + "\n";
  EXPECT_NE(told.find("'s leader and a robot stand on Perihex; 29 robots are still to be placed"),
            std::string::npos)
      << told;
}

TEST(RiskOptions, SayWhatTheyWant) {
  const auto refusal = [](int seats, const char* name, const char* value) {
    rw::Setup setup;
    setup.seats = seats;
    setup.options = {{name, value}};
    const std::string error = edition().begin(setup, core::seed_from(1)).error();
    EXPECT_FALSE(error.empty());
    return error;
  };
  EXPECT_EQ(
      refusal(2, "leaders", "optimus_prime"),
      "option leaders: name a leader for each of the 2 seats, 1 is named; leaders: optimus_prime, bumblebee, "
      "megatron, barricade");
  EXPECT_EQ(
      refusal(2, "leaders", "grimlock,megatron"),
      "option leaders: there is no leader 'grimlock'; leaders: optimus_prime, bumblebee, megatron, barricade");
  EXPECT_EQ(refusal(2, "leaders", "optimus_prime,megatron,barricade"),
            "option leaders: there are more leaders than the 2 seats");
  EXPECT_EQ(refusal(2, "supply_limit", "20"),
            "option supply_limit: must be 0 for no limit, or from 31 to 1000 pieces, not '20' (RSK-GEN-08)");
}

}  // namespace
}  // namespace rw::risk_cybertron
