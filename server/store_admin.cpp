// What administrators see and do, and deleting an account.
#include <sodium.h>

#include <charconv>

#include "engine/core/text.h"
#include "server/store.h"

namespace rw::server {
namespace {

std::int64_t number(const std::string& text) {
  std::int64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::string fresh() {
  unsigned char raw[12];
  char hex[2 * sizeof raw + 1];
  randombytes_buf(raw, sizeof raw);
  sodium_bin2hex(hex, sizeof hex, raw, sizeof raw);
  return hex;
}

Ban ban_in(const Row& row) { return {row[0], row[1], number(row[2]), row[3]}; }

}  // namespace

Milliseconds Store::now() {
  const Answer answer = run("SELECT " + std::string(database_->now()));
  return answer.rows.empty() ? 0 : number(answer.rows[0][0]);
}

// ---- accounts -------------------------------------------------------------------------------------

void Store::set_password(const std::string& account, const std::string& hash, const std::string& kept_session) {
  run("UPDATE accounts SET hash = $1 WHERE id = $2", {hash, account});
  run("DELETE FROM sessions WHERE account = $1 AND token <> $2", {account, kept_session});
  order("sessions", account);
}

void Store::delete_account(const std::string& account) {
  for (const char* statement : {"DELETE FROM sessions WHERE account = $1", "DELETE FROM decks WHERE account = $1",
                                "DELETE FROM ratings WHERE account = $1",
                                "DELETE FROM sitters WHERE identity = $1", "DELETE FROM accounts WHERE id = $1"})
    run(statement, {account});
  order("sessions", account);
}

// ---- bans and the message of the day --------------------------------------------------------------

void Store::ban(const Ban& ban) {
  run("INSERT INTO bans (kind, subject, until, reason) VALUES ($1, $2, $3, $4) ON CONFLICT (kind, subject) DO "
      "UPDATE SET until = excluded.until, reason = excluded.reason",
      {ban.kind, ban.subject, ban.until, ban.reason});
  if (ban.kind == "account")
    run("DELETE FROM sessions WHERE account IN (SELECT id FROM accounts WHERE folded = $1)", {ban.subject});
  order("bans", ban.subject);
}

bool Store::unban(const std::string& kind, const std::string& subject) {
  const bool was = run("DELETE FROM bans WHERE kind = $1 AND subject = $2", {kind, subject}).changed > 0;
  order("bans", subject);
  return was;
}

std::vector<Ban> Store::bans() {
  std::vector<Ban> found;
  for (const Row& row : run("SELECT kind, subject, until, reason FROM bans WHERE until > " +
                            std::string(database_->now()) + " ORDER BY kind, subject")
                            .rows)
    found.push_back(ban_in(row));
  return found;
}

std::optional<Ban> Store::ban_on(const std::string& kind, const std::string& subject) {
  const Answer answer =
      run("SELECT kind, subject, until, reason FROM bans WHERE kind = $1 AND subject = $2 AND "
          "until > " +
              std::string(database_->now()),
          {kind, subject});
  if (answer.rows.empty()) return std::nullopt;
  return ban_in(answer.rows[0]);
}

DailyMessage Store::message() {
  DailyMessage message;
  for (const Row& row : run("SELECT name, value FROM settings WHERE name IN ('message.en', 'message.fr')").rows)
    (row[0] == "message.en" ? message.en : message.fr) = row[1];
  return message;
}

void Store::set_message(const DailyMessage& message) {
  for (const auto& [name, text] : {std::pair{"message.en", message.en}, std::pair{"message.fr", message.fr}}) {
    run("DELETE FROM settings WHERE name = $1", {name});
    if (!text.empty()) run("INSERT INTO settings (name, value) VALUES ($1, $2)", {name, text});
  }
  order("message", "");
}

// ---- looking around -------------------------------------------------------------------------------

std::vector<TableRecord> Store::all_tables(const std::string& game, int status, int most) {
  std::vector<TableRecord> found;
  for (const Row& row : run("SELECT record FROM tables WHERE ($1 = '' OR game = $2) AND ($3 < 0 OR status = $4) "
                            "ORDER BY changed DESC LIMIT $5",
                            {game, game, status, status, most})
                            .rows)
    if (TableRecord record; read_record(row[0], record)) found.push_back(std::move(record));
  return found;
}

std::vector<Store::Person> Store::people(const std::string& part_of_name, int most) {
  std::vector<Person> found;
  for (const Row& row : run("SELECT a.name, (SELECT count(*) FROM sitters s WHERE s.identity = a.id), (SELECT "
                            "count(*) FROM sessions e WHERE e.account = a.id) FROM accounts a WHERE $1 = '' OR "
                            "a.folded LIKE $2 ORDER BY a.folded LIMIT $3",
                            {part_of_name, "%" + core::folded(part_of_name) + "%", most})
                            .rows)
    found.push_back({row[0], static_cast<int>(number(row[1])), static_cast<int>(number(row[2]))});
  return found;
}

// ---- what is done ---------------------------------------------------------------------------------

// Nobody wins. The server that has it open reads it again.
bool Store::close_table(const std::string& id) {
  if (run("UPDATE tables SET owner = '', epoch = epoch + 1 WHERE id = $1 AND status < 2", {id}).changed == 0)
    return false;
  const Answer row =
      run("SELECT record, (SELECT count(*) FROM entries e WHERE e.table_id = t.id) FROM tables t "
          "WHERE id = $1",
          {id});
  TableRecord record;
  if (row.rows.empty() || !read_record(row.rows[0][0], record)) return false;
  record.status = Status::over;
  record.listed = false;
  record.changed = now();
  put_record(record);
  run("INSERT INTO entries (table_id, number, kind, seat, value, moment, spent) VALUES ($1, $2, $3, 0, $4, $5, 0)",
      {id, number(row.rows[0][1]) + 1, static_cast<int>(Entry::Kind::ended),
       static_cast<std::int64_t>(ended_as(Ending::closed, 0)), record.changed});
  order("table", id);
  return good_;
}

void Store::order(const std::string& what, const std::string& subject) {
  run("INSERT INTO orders (id, what, subject, moment) VALUES ($1, $2, $3, " + std::string(database_->now()) + ")",
      {fresh(), what, subject});
}

void Store::log_action(const AdminAction& action) {
  run("INSERT INTO admin_log (id, moment, person, action, subject, detail) VALUES ($1, " +
          std::string(database_->now()) + ", $2, $3, $4, $5)",
      {fresh(), action.person, action.action, action.subject, action.detail});
}

std::vector<AdminAction> Store::actions(int most) {
  std::vector<AdminAction> found;
  for (const Row& row :
       run("SELECT moment, person, action, subject, detail FROM admin_log ORDER BY moment DESC, id LIMIT $1",
           {most})
           .rows)
    found.push_back({number(row[0]), row[1], row[2], row[3], row[4]});
  return found;
}

}  // namespace rw::server
