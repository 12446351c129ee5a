// The words that every game has.
#include "engine/ability/language.h"

#include <array>

namespace rw::ability {
namespace {

using enum Type;

struct CoreWord {
  Word word;
  Opcode opcode;
};

// These stand for the lists of the game's own vocabulary.
constexpr std::string_view players[] = {"players"};
constexpr std::string_view moments[] = {"moments"};
constexpr std::string_view durations[] = {"durations"};

constexpr Parameter optional(Parameter p) {
  p.required = false;
  return p;
}

// Parameters stand in the order of the program. Written without names, a word takes its first required one.
constexpr std::array<CoreWord, 20> words = {{
    {{"if", Category::effect, {{"if", condition}, {"then", effects}, optional({"else", effects})}}, op_if},
    {{"may", Category::effect, {{"do", effects}, optional({"pay", effects}), optional({"by", word, players})}},
     op_may},
    {{"choose",
      Category::effect,
      {{"of", items},
       optional({"count", amount}),
       optional({"up_to", flag}),
       {"as", name},
       optional({"by", word, players}),
       {"do", effects}}},
     op_choose},
    {{"choose_one", Category::effect, {optional({"by", word, players}), {"options", effects}}}, op_choose_one},
    {{"for_each", Category::effect, {{"in", items}, optional({"as", name}), {"do", effects}}}, op_for_each},
    {{"repeat", Category::effect, {{"times", amount}, optional({"as", name}), {"do", effects}}}, op_repeat},
    {{"each_player", Category::effect, {{"who", word, players}, optional({"as", name}), {"do", effects}}},
     op_each_player},
    {{"lasting", Category::effect, {{"until", word, durations}, {"do", effects}, optional({"on", name})}},
     op_lasting},
    {{"later",
      Category::effect,
      {{"at", word, moments}, optional({"until", word, durations}), {"do", effects}, optional({"on", name})}},
     op_later},
    {{"set", Category::effect, {{"as", name}, {"to", amount}}}, op_set},
    {{"all", Category::condition, {{"of", condition}}}, op_all},
    {{"any", Category::condition, {{"of", condition}}}, op_any},
    {{"not", Category::condition, {{"of", condition}}}, op_not},
    {{"at_least", Category::condition, {{"amount", amount}, {"is", amount}}}, op_at_least},
    {{"at_most", Category::condition, {{"amount", amount}, {"is", amount}}}, op_at_most},
    {{"per", Category::amount, {{"of", amount}, optional({"each", amount}), optional({"max", amount})}}, op_per},
    {{"plus", Category::amount, {{"a", amount}, {"b", amount}}}, op_plus},
    {{"minus", Category::amount, {{"a", amount}, {"b", amount}}}, op_minus},
    {{"value", Category::amount, {{"of", name}}}, op_value},
    {{"count", Category::amount, {{"of", items}}}, op_count},
}};

constexpr auto plain = [] {
  std::array<Word, words.size()> list{};
  for (std::size_t i = 0; i < words.size(); ++i) list[i] = words[i].word;
  return list;
}();

}  // namespace

std::span<const Word> core_words() { return plain; }
Opcode core_opcode(int place) { return words[static_cast<std::size_t>(place)].opcode; }

const Word* find_word(const Vocabulary& vocabulary, int opcode) {
  if (opcode >= first_game_word) {
    const auto place = static_cast<std::size_t>(opcode - first_game_word);
    return place < vocabulary.words.size() ? &vocabulary.words[place] : nullptr;
  }
  for (std::size_t i = 0; i < words.size(); ++i)
    if (words[i].opcode == opcode) return &plain[i];
  return nullptr;
}

std::span<const std::string_view> words_of(const Parameter& parameter, const Vocabulary& vocabulary) {
  if (parameter.words.data() == players) return vocabulary.players;
  if (parameter.words.data() == moments) return vocabulary.moments;
  if (parameter.words.data() == durations) return vocabulary.durations;
  return parameter.words;
}

}  // namespace rw::ability
