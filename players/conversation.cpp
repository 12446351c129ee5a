// The messages of docs/bots.md, and how long a bot has to answer them.
#include "players/conversation.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/core/text.h"

namespace rw::players {
namespace {

using Json = nlohmann::json;
using core::append_json;

constexpr int protocol = 1;
constexpr std::chrono::seconds time_to_greet{10};

void append_number(std::string& out, std::string_view name, std::int64_t value) {
  out += ",\"";
  out += name;
  out += "\":" + std::to_string(value);
}
void append_text(std::string& out, std::string_view name, std::string_view value) {
  out += ",\"";
  out += name;
  out += "\":";
  append_json(out, value);
}

}  // namespace

std::string choice_bits(Choice choice) {
  const std::uint64_t bits = choice.bits;
  std::string out;
  for (int shift = 60; shift >= 0; shift -= 4)
    if (const auto digit = (bits >> shift) & 0xF; digit != 0 || !out.empty() || shift == 0)
      out += "0123456789abcdef"[digit];
  return out;
}

// ---- what a bot is told ----------------------------------------------------------------------------

namespace {

// What one operand names: always its kind and value, and its id and place if it has them.
void append_operand(std::string& out, const Edition& edition, const Position& seen, Seat seat,
                    const core::KindInfo& kind, int value) {
  const Edition::Thing thing = edition.thing(seen, Viewer::of(seat), kind.name, value);
  out += "{\"kind\":";
  append_json(out, kind.name);
  append_number(out, "value", value);
  if (!thing.id.empty()) append_text(out, "id", thing.id);
  if (!thing.place.empty()) append_text(out, "place", thing.place);
  out += '}';
}

void append_choice(std::string& out, const Edition& edition, const Position& seen, Seat seat, Choice choice) {
  const Game& game = edition.game();
  out += "{\"text\":";
  append_json(out, edition.notation(seen, choice));
  append_text(out, "bits", choice_bits(choice));
  append_text(out, "verb", edition.verb_name(choice));
  if (!game.operands.empty()) {
    const core::Operands& operands = game.operands[static_cast<std::size_t>(choice.verb())];
    out += ",\"operands\":[";
    bool first = true;
    for (int i = 0; i < 4; ++i) {
      if (operands.kind[i] < 0 || (operands.optional[i] && choice.operand(i) == 0)) continue;
      if (!first) out += ',';
      first = false;
      append_operand(out, edition, seen, seat, game.kinds[static_cast<std::size_t>(operands.kind[i])],
                     choice.operand(i));
    }
    out += ']';
  }
  out += '}';
}

}  // namespace

std::string new_game_text(const Edition& edition, const Position& seen, Seat seat) {
  std::string out = R"({"type":"new")";
  append_text(out, "game", edition.game().id);
  append_number(out, "rules", edition.game().rules_version);
  append_text(out, "content", edition.version());
  append_number(out, "seats", edition.seats(seen));
  append_number(out, "seat", core::index(seat) + 1);
  return out + "}\n";
}

std::string question_text(const Edition& edition, const Position& seen, Seat seat, const ChoiceList& list,
                          const Wishes& wishes, std::uint64_t id, std::chrono::milliseconds time) {
  std::string out = R"({"type":"choose")";
  append_number(out, "id", static_cast<std::int64_t>(id));
  append_text(out, "question", edition.game().questions[edition.decision(seen).kind]);
  if (time.count() > 0) append_number(out, "time", time.count());
  if (wishes.view) out += ",\"view\":" + edition.json(seen, Viewer::of(seat));
  if (wishes.tensor) {
    out += ",\"tensor\":[";
    bool first = true;
    for (const float value : edition.tensor(seen, Viewer::of(seat))) {
      if (!first) out += ',';
      first = false;
      out += Json(value).dump();
    }
    out += ']';
  }
  append_number(out, "count", list.size());
  if (wishes.choices) {
    out += ",\"choices\":[";
    for (int i = 0; i < list.size(); ++i) {
      if (i > 0) out += ',';
      append_choice(out, edition, seen, seat, list[i]);
    }
    out += ']';
  }
  return out + "}\n";
}

std::string ponder_text(const Edition& edition, const Position& seen, Seat seat) {
  return R"({"type":"ponder","view":)" + edition.json(seen, Viewer::of(seat)) + "}\n";
}

std::string result_text(int seat, const std::vector<int>& ranks) {
  std::string out = R"({"type":"over")";
  append_number(out, "seat", seat + 1);
  out += ",\"ranks\":[";
  for (std::size_t i = 0; i < ranks.size(); ++i) out += (i > 0 ? "," : "") + std::to_string(ranks[i]);
  return out + "]}\n";
}

// ---- what it answers -------------------------------------------------------------------------------

std::string Conversation::shortened(const std::string& line) {
  constexpr std::size_t enough = 120;
  return line.size() <= enough ? line : line.substr(0, enough) + " ...";
}

Expected<> Conversation::start(std::string_view game) {
  if (auto done = process_.start(words_); !done) return done.failure();
  const auto until = std::chrono::steady_clock::now() + time_to_greet;
  const std::string greeting = R"({"type":"hello","program":"rulewright","protocol":)" + std::to_string(protocol) +
                               ",\"game\":\"" + std::string(game) + "\"}\n";
  process_.say(greeting, until);  // a bot that does not listen does not answer either
  const Expected<std::string> line = hear(until);
  if (!line) return line.failure();
  return take_greeting(*line, game);
}

Expected<> Conversation::take_greeting(const std::string& line, std::string_view game) {
  const Json answer = Json::parse(line, nullptr, false);
  if (!answer.is_object() || answer.value("type", Json()) != "hello") {
    return failed("it does not answer the greeting with a message of type hello, but with: " + shortened(line));
  }
  if (const Json games = answer.value("games", Json()); games.is_array()) {
    if (std::find(games.begin(), games.end(), Json(std::string(game))) == games.end()) {
      return failed("it does not play " + std::string(game));
    }
  }
  const Json wants = answer.value("wants", Json());
  if (!wants.is_array()) return {};
  wishes_ = {.view = false, .choices = false};
  const std::pair<const char*, bool*> known[] = {{"view", &wishes_.view},
                                                 {"choices", &wishes_.choices},
                                                 {"tensor", &wishes_.tensor},
                                                 {"ponder", &wishes_.ponder}};
  for (const Json& wish : wants) {
    const auto* found =
        std::find_if(std::begin(known), std::end(known), [&](const auto& one) { return wish == one.first; });
    if (found == std::end(known)) {
      return failed("it wants " + wish.dump() + "; there are view, choices, tensor and ponder");
    }
    *found->second = true;
  }
  return {};
}

// A line from the bot, or what went wrong.
Expected<std::string> Conversation::hear(Process::Deadline until) {
  std::string line;
  switch (process_.hear(line, until)) {
    case Process::Heard::line: return line;
    case Process::Heard::late: late_ = true; return failed("it has not answered in time");
    case Process::Heard::gone: return failed("it has ended without an answer");
    case Process::Heard::flooded:
      return failed("it says more than " + std::to_string(Process::longest_line) + " bytes without ending a line");
  }
  return line;
}

// {"type":"choice","id":7,"choice":3}
Expected<BotAnswer> Conversation::ask(std::string_view question, std::uint64_t id, std::int64_t count,
                                      Process::Deadline until) {
  late_ = false;
  if (!process_.say(question, until)) return failed("it does not listen");
  const Expected<std::string> heard = hear(until);
  if (!heard) return heard.failure();
  const std::string& line = *heard;
  const Json said = Json::parse(line, nullptr, false);
  if (!said.is_object() || said.value("type", Json()) != "choice")
    return failed("it does not answer with a message of type choice, but with: " + shortened(line));
  if (const Json about = said.value("id", Json()); about != id)
    return failed("it answers question " + about.dump() + " where " + std::to_string(id) + " is asked");
  const Json choice = said.value("choice", Json());
  BotAnswer answer;
  if (choice.is_number_integer()) {
    answer.number = choice.get<std::int64_t>();
    if (*answer.number >= 0 && *answer.number < count) return answer;
    return failed("it takes choice " + std::to_string(*answer.number) + " of " + std::to_string(count));
  }
  if (!choice.is_string())
    return failed("its choice is neither a number of the list nor a text: " + shortened(choice.dump()));
  answer.text = choice.get<std::string>();
  return answer;
}

}  // namespace rw::players
