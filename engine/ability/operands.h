// Operands of a game's words by the names that its word table gives them, found at compile time.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>

#include "engine/ability/language.h"

namespace rw::ability {

template <std::size_t size>
struct OperandName {
  char text[size];
  consteval OperandName(const char (&name)[size]) {
    for (std::size_t i = 0; i < size; ++i) text[i] = name[i];
  }
  constexpr std::string_view view() const { return {text, size - 1}; }
};

// Does it take as many words as it says itself, or one?
constexpr bool is_node(Type type) {
  return type == Type::amount || type == Type::condition || type == Type::items || type == Type::effects;
}

consteval std::size_t operand_index(const Word& word, std::string_view name) {
  std::size_t i = 0;
  while (i < max_parameters && word.parameters[i].name != name) ++i;
  return i;
}

// Where the operand of the word at `at` stands. `words` is the table, in the order of the opcodes.
template <const auto& words, auto op, OperandName name>
int operand_at(Program p, int at) {
  constexpr const Word& word = words[static_cast<std::size_t>(op) - first_game_word];
  constexpr std::size_t index = operand_index(word, name.view());
  static_assert(index < max_parameters, "the word has no such operand");
  int place = at + 1;
  [&]<std::size_t... before>(std::index_sequence<before...>) {
    ((place += is_node(word.parameters[before].type) ? p.length(place) : 1), ...);
  }(std::make_index_sequence<index>());
  return place;
}

}  // namespace rw::ability
