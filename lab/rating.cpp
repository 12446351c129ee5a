// Elo, intervals over sets, and the sequential test.
#include "lab/rating.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace rw::lab {

double share_of(double elo, int seats) {
  const double strength = std::pow(10.0, elo / 400);
  return strength / (strength + seats - 1);
}

double elo_of(double share, int seats) { return 400 * std::log10(share * (seats - 1) / (1 - share)); }

std::string elo_text(double elo) {
  if (std::isinf(elo)) return elo > 0 ? "+inf" : "-inf";
  return fmt::format("{:+.0f}", std::round(elo) + 0.0);  // never "-0"
}

double share_of_two(double share, int sides) {
  const double strength = share * (sides - 1);
  return strength / (strength + 1 - share);
}

std::uint64_t SetScores::count() const {
  std::uint64_t count = 0;
  for (const auto& [points, times] : sets) count += times;
  return count;
}

double SetScores::share() const {
  double sum = 0;
  for (const auto& [points, times] : sets) sum += value(points) * static_cast<double>(times);
  return count() == 0 ? 0 : sum / static_cast<double>(count());
}

double SetScores::variance() const {
  if (count() < 2) return 0;
  const double mean = share();
  double squares = 0;
  for (const auto& [points, times] : sets)
    squares += (value(points) - mean) * (value(points) - mean) * static_cast<double>(times);
  return squares / static_cast<double>(count() - 1);
}

Interval SetScores::interval(double z) const {
  const double mean = share();
  // Without any spread the games say nothing about each other: they count as independent.
  double effective = static_cast<double>(count()) * games_per_set;
  if (variance() > 0) effective = mean * (1 - mean) / (variance() / static_cast<double>(count()));
  return wilson(mean * effective, effective, z);
}

double Sprt::lower() const { return std::log(beta / (1 - alpha)); }
double Sprt::upper() const { return std::log((1 - beta) / alpha); }

namespace {

struct Weight {
  double value, share;
};

// Lagrange's multiplier of the most likely distribution with this mean: each share is divided by
// 1 + multiplier * (value - mean).
double multiplier(const std::vector<Weight>& weights, double mean) {
  // The function falls from plus to minus infinity between these bounds.
  double low = -1 / (weights.back().value - mean), high = 1 / (mean - weights.front().value);
  for (int i = 0; i < 200; ++i) {
    const double middle = (low + high) / 2;
    double sum = 0;
    for (const Weight& w : weights) sum += w.share * (w.value - mean) / (1 + middle * (w.value - mean));
    (sum > 0 ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace

double log_likelihood_ratio(const SetScores& scores, double share0, double share1) {
  if (scores.count() == 0) return 0;
  // Both ends are always possible, seen or not; a thousandth of a set each keeps the equations solvable.
  constexpr double hardly = 1e-3;
  std::map<int, double> counts;
  for (const auto& [points, times] : scores.sets) counts[points] = static_cast<double>(times);
  counts.try_emplace(0, hardly);
  counts.try_emplace(points_of_a_win * scores.games_per_set, hardly);
  double total = 0;
  for (const auto& [points, times] : counts) total += times;
  std::vector<Weight> weights;
  for (const auto& [points, times] : counts) weights.push_back({scores.value(points), times / total});
  const double m0 = multiplier(weights, share0), m1 = multiplier(weights, share1);
  double ratio = 0;
  for (const Weight& w : weights)
    ratio += w.share * std::log((1 + m0 * (w.value - share0)) / (1 + m1 * (w.value - share1)));
  return total * ratio;
}

double likelihood_of_superiority(const SetScores& scores, double null_share) {
  const auto sets = static_cast<double>(scores.count());
  const double more = sets + 1, share = (scores.share() * sets + null_share) / more;
  double squares = null_share * (1 - null_share) * (1 - null_share) + (1 - null_share) * null_share * null_share;
  for (const auto& [points, times] : scores.sets)
    squares +=
        (scores.value(points) - null_share) * (scores.value(points) - null_share) * static_cast<double>(times);
  const double difference = share - null_share;
  const double error = std::sqrt((squares / more - difference * difference) / more);
  return 0.5 * std::erfc(-difference / error / std::sqrt(2.0));
}

}  // namespace rw::lab
