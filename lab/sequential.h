// Intervals for whoever looks while the figures still grow.
#pragma once

#include "lab/statistics.h"

namespace rw::lab {

// The interval for a mean of n values that holds at every look, however often somebody looks and whenever they
// stop (95 %; the asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas 2024, after
// Robbins): from the interval for one look, narrowest for its width around `tuned` values.
Interval at_every_look(const Interval& once, double n, double tuned);

}  // namespace rw::lab
