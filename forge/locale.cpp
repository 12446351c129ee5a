// Reading and checking the texts of a game.
#include "forge/locale.h"

#include <algorithm>
#include <set>

#include "engine/ability/render.h"
#include "engine/core/noun.h"

namespace rw::forge {
namespace {

using ability::Category;
using ability::Vocabulary;
using ability::Word;

// The texts of content/core, or those of the game.
enum class Owner : bool { game, core };

void add_texts(const std::string& yaml, int file, Owner owner, Language& language, Problems& problems) {
  const auto tree = read_yaml(yaml, file, problems);
  if (!tree) return;
  for (std::size_t i = 0; i < tree->items.size(); ++i) {
    const Tree& group = tree->items[i];
    if (!group.is(Tree::Kind::map)) {
      problems.add(group.place, tree->keys.empty() ? "" : tree->keys[i],
                   "a group of texts is a map from names to texts");
      continue;
    }
    for (std::size_t k = 0; k < group.items.size(); ++k) {
      if (!group.items[k].is(Tree::Kind::text))
        problems.add(group.items[k].place, below(tree->keys[i], group.keys[k]),
                     "must be text, not " + described(group.items[k]) + " (put it in quotes)");
      language.groups[tree->keys[i]][group.keys[k]] = {group.items[k].text, group.items[k].place,
                                                       owner == Owner::core};
    }
  }
}

// The names that a group must have, and those that it may have besides. Other groups are the game's own.
struct Names {
  std::vector<std::string_view> needed, allowed;
};

class LocaleChecker {
 public:
  LocaleChecker(const std::vector<Language>& languages, const Game& game, const RecordIds& ids, Problems& problems)
      : languages_(languages),
        game_(game),
        ids_(ids),
        vocabulary_(game.vocabulary != nullptr ? *game.vocabulary : none_),
        problems_(problems) {
    collect_names();
  }

  void check() {
    for (const Language& language : languages_) {
      for (const auto& [group, names] : names_) check_needed(language, group, names.needed);
      check_needed(language, "names", {names_needed_.begin(), names_needed_.end()});
      for (const auto& [group, texts] : language.groups) {
        for (const auto& [name, text] : texts) check_text(language.name, group, name, text);
        if (group != nouns_group) check_same_elsewhere(language, group, texts);
      }
      check_terms(language);
      check_nouns(language);
    }
  }

 private:
  static constexpr std::string_view nouns_group = "nouns";

  void collect_names() {
    const auto need = [&](std::string_view group, std::span<const std::string_view> list, std::size_t from) {
      for (std::size_t i = from; i < list.size(); ++i)
        if (!list[i].empty()) names_[group].needed.push_back(list[i]);
      names_[group].allowed.assign(list.begin(), list.end());
    };
    // The first of each list stands for none: no verb, no question, a note beside another event.
    need("choices", game_.verbs, 1);
    need("questions", game_.questions, 1);
    need("events", game_.events, 1);
    need("facts", game_.facts, 1);
    for (const core::KindInfo& kind : game_.kinds)
      for (const std::string_view word : kind.words)
        if (!word.empty()) names_needed_.push_back(std::string(kind.name) + "." + std::string(word));
    for (const core::OptionInfo& option : game_.options) names_["options"].needed.push_back(option.name);
    need("moments", vocabulary_.moments, 0);
    for (const std::string_view moment : vocabulary_.moments) names_["subjects"].allowed.push_back(moment);
    need("roles", vocabulary_.roles, 0);
    names_["narrowed_roles"].allowed.assign(vocabulary_.roles.begin(), vocabulary_.roles.end());
    need("durations", vocabulary_.durations, 0);
    need("players", vocabulary_.players, 0);
    names_["theirs"].allowed.assign(vocabulary_.players.begin(), vocabulary_.players.end());
    std::vector<std::string_view> grammar;
    for (const ability::GrammarKey& key : ability::grammar_keys()) grammar.push_back(key.name);
    need("grammar", grammar, 0);
    for (const auto& words : {ability::core_words(), vocabulary_.words})
      for (const Word& word : words) add_word(word);
  }

