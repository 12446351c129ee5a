// The measured loops, typed per game, and the rounds that run them in turn.
#include "lab/benchmark.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <vector>

#include "engine/games/risk_cybertron/rules.h"
#include "lab/statistics.h"
#include "players/games.h"

namespace rw::lab {
namespace {

constexpr int games_per_round = 50;
constexpr int sample_positions = 4096;
constexpr int hot_positions = 64;  // few enough to stay in the first two caches
constexpr std::uint64_t workload_games = 200;

// Tells the compiler that the memory is read and written, so that no work is dropped.
void keep(void* memory) { asm volatile("" : : "r"(memory) : "memory"); }

core::Random first_random() { return core::Random::start(core::seed_from(1)); }

// ---- typed loops ---------------------------------------------------------------------------------

// Recorded random games: where each began, what was chosen, and positions met on the way.
struct Record {
  std::vector<std::uint64_t> starts, sample;  // States as words
  std::vector<Choice> choices;
  std::vector<std::size_t> ends;              // by game: where its choices end
};

// One game's loops, reached through one indirect call per round.
struct Loops {
  std::string_view game;
  std::uint64_t (*play)(const void* content, const Setup&, core::Random&, std::uint64_t games, ChoiceList&,
                        std::uint64_t (*allocations)(), std::uint64_t& allocated);
  void (*record)(const void* content, const Setup&, core::Random&, ChoiceList&, Record&);
  void (*replay)(const void* content, const Record&);
  void (*replay_listing)(const void* content, const Record&, ChoiceList&);
  void (*copy_scratch)(const Record&);
  void (*copy_array)(const Record&, std::vector<std::uint64_t>& target);
  void (*redeal)(const void* content, const Record&, core::Random&);
};

template <class Rules>
struct Typed {
  using State = typename Rules::State;
  using Content = typename Rules::Content;
  using Table = core::Table<State, Content>;
  static_assert(sizeof(State) % sizeof(std::uint64_t) == 0);
  static constexpr std::size_t words = sizeof(State) / sizeof(std::uint64_t);

  static const Content& content(const void* p) { return *static_cast<const Content*>(p); }
  static const State& state(const std::vector<std::uint64_t>& states, std::size_t i) {
    return *reinterpret_cast<const State*>(states.data() + i * words);
  }
  static void store(std::vector<std::uint64_t>& states, const State& s) {
    states.resize(states.size() + words);
    std::memcpy(states.data() + states.size() - words, &s, sizeof(State));
  }
  static void begin(const Content& c, const Setup& setup, core::Random& random, State& s) {
    core::Seed seed;
    for (std::uint32_t& word : seed) word = random.next();
    std::string error;
    s = State{};
    Table table{s, c, nullptr, nullptr};
    Rules::begin(table, setup, seed, error);
  }
  static Choice pick(const Content& c, const State& s, core::Random& random, ChoiceList& list) {
    list.clear();
    Rules::choices(c, s, list);
    return list[static_cast<int>(random.below(static_cast<std::uint32_t>(list.size())))];
  }
  static void apply(const Content& c, State& s, Choice choice) {
    Table table{s, c, nullptr, nullptr};
    Rules::apply(table, choice);
  }

  static std::uint64_t play(const void* p, const Setup& setup, core::Random& random, std::uint64_t games,
                            ChoiceList& list, std::uint64_t (*allocations)(), std::uint64_t& allocated) {
    const Content& c = content(p);
    std::uint64_t decisions = 0;
    State s;
    for (std::uint64_t game = 0; game < games; ++game) {
      begin(c, setup, random, s);
      const std::uint64_t before = allocations != nullptr ? allocations() : 0;
      for (; !Rules::over(s); ++decisions) apply(c, s, pick(c, s, random, list));
      if (allocations != nullptr) allocated += allocations() - before;
    }
    return decisions;
  }

  static void record(const void* p, const Setup& setup, core::Random& random, ChoiceList& list, Record& record) {
    const Content& c = content(p);
    std::vector<std::uint64_t> met;
    State s;
    for (int game = 0; game < games_per_round; ++game) {
      begin(c, setup, random, s);
      for (store(record.starts, s); !Rules::over(s);) {
        store(met, s);
        record.choices.push_back(pick(c, s, random, list));
        apply(c, s, record.choices.back());
      }
      record.ends.push_back(record.choices.size());
    }
    // Spread evenly over all the games, in an order without neighbours.
    const std::size_t count = met.size() / words;
    for (std::size_t i = 0; i < sample_positions; ++i) store(record.sample, state(met, i * 7919 % count));
  }

