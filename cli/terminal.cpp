// Colours, widths and tables of the terminal.
#include "cli/terminal.h"

#include <langinfo.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <numeric>

#include "lab/ranks.h"
#include "speech/speech.h"

namespace rw::cli {

namespace {

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view{} : std::string_view(value);
}

// What the environment's locale says; the line editor needs it set too.
bool speaks_unicode() {
  static const bool unicode =
      std::setlocale(LC_CTYPE, "") != nullptr && std::string_view(nl_langinfo(CODESET)) == "UTF-8";
  return unicode;
}

bool continues_code_point(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

// Where an escape sequence that starts at `at` ends; `at` itself if none does.
std::size_t past_escape(std::string_view text, std::size_t at) {
  if (text[at] != '\x1b' || at + 1 >= text.size() || text[at + 1] != '[') return at;
  std::size_t end = at + 2;
  while (end < text.size() && (text[end] < '@' || text[end] > '~')) ++end;
  return std::min(end + 1, text.size());
}

// Cube levels of the 256-colour palette (numbers 16 to 231).
constexpr std::array<int, 6> levels = {0, 95, 135, 175, 215, 255};

int nearest_level(int value) {
  int best = 0;
  for (int i = 1; i < 6; ++i)
    if (std::abs(levels[static_cast<std::size_t>(i)] - value) <
        std::abs(levels[static_cast<std::size_t>(best)] - value))
      best = i;
  return best;
}

}  // namespace

Terminal Terminal::detect() {
  Terminal terminal;
  // A launcher gives each of several processes a terminal, whatever its own output is: they write what a pipe
  // gets.
  const bool out = isatty(STDOUT_FILENO) != 0 && lab::ranks() == 1;
  const bool dumb = variable("TERM") == "dumb";
  terminal.interactive = out && isatty(STDIN_FILENO) != 0;
  terminal.colour = out && !dumb && !is_set("NO_COLOR");
  terminal.unicode = speaks_unicode();
  winsize size{};
  if (out && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    terminal.width = size.ws_col;
    terminal.height = size.ws_row;
  } else {
    const std::string_view wished = variable("COLUMNS");
    int columns = 0;
    std::from_chars(wished.data(), wished.data() + wished.size(), columns);
    if (columns >= 40 && columns <= 1000) terminal.width = columns;
  }
  return terminal;
}

std::string painted(const Terminal& terminal, const Paint& paint, std::string_view text) {
  if (!terminal.colour || text.empty()) return std::string(text);
  std::string codes;
  const auto add = [&](const std::string& code) { codes += (codes.empty() ? "" : ";") + code; };
  if (paint.bold) add("1");
  if (paint.dim) add("2");
  if (paint.ink >= 0) add("38;5;" + std::to_string(paint.ink));
  if (paint.paper >= 0) add("48;5;" + std::to_string(paint.paper));
  if (codes.empty()) return std::string(text);
  return "\x1b[" + codes + "m" + std::string(text) + "\x1b[0m";
}

int palette(std::string_view hex) {
  if (hex.size() != 7 || hex[0] != '#') return -1;
  const long value = std::strtol(std::string(hex.substr(1)).c_str(), nullptr, 16);
  const int red = nearest_level(static_cast<int>(value >> 16) & 0xFF);
  const int green = nearest_level(static_cast<int>(value >> 8) & 0xFF);
  const int blue = nearest_level(static_cast<int>(value) & 0xFF);
  return 16 + 36 * red + 6 * green + blue;
}

int ink_on(int paper) {
  if (paper >= 232) return paper >= 244 ? 16 : 231;
  if (paper < 16) return -1;
  const int cube = paper - 16;
  const auto level = [](int i) { return levels[static_cast<std::size_t>(i)]; };
  // Weights of the eye for red, green and blue, in thousandths.
  const int light = 299 * level(cube / 36) + 587 * level(cube / 6 % 6) + 114 * level(cube % 6);
  return light > 128'000 ? 16 : 231;
}

int columns(std::string_view text) {
  int count = 0;
  for (std::size_t i = 0; i < text.size();) {
    if (const std::size_t end = past_escape(text, i); end != i) {
      i = end;
      continue;
    }
    if (!continues_code_point(text[i])) ++count;
    ++i;
  }
  return count;
}

std::string padded(std::string_view text, int width) {
  return std::string(text) + std::string(static_cast<std::size_t>(std::max(0, width - columns(text))), ' ');
}

std::string right_padded(std::string_view text, int width) {
  return std::string(static_cast<std::size_t>(std::max(0, width - columns(text))), ' ') + std::string(text);
}

std::string clipped(std::string_view text, int width) {
  if (columns(text) <= width) return std::string(text);
  int count = 0;
  std::size_t end = 0;
  while (end < text.size()) {
    if (!continues_code_point(text[end]) && ++count > width - 2) break;
    ++end;
  }
  return std::string(text.substr(0, end)) + "..";
}

namespace {

// Where the word ends that begins there. A sign that stands apart, as French has it before : ; ! ? and », belongs
// to it.
std::size_t end_of_word(std::string_view text, std::size_t start) {
  std::size_t stop = text.find_first_of(" \n", start);
  while (stop != std::string_view::npos && text[stop] == ' ') {
    const std::string_view next = text.substr(stop + 1);
    const bool is_sign =
        next.starts_with("»") || (!next.empty() && std::string_view(":;!?").find(next[0]) != next.npos);
    if (!is_sign) break;
    stop = text.find_first_of(" \n", stop + 1);
  }
  return std::min(stop, text.size());
}

}  // namespace

std::vector<std::string> wrapped(std::string_view text, int width) {
  std::vector<std::string> lines;
  std::string line;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t stop = end_of_word(text, start);
    const std::string_view word = text.substr(start, stop - start);
    if (!line.empty() && columns(line) + 1 + columns(word) > width) {
      lines.push_back(std::move(line));
      line.clear();
    }
    if (!word.empty()) line += (line.empty() ? "" : " ") + std::string(word);
    start = stop + 1;
  }
  if (!line.empty()) lines.push_back(std::move(line));
  return lines;
}

