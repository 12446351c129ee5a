// A position of Goofspiel: the prizes, the cards that each player still holds, and those laid face down.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/core/asking.h"
#include "engine/core/bundle.h"
#include "engine/core/expected.h"
#include "engine/core/fixed.h"
#include "engine/core/idioms.h"
#include "engine/core/names.h"
#include "engine/core/random.h"
#include "engine/core/table.h"
#include "goofspiel/clauses.h"

namespace rw::goofspiel {

using core::Seat;
using core::SeatMask;

inline constexpr int max_players = 3;  // GOF-SET-01: four suits, one of them the prizes
inline constexpr int rank_count = 13;
enum class Rank : std::uint8_t {};  // from the ace
inline constexpr Rank no_rank{0xFF};
// A card that is bid: its suit is its owner's.
enum class Card : std::uint8_t {};
constexpr Card card_of(Seat seat, Rank rank) {
  return core::make<Card>(core::index(seat) * rank_count + core::index(rank));
}
constexpr Seat owner_of(Card card) { return core::seat(core::index(card) / rank_count); }
constexpr Rank rank_of(Card card) { return core::make<Rank>(core::index(card) % rank_count); }

RW_NAMED_ENUM(Phase, std::uint8_t, bidding, over)
RW_NAMED_ENUM(Question, std::uint8_t, none, bid)
// What is held is public, so the last card is no secret: the core lays it.
constexpr core::AskingSets askings(Question) {
  return {.plain = core::at(Question::bid), .window = 0, .ending = 0, .several = core::at(Question::none)};
}
RW_NAMED_ENUM(Verb, std::uint8_t, none, bid)
RW_NAMED_ENUM(Step, std::uint8_t, none, round)
RW_NAMED_ENUM(EventKind, std::uint8_t, note, shuffled, turned_up, laid, shown, won, tied, put_away, game_over)
RW_NAMED_ENUM(Fact, std::uint16_t, none, not_asked, game_over, other_question, other_suit, not_held)
RW_NAMED_ENUM(Suit, std::uint8_t, spades, hearts, clubs)  // by seat (GOF-SET-02)

using Ranks = std::uint16_t;  // cards of one suit, a bit each

struct State {
  core::Random random;
  core::Decision decision;
  std::uint32_t asked[max_players];
  core::Agenda<1> agenda;
  Ranks hand[max_players];   // a card that is laid face down is still among them
  Ranks taken[max_players];  // diamonds won
  Ranks prizes;              // diamonds that lie face up
  std::uint16_t end_clause;
  Rank pile[rank_count];     // diamonds face down, the last one is the next
  std::uint8_t pile_count;
  Rank laid[max_players];  // face down this round, or no_rank
  std::uint8_t seats;
  std::uint8_t cards;  // of each suit (GOF-OPT-01)
  Phase phase;
  SeatMask gone;
  SeatMask winners;
  std::uint8_t spare[4];
};
static_assert(core::is_flat<State>, "positions are compared, hashed and saved as bytes");

struct Content {
  static Expected<std::unique_ptr<Content>> load(core::Node root);

  std::string_view ids[rank_count];
};

using Table = core::Table<State, Content>;

inline bool in_game(const State& s, Seat seat) { return !core::has(s.gone, seat); }
inline SeatMask players_in_game(const State& s) { return static_cast<SeatMask>(((1 << s.seats) - 1) & ~s.gone); }
// GOF-SET-04: the ace counts 1, the king 13.
inline int points(Ranks cards) {
  int sum = 0;
  for (const Rank rank : core::bits<Rank>(cards)) sum += core::index(rank) + 1;
  return sum;
}

}  // namespace rw::goofspiel
