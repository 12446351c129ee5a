// Speaking with a bot. Whatever it does wrong costs it the game under way and nothing else.
#include "players/bot.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "engine/core/text.h"
#include "players/process.h"

namespace rw::players {
namespace {

using Json = nlohmann::json;
using core::append_json;

constexpr int protocol = 1;
constexpr std::chrono::seconds time_to_greet{10};

// What a bot wants to be told at a question; it says so in its greeting.
struct Wishes {
  bool view = true, choices = true, tensor = false;
};

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

std::string hex(std::uint64_t bits) {
  std::string out;
  for (int shift = 60; shift >= 0; shift -= 4)
    if (const auto digit = (bits >> shift) & 0xF; digit != 0 || !out.empty() || shift == 0)
      out += "0123456789abcdef"[digit];
  return out;
}

// ---- what a bot is told ----------------------------------------------------------------------------

// What one operand names: kind and value always, the id and the place where there are such.
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
  append_text(out, "bits", hex(choice.bits));
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
  append_number(out, "time", time.count());
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

std::string result_text(const Edition& edition, const Position& position, Seat seat) {
  std::string out = R"({"type":"over")";
  const Outcome outcome = edition.outcome(position);
  append_number(out, "seat", core::index(seat) + 1);
  out += ",\"ranks\":[";
  for (int i = 0; i < edition.seats(position); ++i)
    out += (i > 0 ? "," : "") + std::to_string(static_cast<int>(outcome.rank[i]));
  return out + "]}\n";
}

// ---- the bot ---------------------------------------------------------------------------------------

class Bot final : public Player {
 public:
  Bot(const Spec& spec, const Game& game) : game_(game), time_(spec.milliseconds) {
    split_command(spec.command, words_);
  }

  bool start(std::string& error) {
    if (!process_.start(words_, error)) return false;
    const auto until = std::chrono::steady_clock::now() + time_to_greet;
    std::string line;
    const std::string greeting = R"({"type":"hello","program":"rulewright","protocol":)" +
                                 std::to_string(protocol) + ",\"game\":\"" + std::string(game_.id) + "\"}\n";
    process_.say(greeting, until);  // a bot that does not listen does not answer either
    if (!hear(line, until, error)) return false;
    const Json answer = Json::parse(line, nullptr, false);
    if (!answer.is_object() || answer.value("type", Json()) != "hello") {
      error = "it does not answer the greeting with a message of type hello, but with: " + shortened(line);
      return false;
    }
    return take_greeting(answer, error);
  }

  Choice choose(const Edition& edition, const Position& seen, Seat seat, core::Random& random) override {
    edition.choices(seen, list_);
    const bool same_game = std::equal(std::begin(stream_), std::end(stream_), std::begin(random.key));
    std::copy(std::begin(random.key), std::end(random.key), std::begin(stream_));
    Choice choice;
    fault_.clear();
    if (!same_game) lost_ = false;
    if (lost_ || !answer(edition, seen, seat, same_game, choice)) {
      // It is not asked again in this game: it has left.
      lost_ = true;
      process_.stop();
      return core::table_choice(late_ ? core::TableVerb::time_out : core::TableVerb::concede, seat);
    }
    return choice;
  }

  void ended(const Edition& edition, const Position& position, Seat seat) override {
    if (process_.running()) process_.say(result_text(edition, position, seat), deadline());
    stream_[0] ^= 1;  // the next question belongs to another game, whatever its stream
  }
  std::string fault() const override { return fault_; }

 private:
  Process::Deadline deadline() const { return std::chrono::steady_clock::now() + time_; }

  static std::string shortened(const std::string& line) {
    constexpr std::size_t enough = 120;
    return line.size() <= enough ? line : line.substr(0, enough) + " ...";
  }

