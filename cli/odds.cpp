// `rulewright odds`: exact answers about chance, as far as a game can give them.
#include "engine/odds.h"

#include <fmt/core.h>

#include "cli/commands.h"
#include "cli/terminal.h"
#include "speech/speech.h"

namespace rw::cli {

int odds(const OddsOptions& options) {
  const auto chosen = edition(options);
  if (chosen == nullptr) return 2;
  const OddsTable* table = odds_of(options.game);
  if (table == nullptr) return wrong_input("there are no odds to ask about in " + options.game);
  OddsAnswer answer;
  std::string error;
  if (!table->answer(chosen->content(), options.question, answer, error)) return wrong_input(error);
  if (options.json) {
    fmt::print("{}\n", answer.json);
    return 0;
  }
  const auto translate = [](std::vector<std::string>& words) {
    for (std::string& word : words) word = speech::translated(word);
  };
  translate(answer.columns);
  Listing listing(answer.columns, std::vector(answer.columns.size(), Align::right));
  for (auto& row : answer.rows) {
    translate(row);
    listing.row(row);
  }
  fmt::print("{}\n{}{}{}", speech::translated(answer.before), listing.text(Terminal::detect()),
             speech::translated(answer.after), answer.after.empty() ? "" : "\n");
  return 0;
}

}  // namespace rw::cli
