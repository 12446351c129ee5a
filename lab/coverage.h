// Clause coverage: which rules have really been at work in a passing scenario, and which have not.
#pragma once

#include <string>
#include <vector>

#include "engine/game.h"
#include "lab/scenario.h"

namespace rw::lab {

struct Covered {
  const ClauseText* clause = nullptr;
  std::vector<std::string> scenarios;  // names of those that exercise, show or settle it
};

// Definitions and rulings stand apart, so that nobody hides a rule among them.
struct Coverage {
  std::vector<Covered> rules, definitions, rulings;
  int scenarios = 0;
  std::vector<std::string> failed;  // they count for nothing

  std::vector<const ClauseText*> missing() const;
};

// Runs the scenarios of this edition's game; those of other games are left out.
Coverage cover(const Edition& edition, const std::vector<Scenario>& scenarios);

}  // namespace rw::lab
