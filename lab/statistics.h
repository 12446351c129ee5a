// Figures with their uncertainty: shares, means, and how values are spread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace rw::lab {

struct Interval {
  double low = 0, high = 0;
  bool operator==(const Interval&) const = default;
};

inline constexpr double normal_95 = 1.959963984540054;  // two-sided 95 % of the normal distribution

// Wilson's interval for a share: holds near 0 and 1 and for few trials, where the plain one does not.
// `successes` may be fractional (half a win); then the interval errs on the wide side.
Interval wilson(double successes, double trials, double z = normal_95);

// Newcombe's interval (1998, method 10) for the second share less the first: two Wilson intervals squared and
// added.
Interval newcombe(double successes1, double trials1, double successes2, double trials2, double z = normal_95);

// Which of many results are more than chance: those that pass the procedure of Benjamini and Hochberg (1995),
// which keeps false alarms at a share of `rate` of all alarms. `p`: two-sided probabilities.
std::vector<bool> discoveries(std::span<const double> p, double rate = 0.05);
double two_sided_p(double z);
// The same for shares beside what they would be by chance alone.
struct Compared {
  double share = 0, chance = 0, trials = 0;
  double z() const;  // how many standard errors lie between them
};
std::vector<bool> discoveries(std::span<const Compared> rows, double rate = 0.05);

// Mean of values added one by one (Welford), with the interval of the mean.
class Mean {
 public:
  void add(double value);
  std::uint64_t count() const { return count_; }
  double mean() const { return mean_; }
  double deviation() const;  // of a value, sample standard deviation
  Interval interval(double z = normal_95) const;
  // The same for counts, whole numbers that are often all equal. That says little about the next one: with n equal
  // ones at most 3/n of all can differ (95 %), and then by at least one. From fewer than two nothing is known.
  Interval interval_of_counts() const;

 private:
  std::uint64_t count_ = 0;
  double mean_ = 0, squares_ = 0;
};

// Least, quartiles, most.
struct Spread {
  double least = 0, lower = 0, median = 0, upper = 0, most = 0;
};
Spread spread(std::span<const double> values);
double median(std::span<const double> values);

}  // namespace rw::lab
