// The words of Goofspiel: what choices and events name, what a seat can do, what a table can agree on.
#include "engine/games/goofspiel/describe.h"
#include "engine/without_texts.h"

namespace rw::goofspiel {
namespace {

using core::Place;
using core::typed;
using core::write;

enum PlaceRow : std::uint8_t { hand_place, prize_place, taken_place };
constexpr std::string_view place_paths[] = {"players.{seat}.hand.{n}", "prizes.{n}", "players.{seat}.taken.{n}"};

// Which of a list of cards this is.
Place place_among(int row, int seat, Ranks ranks, Rank rank) {
  if (!core::contains(ranks, rank)) return {};
  const int before = core::population(ranks & (core::bit(rank) - 1));
  return {static_cast<std::int16_t>(row), static_cast<std::int16_t>(seat), static_cast<std::int16_t>(before)};
}

Place place_of_card(const Content&, const State& s, Viewer, Card card) {
  const int seat = core::index(owner_of(card));
  return place_among(hand_place, seat, s.hand[seat], rank_of(card));
}
Place place_of_prize(const Content&, const State& s, Viewer, Rank rank) {
  for (int i = 0; i < s.seats; ++i)
    if (core::contains(s.taken[i], rank)) return place_among(taken_place, i, s.taken[i], rank);
  return place_among(prize_place, -1, s.prizes, rank);
}
int row_of_card(const Content&, const State&, Card card) { return core::index(rank_of(card)); }
void all_cards(const Content&, const State& s, std::vector<int>& out) {
  // The seat that is asked means a card of its own suit.
  const int first = s.decision.open() ? core::index(s.decision.asked) : 0;
  for (int i = 0; i < s.seats * rank_count; ++i) out.push_back((first * rank_count + i) % (s.seats * rank_count));
}

}  // namespace

struct Lexicon : LexiconWithoutTexts<Rules> {
  static constexpr std::span<const std::string_view> seats = Suit_names;
  static Refusal not_asked(const Content&, const State&, Seat, Choice) {
    return core::refuse(Clause::GOF_RND_02, Fact::not_asked);
  }

  static constexpr std::span<const std::string_view> places = place_paths;

  static constexpr auto kinds = kinds_of({
      {.name = "card",
       .below = max_players * rank_count,
       .table = "ranks",
       .row = typed<row_of_card>,
       .place = typed<place_of_card>,
       .values = all_cards},
      {.name = "prize", .below = rank_count, .table = "ranks", .place = typed<place_of_prize>},
  });

  static constexpr VerbRow verb_rows[] = {
      {Verb::bid, "bid {a:card}", core::at(Question::bid), list_bids, judge_bid, bid,
       core::refuse(Clause::GOF_RND_02, Fact::other_question)},
  };

  static constexpr Option options[] = {
      number("cards", Clause::GOF_OPT_01, "13", {3, rank_count}, write<&State::cards>),
  };

  static constexpr Step steps[Step_count] = {nullptr, step_round};
};

const Game& game() { return the_game<Rules, Lexicon>(); }

}  // namespace rw::goofspiel

template struct rw::RulesByTable<rw::goofspiel::Lexicon, rw::goofspiel::Rules::Terms>;
