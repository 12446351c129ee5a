// The texts of a game, one file per language, above the texts that all games share.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game.h"
#include "forge/record_ids.h"
#include "forge/tree.h"

namespace rw::forge {

struct Text {
  std::string pattern;
  Place place;
  bool shared = false;  // from content/core: it may name words that this game lacks
};
using Group = std::map<std::string, Text, std::less<>>;

struct Language {
  std::string name;  // "en"
  Place place;       // its file
  std::map<std::string, Group, std::less<>> groups;

  const Text* find(std::string_view group, std::string_view text) const;
};

// The texts of content/core in a language, as they were when the program was built; empty if there are none.
std::string_view shared_texts(std::string_view language);

// Reads `folder`/locale/*.yaml, and below each the shared texts of its language.
std::vector<Language> read_locale(const std::filesystem::path& folder, Problems& problems);

// Every name of the game has a text in every language, no text is for a name that does not exist, the placeholders
// of all texts are sound, and nouns are of what there is, with a grammar of their language.
void check_locale(const std::vector<Language>& languages, const Game& game, const RecordIds& ids,
                  Problems& problems);

// What is wrong with a template of core/text.h ({a:zone}, {a:zone:de}, {actor}, {a|one|many}, {d?text},
// {a=0?text}). Without kinds, those that it names are not looked at.
std::vector<std::string> faults_of_pattern(std::string_view pattern, std::string_view language,
                                           std::span<const core::KindInfo> kinds);
// What is wrong with a template over the parameters of `word`, or over `parts` if there is no word.
std::vector<std::string> faults_of_template(std::string_view pattern, const ability::Word* word,
                                            std::span<const std::string_view> parts,
                                            const ability::Vocabulary& vocabulary);
// Parameters of type `word` that a template shows plainly, so that each of their words needs a text.
std::vector<const ability::Parameter*> shown_words(std::string_view pattern, const ability::Word& word);

core::BundleWriter::Place write_locale(const std::vector<Language>& languages, core::BundleWriter& writer);

}  // namespace rw::forge