  void add_word(const Word& word) {
    // Conditions are joined and denied by grammar, so these have no sentence of their own.
    constexpr std::string_view joints[] = {"all", "any", "not"};
    if (std::find(std::begin(joints), std::end(joints), word.name) == std::end(joints))
      names_["words"].needed.push_back(word.name);
    for (const std::string_view group : {"not", "several", "topics", "topic_pronouns"})
      if (word.category == Category::condition) names_[group].allowed.push_back(word.name);
    if (is_counted(word)) names_["each"].allowed.push_back(word.name);
    for (const std::string_view group : {"costs", "shows", "parts", "done_by"})
      if (word.category == Category::effect) names_[group].allowed.push_back(word.name);
    for (const std::string_view group : {"predicates", "bearers", "has", "bare", "single", "there", "none",
                                         "none_such", "role_kinds", "left_out", "owned"})
      if (word.category == Category::items) names_[group].allowed.push_back(word.name);
    for (const std::string_view group : {"many", "behind", "as_many", "more"})
      if (word.category == Category::amount) names_[group].allowed.push_back(word.name);
    for (const std::string_view group : {"at_least", "at_most", "exactly"})
      if (is_counted(word)) names_[group].allowed.push_back(word.name);
    const bool gives =
        std::any_of(std::begin(word.parameters), std::end(word.parameters), [](const auto& parameter) {
          return parameter.name == ability::giving_parameter && parameter.type == ability::Type::name;
        });
    if (word.category == Category::items || gives) names_["things"].allowed.push_back(word.name);
    if (word.category == Category::items) names_["many_things"].allowed.push_back(word.name);
  }

  void check_needed(const Language& language, std::string_view group,
                    const std::vector<std::string_view>& needed) {
    for (const std::string_view name : needed) {
      const Text* text = language.find(group, name);
      if (text == nullptr || text->pattern.empty())
        problems_.add(text == nullptr ? language.place : text->place, below(group, name), "has no text");
    }
  }

  void check_text(std::string_view language, const std::string& group, const std::string& name, const Text& text) {
    const std::string path = below(group, name);
    if (const auto known = names_.find(group); known != names_.end()) {
      std::vector<std::string_view> names = known->second.needed;
      names.insert(names.end(), known->second.allowed.begin(), known->second.allowed.end());
      if (std::find(names.begin(), names.end(), name) == names.end()) {
        if (!text.shared) problems_.add(text.place, path, "the game has no such name" + did_you_mean(name, names));
        return;
      }
    }
    for (std::string& fault : faults_of(language, group, name, text.pattern))
      problems_.add(text.place, path, std::move(fault));
  }

  std::vector<std::string> faults_of(std::string_view language, std::string_view group, std::string_view name,
                                     std::string_view pattern) const {
    if (group == "choices" || group == "questions" || group == "events" || group == "facts")
      return faults_of_pattern(pattern, language, game_.kinds);
    if (group == "names") return faults_of_pattern(pattern, language, {});  // games name more in theirs
    constexpr std::string_view of_words[] = {"words",   "not",    "each",    "things", "many_things", "predicates",
                                             "bearers", "costs",  "many",    "behind", "shows",       "parts",
                                             "bare",    "single", "there",   "none",   "none_such",   "role_kinds",
                                             "as_many", "topics", "several", "owned"};
    if (std::find(std::begin(of_words), std::end(of_words), group) != std::end(of_words))
      return faults_of_template(pattern, find_word(group, name), {}, vocabulary_);
    // What is compared, and with what.
    static constexpr std::string_view compared[] = {"is", "than"}, role[] = {"role"}, who[] = {"who"},
                                      of[] = {"of"}, by[] = {"by"};
    if (group == "done_by") return faults_of_template(pattern, find_word(group, name), by, vocabulary_);
    if (group == "has") return faults_of_template(pattern, find_word("each", name), who, vocabulary_);
    if (group == "at_least" || group == "at_most" || group == "exactly" || group == "more")
      return faults_of_template(pattern, find_word("each", name), compared, vocabulary_);
    std::span<const std::string_view> parts;
    if (group == "moments" || group == "subjects") parts = role;
    if (group == "narrowed_roles") parts = of;
    for (const ability::GrammarKey& key : ability::grammar_keys())
      if (group == "grammar" && key.name == name) parts = key.parts;
    if (!names_.contains(group)) return {};
    return faults_of_template(pattern, nullptr, parts, vocabulary_);
  }

  static bool is_counted(const Word& word) {
    return word.category == Category::amount || word.category == Category::items;
  }

  const Word* find_word(std::string_view group, std::string_view name) const {
    for (const auto& words : {ability::core_words(), vocabulary_.words})
      for (const Word& word : words)
        if (word.name == name && (group != "not" || word.category == Category::condition) &&
            (group != "each" || is_counted(word)))
          return &word;
    return nullptr;
  }

  // A text that one language has and another lacks was forgotten there.
  void check_same_elsewhere(const Language& language, const std::string& group, const Group& texts) {
    if (const auto known = names_.find(group); known != names_.end() && !known->second.needed.empty()) return;
    for (const auto& [name, text] : texts)
      for (const Language& other : languages_)
        if (!text.shared && &other != &language && other.find(group, name) == nullptr)
          tell_missing(other, below(group, name), "has no text, but has one in " + language.name);
  }

