// Reading deck lists in plain text.
#include "lab/deck_list.h"

#include <algorithm>
#include <cctype>

namespace rw::lab {
namespace {

std::string trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.remove_suffix(1);
  return std::string(text);
}

// "- 3 Zap", "* 3 Zap", "• 3 Zap": without the sign of a list's item.
std::string without_bullet(const std::string& text) {
  for (const std::string_view bullet : {"- ", "* ", "• "})
    if (text.starts_with(bullet)) return trimmed(std::string_view(text).substr(bullet.size()));
  return text;
}

// "Quick Step x3": the number behind.
bool read_count_behind(const std::string& text, DeckLine& line) {
  const std::size_t blank = text.rfind(' ');
  if (blank == std::string::npos || blank + 2 >= text.size()) return false;
  const std::string tail = text.substr(blank + 1);
  const bool digits = tail.find_first_not_of("0123456789", 1) == std::string::npos && tail.size() < 5;
  if ((tail[0] != 'x' && tail[0] != 'X') || !digits) return false;
  line.count = std::stoi(tail.substr(1));
  line.card = trimmed(std::string_view(text).substr(0, blank));
  return true;
}

}  // namespace

void read_count(const std::string& text, DeckLine& line) {
  if (read_count_behind(text, line)) return;
  std::size_t at = 0;
  while (at < text.size() && at < 4 && std::isdigit(static_cast<unsigned char>(text[at])) != 0) ++at;
  const bool times = at > 0 && at < text.size() && (text[at] == 'x' || text[at] == 'X');
  const std::size_t name = at + (times ? 1 : 0);
  const bool counted = at > 0 && name < text.size() && text[name] == ' ';
  line.count = counted ? std::stoi(text.substr(0, at)) : 1;
  line.card = trimmed(counted ? std::string_view(text).substr(name) : std::string_view(text));
}

namespace {

void read_text_line(DeckFile& file, DeckList& deck, std::string& section, std::string text, int number) {
  if (const std::size_t remark = text.find("//"); remark != std::string::npos) text.resize(remark);
  std::replace(text.begin(), text.end(), '\t', ' ');  // from a table
  text = without_bullet(trimmed(text));
  if (text.empty() || text[0] == '#') return;
  const auto is_digit = [&](std::size_t at) {
    return at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0;
  };
  const bool sign = (text[0] == '-' || text[0] == '+') && is_digit(1);
  DeckLine line{section, {}, 1, number};
  if (sign || is_digit(0) || read_count_behind(text, line)) {
    if (!sign) read_count(text, line);
    const std::size_t behind = text.find_first_not_of("0123456789");
    const bool unread =
        line.card == text && behind != std::string::npos && text[behind] == ' ';  // too many digits
    if (sign || unread || line.count < 1 || line.count > most_copies || line.card.empty())
      return file.complain(number, "'" + text + "' needs a number of copies from 1 on and a name");
    deck.lines.push_back(std::move(line));
    return;
  }
  if (const std::size_t colon = text.find(':'); colon != std::string::npos && colon + 1 < text.size()) {
    const std::string key = text.substr(0, colon), value = trimmed(std::string_view(text).substr(colon + 1));
    if (key == "game") file.game = value;
    if (key == "format") {
      deck.format = value;
      deck.format_line = number;
    }
    if (key == "name") deck.id = value;
    if (key == "game" || key == "format" || key == "name") return;
  }
  if (text.back() == ':') text.pop_back();
  section = trimmed(text);
  deck.headings.push_back({section, number});
}

}  // namespace

DeckFile read_deck_text(std::string_view text) {
  DeckFile file;
  DeckList deck;
  std::string section;
  deck.line = 1;
  int number = 0;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    read_text_line(file, deck, section, std::string(text.substr(0, end)), ++number);
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  }
  file.decks.push_back(std::move(deck));
  return file;
}

}  // namespace rw::lab
