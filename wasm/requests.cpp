// What the page asks of its house, route by route, as the server's site answers it.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/core/hash.h"
#include "server/catalogue.h"
#include "server/json.h"
#include "server/reviewing.h"
#include "server/table_requests.h"
#include "wasm/home.h"
#include "wasm/library.h"

namespace rw::wasm {

using server::Entry;
using server::Failure;
using server::OpenTable;
using server::TableRecord;
using Json = nlohmann::json;

namespace {
const Failure not_understood{400, "bad_request", "the body is not as the API describes it"};
const Failure no_game{404, "not_found", "there is no such game"};
}  // namespace

const Home::Route Home::routes[] = {
    {"GET", "/api/me", &Home::me},
    {"POST", "/api/me", &Home::rename_me},
    {"GET", "/api/message", &Home::message},
    {"GET", "/api/games", &Home::games},
    {"GET", "/api/games/{}", &Home::game},
    {"GET", "/api/games/{}/examples", &Home::examples},
    {"GET", "/api/games/{}/{}", &Home::game},
    {"GET", "/faces/{}/{}", &Home::face},
    {"POST", "/api/games/{}/decks/check", &Home::check_deck},
    {"GET", "/api/tables", &Home::tables},
    {"POST", "/api/tables", &Home::new_table},
    {"GET", "/api/tables/{}", &Home::table},
    {"POST", "/api/tables/{}/join", &Home::join},
    {"POST", "/api/tables/{}/leave", &Home::leave},
    {"POST", "/api/tables/{}/seats", &Home::seats},
    {"GET", "/api/tables/{}/replay", &Home::replay},
    {"GET", "/api/tables/{}/replay.rwreplay", &Home::replay_file},
    {"POST", "/api/tables/{}/take-over", &Home::take_over},
    {"POST", "/api/tables/{}/hint", &Home::hint},
    {"POST", "/api/tables/{}/review", &Home::start_review},
    {"GET", "/api/tables/{}/review", &Home::review},
    {"POST", "/api/replays", &Home::import_replay},
};

void Home::Call::reply(int status, std::string_view body, std::string_view type) const {
  host::answer(number, status, type, body);
}
void Home::Call::fail(const Failure& failure) const {
  reply(failure.status, server::error_json(failure.code, failure.text));
}

void Home::request(int number, server::Request request) {
  Call call{number, std::move(request), {}};
  for (const Route& route : routes)
    if (route.method == call.request.method && server::matches(route.pattern, call.request.path, call.parts))
      return (this->*route.handler)(call);
  call.fail({404, "not_found", "there is nothing of that without a server"});
}

std::shared_ptr<OpenTable> Home::table_of(const Call& call) {
  Failure failure;
  auto table = find(call.parts[0], failure);
  if (!table) call.fail(failure);
  return table;
}

std::string Home::own_json(const OpenTable& table) const {
  return "{" + table.json(&me_, server::seat_of(table.record(), me_.id) - 1) + "}";
}

// ---- who, and the games -------------------------------------------------------------------------------

void Home::me(const Call& call) {
  std::string out = "{\"name\":";
  core::append_json(out, me_.name);
  call.reply(200, out + R"(,"account":false,"csrf":"","ratings":[]})");
}

void Home::rename_me(const Call& call) {
  constexpr std::size_t longest = 60;
  const Json json = server::read_object(call.request.body, {"name"});
  if (!json.is_object() || !json.contains("name") || !json["name"].is_string()) return call.fail(not_understood);
  const auto name = json["name"].get<std::string>();
  const bool plain =
      std::none_of(name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; });
  if (name.empty() || name.size() > longest || !plain) return call.refuse("a name has 1 to 60 letters");
  me_.name = name;
  me(call);
}

void Home::message(const Call& call) { call.reply(200, R"({"en":"","fr":""})"); }

void Home::games(const Call& call) { call.reply(200, server::games_json(all_games())); }

void Home::game(const Call& call) {
  const server::Wording* wording = wasm::game(call.parts[0]);
  const std::string_view name = call.parts.size() > 1 ? std::string_view(call.parts[1]) : std::string_view();
  const auto& known = server::game_documents;
  if (wording == nullptr || std::find(std::begin(known), std::end(known), name) == std::end(known))
    return call.fail(no_game);
  call.reply(200, server::game_document(*wording, name));
}

