// Lines of a motif into pieces of SVG.
#include "forge/motif.h"

#include <cctype>
#include <charconv>

#include "engine/core/expected.h"

namespace rw::forge {
namespace {

constexpr std::string_view mirrored = R"x( transform="matrix(-1 0 0 1 100 0)")x";

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> out;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    if (!word.empty()) out.emplace_back(word);
    text.remove_prefix(std::min(text.size(), word.size() + 1));
  }
  return out;
}

bool is_number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size();
}

// "<path d=..." or "<circle ..." without its end.
Expected<std::string> shape_of(std::string_view data) {
  const std::vector<std::string> words = split(data);
  const bool circle = !words.empty() && words[0] == "o", ellipse = !words.empty() && words[0] == "e";
  if (circle || ellipse) {
    const std::size_t wanted = circle ? 4 : 5;
    bool numbers = words.size() == wanted;
    for (std::size_t i = 1; i < words.size(); ++i) numbers = numbers && is_number(words[i]);
    if (!numbers) return failed(circle ? "a circle is 'o x y radius'" : "an ellipse is 'e x y radius radius'");
    const std::string middle = " cx=\"" + words[1] + "\" cy=\"" + words[2] + "\"";
    return circle ? "<circle" + middle + " r=\"" + words[3] + "\""
                  : "<ellipse" + middle + " rx=\"" + words[3] + "\" ry=\"" + words[4] + "\"";
  }
  constexpr std::string_view allowed = "MLHVCSQTAZmlhvcsqtaz0123456789.,- ";
  if (data.empty() || (data[0] != 'M' && data[0] != 'm') ||
      data.find_first_not_of(allowed) != std::string_view::npos)
    return failed(
        "a shape is a path that begins with M, a circle 'o x y radius' or an ellipse 'e x y radius radius'");
  return "<path d=\"" + std::string(data) + "\"";
}

struct Line {
  char paint = 'a';
  bool stroke = false, bare = false, both = false;  // both: with its mirror image
  double width = 3;
  std::string_view data;
};

Expected<Line> read_head(std::string_view text) {
  Line line;
  const std::size_t space = text.find(' ');
  std::string_view head = text.substr(0, space);
  line.data = space == std::string_view::npos ? std::string_view{} : text.substr(space + 1);
  if (head.empty() || std::isalpha(static_cast<unsigned char>(head[0])) == 0)
    return failed("a line begins with the letter of its paint, or with + for another motif");
  line.stroke = std::isupper(static_cast<unsigned char>(head[0])) != 0;
  line.paint = static_cast<char>(std::tolower(static_cast<unsigned char>(head[0])));
  head.remove_prefix(1);
  while (!head.empty() && (head.back() == '|' || head.back() == '-')) {
    (head.back() == '|' ? line.both : line.bare) = true;
    head.remove_suffix(1);
  }
  if (!head.empty()) {
    if (!line.stroke || !is_number(head)) return failed("'" + std::string(head) + "' is no width of a line");
    std::from_chars(head.data(), head.data() + head.size(), line.width);
  }
  return line;
}

std::string plain(double value) {
  std::string text = std::to_string(value);
  while (text.ends_with('0')) text.pop_back();
  if (text.ends_with('.')) text.pop_back();
  return text;
}

// The shape as it is drawn: a line with an outline is a wider dark line below.
std::string drawn(const Line& line, const std::string& shape, std::string_view more) {
  const std::string place(more), paint(1, line.paint);
  if (!line.stroke)
    return shape + " fill=\"" + paint + "\"" + (line.bare ? " stroke=\"none\"" : "") + place + "/>";
  const std::string below = line.bare ? ""
                                      : shape + R"( fill="none" stroke="k" stroke-width=")" +
                                            plain(line.width + 3.4) + "\"" + place + "/>";
  return below + shape + R"( fill="none" stroke=")" + paint + "\" stroke-width=\"" + plain(line.width) + "\"" +
         place + "/>";
}

std::string behind(const Line& line, const std::string& shape, std::string_view more) {
  if (line.bare) return {};
  const std::string place(more);
  if (!line.stroke) return shape + place + "/>";
  return shape + R"( fill="none" stroke-width=")" + plain(line.width + 9) + "\"" + place + "/>";
}

Expected<> other_motif(std::string_view text, std::vector<MotifPiece>& pieces) {
  const bool both = text.starts_with("+|");
  const std::vector<std::string> words = split(text.substr(both ? 2 : 1));
  const auto number = [&](std::size_t i, std::string_view otherwise) {
    return words.size() > i ? words[i] : std::string(otherwise);
  };
  bool numbers = !words.empty() && words.size() <= 6;
  for (std::size_t i = 1; i < words.size(); ++i) numbers = numbers && is_number(words[i]);
  if (!numbers) return failed("another motif is '+ name x y size turn'; its name may be ?slot");
  const std::string size = number(3, "1"), wide = number(5, size);  // a sixth word stretches it sideways
  const std::string at = "translate(" + number(1, "50") + " " + number(2, "50") + ")rotate(" + number(4, "0") +
                         ")scale(" + wide + " " + size + ")translate(-50 -50)";
  const bool slot = words[0].starts_with('?');
  MotifPiece piece;
  (slot ? piece.slot : piece.motif) = slot ? words[0].substr(1) : words[0];
  piece.at = at;
  pieces.push_back(piece);
  if (!both) return {};
  piece.at = "matrix(-1 0 0 1 100 0)" + at;
  pieces.push_back(piece);
  return {};
}

Expected<> own_shape(std::string_view row, std::vector<MotifPiece>& pieces) {
  const Expected<Line> line = read_head(row);
  if (!line) return line.failure();
  const Expected<std::string> shape = shape_of(line->data);
  if (!shape) return shape.failure();
  MotifPiece piece;
  piece.draw = drawn(*line, *shape, "") + (line->both ? drawn(*line, *shape, mirrored) : "");
  piece.halo = behind(*line, *shape, "") + (line->both ? behind(*line, *shape, mirrored) : "");
  pieces.push_back(std::move(piece));
  return {};
}

}  // namespace

std::vector<MotifPiece> read_motif(std::string_view text, Place place, const std::string& path,
                                   Problems& problems) {
  std::vector<MotifPiece> pieces;
  for (int number = 1; !text.empty(); ++number) {
    const std::string_view row = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), row.size() + 1));
    if (row.empty()) continue;
    if (Expected<> read = row[0] == '+' ? other_motif(row, pieces) : own_shape(row, pieces); !read)
      problems.add(place, path, std::move(read).failure().at("line " + std::to_string(number)).text());
  }
  if (pieces.empty()) problems.add(place, path, "a motif has at least one shape");
  return pieces;
}

}  // namespace rw::forge