  static void replay(const void* p, const Record& record) {
    std::size_t next = 0;
    for (std::size_t game = 0; game < record.ends.size(); ++game) {
      State s = state(record.starts, game);
      while (next < record.ends[game]) apply(content(p), s, record.choices[next++]);
      keep(&s);
    }
  }
  static void replay_listing(const void* p, const Record& record, ChoiceList& list) {
    std::size_t next = 0;
    for (std::size_t game = 0; game < record.ends.size(); ++game) {
      State s = state(record.starts, game);
      while (next < record.ends[game]) {
        list.clear();
        Rules::choices(content(p), s, list);
        keep(&list);
        apply(content(p), s, record.choices[next++]);
      }
      keep(&s);
    }
  }

  static void copy_scratch(const Record& record) {
    State scratch;
    for (std::size_t i = 0; i < sample_positions; ++i) {
      scratch = state(record.sample, i % hot_positions);
      keep(&scratch);
    }
  }
  static void copy_array(const Record& record, std::vector<std::uint64_t>& target) {
    target.resize(record.sample.size());
    for (std::size_t i = 0; i < sample_positions; ++i) {
      *reinterpret_cast<State*>(target.data() + i * words) = state(record.sample, i);
      keep(target.data());
    }
  }
  static void redeal(const void* p, const Record& record, core::Random& random) {
    State scratch;
    for (std::size_t i = 0; i < sample_positions; ++i) {
      scratch = state(record.sample, i % hot_positions);
      Rules::redeal(content(p), scratch, scratch.decision.asked, random);
      keep(&scratch);
    }
  }

  static constexpr Loops loops{Rules::id, play, record, replay, replay_listing, copy_scratch, copy_array, redeal};
};

// A new game adds its line.
constexpr const Loops* all_loops[] = {&Typed<risk_cybertron::Rules>::loops};

const Loops& loops_of(const Game& game) {
  for (const Loops* loops : all_loops)
    if (loops->game == game.id) return *loops;
  core::capacity_exceeded("a game without measured loops");
}

// ---- rounds --------------------------------------------------------------------------------------

class Stopwatch {
 public:
  double nanoseconds() const {
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

template <class Work>
double timed(Work&& work) {
  const Stopwatch watch;
  work();
  return watch.nanoseconds();
}

Timing summary(const std::vector<double>& values) {
  return {*std::min_element(values.begin(), values.end()), median(values)};
}

// Work that was measured together with other work, without that. Best is compared with best: two
// single rounds would differ by more than the work itself on a busy machine.
Timing less(const Timing& both, const Timing& other) {
  return {both.least - other.least, both.median - other.median};
}

// What each round found, by kind of work; nanoseconds for one piece.
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
    decisions = loops_.play(content(), setup_, random, games_per_round, list_, plan_.allocations, allocated_);
  });
  rounds_.decision.push_back(time / static_cast<double>(decisions));
  rounds_.game.push_back(time / games_per_round);
  games_ += games_per_round;
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

void Bench::search() {
  if (players_ == nullptr) return;
  constexpr std::uint32_t simulations = 250;
  constexpr std::size_t positions = 4;
  const std::size_t words = record_.sample.size() / sample_positions;
  // Every round searches the same positions with the same seeds.
  const double time = timed([&] {
    for (std::size_t i = 0; i < positions; ++i) {
      const void* state = record_.sample.data() + i * words;
      players_->grow(content(), state, plan_.edition->game().decision(state).asked, core::seed_from(i),
                     simulations, tree_, desk_);
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
  report.decisions_per_game = static_cast<double>(decisions_) / static_cast<double>(games_);
  if (plan_.allocations != nullptr)
    report.allocations_per_game = static_cast<double>(allocated_) / static_cast<double>(games_);
  return report;
}

}  // namespace

BenchmarkReport benchmark(const BenchmarkPlan& plan) {
  constexpr int fewest_rounds = 5;
  const auto bench = std::make_unique<Bench>(plan);  // too large for a stack
  const Stopwatch watch;
  for (int i = 0; i < fewest_rounds || watch.nanoseconds() < plan.seconds * 1e9; ++i) bench->round();
  return bench->report();
}

Workload fixed_workload(const Edition& edition) {
  Setup setup;
  setup.seats = edition.game().min_seats;
  core::Random random = first_random();
  const auto list = std::make_unique<ChoiceList>();
  std::uint64_t allocated = 0;
  const std::uint64_t decisions =
      loops_of(edition.game()).play(edition.content(), setup, random, workload_games, *list, nullptr, allocated);
  return {workload_games, decisions};
}

}  // namespace rw::lab
