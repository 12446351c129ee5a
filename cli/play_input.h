// Lines typed by a person or piped in. Ctrl-C and Ctrl-D both end the input politely.
#pragma once

#include <memory>
#include <string>

#include "cli/terminal.h"

namespace rw::cli {

// True once Ctrl-C was pressed (or the terminal went away) while an InterruptWatch is alive.
bool interrupted();

// Catches SIGINT, SIGTERM and SIGHUP for as long as it lives.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;
};

class LineReader {
 public:
  explicit LineReader(const Terminal& terminal);
  ~LineReader();
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  // False at the end of the input. Spaces at both ends are cut off.
  bool read(const std::string& prompt, std::string& line);
  // What was typed before this and is not read yet is thrown away. A pipe keeps it: nobody types there.
  void forget() const;

 private:
  struct Editor;
  std::unique_ptr<Editor> editor_;  // null when piped
};

}  // namespace rw::cli
