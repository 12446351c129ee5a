// `rulewright clauses GAME`: every rule with the scenarios that exercise it, and what nothing does.
#include <fmt/core.h>

#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/terminal.h"
#include "lab/coverage.h"
#include "speech/speech.h"

namespace rw::cli {
namespace {

using Json = nlohmann::ordered_json;

Json covered_json(const std::vector<lab::Covered>& list, bool missing_only) {
  Json out = Json::array();
  for (const lab::Covered& covered : list) {
    if (missing_only && !covered.scenarios.empty()) continue;
    Json item = {{"id", covered.clause->id}, {"section", covered.clause->section}, {"text", covered.clause->text}};
    if (!covered.clause->by.empty()) item["by"] = covered.clause->by;
    item["scenarios"] = covered.scenarios;
    out.push_back(std::move(item));
  }
  return out;
}

void print_json(const std::string& game, const lab::Coverage& coverage, bool missing_only) {
  Json out = {{"game", game},
              {"complete", coverage.missing().empty()},
              {"scenarios", coverage.scenarios},
              {"failed", coverage.failed},
              {"rules", covered_json(coverage.rules, missing_only)},
              {"definitions", covered_json(coverage.definitions, missing_only)},
              {"rulings", covered_json(coverage.rulings, missing_only)}};
  fmt::print("{}\n", out.dump(2, ' ', false, Json::error_handler_t::replace));
}

void print_list(const Terminal& terminal, const std::string& heading, const std::vector<lab::Covered>& list) {
  if (list.empty()) return;
  fmt::print("{}\n", painted(terminal, strong, heading));
  for (const lab::Covered& covered : list) {
    fmt::print("  {}  {}\n", painted(terminal, strong, covered.clause->id),
               paragraph(covered.clause->in(speech::language()).text, terminal.width - 4, 4));
    std::string names;
    for (const std::string& name : covered.scenarios) names += (names.empty() ? "" : ", ") + name;
    if (names.empty())
      fmt::print("    {}\n", painted(terminal, Paint{.ink = 9}, speech::said("nothing exercises it")));
    else
      fmt::print("    {}\n", painted(terminal, faint, paragraph(names, terminal.width - 4, 4)));
  }
}

std::size_t covered_in(const std::vector<lab::Covered>& list) {
  std::size_t covered = 0;
  for (const lab::Covered& each : list) covered += each.scenarios.empty() ? 0U : 1U;
  return covered;
}

void print_summary(std::FILE* out, const lab::Coverage& coverage) {
  speech::tell(out, "{} scenarios; {} of {} rules exercised, {} of {} definitions shown, {} of {} rulings settled",
               coverage.scenarios, covered_in(coverage.rules), coverage.rules.size(),
               covered_in(coverage.definitions), coverage.definitions.size(), covered_in(coverage.rulings),
               coverage.rulings.size());
}

}  // namespace

int clauses(const ClausesOptions& options) {
  const auto rules = edition(options);
  if (!rules) return 2;
  const std::string folder =
      options.scenarios.empty() ? source_folder("tests/scenarios/" + options.game) : options.scenarios;
  if (folder.empty())
    return wrong_input(
        fmt::format("there is no folder tests/scenarios/{}; name one with --scenarios", options.game));
  const lab::ScenarioFile read = lab::read_scenario_files({folder});
  for (const lab::Problem& problem : read.problems) fmt::print(stderr, "{}\n", speech::translated(problem.text()));
  const lab::Coverage coverage = lab::cover(*rules, read.scenarios);
  for (const std::string& name : coverage.failed) speech::tell(stderr, "{} fails and counts for nothing", name);
  const auto missing = coverage.missing();
  if (options.json) {
    print_json(options.game, coverage, options.missing);
  } else if (options.missing) {
    for (const ClauseText* clause : missing)
      fmt::print("{}  {}\n", clause->id, clause->in(speech::language()).text);
    print_summary(stderr, coverage);
  } else {
    const Terminal terminal = Terminal::detect();
    print_list(terminal, speech::said("Rules"), coverage.rules);
    print_list(terminal, speech::said("Definitions"), coverage.definitions);
    print_list(terminal, speech::said("Rulings"), coverage.rulings);
    print_summary(stdout, coverage);
  }
  if (!read.problems.empty()) return 2;
  return missing.empty() ? 0 : 1;
}

}  // namespace rw::cli
