// A web page with plots that needs nothing but itself: one file, inline SVG, no scripts, nothing fetched. Readable
// on paper, on a telephone and in the dark; every mark says its figures when the pointer rests on it.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lab/statistics.h"

namespace rw::lab {

std::string escaped(std::string_view text);  // for HTML and SVG
std::string percent(double share);  // "52.4 %"
std::string likelihood(double chance);  // the same; no rounding makes it certain
std::string range(double low, double high);  // "48.1 % to 56.7 %"
// "4.1 to 5.0", "+0.2 to +0.9"; one game alone has no interval.
enum class Digits { tenths, hundredths, changes };
std::string between(const Interval& interval, Digits digits);

class Page {
 public:
  Page(std::string_view title, std::string_view about);
  void section(std::string_view heading, std::string_view about = {});
  void part(std::string_view heading, std::string_view about = {});  // below a section
  void figure(std::string svg);
  // Cells are HTML already; the first row is the heading. Long tables fold away under `summary`.
  void table(const std::vector<std::vector<std::string>>& rows, std::string_view summary = {});
  // A small picture for a cell or a line, in both themes; the same one is kept once, however often it is shown.
  std::string picture(const std::string& light_svg, const std::string& dark_svg, std::string_view name);
  std::string html() const;

 private:
  std::string title_, body_, light_, dark_;
  std::map<std::string, std::string> pictures_;  // the class of each
  std::vector<std::pair<std::string, std::string>> contents_;
};

// A share with its interval, as a dot on a line; a tick marks the fair share.
struct Dot {
  std::string label, note;
  double value = 0;
  Interval interval;
  double fair = -1;  // less than 0: no tick
  bool clear = false;  // it is more than chance that it differs from that
};
std::string dots(const std::vector<Dot>& rows);

struct Bar {
  std::string label, note;
  double value = 0;
};
std::string bars(const std::vector<Bar>& rows);

// How often values fall into equal steps.
std::string histogram(std::span<const double> values, std::string_view what);

// Curves over the decisions of a game; values from 0 to 1.
struct Curve {
  std::string label;
  std::vector<double> values;
  std::string colour = {};  // "blue"; else by its place in the list
};
struct Mark {
  std::size_t at = 0;
  std::size_t curve = 0;
  std::string label, note;
};
std::string curves(const std::vector<Curve>& lines, const std::vector<Mark>& marks, std::string_view what);

// One value from step to step, on its way to one of two bounds (dashed).
std::string walk(std::span<const double> values, const Interval& bounds, std::string_view what);

}  // namespace rw::lab
