// Finding an opponent with one click, and a player's profile.
#include <cmath>

#include "server/json.h"
#include "server/site_call.h"
#include "server/table_requests.h"

namespace rw::server {
namespace {
// A waiting table counts only while its player is connected.
constexpr Milliseconds arriving = 15'000;

// The terms of a game between strangers.
TableRecord between_strangers(const std::string& game, const Identity& me, bool rated) {
  TableRecord record;
  record.game = game;
  record.host = me.id;
  record.host_name = me.name;
  record.listed = true;
  record.rated = rated;
  record.clock = {Clock::Kind::bank, 900, 10, 0};
  record.undo = Undo::harmless;
  record.sitters = {{Sitter::Kind::person, me.id, me.name, "", me.account, 0}, {}};
  return record;
}

}  // namespace

// Sits down at the table that waits for an opponent at this game, or opens one.
void TableSite::pair(const std::shared_ptr<Call>& call) {
  const nlohmann::json json = call->object({"game", "rated"});
  if (!json.is_object()) return;
  if (!json.contains("game") || !json["game"].is_string()) return call->refuse("game: which one?");
  if (json.contains("rated") && !json["rated"].is_boolean()) return call->refuse("rated: true or false");
  const std::string game = json["game"];
  const bool rated = json.value("rated", false);
  const Wording* wording = hall_.game(game);
  if (wording == nullptr) return call->fail({404, "not_found", "there is no such game"});
  if (!wording->edition().game().takes_seats(2))
    return call->fail({409, "not_allowed", "this game is not for two"});
  if (rated && !call->visitor.who.account)
    return call->fail({403, "not_allowed", "a rated game needs an account"});
  const std::string key = game + (rated ? " rated" : "");
  const std::string waiting = pairs_[key];
  if (waiting.empty()) return open_pair(call, game, rated);
  hall_.find(waiting, [this, call, key, game, rated](const Hall::Found& found) {
    const auto& table = found.table;
    const bool waits = table && table->record().status == Status::waiting &&
                       (table->watchers() > 0 || loop_.now() - table->record().created < arriving);
    const auto open = [this, call, game, rated] {
      loop_.dispatch([this, call, game, rated] { open_pair(call, game, rated); });
    };
    if (!waits) return open();
    // Asking twice gives the same waiting table.
    if (table->record().host == call->visitor.who.id)
      return call->reply(answer(200, seated_json(table->record().id, 1)));
    loop_.dispatch([this, key, id = table->record().id] {
      if (pairs_[key] == id) pairs_.erase(key);
    });
    sit_down(call, table, -1, {}, [open](const Failure&) { open(); });
  });
}

void TableSite::open_pair(const std::shared_ptr<Call>& call, const std::string& game, bool rated) {
  TableRecord record = between_strangers(game, call->visitor.who, rated);
  record.id = hall_.house().fresh_id();
  record.seed = hall_.house().fresh_seed();
  record.created = record.changed = loop_.now();
  const std::string id = record.id;
  hall_.create(std::move(record), {},
               [this, call, id, key = game + (rated ? " rated" : "")](const Failure& failure,
                                                                      const std::shared_ptr<OpenTable>& table) {
                 if (failure.status == 0) loop_.dispatch([this, key, id] { pairs_[key] = id; });
                 created(call, failure, table);
               });
}

// Everybody sees an account's ratings and rated games; only the player sees the other games.
void TableSite::person(const std::shared_ptr<Call>& call) {
  struct Found {
    bool known = false;
    std::string name;
    std::vector<Ranked> ratings;
    std::vector<TableRecord> games;
  };
  storage_.ask<Found>(
      [name = call->parts[0]](Store& store) {
        Found found;
        const auto account = store.account_named(name);
        if (!account) return found;
        found.known = true;
        found.name = account->name;
        found.ratings = store.ratings_of(account->id);
        found.games = store.tables_of(account->id);
        std::erase_if(found.games, [](const TableRecord& r) { return !r.rated || r.status != Status::over; });
        return found;
      },
      [call](bool good, Found& found) {
        if (!good) return call->fail(cannot_read);
        if (!found.known) return call->fail({404, "not_found", "there is no account of this name"});
        std::string out = "{\"name\":";
        core::append_json(out, found.name);
        out += ",\"ratings\":" + ratings_json(found.ratings) + ",\"games\":[";
        for (const TableRecord& record : found.games)
          out += (&record != &found.games.front() ? ",{" : "{") + table_json(record, nullptr, nullptr, -1) + "}";
        call->reply(answer(200, out + "]}"));
      });
}

}  // namespace rw::server
