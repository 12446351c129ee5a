// The hall: every table that is open in this process, and the ways to find, open and close one.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>

#include "server/bots.h"
#include "server/figures.h"
#include "server/own_content.h"
#include "server/storage.h"
#include "server/table.h"

namespace rw::server {

class Hall final : public House {
 public:
  Hall(Loop&, Storage&, Bots&, Figures&);

  // Games
  bool load_games(std::string& error);
  const std::map<std::string, std::unique_ptr<Wording>, std::less<>>& games() const { return games_; }
  const Wording* game(std::string_view id) const;

  // Tables
  struct Found {
    std::shared_ptr<Table> table;
    std::string elsewhere;  // the address of the server that has it
    Failure failure;
  };
  void find(const std::string& id, std::function<void(Found)>);
  // Checks the record by beginning the game; `entries` are the choices that a take-over starts with.
  void create(TableRecord, std::vector<Entry> entries, std::function<void(Failure, std::shared_ptr<Table>)>);
  OwnContent& own_content() { return own_; }
  std::size_t open_tables() const { return tables_.size(); }
  // Seats of one identity become another's, on whatever server their tables are open. `Failure` 0: all of them.
  void hand_over(const Identity& from, const Identity& to, Done);
  // Gives up where a game is on, and leaves all tables for good.
  void withdraw(const Identity& who, Done);

  void start();                          // adopts tables that need attention; keeps the lease; closes idle ones
  // Orders that are not about tables: "bans", "message".
  void on_order(std::function<void(const std::string& what)> heard) { heard_ = std::move(heard); }
  void stop(std::function<void()> done); // tells everyone to come back later and finishes writing

  // House
  Loop& loop() override { return loop_; }
  void write(TableWrite, std::function<void(Written)>) override;
  void ask_bot(BotQuestion, std::function<void(Choice, Milliseconds)>) override;
  void open_table(TableRecord, std::function<void(bool)>) override;
  std::string fresh_id() override;
  std::string fresh_seed() override;
  void lost(const std::string& table) override;
  void fell(const std::string& table, std::string_view why) override;
  void chosen(std::int64_t microseconds, double seconds) override;

 private:
  using Own = std::shared_ptr<const OwnEdition>;
  void read(const std::string& id, bool good, FoundTable& found);
  void opened(const std::string& id, bool good, FoundTable& found, const Own&);
  Found open_found(const std::string& id, FoundTable& found, const Own&);
  void create_with(const Wording&, const Own&, TableRecord, std::vector<Entry>,
                   std::function<void(Failure, std::shared_ptr<Table>)>);
  void tick();
  void follow_orders(const std::vector<Order>&);
  void keep_clocks(bool all, std::function<void()> then);
  // Has this server slept so long that others may have taken its tables over? Then it asks before it answers.
  bool sure() const;
  void make_sure();
  void for_each_table_of(const Identity&, Done,
                         std::function<void(const std::string& id, const Found&, const Done&)> each);
  void adopt();
  void close_idle();

  Loop& loop_;
  Storage& storage_;
  Bots& bots_;
  Figures& figures_;
  OwnContent own_;
  std::map<std::string, std::unique_ptr<Wording>, std::less<>> games_;
  std::unordered_map<std::string, std::shared_ptr<Table>> tables_;
  std::unordered_map<std::string, std::vector<std::function<void(Found)>>> finding_;
  std::vector<std::pair<std::string, std::function<void(Found)>>> waiting_to_be_sure_;
  Milliseconds seen_alive_ = 0;  // when the last sign of life that was written was given
  std::function<void(const std::string&)> heard_;
  std::set<std::string> followed_;  // orders
  bool stopping_ = false;
  int ticks_ = 0;
};

}  // namespace rw::server
