// A table in a house of wood: the loop is turned by hand, storage answers when it is told to, and the clock on the
// wall can be turned too.
#pragma once

#include <gtest/gtest.h>
#include <sodium.h>

#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "engine/core/hash.h"
#include "engine/embedded.h"
#include "players/player.h"
#include "server/open_table.h"
#include "server/people.h"
#include "tests/expected.h"

namespace rw::server {

using Json = nlohmann::json;

class WoodenHouse final : public House, public Loop {
 public:
  Loop& loop() override { return *this; }
  void post(std::function<void()> job) override { jobs_.push_back(std::move(job)); }
  void after(Milliseconds delay, std::function<void()> job) override {
    later_.emplace(clock + delay, std::move(job));
  }
  Milliseconds now() const override { return clock + turned; }
  Milliseconds steady() const override { return clock; }

  void write(TableWrite write, std::function<void(Written)> then) override {
    writes.push_back(std::move(write));
    jobs_.push_back([this, then = std::move(then)] { then(answer); });
  }
  void ask_bot(BotQuestion question, std::function<void(Choice, Milliseconds)> then) override {
    core::Random random = core::Random::start(question.seed);
    const auto player = good(players::make_player({}, question.edition->game()));
    const Choice choice =
        bots_answer ? *bots_answer : players::ask(*player, *question.edition, question.position, random);
    jobs_.push_back([choice, then = std::move(then)] { then(choice, 0); });
  }
  void open_table(TableRecord record, std::function<void(bool)> then) override {
    opened.push_back(std::move(record));
    jobs_.push_back([then = std::move(then)] { then(true); });
  }
  std::string fresh_id() override { return "fresh" + std::to_string(++ids_); }
  std::string fresh_seed() override { return std::string(64, '7'); }
  void lost(const std::string&) override { ++losses; }
  void fell(const std::string&, std::string_view why) override { falls.emplace_back(why); }
  void chosen(std::int64_t, double) override { ++choices; }

  // Runs everything that is ready, then lets `time` pass.
  void turn(Milliseconds time = 0) {
    const Milliseconds end = clock + time;
    for (;;) {
      while (!jobs_.empty()) {
        auto jobs = std::move(jobs_);
        jobs_.clear();
        for (auto& job : jobs) job();
      }
      if (later_.empty() || later_.begin()->first > end) break;
      clock = std::max(clock, later_.begin()->first);
      jobs_.push_back(std::move(later_.begin()->second));
      later_.erase(later_.begin());
    }
    clock = end;
  }

  Milliseconds clock = 1'000'000, turned = 0;
  Written answer = Written::yes;
  std::vector<TableWrite> writes;
  std::vector<TableRecord> opened;
  int losses = 0, choices = 0;
  std::vector<std::string> falls;
  std::optional<Choice> bots_answer;  // instead of a real one

 private:
  std::vector<std::function<void()>> jobs_;
  std::multimap<Milliseconds, std::function<void()>> later_;
  int ids_ = 0;
};

struct Ears {
  std::shared_ptr<Watcher> watcher = std::make_shared<Watcher>();
  std::vector<std::string> texts;
  std::vector<std::string> byes;

  Json last(std::string_view type) const {
    for (std::size_t i = texts.size(); i-- > 0;)
      if (Json json = Json::parse(texts[i]); json["type"] == type) return json;
    return nullptr;
  }
};

class TableTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_GE(sodium_init(), 0);
    edition = good(Edition::load(embedded_bundle("risk_cybertron")));
    ASSERT_NE(edition, nullptr);
    wording = std::make_unique<Wording>(edition);
  }
  TableRecord people(int count = 2) const {
    TableRecord r;
    r.id = "table";
    r.game = "risk_cybertron";
    r.seed = std::string(64, '3');
    r.options = {{"deal_zones", "on"}, {"days", "1"}};
    r.status = Status::playing;
    for (int i = 0; i < count; ++i)
      r.sitters.push_back({Sitter::Kind::person, "p" + std::to_string(i), "P" + std::to_string(i), "", true, 0});
    return r;
  }
  std::shared_ptr<OpenTable> open(const TableRecord& record, std::vector<Entry> entries = {}) {
    auto table = good(OpenTable::open(house, edition, *wording, record, std::move(entries), 1));
    table->wake();
    return table;
  }
  std::unique_ptr<Ears> sit(const std::shared_ptr<OpenTable>& table, int seat, int seen = -1) {
    return enter(table, seat, seat, seen);
  }
  std::unique_ptr<Ears> sit_as_spectator(const std::shared_ptr<OpenTable>& table) {
    return enter(table, 99, -1, -1);
  }
  std::unique_ptr<Ears> enter(const std::shared_ptr<OpenTable>& table, int person, int seat, int seen) {
    auto ears = std::make_unique<Ears>();
    ears->watcher->who = {"p" + std::to_string(person), "P" + std::to_string(person), true};
    ears->watcher->seat = seat;
    ears->watcher->seen = seen;
    ears->watcher->send = [e = ears.get()](std::shared_ptr<const std::string> text) { e->texts.push_back(*text); };
    ears->watcher->dismiss = [e = ears.get()](std::string text) { e->byes.push_back(std::move(text)); };
    EXPECT_EQ(table->admit(*ears->watcher).status, 0);
    table->enter(ears->watcher);
    return ears;
  }
  static void say(const std::shared_ptr<OpenTable>& table, const Ears& ears, const Json& json) {
    Json whole = json;
    whole["v"] = 2;
    Expected<ClientMessage> message = read_client_message(whole.dump());
    ASSERT_TRUE(message) << whole << message.error();
    table->receive(ears.watcher, *std::move(message));
  }
  static int asked(const std::shared_ptr<OpenTable>& table) {
    return core::index(table->history().decision().asked);
  }
  Json some_choice(const std::shared_ptr<OpenTable>& table, std::uint64_t roll) const {
    static ChoiceList list;
    edition->choices(table->history().now(), list);
    return {
        {"type", "choose"},
        {"decision", table->history().decision().number},
        {"choice", std::to_string(list[static_cast<int>(roll % static_cast<std::uint64_t>(list.size()))].bits)}};
  }
  // Plays random choices through the sockets.
  void play(const std::shared_ptr<OpenTable>& table, const std::vector<Ears*>& seats, int choices,
            std::uint64_t seed = 1) {
    core::Random random = core::Random::start(core::seed_from(seed));
    for (int i = 0; i < choices && table->record().status == Status::playing; ++i) {
      say(table, *seats[static_cast<std::size_t>(asked(table))], some_choice(table, random.next()));
      house.turn();
    }
  }

  std::shared_ptr<const Edition> edition;
  std::unique_ptr<Wording> wording;
  WoodenHouse house;
};

}  // namespace rw::server
