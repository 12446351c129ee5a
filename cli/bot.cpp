// `rulewright bot`: seats a program that speaks the protocol of docs/bots.md at a table of a server.
#include <fmt/core.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>

#include "cli/commands.h"
#include "cli/terminal.h"
#include "players/conversation.h"
#include "players/player.h"
#include "server/visit.h"
#include "speech/speech.h"

namespace rw::cli {
namespace {

using Json = nlohmann::json;
using server::Visit;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

// How long a server may be away before the bot gives up.
constexpr std::chrono::seconds longest_absence{60};
// The server takes twenty messages a second from a socket.
constexpr milliseconds between_messages{60};
constexpr milliseconds time_to_listen{5000};

Json parsed(const std::string& text) { return Json::parse(text, nullptr, false); }

// What a server's refusal says, as one line.
std::string refusal(const Visit::Reply& reply) {
  if (reply.status == 0) return "the server cannot be reached: " + reply.body;
  const Json body = parsed(reply.body);
  if (body.is_object() && body.contains("error") && body["error"].is_object())
    return "the server refuses it: " + body["error"].value("text", reply.body);
  return "the server answers with status " + std::to_string(reply.status);
}

Expected<std::string> read_password(const BotOptions& options) {
  std::string password;
  if (!options.password_file.empty()) {
    std::ifstream file(options.password_file);
    if (!std::getline(file, password)) return failed(options.password_file + " cannot be read, or is empty");
  } else if (const char* known = std::getenv("RULEWRIGHT_PASSWORD"); known != nullptr) {
    password = known;
  } else {
    return failed(
        "the password of the account is expected in RULEWRIGHT_PASSWORD or in the file of --password-file");
  }
  return password;
}

// Logs in, and makes the account where that was asked for.
Expected<> log_in(Visit& visit, const BotOptions& options) {
  const Expected<std::string> password = read_password(options);
  if (!password) return password.failure();
  Visit::Reply reply = visit.ask("GET", "/api/me");
  const auto take_token = [&] {
    const Json me = parsed(reply.body);
    if (me.is_object()) visit.csrf = me.value("csrf", visit.csrf);
  };
  if (reply.status == 200) {
    take_token();
    const Json who = {{"name", options.account}, {"password", *password}};
    reply = visit.ask("POST", options.sign_up ? "/api/accounts" : "/api/login", who.dump());
  }
  if (reply.status != 200 && reply.status != 201) {
    return failed(refusal(reply));
  }
  take_token();
  return {};
}

// ---- one game ------------------------------------------------------------------------------------------

class Seated {
 public:
  Seated(Visit& visit, players::Conversation& bot, milliseconds time, std::string table)
      : visit_(visit), bot_(bot), time_(time), table_(std::move(table)) {}

  // Takes a seat; 0: the first that is open.
  Expected<> sit(int wanted) {
    Json body = Json::object();
    if (wanted > 0) body["seat"] = wanted;
    const Visit::Reply reply = visit_.ask("POST", "/api/tables/" + table_ + "/join", body.dump());
    const Json answer = parsed(reply.body);
    if (reply.status != 200 || !answer.is_object()) {
      return failed(refusal(reply));
    }
    seat_ = answer.value("seat", 0);
    if (wanted == 0 || wanted == seat_) return {};
    return failed("the account sits at seat " + std::to_string(seat_) + " of this table already");
  }
  int seat() const { return seat_; }

  // Plays to the end; fails if the server is lost.
  Expected<> play() {
    if (auto done = connect(); !done) return done.failure();
    while (!over_) {
      std::string message;
      switch (visit_.hear(message, steady_clock::now() + std::chrono::seconds(1))) {
        case Visit::Heard::message:
          if (auto done = take(parsed(message)); !done) return done.failure();
          break;
        case Visit::Heard::nothing: break;
        case Visit::Heard::closed:
          if (auto done = connect(); !done) return done.failure();
      }
    }
    return {};
  }

  const std::string& fault() const { return fault_; }   // why it has lost; empty: it has played on to the end
  const std::string& result() const { return result_; }

