// Capitals, elisions and spaces.
#include "engine/ability/typography.h"

#include <algorithm>

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

// French drops a vowel before another (si il -> s'il, de une -> d'une) and melts de with les.
std::string elisions(std::string_view text) {
  constexpr std::string_view vowels[] = {"a", "e", "i", "o", "u", "à", "â", "é", "è", "ê",
                                         "î", "ô", "œ", "A", "E", "I", "O", "U", "É"};
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool starts_word = out.empty() || out.back() == ' ' || out.back() == '(';
    const std::string_view here = text.substr(i), after = text.substr(std::min(i + 3, text.size()));
    const bool vowel =
        std::any_of(std::begin(vowels), std::end(vowels), [&](auto v) { return after.starts_with(v); });
    if (starts_word && here.starts_with("de les ")) {
      out += "des ";
      i += 6;
    } else if (starts_word &&
               (here.starts_with("si il ") || here.starts_with("Si il ") || here.starts_with("si ils ") ||
                (here.starts_with("de ") && vowel && !after.starts_with("onze")))) {
      out += here[0];
      out += '\'';
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
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

}  // namespace rw::ability
