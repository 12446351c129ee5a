// Reading the content, beginning a game, made-up positions, and what must hold in every position.
#include <algorithm>
#include <bit>
#include <memory>

#include "engine/games/goofspiel/rules.h"

namespace rw::goofspiel {

Expected<std::unique_ptr<Content>> Content::load(core::Node root) {
  auto content = std::make_unique<Content>();
  const core::Node ranks = root["ranks"];
  if (ranks.size() != rank_count) return failed("a suit must have 13 ranks, not " + std::to_string(ranks.size()));
  for (int i = 0; i < rank_count; ++i) content->ids[i] = ranks[i]["id"].text();
  return content;
}

Expected<> begin_game(Table& t, const Setup& setup, const core::Seed& seed) {
  State& s = t.s;
  core::begin_anew(s, setup.seats, seed);
  s.cards = rank_count;
  if (auto done = Rules::read_options(t, setup); !done) return done.failure();
  for (Rank& laid : s.laid) laid = no_rank;
  for (int i = 0; i < s.seats; ++i) s.hand[i] = static_cast<Ranks>(core::bit(s.cards) - 1);
  for (const Rank rank : core::first<Rank>(s.cards)) s.pile[s.pile_count++] = rank;
  core::push_step(t, Step::round, core::seat(0));
  if (setup.option("position") == "custom") return {};
  for (const Clause clause : {Clause::GOF_SET_01, Clause::GOF_SET_02, Clause::GOF_OPT_01}) core::cite(t, clause);
  core::shuffle(s.random, t.chance, std::span(s.pile, s.pile_count));
  core::emit(t, Clause::GOF_SET_03, EventKind::shuffled, core::no_seat, s.pile_count);
  Rules::run(t);
  return {};
}

// What a set-up leaves out is made to fit: diamonds that lie elsewhere are not in the pile, and everybody holds a
// card for each that is to come.
static void fill_gaps(State& s) {
  Ranks elsewhere = s.prizes;
  for (const Ranks taken : s.taken) elsewhere = static_cast<Ranks>(elsewhere | taken);
  auto* end =
      std::remove_if(s.pile, s.pile + s.pile_count, [&](Rank rank) { return core::contains(elsewhere, rank); });
  auto rounds = static_cast<int>(end - s.pile);
  for (int i = 0; i < s.seats; ++i) rounds = std::min(rounds, core::population(s.hand[i]));
  std::move(end - rounds, end, s.pile);
  std::fill(s.pile + rounds, s.pile + rank_count, Rank{});
  s.pile_count = core::byte(rounds);
  for (int i = 0; i < s.seats; ++i)
    while (core::population(s.hand[i]) > rounds)
      s.hand[i] = static_cast<Ranks>(s.hand[i] & (std::bit_floor(s.hand[i]) - 1));
}

// A made-up position stands before a diamond is turned up.
Expected<> settle_position(Table& t) {
  State& s = t.s;
  s.decision = {};
  s.agenda.clear();
  core::push_step(t, Step::round, core::seat(0));
  fill_gaps(s);
  if (s.pile_count == 0)
    return failed("a diamond must be left to be turned up, and a card for it", Clause::GOF_RND_01);
  return check_position(t.content, s);
}

Expected<> check_position(const Content&, const State& s) {
  Ranks seen = 0;
  int count = s.pile_count + core::population(s.prizes);
  for (int i = 0; i < s.pile_count; ++i) core::include(seen, s.pile[i]);
  seen = static_cast<Ranks>(seen | s.prizes);
  for (int i = 0; i < s.seats; ++i) {
    seen = static_cast<Ranks>(seen | s.taken[i]);
    count += core::population(s.taken[i]);
    // A prize for which bids are still to come lies face up.
    const int rounds = s.pile_count + (s.decision.open() ? 1 : 0);
    if (s.phase != Phase::over && core::population(s.hand[i]) != (in_game(s, core::seat(i)) ? rounds : 0))
      return failed("seat " + std::to_string(i + 1) + " must hold a card for each of the " +
                        std::to_string(rounds) + " rounds to come",
                    Clause::GOF_RND_03);
    if (s.laid[i] != no_rank && !core::contains(s.hand[i], s.laid[i]))
      return failed("seat " + std::to_string(i + 1) + " has laid a card that it does not hold",
                    Clause::GOF_RND_03);
    if ((s.hand[i] >> s.cards) != 0) return failed("there is no such card in this game", Clause::GOF_OPT_01);
  }
  if (core::population(seen) != count) return failed("a prize lies in two places", Clause::GOF_SET_03);
  if ((seen >> s.cards) != 0) return failed("there is no such prize in this game", Clause::GOF_OPT_01);
  return {};
}

}  // namespace rw::goofspiel
