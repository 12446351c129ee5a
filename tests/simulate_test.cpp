// The laboratory: known figures of statistics, and simulations that do not depend on threads.
#include "lab/simulate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "engine/embedded.h"
#include "lab/chunk.h"
#include "lab/progress.h"
#include "lab/simulate_page.h"
#include "lab/statistics.h"
#include "tests/expected.h"
#include "tests/pages.h"

namespace rw::lab {
namespace {

// ---- statistics ------------------------------------------------------------------------------------

TEST(Statistics, WilsonAgreesWithPublishedValues) {
  // Newcombe (1998), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29; score interval.
  const struct {
    double successes, trials, low, high;
  } known[] = {
      {81, 263, 0.2553, 0.3662}, {15, 148, 0.0624, 0.1605}, {0, 20, 0.0000, 0.1611}, {1, 29, 0.0061, 0.1718}};
  for (const auto& k : known) {
    const Interval interval = wilson(k.successes, k.trials);
    EXPECT_NEAR(interval.low, k.low, 5e-5);
    EXPECT_NEAR(interval.high, k.high, 5e-5);
  }
}

TEST(Statistics, WilsonStaysInsideItsBounds) {
  EXPECT_EQ(wilson(0, 0), (Interval{0, 1}));
  EXPECT_DOUBLE_EQ(wilson(20, 20).high, 1.0);
  EXPECT_LT(wilson(20, 20).low, 1.0);
}

TEST(Statistics, MeanAndDeviationOfKnownValues) {
  Mean mean;
  for (const double value : {2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0}) mean.add(value);
  EXPECT_EQ(mean.count(), 8U);
  EXPECT_DOUBLE_EQ(mean.mean(), 5.0);
  EXPECT_NEAR(mean.deviation(), 2.1380899, 1e-6);
  EXPECT_NEAR(mean.interval().low, 5 - 1.959964 * 2.1380899 / std::sqrt(8.0), 1e-5);
  Mean single;
  single.add(3);
  EXPECT_EQ(single.interval(), (Interval{3, 3}));
}

TEST(Statistics, EqualCountsPromiseNoCertainty) {
  Mean equal;
  EXPECT_TRUE(std::isinf(equal.interval_of_counts().high));
  for (int i = 0; i < 30; ++i) equal.add(7);
  EXPECT_DOUBLE_EQ(equal.interval_of_counts().low, 6.9);  // at most a tenth of all can be others
  EXPECT_DOUBLE_EQ(equal.interval_of_counts().high, 7.1);
  equal.add(9);
  EXPECT_EQ(equal.interval_of_counts(), equal.interval());
}

TEST(Statistics, ManyRowsAreLookedAtTogether) {
  // 58 of 100 where 50 are fair has an interval of its own that excludes 50 % only if nothing else is looked at.
  std::vector<Compared> rows = {{0.60, 0.5, 100}};
  EXPECT_TRUE(discoveries(rows)[0]);
  rows.resize(100, {0.5, 0.5, 100});
  EXPECT_FALSE(discoveries(rows)[0]);
  rows[1] = {0.75, 0.5, 100};
  EXPECT_TRUE(discoveries(rows)[1]);
}

TEST(Progress, PromisesATimeOnlyWhereTheEndIsKnown) {
  Progress known("games", 100, false), open("games", 100, false, Progress::End::open);
  EXPECT_NE(known.line(50, 10).find("50/100, 10 s left"), std::string::npos) << known.line(50, 10);
  open.note("likelihood ratio 1.20");
  EXPECT_EQ(open.line(50, 10), "games 50; likelihood ratio 1.20");
}

TEST(Statistics, SpreadIsLeastQuartilesMost) {
  const double values[] = {9, 1, 5, 3, 7};
  const Spread s = spread(values);
  EXPECT_EQ(s.least, 1);
  EXPECT_EQ(s.lower, 3);
  EXPECT_EQ(s.median, 5);
  EXPECT_EQ(s.upper, 7);
  EXPECT_EQ(s.most, 9);
  const double even[] = {1, 2, 3, 4};
  EXPECT_EQ(median(even), 2.5);
  EXPECT_EQ(spread({}).most, 0);
}

// ---- simulations -----------------------------------------------------------------------------------

class Simulations : public testing::TestWithParam<const Game*> {
 protected:
  void SetUp() override {
    plan_.edition = good(Edition::load(embedded_bundle(GetParam()->id)));
    ASSERT_NE(plan_.edition, nullptr);
    plan_.setup.seats = GetParam()->min_seats;
    plan_.players.emplace_back();
  }
  static players::Spec spec(std::string_view text) {
    players::Spec spec;
    EXPECT_TRUE(ok(players::parse(text).into(spec)));
    return spec;
  }
  SimulationPlan plan_;
};

void expect_same(const SimulationReport& a, const SimulationReport& b) {
  ASSERT_EQ(a.records.size(), b.records.size());
  for (std::size_t i = 0; i < a.records.size(); ++i) {
    EXPECT_EQ(a.records[i].winners, b.records[i].winners) << "game " << i;
    EXPECT_EQ(a.records[i].decisions, b.records[i].decisions) << "game " << i;
    EXPECT_EQ(a.records[i].clause, b.records[i].clause) << "game " << i;
  }
  EXPECT_EQ(a.decisions, b.decisions);
  EXPECT_EQ(a.endings, b.endings);
  EXPECT_EQ(a.length.mean(), b.length.mean());
  for (std::size_t i = 0; i < a.players.size(); ++i) EXPECT_EQ(a.players[i].interval, b.players[i].interval);
}

TEST_P(Simulations, DoNotDependOnTheNumberOfThreads) {
  plan_.games = 40;
  plan_.seed = 7;
  SimulationReport one, several;
  ASSERT_TRUE(ok(simulate(plan_, one)));
  plan_.threads = 3;
  ASSERT_TRUE(ok(simulate(plan_, several)));
  expect_same(one, several);
  plan_.seed = 8;
  ASSERT_TRUE(ok(simulate(plan_, several)));
  EXPECT_NE(one.decisions, several.decisions);
}

TEST_P(Simulations, AddUp) {
  plan_.games = 30;
  SimulationReport report;
  ASSERT_TRUE(ok(simulate(plan_, report)));
  EXPECT_EQ(report.games, 30U);
  std::uint64_t ended = 0;
  for (const auto& [clause, count] : report.endings) {
    ended += count;
    EXPECT_NE(plan_.edition->clause(clause), nullptr) << clause;
  }
  EXPECT_EQ(ended, report.games);
  double wins = 0, fair = 0;
  for (const WinRate& seat : report.seats) {
    wins += seat.wins;
    fair += seat.fair * seat.games;
  }
  EXPECT_NEAR(wins, fair, 1e-9);
  ASSERT_EQ(report.players.size(), 1U);
  EXPECT_NEAR(report.players[0].wins, wins / plan_.setup.seats, 1e-9);
}

TEST_P(Simulations, TurnOrderIsTold) {
  plan_.setup.seats = std::max(2, plan_.setup.seats);
  plan_.games = 30;
  SimulationReport report;
  ASSERT_TRUE(ok(simulate(plan_, report)));
  ASSERT_EQ(report.places.size(), static_cast<std::size_t>(plan_.setup.seats));
  double by_place = 0, by_seat = 0;
  for (const WinRate& place : report.places) {
    EXPECT_EQ(place.games, 30);
    by_place += place.wins;
  }
  for (const WinRate& seat : report.seats) by_seat += seat.wins;
  EXPECT_EQ(by_place, by_seat);
  for (const GameRecord& record : report.records) EXPECT_EQ(record.places[0] + record.places[1], 3);
}

TEST(TurnOrders, FollowTheFirstPlayer) {
  SimulationPlan plan;
  plan.edition = good(Edition::load(embedded_bundle("risk_cybertron")));
  ASSERT_NE(plan.edition, nullptr);
  plan.setup.seats = 3;
  plan.setup.options = {{"first_player", "2"}};
  plan.players.emplace_back();
  plan.games = 5;
  SimulationReport report;
  ASSERT_TRUE(ok(simulate(plan, report)));
  for (const GameRecord& record : report.records) EXPECT_EQ(record.places, (Places{3, 1, 2, 0, 0, 0}));
}

TEST_P(Simulations, KeepReplaysThatAreWorthALook) {
  plan_.setup.seats = std::max(2, plan_.setup.seats);
  plan_.games = 12;
  plan_.keep = 2;
  SimulationReport report;
  ASSERT_TRUE(ok(simulate(plan_, report)));
  ASSERT_EQ(report.kept.size(), 8U);
  std::uint32_t least = ~0U, most = 0;
  for (const GameRecord& record : report.records) {
    least = std::min(least, record.decisions);
    most = std::max(most, record.decisions);
  }
  EXPECT_EQ(report.kept[0].record.decisions, least);
  EXPECT_EQ(report.kept[2].record.decisions, most);
  for (const Kept& kept : report.kept) {
    Replay read;
    ASSERT_TRUE(ok(read_replay(write_replay(kept.replay)).into(read)));
    EXPECT_EQ(read.choices.size(), kept.record.decisions);
    EXPECT_FALSE(follow(*plan_.edition, read).diverged);
    EXPECT_LE(kept.record.least_chance, 1000);
  }
  EXPECT_LE(report.kept[6].record.least_chance, report.kept[7].record.least_chance);
}

TEST_P(Simulations, PlayersChangeSeats) {
  plan_.setup.seats = std::max(2, plan_.setup.seats);  // some games can be played alone
  plan_.players = {spec("random"), spec("greedy")};
  EXPECT_EQ(player_at(plan_, 0, 0), 0U);
  EXPECT_EQ(player_at(plan_, 1, 0), 1U);
  plan_.games = 2;
  SimulationReport report;
  ASSERT_TRUE(ok(simulate(plan_, report)));
  ASSERT_EQ(report.players.size(), 2U);
  EXPECT_EQ(report.players[0].name, "random");
  EXPECT_EQ(report.players[0].games, 2);
}

// Or the player who always sits first where an option has this value would make it look strong.
TEST(Seatings, EachValueOfAnOptionIsPlayedFromAllSeats) {
  const auto values = [](int count) { return std::vector<std::string>(static_cast<std::size_t>(count), "v"); };
  for (const std::vector<int>& counts : {std::vector<int>{}, {2}, {3}, {4}, {2, 2}, {3, 2}, {6, 5}})
    for (int seats = 2; seats <= 4; ++seats) {
      SimulationPlan plan;
      plan.setup.seats = seats;
      plan.players.resize(static_cast<std::size_t>(seats));
      std::uint64_t combinations = 1;
      for (const int count : counts) {
        plan.varied.emplace_back("option", values(count));
        combinations *= static_cast<std::uint64_t>(count);
      }
      std::set<std::pair<std::uint64_t, std::size_t>> first;  // combination, and who sits in the first seat
      for (std::uint64_t game = 0; game < combinations * static_cast<std::uint64_t>(seats); ++game)
        first.emplace(game % combinations, player_at(plan, game, 0));
      EXPECT_EQ(first.size(), combinations * static_cast<std::uint64_t>(seats));
    }
}

TEST_P(Simulations, RefuseWhatCannotBePlayed) {
  SimulationReport report;
  const auto refused = [&](const char* reason) {
    const std::string error = simulate(plan_, report).error();
    EXPECT_FALSE(error.empty());
    EXPECT_NE(error.find(reason), std::string::npos) << error;
  };
  refused("at least 1");
  plan_.games = 1;
  plan_.setup.seats = GetParam()->max_seats + 1;
  refused("players");
  plan_.setup.seats = GetParam()->min_seats;
  plan_.threads = 0;
  refused("threads");
  plan_.threads = 1;
  plan_.setup.options.emplace_back("no_such_option", "1");
  refused("no_such_option");
  plan_.setup.options.clear();
  plan_.players.assign(static_cast<std::size_t>(plan_.setup.seats) + 1, spec("random"));
  refused("seats");
}

// ---- watching, keeping, going on ---------------------------------------------------------------------

TEST_P(Simulations, WatchedGamesAreTheSameGames) {
  plan_.games = 20;
  SimulationReport plain, watched;
  ASSERT_TRUE(ok(simulate(plan_, plain)));
  plan_.watch = true;
  ASSERT_TRUE(ok(simulate(plan_, watched)));
  expect_same(plain, watched);
  EXPECT_TRUE(plain.things.empty());
  EXPECT_FALSE(watched.things.empty());
  EXPECT_EQ(watched.clauses.size(), plan_.edition->clauses().size());
  for (const ThingRates& group : watched.things)
    for (const auto& row : group.rows) {
      EXPECT_GT(row.rate.games, 0) << group.event << " " << row.rate.name;
      EXPECT_LE(row.rate.wins, row.rate.games);
      EXPECT_GE(static_cast<double>(row.times), row.rate.games);
      EXPECT_FALSE(row.rate.name.empty());
    }
  // Every game ends by a rule that was at work in it.
  for (const auto& [clause, count] : watched.endings)
    for (const ClauseUse& use : watched.clauses)
      EXPECT_TRUE(use.clause->id != clause || use.count.games >= count) << clause;
}

// Gear that is magged early is no trait of its player; headings are words of the game and no ids.
TEST_P(Simulations, TraitsAreWhatEverySeatHas) {
  plan_.setup.seats = std::max(2, plan_.setup.seats);
  plan_.games = 60;
  plan_.watch = true;
  plan_.players = {spec("greedy")};
  SimulationReport report;
  ASSERT_TRUE(ok(simulate(plan_, report)));
  for (const TraitRates& trait : report.traits) {
    double games = 0;
    for (const WinRate& rate : trait.rates) games += rate.games;
    EXPECT_EQ(games, 60 * plan_.setup.seats) << trait.trait;
    const std::string name = trait_name(*plan_.edition, trait.trait);
    EXPECT_EQ(name.find_first_of("_."), std::string::npos) << name;
  }
  for (const ThingRates& group : report.things)
    EXPECT_EQ(list_name(*plan_.edition, group.list).find('_'), std::string::npos) << group.list;
}

TEST_P(Simulations, WatchingDoesNotDependOnThreadsAndThePageIsTheSame) {
  plan_.games = 150;  // more than one chunk
  plan_.watch = true;
  SimulationReport one, several;
  ASSERT_TRUE(ok(simulate(plan_, one)));
  plan_.threads = 3;
  ASSERT_TRUE(ok(simulate(plan_, several)));
  EXPECT_EQ(simulation_page(plan_, one), simulation_page(plan_, several));
}

TEST_P(Simulations, APageNeedsNothingButItself) {
  plan_.games = 5;
  plan_.watch = true;
  SimulationReport report;
  ASSERT_TRUE(ok(simulate(plan_, report)));
  const std::string page = simulation_page(plan_, report);
  for (const char* foreign : {"<script", "http:", "https:", "<link", "@import", "url(", "<img"})
    EXPECT_EQ(without_pictures(page).find(foreign), std::string::npos) << foreign;
  EXPECT_NE(page.find("<svg"), std::string::npos);
  // No template of a text stands there with its places.
  const std::string_view body = std::string_view(page).substr(page.find("</style>"));
  EXPECT_EQ(body.find('{'), std::string_view::npos) << body.substr(body.find('{'), 80);
}

// A table of what happened to things is headed by the event, and no two events by the same words.
TEST_P(Simulations, EventsAreToldInWordsOfTheirOwn) {
  const Things things(*plan_.edition);
  std::set<std::string> all;
  for (int event = 0; event < things.events(); ++event) {
    if (things.mentions(event).empty()) continue;
    const std::string_view name = plan_.edition->game().events[static_cast<std::size_t>(event)];
    for (const char* language : {"en", "fr"}) {
      const std::string words = event_words(*plan_.edition, name, language);
      EXPECT_EQ(words.find_first_of("{}|"), std::string::npos) << words;
      EXPECT_TRUE(all.insert(words).second || *language == 'f') << words;
    }
  }
}

// A stronger player likes other cards; that alone must not make them look strong.
TEST(Confounding, CardsAreComparedWithWhatTheirPlayersWinAnyway) {
  SimulationPlan plan;
  plan.edition = good(Edition::load(embedded_bundle("risk_cybertron")));
  ASSERT_NE(plan.edition, nullptr);
  plan.setup.seats = 2;
  plan.games = 300;
  plan.watch = true;
  plan.players.resize(2);
  ASSERT_TRUE(ok(players::parse("greedy").into(plan.players[0])));
  ASSERT_TRUE(ok(players::parse("random").into(plan.players[1])));
  SimulationReport report;
  ASSERT_TRUE(ok(simulate(plan, report)));
  EXPECT_TRUE(report.unequal);
  double games = 0, wins = 0, expected = 0;
  for (const ThingRates& group : report.things)
    for (const auto& row : group.rows) {
      games += row.rate.games;
      wins += row.rate.wins;
      expected += row.rate.fair * row.rate.games;
    }
  ASSERT_GT(games, 1000);
  EXPECT_GT(wins / games, 0.55);  // who does more wins more: it is the greedy one
  EXPECT_NEAR(expected / games, wins / games, 0.03);
  plan.players.resize(1);
  ASSERT_TRUE(ok(simulate(plan, report)));
  EXPECT_FALSE(report.unequal);
  for (const ThingRates& group : report.things)
    for (const auto& row : group.rows) EXPECT_DOUBLE_EQ(row.rate.fair, 0.5) << row.rate.name;
}

TEST_P(Simulations, AnInterruptedRunGoesOnFromItsCheckpoint) {
  const std::string file = testing::TempDir() + "checkpoint_" + std::string(GetParam()->id);
  plan_.games = 200;
  plan_.watch = true;
  SimulationReport whole, resumed;
  std::string error;
  ASSERT_TRUE(ok(simulate(plan_, whole)));
  plan_.checkpoint = file;
  ASSERT_TRUE(ok(simulate(plan_, resumed)));
  EXPECT_EQ(resumed.resumed, 0U);
  // As if the power had failed while the last entry was written.
  std::filesystem::resize_file(file, std::filesystem::file_size(file) - 5);
  plan_.resume = true;
  ASSERT_TRUE(ok(simulate(plan_, resumed)));
  EXPECT_EQ(resumed.resumed, 192U);
  EXPECT_EQ(simulation_page(plan_, whole), simulation_page(plan_, resumed));
  // Now it is whole: nothing is left to play.
  ASSERT_TRUE(ok(simulate(plan_, resumed)));
  EXPECT_EQ(resumed.resumed, 200U);
  EXPECT_EQ(simulation_page(plan_, whole), simulation_page(plan_, resumed));
  // It can be made longer, and shorter, and what was played beyond is still there afterwards.
  for (const auto& [games, kept] : {std::pair(230U, 192U), std::pair(40U, 32U), std::pair(230U, 230U)}) {
    plan_.games = games;
    ASSERT_TRUE(ok(simulate(plan_, resumed)));
    EXPECT_EQ(resumed.resumed, kept);
    EXPECT_EQ(resumed.games, games);
  }
  plan_.seed = 2;
  error = simulate(plan_, resumed).error();
  EXPECT_FALSE(error.empty());
  EXPECT_NE(error.find("another run"), std::string::npos) << error;
  remove_checkpoint(file);
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST(Archive, DamageIsAFaultAndNeverMore) {
  Chunk chunk;
  chunk.records.resize(3);
  chunk.tallies.resize(1);
  chunk.tallies[0].traits["leader\tmegatron"] = {1, 2, 3, 4};
  Writer writer;
  fold(writer, chunk);
  const std::string bytes = writer.take();
  for (std::size_t cut = 0; cut < bytes.size(); ++cut) {
    Reader reader(std::string_view(bytes).substr(0, cut));
    Chunk back;
    fold(reader, back);
    EXPECT_TRUE(reader.fault()) << cut;
  }
  Reader reader(bytes);
  Chunk back;
  fold(reader, back);
  EXPECT_FALSE(reader.fault());
  EXPECT_EQ(back.records, chunk.records);
  EXPECT_EQ(back.tallies, chunk.tallies);
}

INSTANTIATE_TEST_SUITE_P(Lab, Simulations, testing::ValuesIn(games().begin(), games().end()),
                         [](const auto& each) { return std::string(each.param->id); });

}  // namespace
}  // namespace rw::lab
