// Reading the catalogue of sentences, and finding them.
#include "speech/speech.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <locale>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "speech/catalogue.h"
#include "speech/translation.h"

namespace rw::speech {
namespace {

// A sentence in pieces: "there is no game '{}'" is {"there is no game '", "'"}.
struct Pattern {
  std::vector<std::string> pieces;
  std::string said;
};

// Figures as the language writes them, for places that ask for it: "{:.1Lf}".
class Comma : public std::numpunct<char> {
 protected:
  char do_decimal_point() const override { return ','; }
};

struct Catalogue {
  std::string language = "en";
  std::map<std::string, std::string, std::less<>> sentences;
  std::vector<Pattern> patterns;  // those with values, the longest first
  std::locale figures = std::locale::classic();
};

Catalogue& catalogue() {
  static Catalogue one;
  return one;
}

// No line break before : ; ! ? and %, nor inside « »: spaces that do not break, narrow where print has them so.
std::string with_hard_spaces(std::string text) {
  constexpr std::pair<std::string_view, std::string_view> hard[] = {
      {" :", "\u00A0:"}, {" ;", "\u202F;"}, {" !", "\u202F!"}, {" ?", "\u202F?"},
      {" %", "\u00A0%"}, {"« ", "«\u00A0"}, {" »", "\u00A0»"}};
  for (const auto& [soft, fixed] : hard)
    for (std::size_t at = text.find(soft); at != std::string::npos; at = text.find(soft, at + fixed.size()))
      text.replace(at, soft.size(), fixed);
  return text;
}

std::vector<std::string> pieces_of(const std::string& sentence) {
  std::vector<std::string> pieces(1);
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    const std::size_t end = sentence[at] == '{' ? sentence.find('}', at) : std::string::npos;
    if (end == std::string::npos) {
      pieces.back() += sentence[at];
      continue;
    }
    pieces.emplace_back();
    at = end;
  }
  return pieces;
}

std::size_t letters(const Pattern& pattern) {
  std::size_t count = 0;
  for (const std::string& piece : pattern.pieces) count += piece.size();
  return count;
}

// The values of `message` by `pieces` from the one with this number on; each is as short as possible.
bool matched(std::string_view message, const std::vector<std::string>& pieces, std::size_t number,
             std::vector<std::string>& values) {
  if (number == pieces.size()) return message.empty();
  const std::string& piece = pieces[number];
  if (number + 1 == pieces.size()) {  // the last one ends the message
    if (message.size() <= piece.size() || !message.ends_with(piece)) return false;
    values.emplace_back(message.substr(0, message.size() - piece.size()));
    return true;
  }
  for (std::size_t at = message.find(piece, 1); at != std::string_view::npos; at = message.find(piece, at + 1)) {
    values.emplace_back(message.substr(0, at));
    if (matched(message.substr(at + piece.size()), pieces, number + 1, values)) return true;
    values.pop_back();
    if (piece.empty()) break;
  }
  return false;
}

std::optional<std::vector<std::string>> values_in(std::string_view message, const Pattern& pattern) {
  if (!message.starts_with(pattern.pieces.front())) return std::nullopt;
  std::vector<std::string> values;
  if (!matched(message.substr(pattern.pieces.front().size()), pattern.pieces, 1, values)) return std::nullopt;
  // A word or two between values ("1 to 6", "on, off or auto") are no sentence: what they join must be single
  // words.
  constexpr std::size_t few_letters = 5;
  const bool joins = letters(pattern) > 2 && letters(pattern) < few_letters;
  for (const std::string& value : values)
    for (std::size_t at = value.find(' '); joins && at != std::string::npos; at = value.find(' ', at + 1))
      if (at == 0 || value[at - 1] != ',') return std::nullopt;
  return values;
}

// Values are texts here, whatever the sentence would do with a number.
std::string filled(const std::string& sentence, const std::vector<std::string>& values) {
  std::string out;
  std::size_t next = 0;
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    const std::size_t end = sentence[at] == '{' ? sentence.find('}', at) : std::string::npos;
    if (end == std::string::npos) {
      out += sentence[at];
      continue;
    }
    const char first = sentence[at + 1];
    const std::size_t place = first >= '0' && first <= '9' ? static_cast<std::size_t>(first - '0') : next++;
    if (place < values.size()) out += values[place];
    at = end;
  }
  return out;
}

std::string translated(const Catalogue& words, std::string_view message, int depth) {
  // A single word inside a message is a name, a key or a value, and stays what it is.
  if (depth > 0 && message.find(' ') == std::string_view::npos) return std::string(message);
  if (const auto whole = words.sentences.find(message); whole != words.sentences.end()) return whole->second;
  constexpr int deepest = 6;  // a reason in a reason in a reason
  if (depth == deepest) return std::string(message);
  for (const Pattern& pattern : words.patterns)
    if (auto values = values_in(message, pattern)) {
      for (std::string& value : *values) value = translated(words, value, depth + 1);
      return filled(pattern.said, *values);
    }
  return std::string(message);
}

Catalogue read_catalogue(std::string_view language) {
  Catalogue words;
  const std::string_view text = sentences_in(language);
  if (text.empty()) return words;
  words.language = language;
  words.figures = std::locale(std::locale::classic(), new Comma);  // the locale owns it
  for (const auto& group : YAML::Load(std::string(text)))
    for (const auto& entry : group.second) {
      const auto english = entry.first.as<std::string>(), other = with_hard_spaces(entry.second.as<std::string>());
      words.sentences[english] = other;
      if (auto pieces = pieces_of(english); pieces.size() > 1)
        words.patterns.push_back({std::move(pieces), other});
    }
  std::stable_sort(words.patterns.begin(), words.patterns.end(),
                   [](const Pattern& a, const Pattern& b) { return letters(a) > letters(b); });
  return words;
}

std::string translated_by(const Catalogue& words, std::string_view message) {
  std::string out;
  for (std::size_t start = 0; start <= message.size();) {
    const std::size_t stop = std::min(message.find('\n', start), message.size());
    out += (start == 0 ? "" : "\n") + translated(words, message.substr(start, stop - start), 0);
    start = stop + 1;
  }
  return out;
}

}  // namespace

void speak(std::string_view language) { catalogue() = read_catalogue(language); }

const std::string& language() { return catalogue().language; }

std::string said(std::string_view english) {
  const Catalogue& words = catalogue();
  const auto found = words.sentences.find(english);
  return found == words.sentences.end() ? std::string(english) : found->second;
}

std::string set_into(const std::string& sentence, fmt::format_args values) {
  return fmt::vformat(catalogue().figures, sentence, values);
}

std::string translated(std::string_view message) { return translated_by(catalogue(), message); }

std::string translated_to(std::string_view language, std::string_view message) {
  static const Catalogue french = read_catalogue("fr");
  return language == french.language ? translated_by(french, message) : std::string(message);
}

}  // namespace rw::speech
