// `rulewright match`: two players on the same deals on every side, Elo, the sequential test, the ladder.
#include "lab/match.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/lab.h"
#include "cli/terminal.h"
#include "lab/page.h"
#include "lab/progress.h"
#include "speech/speech.h"

namespace rw::cli {
namespace {

using lab::MatchPlan;
using lab::MatchReport;
using nlohmann::ordered_json;

Expected<> make_plan(const MatchOptions& options, MatchPlan& plan) {
  if (auto done = read_contest(options, *plan.edition, plan.setup, plan.varied); !done) return done.failure();
  if (options.seats == 0) plan.setup.seats = std::max(2, plan.setup.seats);
  if (auto done = read_from(options, *plan.edition, plan.setup, plan.start); !done) return done.failure();
  constexpr std::uint64_t usual = 400, usual_with_test = 100'000;
  plan.games = options.games != 0 ? options.games : options.sprt.empty() ? usual : usual_with_test;
  plan.seed = options.seed;
  plan.threads = thread_count(options.threads);
  plan.checkpoint = options.checkpoint;
  plan.resume = options.resume;
  if (options.resume && options.checkpoint.empty()) {
    return failed("--resume needs --checkpoint FILE, to know where the work was kept");
  }
  if (!options.sprt.empty()) plan.sprt = lab::Sprt{options.sprt[0], options.sprt[1], options.alpha, options.beta};
  for (const std::string& who : options.blind) (who == "a" ? plan.a : plan.b).blind = true;
  return {};
}

Expected<> read_player(const std::string& text, lab::Contestant& contestant, const char* option) {
  if (text.empty()) {
    return failed(std::string("a match needs ") + option + ", as in " + option + " greedy (or --ladder)");
  }
  return players::parse(text).into(contestant.spec);
}

std::string name_of(const lab::Contestant& contestant) {
  return (contestant.blind ? "blind " : "") + contestant.spec.text();
}

std::string elo_interval_text(const lab::Interval& interval) {
  return speech::said("{} to {}", lab::elo_text(interval.low), lab::elo_text(interval.high));
}

const char* verdict_text(MatchReport::Verdict verdict) {
  switch (verdict) {
    case MatchReport::Verdict::none: return "none";
    case MatchReport::Verdict::stronger: return "stronger";
    case MatchReport::Verdict::not_stronger: return "not stronger";
    case MatchReport::Verdict::undecided: return "undecided";
  }
  return "";
}

ordered_json number_or_null(double value) { return std::isfinite(value) ? ordered_json(value) : ordered_json(); }

ordered_json report_json(const MatchPlan& plan, const MatchReport& report) {
  ordered_json out = contest_json(*plan.edition, plan.setup, plan.varied);
  out["seed"] = plan.seed;
  out["a"] = name_of(plan.a);
  out["b"] = name_of(plan.b);
  out["games"] = report.games;
  out["sets"] = report.scores.count();
  out["won"] = report.won;
  out["shared"] = report.shared;
  out["lost"] = report.lost;
  out["share"] = report.scores.share();
  if (report.forfeits_a + report.forfeits_b > 0)
    out["forfeits"] = {{"a", report.forfeits_a}, {"b", report.forfeits_b}};
  out["share_interval_95"] = interval_json(report.scores.interval());
  out["equal_share"] = report.null_share;
  out["elo"] = number_or_null(report.elo);
  out["elo_interval_95"] = {number_or_null(report.elo_interval.low), number_or_null(report.elo_interval.high)};
  out["chance_to_be_stronger"] = report.superiority;
  ordered_json sets = ordered_json::array();
  for (const auto& [points, times] : report.scores.sets)
    sets.push_back({{"score", report.scores.value(points)}, {"sets", times}});
  out["scores_of_sets"] = sets;
  if (plan.sprt)
    out["sequential_test"] = {{"elo0", plan.sprt->elo0},     {"elo1", plan.sprt->elo1},
                              {"alpha", plan.sprt->alpha},   {"beta", plan.sprt->beta},
                              {"lower", plan.sprt->lower()}, {"upper", plan.sprt->upper()},
                              {"llr", report.llr},           {"verdict", verdict_text(report.verdict)}};
  out["interrupted"] = report.interrupted;
  return out;
}

void print_text(const MatchPlan& plan, const MatchReport& report) {
  speech::tell("{}: {} against {}, {} games in {} sets, {} seats, seed {}", plan.edition->game().id,
               speech::translated(name_of(plan.a)), speech::translated(name_of(plan.b)), report.games,
               report.scores.count(), plan.setup.seats, plan.seed);
  speech::tell("{} won {}, shared {}, lost {}: {} ({}); equal players {}", speech::translated(name_of(plan.a)),
               report.won, report.shared, report.lost, percent(report.scores.share()),
               percents(report.scores.interval()), percent(report.null_share));
  speech::tell("Elo {} ({}); stronger with a chance of {}", lab::elo_text(report.elo),
               elo_interval_text(report.elo_interval), lab::likelihood(report.superiority));
  if (plan.sprt)
    speech::tell(
        "sequential test of {:+g} against {:+g} Elo: {} (log-likelihood ratio {:.2f}, bounds {:.2f} and {:.2f})",
        plan.sprt->elo0, plan.sprt->elo1, speech::said(verdict_text(report.verdict)), report.llr,
        plan.sprt->lower(), plan.sprt->upper());
  if (plan.a.spec == plan.b.spec && plan.a.blind == plan.b.blind)
    speech::tell("A player against itself: the equal share comes out exactly, by the way sets are made.");
}

// ---- the ladder ------------------------------------------------------------------------------------

std::string ladder_markdown(const MatchPlan& plan, const std::vector<lab::Rung>& rungs,
                            const std::string& command) {
  const core::Node name = plan.edition->bundle().root()["game"]["name"];
  std::string out = fmt::format("## {}\n\n    {}\n\n",
                                name[speech::language()].text(name.text(plan.edition->game().id)), command);
  out += speech::said("| player | against | games | share of wins | 95 % interval | Elo | 95 % interval |") + "\n";
  out += "|---|---|---:|---:|---:|---:|---:|\n";
  for (const lab::Rung& rung : rungs)
    out += fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", rung.player, rung.below, rung.report.games,
                       percent(rung.report.scores.share()), percents(rung.report.scores.interval()),
                       lab::elo_text(rung.report.elo), elo_interval_text(rung.report.elo_interval));
  return out + "\n" +
         speech::said("{} seats, seed {}, rules {}, content {}.", plan.setup.seats, plan.seed,
                      plan.edition->game().rules_version, plan.edition->version()) +
         "\n";
}

std::string ladder_command(const MatchOptions& options, const MatchPlan& plan) {
  std::string command = fmt::format("rulewright match {} --ladder --games {} --seats {} --seed {}", options.game,
                                    plan.games, plan.setup.seats, plan.seed);
  if (!options.rungs.empty()) {
    command += " --rungs ";
    for (std::size_t i = 0; i < options.rungs.size(); ++i) command += (i == 0 ? "" : ",") + options.rungs[i];
  }
  for (const std::string& option : options.options) command += " --option " + option;
  for (const std::string& option : options.vary) command += " --vary '" + option + "'";
  return command;
}

// A rung as it is written: a player, and how many games it plays against the one below if not as many as the
// others.
struct RungText {
  std::string name;
  lab::Contestant player;
  std::uint64_t games = 0;
};

Expected<> read_rung(const std::string& text, std::uint64_t usual_games, RungText& rung) {
  const std::size_t star = text.find('*');
  rung.name = text.substr(0, star);
  rung.games = usual_games;
  if (star != std::string::npos) {
    const char *first = text.data() + star + 1, *end = text.data() + text.size();
    const auto [stop, fault] = std::from_chars(first, end, rung.games);
    if (fault != std::errc{} || stop != end || rung.games == 0) {
      return failed("'" + text + "' is no rung: behind the * stands a number of games");
    }
  }
  return players::parse(rung.name).into(rung.player.spec);
}

int ladder(const MatchOptions& options, MatchPlan plan) {
  if (!options.a.empty() || !options.b.empty() || !options.sprt.empty() || !options.blind.empty() ||
      !options.report.empty())
    return wrong_input(
        "--ladder plays --rungs against each other; --a, --b, --blind, --sprt and --report are for one match");
  std::vector<std::string> texts = options.rungs;
  if (texts.empty()) texts = {"random", "greedy", "search:100", "search:1000", "search:10000"};
  if (texts.size() < 2) return wrong_input("a ladder needs at least two rungs");
  std::vector<RungText> steps(texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i)
    if (auto done = read_rung(texts[i], plan.games, steps[i]); !done) return wrong_input(done.failure());
  const std::string command = ladder_command(options, plan);
  std::vector<lab::Rung> rungs;
  ordered_json list = ordered_json::array();
  for (std::size_t i = 1; i < steps.size(); ++i) {
    plan.a = steps[i].player;
    plan.b = steps[i - 1].player;
    plan.games = steps[i].games;
    if (!options.checkpoint.empty()) plan.checkpoint = options.checkpoint + "-" + std::to_string(i);
    lab::Rung rung{steps[i].name, steps[i - 1].name, {}};
    if (auto done = lab::match(plan, rung.report, !options.quiet); !done) return wrong_input(done.failure());
    if (!options.json) print_text(plan, rung.report);
    list.push_back(report_json(plan, rung.report));
    if (rung.report.interrupted) {
      speech::tell(stderr, "stopped: the ladder was not finished");
      break;
    }
    rungs.push_back(std::move(rung));
  }
  if (options.json) fmt::print("{}\n", list.dump(2));
  if (!options.write.empty() && rungs.size() + 1 == steps.size()) {
    const std::string section = ladder_markdown(plan, rungs, command);
    if (auto done = write_file(options.write, with_section(options.write, section)); !done)
      return wrong_input(done.failure());
  }
  // A rung that is clearly weaker than the one below it is an answer too: no.
  int status = 0;
  for (const lab::Rung& rung : rungs) {
    if (rung.report.scores.interval().high >= rung.report.null_share) continue;
    speech::tell(stderr, "the ladder falls: {} is weaker than {}", rung.player, rung.below);
    status = 1;
  }
  return status;
}

}  // namespace

