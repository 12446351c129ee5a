// Running all scenarios of a game and noting what each rule was exercised by.
#include "lab/coverage.h"

#include <algorithm>

namespace rw::lab {
namespace {

bool is_ruling(const ClauseText& clause) { return !clause.by.empty(); }

void note(std::vector<Covered>& list, const std::set<std::string>& ids, const std::string& scenario) {
  for (Covered& covered : list) {
    if (!ids.contains(std::string(covered.clause->id))) continue;
    const bool noted = !covered.scenarios.empty() && covered.scenarios.back() == scenario;
    if (!noted) covered.scenarios.push_back(scenario);
  }
}

}  // namespace

Coverage cover(const Edition& edition, const std::vector<Scenario>& scenarios) {
  Coverage coverage;
  for (const ClauseText& clause : edition.clauses())
    (is_ruling(clause)   ? coverage.rulings
     : clause.definition ? coverage.definitions
                         : coverage.rules)
        .push_back({&clause, {}});
  for (const Scenario& scenario : scenarios) {
    if (scenario.game.text != edition.game().id) continue;
    ++coverage.scenarios;
    const ScenarioResult result = run(edition, scenario);
    if (!result.passed()) {
      coverage.failed.push_back(scenario.name());
      continue;
    }
    note(coverage.rules, result.exercised, scenario.name());
    note(coverage.definitions, result.exercised, scenario.name());
    note(coverage.definitions, result.shown, scenario.name());
    note(coverage.rulings, result.settled, scenario.name());
  }
  return coverage;
}

std::vector<const ClauseText*> Coverage::missing() const {
  std::vector<const ClauseText*> out;
  for (const std::vector<Covered>* list : {&rules, &definitions, &rulings})
    for (const Covered& covered : *list)
      if (covered.scenarios.empty()) out.push_back(covered.clause);
  return out;
}

}  // namespace rw::lab
