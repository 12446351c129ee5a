// `rulewright cards`: the cards of a game, with the rules text that their abilities render to.
#include "cli/cards.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

namespace rw::cli {

namespace {

nlohmann::ordered_json as_json(const CardFace& face) {
  nlohmann::ordered_json figures = nlohmann::ordered_json::object();
  for (const auto& [name, value] : face.figures) figures[name] = value;
  return {{"id", face.id}, {"name", face.name}, {"figures", figures}, {"texts", face.texts}};
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
  const auto faces = find_cards(*chosen, options.language, options.card);
  if (faces.empty() && !options.card.empty()) {
    std::vector<std::string> names;
    for (const CardFace& face : card_faces(*chosen, options.language)) names.push_back(face.name);
    const std::string near = nearest(options.card, names);
    return wrong_input("there is no card '" + options.card + "' in " + options.game +
                       (near.empty() ? "" : "; did you mean '" + near + "'?"));
  }
  if (options.json) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const CardFace& face : faces) list.push_back(as_json(face));
    std::printf("%s\n", nlohmann::ordered_json{{"game", options.game}, {"cards", list}}.dump(2).c_str());
    return 0;
  }
  const Terminal terminal = Terminal::detect();
  for (const CardFace& face : faces) std::printf("%s", face_text(terminal, face).c_str());
  return 0;
}

}  // namespace rw::cli
