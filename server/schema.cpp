// Schemas by version. What has been released is never changed here; a new version is added.
#include "server/schema.h"

#include <charconv>

namespace rw::server {
namespace {

constexpr const char* first_version[] = {
    "CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS servers (id TEXT PRIMARY KEY, address TEXT NOT NULL, seen NUMBER NOT NULL)",
    "CREATE TABLE IF NOT EXISTS tables (id TEXT PRIMARY KEY, game TEXT NOT NULL, status NUMBER NOT NULL, "
    "listed NUMBER NOT NULL, wakes NUMBER NOT NULL, changed NUMBER NOT NULL, owner TEXT NOT NULL, epoch NUMBER "
    "NOT NULL, record TEXT NOT NULL)",
    "CREATE INDEX IF NOT EXISTS tables_listed ON tables (listed, status, changed)",
    "CREATE INDEX IF NOT EXISTS tables_waking ON tables (wakes, owner)",
    "CREATE TABLE IF NOT EXISTS entries (table_id TEXT NOT NULL REFERENCES tables (id), number NUMBER NOT NULL, "
    "kind NUMBER NOT NULL, seat NUMBER NOT NULL, value NUMBER NOT NULL, moment NUMBER NOT NULL, "
    "spent NUMBER NOT NULL, PRIMARY KEY (table_id, number))CLUSTERED",
    "CREATE TABLE IF NOT EXISTS checkpoints (table_id TEXT PRIMARY KEY REFERENCES tables (id), number NUMBER NOT "
    "NULL, save TEXT NOT NULL)CLUSTERED",
    "CREATE TABLE IF NOT EXISTS sitters (identity TEXT NOT NULL, table_id TEXT NOT NULL REFERENCES tables (id), "
    "PRIMARY KEY (identity, table_id))",
    "CREATE TABLE IF NOT EXISTS accounts (id TEXT PRIMARY KEY, name TEXT NOT NULL, folded TEXT NOT NULL UNIQUE, "
    "hash TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS sessions (token TEXT PRIMARY KEY, account TEXT NOT NULL REFERENCES accounts (id), "
    "expires NUMBER NOT NULL)",
    "CREATE TABLE IF NOT EXISTS ratings (account TEXT NOT NULL REFERENCES accounts (id), game TEXT NOT NULL, "
    "rating DOUBLE PRECISION NOT NULL, deviation DOUBLE PRECISION NOT NULL, volatility DOUBLE PRECISION NOT NULL, "
    "games NUMBER NOT NULL, PRIMARY KEY (account, game))",
    "CREATE TABLE IF NOT EXISTS decks (id TEXT PRIMARY KEY, account TEXT NOT NULL REFERENCES accounts (id), "
    "game TEXT NOT NULL, name TEXT NOT NULL, deck TEXT NOT NULL, UNIQUE (account, game, name))",
};

// Adds the position hash of entries, the stored clocks, and what administrators do.
constexpr const char* second_version[] = {
    "ALTER TABLE entries ADD COLUMN position NUMBER NOT NULL DEFAULT 0",
    "ALTER TABLE servers ADD COLUMN machine TEXT NOT NULL DEFAULT ''",
    "CREATE TABLE clocks (table_id TEXT PRIMARY KEY REFERENCES tables (id), number NUMBER NOT NULL, remaining "
    "NUMBER NOT NULL)CLUSTERED",
    "CREATE TABLE orders (id TEXT PRIMARY KEY, what TEXT NOT NULL, subject TEXT NOT NULL, moment NUMBER NOT NULL)",
    "CREATE INDEX orders_moment ON orders (moment)",
    "CREATE TABLE bans (kind TEXT NOT NULL, subject TEXT NOT NULL, until NUMBER NOT NULL, reason TEXT NOT NULL, "
    "PRIMARY KEY (kind, subject))",
    "CREATE TABLE admin_log (id TEXT PRIMARY KEY, moment NUMBER NOT NULL, person TEXT NOT NULL, action TEXT NOT "
    "NULL, subject TEXT NOT NULL, detail TEXT NOT NULL)",
    "CREATE INDEX sessions_account ON sessions (account)",
};

constexpr std::span<const char* const> versions[] = {first_version, second_version};
static_assert(std::size(versions) == schema_version);

constexpr StoredTable all_tables[] = {
    {"settings", "name, value"},
    {"tables", "id, game, status, listed, wakes, changed, owner, epoch, record"},
    {"entries", "table_id, number, kind, seat, value, moment, spent, position"},
    {"checkpoints", "table_id, number, save"},
    {"clocks", "table_id, number, remaining"},
    {"sitters", "identity, table_id"},
    {"accounts", "id, name, folded, hash"},
    {"sessions", "token, account, expires"},
    {"ratings", "account, game, rating, deviation, volatility, games"},
    {"decks", "id, account, game, name, deck"},
    {"bans", "kind, subject, until, reason"},
    {"admin_log", "id, moment, person, action, subject, detail"},
};

std::string with(std::string text, std::string_view word, std::string_view by) {
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + by.size()))
    text.replace(at, word.size(), by);
  return text;
}

// 0 means an empty database, or one from before versions had numbers; its tables are left alone.
bool find_version(Database& database, int& version) {
  const Answer settings = database.run(std::string(database.has_table()), {"settings"});
  if (!settings.good) return false;
  version = 0;
  if (settings.rows.empty()) return true;
  const Answer row = database.run("SELECT value FROM settings WHERE name = 'schema'");
  if (!row.good) return false;
  if (!row.rows.empty())
    std::from_chars(row.rows[0][0].data(), row.rows[0][0].data() + row.rows[0][0].size(), version);
  return true;
}

bool raise(Database& database, int from) {
  for (int version = from; version < schema_version; ++version)
    for (const char* statement : versions[version])
      if (!database.run(with(with(statement, "NUMBER", database.number_type()), "CLUSTERED", database.clustered()))
               .good)
        return false;
  return database
      .run(
          "INSERT INTO settings (name, value) VALUES ('schema', $1) ON CONFLICT (name) DO UPDATE SET value = "
          "excluded.value",
          {std::to_string(schema_version)})
      .good;
}

}  // namespace

std::span<const StoredTable> stored_tables() { return all_tables; }

Expected<> migrate(Database& database) {
  int version = 0;
  bool good = database.run("BEGIN").good;
  // If several servers start at once, one migrates and the others find it done.
  if (good && !database.schema_lock().empty()) good = database.run(database.schema_lock()).good;
  good = good && find_version(database, version);
  if (good && version > schema_version) {
    database.run("ROLLBACK");
    return failed("the database was written by a newer program (its schema has version " +
                  std::to_string(version) + ", this program knows " + std::to_string(schema_version) + ")");
  }
  good = good && (version == schema_version || raise(database, version)) && database.run("COMMIT").good;
  if (good) return {};
  std::string why = database.error();
  database.run("ROLLBACK");
  return failed(std::move(why));
}

}  // namespace rw::server
