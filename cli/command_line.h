// How subcommands read their options: what several of them take, and what becomes of each. Table commands are
// described in main.cpp, those of the laboratory in command_line_lab.cpp, those of servers in
// command_line_house.cpp.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "speech/speech.h"

namespace rw::cli {

// Options that several subcommands share.
void take_language(CLI::App&, Common&);
void take_common(CLI::App&, Common&);
void take_game(CLI::App&, Common&);
void take_json(CLI::App&, Common&);
void take_table(CLI::App&, int& seats, std::vector<std::string>& players, std::vector<std::string>& options);
std::string options_of_all_games();

// One subcommand: its options live in the returned function, which runs it.
struct Command {
  CLI::App* app;
  std::function<int()> run;
};

// "{game}" in an example is a game, "{decks}" one whose players bring decks.
std::string with_game(std::string text);

template <class Options>
Command command(CLI::App& program, const char* name, const char* about, const char* example,
                int (*run)(const Options&), const std::function<void(CLI::App&, Options&)>& take) {
  CLI::App* app = program.add_subcommand(name, about);
  app->footer("Example:\n  rulewright " + with_game(example));
  auto options = std::make_shared<Options>();
  if constexpr (requires { options->language; }) options->language = speech::language();
  take(*app, *options);
  return {app, [options, run] { return run(*options); }};
}

// command_line_lab.cpp
Command simulate_command(CLI::App& program);
Command match_command(CLI::App& program);
Command tournament_command(CLI::App& program);
Command what_if_command(CLI::App& program);
Command review_command(CLI::App& program);
Command calibrate_command(CLI::App& program);
Command odds_command(CLI::App& program);
Command bench_command(CLI::App& program);
// command_line_house.cpp
Command serve_command(CLI::App& program);
Command site_command(CLI::App& program);
Command admin_command(CLI::App& program);
Command backup_command(CLI::App& program);
Command restore_command(CLI::App& program);
Command bot_command(CLI::App& program);

}  // namespace rw::cli
