// `rulewright scenario FILE...`: runs scenarios and prints what differs.
#include "lab/scenario.h"

#include <fmt/core.h>

#include <map>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/terminal.h"
#include "speech/speech.h"

namespace rw::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Tally {
  int passed = 0;
  int failed = 0;
  bool wrong_input = false;  // something could not be read, or has no meaning
};

// The editions that the scenarios need, each loaded once.
class Shelf {
 public:
  explicit Shelf(const Common& common) : common_(common) {}

  const Edition* edition_of(const std::string& game) {
    auto [place, fresh] = editions_.try_emplace(game);
    if (fresh && find_game(game) != nullptr) {
      Common wanted = common_;
      wanted.game = game;
      place->second = edition(wanted);
    }
    return place->second.get();
  }

 private:
  const Common& common_;
  std::map<std::string, std::shared_ptr<const Edition>> editions_;
};

lab::ScenarioResult run_on(Shelf& shelf, const lab::Scenario& scenario) {
  if (const Edition* rules = shelf.edition_of(scenario.game.text)) return lab::run(*rules, scenario);
  lab::Problem problem;
  problem.error = true;
  problem.file = scenario.file;
  problem.line = scenario.game.line;
  problem.about = "game";
  problem.reason = find_game(scenario.game.text) == nullptr ? "there is no game '" + scenario.game.text + "'"
                                                            : "its content cannot be loaded";
  lab::ScenarioResult result;
  result.problems.push_back(std::move(problem));
  return result;
}

Json problem_json(const lab::Problem& problem) {
  Json out = {{"kind", problem.error ? "error" : "failure"}, {"file", problem.file}, {"line", problem.line}};
  if (!problem.about.empty()) out["about"] = problem.about;
  if (!problem.expected.empty()) out["expected"] = problem.expected;
  if (!problem.expected.empty()) out["found"] = problem.found;
  if (!problem.reason.empty()) out["reason"] = problem.reason;
  if (!problem.events.empty()) out["events"] = problem.events;
  return out;
}

Json problems_json(const std::vector<lab::Problem>& problems) {
  Json out = Json::array();
  for (const lab::Problem& problem : problems) out.push_back(problem_json(problem));
  return out;
}

Json scenario_json(const lab::Scenario& scenario, const lab::ScenarioResult& result) {
  return {{"file", scenario.file},         {"line", scenario.line},
          {"game", scenario.game.text},    {"title", scenario.title},
          {"passed", result.passed()},     {"choices", result.choices},
          {"exercised", result.exercised}, {"shown", result.shown},
          {"settled", result.settled},     {"problems", problems_json(result.problems)}};
}

void print_result(const Terminal& terminal, const lab::Scenario& scenario, const lab::ScenarioResult& result) {
  const std::string verdict = result.passed()
                                  ? painted(terminal, Paint{.ink = 2}, speech::said("ok    "))
                                  : painted(terminal, Paint{.ink = 9, .bold = true}, speech::said("FAILED"));
  fmt::print("{} {}:{}  {}\n", verdict, scenario.file, scenario.line, scenario.title);
  for (const lab::Problem& problem : result.problems) fmt::print("    {}\n", speech::translated(problem.text()));
}

}  // namespace

int scenario(const ScenarioOptions& options) {
  if (options.files.empty()) return wrong_input("name at least one scenario file or folder");
  const Terminal terminal = Terminal::detect();
  const lab::ScenarioFile read = lab::read_scenario_files(options.files);
  Shelf shelf(options);
  Tally tally;
  tally.wrong_input = !read.problems.empty();
  Json list = Json::array();
  for (const lab::Scenario& each : read.scenarios) {
    const lab::ScenarioResult result = run_on(shelf, each);
    ++(result.passed() ? tally.passed : tally.failed);
    for (const lab::Problem& problem : result.problems) tally.wrong_input = tally.wrong_input || problem.error;
    if (options.json)
      list.push_back(scenario_json(each, result));
    else
      print_result(terminal, each, result);
  }
  if (options.json) {
    const Json out = {{"passed", tally.passed},
                      {"failed", tally.failed},
                      {"unreadable", problems_json(read.problems)},
                      {"scenarios", std::move(list)}};
    fmt::print("{}\n", out.dump(2, ' ', false, Json::error_handler_t::replace));
  } else {
    for (const lab::Problem& problem : read.problems)
      fmt::print(stderr, "{}\n", speech::translated(problem.text()));
    if (read.problems.empty())
      speech::tell("{} passed, {} failed", tally.passed, tally.failed);
    else
      speech::tell("{} passed, {} failed; problems in reading: {}", tally.passed, tally.failed,
                   read.problems.size());
  }
  if (tally.wrong_input) return 2;
  return tally.failed == 0 ? 0 : 1;
}

}  // namespace rw::cli
