// What-if: changes of content with their errors, and comparisons that find what is there and nothing else.
#include "lab/whatif.h"

#include <gtest/gtest.h>

#include <memory>
#include <set>

#include "engine/embedded.h"
#include "forge/forge.h"
#include "lab/statistics.h"
#include "tests/expected.h"

namespace rw::lab {
namespace {

// ---- statistics ------------------------------------------------------------------------------------

TEST(Statistics, NewcombeAgreesWithThePublishedExample) {
  // Newcombe (1998), table II: 56 of 70 less 48 of 80, method 10.
  const Interval interval = newcombe(48, 80, 56, 70);
  EXPECT_NEAR(interval.low, 0.0524, 5e-5);
  EXPECT_NEAR(interval.high, 0.3339, 5e-5);
}

TEST(Statistics, DiscoveriesAgreeWithThePublishedExample) {
  // Benjamini and Hochberg (1995): of these fifteen, four are found at 0.05.
  const double p[] = {0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344,
                      0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000};
  const std::vector<bool> found = discoveries(p);
  EXPECT_EQ(std::count(found.begin(), found.end(), true), 4);
  EXPECT_TRUE(found[3]);
  EXPECT_NEAR(two_sided_p(1.959963984540054), 0.05, 1e-12);
}

// ---- changes -----------------------------------------------------------------------------------------

std::string content_folder(std::string_view game) {
  return std::string(RULEWRIGHT_SOURCE) + "/content/" + std::string(game);
}

// The problems that a change makes, as text.
std::string problems_of(std::string_view game, const std::string& change) {
  forge::Change read;
  EXPECT_TRUE(forge::read_change(change, read)) << change;
  std::string text;
  for (const forge::Problem& problem : forge::compile(content_folder(game), std::vector{read}).problems)
    text += problem.text() + "\n";
  return text;
}

TEST(Changes, AreCheckedLikeAnyContent) {
  const std::pair<const char*, const char*> wrong[] = {
      {"upgrade.force_shield.name=x", "there is no 'upgrade' (did you mean 'upgrades'?)"},
      {"zones.iacom.sector=x", "there is no 'iacom' in 'zones' (did you mean 'iacon'?)"},
      {"zones[999].sector=x", "there is no '[999]' in 'zones'"},
      {"zones.iacon.sector=no_such_sector", "no_such_sector"},
      {"zones.iacon.colour_of_the_sky=blue", "colour_of_the_sky"},
      {"zones.iacon.id.deeper=1", "has nothing below it"},
      {"zones.iacon.sector=[", "--set"},
      {"game.id=chess", "chess"},
  };
  for (const auto& [change, reason] : wrong)
    EXPECT_NE(problems_of("risk_cybertron", change).find(reason), std::string::npos)
        << change << ":\n"
        << problems_of("risk_cybertron", change);
  forge::Change change;
  EXPECT_FALSE(forge::read_change("no value", change));
  EXPECT_FALSE(forge::read_change("=3", change));
}

TEST(Changes, AnotherValueGivesAnotherVersionAndNothingElse) {
  const auto plain = forge::compile(content_folder("risk_cybertron"));
  const auto same = forge::compile(content_folder("risk_cybertron"), std::vector<forge::Change>{});
  const auto changed = forge::compile(content_folder("risk_cybertron"),
                                      std::vector<forge::Change>{{"zones.iacon.name.en", "Iacon Prime"}});
  ASSERT_TRUE(changed.problems.empty()) << changed.problems[0].text();
  EXPECT_EQ(plain.bundle, same.bundle);
  const auto edition = good(Edition::load(changed.bundle));
  ASSERT_NE(edition, nullptr);
  EXPECT_NE(edition->version(), good(Edition::load(plain.bundle))->version());
}

// ---- comparisons ---------------------------------------------------------------------------------------

class WhatIf : public testing::TestWithParam<const Game*> {
 protected:
  void SetUp() override {
    plan_.a = good(Edition::load(embedded_bundle(GetParam()->id)));
    ASSERT_NE(plan_.a, nullptr);
    // A content that differs in a text only: another version that plays the same.
    const auto changed = forge::compile(content_folder(GetParam()->id),
                                        std::vector<forge::Change>{{"game.owners.en", "somebody else"}});
    ASSERT_TRUE(changed.problems.empty()) << changed.problems[0].text();
    plan_.b = good(Edition::load(changed.bundle));
    ASSERT_NE(plan_.b, nullptr);
    plan_.setup.seats = std::max(2, GetParam()->min_seats);
    plan_.players.emplace_back();
    plan_.pairs = 40;
  }
  WhatIfPlan plan_;
};

TEST_P(WhatIf, WhatPlaysTheSameShowsNoDifferenceAtAll) {
  WhatIfReport report;
  ASSERT_TRUE(ok(what_if(plan_, report)));
  EXPECT_EQ(report.pairs, 40U);
  EXPECT_EQ(report.same_winner, 40U);
  EXPECT_EQ(report.longer.mean(), 0);
  for (const auto& tables : {report.wins, report.things, report.use})
    for (const ShiftTable& table : tables)
      for (const Shift& row : table.rows) {
        EXPECT_EQ(row.difference, 0) << table.name << " " << row.name;
        EXPECT_FALSE(row.clear);
        // 40 equal pairs do not prove that all are.
        EXPECT_LT(row.interval.low, 0) << table.name << " " << row.name;
        EXPECT_GT(row.interval.high, 0);
      }
  ASSERT_FALSE(report.wins.empty());
  EXPECT_EQ(report.wins[0].name, "seat");
}

TEST_P(WhatIf, TheSameContentTwiceIsRefused) {
  plan_.b = plan_.a;
  WhatIfReport report;
  const std::string error = what_if(plan_, report).error();
  EXPECT_FALSE(error.empty());
  EXPECT_NE(error.find("same"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Lab, WhatIf, testing::ValuesIn(games().begin(), games().end()),
                         [](const auto& each) { return std::string(each.param->id); });

// A deal without anything that was changed is played once, and with both contents it would be the same game.
TEST(Comparison, WhatAChangeCannotReachIsPlayedOnce) {
  WhatIfPlan plan;
  plan.a = good(Edition::load(embedded_bundle("transformers_tcg")));
  const auto changed = forge::compile(content_folder("transformers_tcg"),
                                      std::vector<forge::Change>{{"battle_cards.zap.icons", "[ white, white ]"}});
  ASSERT_TRUE(changed.problems.empty()) << changed.problems[0].text();
  plan.b = good(Edition::load(changed.bundle));
  ASSERT_NE(plan.b, nullptr);
  const ChangeReach reach(*plan.a, *plan.b);
  EXPECT_FALSE(reach.everywhere());
  EXPECT_EQ(reach.changed(), std::set<std::string>{"zap"});
  // Every other pair of decks has the card.
  plan.varied = {{"decks", {"autobot_starter,seekers_teleport", "predacons_predaking,triple_changers"}}};
  plan.players.emplace_back();
  plan.pairs = 20;
  WhatIfReport report;
  ASSERT_TRUE(ok(what_if(plan, report)));
  EXPECT_EQ(report.pairs, 20U);
  EXPECT_GE(report.unreached, 5U);  // some are looked at twice
  EXPECT_LE(report.unreached, 10U);
  ASSERT_FALSE(report.changed.empty());
  EXPECT_EQ(report.changed[0].rows[0].id, "zap");
  // The same deals, played with both.
  rw::Setup setup;
  setup.options = {{"decks", "predacons_predaking,triple_changers"}};
  for (int deal = 0; deal < 20; ++deal) {
    Position a = good(plan.a->begin(setup, core::seed_from(static_cast<std::uint64_t>(deal))));
    Position b = good(plan.b->begin(setup, core::seed_from(static_cast<std::uint64_t>(deal))));
    ASSERT_FALSE(reach.concerns(*plan.a, a));
    core::Random random = core::Random::start(core::seed_from(7));
    auto list = std::make_unique<ChoiceList>();
    while (!plan.a->over(a)) {
      ASSERT_EQ(a, b);
      plan.a->choices(a, *list);
      const Choice choice = (*list)[static_cast<int>(random.below(static_cast<std::uint32_t>(list->size())))];
      plan.a->apply(a, choice);
      plan.b->apply(b, choice);
    }
    ASSERT_TRUE(plan.b->over(b));
  }
  setup.options = {{"decks", "autobot_starter,seekers_teleport"}};
  EXPECT_TRUE(reach.concerns(*plan.a, good(plan.a->begin(setup, core::seed_from(1)))));
}

// A change that comes from outside the deal is noticed by the deals that are looked at twice. The first look ends
// there: little more is played than each deal with both contents.
TEST(Comparison, ADealThatWasMisjudgedEndsTheFirstLook) {
  WhatIfPlan plan;
  plan.a = good(Edition::load(embedded_bundle("risk_cybertron")));
  const auto changed = forge::compile(
      content_folder("risk_cybertron"),
      std::vector<forge::Change>{{"upgrades.mass_production.abilities[0].do[0].gain_operational", "9"}});
  ASSERT_TRUE(changed.problems.empty()) << changed.problems[0].text();
  plan.b = good(Edition::load(changed.bundle));
  ASSERT_NE(plan.b, nullptr);
  plan.players.emplace_back().kind = players::Spec::Kind::greedy;
  plan.pairs = 96;
  std::uint64_t asked = 0;
  plan.going = [&] { return ++asked > 0; };
  WhatIfReport report;
  ASSERT_TRUE(ok(what_if(plan, report)));
  EXPECT_EQ(report.pairs, plan.pairs);
  EXPECT_EQ(report.unreached, 0U);
  EXPECT_LT(report.same_winner, report.pairs);
  const double needed = static_cast<double>(report.pairs) * (report.length_a.mean() + report.length_b.mean());
  EXPECT_LT(static_cast<double>(asked), 1.25 * needed);
}

TEST(Comparison, FindsAChangeThatMatters) {
  WhatIfPlan plan;
  plan.a = good(Edition::load(embedded_bundle("risk_cybertron")));
  // A war of two days instead of six.
  const auto changed =
      forge::compile(content_folder("risk_cybertron"), std::vector<forge::Change>{{"game.days", "2"}});
  ASSERT_TRUE(changed.problems.empty()) << changed.problems[0].text();
  plan.b = good(Edition::load(changed.bundle));
  ASSERT_NE(plan.b, nullptr);
  plan.players.emplace_back();
  plan.pairs = 60;
  WhatIfReport report;
  ASSERT_TRUE(ok(what_if(plan, report)));
  EXPECT_LT(report.longer.interval().high, 0);
  plan.threads = 3;
  WhatIfReport again;
  ASSERT_TRUE(ok(what_if(plan, again)));
  EXPECT_EQ(again.longer.mean(), report.longer.mean());
  EXPECT_EQ(again.same_winner, report.same_winner);
}

// Nothing changes, so it soon is clear that not much does; more games than needed are not played.
TEST(Comparison, StopsWhenEnoughIsKnown) {
  WhatIfPlan plan;
  plan.a = good(Edition::load(embedded_bundle("risk_cybertron")));
  const auto changed = forge::compile(content_folder("risk_cybertron"),
                                      std::vector<forge::Change>{{"game.owners.en", "somebody else"}});
  plan.b = good(Edition::load(changed.bundle));
  ASSERT_NE(plan.b, nullptr);
  plan.players.emplace_back();
  plan.pairs = 4000;
  plan.until = 0.02;
  WhatIfReport report, again;
  ASSERT_TRUE(ok(what_if(plan, report)));
  EXPECT_TRUE(report.settled);
  EXPECT_LT(report.pairs, 2000U);
  for (const Shift& row : report.wins[0].rows) {
    EXPECT_LT(row.interval.low, 0);
    EXPECT_LE(row.interval.high - row.interval.low, 0.04);
  }
  plan.threads = 3;
  ASSERT_TRUE(ok(what_if(plan, again)));
  EXPECT_EQ(again.pairs, report.pairs);
}

}  // namespace
}  // namespace rw::lab
