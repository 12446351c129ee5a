// Reading what requests about tables say, and writing what is answered.
#include "server/table_requests.h"

#include <algorithm>

#include "engine/core/hash.h"
#include "engine/replay.h"
#include "lab/deck_list.h"
#include "server/json.h"
#include "server/thinking.h"

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

// The parts of a new table.

Expected<> read_clock(const Json& json, Clock& clock) {
  static constexpr std::string_view kinds[] = {"none", "decision", "bank", "days"};
  const int kind = only_fields(json, {"kind", "seconds", "bonus", "days"}) && json.contains("kind")
                       ? named(json["kind"], kinds)
                       : -1;
  if (kind < 0) return failed("clock: none, decision, bank or days");
  clock.kind = static_cast<Clock::Kind>(kind);
  if (!whole(json, "seconds", 5, 86400, clock.seconds) || !whole(json, "bonus", 0, 600, clock.bonus) ||
      !whole(json, "days", 1, 30, clock.days))
    return failed("clock: 5 to 86400 seconds, a bonus of 0 to 600, 1 to 30 days");
  const bool timed = clock.kind == Clock::Kind::decision || clock.kind == Clock::Kind::bank;
  if ((timed && clock.seconds == 0) || (clock.kind == Clock::Kind::days && clock.days == 0))
    return failed("clock: how long is missing");
  return {};
}

Expected<> read_spectators(const Json& json, std::size_t seats, Spectators& spectators) {
  static constexpr std::string_view kinds[] = {"nothing", "open", "seat", "all"};
  const int see =
      only_fields(json, {"see", "seat", "delay"}) && json.contains("see") ? named(json["see"], kinds) : -1;
  if (see < 0) return failed("spectators: see nothing, open, seat or all");
  spectators.see = static_cast<Spectators::See>(see);
  int seat = 1;
  if (!whole(json, "seat", 1, static_cast<int>(seats), seat) || !whole(json, "delay", 0, 3600, spectators.delay))
    return failed("spectators: a seat of this table, a delay of 0 to 3600 seconds");
  spectators.seat = seat - 1;
  return {};
}

Expected<> read_seats(const Json& json, const Game& game, const Identity& me, std::vector<Sitter>& sitters) {
  static constexpr std::string_view kinds[] = {"open", "me", "bot"};
  if (!json.is_array()) return failed("seats: a list");
  for (const Json& seat : json) {
    const int kind = only_fields(seat, {"kind", "bot"}) && seat.contains("kind") ? named(seat["kind"], kinds) : -1;
    if (kind < 0) return failed("seats: me, open or bot");
    Sitter sitter;
    sitter.kind = static_cast<Sitter::Kind>(kind);
    if (sitter.kind == Sitter::Kind::person) {
      sitter.identity = me.id;
      sitter.name = me.name;
      sitter.account = me.account;
    }
    if (sitter.kind == Sitter::Kind::bot) {
      if (seat.contains("bot") && !seat["bot"].is_string()) return failed("seats: a bot's strength is text");
      sitter.bot = seat.contains("bot") ? seat["bot"].get<std::string>() : usual_bot;
      if (auto known = is_bot_strength(sitter.bot, game); !known) return known.failure();
      sitter.name = sitter.bot;
    }
    sitters.push_back(std::move(sitter));
  }
  return {};
}

Expected<> check_sitters(const Game& game, const TableRecord& record) {
  const auto count = [&](Sitter::Kind kind) {
    return std::count_if(record.sitters.begin(), record.sitters.end(),
                         [&](const Sitter& s) { return s.kind == kind; });
  };
  const int seats = static_cast<int>(record.sitters.size());
  if (auto fits = game.takes_seats(seats); !fits) return fits.failure();
  if (count(Sitter::Kind::person) == 0) return failed("somebody must sit at a table");
  if (record.rated && count(Sitter::Kind::bot) != 0) return failed("a rated game is for people with accounts");
  return {};
}

Expected<> read_options(const Json& json, TableRecord& record) {
  if (!json.is_object() || json.size() > 32) return failed("options: names and values");
  for (const auto& [name, value] : json.items()) {
    if (!value.is_string() || name.size() > 60 || value.get<std::string>().size() > 16384)
      return failed("options: text for text");
    if (name == "position") return failed("a game starts at its beginning");
    record.options.emplace_back(name, value.get<std::string>());
  }
  return {};
}

void read_seed(const std::string& text, TableRecord& record) {
  core::Seed seed{};
  record.given_seed = true;
  record.seed = core::parse_seed(text, seed) ? core::seed_text(seed)
                                             : core::hex(core::sha256(std::as_bytes(std::span(text))));
}

