// The plain drawing of a position, and which game has a better one.
#include "cli/play_board.h"

#include <algorithm>

#include "engine/core/text.h"

namespace rw::cli {

namespace {

using core::Field;

bool mentions(const std::string& path, std::string_view part) {
  return part.empty() || core::folded(path).find(part) != std::string::npos;
}

bool any_inside(const Field& field, const std::string& path, std::string_view part) {
  if (mentions(path, part)) return true;
  return std::any_of(field.fields.begin(), field.fields.end(),
                     [&](const Field& child) { return any_inside(child, path + "." + child.name, part); });
}

// Leaves side by side, groups below each other.
void write(const Sight& sight, const Field& field, const std::string& path, std::string_view part, int depth,
           std::string& out) {
  const std::string indent(static_cast<std::size_t>(2 * depth), ' ');
  std::string line;
  for (const Field& child : field.fields) {
    const std::string child_path = path.empty() ? child.name : path + "." + child.name;
    if (child.kind == Field::Kind::group || !mentions(child_path, part)) continue;
    const std::string cell = child.name + " " + painted(sight.terminal, strong, child.text());
    if (!line.empty() && columns(indent + line + "   " + cell) > sight.terminal.width) {
      out += indent + line + "\n";
      line.clear();
    }
    line += (line.empty() ? "" : "   ") + cell;
  }
  if (!line.empty()) out += indent + line + "\n";
  for (const Field& child : field.fields) {
    const std::string child_path = path.empty() ? child.name : path + "." + child.name;
    if (child.kind != Field::Kind::group || !any_inside(child, child_path, part)) continue;
    out += indent + painted(sight.terminal, faint, child.name) + "\n";
    write(sight, child, child_path, part, depth + 1, out);
  }
}

std::string draw_fields(const Sight& sight) { return field_table(sight, ""); }

std::string look_fields(const Sight& sight, std::string_view what) { return field_table(sight, what); }

constexpr Board plain{"", draw_fields, look_fields, "a part of a field's name",
                      [](const Sight&, Choice) { return std::string(); }};

}  // namespace

std::string field_table(const Sight& sight, std::string_view part) {
  std::string out;
  const std::string wanted = core::folded(part);
  write(sight, sight.edition.fields(sight.position, sight.viewer), "", wanted, 0, out);
  return out;
}

const Board& board_of(std::string_view game) {
  for (const Board* board : all_boards())
    if (board->game == game) return *board;
  return plain;
}

}  // namespace rw::cli
