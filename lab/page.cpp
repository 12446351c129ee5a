// Pages and plots as text.
#include "lab/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "speech/speech.h"

namespace rw::lab {
namespace {

constexpr std::string_view style = R"(
:root{--paper:#fbfaf7;--ink:#23262b;--faint:#6d7178;--line:#d9d6ce;--a:#2f6690;--b:#c8553d;--c:#588b3f;--d:#7a4f9a;
--e:#b08300;--f:#4a7c7e}
@media(prefers-color-scheme:dark){:root{--paper:#17191c;--ink:#e7e5df;--faint:#9b9fa6;--line:#3a3e44;--a:#7fb2d9;
--b:#e8927c;--c:#9ccb84;--d:#bb9ad6;--e:#dcb64a;--f:#8ec3c5}}
*{box-sizing:border-box}body{margin:0 auto;padding:2rem 1.2rem 5rem;max-width:62rem;background:var(--paper);
color:var(--ink);font:16px/1.5 system-ui,sans-serif}h1{font-size:1.9rem;line-height:1.2;margin:0 0 .3rem}
h2{font-size:1.3rem;margin:2.6rem 0 .4rem;padding-top:.8rem;border-top:1px solid var(--line)}
h3{font-size:1.05rem;margin:1.6rem 0 .2rem}p{margin:.3rem 0 .8rem;max-width:46rem}.about{color:var(--faint)}
nav{margin:1rem 0;font-size:.95rem}nav a{margin-right:1rem}a{color:var(--a)}svg{display:block;width:100%;height:auto;
margin:.4rem 0 1rem;font:13px system-ui,sans-serif}svg text{fill:var(--ink)}svg .faint{fill:var(--faint)}
svg .axis{stroke:var(--line);stroke-width:1}svg .fair{stroke:var(--faint);stroke-width:1.5;stroke-dasharray:3 2}
.wide{overflow-x:auto}table{border-collapse:collapse;font-size:.92rem;margin:.4rem 0 1rem}th,td{text-align:left;
padding:.22rem .9rem .22rem 0;border-bottom:1px solid var(--line);vertical-align:top}td.n,th.n{text-align:right;
font-variant-numeric:tabular-nums;white-space:nowrap}th{color:var(--faint);font-weight:600}summary{cursor:pointer;
color:var(--a);margin:.4rem 0}.face{display:inline-block;width:3.75rem;aspect-ratio:1;border-radius:.3rem;
background:center/cover;vertical-align:middle;margin-right:.4rem}footer{margin-top:3rem;color:var(--faint);font-size:.88rem}
@media print{body{max-width:none}details>*{display:block}}
)";

constexpr double width = 900;
constexpr double label_width = 260;
constexpr double note_width = 190;
constexpr double row_height = 22;

const char* colour(std::size_t i) {
  constexpr const char* names[] = {"--a", "--b", "--c", "--d", "--e", "--f"};
  return names[i % std::size(names)];
}

// A curve of a colour that readers know is drawn in it; the others take what is left.
std::string colours_of(const std::vector<Curve>& lines, std::size_t at) {
  constexpr std::pair<std::string_view, std::string_view> named[] = {
      {"blue", "--a"},   {"red", "--b"},    {"green", "--c"},  {"purple", "--d"},
      {"yellow", "--e"}, {"orange", "--e"}, {"black", "--ink"}};
  const auto own = [&](const Curve& line) {
    for (const auto& [name, variable] : named)
      if (name == line.colour) return std::string(variable);
    return std::string();
  };
  if (std::string colour = own(lines[at]); !colour.empty()) return colour;
  std::size_t skipped = 0;
  for (std::size_t i = 0;; ++i) {
    const std::string candidate = colour(i);
    const bool taken =
        std::any_of(lines.begin(), lines.end(), [&](const Curve& line) { return own(line) == candidate; });
    if (taken) continue;
    std::size_t before = 0;
    for (std::size_t k = 0; k < at; ++k) before += own(lines[k]).empty() ? 1 : 0;
    if (skipped++ == before || i > 2 * std::size(named)) return candidate;
  }
}

// At most `length` code points; the whole text is in the mark's title.
std::string shortened(std::string_view text, std::size_t length) {
  std::size_t points = 0, end = 0;
  for (; end < text.size(); ++end)
    if ((static_cast<unsigned char>(text[end]) & 0xC0U) != 0x80U && ++points > length) break;
  return end >= text.size() ? std::string(text) : std::string(text.substr(0, end)) + "…";
}

std::string open_svg(double height, std::string_view about) {
  return fmt::format("<svg viewBox=\"0 0 {} {:.0f}\" role=\"img\" aria-label=\"{}\">", width, height,
                     escaped(about));
}

std::string row_text(double y, std::string_view label, std::string_view note) {
  return fmt::format(
      "<text x=\"{:.0f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>"
      "<text class=\"faint\" x=\"{:.0f}\" y=\"{:.1f}\">{}</text>",
      label_width - 10, y + 15, escaped(shortened(label, 30)), width - note_width + 10, y + 15, escaped(note));
}

// Figures stand to the right, one below the other.
bool is_figure(std::string_view cell) {
  if (cell.size() > 1 && (cell[0] == '-' || cell[0] == '+')) cell.remove_prefix(1);
  return !cell.empty() && cell[0] >= '0' && cell[0] <= '9';
}

// A round step so that about `wanted` of them cover `range`.
double round_step(double range, int wanted) {
  const double raw = std::max(range, 1e-9) / wanted;
  const double power = std::pow(10.0, std::floor(std::log10(raw)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= raw) return factor * power;
  return 10 * power;
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

std::string percent(double share) { return speech::said("{:.1f} %", 100 * share); }

std::string likelihood(double chance) {
  constexpr double certain = 0.9995;  // what would be rounded to all
  if (chance > certain) return speech::said("over {}", percent(0.999));
  if (chance < 1 - certain) return speech::said("under {}", percent(0.001));
  return percent(chance);
}

std::string range(double low, double high) { return speech::said("{} to {}", percent(low), percent(high)); }

std::string between(const Interval& interval, Digits digits) {
  if (std::isinf(interval.low) || std::isinf(interval.high)) return speech::said("no interval");
  switch (digits) {
    case Digits::tenths: return speech::said("{:.1f} to {:.1f}", interval.low, interval.high);
    case Digits::hundredths: return speech::said("{:.2f} to {:.2f}", interval.low, interval.high);
    case Digits::changes: return speech::said("{:+.1f} to {:+.1f}", interval.low, interval.high);
  }
  return {};
}

Page::Page(std::string_view title, std::string_view about) : title_(title) {
  body_ = fmt::format("<h1>{}</h1>\n<p class=\"about\">{}</p>\n", escaped(title), escaped(about));
}

void Page::section(std::string_view heading, std::string_view about) {
  const std::string place = fmt::format("s{}", contents_.size() + 1);
  contents_.emplace_back(place, escaped(heading));
  body_ += fmt::format("<h2 id=\"{}\">{}</h2>\n", place, escaped(heading));
  if (!about.empty()) body_ += fmt::format("<p class=\"about\">{}</p>\n", escaped(about));
}

void Page::part(std::string_view heading, std::string_view about) {
  body_ += fmt::format("<h3>{}</h3>\n", escaped(heading));
  if (!about.empty()) body_ += fmt::format("<p class=\"about\">{}</p>\n", escaped(about));
}

void Page::figure(std::string svg) { body_ += std::move(svg) + "\n"; }

void Page::table(const std::vector<std::vector<std::string>>& rows, std::string_view summary) {
  if (!summary.empty()) body_ += fmt::format("<details><summary>{}</summary>\n", escaped(summary));
  body_ += "<div class=\"wide\"><table>\n";
  for (std::size_t i = 0; i < rows.size(); ++i) {
    body_ += "<tr>";
    for (std::size_t k = 0; k < rows[i].size(); ++k) {
      const char* tag = i == 0 ? "th" : "td";
      const bool right = rows.size() > 1 && k < rows[1].size() && is_figure(rows[1][k]);
      body_ += fmt::format("<{}{}>{}</{}>", tag, right ? " class=\"n\"" : "", rows[i][k], tag);
    }
    body_ += "</tr>\n";
  }
  body_ += "</table></div>\n";
  if (!summary.empty()) body_ += "</details>\n";
}

namespace {

// As a style sheet may hold it: an image of its own, whose names cannot meet those of another.
std::string as_url(const std::string& svg) {
  std::string out = "url(\"data:image/svg+xml,";
  for (const char c : svg) {
    if (c == '"')
      out += '\'';
    else if (c == '#' || c == '%' || c == '<' || c == '>')
      out += fmt::format("%{:02X}", c);
    else if (c != '\n')
      out += c;
  }
  return out + "\")";
}

}  // namespace

std::string Page::picture(const std::string& light_svg, const std::string& dark_svg, std::string_view name) {
  const auto [place, fresh] = pictures_.try_emplace(light_svg, fmt::format("p{}", pictures_.size()));
  if (fresh) {
    light_ += fmt::format(".{}{{background-image:{}}}\n", place->second, as_url(light_svg));
    dark_ += fmt::format(".{}{{background-image:{}}}\n", place->second, as_url(dark_svg));
  }
  return fmt::format("<span class=\"face {}\" role=\"img\" aria-label=\"{}\"></span>", place->second,
                     escaped(name));
}

std::string Page::html() const {
  std::string contents;
  for (const auto& [place, heading] : contents_)
    contents += fmt::format("<a href=\"#{}\">{}</a> ", place, heading);
  const std::size_t end = body_.find("</p>\n") + 5;
  return fmt::format(
      "<!doctype html>\n<html lang=\"{}\"><head><meta charset=\"utf-8\">"
      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><title>{}</title>\n"
      "<style>{}{}@media(prefers-color-scheme:dark){{{}}}</style></head><body>\n{}<nav>{}</nav>\n{}"
      "<footer>{}</footer>\n</body></html>\n",
      speech::language(), escaped(title_), style, light_, dark_, body_.substr(0, end), contents, body_.substr(end),
      speech::said("Made by Rulewright, an unofficial fan project. Intervals hold in 95 of 100 cases."));
}

// ---- plots ---------------------------------------------------------------------------------------

std::string dots(const std::vector<Dot>& rows) {
  const double left = label_width, right = width - note_width;
  double low = 1, high = 0;
  for (const Dot& row : rows) {
    low = std::min({low, row.interval.low, row.fair >= 0 ? row.fair : low});
    high = std::max({high, row.interval.high, row.fair});
  }
  const double step = round_step(high - low, 6);
  low = std::max(0.0, std::floor(low / step) * step);
  high = std::min(1.0, std::ceil(high / step) * step);
  if (high <= low) high = low + step;
  const auto x = [&](double value) { return left + (value - low) / (high - low) * (right - left); };
  const double bottom = row_height * static_cast<double>(rows.size()) + 6;
  std::string svg = open_svg(bottom + 22, speech::said("shares with their intervals"));
  const auto ticks = static_cast<int>(std::lround((high - low) / step));
  for (int i = 0; i <= ticks; ++i) {
    const double tick = low + i * step;
    svg += fmt::format(
        "<line class=\"axis\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"0\" y2=\"{1:.1f}\"/>"
        "<text class=\"faint\" x=\"{0:.1f}\" y=\"{2:.1f}\" text-anchor=\"middle\">{3:.{4}f} %</text>",
        x(tick), bottom, bottom + 16, 100 * tick, step < 0.01 ? 1 : 0);
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Dot& row = rows[i];
    const double y = row_height * static_cast<double>(i), middle = y + 11;
    svg +=
        fmt::format("<g><title>{} ({}){}</title>", speech::said("{}: {}", escaped(row.label), percent(row.value)),
                    range(row.interval.low, row.interval.high),
                    row.fair < 0 ? "" : speech::said("; fair {}", percent(row.fair)));
    svg += row_text(y, row.label, row.note);
    if (row.fair >= 0)
      svg += fmt::format("<line class=\"fair\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1:.1f}\" y2=\"{2:.1f}\"/>",
                         x(row.fair), y + 2, y + row_height - 2);
    // What is clearly above or below the fair share has a colour of its own.
    const char* ink = !row.clear ? "--a" : row.value > row.fair ? "--c" : "--b";
    svg += fmt::format(
        "<line x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\" style=\"stroke:var({});stroke-width:2\"/>"
        "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4.5\" style=\"fill:var({})\"/></g>",
        x(row.interval.low), x(row.interval.high), middle, middle, ink, x(row.value), middle, ink);
  }
  return svg + "</svg>";
}

std::string bars(const std::vector<Bar>& rows) {
  double most = 1e-9;
  for (const Bar& row : rows) most = std::max(most, row.value);
  std::string svg = open_svg(row_height * static_cast<double>(rows.size()) + 4, speech::said("bars"));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double y = row_height * static_cast<double>(i);
    svg += fmt::format(
        "<g><title>{}</title>{}<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" rx=\"2\" "
        "style=\"fill:var(--a)\"/></g>",
        speech::said("{}: {}", escaped(rows[i].label), escaped(rows[i].note)),
        row_text(y, rows[i].label, rows[i].note), label_width, y + 3,
        std::max(1.0, rows[i].value / most * (width - note_width - label_width)), row_height - 6);
  }
  return svg + "</svg>";
}

std::string histogram(std::span<const double> values, std::string_view what) {
  if (values.empty()) return {};
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  // Whole things in whole steps: no bar may hold more kinds of values than its neighbour.
  const double step = std::max(1.0, round_step(*most - *least, 30));
  const double first = std::floor(*least / step) * step;
  const auto count = static_cast<std::size_t>((*most - first) / step) + 1;
  std::vector<std::size_t> bins(count);
  for (const double value : values) ++bins[std::min(count - 1, static_cast<std::size_t>((value - first) / step))];
  const auto tallest = static_cast<double>(*std::max_element(bins.begin(), bins.end()));
  const double height = 190, bottom = height - 40, wide = (width - 60) / static_cast<double>(count);
  std::string svg = open_svg(height, what);
  for (std::size_t i = 0; i < count; ++i) {
    const double tall = static_cast<double>(bins[i]) / tallest * (bottom - 10);
    const double from = first + step * static_cast<double>(i);
    const std::string span =
        step <= 1 ? fmt::format("{:.0f}", from) : speech::said("{:.0f} to {:.0f}", from, from + step - 1);
    svg += fmt::format(
        "<g><title>{}</title><rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" "
        "style=\"fill:var(--a)\"/></g>",
        escaped(speech::said("{}: {}, in {} of the games", what, span, bins[i])),
        30 + wide * static_cast<double>(i), bottom - tall, std::max(1.0, wide - 1.5), tall);
    if (i % std::max<std::size_t>(1, count / 12) == 0)
      svg += fmt::format("<text class=\"faint\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{:.0f}</text>",
                         30 + wide * (static_cast<double>(i) + (step <= 1 ? 0.5 : 0)), bottom + 16, from);
  }
  svg += fmt::format("<line class=\"axis\" x1=\"30\" x2=\"{:.0f}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>", width - 30,
                     bottom, bottom);
  return svg +
         fmt::format("<text class=\"faint\" x=\"{:.0f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text></svg>",
                     width / 2, bottom + 34, escaped(what));
}

std::string curves(const std::vector<Curve>& lines, const std::vector<Mark>& marks, std::string_view what) {
  std::size_t length = 2;
  for (const Curve& line : lines) length = std::max(length, line.values.size());
  const double left = 50, right = width - 150, height = 320, bottom = height - 40;
  const auto x = [&](std::size_t i) {
    return left + static_cast<double>(i) / static_cast<double>(length - 1) * (right - left);
  };
  const auto y = [&](double value) { return 10 + (1 - value) * (bottom - 10); };
  std::string svg = open_svg(height, what);
  for (const double tick : {0.0, 0.25, 0.5, 0.75, 1.0})
    svg += fmt::format(
        "<line class=\"axis\" x1=\"{:.0f}\" x2=\"{:.0f}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>"
        "<text class=\"faint\" x=\"{:.0f}\" y=\"{:.1f}\" text-anchor=\"end\">{:.0f} %</text>",
        left, right, y(tick), y(tick), left - 6, y(tick) + 4, 100 * tick);
  const auto step = static_cast<std::size_t>(round_step(static_cast<double>(length), 10));
  for (std::size_t i = 0; i < length; i += std::max<std::size_t>(1, step))
    svg += fmt::format("<text class=\"faint\" x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>", x(i),
                       bottom + 16, i);
  double label_y = -100;
  for (std::size_t k = 0; k < lines.size(); ++k) {
    std::string points;
    for (std::size_t i = 0; i < lines[k].values.size(); ++i)
      points += fmt::format("{:.1f},{:.1f} ", x(i), y(lines[k].values[i]));
    svg += fmt::format(
        "<polyline points=\"{}\" style=\"fill:none;stroke:var({});stroke-width:2\"><title>{}</title></polyline>",
        points, colours_of(lines, k), escaped(lines[k].label));
    const double end = lines[k].values.empty() ? 0.5 : lines[k].values.back();
    label_y = std::abs(y(end) - label_y) < 16 ? label_y + 16 : y(end) + 4;
    svg += fmt::format("<text x=\"{:.0f}\" y=\"{:.1f}\" style=\"fill:var({})\">{}</text>", right + 8, label_y,
                       colours_of(lines, k), escaped(shortened(lines[k].label, 18)));
  }
  for (const Mark& mark : marks) {
    if (mark.curve >= lines.size() || mark.at >= lines[mark.curve].values.size()) continue;
    svg += fmt::format(
        "<g><title>{}</title><circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"6\" style=\"fill:var(--paper);stroke:var({});"
        "stroke-width:2\"/><text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\" font-size=\"9\">{}</text></g>",
        escaped(mark.note), x(mark.at), y(lines[mark.curve].values[mark.at]), colours_of(lines, mark.curve),
        x(mark.at), y(lines[mark.curve].values[mark.at]) + 3.5, escaped(mark.label));
  }
  return svg +
         fmt::format("<text class=\"faint\" x=\"{:.0f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text></svg>",
                     (left + right) / 2, bottom + 34, escaped(what));
}

std::string walk(std::span<const double> values, const Interval& bounds, std::string_view what) {
  const double left = 50, right = width - 60, height = 260, bottom = height - 40;
  double low = bounds.low, high = bounds.high;
  for (const double value : values) low = std::min(low, value), high = std::max(high, value);
  const auto x = [&](std::size_t i) {
    return left + static_cast<double>(i) / static_cast<double>(std::max<std::size_t>(1, values.size() - 1)) *
                      (right - left);
  };
  const auto y = [&](double value) { return 10 + (high - value) / std::max(1e-9, high - low) * (bottom - 10); };
  std::string svg = open_svg(height, what), points;
  for (const double bound : {bounds.low, bounds.high})
    svg += fmt::format(
        "<line class=\"fair\" x1=\"{:.0f}\" x2=\"{:.0f}\" y1=\"{:.1f}\" y2=\"{:.1f}\"/>"
        "<text class=\"faint\" x=\"{:.0f}\" y=\"{:.1f}\">{}</text>",
        left, right, y(bound), y(bound), right + 6, y(bound) + 4, escaped(speech::said("{:.2f}", bound)));
  // More points than a screen has would add nothing; the last one shows where it ended.
  const std::size_t step = std::max<std::size_t>(1, values.size() / 1000);
  for (std::size_t i = 0; i < values.size(); i += step)
    points += fmt::format("{:.1f},{:.1f} ", x(i), y(values[i]));
  if (!values.empty()) points += fmt::format("{:.1f},{:.1f}", x(values.size() - 1), y(values.back()));
  return svg + fmt::format(
                   "<polyline points=\"{}\" style=\"fill:none;stroke:var(--a);stroke-width:2\"/>"
                   "<text class=\"faint\" x=\"{:.0f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text></svg>",
                   points, (left + right) / 2, bottom + 30, speech::said("{}: {}", escaped(what), values.size()));
}

}  // namespace rw::lab
