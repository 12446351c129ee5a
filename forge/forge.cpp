// The content compiler, top to bottom: read every file, check everything, write the bundle.
#include "forge/forge.h"

#include <algorithm>

#include "forge/locale.h"
#include "forge/rules.h"
#include "forge/schema.h"

namespace rw::forge {
namespace {

// Lists of the bundle that do not come from the content's own keys.
constexpr std::string_view reserved[] = {"locale", "languages", "rules", "labels"};

class Compiler {
 public:
  Compiler(const std::filesystem::path& folder, const Game* game, const std::vector<Change>& changes,
           const Patch* patch = nullptr)
      : folder_(folder), game_(game), changes_(changes), patch_(patch) {}

  Result compile() {
    std::error_code error;
    if (!std::filesystem::is_directory(folder_, error)) {
      complain_about(folder_, "is not a folder");
      return {{}, problems_.in_reading_order()};
    }
    read_content();
    if (patch_ != nullptr) apply_patch(*patch_, content_, problems_);
    apply_changes(changes_, content_, problems_);
    const Schemas schemas = read_schemas();
    std::vector<Rule> rules;
    if (int file = 0; const auto text = read("rules.md", file)) rules = read_rules(*text, file, problems_);
    languages_ = read_locale(folder_, problems_);
    for (const Language& language : languages_) language_names_.push_back(language.name);
    translate(rules);
    find_game();
    check(schemas);
    if (!problems_.none()) return {{}, problems_.in_reading_order()};
    return {write(rules), {}};
  }

 private:
  // A catalogue in another language stands beside the first one, if there is one.
  void translate(std::vector<Rule>& rules) {
    for (const std::string& language : language_names_) {
      const std::string name = "rules." + language + ".md";
      if (std::error_code error; !std::filesystem::exists(folder_ / name, error)) continue;
      if (int file = 0; const auto text = read(name, file))
        translate_rules(rules, language, *text, file, problems_);
    }
  }

  std::optional<std::string> read(std::string_view name, int& file) {
    const auto path = folder_ / name;
    file = problems_.add_file(path.generic_string());
    return read_file(path, file, problems_);
  }

  void complain_about(const std::filesystem::path& path, std::string message) {
    problems_.add({problems_.add_file(path.generic_string()), 0, 0}, {}, std::move(message));
  }

  // The top-level keys of all files become one map.
  void read_content() {
    content_.kind = Tree::Kind::map;
    std::vector<std::filesystem::path> files;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder_, error))
      if (entry.path().extension() == ".yaml") files.push_back(entry.path().filename());
    std::sort(files.begin(), files.end());
    if (files.empty()) complain_about(folder_, "has no YAML files");
    for (const auto& name : files) {
      int file = 0;
      const auto text = read(name.string(), file);
      auto tree = text ? read_yaml(*text, file, problems_) : std::nullopt;
      if (!tree) continue;
      if (tree->is(Tree::Kind::map))
        merge(std::move(*tree));
      else
        problems_.add({file, 1, 1}, {}, "must be a map at the top, not " + described(*tree));
    }
  }

  void merge(Tree tree) {
    if (content_.place.file < 0) content_.place = tree.place;
    for (std::size_t i = 0; i < tree.keys.size(); ++i) {
      const std::string& key = tree.keys[i];
      if (std::find(std::begin(reserved), std::end(reserved), key) != std::end(reserved)) {
        problems_.add(tree.key_places[i], key, "this key belongs to the content compiler");
      } else if (const Tree* other = content_.find(key)) {
        problems_.add(tree.key_places[i], key,
                      "stands in " +
                          std::filesystem::path(problems_.file_name(other->place.file)).filename().string() +
                          " too");
      } else {
        content_.keys.push_back(key);
        content_.key_places.push_back(tree.key_places[i]);
        content_.items.push_back(std::move(tree.items[i]));
      }
    }
  }

  Schemas read_schemas() {
    int file = 0;
    const auto text = read("schema.json", file);
    const auto tree = text ? read_json(*text, file, problems_) : std::nullopt;
    return tree ? read_schema(*tree, problems_) : Schemas{{Schema{}}};
  }

