// What the terminal can do, and text set for it: colours, widths, wrapped paragraphs, tables. When
// the output is piped or NO_COLOR is set, everything here gives plain text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/expected.h"

namespace rw::cli {

struct Terminal {
  bool interactive = false;  // a person types and reads: redraw, ask, wait
  bool colour = false;
  bool unicode = false;
  int width = 100;
  int height = 40;

  // Looks at the streams and the environment; called again when the window may have changed.
  static Terminal detect();
};

// How a piece of text is painted. Colours are numbers of the 256-colour palette, -1 for the default.
struct Paint {
  int ink = -1;
  int paper = -1;
  bool bold = false;
  bool dim = false;
};
inline constexpr Paint strong{.bold = true};
inline constexpr Paint faint{.dim = true};

std::string painted(const Terminal& terminal, const Paint& paint, std::string_view text);
// The palette number nearest to "#b23a3a"; -1 if that is not a colour.
int palette(std::string_view hex);
// Black or white, whichever is read better on this paper.
int ink_on(int paper);

// ---- measuring and setting text ------------------------------------------------------------------

// Columns that a text takes on the screen: escape sequences count nothing, a code point counts one.
int columns(std::string_view text);
std::string padded(std::string_view text, int width);        // spaces to the right
std::string right_padded(std::string_view text, int width);  // spaces to the left
std::string clipped(std::string_view text, int width);       // cut with an ellipsis; plain text only
std::vector<std::string> wrapped(std::string_view text, int width);
std::string sentence(std::string text);  // begins with a capital
// Paragraphs of `text` at `width`, every line but the first indented.
std::string paragraph(std::string_view text, int width, int indent);

enum class Align : std::uint8_t { left, right };

// Rows under a heading, each column as wide as its widest cell.
class Listing {
 public:
  explicit Listing(std::vector<std::string> heading, std::vector<Align> align = {})
      : heading_(std::move(heading)), align_(std::move(align)) {}
  void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  std::string text(const Terminal& terminal) const;

 private:
  std::vector<std::string> heading_;
  std::vector<Align> align_;
  std::vector<std::vector<std::string>> rows_;
};

// ---- answers -------------------------------------------------------------------------------------

// Says on standard error what is wrong with the input; returns the exit status for that, 2.
int wrong_input(std::string_view message);
inline int wrong_input(const Failure& failure) { return wrong_input(failure.text()); }

// The words nearest to `word` among `known`, for "did you mean"; empty if none is near.
std::string nearest(std::string_view word, const std::vector<std::string>& known);

}  // namespace rw::cli
