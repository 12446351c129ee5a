// Tables in several loops: each lives in one, and what is done for all of them goes through the first.
#include <gtest/gtest.h>
#include <sodium.h>

#include <atomic>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <thread>

#include "server/hall.h"
#include "server/http.h"
#include "server/people.h"
#include "tests/expected.h"

namespace rw::server {
namespace {

constexpr int loop_count = 3, table_count = 24;

class Loops : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_GE(sodium_init(), 0);
    folder_ = std::filesystem::temp_directory_path() / ("rulewright-loops-" + random_hex(6));
    auto store = std::make_unique<Store>(good(open_sqlite(folder_.string())), "server", "127.0.0.1:1");
    ASSERT_EQ(store->open().error(), "");
    storage_ = std::make_unique<Storage>(std::move(store), http_.loop());
    bots_ = std::make_unique<Bots>(2, http_.loop());
    hall_ = std::make_unique<Hall>(http_.loops(), *storage_, *bots_, metrics_);
    ASSERT_EQ(hall_->load_games().error(), "");
    hall_->start();
    // A bound against hanging, far above what it takes.
    http_.loop().after(120'000, [this] { http_.stop(); });
  }
  void TearDown() override {
    bots_.reset();
    storage_.reset();
    hall_.reset();
    std::filesystem::remove_all(folder_);
  }
  TableRecord record(const std::string& host, Sitter::Kind first) const {
    TableRecord r;
    r.id = hall_->house().fresh_id();
    r.game = "risk_cybertron";
    r.seed = random_hex(32);
    r.host = host;
    r.options = {{"deal_zones", "on"}, {"days", "1"}};
    r.status = Status::playing;
    r.sitters = {{first, host, "Host", "greedy", false, 0}, {Sitter::Kind::bot, "", "greedy", "greedy", false, 0}};
    return r;
  }
  // Looks again and again, in the first loop, until `is_done`.
  void until(std::function<void(std::function<void(bool)>)> is_done) {
    is_done([this, is_done](bool done) {
      http_.loop().dispatch([this, is_done, done] {
        if (done) return http_.stop();
        http_.loop().after(5, [this, is_done] { until(is_done); });
      });
    });
  }

