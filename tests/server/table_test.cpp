// What a table does, and in which order.
#include <gtest/gtest.h>
#include <sodium.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "engine/core/hash.h"
#include "engine/embedded.h"
#include "engine/games/risk_cybertron/state.h"
#include "engine/replay.h"
#include "server/open_table.h"
#include "server/people.h"
#include "tests/expected.h"
#include "tests/server/wooden_house.h"

namespace rw::server {
namespace {

TEST_F(TableTest, NothingIsToldBeforeItIsWritten) {
  const auto table = open(people());
  const auto red = sit(table, 0), black = sit(table, 1);
  Ears& chooser = asked(table) == 0 ? *red : *black;
  const std::size_t told_red = red->texts.size(), told_black = black->texts.size();
  say(table, chooser, some_choice(table, 0));
  EXPECT_EQ(house.writes.size(), 1U);
  EXPECT_EQ(red->texts.size(), told_red);
  EXPECT_EQ(black->texts.size(), told_black);
  EXPECT_TRUE(table->entries().empty());
  house.turn();
  EXPECT_EQ(table->entries().size(), 1U);
  EXPECT_EQ(red->last("state")["at"], 1);
  EXPECT_EQ(black->last("state")["at"], 1);
}

TEST_F(TableTest, WhatCannotBeWrittenDoesNotHappen) {
  const auto table = open(people());
  const auto red = sit(table, 0), black = sit(table, 1);
  Ears& chooser = asked(table) == 0 ? *red : *black;
  const Position before = table->history().now();
  house.answer = Written::failed;
  say(table, chooser, some_choice(table, 0));
  house.turn();
  EXPECT_EQ(chooser.last("refused")["code"], "storage");
  EXPECT_TRUE(table->history().now() == before);
  EXPECT_TRUE(table->entries().empty());
  house.answer = Written::yes;
  say(table, chooser, some_choice(table, 0));
  house.turn();
  EXPECT_EQ(table->entries().size(), 1U);
  house.answer = Written::lost;
  say(table, asked(table) == 0 ? *red : *black, some_choice(table, 0));
  house.turn();
  EXPECT_EQ(house.losses, 1);
}

TEST_F(TableTest, AChoiceCountsOnce) {
  const auto table = open(people());
  const auto red = sit(table, 0), black = sit(table, 1);
  Ears& chooser = asked(table) == 0 ? *red : *black;
  Ears& other = asked(table) == 0 ? *black : *red;
  const Json choice = some_choice(table, 0);
  say(table, other, choice);
  house.turn();
  EXPECT_EQ(other.last("refused")["code"], "not_asked");
  say(table, chooser, choice);
  say(table, chooser, choice);  // a double click
  house.turn();
  EXPECT_EQ(table->entries().size(), 1U);
  const std::string code = chooser.last("refused")["code"];
  EXPECT_TRUE(code == "stale" || code == "not_asked") << code;
}

TEST_F(TableTest, WrongChoicesAreRefusedWithTheirClause) {
  const auto table = open(people());
  const auto red = sit(table, 0), black = sit(table, 1);
  play(table, {red.get(), black.get()}, 30);
  Ears& chooser = asked(table) == 0 ? *red : *black;
  const Position before = table->history().now();
  const auto number = table->history().decision().number;
  for (const Json& wrong :
       {Json{{"choice", "0"}}, Json{{"choice", "255"}}, Json{{"choice", "18446744073709551615"}},
        Json{{"notation", "dance"}}, Json{{"choice", "1"}, {"amount", 60000}}}) {
    Json message = wrong;
    message["type"] = "choose";
    message["decision"] = number;
    chooser.texts.clear();
    say(table, chooser, message);
    house.turn();
    EXPECT_FALSE(chooser.last("refused").is_null()) << message;
    EXPECT_TRUE(table->history().now() == before) << message;
  }
  chooser.texts.clear();
  say(table, chooser, {{"type", "choose"}, {"decision", number}, {"notation", "attack \"Iacon\" -> \"Unicron\""}});
  house.turn();
  EXPECT_EQ(chooser.last("refused")["code"], "illegal");
  EXPECT_EQ(chooser.last("refused")["clause"].get<std::string>().substr(0, 4), "RSK-");
}

TEST_F(TableTest, AWholeGameEndsAndComesBackFromItsEntries) {
  const auto table = open(people());
  const auto red = sit(table, 0), black = sit(table, 1);
  play(table, {red.get(), black.get()}, 100'000);
  EXPECT_EQ(table->record().status, Status::over);
  EXPECT_EQ(red->last("state")["over"]["how"], "rules");
  EXPECT_EQ(red->last("table")["seed"], std::string(64, '3'));
  EXPECT_EQ(house.writes.back().record->status, Status::over);
  WoodenHouse later;
  const auto again = good(OpenTable::open(later, edition, *wording, table->record(), table->entries(), 2));
  ASSERT_NE(again, nullptr);
  EXPECT_TRUE(again->history().now() == table->history().now());
  std::string file;
  EXPECT_EQ(table->replay_file(file).status, 0);
  Replay replay;
  ASSERT_TRUE(ok(read_replay(file).into(replay)));
  EXPECT_TRUE(verify(*edition, replay).fair);
}

// A replay is told outside the loops, so it must not look at what any of them keeps.
TEST_F(TableTest, AReplayDoesNotDependOnWhatElseIsTold) {
  const auto table = open(people());
  const auto red = sit(table, 0), black = sit(table, 1);
  play(table, {red.get(), black.get()}, 12);
  const auto replay_by = [&](const Wording& words) {
    std::string told;
    const auto again = good(OpenTable::open(house, edition, words, table->record(), table->entries(), 1));
    EXPECT_EQ(again->replay_json({"p0", "P0", true}, "1", "en", 0, 50, told).status, 0);
    return told;
  };
  const Wording silent(edition), talkative(edition);
  // More seats: other numbers for the same places.
  sit(good(OpenTable::open(house, edition, talkative, people(4), {}, 1)), 0);
  EXPECT_EQ(replay_by(silent), replay_by(talkative));
}

// Played by other rules: whatever goes through is shown, nothing can be done, and nothing is written.
TEST_F(TableTest, ATableOfOtherRulesIsReadOnly) {
  const auto table = open(people());
  const auto red = sit(table, 0), black = sit(table, 1);
  play(table, {red.get(), black.get()}, 12);
  TableRecord record = table->record();
  record.rules = 999;
  record.clock = {Clock::Kind::decision, 1, 0, 0};
  std::vector<Entry> entries = table->entries();
  entries.push_back({Entry::Kind::choice, 0, 0xFFFFFFFFFFFFFF7FU, 0, 0});  // not a choice of today's rules
  house.writes.clear();
  const auto old = open(record, entries);
  EXPECT_TRUE(old->read_only() && old->idle());
  EXPECT_TRUE(old->history().now() == table->history().now());
  const auto again = sit(old, asked(old));
  EXPECT_EQ(again->last("table")["read_only"],
            Json({{"rules", edition->game().rules_version}, {"beyond", 1}, {"content", false}}));
  EXPECT_EQ(again->last("table")["rules"], 999);
  for (const char* absent : {"decision", "waiting", "undo"})
    EXPECT_FALSE(again->last("state").contains(absent)) << absent;
  for (const Json& message : {some_choice(old, 0), Json{{"type", "undo"}}, Json{{"type", "draw"}},
                              Json{{"type", "resign"}}, Json{{"type", "why"}, {"notation", "pass"}}}) {
    again->texts.clear();
    say(old, *again, message);
    house.turn(10'000);
    EXPECT_EQ(again->last("refused")["code"], "not_allowed") << message;
    EXPECT_NE(again->last("refused")["text"].get<std::string>().find("rules version 999"), std::string::npos);
  }
  EXPECT_TRUE(house.writes.empty());
}

TEST_F(TableTest, AReplayOfOtherRulesKeepsAllItsChoicesAndIsNotTakenOver) {
  const auto table = open(people());
  const auto red = sit(table, 0), black = sit(table, 1);
  play(table, {red.get(), black.get()}, 100'000);
  TableRecord record = table->record();
  record.rules = 999;
  std::vector<Entry> entries = table->entries();
  const std::uint64_t changed = 0xFFFFFFFFFFFFFF7FU;
  entries[entries.size() / 2].value = changed;
  const auto old = open(record, entries);
  std::string file;
  ASSERT_EQ(old->replay_file(file).status, 0);
  Replay replay;
  ASSERT_TRUE(ok(read_replay(file).into(replay)));
  EXPECT_EQ(replay.rules, 999);
  EXPECT_EQ(replay.choices.size(), entries.size());
  EXPECT_EQ(replay.choices[entries.size() / 2].choice, Choice{changed});
  std::string out;
  EXPECT_EQ(old->replay_json({"p0", "P0", true}, "all", "en", 0, 10, out).status, 0);
  EXPECT_EQ(Json::parse(out)["setup"]["read_only"]["rules"], edition->game().rules_version);
  EXPECT_EQ(Json::parse(out)["choices"], entries.size() / 2);
  TableRecord taken;
  std::vector<Entry> kept;
  EXPECT_EQ(old->take_over({"p0", "P0", true}, 3, 0, false, taken, kept).status, 409);
}

// A position as bytes means something else in other rules.
TEST_F(TableTest, ASavedPositionOfOtherRulesIsNotOpened) {
  const auto table = open(people());
  TableRecord record = table->record();
  std::vector<std::byte> save = write_save(*edition, table->history().now());
  save[64] = std::byte{200};  // the rules version; the checksum stands behind it
  std::memset(save.data() + 72, 0, 8);
  const std::uint64_t sum = core::hash64(save);
  std::memcpy(save.data() + 72, &sum, 8);
  static constexpr std::string_view digits = "0123456789abcdef";
  for (const std::byte byte : save) {
    record.base += digits[std::to_integer<std::size_t>(byte) >> 4U];
    record.base += digits[std::to_integer<std::size_t>(byte) & 15U];
  }
  record.rules = 200;
  const std::string error = OpenTable::open(house, edition, *wording, record, {}, 1).error();
  EXPECT_NE(error.find("rules version 200"), std::string::npos) << error;
  EXPECT_NE(error.find("cannot be opened"), std::string::npos) << error;
}

// Until everybody sits nothing was played: it starts by the rules of the day.
TEST_F(TableTest, AWaitingTableOfOtherRulesStartsByThoseOfToday) {
  TableRecord record = people();
  record.status = Status::waiting;
  record.sitters[1] = {};
  record.rules = 999;
  const auto table = open(record);
  EXPECT_FALSE(table->read_only());
  EXPECT_EQ(table->record().rules, edition->game().rules_version);
}

// Of two tables one outgrows a capacity: it is closed with the reason, and the other one goes on.
TEST_F(TableTest, AGameThatIsBrokenOffEndsItsOwnTableAlone) {
  using risk_cybertron::State;
  const auto other = open(people());
  const auto other_red = sit(other, 0), other_black = sit(other, 1);
  const std::vector<Ears*> other_seats = {other_red.get(), other_black.get()};
  const auto attacks = [&] {  // may whoever is asked attack?
    static ChoiceList list;
    edition->choices(other->history().now(), list);
    return edition->verb_name(list[0]) == "attack";
  };
  for (std::uint64_t i = 1; i < 500 && !attacks(); ++i) play(other, other_seats, 1, i);
  ASSERT_TRUE(attacks());
  // The same position without room for another step: the next attack overflows.
  Position full = other->history().now();
  auto& agenda = static_cast<State*>(full.data())->agenda;
  while (agenda.size() < agenda.capacity) agenda.insert(0, agenda[0]);
  TableRecord record = people();
  const std::vector<std::byte> save = write_save(*edition, full);
  record.base.resize(save.size() * 2 + 1);
  sodium_bin2hex(record.base.data(), record.base.size(), reinterpret_cast<const unsigned char*>(save.data()),
                 save.size());
  record.base.pop_back();
  const auto table = open(record);
  const auto red = sit(table, 0), black = sit(table, 1);
  say(table, asked(table) == 0 ? *red : *black, some_choice(table, 0));
  house.turn();
  EXPECT_EQ(table->record().status, Status::over);
  ASSERT_NE(table->history().now().broken(), nullptr);
  const Json over = black->last("state")["over"];
  EXPECT_EQ(over["how"], "broken");
  EXPECT_TRUE(over["winners"].empty());
  EXPECT_NE(over["text"].get<std::string>().find("8 steps"), std::string::npos) << over;
  // It is told the same way when the table is opened again.
  WoodenHouse later;
  const auto again = good(OpenTable::open(later, edition, *wording, table->record(), table->entries(), 2));
  ASSERT_NE(again, nullptr);
  EXPECT_NE(again->history().now().broken(), nullptr);
  const std::size_t before = other->entries().size();
  play(other, other_seats, 5, 2);
  EXPECT_EQ(other->entries().size(), before + 5);
}

TEST_F(TableTest, UndoIsFreeWhenHarmlessAndAskedForOtherwise) {
  const auto table = open(people());
  const auto red = sit(table, 0), black = sit(table, 1);
  const std::vector<Ears*> seats = {red.get(), black.get()};
  bool free = false, agreed = false, declined = false;
  core::Random random = core::Random::start(core::seed_from(5));
  for (int i = 0; i < 400 && table->record().status == Status::playing && !(free && agreed && declined); ++i) {
    const int seat = asked(table);
    Ears& me = *seats[static_cast<std::size_t>(seat)];
    Ears& other = *seats[static_cast<std::size_t>(1 - seat)];
    const Position before = table->history().now();
    say(table, me, some_choice(table, random.next()));
    house.turn();
    const Json state = me.last("state");
    if (state["undo"] == "free" && !free) {
      say(table, me, {{"type", "undo"}});
      house.turn();
      EXPECT_TRUE(table->history().now() == before);
      EXPECT_EQ(me.last("state")["cause"], "undo");
      free = true;
    } else if (state["undo"] == "ask" && !(agreed && declined) && table->record().status == Status::playing) {
      const Position after = table->history().now();
      say(table, me, {{"type", "undo"}});
      house.turn();
      EXPECT_TRUE(table->history().now() == after);
      EXPECT_EQ(other.last("table")["offers"][0]["kind"], "undo");
      const bool yes = declined;
      say(table, other, {{"type", "answer"}, {"offer", "undo"}, {"yes", yes}});
      house.turn();
      EXPECT_TRUE(table->history().now() == (yes ? before : after));
      (yes ? agreed : declined) = true;
    }
  }
  EXPECT_TRUE(free && agreed && declined);
}

TEST_F(TableTest, DrawResignAndRematch) {
  auto table = open(people());
  auto red = sit(table, 0), black = sit(table, 1);
  say(table, *red, {{"type", "draw"}});
  say(table, *black, {{"type", "answer"}, {"offer", "draw"}, {"yes", true}});
  house.turn();
  EXPECT_EQ(red->last("state")["over"]["how"], "draw");
  EXPECT_TRUE(red->last("state")["over"]["winners"].empty());
  say(table, *red, {{"type", "rematch"}});
  say(table, *black, {{"type", "rematch"}});
  house.turn();
  ASSERT_EQ(house.opened.size(), 1U);
  EXPECT_EQ(house.opened[0].sitters[0].identity, "p1");
  EXPECT_EQ(black->last("table")["rematch"], house.opened[0].id);

  table = open(people());
  red = sit(table, 0);
  black = sit(table, 1);
  say(table, *black, {{"type", "resign"}});
  house.turn();
  EXPECT_EQ(red->last("state")["over"]["how"], "resigned");
  EXPECT_EQ(red->last("state")["over"]["winners"], Json({1}));
  // The replay tells how it ended.
  std::string file;
  EXPECT_EQ(table->replay_file(file).status, 0);
  EXPECT_NE(file.find(": concede #"), std::string::npos) << file;
  Replay replay;
  ASSERT_TRUE(ok(read_replay(file).into(replay)));
  EXPECT_TRUE(verify(*edition, replay).fair);
}

TEST_F(TableTest, WithMoreThanTwoTheComputerPlaysOn) {
  const auto table = open(people(3));
  const auto a = sit(table, 0), b = sit(table, 1), c = sit(table, 2);
  say(table, *b, {{"type", "resign"}});
  house.turn();
  EXPECT_EQ(table->record().status, Status::playing);
  const std::vector<Ears*> seats = {a.get(), b.get(), c.get()};
  for (int i = 0; i < 50; ++i) {
    EXPECT_NE(asked(table), 1);
    say(table, *seats[static_cast<std::size_t>(asked(table))], some_choice(table, static_cast<std::uint64_t>(i)));
    house.turn(10);
  }
}

TEST_F(TableTest, AClockThatRunsOutGivesTheOthersAChoice) {
  TableRecord record = people();
  record.clock = {Clock::Kind::decision, 30, 0, 0};
  const auto table = open(record);
  const auto red = sit(table, 0), black = sit(table, 1);
  const int slow = asked(table);
  Ears& other = slow == 0 ? *black : *red;
  house.turn(31'000);
  EXPECT_TRUE(other.last("table")["offers"].empty());
  house.turn(2'000);
  EXPECT_EQ(other.last("table")["offers"][0]["kind"], "out_of_time");
  say(table, other, {{"type", "answer"}, {"offer", "out_of_time"}, {"what", "wait"}});
  house.turn(31'000);
  EXPECT_EQ(table->record().status, Status::playing);
  house.turn(5'000);
  say(table, other, {{"type", "answer"}, {"offer", "out_of_time"}, {"what", "end"}});
  house.turn();
  EXPECT_EQ(other.last("state")["over"]["how"], "out_of_time");
}

TEST_F(TableTest, RatedGamesAreRatedWithTheirLastEntry) {
  TableRecord record = people();
  record.rated = true;
  const auto table = open(record);
  const auto red = sit(table, 0), black = sit(table, 1);
  say(table, *red, {{"type", "resign"}});
  house.turn();
  ASSERT_TRUE(house.writes.back().rated);
  EXPECT_EQ(house.writes.back().rated->ranks, (std::vector<int>{2, 1}));
}

// Whatever a record says: content of one's own reaches no rating. A rematch is played with it again.
TEST_F(TableTest, GamesWithContentOfOnesOwnAreNeverRated) {
  TableRecord record = people();
  record.rated = true;
  record.patch = "patch: risk_cybertron\ngame: { days: 4 }\n";
  record.patched = {"game.days"};
  const auto table = open(record);
  const auto red = sit(table, 0), black = sit(table, 1);
  EXPECT_EQ(red->last("table")["own_content"], Json({"game.days"}));
  say(table, *red, {{"type", "resign"}});
  house.turn();
  EXPECT_FALSE(house.writes.back().rated);
  say(table, *red, {{"type", "rematch"}});
  say(table, *black, {{"type", "rematch"}});
  house.turn();
  ASSERT_EQ(house.opened.size(), 1U);
  EXPECT_EQ(house.opened[0].patch, record.patch);
  EXPECT_EQ(house.opened[0].patched, record.patched);
}

TEST_F(TableTest, LateSpectatorsSeeTheSameLater) {
  TableRecord record = people();
  record.spectators = {Spectators::See::open, 0, 60};
  const auto table = open(record);
  const auto red = sit(table, 0), black = sit(table, 1);
  play(table, {red.get(), black.get()}, 5);
  const auto watcher = sit(table, -1);
  EXPECT_EQ(watcher->last("state")["at"], 0);
  house.turn(59'000);
  EXPECT_EQ(watcher->last("state")["at"], 0);
  house.turn(2'000);
  EXPECT_EQ(watcher->last("state")["at"], 5);
}

TEST_F(TableTest, WhoComesBackIsToldWhatHappened) {
  const auto table = open(people());
  auto red = sit(table, 0);
  const auto black = sit(table, 1);
  const std::vector<Ears*> seats = {red.get(), black.get()};
  play(table, seats, 4);
  const int seen = red->last("state")["at"];
  table->leave(red->watcher);
  EXPECT_FALSE(black->last("table")["seats"][0]["present"]);
  auto back = sit(table, 0, seen - 2);
  EXPECT_FALSE(back->last("state")["since"].empty());
  EXPECT_EQ(back->last("state").contains("decision"), asked(table) == 0);
}

TEST_F(TableTest, SpectatorsOnlyWatch) {
  TableRecord record = people();
  const auto table = open(record);
  const auto red = sit(table, 0), watcher = sit(table, -1);
  say(table, *watcher, some_choice(table, 0));
  say(table, *watcher, {{"type", "resign"}});
  say(table, *watcher, {{"type", "say"}, {"phrase", "hello"}});
  house.turn();
  EXPECT_EQ(watcher->last("refused")["code"], "not_yours");
  EXPECT_TRUE(table->entries().empty());
  EXPECT_TRUE(red->last("said").is_null());
  Watcher stranger;
  stranger.who = {"stranger", "S", false};
  stranger.seat = 0;
  EXPECT_EQ(table->admit(stranger).status, 403);
  record.spectators.see = Spectators::See::nothing;
  stranger.seat = -1;
  EXPECT_EQ(open(record)->admit(stranger).status, 403);
}

// ---- joining and opening ------------------------------------------------------------------------------

// The log of whoever joins has the last lines of the game, and the same ones after the table was opened from a
// checkpoint; the position is the same too, and so is what can be taken back.
TEST_F(TableTest, ATableOpenedFromACheckpointIsTheSame) {
  TableRecord record = people();
  record.options = {{"deal_zones", "on"}};
  const auto table = open(record);
  auto red = sit(table, 0), black = sit(table, 1);
  play(table, {red.get(), black.get()}, 230);
  std::optional<Checkpoint> stored;
  for (const TableWrite& write : house.writes)
    if (write.checkpoint) stored = write.checkpoint;
  ASSERT_TRUE(stored);
  EXPECT_GE(stored->entries, 64);
  WoodenHouse later;
  const auto opened = [&](const std::optional<Checkpoint>& checkpoint) {
    return good(OpenTable::open(later, edition, *wording, table->record(), table->entries(), 2, checkpoint));
  };
  const auto again = opened(stored), replayed = opened(std::nullopt);
  ASSERT_NE(again, nullptr);
  EXPECT_TRUE(again->history().now() == table->history().now());
  EXPECT_EQ(again->history().choice_count(), table->history().choice_count());
  std::vector<std::unique_ptr<Ears>> ears;
  for (int seat = 0; seat < 2; ++seat) {
    EXPECT_EQ(again->history().kept_by_undo(seat), table->history().kept_by_undo(seat));
    EXPECT_EQ(again->history().harmless_undo(seat), table->history().harmless_undo(seat));
    ears.push_back(sit(again, seat));
    ears.push_back(sit(replayed, seat));
    const Json told = ears[ears.size() - 2]->last("state");
    EXPECT_EQ(told["log"].size(), 50U);
    EXPECT_EQ(told, ears.back()->last("state"));
  }
  // A checkpoint that does not fit is not used.
  Checkpoint wrong = *stored;
  wrong.save[200] = wrong.save[200] == '0' ? '1' : '0';
  EXPECT_TRUE(opened(wrong)->history().now() == table->history().now());
  wrong = *stored;
  wrong.entries = 100'000;
  EXPECT_TRUE(opened(wrong)->history().now() == table->history().now());
}

// So joining costs the same however long the game is.
TEST_F(TableTest, WhoJoinsIsToldFromAPositionOfNotLongAgo) {
  TableRecord record = people();
  record.options = {{"deal_zones", "on"}};
  const auto table = open(record);
  auto red = sit(table, 0), black = sit(table, 1);
  for (int i = 0; i < 24; ++i) {
    play(table, {red.get(), black.get()}, 10, static_cast<std::uint64_t>(i));
    const GameHistory& now = table->history();
    const int back = now.choice_count() - now.past(50)->choice_count();
    EXPECT_GE(back, std::min(50, now.choice_count()));
    EXPECT_LE(back, 82) << "after " << now.choice_count() << " choices";
  }
  EXPECT_GT(table->history().choice_count(), 200);
}

TEST_F(TableTest, WholeStatesAreNotGivenOutWithoutEnd) {
  const auto table = open(people());
  const auto red = sit(table, 0);
  for (int i = 0; i < 5; ++i) say(table, *red, {{"type", "sync"}});
  EXPECT_TRUE(red->last("refused").is_null());
  say(table, *red, {{"type", "language"}, {"lang", "fr"}});
  EXPECT_EQ(red->last("refused")["code"], "too_fast");
  EXPECT_EQ(red->last("state")["lang"], "en");
  house.turn(1'000);
  say(table, *red, {{"type", "language"}, {"lang", "fr"}});
  EXPECT_EQ(red->last("state")["lang"], "fr");
}

}  // namespace
}  // namespace rw::server
