// Words and figures of answers about chance.
#include "engine/answering.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace rw::answering {

Failure no_topic(std::span<const std::string> words, std::span<const std::string_view> topics,
                 std::string_view example) {
  if (words.empty()) return failed("a question is missing, as in: " + std::string(example));
  std::string all;
  for (const std::string_view topic : topics) all += (all.empty() ? "" : " or ") + std::string(topic);
  return failed("'" + words[0] + "' is no question; ask for " + all);
}

std::optional<int> read_number(std::string_view text, int low, int high) {
  int number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || fault != std::errc{} || end != text.data() + text.size() || number < low || number > high)
    return std::nullopt;
  return number;
}

std::string fixed(double value, int digits) {
  char text[64];
  const auto [end, fault] = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, digits);
  return {text, end};
}

std::string percent(double chance) { return fixed(100 * chance, 4) + " %"; }

std::string member(std::string_view name, const std::string& value) {
  return "\"" + std::string(name) + "\": " + value;
}

std::string json_text(std::string_view text) { return "\"" + std::string(text) + "\""; }

std::vector<double> drawn(int size, int wanted, int drawn) {
  const auto ways = [](int n, int k) { return std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1); };
  std::vector<double> chances;
  for (int k = 0; k <= std::min(wanted, drawn); ++k)
    chances.push_back(drawn - k > size - wanted
                          ? 0
                          : std::exp(ways(wanted, k) + ways(size - wanted, drawn - k) - ways(size, drawn)));
  return chances;
}

void list_counts(std::string_view column, std::string_view key, std::span<const double> chances,
                 OddsAnswer& answer, std::string& json) {
  answer.columns = {std::string(column), "chance", "so many or more"};
  double at_least = 1;
  for (std::size_t i = 0; i < chances.size(); ++i) {
    answer.rows.push_back({std::to_string(i), percent(chances[i]), percent(std::max(0.0, at_least))});
    json += (i == 0 ? "[\n    {" : ",\n    {") + member(key, std::to_string(i)) + ", " +
            member("probability", fixed(chances[i], 12)) + "}";
    at_least -= chances[i];
  }
  json += "\n  ]";
}

void answer_draw(std::string_view deck, std::string_view card, int size, int copies, int cards,
                 OddsAnswer& answer) {
  answer.before = std::to_string(cards) + " of " + std::to_string(size) + " cards, " + std::to_string(copies) +
                  " copies among them";
  std::string outcomes;
  list_counts("copies", "copies", drawn(size, copies, cards), answer, outcomes);
  answer.json = "{\n  " + member("deck", json_text(deck)) + ",\n  " + member("card", json_text(card)) + ",\n  " +
                member("drawn", std::to_string(cards)) + ",\n  " + member("outcomes", outcomes) + "\n}";
}

}  // namespace rw::answering
