// Bytes as a scenario file: read, and played as far as it can be.
#include "lab/scenario.h"

#include <cstdint>
#include <string>
#include <string_view>

#include "tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rw;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const lab::ScenarioFile file = lab::read_scenarios(text, "fuzz.yaml");
  for (const lab::Scenario& scenario : file.scenarios)
    for (const auto& edition : fuzz::editions())
      if (scenario.game.text == edition->game().id) lab::run(*edition, scenario);
  return 0;
}
