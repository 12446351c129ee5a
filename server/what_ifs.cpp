// The thread that plays pairs round by round, and the results after each round.
#include "server/what_ifs.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "lab/own_content.h"
#include "lab/sequential.h"
#include "lab/things.h"
#include "lab/whatif.h"
#include "server/fault.h"
#include "server/json.h"
#include "server/log.h"

namespace rw::server {
namespace {

using Json = nlohmann::ordered_json;
using core::Node;

constexpr std::uint64_t first_round =
    256;  // pairs: whole chunks; each round has twice as many in all as the one before
constexpr double tuned_for = 4000;          // pairs around which the intervals are narrowest
constexpr double narrow = 0.01;             // a bar this narrow is good enough
constexpr std::size_t most_rows = 12;       // of a table

// Players come first; what-if runs get the time that is left.
void step_back() { setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), 10); }

std::int64_t steady_now() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// Where the pairs of earlier rounds are kept, so that a longer round goes on from them.
class RoundsFile {
 public:
  RoundsFile() {
    std::error_code fault;
    std::string name = (std::filesystem::temp_directory_path(fault) / "rulewright-what-if-XXXXXX").string();
    if (!fault && mkdtemp(name.data()) != nullptr) folder_ = name;
  }
  ~RoundsFile() {
    std::error_code fault;
    if (!folder_.empty()) std::filesystem::remove_all(folder_, fault);
  }
  RoundsFile(const RoundsFile&) = delete;
  RoundsFile& operator=(const RoundsFile&) = delete;
  std::string path() const { return folder_.empty() ? "" : (folder_ / "rounds").string(); }

 private:
  std::filesystem::path folder_;
};

// ---- the report as JSON ---------------------------------------------------------------------------------

class Telling {
 public:
  Telling(const Edition& edition, const std::vector<std::string>& changes)
      : edition_(edition), root_(edition.bundle().root()) {
    for (const std::string& change : changes) changed_.push_back(change.substr(change.find('.') + 1));
  }

  Json report(const lab::WhatIfReport& report) {
    // Games that were all as long as before promise no certainty; a single pair has no interval.
    const lab::Interval once = report.pairs > 1 ? report.longer.interval_of_counts() : report.longer.interval();
    const lab::Interval longer = lab::at_every_look(once, static_cast<double>(report.pairs), tuned_for);
    Json bars = Json::array();
    for (const lab::ShiftTable& table : report.things) add_things("won_with", table, bars);
    for (const lab::ShiftTable& table : report.use) add_things("used", table, bars);
    for (const lab::ShiftTable& table : report.wins) add_wins(table, bars);
    for (const lab::Shift& row : report.endings) bars.push_back(bar("ended", row, {{"clause", row.name}}));
    return {{"pairs", report.pairs},
            {"same_winner", report.same_winner},
            {"decisions",
             {{"a", report.length_a.mean()},
              {"b", report.length_b.mean()},
              {"difference", report.longer.mean()},
              {"low", longer.low},
              {"high", longer.high}}},
            {"bars", bars}};
  }

  // Is what the changed cards do to winning known well enough?
  static bool settled(const Json& report) {
    bool any = false;
    for (const Json& bar : report["bars"]) {
      if (bar["kind"] != "won_with" || !bar["changed"]) continue;
      any = true;
      if (!bar["clear"] && bar["high"].get<double>() - bar["low"].get<double>() > 2 * narrow) return false;
    }
    return any;
  }

 private:
  bool is_changed(const std::string& id) const {
    return std::find(changed_.begin(), changed_.end(), id) != changed_.end();
  }

  Json name_of(const std::string& id) const {
    for (int i = 0; i < root_.size(); ++i)
      for (int k = 0; root_[i].kind() == Node::Kind::list && k < root_[i].size(); ++k)
        if (const Node record = root_[i][k]; record["id"].text() == id && record["name"]) {
          const Node name = record["name"];
          const std::string english(name.kind() == Node::Kind::text ? name.text() : name["en"].text());
          return {{"en", english}, {"fr", std::string(name["fr"].text(english))}};
        }
    return {{"en", id}, {"fr", id}};
  }

  // People watch the interval as it grows, so it must hold at every look.
  static Json bar(std::string_view kind, const lab::Shift& row, const Json& what) {
    const lab::Interval interval = lab::at_every_look(row.interval, std::min(row.games_a, row.games_b), tuned_for);
    Json out = {{"kind", kind}};
    out.update(what);
    out.update(Json{{"a", row.a},
                    {"b", row.b},
                    {"difference", row.difference},
                    {"low", std::max(-1.0, interval.low)},
                    {"high", std::min(1.0, interval.high)},
                    {"clear", interval.low > 0 || interval.high < 0}});
    return out;
  }

  // "card_played: battle_cards": of the cards that were changed, and of the others those that changed most.
  void add_things(std::string_view kind, const lab::ShiftTable& table, Json& bars) const {
    const std::string event = table.name.substr(0, table.name.find(':'));
    const Json words = {{"en", lab::event_words(edition_, event, "en")},
                        {"fr", lab::event_words(edition_, event, "fr")}};
    std::size_t others = 0;
    for (const lab::Shift& row : table.rows) {
      const bool changed = is_changed(row.id);
      if (!changed && (!row.clear || ++others > most_rows)) continue;
      bars.push_back(
          bar(kind, row, {{"changed", changed}, {"id", row.id}, {"name", name_of(row.id)}, {"event", words}}));
    }
  }

