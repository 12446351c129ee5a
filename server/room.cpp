// Finding, opening and closing the tables of one loop.
#include "server/room.h"

#include <sodium.h>

#include "server/hall.h"
#include "server/log.h"
#include "server/people.h"

namespace rw::server {

Room::Room(Hall& hall, Loop& loop, Storage& storage, Bots& bots, Metrics& metrics)
    : hall_(hall), loop_(loop), storage_(storage), bots_(bots), metrics_(metrics) {}

void Room::keep(const std::shared_ptr<OpenTable>& table) {
  tables_[table->record().id] = table;
  ++metrics_.tables_open;
}

std::shared_ptr<OpenTable> Room::let_go(const std::string& id) {
  const auto found = tables_.find(id);
  if (found == tables_.end()) return nullptr;
  const auto table = found->second;
  tables_.erase(found);
  --metrics_.tables_open;
  return table;
}

// ---- finding ------------------------------------------------------------------------------------------

void Room::find(const std::string& id, std::function<void(FoundHere)> then) {
  if (const auto open = tables_.find(id); open != tables_.end()) return then({open->second, "", {}});
  if (hall_.stopping()) return then({nullptr, "", {503, "stopping", "the server is being restarted"}});
  if (id.size() != table_id_length) return then({nullptr, "", {404, "not_found", "there is no such table"}});
  auto& waiting = finding_[id];
  waiting.push_back(std::move(then));
  if (waiting.size() > 1) return;
  storage_.ask<FoundTable>([id](Store& store) { return store.find_table(id); },
                           [this, id](bool good, FoundTable& found) { read(id, good ? &found : nullptr); });
}

// The host's own content is compiled first.
void Room::read(const std::string& id, FoundTable* found) {
  if (found == nullptr || found->where != FoundTable::Where::here || found->record.patch.empty())
    return opened(id, found, nullptr);
  auto kept = std::make_shared<FoundTable>(std::move(*found));
  const bool asked =
      hall_.own_content().compile(kept->record.game, kept->record.patch, "table " + id,
                                  [this, id, kept](const Own& own) { opened(id, kept.get(), own); });
  if (!asked) opened(id, nullptr, nullptr);
}

void Room::opened(const std::string& id, FoundTable* found, const Own& own) {
  FoundHere result;
  // The table may have been created during the search.
  const auto made = tables_.find(id);
  const bool fresh = made == tables_.end();
  try {
    if (!fresh)
      result.table = made->second;
    else if (found != nullptr)
      result = open_found(id, *found, own);
    else
      result.failure = {503, "storage", "it could not be read"};
  } catch (const std::exception& fault) {
    log_warning("table cannot be opened", {{"table", id}, {"error", fault.what()}});
    result.failure = {500, "broken", "this should not happen; it is in the log"};
  }
  const auto waiting = std::move(finding_[id]);
  finding_.erase(id);
  if (fresh && result.table) result.table->wake();
  for (const auto& then : waiting) then(result);
}

FoundHere Room::open_found(const std::string& id, FoundTable& found, const Own& own) {
  FoundHere result;
  if (found.where == FoundTable::Where::nowhere) {
    result.failure = {404, "not_found", "there is no such table"};
  } else if (found.where == FoundTable::Where::elsewhere) {
    result.elsewhere = found.address;
  } else if (hall_.game(found.record.game) == nullptr) {
    result.failure = {410, "gone", "this game is not played here any more"};
  } else if (own != nullptr && own->wording == nullptr) {
    result.failure = {410, "gone", "its own content does not fit this server: " + own->problems.front().text()};
  } else {
    const Wording* wording = own != nullptr ? own->wording.get() : hall_.game(found.record.game);
    const auto opened = OpenTable::open(*this, wording->shared(), *wording, std::move(found.record),
                                        std::move(found.entries), found.epoch, found.checkpoint, found.remaining)
                            .into(result.table);
    if (!opened) {
      log_warning("table cannot be opened", {{"table", id}, {"error", opened.error()}});
      result.failure = {410, "gone", opened.error()};
    } else {
      result.table->keep_own(own);
      keep(result.table);
      ++metrics_.tables_loaded;
    }
  }
  return result;
}

void Room::create(const Wording& wording, const Own& own, TableRecord record, std::vector<Entry> entries,
                  std::function<void(Failure, std::shared_ptr<OpenTable>)> then) {
  if (record.rules == 0) {
    record.content = wording.edition().version();
    record.rules = wording.edition().game().rules_version;
  }
  std::shared_ptr<OpenTable> table;
  if (const auto opened = OpenTable::open(*this, wording.shared(), wording, record, entries, 1).into(table);
      !opened)
    return then({400, "bad_request", opened.error()}, nullptr);
  table->keep_own(own);
  storage_.submit([record, entries = std::move(entries), checkpoint = table->history().checkpoint()](
                      Store& store) { store.create_table(record, entries, checkpoint); },
                  [this, table, then = std::move(then)](bool good) {
                    if (!good) return then({503, "storage", "it could not be written"}, nullptr);
                    keep(table);
                    ++metrics_.tables_created;
                    log_info("table created", {{"table", table->record().id}, {"game", table->record().game}});
                    then({}, table);
                    table->wake();
                  });
}

// ---- closing ------------------------------------------------------------------------------------------

void Room::close_idle() {
  std::erase_if(tables_, [this](const auto& entry) {
    if (!entry.second->idle() || entry.second.use_count() > 1) return false;
    ++metrics_.tables_closed;
    --metrics_.tables_open;
    return true;
  });
}

void Room::dismiss_all() {
  for (auto& [id, table] : tables_) table->dismiss_all("restart", "the server is being restarted", 500);
}

void Room::lost(const std::string& id) {
  const auto table = let_go(id);
  if (!table) return;
  ++metrics_.tables_lost;
  log_warning("table lost to another server", {{"table", id}});
  table->dismiss_all("restart", "this table has moved to another server", 300);
}

void Room::fell(const std::string& id, std::string_view) {
  const auto table = let_go(id);
  if (!table) return;
  ++metrics_.tables_fallen;
  table->dismiss_all("restart", "something went wrong at this table; it is in the log", 2000);
}

// ---- house --------------------------------------------------------------------------------------------

void Room::write(TableWrite write, std::function<void(Written)> then) {
  auto result = std::make_shared<Written>(Written::failed);
  storage_.submit([result, write = std::move(write)](Store& store) { *result = store.write(write); },
                  [result, then = std::move(then)](bool good) { then(good ? *result : Written::failed); });
}

void Room::ask_bot(BotQuestion question, std::function<void(Choice, Milliseconds)> then) {
  bots_.ask(std::move(question), std::move(then));
}

// The new table may live in another loop; the answer comes in this one.
void Room::open_table(TableRecord record, std::function<void(bool)> then) {
  hall_.create(std::move(record), {},
               [this, then = std::move(then)](const Failure& failure, const std::shared_ptr<OpenTable>&) {
                 loop_.dispatch([then, good = failure.status == 0] { then(good); });
               });
}

std::string Room::fresh_id() {
  std::uint8_t random[table_id_length];
  randombytes_buf(random, sizeof random);
  return table_id(random);
}

std::string Room::fresh_seed() { return random_hex(32); }

void Room::chosen(std::int64_t microseconds, double seconds) {
  metrics_.told(seconds);
  ++metrics_.choices;
  metrics_.choice_microseconds += static_cast<std::uint64_t>(microseconds);
}

}  // namespace rw::server
