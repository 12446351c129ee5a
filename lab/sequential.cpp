#include "lab/sequential.h"

#include <cmath>

namespace rw::lab {

Interval at_every_look(const Interval& once, double n, double tuned) {
  constexpr double alpha = 0.05;
  if (n <= 0) return {-1, 1};
  const double most = -2 * std::log(alpha);
  const double spread = n * (most + std::log(most + 1)) / tuned;  // n times the square of rho
  const double wider = std::sqrt((spread + 1) / spread * std::log((spread + 1) / (alpha * alpha))) / normal_95;
  const double centre = (once.low + once.high) / 2, half = (once.high - once.low) / 2 * wider;
  return {centre - half, centre + half};
}

}  // namespace rw::lab
