// The commands of the laboratory: games without a table, figures, chances.
#include "cli/command_line.h"
#include "engine/odds.h"
#include "lab/ranks.h"

namespace rw::cli {
namespace {

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

}  // namespace

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
        options.games = 0;  // not given
        take_contest(app, options);
        take_from(app, options);
        app.get_option("--content")
            ->description("content B: a folder of your own, or a patch to the built-in content");
        app.get_option("--games")->description(
            "how many pairs of games (default: until enough is known, see --until; 20000 at most)");
        app.add_option("--set", options.set, "a value of content B; may be given several times")
            ->type_name("PATH=VALUE")
            ->allow_extra_args(false);
        app.add_option("--report", options.report, "write a page with what changes, card by card")
            ->type_name("FILE");
        app.add_option("--until", options.until,
                       "stop as soon as each seat's change is clear, or known to within this many points "
                       "(default: 2, without --games)")
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
        take_checkpoint(app, options);
        app.get_option("--checkpoint")->description("keep each verdict in this file as soon as it is tested");
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

}  // namespace rw::cli
