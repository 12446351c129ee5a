// Points, exhaustion, the end of the game, and players who concede.
#include <algorithm>

#include "engine/games/dragon_booster/rules.h"
#include "engine/games/dragon_booster/turn.h"

namespace rw::dragon_booster {

namespace {

// DRB-DRF-13: who has won the most games of the match.
SeatMask match_winners(const State& s) {
  int most = 0;
  for (int i = 0; i < s.seats; ++i)
    if (in_game(s, core::seat(i))) most = std::max<int>(most, s.games_won[i]);
  SeatMask winners = 0;
  for (int i = 0; i < s.seats; ++i)
    if (in_game(s, core::seat(i)) && s.games_won[i] == most) core::include(winners, core::seat(i));
  return winners;
}

}  // namespace

// More than half of the games decide a match; whoever is left alone has won it.
bool match_goes_on(const State& s) {
  if (s.game >= s.match || players_left(s) == 1) return false;
  for (int i = 0; i < s.seats; ++i)
    if (2 * s.games_won[i] > s.match) return false;
  return true;
}

namespace {

// How the end is told: events.game_over.
enum class Ending : std::uint8_t {
  finish_line,
  exhaustion,
  most_points,
  last_one_left,
  match,
  shared,
  shared_match
};

Ending ending_of(const State& s, Clause clause) {
  const bool shared = core::population(s.winners) > 1;
  if (clause == Clause::DRB_WIN_11) return Ending::last_one_left;
  if (s.match > 1) return shared ? Ending::shared_match : Ending::match;
  if (shared) return Ending::shared;
  if (clause == Clause::DRB_WIN_01) return Ending::finish_line;
  return clause == Clause::DRB_WIN_03 ? Ending::exhaustion : Ending::most_points;
}

}  // namespace

// Nobody wins a drawn game of a match.
void end_game(Table& t, SeatMask winners, Clause clause) {
  State& s = t.s;
  s.winners = winners;
  s.end_clause = static_cast<std::uint16_t>(clause);
  s.phase = Phase::over;
  s.decision = {};
  if (s.match > 1) {
    const bool drawn = core::population(winners) > 1;
    for (int i = 0; i < s.seats; ++i)
      if (!drawn && core::has(winners, core::seat(i))) ++s.games_won[i];
    if (!drawn)
      for (const Seat seat : core::bits<Seat>(winners))
        emit(t, clause, EventKind::game_won, seat, s.game, s.games_won[core::index(seat)]);
    if (drawn) emit(t, clause, EventKind::game_drawn, core::no_seat, s.game);
    cite(t, Clause::DRB_DRF_13);
    if (match_goes_on(s)) return;
    if (players_left(s) > 1) s.winners = match_winners(s);
  }
  for (int i = 0; i < s.seats; ++i)
    if (core::has(s.winners, core::seat(i)))
      emit(t, clause, EventKind::game_over, core::seat(i), s.match > 1 ? s.games_won[i] : s.players[i].points,
           static_cast<int>(ending_of(s, clause)));
}

namespace {

// How many players have cards in their race decks, and the last of them.
struct WithCards {
  int count = 0;
  Seat last = core::no_seat;
};
WithCards with_cards(const State& s) {
  WithCards with;
  for (int i = 0; i < s.seats; ++i) {
    if (s.players[i].deck_size == 0 || !in_game(s, core::seat(i))) continue;
    ++with.count;
    with.last = core::seat(i);
  }
  return with;
}

}  // namespace

// DRB-WIN-01, DRB-WIN-02: at the moment they change.
void change_points(Table& t, Seat seat, int n, Clause clause) {
  State& s = t.s;
  if (s.phase == Phase::over || !in_game(s, seat)) return;
  Player& p = player(s, seat);
  p.points = static_cast<std::int16_t>(std::clamp(p.points + n, -9999, 9999));
  emit(t, clause, EventKind::points, seat, n, p.points);
  if (p.points < 0) cite(t, Clause::DRB_GEN_06, seat);
  if (p.points < t.content.finish_line) return;
  cite(t, Clause::DRB_WIN_02, seat);
  if (with_cards(s).count == 1) cite(t, Clause::DRB_WIN_09, seat);
  end_game(t, core::only(seat), Clause::DRB_WIN_01);
}

// DRB-WIN-03, DRB-WIN-05: after each completed action or effect.
void check_exhaustion(Table& t) {
  State& s = t.s;
  if (s.phase == Phase::over) return;
  const auto [count, last] = with_cards(s);
  if (count > 1) return;
  if (count == 0) {
    if (s.ran_out == 0) cite(t, Clause::DRB_WIN_08);
    s.ran_out = 1;
    return;
  }
  cite(t, Clause::DRB_WIN_05, last);
  if (s.ran_out != 0) cite(t, Clause::DRB_WIN_12, last);
  end_game(t, core::only(last), Clause::DRB_WIN_03);
}

// DRB-WIN-08, DRB-WIN-13: the most points; equal ones make a draw.
void decide_by_points(Table& t, Clause clause) {
  State& s = t.s;
  int most = -10000;
  for (int i = 0; i < s.seats; ++i)
    if (in_game(s, core::seat(i))) most = std::max<int>(most, s.players[i].points);
  SeatMask winners = 0;
  for (int i = 0; i < s.seats; ++i)
    if (in_game(s, core::seat(i)) && s.players[i].points == most) core::include(winners, core::seat(i));
  end_game(t, winners, clause);
}

Outcome outcome_of(const Content&, const State& s) {
  Outcome out;
  out.seats = s.seats;
  out.winners = s.winners;
  out.clause = s.end_clause;
  // A match counts games, a game points.
  for (int i = 0; i < s.seats; ++i) out.score[i] = s.match > 1 ? s.games_won[i] : s.players[i].points;
  for (int i = 0; i < s.seats; ++i) {
    const bool won = core::has(s.winners, core::seat(i));
    out.rank[i] = 1;
    for (int k = 0; k < s.seats; ++k) {
      const bool other_won = core::has(s.winners, core::seat(k));
      const bool ahead = other_won != won ? other_won : !won && out.score[k] > out.score[i];
      out.rank[i] += ahead ? 1 : 0;
    }
  }
  return out;
}

// ---- conceding -------------------------------------------------------------------------------------------------

Player only_cards_of(const Player& p) {
  Player out{};
  out.race = p.race;
  out.crystals = p.crystals;
  out.race_count = p.race_count;
  out.crystal_count = p.crystal_count;
  return out;
}

// DRB-WIN-11: the cards leave the game and lie nowhere. Which they were stays noted: the log still names those
// whose effects go on.
void clear_table(State& s, Seat seat) {
  Player& p = player(s, seat);
  Player cleared = only_cards_of(p);
  cleared.points = p.points;
  p = cleared;
  p.dragon = no_crystal;
  p.rushing = no_slot;
}

namespace {

// What this player was in the middle of is broken off. False if the step that runs now was part of it.
bool break_off(Table& t, Seat seat) {
  State& s = t.s;
  const int top = s.agenda.size() - 1;
  bool goes_on = true;
  for (int i = s.triggers.size() - 1; i >= 0; --i)
    if (s.triggers[i].controller == seat) s.triggers.remove(i);
  for (int i = s.agenda.size() - 1; i >= 0; --i) {
    const core::Frame& f = s.agenda[i];
    const auto step = static_cast<Step>(f.step);
    const bool own = f.controller == seat && step != Step::turn && step != Step::battle && step != Step::after;
    if (!own) continue;
    s.agenda.remove(i);
    goes_on = goes_on && i != top;
  }
  if (s.limbo != no_card && owner_of(s.limbo) == seat) s.limbo = no_card;
  for (int i = s.lasting.size() - 1; i >= 0; --i)  // delayed effects of theirs are triggers that do not happen
    if (s.lasting[i].controller == seat && s.lasting[i].delayed != 0) s.lasting.remove(i);
  if (!goes_on) s.looked = 0;
  return goes_on;
}

// The players right before the one who acts have passed; is this one among them?
bool has_passed(const State& s, Seat seat) {
  Seat at = s.acting;
  for (int passes = s.passes; passes > 0;) {
    at = seat_after(s, at, s.seats - 1);
    if (at == seat) return true;
    if (in_game(s, at)) --passes;
  }
  return false;
}

// Before the first turn. In a draft picks go on for this player, so that the packs stay of one size.
void leave_setup(Table& t, Seat seat) {
  State& s = t.s;
  const bool asked = s.decision.asked == seat;
  if (s.shown != 0 && s.leader == seat) s.leader = next_player(s, seat);
  if (question_of(s) == Question::pick) return;
  clear_table(s, seat);
  core::include(s.chosen, seat);
  if (!asked) return;
  s.decision = {};
  Rules::run(t);
}

// DRB-WIN-15.
void leave_race(Table& t, Seat seat) {
  State& s = t.s;
  const Seat next = next_player(s, seat);
  if (s.leader == seat) {
    s.leader = next;
    s.lost_leader = 1;  // the new one leads the next turn too
  }
  if (in_battle(s) && s.acting == seat) s.acting = next;
  // What was to be chosen from among the cards of the one who leaves is gone: the effect goes on without them.
  const bool from_them = question_of(s) == Question::choose && rival_of(s.agenda.back().object) == seat;
  const bool goes_on = break_off(t, seat) && s.decision.asked != seat && !from_them;
  clear_table(s, seat);
  if (goes_on) {  // the one who is asked has the same to answer as before
    check_exhaustion(t);
  } else {
    s.decision = {};
    push_after(t);
  }
  if (!s.decision.open()) Rules::run(t);
}

}  // namespace

Clause Rules::table_clause(core::TableVerb verb) {
  return verb == core::TableVerb::agree_draw ? Clause::DRB_WIN_16 : Clause::DRB_WIN_11;
}

// DRB-WIN-11.
void leave_game(Table& t, Seat seat, core::TableVerb) {
  State& s = t.s;
  if (in_battle(s) && has_passed(s, seat)) --s.passes;
  core::include(s.conceded, seat);
  if (players_left(s) == 1) {
    clear_table(s, seat);
    return end_game(t, core::only(next_player(s, seat)), Clause::DRB_WIN_11);
  }
  cite(t, Clause::DRB_WIN_15, seat);
  if (s.phase == Phase::setup || s.phase == Phase::draft) return leave_setup(t, seat);
  leave_race(t, seat);
}

// A player who has left is still asked for picks of a draft, and for nothing else.
core::Choice Rules::absent_choice(const Content&, const State& s) {
  return choice(Verb::pick, player(s, s.decision.asked).pack[0]);
}

// DRB-WIN-16.
void draw_by_agreement(Table& t) {
  SeatMask all = 0;
  for (int i = 0; i < t.s.seats; ++i)
    if (in_game(t.s, core::seat(i))) all = static_cast<SeatMask>(all | core::only(core::seat(i)));
  end_game(t, all, Clause::DRB_WIN_16);
  Rules::run(t);
}

}  // namespace rw::dragon_booster
