// `rulewright cards`: the cards of a game, with the rules text that their abilities render to.
#include "cli/cards.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>

#include "lab/pictures.h"

namespace rw::cli {

namespace {

nlohmann::ordered_json as_json(const CardFace& face) {
  nlohmann::ordered_json figures = nlohmann::ordered_json::object();
  for (const auto& [name, value] : face.figures) figures[name] = value;
  return {{"id", face.id}, {"name", face.name}, {"figures", figures}, {"texts", face.texts}};
}

// Without a name every picture of the game is on the sheet, those of places too.
int write_sheet(const CardsOptions& options, const Edition& chosen, const std::vector<CardFace>& found) {
  std::vector<faces::Key> keys;
  if (options.card.empty()) keys = lab::pictures(chosen);
  for (const CardFace& face : found)
    if (!options.card.empty())
      for (faces::Key& key : lab::pictures_of(chosen, face.id)) keys.push_back(std::move(key));
  std::ofstream out(options.svg, std::ios::binary | std::ios::trunc);
  out << faces::sheet(lab::built_in_faces(), chosen.bundle().root(), keys,
                      options.theme == "dark" ? faces::Theme::dark : faces::Theme::light, options.size,
                      options.language);
  out.close();
  if (!out) return wrong_input("cannot write " + options.svg);
  return 0;
}

}  // namespace

std::string face_text(const Terminal& terminal, const CardFace& face) {
  std::string out = painted(terminal, strong, face.name) + "  " + painted(terminal, faint, face.id);
  for (const auto& [name, value] : face.figures) out += "  " + painted(terminal, faint, name) + " " + value;
  out += "\n";
  for (const std::string& text : face.texts)
    out += "  " + paragraph(text, std::min(terminal.width, 100), 2) + "\n";
  return out;
}

int cards(const CardsOptions& options) {
  const auto chosen = edition(options);
  if (chosen == nullptr) return 2;
  const auto found = find_cards(*chosen, options.language, options.card);
  if (found.empty() && !options.card.empty()) {
    std::vector<std::string> names;
    for (const CardFace& face : card_faces(*chosen, options.language)) names.push_back(face.name);
    const std::string near = nearest(options.card, names);
    return wrong_input("there is no card '" + options.card + "' in " + options.game +
                       (near.empty() ? "" : "; did you mean '" + near + "'?"));
  }
  if (!options.svg.empty()) return write_sheet(options, *chosen, found);
  if (options.json) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const CardFace& face : found) list.push_back(as_json(face));
    std::printf("%s\n", nlohmann::ordered_json{{"game", options.game}, {"cards", list}}.dump(2).c_str());
    return 0;
  }
  const Terminal terminal = Terminal::detect();
  for (const CardFace& face : found) std::printf("%s", face_text(terminal, face).c_str());
  return 0;
}

}  // namespace rw::cli
