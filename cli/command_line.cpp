// Options that several subcommands share.
#include "cli/command_line.h"

#include <string_view>
#include <utility>

#include "cli/terminal.h"

namespace rw::cli {

void take_language(CLI::App& app, Common& common) {
  app.add_option("--language", common.language, "en or fr (default: that of the environment, LANG)")
      ->type_name("LANGUAGE")
      ->check(CLI::IsMember({"en", "fr"}));
}

void take_common(CLI::App& app, Common& common) {
  app.add_option("--content", common.content, "compile this folder, or the built-in content with this patch")
      ->type_name("FILE|DIR");
  take_language(app, common);
}

void take_game(CLI::App& app, Common& common) {
  app.add_option("game", common.game, "a game's id, see `rulewright games`")->required()->type_name("GAME");
  take_common(app, common);
}

void take_json(CLI::App& app, Common& common) {
  app.add_flag("--json", common.json, "answer in JSON, for programs");
}

std::string with_game(std::string text) {
  const auto id = [](bool decks) {
    for (const Game* game : rw::games())
      if (!decks || game->check_deck != nullptr) return std::string(game->id);
    return std::string("GAME");
  };
  for (const auto& [mark, decks] : {std::pair{std::string_view("{game}"), false}, {"{decks}", true}})
    if (const std::size_t at = text.find(mark); at != std::string::npos) text.replace(at, mark.size(), id(decks));
  return text;
}

// "days=1..12", "deal_zones=on|off"
static std::string option_text(const core::OptionInfo& option) {
  std::string out(option.name);
  if (option.for_each_seat) out += "_SEAT";
  switch (option.type) {
    case core::OptionType::flag: return out + "=on|off";
    case core::OptionType::number:
      return out + "=" + std::to_string(option.low) + ".." + std::to_string(option.high);
    case core::OptionType::seat: return out + "=random|SEAT";
    case core::OptionType::record: return out + "=ID";
    case core::OptionType::text: return out + "=TEXT";
    case core::OptionType::word: break;
  }
  for (const std::string_view word : option.words)
    out += (word == option.words.front() ? "=" : "|") + std::string(word);
  return out;
}

std::string options_of_all_games() {
  std::string out = speech::said("Options of the tables; `rulewright games GAME` explains them:") + "\n";
  for (const Game* game : rw::games()) {
    std::string line(game->id);
    line += ":";
    for (const core::OptionInfo& option : game->options) line += " " + option_text(option);
    out += paragraph(line, 100, 2) + "\n";
  }
  return out;
}

void take_table(CLI::App& app, int& seats, std::vector<std::string>& players, std::vector<std::string>& options) {
  app.add_option("--seats", seats, "how many players (default: the fewest)")
      ->type_name("N")
      ->check(CLI::Range(1, 6));
  app.add_option("--players", players, "who sits where, first seat first, separated by commas")
      ->type_name("P,P")
      ->delimiter(',');
  app.add_option("--option", options, "an option of the table; may be given several times")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
}

}  // namespace rw::cli
