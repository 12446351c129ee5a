// PostgreSQL through libpq: the shared truth of several servers.
#include <libpq-fe.h>
#include <poll.h>

#include <charconv>
#include <chrono>
#include <map>
#include <thread>

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

// A connection that has not answered for so long is given up and made again.
constexpr auto patience = std::chrono::seconds(10);

class Postgres final : public Database {
 public:
  explicit Postgres(PGconn* connection) : connection_(connection) {}
  Postgres(const Postgres&) = delete;
  Postgres& operator=(const Postgres&) = delete;
  ~Postgres() override { PQfinish(connection_); }

  Answer run(std::string_view sql, std::span<const Value> values) override {
    Answer answer;
    const std::string* name = prepare(sql, static_cast<int>(values.size()));
    if (name == nullptr) return answer;
    const Parameters parameters(values);
    PGresult* result = nullptr;
    if (PQsendQueryPrepared(connection_, name->c_str(), static_cast<int>(values.size()),
                            parameters.pointers.data(), nullptr, nullptr, 0) == 1)
      result = wait();
    const ExecStatusType status = PQresultStatus(result);
    answer.good = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
    if (!answer.good) note_error(result);
    for (int i = 0; i < PQntuples(result); ++i) {
      Row row;
      for (int k = 0; k < PQnfields(result); ++k) row.emplace_back(PQgetvalue(result, i, k));
      answer.rows.push_back(std::move(row));
    }
    const std::string_view changed = result == nullptr ? "" : PQcmdTuples(result);
    std::from_chars(changed.data(), changed.data() + changed.size(), answer.changed);
    PQclear(result);
    return answer;
  }
  // The connection may break between the commit and its answer. If the choice happened, its player must not be
  // told otherwise, so this asks the database until it answers.
  bool commit() override {
    const Answer written = run("SELECT pg_current_xact_id_if_assigned()::text", {});
    if (!written.good) return false;
    const std::string transaction = written.rows.empty() ? "" : written.rows[0][0];
    if (run("COMMIT", {}).good) return true;
    if (transaction.empty() || (PQstatus(connection_) == CONNECTION_OK && !lost_)) return false;
    const std::string why = error_;
    for (;;) {
      if (connected()) {
        const Value which(transaction);
        const Answer fate = run("SELECT pg_xact_status($1::text::xid8)", std::span(&which, 1));
        if (fate.good && !fate.rows.empty() && fate.rows[0][0] != "in progress") {
          error_ = why;
          return fate.rows[0][0] == "committed";
        }
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
  }
  std::string_view now() const override { return "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"; }
  std::string_view number_type() const override { return "BIGINT"; }
  std::string_view clustered() const override { return ""; }
  std::string_view share_lock() const override { return " FOR SHARE"; }
  std::string error() const override { return error_; }
  std::string_view has_table() const override {
    return "SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = $1";
  }
  std::string_view schema_lock() const override { return "SELECT pg_advisory_xact_lock(7285374)"; }
  bool connected() override {
    if (PQstatus(connection_) == CONNECTION_OK && !lost_) return true;
    prepared_.clear();
    PQreset(connection_);
    lost_ = false;
    if (PQstatus(connection_) == CONNECTION_OK && settle()) return true;
    error_ = PQerrorMessage(connection_);
    return false;
  }
  bool shared() const override { return true; }
  std::string_view snapshot() const override { return "BEGIN ISOLATION LEVEL REPEATABLE READ"; }
  std::string damage() override { return {}; }

  // Settings of every connection, also after a reconnect. A commit that is reported is on the database's disk.
  bool settle() {
    PQsetNoticeProcessor(connection_, [](void*, const char*) {}, nullptr);
    return run("SET synchronous_commit = on", {}).good &&
           run("SET idle_in_transaction_session_timeout = 60000", {}).good;
  }

 private:
  // The last result of what was sent; null if the database does not answer.
  PGresult* wait() {
    const auto end = std::chrono::steady_clock::now() + patience;
    PGresult* last = nullptr;
    for (;;) {
      while (PQisBusy(connection_) == 1) {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now()).count();
        pollfd ready{PQsocket(connection_), POLLIN, 0};
        if (left <= 0 || (poll(&ready, 1, static_cast<int>(left)) == 0)) {
          PQclear(last);
          lost_ = true;
          error_ = "the database does not answer";
          return nullptr;
        }
        if (PQconsumeInput(connection_) == 0) {
          PQclear(last);
          lost_ = true;
          error_ = PQerrorMessage(connection_);
          return nullptr;
        }
      }
      PGresult* next = PQgetResult(connection_);
      if (next == nullptr) return last;
      PQclear(last);
      last = next;
    }
  }
  void note_error(const PGresult* result) {
    if (result != nullptr)
      error_ = PQresultErrorMessage(result);
    else if (!lost_)
      error_ = PQerrorMessage(connection_);
  }
  const std::string* prepare(std::string_view sql, int count) {
    const auto known = prepared_.find(sql);
    if (known != prepared_.end()) return &known->second;
    std::string name = "s" + std::to_string(prepared_.size());
    PGresult* result = nullptr;
    if (PQsendPrepare(connection_, name.c_str(), std::string(sql).c_str(), count, nullptr) == 1) result = wait();
    const bool good = PQresultStatus(result) == PGRES_COMMAND_OK;
    if (!good) note_error(result);
    PQclear(result);
    if (!good) return nullptr;
    return &prepared_.emplace(std::string(sql), std::move(name)).first->second;
  }

  PGconn* connection_;
  std::string error_;
  bool lost_ = false;  // given up
  std::map<std::string, std::string, std::less<>> prepared_;
};

}  // namespace

Expected<std::unique_ptr<Database>> open_postgres(const std::string& url) {
  // Settings in the URL come later and override these.
  const char* names[] = {"connect_timeout", "tcp_user_timeout", "keepalives_idle", "dbname", nullptr};
  const char* values[] = {"5", "10000", "5", url.c_str(), nullptr};
  PGconn* connection = PQconnectdbParams(names, values, 1);
  auto database = std::make_unique<Postgres>(connection);
  if (PQstatus(connection) != CONNECTION_OK) return failed(PQerrorMessage(connection));
  if (!database->settle()) return failed(database->error());
  return database;
}

}  // namespace rw::server

extern "C" {
extern const rw::server::OpenDatabase rulewright_part __attribute__((visibility("default")));
}
const rw::server::OpenDatabase rulewright_part = rw::server::open_postgres;
