// Whole games of random play and the single pieces of work in them, as loops typed for one game: what
// `rulewright bench` measures. No virtual call and no indirection stands between a loop and the rules.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <tuple>
#include <vector>

#include "engine/core/driver.h"
#include "engine/core/table.h"
#include "engine/game.h"

namespace rw::players {

inline constexpr int recorded_games = 50;
inline constexpr int sample_positions = 4096;
inline constexpr int hot_positions = 64;  // few enough to stay in the first two caches

// Tells the compiler that the memory is read and written, so that no work is dropped.
inline void keep(void* memory) { asm volatile("" : : "r"(memory) : "memory"); }

// Recorded random games: where each began, what was chosen, and positions met on the way.
struct Record {
  std::vector<std::uint64_t> starts, sample;  // States as words
  std::vector<Choice> choices;
  std::vector<std::size_t> ends;              // by game: where its choices end
};

// One game's loops, reached through one indirect call per round.
struct Loops {
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
struct TypedLoops {
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
    s = State{};
    Table table{s, c, nullptr, nullptr};
    std::ignore = core::set_up<Rules>(table, [&] { return Rules::begin(table, setup, seed); });
  }
  static Choice pick(const Content& c, const State& s, core::Random& random, ChoiceList& list) {
    list.clear();
    core::list_choices<Rules>(c, s, list);
    return list[static_cast<int>(random.below(static_cast<std::uint32_t>(list.size())))];
  }
  static void apply(const Content& c, State& s, Choice choice) {
    Table table{s, c, nullptr, nullptr};
    core::carry_out<Rules>(table, choice);
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
    for (int game = 0; game < recorded_games; ++game) {
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
        core::list_choices<Rules>(content(p), s, list);
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

  static constexpr Loops loops{play, record, replay, replay_listing, copy_scratch, copy_array, redeal};
};

}  // namespace rw::players