  std::filesystem::path folder_;
  Metrics metrics_;
  HttpServer http_{metrics_, loop_count};
  std::unique_ptr<Storage> storage_;
  std::unique_ptr<Bots> bots_;
  std::unique_ptr<Hall> hall_;
};

TEST_F(Loops, AnAnswerThatThrowsKeepsNoOtherFromItsOwn) {
  std::atomic<bool> asked = false;
  std::atomic<int> answers = 0;
  http_.loop().post([&] {
    // All in one batch: storage waits in the first job until everything has been asked.
    storage_->submit(
        [&](Store&) {
          while (!asked) std::this_thread::yield();
        },
        [](bool) {});
    for (int i = 0; i < 10; ++i)
      storage_->submit([](Store&) {},
                       [&answers, i](bool good) {
                         EXPECT_TRUE(good);
                         ++answers;
                         if (i % 2 == 0) throw std::runtime_error("an answer that throws");
                       });
    asked = true;
    http_.loop().after(20'000, [this] { http_.stop(); });
  });
  until([&](const auto& say) { say(answers == 10); });
  http_.run();
  EXPECT_EQ(answers, 10);
}

TEST_F(Loops, AnswersComeBackToTheLoopThatAsked) {
  std::atomic<int> right = 0, answers = 0;
  const auto loops = http_.loops();
  ASSERT_EQ(loops.size(), static_cast<std::size_t>(loop_count));
  for (int round = 0; round < 50; ++round)
    for (Loop* loop : loops)
      loop->post([this, loop, &right, &answers] {
        const auto heard = [loop, &right, &answers] {
          if (Loop::here() == loop) ++right;
          ++answers;
        };
        storage_->submit([](Store&) {},
                         [heard](bool good) {
                           EXPECT_TRUE(good);
                           heard();
                         });
        bots_->work([] { EXPECT_EQ(Loop::here(), nullptr); }, heard);
      });
  until([&](const auto& say) { say(answers == 2 * 50 * loop_count); });
  http_.run();
  EXPECT_EQ(right, 2 * 50 * loop_count);
}

TEST_F(Loops, TablesAreSpreadAndPlayOnBesideEachOther) {
  std::vector<std::string> ids;
  std::map<std::string, Loop*> lives_in;  // of the first loop
  for (int i = 0; i < table_count; ++i) {
    TableRecord made = record("h" + std::to_string(i), Sitter::Kind::bot);
    ids.push_back(made.id);
    http_.loop().post([this, made, &lives_in] {
      hall_->create(made, {}, [this, &lives_in](const Failure& failure, const std::shared_ptr<OpenTable>& table) {
        ASSERT_EQ(failure.status, 0) << failure.text;
        EXPECT_EQ(Loop::here(), &table->loop());
        http_.loop().dispatch([&lives_in, id = table->record().id, loop = Loop::here()] { lives_in[id] = loop; });
      });
    });
  }
  // Asked from the first loop, each table answers in its own.
  auto over = std::make_shared<std::atomic<int>>(0);
  until([&, over](const auto& say) {
    *over = 0;
    auto heard = std::make_shared<std::atomic<int>>(0);
    for (const std::string& id : ids)
      hall_->find(id, [over, heard, say](const Hall::Found& found) {
        if (found.table) {
          EXPECT_EQ(Loop::here(), &found.table->loop());
          if (found.table->record().status == Status::over) ++*over;
        }
        if (++*heard == table_count) say(*over == table_count);
      });
  });
  http_.run();
  EXPECT_EQ(*over, table_count);
  ASSERT_EQ(lives_in.size(), static_cast<std::size_t>(table_count));
  std::map<Loop*, int> share;
  for (const auto& [id, loop] : lives_in) ++share[loop];
  EXPECT_EQ(share.size(), static_cast<std::size_t>(loop_count));
  EXPECT_EQ(metrics_.tables_open, static_cast<std::uint64_t>(table_count));
  EXPECT_EQ(metrics_.tables_fallen, 0U);
}

TEST_F(Loops, AGuestsSeatsGoOverInAllLoops) {
  const Identity guest{"guest", "Guest", false}, account{"account", "Account", true};
  std::vector<std::string> ids;
  std::atomic<int> made = 0, theirs = 0;
  int done = 0;
  for (int i = 0; i < table_count; ++i) {
    const TableRecord one = record(guest.id, Sitter::Kind::person);
    ids.push_back(one.id);
    http_.loop().post([this, one, &made] {
      hall_->create(one, {},
                    [&made](const Failure& failure, const auto&) { made += failure.status == 0 ? 1 : 100; });
    });
  }
  until([&](const auto& say) {
    if (made == table_count && done == 0) {
      done = 1;
      hall_->hand_over(guest, account, [this, &done](const Failure& failure) {
        EXPECT_EQ(failure.status, 0);
        EXPECT_EQ(Loop::here(), &http_.loop());
        done = 2;
      });
    }
    if (done == 2) {
      done = 3;
      for (const std::string& id : ids)
        hall_->find(id, [&theirs, account](const Hall::Found& found) {
          theirs += found.table && found.table->record().sitters[0].identity == account.id ? 1 : 100;
        });
    }
    say(theirs >= table_count);
  });
  http_.run();
  EXPECT_EQ(theirs, table_count);
}

TEST_F(Loops, AStopTellsEveryTableAndWritesItsClock) {
  std::atomic<int> made = 0, dismissed = 0;
  bool stopped = false, begun = false;
  for (int i = 0; i < table_count; ++i) {
    TableRecord one = record("p" + std::to_string(i), Sitter::Kind::person);
    one.sitters[1] = {Sitter::Kind::person, "q" + std::to_string(i), "Other", "", false, 0};
    one.clock = {Clock::Kind::bank, 600, 0, 0};
    http_.loop().post([this, one, &made, &dismissed] {
      hall_->create(one, {}, [&made, &dismissed](const Failure&, const std::shared_ptr<OpenTable>& table) {
        auto watcher = std::make_shared<Watcher>();
        watcher->who = {table->record().host, "Host", false};
        watcher->seat = 0;
        watcher->send = [](const auto&) {};
        watcher->dismiss = [&dismissed](const std::string& last) {
          dismissed += last.find("\"restart\"") != std::string::npos ? 1 : 100;
        };
        table->enter(watcher);
        ++made;
      });
    });
  }
  until([&](const auto& say) {
    if (made == table_count && !begun) {
      begun = true;
      hall_->stop([&stopped] { stopped = true; });
    }
    say(stopped);
  });
  http_.run();
  EXPECT_TRUE(stopped);
  EXPECT_EQ(dismissed, table_count);
}

}  // namespace
}  // namespace rw::server
