// A contact sheet: many faces with their names below.
#include <algorithm>

#include "faces/faces.h"

namespace rw::faces {
namespace {

std::string escaped(std::string_view text) {
  std::string out;
  for (const char letter : text) {
    if (letter == '&')
      out += "&amp;";
    else if (letter == '<')
      out += "&lt;";
    else
      out += letter;
  }
  return out;
}

// "x="8" y="16"": two attributes with whole numbers.
std::string pair(std::string_view one, int first, std::string_view other, int second) {
  return std::string(one) + "=\"" + std::to_string(first) + "\" " + std::string(other) + "=\"" +
         std::to_string(second) + "\"";
}

// A name that is too long for its picture is drawn narrower.
std::string caption(const std::string& name, int x, int y, int size, const std::string& pen) {
  constexpr int letter = 4;  // pixels, about, at this size
  std::string out = "<text " + pair("x", x + size / 2, "y", y + size + 10) +
                    R"( font-family="sans-serif" font-size="8" text-anchor="middle" fill=")" + pen + "\"";
  if (static_cast<int>(name.size()) * letter > size)
    out += " textLength=\"" + std::to_string(size) + R"(" lengthAdjust="spacingAndGlyphs")";
  return out + ">" + escaped(name) + "</text>";
}

}  // namespace

std::string name_of(Node game, const Key& key, std::string_view language) {
  const Node table = game[key.table];
  for (int i = 0; i < table.size(); ++i) {
    if (table[i]["id"].text() != key.id) continue;
    // A card that names an upgrade has its name.
    const Node upgrade = table[i]["upgrade"];
    const Node name = upgrade ? game["upgrades"][static_cast<int>(upgrade.integer(-1))]["name"] : table[i]["name"];
    if (name) return std::string(name[language].text(name["en"].text(name.text())));
  }
  return key.id;
}

std::string sheet(Node faces, Node game, std::span<const Key> keys, Theme theme, int size,
                  std::string_view language) {
  constexpr int most_across = 16, gap = 8, line = 20;
  const int count = static_cast<int>(keys.size()), across = std::clamp(count, 1, most_across);
  const int rows = (count + across - 1) / across;
  const bool dark = theme == Theme::dark;
  std::string out = R"(<svg xmlns="http://www.w3.org/2000/svg" )" +
                    pair("width", across * (size + gap) + gap, "height", rows * (size + line) + gap) +
                    "><path fill=\"" + (dark ? "#141824" : "#f4f2ec") + "\" d=\"M0 0H9999V99999H0Z\"/>";
  for (int i = 0; i < count; ++i) {
    const Key& key = keys[static_cast<std::size_t>(i)];
    const int x = gap + i % across * (size + gap), y = gap + i / across * (size + line);
    std::string face = picture(faces, game, key, theme);
    face.replace(0, 4, "<svg " + pair("x", x, "y", y) + " " + pair("width", size, "height", size));
    const std::string name = name_of(game, key, language);
    out +=
        face + caption(key.mode.empty() ? name : name + " (" + key.mode + ")", x, y, size, dark ? "#dde" : "#223");
  }
  return out + "</svg>";
}

}  // namespace rw::faces
