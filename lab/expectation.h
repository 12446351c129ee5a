// Holding an expectation of a scenario against a position.
#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "engine/game.h"
#include "lab/scenario.h"

namespace rw::lab {

// What an expectation looks at: a position through somebody's eyes, and what happened before it.
struct Sight {
  const Edition& edition;
  const Position& position;
  Viewer viewer;
  std::span<const core::Event> events;
  core::Field seen = edition.fields(position, viewer);
  core::Field all = edition.fields(position, Viewer::omniscient());
};

// Adds a problem for each thing that is not as expected; file and events are left to the caller.
void examine(const Sight& sight, const Condition& condition, std::vector<Problem>& problems);
void examine_choices(const Sight& sight, const Step& step, const ChoiceList& choices,
                     std::vector<Problem>& problems);

// "red, black": the seats of this position, for messages.
std::string seat_names(const Edition& edition, const Position& position);
std::string unknown_seat(const Edition& edition, const Position& position, const std::string& name);

}  // namespace rw::lab
