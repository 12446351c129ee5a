// Finding, opening, closing and adopting tables.
#include "server/hall.h"

#include <sodium.h>

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
constexpr int ticks_between_clocks = 10;
constexpr int most_tables_of_a_person = 10'000;
}  // namespace

Hall::Hall(Loop& loop, Storage& storage, Bots& bots, Figures& figures)
    : loop_(loop), storage_(storage), bots_(bots), figures_(figures), own_(bots) {}

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
  if (!sure()) {
    waiting_to_be_sure_.emplace_back(id, std::move(then));
    if (waiting_to_be_sure_.size() == 1) make_sure();
    return;
  }
  if (const auto open = tables_.find(id); open != tables_.end()) return then({open->second, "", {}});
  if (stopping_) return then({nullptr, "", {503, "stopping", "the server is being restarted"}});
  if (id.size() != table_id_length) return then({nullptr, "", {404, "not_found", "there is no such table"}});
  auto& waiting = finding_[id];
  waiting.push_back(std::move(then));
  if (waiting.size() > 1) return;
  storage_.ask<FoundTable>([id](Store& store) { return store.find_table(id); },
                           [this, id](bool good, FoundTable& found) { read(id, good, found); });
}

// Content of the host's own is compiled first.
void Hall::read(const std::string& id, bool good, FoundTable& found) {
  if (!good || found.where != FoundTable::Where::here || found.record.patch.empty())
    return opened(id, good, found, nullptr);
  auto kept = std::make_shared<FoundTable>(std::move(found));
  const bool asked = own_.compile(kept->record.game, kept->record.patch, "table " + id,
                                  [this, id, kept](const Own& own) { opened(id, true, *kept, own); });
  if (!asked) opened(id, false, *kept, nullptr);
}

void Hall::opened(const std::string& id, bool good, FoundTable& found, const Own& own) {
  Found result;
  try {
    if (good)
      result = open_found(id, found, own);
    else
      result.failure = {503, "storage", "it could not be read"};
  } catch (const std::exception& fault) {
    log_warning("table cannot be opened", {{"table", id}, {"error", fault.what()}});
    result.failure = {500, "broken", "this should not happen; it is in the log"};
  }
  const auto waiting = std::move(finding_[id]);
  finding_.erase(id);
  if (result.table) result.table->wake();
  for (const auto& then : waiting) then(result);
}

Hall::Found Hall::open_found(const std::string& id, FoundTable& found, const Own& own) {
  Found result;
  if (found.where == FoundTable::Where::nowhere) {
    result.failure = {404, "not_found", "there is no such table"};
  } else if (found.where == FoundTable::Where::elsewhere) {
    result.elsewhere = found.address;
  } else if (game(found.record.game) == nullptr) {
    result.failure = {410, "gone", "this game is not played here any more"};
  } else if (own != nullptr && own->wording == nullptr) {
    result.failure = {410, "gone", "its own content does not fit this server: " + own->problems.front().text()};
  } else {
    std::string error;
    const Wording* wording = own != nullptr ? own->wording.get() : game(found.record.game);
    result.table = Table::open(*this, wording->shared(), *wording, std::move(found.record),
                               std::move(found.entries), found.epoch, error, found.checkpoint, found.remaining);
    if (!result.table) {
      log_warning("table cannot be opened", {{"table", id}, {"error", error}});
      result.failure = {410, "gone", error};
    } else {
      result.table->keep_own(own);
      tables_[id] = result.table;
      ++figures_.tables_loaded;
    }
  }
  return result;
}

void Hall::create(TableRecord record, std::vector<Entry> entries,
                  std::function<void(Failure, std::shared_ptr<Table>)> then) {
  const Wording* wording = game(record.game);
  if (wording == nullptr) return then({404, "not_found", "there is no such game"}, nullptr);
  if (record.patch.empty()) return create_with(*wording, nullptr, std::move(record), std::move(entries), then);
  if (record.rated) return then({400, "bad_request", "a game with content of one's own is never rated"}, nullptr);
  const std::string id = record.game, patch = record.patch, whose = record.host;
  const bool asked =
      own_.compile(id, patch, whose,
                   [this, record = std::move(record), entries = std::move(entries), then](const Own& own) mutable {
                     if (own->wording == nullptr)
                       return then({400, "bad_content", own->problems.front().text()}, nullptr);
                     record.patched = own->changes;
                     create_with(*own->wording, own, std::move(record), std::move(entries), then);
                   });
  if (!asked) then({429, "too_fast", "too much at once; wait a moment"}, nullptr);
}

