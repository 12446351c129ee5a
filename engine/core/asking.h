// What becomes of each question of a game when it has only one answer: a table, checked at compile time.
#pragma once

#include <array>
#include <cstdint>

#include "engine/core/choice.h"

namespace rw::core {

// A question or several, as a set.
template <class... Question>
constexpr std::uint64_t at(Question... questions) {
  return (... | (std::uint64_t{1} << static_cast<int>(questions)));
}

// The questions of a game, each in one of these sets.
struct AskingSets {
  std::uint64_t plain, window, ending, several;
};

void every_question_is_in_one_of_the_sets();  // not for the compiler: it stops here

template <int questions>
consteval std::array<Asking, questions> asking_table(const AskingSets& sets) {
  std::array<Asking, questions> table{};
  for (int q = 0; q < questions; ++q) {
    const auto in = [q](std::uint64_t set) { return static_cast<int>(set >> q & 1); };
    if (in(sets.plain) + in(sets.window) + in(sets.ending) + in(sets.several) != 1)
      every_question_is_in_one_of_the_sets();
    table[static_cast<std::size_t>(q)] = in(sets.plain) != 0    ? Asking::plain
                                         : in(sets.window) != 0 ? Asking::window
                                         : in(sets.ending) != 0 ? Asking::ending
                                                                : Asking::several;
  }
  return table;
}

}  // namespace rw::core
