// SQLite copies its file itself; to and from PostgreSQL the rows are copied one by one.
#include "server/backup.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "server/schema.h"

namespace rw::server {
namespace {

namespace files = std::filesystem;

std::string text_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

bool exists(const std::string& file) {
  std::error_code fault;
  return files::exists(file, fault);
}

bool make_private_folder(const std::string& folder, std::string& error) {
  std::error_code fault;
  if (!files::exists(folder, fault)) {
    files::create_directories(folder, fault);
    chmod(folder.c_str(), 0700);
  }
  if (files::is_directory(folder, fault)) return true;
  error = "the folder '" + folder + "' cannot be made";
  return false;
}

std::string places(std::size_t count) {
  std::string text;
  for (std::size_t i = 1; i <= count; ++i) text += (i > 1 ? ", $" : "$") + std::to_string(i);
  return text;
}

// Numbers go as text; each database makes of them what the column is.
bool copy_rows(Database& to, const StoredTable& table, const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    std::vector<Value> values;
    for (const std::string& field : row) values.emplace_back(field);
    const std::string sql = "INSERT INTO " + std::string(table.name) + " (" + std::string(table.columns) +
                            ") VALUES (" + places(row.size()) + ") ON CONFLICT DO NOTHING";
    if (!to.run(sql, std::span<const Value>(values)).good) return false;
  }
  return true;
}

// Games table by table: all of them at once may be more than there is memory for.
bool copy_table(Database& from, Database& to, const StoredTable& table, const std::vector<Row>& ids,
                std::string& error) {
  const std::string select = "SELECT " + std::string(table.columns) + " FROM " + std::string(table.name);
  const auto copy = [&](const Answer& answer) {
    if (!answer.good) error = from.error();
    if (answer.good && !copy_rows(to, table, answer.rows)) error = to.error();
    return error.empty();
  };
  if (!table.columns.starts_with("table_id")) return copy(from.run(select));
  for (const Row& id : ids)
    if (!copy(from.run(select + " WHERE table_id = $1", {id[0]}))) return false;
  return true;
}

bool copy_all(Database& from, Database& to, std::string& error) {
  if (!from.run(from.snapshot()).good || !to.run("BEGIN").good) {
    error = from.error() + to.error();
    return false;
  }
  const Answer ids = from.run("SELECT id FROM tables");
  if (!ids.good) error = from.error();
  for (const StoredTable& table : stored_tables())
    if (error.empty()) copy_table(from, to, table, ids.rows, error);
  from.run("ROLLBACK");
  if (error.empty() && !to.commit()) error = to.error();
  if (!error.empty()) to.run("ROLLBACK");
  return error.empty();
}

bool is_empty(Database& database) {
  const Answer answer = database.run("SELECT (SELECT count(*) FROM tables) + (SELECT count(*) FROM accounts)");
  return answer.good && !answer.rows.empty() && answer.rows[0][0] == "0";
}

// A backup that cannot be read is none.
bool is_sound(const std::string& folder, std::string& error) {
  const auto made = open_sqlite_beside(folder, error);
  if (!made) return false;
  if (const std::string damage = made->damage(); !damage.empty())
    error = folder + "/rulewright.db is damaged: " + damage;
  made->close_in_order();
  return error.empty();
}

bool backup_postgres(const std::string& url, const std::string& folder, std::string& error) {
  const auto from = open_postgres(url, error);
  if (!from) return false;
  const auto to = open_sqlite(folder, error);
  if (!to || !migrate(*to, error) || !copy_all(*from, *to, error)) return false;
  to->close_in_order();
  return true;
}

}  // namespace

bool write_private(const std::string& file, const std::string& text) {
  const std::string draft = file + ".new";
  const int made = open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (made < 0) return false;
  const bool written =
      write(made, text.data(), text.size()) == static_cast<ssize_t>(text.size()) && fsync(made) == 0;
  close(made);
  return written && std::rename(draft.c_str(), file.c_str()) == 0;
}

std::unique_ptr<Database> open_beside(const Place& place, std::string& error) {
  return place.database.empty() ? open_sqlite_beside(place.data, error) : open_postgres(place.database, error);
}

bool backup(const Place& from, const std::string& folder, std::string& error) {
  const std::string file = folder + "/rulewright.db";
  if (exists(file)) {
    error = "there is a backup in '" + folder + "' already; give another folder";
    return false;
  }
  if (!make_private_folder(folder, error)) return false;
  if (!from.database.empty()) return backup_postgres(from.database, folder, error) && is_sound(folder, error);
  const auto database = open_sqlite_beside(from.data, error);
  if (!database) return false;
  if (!database->run("VACUUM INTO $1", {file}).good) {
    error = database->error();
    return false;
  }
  chmod(file.c_str(), 0600);
  const std::string secret = text_of(from.data + "/secret");
  if (!secret.empty() && !write_private(folder + "/secret", secret)) error = folder + "/secret cannot be written";
  return error.empty() && is_sound(folder, error);
}

bool restore(const std::string& folder, const Place& to, std::string& error) {
  if (!is_sound(folder, error)) return false;
  const std::string secret = text_of(folder + "/secret");
  if (!to.database.empty()) {
    const auto from = open_sqlite_beside(folder, error);
    const auto target = open_postgres(to.database, error);
    if (!from || !target || !migrate(*target, error)) return false;
    if (!is_empty(*target)) {
      error = "there are games in that database already";
      return false;
    }
    if (!copy_all(*from, *target, error)) return false;
    if (!secret.empty())
      target->run("INSERT INTO settings (name, value) VALUES ('secret', $1) ON CONFLICT DO NOTHING",
                  {secret.substr(0, secret.find('\n'))});
    return true;
  }
  const std::string file = to.data + "/rulewright.db";
  if (exists(file)) {
    error = "there are games in '" + to.data + "' already; move them away first";
    return false;
  }
  if (!make_private_folder(to.data, error)) return false;
  if (!write_private(file, text_of(folder + "/rulewright.db"))) {
    error = file + " cannot be written";
    return false;
  }
  if (!secret.empty() && !write_private(to.data + "/secret", secret)) {
    error = to.data + "/secret cannot be written";
    return false;
  }
  return true;
}

}  // namespace rw::server
