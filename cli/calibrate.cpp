// `rulewright calibrate`: do the chances that reviews tell hold? As tables, as JSON, as a section of a report.
#include "lab/calibrate.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/lab.h"
#include "cli/terminal.h"
#include "lab/verdicts.h"
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

std::string aimed_text(const lab::CalibrationReport& report) {
  return speech::said(
      "{} of them were looked at wherever they stood, and the Brier scores are theirs; the others where the seat "
      "seemed "
      "to stand in a tenth with few positions.",
      report.unaimed);
}

void print_json(const lab::CalibrationPlan& plan, const lab::CalibrationReport& report) {
  ordered_json out = contest_json(*plan.edition, plan.setup, {});
  out["player"] = plan.player.text();
  out["seed"] = plan.seed;
  out["games"] = report.games;
  out["unaimed"] = report.unaimed;
  out["predictions"] = ways_json(report);
  fmt::print("{}\n", out.dump(2));
}

void print_text(const lab::CalibrationPlan& plan, const lab::CalibrationReport& report) {
  const Terminal terminal = Terminal::detect();
  speech::tell("{}: {} games of {}, one position of each, {} seats, seed {}\n", plan.edition->game().id,
               report.games, plan.player.text(), plan.setup.seats, plan.seed);
  if (report.unaimed < report.games) fmt::print("{}\n", aimed_text(report));
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
  if (plan.least > 0)
    command += " --least " + std::to_string(plan.least) + " --most " + std::to_string(plan.most_games);
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
         (report.unaimed < report.games ? " " + aimed_text(report) : "") +
         (report.interrupted ? " " + speech::said("It was stopped early.") : "") + "\n\n";
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
  if (auto done = lab::calibrate(plan, report, !options.quiet); !done) return wrong_input(done.failure());
  found.game = options.game;
  found.rules = plan.edition->game().rules_version;
  found.seats = plan.setup.seats;
  found.sides = report.sides;
  found.length = report.length;
  found.found = fmt::format("{} games of {}, seed {}", report.games, plan.player.text(), plan.seed);
  if (auto done = lab::fit(report.judged, found); !done) return wrong_input(done.failure());
  if (auto done = write_file(options.fit, found.text()); !done) return wrong_input(done.failure());
  speech::tell("{} positions of {} games: {} is written; it counts when the program is built anew",
               report.positions, report.games, options.fit);
  return 0;
}

// ---- verdicts ---------------------------------------------------------------------------------------

struct VerdictCounts {
  std::ptrdiff_t right, wrong, fits;
};

VerdictCounts counts_of(const lab::VerdictReport& report) {
  const auto count = [&](bool (lab::TestedVerdict::*is)() const) {
    return std::count_if(report.verdicts.begin(), report.verdicts.end(),
                         [&](const lab::TestedVerdict& verdict) { return (verdict.*is)(); });
  };
  return {count(&lab::TestedVerdict::right), count(&lab::TestedVerdict::wrong), count(&lab::TestedVerdict::fits)};
}

std::string verdicts_text(const lab::VerdictPlan& plan, const lab::VerdictReport& report) {
  const VerdictCounts counts = counts_of(report);
  return speech::said(
      "{} choices that reviews of {} games call clearly not the best, {} games of search:{} from each and from "
      "the better one: {} clearly right, {} clearly wrong, {} with intervals that meet. Told {} points on "
      "average ({}), played {} ({}).",
      report.verdicts.size(), report.games, plan.games, plan.simulations, counts.right, counts.wrong, counts.fits,
      signed_points(report.told.mean()), points_between(report.told.interval_of_counts()),
      signed_points(report.played.mean()), points_between(report.played.interval_of_counts()));
}

std::string verdicts_markdown(const CalibrateOptions& options, const lab::VerdictPlan& plan,
                              const lab::VerdictReport& report) {
  const core::Node name = plan.edition->bundle().root()["game"]["name"];
  return "## " +
         speech::said("Verdicts of reviews: {}, {} seats", name[speech::language()].text(name.text(options.game)),
                      plan.setup.seats) +
         fmt::format(
             "\n\n    rulewright calibrate {} --seats {} --verdicts {} --confirm {} --seed {} --player {}\n\n",
             options.game, plan.setup.seats, plan.verdicts, plan.games, plan.seed, plan.player.text()) +
         verdicts_text(plan, report) + " " +
         speech::said("Rules {}, content {}.", plan.edition->game().rules_version,
                      plan.edition->version().substr(0, 8)) +
         (report.interrupted ? " " + speech::said("It was stopped early.") : "") + "\n";
}

