// Everything that outlives the process, as plain calls. Used by the storage thread alone.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/database.h"
#include "server/glicko.h"
#include "server/records.h"

namespace rw::server {

struct Account {
  std::string id, name, hash;
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

// One change of a table. What it holds is written together or not at all.
struct TableWrite {
  std::string table;
  std::int64_t epoch = 0;             // of our ownership; a later owner makes it void
  int number = 0;                     // of the entry
  std::optional<Entry> entry;
  std::optional<TableRecord> record;  // the record as it is now
  std::optional<RatedGame> rated;
  std::optional<Checkpoint> checkpoint = std::nullopt;
};
enum class Written : std::uint8_t { yes, lost, failed };  // lost: another server owns the table now

struct FoundTable {
  enum class Where : std::uint8_t { nowhere, here, elsewhere } where = Where::nowhere;
  std::string address;                // elsewhere: of the server that owns it
  std::int64_t epoch = 0;
  TableRecord record;
  std::vector<Entry> entries;
  std::optional<Checkpoint> checkpoint;
};

class Store {
 public:
  // `server` is this process, `address` where others reach it.
  Store(std::unique_ptr<Database> database, std::string server, std::string address);

  bool open(std::string& error);  // makes the tables; once
  bool shared() const { return database_->shared(); }
  const std::string& server() const { return server_; }

  // Transactions. After `begin` any failure makes `good` false until the next one.
  bool begin();
  bool commit();
  void rollback();
  bool good() const { return good_; }
  std::string error() const { return database_->error(); }

  // Tables
  std::int64_t create_table(const TableRecord&);                 // its epoch
  Written write(const TableWrite&);
  FoundTable find_table(const std::string& id);                  // takes it over if its owner is gone
  std::vector<TableRecord> listed_tables(const std::string& game);
  std::vector<TableRecord> tables_of(const std::string& identity);
  std::vector<std::string> waking_tables(int most);  // that nobody living owns and that need attention
  void give_tables_up();  // stopping: others may have them at once

  // Servers
  void alive();

  // People
  std::string secret();  // that cookies are signed with; made on first use
  bool create_account(const Account&);  // false: the name is taken
  std::optional<Account> account_named(std::string_view name);
  void keep_session(const std::string& token_hash, const std::string& account, Milliseconds expires);
  std::optional<Account> account_of_session(const std::string& token_hash);
  void end_session(const std::string& token_hash);
  std::vector<Ranked> ratings_of(const std::string& account);
  std::vector<Ranked> best(const std::string& game, int most);
  std::vector<Deck> decks_of(const std::string& account);
  void keep_deck(const std::string& account, const Deck&);
  bool drop_deck(const std::string& account, const std::string& id);

 private:
  Answer run(std::string_view sql, std::initializer_list<Value> values = {});
  void put_record(const TableRecord&);
  void rate(const RatedGame&);
  std::optional<std::int64_t> claim(const std::string& id);
  std::string living() const;  // the servers that were seen of late

  std::unique_ptr<Database> database_;
  std::string server_, address_;
  bool good_ = true;
  bool registered_ = false;  // among the servers
  struct Statements {
    std::string claim, append, owned, elsewhere, alive, waking, owner;
  } sql_;
};

}  // namespace rw::server
