// `rulewright bench`: how fast each game runs, as a table or as JSON.
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/lab.h"
#include "cli/terminal.h"
#include "lab/benchmark.h"
#include "speech/speech.h"

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
                      {"speed_with_tensor", report.speed_with_tensor()},
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
  Listing listing({report.game, speech::said("best"), speech::said("median"), ""},
                  {Align::left, Align::right, Align::right, Align::left});
  const auto time = [&](std::string_view name, const Timing& timing) {
    listing.row(
        {speech::said(name), fmt::format("{:.0f}", timing.least), fmt::format("{:.0f}", timing.median), "ns"});
  };
  const auto rate = [&](std::string_view name, const Timing& timing) {
    listing.row({speech::said(name), fmt::format("{:.0f}", 1e9 / timing.least),
                 fmt::format("{:.0f}", 1e9 / timing.median), speech::said("per second")});
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
  std::string about =
      speech::said("State {} bytes; {:.1f} decisions per game", report.state_bytes, report.decisions_per_game());
  if (report.allocations_per_game)
    about += speech::said("; {:g} allocations per game", *report.allocations_per_game);
  about +=
      speech::said("; {:.0f} % of the speed with a tensor for each decision", 100 * report.speed_with_tensor());
  about += speech::said("; {} seats, {} repetitions, one thread", report.seats, report.repetitions);
  fmt::print("{}\n", about);
}

// The table of docs/reports/speed.md, best rounds.
std::string markdown_heading() {
  return "| game | State, bytes | copy, ns | choices, ns | apply, ns | games/s | decisions/s | redeal, ns | "
         "tensor, ns | "
         "search, simulations/s |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n";
}

std::string markdown_row(const lab::BenchmarkReport& report) {
  return fmt::format(
      "| {} | {} | {:.0f} | {:.0f} | {:.0f} | {:.0f} | {:.2f} million | {:.0f} | {:.0f} | {:.0f} |\n", report.game,
      report.state_bytes, report.copy_scratch.least, report.choices.least, report.apply.least,
      1e9 / report.game_time.least, 1e3 / report.decision.least, report.redeal.least, report.tensor.least,
      report.simulation.least > 0 ? 1e9 / report.simulation.least : 0);
}

// ---- compared with earlier runs ------------------------------------------------------------------

// A file of runs, oldest first; nothing is ever taken out of it. Null with a message printed.
enum class Missing : std::uint8_t { is_wrong, is_empty };
ordered_json read_runs(const std::string& file, Missing missing) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream && missing == Missing::is_empty) return ordered_json::array();
  ordered_json runs = stream ? ordered_json::parse(stream, nullptr, false) : ordered_json();
  const bool good = runs.is_array() && std::all_of(runs.begin(), runs.end(), [](const ordered_json& run) {
                      return run.is_object() && run.contains("results") && run["results"].is_array();
                    });
  if (good) return runs;
  wrong_input(file + (stream ? ": is no file of benchmark runs" : ": cannot be read"));
  return nullptr;
}

// The latest run of that game, with its note.
const ordered_json* latest(const ordered_json& runs, const std::string& game, std::string& note) {
  for (std::size_t i = runs.size(); i-- > 0;)
    for (const ordered_json& result : runs[i]["results"])
      if (result.value("game", "") == game) {
        note = runs[i].value("note", "");
        return &result;
      }
  return nullptr;
}

struct Measure {
  const char *name, *key;
  bool rate;  // more is better
};
constexpr Measure measures[] = {{"copy into a scratch State", "copy_scratch_ns", false},
                                {"copy array to array", "copy_array_ns", false},
                                {"choices", "choices_ns", false},
                                {"apply", "apply_ns", false},
                                {"redeal", "redeal_ns", false},
                                {"tensor", "tensor_ns", false},
                                {"decisions in random play", "decisions_per_second", true},
                                {"games in random play", "games_per_second", true},
                                {"simulations of the search", "simulations_per_second", true}};

double best_of(const ordered_json& result, const Measure& measure) {
  const auto found = result.find(measure.key);
  return found == result.end() || !found->is_object() ? 0 : found->value(measure.rate ? "max" : "min", 0.0);
}

// The time now divided by the time then, for rates too: above 1 is slower. Returns the worst.
double compare(const ordered_json& now, const ordered_json& runs) {
  std::string note;
  const std::string game = now["game"];
  const ordered_json* then = latest(runs, game, note);
  if (then == nullptr) {
    speech::tell("{}: nothing to compare with", game);
    return 0;
  }
  Listing listing({game, speech::said("then"), speech::said("now"), speech::said("time ratio")},
                  {Align::left, Align::right, Align::right, Align::right});
  double worst = 0;
  for (const Measure& measure : measures) {
    const double before = best_of(*then, measure), after = best_of(now, measure);
    if (before <= 0 || after <= 0) continue;
    const double ratio = measure.rate ? before / after : after / before;
    worst = std::max(worst, ratio);
    listing.row({speech::said(measure.name), fmt::format("{:.0f}", before), fmt::format("{:.0f}", after),
                 fmt::format("{:.2f}", ratio)});
  }
  const double size = (*then).value("state_bytes", 0.0);
  listing.row({speech::said("bytes of a State"), fmt::format("{:.0f}", size),
               fmt::format("{:.0f}", now.value("state_bytes", 0.0)), ""});
  fmt::print("{}{}\n", listing.text(Terminal::detect()),
             speech::said("then: {}", note.empty() ? speech::said("(no note)") : note));
  return worst;
}

}  // namespace

int bench(const BenchOptions& options) {
  if (!(options.seconds > 0)) return wrong_input("--seconds must be more than 0");
  const ordered_json then =
      options.compare.empty() ? ordered_json::array() : read_runs(options.compare, Missing::is_wrong);
  ordered_json kept =
      options.append.empty() ? ordered_json::array() : read_runs(options.append, Missing::is_empty);
  if (then.is_null() || kept.is_null()) return 2;
  std::vector<std::string> names;
  if (!options.game.empty())
    names.push_back(options.game);
  else
    for (const Game* game : rw::games()) names.emplace_back(game->id);
  ordered_json list = ordered_json::array();
  std::string table = markdown_heading();
  for (const std::string& name : names) {
    Common common = options;
    common.game = name;
    const auto played = edition(common);
    if (played == nullptr) return 2;
    const lab::BenchmarkReport report = lab::benchmark({played, options.seconds, allocations});
    list.push_back(report_json(report));
    if (options.markdown)
      table += markdown_row(report);
    else if (!options.json && options.compare.empty())
      print_text(report);
  }
  if (options.json) fmt::print("{}\n", list.dump(2));
  if (options.markdown) fmt::print("{}", table);
  if (!options.append.empty()) {
    kept.push_back({{"note", options.note}, {"results", list}});
    if (auto done = write_file(options.append, kept.dump(1) + "\n"); !done) return wrong_input(done.failure());
  }
  if (options.compare.empty()) return 0;
  double worst = 0;
  for (const ordered_json& result : list) worst = std::max(worst, compare(result, then));
  if (options.worst == 0 || worst <= options.worst) return 0;
  speech::tell(stderr, "something takes {:.2f} times as long as it did; {:.2f} is the limit", worst,
               options.worst);
  return 1;
}

}  // namespace rw::cli
