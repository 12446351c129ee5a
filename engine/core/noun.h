// A name as a noun. A pattern asks for a form of it ({a:zone:de}, {a:zone:the}), so that sentences agree in every
// language without code in the games. The page has the same rules in web/src/net/nouns.js; tests/data/nouns.txt
// holds both to the same answers.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace rw::core {

// Grammar is written as the locale's `nouns` has it:
//   French   le, la, les, "les f"     it takes the article in a sentence: la Mer de rouille
//            m, f, many, "f many"     it takes none: Arcee
//   English  the, "the many"          it takes the article: the Rust Sea
//            a, many                  a common noun: an Attack; a plural
//   both     phrase                   a whole phrase, which stands in quotation marks: “Who's There?”
// Empty: a proper name. A name that begins with an article ("Les territoires neutres") needs no grammar for it.
struct Noun {
  std::string text;
  std::string_view grammar = {};  // of the content, which outlives it

  Noun() = default;
  Noun(std::string said, std::string_view how = {}) : text(std::move(said)), grammar(how) {}  // NOLINT: a name
};

std::span<const std::string_view> grammars_of(std::string_view language);
// Forms that patterns may ask for. French: le, de, à, un. English: the, a.
std::span<const std::string_view> forms_of(std::string_view language);
std::string formed(const Noun& noun, std::string_view form, std::string_view language);

// Which of the texts between bars agrees with a noun: masculine|feminine, or both again for several.
std::string_view agreeing(const Noun& noun, std::string_view texts);
// One or many by a figure: French counts 0 as one.
bool is_one(int figure, std::string_view language);

// Whether French elides before it: a vowel or a mute h.
bool begins_with_vowel(std::string_view text);
bool begins_with_mute_h(std::string_view text);
// Whether English says "an" before it, by the sound: a Unicron card, an hour.
bool takes_an(std::string_view text);

}  // namespace rw::core