  bool take_greeting(const Json& answer, std::string& error) {
    if (const Json games = answer.value("games", Json()); games.is_array()) {
      if (std::find(games.begin(), games.end(), Json(std::string(game_.id))) == games.end()) {
        error = "it does not play " + std::string(game_.id);
        return false;
      }
    }
    if (const Json wants = answer.value("wants", Json()); wants.is_array()) {
      wishes_ = {false, false, false};
      for (const Json& wish : wants) {
        if (wish == "view")
          wishes_.view = true;
        else if (wish == "choices")
          wishes_.choices = true;
        else if (wish == "tensor")
          wishes_.tensor = true;
        else {
          error = "it wants " + wish.dump() + "; there are view, choices and tensor";
          return false;
        }
      }
    }
    return true;
  }

  // A line of the bot, or what is wrong instead.
  bool hear(std::string& line, Process::Deadline until, std::string& error) {
    switch (process_.hear(line, until)) {
      case Process::Heard::line: return true;
      case Process::Heard::late:
        late_ = true;
        error = "it has not answered in time";
        return false;
      case Process::Heard::gone: error = "it has ended without an answer"; return false;
      case Process::Heard::flooded:
        error = "it says more than " + std::to_string(Process::longest_line) + " bytes without ending a line";
        return false;
    }
    return false;
  }

  bool answer(const Edition& edition, const Position& seen, Seat seat, bool same_game, Choice& choice) {
    late_ = false;
    std::string line;
    if (!process_.running()) {
      if (same_game) return false;
      if (!start(fault_)) return false;
    }
    const auto until = deadline();
    std::string message = same_game ? std::string() : new_game_text(edition, seen, seat);
    message += question_text(edition, seen, seat, list_, wishes_, ++asked_, time_);
    if (!process_.say(message, until)) {
      fault_ = "it does not listen";
      return false;
    }
    return hear(line, until, fault_) && read(edition, seen, seat, line, choice);
  }

  // {"type":"choice","id":7,"choice":3}: the number in the list, or the choice as a text or as bits.
  bool read(const Edition& edition, const Position& seen, Seat seat, const std::string& line, Choice& choice) {
    const Json answer = Json::parse(line, nullptr, false);
    if (!answer.is_object() || answer.value("type", Json()) != "choice") {
      fault_ = "it does not answer with a message of type choice, but with: " + shortened(line);
      return false;
    }
    if (const Json id = answer.value("id", Json()); id != asked_) {
      fault_ = "it answers question " + id.dump() + " where " + std::to_string(asked_) + " is asked";
      return false;
    }
    const Json said = answer.value("choice", Json());
    if (said.is_number_integer()) {
      const auto number = said.get<std::int64_t>();
      if (number < 0 || number >= list_.size()) {
        fault_ = "it takes choice " + std::to_string(number) + " of " + std::to_string(list_.size());
        return false;
      }
      choice = list_[static_cast<int>(number)];
      return true;
    }
    if (!said.is_string()) {
      fault_ = "its choice is neither a number of the list nor a text: " + shortened(said.dump());
      return false;
    }
    const auto text = said.get<std::string>();
    for (const Choice offered : list_)
      if (hex(offered.bits) == text) {
        choice = offered;
        return true;
      }
    if (!edition.read(seen, seat, text, choice, fault_)) return false;
    const Refusal refusal = edition.judge(seen, seat, choice);
    if (refusal.refused()) fault_ = shortened(text) + ": " + edition.refusal_text(seen, refusal, "en");
    return !refusal.refused();
  }

  const Game& game_;
  std::chrono::milliseconds time_;
  std::vector<std::string> words_;
  Process process_;
  Wishes wishes_;
  ChoiceList list_;
  std::uint64_t asked_ = 0;
  std::uint32_t stream_[8] = {};  // of the game under way; a seat has one stream a game
  std::string fault_;
  bool late_ = false, lost_ = false;
};

}  // namespace

std::unique_ptr<Player> make_bot(const Spec& spec, const Game& game, std::string& error) {
  auto bot = std::make_unique<Bot>(spec, game);
  if (bot->start(error)) return bot;
  error = "bot '" + spec.command + "': " + error;
  return nullptr;
}

}  // namespace rw::players