  void add_wins(const lab::ShiftTable& table, Json& bars) const {
    if (table.name == "seat") {
      std::vector<lab::Shift> rows = table.rows;
      std::sort(rows.begin(), rows.end(), [](const auto& x, const auto& y) { return x.id < y.id; });
      for (const lab::Shift& row : rows) bars.push_back(bar("seat", row, {{"seat", std::atoi(row.id.c_str())}}));
      return;
    }
    for (std::size_t i = 0; i < std::min(table.rows.size(), most_rows); ++i)
      if (const lab::Shift& row = table.rows[i]; !row.id.empty())
        bars.push_back(bar("won_by", row, {{"id", row.id}, {"name", name_of(row.id)}}));
  }

  const Edition& edition_;
  Node root_;
  std::vector<std::string> changed_;
};

}  // namespace

// ---- the queue ------------------------------------------------------------------------------------------

WhatIfs::WhatIfs(int threads) : threads_(threads), thread_([this] { run(); }) {}

WhatIfs::~WhatIfs() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

std::shared_ptr<WhatIfs::Work> WhatIfs::find(std::string_view id, std::string_view whose) const {
  const auto fits = [&](const auto& work) { return work->order.id == id && work->order.whose == whose; };
  if (now_ && fits(now_)) return now_;
  for (const auto* list : {&waiting_, &kept_})
    for (const auto& work : *list)
      if (fits(work)) return work;
  return nullptr;
}

bool WhatIfs::start(Order order) {
  {
    const std::lock_guard lock(mutex_);
    std::erase_if(waiting_, [&](const auto& work) { return work->order.whose == order.whose; });
    if (now_ && now_->order.whose == order.whose) now_->stopped = true;
    if (waiting_.size() >= most_waiting) return false;
    auto work = std::make_shared<Work>();
    work->order = std::move(order);
    waiting_.push_back(std::move(work));
  }
  wake_.notify_one();
  return true;
}

bool WhatIfs::stop(std::string_view id, std::string_view whose) {
  const std::lock_guard lock(mutex_);
  const std::shared_ptr<Work> work = find(id, whose);
  if (!work) return false;
  work->stopped = true;
  return true;
}

std::string WhatIfs::state(std::string_view id, std::string_view whose) const {
  const std::lock_guard lock(mutex_);
  const std::shared_ptr<Work> work = find(id, whose);
  if (!work) return {};
  if (!work->result.empty()) return work->result;
  std::string out = R"({"status":)";
  if (work == now_) {
    out += R"("working")";
    append_member(out, "seconds", (steady_now() - work->begun) / 1000);
    append_member(out, "of_seconds", most_seconds);
    if (!work->report.empty()) out += ",\"report\":" + work->report;
    return out + "}";
  }
  out += R"("waiting")";
  const auto place = std::find(waiting_.begin(), waiting_.end(), work) - waiting_.begin();
  append_member(out, "ahead", static_cast<std::int64_t>(place) + (now_ ? 1 : 0));
  return out + "}";
}

// Rounds of growing length, until time is up, enough is known, or the run is cancelled.
std::string WhatIfs::played(Work& work) {
  const auto failed = [](std::string_view text) {
    std::string out = R"({"status":"failed")";
    append_member(out, "text", text);
    return out + "}";
  };
  lab::WhatIfPlan plan;
  plan.a = work.order.a;
  plan.b = work.order.b;
  plan.setup.seats = std::max(2, plan.a->game().min_seats);
  plan.threads = threads_;
  plan.players = {*players::parse("greedy")};
  const auto time_is_over = [&] { return steady_now() - work.begun >= most_seconds * 1000; };
  plan.going = [&] { return !stop_ && !work.stopped && !time_is_over(); };
  const RoundsFile rounds;
  plan.checkpoint = rounds.path();
  if (plan.checkpoint.empty()) return failed("there is no room to keep the games in: see TMPDIR");
  Telling telling(*plan.b, work.order.changes);
  std::string_view why = "games";
  for (std::uint64_t pairs = std::min(first_round, work.order.pairs);;
       pairs = std::min(2 * pairs, work.order.pairs)) {
    plan.pairs = pairs;
    lab::WhatIfReport report;
    if (auto played = lab::what_if(plan, report); !played) return failed(played.error());
    plan.resume = true;
    if (report.pairs > 0) {
      const Json told = telling.report(report);
      const std::lock_guard lock(mutex_);
      work.report = told.dump(-1, ' ', false, Json::error_handler_t::replace);
      if (Telling::settled(told)) why = "settled";
    }
    if (work.stopped) why = "stopped";
    if (time_is_over()) why = "time";
    if (why != "games" || pairs == work.order.pairs || stop_) break;
  }
  if (work.report.empty())
    return failed(why == "games" ? "every game with this content is broken off"
                                 : "stopped before anything was known");
  std::string out = R"({"status":"done")";
  append_member(out, "why", why);
  return out + ",\"report\":" + work.report + "}";
}

void WhatIfs::run() {
  step_back();
  for (;;) {
    std::shared_ptr<Work> work;
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [this] { return stop_ || !waiting_.empty(); });
      if (stop_) return;
      now_ = work = waiting_.front();
      waiting_.pop_front();
      work->begun = steady_now();
    }
    std::string result;
    if (std::string fault; !runs([&] { result = played(*work); }, fault)) {
      log_warning("a what-if failed", {{"error", fault}});
      result = R"({"status":"failed","text":"this should not happen; it is in the log"})";
    }
    const std::lock_guard lock(mutex_);
    work->result = std::move(result);
    work->order.a = work->order.b = nullptr;
    now_.reset();
    kept_.push_back(std::move(work));
    if (kept_.size() > most_kept) kept_.pop_front();
  }
}

}  // namespace rw::server
