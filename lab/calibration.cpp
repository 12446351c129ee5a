// Fitting, reading and applying calibrations.
#include "lab/calibration.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

namespace rw::lab {

// Each file of lab/calibrations as text (cmake/calibrations.cmake).
std::span<const std::string_view> embedded_calibrations();

namespace {

constexpr std::string_view magic = "rulewright-calibration 1";
constexpr double least_said = 0.001;  // whoever is said to have no chance has a small one

// A side's chance as a logarithm. A side that plays alone plays against the game, which gets the rest.
std::vector<double> logs_of(const Judged& position) {
  std::vector<double> logs;
  for (const core::SeatMask side : position.sides)
    for (int seat = 0; seat < core::max_seats; ++seat)
      if (core::has(side, core::seat(seat))) {
        logs.push_back(std::log(std::clamp<double>(position.said[seat], least_said, 1 - least_said)));
        break;
      }
  if (logs.size() == 1) logs.push_back(std::log1p(-std::exp(logs[0])));
  return logs;
}

std::size_t place_of(const Judged& position, std::size_t side) {
  if (side >= position.sides.size()) return 1;  // the game itself comes second
  std::size_t first = 0;
  for (int seat = 0; seat < core::max_seats; ++seat)
    if (const std::size_t place = position.places[static_cast<std::size_t>(seat)];
        core::has(position.sides[side], core::seat(seat)) && place > 0 && (first == 0 || place < first))
      first = place;
  return first == 0 ? static_cast<std::size_t>(core::max_seats) : first - 1;  // beyond the last: not known
}

// How much each moment of the game counts for this one.
Calibration::Knots weights_of(double decision, double length) {
  Calibration::Knots weights{};
  const double at = std::clamp(decision / length, 0.0, 1.0) * (Calibration::knots - 1);
  const auto below = std::min(static_cast<std::size_t>(at), Calibration::knots - 2);
  weights[below + 1] = at - static_cast<double>(below);
  weights[below] = 1 - weights[below + 1];
  return weights;
}

std::vector<double> softmax(std::vector<double> scores) {
  const double most = *std::max_element(scores.begin(), scores.end());
  double sum = 0;
  for (double& score : scores) sum += score = std::exp(score - most);
  for (double& score : scores) score /= sum;
  return scores;
}

std::vector<double> by_seat(const Judged& position, const std::vector<double>& by_side) {
  std::vector<double> out;
  for (int seat = 0; seat < core::max_seats; ++seat)
    for (std::size_t side = 0; side < position.sides.size(); ++side)
      if (core::has(position.sides[side], core::seat(seat))) out.push_back(by_side[side]);
  return out;
}

// ---- fitting ---------------------------------------------------------------------------------------

// All parameters in one row: the slopes, then the shifts for each place in turn order.
constexpr std::size_t most_parameters = Calibration::knots * (1 + core::max_seats);
using Row = std::array<double, most_parameters>;

// What each figure adds to the score of each side.
std::vector<Row> rows_of(const Judged& position, double length) {
  const std::vector<double> logs = logs_of(position);
  const Calibration::Knots weights = weights_of(position.decision, length);
  std::vector<Row> rows(logs.size(), Row{});
  for (std::size_t side = 0; side < logs.size(); ++side)
    for (std::size_t k = 0; k < Calibration::knots; ++k) {
      rows[side][k] = weights[k] * logs[side];
      if (const std::size_t place = place_of(position, side); place < core::max_seats)
        rows[side][Calibration::knots * (1 + place) + k] = weights[k];
    }
  return rows;
}

// Each side's share of the win; empty if nobody has won.
std::vector<double> won_by(const Judged& position) {
  std::vector<double> won;
  for (const core::SeatMask side : position.sides) won.push_back((position.winners & side) != 0 ? 1 : 0);
  if (won.size() == 1) won.push_back(1 - won[0]);
  double sum = 0;
  for (const double part : won) sum += part;
  if (sum <= 0) return {};
  for (double& part : won) part /= sum;
  return won;
}

struct Slope {  // of the likelihood
  Row first{};
  std::array<Row, most_parameters> second{};
};

void add(const std::vector<Row>& rows, const std::vector<double>& won, const Row& parameters, Slope& slope) {
  std::vector<double> scores;
  for (const Row& row : rows) {
    double score = 0;
    for (std::size_t i = 0; i < most_parameters; ++i) score += row[i] * parameters[i];
    scores.push_back(score);
  }
  const std::vector<double> chances = softmax(scores);
  Row mean{};
  for (std::size_t side = 0; side < rows.size(); ++side)
    for (std::size_t i = 0; i < most_parameters; ++i) mean[i] += chances[side] * rows[side][i];
  for (std::size_t side = 0; side < rows.size(); ++side)
    for (std::size_t i = 0; i < most_parameters; ++i) {
      slope.first[i] += (won[side] - chances[side]) * rows[side][i];
      for (std::size_t k = 0; k < most_parameters; ++k)
        slope.second[i][k] += chances[side] * (rows[side][i] - mean[i]) * (rows[side][k] - mean[k]);
    }
}

// Gaussian elimination; the ridge keeps it stable.
Row solved(std::array<Row, most_parameters> a, Row b) {
  for (std::size_t i = 0; i < most_parameters; ++i)
    for (std::size_t k = i + 1; k < most_parameters; ++k) {
      const double factor = a[k][i] / a[i][i];
      for (std::size_t j = i; j < most_parameters; ++j) a[k][j] -= factor * a[i][j];
      b[k] -= factor * b[i];
    }
  for (std::size_t i = most_parameters; i-- > 0;) {
    for (std::size_t k = i + 1; k < most_parameters; ++k) b[i] -= a[i][k] * b[k];
    b[i] /= a[i][i];
  }
  return b;
}

}  // namespace

std::vector<double> plain_chances(const Judged& position) {
  std::vector<double> out = softmax(logs_of(position));
  return by_seat(position, out);
}

std::vector<double> Calibration::chances(const Judged& position) const {
  std::vector<double> scores = logs_of(position);
  const Knots weights = weights_of(position.decision, length);
  for (std::size_t side = 0; side < scores.size(); ++side) {
    double stretch = 0, moved = 0;
    for (std::size_t k = 0; k < knots; ++k) {
      stretch += weights[k] * slope[k];
      if (const std::size_t place = place_of(position, side); place < core::max_seats)
        moved += weights[k] * shift[place][k];
    }
    scores[side] = stretch * scores[side] + moved;
  }
  return by_seat(position, softmax(scores));
}

Expected<> fit(std::span<const Judged> positions, Calibration& out) {
  constexpr double ridge = 1;  // a figure that few positions tell of stays near its usual value
  constexpr int steps = 25;
  constexpr double least_slope = 0.05;  // more for a side never means less
  std::vector<std::pair<std::vector<Row>, std::vector<double>>> known;
  for (const Judged& position : positions)
    if (std::vector<double> won = won_by(position); !won.empty())
      known.emplace_back(rows_of(position, out.length), std::move(won));
  if (known.size() < 10 * most_parameters) {
    return failed("there are too few positions to find the figures of a calibration");
  }
  Row usual{}, parameters{};
  for (std::size_t k = 0; k < Calibration::knots; ++k) usual[k] = parameters[k] = 1;
  for (int step = 0; step < steps; ++step) {
    Slope slope;
    for (const auto& [rows, won] : known) add(rows, won, parameters, slope);
    for (std::size_t i = 0; i < most_parameters; ++i) {
      slope.first[i] -= ridge * (parameters[i] - usual[i]);
      slope.second[i][i] += ridge;
    }
    const Row change = solved(slope.second, slope.first);
    for (std::size_t i = 0; i < most_parameters; ++i) parameters[i] += std::clamp(change[i], -1.0, 1.0);
  }
  for (std::size_t k = 0; k < Calibration::knots; ++k) {
    out.slope[k] = std::max(least_slope, parameters[k]);
    for (std::size_t place = 0; place < core::max_seats; ++place)
      out.shift[place][k] = parameters[Calibration::knots * (1 + place) + k];
  }
  return {};
}

// ---- as text -----------------------------------------------------------------------------------------

namespace {

// (This is part of the module in the browser too, which has no streams.)
std::string fixed(double value, int digits) {
  char text[64];
  const auto [end, fault] = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, digits);
  return {text, end};
}

std::string numbers_text(const Calibration::Knots& list) {
  std::string line;
  for (const double figure : list) line += " " + fixed(figure, 4);
  return line + "\n";
}

// The words of a line; the first says what it is about.
std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> words(1);
  for (const char c : line)
    if (c != ' ')
      words.back() += c;
    else if (!words.back().empty())
      words.emplace_back();
  return words;
}

