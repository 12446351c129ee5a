// Questions about chance in the TCG: what the flips of an attack bring, and what a hand of so many cards holds.
// All from a whole deck, every order of it equally likely; counted, not played.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>

#include "engine/games/transformers_tcg/content.h"
#include "engine/odds.h"

namespace rw::transformers_tcg {
namespace {

constexpr int most_flips = 8;  // two, and six more by Bold or Tough

// ---- the deck as chance sees it ------------------------------------------------------------------------

struct Icons {
  int counted = 0;  // of the colour that is asked about
  bool white = false;
  bool operator<(const Icons& other) const {
    return counted != other.counted ? counted < other.counted : white < other.white;
  }
};
using Kinds = std::vector<std::pair<Icons, int>>;  // cards that are alike, and how many are left

Kinds kinds_of(const Content& c, const DeckList& deck, Color color) {
  std::map<Icons, int> counts;
  for (const DeckLine& line : deck.cards) {
    const std::uint64_t icons = c.cards[static_cast<std::size_t>(line.card)].icons;
    counts[{icons_of(icons, static_cast<int>(color)), icons_of(icons, static_cast<int>(Color::white)) > 0}] +=
        line.copies;
  }
  return {counts.begin(), counts.end()};
}

// Adds the chance of each number of icons: card after card off the deck, and once the bonus flips for white
// (TCG-BAT-04).
struct Flipping {
  int bonus;
  std::vector<double>& chances;

  void go(Kinds& left, int cards, int flips, int icons, bool white, bool earned, double chance) {
    if (flips > 0 && cards > 0) {
      for (auto& [kind, count] : left) {
        if (count == 0) continue;
        const double part = chance * count / cards;
        --count;
        go(left, cards - 1, flips - 1, icons + kind.counted, white || kind.white, earned, part);
        ++count;
      }
      return;
    }
    if (white && !earned && cards > 0) return go(left, cards, bonus, icons, white, true, chance);
    if (chances.size() <= static_cast<std::size_t>(icons)) chances.resize(static_cast<std::size_t>(icons) + 1);
    chances[static_cast<std::size_t>(icons)] += chance;
  }
};

// ---- questions -----------------------------------------------------------------------------------------

std::optional<int> read_number(std::string_view text, int low, int high) {
  int number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || fault != std::errc{} || end != text.data() + text.size() || number < low || number > high)
    return std::nullopt;
  return number;
}

const DeckList* find_deck(const Content& c, std::string_view id, std::string& error) {
  for (const DeckList& deck : c.decks)
    if (deck.id == id) return &deck;
  error = "there is no deck '" + std::string(id) + "'; the decks are:";
  for (const DeckList& deck : c.decks) error += " " + std::string(deck.id);
  return nullptr;
}

std::string fixed(double value, int digits) {
  char text[64];
  const auto [end, fault] = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, digits);
  return {text, end};
}
std::string member(std::string_view name, const std::string& value) {
  return "\"" + std::string(name) + "\": " + value;
}
std::string json_text(std::string_view text) { return "\"" + std::string(text) + "\""; }

// "flips DECK N [COLOUR]"
bool answer_flips(const Content& c, std::span<const std::string> words, OddsAnswer& answer, std::string& error) {
  const auto flips = words.size() > 2 ? read_number(words[2], 1, most_flips) : std::nullopt;
  if (!flips || words.size() > 4) {
    error = "flips takes a deck, a number of flips from 1 to " + std::to_string(most_flips) +
            " and a colour of icons, as in: flips autobot_starter 2 orange";
    return false;
  }
  const std::string_view name = words.size() > 3 ? std::string_view(words[3]) : "orange";
  const auto color = std::find(Color_names.begin(), Color_names.end(), name);
  if (color == Color_names.end()) {
    error = "'" + words[3] + "' is no colour of icons; they are:";
    for (const std::string_view known : Color_names) error += " " + std::string(known);
    return false;
  }
  const DeckList* deck = find_deck(c, words[1], error);
  if (deck == nullptr) return false;
  Kinds kinds = kinds_of(c, *deck, static_cast<Color>(color - Color_names.begin()));
  std::vector<double> chances;
  Flipping{c.white_bonus, chances}.go(kinds, deck->size(), *flips, 0, false, false, 1);
  answer.before = std::to_string(*flips) + " flips off a whole deck of " + std::to_string(deck->size()) +
                  " cards, with the bonus for white (TCG-BAT-04)";
  answer.columns = {"icons", "chance", "so many or more"};
  double at_least = 1, mean = 0;
  std::string outcomes;
  for (std::size_t i = 0; i < chances.size(); ++i) {
    answer.rows.push_back(
        {std::to_string(i), fixed(100 * chances[i], 4) + " %", fixed(100 * std::max(0.0, at_least), 4) + " %"});
    outcomes += (i == 0 ? "    {" : ",\n    {") + member("icons", std::to_string(i)) + ", " +
                member("probability", fixed(chances[i], 12)) + "}";
    at_least -= chances[i];
    mean += static_cast<double>(i) * chances[i];
  }
  answer.after = fixed(mean, 4) + " on average";
  answer.json = "{\n  " + member("deck", json_text(deck->id)) + ",\n  " + member("flips", std::to_string(*flips)) +
                ",\n  " + member("colour", json_text(name)) + ",\n  " +
                member("outcomes", "[\n" + outcomes + "\n  ]") + ",\n  " + member("mean", fixed(mean, 12)) + "\n}";
  return true;
}

