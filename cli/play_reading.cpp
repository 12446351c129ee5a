#include "cli/play_reading.h"

#include <algorithm>

namespace rw::cli {

using core::Field;

Reading::Reading(const Sight& sight, std::span<const SeatColour> colours)
    : sight_(sight),
      french_(sight.language == "fr"),
      fields_(sight.edition.fields(sight.position, sight.viewer)),
      colours_(colours) {}

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
  std::string text;
  for (const auto& [name, count] : kinds)
    text += (text.empty() ? "" : ", ") + (count > 1 ? std::to_string(count) + " " : std::string()) + name;
  return text;
}

}  // namespace rw::cli
