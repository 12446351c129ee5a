// The frame of an ability: when, if, pay, do, until, and how often.
#include "forge/ability.h"

#include <algorithm>

#include "forge/program.h"

namespace rw::forge {
namespace {

using namespace ability;

constexpr std::string_view keys[] = {"when", "if", "pay", "may", "once_per_turn", "once_per_game", "until", "do"};

class AbilityCompiler {
 public:
  AbilityCompiler(const Tree& tree, const std::string& path, const AbilityContext& context)
      : tree_(tree), path_(path), context_(context), writer_(context) {}

  std::vector<std::int32_t> compile() {
    const std::size_t before = context_.problems.size();
    if (!tree_.is(Tree::Kind::map)) {
      complain(tree_, {}, "an ability is a map with when and do, not " + forge::described(tree_));
      return {};
    }
    check_keys();
    read_when();
    read_flags();
    if (const Tree* condition = tree_.find("if")) {
      ability_.condition = writer_.here();
      writer_.condition(*condition, below(path_, "if"));
    }
    write_effects();
    if (context_.problems.size() != before) return {};
    return writer_.finish(ability_);
  }

 private:
  void check_keys() {
    const std::vector<std::string_view> known(std::begin(keys), std::end(keys));
    for (std::size_t i = 0; i < tree_.keys.size(); ++i)
      if (std::find(known.begin(), known.end(), tree_.keys[i]) == known.end())
        context_.problems.add(tree_.key_places[i], path_,
                              "unknown key '" + tree_.keys[i] + "'" + did_you_mean(tree_.keys[i], known));
    for (const std::string_view key : {"when", "do"})
      if (tree_.find(key) == nullptr) complain(tree_, {}, "needs '" + std::string(key) + "', which is missing");
  }

  void read_when() {
    const Tree* when = tree_.find("when");
    if (when == nullptr) return;
    if (when->is(Tree::Kind::text) && when->text == "always") {
      ability_.kind = static_cast<std::int32_t>(Kind::always);
      ability_.moment = -1;
      return;
    }
    bool found = false;
    for (std::size_t i = 0; i < when->keys.size(); ++i) {
      const std::string& key = when->keys[i];
      const std::string path = below(below(path_, "when"), key);
      if (key == "role") {
        ability_.role = writer_.word_place(when->items[i], path, context_.vocabulary.roles);
        continue;
      }
      const auto kind = std::find(std::begin(kind_keys), std::end(kind_keys), key);
      if (kind == std::end(kind_keys) || key == "always" || found) {
        context_.problems.add(when->key_places[i], below(path_, "when"),
                              found && kind != std::end(kind_keys)
                                  ? "an ability has one moment; '" + key + "' is too much"
                                  : "unknown key '" + key + "': it is window, event or instead_of, and role");
        continue;
      }
      found = true;
      ability_.kind = static_cast<std::int32_t>(kind - std::begin(kind_keys));
      ability_.moment = writer_.word_place(when->items[i], path, context_.vocabulary.moments);
    }
    if (!found) complain(*when, "when", "must be always, or have one of window, event, instead_of");
  }

  void read_flags() {
    constexpr std::pair<std::string_view, Flag> flags[] = {
        {"may", flag_may}, {"once_per_turn", flag_once_per_turn}, {"once_per_game", flag_once_per_game}};
    for (const auto& [key, flag] : flags)
      if (const Tree* value = tree_.find(key); value != nullptr && writer_.flag(*value, below(path_, key)))
        ability_.flags |= flag;
    if (const Tree* until = tree_.find("until"))
      ability_.until = writer_.word_place(*until, below(path_, "until"), context_.vocabulary.durations);
    if (always())
      for (const std::string_view key : {"pay", "may", "once_per_turn", "once_per_game", "until"})
        if (const Tree* value = tree_.find(key))
          complain(*value, key, "an ability that holds always has no '" + std::string(key) + "'");
  }

  void write_effects() {
    int paid = -1;
    if (const Tree* pay = tree_.find("pay")) {
      ability_.cost = writer_.here();
      paid = writer_.cost(*pay, below(path_, "pay"));
    }
    const Tree* effects = tree_.find("do");
    if (effects == nullptr) return;
    ability_.effects = writer_.here();
    if (paid >= 0) writer_.go_on(paid, writer_.here() + 1);
    const bool lasts = always() || tree_.find("until") != nullptr;
    writer_.block(*effects, below(path_, "do"), lasts ? Statements::modifiers : Statements::effects);
  }

  bool always() const { return ability_.kind == static_cast<std::int32_t>(Kind::always); }
  void complain(const Tree& tree, std::string_view key, std::string message) {
    context_.problems.add(tree.place, key.empty() ? path_ : below(path_, key), std::move(message));
  }

  const Tree& tree_;
  const std::string& path_;
  const AbilityContext& context_;
  ProgramWriter writer_;
  Ability ability_ = {};
};

}  // namespace

int Labels::add(Label label) {
  const auto found = std::find(labels_.begin(), labels_.end(), label);
  if (found != labels_.end()) return static_cast<int>(found - labels_.begin());
  labels_.push_back(std::move(label));
  return static_cast<int>(labels_.size()) - 1;
}

std::vector<std::int32_t> compile_ability(const Tree& tree, const std::string& path,
                                          const AbilityContext& context) {
  return AbilityCompiler(tree, path, context).compile();
}

}  // namespace rw::forge
