// The nodes of an ability's program.
#include "forge/program.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace rw::forge {
namespace {

using namespace ability;

constexpr int max_length = 0x7FFF;  // of a node: the length shares a number with the opcode

bool is_name(std::string_view text) {
  return !text.empty() && text[0] >= 'a' && text[0] <= 'z' &&
         text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string_view::npos;
}

bool is_loop(int opcode) { return hidden_registers(opcode, 1) > 0; }

// How many things a word picks: 1 unless it says so, -1 if that is known only in play.
int picks_of(const WordUse& use) {
  for (int i = 0; i < use.word->parameter_count(); ++i) {
    const Tree* tree = use.arguments[static_cast<std::size_t>(i)];
    if (use.word->parameters[i].name != "count" || tree == nullptr) continue;
    return tree->is(Tree::Kind::integer) ? static_cast<int>(std::clamp<std::int64_t>(tree->integer, -1, 255)) : -1;
  }
  return 1;
}

// What may stand in the blocks of a word that itself stands among `around`.
Statements inside(int opcode, Statements around) {
  if (opcode == op_lasting) return Statements::modifiers;
  return opcode == op_if ? around : Statements::effects;
}

}  // namespace

// ---- effects -----------------------------------------------------------------------------------

int ProgramWriter::block(const Tree& tree, const std::string& path, Statements what) {
  const std::size_t names = registers_.mark();
  statements(tree, path, what);
  registers_.forget(names);
  return here() - 1;
}

int ProgramWriter::cost(const Tree& tree, const std::string& path) {
  statements(tree, path, Statements::effects);
  return here() - 1;
}

void ProgramWriter::statements(const Tree& tree, const std::string& path, Statements what) {
  const int at = begin(op_block);
  if (!tree.is(Tree::Kind::list)) {
    complain(tree, path, "needs a list [ ... ], not " + forge::described(tree));
  } else {
    if (tree.items.empty()) complain(tree, path, "must not be empty");
    for (std::size_t i = 0; i < tree.items.size(); ++i) statement(tree.items[i], below(path, i), what);
  }
  put(header(op_end, 2));
  put(0);
  finish_node(at, tree.place, path);
}

void ProgramWriter::statement(const Tree& tree, const std::string& path, Statements what) {
  Wanted categories = wanted(what == Statements::effects ? Category::effect : Category::modifier);
  // `if` may stand among modifiers: its condition is asked each time they are read.
  if (!tree.keys.empty() && tree.keys[0] == "if") categories |= wanted(Category::effect);
  const auto use = read_word_use(tree, path, categories, context_.vocabulary, context_.problems);
  if (use) word(*use, what);
}

void ProgramWriter::word(const WordUse& use, Statements what) {
  const int at = begin(use.opcode);
  const std::size_t names = registers_.mark();
  Ways ways;
  for (int i = 0; i < use.word->parameter_count(); ++i) parameter(use, i, what, ways);
  finish_node(at, use.place, use.path);
  for (const int end : ways.after) go_on(end, is_loop(use.opcode) ? at : here());

  // The name of a loop ends with it; other names reach to the end of the block.
  if (is_loop(use.opcode)) registers_.forget(names);
}

void ProgramWriter::parameter(const WordUse& use, int which, Statements what, Ways& ways) {
  const Parameter& parameter = use.word->parameters[which];
  const auto place = static_cast<std::size_t>(which);
  if (parameter.type == Type::name && parameter.name == giving_parameter &&
      (use.arguments[place] != nullptr || is_loop(use.opcode))) {
    give_name(use, which);
    return;
  }
  if (use.arguments[place] == nullptr) {
    absent(use, which);
    return;
  }
  const Tree& argument = *use.arguments[place];
  const std::string& path = use.paths[place];
  switch (parameter.type) {
    case Type::number: number(argument, path); break;
    case Type::flag: put(flag(argument, path) ? 1 : 0); break;
    case Type::word: put(word_place(argument, path, words_of(parameter, context_.vocabulary))); break;
    case Type::record: record(argument, path, parameter.table); break;
    case Type::name: use_name(argument, path); break;
    case Type::amount: amount(argument, path); break;
    case Type::items: value_of(argument, path, Category::items); break;
    case Type::effects: effects(use, which, what, ways); break;
    case Type::condition:
      if (use.opcode == op_all || use.opcode == op_any)
        each_condition(argument, path);
      else
        condition(argument, path);
      break;
  }
}

