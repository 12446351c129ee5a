// A round: a prize is turned up, everybody lays a card face down, the highest takes it. And how the game ends.
#include <utility>

#include "engine/games/goofspiel/rules.h"

namespace rw::goofspiel {
namespace {

using core::cite, core::emit, core::refuse;

void finish(Table& t, Clause clause, SeatMask winners) {
  State& s = t.s;
  s.winners = winners;
  s.phase = Phase::over;
  s.decision = {};
  s.agenda.clear();
  s.end_clause = core::by(clause);
}

// GOF-END-01, GOF-END-02: the most points; players with equally many share the victory.
void count_points(Table& t) {
  int best = -1;
  SeatMask winners = core::nobody;
  for (const int i : core::bits(players_in_game(t.s))) {
    const int sum = points(t.s.taken[i]);
    if (sum >= best) winners = static_cast<SeatMask>((sum == best ? winners : 0) | core::bit(i));
    best = std::max(best, sum);
  }
  const Clause clause = core::population(winners) > 1 ? Clause::GOF_END_02 : Clause::GOF_END_01;
  finish(t, clause, winners);
  for (const int i : core::bits(winners)) emit(t, clause, EventKind::game_over, core::seat(i), best);
}

// GOF-RND-01.
void turn_up(Table& t) {
  State& s = t.s;
  const Rank rank = std::exchange(s.pile[--s.pile_count], Rank{});
  core::include(s.prizes, rank);
  emit(t, Clause::GOF_RND_01, EventKind::turned_up, core::no_seat, rank, core::index(rank) + 1);
}

// GOF-RND-04: all cards are turned over at once, and are spent. Returns whose is the highest; nobody if several
// are.
Seat show_bids(Table& t) {
  State& s = t.s;
  int best = -1;
  Seat winner = core::no_seat;
  for (int i = 0; i < s.seats; ++i) {
    if (s.laid[i] == no_rank) continue;
    const Rank rank = std::exchange(s.laid[i], no_rank);
    if (core::index(rank) >= best) winner = core::index(rank) == best ? core::no_seat : core::seat(i);
    best = std::max(best, core::index(rank));
    core::exclude(s.hand[i], rank);
    emit(t, Clause::GOF_RND_04, EventKind::shown, core::seat(i), card_of(core::seat(i), rank));
  }
  return winner;
}

// GOF-RND-05 to GOF-RND-07.
void award(Table& t, Seat winner) {
  State& s = t.s;
  const int worth = points(s.prizes);
  if (winner != core::no_seat) {
    s.taken[core::index(winner)] = static_cast<Ranks>(s.taken[core::index(winner)] | s.prizes);
    s.prizes = 0;
    return emit(t, Clause::GOF_RND_05, EventKind::won, winner, worth);
  }
  const bool last = s.pile_count == 0;
  if (last) s.prizes = 0;
  emit(t, last ? Clause::GOF_RND_07 : Clause::GOF_RND_06, last ? EventKind::put_away : EventKind::tied, winner,
       worth);
}

}  // namespace

void step_round(Table& t, core::Frame& f) {
  State& s = t.s;
  if (f.stage == 0) {
    turn_up(t);
    f.stage = 1;
  }
  for (const int i : core::bits(players_in_game(s)))
    if (s.laid[i] == no_rank) return core::ask(t, Question::bid, core::seat(i));
  award(t, show_bids(t));
  f.stage = 0;
  if (s.pile_count == 0) count_points(t);
}

void list_bids(const Content&, const State& s, core::ChoiceList& list) {
  const Seat seat = s.decision.asked;
  for (const Rank rank : core::bits<Rank>(s.hand[core::index(seat)]))
    list.add(core::choice(Verb::bid, card_of(seat, rank)));
}

// GOF-RND-03.
core::Refusal judge_bid(const Content&, const State& s, Seat seat, core::Choice c) {
  if (owner_of(c.a<Card>()) != seat) return refuse(Clause::GOF_SET_02, Fact::other_suit);
  if (!core::contains(s.hand[core::index(seat)], rank_of(c.a<Card>())))
    return refuse(Clause::GOF_RND_03, Fact::not_held);
  return core::legal;
}

// GOF-RND-02: nobody else sees which one (GOF-HID-01).
void bid(Table& t, Seat seat, core::Choice c) {
  t.s.laid[core::index(seat)] = rank_of(c.a<Card>());
  core::emit_secret(t, Clause::GOF_RND_02, EventKind::laid, seat, core::only(seat), c.a());
  cite(t, Clause::GOF_HID_01, seat);
}

// GOF-END-03: the cards of whoever gives up are out of the game; the last one who is left has won.
void leave_game(Table& t, Seat seat, core::TableVerb) {
  State& s = t.s;
  core::include(s.gone, seat);
  s.hand[core::index(seat)] = 0;
  s.laid[core::index(seat)] = no_rank;
  if (core::population(players_in_game(s)) == 1) return finish(t, Clause::GOF_END_03, players_in_game(s));
  if (s.decision.asked != seat) return;
  s.decision = {};
  Rules::run(t);
}

// GOF-END-04.
void draw_by_agreement(Table& t) { finish(t, Clause::GOF_END_04, players_in_game(t.s)); }

Outcome outcome_of(const Content&, const State& s) {
  Outcome out;
  out.seats = s.seats;
  out.winners = s.winners;
  out.clause = s.end_clause;
  for (int i = 0; i < s.seats; ++i) out.score[i] = points(s.taken[i]);
  for (int i = 0; i < s.seats; ++i) {
    out.rank[i] = 1;
    const auto place = [&](int k) {
      return core::has(s.winners, core::seat(k)) ? 2 : in_game(s, core::seat(k)) ? 1 : 0;
    };
    for (int k = 0; k < s.seats; ++k)
      out.rank[i] += place(k) > place(i) || (place(k) == place(i) && place(i) < 2 && out.score[k] > out.score[i]);
  }
  return out;
}

}  // namespace rw::goofspiel
