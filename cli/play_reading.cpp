#include "cli/play_reading.h"

#include <algorithm>
#include <map>

namespace rw::cli {

using core::Field;

Reading::Reading(const Sight& sight, std::span<const SeatColour> colours)
    : sight_(sight), fields_(sight.edition.fields(sight.position, sight.viewer)), colours_(colours) {}

std::int64_t Reading::number(const std::string& path) const {
  const Field* field = fields_.find(path);
  return field == nullptr ? 0 : field->number;
}

std::string Reading::word(const std::string& path) const {
  const Field* field = fields_.find(path);
  return field == nullptr ? "none" : field->word;
}

std::string Reading::seat_text(std::string_view seat) const {
  Seat found = core::no_seat;
  if (!sight_.edition.find_seat(sight_.position, seat, found)) return std::string(seat);
  return sight_.edition.seat_name(sight_.position, found, sight_.language);
}

std::string Reading::paint_seat(std::string_view seat, std::string_view text) const {
  for (const SeatColour& colour : colours_)
    if (colour.name == seat) return painted(sight_.terminal, {colour.ink, colour.paper, true}, text);
  return painted(sight_.terminal, strong, text);
}

std::string Reading::heading(const std::string& state) const {
  return painted(sight_.terminal, strong,
                 padded(named(root()["game"]) + "  ", sight_.terminal.width - columns(state) - 1)) +
         state + "\n";
}

std::string Reading::labelled(const std::string& label, const std::string& text, int indent, int margin) const {
  return std::string(static_cast<std::size_t>(margin), ' ') +
         painted(sight_.terminal, faint, padded(label, indent - margin)) +
         paragraph(text.empty() ? "-" : text, sight_.terminal.width - indent, indent) + "\n";
}

std::string Reading::own() const {
  if (sight_.viewer.kind != Viewer::Kind::seat) return "";
  return sight_.edition.seat_name(sight_.position, sight_.viewer.seat);
}

// ---- cards -----------------------------------------------------------------------------------------

// They are rendered once for each content and language, and asked for with every choice.
const std::vector<CardFace>& Reading::faces() const {
  static std::map<std::string, std::vector<CardFace>> known;
  const std::string language(sight_.language);
  std::vector<CardFace>& found =
      known[std::string(sight_.edition.game().id) + " " + std::string(sight_.edition.version()) + " " + language];
  if (found.empty()) found = card_faces(sight_.edition, language);
  return found;
}

const CardFace* Reading::face(std::string_view id) const {
  const auto found = std::find_if(faces().begin(), faces().end(), [&](const CardFace& f) { return f.id == id; });
  return found == faces().end() ? nullptr : &*found;
}

std::string Reading::card_name(std::string_view id) const {
  if (id == "?") return say("face down");
  const CardFace* found = face(id);
  return found == nullptr ? std::string(id) : found->name;
}

std::string Reading::figure(std::string_view id, std::string_view key) const {
  if (const CardFace* found = face(id))
    for (const CardFace::Figure& each : found->figures)
      if (each.key == key) return each.value;
  return "";
}

std::string Reading::texts(std::string_view id) const {
  const CardFace* found = face(id);
  std::string out;
  for (std::size_t i = 0; found != nullptr && i < found->texts.size(); ++i)
    out += (i == 0 ? "" : " ") + found->texts[i];
  return out;
}

std::string Reading::look_at_cards(std::string_view what) const {
  std::string out;
  for (const CardFace& found : find_cards(sight_.edition, std::string(sight_.language), std::string(what)))
    out += face_text(sight_.terminal, found);
  return out;
}

core::Node Reading::record(std::initializer_list<std::string_view> tables, std::string_view id) const {
  for (const std::string_view table : tables) {
    const core::Node list = root()[table];
    for (int i = 0; i < list.size(); ++i)
      if (list[i]["id"].text() == id) return list[i];
  }
  return {};
}

// ---- choices ---------------------------------------------------------------------------------------

std::string_view Reading::verb(Choice choice) const { return sight_.edition.verb_name(choice); }

Edition::Thing Reading::thing(Choice choice, int operand) const {
  if (core::is_table_choice(choice)) return {};
  if (sight_.edition.game().operands[static_cast<std::size_t>(choice.verb())].kind[operand] < 0) return {};
  return sight_.edition.things(sight_.position, sight_.viewer, choice, operand).front();
}

std::string counted(const std::vector<std::string>& names) {
  std::vector<std::pair<std::string, int>> kinds;
  for (const std::string& name : names) {
    const auto found =
        std::find_if(kinds.begin(), kinds.end(), [&](const auto& kind) { return kind.first == name; });
    if (found == kinds.end())
      kinds.emplace_back(name, 1);
    else
      ++found->second;
  }
  // "Red Thruster Gear, Level 3" is one card.
  const bool commas = std::any_of(kinds.begin(), kinds.end(), [](const auto& kind) {
    return kind.first.substr(0, kind.first.find(" (")).find(", ") != std::string::npos;
  });
  std::string text;
  for (const auto& [name, count] : kinds) {
    if (!text.empty()) text += commas ? speech::said("; ") : ", ";
    text += (count > 1 ? std::to_string(count) + " " : std::string()) + name;
  }
  return text;
}

}  // namespace rw::cli
