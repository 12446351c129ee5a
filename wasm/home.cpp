// Keeping tables, writing them down, asking whoever thinks.
#include "wasm/home.h"

#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/core/hash.h"
#include "server/json.h"
#include "server/table_requests.h"
#include "wasm/library.h"
#include "wasm/texts.h"

namespace rw::wasm {

using server::Entry;
using server::Failure;
using server::OpenTable;
using server::TableRecord;
using Json = nlohmann::json;

// ---- tables -------------------------------------------------------------------------------------------

bool Home::keep(std::string_view saved) {
  const Json json = server::read_object(saved, {"id", "record", "entries"});
  if (!json.is_object() || !json.contains("record") || !json["record"].is_string() || !json.contains("entries") ||
      !json["entries"].is_array())
    return false;
  Kept kept;
  if (!server::read_record(json["record"].get<std::string>(), kept.record)) return false;
  for (const Json& text : json["entries"]) {
    Entry entry;
    if (!text.is_string() || !read_entry(text.get<std::string>(), entry)) return false;
    kept.entries.push_back(entry);
  }
  const std::string id = kept.record.id;
  tables_[id] = std::move(kept);
  return true;
}

void Home::forget(const std::string& id) {
  const auto found = tables_.find(id);
  if (found == tables_.end()) return;
  const auto table = std::move(found->second.table);
  tables_.erase(found);
  if (table) table->dismiss_all("gone", "this table was deleted", 0);
}

std::shared_ptr<OpenTable> Home::find(const std::string& id, Failure& failure) {
  const auto found = tables_.find(id);
  if (found == tables_.end()) {
    failure = {404, "not_found", "there is no such table"};
    return nullptr;
  }
  Kept& kept = found->second;
  if (kept.table) return kept.table;
  const server::Wording* wording = wasm::game(kept.record.game);
  Expected<> opened = failed("this game is not played here any more");
  if (wording != nullptr)
    opened = OpenTable::open(*this, wording->shared(), *wording, kept.record, kept.entries, 1).into(kept.table);
  if (!opened) {
    failure = {410, "gone", opened.error()};
    return nullptr;
  }
  loop_.post([table = kept.table] { table->wake(); });
  return kept.table;
}

void Home::create(TableRecord record, std::vector<Entry> entries,
                  std::function<void(Failure, std::shared_ptr<OpenTable>)> then) {
  const server::Wording* wording = wasm::game(record.game);
  if (wording == nullptr) return then({404, "not_found", "there is no such game"}, nullptr);
  if (record.rules == 0) {
    record.content = wording->edition().version();
    record.rules = wording->edition().game().rules_version;
  }
  std::shared_ptr<OpenTable> table;
  if (const auto opened = OpenTable::open(*this, wording->shared(), *wording, record, entries, 1).into(table);
      !opened)
    return then({400, "bad_request", opened.error()}, nullptr);
  const std::string id = record.id;
  write_down(id, std::move(record), std::move(entries), 0, [this, id, table, then = std::move(then)](bool good) {
    if (!good) return then({503, "storage", "it could not be written"}, nullptr);
    tables_[id].table = table;
    then({}, table);
    table->wake();
  });
}

void Home::open_table(TableRecord record, std::function<void(bool)> then) {
  create(std::move(record), {},
         [then = std::move(then)](const Failure& failure, const std::shared_ptr<OpenTable>&) {
           then(failure.status == 0);
         });
}

void Home::fell(const std::string& id, std::string_view) {
  const auto found = tables_.find(id);
  if (found == tables_.end()) return;
  const auto table = std::move(found->second.table);
  if (table) table->dismiss_all("restart", "something went wrong at this table; it is in the console", 2000);
}

std::string Home::fresh_id() {
  std::uint8_t random[server::table_id_length];
  getentropy(random, sizeof random);
  return server::table_id(random);
}

std::string Home::fresh_seed() {
  std::uint8_t random[32];
  getentropy(random, sizeof random);
  return core::hex(random);
}

// ---- writing ------------------------------------------------------------------------------------------

// `before`: how many entries the table has that are written already.
void Home::write_down(std::string table, std::optional<TableRecord> record, std::vector<Entry> entries,
                      std::size_t before, std::function<void(bool)> then) {
  std::string out = "{\"table\":";
  core::append_json(out, table);
  if (record) server::append_member(out, "record", server::write_record(*record));
  if (!entries.empty()) {
    server::append_member(out, "from", static_cast<std::int64_t>(before) + 1);
    out += ",\"entries\":[";
    for (const Entry& entry : entries)
      out += (&entry != &entries.front() ? ",\"" : "\"") + entry_text(entry) + "\"";
    out += ']';
  }
  out += '}';
  writes_[++last_] = {std::move(table), std::move(record), std::move(entries), std::move(then)};
  host::save(last_, out);
}

void Home::saved(int number, bool good) {
  auto found = writes_.extract(number);
  if (found.empty()) return;
  Write& write = found.mapped();
  if (good) {
    Kept& kept = tables_[write.table];
    if (write.record) kept.record = std::move(*write.record);
    kept.entries.insert(kept.entries.end(), write.entries.begin(), write.entries.end());
  }
  write.then(good);
}

void Home::write(server::TableWrite write, std::function<void(server::Written)> then) {
  std::vector<Entry> entries;
  if (write.entry) entries.push_back(*write.entry);
  write_down(std::move(write.table), std::move(write.record), std::move(entries),
             static_cast<std::size_t>(std::max(1, write.number)) - 1,
             [then = std::move(then)](bool good) { then(good ? server::Written::yes : server::Written::failed); });
}

// ---- thinking -----------------------------------------------------------------------------------------

int Home::think(std::string question, Brought then) {
  const int number = ++last_;
  questions_[number] = std::move(then);
  host::think(number, question);
  return number;
}

void Home::thought(int number, std::string_view answer) {
  auto found = questions_.extract(number);
  if (!found.empty()) found.mapped()(answer);
}

void Home::thinking(int number, std::size_t done, std::size_t of) {
  for (auto& [key, review] : reviews_)
    if (review.number == number) {
      review.done = done;
      review.of = of;
    }
}

void Home::ask_bot(server::BotQuestion question, std::function<void(Choice, server::Milliseconds)> then) {
  think(question_text(question), [then = std::move(then)](std::string_view answer) {
    const Json json = Json::parse(answer, nullptr, false);
    const bool good = json.is_object() && json.contains("choice") && json["choice"].is_string() &&
                      json.contains("ms") && json["ms"].is_number_integer();
    if (!good) return then({}, 0);
    const std::string bits = json["choice"];
    then(Choice{std::strtoull(bits.c_str(), nullptr, 10)}, json["ms"].get<server::Milliseconds>());
  });
}

// ---- lines --------------------------------------------------------------------------------------------

bool Home::connect(int line, const server::Request& request) {
  const Call call{line, request, {}};
  std::vector<std::string> parts;
  if (!server::matches("/ws/tables/{}", request.path, parts)) {
    call.fail({404, "not_found", "there is no such socket"});
    return false;
  }
  Failure failure;
  const auto table = find(parts[0], failure);
  const auto watcher = server::watcher_of(request, me_);
  if (table) failure = table->admit(*watcher);
  if (failure.status != 0) {
    call.fail(failure);
    return false;
  }
  watcher->send = [line](const std::shared_ptr<const std::string>& message) { host::send(line, *message); };
  watcher->dismiss = [this, line](const std::string& last) {
    host::dismiss(line, last);
    loop_.post([this, line] { hang_up(line); });
  };
  lines_[line] = {table, watcher};
  table->enter(watcher);
  return true;
}

void Home::hear(int line, std::string_view text) {
  const auto found = lines_.find(line);
  if (found == lines_.end()) return;
  const Seat seat = found->second;  // it may be closed meanwhile
  server::receive_text(*seat.table, seat.watcher, text);
}

void Home::hang_up(int line) {
  auto found = lines_.extract(line);
  if (!found.empty()) found.mapped().table->leave(found.mapped().watcher);
}

}  // namespace rw::wasm