ordered_json verdicts_json(const lab::VerdictReport& report) {
  ordered_json list = ordered_json::array();
  for (const lab::TestedVerdict& verdict : report.verdicts)
    list.push_back({{"game", verdict.game},
                    {"choice", verdict.number},
                    {"chosen", verdict.chosen},
                    {"better", verdict.better},
                    {"cost", verdict.cost},
                    {"interval_95", interval_json(verdict.interval)},
                    {"played", verdict.played.mean()},
                    {"played_interval_95", interval_json(verdict.played.interval_of_counts())}});
  const VerdictCounts counts = counts_of(report);
  return {{"games", report.games}, {"right", counts.right},      {"wrong", counts.wrong},
          {"fits", counts.fits},   {"told", report.told.mean()}, {"played", report.played.mean()},
          {"verdicts", list}};
}

int test_verdicts(const CalibrateOptions& options, const lab::CalibrationPlan& about) {
  lab::VerdictPlan plan;
  plan.edition = about.edition;
  plan.setup = about.setup;
  plan.player = about.player;
  plan.verdicts = options.verdicts;
  plan.games = options.confirm;
  plan.seed = about.seed;
  plan.threads = about.threads;
  plan.checkpoint = options.checkpoint;
  plan.resume = options.resume;
  lab::VerdictReport report;
  if (auto done = lab::test_verdicts(plan, report, !options.quiet); !done) return wrong_input(done.failure());
  if (report.interrupted)
    speech::tell(stderr, "stopped: {} of {} verdicts were tested", report.verdicts.size(), plan.verdicts);
  if (report.verdicts.empty()) return 1;
  if (!options.write.empty())
    if (auto done =
            write_file(options.write, with_section(options.write, verdicts_markdown(options, plan, report)));
        !done)
      return wrong_input(done.failure());
  if (options.json)
    fmt::print("{}\n", verdicts_json(report).dump(2));
  else
    fmt::print("{}\n", verdicts_text(plan, report));
  return 0;
}

int calibrate_one(const CalibrateOptions& options) {
  lab::CalibrationPlan plan;
  plan.edition = edition(options);
  if (plan.edition == nullptr) return 2;
  std::vector<std::pair<std::string, std::vector<std::string>>> varied;
  plan.games = options.games;
  plan.least = options.fit.empty() ? options.least : 0;
  if (plan.least > 0) plan.most_games = options.most_games != 0 ? options.most_games : 40 * options.games;
  plan.seed = options.seed;
  plan.threads = thread_count(options.threads);
  if (auto done = read_contest(options, *plan.edition, plan.setup, varied); !done)
    return wrong_input(done.failure());
  if (auto done = players::parse(options.player).into(plan.player); !done) return wrong_input(done.failure());
  if (options.seats == 0) plan.setup.seats = std::max(2, plan.setup.seats);
  for (const std::string& file : {options.fit, options.write})
    if (!file.empty())
      if (auto done = can_write(file); !done) return wrong_input(done.failure());
  if (!options.fit.empty()) return fit(options, plan);
  if (options.resume && options.checkpoint.empty())
    return wrong_input("--resume needs --checkpoint FILE, to know where the work was kept");
  if (!options.checkpoint.empty() && options.verdicts == 0)
    return wrong_input("--checkpoint is for --verdicts N: other calibrations begin anew");
  if (options.verdicts != 0) return test_verdicts(options, plan);
  lab::CalibrationReport report;
  if (auto done = lab::calibrate(plan, report, !options.quiet); !done) return wrong_input(done.failure());
  if (report.interrupted)
    speech::tell(stderr, "stopped: {} of {} games were played", report.games,
                 std::max(plan.games, plan.most_games));
  if (report.games == 0) return 1;
  if (!options.write.empty())
    if (auto done = write_file(options.write, with_section(options.write, markdown(options, plan, report))); !done)
      return wrong_input(done.failure());
  if (options.json)
    print_json(plan, report);
  else
    print_text(plan, report);
  return 0;
}

}  // namespace

int calibrate(const CalibrateOptions& options) {
  if (options.game != "all") return calibrate_one(options);
  constexpr int most_common_seats = 4;
  for (const Game* game : rw::games())
    for (int seats = std::max(2, game->min_seats); seats <= std::min(most_common_seats, game->max_seats);
         ++seats) {
      if (options.seats != 0 && options.seats != seats) continue;
      CalibrateOptions one = options;
      one.game = game->id;
      one.seats = seats;
      if (!options.fit.empty())
        one.fit = (std::filesystem::path(options.fit) / fmt::format("{}_{}.txt", game->id, seats)).string();
      if (const int status = calibrate_one(one); status != 0) return status;
    }
  return 0;
}

}  // namespace rw::cli
