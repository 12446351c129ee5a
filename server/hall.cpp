// Finding, opening, closing and adopting tables.
#include "server/hall.h"

#include <algorithm>

#include "engine/core/hash.h"
#include "engine/embedded.h"
#include "server/log.h"
#include "server/people.h"

namespace rw::server {
namespace {
constexpr Milliseconds tick_length = 500;  // how often the lease is renewed; a fifth of its length
constexpr int ticks_between_sweeps = 120;
constexpr int adopted_at_once = 100;
}  // namespace

Hall::Hall(Loop& loop, Storage& storage, Bots& bots, Figures& figures)
    : loop_(loop), storage_(storage), bots_(bots), figures_(figures) {}

bool Hall::load_games(std::string& error) {
  for (const Game* game : rw::games()) {
    auto edition = Edition::load(embedded_bundle(game->id), error);
    if (!edition) return false;
    games_[std::string(game->id)] = std::make_unique<Wording>(std::move(edition));
  }
  return true;
}

const Wording* Hall::game(std::string_view id) const {
  const auto found = games_.find(id);
  return found == games_.end() ? nullptr : found->second.get();
}

// ---- finding ------------------------------------------------------------------------------------------

void Hall::find(const std::string& id, std::function<void(Found)> then) {
  if (const auto open = tables_.find(id); open != tables_.end()) return then({open->second, "", {}});
  if (stopping_) return then({nullptr, "", {503, "stopping", "the server is being restarted"}});
  if (id.size() != 26) return then({nullptr, "", {404, "not_found", "there is no such table"}});
  auto& waiting = finding_[id];
  waiting.push_back(std::move(then));
  if (waiting.size() > 1) return;
  storage_.ask<FoundTable>([id](Store& store) { return store.find_table(id); },
                           [this, id](bool good, FoundTable& found) { opened(id, good, found); });
}

void Hall::opened(const std::string& id, bool good, FoundTable& found) {
  Found result;
  if (!good) {
    result.failure = {503, "storage", "it could not be read"};
  } else if (found.where == FoundTable::Where::nowhere) {
    result.failure = {404, "not_found", "there is no such table"};
  } else if (found.where == FoundTable::Where::elsewhere) {
    result.elsewhere = found.address;
  } else if (const Wording* wording = game(found.record.game); wording == nullptr) {
    result.failure = {410, "gone", "this game is not played here any more"};
  } else {
    std::string error;
    result.table = Table::open(*this, wording->shared(), *wording, std::move(found.record),
                               std::move(found.entries), found.epoch, error, found.checkpoint);
    if (!result.table) {
      log_warning("table cannot be opened", {{"table", id}, {"error", error}});
      result.failure = {410, "gone", error};
    } else {
      tables_[id] = result.table;
      ++figures_.tables_loaded;
    }
  }
  const auto waiting = std::move(finding_[id]);
  finding_.erase(id);
  if (result.table) result.table->wake();
  for (const auto& then : waiting) then(result);
}

void Hall::create(TableRecord record, std::vector<Entry> entries,
                  std::function<void(Failure, std::shared_ptr<Table>)> then) {
  const Wording* wording = game(record.game);
  std::string error;
  if (wording == nullptr) return then({404, "not_found", "there is no such game"}, nullptr);
  if (record.rules == 0) {
    record.content = wording->edition().version();
    record.rules = wording->edition().game().rules_version;
  }
  auto table = Table::open(*this, wording->shared(), *wording, record, entries, 1, error);
  if (!table) return then({400, "bad_request", error}, nullptr);
  storage_.submit(
      [record, entries = std::move(entries)](Store& store) {
        const std::int64_t epoch = store.create_table(record);
        int number = 0;
        for (const Entry& entry : entries)
          store.write({record.id, epoch, ++number, entry, std::nullopt, std::nullopt});
      },
      [this, table, then = std::move(then)](bool good) {
        if (!good) return then({503, "storage", "it could not be written"}, nullptr);
        tables_[table->record().id] = table;
        ++figures_.tables_created;
        log_info("table created", {{"table", table->record().id}, {"game", table->record().game}});
        then({}, table);
        table->wake();
      });
}

// ---- house --------------------------------------------------------------------------------------------

void Hall::write(TableWrite write, std::function<void(Written)> then) {
  auto result = std::make_shared<Written>(Written::failed);
  storage_.submit([result, write = std::move(write)](Store& store) { *result = store.write(write); },
                  [result, then = std::move(then)](bool good) { then(good ? *result : Written::failed); });
}

void Hall::ask_bot(BotQuestion question, std::function<void(Choice, Milliseconds)> then) {
  bots_.ask(std::move(question), std::move(then));
}

void Hall::open_table(TableRecord record, std::function<void(bool)> then) {
  create(std::move(record), {}, [then = std::move(then)](const Failure& failure, const std::shared_ptr<Table>&) {
    then(failure.status == 0);
  });
}

// 130 bits in letters and digits that are not mistaken for each other: whoever has the link was given it.
std::string Hall::fresh_id() {
  static constexpr std::string_view letters = "abcdefghjkmnpqrstuvwxyz023456789";
  const std::string raw = random_hex(26);
  std::string id;
  for (std::size_t i = 0; i < 26; ++i) {
    const auto value = static_cast<std::size_t>(std::stoi(raw.substr(2 * i, 2), nullptr, 16));
    id += letters[value % letters.size()];
  }
  return id;
}

std::string Hall::fresh_seed() { return random_hex(32); }

void Hall::lost(const std::string& id) {
  const auto found = tables_.find(id);
  if (found == tables_.end()) return;
  const auto table = found->second;
  tables_.erase(found);
  ++figures_.tables_lost;
  log_warning("table lost to another server", {{"table", id}});
  table->dismiss_all("restart", "this table has moved to another server", 300);
}

void Hall::chosen(std::int64_t microseconds, double seconds) {
  figures_.told(seconds);
  ++figures_.choices;
  figures_.choice_microseconds += static_cast<std::uint64_t>(microseconds);
}

// ---- keeping house --------------------------------------------------------------------------------------

void Hall::start() { tick(); }

void Hall::tick() {
  if (stopping_) return;
  storage_.submit([](Store& store) { store.alive(); }, [](bool) {});
  if (ticks_ % (storage_.shared() ? 2 : ticks_between_sweeps) == 0) adopt();
  if (++ticks_ % ticks_between_sweeps == 0) close_idle();
  loop_.after(tick_length, [this] { tick(); });
}

// Tables of servers that are gone go on by themselves where a bot or a clock is at work.
void Hall::adopt() {
  storage_.ask<std::vector<std::string>>([](Store& store) { return store.waking_tables(adopted_at_once); },
                                         [this](bool good, std::vector<std::string>& ids) {
                                           if (!good) return;
                                           for (const std::string& id : ids) find(id, [](const Found&) {});
                                           if (ids.size() == adopted_at_once)
                                             loop_.after(100, [this] { adopt(); });
                                         });
}

void Hall::close_idle() {
  std::erase_if(tables_, [this](const auto& entry) {
    if (!entry.second->idle() || entry.second.use_count() > 1) return false;
    ++figures_.tables_closed;
    return true;
  });
}

void Hall::stop(std::function<void()> done) {
  stopping_ = true;
  // What is being written is told before the sockets are closed: the queue is in order.
  storage_.submit([](Store&) {},
                  [this, done = std::move(done)](bool) {
                    for (auto& [id, table] : tables_)
                      table->dismiss_all("restart", "the server is being restarted", 500);
                    storage_.submit([](Store& store) { store.give_tables_up(); }, [done](bool) { done(); });
                  });
}

}  // namespace rw::server
