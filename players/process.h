// Another program as a partner that speaks in lines: started, written to, read from, and never left behind.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/expected.h"

namespace rw::players {

class Process {
 public:
  using Deadline = std::chrono::steady_clock::time_point;
  enum class Heard { line, late, gone, flooded };

  // The longest line that a partner may say; one that says more floods.
  static constexpr std::size_t longest_line = 1 << 20;

  Process() = default;
  ~Process() { stop(); }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  // Its standard error stays ours.
  Expected<> start(const std::vector<std::string>& words);
  bool running() const { return line_ >= 0; }
  // False if the partner does not listen until then, or is gone.
  bool say(std::string_view line, Deadline until);
  Heard hear(std::string& line, Deadline until);
  // Kills it with all that it has started.
  void stop();
  // Says nothing more, waits until the partner ends by itself, and stops it if it does not.
  void finish(Deadline until);

 private:
  int line_ = -1;     // its standard input and output
  int leash_ = -1;    // when this closes, the guardian kills what it has started
  pid_t guardian_ = -1;
  std::string heard_;  // what came after the last line
};

// "./bot.py --depth 3 'two words'" as words; false if a quotation mark is not closed.
bool split_command(std::string_view command, std::vector<std::string>& words);

}  // namespace rw::players