 private:
  Expected<> connect() {
    std::string wants = "choices";  // to know what the numbers mean
    if (bot_.wishes().view) wants += ",view";
    if (bot_.wishes().tensor) wants += ",tensor";
    if (bot_.wishes().ponder) wants += ",ponder";
    const std::string path = "/ws/tables/" + table_ + "?seat=" + std::to_string(seat_) + "&program=" + wants;
    milliseconds pause{300};
    for (const auto end = steady_clock::now() + longest_absence;;) {
      Expected<> opened = visit_.open(path);
      if (opened) {
        came_back_ = true;
        return {};
      }
      if (steady_clock::now() > end) return std::move(opened).failure().at("the table cannot be reached");
      std::this_thread::sleep_for(pause);
      pause = std::min(pause * 2, milliseconds(5000));
    }
  }

  void send(Json message) {
    std::this_thread::sleep_until(said_ + between_messages);
    said_ = steady_clock::now();
    message["v"] = 2;
    visit_.send(message.dump());
  }

  // A failure: this seat is lost for us.
  Expected<> take(const Json& message) {
    const std::string type = message.is_object() ? message.value("type", "") : "";
    if (type == "question") {
      take_question(message);
    } else if (type == "state") {
      // After an undo the same question counts as a new one.
      if (message.value("cause", "") == "undo") answered_ = nothing;
      if (message.contains("over") && message["over"].is_object()) end(message["over"]);
    } else if (type == "table") {
      decline(message);
    } else if (type == "refused") {
      take_refusal(message);
    } else if (type == "bye" && message.value("code", "") == "elsewhere") {
      return failed("the seat was opened somewhere else");
    }
    return {};
  }

  // Nobody has to wait for a program that does not answer.
  void decline(const Json& table) {
    for (const Json& offer : table.value("offers", Json::array())) {
      const Json of = offer.value("of", Json::array()), no = offer.value("no", Json::array());
      const auto kind = offer.value("kind", "");
      if (std::find(of.begin(), of.end(), seat_) == of.end() || std::find(no.begin(), no.end(), seat_) != no.end())
        continue;
      if (kind == "out_of_time")
        send({{"type", "answer"}, {"offer", kind}, {"what", "end"}});
      else
        send({{"type", "answer"}, {"offer", kind}, {"yes", false}});
    }
  }

  void take_question(const Json& message) {
    if (!fault_.empty()) return;
    if (message.contains("ponder")) {
      bot_.tell(message["ponder"].dump() + "\n", steady_clock::now() + time_to_listen);
      return;
    }
    Json question = message.at("choose");
    const auto id = question.at("id").get<std::uint64_t>();
    if (id == answered_) {
      // The server may have been lost before it heard the answer.
      if (std::exchange(came_back_, false) && !sent_.is_null()) send(sent_);
      return;
    }
    answered_ = id;
    came_back_ = false;
    milliseconds time = time_;
    // The answer has a way to go before the clock stops.
    if (question.contains("time"))
      time = std::clamp(milliseconds(question["time"].get<std::int64_t>() - 500), milliseconds(100), time);
    question["time"] = time.count();
    choices_ = question["choices"];
    if (!bot_.wishes().choices) question.erase("choices");
    std::string text = told_of_game_ ? "" : message.at("new").dump() + "\n";
    told_of_game_ = true;
    text += question.dump() + "\n";
    const auto count = static_cast<std::int64_t>(choices_.size());
    const Expected<players::BotAnswer> answer = bot_.ask(text, id, count, steady_clock::now() + time);
    if (!answer) return lose(answer.error());
    choose(id, *answer);
  }

  void choose(std::uint64_t decision, const players::BotAnswer& answer) {
    Json message = {{"type", "choose"}, {"decision", decision}};
    const Json* known = answer.number ? &choices_[static_cast<std::size_t>(*answer.number)] : nullptr;
    for (const Json& choice : choices_)
      if (known == nullptr && choice.value("bits", "") == answer.text) known = &choice;
    if (known != nullptr)
      message["choice"] = std::to_string(std::stoull(known->at("bits").get<std::string>(), nullptr, 16));
    else
      message["notation"] = answer.text.substr(0, 400);
    sent_ = message;
    send(message);
  }