void Hall::create_with(const Wording& wording, const Own& own, TableRecord record, std::vector<Entry> entries,
                       std::function<void(Failure, std::shared_ptr<Table>)> then) {
  std::string error;
  if (record.rules == 0) {
    record.content = wording.edition().version();
    record.rules = wording.edition().game().rules_version;
  }
  auto table = Table::open(*this, wording.shared(), wording, record, entries, 1, error);
  if (!table) return then({400, "bad_request", error}, nullptr);
  table->keep_own(own);
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

std::string Hall::fresh_id() {
  std::uint8_t random[table_id_length];
  randombytes_buf(random, sizeof random);
  return table_id(random);
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

void Hall::fell(const std::string& id, std::string_view) {
  const auto found = tables_.find(id);
  if (found == tables_.end()) return;
  const auto table = found->second;
  tables_.erase(found);
  ++figures_.tables_fallen;
  table->dismiss_all("restart", "something went wrong at this table; it is in the log", 2000);
}

void Hall::chosen(std::int64_t microseconds, double seconds) {
  figures_.told(seconds);
  ++figures_.choices;
  figures_.choice_microseconds += static_cast<std::uint64_t>(microseconds);
}

// ---- starting -------------------------------------------------------------------------------------------

void Hall::start() {
  seen_alive_ = loop_.steady();
  tick();
}

// ---- other servers --------------------------------------------------------------------------------------

bool Hall::sure() const { return !storage_.shared() || loop_.steady() - seen_alive_ < server_lease; }

void Hall::make_sure() {
  const Milliseconds begun = loop_.steady();
  std::vector<std::pair<std::string, std::int64_t>> open;
  for (const auto& [id, table] : tables_) open.emplace_back(id, table->epoch());
  storage_.ask<std::vector<std::string>>(
      [open = std::move(open)](Store& store) {
        store.alive();
        return store.lost_tables(open);
      },
      [this, begun](bool good, std::vector<std::string>& ids) {
        if (good) {
          for (const std::string& id : ids) lost(id);
          seen_alive_ = begun;
          followed_.clear();
          if (heard_) heard_("bans");
          if (heard_) heard_("message");
        }
        const auto waiting = std::move(waiting_to_be_sure_);
        waiting_to_be_sure_.clear();
        for (const auto& [id, then] : waiting)
          if (good && sure())
            find(id, then);
          else
            then({nullptr, "", {503, "storage", "the database does not answer; try again soon"}});
      });
}

// Somebody else has changed a table that we have open, or what is for everybody.
void Hall::follow_orders(const std::vector<Order>& orders) {
  std::set<std::string> standing;
  for (const Order& order : orders) {
    standing.insert(order.id);
    if (!followed_.insert(order.id).second) continue;
    if (order.what == "table") {
      if (tables_.contains(order.subject)) lost(order.subject);
    } else if (heard_) {
      heard_(order.what);
    }
  }
  followed_ = std::move(standing);
}

void Hall::for_each_table_of(const Identity& who, Done done,
                             std::function<void(const std::string&, const Found&, const Done&)> each) {
  storage_.ask<std::vector<TableRecord>>(
      [id = who.id](Store& store) { return store.tables_of(id, most_tables_of_a_person); },
      [this, done = std::move(done), each = std::move(each)](bool good, std::vector<TableRecord>& records) {
        if (!good) return done({503, "storage", "it could not be read"});
        struct Rest {
          std::size_t count = 0;
          Failure failure;
        };
        auto rest = std::make_shared<Rest>();
        rest->count = records.size() + 1;
        const Done one = [rest, done](const Failure& failure) {
          if (failure.status != 0) rest->failure = failure;
          if (--rest->count == 0) done(rest->failure);
        };
        for (const TableRecord& record : records)
          find(record.id, [id = record.id, one, each](const Found& found) { each(id, found, one); });
        one({});
      });
}

void Hall::hand_over(const Identity& from, const Identity& to, Done done) {
  for_each_table_of(
      from, std::move(done), [this, from, to](const std::string& id, const Found& found, const Done& one) {
        if (found.table) return found.table->rename(from.id, to, one);
    // Open at another server, or cannot be opened at all.
        storage_.submit(
            [id, from, to](Store& store) { store.hand_over(id, from.id, to.id, to.name, to.account); },
            [one](bool good) {
              one(good ? Failure{} : Failure{503, "storage", "it could not be written; nothing happened"});
            });
      });
}

void Hall::withdraw(const Identity& who, Done done) {
  const Identity nobody{"x" + random_hex(16), "?", false};
  for_each_table_of(
      who, std::move(done), [this, who, nobody](const std::string& id, const Found& found, const Done& one) {
        if (found.table) return found.table->withdraw(who.id, nobody, one);
        storage_.submit(
            [id, who, nobody](Store& store) { store.hand_over(id, who.id, nobody.id, nobody.name, false); },
            [one](bool good) {
              one(good ? Failure{} : Failure{503, "storage", "it could not be written; nothing happened"});
            });
      });
}

// ---- keeping house --------------------------------------------------------------------------------------

void Hall::keep_clocks(bool all, std::function<void()> then) {
  std::vector<ClockState> clocks;
  for (const auto& [id, table] : tables_)
    if (auto clock = table->clock_to_keep(all)) clocks.push_back(std::move(*clock));
  if (clocks.empty()) return then();
  storage_.submit([clocks = std::move(clocks)](Store& store) { store.keep_clocks(clocks); },
                  [then = std::move(then)](bool) { then(); });
}

void Hall::tick() {
  if (stopping_) return;
  const Milliseconds begun = loop_.steady();
  if (!sure()) make_sure();
  storage_.ask<std::vector<Order>>(
      [probe = !storage_.healthy()](Store& store) {
        store.alive();
        if (probe) store.probe();
        return store.orders();
      },
      [this, begun](bool good, std::vector<Order>& orders) {
        if (!good) return;
        // Who is found to have slept is sure again only when the tables were looked at.
        if (sure()) seen_alive_ = begun;
        follow_orders(orders);
      });
  if (ticks_ % ticks_between_clocks == 0) keep_clocks(false, [] {});
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
                    keep_clocks(true, [this, done] {
                      storage_.submit([](Store& store) { store.give_tables_up(); }, [done](bool) { done(); });
                    });
                  });
}

}  // namespace rw::server
