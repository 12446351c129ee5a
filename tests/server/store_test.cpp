// The store: one suite for both databases. PostgreSQL is tested where RULEWRIGHT_TEST_DATABASE names one.
#include "server/store.h"

#include <gtest/gtest.h>
#include <sodium.h>

#include <cstdlib>
#include <filesystem>
#include <thread>

#include "engine/core/text.h"
#include "server/people.h"
#include "tests/expected.h"

namespace rw::server {
namespace {

class StoreTest : public testing::TestWithParam<const char*> {
 protected:
  bool postgres() const { return std::string_view(GetParam()) == "PostgreSQL"; }
  void SetUp() override {
    ASSERT_GE(sodium_init(), 0);
    if (postgres() && std::getenv("RULEWRIGHT_TEST_DATABASE") == nullptr) GTEST_SKIP() << "no database given";
    folder_ = std::filesystem::temp_directory_path() / ("rulewright-store-" + random_hex(6));
    store_ = open();
  }
  void TearDown() override {
    store_.reset();
    std::filesystem::remove_all(folder_);
  }
  std::unique_ptr<Store> open() const {
    auto database =
        good(postgres() ? open_postgres(std::getenv("RULEWRIGHT_TEST_DATABASE")) : open_sqlite(folder_.string()));
    auto store =
        std::make_unique<Store>(std::move(database), "server-" + random_hex(4), "127.0.0.1:" + random_hex(2));
    EXPECT_EQ(store->open().error(), "");
    return store;
  }
  static TableRecord record() {
    TableRecord r;
    r.id = random_hex(13);
    r.game = "risk_cybertron";
    r.seed = random_hex(32);
    r.listed = true;
    r.sitters = {{Sitter::Kind::person, "g" + random_hex(4), "Zoë \"the\" Fox", "", false, 0},
                 {Sitter::Kind::bot, "", "greedy", "greedy", false, 0}};
    r.status = Status::playing;
    r.options = {{"days", "3"}};
    return r;
  }
  template <class Work>
  void commit(Work work) {
    ASSERT_TRUE(store_->begin());
    work();
    ASSERT_TRUE(store_->commit()) << store_->error();
  }

