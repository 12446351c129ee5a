// The scenario runner itself: what it reads, what it refuses, and that nothing wrong passes.
#include "lab/scenario.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "engine/embedded.h"
#include "lab/coverage.h"
#include "tests/expected.h"

namespace rw::lab {
namespace {

std::shared_ptr<const Edition> edition_of(std::string_view game) {
  auto edition = good(Edition::load(embedded_bundle(game)));
  EXPECT_TRUE(edition);
  return edition;
}

std::string content_of(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

const std::filesystem::path tests_folder = std::filesystem::path(RULEWRIGHT_SOURCE) / "tests";

// ---- files that are wrong --------------------------------------------------------------------------

// The problems of a file and of running it, a line each: "12: title: is given twice".
std::vector<std::string> problems_of(const Edition& edition, const std::string& text) {
  const ScenarioFile read = read_scenarios(text, "");
  std::vector<Problem> problems = read.problems;
  for (const Scenario& scenario : read.scenarios) {
    const ScenarioResult result = run(edition, scenario);
    problems.insert(problems.end(), result.problems.begin(), result.problems.end());
  }
  std::vector<std::string> out;
  for (Problem& problem : problems) {
    problem.events.clear();
    out.push_back(problem.text().substr(problem.line > 0 ? 1 : 2));
  }
  return out;
}

// Each file in tests/bad_scenarios says in its comments what must be said about it; where a message
// goes on with what the game happens to have, "..." stands for the rest.
std::vector<std::string> announced_in(const std::string& text) {
  constexpr std::string_view mark = "# says: ";
  std::istringstream lines(text);
  std::vector<std::string> out;
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(mark)) out.push_back(line.substr(mark.size()));
  return out;
}

bool fits(const std::string& said, const std::string& announced) {
  if (!announced.ends_with("...")) return said == announced;
  return said.starts_with(announced.substr(0, announced.size() - 3));
}

TEST(BadScenarios, EachIsAnsweredWithPlaceKeyAndReason) {
  const auto edition = edition_of("risk_cybertron");
  for (const auto& file : files_in(tests_folder / "bad_scenarios")) {
    const std::string text = content_of(file);
    const std::vector<std::string> announced = announced_in(text), said = problems_of(*edition, text);
    EXPECT_FALSE(announced.empty()) << file;
    EXPECT_EQ(said.size(), announced.size()) << file;
    for (std::size_t i = 0; i < std::min(said.size(), announced.size()); ++i)
      EXPECT_TRUE(fits(said[i], announced[i]))
          << file << "\n  said:      " << said[i] << "\n  announced: " << announced[i];
  }
}

TEST(BadScenarios, EveryCutOfAGoodFileIsReadOrRefusedInOrder) {
  const auto edition = edition_of("risk_cybertron");
  const std::string text = content_of(tests_folder / "scenarios" / "risk_cybertron" / "samples.yaml");
  for (std::size_t length = 0; length < text.size(); length += 7) problems_of(*edition, text.substr(0, length));
}

TEST(BadScenarios, AFolderOrFileThatIsNotThereIsNamed) {
  const ScenarioFile read = read_scenario_files({"/nowhere/at/all.yaml"});
  ASSERT_EQ(read.problems.size(), 1U);
  EXPECT_EQ(read.problems[0].text(), "/nowhere/at/all.yaml: cannot be read");
}

// Cards that are made otherwise for one scenario are checked like any other content.
TEST(BadScenarios, AChangeOfContentThatMakesNoSenseIsNamed) {
  const ScenarioFile read = read_scenarios(
      "{ game: risk_cybertron, title: t, setup: { content: { leaders.nobody.name: x } }, play: [ pass: all ] }",
      (tests_folder / "scenarios" / "changed.yaml").string());
  ASSERT_EQ(read.scenarios.size(), 1U);
  const ScenarioResult result = run(*edition_of("risk_cybertron"), read.scenarios[0]);
  ASSERT_EQ(result.problems.size(), 1U);
  EXPECT_TRUE(result.problems[0].error);
  EXPECT_NE(result.problems[0].reason.find("leaders.nobody.name: there is no 'nobody'"), std::string::npos)
      << result.problems[0].reason;
}

// ---- files that are right --------------------------------------------------------------------------

// The program carries the sources of its content: a scenario may change cards wherever it lies.
TEST(ScenarioFile, ChangesContentAwayFromItsSources) {
  const ScenarioFile read = read_scenarios(
      "{ game: risk_cybertron, title: t, setup: { options: { leaders: 'optimus_prime,megatron' }, "
      "content: { leaders.megatron.name: { en: M, fr: M } } }, play: [ { expect: { turn: red } } ] }",
      "/nowhere/at/all.yaml");
  ASSERT_EQ(read.scenarios.size(), 1U);
  for (const Problem& problem : run(*edition_of("risk_cybertron"), read.scenarios[0]).problems)
    ADD_FAILURE() << problem.text();
}

TEST(ScenarioFile, HoldsOneScenarioAListOrSeveralDocuments) {
  const std::string one = "game: g\ntitle: t\nplay:\n  - red: pass\n";
  const std::string item = "- game: g\n  title: t\n  play:\n    - red: pass\n";
  EXPECT_EQ(read_scenarios(one, "f").scenarios.size(), 1U);
  EXPECT_EQ(read_scenarios(item + item, "f").scenarios.size(), 2U);
  EXPECT_EQ(read_scenarios(one + "---\n" + one + "---\n" + item + item, "f").scenarios.size(), 4U);
  const ScenarioFile read = read_scenarios(one + "---\n" + one, "a/folder/f.yaml");
  EXPECT_EQ(read.scenarios[1].name(), "f.yaml:6");
}

TEST(ScenarioFile, NestedMapsAndDottedPathsMeanTheSame) {
  const std::string head = "game: g\ntitle: t\nplay: [ red: pass ]\nsetup:\n  state:\n";
  const auto nested = read_scenarios(head + "    zones: { uraya: { robots: 3, owner: red } }\n", "f").scenarios;
  const auto dotted =
      read_scenarios(head + "    zones.uraya.robots: 3\n    zones.uraya.owner: red\n", "f").scenarios;
  const auto listed =
      read_scenarios(head + "    - zones.uraya: { robots: 3 }\n    - { zones: { uraya.owner: red } }\n", "f")
          .scenarios;
  for (const auto& scenarios : {nested, dotted, listed}) {
    ASSERT_EQ(scenarios.size(), 1U);
    ASSERT_EQ(scenarios[0].state.size(), 2U);
    EXPECT_EQ(scenarios[0].state[0].path, "zones.uraya.robots");
    EXPECT_EQ(scenarios[0].state[0].text, "3");
    EXPECT_EQ(scenarios[0].state[1].path, "zones.uraya.owner");
  }
}

TEST(Scenario, TheSamplesPassAndRunTheSameEveryTime) {
  const auto edition = edition_of("risk_cybertron");
  const ScenarioFile read =
      read_scenario_files({(tests_folder / "scenarios" / "risk_cybertron" / "samples.yaml").string()});
  ASSERT_FALSE(read.scenarios.empty());
  for (const Scenario& scenario : read.scenarios) {
    const ScenarioResult first = run(*edition, scenario), second = run(*edition, scenario);
    for (const Problem& problem : first.problems) ADD_FAILURE() << problem.text();
    EXPECT_EQ(first.exercised, second.exercised);
    EXPECT_EQ(first.choices, second.choices);
    for (const Written& id : scenario.clauses)
      EXPECT_TRUE(first.exercised.contains(id.text) || first.shown.contains(id.text));
  }
}

// Two equal Dinosaurs are on offer: a name that means both is answered with both in full. A label works as a
// notation does, in either language.
TEST(Scenario, ATextWithTwoMeaningsIsAnErrorThatNamesBoth) {
  const auto edition = edition_of("dino_battles");
  const std::string head =
      "game: dino_battles\ntitle: t\nsetup:\n  state:\n    phase: buy\n"
      "    players.red: { hand: [attack, evade] }\n"
      "    offering: { slot_1: velociraptor, slot_2: velociraptor }\nplay:\n";
  const std::string both =
      "'buy velociraptor paying AE' means 2 different choices: buy \"Bolt Velociraptor (slot 1)\" paying \"AE\"; "
      "buy \"Bolt Velociraptor (slot 2)\" paying \"AE\"";
  for (const std::string step :
       {"  - red: buy velociraptor paying AE\n", "  - red cannot: buy velociraptor paying AE\n",
        "  - expect choices of red: { includes: [buy velociraptor paying AE] }\n"}) {
    const std::vector<std::string> problems = problems_of(*edition, head + step);
    ASSERT_EQ(problems.size(), 1u) << step;
    EXPECT_TRUE(problems[0].ends_with(both)) << problems[0];
  }
  for (const std::string step : {"  - red: 'buy \"Bolt Velociraptor (slot 2)\" paying AE'\n",
                                 "  - red: Buy Bolt Velociraptor (slot 2) for AE\n",
                                 "  - red: \"Acheter le Vélociraptor éclair (place 2) pour AE\"\n"}) {
    const std::vector<std::string> problems =
        problems_of(*edition, head + step + "  - expect: { log lacks: DNB-TIM-02 }\n");
    EXPECT_TRUE(problems.empty()) << step << (problems.empty() ? "" : problems[0]);
  }
}

// The examples of docs/scenarios.md are run as they stand there.
TEST(Scenario, TheExamplesInTheDocumentationPass) {
  const auto edition = edition_of("risk_cybertron");
  std::istringstream lines(content_of(std::filesystem::path(RULEWRIGHT_SOURCE) / "docs" / "scenarios.md"));
  std::string example;
  bool inside = false;
  int examples = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line == "```yaml") {
      inside = true;
      example.clear();
    } else if (line == "```" && inside) {
      inside = false;
      ++examples;
      for (const std::string& problem : problems_of(*edition, example))
        ADD_FAILURE() << problem << "\n" << example;
    } else if (inside) {
      example += line + "\n";
    }
  }
  EXPECT_GE(examples, 3);
}

TEST(Coverage, CountsWhatPassingScenariosExercisedAndNothingElse) {
  const auto edition = edition_of("risk_cybertron");
  ScenarioFile read =
      read_scenario_files({(tests_folder / "scenarios" / "risk_cybertron" / "samples.yaml").string()});
  const Coverage full = cover(*edition, read.scenarios);
  EXPECT_TRUE(full.failed.empty());
  EXPECT_EQ(full.rules.size() + full.definitions.size() + full.rulings.size(), edition->clauses().size());
  EXPECT_LT(full.missing().size(), edition->clauses().size());

  for (Scenario& scenario : read.scenarios) scenario.clauses.push_back({"RSK-GEN-08", scenario.line});
  const Coverage broken = cover(*edition, read.scenarios);
  EXPECT_EQ(broken.failed.size(), read.scenarios.size());
  EXPECT_EQ(broken.missing().size(), edition->clauses().size());
}

}  // namespace
}  // namespace rw::lab
