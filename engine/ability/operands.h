// Operands of a game's words by the names that its word table gives them, found at compile time.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
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

// A row of a game's word table: a word, and the rule that its effect is told by. Words whose rules depend on more
// tell them where they act.
template <class Clause>
struct WordRow {
  std::string_view name;
  Category category;
  Parameter parameters[max_parameters] = {};
  Clause clause = Clause::none;
};

template <class Clause, std::size_t count>
constexpr std::array<Word, count> words_of(const WordRow<Clause> (&rows)[count]) {
  std::array<Word, count> words{};
  for (std::size_t i = 0; i < count; ++i) {
    words[i].name = rows[i].name;
    words[i].category = rows[i].category;
    std::copy(std::begin(rows[i].parameters), std::end(rows[i].parameters), std::begin(words[i].parameters));
  }
  return words;
}

constexpr Parameter optional(Parameter p, int otherwise = 0) {
  p.required = false;
  p.otherwise = otherwise;
  return p;
}

// The words of a game. Its `word_rows(WordOp)` is its table, in the order of the opcodes.
template <class WordOp>
inline constexpr auto words = words_of(word_rows(WordOp{}));

template <class WordOp>
constexpr auto clause_of(WordOp word) {
  return word_rows(word)[static_cast<std::size_t>(word) - first_game_word].clause;
}
template <class WordOp>
constexpr auto clause_at(Program p, int at) {  // of the word that stands there
  return clause_of(static_cast<WordOp>(p.opcode(at)));
}

template <class WordOp, class Moment, class Role, class Until, class Who>
const Vocabulary& vocabulary_of() {
  static constexpr Vocabulary vocabulary = {words<WordOp>, names_of(Moment{}), names_of(Role{}), names_of(Until{}),
                                            names_of(Who{})};
  return vocabulary;
}

// Where an operand of the word at `at` stands: operand<WordOp::damage, "to">(p, at).
template <auto op, OperandName name>
int operand(Program p, int at) {
  constexpr const Word& word = words<decltype(op)>[static_cast<std::size_t>(op) - first_game_word];
  constexpr std::size_t index = operand_index(word, name.view());
  static_assert(index < max_parameters, "the word has no such operand");
  int place = at + 1;
  [&]<std::size_t... before>(std::index_sequence<before...>) {
    ((place += is_node(word.parameters[before].type) ? p.length(place) : 1), ...);
  }(std::make_index_sequence<index>());
  return place;
}
// What stands there, if it is a number, a flag, a word, a record or a register.
template <auto op, OperandName name>
int said(Program p, int at) {
  return p.word(operand<op, name>(p, at));
}

}  // namespace rw::ability
