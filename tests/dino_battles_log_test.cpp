// What the log of Biomechanic Dino Battles says: a line is told from the position in which it happened.
#include <algorithm>

#include "tests/expected.h"
#include "tests/table.h"

namespace rw::test {
namespace {

using core::Setting;

class DinoBattlesLog : public testing::Test {
 protected:
  void SetUp() override { edition = edition_of(*find_game("dino_battles")); }

  Position made_up(const std::vector<Setting>& settings, int seats = 2, const std::string& kingdom = "raptor_run",
                   const std::string& stacks = "") {
    rw::Setup setup;
    setup.seats = seats;
    setup.options = {{"position", "custom"}};
    if (stacks.empty())
      setup.options.emplace_back("kingdom", kingdom);
    else
      setup.options.insert(
          setup.options.end(),
          {{"stacks", stacks},
           {"dinosaurs", "velociraptor,gallimimus,stegosaurus,iguanodon,triceratops,tyrannosaurus"}});
    Position position = good(edition->begin(setup, core::seed_from(1)));
    EXPECT_FALSE(position.empty());
    for (const Setting& setting : settings) EXPECT_TRUE(ok(edition->set(position, setting))) << setting.path;
    core::Log log;
    EXPECT_TRUE(ok(edition->settle(position, &log)));
    tell(position, log);
    return position;
  }
  void choose(Position& position, std::string_view text) {
    Choice choice{};
    ASSERT_TRUE(ok(edition->read(position, text).into(choice)));
    ASSERT_FALSE(edition->judge(position, choice).refused())
        << text << ": " << edition->refusal_text(position, edition->judge(position, choice), "en");
    core::Log log;
    edition->apply(position, choice, &log);
    tell(position, log);
  }
  // As a table tells it: from the position after the choice.
  void tell(const Position& after, const core::Log& log) {
    for (const core::Event& event : log.events) {
      const std::string text = edition->event_text(after, event, Viewer::spectator(), "en");
      if (!text.empty()) lines.push_back(text);
    }
  }
  int line(std::string_view text) const {
    const auto found = std::find(lines.begin(), lines.end(), text);
    return found == lines.end() ? -1 : static_cast<int>(found - lines.begin());
  }
  std::string all() const {
    std::string text;
    for (const std::string& each : lines) text += each + "\n";
    return text;
  }