void Home::examples(const Call& call) {
  if (wasm::game(call.parts[0]) == nullptr) return call.fail(no_game);
  const std::string id = call.parts[0];
  if (const auto known = examples_.find(id); known != examples_.end()) return call.reply(200, known->second);
  std::string question = R"({"kind":"examples")";
  server::append_member(question, "game", id);
  think(question + "}", [this, call, id](std::string_view answer) {
    if (answer.empty()) return call.fail({503, "busy", "it could not be made"});
    call.reply(200, examples_[id] = answer);
  });
}

void Home::face(const Call& call) {
  const server::Wording* wording = wasm::game(call.parts[0]);
  const std::string svg = wording == nullptr
                              ? std::string()
                              : server::face_svg(wording->edition(), call.parts[1], call.request.parameter("mode"),
                                                 call.request.parameter("theme"));
  if (svg.empty()) return call.fail({404, "not_found", "there is no such picture"});
  call.reply(200, svg, "image/svg+xml");
}

void Home::check_deck(const Call& call) {
  const Json json = server::read_object(call.request.body, {"deck", "format"});
  if (!json.is_object()) return call.fail(not_understood);
  const server::Wording* wording = wasm::game(call.parts[0]);
  std::string list, format;
  if (const Failure refusal = server::read_deck(json, wording, list, format); refusal.status != 0)
    return call.fail(refusal);
  call.reply(200, server::deck_verdict(wording->edition(), list, format, server::language_of(call.request)));
}

// ---- tables -------------------------------------------------------------------------------------------

void Home::tables(const Call& call) {
  std::vector<TableRecord> records;
  const std::string_view game = call.request.parameter("game");
  if (call.request.parameter("mine") == "1")
    for (const auto& [id, kept] : tables_)
      if (game.empty() || kept.record.game == game) records.push_back(kept.record);
  std::sort(records.begin(), records.end(),
            [](const TableRecord& a, const TableRecord& b) { return a.changed > b.changed; });
  call.reply(200, server::tables_json(records, &me_));
}

void Home::create_for(const Call& call, TableRecord record, std::vector<Entry> entries) {
  create(std::move(record), std::move(entries),
         [this, call](const Failure& failure, const std::shared_ptr<OpenTable>& table) {
           if (failure.status != 0) return call.fail(failure);
           const TableRecord& made = table->record();
           call.reply(201, server::seated_json(made.id, server::seat_of(made, me_.id)));
         });
}

void Home::new_table(const Call& call) {
  const Json json = server::read_object(call.request.body, server::new_table_fields);
  if (!json.is_object()) return call.fail(not_understood);
  if (!json.contains("game") || !json["game"].is_string()) return call.refuse("game: which one?");
  const server::Wording* wording = wasm::game(json["game"].get<std::string>());
  if (wording == nullptr) return call.fail(no_game);
  TableRecord record;
  const Failure refusal = server::read_new_table(*this, wording->edition().game(), me_, json, record);
  if (refusal.status != 0) return call.fail(refusal);
  create_for(call, std::move(record), {});
}

void Home::table(const Call& call) {
  if (const auto table = table_of(call)) call.reply(200, own_json(*table));
}

void Home::join(const Call& call) {
  const Json json = server::read_object(call.request.body, {"seat", "brings"});
  if (!json.is_object()) return call.fail(not_understood);
  int seat = -1;
  OpenTable::Options brings;
  if (const Failure refusal = server::read_join(json, seat, brings); refusal.status != 0)
    return call.fail(refusal);
  const auto table = table_of(call);
  if (!table) return;
  table->take_seat(me_, 0, seat, brings, [call, table](const Failure& failure, int place) {
    if (failure.status != 0) return call.fail(failure);
    call.reply(200, server::seated_json(table->record().id, place + 1));
  });
}

void Home::leave(const Call& call) {
  const auto table = table_of(call);
  if (!table) return;
  table->leave_seat(me_, [this, call, table](const Failure& failure) {
    if (failure.status != 0) return call.fail(failure);
    call.reply(200, own_json(*table));
  });
}

void Home::seats(const Call& call) {
  const Json json = server::read_object(call.request.body, {"seat", "kind", "bot"});
  if (!json.is_object()) return call.fail(not_understood);
  int seat = 0;
  server::Sitter sitter;
  if (const Failure refusal = server::read_seat(json, seat, sitter); refusal.status != 0)
    return call.fail(refusal);
  const auto table = table_of(call);
  if (!table) return;
  const Failure refusal = server::check_seat(table->history().edition().game(), sitter);
  if (refusal.status != 0) return call.fail(refusal);
  table->set_seat(me_, seat, sitter, [this, call, table](const Failure& failure) {
    if (failure.status != 0) return call.fail(failure);
    call.reply(200, own_json(*table));
  });
}

// ---- replays ------------------------------------------------------------------------------------------

