// The report of a simulation as a page that a designer would rather look at than read.
#pragma once

#include <string>

#include "lab/simulate.h"

namespace rw::lab {

// The same games give the same bytes.
std::string simulation_page(const SimulationPlan& plan, const SimulationReport& report);

}  // namespace rw::lab