  std::shared_ptr<const Edition> edition;
  std::vector<std::string> lines;
};

Setting word(std::string path, std::string text) { return {std::move(path), std::move(text), {}, false, 0}; }
Setting cards(std::string path, std::vector<std::string> list) {
  return {std::move(path), {}, std::move(list), true, 0};
}

TEST_F(DinoBattlesLog, NamesTheDinosaurThatComesIn) {
  Position p = made_up({word("players.red.active.dinosaur", "velociraptor"),
                        word("players.red.reserve_1.dinosaur", "gallimimus"),
                        word("players.blue.active.dinosaur", "velociraptor")});
  choose(p, "retreat to red reserve 1");
  EXPECT_GE(
      line("red retreats Bolt Velociraptor (red active); Turbine Gallimimus (red reserve 1) is to come forward"),
      0)
      << all();
  EXPECT_GE(line("Turbine Gallimimus (red active) comes forward, Bolt Velociraptor (red reserve 1) goes back"), 0)
      << all();
}

TEST_F(DinoBattlesLog, SaysThatARetreatFails) {
  Position p = made_up({word("players.red.active.dinosaur", "velociraptor"),
                        word("players.red.reserve_1.dinosaur", "gallimimus"),
                        cards("players.red.hand", {"emergency_recall", "evade"})});
  choose(p, "retreat to red reserve 1");
  choose(p, "play \"Emergency Recall: Recall\" paying E");
  EXPECT_GE(line("red: retreat of Bolt Velociraptor fails"), 0) << all();
  EXPECT_EQ(line("red: retreat of Bolt Velociraptor resolves"), -1) << all();
}

TEST_F(DinoBattlesLog, TellsThatNothingIsGained) {
  Position p =
      made_up({word("supply.wound", "0"), cards("players.red.hand", {"shrapnel_field"})}, 2, "war_of_wounds");
  choose(p, "play shrapnel_field");
  EXPECT_GE(line("blue gains no Wound"), 0) << all();
}

// +2 EVA and -2 EVA for the same time leave nothing that could end.
TEST_F(DinoBattlesLog, TellsNothingOfAnEffectThatIsNone) {
  Position p = made_up(
      {word("players.red.active.dinosaur", "velociraptor"),
       cards("players.red.hand", {"jump_jets", "flashbang", "attack", "attack"})},
      2, "",
      "jump_jets,flashbang,supply_run,data_uplink,rapid_refit,war_footing,fortify,overclock,sabotage,requisition");
  choose(p, "play \"Jump Jets: Glide\" at red active paying A");
  choose(p, "play \"Flashbang: Stagger\" at red active paying A");
  choose(p, "end main");
  choose(p, "end buy");
  EXPECT_GE(line("Bolt Velociraptor (red active): -2 DEF ends"), 0) << all();
  for (const std::string& each : lines) EXPECT_EQ(each.find("EVA ends"), std::string::npos) << each;
}

// As many cards as it costs, of other kinds: "this costs 1 card, and you offer 1" would be no reason.
TEST_F(DinoBattlesLog, RefusesCardsOfOtherKindsForWhatTheyAre) {
  Position p = made_up({word("phase", "buy"), cards("players.red.hand", {"attack", "attack"})});
  const auto reason = [&](std::string_view text) {
    Choice choice{};
    EXPECT_TRUE(ok(edition->read(p, text).into(choice))) << text;
    return edition->refusal_text(p, edition->judge(p, choice), "en");
  };
  EXPECT_EQ(reason("buy supply_run paying A"), "DNB-GEN-08: the cost is not covered");
  EXPECT_EQ(reason("buy supply_run paying AA"),
            "DNB-GEN-08: this costs 1 card of the right kind, and you offer 2");
}

TEST_F(DinoBattlesLog, SaysWhoTakesTheTrophy) {
  Position p =
      made_up({word("players.red.active.dinosaur", "velociraptor"), cards("players.red.active.cards", {"attack"}),
               word("players.blue.active.dinosaur", "velociraptor"), word("players.blue.active.damage", "15"),
               word("players.blue.reserve_2.dinosaur", "gallimimus")});
  choose(p, "attack \"Switchblade Slash\" -> blue active");
  EXPECT_GE(line("red takes Bolt Velociraptor as a Trophy, and has 1"), 0) << all();
  EXPECT_GE(line("Turbine Gallimimus (blue active) comes forward"), 0) << all();
}

TEST_F(DinoBattlesLog, TellsAnAttemptFromItsOutcome) {
  Position p = made_up({word("players.red.active.dinosaur", "tyrannosaurus"),
                        cards("players.red.active.cards", {"attack", "attack", "attack", "attack", "evade"}),
                        word("players.blue.active.dinosaur", "tyrannosaurus"),
                        cards("players.blue.active.cards", {"evade"})});
  choose(p, "attack \"Crush Jaw\" -> blue active");
  choose(p, "evade");
  EXPECT_GE(line("blue tries to evade with Chrome Tyrannosaurus (blue active)"), 0) << all();
  EXPECT_TRUE(std::any_of(lines.begin(), lines.end(), [](const std::string& each) {
    return each.starts_with("Chrome Tyrannosaurus (blue active) does not evade: EVA ");
  })) << all();
}

TEST_F(DinoBattlesLog, ClusterMinesDamageFromTheActivePlayerOn) {
  Position p = made_up(
      {word("turn", "green"), word("start_player", "green"), word("players.red.active.dinosaur", "iguanodon"),
       word("players.green.active.dinosaur", "iguanodon"), word("players.yellow.active.dinosaur", "iguanodon"),
       cards("players.green.hand", {"cluster_mines", "attack"}),
       cards("players.blue.hand", {"cluster_mines", "attack"})},
      4, "war_of_wounds");
  choose(p, "play \"Detonate\" paying A");
  choose(p, "play \"Detonate\" paying A");  // blue, upon it
  const int green = line("Foundry Iguanodon (green active) takes 5 damage");
  const int yellow = line("Foundry Iguanodon (yellow active) takes 5 damage");
  const int red = line("Foundry Iguanodon (red active) takes 5 damage");
  EXPECT_TRUE(green >= 0 && green < yellow && yellow < red) << all();
}

// Each tie-break says what decided.
TEST_F(DinoBattlesLog, SaysWhatDecided) {
  const auto end = [&](const std::vector<Setting>& more) {
    lines.clear();
    std::vector<Setting> settings = {word("phase", "buy"),
                                     word("round", "30"),
                                     word("turn", "blue"),
                                     word("this_turn.buys", "0"),
                                     cards("players.red.deck", {"wound"}),
                                     cards("players.blue.deck", {"wound"})};
    settings.insert(settings.end(), more.begin(), more.end());
    const Position p = made_up(settings);
    EXPECT_TRUE(edition->over(p));
    return lines.empty() ? std::string() : lines.back();
  };
  EXPECT_EQ(end({cards("players.blue.deck", {"wound", "wound"})}), "red wins with the fewest Wounds, 1");
  EXPECT_EQ(end({cards("players.blue.trophies", {"velociraptor"})}),
            "blue wins: Wounds are equal, and 1 knock-out is the most");
  EXPECT_EQ(end({cards("players.red.discard", {"poison_2"})}),
            "blue wins: Wounds and knock-outs are equal, and 0 Poisons and Paralyzes are the fewest");
  EXPECT_EQ(end({word("players.red.active.dinosaur", "velociraptor")}),
            "red wins: Wounds, knock-outs, Poisons and Paralyzes are equal, and 20 Hit Points are the most");
  EXPECT_EQ(end({}), "blue shares the victory: everything is equal");
}

}  // namespace
}  // namespace rw::test
