// Word by word, with tables of its own: it must not believe engine/core/noun.cpp.
#include "tests/sentences.h"

#include <algorithm>
#include <charconv>

namespace rw::test {
namespace {

using Words = std::vector<std::string_view>;

bool is_among(std::string_view word, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

// Split at spaces, unbreakable ones too. What stands in quotation marks or behind a mark begins anew, so marks
// stay with their words.
Words words_of(std::string_view text) {
  constexpr std::string_view gaps[] = {" ", "\u00A0", "\u202F"};
  Words words;
  std::size_t start = 0;
  for (std::size_t i = 0; i <= text.size();) {
    std::size_t gap = i == text.size() ? 1 : 0;
    for (const std::string_view each : gaps)
      if (text.substr(i).starts_with(each)) gap = each.size();
    if (gap == 0) {
      ++i;
      continue;
    }
    if (i > start) words.push_back(text.substr(start, i - start));
    i += gap;
    start = i;
  }
  return words;
}

std::string_view bare(std::string_view word) {
  const auto strip = [&](bool front) {
    for (bool more = true; more && !word.empty();) {
      more = false;
      for (const std::string_view mark :
           {".", ",", ";", ":", "!", "?", "(", ")", "«", "»", "“", "”", "\"", "+", "-"})
        if (front ? word.starts_with(mark) : word.ends_with(mark)) {
          front ? word.remove_prefix(mark.size()) : word.remove_suffix(mark.size());
          more = true;
        }
    }
  };
  strip(true);
  strip(false);
  return word;
}

bool opens_with_vowel(const std::string& word) {
  constexpr std::string_view vowels[] = {"a", "e", "i", "o", "u", "é", "è", "ê", "à", "â", "î",
                                         "ô", "œ", "É", "È", "Ê", "À", "Â", "Î", "Ô", "Œ"};
  return std::any_of(std::begin(vowels), std::end(vowels), [&](auto v) { return word.starts_with(v); });
}

// What a figure counts: one, and more than one.
struct Counted {
  std::string_view one, many;
};
constexpr Counted in_english[] = {
    {"unit", "units"},           {"robot", "robots"},         {"zone", "zones"},     {"card", "cards"},
    {"point", "points"},         {"player", "players"},       {"token", "tokens"},   {"counter", "counters"},
    {"maneuver", "maneuvers"},   {"game", "games"},           {"copy", "copies"},    {"die", "dice"},
    {"dinosaur", "dinosaurs"},   {"wound", "wounds"},         {"poison", "poisons"}, {"paralyze", "paralyzes"},
    {"character", "characters"}, {"knock-out", "knock-outs"}, {"action", "actions"}, {"diamond", "diamonds"}};
constexpr Counted in_french[] = {{"unité", "unités"},
                                 {"robot", "robots"},
                                 {"zone", "zones"},
                                 {"carte", "cartes"},
                                 {"point", "points"},
                                 {"joueur", "joueurs"},
                                 {"jeton", "jetons"},
                                 {"marqueur", "marqueurs"},
                                 {"manœuvre", "manœuvres"},
                                 {"partie", "parties"},
                                 {"dé", "dés"},
                                 {"exemplaire", "exemplaires"},
                                 {"dinosaure", "dinosaures"},
                                 {"blessure", "blessures"},
                                 {"poison", "poisons"},
                                 {"paralysie", "paralysies"},
                                 {"personnage", "personnages"},
                                 {"action", "actions"},
                                 {"carreau", "carreaux"},
                                 {"dégât", "dégâts"},
                                 {"mouvement", "mouvements"},
                                 {"mise", "mises"}};

class Sentence {
 public:
  Sentence(std::string_view text, std::string_view language)
      : text_(text), french_(language == "fr"), words_(words_of(text)) {}

  std::vector<std::string> faults() {
    look_at_letters();
    for (std::size_t i = 0; i < words_.size(); ++i) {
      french_ ? look_at_french(i) : look_at_english(i);
      look_at_number(i);
    }
    return faults_;
  }

 private:
  void add(const char* what, std::size_t at) {
    std::string where(words_[at]);
    if (at + 1 < words_.size()) where += " " + std::string(words_[at + 1]);
    faults_.push_back(std::string(what) + ": " + where);
  }
  // A mark behind the word, or before the next one.
  bool breaks_behind(std::size_t at) const {
    const std::string_view here = words_[at], next = at + 1 < words_.size() ? words_[at + 1] : std::string_view{};
    return bare(here).data() + bare(here).size() != here.data() + here.size() || next.starts_with('(') ||
           next.starts_with("«") || next.starts_with("“");
  }
  // The word there in small letters, without marks; empty behind the end.
  std::string word(std::size_t at) const { return at < words_.size() ? lower(bare(words_[at])) : std::string(); }

  void look_at_letters() {
    if (text_.find_first_of("{}|") != std::string_view::npos) faults_.emplace_back("a brace or a bar is left");
    if (text_.find("  ") != std::string_view::npos) faults_.emplace_back("two spaces");
    if (text_.starts_with(' ') || text_.ends_with(' ')) faults_.emplace_back("a space at an end");
    if (text_.find(" ,") != std::string_view::npos || text_.find(" .") != std::string_view::npos)
      faults_.emplace_back("a space before a comma or a full stop");
    if (!french_ && text_.find(" ?") != std::string_view::npos) faults_.emplace_back("something without a name");
  }

  void look_at_french(std::size_t i) {
    const std::string here = word(i), next = word(i + 1);
    // An apostrophe joins, so nothing but a vowel or an h may follow it.
    for (const std::string_view joint : {"d'", "l'", "qu'", "n'", "s'"})
      if (here.starts_with(joint)) {
        const std::string rest = here.substr(joint.size());
        if (!opens_with_vowel(rest) && !rest.starts_with('h') && !rest.starts_with("y"))
          add("an elision too many", i);
      }
    if (next.empty() || breaks_behind(i)) return;
    if (is_among(here, {"de", "à"}) && is_among(next, {"le", "les"}) && !is_verb(i + 2))
      add("an article that does not melt", i);
    if (is_among(here, {"de", "le", "la", "que", "ne", "se", "je"}) && next.size() > 1 && opens_with_vowel(next) &&
        !is_among(next, {"onze", "oui", "un"}))
      add("an elision is missing", i);
    for (const std::string_view mute : {"homme", "honneur", "heure", "hôpital", "huile", "héroïsme", "hypno"})
      if (is_among(here, {"de", "le", "la"}) && next.starts_with(mute)) add("an elision is missing", i);
    if (is_among(here, {"le", "la", "les", "un", "une", "des", "du", "au", "aux"}) &&
        is_among(next, {"le", "la", "les", "un", "une", "des", "du", "au", "aux"}))
      add("two articles", i);
  }

  // "de le faire": le is a pronoun there.
  bool is_verb(std::size_t at) const {
    const std::string found = word(at);
    return found.ends_with("er") || found.ends_with("ir") || found.ends_with("re");
  }

  void look_at_english(std::size_t i) {
    const std::string here = word(i), next = word(i + 1);
    if (next.empty() || breaks_behind(i)) return;
    const bool article = words_[i] == "a" || words_[i] == "an" || words_[i] == "the";
    if (!article) return;
    if (is_among(next, {"a", "an", "the"}) && next.size() + (words_[i + 1] == "A" ? 0 : 1) > 1)
      add("two articles", i);
    const bool like_you =
        next.starts_with("uni") || next.starts_with("use") || next.starts_with("uti") || next == "one";
    const bool silent = next.starts_with("hour") || next.starts_with("hono") || next.starts_with("heir");
    if (here == "a" && ((opens_with_vowel(next) && !like_you) || silent)) add("a for an", i);
    if (here == "an" && !opens_with_vowel(next) && !silent && !std::isdigit(static_cast<unsigned char>(next[0])))
      add("an for a", i);
  }

  void look_at_number(std::size_t i) {
    const std::string_view here = bare(words_[i]);
    int figure = 0;
    const auto [end, fault] = std::from_chars(here.data(), here.data() + here.size(), figure);
    if (fault != std::errc{} || end != here.data() + here.size() || breaks_behind(i)) return;
    if (i > 0 && is_name_of_figure(word(i - 1))) return;
    const bool one = figure == 1 || (french_ && figure == 0);
    const std::string next = word(i + 1);
    const auto look = [&](const Counted& counted) {
      if (next == (one ? counted.many : counted.one)) add("a figure and a number that do not agree", i);
    };
    if (french_)
      std::for_each(std::begin(in_french), std::end(in_french), look);
    else
      std::for_each(std::begin(in_english), std::end(in_english), look);
  }

  // "pack 1", "die 2", "row 3": the figure counts nothing.
  static bool is_name_of_figure(const std::string& word) {
    return is_among(word, {"card", "carte", "pack", "paquet", "die", "dé", "phase", "text", "texte", "#"});
  }

  std::string_view text_;
  bool french_;
  Words words_;
  std::vector<std::string> faults_;
};

}  // namespace

std::vector<std::string> faults_of_sentence(std::string_view text, std::string_view language) {
  return Sentence(text, language).faults();
}

}  // namespace rw::test
