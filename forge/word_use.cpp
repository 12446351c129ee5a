// Reading word uses.
#include "forge/word_use.h"

namespace rw::forge {
namespace {

using ability::Category;
using ability::Type;
using ability::Vocabulary;
using ability::Word;

bool is_node(Type type) { return type >= Type::amount; }

int find_parameter(const Word& word, std::string_view name) {
  for (int i = 0; i < word.parameter_count(); ++i)
    if (word.parameters[i].name == name) return i;
  return -1;
}

// The parameter that a word takes when it is written without names.
int plain_parameter(const Word& word) {
  for (int i = 0; i < word.parameter_count(); ++i)
    if (word.parameters[i].required) return i;
  return word.parameter_count() == 0 ? -1 : 0;
}

class UseReader {
 public:
  UseReader(const Vocabulary& vocabulary, Problems& problems) : vocabulary_(vocabulary), problems_(problems) {}

  std::optional<WordUse> read(const Tree& tree, const std::string& path, Wanted what) {
    const bool bare = tree.is(Tree::Kind::text);
    if (!bare && (!tree.is(Tree::Kind::map) || tree.keys.empty())) {
      problems_.add(tree.place, path, "needs " + described(what) + ", not " + forge::described(tree));
      return std::nullopt;
    }
    const std::string& name = bare ? tree.text : tree.keys[0];
    if (!find(name, what, bare ? tree.place : tree.key_places[0], path)) return std::nullopt;
    const std::size_t before = problems_.size();
    use_.place = bare ? tree.place : tree.key_places[0];
    use_.path = bare ? path : below(path, name);
    if (!bare) take_arguments(tree, path);
    for (int i = 0; i < use_.word->parameter_count(); ++i)
      if (use_.word->parameters[i].required && use_.arguments[static_cast<std::size_t>(i)] == nullptr)
        problems_.add(use_.place, use_.path,
                      "needs '" + std::string(use_.word->parameters[i].name) + "', which is missing");
    if (problems_.size() != before) return std::nullopt;
    return std::move(use_);
  }

 private:
  bool find(const std::string& name, Wanted what, Place place, const std::string& path) {
    const Word* other = nullptr;
    std::vector<std::string_view> fitting;
    const auto look = [&](std::span<const Word> words, auto opcode) {
      for (std::size_t i = 0; i < words.size() && use_.word == nullptr; ++i) {
        const bool fits = (wanted(words[i].category) & what) != 0;
        if (fits) fitting.push_back(words[i].name);
        if (words[i].name != name) continue;
        if (!fits) {
          other = &words[i];
        } else {
          use_.word = &words[i];
          use_.opcode = opcode(static_cast<int>(i));
        }
      }
    };
    look(ability::core_words(), [](int i) { return static_cast<int>(ability::core_opcode(i)); });
    look(vocabulary_.words, [](int i) { return ability::first_game_word + i; });
    if (use_.word != nullptr) return true;
    if (other != nullptr)
      problems_.add(place, path,
                    "'" + name + "' is " + described(wanted(other->category)) + ", but this place needs " +
                        described(what) + hint(other->category));
    else
      problems_.add(
          place, path,
          "unknown word '" + name + "': this place needs " + described(what) + did_you_mean(name, fitting));
    return false;
  }

  static std::string hint(Category category) {
    return category == Category::modifier ? " (modifiers hold under 'when: always', in 'lasting', or with 'until')"
                                          : "";
  }

  void take_arguments(const Tree& tree, const std::string& path) {
    const Tree& value = tree.items[0];
    if (tree.keys.size() == 1 && has_names(value)) {
      for (std::size_t i = 0; i < value.keys.size(); ++i)
        take_named(value.keys[i], value.key_places[i], value.items[i], use_.path);
      return;
    }
    const int plain = plain_parameter(*use_.word);
    if (plain >= 0 && !value.is(Tree::Kind::nothing))
      take(plain, value, use_.path);
    else if (plain < 0 && !value.is(Tree::Kind::nothing))
      problems_.add(value.place, use_.path, "'" + std::string(use_.word->name) + "' takes no parameters");
    for (std::size_t i = 1; i < tree.keys.size(); ++i)
      take_named(tree.keys[i], tree.key_places[i], tree.items[i], path);
  }

  // Are these parameters by name, rather than a word use that stands for the first parameter?
  bool has_names(const Tree& value) const {
    const int plain = plain_parameter(*use_.word);
    if (!value.is(Tree::Kind::map) || plain < 0) return false;
    for (const std::string& key : value.keys)
      if (find_parameter(*use_.word, key) >= 0) return true;
    return !is_node(use_.word->parameters[plain].type);
  }

  void take_named(const std::string& name, Place place, const Tree& value, const std::string& path) {
    const int which = find_parameter(*use_.word, name);
    if (which >= 0) {
      take(which, value, below(path, name));
      return;
    }
    std::vector<std::string_view> known;
    known.reserve(ability::max_parameters);
    for (int i = 0; i < use_.word->parameter_count(); ++i) known.push_back(use_.word->parameters[i].name);
    problems_.add(place, path,
                  "'" + std::string(use_.word->name) + "' has no parameter '" + name + "'" +
                      (known.empty() ? "" : "; it has " + listed(known)));
  }

  void take(int which, const Tree& value, std::string path) {
    const auto place = static_cast<std::size_t>(which);
    if (use_.arguments[place] != nullptr)
      problems_.add(value.place, path, "'" + std::string(use_.word->parameters[which].name) + "' is given twice");
    use_.arguments[place] = &value;
    use_.paths[place] = std::move(path);
  }

  const Vocabulary& vocabulary_;
  Problems& problems_;
  WordUse use_;
};

}  // namespace

std::optional<WordUse> read_word_use(const Tree& tree, const std::string& path, Wanted what,
                                     const Vocabulary& vocabulary, Problems& problems) {
  return UseReader(vocabulary, problems).read(tree, path, what);
}

std::string described(Wanted what) {
  constexpr std::pair<Category, std::string_view> names[] = {
      {Category::effect, "an effect"}, {Category::modifier, "a modifier"},   {Category::condition, "a condition"},
      {Category::amount, "an amount"}, {Category::items, "a set of things"},
  };
  std::string out;
  for (const auto& [category, name] : names)
    if ((what & wanted(category)) != 0) out += (out.empty() ? "" : " or ") + std::string(name);
  return out;
}

}  // namespace rw::forge
