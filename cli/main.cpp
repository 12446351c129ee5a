// The command line of `rulewright`: what each subcommand takes, with an example. Manual and completion are read
// off it (shell.cpp); the work is done by the functions of commands.h.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "cli/command_line.h"
#include "cli/shell.h"
#include "cli/terminal.h"
#include "lab/ranks.h"
#include "speech/speech.h"

namespace rw::cli {
namespace {

constexpr const char* version = "rulewright 0.1.0";

// ---- the subcommands -----------------------------------------------------------------------------

Command games_command(CLI::App& program) {
  return command<Common>(program, "games", "list the games, or the options and choices of one", "games", games,
                         [](CLI::App& app, Common& options) {
                           app.add_option("game", options.game, "a game's id")->type_name("GAME");
                           take_common(app, options);
                           take_json(app, options);
                         });
}

Command play_command(CLI::App& program) {
  return command<PlayOptions>(
      program, "play", "play in the terminal, against the computer or several on one terminal",
      "play {game} --seats 3 --players human,search:800,greedy", play, [](CLI::App& app, PlayOptions& options) {
        take_game(app, options);
        take_table(app, options.seats, options.players, options.options);
        app.get_option("--players")
            ->description(
                "who sits where: human, random, greedy, search:SIMULATIONS or bot:COMMAND, separated by commas "
                "(default: human, then the computer)");
        app.add_option("--seed", options.seed, "64 hex digits, or any text; the same seed gives the same luck")
            ->type_name("SEED");
        app.add_option("--load", options.load, "continue a saved game or a replay")->type_name("FILE");
        app.add_option("--record", options.record, "write the replay here, choice by choice")->type_name("FILE");
        app.footer(options_of_all_games() + "\n" + app.get_footer());
      });
}

Command draft_command(CLI::App& program) {
  return command<DraftOptions>(
      program, "draft", "draft cards from packs, build decks and play with them, people and computers mixed",
      "draft {decks} --format starter_draft --seats 4 --players human,greedy,greedy,search:400", draft,
      [](CLI::App& app, DraftOptions& options) {
        take_game(app, options);
        app.add_option("--format", options.format, "which draft (default: booster_draft)")->type_name("FORMAT");
        app.add_option("--match", options.match, "games of the match; decks are rebuilt between them (default: 1)")
            ->type_name("N")
            ->check(CLI::Range(1, 9));
        take_table(app, options.seats, options.players, options.options);
        app.add_option("--seed", options.seed, "64 hex digits, or any text; the same seed gives the same packs")
            ->type_name("SEED");
        app.add_option("--record", options.record, "write the replay here, choice by choice")->type_name("FILE");
      });
}

Command replay_command(CLI::App& program) {
  return command<ReplayOptions>(
      program, "replay", "show a recorded game choice by choice", "replay game.rwreplay --seat red --to 40",
      replay, [](CLI::App& app, ReplayOptions& options) {
        app.add_option("file", options.file, "a replay")->required()->type_name("FILE");
        app.add_option("--seat", options.seat, "as which seat sees it (default: everything)")->type_name("SEAT");
        app.add_option("--to", options.to, "stop after this many choices")
            ->type_name("N")
            ->check(CLI::Range(0, 1'000'000'000));
        app.add_flag("--states", options.states, "print every clause and what changed after each choice");
        app.add_flag("--positions", options.positions,
                     "with --json: the whole position after each choice, and who is asked what");
        take_common(app, options);
        take_json(app, options);
      });
}

Command verify_command(CLI::App& program) {
  return command<VerifyOptions>(
      program, "verify", "check a replay: undamaged, every choice legal, the seed as it was promised",
      "verify game.rwreplay", verify, [](CLI::App& app, VerifyOptions& options) {
        app.add_option("file", options.file, "a replay")->required()->type_name("FILE");
        app.add_option("--commitment", options.commitment, "what was published when the game began")
            ->type_name("HASH");
        take_common(app, options);
        take_json(app, options);
      });
}

Command scenario_command(CLI::App& program) {
  return command<ScenarioOptions>(
      program, "scenario", "run scenarios: files, or folders with everything below them",
      "scenario tests/scenarios/{game}", scenario, [](CLI::App& app, ScenarioOptions& options) {
        app.add_option("files", options.files, "files or folders")->required()->type_name("FILE...");
        take_common(app, options);
        take_json(app, options);
      });
}

Command judge_command(CLI::App& program) {
  return command<JudgeOptions>(
      program, "judge", "ask a player what it would do in positions with good and bad answers",
      "judge tests/judgement/{game}.yaml --player search:1000", judge, [](CLI::App& app, JudgeOptions& options) {
        app.add_option("files", options.files, "files or folders of positions (docs/scenarios.md)")
            ->required()
            ->type_name("FILE...");
        app.add_option("--player", options.player, "who is asked")->type_name("PLAYER")->capture_default_str();
        app.add_option("--seed", options.seed, "its luck")->type_name("NUMBER")->capture_default_str();
        app.add_option("--seeds", options.seeds, "ask in every position with so many seeds, from that one on")
            ->type_name("N")
            ->check(CLI::Range(1, 1000))
            ->capture_default_str();
        app.add_option("--floor", options.floor, "a file with the least share of good answers, in percent")
            ->type_name("FILE");
        take_common(app, options);
        take_json(app, options);
      });
}

Command clauses_command(CLI::App& program) {
  return command<ClausesOptions>(
      program, "clauses", "every rule of a game with the scenarios that exercise it", "clauses {game} --missing",
      clauses, [](CLI::App& app, ClausesOptions& options) {
        take_game(app, options);
        app.add_flag("--missing", options.missing, "only the rules that nothing exercises");
        app.add_option("--scenarios", options.scenarios, "where the scenarios are")->type_name("DIR");
        take_json(app, options);
      });
}

Command cards_command(CLI::App& program) {
  return command<CardsOptions>(
      program, "cards", "the cards of a game, or one of them: figures and rules text",
      "cards {game} --language fr", cards, [](CLI::App& app, CardsOptions& options) {
        take_game(app, options);
        app.add_option("card", options.card, "a card's id or a part of its name")->type_name("CARD");
        app.add_option("--report", options.report, "write every card here, to be read; the game may be `all`")
            ->type_name("FILE");
        app.add_option("--svg", options.svg, "write their pictures to this file, all on one sheet")
            ->type_name("FILE");
        app.add_option("--theme", options.theme, "of the pictures: light or dark (default light)")
            ->check(CLI::IsMember({"light", "dark"}));
        app.add_option("--size", options.size, "of a picture on the sheet, in pixels (default 96)")
            ->check(CLI::Range(16, 400));
        take_json(app, options);
      });
}

// `deck` has a command of its own below it, so that others can stand beside `check` one day.
Command deck_command(CLI::App& program) {
  CLI::App* app = program.add_subcommand("deck", "decks that players bring");
  app->require_subcommand(1);
  return {app,
          command<DeckOptions>(
              *app, "check", "check deck lists: every limit that is broken, with its rule",
              "deck check my_deck.txt --game {decks} --format constructed", check_deck,
              [](CLI::App& check, DeckOptions& options) {
                check.add_option("file", options.file, "a list: YAML, or \"3 Card Name\" a line")
                    ->required()
                    ->type_name("FILE");
                check.add_option("--game", options.game, "which game the deck is for, unless the list says so")
                    ->type_name("GAME");
                check.add_option("--format", options.format, "the format to check against")->type_name("FORMAT");
                take_common(check, options);
                take_json(check, options);
              })
              .run};
}

// What the shell and `man` are told; the text goes to standard output.
Command completion_command(CLI::App& program) {
  CLI::App* app = program.add_subcommand("completion", "what a shell needs to complete commands and options");
  auto shell = std::make_shared<std::string>();
  app->add_option("shell", *shell, "bash, zsh or fish")
      ->required()
      ->type_name("SHELL")
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  app->footer("Example:\n  rulewright completion bash >~/.local/share/bash-completion/completions/rulewright");
  return {app, [shell, &program] {
            const auto pages = command_pages(program);
            const std::string text = *shell == "bash"  ? bash_completion(pages)
                                     : *shell == "zsh" ? zsh_completion(pages)
                                                       : fish_completion(pages);
            std::fputs(text.c_str(), stdout);
            return 0;
          }};
}

Command manual_command(CLI::App& program) {
  CLI::App* app = program.add_subcommand("manual", "all commands as a page for `man`");
  app->footer("Example:\n  rulewright manual | man -l -");
  return {app, [&program] {
            std::fputs(manual(command_pages(program), version, program.get_description()).c_str(), stdout);
            return 0;
          }};
}

// ---- the language --------------------------------------------------------------------------------

// What --language says, or else the environment as other programs read it. The rest of the command line is read
// after that, since what is wrong with it is told in this language too.
std::string wished_language(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--language" && i + 1 < argc) return argv[i + 1];
    if (word.starts_with("--language=")) return std::string(word.substr(word.find('=') + 1));
  }
  for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"})
    if (const char* value = std::getenv(name); value != nullptr && *value != '\0')
      return std::string(value).substr(0, 2);
  return "en";
}

// "N (1..6)" in every language, instead of "N:INT in [1 - 6]".
class Help : public CLI::Formatter {
 public:
  std::string make_option_opts(const CLI::Option* option) const override {
    std::string text = CLI::Formatter::make_option_opts(option);
    const std::size_t in = text.find(" in ["), dash = text.find(" - ", in), end = text.find(']', dash);
    if (in == std::string::npos || end == std::string::npos) return text;
    const std::size_t type = text.rfind(text.rfind(':', in) == std::string::npos ? ' ' : ':', in - 1);
    const std::size_t low = in + std::string_view(" in [").size(), high = dash + std::string_view(" - ").size();
    return text.substr(0, type) + " (" + text.substr(low, dash - low) + ".." + text.substr(high, end - high) +
           ")" + text.substr(end + 1);
  }
};

// The help of a command and of those below it.
void translate_help(CLI::App& app) {
  app.description(speech::said(app.get_description()));
  app.footer(speech::translated(app.get_footer()));
  for (const char* label : {"Usage", "Positionals", "OPTIONS", "SUBCOMMAND", "SUBCOMMANDS", "REQUIRED", "TEXT"})
    app.get_formatter()->label(label, speech::said(label));
  for (CLI::Option* option : app.get_options()) {
    option->description(speech::said(option->get_description()));
    option->group(speech::said(option->get_group()));
  }
  for (CLI::App* below : app.get_subcommands([](const CLI::App*) { return true; })) {
    below->group(speech::said(below->get_group()));
    translate_help(*below);
  }
}

// ---- running -------------------------------------------------------------------------------------

std::string unknown_command(const std::vector<Command>& commands, const std::string& given) {
  std::vector<std::string> names;
  for (const Command& command : commands) names.push_back(command.app->get_name());
  std::string message = "there is no command '" + given + "'";
  if (const std::string near = nearest(given, names); !near.empty())
    return message + "; did you mean '" + near + "'?";
  message += "; the commands are:";
  for (const std::string& name : names) message += " " + name;
  return message;
}

int run(int argc, char** argv) {
  CLI::App program("Rulewright: out-of-print tabletop games, playable again. An unofficial fan project.",
                   "rulewright");
  program.formatter(std::make_shared<Help>());
  program.set_version_flag("--version", version);
  program.footer(with_game("`rulewright COMMAND --help` explains a command. To begin: rulewright play {game}"));
  const std::vector<Command> commands = {
      games_command(program),      play_command(program),       simulate_command(program),
      match_command(program),      tournament_command(program), review_command(program),
      what_if_command(program),    replay_command(program),     verify_command(program),
      scenario_command(program),   judge_command(program),      clauses_command(program),
      cards_command(program),      odds_command(program),       bench_command(program),
      deck_command(program),       draft_command(program),      serve_command(program),
      site_command(program),       bot_command(program),        admin_command(program),
      backup_command(program),     restore_command(program),    calibrate_command(program),
      completion_command(program), manual_command(program)};
  translate_help(program);
  if (argc < 2) {
    std::fputs(program.help().c_str(), stdout);
    return 2;
  }
  const std::string first = argv[1];
  const bool known = std::any_of(commands.begin(), commands.end(),
                                 [&](const Command& command) { return command.app->get_name() == first; });
  if (!known && !first.starts_with('-')) return wrong_input(unknown_command(commands, first));
  try {
    program.parse(argc, argv);
  } catch (const CLI::Success& done) {  // --help, --version
    return program.exit(done);
  } catch (const CLI::ParseError& error) {
    std::string place;
    for (const CLI::App* app : program.get_subcommands()) place = " " + app->get_name();
    return wrong_input(speech::translated(error.what()) + " " +
                       speech::said("(see `rulewright{} --help`)", place));
  }
  for (const Command& command : commands)
    if (command.app->parsed()) return command.run();
  return wrong_input("a command is missing; see `rulewright --help`");
}

}  // namespace
}  // namespace rw::cli

int main(int argc, char** argv) {
  rw::speech::speak(rw::cli::wished_language(argc, argv));
  try {
    const rw::lab::Ranks ranks(argc, argv);
    return rw::cli::run(argc, argv);
  } catch (const std::exception& error) {
    return rw::cli::wrong_input(std::string("stopped: ") + error.what());
  }
}