int match(const MatchOptions& options) {
  MatchPlan plan;
  plan.edition = edition(options);
  if (plan.edition == nullptr) return 2;
  if (auto done = make_plan(options, plan); !done) return wrong_input(done.failure());
  if (options.ladder) return ladder(options, std::move(plan));
  if (!options.write.empty() || !options.rungs.empty()) return wrong_input("--write and --rungs are for --ladder");
  if (!options.report.empty())
    if (auto done = can_write(options.report); !done) return wrong_input(done.failure());
  MatchReport report;
  if (auto done = read_player(options.a, plan.a, "--a"); !done) return wrong_input(done.failure());
  if (auto done = read_player(options.b, plan.b, "--b"); !done) return wrong_input(done.failure());
  if (auto done = lab::match(plan, report, !options.quiet); !done) return wrong_input(done.failure());
  if (report.broken > 0)
    speech::tell(stderr, "{} games do not count: one of their set was broken off", report.broken);
  if (report.forfeits_a + report.forfeits_b > 0)
    speech::tell(stderr, "forfeits: {} by A, {} by B", report.forfeits_a, report.forfeits_b);
  if (report.interrupted)
    speech::tell(stderr, "stopped: {} of {} games were played", report.games,
                 plan.sets() * report.scores.games_per_set);
  if (!options.report.empty())
    if (auto done = write_file(options.report, lab::match_page(plan, report)); !done)
      return wrong_input(done.failure());
  if (options.json)
    fmt::print("{}\n", report_json(plan, report).dump(2));
  else if (report.games > 0)
    print_text(plan, report);
  if (!options.quiet) speech::tell(stderr, "{:.1f} s; threads: {}", report.seconds, plan.threads);
  return 0;
}

}  // namespace rw::cli