  void find_game() {
    const Tree* game = content_.find("game");
    const Tree* id = game != nullptr ? game->find("id") : nullptr;
    if (id == nullptr || !id->is(Tree::Kind::text)) {
      problems_.add(game != nullptr ? game->place : content_.place, "game.id", "must say which game this is");
      return;
    }
    const bool given = game_ != nullptr;
    if (!given) game_ = rw::find_game(id->text);
    if (game_ != nullptr && game_->id == id->text) return;
    std::vector<std::string_view> known;
    if (given)
      known.push_back(game_->id);
    else
      for (const Game* other : games()) known.push_back(other->id);
    problems_.add(id->place, "game.id", "there is no game '" + id->text + "'" + did_you_mean(id->text, known));
  }

  void check(const Schemas& schemas) {
    const RecordIds ids(content_);
    if (game_ != nullptr && game_->vocabulary != nullptr) {
      const AbilityContext abilities{*game_->vocabulary, ids, language_names_, labels_, problems_};
      check_content(content_, schemas, &abilities, ids, problems_);
    } else {
      check_content(content_, schemas, nullptr, ids, problems_);
    }
    if (game_ != nullptr) check_locale(languages_, *game_, ids, problems_);
  }

  // ---- the bundle -------------------------------------------------------------------------------

  using Places = std::vector<core::BundleWriter::Place>;
  using Entries = std::vector<std::pair<std::string, core::BundleWriter::Place>>;

  std::vector<std::byte> write(const std::vector<Rule>& rules) {
    Entries root;
    for (std::size_t i = 0; i < content_.keys.size(); ++i)
      root.emplace_back(content_.keys[i], write_tree(content_.items[i], writer_));
    root.emplace_back("languages", texts(language_names_));
    root.emplace_back("locale", write_locale(languages_, writer_));
    root.emplace_back("labels", write_labels());
    root.emplace_back("rules", write_rules(rules));
    return writer_.write(writer_.map(root));
  }

  core::BundleWriter::Place texts(const std::vector<std::string>& list) {
    Places places;
    for (const std::string& text : list) places.push_back(writer_.text(text));
    return writer_.list(places);
  }

  core::BundleWriter::Place write_labels() {
    Places places;
    for (const Labels::Label& label : labels_.all()) {
      Entries entries;
      for (const auto& [language, text] : label) entries.emplace_back(language, writer_.text(text));
      places.push_back(writer_.map(entries));
    }
    return writer_.list(places);
  }

  core::BundleWriter::Place write_rules(const std::vector<Rule>& rules) {
    Places places;
    for (const Rule& rule : rules) {
      Entries entries;
      entries.emplace_back("id", writer_.text(rule.id));
      entries.emplace_back("section", writer_.text(rule.section));
      entries.emplace_back("text", writer_.text(rule.text));
      entries.emplace_back("sources", writer_.text(rule.sources));
      entries.emplace_back("definition", writer_.integer(rule.definition ? 1 : 0));
      entries.emplace_back("by", texts(rule.by));
      Entries translations;
      for (const Rule::Translation& other : rule.translations) {
        const Entries words = {{"section", writer_.text(other.section)}, {"text", writer_.text(other.text)}};
        translations.emplace_back(other.language, writer_.map(words));
      }
      entries.emplace_back("translations", writer_.map(translations));
      places.push_back(writer_.map(entries));
    }
    return writer_.list(places);
  }

  std::filesystem::path folder_;
  const Game* game_;
  const std::vector<Change>& changes_;
  const Patch* patch_;
  Problems problems_;
  Tree content_;
  std::vector<Language> languages_;
  std::vector<std::string> language_names_;
  Labels labels_;
  core::BundleWriter writer_;
};

}  // namespace

Result compile(const std::filesystem::path& folder) { return compile(folder, static_cast<const Game*>(nullptr)); }

Result compile(const std::filesystem::path& folder, const Game* game) {
  const std::vector<Change> unchanged;
  return Compiler(folder, game, unchanged).compile();
}

Result compile(const std::filesystem::path& folder, const std::vector<Change>& changes) {
  return Compiler(folder, nullptr, changes).compile();
}

Result compile(const std::filesystem::path& folder, const Patch& patch, const std::vector<Change>& changes) {
  return Compiler(folder, nullptr, changes, &patch).compile();
}

}  // namespace rw::forge
