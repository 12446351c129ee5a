// What a choice costs a table with two seats, without network and storage: plays the same random choices every
// time and counts what is told. Under callgrind (bench/load/instructions) the counts do not depend on the
// machine's mood.
//
//   rulewright_choices [GAME] [TABLES] [CHOICES] [WAY...]     10 tables, 60 choices at each
//
// show: prints every message. The other ways say what a choice finds when its turn comes, as in the running
// server: turns: the tables take turns; pause: it sleeps for 5 ms before each choice; sweep: 32 MiB of other data
// have been read; send: the messages go to another process through sockets of the loopback interface.
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sodium.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <set>
#include <string>
#include <utility>
#include <vector>

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

// ---- what a choice finds when its turn comes -------------------------------------------------------------

// Somebody in another process who reads and does not answer.
class Ear {
 public:
  Ear() {
    const int door = socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof place;
    if (bind(door, reinterpret_cast<sockaddr*>(&place), length) != 0 || listen(door, 1) != 0 ||
        getsockname(door, reinterpret_cast<sockaddr*>(&place), &length) != 0)
      std::exit(1);
    if (fork() == 0) {
      const int heard = accept(door, nullptr, nullptr);
      for (std::array<char, 65536> text; read(heard, text.data(), text.size()) > 0;) {
      }
      _exit(0);
    }
    wire_ = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(wire_, reinterpret_cast<sockaddr*>(&place), length) != 0) std::exit(1);
    const int on = 1;
    setsockopt(wire_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    close(door);
  }
  Ear(const Ear&) = delete;
  Ear& operator=(const Ear&) = delete;
  ~Ear() { close(wire_); }
  void hear(const std::string& text) const {
    char head[4] = {};
    iovec parts[] = {{head, sizeof head}, {const_cast<char*>(text.data()), text.size()}};
    if (writev(wire_, parts, 2) < 0) std::exit(1);
  }

 private:
  int wire_ = -1;
};

// In small pages, so that the memory of pages is swept too.
void sweep() {
  constexpr std::size_t size = 32U << 20U;
  static char* const other = [] {
    void* const made = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (made == MAP_FAILED) std::exit(1);
    madvise(made, size, MADV_NOHUGEPAGE);
    return static_cast<char*>(made);
  }();
  for (std::size_t i = 0; i < size; i += 64) ++other[i];
}

long page_faults() {
  rusage use{};
  getrusage(RUSAGE_THREAD, &use);
  return use.ru_minflt;
}

struct Seated {
  std::shared_ptr<OpenTable> table;
  std::vector<std::shared_ptr<Watcher>> seats;
  core::Random random;
};

// Somebody plays at random. False: the game is over.
bool choose(const Edition& edition, QuietHouse& house, Seated& at, std::vector<double>& spent, long& faults) {
  if (at.table->record().status != Status::playing) return false;
  static ChoiceList list;
  const Decision decision = at.table->history().decision();
  edition.choices(at.table->history().now(), list);
  ClientMessage message;
  message.type = ClientMessage::Type::choose;
  message.decision = decision.number;
  message.choice = list[static_cast<int>(at.random.next() % static_cast<std::uint64_t>(list.size()))].bits;
  faults -= page_faults();
  const double start = microseconds();
  take(house, *at.table, at.seats[static_cast<std::size_t>(core::index(decision.asked))], message);
  spent.push_back(microseconds() - start);
  faults += page_faults();
  return true;
}

int run(const std::string& game, int tables, int choices, const std::set<std::string>& ways) {
  auto edition = Edition::load(embedded_bundle(game));
  if (!edition) return std::fprintf(stderr, "%s\n", edition.error().c_str()), 1;
  const Wording wording(*edition);
  QuietHouse house;
  const bool shown = ways.contains("show"), sent = ways.contains("send");
  std::array<std::unique_ptr<Ear>, 2> ears;
  if (sent)
    for (auto& ear : ears) ear = std::make_unique<Ear>();
  std::size_t bytes = 0;
  bool joining = true;  // what is told then is not counted
  std::vector<double> spent;
  long faults = 0;
  const auto sit = [&](int number, Seated& at) {
    at.table = open(house, wording, number);
    at.random = core::Random::start(core::seed_from(static_cast<std::uint64_t>(number) + 100));
    joining = true;
    for (int seat = 0; at.table && seat < 2; ++seat) {
      auto& watcher = at.seats.emplace_back(std::make_shared<Watcher>());
      watcher->who = {seat == 0 ? "one" : "two", "", true};
      watcher->seat = seat;
      watcher->send =
          [&, ear = ears[static_cast<std::size_t>(seat)].get()](const std::shared_ptr<const std::string>& text) {
            if (!joining) bytes += text->size() + (text->size() < 126 ? 2 : 4);
            if (shown) std::printf("%s\n", text->c_str());
            if (ear != nullptr) ear->hear(*text);
          };
      watcher->dismiss = [](const std::string&) {};
      at.table->enter(watcher);
    }
    house.turn();
    joining = false;
    return at.table != nullptr;
  };
  const auto prepare = [&] {
    if (ways.contains("pause")) usleep(5000);
    if (ways.contains("sweep")) sweep();
  };
  std::vector<Seated> all(static_cast<std::size_t>(tables));
  const bool turns = ways.contains("turns");
  for (int number = 0; turns && number < tables; ++number)
    if (!sit(number, all[static_cast<std::size_t>(number)])) return 1;
  for (int i = 0; turns && i < choices; ++i)
    for (Seated& at : all) {
      prepare();
      choose(**edition, house, at, spent, faults);
    }
  for (int number = 0; !turns && number < tables; ++number) {
    Seated& at = all[static_cast<std::size_t>(number)];
    if (!sit(number, at)) return 1;
    for (int i = 0; i < choices; ++i) {
      prepare();
      if (!choose(**edition, house, at, spent, faults)) break;
    }
    for (const auto& watcher : at.seats) at.table->leave(watcher);
    at = {};
  }
  double whole = 0;
  for (const double one : spent) whole += one;
  const auto count = static_cast<double>(spent.size());
  std::nth_element(spent.begin(), spent.begin() + static_cast<std::ptrdiff_t>(spent.size() / 2), spent.end());
  std::fprintf(stderr,
               "%s: %ld choices, %.1f µs (median %.1f) and %.0f bytes told for each; %ld page faults in all\n",
               game.c_str(), house.choices, whole / count, spent[spent.size() / 2],
               static_cast<double>(bytes) / count, faults);
  return 0;
}

}  // namespace
}  // namespace rw::server

int main(int argc, char** argv) {
  if (sodium_init() < 0) return 1;
  return rw::server::run(argc > 1 ? argv[1] : "risk_cybertron", argc > 2 ? std::atoi(argv[2]) : 10,
                         argc > 3 ? std::atoi(argv[3]) : 60,
                         std::set<std::string>(argv + std::min(argc, 4), argv + argc));
}
