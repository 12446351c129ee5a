// SQLite copies its file itself; to and from PostgreSQL the rows are copied one by one.
#include "server/backup.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
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

// The system writes at most 2 GiB at once.
bool write_all(int to, std::string_view rest) {
  while (!rest.empty()) {
    const ssize_t count = write(to, rest.data(), rest.size());
    if (count < 0 && errno != EINTR) return false;
    if (count > 0) rest.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

// The file is whole and on the disk, or it is not there.
template <class Fill>
bool write_draft(const std::string& file, Fill fill) {
  const std::string draft = file + ".new";
  const int made = open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (made < 0) return false;
  const bool written = fill(made) && fsync(made) == 0;
  close(made);
  if (written && std::rename(draft.c_str(), file.c_str()) == 0) return true;
  unlink(draft.c_str());
  return false;
}

// Part by part: a database may be larger than the memory.
bool copy_private(const std::string& from, const std::string& to) {
  return write_draft(to, [&](int made) {
    std::ifstream in(from, std::ios::binary);
    std::string part(std::size_t{1} << 20U, '\0');
    for (;;) {
      in.read(part.data(), static_cast<std::streamsize>(part.size()));
      if (!write_all(made, std::string_view(part.data(), static_cast<std::size_t>(in.gcount())))) return false;
      if (!in) return in.eof();
    }
  });
}

Expected<> make_private_folder(const std::string& folder) {
  std::error_code fault;
  if (!files::exists(folder, fault)) {
    files::create_directories(folder, fault);
    chmod(folder.c_str(), 0700);
  }
  if (files::is_directory(folder, fault)) return {};
  return failed("the folder '" + folder + "' cannot be made");
}

std::string places(std::size_t count) {
  std::string text;
  for (std::size_t i = 1; i <= count; ++i) text += (i > 1 ? ", $" : "$") + std::to_string(i);
  return text;
}

// Numbers are copied as text; each database converts them to the type of the column.
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

// Games are copied table by table: all of them together may not fit into memory.
Expected<> copy_table(Database& from, Database& to, const StoredTable& table, const std::vector<Row>& ids) {
  const std::string select = "SELECT " + std::string(table.columns) + " FROM " + std::string(table.name);
  const auto copy = [&](const Answer& answer) -> Expected<> {
    if (!answer.good) return failed(from.error());
    if (!copy_rows(to, table, answer.rows)) return failed(to.error());
    return {};
  };
  if (!table.columns.starts_with("table_id")) return copy(from.run(select));
  for (const Row& id : ids)
    if (auto copied = copy(from.run(select + " WHERE table_id = $1", {id[0]})); !copied) return copied;
  return {};
}

Expected<> copy_tables(Database& from, Database& to) {
  const Answer ids = from.run("SELECT id FROM tables");
  if (!ids.good) return failed(from.error());
  for (const StoredTable& table : stored_tables())
    if (auto copied = copy_table(from, to, table, ids.rows); !copied) return copied;
  return {};
}

Expected<> copy_all(Database& from, Database& to) {
  if (!from.run(from.snapshot()).good || !to.run("BEGIN").good) return failed(from.error() + to.error());
  Expected<> copied = copy_tables(from, to);
  from.run("ROLLBACK");
  if (copied && !to.commit()) copied = failed(to.error());
  if (!copied) to.run("ROLLBACK");
  return copied;
}

bool is_empty(Database& database) {
  const Answer answer = database.run("SELECT (SELECT count(*) FROM tables) + (SELECT count(*) FROM accounts)");
  return answer.good && !answer.rows.empty() && answer.rows[0][0] == "0";
}

// A backup that cannot be read is worthless, so it is read once.
Expected<> check_sound(const std::string& folder) {
  const auto made = open_sqlite_beside(folder);
  if (!made) return made.failure();
  const std::string damage = (*made)->damage();
  (*made)->close_in_order();
  if (!damage.empty()) return failed(folder + "/rulewright.db is damaged: " + damage);
  return {};
}

Expected<> backup_postgres(const std::string& url, const std::string& folder) {
  const auto from = open_postgres(url);
  if (!from) return from.failure();
  const auto to = open_sqlite(folder);
  if (!to) return to.failure();
  if (auto made = migrate(**to); !made) return made;
  if (auto copied = copy_all(**from, **to); !copied) return copied;
  (*to)->close_in_order();
  return {};
}

Expected<> backup_folder(const std::string& data, const std::string& folder) {
  const std::string file = folder + "/rulewright.db";
  const auto database = open_sqlite_beside(data);
  if (!database) return database.failure();
  // Nobody else may read it while it grows either; SQLite fills an empty file.
  if (!write_private(file, "")) return failed(file + " cannot be written");
  if (!(*database)->run("VACUUM INTO $1", {file}).good) {
    unlink(file.c_str());
    return failed((*database)->error());
  }
  const std::string secret = text_of(data + "/secret");
  if (!secret.empty() && !write_private(folder + "/secret", secret))
    return failed(folder + "/secret cannot be written");
  return {};
}

Expected<> restore_to_postgres(const std::string& folder, const std::string& url, const std::string& secret) {
  const auto from = open_sqlite_beside(folder);
  if (!from) return from.failure();
  const auto target = open_postgres(url);
  if (!target) return target.failure();
  if (auto made = migrate(**target); !made) return made;
  if (!is_empty(**target)) return failed("there are games in that database already");
  if (auto copied = copy_all(**from, **target); !copied) return copied;
  if (!secret.empty())
    (*target)->run("INSERT INTO settings (name, value) VALUES ('secret', $1) ON CONFLICT DO NOTHING",
                   {secret.substr(0, secret.find('\n'))});
  return {};
}

}  // namespace

bool write_private(const std::string& file, const std::string& text) {
  return write_draft(file, [&](int made) { return write_all(made, text); });
}

Expected<std::unique_ptr<Database>> open_beside(const Place& place) {
  return place.database.empty() ? open_sqlite_beside(place.data) : open_postgres(place.database);
}

Expected<> backup(const Place& from, const std::string& folder) {
  if (exists(folder + "/rulewright.db"))
    return failed("there is a backup in '" + folder + "' already; give another folder");
  if (auto made = make_private_folder(folder); !made) return made;
  auto copied = from.database.empty() ? backup_folder(from.data, folder) : backup_postgres(from.database, folder);
  return copied ? check_sound(folder) : copied;
}

Expected<> restore(const std::string& folder, const Place& to) {
  if (auto sound = check_sound(folder); !sound) return sound;
  const std::string secret = text_of(folder + "/secret");
  if (!to.database.empty()) return restore_to_postgres(folder, to.database, secret);
  const std::string file = to.data + "/rulewright.db";
  if (exists(file)) return failed("there are games in '" + to.data + "' already; move them away first");
  if (auto made = make_private_folder(to.data); !made) return made;
  if (!copy_private(folder + "/rulewright.db", file)) return failed(file + " cannot be written");
  if (!secret.empty() && !write_private(to.data + "/secret", secret))
    return failed(to.data + "/secret cannot be written");
  return {};
}

}  // namespace rw::server
