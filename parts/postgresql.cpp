// PostgreSQL through libpq: the shared truth of several servers.
#include <libpq-fe.h>

#include <charconv>
#include <map>

#include "server/database.h"

namespace rw::server {
namespace {

struct Parameters {
  std::vector<std::string> texts;
  std::vector<const char*> pointers;

  explicit Parameters(std::span<const Value> values) {
    texts.reserve(values.size());
    for (const Value& value : values) {
      switch (value.kind) {
        case Value::Kind::null: texts.emplace_back(); break;
        case Value::Kind::integer: texts.push_back(std::to_string(value.integer)); break;
        case Value::Kind::real: texts.push_back(exact(value.real)); break;
        case Value::Kind::text: texts.push_back(value.text); break;
      }
      pointers.push_back(value.kind == Value::Kind::null ? nullptr : texts.back().c_str());
    }
  }
  static std::string exact(double number) {
    char digits[32];
    return {digits, std::to_chars(digits, digits + sizeof digits, number).ptr};
  }
};

class Postgres final : public Database {
 public:
  Postgres(PGconn* connection, std::string url) : connection_(connection), url_(std::move(url)) {}
  Postgres(const Postgres&) = delete;
  Postgres& operator=(const Postgres&) = delete;
  ~Postgres() override { PQfinish(connection_); }

  Answer run(std::string_view sql, std::span<const Value> values) override {
    Answer answer;
    const std::string* name = prepare(sql, static_cast<int>(values.size()));
    if (name == nullptr) return answer;
    const Parameters parameters(values);
    PGresult* result = PQexecPrepared(connection_, name->c_str(), static_cast<int>(values.size()),
                                      parameters.pointers.data(), nullptr, nullptr, 0);
    const ExecStatusType status = PQresultStatus(result);
    answer.good = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
    if (!answer.good) error_ = PQresultErrorMessage(result);
    for (int i = 0; i < PQntuples(result); ++i) {
      Row row;
      for (int k = 0; k < PQnfields(result); ++k) row.emplace_back(PQgetvalue(result, i, k));
      answer.rows.push_back(std::move(row));
    }
    const std::string_view changed = PQcmdTuples(result);
    std::from_chars(changed.data(), changed.data() + changed.size(), answer.changed);
    PQclear(result);
    return answer;
  }
  std::string_view now() const override { return "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"; }
  std::string_view number_type() const override { return "BIGINT"; }
  std::string_view clustered() const override { return ""; }
  std::string_view share_lock() const override { return " FOR SHARE"; }
  std::string error() const override { return error_; }
  bool connected() override {
    if (PQstatus(connection_) == CONNECTION_OK) return true;
    prepared_.clear();
    PQreset(connection_);
    if (PQstatus(connection_) == CONNECTION_OK) return true;
    error_ = PQerrorMessage(connection_);
    return false;
  }
  bool shared() const override { return true; }

 private:
  const std::string* prepare(std::string_view sql, int count) {
    const auto known = prepared_.find(sql);
    if (known != prepared_.end()) return &known->second;
    std::string name = "s" + std::to_string(prepared_.size());
    PGresult* result = PQprepare(connection_, name.c_str(), std::string(sql).c_str(), count, nullptr);
    const bool good = PQresultStatus(result) == PGRES_COMMAND_OK;
    if (!good) error_ = PQresultErrorMessage(result);
    PQclear(result);
    if (!good) return nullptr;
    return &prepared_.emplace(std::string(sql), std::move(name)).first->second;
  }

  PGconn* connection_;
  std::string url_, error_;
  std::map<std::string, std::string, std::less<>> prepared_;
};

}  // namespace

std::unique_ptr<Database> open_postgres(const std::string& url, std::string& error) {
  PGconn* connection = PQconnectdb(url.c_str());
  auto database = std::make_unique<Postgres>(connection, url);
  if (PQstatus(connection) != CONNECTION_OK) {
    error = PQerrorMessage(connection);
    return nullptr;
  }
  PQsetNoticeProcessor(connection, [](void*, const char*) {}, nullptr);
  // A commit that is reported is on the disk of the database's machine.
  if (!static_cast<Database&>(*database).run("SET synchronous_commit = on").good) {
    error = database->error();
    return nullptr;
  }
  return database;
}

}  // namespace rw::server

extern "C" {
extern const rw::server::OpenDatabase rulewright_part __attribute__((visibility("default")));
}
const rw::server::OpenDatabase rulewright_part = rw::server::open_postgres;
