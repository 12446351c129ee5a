// `rulewright bench`: how fast each game runs, as a table or as JSON.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/terminal.h"
#include "lab/benchmark.h"

namespace rw::cli {

std::uint64_t allocations();  // allocations.cpp

namespace {

using lab::Timing;
using nlohmann::ordered_json;

ordered_json timing_json(const Timing& timing) { return {{"min", timing.least}, {"median", timing.median}}; }

// A rate is best when its time is least.
ordered_json rate_json(const Timing& timing) {
  return {{"max", 1e9 / timing.least}, {"median", 1e9 / timing.median}};
}

ordered_json report_json(const lab::BenchmarkReport& report) {
  ordered_json out = {{"game", report.game},
                      {"seats", report.seats},
                      {"repetitions", report.repetitions},
                      {"state_bytes", report.state_bytes},
                      {"copy_scratch_ns", timing_json(report.copy_scratch)},
                      {"copy_array_ns", timing_json(report.copy_array)},
                      {"choices_ns", timing_json(report.choices)},
                      {"apply_ns", timing_json(report.apply)},
                      {"decision_ns", timing_json(report.decision)},
                      {"redeal_ns", timing_json(report.redeal)},
                      {"tensor_ns", timing_json(report.tensor)},
                      {"decisions_per_second", rate_json(report.decision)},
                      {"games_per_second", rate_json(report.game_time)},
                      {"games", report.games},
                      {"decisions", report.decisions},
                      {"decisions_per_game", report.decisions_per_game()}};
  if (report.allocations_per_game) out["allocations_per_game"] = *report.allocations_per_game;
  if (report.simulation.least > 0) out["simulations_per_second"] = rate_json(report.simulation);
  return out;
}

void print_text(const lab::BenchmarkReport& report) {
  Listing listing({report.game, "best", "median", ""}, {Align::left, Align::right, Align::right, Align::left});
  const auto time = [&](std::string_view name, const Timing& timing) {
    listing.row(
        {std::string(name), fmt::format("{:.0f}", timing.least), fmt::format("{:.0f}", timing.median), "ns"});
  };
  const auto rate = [&](std::string_view name, const Timing& timing) {
    listing.row({std::string(name), fmt::format("{:.0f}", 1e9 / timing.least),
                 fmt::format("{:.0f}", 1e9 / timing.median), "per second"});
  };
  time("copy into a scratch State", report.copy_scratch);
  time("copy array to array", report.copy_array);
  time("choices", report.choices);
  time("apply", report.apply);
  time("redeal", report.redeal);
  time("tensor", report.tensor);
  rate("decisions in random play", report.decision);
  rate("games in random play", report.game_time);
  if (report.simulation.least > 0) rate("simulations of the search", report.simulation);
  fmt::print("{}", listing.text(Terminal::detect()));
  fmt::print("State {} bytes; {:.1f} decisions per game", report.state_bytes, report.decisions_per_game());
  if (report.allocations_per_game) fmt::print("; {:g} allocations per game", *report.allocations_per_game);
  fmt::print("; {} seats, {} repetitions, one thread\n", report.seats, report.repetitions);
}

}  // namespace

int bench(const BenchOptions& options) {
  if (!(options.seconds > 0)) return wrong_input("--seconds must be more than 0");
  std::vector<std::string> names;
  if (!options.game.empty())
    names.push_back(options.game);
  else
    for (const Game* game : rw::games()) names.emplace_back(game->id);
  ordered_json list = ordered_json::array();
  for (const std::string& name : names) {
    Common common = options;
    common.game = name;
    const auto played = edition(common);
    if (played == nullptr) return 2;
    const lab::BenchmarkReport report = lab::benchmark({played, options.seconds, allocations});
    if (options.json)
      list.push_back(report_json(report));
    else
      print_text(report);
  }
  if (options.json) fmt::print("{}\n", list.dump(2));
  return 0;
}

}  // namespace rw::cli
