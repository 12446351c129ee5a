// Articles, what they melt with, and what agrees with a noun.
#include "engine/core/noun.h"

#include <algorithm>
#include <array>

namespace rw::core {
namespace {

using namespace std::string_view_literals;

constexpr std::array french_grammars = {"le"sv, "la"sv,   "les"sv,    "les f"sv, "m"sv,
                                        "f"sv,  "many"sv, "f many"sv, "phrase"sv};
constexpr std::array english_grammars = {"the"sv, "the many"sv, "a"sv, "many"sv, "phrase"sv};
constexpr std::array french_forms = {"le"sv, "de"sv, "à"sv, "un"sv};
constexpr std::array english_forms = {"the"sv, "a"sv};

// Ends in a space or an apostrophe.
constexpr std::array french_articles = {"le "sv, "la "sv, "les "sv, "l'"sv};

bool begins_with(std::string_view text, std::string_view opening) {
  const auto same = [](char a, char b) { return a == b || (a >= 'A' && a <= 'Z' && a - 'A' + 'a' == b); };
  return text.size() >= opening.size() &&
         std::equal(opening.begin(), opening.end(), text.begin(), [&](char b, char a) { return same(a, b); });
}

bool is_many(std::string_view grammar) { return grammar.starts_with("les") || grammar.ends_with("many"); }
bool is_feminine(std::string_view grammar) {
  return grammar == "la" || grammar == "f" || grammar == "f many" || grammar == "les f";
}

// A single letter is said by its name: de A.
bool elides(std::string_view text) {
  return text.size() > 1 && (begins_with_vowel(text) || begins_with_mute_h(text));
}

// A name without the article that it takes, and that article.
struct Parted {
  std::string_view article, rest;
};

Parted parted(const Noun& noun) {
  for (const std::string_view article : french_articles)
    if (begins_with(noun.text, article)) return {article, std::string_view(noun.text).substr(article.size())};
  if (noun.grammar.starts_with("les")) return {"les "sv, noun.text};
  if (noun.grammar != "le" && noun.grammar != "la") return {{}, noun.text};
  return {elides(noun.text) ? "l'"sv : noun.grammar == "le" ? "le "sv : "la "sv, noun.text};
}

std::string joined(std::string_view before, std::string_view text) { return std::string(before) += text; }

std::string french(const Noun& noun, std::string_view form) {
  const auto [article, rest] = parted(noun);
  if (form == "un") {
    const bool has_one = !article.empty() || begins_with(rest, "un ") || begins_with(rest, "une ");
    const bool common = noun.grammar == "m" || noun.grammar == "f" || is_many(noun.grammar);
    if (has_one || !common) return noun.text;
    return joined(is_many(noun.grammar) ? "des " : is_feminine(noun.grammar) ? "une " : "un ", rest);
  }
  if (form == "le") return joined(article, rest);
  if (article == "le ") return joined(form == "de" ? "du " : "au ", rest);
  if (article == "les ") return joined(form == "de" ? "des " : "aux ", rest);
  if (form == "à") return joined("à ", joined(article, rest));
  return joined(article.empty() && elides(rest) ? "d'" : "de ", joined(article, rest));
}

std::string english(const Noun& noun, std::string_view form) {
  if (begins_with(noun.text, "the ")) return joined("the ", std::string_view(noun.text).substr(4));
  if (form == "the")
    return noun.grammar.starts_with("the") || noun.grammar == "a" ? "the " + noun.text : noun.text;
  return noun.grammar == "a" ? (takes_an(noun.text) ? "an " : "a ") + noun.text : noun.text;
}

}  // namespace

std::span<const std::string_view> grammars_of(std::string_view language) {
  return language == "fr" ? std::span<const std::string_view>(french_grammars) : english_grammars;
}

std::span<const std::string_view> forms_of(std::string_view language) {
  return language == "fr" ? std::span<const std::string_view>(french_forms) : english_forms;
}

std::string formed(const Noun& noun, std::string_view form, std::string_view language) {
  if (noun.grammar != "phrase") return language == "fr" ? french(noun, form) : english(noun, form);
  if (language != "fr") return "“" + noun.text + "”";
  return (form == "le" || form == "un" ? "«\u00A0" : joined(form, " «\u00A0")) + noun.text + "\u00A0»";
}

std::string_view agreeing(const Noun& noun, std::string_view texts) {
  const bool feminine =
      is_feminine(noun.grammar) || begins_with(noun.text, "la ") || begins_with(noun.text, "une ");
  const bool many = is_many(noun.grammar) || begins_with(noun.text, "les ");
  int skip = feminine ? 1 : 0;
  if (many && std::count(texts.begin(), texts.end(), '|') == 3) skip += 2;
  for (; skip > 0; --skip) texts.remove_prefix(std::min(texts.size(), texts.find('|') + 1));
  return texts.substr(0, texts.find('|'));
}

bool is_one(int figure, std::string_view language) {
  return figure == 1 || figure == -1 || (figure == 0 && language == "fr");
}

bool begins_with_vowel(std::string_view text) {
  constexpr std::array vowels = {"a"sv, "e"sv, "i"sv, "o"sv, "u"sv, "à"sv, "â"sv, "ä"sv, "é"sv, "è"sv,
                                 "ê"sv, "ë"sv, "î"sv, "ï"sv, "ô"sv, "ö"sv, "ù"sv, "û"sv, "ü"sv, "œ"sv,
                                 "æ"sv, "À"sv, "Â"sv, "É"sv, "È"sv, "Ê"sv, "Î"sv, "Ô"sv, "Œ"sv};
  if (begins_with(text, "onze") || begins_with(text, "oui")) return false;
  return std::any_of(vowels.begin(), vowels.end(), [&](auto vowel) { return begins_with(text, vowel); });
}

bool takes_an(std::string_view text) {
  constexpr std::array like_you = {"uni"sv, "uti"sv, "use"sv, "eu"sv, "one "sv, "one-"sv};
  constexpr std::array silent = {"hour"sv, "honest"sv, "honor"sv, "honour"sv, "heir"sv};
  const auto opens = [&](std::string_view opening) { return begins_with(text, opening); };
  if (std::any_of(silent.begin(), silent.end(), opens)) return true;
  return begins_with_vowel(text) && std::none_of(like_you.begin(), like_you.end(), opens);
}

// Names keep their h; of French words those that begin like this lose it. "Héros" keeps it, "héroïsme" does not.
bool begins_with_mute_h(std::string_view text) {
  constexpr std::array openings = {"habi"sv, "hélic"sv, "hélio"sv, "herb"sv,   "héroï"sv, "hésit"sv, "heur"sv,
                                   "hist"sv, "hiver"sv, "homm"sv,  "honn"sv,   "hôpit"sv, "horiz"sv, "horlog"sv,
                                   "horr"sv, "hôte"sv,  "huil"sv,  "humain"sv, "hydr"sv,  "hymn"sv,  "hyp"sv};
  return std::any_of(openings.begin(), openings.end(), [&](auto opening) { return begins_with(text, opening); });
}

}  // namespace rw::core
