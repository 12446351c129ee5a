// What a choice costs a table with two seats, without network and storage: plays the same random choices every
// time and counts what is told. Under callgrind (bench/load/instructions) the counts do not depend on the
// machine's mood.
//
//   rulewright_choices [GAME] [TABLES] [CHOICES] [show]     10 tables, 60 choices at each; show: prints every
//   message
#include <sodium.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <utility>

#include "engine/core/random.h"
#include "engine/embedded.h"
#include "server/open_table.h"

namespace rw::server {
namespace {

// A house where everything is written at once and no time passes.
class QuietHouse final : public House, public Loop {
 public:
  Loop& loop() override { return *this; }
  void post(std::function<void()> job) override { jobs_.push_back(std::move(job)); }
  void after(Milliseconds, std::function<void()>) override {}
  Milliseconds now() const override { return 1'000'000; }
  Milliseconds steady() const override { return 1'000'000; }
  void write(TableWrite, std::function<void(Written)> then) override {
    jobs_.push_back([then = std::move(then)] { then(Written::yes); });
  }
  void ask_bot(BotQuestion, std::function<void(Choice, Milliseconds)>) override {}
  void open_table(TableRecord, std::function<void(bool)>) override {}
  std::string fresh_id() override { return "fresh"; }
  std::string fresh_seed() override { return std::string(64, '7'); }
  void lost(const std::string&) override {}
  void fell(const std::string&, std::string_view why) override {
    std::fprintf(stderr, "%.*s\n", static_cast<int>(why.size()), why.data());
    std::exit(1);
  }
  void chosen(std::int64_t, double) override { ++choices; }

  void turn() {
    while (!jobs_.empty())
      for (auto& job : std::exchange(jobs_, {})) job();
  }

  long choices = 0;

 private:
  std::vector<std::function<void()>> jobs_;
};

double microseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) / 1e3;
}

// All that the table does about a choice; callgrind counts in here alone.
[[gnu::noinline]] void take(QuietHouse& house, OpenTable& table, const std::shared_ptr<Watcher>& watcher,
                            ClientMessage& message) {
  table.receive(watcher, std::move(message));
  house.turn();
}

std::shared_ptr<OpenTable> open(House& house, const Wording& wording, int number) {
  TableRecord record;
  record.id = "table";
  record.game = wording.edition().game().id;
  record.seed = std::string(62, '0') + std::to_string(10 + number % 90);
  record.status = Status::playing;
  for (const char* name : {"one", "two"})
    record.sitters.push_back({Sitter::Kind::person, name, name, "", true, 0});
  auto table = OpenTable::open(house, wording.shared(), wording, record, {}, 1);
  if (!table) std::fprintf(stderr, "%s\n", table.error().c_str());
  return table ? *std::move(table) : nullptr;
}

int run(const std::string& game, int tables, int choices, bool show) {
  auto edition = Edition::load(embedded_bundle(game));
  if (!edition) return std::fprintf(stderr, "%s\n", edition.error().c_str()), 1;
  const Wording wording(*edition);
  QuietHouse house;
  std::size_t bytes = 0;
  bool joining = true;  // what is told then is not counted
  double spent = 0;
  for (int number = 0; number < tables; ++number) {
    const auto table = open(house, wording, number);
    if (!table) return 1;
    joining = true;
    std::vector<std::shared_ptr<Watcher>> seats;
    for (int seat = 0; seat < 2; ++seat) {
      auto& watcher = seats.emplace_back(std::make_shared<Watcher>());
      watcher->who = {seat == 0 ? "one" : "two", "", true};
      watcher->seat = seat;
      watcher->send = [&](const std::shared_ptr<const std::string>& text) {
        if (!joining) bytes += text->size() + (text->size() < 126 ? 2 : 4);
        if (show) std::printf("%s\n", text->c_str());
      };
      watcher->dismiss = [](const std::string&) {};
      table->enter(watcher);
    }
    house.turn();
    joining = false;
    core::Random random = core::Random::start(core::seed_from(static_cast<std::uint64_t>(number) + 100));
    static ChoiceList list;
    for (int i = 0; i < choices && table->record().status == Status::playing; ++i) {
      const Decision decision = table->history().decision();
      (*edition)->choices(table->history().now(), list);
      ClientMessage message;
      message.type = ClientMessage::Type::choose;
      message.decision = decision.number;
      message.choice = list[static_cast<int>(random.next() % static_cast<std::uint64_t>(list.size()))].bits;
      const double start = microseconds();
      take(house, *table, seats[static_cast<std::size_t>(core::index(decision.asked))], message);
      spent += microseconds() - start;
    }
    for (const auto& watcher : seats) table->leave(watcher);
  }
  const auto count = static_cast<double>(house.choices);
  std::fprintf(stderr, "%s: %ld choices, %.1f µs and %.0f bytes told for each\n", game.c_str(), house.choices,
               spent / count, static_cast<double>(bytes) / count);
  return 0;
}

}  // namespace
}  // namespace rw::server

int main(int argc, char** argv) {
  if (sodium_init() < 0) return 1;
  return rw::server::run(argc > 1 ? argv[1] : "risk_cybertron", argc > 2 ? std::atoi(argv[2]) : 10,
                         argc > 3 ? std::atoi(argv[3]) : 60, argc > 4);
}
