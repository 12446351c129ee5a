// The command line of `rulewright`: what each subcommand takes, with an example. Manual and completion are read
// off it (shell.cpp); the work is done by the functions of commands.h.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/shell.h"
#include "cli/terminal.h"
#include "engine/odds.h"
#include "lab/ranks.h"
#include "speech/speech.h"

namespace rw::cli {
namespace {

constexpr const char* version = "rulewright 0.1.0";

// Options that several subcommands share.
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

// One subcommand: its options live in the returned function, which runs it.
struct Command {
  CLI::App* app;
  std::function<int()> run;
};

// "{game}" in an example is a game, "{decks}" one whose players bring decks.
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
std::string option_text(const core::OptionInfo& option) {
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

// ---- the subcommands -----------------------------------------------------------------------------

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

// What the commands of the laboratory share.
void take_contest(CLI::App& app, ContestOptions& options) {
  take_game(app, options);
  app.add_option("--games", options.games, "how many games")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1'000'000'000}));
  app.add_option("--seats", options.seats, "how many players (default: the fewest)")
      ->type_name("N")
      ->check(CLI::Range(1, 6));
  app.add_option("--option", options.options, "an option of the table; may be given several times")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  app.add_option("--vary", options.vary,
                 "an option that changes from deal to deal; with several, every combination has its turn")
      ->type_name("NAME=V|V|V")
      ->allow_extra_args(false);
  app.add_option("--seed", options.seed, "a number; the same seed gives the same games")->type_name("S");
  app.add_option("--threads", options.threads, "default: one for each core")
      ->type_name("T")
      ->check(CLI::Range(0, 1024));
  app.add_flag("--quiet", options.quiet, "no progress bar and no timing");
  take_json(app, options);
}

void take_from(CLI::App& app, ContestOptions& options) {
  app.add_option("--from", options.from,
                 "begin all games in a position: a save, a replay (FILE@CHOICES) or a scenario (FILE:LINE)")
      ->type_name("FILE");
}

void take_checkpoint(CLI::App& app, ContestOptions& options) {
  app.add_option("--checkpoint", options.checkpoint, "save progress in this file")->type_name("FILE");
  app.add_flag("--resume", options.resume, "continue from the checkpoint");
}

Command simulate_command(CLI::App& program) {
  return command<SimulateOptions>(
      program, "simulate", "let the computer play many games and report who wins",
      "simulate {game} --games 1000 --players greedy,random --report out.html", simulate,
      [](CLI::App& app, SimulateOptions& options) {
        take_contest(app, options);
        take_from(app, options);
        app.add_option("--players", options.players,
                       "random, greedy, search:SIMULATIONS or bot:COMMAND, separated by commas")
            ->type_name("P,P")
            ->delimiter(',');
        app.add_option("--report", options.report, "write a page with plots: cards, rules, lengths, lead changes")
            ->type_name("FILE");
        app.add_flag("--watch", options.watch, "count cards, traits and rules without writing a page");
        app.add_option("--keep", options.keep,
                       "write replays: this many each of the shortest, longest, closest and most surprising games")
            ->type_name("N")
            ->check(CLI::Range(1, 1000));
        app.add_option("--kept", options.kept, "the folder for these replays (default: kept)")->type_name("DIR");
        take_checkpoint(app, options);
      });
}

Command match_command(CLI::App& program) {
  return command<MatchOptions>(
      program, "match", "two players with the same deals on every side: Elo, and a test that stops by itself",
      "match {game} --a search:200 --b greedy --sprt 0,20", match, [](CLI::App& app, MatchOptions& options) {
        take_contest(app, options);
        take_from(app, options);
        app.add_option("--a", options.a, "random, greedy, search:SIMULATIONS or bot:COMMAND")->type_name("P");
        app.add_option("--b", options.b, "the opponent; with more than two sides it has all the others")
            ->type_name("P");
        app.add_option("--blind", options.blind,
                       "a control: this player sees its list of choices and nothing else")
            ->type_name("a|b")
            ->check(CLI::IsMember({"a", "b"}));
        app.add_option("--sprt", options.sprt, "stop as soon as it is clear which of two Elo differences holds")
            ->type_name("E0,E1")
            ->delimiter(',')
            ->expected(2);
        app.add_option("--alpha", options.alpha, "how often the test may wrongly find A stronger (0.05)");
        app.add_option("--beta", options.beta, "how often it may miss that A is stronger (0.05)");
        app.add_flag("--ladder", options.ladder, "each of several players against the one before it");
        app.add_option("--rungs", options.rungs,
                       "of the ladder (random,greedy,search:100,search:1000,search:10000); P*N: N games")
            ->type_name("P,P,...")
            ->delimiter(',');
        app.add_option("--write", options.write, "put the ladder's table into this file of Markdown")
            ->type_name("FILE");
        app.add_option("--report", options.report, "write a page with the course of the match")->type_name("FILE");
        take_checkpoint(app, options);
      });
}

Command tournament_command(CLI::App& program) {
  return command<TournamentOptions>(
      program, "tournament", "several players against each other, rated together",
      "tournament {game} --players random,greedy,search:100 --games 100 --report out.html", tournament,
      [](CLI::App& app, TournamentOptions& options) {
        take_contest(app, options);
        app.get_option("--games")->description("how many games each pair plays (100)");
        app.add_option("--players", options.players,
                       "random, greedy, search:SIMULATIONS or bot:COMMAND, separated by commas")
            ->type_name("P,P,P")
            ->delimiter(',');
        app.add_option("--swiss", options.swiss,
                       "this many rounds of the Swiss system; otherwise everyone plays everyone")
            ->type_name("ROUNDS");
        app.add_option("--report", options.report, "write a page with the cross table")->type_name("FILE");
        take_checkpoint(app, options);
      });
}

Command what_if_command(CLI::App& program) {
  return command<WhatIfOptions>(
      program, "what-if", "change the content and see what difference it makes, on the same deals",
      "what-if {game} --set PATH=VALUE --games 2000", what_if, [](CLI::App& app, WhatIfOptions& options) {
        take_contest(app, options);
        take_from(app, options);
        app.get_option("--content")
            ->description("content B: a folder of your own, or a patch to the built-in content");
        app.get_option("--games")->description("how many pairs of games");
        app.add_option("--set", options.set, "a value of content B; may be given several times")
            ->type_name("PATH=VALUE")
            ->allow_extra_args(false);
        app.add_option("--report", options.report, "write a page with what changes, card by card")
            ->type_name("FILE");
        app.add_option("--until", options.until,
                       "stop as soon as each seat's change is clear, or known to within this many points")
            ->type_name("POINTS")
            ->check(CLI::Range(0.01, 100.0));
        app.add_option("--base", options.base, "content A: a folder, or a patch, instead of the built-in content")
            ->type_name("FILE|DIR");
        app.add_option("--players", options.players, "random, greedy (default), search:SIMULATIONS or bot:COMMAND")
            ->type_name("P,P")
            ->delimiter(',');
        take_checkpoint(app, options);
      });
}

Command review_command(CLI::App& program) {
  return command<ReviewOptions>(
      program, "review", "look at a recorded game: chances, costliest choices, luck",
      "review game.rwreplay --report review.html", review, [](CLI::App& app, ReviewOptions& options) {
        app.add_option("file", options.file, "a replay")->required()->type_name("FILE");
        app.add_option("--report", options.report, "write a page with the curve of chances")->type_name("FILE");
        app.add_option("--by", options.by,
                       "who looks for better choices: search:SIMULATIONS, greedy or bot:COMMAND")
            ->type_name("P");
        app.add_option("--confirm", options.confirm,
                       "play this many games to the end from the costliest choices and from the better ones")
            ->type_name("N")
            ->check(CLI::Range(2, 100'000));
        app.add_option("--effort", options.effort, "how many times the usual work; narrows the intervals")
            ->type_name("N")
            ->check(CLI::Range(1, 1000));
        app.add_option("--threads", options.threads, "default: one for each core")
            ->type_name("T")
            ->check(CLI::Range(0, 1024));
        app.add_flag("--quiet", options.quiet, "no progress bar");
        take_common(app, options);
        take_json(app, options);
      });
}

Command calibrate_command(CLI::App& program) {
  return command<CalibrateOptions>(
      program, "calibrate", "compare the chances that reviews give with how games end",
      "calibrate {game} --games 2000 --seed 7", calibrate, [](CLI::App& app, CalibrateOptions& options) {
        take_contest(app, options);
        app.remove_option(app.get_option("--vary"));
        app.get_option("game")->description("a game's id, or `all`: every game with two, three and four seats");
        app.add_option("--player", options.player, "who plays in every seat (greedy)")->type_name("P");
        app.add_option("--least", options.least,
                       "as many games again, until every tenth that occurs has so many positions")
            ->type_name("N");
        app.add_option("--most", options.most_games, "no more games than that (40 times --games)")->type_name("N");
        app.add_option("--fit", options.fit,
                       "compute the figures again from these games and write them to this file (of all games: "
                       "to files in this folder)")
            ->type_name("FILE");
        app.add_option("--write", options.write, "put the table into this file of Markdown")->type_name("FILE");
        app.add_option("--verdicts", options.verdicts,
                       "instead put so many verdicts of reviews to the test: play on from both choices")
            ->type_name("N")
            ->check(CLI::Range(1, 10'000));
        app.add_option("--confirm", options.confirm, "games by search:100 from both choices of a verdict (400)")
            ->type_name("N")
            ->check(CLI::Range(2, 100'000));
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

Command odds_command(CLI::App& program) {
  auto options = std::make_shared<OddsOptions>();
  options->language = speech::language();
  CLI::App* app = program.add_subcommand("odds", "exact odds of a question about chance");
  take_game(*app, *options);
  take_json(*app, *options);
  // The question is in the game's own words, so what is not known here goes to the game.
  app->allow_extras();
  std::string questions;
  for (const Game* game : rw::games())
    if (const OddsTable* table = odds_of(game->id))
      questions +=
          "Example: rulewright odds " + std::string(game->id) + " QUESTION, which is\n" + std::string(table->help);
  app->footer(questions);
  return {app, [options, app] {
            options->question = app->remaining();
            return odds(*options);
          }};
}

Command bench_command(CLI::App& program) {
  return command<BenchOptions>(
      program, "bench", "measure the engine: position size, copying, choosing, playing", "bench {game}", bench,
      [](CLI::App& app, BenchOptions& options) {
        app.add_option("game", options.game, "a game's id (default: all games)")->type_name("GAME");
        take_common(app, options);
        app.add_option("--seconds", options.seconds, "how long each measurement runs")
            ->type_name("S")
            ->check(CLI::Range(0.01, 600.0));
        app.add_option("--compare", options.compare, "print ratios to the latest run in this file")
            ->type_name("FILE");
        app.add_option("--worst", options.worst,
                       "with --compare: fail if something takes more than this many times as long")
            ->type_name("R")
            ->check(CLI::Range(1.0, 1000.0));
        app.add_flag("--markdown", options.markdown, "the best figures as a table for docs/reports/speed.md");
        app.add_option("--append", options.append, "add this run to the end of this file")->type_name("FILE");
        app.add_option("--note", options.note, "a note about it: machine, change")->type_name("TEXT");
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

Command serve_command(CLI::App& program) {
  return command<ServeCommand>(
      program, "serve", "the table in the browser: serves page, API and games", "serve --port 8080 --data games",
      serve, [](CLI::App& app, ServeCommand& command) {
        server::ServeOptions& options = command.serve;
        app.add_option("--port", options.port, "where to listen (default 8080)")
            ->type_name("PORT")
            ->check(CLI::Range(1, 65535));
        app.add_option("--address", options.address, "on which address (default 127.0.0.1; 0.0.0.0 for all)")
            ->type_name("ADDRESS");
        app.add_option("--data", options.data, "where games are kept (default rulewright-data)")->type_name("DIR");
        app.add_option("--database", options.database,
                       "keep games in PostgreSQL instead, shared by several servers")
            ->type_name("URL");
        app.add_option("--page", options.page,
                       "the built page (default: web/dist or share/rulewright/web above the program)")
            ->type_name("DIR");
        app.add_option("--origin", options.origin,
                       "the public address behind a proxy, as https://play.example.org")
            ->type_name("URL");
        app.add_option("--reach", options.reach, "where the other servers of this database can reach this one")
            ->type_name("HOST:PORT");
        app.add_flag("--behind-proxy", options.limits.behind_proxy, "take addresses from X-Forwarded-For");
        app.add_option("--per-address", options.limits.connections_per_address,
                       "most connections from one address (default 256)")
            ->type_name("N")
            ->check(CLI::Range(1, 100'000));
        app.add_option("--requests", options.limits.requests_per_second,
                       "requests a second from one address (default 40)")
            ->type_name("N")
            ->check(CLI::Range(1.0, 1e6));
        app.add_option("--messages", options.limits.messages_per_second,
                       "messages a second on one socket (default 20)")
            ->type_name("N")
            ->check(CLI::Range(1.0, 1e6));
        app.add_option("--loops", options.loops, "threads that tables are spread over (default: cores)")
            ->type_name("N")
            ->check(CLI::Range(1, server::most_loops));
        app.add_option("--bots", options.bot_threads, "threads in which the computer thinks (default: cores - 1)")
            ->type_name("N")
            ->check(CLI::Range(1, 256));
        app.add_option("--host", options.hosts, "a name by which people reach this server, if it has no --origin")
            ->type_name("NAME")
            ->allow_extra_args(false);
        app.add_option("--inside", options.inside,
                       "a second, plain address: /metrics is only there, and other servers connect there")
            ->type_name("ADDRESS:PORT");
        app.add_option("--certificate", options.certificate, "speak TLS; the chain in PEM, read again at SIGHUP")
            ->type_name("FILE");
        app.add_option("--key", options.key, "the key of the certificate, in PEM")->type_name("FILE");
        app.add_option("--connections", options.connections,
                       "most connections in all (default: as many as there is memory for)")
            ->type_name("N")
            ->check(CLI::Range(1, 10'000'000));
        app.add_option("--log", options.log_file, "write the log here (default: standard error)")
            ->type_name("FILE");
        app.add_option("--log-level", options.log_level, "debug, info, warn, error or off")
            ->check(CLI::IsMember({"debug", "info", "warn", "error", "off"}));
      });
}

Command site_command(CLI::App& program) {
  return command<SiteOptions>(
      program, "site", "write the page with the engine inside as static files, to be played without a server",
      "site public", site, [](CLI::App& app, SiteOptions& options) {
        app.add_option("folder", options.folder, "a new or empty folder")->required()->type_name("FOLDER");
        app.add_option("--page", options.page,
                       "the built page (default: web/dist or share/rulewright/web above the program)")
            ->type_name("DIR");
        take_language(app, options);
      });
}

void take_place(CLI::App& app, std::string& data, std::string& database) {
  app.add_option("--data", data, "where games are kept (default rulewright-data)")->type_name("DIR");
  app.add_option("--database", database, "the PostgreSQL where games are kept instead")->type_name("URL");
}

Command admin_command(CLI::App& program) {
  return command<AdminOptions>(
      program, "admin", "administer a server: tables, people, bans, the message of the day",
      "admin ban \"Nasty Name\" --days 30 --reason \"insults\" --data games", admin,
      [](CLI::App& app, AdminOptions& options) {
        app.add_option(
               "action", options.action,
               "tables, people, close TABLE, ban NAME|ADDRESS, unban NAME|ADDRESS, bans, message [TEXT], log, "
               "check")
            ->required()
            ->type_name("ACTION")
            ->check(
                CLI::IsMember({"tables", "people", "close", "ban", "unban", "bans", "message", "log", "check"}));
        app.add_option("subject", options.subject, "who or what it is about")->type_name("SUBJECT");
        app.add_option("--days", options.days, "ban: for how long (default: for good)")
            ->type_name("N")
            ->check(CLI::Range(1, 36'500));
        app.add_option("--reason", options.reason, "ban: what the person is told")->type_name("TEXT");
        app.add_option("--fr", options.french, "message: the same in French")->type_name("TEXT");
        app.add_option("--game", options.game, "tables: of this game only")->type_name("GAME");
        app.add_option("--most", options.most, "how many lines at most (default 100)")
            ->type_name("N")
            ->check(CLI::Range(1, 1'000'000));
        take_place(app, options.data, options.database);
        take_json(app, options);
      });
}

Command backup_command(CLI::App& program) {
  return command<BackupOptions>(
      program, "backup", "copy everything that a server keeps to a folder, also while it runs",
      "backup backups/monday --data games", backup, [](CLI::App& app, BackupOptions& options) {
        app.add_option("folder", options.folder, "a new folder")->required()->type_name("FOLDER");
        take_place(app, options.data, options.database);
      });
}

Command restore_command(CLI::App& program) {
  return command<BackupOptions>(
      program, "restore", "restore a backup into an empty place, for a server to continue with",
      "restore backups/monday --data games", restore, [](CLI::App& app, BackupOptions& options) {
        app.add_option("folder", options.folder, "what `rulewright backup` made")->required()->type_name("FOLDER");
        take_place(app, options.data, options.database);
      });
}

Command bot_command(CLI::App& program) {
  return command<BotOptions>(
      program, "bot", "seat a program of yours at a table of a server",
      "bot --connect https://play.example.org --table k3v7 --account \"BOT Nova\" './my_bot.py --depth 3'", bot,
      [](CLI::App& app, BotOptions& options) {
        app.add_option("command", options.command,
                       "the program and its arguments, as one word; time=500ms:COMMAND")
            ->required()
            ->type_name("COMMAND");
        app.add_option("--connect", options.connect, "the server's address")->required()->type_name("URL");
        app.add_option("--table", options.table, "the table's id, the end of its link")
            ->required()
            ->type_name("ID");
        app.add_option("--seat", options.seat, "which seat (default: the first that is open)")
            ->type_name("N")
            ->check(CLI::Range(1, 6));
        app.add_option("--account", options.account, "the program's account; its name begins with \"BOT \"")
            ->required()
            ->type_name("NAME");
        app.add_option("--password-file", options.password_file,
                       "its password is the first line of this file (default: RULEWRIGHT_PASSWORD)")
            ->type_name("FILE");
        app.add_flag("--sign-up", options.sign_up, "make the account first");
        app.add_flag("--quiet", options.quiet, "print only how it ended");
      });
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
