// SQLite: write-ahead log, and every commit on the disk before it is reported (synchronous=FULL).
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
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
    if (lock_ >= 0) close(lock_);
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
  std::string_view has_table() const override {
    return "SELECT name FROM sqlite_master WHERE type = 'table' AND name = $1";
  }
  std::string_view schema_lock() const override { return ""; }
  bool connected() override { return true; }
  bool shared() const override { return false; }
  std::string damage() override {
    const Answer answer = run("PRAGMA integrity_check(10)", {});
    if (!answer.good) return error();
    std::string found;
    for (const Row& one : answer.rows)
      if (one[0] != "ok") found += (found.empty() ? "" : "; ") + one[0];
    return found;
  }
  // Moves the log into the file and marks the folder as left in order.
  void close_in_order() override {
    const bool good = run("PRAGMA wal_checkpoint(TRUNCATE)", {}).good;
    if (good && lock_ >= 0 && ftruncate(lock_, 0) == 0) fsync(lock_);
  }
  // The valid frames of the log.
  int frames_in_log() {
    const Answer answer = run("PRAGMA wal_checkpoint(PASSIVE)", {});
    return answer.rows.empty() || answer.rows[0].size() < 2 ? -1 : std::atoi(answer.rows[0][1].c_str());
  }

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

// Two servers in one folder would each believe that they own the tables. The lock is held as long as its file is
// open; the file says "running" until the folder is left in order.
struct HeldFolder {
  int lock = -1;
  bool unclean = false;  // the last server did not stop in order
};
Expected<HeldFolder> take_folder(const std::string& folder) {
  std::error_code fault;
  if (!std::filesystem::exists(folder, fault) && std::filesystem::create_directories(folder, fault))
    chmod(folder.c_str(), 0700);
  const int lock = open((folder + "/lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (lock < 0) return failed("the folder '" + folder + "' cannot be written");
  if (flock(lock, LOCK_EX | LOCK_NB) != 0) {
    close(lock);
    return failed("another server is using the folder '" + folder + "'");
  }
  const bool unclean = lseek(lock, 0, SEEK_END) > 0;
  if (pwrite(lock, "running\n", 8, 0) == 8) fsync(lock);
  return HeldFolder{lock, unclean};
}

// Only this user may read the games, also those in the log.
void make_private(const std::string& file) {
  const int made = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (made >= 0) close(made);
  for (const char* part : {"", "-wal", "-shm"}) chmod((file + part).c_str(), 0600);
}

// All frames in the log's file since the log was last restarted, valid or not.
int frames_in_file(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::array<unsigned char, 32> head{};
  if (!in.read(reinterpret_cast<char*>(head.data()), head.size())) return 0;
  const auto number = [](const unsigned char* at) {
    return (static_cast<std::uint32_t>(at[0]) << 24U) | (static_cast<std::uint32_t>(at[1]) << 16U) |
           (static_cast<std::uint32_t>(at[2]) << 8U) | at[3];
  };
  const std::uint32_t page = number(head.data() + 8);
  std::array<unsigned char, 24> frame{};
  int count = 0;
  while (in.read(reinterpret_cast<char*>(frame.data()), frame.size())) {
    if (std::memcmp(frame.data() + 8, head.data() + 16, 8) != 0) break;  // of an earlier round
    ++count;
    in.seekg(page, std::ios::cur);
  }
  return count;
}

std::string damaged_text(const std::string& file, const std::string& damage) {
  return file + " is damaged (" + damage + "); restore a backup, see docs/server.md";
}

Expected<std::unique_ptr<Sqlite>> open_file(const std::string& folder, int lock) {
  sqlite3* handle = nullptr;
  const std::string file = folder + "/rulewright.db";
  const int opened =
      sqlite3_open_v2(file.c_str(), &handle,
                      SQLITE_OPEN_READWRITE | (lock >= 0 ? SQLITE_OPEN_CREATE : 0) | SQLITE_OPEN_NOMUTEX, nullptr);
  auto database = std::make_unique<Sqlite>(handle, lock);
  const auto fault = [&] {
    const int code = sqlite3_errcode(handle) & 0xFF;
    const bool damaged = code == SQLITE_CORRUPT || code == SQLITE_NOTADB;
    return failed(damaged ? damaged_text(file, database->error()) : file + ": " + database->error());
  };
  if (opened != SQLITE_OK) return fault();
  // A choice changes one page, and at least one page is written, so pages are small. (An existing file keeps its
  // size.)
  for (const char* setting :
       {"PRAGMA page_size=512", "PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "PRAGMA foreign_keys=ON",
        "PRAGMA busy_timeout=5000", "PRAGMA wal_autocheckpoint=32000", "PRAGMA secure_delete=ON"}) {
    if (!database->run(setting, {}).good) return fault();
  }
  return database;
}

}  // namespace

Expected<std::unique_ptr<Database>> open_sqlite(const std::string& folder, FolderNews* news) {
  const Expected<HeldFolder> held = take_folder(folder);
  if (!held) return held.failure();
  const std::string file = folder + "/rulewright.db";
  make_private(file);
  const int in_file = frames_in_file(file + "-wal");
  auto database = open_file(folder, held->lock);
  if (!database) return database.failure();
  if (held->unclean) {
    const int counted = (*database)->frames_in_log();
    if (news != nullptr) *news = {true, counted < 0 ? 0 : std::max(0, in_file - counted)};
    if (const std::string damage = (*database)->damage(); !damage.empty())
      return failed(damaged_text(file, damage));
  }
  return *std::move(database);
}

Expected<std::unique_ptr<Database>> open_sqlite_beside(const std::string& folder) {
  std::error_code fault;
  if (!std::filesystem::exists(folder + "/rulewright.db", fault))
    return failed("there are no games in '" + folder + "'");
  auto database = open_file(folder, -1);
  if (!database) return database.failure();
  return *std::move(database);
}

}  // namespace rw::server