std::string sentence(std::string text) {
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

std::string paragraph(std::string_view text, int width, int indent) {
  std::string out;
  for (const std::string& line : wrapped(text, std::max(20, width - indent))) {
    if (!out.empty()) out += "\n" + std::string(static_cast<std::size_t>(indent), ' ');
    out += line;
  }
  return out;
}

std::string Listing::text(const Terminal& terminal) const {
  std::vector<int> widths(heading_.size());
  std::transform(heading_.begin(), heading_.end(), widths.begin(),
                 [](const std::string& cell) { return columns(cell); });
  for (const auto& row : rows_)
    for (std::size_t i = 0; i < row.size() && i < widths.size(); ++i)
      widths[i] = std::max(widths[i], columns(row[i]));
  const auto line = [&](const std::vector<std::string>& cells) {
    std::string out;
    for (std::size_t i = 0; i < cells.size() && i < widths.size(); ++i) {
      const bool right = i < align_.size() && align_[i] == Align::right;
      out += (i == 0 ? "" : "  ") + (right ? right_padded(cells[i], widths[i]) : padded(cells[i], widths[i]));
    }
    while (!out.empty() && out.back() == ' ') out.pop_back();
    return out;
  };
  std::string out = painted(terminal, strong, line(heading_)) + "\n";
  for (const auto& row : rows_) out += line(row) + "\n";
  return out;
}

int wrong_input(std::string_view message) {
  std::fflush(stdout);
  std::fprintf(stderr, "rulewright: %s\n", speech::translated(message).c_str());
  return 2;
}

std::string nearest(std::string_view word, const std::vector<std::string>& known) {
  std::string best;
  std::size_t best_distance = word.size() / 3 + 1;  // one slip in three letters is still near
  for (const std::string& candidate : known) {
    // Levenshtein distance, one row at a time.
    std::vector<std::size_t> row(candidate.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= word.size(); ++i) {
      std::size_t diagonal = row[0];
      row[0] = i;
      for (std::size_t k = 1; k <= candidate.size(); ++k) {
        const std::size_t above = row[k];
        row[k] = std::min({above + 1, row[k - 1] + 1, diagonal + (word[i - 1] == candidate[k - 1] ? 0U : 1U)});
        diagonal = above;
      }
    }
    if (row.back() <= best_distance) {
      best_distance = row.back();
      best = candidate;
    }
  }
  return best;
}

}  // namespace rw::cli
