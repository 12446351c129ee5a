// Phase 5, the end of a day, and the end of the game.
#include <algorithm>

#include "engine/games/risk_cybertron/turn.h"

namespace rw::risk_cybertron {

// RSK-P5-01 to 04: one card for having captured something, seen by its owner alone. Where there is none to draw,
// the phase is not told.
void draw_card(Table& t, Seat seat) {
  State& s = t.s;
  if (s.captured == 0) return;
  if (s.draw_count + s.discard_count > 0)
    emit(t, Clause::RSK_TRN_01, EventKind::phase_begins, seat, static_cast<int>(Phase::draw));
  const Card card = take_top_card(t);
  if (card == no_card) return;
  s.hand[core::index(seat)] |= core::bit(card);
  core::include(s.known_by[card], seat);
  emit_secret(t, Clause::RSK_P5_01, EventKind::card_drawn, seat, core::only(seat), card);
  cite(t, Clause::RSK_P5_03, seat);
  cite(t, Clause::RSK_P5_04, seat);
  cite(t, Clause::RSK_HID_03, seat);
}

namespace {

// RSK-DAY-01, 02, 05: the Matrix creates life in the zone that the top card names.
void turn_up_matrix(Table& t) {
  State& s = t.s;
  const Card card = take_top_card(t);
  if (card == no_card) return;
  const Zone zone = t.content.cards[card].zone;
  s.discard_pile[s.discard_count++] = card;
  s.known_by[card] = core::everyone;
  const Seat owner = owner_of(s, zone);
  emit(t, Clause::RSK_DAY_01, EventKind::matrix, owner, card, zone);
  cite(t, Clause::RSK_DAY_05);
  cite(t, Clause::RSK_CRD_03);
  cite(t, Clause::RSK_HID_03);
  place_from_scrapheap(t, owner, zone, t.content.matrix_robots, Clause::RSK_DAY_02);
}

}  // namespace

void step_end_of_day(Table& t, core::Frame&) {
  State& s = t.s;
  s.agenda.pop();
  turn_up_matrix(t);
  if (s.day >= s.days) return finish_game(t);
  ++s.day;
  const Seat first = in_game(s, s.first) ? s.first : next_in_game(s, s.first);
  emit(t, Clause::RSK_DAY_03, EventKind::day_begins, first, s.day);
  cite(t, Clause::RSK_DAY_06);
  if (s.days != t.content.days) cite(t, Clause::RSK_OPT_02);
  begin_turn(t, first);
}

namespace {

// What decided, as events.game_over tells it.
enum class Decided : std::uint8_t { most_zones, launch_pad, no_enemy_left };
Decided what_decided(Clause clause) {
  if (clause == Clause::RSK_END_02 || clause == Clause::RSK_END_05) return Decided::launch_pad;
  const bool alone = clause == Clause::RSK_RES_13 || clause == Clause::RSK_RES_16;
  return alone ? Decided::no_enemy_left : Decided::most_zones;
}

}  // namespace

void win(Table& t, Seat seat, Clause clause) {
  State& s = t.s;
  s.winners = core::only(seat);
  if (teams(s)) core::include(s.winners, team_mate(s, seat));
  s.end_clause = static_cast<std::uint16_t>(clause);
  s.phase = Phase::over;
  s.decision = {};
  s.attack = {};
  s.agenda.clear();
  s.lasting.clear();
  const Seat mate = team_mate(s, seat);
  const bool together = mate != core::no_seat;
  emit(t, clause, EventKind::game_over, seat, zones_held(s, seat) + (together ? zones_held(s, mate) : 0),
       together ? 1 : 0, together ? core::index(mate) : 0, static_cast<int>(what_decided(clause)));
}

// RSK-END-01, 02, 04, 05: most zones, team-mates together; a shared lead goes to whoever holds the
// Launch Pad, even to a player who is not part of the tie.
void finish_game(Table& t) {
  State& s = t.s;
  const auto zones = [&](int i) {
    const Seat mate = team_mate(s, core::seat(i));
    return zones_held(s, core::seat(i)) + (mate == core::no_seat ? 0 : zones_held(s, mate));
  };
  cite(t, Clause::RSK_DAY_04);
  if (s.days != t.content.days) cite(t, Clause::RSK_OPT_02);
  const int sides = teams(s) ? 2 : s.seats;
  int best = 0, shared = 0;
  for (int i = 1; i < sides; ++i)
    if (zones(i) > zones(best)) best = i;
  for (int i = 0; i < sides; ++i) shared += zones(i) == zones(best);
  if (shared == 1) return win(t, core::seat(best), teams(s) ? Clause::RSK_END_04 : Clause::RSK_END_01);
  win(t, owner_of(s, t.content.tie_break_zone), teams(s) ? Clause::RSK_END_05 : Clause::RSK_END_02);
}

}  // namespace rw::risk_cybertron
