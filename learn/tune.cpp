// Tuning the weights of a game's own evaluation by play: simultaneous perturbation (Spall 1992). Each step moves
// all weights at once, each up or down by lot, plays one deal from every seat with the weights so moved against
// those moved the other way, and goes a little towards the winner. What goes together with winning is not what
// wins: only games tell.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <mutex>
#include <sstream>
#include <thread>

#include "learn/minds.h"

namespace rw::learn {
namespace {

// How far a weight is moved: a part of itself and a little more, so that those that are zero move too.
constexpr double part_of_weight = 0.25, least_move = 0.01;
// How far a step goes at first, in such moves, and after how many steps it begins to shorten.
constexpr double first_step = 0.02, steady = 1500;

struct Course {
  std::vector<double> start, move;
  std::vector<double> now, mean;  // in moves from the start; the mean of all steps, the later the more
  std::int64_t steps = 0;

  explicit Course(const std::vector<float>& weights)
      : start(weights.begin(), weights.end()), now(start.size()), mean(start.size()) {
    for (const double weight : start) move.push_back(part_of_weight * std::abs(weight) + least_move);
  }
  float weight(std::size_t i, double moves) const { return static_cast<float>(start[i] + move[i] * moves); }

  void step(const std::vector<int>& way, double lead) {
    const double length = first_step / std::sqrt(1 + static_cast<double>(steps++) / steady);
    for (std::size_t i = 0; i < now.size(); ++i) {
      now[i] += length * lead * way[i];
      mean[i] += (now[i] - mean[i]) * 4 / static_cast<double>(steps + 3);
    }
  }

  void read(std::istream& in) {
    in >> steps;
    for (std::size_t i = 0; i < now.size(); ++i) in >> now[i] >> mean[i];
    if (!in) fail("the state of the run cannot be read; delete it to begin anew");
  }
  void write(std::ostream& out) const {
    out << steps << '\n';
    for (std::size_t i = 0; i < now.size(); ++i) out << now[i] << ' ' << mean[i] << '\n';
  }
};

// Two players that differ in their weights alone, and whom they meet: each other, or a third one.
class Pair {
 public:
  Pair(const Tables& tables, const Thinker& player, const std::optional<Thinker>& against)
      : up_(with_weights(player)), down_(with_weights(player)), set_(tables, up_, against ? *against : down_) {
    if (against) other_set_.emplace(tables, down_, *against);
  }
  // By how much the one whose weights are moved up is better, from -1 to 1.
  double play(const Course& course, const std::vector<double>& at, const std::vector<int>& way,
              const core::Seed& seed) {
    for (std::size_t i = 0; i < way.size(); ++i) {
      (*up_.weights)[i] = course.weight(i, at[i] + way[i]);
      (*down_.weights)[i] = course.weight(i, at[i] - way[i]);
    }
    const double share = set_.play(seed);
    return other_set_ ? share - other_set_->play(seed) : 2 * share - 1;
  }

 private:
  static Thinker with_weights(Thinker thinker) {
    thinker.weights = std::make_shared<std::vector<float>>(*thinker.weights);
    thinker.mind.weights = thinker.weights->data();
    return thinker;
  }
  Thinker up_, down_;
  Set set_;
  std::optional<Set> other_set_;
};

void save(const Course& course, const std::string& path, const std::string& said) {
  {
    std::ofstream state(path + ".state.part");
    course.write(state);
  }
  std::rename((path + ".state.part").c_str(), (path + ".state").c_str());
  std::ofstream out(path);
  out << "# " << said << ", " << course.steps << " steps\n";
  for (std::size_t i = 0; i < course.mean.size(); ++i) out << course.weight(i, course.mean[i]) << '\n';
}

void tune_until(std::chrono::steady_clock::time_point until, const Arguments& arguments, const Tables& tables,
                const Thinker& player, const std::optional<Thinker>& against, Course& course) {
  const core::Seed base = core::seed_from(static_cast<std::uint64_t>(arguments.number("seed", 1)));
  const std::string path = arguments.text("out", arguments.game + ".weights");
  std::atomic<std::int64_t> next = course.steps;
  std::mutex mutex;
  const auto work = [&] {
    Pair pair(tables, player, against);
    std::vector<int> way(course.now.size());
    while (std::chrono::steady_clock::now() < until) {
      const core::Seed seed = core::derive(base, static_cast<std::uint64_t>(next++));
      core::Random random = core::Random::start(core::derive(seed, 7));
      for (int& each : way) each = random.below(2) == 0 ? -1 : 1;
      std::vector<double> at;
      {
        const std::lock_guard lock(mutex);
        at = course.now;
      }
      const double lead = pair.play(course, at, way, seed);
      const std::lock_guard lock(mutex);
      course.step(way, lead);
      if (course.steps % 1000 != 0) continue;
      save(course, path, arguments.game + " by " + player.text);
      std::cerr << course.steps << " steps" << std::endl;
    }
  };
  std::vector<std::jthread> threads;
  for (int i = 0; i < arguments.number("threads", 2); ++i) threads.emplace_back(work);
  threads.clear();
  save(course, path, arguments.game + " by " + player.text);
}

}  // namespace

int tune(const Arguments& arguments) {
  const Tables tables(arguments);
  Thinker player = read_thinker(arguments.text("player", "greedy"), tables);
  const std::span<const float> own = tables.players->weights();
  if (own.empty()) fail(arguments.game + " has no table of weights to tune");
  if (player.weights == nullptr) player.weights = std::make_shared<std::vector<float>>(own.begin(), own.end());
  std::optional<Thinker> against;
  if (arguments.values.contains("against")) against = read_thinker(arguments.text("against", ""), tables);

  const std::string path = arguments.text("out", arguments.game + ".weights");
  Course course(*player.weights);
  if (std::ifstream state(path + ".state"); state) course.read(state);
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(arguments.number("seconds", 60));
  tune_until(until, arguments, tables, player, against, course);

  // What it is worth: the tuned weights against those it began with, on deals that nobody has met.
  const int games = arguments.number("games", 400);
  if (games <= 0) return 0;
  const Thinker tuned = read_thinker(player.text + ",weights=" + path, tables);
  const int seed = arguments.number("seed", 1) + 1'000'000;
  const Shares shares = match(tables, tuned, player, games / tables.seats, 3600, arguments.number("threads", 2),
                              core::seed_from(static_cast<std::uint64_t>(seed)));
  report(arguments.game, tuned, player, tables, seed, shares);
  return 0;
}

}  // namespace rw::learn
