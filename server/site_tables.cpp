// REST around tables: the list, setting one up, seats, replays, taking over, decks.
#include <algorithm>
#include <cmath>

#include "lab/own_content.h"
#include "server/address.h"
#include "server/json.h"
#include "server/site_call.h"
#include "server/table_requests.h"

namespace rw::server {

using Json = nlohmann::json;

namespace {

// A patch of the host's own; it is compiled when the table is made.
Expected<> read_own_content(const Json& json, TableRecord& record) {
  const Json& patch = json["content"];
  if (!patch.is_string() || patch.get<std::string>().empty()) return failed("content: a patch as text");
  if (json.contains("rated") && json["rated"] == true)
    return failed("a game with content of one's own is never rated");
  record.patch = patch.get<std::string>();
  if (record.patch.size() > lab::most_patch_bytes)
    return failed("content: a patch has at most " + std::to_string(lab::most_patch_bytes >> 10U) + " KiB");
  return {};
}

}  // namespace

// ---- calls --------------------------------------------------------------------------------------------

Json TableSite::Call::object(std::initializer_list<std::string_view> fields) const {
  const std::string_view type = request.header("content-type");
  if (!type.starts_with("application/json")) {
    fail({415, "bad_request", "the body must be application/json"});
    return nullptr;
  }
  Json json = read_object(request.body, fields);
  if (!json.is_object()) refuse("the body is not as the API describes it");
  return json;
}

bool TableSite::Call::body(std::initializer_list<std::pair<std::string_view, std::string*>> fields) const {
  const std::string_view type = request.header("content-type");
  const Json json = type.starts_with("application/json") ? Json::parse(request.body, nullptr, false) : Json();
  bool good = json.is_object() && json.size() == fields.size();
  for (const auto& [name, text] : fields) {
    good = good && json.contains(name) && json[std::string(name)].is_string();
    if (good) *text = json[std::string(name)].get<std::string>();
    good = good && People::is_text(*text);
  }
  if (!good) refuse("the body is not as the API describes it");
  return good;
}

// Whose turn it is in the threads for slow work. Guests cost nothing, so an address has one line.
std::string TableSite::line_of(const Call& call) { return "from " + network_of(call.request.address); }

void TableSite::with_table(const std::shared_ptr<Call>& call,
                           std::function<void(const std::shared_ptr<OpenTable>&)> then) {
  const auto reply = call->reply;
  hall_.find(call->parts[0], [call, reply, then = std::move(then)](const Hall::Found& found) {
    if (!found.elsewhere.empty()) {
      if (call->request.relayed) return call->fail({503, "moving", "the table is moving; try again soon"});
      Response relay;
      relay.relay = found.elsewhere;
      return reply(relay);
    }
    if (!found.table) return call->fail(found.failure);
    then(found.table);
  });
}

// ---- tables -------------------------------------------------------------------------------------------

void TableSite::tables(const std::shared_ptr<Call>& call) {
  const std::string game(call->request.parameter("game"));
  const bool mine = call->request.parameter("mine") == "1";
  const auto reply = call->reply;
  if (mine) {
    storage_.ask<std::vector<TableRecord>>(
        [id = call->visitor.who.id](Store& store) { return store.tables_of(id); },
        [call, reply, who = call->visitor.who](bool good, std::vector<TableRecord>& records) {
          if (!good) return call->fail(cannot_read);
          reply(answer(200, tables_json(records, &who)));
        });
    return;
  }
  if (!game.empty() && hall_.game(game) == nullptr) return call->reply(answer(200, "{\"tables\":[]}"));
  if (const auto known = lists_.find(game); known != lists_.end() && known->second.first > loop_.steady())
    return call->reply(answer(200, known->second.second));
  storage_.ask<std::vector<TableRecord>>([game](Store& store) { return store.listed_tables(game); },
                                         [this, call, reply, game](bool good, std::vector<TableRecord>& records) {
                                           if (!good) return call->fail(cannot_read);
                                           std::string text = tables_json(records, nullptr);
                                           lists_[game] = {loop_.steady() + 500, text};
                                           reply(answer(200, std::move(text)));
                                         });
}

void TableSite::created(const std::shared_ptr<Call>& call, const Failure& failure,
                        const std::shared_ptr<OpenTable>& table) const {
  if (failure.status != 0) return call->fail(failure);
  call->reply(answer(201, seated_json(table->record().id, seat_of(table->record(), call->visitor.who.id))));
}

void TableSite::new_table(const std::shared_ptr<Call>& call) {
  const Json json = call->object(
      {"game", "seats", "options", "listed", "rated", "spectators", "clock", "chat", "undo", "seed", "content"});
  if (!json.is_object()) return;
  if (!json.contains("game") || !json["game"].is_string()) return call->refuse("game: which one?");
  const Wording* wording = hall_.game(json["game"].get<std::string>());
  if (wording == nullptr) return call->fail({404, "not_found", "there is no such game"});
  TableRecord record;
  if (json.contains("content"))
    if (const auto read = read_own_content(json, record); !read) return call->refuse(read.error());
  const Failure refusal =
      read_new_table(hall_.house(), wording->edition().game(), call->visitor.who, json, record);
  if (refusal.status != 0) return call->fail(refusal);
  hall_.create(std::move(record), {},
               [this, call](const Failure& failure, const std::shared_ptr<OpenTable>& table) {
                 created(call, failure, table);
               });
}

void TableSite::table(const std::shared_ptr<Call>& call) {
  with_table(call, [call](const std::shared_ptr<OpenTable>& table) {
    const int seat = seat_of(table->record(), call->visitor.who.id) - 1;
    call->reply(answer(200, "{" + table->json(&call->visitor.who, seat) + "}"));
  });
}

void TableSite::join(const std::shared_ptr<Call>& call) {
  const Json json = call->object({"seat", "brings"});
  if (!json.is_object()) return;
  int seat = -1;
  OpenTable::Options brings;
  if (const Failure refusal = read_join(json, seat, brings); refusal.status != 0) return call->fail(refusal);
  with_table(call, [this, call, seat, brings](const std::shared_ptr<OpenTable>& table) {
    sit_down(call, table, seat, brings, [call](const Failure& failure) { call->fail(failure); });
  });
}

void TableSite::sit_down(const std::shared_ptr<Call>& call, const std::shared_ptr<OpenTable>& table, int seat,
                         OpenTable::Options brings, Done otherwise) {
  const auto sit = [call, table, seat, brings = std::move(brings), otherwise = std::move(otherwise)](int rating) {
    table->take_seat(call->visitor.who, rating, seat, brings,
                     [call, table, otherwise](const Failure& failure, int place) {
                       if (failure.status != 0) return otherwise(failure);
                       call->reply(answer(200, seated_json(table->record().id, place + 1)));
                     });
  };
  if (!call->visitor.who.account) return sit(0);
  storage_.ask<std::vector<Ranked>>([id = call->visitor.who.id](Store& store) { return store.ratings_of(id); },
                                    [call, sit, table](bool good, std::vector<Ranked>& ratings) {
                                      if (!good) return call->fail(cannot_read);
                                      int rating = 0;
                                      for (const Ranked& ranked : ratings)
                                        if (ranked.game == table->record().game)
                                          rating = static_cast<int>(std::lround(ranked.rating.rating));
                                      sit(rating);
                                    });
}

void TableSite::leave(const std::shared_ptr<Call>& call) {
  with_table(call, [call](const std::shared_ptr<OpenTable>& table) {
    table->leave_seat(call->visitor.who, [call, table](const Failure& failure) {
      if (failure.status != 0) return call->fail(failure);
      call->reply(answer(200, "{" + table->json(&call->visitor.who) + "}"));
    });
  });
}

void TableSite::seats(const std::shared_ptr<Call>& call) {
  const Json json = call->object({"seat", "kind", "bot"});
  if (!json.is_object()) return;
  int seat = 0;
  Sitter sitter;
  if (const Failure refusal = read_seat(json, seat, sitter); refusal.status != 0) return call->fail(refusal);
  with_table(call, [call, seat, sitter](const std::shared_ptr<OpenTable>& table) {
    const Failure refusal = check_seat(table->history().edition().game(), sitter);
    if (refusal.status != 0) return call->fail(refusal);
    table->set_seat(call->visitor.who, seat, sitter, [call, table](const Failure& failure) {
      if (failure.status != 0) return call->fail(failure);
      call->reply(answer(
          200, "{" + table->json(&call->visitor.who, seat_of(table->record(), call->visitor.who.id) - 1) + "}"));
    });
  });
}

// ---- replays ------------------------------------------------------------------------------------------

// Told in the threads for slow work: a hundred choices would keep a loop busy for a while.
void TableSite::replay(const std::shared_ptr<Call>& call) {
  with_table(call, [this, call](const std::shared_ptr<OpenTable>& table) {
    const Request& request = call->request;
    const int from = std::min(request.number("from", 0), 1'000'000);
    const int count = std::clamp(request.number("count", 50), 1, 100);
    const std::string_view as = request.parameter("as");
    struct Told {
      OpenTable::Retelling what;
      std::string text;
      Failure failure{500, "broken", "this should not happen; it is in the log"};
    };
    auto told = std::make_shared<Told>();
    const Failure failure =
        table->retelling(call->visitor.who, as.empty() ? "0" : as, language_of(request), from, count, told->what);
    if (failure.status != 0) return call->fail(failure);
    bots_.work([told] { told->failure = OpenTable::retold_json(told->what, told->text); },
               [call, told] {
                 told->what.table.reset();  // a table ends in its own loop
                 if (told->failure.status != 0) return call->fail(told->failure);
                 call->reply(answer(200, std::move(told->text)));
               },
               line_of(*call));
  });
}

void TableSite::replay_file(const std::shared_ptr<Call>& call) {
  with_table(call, [call](const std::shared_ptr<OpenTable>& table) {
    std::string out;
    const Failure failure = table->replay_file(out);
    if (failure.status != 0) return call->fail(failure);
    Response response = answer(200, std::move(out), "text/plain; charset=utf-8");
    response.headers.emplace_back("Content-Disposition",
                                  "attachment; filename=\"" + table->record().game + ".rwreplay\"");
    call->reply(std::move(response));
  });
}

void TableSite::take_over(const std::shared_ptr<Call>& call) {
  const Json json = call->object({"at", "seat", "deal", "seats"});
  if (!json.is_object()) return;
  TakeOver wish;
  if (const Failure refusal = read_take_over(json, wish); refusal.status != 0) return call->fail(refusal);
  with_table(call, [this, call, json, wish](const std::shared_ptr<OpenTable>& table) {
    TableRecord record;
    std::vector<Entry> entries;
    const Failure failure =
        server::take_over(hall_.house(), *table, call->visitor.who, json, wish, record, entries);
    if (failure.status != 0) return call->fail(failure);
    hall_.create(std::move(record), std::move(entries),
                 [this, call](const Failure& fault, const std::shared_ptr<OpenTable>& made) {
                   created(call, fault, made);
                 });
  });
}

namespace {
Failure read_import(Hall& hall, const std::string& text, const Identity& me, TableRecord& record,
                    std::vector<Entry>& entries) {
  const auto refused = [](const std::string& why) { return Failure{400, "bad_request", why}; };
  if (!People::is_text(text)) return refused("a replay is text in UTF-8");
  const Expected<Replay> replay = read_replay(text);
  if (!replay) return refused(replay.error());
  const Wording* wording = hall.game(replay->game);
  if (wording == nullptr) return refused("it is a game of " + replay->game + ", which is not played here");
  return import_replay(hall.house(), wording->edition(), *replay, me, record, entries);
}
}  // namespace

// Followed in the threads for slow work, as it is told there.
void TableSite::import_replay(const std::shared_ptr<Call>& call) {
  struct Import {
    TableRecord record;
    std::vector<Entry> entries;
    Failure refusal{500, "broken", "this should not happen; it is in the log"};
  };
  auto made = std::make_shared<Import>();
  bots_.work(
      [this, made, text = call->request.body, me = call->visitor.who] {
        made->refusal = read_import(hall_, text, me, made->record, made->entries);
      },
      [this, call, made] {
        if (made->refusal.status != 0) return call->fail(made->refusal);
        hall_.create(std::move(made->record), std::move(made->entries),
                     [this, call](const Failure& failure, const std::shared_ptr<OpenTable>& table) {
                       created(call, failure, table);
                     });
      },
      line_of(*call));
}

// ---- decks --------------------------------------------------------------------------------------------

namespace {
std::string deck_json(const Deck& deck) {
  std::string out = "{\"id\":";
  core::append_json(out, deck.id);
  append_member(out, "game", deck.game);
  append_member(out, "name", deck.name);
  append_member(out, "deck", deck.text);
  return out + "}";
}
const Failure needs_account{403, "not_allowed", "decks are kept for accounts"};
}  // namespace

void TableSite::check_deck(const std::shared_ptr<Call>& call) {
  const Json json = call->object({"deck", "format"});
  if (!json.is_object()) return;
  const Wording* wording = hall_.game(call->parts[0]);
  std::string list, format;
  if (const Failure refusal = read_deck(json, wording, list, format); refusal.status != 0)
    return call->fail(refusal);
  auto verdict = std::make_shared<std::string>();
  bots_.work(
      [verdict, wording, list, format, language = std::string(language_of(call->request))] {
        *verdict = deck_verdict(wording->edition(), list, format, language);
      },
      [verdict, reply = call->reply] { reply(answer(200, *verdict)); }, line_of(*call));
}

void TableSite::decks(const std::shared_ptr<Call>& call) {
  if (!call->visitor.who.account) return call->fail(needs_account);
  storage_.ask<std::vector<Deck>>([id = call->visitor.who.id](Store& store) { return store.decks_of(id); },
                                  [call, reply = call->reply](bool good, std::vector<Deck>& list) {
                                    if (!good) return call->fail(cannot_read);
                                    std::string out = "{\"decks\":[";
                                    for (const Deck& deck : list)
                                      out += (&deck != &list.front() ? "," : "") + deck_json(deck);
                                    reply(answer(200, out + "]}"));
                                  });
}

void TableSite::keep_deck(const std::shared_ptr<Call>& call) {
  Deck deck;
  if (!call->visitor.who.account) return call->fail(needs_account);
  if (!call->body({{"game", &deck.game}, {"name", &deck.name}, {"deck", &deck.text}})) return;
  if (hall_.game(deck.game) == nullptr) return call->fail({404, "not_found", "there is no such game"});
  if (deck.name.empty() || deck.name.size() > 120 || deck.text.size() > 16384)
    return call->refuse("the deck or its name is too long");
  deck.id = random_hex(8);
  storage_.ask<std::vector<Deck>>(
      [id = call->visitor.who.id, deck](Store& store) {
        store.keep_deck(id, deck);
        return store.decks_of(id);
      },
      [call, reply = call->reply, deck](bool good, std::vector<Deck>& list) {
        for (const Deck& kept : list)
          if (good && kept.game == deck.game && kept.name == deck.name) return reply(answer(201, deck_json(kept)));
        call->fail({503, "storage", "it could not be written"});
      });
}

void TableSite::drop_deck(const std::shared_ptr<Call>& call) {
  if (!call->visitor.who.account) return call->fail(needs_account);
  storage_.ask<bool>(
      [id = call->visitor.who.id, deck = call->parts[0]](Store& store) { return store.drop_deck(id, deck); },
      [call, reply = call->reply](bool good, bool& dropped) {
        if (!good) return call->fail({503, "storage", "it could not be written"});
        if (dropped) return reply(answer(200, "{}"));
        call->fail({404, "not_found", "you have no such deck"});
      });
}

}  // namespace rw::server
