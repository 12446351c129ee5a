// A thin layer over SQL: one connection, statements with $1, $2 … in ascending order, rows of text. The
// same statements run on SQLite and on PostgreSQL, so there is one store for both.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/expected.h"

namespace rw::server {

// A parameter of a statement.
struct Value {
  enum class Kind : std::uint8_t { null, integer, real, text } kind = Kind::null;
  std::int64_t integer = 0;
  double real = 0;
  std::string text;

  Value() = default;
  Value(std::int64_t number) : kind(Kind::integer), integer(number) {}
  Value(int number) : Value(static_cast<std::int64_t>(number)) {}
  Value(double number) : kind(Kind::real), real(number) {}
  Value(std::string words) : kind(Kind::text), text(std::move(words)) {}
  Value(std::string_view words) : Value(std::string(words)) {}
  Value(const char* words) : Value(std::string(words)) {}
};

using Row = std::vector<std::string>;  // null is the empty text

struct Answer {
  bool good = false;
  std::int64_t changed = 0;  // rows that a change touched
  std::vector<Row> rows;
};

class Database {
 public:
  virtual ~Database() = default;
  virtual Answer run(std::string_view sql, std::span<const Value> values) = 0;
  virtual std::string_view now() const = 0;  // an expression: milliseconds since 1970 by the database's clock
  virtual std::string_view number_type() const = 0;  // 64-bit integers
  virtual std::string_view share_lock()
      const = 0;  // behind a SELECT: nobody may change these rows until we commit
  virtual std::string_view clustered() const = 0;  // behind a table that is kept in the order of its key
  virtual std::string_view has_table() const = 0;  // a SELECT with a row if there is a table of this name
  virtual std::string_view schema_lock()
      const = 0;  // so that one server at a time changes the schema; empty: there is only one
  virtual std::string error() const = 0;  // of the last call
  virtual bool connected() = 0;  // reconnects if the connection was lost
  virtual bool shared() const = 0;  // may several servers use it at once?
  // COMMIT. If the connection is lost before the answer comes, this finds out what became of the transaction.
  virtual bool commit() { return run("COMMIT", std::span<const Value>()).good; }
  virtual std::string_view snapshot() const { return "BEGIN"; }  // all reads from here on see the same moment
  virtual void close_in_order() {}  // after the last write
  virtual std::string damage() = 0;  // what is wrong with the file; empty: nothing, or not for us to check

  Answer run(std::string_view sql, std::initializer_list<Value> values = {}) {
    return run(sql, std::span(values.begin(), values.size()));
  }
};

using OpenDatabase = Expected<std::unique_ptr<Database>> (*)(const std::string& where);

// What was found when a folder was opened; for the log.
struct FolderNews {
  bool unclean = false;  // the last server did not stop in order
  int lost_frames = 0;   // at the end of the write-ahead log: begun, never committed, or torn
};
// Takes the folder for this process, and makes it if it is missing, for this user alone. If the last server did
// not stop in order, the database is checked.
Expected<std::unique_ptr<Database>> open_sqlite(const std::string& folder, FolderNews* = nullptr);
// For the administrators' commands, beside a server that may be running. The folder must exist.
Expected<std::unique_ptr<Database>> open_sqlite_beside(const std::string& folder);
// `url` is a libpq connection string or a postgresql:// address. The part `postgresql` (parts/part.h) opens it.
Expected<std::unique_ptr<Database>> open_postgres(const std::string& url);

}  // namespace rw::server