void Home::replay(const Call& call) {
  const auto table = table_of(call);
  if (!table) return;
  const server::Request& request = call.request;
  const std::string_view as = request.parameter("as");
  std::string out;
  const Failure failure =
      table->replay_json(me_, as.empty() ? "0" : as, server::language_of(request), request.number("from", 0),
                         std::clamp(request.number("count", 50), 1, 100), out);
  if (failure.status != 0) return call.fail(failure);
  call.reply(200, out);
}

// A game that is not over is given too if it is asked for: whoever plays here could look it up anyway.
void Home::replay_file(const Call& call) {
  const auto table = table_of(call);
  if (!table) return;
  const bool open = call.request.parameter("open") == "1";
  std::string out;
  const Failure failure =
      table->replay_file(out, open ? OpenTable::Unfinished::given : OpenTable::Unfinished::refused);
  if (failure.status != 0) return call.fail(failure);
  call.reply(200, out, "text/plain; charset=utf-8");
}

void Home::take_over(const Call& call) {
  const Json json = server::read_object(call.request.body, {"at", "seat", "deal", "seats"});
  if (!json.is_object()) return call.fail(not_understood);
  server::TakeOver wish;
  if (const Failure refusal = server::read_take_over(json, wish); refusal.status != 0) return call.fail(refusal);
  const auto table = table_of(call);
  if (!table) return;
  TableRecord record;
  std::vector<Entry> entries;
  const Failure failure = server::take_over(*this, *table, me_, json, wish, record, entries);
  if (failure.status != 0) return call.fail(failure);
  create_for(call, std::move(record), std::move(entries));
}

void Home::import_replay(const Call& call) {
  const Expected<Replay> read = read_replay(call.request.body);
  if (!read) return call.refuse(read.error());
  const Replay& replay = *read;
  const server::Wording* wording = wasm::game(replay.game);
  if (wording == nullptr) return call.refuse("it is a game of " + replay.game + ", which is not played here");
  TableRecord record;
  std::vector<Entry> entries;
  const Failure refusal = server::import_replay(*this, wording->edition(), replay, me_, record, entries);
  if (refusal.status != 0) return call.fail(refusal);
  create_for(call, std::move(record), std::move(entries));
}

// ---- what the computer thinks -------------------------------------------------------------------------

void Home::hint(const Call& call) {
  if (!server::read_object(call.request.body, {}).is_object()) return call.fail(not_understood);
  const auto table = table_of(call);
  if (!table) return;
  server::BotQuestion question;
  if (const Failure failure = table->hint(me_, question); failure.status != 0) return call.fail(failure);
  core::parse_seed(fresh_seed(), question.seed);
  const server::Wording* wording = wasm::game(table->record().game);
  const Position position = question.position;
  ask_bot(std::move(question), [call, wording, position](Choice choice, server::Milliseconds) {
    if (choice.bits == 0) return call.fail({503, "busy", "the computer has no answer"});
    call.reply(200, server::hint_json(*wording, position, choice, server::language_of(call.request)));
  });
}

void Home::start_review(const Call& call) {
  if (!server::read_object(call.request.body, {}).is_object()) return call.fail(not_understood);
  const auto table = table_of(call);
  if (!table) return;
  const std::string language(server::language_of(call.request));
  const std::string key = table->record().id + " " + language;
  if (reviews_.contains(key)) return review(call);
  Replay replay;
  if (const Failure failure = server::read_reviewed(*table, replay); failure.status != 0)
    return call.fail(failure);
  std::string question = R"({"kind":"review")";
  server::append_member(question, "game", table->record().game);
  server::append_member(question, "seats", static_cast<std::int64_t>(table->record().sitters.size()));
  server::append_member(question, "language", language);
  server::append_member(question, "replay", write_replay(replay));
  Review& made = reviews_[key];
  made.of = replay.choices.size() + 1;
  made.number = think(question + "}", [this, key](std::string_view answer) {
    Review& done = reviews_[key];
    done.number = 0;
    done.answer = answer.empty() ? R"({"status":"failed","text":"the review was broken off"})" : answer;
  });
  call.reply(202, server::review_working(made.done, made.of));
}

void Home::review(const Call& call) {
  const auto table = table_of(call);
  if (!table) return;
  const auto known = reviews_.find(table->record().id + " " + std::string(server::language_of(call.request)));
  if (known == reviews_.end()) return call.reply(200, R"({"status":"none"})");
  const Review& made = known->second;
  call.reply(200, made.answer.empty() ? server::review_working(made.done, made.of) : made.answer);
}

}  // namespace rw::wasm