  // A template that shows a word of a parameter needs that word in the language.
  void check_terms(const Language& language) {
    for (const auto& words : {ability::core_words(), vocabulary_.words})
      for (const Word& word : words)
        for (const std::string_view group : {"words", "not", "each"}) {
          const Text* text = language.find(group, word.name);
          if (text == nullptr) continue;
          for (const ability::Parameter* parameter : shown_words(text->pattern, word)) {
            const auto list = words_of(*parameter, vocabulary_);
            if (list.data() == vocabulary_.players.data() || list.data() == vocabulary_.moments.data() ||
                list.data() == vocabulary_.durations.data())
              continue;
            for (const std::string_view term : list)
              if (language.find("terms", term) == nullptr)
                tell_missing(language, below("terms", term),
                             "has no text, but the text of '" + std::string(word.name) + "' shows it");
          }
        }
  }

  // nouns: a table, a record of one, a kind, a word or a form of one, and its grammar.
  void check_nouns(const Language& language) {
    const auto nouns = language.groups.find(nouns_group);
    if (nouns == language.groups.end()) return;
    const auto grammars = core::grammars_of(language.name);
    for (const auto& [name, text] : nouns->second) {
      const std::string path = below(nouns_group, name);
      if (std::find(grammars.begin(), grammars.end(), text.pattern) == grammars.end())
        problems_.add(text.place, path,
                      "'" + text.pattern + "' is no grammar; it is one of " +
                          listed(std::vector(grammars.begin(), grammars.end())));
      if (const std::string fault = fault_of_noun(language, name); !fault.empty() && !text.shared)
        problems_.add(text.place, path, fault);
    }
  }

  std::string fault_of_noun(const Language& language, std::string_view name) const {
    const std::size_t dot = name.find('.');
    const std::string_view group = name.substr(0, dot);
    const auto is_group = [&](const core::KindInfo& kind) { return kind.name == group; };
    const bool kind = group == "seats" || std::any_of(game_.kinds.begin(), game_.kinds.end(), is_group);
    if (!kind && !ids_.has(group)) return "the game has no table and no kind '" + std::string(group) + "'";
    if (dot == std::string_view::npos || language.find("names", name) != nullptr) return {};
    if (!ids_.has(group)) return "has no text among the names";
    const auto place = ids_.place(group, name.substr(dot + 1));
    return place ? std::string{} : place.failure().reason;
  }

  // One reason is enough.
  void tell_missing(const Language& language, const std::string& path, std::string message) {
    if (missing_.emplace(language.name, path).second) problems_.add(language.place, path, std::move(message));
  }

  static inline const Vocabulary none_ = {};
  const std::vector<Language>& languages_;
  const Game& game_;
  const RecordIds& ids_;
  const Vocabulary& vocabulary_;
  Problems& problems_;
  std::map<std::string_view, Names> names_;
  std::vector<std::string> names_needed_;  // "mode.robot": the words of the kinds
  std::set<std::pair<std::string, std::string>> missing_;
};

}  // namespace

const Text* Language::find(std::string_view group, std::string_view text) const {
  const auto found = groups.find(group);
  if (found == groups.end()) return nullptr;
  const auto entry = found->second.find(text);
  return entry == found->second.end() ? nullptr : &entry->second;
}

std::vector<Language> read_locale(const std::filesystem::path& folder, Problems& problems) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "locale", error))
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  if (files.empty())
    problems.add({problems.add_file((folder / "locale").generic_string()), 0, 0}, {},
                 "has no language: en.yaml is missing");
  std::vector<Language> languages;
  for (const auto& path : files) {
    Language& language = languages.emplace_back();
    language.name = path.stem().string();
    if (const std::string shared(shared_texts(language.name)); !shared.empty())
      add_texts(shared, problems.add_file("content/core/" + path.filename().string()), Owner::core, language,
                problems);
    const int file = problems.add_file(path.generic_string());
    language.place = {file, 0, 0};
    if (const auto text = read_file(path, file, problems)) add_texts(*text, file, Owner::game, language, problems);
  }
  return languages;
}

void check_locale(const std::vector<Language>& languages, const Game& game, const RecordIds& ids,
                  Problems& problems) {
  LocaleChecker(languages, game, ids, problems).check();
}

core::BundleWriter::Place write_locale(const std::vector<Language>& languages, core::BundleWriter& writer) {
  using Entries = std::vector<std::pair<std::string, core::BundleWriter::Place>>;
  Entries all;
  for (const Language& language : languages) {
    Entries groups;
    for (const auto& [group, texts] : language.groups) {
      Entries entries;
      for (const auto& [name, text] : texts) entries.emplace_back(name, writer.text(text.pattern));
      groups.emplace_back(group, writer.map(entries));
    }
    all.emplace_back(language.name, writer.map(groups));
  }
  return writer.map(all);
}

}  // namespace rw::forge