void ProgramWriter::absent(const WordUse& use, int which) {
  const Parameter& parameter = use.word->parameters[which];
  if (parameter.type >= Type::amount)
    put(header(op_nothing, 1));
  else
    put(parameter.type == Type::name || parameter.type == Type::record ? -1 : parameter.otherwise);
}

void ProgramWriter::effects(const WordUse& use, int which, Statements what, Ways& ways) {
  const auto place = static_cast<std::size_t>(which);
  const Tree& argument = *use.arguments[place];
  const std::string& path = use.paths[place];
  if (use.opcode == op_choose_one) {
    options(argument, path, ways);
    return;
  }
  // What these hold outlives the registers of the ability, so its names end at their door.
  const bool outlives = use.opcode == op_lasting || use.opcode == op_later;
  const std::size_t hidden = outlives ? registers_.hide_given() : 0;
  const int at = here();
  const int end = block(argument, path, inside(use.opcode, what));
  if (outlives) registers_.show_given(hidden);
  if (use.opcode == op_may && use.word->parameters[which].name == "pay")
    go_on(end, ways.last_block + 1);
  else if (use.opcode != op_later)  // what `later` holds is a program of its own; its end is the end
    ways.after.push_back(end);
  ways.last_block = at;
}

void ProgramWriter::options(const Tree& tree, const std::string& path, Ways& ways) {
  if (!tree.is(Tree::Kind::list) || tree.items.size() < 2) {
    complain(tree, path, "needs a list of two or more options, each { label: { ... }, do: [ ... ] }");
    return;
  }
  for (std::size_t i = 0; i < tree.items.size(); ++i) {
    const Tree& option = tree.items[i];
    const std::string option_path = below(path, i);
    const Tree* block_of = option.find("do");
    for (std::size_t k = 0; k < option.keys.size(); ++k)
      if (option.keys[k] != "do" && option.keys[k] != "label")
        context_.problems.add(option.key_places[k], option_path,
                              "unknown key '" + option.keys[k] + "': an option has label and do");
    if (block_of == nullptr) {
      complain(option, option_path, "an option needs 'do': a list of effects");
      continue;
    }
    put(label(option, option_path));
    ways.after.push_back(block(*block_of, below(option_path, "do"), Statements::effects));
  }
}

int ProgramWriter::label(const Tree& option, const std::string& path) {
  const Tree* texts = option.find("label");
  if (texts == nullptr) return -1;
  const std::string label_path = below(path, "label");
  Labels::Label label;
  for (const std::string& language : context_.languages) {
    const Tree* text = texts->find(language);
    if (text == nullptr || !text->is(Tree::Kind::text) || text->text.empty())
      complain(*texts, label_path, "needs a text for '" + language + "'");
    else
      label.emplace_back(language, text->text);
  }
  for (std::size_t i = 0; i < texts->keys.size(); ++i)
    if (std::find(context_.languages.begin(), context_.languages.end(), texts->keys[i]) ==
        context_.languages.end())
      context_.problems.add(texts->key_places[i], label_path,
                            "'" + texts->keys[i] + "' is no language of this game");
  return context_.labels.add(std::move(label));
}

// ---- what effects are made of ------------------------------------------------------------------

void ProgramWriter::condition(const Tree& tree, const std::string& path) {
  if (!tree.is(Tree::Kind::list)) {
    value_of(tree, path, Category::condition);
    return;
  }
  const int at = begin(op_all);
  each_condition(tree, path);
  finish_node(at, tree.place, path);
}

void ProgramWriter::each_condition(const Tree& tree, const std::string& path) {
  if (!tree.is(Tree::Kind::list)) {
    condition(tree, path);
    return;
  }
  if (tree.items.empty()) complain(tree, path, "must not be empty");
  for (std::size_t i = 0; i < tree.items.size(); ++i) condition(tree.items[i], below(path, i));
}

void ProgramWriter::amount(const Tree& tree, const std::string& path) {
  if (tree.is(Tree::Kind::integer)) {
    const int at = begin(op_number);
    number(tree, path);
    finish_node(at, tree.place, path);
  } else if (tree.is(Tree::Kind::text) && registers_.find(tree.text) >= 0) {
    complain(tree, path, "'" + tree.text + "' is a name here: write { value: " + tree.text + " }");
  } else {
    value_of(tree, path, Category::amount);
  }
}

void ProgramWriter::value_of(const Tree& tree, const std::string& path, Category category) {
  const auto use = read_word_use(tree, path, wanted(category), context_.vocabulary, context_.problems);
  if (use) word(*use, Statements::effects);
}

