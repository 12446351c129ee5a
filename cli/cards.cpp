// `rulewright cards`: the cards of a game, with the rules text that their abilities render to.
#include "cli/cards.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/lab.h"
#include "engine/ability/typography.h"
#include "lab/pictures.h"
#include "speech/speech.h"

namespace rw::cli {

namespace {

nlohmann::ordered_json as_json(const CardFace& face) {
  nlohmann::ordered_json figures = nlohmann::ordered_json::object();
  for (const auto& [key, name, value] : face.figures) figures[name] = value;
  return {{"id", face.id}, {"name", face.name}, {"figures", figures}, {"texts", face.texts}};
}

// "cost 2"; what is only there or not has no value besides its name: "Flight".
std::string told(const CardFace::Figure& figure, const std::string& name) {
  return figure.name == figure.value ? figure.value : name + " " + figure.value;
}

// Every card of some games on one page, kind by kind, to be read in one sitting.
std::string report_text(const std::vector<std::shared_ptr<const Edition>>& editions, const std::string& language) {
  std::string out = "# " + speech::said("The texts of all cards") + "\n\n" +
                    speech::said("Written by `rulewright cards all --report FILE`, from what the cards do.") +
                    "\n";
  for (const auto& edition : editions) {
    const core::Node title = edition->bundle().root()["game"]["name"];
    out += "\n## " + std::string(title[language].text(edition->game().id)) + "\n";
    std::string kind;
    for (const CardFace& face : card_faces(*edition, language)) {
      const std::string& full = face.figures.front().value;  // "battle card, Weapon"
      const std::size_t comma = full.find(", ");
      if (full.substr(0, comma) != kind) out += "\n### " + ability::capital(full.substr(0, comma)) + "\n\n";
      kind = full.substr(0, comma);
      std::string line = comma == std::string::npos ? "" : full.substr(comma + 2);
      for (std::size_t i = 1; i < face.figures.size(); ++i)
        line += (line.empty() ? "" : speech::said("; ")) + told(face.figures[i], face.figures[i].name);
      out += "- **" + face.name + "**" + (line.empty() ? "" : " (" + line + ")") + "\n";
      for (const std::string& text : face.texts) out += "  - " + text + "\n";
    }
  }
  return out;
}

// `all` stands for every game.
int write_report(const CardsOptions& options) {
  std::vector<std::shared_ptr<const Edition>> editions;
  CardsOptions one = options;
  for (const Game* game : rw::games()) {
    one.game = game->id;
    if (options.game == "all" || options.game == game->id) editions.push_back(edition(one));
    if (!editions.empty() && editions.back() == nullptr) return 2;
  }
  if (editions.empty()) return edition(options) == nullptr ? 2 : 0;
  if (auto done = write_file(options.report, report_text(editions, options.language)); !done)
    return wrong_input(done.failure());
  return 0;
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
  const int width = std::min(terminal.width, 100);
  std::string out, line = painted(terminal, strong, face.name) + "  " + painted(terminal, faint, face.id);
  for (const CardFace::Figure& figure : face.figures) {  // none is broken at the end of a line
    const std::string said = told(figure, painted(terminal, faint, figure.name));
    if (columns(line) + 2 + columns(said) > width) {
      out += line + "\n";
      line = "  ";
    }
    line += "  " + said;
  }
  out += line + "\n";
  for (const std::string& text : face.texts) out += "  " + paragraph(text, width, 2) + "\n";
  return out;
}

int cards(const CardsOptions& options) {
  if (!options.report.empty()) return write_report(options);
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
