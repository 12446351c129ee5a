// The update of Glicko-2, step by step as its author numbers them.
#include "server/glicko.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rw::server {
namespace {

constexpr double scale = 173.7178;  // between the shown figures and the internal ones
constexpr double tau = 0.5;         // how quickly volatility may change
constexpr double precision = 0.000001;
constexpr double widest_deviation = 350;

double weight(double deviation) {
  return 1 / std::sqrt(1 + 3 * deviation * deviation / (std::numbers::pi * std::numbers::pi));
}

// Step 5: the new volatility, by the Illinois variant of regula falsi.
double new_volatility(double volatility, double deviation, double variance, double improvement) {
  const double start = std::log(volatility * volatility);
  const auto f = [&](double x) {
    const double e = std::exp(x), d = deviation * deviation + variance + e;
    return e * (improvement * improvement - d) / (2 * d * d) - (x - start) / (tau * tau);
  };
  double a = start, b = 0;
  if (improvement * improvement > deviation * deviation + variance) {
    b = std::log(improvement * improvement - deviation * deviation - variance);
  } else {
    int k = 1;
    while (f(start - k * tau) < 0) ++k;
    b = start - k * tau;
  }
  double fa = f(a), fb = f(b);
  for (int i = 0; i < 100 && std::abs(b - a) > precision; ++i) {
    const double c = a + (a - b) * fa / (fb - fa), fc = f(c);
    if (fc * fb <= 0) {
      a = b;
      fa = fb;
    } else {
      fa /= 2;
    }
    b = c;
    fb = fc;
  }
  return std::exp(a / 2);
}

}  // namespace

Rating rated(const Rating& before, std::span<const RatedResult> results) {
  const double mu = (before.rating - 1500) / scale, phi = before.deviation / scale;
  double information = 0, surprise = 0;  // steps 3 and 4
  for (const RatedResult& result : results) {
    const double g = weight(result.opponent.deviation / scale);
    const double expected = 1 / (1 + std::exp(-g * (mu - (result.opponent.rating - 1500) / scale)));
    information += g * g * expected * (1 - expected);
    surprise += g * (result.score - expected);
  }
  Rating after = before;
  after.games += static_cast<int>(results.empty() ? 0 : 1);
  if (results.empty()) {  // step 6: without games only the uncertainty grows
    after.deviation =
        std::min(widest_deviation, scale * std::sqrt(phi * phi + before.volatility * before.volatility));
    return after;
  }
  const double variance = 1 / information;
  after.volatility = new_volatility(before.volatility, phi, variance, variance * surprise);
  const double wider = std::sqrt(phi * phi + after.volatility * after.volatility);
  const double narrower = 1 / std::sqrt(1 / (wider * wider) + information);
  after.deviation = std::min(widest_deviation, scale * narrower);
  after.rating = 1500 + scale * (mu + narrower * narrower * surprise);
  return after;
}

}  // namespace rw::server