void ProgramWriter::number(const Tree& tree, const std::string& path) {
  const bool fits = tree.is(Tree::Kind::integer) && tree.integer >= std::numeric_limits<std::int32_t>::min() &&
                    tree.integer <= std::numeric_limits<std::int32_t>::max();
  if (!fits) complain(tree, path, "needs a whole number of at most 32 bits, not " + forge::described(tree));
  put(fits ? static_cast<std::int32_t>(tree.integer) : 0);
}

bool ProgramWriter::flag(const Tree& tree, const std::string& path) {
  if (!tree.is(Tree::Kind::flag)) complain(tree, path, "needs true or false, not " + forge::described(tree));
  return tree.integer != 0;
}

int ProgramWriter::word_place(const Tree& tree, const std::string& path, std::span<const std::string_view> words) {
  const auto found = std::find(words.begin(), words.end(), tree.text);
  if (tree.is(Tree::Kind::text) && found != words.end()) return static_cast<int>(found - words.begin());
  const std::vector<std::string_view> known(words.begin(), words.end());
  complain(tree, path,
           "must be one of " + listed(known) + ", not " + forge::described(tree) + did_you_mean(tree.text, known));
  return 0;
}

void ProgramWriter::record(const Tree& tree, const std::string& path, std::string_view table) {
  const Expected<int> place =
      tree.is(Tree::Kind::text)
          ? context_.ids.place(table, tree.text)
          : failed("needs the id of a record in " + std::string(table) + ", not " + forge::described(tree));
  if (!place) complain(tree, path, place.error());
  put(place ? *place : -1);
}

// ---- names -------------------------------------------------------------------------------------

void ProgramWriter::use_name(const Tree& tree, const std::string& path) {
  const int found = tree.is(Tree::Kind::text) ? registers_.find(tree.text) : -1;
  if (found < 0 && !too_many_names_) {  // else this name may be the one that did not fit
    if (registers_.is_hidden(tree.text))
      complain(tree, path,
               "the name '" + tree.text + "' does not reach into 'lasting' and 'later', which outlive it: " +
                   "say 'on: " + tree.text + "' beside their 'do', and speak of the subject");
    else
      complain(tree, path,
               (tree.is(Tree::Kind::text) ? "'" + tree.text + "'" : forge::described(tree)) +
                   " is no name that was given with 'as' before" + did_you_mean(tree.text, registers_.names()));
  }
  put(found);
}

void ProgramWriter::give_name(const WordUse& use, int which) {
  const auto place = static_cast<std::size_t>(which);
  const Tree* tree = use.arguments[place];
  const std::string name = tree != nullptr ? tree->text : std::string{};
  if (tree != nullptr && (!tree->is(Tree::Kind::text) || !is_name(name)))
    complain(*tree, use.paths[place], "needs a name (small letters, digits, _), not " + forge::described(*tree));
  // A word that only remembers one value may remember another one under the same name.
  int found = is_loop(use.opcode) ? -1 : registers_.find(name);
  if (found < 0) found = registers_.give(name, hidden_registers(use.opcode, picks_of(use)));
  if (found < 0 && !too_many_names_)
    context_.problems.add(use.place, use.path,
                          "too many names: an ability has " + std::to_string(register_count) +
                              " registers; choose needs 2 and one for each pick (at most 7), for_each, repeat and"
                              " each_player 2, any other name 1");
  too_many_names_ = too_many_names_ || found < 0;
  put(found);
}

// ---- nodes -------------------------------------------------------------------------------------

int ProgramWriter::begin(int opcode) {
  put(opcode);
  return here() - 1;
}

void ProgramWriter::finish_node(int at, Place place, const std::string& path) {
  const int length = here() - at;
  if (length > max_length) context_.problems.add(place, path, "is too long for one ability");
  auto& first = code_[static_cast<std::size_t>(at)];
  first = header(first & 0xFFFF, std::min(length, max_length));
}

std::vector<std::int32_t> ProgramWriter::finish(const Ability& ability) {
  static_assert(sizeof ability == ability_header * sizeof(std::int32_t));
  std::memcpy(code_.data(), &ability, sizeof ability);
  return std::move(code_);
}

void ProgramWriter::complain(const Tree& tree, const std::string& path, std::string message) {
  context_.problems.add(tree.place, path, std::move(message));
}

}  // namespace rw::forge
