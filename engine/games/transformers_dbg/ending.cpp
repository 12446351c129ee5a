// Victory points, the ways a game ends, and who has won.
#include <algorithm>

#include "engine/games/transformers_dbg/rules.h"
#include "engine/games/transformers_dbg/turn.h"

namespace rw::transformers_dbg {

// DBG-END-03: tokens never go below 0 in play; the final total may.
void gain_vp(Table& t, Seat seat, int n) {
  if (n == 0) return;
  State& s = t.s;
  if (s.phase == Phase::over) {
    s.score[core::index(seat)] = static_cast<std::int16_t>(s.score[core::index(seat)] + n);
    return emit(t, Clause::DBG_END_02, EventKind::vp_gained, seat, n);
  }
  Player& p = player(s, seat);
  p.vp = static_cast<std::uint8_t>(std::min(255, p.vp + n));
  emit(t, Clause::DBG_END_02, EventKind::vp_gained, seat, n, p.vp);
}

void lose_vp(Table& t, Seat seat, int n) {
  State& s = t.s;
  if (s.phase == Phase::over) {
    s.score[core::index(seat)] = static_cast<std::int16_t>(s.score[core::index(seat)] - n);
    return emit(t, Clause::DBG_END_02, EventKind::vp_lost, seat, n);
  }
  Player& p = player(s, seat);
  const int lost = std::min<int>(n, p.vp);
  if (lost <= 0) return cite(t, Clause::DBG_END_03, seat);
  p.vp = static_cast<std::uint8_t>(p.vp - lost);
  emit(t, Clause::DBG_END_03, EventKind::vp_lost, seat, lost, p.vp);
}

bool main_deck_empty(const State& s) { return s.main_deck.empty(); }

int team_bosses(const Content& c, const State& s, int team) {
  int n = 0;
  for (int i = 0; i < s.seats; ++i)
    if (s.players[i].team == team)
      for (const Card card : s.players[i].vault) n += card_def(c, card).kind == CardKind::boss;
  return n;
}

namespace {

int bosses_of(const Content& c, const State& s, int seat) {
  int n = 0;
  for (const Card card : s.players[seat].vault) n += card_def(c, card).kind == CardKind::boss;
  return n;
}
int robots_of(const Content& c, const State& s, int seat) {
  int n = 0;
  for (const Card card : s.players[seat].vault) n += card_def(c, card).kind == CardKind::robot;
  return n;
}
int all_damage(const State& s, int seat) { return s.players[seat].damage + s.players[seat].specials; }

}  // namespace

// DBG-END-01, DBG-COP-02, DBG-TVT-12, DBG-ONE-12.
bool check_bosses(Table& t) {
  const Content& c = t.content;
  const State& s = t.s;
  if (rules_of(c, s) == PlayKind::one_versus_many || (rules_of(c, s) == PlayKind::teams && !one_faction(c, s))) {
    for (int team = 0; team < 2; ++team)
      if (team_bosses(c, s, team) >= c.stacks) {
        cite(t, Clause::DBG_TVT_18);
        end_game(t, Clause::DBG_TVT_12);
        return true;
      }
    return false;
  }
  if (s.bosses_defeated < c.stacks) return false;
  end_game(t, cooperative(c, s)         ? Clause::DBG_COP_02
              : one_faction_teams(c, s) ? Clause::DBG_ONE_12
                                        : Clause::DBG_END_01);
  return true;
}

void end_by_deck(Table& t) {
  const Content& c = t.content;
  const State& s = t.s;
  if (cooperative(c, s)) return end_game(t, Clause::DBG_COP_03);
  if (competitive(c, s)) return end_game(t, Clause::DBG_END_01);
  cite(t, Clause::DBG_TVT_18);
  end_game(t, one_faction(c, s) ? Clause::DBG_ONE_12 : Clause::DBG_TVT_12);
}

// DBG-TVT-10, DBG-COP-04, DBG-OVM-04, DBG-TIM-08.
void check_damage_limit(Table& t, Seat seat) {
  State& s = t.s;
  const int limit = damage_limit(t.content, s, seat);
  if (limit == 0) return cite(t, Clause::DBG_CPT_03, seat);
  if (damage_of(t.content, s, seat) < limit) return;
  s.limit_reached = core::only(seat);
  emit(t, Clause::DBG_TIM_08, EventKind::damage_limit, seat, limit);
  cite(t, Clause::DBG_GEN_10, seat);
  const bool single = rules_of(t.content, s) == PlayKind::one_versus_many;
  if (single) cite(t, Clause::DBG_OVM_04, seat);
  end_game(t, cooperative(t.content, s) ? Clause::DBG_COP_04 : single ? Clause::DBG_OVM_04 : Clause::DBG_TVT_10);
}

// ---- scoring -------------------------------------------------------------------------------------------------

namespace {

// DBG-END-02, DBG-END-08: Relics as printed, wherever the standee is.
void score_player(Table& t, Seat seat) {
  State& s = t.s;
  const Player& p = player(s, seat);
  for (const Relic relic : relics_of(p)) {
    const CardDef& card = card_def(t.content, card_of(t.content, relic));
    for (int i = 0; i < card.texts; ++i) {
      const ability::Program text = Words::program(t.content, card.first + i);
      if (text.ability().moment != static_cast<int>(Moment::end_of_game)) continue;
      Interpreter::run(t, program_frame(seat, source_of(seat, relic), card.first + i, Interpreter::start(text)));
    }
  }
  if (is_blank(t.content, s, seat)) cite(t, Clause::DBG_END_08, seat);
  const int loss = damage_penalty(t.content, s, seat);
  s.score[core::index(seat)] = static_cast<std::int16_t>(s.score[core::index(seat)] - loss);
  if (loss > 0) {
    emit(t, Clause::DBG_DMG_03, EventKind::damage_counted, seat, loss, p.damage + p.specials);
    if (p.specials > 0) cite(t, Clause::DBG_DMG_09, seat);
    cite(t, Clause::DBG_GEN_25, seat);
  }
}

struct Record {
  int vp = 0, bosses = 0, robots = 0, damage = 0;
  int compared = vp;  // in place of VP, where an average would have to be rounded
};

// DBG-END-04: Robots break ties between single players only.
int compare(const Record& a, const Record& b) {
  if (a.compared != b.compared) return a.compared > b.compared ? 1 : -1;
  if (a.bosses != b.bosses) return a.bosses > b.bosses ? 1 : -1;
  if (a.robots != b.robots) return a.robots > b.robots ? 1 : -1;
  if (a.damage != b.damage) return a.damage < b.damage ? 1 : -1;
  return 0;
}

bool plays_in_teams(const Content& c, const State& s) {
  return rules_of(c, s) == PlayKind::teams || rules_of(c, s) == PlayKind::one_versus_many;
}

// DBG-TVT-13, DBG-TVT-14, DBG-OVM-09; the loss of DBG-TVT-11 included.
Record standing_of_team(const Content& c, const State& s, int team) {
  Record all;
  int members = 0;
  for (int i = 0; i < s.seats; ++i) {
    if (s.players[i].team != team) continue;
    ++members;
    all.vp += s.score[i];
    all.bosses += bosses_of(c, s, i);
    all.damage += all_damage(s, i);
  }
  for (int i = 0; i < s.seats; ++i)
    if (core::has(s.limit_reached, core::seat(i)) && s.turn == core::seat(i) && s.players[i].team == team)
      all.vp -= c.limit_loss;
  all.compared = all.vp;
  if (averages_the_many(c, s)) {
    all.compared *= s.seats - members;  // both averages times both numbers of players: no rounding
    all.vp /= members;
  }
  return all;
}

Record standing_of(const Content& c, const State& s, int seat) {
  if (plays_in_teams(c, s)) return standing_of_team(c, s, s.players[seat].team);
  return {s.score[seat], bosses_of(c, s, seat), robots_of(c, s, seat), all_damage(s, seat)};
}

// DBG-COP-08, DBG-TVT-13: what a seat ends with is what its side ends with.
int final_score(const Content& c, const State& s, int seat) {
  if (!cooperative(c, s)) return standing_of(c, s, seat).vp;
  int together = 0;
  for (int i = 0; i < s.seats; ++i) together += s.score[i];
  return together;
}

bool coop_won(const Content& c, const State& s) { return s.bosses_defeated >= c.stacks; }

void tell_result(Table& t, Clause clause) {
  const Content& c = t.content;
  const State& s = t.s;
  if (core::population(s.limit_reached) != 0 && core::has(s.limit_reached, s.turn) && plays_in_teams(c, s))
    emit(t, rules_of(c, s) == PlayKind::teams ? Clause::DBG_TVT_11 : Clause::DBG_OVM_11, EventKind::limit_counted,
         s.turn, c.limit_loss);
  const bool together = plays_in_teams(c, s) || cooperative(c, s);
  for (int i = 0; i < s.seats; ++i)
    emit(t, Clause::DBG_END_07, EventKind::scored, core::seat(i), s.score[i], final_score(c, s, i),
         together ? 1 : 0);
  if (cooperative(c, s) && coop_won(c, s)) cite(t, Clause::DBG_COP_08);
  if (rules_of(c, s) == PlayKind::teams) cite(t, Clause::DBG_TVT_13);
  if (rules_of(c, s) == PlayKind::one_versus_many) cite(t, Clause::DBG_OVM_09);
  if (competitive(c, s)) cite(t, Clause::DBG_END_04);
  if (plays_in_teams(c, s) && standing_of_team(c, s, 0).compared == standing_of_team(c, s, 1).compared)
    cite(t, Clause::DBG_TVT_14);
  for (int i = 0; i < s.seats; ++i)
    if (core::has(s.winners, core::seat(i)))
      emit(t, clause, EventKind::game_over, core::seat(i), final_score(c, s, i));
  if (s.winners == 0) emit(t, clause, EventKind::all_lose, core::no_seat);
}

}  // namespace

namespace {

// DBG-END-09: is anybody of this player's side still there?
bool side_plays(const Content& c, const State& s, int seat) {
  if (!plays_in_teams(c, s)) return !core::has(s.left, core::seat(seat));
  for (int i = 0; i < s.seats; ++i)
    if (s.players[i].team == s.players[seat].team && !core::has(s.left, core::seat(i))) return true;
  return false;
}

SeatMask best_of(const Content& c, const State& s) {
  SeatMask winners = 0;
  for (int i = 0; i < s.seats; ++i) {
    bool best = side_plays(c, s, i);
    for (int k = 0; k < s.seats; ++k)
      best = best && (!side_plays(c, s, k) || compare(standing_of(c, s, i), standing_of(c, s, k)) >= 0);
    if (best) winners |= core::only(core::seat(i));
  }
  return winners;
}

}  // namespace

void end_game(Table& t, Clause clause, SeatMask agreed) {
  State& s = t.s;
  if (s.phase == Phase::over) return;
  s.phase = Phase::over;
  s.end_clause = static_cast<std::uint16_t>(clause);
  s.agenda.clear();
  s.pending.clear();
  s.decision = {};
  for (int i = 0; i < s.seats; ++i) s.score[i] = s.players[i].vp;
  for (int i = 0; i < s.seats; ++i) score_player(t, core::seat(i));
  if (cooperative(t.content, s)) {
    if (coop_won(t.content, s)) s.winners = all_seats(s);
  } else {
    s.winners = agreed != core::nobody ? agreed : best_of(t.content, s);
  }
  tell_result(t, clause);
}

// ---- conceding, a draw by agreement ----------------------------------------------------------------------------

Clause Rules::table_clause(core::TableVerb verb) {
  return verb == core::TableVerb::agree_draw ? Clause::DBG_END_10 : Clause::DBG_END_09;
}

void leave_game(Table& t, Seat seat, core::TableVerb) {
  State& s = t.s;
  s.left = static_cast<SeatMask>(s.left | core::only(seat));
  int sides = 0;
  SeatMask counted = 0;  // teams, or players
  for (int i = 0; i < s.seats; ++i) {
    const int side = plays_in_teams(t.content, s) ? s.players[i].team : i;
    if (!side_plays(t.content, s, i) || core::has(counted, core::seat(side))) continue;
    counted = static_cast<SeatMask>(counted | core::only(core::seat(side)));
    ++sides;
  }
  if (sides == 0 || (sides == 1 && !cooperative(t.content, s))) end_game(t, Clause::DBG_END_09);
}

// DBG-END-09: what asks a player who has left is declined, or answered with the first possibility.
core::Choice Rules::absent_choice(const Content& c, const State& s) {
  ChoiceList list;
  choices(c, s, list);
  for (const Verb declining : {Verb::pass, Verb::done, Verb::no, Verb::refuse, Verb::end})
    for (const Choice one : list)
      if (verb_of(one) == declining) return one;
  return list[0];
}

void draw_by_agreement(Table& t) {
  SeatMask all = 0;
  for (int i = 0; i < t.s.seats; ++i)
    if (in_game(t.s, core::seat(i))) all = static_cast<SeatMask>(all | core::only(core::seat(i)));
  end_game(t, Clause::DBG_END_10, all);
}

Outcome outcome_of(const Content& c, const State& s) {
  Outcome out;
  out.seats = s.seats;
  out.winners = s.winners;
  out.clause = s.end_clause;
  for (int i = 0; i < s.seats; ++i) {
    const Record mine = standing_of(c, s, i);
    out.score[i] = final_score(c, s, i);
    out.rank[i] = 1;
    if (cooperative(c, s)) {
      out.rank[i] = core::has(s.winners, core::seat(i)) ? 1 : 2;  // the game has beaten them all
      continue;
    }
    SeatMask ahead = 0;  // team-mates share a rank: teams are counted, not players
    for (int k = 0; k < s.seats; ++k)
      if (compare(standing_of(c, s, k), mine) > 0) ahead |= static_cast<SeatMask>(1u << s.players[k].team);
    out.rank[i] += core::population(ahead);
  }
  return out;
}

}  // namespace rw::transformers_dbg
