// The statements behind the store. A table is owned by one living server; whoever writes to it shows the
// epoch of its ownership, so that a server that was thought dead cannot write over its successor.
#include "server/store.h"

#include <sodium.h>

#include <charconv>

#include "engine/core/text.h"
#include "server/schema.h"

namespace rw::server {
namespace {

constexpr std::int64_t lease = server_lease;
// How long an order stands for others to see. A server that slept longer reads everything again.
constexpr std::int64_t order_length = 10'000;

std::int64_t number(const std::string& text) {
  std::int64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}
double real(const std::string& text) {
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

// A game that begins with many choices is written many rows at a time: each statement is a way to the database and
// back.
constexpr std::size_t entries_at_once = 64;
std::string insert_entries(std::size_t count, const std::string& number_type) {
  std::string sql = "INSERT INTO entries (table_id, number, kind, seat, value, moment, spent, position) VALUES ";
  for (std::size_t row = 0; row < count; ++row) {
    sql += row == 0 ? "($1" : ", ($1";  // SQLite counts parameters in the order in which they appear
    for (std::size_t i = 2; i <= 8; ++i) sql += ", CAST($" + std::to_string(7 * row + i) + number_type;
    sql += ")";
  }
  return sql;
}

}  // namespace

Store::Store(std::unique_ptr<Database> database, std::string server, std::string address, std::string machine)
    : database_(std::move(database)),
      server_(std::move(server)),
      address_(std::move(address)),
      machine_(std::move(machine)) {
  const std::string now(database_->now());
  const std::string big = " AS " + std::string(database_->number_type()) + ")";
  sql_.claim = "UPDATE tables SET owner = $1, epoch = epoch + 1 WHERE id = $2 AND (owner = $3 OR owner NOT IN (" +
               living() + ")) RETURNING epoch";
  sql_.append =
      "INSERT INTO entries (table_id, number, kind, seat, value, moment, spent, position) SELECT id, CAST($1" +
      big + ", CAST($2" + big + ", CAST($3" + big + ", CAST($4" + big + ", CAST($5" + big + ", CAST($6" + big +
      ", CAST($7" + big + " FROM tables WHERE id = $8 AND owner = $9 AND epoch = $10" +
      std::string(database_->share_lock()) + " ON CONFLICT DO NOTHING";
  sql_.entry = insert_entries(1, big);
  sql_.entries = insert_entries(entries_at_once, big);
  sql_.owned =
      "SELECT id FROM tables WHERE id = $1 AND owner = $2 AND epoch = $3" + std::string(database_->share_lock());
  sql_.owner = "SELECT s.address FROM tables t JOIN servers s ON s.id = t.owner WHERE t.id = $1";
  sql_.alive = "INSERT INTO servers (id, address, machine, seen) VALUES ($1, $2, $3, " + now +
               ") ON CONFLICT (id) DO UPDATE SET seen = excluded.seen";
  sql_.orders =
      "SELECT id, what, subject FROM orders WHERE moment > " + now + " - " + std::to_string(order_length);
  sql_.waking = "SELECT id FROM tables WHERE wakes = 1 AND owner NOT IN (" + living() + ") LIMIT $1";
}

// A server alone in its folder sends no signs of life, so nothing is written while nothing happens.
std::string Store::living() const {
  if (!shared()) return "SELECT id FROM servers";
  return "SELECT id FROM servers WHERE seen > " + std::string(database_->now()) + " - " + std::to_string(lease);
}

Answer Store::run(std::string_view sql, std::initializer_list<Value> values) {
  return run(sql, std::span(values.begin(), values.size()));
}

Answer Store::run(std::string_view sql, std::span<const Value> values) {
  if (!good_) return {};
  Answer answer = database_->run(sql, values);
  good_ = answer.good;
  wrote_ = wrote_ ||
           (answer.good && (sql.starts_with("INSERT") || sql.starts_with("UPDATE") || sql.starts_with("DELETE")));
  return answer;
}

Expected<> Store::open() {
  if (Expected<> migrated = migrate(*database_); !migrated) return migrated;
  const std::string others = " FROM servers WHERE address = $1 AND machine <> $2 AND seen > " +
                             std::string(database_->now()) + " - " + std::to_string(lease);
  if (shared() && !run("SELECT id" + others, {address_, machine_}).rows.empty())
    return failed("another server of this database is reached at " + address_ +
                  " too; say with --reach where the others reach this one");
  // Only one process can bind the address, so an earlier server there is gone.
  run("DELETE FROM servers WHERE address = $1", {address_});
  if (!shared()) run("DELETE FROM servers");
  run("DELETE FROM sessions WHERE expires < " + std::string(database_->now()));
  run("DELETE FROM orders WHERE moment < " + std::string(database_->now()) + " - 86400000");
  alive();
  if (!good_) return failed(database_->error());
  return {};
}

// ---- transactions ---------------------------------------------------------------------------------

bool Store::begin() {
  good_ = database_->connected();
  wrote_ = false;
  return run("BEGIN").good;
}
bool Store::commit() { return good_ && (good_ = database_->commit()); }
void Store::probe() {
  run("INSERT INTO settings (name, value) VALUES ('probe', $1) ON CONFLICT (name) DO UPDATE SET value = "
      "excluded.value",
      {server_});
}
void Store::rollback() {
  good_ = true;
  database_->run("ROLLBACK");
}

// ---- tables ---------------------------------------------------------------------------------------

std::int64_t Store::create_table(const TableRecord& record, std::span<const Entry> entries,
                                 const std::optional<Checkpoint>& checkpoint) {
  run("INSERT INTO tables (id, game, status, listed, wakes, changed, owner, epoch, record) VALUES ($1, $2, $3, "
      "$4, "
      "$5, $6, $7, 1, $8)",
      {record.id, record.game, static_cast<int>(record.status), record.listed ? 1 : 0, record.wakes() ? 1 : 0,
       record.changed, server_, write_record(record)});
  for (const Sitter& sitter : record.sitters)
    if (sitter.kind == Sitter::Kind::person)
      run("INSERT INTO sitters (identity, table_id) VALUES ($1, $2) ON CONFLICT DO NOTHING",
          {sitter.identity, record.id});
  for (std::int64_t number = 0; good_ && !entries.empty();) {
    const std::size_t count = entries.size() < entries_at_once ? 1 : entries_at_once;
    std::vector<Value> values = {record.id};
    for (const Entry& e : entries.first(count))
      for (const std::int64_t value :
           {++number, static_cast<std::int64_t>(e.kind), static_cast<std::int64_t>(e.seat),
            static_cast<std::int64_t>(e.value), e.when, static_cast<std::int64_t>(e.spent),
            static_cast<std::int64_t>(e.position)})
        values.emplace_back(value);
    run(count == 1 ? sql_.entry : sql_.entries, values);
    entries = entries.subspan(count);
  }
  if (checkpoint) put_checkpoint(record.id, *checkpoint);
  return 1;
}

void Store::put_record(const TableRecord& record) {
  run("UPDATE tables SET status = $1, listed = $2, wakes = $3, changed = $4, record = $5 WHERE id = $6",
      {static_cast<int>(record.status), record.listed ? 1 : 0, record.wakes() ? 1 : 0, record.changed,
       write_record(record), record.id});
  for (const Sitter& sitter : record.sitters)
    if (sitter.kind == Sitter::Kind::person)
      run("INSERT INTO sitters (identity, table_id) VALUES ($1, $2) ON CONFLICT DO NOTHING",
          {sitter.identity, record.id});
}

Written Store::write(const TableWrite& w) {
  if (w.entry) {
    const Entry& e = *w.entry;
    const Answer answer = run(sql_.append, {w.number, static_cast<int>(e.kind), static_cast<int>(e.seat),
                                            static_cast<std::int64_t>(e.value), e.when, e.spent,
                                            static_cast<std::int64_t>(e.position), w.table, server_, w.epoch});
    if (!answer.good) return Written::failed;
    if (answer.changed == 0) return Written::lost;
  } else {
    const Answer answer = run(sql_.owned, {w.table, server_, w.epoch});
    if (!answer.good) return Written::failed;
    if (answer.rows.empty()) return Written::lost;
  }
  if (w.record) put_record(*w.record);
  if (!w.gone.empty()) run("DELETE FROM sitters WHERE identity = $1 AND table_id = $2", {w.gone, w.table});
  if (w.checkpoint) put_checkpoint(w.table, *w.checkpoint);
  if (w.rated) rate(*w.rated);
  return good_ ? Written::yes : Written::failed;
}

void Store::put_checkpoint(const std::string& table, const Checkpoint& checkpoint) {
  run("INSERT INTO checkpoints (table_id, number, save) VALUES ($1, $2, $3) ON CONFLICT (table_id) DO UPDATE SET "
      "number = excluded.number, save = excluded.save",
      {table, checkpoint.entries, checkpoint.save});
}

std::optional<std::int64_t> Store::claim(const std::string& id) {
  const Answer answer = run(sql_.claim, {server_, id, server_});
  if (answer.rows.empty()) return std::nullopt;
  return number(answer.rows[0][0]);
}

FoundTable Store::find_table(const std::string& id) {
  FoundTable found;
  const auto epoch = claim(id);
  if (!good_) return found;
  if (!epoch) {
    const Answer owner = run(sql_.owner, {id});
    if (owner.rows.empty()) return found;
    found.where = FoundTable::Where::elsewhere;
    found.address = owner.rows[0][0];
    return found;
  }
  const Answer row = run("SELECT record FROM tables WHERE id = $1", {id});
  if (row.rows.empty() || !read_record(row.rows[0][0], found.record)) return found;
  const Answer entries = run(
      "SELECT kind, seat, value, moment, spent, position FROM entries WHERE table_id = $1 ORDER BY number", {id});
  for (const Row& entry : entries.rows)
    found.entries.push_back(
        {static_cast<Entry::Kind>(number(entry[0])), static_cast<std::uint8_t>(number(entry[1])),
         static_cast<std::uint64_t>(number(entry[2])), number(entry[3]),
         static_cast<std::int32_t>(number(entry[4])), static_cast<std::uint32_t>(number(entry[5]))});
  const Answer checkpoint = run("SELECT number, save FROM checkpoints WHERE table_id = $1", {id});
  if (!checkpoint.rows.empty())
    found.checkpoint = Checkpoint{static_cast<int>(number(checkpoint.rows[0][0])), checkpoint.rows[0][1]};
  const Answer clock = run("SELECT remaining FROM clocks WHERE table_id = $1 AND number = $2",
                           {id, static_cast<std::int64_t>(found.entries.size())});
  if (!clock.rows.empty()) found.remaining = number(clock.rows[0][0]);
  found.epoch = *epoch;
  if (good_) found.where = FoundTable::Where::here;
  return found;
}

namespace {
std::vector<TableRecord> records_in(const Answer& answer) {
  std::vector<TableRecord> records;
  for (const Row& row : answer.rows)
    if (TableRecord record; read_record(row[0], record)) records.push_back(std::move(record));
  return records;
}
}  // namespace

std::vector<TableRecord> Store::listed_tables(const std::string& game) {
  return records_in(
      run("SELECT record FROM tables WHERE listed = 1 AND status < 2 AND ($1 = '' OR game = $2) ORDER "
          "BY status, changed DESC LIMIT 100",
          {game, game}));
}

std::vector<TableRecord> Store::tables_of(const std::string& identity, int most) {
  return records_in(
      run("SELECT t.record FROM sitters s JOIN tables t ON t.id = s.table_id WHERE s.identity = $1 "
          "ORDER BY t.status, t.changed DESC LIMIT $2",
          {identity, most}));
}

void Store::hand_over(const std::string& table, const std::string& old_identity, const std::string& identity,
                      const std::string& name, bool account) {
  // From here on the owner cannot write, so none of its changes are lost unnoticed.
  if (run("UPDATE tables SET owner = '', epoch = epoch + 1 WHERE id = $1", {table}).changed == 0) return;
  const auto records = records_in(run("SELECT record FROM tables WHERE id = $1", {table}));
  if (records.empty()) return;
  TableRecord record = records[0];
  if (record.hand_over(old_identity, identity, name, account)) put_record(record);
  run("DELETE FROM sitters WHERE identity = $1 AND table_id = $2", {old_identity, table});
  order("table", table);
}

std::vector<std::string> Store::lost_tables(
    const std::vector<std::pair<std::string, std::int64_t>>& ids_and_epochs) {
  std::vector<std::string> lost;
  for (const auto& [id, epoch] : ids_and_epochs)
    if (run(sql_.owned, {id, server_, epoch}).rows.empty() && good_) lost.push_back(id);
  return lost;
}

void Store::keep_clocks(const std::vector<ClockState>& clocks) {
  for (const ClockState& clock : clocks)
    if (!run(sql_.owned, {clock.table, server_, clock.epoch}).rows.empty())
      run("INSERT INTO clocks (table_id, number, remaining) VALUES ($1, $2, $3) ON CONFLICT (table_id) DO UPDATE "
          "SET number = excluded.number, remaining = excluded.remaining",
          {clock.table, clock.entries, clock.remaining});
}

std::vector<std::string> Store::waking_tables(int most) {
  std::vector<std::string> ids;
  for (const Row& row : run(sql_.waking, {most}).rows) ids.push_back(row[0]);
  return ids;
}

void Store::give_tables_up() { run("DELETE FROM servers WHERE id = $1", {server_}); }
void Store::alive() {
  if (shared() || !registered_) registered_ = run(sql_.alive, {server_, address_, machine_}).good;
}

std::vector<Order> Store::orders() {
  std::vector<Order> found;
  for (const Row& row : run(sql_.orders).rows) found.push_back({row[0], row[1], row[2]});
  return found;
}

// ---- people ---------------------------------------------------------------------------------------

std::string Store::secret() {
  unsigned char fresh[32];
  char hex[65];
  randombytes_buf(fresh, sizeof fresh);
  sodium_bin2hex(hex, sizeof hex, fresh, sizeof fresh);
  run("INSERT INTO settings (name, value) VALUES ('secret', $1) ON CONFLICT DO NOTHING", {hex});
  const Answer answer = run("SELECT value FROM settings WHERE name = 'secret'");
  return answer.rows.empty() ? "" : answer.rows[0][0];
}

std::string Store::stored_secret() {
  const Answer answer = run("SELECT value FROM settings WHERE name = 'secret'");
  return answer.rows.empty() ? "" : answer.rows[0][0];
}

void Store::forget_secret() { run("DELETE FROM settings WHERE name = 'secret'"); }

bool Store::create_account(const Account& account) {
  return run("INSERT INTO accounts (id, name, folded, hash) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
             {account.id, account.name, core::folded(account.name), account.hash})
             .changed == 1;
}

std::optional<Account> Store::account_named(std::string_view name) {
  const Answer answer = run("SELECT id, name, hash FROM accounts WHERE folded = $1", {core::folded(name)});
  if (answer.rows.empty()) return std::nullopt;
  return Account{answer.rows[0][0], answer.rows[0][1], answer.rows[0][2]};
}

void Store::keep_session(const std::string& token_hash, const std::string& account, Milliseconds expires) {
  run("INSERT INTO sessions (token, account, expires) VALUES ($1, $2, $3)", {token_hash, account, expires});
}

std::optional<Account> Store::account_of_session(const std::string& token_hash) {
  const Answer answer =
      run("SELECT a.id, a.name, a.hash FROM sessions s JOIN accounts a ON a.id = s.account WHERE "
          "s.token = $1 AND s.expires > " +
              std::string(database_->now()) +
              " AND NOT EXISTS (SELECT 1 FROM bans b WHERE b.kind = 'account' AND b.subject = a.folded AND "
              "b.until > " +
              std::string(database_->now()) + ")",
          {token_hash});
  if (answer.rows.empty()) return std::nullopt;
  return Account{answer.rows[0][0], answer.rows[0][1], answer.rows[0][2]};
}

void Store::end_session(const std::string& token_hash) {
  run("DELETE FROM sessions WHERE token = $1", {token_hash});
}

namespace {
Ranked ranked_in(const Row& row) {
  return {row[0], row[1], row[2], {real(row[3]), real(row[4]), real(row[5]), static_cast<int>(number(row[6]))}};
}
}  // namespace

std::vector<Ranked> Store::ratings_of(const std::string& account) {
  std::vector<Ranked> out;
  for (const Row& row : run("SELECT r.account, a.name, r.game, r.rating, r.deviation, r.volatility, r.games FROM "
                            "ratings r JOIN accounts a ON a.id = r.account WHERE r.account = $1",
                            {account})
                            .rows)
    out.push_back(ranked_in(row));
  return out;
}

std::vector<Ranked> Store::best(const std::string& game, int most) {
  std::vector<Ranked> out;
  for (const Row& row :
       run("SELECT r.account, a.name, r.game, r.rating, r.deviation, r.volatility, r.games FROM "
           "ratings r JOIN accounts a ON a.id = r.account WHERE r.game = $1 ORDER BY r.rating DESC "
           "LIMIT $2",
           {game, most})
           .rows)
    out.push_back(ranked_in(row));
  return out;
}

// One rating period: everybody at the table against everybody, from the ratings before the game.
void Store::rate(const RatedGame& game) {
  std::vector<Rating> before;
  for (const std::string& account : game.accounts) {
    Rating rating;
    for (const Ranked& ranked : ratings_of(account))
      if (ranked.game == game.game) rating = ranked.rating;
    before.push_back(rating);
  }
  for (std::size_t i = 0; i < game.accounts.size(); ++i) {
    std::vector<RatedResult> results;
    for (std::size_t k = 0; k < game.accounts.size(); ++k) {
      if (k == i) continue;
      const double score = game.ranks[i] < game.ranks[k] ? 1 : game.ranks[i] == game.ranks[k] ? 0.5 : 0;
      results.push_back({before[k], score});
    }
    const Rating after = rated(before[i], results);
    run("INSERT INTO ratings (account, game, rating, deviation, volatility, games) VALUES ($1, $2, $3, $4, $5, "
        "$6) ON "
        "CONFLICT (account, game) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation, "
        "volatility "
        "= excluded.volatility, games = excluded.games",
        {game.accounts[i], game.game, after.rating, after.deviation, after.volatility, after.games});
  }
}

std::vector<Deck> Store::decks_of(const std::string& account) {
  std::vector<Deck> decks;
  for (const Row& row :
       run("SELECT id, game, name, deck FROM decks WHERE account = $1 ORDER BY game, name LIMIT 500", {account})
           .rows)
    decks.push_back({row[0], row[1], row[2], row[3]});
  return decks;
}

void Store::keep_deck(const std::string& account, const Deck& deck) {
  run("INSERT INTO decks (id, account, game, name, deck) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (account, game, "
      "name) DO UPDATE SET deck = excluded.deck",
      {deck.id, account, deck.game, deck.name, deck.text});
}

bool Store::drop_deck(const std::string& account, const std::string& id) {
  return run("DELETE FROM decks WHERE account = $1 AND id = $2", {account, id}).changed == 1;
}

}  // namespace rw::server
