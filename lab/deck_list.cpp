// Reading deck lists.
#include "lab/deck_list.h"

#include <yaml-cpp/yaml.h>

#include <cctype>

namespace rw::lab {
namespace {

constexpr int most_copies = 999;

std::string trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.remove_suffix(1);
  return std::string(text);
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

// "3 Quick Step", "3x Quick Step", "Quick Step x3", "Quick Step": how many of what.
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

void complain(DeckFile& file, int line, const std::string& what) {
  file.faults.push_back({0, what, {}, line, false});
}

// ---- plain text ----------------------------------------------------------------------------------

void read_text_line(DeckFile& file, DeckList& deck, std::string& section, std::string text, int number) {
  if (const std::size_t remark = text.find("//"); remark != std::string::npos) text.resize(remark);
  text = trimmed(text);
  if (text.empty() || text[0] == '#') return;
  const auto is_digit = [&](std::size_t at) {
    return at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0;
  };
  const bool sign = (text[0] == '-' || text[0] == '+') && is_digit(1);
  DeckLine line{section, {}, 1, number};
  if (sign || is_digit(0) || read_count_behind(text, line)) {
    if (!sign) read_count(text, line);
    if (sign || line.count < 1 || line.count > most_copies || line.card.empty())
      return complain(file, number, "'" + text + "' needs a number of copies from 1 on and a name");
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

DeckFile read_text(std::string_view text) {
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

// ---- YAML ----------------------------------------------------------------------------------------

int line_of(const YAML::Node& node) { return node.Mark().line + 1; }

// "3 Card Name", "card_id", or { card: ..., count: 3 }; `copies` says the same as `count`.
void read_entry(DeckFile& file, DeckList& deck, const std::string& section, const YAML::Node& node) {
  DeckLine line{section, {}, 1, line_of(node)};
  if (node.IsScalar()) {
    read_count(node.Scalar(), line);
  } else if (node.IsMap() && node["card"] && node["card"].IsScalar()) {
    line.card = node["card"].Scalar();
    const YAML::Node count = node["count"] ? node["count"] : node["copies"];
    if (count) line.count = count.as<int>(0);
  }
  if (line.card.empty() || line.count < 1 || line.count > most_copies)
    return complain(file, line.line, "a card is written as \"3 Name\" or { card: Name, count: 3 }");
  deck.lines.push_back(std::move(line));
}

// Lists are sections; a map with numbers in it is one too ("Quick Step: 3"). Other keys are about the deck.
void read_deck(DeckFile& file, const YAML::Node& node) {
  if (!node.IsMap()) return complain(file, line_of(node), "a deck is a map of sections");
  DeckList deck;
  deck.line = line_of(node);
  for (const auto& entry : node) {
    const std::string key = entry.first.as<std::string>();
    const YAML::Node& value = entry.second;
    if (key == "game" && value.IsScalar()) file.game = value.Scalar();
    if (key == "format" && value.IsScalar()) {
      deck.format = value.Scalar();
      deck.format_line = line_of(value);
    }
    if (key == "id" && value.IsScalar()) deck.id = value.Scalar();
    if (value.IsSequence())
      for (const YAML::Node& item : value) read_entry(file, deck, key, item);
    if (!value.IsMap() || key == "name" || key == "plan" || key == "notes") continue;
    for (const auto& card : value) {
      DeckLine line{key, card.first.as<std::string>(), card.second.as<int>(0), line_of(card.first)};
      if (line.count < 1 || line.count > most_copies)
        complain(file, line.line, "'" + line.card + "' needs a number of copies");
      else
        deck.lines.push_back(std::move(line));
    }
  }
  file.decks.push_back(std::move(deck));
}

DeckFile read_yaml(const YAML::Node& root) {
  DeckFile file;
  if (root["game"] && root["game"].IsScalar()) file.game = root["game"].Scalar();
  if (!root["decks"]) {
    read_deck(file, root);
  } else if (root["decks"].IsSequence()) {
    for (const YAML::Node& deck : root["decks"]) read_deck(file, deck);
  } else {
    complain(file, line_of(root["decks"]), "decks is a list of decks");
  }
  return file;
}

}  // namespace

DeckFile read_deck_file(std::string_view text) {
  try {
    const YAML::Node root = YAML::Load(std::string(text));
    bool sections = root.IsMap() && static_cast<bool>(root["decks"]);
    if (root.IsMap())
      for (const auto& entry : root) sections = sections || !entry.second.IsScalar();
    if (sections) return read_yaml(root);
  } catch (const YAML::Exception& fault) {
    // A text list is seldom YAML. One that begins like a map was meant to be.
    const bool meant = text.find("\n  -") != std::string_view::npos || text.find("\n- ") != std::string_view::npos;
    if (meant) {
      DeckFile file;
      complain(file, fault.mark.line + 1, fault.msg);
      return file;
    }
  }
  return read_text(text);
}

}  // namespace rw::lab
