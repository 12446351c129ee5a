// A command line as words.
#include "players/process.h"

namespace rw::players {

bool split_command(std::string_view command, std::vector<std::string>& words) {
  words.clear();
  char quote = 0;
  bool inside = false;
  for (const char c : command) {
    if (quote != 0 ? c == quote : c == '\'' || c == '"') {
      quote = quote != 0 ? '\0' : c;
      if (!inside) words.emplace_back();
      inside = true;
    } else if (quote == 0 && (c == ' ' || c == '\t')) {
      inside = false;
    } else {
      if (!inside) words.emplace_back();
      inside = true;
      words.back() += c;
    }
  }
  return quote == 0;
}

}  // namespace rw::players
