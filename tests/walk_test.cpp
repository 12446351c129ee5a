// One hash: the games of lab/walk.h lead natively where tests/walks.txt says. The Python package and the module in
// the browser are held to the same file (python/tests/test_walks.py, tests/wasm/walks.test.mjs,
// web/tests/e2e/walks.test.ts).
#include "lab/walk.h"

#include <fstream>
#include <iomanip>
#include <map>
#include <sstream>

#include "tests/table.h"

namespace rw::test {
namespace {

class Walks : public EveryGame {};

const std::string path = RULEWRIGHT_SOURCE "/tests/walks.txt";

std::map<std::string, std::string> recorded() {
  std::map<std::string, std::string> lines;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);)
    if (!line.empty() && line[0] != '#') lines[line.substr(0, line.find(' '))] = line;
  return lines;
}

TEST_P(Walks, LeadWhereTheyAreRecorded) {
  const lab::Walk opening = lab::walk(*edition, lab::walked_games, lab::opening_choices);
  const lab::Walk whole = lab::walk(*edition, lab::walked_games, 1'000'000);
  std::ostringstream line;
  line << game().id << std::hex << std::setfill('0') << " " << std::setw(16) << opening.digest << " "
       << std::setw(16) << whole.digest << " " << std::dec << whole.positions;
  auto lines = recorded();
  if (std::getenv("RULEWRIGHT_RECORD") != nullptr) {
    lines[std::string(game().id)] = line.str();
    std::ofstream file(path);
    file
        << "# Each game, the digest of its openings, that of its whole games, and how many positions those have:\n"
           "# lab/walk.h. Recorded anew with RULEWRIGHT_RECORD=1.\n";
    for (const auto& [id, text] : lines) file << text << "\n";
  }
  EXPECT_EQ(lines[std::string(game().id)], line.str());
}

INSTANTIATE_TEST_SUITE_P(Games, Walks, testing::ValuesIn(games().begin(), games().end()), game_name);

}  // namespace
}  // namespace rw::test
