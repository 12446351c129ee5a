// Everything that outlives the process, as plain calls. Only the storage thread uses it.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "server/database.h"
#include "server/glicko.h"
#include "server/records.h"

namespace rw::server {

// A server that has been silent for so long is considered dead.
inline constexpr Milliseconds server_lease = 2500;

struct Account {
  std::string id, name, hash;
};
struct Ban {
  std::string kind, subject;  // "account" by its folded name, or "address"
  Milliseconds until = 0;
  std::string reason;
};
// A change made by an administrator or by another server.
struct Order {
  std::string id, what, subject;  // "table": it must be read again; "bans", "message"
};
struct AdminAction {
  Milliseconds moment = 0;
  std::string person, action, subject, detail;
};
struct DailyMessage {
  std::string en, fr;
};
struct Deck {
  std::string id, game, name, text;
};
struct Ranked {
  std::string account, name, game;
  Rating rating;
};

// A game of people with accounts that has just ended.
struct RatedGame {
  std::string game;
  std::vector<std::string> accounts;  // by seat
  std::vector<int> ranks;             // by seat, from 1; equal: a draw
};

// One change of a table, written as a whole or not at all.
struct TableWrite {
  std::string table;
  std::int64_t epoch = 0;             // of our ownership; a later owner makes it void
  int number = 0;                     // of the entry
  std::optional<Entry> entry;
  std::optional<TableRecord> record;  // the record as it is now
  std::optional<RatedGame> rated;
  std::optional<Checkpoint> checkpoint = std::nullopt;
  std::string gone = {};              // an identity that has no seat here any more
};
// A running clock, stored so that a restart neither takes nor gives time.
struct ClockState {
  std::string table;
  std::int64_t epoch = 0;
  int entries = 0;
  Milliseconds remaining = 0;
};
enum class Written : std::uint8_t { yes, lost, failed };  // lost: another server owns the table now

struct FoundTable {
  enum class Where : std::uint8_t { nowhere, here, elsewhere } where = Where::nowhere;
  std::string address;                // elsewhere: of the server that owns it
  std::int64_t epoch = 0;
  TableRecord record;
  std::vector<Entry> entries;
  std::optional<Checkpoint> checkpoint;
  std::optional<Milliseconds> remaining;  // on the clock of whoever was thinking
};

class Store {
 public:
  // `server` is this process, `address` where others reach it, `machine` the one it runs on.
  Store(std::unique_ptr<Database> database, std::string server, std::string address, std::string machine = "");

  Expected<> open();  // makes the tables; once
  void close() { database_->close_in_order(); }
  bool shared() const { return database_->shared(); }
  const std::string& server() const { return server_; }

  // Transactions. After `begin` any failure makes `good` false until the next one.
  bool begin();
  bool commit();
  void rollback();
  bool good() const { return good_; }
  bool wrote() const { return wrote_; }  // since `begin`
  void probe();  // writes something, to see whether that is possible
  std::string error() const { return database_->error(); }

  // Tables
  // Its epoch. `entries` are what it begins with.
  std::int64_t create_table(const TableRecord&, std::span<const Entry> entries = {},
                            const std::optional<Checkpoint>& = std::nullopt);
  Written write(const TableWrite&);
  FoundTable find_table(const std::string& id);                  // takes it over if its owner is gone
  std::vector<TableRecord> listed_tables(const std::string& game);
  std::vector<TableRecord> tables_of(const std::string& identity, int most = 100);
  // For a table that is not open here. The server that has it open must read it again.
  void hand_over(const std::string& table, const std::string& old_identity, const std::string& identity,
                 const std::string& name, bool account);
  std::vector<std::string> lost_tables(const std::vector<std::pair<std::string, std::int64_t>>& ids_and_epochs);
  void keep_clocks(const std::vector<ClockState>&);
  std::vector<std::string> waking_tables(int most);  // tables without a living owner that need attention
  void give_tables_up();  // at a stop: other servers may take them at once

  // Servers
  void alive();
  std::vector<Order> orders();  // of the last few seconds

  // People
  std::string secret();  // that cookies are signed with; made on first use
  std::string stored_secret();  // empty: it is not kept here
  void forget_secret();
  bool create_account(const Account&);  // false: the name is taken
  void set_password(const std::string& account, const std::string& hash, const std::string& kept_session);
  void delete_account(const std::string& account);
  std::optional<Ban> ban_on(const std::string& kind, const std::string& subject);
  std::vector<Ban> bans();
  DailyMessage message();
  std::optional<Account> account_named(std::string_view name);
  void keep_session(const std::string& token_hash, const std::string& account, Milliseconds expires);
  std::optional<Account> account_of_session(const std::string& token_hash);
  void end_session(const std::string& token_hash);
  std::vector<Ranked> ratings_of(const std::string& account);
  std::vector<Ranked> best(const std::string& game, int most);
  std::vector<Deck> decks_of(const std::string& account);
  void keep_deck(const std::string& account, const Deck&);
  bool drop_deck(const std::string& account, const std::string& id);

  // For administrators (cli/admin.cpp).
  struct Person {
    std::string name;
    int tables = 0, sessions = 0;
  };
  std::vector<TableRecord> all_tables(const std::string& game, int status, int most);
  std::vector<Person> people(const std::string& part_of_name, int most);
  void ban(const Ban&);
  bool unban(const std::string& kind, const std::string& subject);
  void set_message(const DailyMessage&);
  bool close_table(const std::string& id);  // false: there is none, or it is over
  void order(const std::string& what, const std::string& subject);
  void log_action(const AdminAction&);
  std::vector<AdminAction> actions(int most);
  std::string damage() { return database_->damage(); }
  Milliseconds now();

 private:
  Answer run(std::string_view sql, std::initializer_list<Value> values = {});
  Answer run(std::string_view sql, std::span<const Value> values);
  void put_record(const TableRecord&);
  void put_checkpoint(const std::string& table, const Checkpoint&);
  void rate(const RatedGame&);
  std::optional<std::int64_t> claim(const std::string& id);
  std::string living() const;  // the servers that were seen of late

  std::unique_ptr<Database> database_;
  std::string server_, address_, machine_;
  bool good_ = true, wrote_ = false;
  bool registered_ = false;  // among the servers
  struct Statements {
    std::string claim, append, entry, entries, owned, alive, waking, owner, orders;
  } sql_;
};

}  // namespace rw::server
