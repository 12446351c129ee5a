// All randomness goes through here. It can draw from the position's generator, follow a script
// (tests), or walk every outcome with its exact probability (odds, expectation).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/core/random.h"

namespace rw::core {

// One scripted result: a number as the players say it (a die shows 1 to 6), an order of cards
// from the top for a shuffle, or leave to the generator.
struct ScriptItem {
  enum class Kind : std::uint8_t { number, order, keep, random } kind = Kind::number;
  int number = 0;
  std::vector<int> order;
};

class Chance {
 public:
  enum class Mode : std::uint8_t { script, enumerate };

  // Scripted: missing or impossible items set `fault`; left-over items are the caller's to check.
  static Chance scripted(std::vector<ScriptItem> items);
  // Enumerated: follows `path` and extends it with first outcomes; see for_each_outcome.
  static Chance enumerated() { return Chance(Mode::enumerate); }

  std::uint32_t number(std::uint32_t low, std::uint32_t bound, Random& random);
  // Writes a permutation: order[i] is the index of the item that goes to place i.
  void shuffle(std::span<std::uint8_t> items, Random& random);

  const std::string& fault() const { return fault_; }
  std::size_t left_over() const { return script_.size() - next_; }

  // Enumeration: the next path in lexical order; false when all have been walked.
  bool advance();
  void rewind() { next_ = 0; }
  // Number of equally likely outcomes of the path walked last (product of the bounds).
  std::uint64_t path_weight() const;
  bool not_enumerable() const { return shuffled_; }

 private:
  explicit Chance(Mode mode) : mode_(mode) {}
  Mode mode_;
  bool shuffled_ = false;
  std::size_t next_ = 0;
  std::vector<ScriptItem> script_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> path_;  // (value, bound)
  std::string fault_;
};

// A number in [low, low + bound): the only way rules get one.
inline std::uint32_t draw(Random& random, Chance* chance, std::uint32_t low, std::uint32_t bound) {
  if (chance == nullptr) [[likely]]
    return low + random.below(bound);
  return chance->number(low, bound, random);
}

// Shuffles card numbers in place (Fisher and Yates, from the end).
inline void shuffle(Random& random, Chance* chance, std::span<std::uint8_t> items) {
  if (chance != nullptr) [[unlikely]]
    return chance->shuffle(items, random);
  for (std::size_t i = items.size(); i > 1; --i)
    std::swap(items[i - 1], items[random.below(static_cast<std::uint32_t>(i))]);
}

// Cards and the like: whatever takes a byte.
template <class T>
  requires(sizeof(T) == 1 && std::is_trivially_copyable_v<T>)
void shuffle(Random& random, Chance* chance, std::span<T> items) {
  shuffle(random, chance, std::span(reinterpret_cast<std::uint8_t*>(items.data()), items.size()));
}

// Runs `step` once for each outcome of the chance it uses; `step(Chance&)` must do the same work
// from the same position every time. Each outcome has probability 1 / chance.path_weight().
template <class Step>
bool for_each_outcome(Step&& step) {
  Chance chance = Chance::enumerated();
  do {
    chance.rewind();
    step(chance);
    if (chance.not_enumerable()) return false;
  } while (chance.advance());
  return true;
}

}  // namespace rw::core
