// Runs a game's loops in rounds and sums up their times.
#include "lab/benchmark.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "lab/statistics.h"
#include "players/games.h"
#include "players/standing.h"

namespace rw::lab {
namespace {

using players::hot_positions;
using players::keep;
using players::Loops;
using players::Record;
using players::recorded_games;
using players::sample_positions;

core::Random first_random() { return core::Random::start(core::seed_from(1)); }

const Loops& loops_of(const Game& game) {
  const players::GamePlayers* players = players::find_players(game.id);
  if (players == nullptr) std::abort();  // every game of the build has players (cmake/games.cmake)
  return *players->loops;
}

// ---- rounds --------------------------------------------------------------------------------------

// The processor time of this thread. On a busy machine the clock on the wall would count other programs too.
double working_nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e9 + static_cast<double>(now.tv_nsec);
}

template <class Work>
double timed(Work&& work) {
  const double start = working_nanoseconds();
  work();
  return working_nanoseconds() - start;
}

Timing summary(const std::vector<double>& values) {
  return {*std::min_element(values.begin(), values.end()), median(values)};
}

// Takes off other work that was measured along with it. Best is compared with best: on a busy machine two single
// rounds differ by more than the work itself.
Timing less(const Timing& both, const Timing& other) {
  return {both.least - other.least, both.median - other.median};
}

// Nanoseconds for one piece of each kind of work, a value for every round.
struct Rounds {
  std::vector<double> copy_scratch, copy_array, apply, apply_and_choices, decision, game, copy_and_redeal, tensor,
      simulation;
};

class Bench {
 public:
  explicit Bench(const BenchmarkPlan& plan)
      : plan_(plan),
        loops_(loops_of(plan.edition->game())),
        players_(players::find_players(plan.edition->game().id)) {
    setup_.seats = plan.edition->game().min_seats;
    core::Random random = first_random();
    loops_.record(plan.edition->content(), setup_, random, list_, record_);
    tensor_.resize(plan.edition->game().tensor(plan.edition->content(), record_.sample.data(),
                                               Viewer::of(core::seat(0)), {}));
  }

  // One piece of every kind of work in turn, so that a slow moment of the machine hits all alike.
  void round() {
    copy();
    play();
    replay();
    redeal();
    observe();
    search();
  }
  BenchmarkReport report() const;

 private:
  const void* content() const { return plan_.edition->content(); }
  void copy();
  void play();
  void replay();
  void redeal();
  void observe();
  void search();
  void find_searched();

  static constexpr std::size_t positions = 4;  // that are searched
  std::vector<const void*> searched_;
  const BenchmarkPlan& plan_;
  const Loops& loops_;
  const players::GamePlayers* players_;
  Setup setup_;
  ChoiceList list_;
  Record record_;
  std::vector<std::uint64_t> target_;
  std::vector<float> tensor_;
  players::Tree tree_;
  players::Desk desk_;
  Rounds rounds_;
  std::uint64_t games_ = 0, decisions_ = 0, allocated_ = 0;
};

void Bench::copy() {
  rounds_.copy_scratch.push_back(timed([&] { loops_.copy_scratch(record_); }) / sample_positions);
  rounds_.copy_array.push_back(timed([&] { loops_.copy_array(record_, target_); }) / sample_positions);
}

void Bench::play() {
  std::uint64_t decisions = 0;
  core::Random random = first_random();  // the same games in every round
  const double time = timed([&] {
    decisions = loops_.play(content(), setup_, random, recorded_games, list_, plan_.allocations, allocated_);
  });
  rounds_.decision.push_back(time / static_cast<double>(decisions));
  rounds_.game.push_back(time / recorded_games);
  games_ += recorded_games;
  decisions_ += decisions;
}

void Bench::replay() {
  const auto decisions = static_cast<double>(record_.choices.size());
  const double applying = timed([&] { loops_.replay(content(), record_); }) / decisions;
  const double both = timed([&] { loops_.replay_listing(content(), record_, list_); }) / decisions;
  rounds_.apply.push_back(applying);
  rounds_.apply_and_choices.push_back(both);
}

void Bench::redeal() {
  core::Random random = first_random();
  const double time = timed([&] { loops_.redeal(content(), record_, random); }) / sample_positions;
  rounds_.copy_and_redeal.push_back(time);
}

void Bench::observe() {
  const Game& game = plan_.edition->game();
  const std::size_t words = record_.sample.size() / sample_positions;
  const double time = timed([&] {
    for (std::size_t i = 0; i < sample_positions; ++i) {
      const void* state = record_.sample.data() + i % hot_positions * words;
      game.tensor(content(), state, Viewer::of(game.decision(state).asked), tensor_);
      keep(tensor_.data());
    }
  });
  rounds_.tensor.push_back(time / sample_positions);
}

// The first recorded positions with something to choose.
void Bench::find_searched() {
  const std::size_t words = record_.sample.size() / sample_positions;
  for (std::size_t i = 0; i < sample_positions && searched_.size() < positions; ++i) {
    const void* state = record_.sample.data() + i * words;
    list_.clear();
    plan_.edition->game().choices(content(), state, list_);
    if (list_.size() > 1) searched_.push_back(state);
  }
}

void Bench::search() {
  if (players_ == nullptr) return;
  desk_.mind = players::mind_for(*players_, setup_.seats);
  constexpr std::uint32_t simulations = 250;
  find_searched();
  // Every round searches the same positions with the same seeds.
  const double time = timed([&] {
    for (std::size_t i = 0; i < positions; ++i) {
      const void* state = searched_[i % searched_.size()];
      const Seat asked = plan_.edition->game().decision(state).asked;
      players::Stood stood;
      players_->choices_to_weigh(content(), state, asked, core::seed_from(i), stood, list_);
      players_->grow(content(), state, asked, core::seed_from(i), {simulations}, nullptr, list_, tree_, desk_);
    }
  });
  rounds_.simulation.push_back(time / (simulations * positions));
}

BenchmarkReport Bench::report() const {
  BenchmarkReport report;
  report.game = plan_.edition->game().id;
  report.state_bytes = plan_.edition->game().state_bytes;
  report.seats = setup_.seats;
  report.repetitions = static_cast<int>(rounds_.apply.size());
  report.copy_scratch = summary(rounds_.copy_scratch);
  report.copy_array = summary(rounds_.copy_array);
  report.apply = summary(rounds_.apply);
  report.choices = less(summary(rounds_.apply_and_choices), report.apply);
  report.decision = summary(rounds_.decision);
  report.game_time = summary(rounds_.game);
  report.redeal = less(summary(rounds_.copy_and_redeal), report.copy_scratch);
  report.tensor = summary(rounds_.tensor);
  if (!rounds_.simulation.empty()) report.simulation = summary(rounds_.simulation);
  report.games = games_;
  report.decisions = decisions_;
  if (plan_.allocations != nullptr)
    report.allocations_per_game = static_cast<double>(allocated_) / static_cast<double>(games_);
  return report;
}

}  // namespace

BenchmarkReport benchmark(const BenchmarkPlan& plan) {
  constexpr int fewest_rounds = 5;
  const auto bench = std::make_unique<Bench>(plan);  // too large for a stack
  const auto until = std::chrono::steady_clock::now() + std::chrono::duration<double>(plan.seconds);
  for (int i = 0; i < fewest_rounds || std::chrono::steady_clock::now() < until; ++i) bench->round();
  return bench->report();
}

}  // namespace rw::lab
