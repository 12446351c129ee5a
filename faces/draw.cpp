// From slots to SVG.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "faces/faces.h"

namespace rw::faces {
namespace {

struct Color {
  int red = 0, green = 0, blue = 0;
};

Color read_color(std::string_view text) {
  const auto part = [&](std::size_t at) {
    int value = 0;
    if (text.size() == 7) std::from_chars(text.data() + at, text.data() + at + 2, value, 16);
    return value;
  };
  return {part(1), part(3), part(5)};
}

std::string hex(Color color) {
  std::string out = "#";
  for (const int part : {color.red, color.green, color.blue})
    for (const int digit : {part / 16, part % 16}) out += "0123456789abcdef"[digit];
  return out;
}

Color mixed(Color one, Color other, int percent) {
  const auto part = [&](int a, int b) { return (a * (100 - percent) + b * percent) / 100; };
  return {part(one.red, other.red), part(one.green, other.green), part(one.blue, other.blue)};
}

constexpr Color white{255, 255, 255}, night{12, 16, 34}, ink{28, 32, 50};

// The paints that motifs name by one letter each.
class Paints {
 public:
  Paints(Node faces, const Slots& given, Theme theme) {
    const auto named = [&](std::string_view name, std::string_view otherwise) {
      const std::string_view chosen = slot(given, name);
      return read_color(faces["colors"][chosen.empty() ? otherwise : chosen].text());
    };
    const Color main = named("main", "steel"), accent = named("accent", "gold"), ground = named("ground", "slate"),
                skin = named("skin", "tan"), hair = named("hair", "brown");
    const bool dark = theme == Theme::dark;
    set('a', main), set('b', mixed(main, ink, 42)), set('c', mixed(main, white, 48));
    set('d', accent), set('e', mixed(accent, ink, 42)), set('g', mixed(accent, white, 50));
    set('f', dark ? mixed(ground, night, 42) : mixed(ground, white, 45));
    set('h', dark ? mixed(ground, night, 66) : mixed(ground, white, 18));
    set('i', dark ? mixed(ground, night, 14) : mixed(ground, white, 72));
    set('j', ground);
    set('s', skin), set('p', mixed(skin, ink, 28)), set('q', hair), set('l', mixed(hair, white, 35));
    set('k', ink), set('w', white), set('x', dark ? mixed(ground, white, 80) : white);
    constexpr std::pair<char, std::string_view> fixed[] = {{'m', "#a9b5c6"}, {'n', "#5d6a82"}, {'y', "#ffd23f"},
                                                           {'r', "#e5452f"}, {'t', "#b98a55"}, {'u', "#8fd3f5"},
                                                           {'v', "#5dbb4c"}, {'z', "#ff8c2e"}};
    for (const auto& [letter, color] : fixed) set(letter, read_color(color));
  }

  // Motifs are stored with letters where colors go: fill="a".
  void paint(std::string_view text, std::string& out) const {
    for (std::size_t i = 0; i < text.size(); ++i) {
      out += text[i];
      const bool letter = i > 0 && i + 1 < text.size() && text[i - 1] == '=' && text[i] == '"' &&
                          text[i + 1] >= 'a' && text[i + 1] <= 'z' && i + 2 < text.size() && text[i + 2] == '"';
      if (letter) out += of(text[++i]);
    }
  }
  const std::string& of(char letter) const { return all_[static_cast<std::size_t>(letter - 'a')]; }

 private:
  void set(char letter, Color color) { all_[static_cast<std::size_t>(letter - 'a')] = hex(color); }
  std::array<std::string, 26> all_;
};

enum class Layer : std::uint8_t { halo, drawing };
constexpr int deepest = 6;  // motifs within motifs; the forge refuses rings

// One face. Things behind the subject have neither outline nor halo; the subject and what goes with it have both.
class Drawing {
 public:
  Drawing(Node faces, const Slots& given, Theme theme)
      : faces_(faces), slots_(given), paints_(faces, given, theme) {}

