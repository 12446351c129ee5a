// Capitals, elisions and spaces.
#include "engine/ability/typography.h"

#include <algorithm>
#include <span>

#include "engine/core/noun.h"

namespace rw::ability {
namespace {

// French sets a space that does not break before : ; ! ? » and after «.
std::string spaces(std::string_view text) {
  constexpr std::string_view wide = "\u00A0", narrow = "\u202F";
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view after = text.substr(i + 1);
    if (text[i] == ' ' && (after.starts_with(':') || after.starts_with("»") || out.ends_with("«")))
      out += wide;
    else if (text[i] == ' ' && !after.empty() && (after[0] == ';' || after[0] == '!' || after[0] == '?'))
      out += narrow;
    else
      out += text[i];
  }
  return out;
}

// Two words that French writes as one. The first ends where the next begins with a vowel, or melts with its
// article.
struct Melted {
  std::string_view apart, together;
};
constexpr Melted melted[] = {{"chaque carte parmi ces cartes", "chacune de ces cartes"},
                             {"chaque de les ", "chacune des "},
                             {"chaque de ces ", "chacune de ces "},
                             {"a des autres ", "a d'autres "},
                             {"avez des autres ", "avez d'autres "},
                             {"de les ", "des "},
                             {"de le ", "du "},
                             {"à les ", "aux "},
                             {"à le ", "au "}};
constexpr Melted elided[] = {{"si il ", "s'il "},       {"Si il ", "S'il "},   {"si ils ", "s'ils "},
                             {"que il, ", "que lui, "}, {"que il ", "qu'il "}, {"que ils ", "qu'ils "},
                             {"que elle", "qu'elle"},   {"que un", "qu'un"},   {"que aucun", "qu'aucun"},
                             {"que on ", "qu'on "}};

std::string elisions(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool starts_word = out.empty() || out.back() == ' ' || out.back() == '(' || out.ends_with("\u00A0");
    const std::string_view here = text.substr(i), after = text.substr(std::min(i + 3, text.size()));
    const auto apply = [&](std::span<const Melted> list) {
      for (const Melted& pair : list)
        if (here.starts_with(pair.apart)) {
          out += pair.together;
          i += pair.apart.size() - 1;
          return true;
        }
      return false;
    };
    if (starts_word && (apply(melted) || apply(elided))) continue;
    if (starts_word && here.starts_with("de ") && core::begins_with_vowel(after)) {
      out += "d'";
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

// The imperatives that do not end in -ez, or whose infinitive does not end in -er.
constexpr Melted verbs[] = {
    {"mettez", "mettre"},      {"faites", "faire"},           {"prenez", "prendre"},
    {"perdez", "perdre"},      {"reprenez", "reprendre"},     {"remettez", "remettre"},
    {"subissez", "subir"},     {"recevez", "recevoir"},       {"détruisez", "détruire"},
    {"choisissez", "choisir"}, {"convertissez", "convertir"}, {"Convertissez", "Convertir"}};

// "téléportez-vous" -> "vous téléporter": what hangs on the imperative stands before the infinitive.
std::string infinitive_of(std::string_view word) {
  constexpr std::string_view hanging[] = {"-vous", "-les", "-le", "-la"};
  for (const std::string_view pronoun : hanging)
    if (word.ends_with(pronoun)) {
      const std::string verb = infinitive_of(word.substr(0, word.size() - pronoun.size()));
      return verb.empty() ? verb : std::string(pronoun.substr(1)) + " " + verb;
    }
  for (const Melted& verb : verbs)
    if (verb.apart == word) return std::string(verb.together);
  if (!word.ends_with("ez") || word.size() < 4) return {};
  return std::string(word.substr(0, word.size() - 1)) + "r";
}

}  // namespace

std::string capital(std::string text) {
  if (text.empty()) return text;
  const auto first = static_cast<unsigned char>(text[0]);
  if (first >= 'a' && first <= 'z') text[0] = static_cast<char>(first - 'a' + 'A');
  // à to þ lie 32 above their capitals in UTF-8 too; œ one.
  if (text.size() > 1 && first == 0xC3) {
    const auto second = static_cast<unsigned char>(text[1]);
    if (second >= 0xA0 && second <= 0xBE && second != 0xB7) text[1] = static_cast<char>(second - 0x20);
  }
  if (text.starts_with("\xC5\x93")) text[1] = '\x92';
  return text;
}

std::string french(std::string_view text) { return spaces(elisions(text)); }

std::string english(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    constexpr std::string_view each = "each ";
    if (text.substr(i).starts_with(each) && i + each.size() < text.size() && text[i + each.size()] >= '2' &&
        text[i + each.size()] <= '9') {
      out += "every ";
      i += each.size() - 1;
      continue;
    }
    out += text[i];
    const bool article = (text[i] == 'a' || text[i] == 'A') &&
                         (i == 0 || text[i - 1] == ' ' || text[i - 1] == '(') && i + 2 < text.size() &&
                         text[i + 1] == ' ';
    if (!article) continue;
    const std::string_view next = text.substr(i + 2);
    if (core::takes_an(next)) out += 'n';
    if (next.starts_with("other ")) ++i;  // another
  }
  return out;
}

bool is_own(std::string_view phrase, std::string_view language) {
  if (language == "fr") return phrase.starts_with("vos ") || phrase.starts_with("ses ");
  if (phrase.starts_with("your ") || phrase.starts_with("their ")) return true;
  std::size_t end = phrase.find(' ');
  if (phrase.starts_with("the ") || phrase.starts_with("each ") || phrase.starts_with("that "))
    end = phrase.find(' ', end + 1);
  return end != std::string_view::npos && phrase.substr(0, end).ends_with("'s");
}

bool is_feminine(std::string_view phrase, std::string_view language) {
  return language == "fr" && (phrase.starts_with("une ") || phrase.starts_with("la "));
}

std::string without_article(std::string_view phrase, std::string_view language) {
  constexpr std::string_view in_english[] = {"the ", "all ", "an ", "a "};
  constexpr std::string_view in_french[] = {"tous les ", "toutes les ", "les ", "une ", "un ", "la ", "le "};
  const auto strip = [&](std::span<const std::string_view> articles) {
    for (const std::string_view article : articles)
      if (phrase.starts_with(article)) return std::string(phrase.substr(article.size()));
    return std::string(phrase);
  };
  return language == "fr" ? strip(in_french) : strip(in_english);
}

std::string without_owner(std::string_view phrase, std::string_view language) {
  const std::string_view yours = language == "fr" ? "vos " : "your ";
  return phrase.starts_with(yours) ? std::string(phrase.substr(yours.size())) : std::string{};
}

bool begins_with_noun(std::string_view phrase) {
  constexpr std::string_view openings[] = {"a ",    "an ",   "the ",  "each ", "one ",
                                           "this ", "that ", "your ", "all "};
  return std::any_of(std::begin(openings), std::end(openings),
                     [&](auto word) { return phrase.starts_with(word); });
}

std::string infinitive(std::string_view phrase) {
  if (phrase.starts_with("vous ")) phrase.remove_prefix(5);
  if (phrase.starts_with("pouvez ")) return std::string(phrase.substr(7));
  std::string out;
  while (!phrase.empty()) {
    const std::string_view word = phrase.substr(0, phrase.find_first_of(" ,.;"));
    const bool joined = out.ends_with(", ") || out.ends_with(" puis ") || out.ends_with(" et ");
    std::string changed = out.empty() || joined ? infinitive_of(word) : std::string{};
    if (out.empty() && changed.empty()) return {};
    out += changed.empty() ? std::string(word) : changed;
    phrase.remove_prefix(word.size());
    const std::size_t gap = std::min(phrase.find_first_not_of(" ,.;"), phrase.size());
    // what follows has a subject of its own
    if (phrase.substr(0, gap).find_first_of(".;") != std::string_view::npos) return out + std::string(phrase);
    out += phrase.substr(0, gap);
    phrase.remove_prefix(gap);
  }
  return out;
}

}  // namespace rw::ability
