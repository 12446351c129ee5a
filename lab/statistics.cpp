// Shares, means and spreads.
#include "lab/statistics.h"

#include <algorithm>
#include <cmath>

namespace rw::lab {

Interval wilson(double successes, double trials, double z) {
  if (trials <= 0) return {0, 1};
  const double share = successes / trials;
  const double z2 = z * z;
  const double centre = (share + z2 / (2 * trials)) / (1 + z2 / trials);
  const double half = z / (1 + z2 / trials) * std::sqrt(share * (1 - share) / trials + z2 / (4 * trials * trials));
  return {std::max(0.0, centre - half), std::min(1.0, centre + half)};
}

void Mean::add(double value) {
  ++count_;
  const double step = value - mean_;
  mean_ += step / static_cast<double>(count_);
  squares_ += step * (value - mean_);
}

double Mean::deviation() const { return count_ < 2 ? 0 : std::sqrt(squares_ / static_cast<double>(count_ - 1)); }

Interval Mean::interval(double z) const {
  if (count_ < 2) return {mean_, mean_};
  const double half = z * deviation() / std::sqrt(static_cast<double>(count_));
  return {mean_ - half, mean_ + half};
}

namespace {

// Between the two values around the wanted place, as most statistics programs do it (type 7).
double quantile(const std::vector<double>& sorted, double share) {
  const double place = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

}  // namespace

Spread spread(std::span<const double> values) {
  if (values.empty()) return {};
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  return {sorted.front(), quantile(sorted, 0.25), quantile(sorted, 0.5), quantile(sorted, 0.75), sorted.back()};
}

double median(std::span<const double> values) { return spread(values).median; }

}  // namespace rw::lab
