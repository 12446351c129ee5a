// The hall: all rooms of this process, and whatever is done for all of them. Everything here runs in the first
// loop unless a comment says otherwise.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "server/own_content.h"
#include "server/room.h"

namespace rw::server {

class Hall {
 public:
  // A room for each loop; the first loop is the hall's own.
  Hall(std::vector<Loop*>, Storage&, Bots&, Metrics&);

  // The games. They do not change once they are loaded.
  Expected<> load_games();
  const std::map<std::string, std::unique_ptr<Wording>, std::less<>>& games() const { return games_; }
  const Wording* game(std::string_view id) const;

  // From any loop.
  using Found = FoundHere;
  // Answers in the loop of the table.
  void find(const std::string& id, std::function<void(Found)>);
  // Begins the game to check the record. `entries` are the choices that a take-over starts with. Answers in the
  // loop of the new table, or in the caller's loop if there is none.
  void create(TableRecord, std::vector<Entry> entries, std::function<void(Failure, std::shared_ptr<OpenTable>)>);
  OwnContent& own_content() { return own_; }
  bool stopping() const { return stopping_; }
  // For ids, seeds and the time of day: every room gives the same.
  House& house() { return *rooms_.front(); }

  // Gives the seats of one identity to another, whichever server has their tables open.
  void hand_over(const Identity& from, const Identity& to, Done);
  // Resigns every game under way and leaves all tables for good.
  void withdraw(const Identity& who, Done);

  void start();  // adopts tables that need attention, renews the lease, closes idle tables
  // Closes sockets, wherever they sit. Without `retry` they need not come back.
  void dismiss(const std::function<bool(const Watcher&)>& whom, std::string code, std::string text,
               std::optional<int> retry);

  // Orders that are not about tables: "bans", "message", and "sessions" of an account.
  using Heard = std::function<void(const std::string& what, const std::string& subject)>;
  void on_order(Heard heard) { heard_ = std::move(heard); }
  void stop(std::function<void()> done);  // tells everyone to come back later and finishes writing

 private:
  Room& room_of(const std::string& id);
  void in_room_of(const std::string& id, std::function<void(Room&)>);
  // Asks every room and puts the answers together.
  template <class Part>
  void gather(std::function<void(const Room&, std::vector<Part>&)> ask,
              std::function<void(std::vector<Part>&)> then);
  void tick();
  void follow_orders(const std::vector<Order>&);
  void keep_clocks(TableClock::Keep, std::function<void()> then);
  // False if this server slept so long that others may have taken its tables. It then asks before it answers.
  bool sure() const;
  void make_sure();
  void made_sure(bool good, Milliseconds begun, const std::vector<std::string>& lost);
  void for_each_table_of(const Identity&, Done,
                         std::function<void(const std::string& id, const Found&, const Done&)> each);
  void adopt();

  Loop& loop_;
  Storage& storage_;
  OwnContent own_;
  std::map<std::string, std::unique_ptr<Wording>, std::less<>> games_;
  std::vector<std::unique_ptr<Room>> rooms_;
  std::vector<std::pair<std::string, std::function<void(Found)>>> waiting_to_be_sure_;
  std::atomic<Milliseconds> seen_alive_ = 0;  // when the last stored sign of life was sent
  Heard heard_;
  std::set<std::string> followed_;  // orders
  std::atomic<bool> stopping_ = false;
  int ticks_ = 0;
};

}  // namespace rw::server
