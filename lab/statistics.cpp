// Shares, means and spreads.
#include "lab/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rw::lab {

Interval wilson(double successes, double trials, double z) {
  if (trials <= 0) return {0, 1};
  const double share = successes / trials;
  const double z2 = z * z;
  const double centre = (share + z2 / (2 * trials)) / (1 + z2 / trials);
  const double half = z / (1 + z2 / trials) * std::sqrt(share * (1 - share) / trials + z2 / (4 * trials * trials));
  // Both ends are exact where all or none succeeded, whatever is lost in rounding.
  return {successes <= 0 ? 0.0 : std::max(0.0, centre - half),
          successes >= trials ? 1.0 : std::min(1.0, centre + half)};
}

Interval newcombe(double successes1, double trials1, double successes2, double trials2, double z) {
  const double p1 = trials1 > 0 ? successes1 / trials1 : 0.5, p2 = trials2 > 0 ? successes2 / trials2 : 0.5;
  const Interval w1 = wilson(successes1, trials1, z), w2 = wilson(successes2, trials2, z);
  return {p2 - p1 - std::hypot(p2 - w2.low, w1.high - p1), p2 - p1 + std::hypot(w2.high - p2, p1 - w1.low)};
}

std::vector<bool> discoveries(std::span<const double> p, double rate) {
  std::vector<std::size_t> order(p.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  std::size_t found = 0;
  for (std::size_t i = 0; i < order.size(); ++i)
    if (p[order[i]] <= rate * static_cast<double>(i + 1) / static_cast<double>(order.size())) found = i + 1;
  std::vector<bool> out(p.size());
  for (std::size_t i = 0; i < found; ++i) out[order[i]] = true;
  return out;
}

double Compared::z() const {
  return (share - chance) / std::sqrt(std::max(chance * (1 - chance), 1e-9) / std::max(trials, 1.0));
}

std::vector<bool> discoveries(std::span<const Compared> rows, double rate) {
  std::vector<double> p;
  for (const Compared& row : rows) p.push_back(two_sided_p(row.z()));
  return discoveries(p, rate);
}

double two_sided_p(double z) { return std::erfc(std::abs(z) / std::sqrt(2.0)); }

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

Interval Mean::interval_of_counts() const {
  if (count_ < 2) return {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  if (squares_ > 0) return interval();
  const double half = 3 / static_cast<double>(count_);
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
