// REST around tables: the list, setting one up, seats, replays, taking over, decks.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "engine/core/hash.h"
#include "engine/replay.h"
#include "lab/deck_list.h"
#include "lab/own_content.h"
#include "server/json.h"
#include "server/log.h"
#include "server/site_call.h"

namespace rw::server {
namespace {

using Json = nlohmann::json;

// A value out of its few names; -1 if it is none of them.
template <std::size_t N>
int named(const Json& json, const std::string_view (&names)[N]) {
  if (!json.is_string()) return -1;
  const auto text = json.get<std::string>();
  for (std::size_t i = 0; i < N; ++i)
    if (names[i] == text) return static_cast<int>(i);
  return -1;
}

bool whole(const Json& json, std::string_view name, int least, int most, int& value) {
  const auto found = json.find(name);
  if (found == json.end()) return true;
  if (!found->is_number_integer()) return false;
  const auto number = found->get<std::int64_t>();
  if (number < least || number > most) return false;
  value = static_cast<int>(number);
  return true;
}

bool only_fields(const Json& json, std::initializer_list<std::string_view> fields) {
  if (!json.is_object()) return false;
  for (const auto& item : json.items())
    if (std::find(fields.begin(), fields.end(), item.key()) == fields.end()) return false;
  return true;
}

// The parts of a new table. Each gives an error, or nothing.

std::string read_clock(const Json& json, Clock& clock) {
  static constexpr std::string_view kinds[] = {"none", "decision", "bank", "days"};
  const int kind = only_fields(json, {"kind", "seconds", "bonus", "days"}) && json.contains("kind")
                       ? named(json["kind"], kinds)
                       : -1;
  if (kind < 0) return "clock: none, decision, bank or days";
  clock.kind = static_cast<Clock::Kind>(kind);
  if (!whole(json, "seconds", 5, 86400, clock.seconds) || !whole(json, "bonus", 0, 600, clock.bonus) ||
      !whole(json, "days", 1, 30, clock.days))
    return "clock: 5 to 86400 seconds, a bonus of 0 to 600, 1 to 30 days";
  const bool timed = clock.kind == Clock::Kind::decision || clock.kind == Clock::Kind::bank;
  if ((timed && clock.seconds == 0) || (clock.kind == Clock::Kind::days && clock.days == 0))
    return "clock: how long is missing";
  return {};
}

std::string read_spectators(const Json& json, std::size_t seats, Spectators& spectators) {
  static constexpr std::string_view kinds[] = {"nothing", "open", "seat", "all"};
  const int see =
      only_fields(json, {"see", "seat", "delay"}) && json.contains("see") ? named(json["see"], kinds) : -1;
  if (see < 0) return "spectators: see nothing, open, seat or all";
  spectators.see = static_cast<Spectators::See>(see);
  int seat = 1;
  if (!whole(json, "seat", 1, static_cast<int>(seats), seat) || !whole(json, "delay", 0, 3600, spectators.delay))
    return "spectators: a seat of this table, a delay of 0 to 3600 seconds";
  spectators.seat = seat - 1;
  return {};
}

std::string read_seats(const Json& json, const Game& game, const Identity& me, std::vector<Sitter>& sitters) {
  static constexpr std::string_view kinds[] = {"open", "me", "bot"};
  if (!json.is_array()) return "seats: a list";
  for (const Json& seat : json) {
    const int kind = only_fields(seat, {"kind", "bot"}) && seat.contains("kind") ? named(seat["kind"], kinds) : -1;
    if (kind < 0) return "seats: me, open or bot";
    Sitter sitter;
    sitter.kind = static_cast<Sitter::Kind>(kind);
    if (sitter.kind == Sitter::Kind::person) {
      sitter.identity = me.id;
      sitter.name = me.name;
      sitter.account = me.account;
    }
    if (sitter.kind == Sitter::Kind::bot) {
      if (seat.contains("bot") && !seat["bot"].is_string()) return "seats: a bot's strength is text";
      sitter.bot = seat.contains("bot") ? seat["bot"].get<std::string>() : usual_bot;
      std::string error;
      if (!is_bot_strength(sitter.bot, game, error)) return error;
      sitter.name = sitter.bot;
    }
    sitters.push_back(std::move(sitter));
  }
  return {};
}

std::string check_sitters(const Game& game, const TableRecord& record) {
  const auto count = [&](Sitter::Kind kind) {
    return std::count_if(record.sitters.begin(), record.sitters.end(),
                         [&](const Sitter& s) { return s.kind == kind; });
  };
  const int seats = static_cast<int>(record.sitters.size());
  if (std::string refusal = game.refuse_seats(seats); !refusal.empty()) return refusal;
  if (count(Sitter::Kind::person) == 0) return "somebody must sit at a table";
  if (record.rated && count(Sitter::Kind::bot) != 0) return "a rated game is for people with accounts";
  return {};
}

std::string read_options(const Json& json, TableRecord& record) {
  if (!json.is_object() || json.size() > 32) return "options: names and values";
  for (const auto& [name, value] : json.items()) {
    if (!value.is_string() || name.size() > 60 || value.get<std::string>().size() > 16384)
      return "options: text for text";
    if (name == "position") return "a game starts at its beginning";
    record.options.emplace_back(name, value.get<std::string>());
  }
  return {};
}

// A patch of the host's own; it is compiled when the table is made.
std::string read_own_content(const Json& json, TableRecord& record) {
  if (!json.is_string() || json.get<std::string>().empty()) return "content: a patch as text";
  if (record.rated) return "a game with content of one's own is never rated";
  record.patch = json.get<std::string>();
  if (record.patch.size() > lab::most_patch_bytes)
    return "content: a patch has at most " + std::to_string(lab::most_patch_bytes >> 10U) + " KiB";
  return {};
}

void read_seed(const std::string& text, TableRecord& record) {
  core::Seed seed{};
  record.given_seed = true;
  record.seed = core::parse_seed(text, seed) ? core::seed_text(seed)
                                             : core::hex(core::sha256(std::as_bytes(std::span(text))));
}

std::string read_terms(const Json& json, TableRecord& record) {
  static constexpr std::string_view chats[] = {"off", "phrases", "free"}, undos[] = {"off", "harmless", "ask"};
  for (const auto* flag : {"listed", "rated"})
    if (json.contains(flag) && !json[flag].is_boolean()) return std::string(flag) + ": true or false";
  record.listed = json.value("listed", false);
  record.rated = json.value("rated", false);
  if (json.contains("chat")) {
    const int chat = named(json["chat"], chats);
    if (chat < 0) return "chat: off, phrases or free";
    record.chat = static_cast<Chat>(chat);
  }
  if (json.contains("undo")) {
    const int undo = named(json["undo"], undos);
    if (undo < 0) return "undo: off, harmless or ask";
    record.undo = static_cast<Undo>(undo);
  }
  if (json.contains("seed")) {
    if (!json["seed"].is_string() || json["seed"].get<std::string>().size() > 100) return "seed: a short text";
    if (record.rated) return "a rated game draws its own seed";
    read_seed(json["seed"], record);
  }
  return {};
}

// You, and bots of the usual strength in the other seats.
std::vector<Sitter> usual_sitters(const Identity& me, int seats, int mine = 0) {
  std::vector<Sitter> sitters;
  for (int i = 0; i < seats; ++i)
    sitters.push_back(i == mine ? Sitter{Sitter::Kind::person, me.id, me.name, "", me.account, 0}
                                : Sitter{Sitter::Kind::bot, "", usual_bot, usual_bot, false, 0});
  return sitters;
}

void start_if_full(TableRecord& record) {
  const bool open = std::any_of(record.sitters.begin(), record.sitters.end(),
                                [](const Sitter& s) { return s.kind == Sitter::Kind::open; });
  record.status = open ? Status::waiting : Status::playing;
}

int seat_of(const TableRecord& record, const std::string& identity) {
  for (std::size_t i = 0; i < record.sitters.size(); ++i)
    if (record.sitters[i].kind == Sitter::Kind::person && record.sitters[i].identity == identity)
      return static_cast<int>(i) + 1;
  return 0;
}

int number(std::string_view text, int otherwise) {
  int value = otherwise;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  return !text.empty() && fault == std::errc{} && end == text.data() + text.size() ? value : otherwise;
}

}  // namespace

std::string seated_json(const std::string& id, int seat) {
  std::string out = "{\"table\":";
  core::append_json(out, id);
  append_member(out, "seat", seat);
  append_member(out, "link", "/table/" + id);
  return out + "}";
}

// ---- calls --------------------------------------------------------------------------------------------

Json TableSite::Call::object(std::initializer_list<std::string_view> fields) const {
  const std::string_view type = request.header("content-type");
  if (!type.starts_with("application/json")) {
    fail({415, "bad_request", "the body must be application/json"});
    return nullptr;
  }
  Json json = Json::parse(request.body, nullptr, false);
  if (only_fields(json, fields)) return json;
  refuse("the body is not as the API describes it");
  return nullptr;
}

bool TableSite::Call::body(std::initializer_list<std::pair<std::string_view, std::string*>> fields) const {
  const std::string_view type = request.header("content-type");
  const Json json = type.starts_with("application/json") ? Json::parse(request.body, nullptr, false) : Json();
  bool good = json.is_object() && json.size() == fields.size();
  for (const auto& [name, text] : fields) {
    good = good && json.contains(name) && json[std::string(name)].is_string();
    if (good) *text = json[std::string(name)].get<std::string>();
  }
  if (!good) refuse("the body is not as the API describes it");
  return good;
}

void TableSite::with_table(const std::shared_ptr<Call>& call,
                           std::function<void(const std::shared_ptr<Table>&)> then) {
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
  const auto list = [](const std::vector<TableRecord>& records, const Identity* who) {
    std::string out = "{\"tables\":[";
    for (const TableRecord& record : records)
      out += (&record != &records.front() ? ",{" : "{") +
             table_json(record, nullptr, who, who == nullptr ? -1 : seat_of(record, who->id) - 1) + "}";
    return out + "]}";
  };
  if (mine) {
    storage_.ask<std::vector<TableRecord>>(
        [id = call->visitor.who.id](Store& store) { return store.tables_of(id); },
        [call, reply, list, who = call->visitor.who](bool good, std::vector<TableRecord>& records) {
          if (!good) return call->fail(cannot_read);
          reply(answer(200, list(records, &who)));
        });
    return;
  }
  if (!game.empty() && hall_.game(game) == nullptr) return call->reply(answer(200, "{\"tables\":[]}"));
  if (const auto known = lists_.find(game); known != lists_.end() && known->second.first > loop_.steady())
    return call->reply(answer(200, known->second.second));
  storage_.ask<std::vector<TableRecord>>(
      [game](Store& store) { return store.listed_tables(game); },
      [this, call, reply, list, game](bool good, std::vector<TableRecord>& records) {
        if (!good) return call->fail(cannot_read);
        std::string text = list(records, nullptr);
        lists_[game] = {loop_.steady() + 500, text};
        reply(answer(200, std::move(text)));
      });
}

void TableSite::created(const std::shared_ptr<Call>& call, const Failure& failure,
                        const std::shared_ptr<Table>& table) const {
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
  const Game& game = wording->edition().game();
  const Identity& me = call->visitor.who;
  TableRecord record;
  record.id = hall_.fresh_id();
  record.game = game.id;
  record.host = me.id;
  record.host_name = me.name;
  record.created = record.changed = loop_.now();
  record.seed = hall_.fresh_seed();
  std::string error = read_terms(json, record);
  if (error.empty() && json.contains("seats")) error = read_seats(json["seats"], game, me, record.sitters);
  if (record.sitters.empty()) record.sitters = usual_sitters(me, game.min_seats);
  if (error.empty()) error = check_sitters(game, record);
  if (error.empty() && json.contains("options")) error = read_options(json["options"], record);
  if (error.empty() && json.contains("clock")) error = read_clock(json["clock"], record.clock);
  if (error.empty() && json.contains("spectators"))
    error = read_spectators(json["spectators"], record.sitters.size(), record.spectators);
  if (error.empty() && json.contains("content")) error = read_own_content(json["content"], record);
  if (!error.empty()) return call->refuse(error);
  if (record.rated && !me.account) return call->fail({403, "not_allowed", "a rated game needs an account"});
  if (record.rated && me.program()) return call->fail({403, "not_allowed", "a rated game is for people"});
  start_if_full(record);
  hall_.create(std::move(record), {}, [this, call](const Failure& failure, const std::shared_ptr<Table>& table) {
    created(call, failure, table);
  });
}

void TableSite::table(const std::shared_ptr<Call>& call) {
  with_table(call, [call](const std::shared_ptr<Table>& table) {
    const int seat = seat_of(table->record(), call->visitor.who.id) - 1;
    call->reply(answer(200, "{" + table->json(&call->visitor.who, seat) + "}"));
  });
}

void TableSite::join(const std::shared_ptr<Call>& call) {
  const Json json = call->object({"seat", "brings"});
  if (!json.is_object()) return;
  int seat = 0;
  if (!whole(json, "seat", 1, core::max_seats, seat)) return call->refuse("seat: a number from 1");
  Table::Options brings;
  if (json.contains("brings")) {
    TableRecord read;
    const std::string error = read_options(json["brings"], read);
    if (!error.empty()) return call->refuse("brings: " + error);
    brings = std::move(read.options);
  }
  with_table(call, [this, call, seat, brings](const std::shared_ptr<Table>& table) {
    sit_down(call, table, seat - 1, brings, [call](const Failure& failure) { call->fail(failure); });
  });
}

void TableSite::sit_down(const std::shared_ptr<Call>& call, const std::shared_ptr<Table>& table, int seat,
                         Table::Options brings, Done otherwise) {
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
  with_table(call, [call](const std::shared_ptr<Table>& table) {
    table->leave_seat(call->visitor.who, [call, table](const Failure& failure) {
      if (failure.status != 0) return call->fail(failure);
      call->reply(answer(200, "{" + table->json(&call->visitor.who) + "}"));
    });
  });
}

void TableSite::seats(const std::shared_ptr<Call>& call) {
  static constexpr std::string_view kinds[] = {"open", "person", "bot"};
  const Json json = call->object({"seat", "kind", "bot"});
  if (!json.is_object()) return;
  int seat = 0;
  const int kind = json.contains("kind") ? named(json["kind"], kinds) : -1;
  if (!json.contains("seat") || !whole(json, "seat", 1, core::max_seats, seat) || kind < 0 || kind == 1 ||
      (json.contains("bot") && !json["bot"].is_string()))
    return call->refuse("a seat, and open or bot");
  Sitter sitter;
  sitter.kind = static_cast<Sitter::Kind>(kind);
  if (sitter.kind == Sitter::Kind::bot) {
    sitter.bot = json.contains("bot") ? json["bot"].get<std::string>() : usual_bot;
    sitter.name = sitter.bot;
  }
  with_table(call, [this, call, seat, sitter](const std::shared_ptr<Table>& table) {
    std::string error;
    const Wording* wording = hall_.game(table->record().game);
    if (sitter.kind == Sitter::Kind::bot && !is_bot_strength(sitter.bot, wording->edition().game(), error))
      return call->refuse(error);
    table->set_seat(call->visitor.who, seat - 1, sitter, [call, table](const Failure& failure) {
      if (failure.status != 0) return call->fail(failure);
      call->reply(answer(
          200, "{" + table->json(&call->visitor.who, seat_of(table->record(), call->visitor.who.id) - 1) + "}"));
    });
  });
}

// ---- replays ------------------------------------------------------------------------------------------

void TableSite::replay(const std::shared_ptr<Call>& call) {
  with_table(call, [call](const std::shared_ptr<Table>& table) {
    const Request& request = call->request;
    const int from = std::max(0, number(request.parameter("from"), 0));
    const int count = std::clamp(number(request.parameter("count"), 50), 1, 100);
    const std::string_view as = request.parameter("as");
    std::string out;
    const Failure failure = table->replay_json(call->visitor.who, as.empty() ? "0" : as,
                                               request.parameter("lang") == "fr" ? "fr" : "en", from, count, out);
    if (failure.status != 0) return call->fail(failure);
    call->reply(answer(200, std::move(out)));
  });
}

void TableSite::replay_file(const std::shared_ptr<Call>& call) {
  with_table(call, [call](const std::shared_ptr<Table>& table) {
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
  static constexpr std::string_view deals[] = {"same", "fresh"};
  const Json json = call->object({"at", "seat", "deal", "seats"});
  if (!json.is_object()) return;
  int at = 0, seat = 0;
  const int deal = json.contains("deal") ? named(json["deal"], deals) : 0;
  if (!json.contains("at") || !json.contains("seat") || !whole(json, "at", 0, 1'000'000, at) ||
      !whole(json, "seat", 1, core::max_seats, seat) || deal < 0)
    return call->refuse("at: a frame, seat: a seat, deal: same or fresh");
  with_table(call, [this, call, json, at, seat, deal](const std::shared_ptr<Table>& table) {
    TableRecord record;
    std::vector<Entry> entries;
    const Identity& me = call->visitor.who;
    const Failure failure = table->take_over(me, at, seat - 1, deal == 1, record, entries);
    if (failure.status != 0) return call->fail(failure);
    const Game& game = table->history().edition().game();
    const std::size_t seats = table->record().sitters.size();
    std::string error;
    if (json.contains("seats")) error = read_seats(json["seats"], game, me, record.sitters);
    if (record.sitters.empty()) record.sitters = usual_sitters(me, static_cast<int>(seats), seat - 1);
    if (error.empty() && record.sitters.size() != seats) error = "seats: as many as the game has";
    if (error.empty()) error = check_sitters(game, record);
    if (!error.empty()) return call->refuse(error);
    record.id = hall_.fresh_id();
    record.created = record.changed = loop_.now();
    start_if_full(record);
    hall_.create(
        std::move(record), std::move(entries),
        [this, call](const Failure& fault, const std::shared_ptr<Table>& made) { created(call, fault, made); });
  });
}

namespace {
// Choices of other rules that do not go through by ours stay in the record, as far as the file says what they are.
void keep_beyond(const Edition& edition, const Replay& replay, const Position& last, Milliseconds when,
                 std::vector<Entry>& entries) {
  for (std::size_t i = entries.size(); i < replay.choices.size(); ++i) {
    const RecordedChoice& recorded = replay.choices[i];
    Seat seat = core::no_seat;
    if (last.empty() || !recorded.choice || !edition.find_seat(last, recorded.seat, seat)) return;
    entries.push_back(
        {Entry::Kind::choice, static_cast<std::uint8_t>(core::index(seat)), recorded.choice->bits, when, 0});
  }
}
}  // namespace

// A file from elsewhere becomes a finished table, played again by our rules choice by choice. One of other rules
// becomes a table that can be looked at as far as it goes through.
void TableSite::import_replay(const std::shared_ptr<Call>& call) {
  Replay replay;
  std::string error;
  if (!read_replay(call->request.body, replay, error)) return call->refuse(error);
  const Wording* wording = hall_.game(replay.game);
  if (wording == nullptr) return call->refuse("it is a game of " + replay.game + ", which is not played here");
  TableRecord record;
  record.id = hall_.fresh_id();
  record.game = replay.game;
  record.host = call->visitor.who.id;
  record.host_name = call->visitor.who.name;
  record.created = record.changed = loop_.now();
  record.seed = core::seed_text(replay.seed);
  record.given_seed = true;
  record.options = replay.setup.options;
  record.origin = {"", 0, "imported"};
  record.status = Status::over;
  for (int i = 0; i < replay.setup.seats; ++i) {
    std::string name = "player " + std::to_string(i + 1);
    for (const auto& [seat, who] : replay.players)
      if (seat == i + 1) name = who.substr(0, 60);
    record.sitters.push_back({Sitter::Kind::bot, "", name, "random", false, 0});
  }
  std::vector<Entry> entries;
  const Following following = follow(wording->edition(), replay, [&](const ReplayedChoice& step) {
    if (step.number > 0)
      entries.push_back({Entry::Kind::choice, static_cast<std::uint8_t>(core::index(step.seat)), step.choice.bits,
                         record.created, 0});
    return true;
  });
  if (following.read_only) {
    record.rules = replay.rules;
    record.content = replay.content;
    keep_beyond(wording->edition(), replay, following.last, record.created, entries);
  } else if (following.diverged) {
    return call->refuse("it cannot be followed beyond choice " + std::to_string(following.divergence.choice) +
                        ": " + following.divergence.reason);
  }
  hall_.create(std::move(record), std::move(entries),
               [this, call](const Failure& failure, const std::shared_ptr<Table>& table) {
                 created(call, failure, table);
               });
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

// Every finding of the rules about every deck of the list, faults of the list itself first.
std::string deck_verdict(const Edition& edition, const std::string& list, const std::string& format,
                         std::string_view language) {
  bool legal = true;
  std::string problems;
  const auto add = [&](const std::string& text, int line, std::string_view clause, bool warning) {
    problems += problems.empty() ? "{\"text\":" : ",{\"text\":";
    core::append_json(problems, text);
    if (line > 0) append_member(problems, "line", line);
    append_member_if(problems, "clause", clause);
    append_flag(problems, "warning", warning);
    problems += '}';
    legal = legal && warning;
  };
  lab::DeckFile file = lab::read_deck_file(list);
  for (const DeckFinding& fault : file.faults) add(fault.text, fault.line, "", false);
  if (file.decks.empty() && file.faults.empty()) add("the list is empty", 0, "", false);
  for (DeckList& deck : file.decks) {
    if (!format.empty()) {
      deck.format = format;
      deck.format_line = 0;
    }
    for (const DeckFinding& finding : edition.game().check_deck(edition.content(), deck, language)) {
      std::string text = finding.text;
      for (std::size_t i = 0; i < finding.cards.size(); ++i) text += (i == 0 ? ": " : "; ") + finding.cards[i];
      add(text, finding.line, edition.clause_id(finding.clause), finding.warning);
    }
  }
  return std::string("{\"legal\":") + (legal ? "true" : "false") + ",\"problems\":[" + problems + "]}";
}
}  // namespace

void TableSite::check_deck(const std::shared_ptr<Call>& call) {
  const Json json = call->object({"deck", "format"});
  if (!json.is_object()) return;
  const bool texts = json.contains("deck") && json["deck"].is_string() &&
                     (!json.contains("format") || json["format"].is_string());
  if (!texts) return call->refuse("deck: the list as text");
  const Wording* wording = hall_.game(call->parts[0]);
  if (wording == nullptr) return call->fail({404, "not_found", "there is no such game"});
  if (wording->edition().game().check_deck == nullptr)
    return call->fail({404, "not_found", "players bring no decks to this game"});
  auto verdict = std::make_shared<std::string>();
  bots_.work(
      [verdict, wording, list = json["deck"].get<std::string>(), format = json.value("format", std::string()),
       french = call->request.parameter("lang") == "fr"] {
        *verdict = deck_verdict(wording->edition(), list, format, french ? "fr" : "en");
      },
      [verdict, reply = call->reply] { reply(answer(200, *verdict)); });
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
