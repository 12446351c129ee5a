// Reading deck lists in YAML.
#include <yaml-cpp/yaml.h>

#include "lab/deck_list.h"

namespace rw::lab {
namespace {

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
    return file.complain(line.line, "a card is written as \"3 Name\" or { card: Name, count: 3 }");
  deck.lines.push_back(std::move(line));
}

// Lists are sections; a map with numbers in it is one too ("Quick Step: 3"). Other keys are about the deck.
void read_deck(DeckFile& file, const YAML::Node& node) {
  if (!node.IsMap()) return file.complain(line_of(node), "a deck is a map of sections");
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
        file.complain(line.line, "'" + line.card + "' needs a number of copies");
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
    file.complain(line_of(root["decks"]), "decks is a list of decks");
  }
  return file;
}

}  // namespace

DeckFile read_deck_file(std::string_view text) {
  if (constexpr std::string_view mark = "\xEF\xBB\xBF"; text.starts_with(mark)) text.remove_prefix(mark.size());
  try {
    const YAML::Node root = YAML::Load(std::string(text));
    bool sections = root.IsMap() && static_cast<bool>(root["decks"]);
    if (root.IsMap())
      for (const auto& entry : root) sections = sections || !entry.second.IsScalar();
    if (sections) return read_yaml(root);
  } catch (const YAML::Exception& fault) {
    // A text list is seldom YAML. One with a list below a key was meant to be.
    const bool meant =
        text.find(":\n  -") != std::string_view::npos || text.find(":\n- ") != std::string_view::npos;
    if (meant) {
      DeckFile file;
      file.complain(fault.mark.line + 1, fault.msg);
      return file;
    }
  }
  return read_deck_text(text);
}

}  // namespace rw::lab