  std::string make() {
    out_ = R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">)";
    out_ += "<path fill=\"" + paints_.of('f') + "\" d=\"M-160-60H260V160H-160Z\"/>";
    plain(slot(slots_, "scene"), "");
    plain(slot(slots_, "aura"), pose(slot(slots_, "aura_pose")));
    outlined(slot(slots_, "motif"), pose(slot(slots_, "pose")), "6.5");
    outlined(slot(slots_, "with"), place(72, 71, 0.5), "9");
    outlined(slot(slots_, "mark"), place(14, 14, 0.24), "16");
    pips();
    return out_ + "</svg>";
  }

 private:
  static std::string place(int x, int y, double scale) {
    std::string size = std::to_string(static_cast<int>(std::lround(scale * 100)));
    if (size.size() < 3) size.insert(0, 3 - size.size(), '0');
    size.insert(size.size() - 2, ".");
    return "translate(" + std::to_string(x) + " " + std::to_string(y) + ")scale(" + size + ")translate(-50 -50)";
  }

  std::string pose(std::string_view name) const { return std::string(faces_["poses"][name].text()); }

  void plain(std::string_view motif, const std::string& at) {
    if (motif.empty() || motif == "none") return;
    open(at, R"(stroke-linejoin="round" stroke-linecap="round")");
    pieces(motif, Layer::drawing, 0);
    out_ += "</g>";
  }

  void outlined(std::string_view motif, const std::string& at, std::string_view halo) {
    if (motif.empty() || motif == "none") return;
    const std::string light = paints_.of('x');
    open(at, "fill=\"" + light + "\" stroke=\"" + light + "\" stroke-width=\"" + std::string(halo) +
                 R"(" stroke-linejoin="round" stroke-linecap="round")");
    pieces(motif, Layer::halo, 0);
    out_ += "</g>";
    open(at,
         "stroke=\"" + paints_.of('k') + R"(" stroke-width="2.2" stroke-linejoin="round" stroke-linecap="round")");
    pieces(motif, Layer::drawing, 0);
    out_ += "</g>";
  }

  void open(const std::string& at, const std::string& how) {
    out_ += at.empty() ? "<g " + how + ">" : "<g " + how + " transform=\"" + at + "\">";
  }

  void pieces(std::string_view name, Layer layer, int depth) {
    if (depth > deepest || name.empty() || name == "none") return;
    const Node motif = faces_["motifs"][name];
    for (int i = 0; i < motif.size(); ++i) {
      const Node piece = motif[i];
      if (piece["draw"]) {
        paints_.paint(piece[layer == Layer::halo ? "halo" : "draw"].text(), out_);
        continue;
      }
      const std::string_view inner = piece["slot"] ? slot(slots_, piece["slot"].text()) : piece["motif"].text();
      if (inner.empty() || inner == "none") continue;
      out_ += "<g transform=\"" + std::string(piece["at"].text()) + "\">";
      pieces(inner, layer, depth + 1);
      out_ += "</g>";
    }
  }

  void pips() {
    const std::string_view text = slot(slots_, "pips");
    int count = 0;
    std::from_chars(text.data(), text.data() + text.size(), count);
    count = std::min(count, 9);
    for (int i = 0; i < count; ++i)
      out_ += "<circle cx=\"" + std::to_string(50 + 9 * i - (9 * (count - 1)) / 2) +
              "\" cy=\"94\" r=\"3.4\" fill=\"" + paints_.of('d') + "\" stroke=\"" + paints_.of('k') +
              "\" stroke-width=\"1.5\"/>";
  }

  Node faces_;
  const Slots& slots_;
  Paints paints_;
  std::string out_;
};

}  // namespace

std::string picture(Node faces, const Slots& given, Theme theme) { return Drawing(faces, given, theme).make(); }

std::string picture(Node faces, Node game, const Key& key, Theme theme) {
  return picture(faces, slots(faces, game, key), theme);
}

}  // namespace rw::faces
