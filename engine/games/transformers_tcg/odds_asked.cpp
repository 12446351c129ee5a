// Questions about chance in the TCG: what the flips of an attack bring, and what a hand of so many cards holds.
// All from a whole deck, every order of it equally likely; counted, not played.
#include <algorithm>
#include <map>

#include "engine/answering.h"
#include "engine/games/transformers_tcg/content.h"

namespace rw::transformers_tcg {
namespace {

using namespace answering;

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
    const std::uint64_t icons = c.card(line.card).icons;
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
  struct Flipped {
    int icons = 0;
    bool white = false, bonus_taken = false;
  };

  void go(Kinds& left, int cards, int flips, Flipped so_far, double chance) {
    if (flips > 0 && cards > 0) {
      for (auto& [kind, count] : left) {
        if (count == 0) continue;
        const double part = chance * count / cards;
        --count;
        go(left, cards - 1, flips - 1,
           {so_far.icons + kind.counted, so_far.white || kind.white, so_far.bonus_taken}, part);
        ++count;
      }
      return;
    }
    if (so_far.white && !so_far.bonus_taken && cards > 0) {
      so_far.bonus_taken = true;
      return go(left, cards, bonus, so_far, chance);
    }
    const auto icons = static_cast<std::size_t>(so_far.icons);
    if (chances.size() <= icons) chances.resize(icons + 1);
    chances[icons] += chance;
  }
};

// ---- questions -----------------------------------------------------------------------------------------

// "flips DECK N [COLOUR]"
Expected<OddsAnswer> answer_flips(const Content& c, std::span<const std::string> words) {
  const auto flips = words.size() > 2 ? read_number(words[2], 1, most_flips) : std::nullopt;
  if (!flips || words.size() > 4)
    return failed("flips takes a deck, a number of flips from 1 to " + std::to_string(most_flips) +
                  " and a colour of icons, as in: flips autobot_starter 2 orange");
  const std::string_view name = words.size() > 3 ? std::string_view(words[3]) : "orange";
  const auto color = std::find(Color_names.begin(), Color_names.end(), name);
  if (color == Color_names.end()) {
    std::string all;
    for (const std::string_view known : Color_names) all += " " + std::string(known);
    return failed("'" + words[3] + "' is no colour of icons; they are:" + all);
  }
  const auto found = find_by_id(c.decks, words[1], "deck");
  if (!found) return found.failure();
  const DeckList* deck = *found;
  Kinds kinds = kinds_of(c, *deck, static_cast<Color>(color - Color_names.begin()));
  std::vector<double> chances;
  Flipping{c.white_bonus, chances}.go(kinds, deck->size(), *flips, {}, 1);
  OddsAnswer answer;
  answer.before = std::to_string(*flips) + " flips off a whole deck of " + std::to_string(deck->size()) +
                  " cards, with the bonus for white (TCG-BAT-04)";
  std::string outcomes;
  list_counts("icons", "icons", chances, answer, outcomes);
  double mean = 0;
  for (std::size_t i = 0; i < chances.size(); ++i) mean += static_cast<double>(i) * chances[i];
  answer.after = fixed(mean, 4) + " on average";
  answer.json = "{\n  " + member("deck", json_text(deck->id)) + ",\n  " + member("flips", std::to_string(*flips)) +
                ",\n  " + member("colour", json_text(name)) + ",\n  " + member("outcomes", outcomes) + ",\n  " +
                member("mean", fixed(mean, 12)) + "\n}";
  return answer;
}

// "draw DECK CARD N": chance of 0, 1, 2 ... copies among N cards.
Expected<OddsAnswer> answer_drawn(const Content& c, std::span<const std::string> words) {
  const auto found = words.size() > 1 ? find_by_id(c.decks, words[1], "deck") : Expected<const DeckList*>(nullptr);
  if (!found) return found.failure();
  const DeckList* deck = *found;
  const auto cards = deck != nullptr && words.size() == 4 ? read_number(words[3], 1, deck->size()) : std::nullopt;
  if (!cards)
    return failed("draw takes a deck, a card of it and a number of cards, as in: draw autobot_starter zap 5");
  int copies = 0;
  for (const DeckLine& line : deck->cards)
    if (c.card(line.card).id == words[2]) copies += line.copies;
  if (copies == 0) return failed("the deck has no '" + words[2] + "'");
  OddsAnswer answer;
  answer_draw(deck->id, words[2], deck->size(), copies, *cards, answer);
  return answer;
}

constexpr Topic<Content> topics[] = {{"flips", answer_flips, "flips autobot_starter 2"}, {"draw", answer_drawn}};

}  // namespace

extern const OddsTable odds_table;  // for the registry, which the build makes
const OddsTable odds_table{nothing_to_tell, answer_by<topics>,
                           R"(the flips of an attack, off a whole deck:
  flips DECK N COLOUR     icons among N flips; orange (default), blue, black, green, white
the cards of a hand, off a whole deck:
  draw DECK CARD N        copies of a card among N cards
for example:
  flips autobot_starter 2 orange
  draw autobot_starter zap 5
)"};

}  // namespace rw::transformers_tcg
