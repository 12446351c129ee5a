// The Matrix: its cards, refilling it, placing a Boss in it.

#include "engine/games/transformers_dbg/turn.h"

namespace rw::transformers_dbg {

// The card of a space no longer lies faceup there: it stops working, its tokens go back (DBG-MTX-06), and a battle
// against it has lost its object, whatever comes to lie there (DBG-BAT-11).
void leave_faceup(State& s, Space space) {
  core::exclude(s.faceup, space);
  s.matrix.used[space] = 0;
  for (std::uint8_t& tokens : s.matrix.tokens[space]) tokens = 0;
  if (in_battle(s) && s.battle.space == space) s.battle.gone = 1;
}

Card take_from_matrix(State& s, Space space) {
  const Card card = s.matrix.card[space];
  leave_faceup(s, space);
  s.matrix.card[space] = no_card;
  s.matrix.known_by[space] = 0;
  s.matrix.origin[space] = 0;
  return card;
}

void put_into_matrix(State& s, Space space, Card card, Face face) {
  s.matrix.card[space] = card;
  if (face == Face::up) core::include(s.faceup, space);
}

// DBG-MTX-06; everybody remembers it (DBG-HID-04).
void flip_down(Table& t, Space space) {
  State& s = t.s;
  emit(t, Clause::DBG_MTX_06, EventKind::flipped_down, s.turn, s.matrix.card[space], space);
  cite(t, Clause::DBG_HID_04, s.turn);
  leave_faceup(s, space);
  s.matrix.known_by[space] = all_seats(s);
}

// DBG-GEN-17, DBG-CRD-18.
void peek(Table& t, Seat seat, Space space, Clause clause) {
  State& s = t.s;
  if (!is_facedown(s, space)) return;
  s.matrix.known_by[space] |= core::only(seat);
  emit_secret(t, clause, EventKind::peeked, seat, core::only(seat), s.matrix.card[space], space);
  cite(t, Clause::DBG_HID_04, seat);
  push_event(t, Moment::peeked, seat, no_card, space);
}

// DBG-CRD-18: at what another player has picked up, too.
void peek_along(Table& t, Seat seat, Space space) {
  if (space == no_space) return;
  t.s.matrix.known_by[space] |= core::only(seat);
  emit_secret(t, Clause::DBG_CRD_18, EventKind::peeked, seat, core::only(seat), t.s.matrix.card[space], space);
}

Card take_main_card(State& s) {
  const int at = s.main_deck.size() - 1;
  const Card card = s.main_deck.pop();
  s.main_known[at] = 0;
  ++s.left_main_deck;
  return card;
}

// DBG-MTX-03: row by row from the top left, facedown.
void refill(Table& t) {
  State& s = t.s;
  for (const Space space : spaces_of(s)) {
    if (!is_empty(s, space) || s.main_deck.empty()) continue;
    s.matrix.origin[space] = static_cast<std::uint8_t>(main_origin(s, s.main_deck.size() - 1));
    put_into_matrix(s, space, take_main_card(s), Face::down);
    emit(t, Clause::DBG_MTX_03, EventKind::refilled, s.turn, space);
  }
}

// ---- a Boss out of the main deck --------------------------------------------------------------------------

void destroy_main_card(Table& t, Seat seat, Clause clause) {
  State& s = t.s;
  if (s.main_deck.empty()) return cite(t, Clause::DBG_GEN_24, seat);
  const Card card = take_main_card(s);
  emit(t, clause, EventKind::main_revealed, seat, card);
  if (card_def(t.content, card).kind != CardKind::boss) return destroy_card(t, core::no_seat, card, clause);
  push_step(t, Step::place_boss, s.turn, 0, card);
}

namespace {

bool any_empty(const State& s) {
  for (const Space space : spaces_of(s))
    if (is_empty(s, space)) return true;
  return false;
}

// DBG-MTX-04. A facedown card that all know to be a Boss is one; any other may turn out to be one.
bool may_take_boss(const Content& c, const State& s, Space space) {
  if (!on_grid(s, space)) return false;
  if (any_empty(s)) return is_empty(s, space);
  const bool open = is_faceup(s, space) || s.matrix.known_by[space] == all_seats(s);
  return !open || card_def(c, s.matrix.card[space]).kind != CardKind::boss;
}

}  // namespace

void step_place_boss(Table& t, core::Frame& f) {
  if (f.stage == 0) return ask(t, Question::place, f.controller);
  t.s.agenda.pop();
}

void list_places(const Content& c, const State& s, ChoiceList& out) {
  for (const Space space : spaces_of(s))
    if (may_take_boss(c, s, space)) out.add(choice(Verb::place, space));
}

Refusal judge_place(const Content& c, const State& s, Seat, Choice ch) {
  if (!on_grid(s, ch.a<Space>())) return refuse(Clause::DBG_MTX_04, Fact::no_such_space);
  return may_take_boss(c, s, ch.a<Space>()) ? legal : refuse(Clause::DBG_MTX_04, Fact::not_among);
}

void place_boss(Table& t, Seat seat, Choice ch) {
  State& s = t.s;
  core::Frame& f = s.agenda.back();
  const Space space = ch.a<Space>();
  const Card boss{f.source};
  if (!is_empty(s, space) && card_def(t.content, s.matrix.card[space]).kind == CardKind::boss) {
    s.matrix.known_by[space] = all_seats(s);  // shown; another space is chosen
    return emit(t, Clause::DBG_MTX_04, EventKind::revealed, seat, s.matrix.card[space]);
  }
  f.stage = 1;
  if (!is_empty(s, space)) {
    destroy_card(t, core::no_seat, take_from_matrix(s, space), Clause::DBG_MTX_04);
    cite(t, Clause::DBG_MTX_07, seat);
  }
  put_into_matrix(s, space, boss, Face::up);
  note_texts(t.content, s, Spot::matrix_faceup, boss);
  emit(t, Clause::DBG_MTX_04, EventKind::boss_placed, seat, boss, space);
  if (!is_adversary(t.content, s, seat, boss)) return;
  cite(t, Clause::DBG_MTX_05, seat);
  push_ambush(t, seat, boss, space, AmbushBy::card_turned_up);
}

}  // namespace rw::transformers_dbg