  void take_refusal(const Json& message) {
    const auto code = message.value("code", "");
    if (code == "illegal" || code == "unreadable" || code == "malformed") return lose(message.value("text", code));
    if ((code == "busy" || code == "storage") && !sent_.is_null()) {
      std::this_thread::sleep_for(milliseconds(500));
      send(sent_);
    }
  }

  // Whatever a bot does wrong costs it this game: its seat resigns, and the table hears why.
  void lose(const std::string& fault) {
    if (!fault_.empty()) return;
    fault_ = fault;
    const bool gone = fault.find("ended") != std::string::npos, floods = fault.find("bytes") != std::string::npos;
    const char* phrase = bot_.late() ? "program_late"
                         : gone      ? "program_ended"
                         : floods    ? "program_flooded"
                                     : "program_wrong";
    bot_.stop();
    send({{"type", "say"}, {"phrase", phrase}});
    send({{"type", "resign"}});
    // With more than two seats the game goes on without it: the answer to this is the end for us.
    send({{"type", "ping"}});
    std::string message;
    for (const auto until = steady_clock::now() + time_to_listen; !over_ && steady_clock::now() < until;) {
      if (visit_.hear(message, until) != Visit::Heard::message) break;
      const Json heard = parsed(message);
      if (heard.is_object() && heard.value("type", "") == "state" && heard.contains("over") &&
          heard["over"].is_object())
        end(heard["over"]);
      if (heard.is_object() && heard.value("type", "") == "pong") break;
    }
    over_ = true;
  }

  void end(const Json& over) {
    over_ = true;
    result_ = over.value("text", "");
    const auto ranks = over.value("ranks", std::vector<int>());
    if (!bot_.running()) return;
    const auto until = steady_clock::now() + time_to_listen;
    bot_.tell(players::result_text(seat_ - 1, ranks), until);
    bot_.finish(until);  // so that the program can read how it ended
  }

  Visit& visit_;
  players::Conversation& bot_;
  milliseconds time_;
  std::string table_;
  int seat_ = 0;
  static constexpr std::uint64_t nothing = ~std::uint64_t{0};
  std::uint64_t answered_ = nothing;
  bool told_of_game_ = false, came_back_ = false, over_ = false;
  Json choices_, sent_;
  steady_clock::time_point said_{};
  std::string fault_, result_;
};

}  // namespace

int bot(const BotOptions& options) {
  const Expected<players::Spec> parsed_spec = players::parse("bot:" + options.command);
  if (!parsed_spec) return wrong_input(parsed_spec.failure());
  const players::Spec& spec = *parsed_spec;
  std::vector<std::string> words;
  if (!players::split_command(spec.command, words)) return wrong_input("a quotation mark is not closed");
  if (!options.account.starts_with("BOT "))
    return wrong_input("a program's account has a name that begins with \"BOT \", so that everybody knows");
  const auto reached = Visit::to(options.connect);
  if (!reached) return wrong_input(reached.failure());
  const std::unique_ptr<Visit>& visit = *reached;
  if (auto done = log_in(*visit, options); !done) return wrong_input(done.failure());
  const Visit::Reply reply = visit->ask("GET", "/api/tables/" + options.table);
  const Json table = parsed(reply.body);
  if (reply.status != 200 || !table.is_object()) return wrong_input(refusal(reply));
  if (table.value("status", "") == "over") return wrong_input("the game at this table is over");
  // A program that cannot play takes nobody's seat.
  players::Conversation program(words);
  if (auto started = program.start(table.value("game", "")); !started)
    return wrong_input(std::move(started).failure().at("bot '" + spec.command + "'"));
  Seated seated(*visit, program, milliseconds(spec.milliseconds), options.table);
  if (auto done = seated.sit(options.seat); !done) return wrong_input(done.failure());
  if (!options.quiet)
    speech::tell("{} sits at seat {} of table {}.", options.account, seated.seat(), options.table);
  std::fflush(stdout);
  if (auto done = seated.play(); !done) return wrong_input(done.failure());
  if (!seated.result().empty()) fmt::print("{}\n", seated.result());
  if (seated.fault().empty()) return 0;
  speech::tell(stderr, "rulewright: the bot has lost: {}", speech::translated(seated.fault()));
  return 1;
}

}  // namespace rw::cli