bool read_number(const std::string& word, double& out) {
  char* end = nullptr;
  out = std::strtod(word.c_str(), &end);
  return !word.empty() && *end == '\0' && std::isfinite(out);
}

bool read_knots(const std::vector<std::string>& words, std::size_t first, Calibration::Knots& out) {
  if (words.size() != first + out.size()) return false;
  for (std::size_t i = 0; i < out.size(); ++i)
    if (!read_number(words[first + i], out[i])) return false;
  return true;
}

bool read_line(std::string_view line, Calibration& out) {
  const std::vector<std::string> words = words_of(line);
  if (words[0] == "slope") return read_knots(words, 1, out.slope);
  if (words[0] == "found") {
    out.found = line.substr(std::min(line.size(), words[0].size() + 1));
    return true;
  }
  if (words.size() < 2) return false;
  if (words[0] == "game") {
    out.game = words[1];
    return true;
  }
  double number = 0;
  if (!read_number(words[1], number) || number < 0 || number > 1e6) return false;
  const int whole = static_cast<int>(number);
  if (words[0] == "place")
    return whole >= 1 && whole <= core::max_seats &&
           read_knots(words, 2, out.shift[static_cast<std::size_t>(whole) - 1]);
  if (words[0] == "rules")
    out.rules = whole;
  else if (words[0] == "seats")
    out.seats = whole;
  else if (words[0] == "sides")
    out.sides = whole;
  else if (words[0] == "length" && number > 0)
    out.length = number;
  else
    return false;
  return true;
}

}  // namespace

