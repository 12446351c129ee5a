// Questions about chance in Dragon Booster: what a rival who holds so many cards can rush against a sprint, and
// what a hand of so many cards holds. All off a whole race deck, every order of it equally likely; counted, not
// played.
#include "engine/answering.h"
#include "engine/games/dragon_booster/content.h"

namespace rw::dragon_booster {
namespace {

using namespace answering;

constexpr int most_sprint = 30;

std::optional<int> cards_of(const Deck* deck, std::span<const std::string> words) {
  if (deck == nullptr || words.size() != 4) return std::nullopt;
  return read_number(words[3], 1, static_cast<int>(deck->race.size()));
}

// "rush DECK SPRINT N": maneuvers among N cards that sprint as far at least (DRB-RES-07: as far is a tie).
Expected<OddsAnswer> answer_rush(const Content& c, std::span<const std::string> words) {
  const auto found = words.size() > 1 ? find_by_id(c.decks, words[1], "deck") : Expected<const Deck*>(nullptr);
  if (!found) return found.failure();
  const Deck* deck = *found;
  const auto sprint = words.size() > 2 ? read_number(words[2], 0, most_sprint) : std::nullopt;
  const auto cards = cards_of(deck, words);
  if (!sprint || !cards) {
    return failed("rush takes a deck, a sprint from 0 to " + std::to_string(most_sprint) +
                  " and a number of cards of the deck, as in: rush street_fire 8 5");
  }
  int faster = 0, equal = 0;
  for (const Record record : deck->race) {
    const CardFace& card = face(c, record);
    if (card.kind != Kind::maneuver) continue;
    faster += card.sprint > *sprint ? 1 : 0;
    equal += card.sprint == *sprint ? 1 : 0;
  }
  const int size = static_cast<int>(deck->race.size());
  double beaten = 0, tied = 0;
  const int pile[] = {faster, equal, size - faster - equal};
  each_hand(pile, *cards, [&](std::span<const int> hand, double chance) {
    if (hand[0] > 0)
      beaten += chance;
    else if (hand[1] > 0)
      tied += chance;
  });
  OddsAnswer answer;
  answer.before = "a sprint of " + std::to_string(*sprint) + " against the best maneuver among " +
                  std::to_string(*cards) + " of " + std::to_string(size) +
                  " cards, as printed (DRB-RES-02, DRB-RES-07)";
  answer.columns = {"", "chance", "cards of the deck"};
  answer.rows = {{"a slower one or none", percent(1 - beaten - tied), std::to_string(size - faster - equal)},
                 {"as fast: a tie", percent(tied), std::to_string(equal)},
                 {"a faster one", percent(beaten), std::to_string(faster)}};
  answer.json = "{\n  " + member("deck", json_text(deck->id)) + ",\n  " + member("sprint", words[2]) + ",\n  " +
                member("cards", words[3]) + ",\n  " + member("slower_or_none", fixed(1 - beaten - tied, 12)) +
                ",\n  " + member("tie", fixed(tied, 12)) + ",\n  " + member("faster", fixed(beaten, 12)) + "\n}";
  return answer;
}

// "draw DECK CARD N": chance of 0, 1, 2 ... copies among N cards.
Expected<OddsAnswer> answer_drawn(const Content& c, std::span<const std::string> words) {
  const auto found = words.size() > 1 ? find_by_id(c.decks, words[1], "deck") : Expected<const Deck*>(nullptr);
  if (!found) return found.failure();
  const Deck* deck = *found;
  const auto cards = cards_of(deck, words);
  if (!cards) {
    return failed("draw takes a deck, a card of it and a number of cards, as in: draw street_fire mag_kick 5");
  }
  int copies = 0;
  for (const Record record : deck->race) copies += face(c, record).id == words[2] ? 1 : 0;
  if (copies == 0) {
    return failed("the deck has no '" + words[2] + "'");
  }
  OddsAnswer answer;
  answer_draw(deck->id, words[2], static_cast<int>(deck->race.size()), copies, *cards, answer);
  return answer;
}

constexpr Topic<Content> topics[] = {{"rush", answer_rush, "rush street_fire 8 5"}, {"draw", answer_drawn}};

}  // namespace

extern const OddsTable odds_table;  // for the registry, which the build makes
const OddsTable odds_table{nothing_to_tell, answer_by<topics>,
                           R"(a rush against a rival who holds cards of a whole deck:
  rush DECK SPRINT N      the fastest maneuver among N cards, as printed, against a sprint
the cards of a hand, off a whole deck:
  draw DECK CARD N        copies of a card among N cards
for example:
  rush street_fire 8 5
  draw street_fire mag_kick 5
)"};

}  // namespace rw::dragon_booster
