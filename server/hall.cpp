// Which room a table is in, and what is done for all rooms: the lease, orders, clocks, adopting tables, stopping.
#include "server/hall.h"

#include <algorithm>

#include "engine/embedded.h"
#include "server/people.h"

namespace rw::server {
namespace {
constexpr Milliseconds tick_length = 500;  // how often the lease is renewed; a fifth of its length
constexpr int ticks_between_sweeps = 120;
constexpr int adopted_at_once = 100;
constexpr int ticks_between_clocks = 10;
constexpr int most_tables_of_a_person = 10'000;
}  // namespace

Hall::Hall(std::vector<Loop*> loops, Storage& storage, Bots& bots, Metrics& metrics)
    : loop_(*loops.front()), storage_(storage), own_(bots) {
  for (Loop* loop : loops) rooms_.push_back(std::make_unique<Room>(*this, *loop, storage, bots, metrics));
}

Expected<> Hall::load_games() {
  for (const Game* game : rw::games()) {
    auto edition = Edition::load(embedded_bundle(game->id));
    if (!edition) return std::move(edition).failure();
    games_[std::string(game->id)] = std::make_unique<Wording>(*std::move(edition));
  }
  return {};
}

const Wording* Hall::game(std::string_view id) const {
  const auto found = games_.find(id);
  return found == games_.end() ? nullptr : found->second.get();
}

// ---- rooms --------------------------------------------------------------------------------------------

// Ids are random, so the rooms get equal shares.
Room& Hall::room_of(const std::string& id) { return *rooms_[std::hash<std::string>{}(id) % rooms_.size()]; }

void Hall::in_room_of(const std::string& id, std::function<void(Room&)> job) {
  Room& room = room_of(id);
  room.loop().dispatch([&room, job = std::move(job)] { job(room); });
}

template <class Part>
void Hall::gather(std::function<void(const Room&, std::vector<Part>&)> ask,
                  std::function<void(std::vector<Part>&)> then) {
  struct Whole {
    std::vector<Part> parts;
    std::size_t missing = 0;
  };
  auto whole = std::make_shared<Whole>();
  whole->missing = rooms_.size();
  for (const auto& room : rooms_)
    room->loop().dispatch([this, &room = *room, whole, ask, then] {
      std::vector<Part> parts;
      ask(room, parts);
      loop_.dispatch([whole, then, parts = std::move(parts)] {
        whole->parts.insert(whole->parts.end(), parts.begin(), parts.end());
        if (--whole->missing == 0) then(whole->parts);
      });
    });
}

void Hall::find(const std::string& id, std::function<void(Found)> then) {
  if (sure()) return in_room_of(id, [id, then = std::move(then)](Room& room) { room.find(id, then); });
  loop_.dispatch([this, id, then = std::move(then)] {
    waiting_to_be_sure_.emplace_back(id, then);
    if (waiting_to_be_sure_.size() == 1) make_sure();
  });
}

void Hall::create(TableRecord record, std::vector<Entry> entries,
                  std::function<void(Failure, std::shared_ptr<OpenTable>)> then) {
  const Wording* wording = game(record.game);
  if (wording == nullptr) return then({404, "not_found", "there is no such game"}, nullptr);
  const std::string id = record.id;
  if (record.patch.empty())
    return in_room_of(id, [wording, record = std::move(record), entries = std::move(entries), then](Room& room) {
      room.create(*wording, nullptr, record, entries, then);
    });
  if (record.rated) return then({400, "bad_request", "a game with content of one's own is never rated"}, nullptr);
  const std::string game = record.game, patch = record.patch, whose = record.host;
  const bool asked = own_.compile(
      game, patch, whose,
      [this, id, record = std::move(record), entries = std::move(entries), then](const Room::Own& own) mutable {
        if (own->wording == nullptr) return then({400, "bad_content", own->problems.front().text()}, nullptr);
        record.patched = own->changes;
        in_room_of(id, [own, record, entries, then](Room& room) {
          room.create(*own->wording, own, record, entries, then);
        });
      });
  if (!asked) then({429, "too_fast", "too much at once; wait a moment"}, nullptr);
}

// ---- starting -------------------------------------------------------------------------------------------

void Hall::start() {
  seen_alive_ = loop_.steady();
  tick();
}

// ---- other servers --------------------------------------------------------------------------------------

bool Hall::sure() const { return !storage_.shared() || loop_.steady() - seen_alive_ < server_lease; }

void Hall::make_sure() {
  using Open = std::pair<std::string, std::int64_t>;
  gather<Open>(
      [](const Room& room, std::vector<Open>& open) {
        for (const auto& [id, table] : room.tables()) open.emplace_back(id, table->epoch());
      },
      [this, begun = loop_.steady()](std::vector<Open>& open) {
        storage_.ask<std::vector<std::string>>(
            [open = std::move(open)](Store& store) {
              store.alive();
              return store.lost_tables(open);
            },
            [this, begun](bool good, std::vector<std::string>& lost) { made_sure(good, begun, lost); });
      });
}

void Hall::made_sure(bool good, Milliseconds begun, const std::vector<std::string>& lost) {
  if (good) {
    for (const std::string& id : lost) in_room_of(id, [id](Room& room) { room.lost(id); });
    seen_alive_ = begun;
    followed_.clear();
    if (heard_) heard_("bans", "");
    if (heard_) heard_("message", "");
  }
  const auto waiting = std::move(waiting_to_be_sure_);
  waiting_to_be_sure_.clear();
  for (const auto& [id, then] : waiting)
    if (good && sure())
      find(id, then);
    else
      then({nullptr, "", {503, "storage", "the database does not answer; try again soon"}});
}

// Somebody else changed a table that is open here, or something for everybody.
void Hall::follow_orders(const std::vector<Order>& orders) {
  std::set<std::string> standing;
  for (const Order& order : orders) {
    standing.insert(order.id);
    if (!followed_.insert(order.id).second) continue;
    if (order.what == "table")
      in_room_of(order.subject, [id = order.subject](Room& room) { room.lost(id); });
    else if (heard_)
      heard_(order.what, order.subject);
  }
  followed_ = std::move(standing);
}

void Hall::dismiss(const std::function<bool(const Watcher&)>& whom, std::string code, std::string text,
                   std::optional<int> retry) {
  for (const auto& room : rooms_)
    room->loop().dispatch([&room = *room, whom, code, text, retry] {
      std::vector<std::shared_ptr<OpenTable>> tables;  // one that falls meanwhile leaves the room
      for (const auto& [id, table] : room.tables()) tables.push_back(table);
      for (const auto& table : tables) table->dismiss(whom, code, text, retry);
    });
}

void Hall::for_each_table_of(const Identity& who, Done done,
                             std::function<void(const std::string&, const Found&, const Done&)> each) {
  storage_.ask<std::vector<TableRecord>>(
      [id = who.id](Store& store) { return store.tables_of(id, most_tables_of_a_person); },
      [this, done = std::move(done), each = std::move(each)](bool good, std::vector<TableRecord>& records) {
        if (!good) return done({503, "storage", "it could not be read"});
        struct Rest {
          std::size_t count = 0;
          Failure failure;
        };
        auto rest = std::make_shared<Rest>();
        rest->count = records.size() + 1;
        const Done one = [this, rest, done](const Failure& failure) {
          loop_.dispatch([rest, done, failure] {
            if (failure.status != 0) rest->failure = failure;
            if (--rest->count == 0) done(rest->failure);
          });
        };
        for (const TableRecord& record : records)
          find(record.id, [id = record.id, one, each](const Found& found) { each(id, found, one); });
        one({});
      });
}

void Hall::hand_over(const Identity& from, const Identity& to, Done done) {
  for_each_table_of(
      from, std::move(done), [this, from, to](const std::string& id, const Found& found, const Done& one) {
        if (found.table) return found.table->rename(from.id, to, one);
        // It is open on another server, or cannot be opened at all.
        storage_.submit(
            [id, from, to](Store& store) { store.hand_over(id, from.id, to.id, to.name, to.account); },
            [one](bool good) {
              one(good ? Failure{} : Failure{503, "storage", "it could not be written; nothing happened"});
            });
      });
}

void Hall::withdraw(const Identity& who, Done done) {
  const Identity nobody{"x" + random_hex(16), "?", false};
  for_each_table_of(
      who, std::move(done), [this, who, nobody](const std::string& id, const Found& found, const Done& one) {
        if (found.table) return found.table->withdraw(who.id, nobody, one);
        storage_.submit(
            [id, who, nobody](Store& store) {
              store.hand_over(id, who.id, nobody.id, nobody.name, nobody.account);
            },
            [one](bool good) {
              one(good ? Failure{} : Failure{503, "storage", "it could not be written; nothing happened"});
            });
      });
}

// ---- keeping house --------------------------------------------------------------------------------------

void Hall::keep_clocks(TableClock::Keep when, std::function<void()> then) {
  gather<ClockState>(
      [when](const Room& room, std::vector<ClockState>& clocks) {
        for (const auto& [id, table] : room.tables())
          if (auto clock = table->clock_to_keep(when)) clocks.push_back(std::move(*clock));
      },
      [this, then = std::move(then)](std::vector<ClockState>& clocks) {
        if (clocks.empty()) return then();
        storage_.submit([clocks = std::move(clocks)](Store& store) { store.keep_clocks(clocks); },
                        [then](bool) { then(); });
      });
}

void Hall::tick() {
  if (stopping_) return;
  const Milliseconds begun = loop_.steady();
  if (!sure()) make_sure();
  storage_.ask<std::vector<Order>>(
      [probe = !storage_.healthy()](Store& store) {
        store.alive();
        if (probe) store.probe();
        return store.orders();
      },
      [this, begun](bool good, std::vector<Order>& orders) {
        if (!good) return;
        // A server that slept is sure again only after it has looked at its tables.
        if (sure()) seen_alive_ = begun;
        follow_orders(orders);
      });
  if (ticks_ % ticks_between_clocks == 0) keep_clocks(TableClock::Keep::now_and_then, [] {});
  if (ticks_ % (storage_.shared() ? 2 : ticks_between_sweeps) == 0) adopt();
  if (++ticks_ % ticks_between_sweeps == 0)
    for (const auto& room : rooms_) room->loop().dispatch([&room = *room] { room.close_idle(); });
  loop_.after(tick_length, [this] { tick(); });
}

// If a server is gone, its tables with a bot or a clock at work go on here without anybody asking.
void Hall::adopt() {
  storage_.ask<std::vector<std::string>>([](Store& store) { return store.waking_tables(adopted_at_once); },
                                         [this](bool good, std::vector<std::string>& ids) {
                                           if (!good) return;
                                           for (const std::string& id : ids) find(id, [](const Found&) {});
                                           if (ids.size() == adopted_at_once)
                                             loop_.after(100, [this] { adopt(); });
                                         });
}

// Each room's queue is in order, so everything being written is told before the sockets close.
void Hall::stop(std::function<void()> done) {
  stopping_ = true;
  auto missing = std::make_shared<std::size_t>(rooms_.size());
  const auto last = [this, done = std::move(done)] {
    keep_clocks(TableClock::Keep::now, [this, done] {
      storage_.submit([](Store& store) { store.give_tables_up(); }, [done](bool) { done(); });
    });
  };
  for (const auto& room : rooms_)
    room->loop().dispatch([this, &room = *room, missing, last] {
      storage_.submit([](Store&) {},
                      [this, &room, missing, last](bool) {
                        room.dismiss_all();
                        loop_.dispatch([missing, last] {
                          if (--*missing == 0) last();
                        });
                      });
    });
}

}  // namespace rw::server
