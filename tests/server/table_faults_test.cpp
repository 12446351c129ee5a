// What goes wrong at a table hurts nobody else; what time does to it; who may sit there.
#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>

#include "server/bots.h"
#include "server/http.h"
#include "server/metrics.h"
#include "server/serve.h"
#include "server/table_requests.h"
#include "server/thinking.h"
#include "tests/expected.h"
#include "tests/server/wooden_house.h"

namespace rw::server {
namespace {

using TableFaults = TableTest;

// ---- faults ---------------------------------------------------------------------------------------------

TEST_F(TableFaults, WhatIsThrownClosesOneTableAndNoOther) {
  TableRecord second = people();
  second.id = "other";
  const auto bad = open(people()), good = open(second);
  const auto red = sit(bad, 0), black = sit(bad, 1), left = sit(good, 0), right = sit(good, 1);
  black->watcher->send = [](const std::shared_ptr<const std::string>&) { throw std::runtime_error("no memory"); };
  say(bad, asked(bad) == 0 ? *red : *black, some_choice(bad, 0));
  house.turn();
  ASSERT_EQ(house.falls.size(), 1U);
  EXPECT_EQ(house.falls[0], "no memory");
  // It does nothing more, whatever it is told, and is not the end of the others.
  const std::size_t writes = house.writes.size();
  say(bad, *red, {{"type", "sync"}});
  bad->leave(black->watcher);
  house.turn(10'000);
  EXPECT_EQ(house.falls.size(), 1U);
  EXPECT_EQ(house.writes.size(), writes);
  play(good, {left.get(), right.get()}, 5);
  EXPECT_EQ(good->entries().size(), 5U);
}

TEST_F(TableFaults, ABotThatGivesNoAnswerClosesItsTable) {
  TableRecord record = people();
  record.sitters[0] = record.sitters[1] = {Sitter::Kind::bot, "", "greedy", "greedy", false, 0};
  house.bots_answer = Choice{};
  const auto table = open(record);
  house.turn(1000);
  EXPECT_EQ(house.falls.size(), 1U);
}

TEST_F(TableFaults, ABotThatAnswersWithNoChoiceClosesItsTableAndNothingIsWritten) {
  TableRecord record = people();
  record.sitters[0] = record.sitters[1] = {Sitter::Kind::bot, "", "greedy", "greedy", false, 0};
  house.bots_answer = Choice{0xFFFFFFFFFFFFFF7FU};
  const auto table = open(record);
  house.turn(1000);
  EXPECT_EQ(house.falls, std::vector<std::string>{"the bot's answer is no choice"});
  EXPECT_TRUE(house.writes.empty());
}

TEST(Loop, GoesOnAfterWhatWasThrownInIt) {
  Metrics metrics;
  HttpServer http(metrics);
  int done = 0;
  http.loop().post([] { throw std::runtime_error("posted"); });
  http.loop().after(1, [] { throw std::runtime_error("later"); });
  http.loop().after(5, [&] { ++done; });
  http.loop().after(10, [&] { http.stop(); });
  http.run();
  EXPECT_EQ(done, 1);
}

// ---- time -----------------------------------------------------------------------------------------------

TEST_F(TableFaults, AClockOnTheWallThatJumpsChangesNoClockOfTheGame) {
  TableRecord record = people();
  record.clock = {Clock::Kind::bank, 100, 0, 0};
  const auto table = open(record);
  const auto red = sit(table, 0), black = sit(table, 1);
  const auto left = [&](int seat) {
    say(table, *red, {{"type", "sync"}});
    return red->last("state")["clocks"][static_cast<std::size_t>(seat)]["left"].get<int>();
  };
  const int seat = asked(table);
  house.turn(10'000);
  EXPECT_EQ(left(seat), 90'000);
  house.turned = 3'600'000;
  EXPECT_EQ(left(seat), 90'000);
  house.turned = -3'600'000;
  EXPECT_EQ(left(seat), 90'000);
  say(table, seat == 0 ? *red : *black, some_choice(table, 0));
  house.turn();
  EXPECT_EQ(table->entries()[0].spent, 10'000);
  EXPECT_TRUE(table->json(nullptr).find("\"offers\":[]") != std::string::npos);
}

TEST_F(TableFaults, SpectatorsWhoSeeLaterDoNotSeeSoonerWhenTheWallClockJumps) {
  TableRecord record = people();
  record.spectators = {Spectators::See::all, 0, 60};
  const auto table = open(record);
  const auto red = sit(table, 0), black = sit(table, 1), late = sit_as_spectator(table);
  play(table, {red.get(), black.get()}, 3);
  house.turned = 3'600'000;
  house.turn(1000);
  EXPECT_EQ(late->last("state")["at"], 0);
  std::string replay;
  const Failure failure = table->replay_json({"someone", "Someone", false}, "0", "en", 0, 50, replay);
  ASSERT_EQ(failure.status, 0) << failure.text;
  EXPECT_EQ(Json::parse(replay)["choices"], 0);
  house.turn(60'000);
  EXPECT_EQ(late->last("state")["at"], 3);
}

TEST_F(TableFaults, SpectatorsWhoSeeLaterComeAndGoInALongGame) {
  TableRecord record = people();
  record.options = {{"deal_zones", "on"}, {"days", "12"}};
  record.spectators = {Spectators::See::all, 0, 60};
  const auto table = open(record);
  const auto red = sit(table, 0), black = sit(table, 1);
  for (std::uint64_t i = 0; i < 130; ++i) {
    play(table, {red.get(), black.get()}, 1, i);
    house.turn(1000);
  }
  record.spectators.delay = 0;
  for (const int shown : {71, 111}) {
    const auto late = sit_as_spectator(table);
    const Json state = late->last("state");
    ASSERT_EQ(state["at"], shown);
    const auto& all = table->entries();
    const auto then = sit_as_spectator(open(record, {all.begin(), all.begin() + shown}));
    EXPECT_EQ(state["view"], then->last("state")["view"]);
    table->leave(late->watcher);
    house.turn(40'010);
  }
}

TEST_F(TableFaults, ThinkingTimeSurvivesARestart) {
  for (const Clock::Kind kind : {Clock::Kind::bank, Clock::Kind::decision}) {
    TableRecord record = people();
    record.clock = {kind, 100, 0, 0};
    auto table = open(record);
    const int seat = asked(table);
    EXPECT_FALSE(table->clock_to_keep(TableClock::Keep::now_and_then));
    house.turn(40'000);
    const auto kept = table->clock_to_keep(TableClock::Keep::now_and_then);
    ASSERT_TRUE(kept);
    EXPECT_EQ(kept->remaining, 60'000);
    EXPECT_EQ(kept->entries, 0);
    EXPECT_FALSE(table->clock_to_keep(TableClock::Keep::now_and_then)) << "nothing is written twice";
    table.reset();
    house.turn(500'000);  // the server was away; nobody's time
    table = good(OpenTable::open(house, edition, *wording, record, {}, 2, std::nullopt, kept->remaining));
    ASSERT_NE(table, nullptr);
    table->wake();
    const auto red = sit(table, 0), black = sit(table, 1);
    house.turn(5'000);
    say(table, *red, {{"type", "sync"}});
    EXPECT_EQ(red->last("state")["clocks"][static_cast<std::size_t>(seat)]["left"], 55'000);
    say(table, seat == 0 ? *red : *black, some_choice(table, 0));
    house.turn();
    EXPECT_EQ(table->entries()[0].spent, 45'000);
  }
}

// ---- what was written -----------------------------------------------------------------------------------

TEST_F(TableFaults, AGameThatGoesAnotherWayNowIsReadOnly) {
  const auto table = open(people());
  const auto red = sit(table, 0), black = sit(table, 1);
  play(table, {red.get(), black.get()}, 10);
  std::vector<Entry> entries = table->entries();
  ASSERT_EQ(entries.size(), 10U);
  for (const Entry& entry : entries) EXPECT_NE(entry.position, 0U);
  EXPECT_FALSE(open(people(), entries)->read_only());
  entries[6].position ^= 1U;  // by other content it came to another position
  const auto other = open(people(), entries);
  EXPECT_TRUE(other->read_only());
  EXPECT_EQ(other->entries().size(), 6U);
  const auto eyes = sit(other, 0);
  EXPECT_EQ(eyes->last("state")["at"], 6);
  const Json info = eyes->last("table");
  EXPECT_EQ(info["read_only"]["beyond"], 4);
  EXPECT_EQ(info["read_only"]["content"], true);
  const std::size_t writes = house.writes.size();
  say(other, *eyes, some_choice(other, 0));
  EXPECT_EQ(eyes->last("refused")["code"], "not_allowed");
  EXPECT_EQ(house.writes.size(), writes);
}

TEST_F(TableFaults, AReplayWithoutEndIsNotKept) {
  Replay replay = start_replay(*edition, {2, {}}, core::seed_from(1));
  replay.rules = 999;  // what cannot be followed is kept all the same
  replay.players = {{1, "1234567890123456789012345678901234567890123456789012345678é"},
                    {2, std::string(59, 'x') + "é"}};
  replay.choices.assign(static_cast<std::size_t>(most_kept_choices), {"seat 1", "x", Choice{0xFFFF}, 0});
  TableRecord record;
  std::vector<Entry> entries;
  ASSERT_EQ(import_replay(house, *edition, replay, {"p0", "P0", true}, record, entries).status, 0);
  EXPECT_EQ(entries.size(), static_cast<std::size_t>(most_kept_choices));
  EXPECT_EQ(record.sitters[0].name, replay.players[0].second);
  EXPECT_EQ(record.sitters[1].name, std::string(59, 'x')) << "no part of a character";
  replay.choices.push_back(replay.choices.back());
  EXPECT_EQ(import_replay(house, *edition, replay, {"p0", "P0", true}, record, entries).status, 400);
}

// ---- who sits there -------------------------------------------------------------------------------------

TEST_F(TableFaults, WhoBringsNonsenseCanBeSentAwayAndTheGameStarts) {
  TableRecord record = people(3);
  record.host = "p0";
  record.sitters[1] = record.sitters[2] = {};
  record.status = Status::waiting;
  const auto table = open(record);
  int status = -1;
  const auto sat = [&](const Failure& failure, int) { status = failure.status; };
  const auto done = [&](const Failure& failure) { status = failure.status; };
  table->take_seat({"p1", "P1", false}, 0, 1, {{"nonsense", "yes"}}, sat);
  house.turn();
  ASSERT_EQ(status, 0);
  const auto nonsense = sit(table, 1);
  table->take_seat({"p2", "P2", false}, 0, 2, {}, sat);
  house.turn();
  ASSERT_EQ(status, 400) << "the game cannot begin with it";
  table->set_seat({"p1", "P1", false}, 0, {}, done);
  EXPECT_EQ(status, 403) << "the host alone";
  table->set_seat({"p0", "P0", false}, 0, {}, done);
  EXPECT_EQ(status, 409) << "not the host";
  table->set_seat({"p0", "P0", false}, 1, {}, done);
  house.turn();
  ASSERT_EQ(status, 0);
  ASSERT_EQ(nonsense->byes.size(), 1U);
  EXPECT_NE(nonsense->byes[0].find("sent_away"), std::string::npos);
  EXPECT_EQ(house.writes.back().gone, "p1");
  table->take_seat({"p1", "P1", false}, 0, 1, {}, sat);
  EXPECT_EQ(status, 403) << "and does not come back";
  for (const char* who : {"p3", "p2"}) {
    table->take_seat({who, who, false}, 0, -1, {}, sat);
    house.turn();
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(table->record().status, Status::playing);
}

TEST_F(TableFaults, WhoLookedInBeforeTheGameDoesNotWatchItUnlessTheyMay) {
  for (const Spectators::See see : {Spectators::See::nothing, Spectators::See::open, Spectators::See::all}) {
    TableRecord record = people();
    record.spectators.see = see;
    record.sitters[1] = {};
    record.status = Status::waiting;
    const auto table = open(record);
    const auto host = sit(table, 0), player = enter(table, 1, -1, -1), stranger = sit_as_spectator(table);
    table->take_seat({"p1", "P1", true}, 0, 1, {},
                     [](const Failure& failure, int) { EXPECT_EQ(failure.status, 0); });
    house.turn();
    ASSERT_EQ(table->record().status, Status::playing);
    EXPECT_NE(host->last("state"), nullptr);
    // The player would see the other's hand, or the game as it is told to those who do not play.
    EXPECT_EQ(player->byes.size(), see == Spectators::See::all ? 1U : 0U);
    EXPECT_EQ(player->last("state") == nullptr, see == Spectators::See::all);
    EXPECT_EQ(stranger->byes.size(), see == Spectators::See::nothing ? 1U : 0U);
    EXPECT_EQ(stranger->last("state") == nullptr, see == Spectators::See::nothing);
  }
}

TEST_F(TableFaults, WhoLeavesASeatDoesNotSeeOrPlayForTheNextThere) {
  TableRecord record = people(3);
  record.sitters[2] = {};
  record.status = Status::waiting;
  const auto table = open(record);
  const auto gone = sit(table, 1);
  const auto done = [](const Failure& failure) { EXPECT_EQ(failure.status, 0); };
  table->leave_seat({"p1", "P1", true}, done);
  house.turn();
  EXPECT_EQ(gone->byes.size(), 1U);
  for (const char* who : {"p3", "p4"})
    table->take_seat({who, who, true}, 0, -1, {},
                     [](const Failure& failure, int) { EXPECT_EQ(failure.status, 0); });
  house.turn();
  ASSERT_EQ(table->record().status, Status::playing);
  EXPECT_EQ(gone->last("state"), nullptr);
  say(table, *gone, {{"type", "resign"}});
  house.turn();
  EXPECT_TRUE(table->entries().empty());
}

TEST_F(TableFaults, ASocketThatWasLetInIsLookedAtAgainWhenItIsOpen) {
  TableRecord record = people();
  record.sitters[1] = {};
  record.status = Status::waiting;
  const auto table = open(record);
  const auto late = std::make_unique<Ears>();
  late->watcher->who = {"p9", "P9", false};
  late->watcher->send = [&](const std::shared_ptr<const std::string>& text) { late->texts.push_back(*text); };
  late->watcher->dismiss = [&](std::string text) { late->byes.push_back(std::move(text)); };
  late->watcher->seat = 0;  // somebody else's by now
  table->enter(late->watcher);
  EXPECT_EQ(late->byes.size(), 1U);
  EXPECT_TRUE(late->texts.empty());
}

TEST_F(TableFaults, EverybodySeesThatTheSeedWasChosen) {
  TableRecord record = people();
  EXPECT_EQ(Json::parse("{" + open(record)->json(nullptr) + "}")["seed_chosen"], false);
  record.given_seed = true;
  const Json seen = Json::parse("{" + open(record)->json(nullptr) + "}");
  EXPECT_EQ(seen["seed_chosen"], true);
  EXPECT_EQ(seen["seed"], nullptr);
}

TEST_F(TableFaults, SeatsPassToTheAccountAndNotBack) {
  const auto table = open(people());
  const auto guest = sit(table, 0);
  table->rename("p0", {"account", "Anna", true}, [](const Failure& failure) { EXPECT_EQ(failure.status, 0); });
  house.turn();
  EXPECT_EQ(guest->byes.size(), 1U) << "the guest's socket is closed";
  EXPECT_EQ(table->admit(*guest->watcher).status, 403);
  EXPECT_EQ(house.writes.back().gone, "p0");
  guest->watcher->who.id = "account";
  EXPECT_EQ(table->admit(*guest->watcher).status, 0);
}

TEST_F(TableFaults, WhoLeavesForGoodGivesUp) {
  const auto table = open(people());
  bool done = false;
  table->withdraw("p0", {"x", "?", false}, [&](const Failure& failure) { done = failure.status == 0; });
  house.turn();
  EXPECT_TRUE(done);
  EXPECT_EQ(table->record().status, Status::over);
  EXPECT_EQ(table->record().sitters[0].name, "?");
  EXPECT_EQ(table->record().sitters[1].name, "P1");
}

TEST(Names, AreSeenAsTheyAre) {
  for (const char* name : {"Anna", "Zoë", "José-María", "李小龍", "Ἀρχιμήδης", "O'Neill 2"})
    EXPECT_TRUE(People::good_name(name)) << name;
  for (const char* bad : {"a",
                          " Anna",
                          "Anna ",
                          "An\tna",
                          "An\x7Fna",
                          "An\u200Bna",
                          "An\u202Ena",
                          "An\u2066na",
                          "\uFEFF"
                          "Anna",
                          "An\u00ADna",
                          "An\u00A0na",
                          "An\u3000na",
                          "An\xC3",
                          "An\xC0\xAFna",
                          "An\xED\xA0\x80na",
                          "<b>Anna",
                          "An\u0085na",
                          "An\uFE0Fna",
                          "an\u115Fna",
                          "Zoe\u0308",
                          "Anna\u20E3",
                          "An\u061Cna"})
    EXPECT_FALSE(People::good_name(bad)) << bad;
}

// ---- connections ----------------------------------------------------------------------------------------

TEST(Connections, AreAsManyAsThereIsMemoryFor) {
  constexpr std::int64_t gib = std::int64_t{1} << 30U, many = 10'000'000;
  EXPECT_EQ(most_connections(gib, many), 8'192);
  EXPECT_EQ(most_connections(4 * gib, many), 4 * 8'192) << "four times the memory, four times the sockets";
  EXPECT_GT(most_connections(64 * gib, many), 20'000);
  EXPECT_LT(most_connections(64 * gib, 5'000), 5'000) << "there must be a file descriptor for each";
  EXPECT_EQ(most_connections(0, 0), 64) << "a few, whatever the machine says";
}

// ---- thinking -------------------------------------------------------------------------------------------

TEST(Bots, EverybodyHasAShare) {
  Metrics metrics;
  HttpServer http(metrics);
  const std::shared_ptr<const Edition> edition = good(Edition::load(embedded_bundle("risk_cybertron")));
  ASSERT_NE(edition, nullptr);
  const auto question = [&](const char* whose) {
    return BotQuestion{edition, good(edition->begin({2, {}}, core::seed_from(1))), "search:300", {}, whose};
  };
  std::vector<std::string> order;
  Bots bots(1, http.loop());
  for (int i = 0; i < 28; ++i)
    bots.ask(question("greedy"), [&](Choice, Milliseconds) { order.emplace_back("greedy"); });
  bots.ask(question("modest"), [&](Choice choice, Milliseconds) {
    EXPECT_NE(choice.bits, 0U);
    order.emplace_back("modest");
  });
  bots.work([] {}, [&] { order.emplace_back("log-in"); });
  http.loop().after(60'000, [&] { http.stop(); });
  std::function<void()> look = [&] {
    if (order.size() == 30) return http.stop();
    http.loop().after(5, look);
  };
  look();
  http.run();
  ASSERT_EQ(order.size(), 30U);
  const auto place = [&](const char* who) { return std::find(order.begin(), order.end(), who) - order.begin(); };
  EXPECT_LE(place("modest"), 4);
  EXPECT_LE(place("log-in"), 4);
}

TEST_F(TableFaults, AHintTakesTheTimeOfWhoWantsIt) {
  TableRecord record = people();
  record.host = "somebody";
  record.sitters[1] = {Sitter::Kind::bot, "", "greedy", "greedy", false, 0};
  const auto table = open(record);
  for (int i = 0; i < 10 && asked(table) != 0; ++i) house.turn(1000);
  BotQuestion question;
  ASSERT_EQ(table->hint({"p0", "P0", true}, question).status, 0);
  EXPECT_EQ(question.whose, "p0");
}

TEST(Bots, OfAnyStrengthTakeNoMoreMemoryThanAFew) {
  const std::shared_ptr<const Edition> edition = good(Edition::load(embedded_bundle("risk_cybertron")));
  ASSERT_NE(edition, nullptr);
  const Position position = good(edition->begin({2, {}}, core::seed_from(1)));
  const auto ask = [&](const std::string& bot) {
    return think({edition, position, bot, core::seed_from(2), "anna"});
  };
  const Choice first = ask("search:20");
  for (int i = 1; i <= 3 * static_cast<int>(most_kept_players); ++i) {
    EXPECT_NE(ask("search:" + std::to_string(20 + i)).bits, 0U);
    EXPECT_LE(kept_players(), most_kept_players);
  }
  EXPECT_EQ(ask("search:20").bits, first.bits) << "one that was forgotten thinks the same";
}

}  // namespace
}  // namespace rw::server
