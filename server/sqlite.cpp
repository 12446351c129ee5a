// SQLite: write-ahead log, and every commit on the disk before it is reported (synchronous=FULL).
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <unistd.h>

#include <filesystem>
#include <map>

#include "server/database.h"

namespace rw::server {
namespace {

class Sqlite final : public Database {
 public:
  Sqlite(sqlite3* handle, int lock) : handle_(handle), lock_(lock) {}
  Sqlite(const Sqlite&) = delete;
  Sqlite& operator=(const Sqlite&) = delete;
  ~Sqlite() override {
    for (auto& [sql, statement] : prepared_) sqlite3_finalize(statement);
    sqlite3_close(handle_);
    close(lock_);
  }

  Answer run(std::string_view sql, std::span<const Value> values) override {
    Answer answer;
    sqlite3_stmt* statement = prepare(sql);
    if (statement == nullptr) return answer;
    for (std::size_t i = 0; i < values.size(); ++i) bind(statement, static_cast<int>(i) + 1, values[i]);
    int step = sqlite3_step(statement);
    for (; step == SQLITE_ROW; step = sqlite3_step(statement)) answer.rows.push_back(row(statement));
    answer.good = step == SQLITE_DONE;
    answer.changed = sqlite3_changes64(handle_);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return answer;
  }
  std::string_view now() const override { return "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"; }
  std::string_view number_type() const override { return "INTEGER"; }
  std::string_view share_lock() const override { return ""; }
  std::string_view clustered() const override { return " WITHOUT ROWID"; }
  std::string error() const override { return sqlite3_errmsg(handle_); }
  bool connected() override { return true; }
  bool shared() const override { return false; }

 private:
  sqlite3_stmt* prepare(std::string_view sql) {
    const auto known = prepared_.find(sql);
    if (known != prepared_.end()) return known->second;
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v3(handle_, sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT,
                           &statement, nullptr) != SQLITE_OK)
      return nullptr;
    prepared_.emplace(std::string(sql), statement);
    return statement;
  }
  static void bind(sqlite3_stmt* statement, int place, const Value& value) {
    switch (value.kind) {
      case Value::Kind::null: sqlite3_bind_null(statement, place); return;
      case Value::Kind::integer: sqlite3_bind_int64(statement, place, value.integer); return;
      case Value::Kind::real: sqlite3_bind_double(statement, place, value.real); return;
      case Value::Kind::text:
        sqlite3_bind_text(statement, place, value.text.data(), static_cast<int>(value.text.size()), SQLITE_STATIC);
        return;
    }
  }
  static Row row(sqlite3_stmt* statement) {
    Row out;
    for (int i = 0; i < sqlite3_column_count(statement); ++i) {
      const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, i));
      out.emplace_back(text == nullptr ? "" : text);
    }
    return out;
  }

  sqlite3* handle_;
  int lock_;
  std::map<std::string, sqlite3_stmt*, std::less<>> prepared_;
};

// Two servers in one folder would each believe that they own the tables.
int take_folder(const std::string& folder, std::string& error) {
  std::error_code fault;
  std::filesystem::create_directories(folder, fault);
  const int lock = open((folder + "/lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (lock < 0) {
    error = "the folder '" + folder + "' cannot be written";
  } else if (flock(lock, LOCK_EX | LOCK_NB) != 0) {
    error = "another server is using the folder '" + folder + "'";
    close(lock);
    return -1;
  }
  return lock;
}

}  // namespace

std::unique_ptr<Database> open_sqlite(const std::string& folder, std::string& error) {
  const int lock = take_folder(folder, error);
  if (lock < 0) return nullptr;
  sqlite3* handle = nullptr;
  const std::string file = folder + "/rulewright.db";
  const int opened = sqlite3_open_v2(file.c_str(), &handle,
                                     SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr);
  auto database = std::make_unique<Sqlite>(handle, lock);
  if (opened != SQLITE_OK) {
    error = file + ": " + database->error();
    return nullptr;
  }
  // A choice changes one page, and a page is the least that is written. (A file that exists keeps its own size.)
  for (const char* setting :
       {"PRAGMA page_size=1024", "PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "PRAGMA foreign_keys=ON",
        "PRAGMA busy_timeout=5000", "PRAGMA wal_autocheckpoint=16000"}) {
    if (static_cast<Database&>(*database).run(setting).good) continue;
    error = file + ": " + database->error();
    return nullptr;
  }
  return database;
}

}  // namespace rw::server