Expected<> read_terms(const Json& json, TableRecord& record) {
  static constexpr std::string_view chats[] = {"off", "phrases", "free"}, undos[] = {"off", "harmless", "ask"};
  for (const auto* flag : {"listed", "rated"})
    if (json.contains(flag) && !json[flag].is_boolean()) return failed(std::string(flag) + ": true or false");
  record.listed = json.value("listed", false);
  record.rated = json.value("rated", false);
  if (json.contains("chat")) {
    const int chat = named(json["chat"], chats);
    if (chat < 0) return failed("chat: off, phrases or free");
    record.chat = static_cast<Chat>(chat);
  }
  if (json.contains("undo")) {
    const int undo = named(json["undo"], undos);
    if (undo < 0) return failed("undo: off, harmless or ask");
    record.undo = static_cast<Undo>(undo);
  }
  if (json.contains("seed")) {
    if (!json["seed"].is_string() || json["seed"].get<std::string>().size() > 100)
      return failed("seed: a short text");
    if (record.rated) return failed("a rated game draws its own seed");
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

// At most so many bytes, and no part of a character.
std::string beginning_of(const std::string& text, std::size_t most) {
  std::size_t end = std::min(text.size(), most);
  while (end > 0 && end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return text.substr(0, end);
}

Failure refused(std::string text) { return {400, "bad_request", std::move(text)}; }

// Choices of other rules that ours cannot follow stay in the record, if the file has their numbers.
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

// ---- who and what -------------------------------------------------------------------------------------

bool only_fields(const Json& json, std::initializer_list<std::string_view> fields) {
  if (!json.is_object()) return false;
  for (const auto& item : json.items())
    if (std::find(fields.begin(), fields.end(), item.key()) == fields.end()) return false;
  return true;
}

Json read_object(std::string_view body, std::initializer_list<std::string_view> fields) {
  Json json = Json::parse(body, nullptr, false);
  return only_fields(json, fields) ? json : Json();
}

std::string_view language_of(const Request& request) { return request.parameter("lang") == "fr" ? "fr" : "en"; }

std::shared_ptr<Watcher> watcher_of(const Request& request, const Identity& who) {
  auto watcher = std::make_shared<Watcher>();
  watcher->who = who;
  watcher->seat = request.number("seat", 0) - 1;
  watcher->seen = request.number("seen", -1);
  watcher->language = language_of(request);
  watcher->program = request.parameter("program");
  watcher->sight = request.parameter("sight") == "1";
  return watcher;
}

bool receive_text(OpenTable& table, const std::shared_ptr<Watcher>& watcher, std::string_view text) {
  Expected<ClientMessage> message = read_client_message(text);
  if (message) {
    table.receive(watcher, *std::move(message));
    return true;
  }
  std::string out = R"({"v":3,"type":"refused","code":"malformed")";
  append_member(out, "text", message.error());
  watcher->send(std::make_shared<const std::string>(out + "}"));
  return false;
}

int seat_of(const TableRecord& record, const std::string& identity) {
  for (std::size_t i = 0; i < record.sitters.size(); ++i)
    if (record.sitters[i].kind == Sitter::Kind::person && record.sitters[i].identity == identity)
      return static_cast<int>(i) + 1;
  return 0;
}

std::string seated_json(const std::string& id, int seat) {
  std::string out = "{\"table\":";
  core::append_json(out, id);
  append_member(out, "seat", seat);
  append_member(out, "link", "/table/" + id);
  return out + "}";
}

std::string tables_json(const std::vector<TableRecord>& records, const Identity* who) {
  std::string out = "{\"tables\":[";
  for (const TableRecord& record : records)
    out += (&record != &records.front() ? ",{" : "{") +
           table_json(record, nullptr, who, who == nullptr ? -1 : seat_of(record, who->id) - 1) + "}";
  return out + "]}";
}

std::string why_json(const Wording& wording, const Position& now, Seat seat, const ClientMessage& message,
                     std::string_view language) {
  const auto say = [&](Saying saying) { return sentence(said(wording.edition(), now, saying, language)); };
  Wording::Verdict verdict;
  if (wording.edition().decision(now).asked != seat) {
    verdict.text = say(Saying::not_asked);
  } else if (!message.notation) {
    verdict = wording.why(now, seat, message.things, language);
    if (verdict.text.empty()) verdict.text = say(Saying::nothing_done);
  } else if (const auto choice = wording.edition().read(now, *message.notation); choice) {
    verdict = wording.why(now, seat, *choice, language);
  } else {
    verdict.text = choice.error();
  }
  std::string out = R"({"v":3,"type":"why")";
  if (message.ref) append_member(out, "ref", *message.ref);
  append_flag(out, "legal", verdict.legal);
  append_member(out, "text", verdict.text);
  append_member_if(out, "clause", verdict.clause);
  return out + "}";
}

// ---- setting up ---------------------------------------------------------------------------------------

Failure read_new_table(House& house, const Game& game, const Identity& me, const Json& json, TableRecord& record) {
  record.id = house.fresh_id();
  record.game = game.id;
  record.host = me.id;
  record.host_name = me.name;
  record.created = record.changed = house.loop().now();
  record.seed = house.fresh_seed();
  Expected<> read = read_terms(json, record);
  if (read && json.contains("seats")) read = read_seats(json["seats"], game, me, record.sitters);
  if (record.sitters.empty()) record.sitters = usual_sitters(me, game.min_seats);
  if (read) read = check_sitters(game, record);
  if (read && json.contains("options")) read = read_options(json["options"], record);
  if (read && json.contains("clock")) read = read_clock(json["clock"], record.clock);
  if (read && json.contains("spectators"))
    read = read_spectators(json["spectators"], record.sitters.size(), record.spectators);
  if (!read) return refused(read.error());
  if (record.rated && !me.account) return {403, "not_allowed", "a rated game needs an account"};
  if (record.rated && me.program()) return {403, "not_allowed", "a rated game is for people"};
  start_if_full(record);
  return {};
}

Failure read_join(const Json& json, int& seat, OpenTable::Options& brings) {
  int number = 0;
  if (!whole(json, "seat", 1, core::max_seats, number)) return refused("seat: a number from 1");
  seat = number - 1;
  if (!json.contains("brings")) return {};
  TableRecord read;
  if (const auto options = read_options(json["brings"], read); !options)
    return refused("brings: " + options.error());
  brings = std::move(read.options);
  return {};
}

Failure read_seat(const Json& json, int& seat, Sitter& sitter) {
  static constexpr std::string_view kinds[] = {"open", "person", "bot"};
  const int kind = json.contains("kind") ? named(json["kind"], kinds) : -1;
  int number = 0;
  if (!json.contains("seat") || !whole(json, "seat", 1, core::max_seats, number) || kind < 0 || kind == 1 ||
      (json.contains("bot") && !json["bot"].is_string()))
    return refused("a seat, and open or bot");
  seat = number - 1;
  sitter.kind = static_cast<Sitter::Kind>(kind);
  if (sitter.kind == Sitter::Kind::bot) {
    sitter.bot = json.contains("bot") ? json["bot"].get<std::string>() : usual_bot;
    sitter.name = sitter.bot;
  }
  return {};
}

Failure check_seat(const Game& game, const Sitter& sitter) {
  if (sitter.kind == Sitter::Kind::bot)
    if (auto known = is_bot_strength(sitter.bot, game); !known) return refused(known.error());
  return {};
}

// ---- replays ------------------------------------------------------------------------------------------

Failure read_take_over(const Json& json, TakeOver& wish) {
  static constexpr std::string_view deals[] = {"same", "fresh"};
  int seat = 0;
  const int deal = json.contains("deal") ? named(json["deal"], deals) : 0;
  if (!json.contains("at") || !json.contains("seat") || !whole(json, "at", 0, 1'000'000, wish.at) ||
      !whole(json, "seat", 1, core::max_seats, seat) || deal < 0)
    return refused("at: a frame, seat: a seat, deal: same or fresh");
  wish.seat = seat - 1;
  wish.fresh = deal == 1;
  return {};
}

Failure take_over(House& house, const OpenTable& table, const Identity& me, const Json& json, const TakeOver& wish,
                  TableRecord& record, std::vector<Entry>& entries) {
  const Failure failure = table.take_over(me, wish.at, wish.seat, wish.fresh, record, entries);
  if (failure.status != 0) return failure;
  const Game& game = table.history().edition().game();
  const std::size_t seats = table.record().sitters.size();
  Expected<> read;
  if (json.contains("seats")) read = read_seats(json["seats"], game, me, record.sitters);
  if (record.sitters.empty()) record.sitters = usual_sitters(me, static_cast<int>(seats), wish.seat);
  if (read && record.sitters.size() != seats) read = failed("seats: as many as the game has");
  if (read) read = check_sitters(game, record);
  if (!read) return refused(read.error());
  record.id = house.fresh_id();
  record.created = record.changed = house.loop().now();
  start_if_full(record);
  return {};
}

// Replays the file by our rules. A game of other rules becomes a read-only table, as far as it can be followed.
Failure import_replay(House& house, const Edition& edition, const Replay& replay, const Identity& me,
                      TableRecord& record, std::vector<Entry>& entries) {
  if (replay.choices.size() > static_cast<std::size_t>(most_kept_choices))
    return refused("a game of more than " + std::to_string(most_kept_choices) + " choices is not kept here");
  record.id = house.fresh_id();
  record.game = replay.game;
  record.host = me.id;
  record.host_name = me.name;
  record.created = record.changed = house.loop().now();
  record.seed = core::seed_text(replay.seed);
  record.given_seed = true;
  record.options = replay.setup.options;
  record.origin = {"", 0, "imported"};
  record.status = Status::over;
  for (int i = 0; i < replay.setup.seats; ++i) {
    std::string name = "player " + std::to_string(i + 1);
    for (const auto& [seat, who] : replay.players)
      if (seat == i + 1) name = beginning_of(who, 60);
    record.sitters.push_back({Sitter::Kind::bot, "", name, "random", false, 0});
  }
  const Following following = follow(edition, replay, [&](const ReplayedChoice& step) {
    if (step.number > 0)
      entries.push_back({Entry::Kind::choice, static_cast<std::uint8_t>(core::index(step.seat)), step.choice.bits,
                         record.created, 0});
    return true;
  });
  if (following.read_only) {
    record.rules = replay.rules;
    record.content = replay.content;
    keep_beyond(edition, replay, following.last, record.created, entries);
  } else if (following.diverged) {
    return refused("it cannot be followed beyond choice " + std::to_string(following.divergence.choice) + ": " +
                   following.divergence.reason);
  }
  return {};
}

// ---- decks and hints ----------------------------------------------------------------------------------

// Every finding of the rules about every deck of the list, faults of the list itself first.
std::string deck_verdict(const Edition& edition, const std::string& list, const std::string& format,
                         std::string_view language) {
  bool legal = true;
  std::string problems;
  const auto add = [&](const DeckFinding& finding) {
    std::string text = finding.text;
    for (std::size_t i = 0; i < finding.cards.size(); ++i) text += (i == 0 ? ": " : "; ") + finding.cards[i];
    problems += problems.empty() ? "{\"text\":" : ",{\"text\":";
    core::append_json(problems, text);
    if (finding.line > 0) append_member(problems, "line", finding.line);
    append_member_if(problems, "clause", edition.clause_id(finding.clause));
    append_flag(problems, "warning", finding.warning);
    problems += '}';
    legal = legal && finding.warning;
  };
  lab::DeckFile file = lab::read_deck_file(list);
  for (const DeckFinding& fault : file.faults) add(fault);
  if (file.decks.empty() && file.faults.empty()) add({.text = "the list is empty", .cards = {}});
  for (DeckList& deck : file.decks) {
    if (!format.empty()) {
      deck.format = format;
      deck.format_line = 0;
    }
    for (const DeckFinding& finding : edition.game().check_deck(edition.content(), deck, language)) add(finding);
  }
  return std::string("{\"legal\":") + (legal ? "true" : "false") + ",\"problems\":[" + problems + "]}";
}

Failure read_deck(const Json& json, const Wording* wording, std::string& list, std::string& format) {
  const bool texts = json.contains("deck") && json["deck"].is_string() &&
                     (!json.contains("format") || json["format"].is_string());
  if (!texts) return refused("deck: the list as text");
  if (wording == nullptr) return {404, "not_found", "there is no such game"};
  if (wording->edition().game().check_deck == nullptr)
    return {404, "not_found", "players bring no decks to this game"};
  list = json["deck"].get<std::string>();
  format = json.value("format", std::string());
  return {};
}

namespace {

// Choices that differ in the amount only are told as one with a range (Teller::append_decision): which one, and
// how many.
struct InRange {
  Choice first;
  int amount = -1;
};
InRange in_range(const Wording& wording, const ChoiceList& list, Choice choice) {
  const int role = wording.verb(choice.verb()).amount;
  if (role < 0) return {choice};
  const auto with = [&](int amount) {
    const auto pick = [&](int i) { return i == role ? amount : choice.operand(i); };
    return Choice::make(choice.verb(), pick(0), pick(1), pick(2), pick(3));
  };
  int least = choice.operand(role);
  while (least > 0 && list.contains(with(least - 1))) --least;
  return {with(least), choice.operand(role)};
}

}  // namespace

std::string hint_json(const Wording& wording, const Position& position, Choice choice, std::string_view language) {
  static thread_local ChoiceList list;
  wording.edition().choices(position, list);
  const InRange told = in_range(wording, list, choice);
  std::string out = "{\"decision\":" + std::to_string(wording.edition().decision(position).number);
  append_member(out, "choice", std::to_string(told.first.bits));
  if (told.amount >= 0) append_member(out, "amount", told.amount);
  append_member(out, "notation", wording.edition().notation(position, choice));
  append_member(out, "text", wording.edition().choice_text(position, choice, language));
  return out + "}";
}

}  // namespace rw::server
