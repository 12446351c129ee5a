// `rulewright simulate`: many games between computer players, as a table or as JSON.
#include "lab/simulate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <thread>

#include "cli/commands.h"
#include "cli/terminal.h"

namespace rw::cli {
namespace {

using nlohmann::ordered_json;

// ---- the plan ------------------------------------------------------------------------------------

bool read_options(const std::vector<std::string>& given, Setup& setup, std::string& error) {
  for (const std::string& option : given) {
    const std::size_t equals = option.find('=');
    if (equals == std::string::npos || equals == 0) {
      error = "option '" + option + "' must have the form name=value";
      return false;
    }
    setup.options.emplace_back(option.substr(0, equals), option.substr(equals + 1));
  }
  return true;
}

bool make_plan(const SimulateOptions& options, lab::SimulationPlan& plan, std::string& error) {
  plan.games = options.games;
  plan.seed = options.seed;
  plan.threads =
      options.threads != 0 ? options.threads : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  plan.setup.seats = options.seats != 0 ? options.seats : plan.edition->game().min_seats;
  for (const std::string& text : options.players) {
    players::Spec spec;
    if (!players::parse(text, spec, error)) return false;
    plan.players.push_back(spec);
  }
  if (plan.players.empty()) plan.players.emplace_back();
  return read_options(options.options, plan.setup, error);
}

// ---- the answer ----------------------------------------------------------------------------------

ordered_json interval_json(const lab::Interval& interval) { return {interval.low, interval.high}; }

ordered_json rates_json(const std::vector<lab::WinRate>& rates) {
  ordered_json list = ordered_json::array();
  for (const lab::WinRate& rate : rates)
    list.push_back({{"name", rate.name},
                    {"games", rate.games},
                    {"wins", rate.wins},
                    {"rate", rate.rate()},
                    {"interval_95", interval_json(rate.interval)},
                    {"fair", rate.fair}});
  return list;
}

ordered_json plan_json(const lab::SimulationPlan& plan) {
  ordered_json names = ordered_json::array(), setup = ordered_json::object();
  for (const players::Spec& spec : plan.players) names.push_back(spec.text());
  for (const auto& [name, value] : plan.setup.options) setup[name] = value;
  return {{"game", plan.edition->game().id},
          {"content", plan.edition->version()},
          {"rules_version", plan.edition->game().rules_version},
          {"seats", plan.setup.seats},
          {"options", setup},
          {"players", names},
          {"seed", plan.seed},
          {"games_wanted", plan.games}};
}

void print_json(const lab::SimulationPlan& plan, const lab::SimulationReport& report) {
  ordered_json out = plan_json(plan);
  out["games"] = report.games;
  out["seats_won"] = rates_json(report.seats);
  out["players_won"] = rates_json(report.players);
  out["decisions"] = {{"total", report.decisions},
                      {"mean", report.length.mean()},
                      {"interval_95", interval_json(report.length.interval())},
                      {"deviation", report.length.deviation()},
                      {"least", report.lengths.least},
                      {"lower_quartile", report.lengths.lower},
                      {"median", report.lengths.median},
                      {"upper_quartile", report.lengths.upper},
                      {"most", report.lengths.most}};
  ordered_json scores = ordered_json::array(), endings = ordered_json::object();
  for (const lab::Mean& score : report.scores)
    scores.push_back({{"mean", score.mean()},
                      {"interval_95", interval_json(score.interval())},
                      {"deviation", score.deviation()}});
  for (const auto& [clause, count] : report.endings) endings[clause] = count;
  out["scores"] = scores;
  out["endings"] = endings;
  // Everything above repeats for the same seed; this part is about this run.
  const double seconds = std::max(report.seconds, 1e-9);
  out["run"] = {{"threads", plan.threads},
                {"seconds", report.seconds},
                {"games_per_second", static_cast<double>(report.games) / seconds},
                {"decisions_per_second", static_cast<double>(report.decisions) / seconds}};
  fmt::print("{}\n", out.dump(2));
}

std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }

std::string rates_text(const Terminal& terminal, std::string_view heading,
                       const std::vector<lab::WinRate>& rates) {
  Listing listing({std::string(heading), "won", "95 % interval", "fair share"},
                  {Align::left, Align::right, Align::right, Align::right});
  for (const lab::WinRate& rate : rates)
    listing.row({rate.name, percent(rate.rate()),
                 fmt::format("{:.1f} to {:.1f} %", 100 * rate.interval.low, 100 * rate.interval.high),
                 percent(rate.fair)});
  return listing.text(terminal);
}

std::string endings_text(const Terminal& terminal, const lab::SimulationPlan& plan,
                         const lab::SimulationReport& report) {
  Listing listing({"ended by", "games", "", "rule"}, {Align::left, Align::right, Align::right, Align::left});
  for (const auto& [id, count] : report.endings) {
    const ClauseText* clause = plan.edition->clause(id);
    listing.row({id, std::to_string(count),
                 percent(static_cast<double>(count) / static_cast<double>(report.games)),
                 clause == nullptr ? "" : clipped(clause->text, std::max(20, terminal.width - 36))});
  }
  return listing.text(terminal);
}

void print_text(const lab::SimulationPlan& plan, const lab::SimulationReport& report) {
  const Terminal terminal = Terminal::detect();
  const double seconds = std::max(report.seconds, 1e-9);
  fmt::print("{}: {} games, {} seats, seed {}\n\n", plan.edition->game().id, report.games, plan.setup.seats,
             plan.seed);
  fmt::print("{}\n{}\n{}\n", rates_text(terminal, "player", report.players),
             rates_text(terminal, "seat", report.seats), endings_text(terminal, plan, report));
  const lab::Interval mean = report.length.interval();
  fmt::print(
      "decisions per game: {:.1f} on average ({:.1f} to {:.1f}), {:.0f} / {:.0f} / {:.0f} least, median, most\n",
      report.length.mean(), mean.low, mean.high, report.lengths.least, report.lengths.median, report.lengths.most);
  fmt::print("{:.1f} s on {} thread{}: {:.0f} games/s, {:.0f} decisions/s\n", report.seconds, plan.threads,
             plan.threads == 1 ? "" : "s", static_cast<double>(report.games) / seconds,
             static_cast<double>(report.decisions) / seconds);
  fmt::print("Players change seats from game to game.\n");
}

}  // namespace

int simulate(const SimulateOptions& options) {
  lab::SimulationPlan plan;
  plan.edition = edition(options);
  if (plan.edition == nullptr) return 2;
  std::string error;
  lab::SimulationReport report;
  if (!make_plan(options, plan, error) || !lab::simulate(plan, report, error, !options.quiet))
    return wrong_input(error);
  if (report.games < plan.games)
    fmt::print(stderr, "stopped: {} of {} games were played\n", report.games, plan.games);
  if (options.json)
    print_json(plan, report);
  else if (report.games > 0)
    print_text(plan, report);
  return 0;
}

}  // namespace rw::cli
