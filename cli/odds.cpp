// `rulewright odds`: exact answers about chance, as far as a game can give them.
#include "engine/odds.h"

#include <fmt/core.h>

#include "cli/commands.h"
#include "cli/terminal.h"
#include "speech/speech.h"

namespace rw::cli {

namespace {

// In the language of the reader, and its figures as that language writes them: « 37,1656 % ».
std::string told(const std::string& text) {
  std::string out = speech::translated(text);
  const auto is_digit = [&](std::size_t at) { return at < out.size() && out[at] >= '0' && out[at] <= '9'; };
  for (std::size_t at = 1; speech::language() == "fr" && at < out.size(); ++at)
    if (out[at] == '.' && is_digit(at - 1) && is_digit(at + 1)) out[at] = ',';
  return out;
}

}  // namespace

int odds(const OddsOptions& options) {
  const auto chosen = edition(options);
  if (chosen == nullptr) return 2;
  const OddsTable* table = odds_of(options.game);
  if (table == nullptr) return wrong_input("there are no odds to ask about in " + options.game);
  Expected<OddsAnswer> answered = table->answer(chosen->content(), options.question);
  if (!answered) return wrong_input(answered.failure());
  OddsAnswer& answer = *answered;
  if (options.json) {
    fmt::print("{}\n", answer.json);
    return 0;
  }
  const auto translate = [](std::vector<std::string>& words) {
    for (std::string& word : words) word = told(word);
  };
  translate(answer.columns);
  Listing listing(answer.columns, std::vector(answer.columns.size(), Align::right));
  for (auto& row : answer.rows) {
    translate(row);
    listing.row(row);
  }
  fmt::print("{}\n{}{}{}", told(answer.before), listing.text(Terminal::detect()), told(answer.after),
             answer.after.empty() ? "" : "\n");
  return 0;
}

}  // namespace rw::cli