// "draw DECK CARD N": chance of 0, 1, 2 ... copies among N cards.
bool answer_draw(const Content& c, std::span<const std::string> words, OddsAnswer& answer, std::string& error) {
  const DeckList* deck = words.size() > 1 ? find_deck(c, words[1], error) : nullptr;
  if (deck == nullptr && !error.empty()) return false;
  const auto drawn = deck != nullptr && words.size() == 4 ? read_number(words[3], 1, deck->size()) : std::nullopt;
  if (!drawn) {
    error = "draw takes a deck, a card of it and a number of cards, as in: draw autobot_starter zap 5";
    return false;
  }
  int copies = 0;
  for (const DeckLine& line : deck->cards)
    if (c.cards[static_cast<std::size_t>(line.card)].id == words[2]) copies += line.copies;
  if (copies == 0) {
    error = "the deck has no '" + words[2] + "'";
    return false;
  }
  const int size = deck->size();
  const auto ways = [](int n, int k) { return std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1); };
  answer.before = std::to_string(*drawn) + " of " + std::to_string(size) + " cards, " + std::to_string(copies) +
                  " copies among them";
  answer.columns = {"copies", "chance", "so many or more"};
  std::string outcomes;
  double at_least = 1;
  for (int k = 0; k <= std::min(copies, *drawn); ++k) {
    const bool possible = *drawn - k <= size - copies;
    const double chance =
        possible ? std::exp(ways(copies, k) + ways(size - copies, *drawn - k) - ways(size, *drawn)) : 0;
    answer.rows.push_back(
        {std::to_string(k), fixed(100 * chance, 4) + " %", fixed(100 * std::max(0.0, at_least), 4) + " %"});
    outcomes += (k == 0 ? "    {" : ",\n    {") + member("copies", std::to_string(k)) + ", " +
                member("probability", fixed(chance, 12)) + "}";
    at_least -= chance;
  }
  answer.json = "{\n  " + member("deck", json_text(deck->id)) + ",\n  " + member("card", json_text(words[2])) +
                ",\n  " + member("drawn", std::to_string(*drawn)) + ",\n  " +
                member("outcomes", "[\n" + outcomes + "\n  ]") + "\n}";
  return true;
}

bool answer_question(const void* content, std::span<const std::string> words, OddsAnswer& answer,
                     std::string& error) {
  const Content& c = *static_cast<const Content*>(content);
  if (!words.empty() && words[0] == "flips") return answer_flips(c, words, answer, error);
  if (!words.empty() && words[0] == "draw") return answer_draw(c, words, answer, error);
  error = words.empty() ? "a question is missing, as in: flips autobot_starter 2"
                        : "'" + words[0] + "' is no question; ask for flips or draw";
  return false;
}

bool nothing_to_tell(const void*, const void*, core::Choice, Promise&) { return false; }

}  // namespace

extern const OddsTable odds_table;  // for the registry, which the build makes
const OddsTable odds_table{
    nothing_to_tell, answer_question,
    "the flips of an attack, off a whole deck:\n"
    "  flips DECK N COLOUR     icons among N flips; orange (default), blue, black, green, white\n"
    "the cards of a hand, off a whole deck:\n"
    "  draw DECK CARD N        copies of a card among N cards\n"
    "for example:\n"
    "  flips autobot_starter 2 orange\n"
    "  draw autobot_starter zap 5\n"};

}  // namespace rw::transformers_tcg
