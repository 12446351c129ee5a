// `rulewright calibrate`: do the chances that reviews tell hold? As tables, as JSON, as a section of a report.
#include "lab/calibrate.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/lab.h"
#include "cli/terminal.h"
#include "speech/speech.h"

namespace rw::cli {
namespace {

using nlohmann::ordered_json;

constexpr int positions_to_fit = 8;  // of each game

std::string tenth_text(std::size_t i) { return speech::said("{} to {} %", 10 * i, 10 * (i + 1)); }

ordered_json ways_json(const lab::CalibrationReport& report) {
  ordered_json out = ordered_json::array();
  for (const lab::Predictions& way : report.ways) {
    ordered_json tenths = ordered_json::array();
    for (std::size_t i = 0; i < way.tenths.size(); ++i)
      if (const lab::Tenth& tenth = way.tenths[i]; tenth.positions > 0)
        tenths.push_back({{"tenth", i},
                          {"positions", tenth.positions},
                          {"predicted", tenth.predicted},
                          {"won", tenth.won},
                          {"interval_95", interval_json(tenth.interval)},
                          {"holds", tenth.holds()}});
    out.push_back({{"way", way.name}, {"brier", way.brier}, {"tenths", tenths}});
  }
  return out;
}

void print_json(const lab::CalibrationPlan& plan, const lab::CalibrationReport& report) {
  ordered_json out = contest_json(*plan.edition, plan.setup, {});
  out["player"] = plan.player.text();
  out["seed"] = plan.seed;
  out["games"] = report.games;
  out["predictions"] = ways_json(report);
  fmt::print("{}\n", out.dump(2));
}

void print_text(const lab::CalibrationPlan& plan, const lab::CalibrationReport& report) {
  const Terminal terminal = Terminal::detect();
  speech::tell("{}: {} games of {}, one position of each, {} seats, seed {}\n", plan.edition->game().id,
               report.games, plan.player.text(), plan.setup.seats, plan.seed);
  Listing ways({speech::said("chances"), speech::said("Brier score")}, {Align::left, Align::right});
  for (const lab::Predictions& way : report.ways)
    ways.row({speech::said(way.name), speech::said("{:.4f}", way.brier)});
  fmt::print("{}\n", ways.text(terminal));
  Listing tenths({speech::said("predicted"), speech::said("positions"), speech::said("mean"), speech::said("won"),
                  speech::said("95 % interval"), ""},
                 {Align::left, Align::right, Align::right, Align::right, Align::right, Align::left});
  for (std::size_t i = 0; i < report.ways[0].tenths.size(); ++i)
    if (const lab::Tenth& tenth = report.ways[0].tenths[i]; tenth.positions > 0)
      tenths.row({tenth_text(i), std::to_string(tenth.positions), percent(tenth.predicted), percent(tenth.won),
                  percents(tenth.interval), tenth.holds() ? "" : speech::said("is off")});
  fmt::print("{}", tenths.text(terminal));
}

std::string markdown(const CalibrateOptions& options, const lab::CalibrationPlan& plan,
                     const lab::CalibrationReport& report) {
  const core::Node name = plan.edition->bundle().root()["game"]["name"];
  std::string command = fmt::format("rulewright calibrate {} --games {} --seats {} --seed {} --player {}",
                                    options.game, plan.games, plan.setup.seats, plan.seed, plan.player.text());
  for (const std::string& option : options.options) command += " --option " + option;
  std::string out =
      "## " +
      speech::said("{}, {} seats", name[speech::language()].text(name.text(options.game)), plan.setup.seats) +
      "\n\n    " + command + "\n\n";
  const lab::Calibration* shipped = lab::shipped_calibration(options.game, plan.setup.seats, report.sides);
  out += speech::said("{} games, one position of each; rules {}, content {}.", report.games,
                      plan.edition->game().rules_version, plan.edition->version().substr(0, 8)) +
         " " +
         (shipped == nullptr ? speech::said("The evaluation is not calibrated.")
                             : speech::said("Calibrated on {}.", shipped->found)) +
         "\n\n";
  out += speech::said("| chances | Brier score |") + "\n|---|---:|\n";
  for (const lab::Predictions& way : report.ways)
    out += fmt::format("| {} | {} |\n", speech::said(way.name), speech::said("{:.4f}", way.brier));
  out += "\n" + speech::said("| predicted | positions | mean | won | 95 % interval | |") +
         "\n|---|---:|---:|---:|---:|---|\n";
  for (std::size_t i = 0; i < report.ways[0].tenths.size(); ++i)
    if (const lab::Tenth& tenth = report.ways[0].tenths[i]; tenth.positions > 0)
      out += fmt::format("| {} | {} | {} | {} | {} | {} |\n", tenth_text(i), tenth.positions,
                         percent(tenth.predicted), percent(tenth.won), percents(tenth.interval),
                         tenth.holds() ? "" : speech::said("is off"));
  return out;
}

int fit(const CalibrateOptions& options, lab::CalibrationPlan plan) {
  plan.positions = positions_to_fit;
  plan.estimates = false;
  lab::CalibrationReport report;
  lab::Calibration found;
  std::string error;
  if (!lab::calibrate(plan, report, error, !options.quiet)) return wrong_input(error);
  found.game = options.game;
  found.rules = plan.edition->game().rules_version;
  found.seats = plan.setup.seats;
  found.sides = report.sides;
  found.length = report.length;
  found.found = fmt::format("{} games of {}, seed {}", report.games, plan.player.text(), plan.seed);
  if (!lab::fit(report.judged, found, error) || !write_file(options.fit, found.text(), error))
    return wrong_input(error);
  speech::tell("{} positions of {} games: {} is written; it counts when the program is built anew",
               report.positions, report.games, options.fit);
  return 0;
}

}  // namespace

int calibrate(const CalibrateOptions& options) {
  lab::CalibrationPlan plan;
  plan.edition = edition(options);
  if (plan.edition == nullptr) return 2;
  std::string error;
  std::vector<std::pair<std::string, std::vector<std::string>>> varied;
  plan.games = options.games;
  plan.seed = options.seed;
  plan.threads = thread_count(options.threads);
  if (!read_contest(options, *plan.edition, plan.setup, varied, error) ||
      !players::parse(options.player, plan.player, error))
    return wrong_input(error);
  if (options.seats == 0) plan.setup.seats = std::max(2, plan.setup.seats);
  for (const std::string& file : {options.fit, options.write})
    if (!file.empty() && !can_write(file, error)) return wrong_input(error);
  if (!options.fit.empty()) return fit(options, plan);
  lab::CalibrationReport report;
  if (!lab::calibrate(plan, report, error, !options.quiet)) return wrong_input(error);
  if (report.interrupted) speech::tell(stderr, "stopped: {} of {} games were played", report.games, plan.games);
  if (report.games == 0) return 1;
  if (!options.write.empty() &&
      !write_file(options.write, with_section(options.write, markdown(options, plan, report)), error))
    return wrong_input(error);
  if (options.json)
    print_json(plan, report);
  else
    print_text(plan, report);
  return 0;
}

}  // namespace rw::cli