  std::filesystem::path folder_;
  std::unique_ptr<Store> store_;
};

TEST_P(StoreTest, ATableBeginsWithAnyNumberOfEntries) {
  for (const int count : {0, 1, 63, 64, 65, 200}) {
    std::vector<Entry> entries;
    for (int i = 0; i < count; ++i)
      entries.push_back({Entry::Kind::choice, static_cast<std::uint8_t>(i % 3),
                         0xF000000000000000ULL + static_cast<std::uint64_t>(i), 1'000 + i, i,
                         0xFFFFFF00U + static_cast<std::uint32_t>(i)});
    const TableRecord table = record();
    commit([&] { store_->create_table(table, entries, Checkpoint{7, "beef"}); });
    FoundTable found;
    commit([&] { found = store_->find_table(table.id); });
    ASSERT_EQ(found.where, FoundTable::Where::here);
    ASSERT_TRUE(found.checkpoint);
    EXPECT_EQ(found.checkpoint->entries, 7);
    EXPECT_EQ(found.checkpoint->save, "beef");
    ASSERT_EQ(found.entries.size(), entries.size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
      EXPECT_EQ(found.entries[i].seat, entries[i].seat);
      EXPECT_EQ(found.entries[i].value, entries[i].value);
      EXPECT_EQ(found.entries[i].when, entries[i].when);
      EXPECT_EQ(found.entries[i].spent, entries[i].spent);
      EXPECT_EQ(found.entries[i].position, entries[i].position);
    }
  }
}

TEST_P(StoreTest, TableComesBackAsItWas) {
  TableRecord made = record();
  made.patch = "patch: risk_cybertron\ngame: { days: 4 }\n";
  made.patched = {"game.days"};
  const Entry entry{Entry::Kind::choice, 1, 0xFFFFFFFFFFFFFFF0ULL, 1234567890123, 4711};
  commit([&] {
    const auto epoch = store_->create_table(made);
    EXPECT_EQ(store_->write({made.id, epoch, 1, entry, std::nullopt, std::nullopt}), Written::yes);
  });
  commit([&] {
    const FoundTable found = store_->find_table(made.id);
    ASSERT_EQ(found.where, FoundTable::Where::here);
    EXPECT_EQ(write_record(found.record), write_record(made));
    EXPECT_EQ(found.record.patch, made.patch);
    EXPECT_EQ(found.record.patched, made.patched);
    ASSERT_EQ(found.entries.size(), 1U);
    EXPECT_EQ(found.entries[0].value, entry.value);
    EXPECT_EQ(found.entries[0].when, entry.when);
    EXPECT_EQ(found.entries[0].spent, entry.spent);
    EXPECT_EQ(store_->find_table("nowhere").where, FoundTable::Where::nowhere);
  });
}

TEST_P(StoreTest, AnEntryIsWrittenOnceAndByTheOwnerOnly) {
  const TableRecord made = record();
  const Entry entry{};
  commit([&] {
    const auto epoch = store_->create_table(made);
    EXPECT_EQ(store_->write({made.id, epoch, 1, entry, std::nullopt, std::nullopt}), Written::yes);
    EXPECT_EQ(store_->write({made.id, epoch, 1, entry, std::nullopt, std::nullopt}), Written::lost);
    EXPECT_EQ(store_->write({made.id, epoch + 1, 2, entry, std::nullopt, std::nullopt}), Written::lost);
    EXPECT_EQ(store_->write({made.id, epoch + 1, 0, std::nullopt, made, std::nullopt}), Written::lost);
  });
}

TEST_P(StoreTest, WhatIsRolledBackNeverWas) {
  const TableRecord made = record();
  ASSERT_TRUE(store_->begin());
  store_->create_table(made);
  store_->rollback();
  commit([&] { EXPECT_EQ(store_->find_table(made.id).where, FoundTable::Where::nowhere); });
}

TEST_P(StoreTest, AnotherServerTakesOverWhenTheOwnerIsGone) {
  if (!postgres()) GTEST_SKIP() << "one server at a time";
  const TableRecord made = record();
  std::int64_t epoch = 0;
  commit([&] { epoch = store_->create_table(made); });
  const auto other = open();
  ASSERT_TRUE(other->begin());
  const FoundTable there = other->find_table(made.id);
  ASSERT_TRUE(other->commit());
  EXPECT_EQ(there.where, FoundTable::Where::elsewhere);
  EXPECT_FALSE(there.address.empty());
  std::this_thread::sleep_for(std::chrono::milliseconds(3000));  // the lease runs out
  ASSERT_TRUE(other->begin());
  other->alive();
  const FoundTable here = other->find_table(made.id);
  EXPECT_EQ(here.where, FoundTable::Where::here);
  EXPECT_EQ(other->write({made.id, here.epoch, 1, Entry{}, std::nullopt, std::nullopt}), Written::yes);
  ASSERT_TRUE(other->commit());
  // The old owner comes back to life and may not write over its successor.
  commit(
      [&] { EXPECT_EQ(store_->write({made.id, epoch, 2, Entry{}, std::nullopt, std::nullopt}), Written::lost); });
}

TEST_P(StoreTest, ListsShowWhatTheyShould) {
  TableRecord open = record(), hidden = record(), over = record();
  hidden.listed = false;
  over.status = Status::over;
  commit([&] {
    for (const TableRecord& r : {open, hidden, over}) store_->create_table(r);
    const auto listed = store_->listed_tables("risk_cybertron");
    const auto has = [&](const std::string& id) {
      return std::any_of(listed.begin(), listed.end(), [&](const TableRecord& r) { return r.id == id; });
    };
    EXPECT_TRUE(has(open.id));
    EXPECT_FALSE(has(hidden.id));
    EXPECT_FALSE(has(over.id));
    EXPECT_EQ(store_->tables_of(hidden.sitters[0].identity).size(), 1U);
    EXPECT_TRUE(store_->listed_tables("chess").empty());
  });
}

TEST_P(StoreTest, AccountsSessionsDecksAndRatings) {
  const std::string name = "Fox " + random_hex(4);
  const Account account{"g" + random_hex(8), name, "hash"}, rival{"g" + random_hex(8), name + "2", "hash"};
  commit([&] {
    EXPECT_TRUE(store_->create_account(account));
    EXPECT_FALSE(store_->create_account({"another", "fOX" + name.substr(3), "hash"}));  // the same name to people
    EXPECT_TRUE(store_->create_account(rival));
    ASSERT_TRUE(store_->account_named(name));
    store_->keep_session("token" + account.id, account.id, 99'999'999'999'999);
    store_->keep_session("old" + account.id, account.id, 1);
    EXPECT_EQ(store_->account_of_session("token" + account.id)->name, name);
    EXPECT_FALSE(store_->account_of_session("old" + account.id));
    store_->ban({"account", core::folded(name), 99'999'999'999'999, ""});
    store_->keep_session("late" + account.id, account.id, 99'999'999'999'999);  // a log-in that was under way
    EXPECT_FALSE(store_->account_of_session("late" + account.id));
    store_->unban("account", core::folded(name));
    EXPECT_TRUE(store_->account_of_session("late" + account.id));
    store_->keep_session("token" + account.id, account.id, 99'999'999'999'999);
    store_->end_session("token" + account.id);
    EXPECT_FALSE(store_->account_of_session("token" + account.id));
    store_->keep_deck(account.id, {random_hex(8), "g", "one", "3 A"});
    store_->keep_deck(account.id, {random_hex(8), "g", "one", "3 B"});
    ASSERT_EQ(store_->decks_of(account.id).size(), 1U);
    EXPECT_EQ(store_->decks_of(account.id)[0].text, "3 B");
    EXPECT_FALSE(store_->drop_deck(rival.id, store_->decks_of(account.id)[0].id));
    EXPECT_TRUE(store_->drop_deck(account.id, store_->decks_of(account.id)[0].id));
  });
  const TableRecord made = record();
  commit([&] {
    const auto epoch = store_->create_table(made);
    store_->write(
        {made.id, epoch, 1, Entry{}, std::nullopt, RatedGame{made.game, {account.id, rival.id}, {1, 2}}});
    ASSERT_EQ(store_->ratings_of(account.id).size(), 1U);
    EXPECT_GT(store_->ratings_of(account.id)[0].rating.rating, 1600);
    EXPECT_LT(store_->ratings_of(rival.id)[0].rating.rating, 1400);
    EXPECT_EQ(store_->ratings_of(rival.id)[0].rating.games, 1);
  });
}

TEST_P(StoreTest, ADatabaseFromBeforeVersionsIsBroughtUpToDate) {
  if (postgres()) return;  // the same statements
  store_.reset();
  std::filesystem::remove_all(folder_);
  const std::string id = random_hex(13);
  {
    const auto old = good(open_sqlite(folder_.string()));
    for (const char* statement :
         {"CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
          "CREATE TABLE servers (id TEXT PRIMARY KEY, address TEXT NOT NULL, seen INTEGER NOT NULL)",
          "CREATE TABLE tables (id TEXT PRIMARY KEY, game TEXT NOT NULL, status INTEGER NOT NULL, listed INTEGER "
          "NOT "
          "NULL, wakes INTEGER NOT NULL, changed INTEGER NOT NULL, owner TEXT NOT NULL, epoch INTEGER NOT NULL, "
          "record "
          "TEXT NOT NULL)",
          "CREATE TABLE entries (table_id TEXT NOT NULL REFERENCES tables (id), number INTEGER NOT NULL, kind "
          "INTEGER "
          "NOT NULL, seat INTEGER NOT NULL, value INTEGER NOT NULL, moment INTEGER NOT NULL, spent INTEGER NOT "
          "NULL, "
          "PRIMARY KEY (table_id, number)) WITHOUT ROWID",
          "CREATE TABLE sessions (token TEXT PRIMARY KEY, account TEXT NOT NULL, expires INTEGER NOT NULL)"})
      ASSERT_TRUE(old->run(statement).good) << old->error();
    TableRecord made = record();
    made.id = id;
    ASSERT_TRUE(old->run("INSERT INTO tables VALUES ($1, 'risk_cybertron', 1, 1, 0, 5, 'gone', 3, $2)",
                         {id, write_record(made)})
                    .good);
    ASSERT_TRUE(old->run("INSERT INTO entries VALUES ($1, 1, 0, 1, 77, 5, 9)", {id}).good);
  }
  store_ = open();
  commit([&] {
    const FoundTable found = store_->find_table(id);
    ASSERT_EQ(found.where, FoundTable::Where::here);
    ASSERT_EQ(found.entries.size(), 1U);
    EXPECT_EQ(found.entries[0].value, 77U);
    EXPECT_EQ(found.entries[0].position, 0U) << "not known";
    EXPECT_FALSE(store_->bans().size());
  });
  store_ = nullptr;
  {
    const auto newer = good(open_sqlite(folder_.string()));
    ASSERT_TRUE(newer->run("UPDATE settings SET value = '99' WHERE name = 'schema'").good);
  }
  Store late(good(open_sqlite(folder_.string())), "s", "a");
  const std::string error = late.open().error();
  EXPECT_NE(error.find("newer program"), std::string::npos) << error;
}

TEST_P(StoreTest, TwoServersAreNotReachedAtOneAddress) {
  if (!postgres()) GTEST_SKIP() << "one server at a time";
  const auto start = [](const char* machine) {
    Store store(good(open_postgres(std::getenv("RULEWRIGHT_TEST_DATABASE"))), random_hex(4), "127.0.0.1:8080",
                machine);
    return store.open().error();
  };
  EXPECT_EQ(start("one machine"), "");
  const std::string error = start("another machine");
  EXPECT_NE(error.find("--reach"), std::string::npos) << error;
  EXPECT_EQ(start("one machine"), "") << "a restart: who had the port before is gone";
}

TEST_P(StoreTest, CommitsAreOnTheDiskAlsoAfterTheConnectionWasMadeAnew) {
  if (!postgres()) GTEST_SKIP() << "a file has no connection";
  const auto database = good(open_postgres(std::getenv("RULEWRIGHT_TEST_DATABASE")));
  const auto other = good(open_postgres(std::getenv("RULEWRIGHT_TEST_DATABASE")));
  ASSERT_TRUE(other->run("ALTER ROLE CURRENT_USER SET synchronous_commit = off").good) << other->error();
  const std::string id = database->run("SELECT pg_backend_pid()").rows[0][0];
  ASSERT_TRUE(other->run("SELECT pg_terminate_backend(CAST($1 AS INTEGER))", {id}).good) << other->error();
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  EXPECT_FALSE(database->run("SELECT 1").good);
  ASSERT_TRUE(database->connected()) << database->error();
  EXPECT_NE(database->run("SELECT pg_backend_pid()").rows[0][0], id);
  EXPECT_EQ(database->run("SHOW synchronous_commit").rows[0][0], "on");
  other->run("ALTER ROLE CURRENT_USER RESET synchronous_commit");
}

TEST_P(StoreTest, TheSecretStaysTheSame) {
  std::string first;
  commit([&] { first = store_->secret(); });
  EXPECT_EQ(first.size(), 64U);
  commit([&] { EXPECT_EQ(store_->secret(), first); });
}

TEST(SqliteFolder, BelongsToOneServer) {
  const auto folder = std::filesystem::temp_directory_path() / ("rulewright-lock-" + random_hex(6));
  const auto first = good(open_sqlite(folder.string()));
  EXPECT_NE(open_sqlite(folder.string()).error().find("another server"), std::string::npos);
  std::filesystem::remove_all(folder);
}

INSTANTIATE_TEST_SUITE_P(Databases, StoreTest, testing::Values("SQLite", "PostgreSQL"),
                         [](const auto& one) { return std::string(one.param); });

}  // namespace
}  // namespace rw::server