std::string Calibration::text() const {
  std::string out = std::string(magic) + "\ngame " + game + "\nrules " + std::to_string(rules) + "\nseats " +
                    std::to_string(seats) + "\nsides " + std::to_string(sides) + "\nlength " + fixed(length, 0) +
                    "\nfound " + found + "\nslope" + numbers_text(slope);
  for (int place = 0; place < std::max(2, sides); ++place)
    out += "place " + std::to_string(place + 1) + numbers_text(shift[static_cast<std::size_t>(place)]);
  return out;
}

Expected<Calibration> read_calibration(std::string_view text) {
  Calibration out;
  for (int number = 1; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (number == 1 ? line == magic : read_line(line, out)) continue;
    return failed(number == 1 ? "line 1 of a calibration must be '" + std::string(magic) + "'"
                              : "line " + std::to_string(number) +
                                    " of a calibration makes no sense: " + std::string(line));
  }
  return out;
}

std::span<const Calibration> shipped_calibrations() {
  static const std::vector<Calibration> all = [] {
    std::vector<Calibration> read;
    for (const std::string_view text : embedded_calibrations())
      if (auto one = read_calibration(text)) read.push_back(*std::move(one));
    return read;
  }();
  return all;
}

const Calibration* shipped_calibration(std::string_view game, int seats, int sides) {
  for (const Calibration& one : shipped_calibrations())
    if (one.game == game && one.seats == seats && one.sides == sides) return &one;
  return nullptr;
}

}  // namespace rw::lab
