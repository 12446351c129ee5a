// Speaking with a bot in lines of JSON (docs/bots.md): what it is told, and what it answers. Whoever seats a bot
// uses this: a game in this process (players/bot.h) and a table of a server (`rulewright bot`).
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game.h"
#include "players/process.h"

namespace rw::players {

// What a bot wants to be told; it says so in its greeting.
struct Wishes {
  bool view = true, choices = true, tensor = false;
  bool ponder = false;  // what it sees while others are asked
};

// ---- what a bot is told: each one line -----------------------------------------------------------------

std::string new_game_text(const Edition& edition, const Position& seen, Seat seat);
// `time` 0: no limit is told.
std::string question_text(const Edition& edition, const Position& seen, Seat seat, const ChoiceList& list,
                          const Wishes& wishes, std::uint64_t id, std::chrono::milliseconds time);
std::string ponder_text(const Edition& edition, const Position& seen, Seat seat);
std::string result_text(int seat, const std::vector<int>& ranks);

// The bits of a choice as bots and replays write them.
std::string choice_bits(Choice choice);

// ---- what it answers -----------------------------------------------------------------------------------

// A choice by its number in the list, or by a text: its bits or its notation.
struct BotAnswer {
  std::optional<std::int64_t> number;
  std::string text;
};

class Conversation {
 public:
  explicit Conversation(std::vector<std::string> words) : words_(std::move(words)) {}

  // Starts the program and greets it; fails if it does not answer or does not play that game.
  Expected<> start(std::string_view game);
  bool running() const { return process_.running(); }
  void stop() { process_.stop(); }
  void finish(Process::Deadline until) { process_.finish(until); }
  const Wishes& wishes() const { return wishes_; }

  // Says it and expects no answer.
  bool tell(std::string_view line, Process::Deadline until) { return process_.say(line, until); }
  // Puts question `id`; fails if no answer comes in time that could be a choice out of `count`.
  Expected<BotAnswer> ask(std::string_view question, std::uint64_t id, std::int64_t count,
                          Process::Deadline until);
  bool late() const { return late_; }  // the last fault was that time ran out

  // A line of the bot's in a message to people.
  static std::string shortened(const std::string& line);

 private:
  Expected<> take_greeting(const std::string& line, std::string_view game);
  Expected<std::string> hear(Process::Deadline until);

  std::vector<std::string> words_;
  Process process_;
  Wishes wishes_;
  bool late_ = false;
};

}  // namespace rw::players
