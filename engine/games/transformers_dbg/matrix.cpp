// The Matrix: moving, searching, turning cards, refilling, placing a Boss.
#include <algorithm>
#include <cstdlib>

#include "engine/games/transformers_dbg/acting.h"
#include "engine/games/transformers_dbg/turn.h"

namespace rw::transformers_dbg {

// ---- cards and spaces -------------------------------------------------------------------------------------

namespace {

// The card of a space no longer lies faceup there: it stops working, its tokens go back (DBG-MTX-06), and a battle
// against it has lost its object, whatever comes to lie there (DBG-BAT-11).
void leave_faceup(State& s, int space) {
  s.faceup &= ~(1u << space);
  s.matrix.used[space] = 0;
  for (std::uint8_t& tokens : s.matrix.tokens[space]) tokens = 0;
  if (in_battle(s) && s.battle.space == space) s.battle.gone = 1;
}

}  // namespace

int take_from_matrix(State& s, int space) {
  const int card = s.matrix.card[space];
  leave_faceup(s, space);
  s.matrix.card[space] = 0;
  s.matrix.known_by[space] = 0;
  s.matrix.origin[space] = 0;
  return card;
}

void put_into_matrix(State& s, int space, int card, bool faceup) {
  s.matrix.card[space] = static_cast<std::uint8_t>(card);
  if (faceup) s.faceup |= 1u << space;
}

// DBG-MTX-06; everybody remembers it (DBG-HID-04).
void flip_down(Table& t, int space) {
  State& s = t.s;
  emit(t, Clause::DBG_MTX_06, EventKind::flipped_down, s.turn, s.matrix.card[space], space);
  cite(t, Clause::DBG_HID_04, s.turn);
  leave_faceup(s, space);
  s.matrix.known_by[space] = static_cast<SeatMask>((1u << s.seats) - 1);
}

// DBG-GEN-17, DBG-CRD-18.
void peek(Table& t, Seat seat, int space, Clause clause) {
  State& s = t.s;
  if (!is_facedown(s, space)) return;
  s.matrix.known_by[space] |= core::only(seat);
  emit_secret(t, clause, EventKind::peeked, seat, core::only(seat), s.matrix.card[space], space);
  cite(t, Clause::DBG_HID_04, seat);
  push_event(t, Moment::peeked, seat, no_card, space);
}

int take_main_card(State& s) {
  const int at = s.main_deck.size() - 1;
  const int card = s.main_deck.pop();
  s.main_known[at] = 0;
  ++s.left_main_deck;
  return card;
}

// DBG-MTX-03: row by row from the top left, facedown.
void refill(Table& t) {
  State& s = t.s;
  for (int space : core::bits(s.spaces)) {
    if (s.matrix.card[space] != 0 || s.main_deck.empty()) continue;
    s.matrix.origin[space] = static_cast<std::uint8_t>(main_origin(s, s.main_deck.size() - 1));
    put_into_matrix(s, space, take_main_card(s), false);
    emit(t, Clause::DBG_MTX_03, EventKind::refilled, s.turn, space);
  }
}

// ---- moving ---------------------------------------------------------------------------------------------------

namespace {

constexpr int directions[8][2] = {{-1, 0}, {0, -1}, {0, 1}, {1, 0}, {-1, -1}, {-1, 1}, {1, -1}, {1, 1}};

// The neighbours of a space; the first four directions are orthogonal.
struct Neighbours {
  std::int8_t of[max_spaces][8] = {};
  constexpr Neighbours() {
    for (int space = 0; space < max_spaces; ++space)
      for (int i = 0; i < 8; ++i) {
        const int row = row_of(space) + directions[i][0], column = column_of(space) + directions[i][1];
        const bool inside = row >= 0 && column >= 0 && row < max_rows && column < max_columns;
        of[space][i] = static_cast<std::int8_t>(inside ? row * max_columns + column : -1);
      }
  }
};
constexpr Neighbours neighbours;
int neighbour(const State& s, int space, int direction) {
  const int next = neighbours.of[space][direction];
  return next >= 0 && core::contains(s.spaces, next) ? next : -1;
}

bool is_diagonal(int a, int b) { return row_of(a) != row_of(b) && column_of(a) != column_of(b); }
bool touches(int a, int b) {
  return a != b && std::abs(row_of(a) - row_of(b)) <= 1 && std::abs(column_of(a) - column_of(b)) <= 1;
}

bool ambushes(const Content& c, const State& s, Seat seat, int space) {
  if (!is_faceup(s, space)) return false;
  const CardDef& card = card_def(c, s.matrix.card[space]);
  return (card.kind == CardKind::robot || card.kind == CardKind::boss) &&
         is_adversary(c, s, seat, s.matrix.card[space]);
}

}  // namespace

void list_moves(const Content& c, const State& s, Seat seat, const Moves& moves, ChoiceList& out) {
  const int here = player(s, seat).space;
  for (const MoveSource source : {from_cards, from_character, from_flight}) {
    if (moves.from[source] == 0) continue;
    const int reach = flies(c, s, seat, source) ? 8 : 4;
    for (int i = 0; i < reach; ++i)
      if (const int next = neighbour(s, here, i); next >= 0) out.add(choice(Verb::move, next, source));
  }
}

Refusal judge_move(const Content& c, const State& s, Seat seat, Choice ch) {
  const int here = player(s, seat).space, next = ch.a();
  if (!on_grid(s, next)) return refuse(Clause::DBG_MOV_04, Fact::no_such_space);
  if (!touches(here, next)) return refuse(Clause::DBG_MOV_04, Fact::not_adjacent);
  if (ch.b() > from_flight) return refuse(Clause::DBG_MOV_04, Fact::no_move);
  const auto source = static_cast<MoveSource>(ch.b());
  if (moves_of(c, s, seat).from[source] == 0) {
    const bool island = source != from_character && is_blank(c, s, seat);
    return refuse(island ? Clause::DBG_CRD_03 : Clause::DBG_MOV_04, island ? Fact::blanked : Fact::no_move);
  }
  if (is_diagonal(here, next) && !flies(c, s, seat, source)) return refuse(Clause::DBG_MOV_04, Fact::needs_flight);
  return legal;
}

void list_arrivals(const Content&, const State& s, ChoiceList& out) {
  for (int space : core::bits(s.spaces)) out.add(choice(Verb::arrive, space));
}

Refusal judge_arrival(const Content&, const State& s, Seat, Choice ch) {
  return on_grid(s, ch.a()) ? legal : refuse(Clause::DBG_SET_22, Fact::no_such_space);
}

// DBG-SET-22: a teleport, so no Ambush.
void arrive(Table& t, Seat seat, Choice ch) {
  emit(t, Clause::DBG_SET_22, EventKind::arrived, seat, ch.a());
  cite(t, Clause::DBG_GEN_12, seat);
  enter_space(t, seat, ch.a(), false);
}

// DBG-MOV-03, DBG-MOV-05.
void enter_space(Table& t, Seat seat, int space, bool ambush) {
  State& s = t.s;
  const bool left_island = is_blank(t.content, s, seat);
  player(s, seat).space = static_cast<std::uint8_t>(space);
  if (left_island) cite(t, Clause::DBG_CRD_06, seat);
  if (is_blank(t.content, s, seat)) cite(t, Clause::DBG_CRD_02, seat);
  if (s.matrix.card[space] == 0) cite(t, Clause::DBG_MOV_02, seat);
  for (int i = 0; i < s.seats; ++i)
    if (core::seat(i) != seat && s.players[i].space == space) cite(t, Clause::DBG_MTX_01, seat);
  if (ambush && ambushes(t.content, s, seat, space)) {
    cite(t, Clause::DBG_MOV_03, seat);
    push_ambush(t, seat, s.matrix.card[space], space, false);
  }
  push_event(t, Moment::space_entered, seat, s.matrix.card[space], space);
}

void move(Table& t, Seat seat, Choice ch) {
  State& s = t.s;
  const auto source = static_cast<MoveSource>(ch.b());
  const bool flying = flies(t.content, s, seat, source);
  s.acted = 1;
  spend_move(t, seat, source, t.content.move_cost);
  emit(t, Clause::DBG_MOV_01, EventKind::moved, seat, ch.a());
  cite(t, Clause::DBG_GEN_08, seat);
  const bool spared = flying && ambushes(t.content, s, seat, ch.a());
  if (spared || is_diagonal(player(s, seat).space, ch.a())) cite(t, Clause::DBG_GEN_21, seat);
  enter_space(t, seat, ch.a(), !flying);
}

void teleport(Table& t, Seat seat, int space, Clause clause) {
  emit(t, clause, EventKind::teleported, seat, space);
  cite(t, Clause::DBG_GEN_12, seat);
  enter_space(t, seat, space, false);
}

// ---- being moved by a text ---------------------------------------------------------------------------

enum MarchFlag : int { march_exactly = 1, march_ambush = 2, march_random = 4 };

void push_march(Table& t, Seat chooser, Seat moved, int spaces, bool exactly, bool ambush) {
  if (!arrived(t.s, moved)) return cite(t, Clause::DBG_SET_24, moved);
  core::Frame& f = push_step(t, Step::march, chooser == core::no_seat ? moved : chooser, 0, 0, core::index(moved));
  f.count = static_cast<std::uint8_t>(spaces);
  f.object = static_cast<std::int16_t>((exactly ? march_exactly : 0) | (ambush ? march_ambush : 0) |
                                       (chooser == core::no_seat ? march_random : 0));
}

void step_march(Table& t, core::Frame& f) {
  State& s = t.s;
  if (f.count == 0) {
    s.agenda.pop();
    return;
  }
  if ((f.object & march_random) == 0) return ask(t, Question::step, f.controller);
  const Seat moved = core::seat(f.subject);
  int next[4], n = 0;
  for (int i = 0; i < 4; ++i)
    if (const int space = neighbour(s, player(s, moved).space, i); space >= 0) next[n++] = space;
  --f.count;
  const int pick = static_cast<int>(core::draw(s.random, t.chance, 1, static_cast<std::uint32_t>(n))) - 1;
  emit(t, Clause::DBG_MOV_05, EventKind::moved, moved, next[pick]);
  enter_space(t, moved, next[pick], false);
}

void list_steps(const Content&, const State& s, ChoiceList& out) {
  const core::Frame& f = s.agenda.back();
  for (int i = 0; i < 4; ++i)
    if (const int space = neighbour(s, s.players[f.subject].space, i); space >= 0)
      out.add(choice(Verb::step, space));
}

Refusal judge_step(const Content&, const State& s, Seat, Choice ch) {
  const int here = s.players[s.agenda.back().subject].space;
  if (!on_grid(s, ch.a())) return refuse(Clause::DBG_MOV_04, Fact::no_such_space);
  return distance(here, ch.a()) == 1 ? legal : refuse(Clause::DBG_MOV_04, Fact::not_adjacent);
}

Refusal judge_stop_marching(const Content&, const State& s, Seat, Choice) {
  return (s.agenda.back().object & march_exactly) == 0 ? legal : refuse(Clause::DBG_GEN_24, Fact::not_among);
}

void stop_marching(Table& t, Seat, Choice) { t.s.agenda.back().count = 0; }

void march(Table& t, Seat, Choice ch) {
  core::Frame& f = t.s.agenda.back();
  --f.count;
  const Seat moved = core::seat(f.subject);
  const bool ambush = (f.object & march_ambush) != 0;
  emit(t, Clause::DBG_MOV_05, EventKind::moved, moved, ch.a());
  enter_space(t, moved, ch.a(), ambush);
}

// ---- searching ---------------------------------------------------------------------------------------

namespace {

// Barricade and the like: the first search of a turn costs more Move.
int search_price(const Content& c, const State& s, Seat seat) {
  return c.search_cost + (s.searches == 0 ? total(c, s, WordOp::search_tax, seat) : 0);
}

}  // namespace

void list_search(const Content& c, const State& s, Seat seat, const Moves& moves, ChoiceList& out) {
  const int here = player(s, seat).space;
  if (!is_facedown(s, here)) return;
  const int left = moves.all();
  if (left == 0 || left < search_price(c, s, seat)) return;
  for (const MoveSource source : {from_cards, from_character, from_flight})
    if (moves.from[source] > 0) out.add(choice(Verb::search, 0, source));
}

// What Move can be spent on.
void list_move_and_search(const Content& c, const State& s, ChoiceList& out) {
  const Seat seat = s.decision.asked;
  const Moves moves = moves_of(c, s, seat);
  list_moves(c, s, seat, moves, out);
  list_search(c, s, seat, moves, out);
}

Refusal judge_search(const Content& c, const State& s, Seat seat, Choice ch) {
  const int here = player(s, seat).space;
  if (!is_facedown(s, here)) return refuse(Clause::DBG_SRC_02, Fact::nothing_to_search);
  const Moves moves = moves_of(c, s, seat);
  const int left = moves.all(), price = search_price(c, s, seat);
  if (left < price) return refuse(Clause::DBG_SRC_02, Fact::no_move, left, price);
  if (ch.b() > from_flight || moves.from[ch.b()] == 0) return refuse(Clause::DBG_SRC_02, Fact::no_move, 0, 1);
  return legal;
}

void search(Table& t, Seat seat, Choice ch) {
  State& s = t.s;
  const int price = search_price(t.content, s, seat);
  s.acted = 1;
  const SpentMove spent = spend_move(t, seat, static_cast<MoveSource>(ch.b()), price);
  flip_up(t, seat, player(s, seat).space, spent, nullptr, false);
}

// What a search cost, to be given back.
struct FlipFrame {
  SpentMove spent;
  std::int16_t source = 0;  // 1 + that of the text that searches; 0: Move was spent
  std::int16_t ability = 0;  // that text,
  std::int16_t paid = 0;  // and the Energon paid for it
  std::int16_t spare[2] = {};
};
enum FlipStage : std::uint8_t { turned_up, before_ambush, may_undo, ambush_stage, flip_done };

void flip_up(Table& t, Seat seat, int space, SpentMove spent, const core::Frame* text, bool elsewhere) {
  core::Frame f{};
  f.step = static_cast<std::uint8_t>(Step::flip);
  f.controller = seat;
  f.subject = static_cast<std::int16_t>(space);
  f.object = elsewhere ? 1 : 0;
  FlipFrame flip{.spent = spent};
  if (text != nullptr) {
    flip.source = static_cast<std::int16_t>(text->source + 1);
    flip.ability = static_cast<std::int16_t>(text->ability);
    flip.paid = text->stage;
  }
  f.put(flip);
  t.s.agenda.push(f);
}

namespace {

// DBG-SRC-01, DBG-SRC-05.
void turn_up(Table& t, core::Frame& f) {
  State& s = t.s;
  const int space = f.subject, card = s.matrix.card[space];
  const CardDef& def = card_def(t.content, card);
  const Seat seat = f.controller;
  ++s.searches;
  s.faceup |= 1u << space;
  note_texts(t.content, s, Spot::matrix_faceup, card);
  s.matrix.known_by[space] = 0;
  s.matrix.used[space] = 0;
  emit(t, f.object != 0 ? Clause::DBG_SRC_03 : Clause::DBG_SRC_01, EventKind::searched, seat, card, space);
  cite(t, Clause::DBG_SRC_04, seat);
  cite(t, Clause::DBG_SRC_05, seat);
  if ((def.kind == CardKind::robot || def.kind == CardKind::boss) && !is_adversary(t.content, s, seat, card)) {
    cite(t, Clause::DBG_SRC_06, seat);
    if (def.kind == CardKind::boss) cite(t, Clause::DBG_TVT_19, seat);
  }
  if (def.kind == CardKind::scheme) cite(t, Clause::DBG_SCH_01, seat);
  if (is_blank(t.content, s, seat)) cite(t, Clause::DBG_CRD_02, seat);
  f.spare = static_cast<std::uint16_t>(card);
  f.stage = before_ambush;
  push_event(t, Moment::searched, seat, card, space);
}

// The text that may take a flip back: of the card played first among those that are not blank and have not served
// this turn. Each serves one flip.
struct UndoingText {
  int slot = -1, which = 0;
};
UndoingText undoing_text(const Content& c, const State& s, Seat seat) {
  UndoingText found;
  const std::uint32_t bit = modifier_bit(WordOp::may_undo_flip);
  if ((s.in_force & bit) == 0 || is_blank(c, s, seat)) return found;
  each_own_place(c, s, seat, [&](const Place& place) {
    if ((modifiers_at(c, place.spot, place.card) & bit) == 0 || !is_slot(place.source)) return;
    each_text_at(c, place.spot, place.card, [&](int which, int ability) {
      const ability::Program p = Words::program(c, ability);
      const InPlay& in = s.slots[place.source];
      if ((modifiers_in(p, p.ability().effects) & bit) == 0 || core::contains(in.used, which)) return;
      if (found.slot < 0 || in.order < s.slots[found.slot].order) found = {place.source, which};
    });
  });
  return found;
}

// DBG-CRD-08: the Ambush is ignored, what the search cost comes back.
void undo_flip(Table& t, core::Frame& f) {
  State& s = t.s;
  emit(t, Clause::DBG_CRD_08, EventKind::undone, f.controller, s.matrix.card[f.subject], f.subject);
  flip_down(t, f.subject);
  const FlipFrame flip = f.as<FlipFrame>();
  give_back_move(s, flip.spent);
  --s.searches;
  if (flip.source == 0) return;
  const int source = flip.source - 1;
  const int which =
      flip.ability - card_def(t.content, t.content.ability_card[static_cast<std::size_t>(flip.ability)]).first;
  const auto clear = [which](std::uint8_t& used) { used = static_cast<std::uint8_t>(used & ~(1 << which)); };
  if (is_slot(source)) clear(s.slots[source].used);
  if (is_space(source)) clear(s.matrix.used[source - space_source]);
  if (flip.paid > 0) gain_energon(t, f.controller, flip.paid, Clause::DBG_CRD_08);
}

}  // namespace

void step_flip(Table& t, core::Frame& f) {
  State& s = t.s;
  const Seat seat = f.controller;
  const int space = f.subject;
  if (f.stage == turned_up) return turn_up(t, f);
  const bool there = is_faceup(s, space) && s.matrix.card[space] == f.spare;
  const CardDef& card = card_def(t.content, f.spare);
  const bool foe = there && (card.kind == CardKind::robot || card.kind == CardKind::boss) &&
                   is_adversary(t.content, s, seat, f.spare);
  switch (f.stage) {
    case before_ambush:
      f.stage = may_undo;
      if (foe && f.object == 0) {
        cite(t, Clause::DBG_AMB_06, seat);
        push_event(t, Moment::adversary_flipped, seat, f.spare, space);
      }
      return;
    case may_undo:
      f.stage = ambush_stage;
      if (foe && undoing_text(t.content, s, seat).slot >= 0) return ask(t, Question::undo, seat);
      return;
    case ambush_stage:
      f.stage = flip_done;
      // DBG-AMB-02: a Robot in the own space, a Boss anywhere.
      if (foe && (f.object == 0 || card.kind == CardKind::boss))
        push_ambush(t, seat, f.spare, space, card.kind == CardKind::boss);
      else if (foe)
        cite(t, Clause::DBG_SRC_03, seat);
      return;
    default: s.agenda.pop();
  }
}

// Asked once, the text has served, whatever the answer.
void keep_flip(Table& t, Seat seat, Choice) {
  const UndoingText text = undoing_text(t.content, t.s, seat);
  t.s.slots[text.slot].used = static_cast<std::uint8_t>(t.s.slots[text.slot].used | (1 << text.which));
}

void undo(Table& t, Seat seat, Choice ch) {
  keep_flip(t, seat, ch);
  core::Frame& f = t.s.agenda.back();
  undo_flip(t, f);
  f.stage = flip_done;
}

// ---- a Boss out of the main deck ---------------------------------------------------------------------

void destroy_main_card(Table& t, Seat seat, Clause clause) {
  State& s = t.s;
  if (s.main_deck.empty()) return cite(t, Clause::DBG_GEN_24, seat);
  const int card = take_main_card(s);
  emit(t, clause, EventKind::main_revealed, seat, card);
  if (card_def(t.content, card).kind != CardKind::boss) return destroy_card(t, core::no_seat, card, clause);
  push_step(t, Step::place_boss, s.turn, 0, card);
}

namespace {

bool any_empty(const State& s) {
  for (int space : core::bits(s.spaces))
    if (s.matrix.card[space] == 0) return true;
  return false;
}

// DBG-MTX-04. A facedown card that all know to be a Boss is one; any other may turn out to be one.
bool may_take_boss(const Content& c, const State& s, int space) {
  if (!on_grid(s, space)) return false;
  if (any_empty(s)) return s.matrix.card[space] == 0;
  const bool open = is_faceup(s, space) || s.matrix.known_by[space] == (1u << s.seats) - 1;
  return !open || card_def(c, s.matrix.card[space]).kind != CardKind::boss;
}

}  // namespace

void step_place_boss(Table& t, core::Frame& f) {
  if (f.stage == 0) return ask(t, Question::place, f.controller);
  t.s.agenda.pop();
}

void list_places(const Content& c, const State& s, ChoiceList& out) {
  for (int space : core::bits(s.spaces))
    if (may_take_boss(c, s, space)) out.add(choice(Verb::place, space));
}

Refusal judge_place(const Content& c, const State& s, Seat, Choice ch) {
  if (!on_grid(s, ch.a())) return refuse(Clause::DBG_MTX_04, Fact::no_such_space);
  return may_take_boss(c, s, ch.a()) ? legal : refuse(Clause::DBG_MTX_04, Fact::not_among);
}

void place_boss(Table& t, Seat seat, Choice ch) {
  State& s = t.s;
  core::Frame& f = s.agenda.back();
  const int space = ch.a(), boss = f.source;
  if (s.matrix.card[space] != 0 && card_def(t.content, s.matrix.card[space]).kind == CardKind::boss) {
    s.matrix.known_by[space] = static_cast<SeatMask>((1u << s.seats) - 1);  // shown; another space is chosen
    return emit(t, Clause::DBG_MTX_04, EventKind::revealed, seat, s.matrix.card[space]);
  }
  f.stage = 1;
  if (s.matrix.card[space] != 0) {
    destroy_card(t, core::no_seat, take_from_matrix(s, space), Clause::DBG_MTX_04);
    cite(t, Clause::DBG_MTX_07, seat);
  }
  put_into_matrix(s, space, boss, true);
  note_texts(t.content, s, Spot::matrix_faceup, boss);
  emit(t, Clause::DBG_MTX_04, EventKind::boss_placed, seat, boss, space);
  if (!is_adversary(t.content, s, seat, boss)) return;
  cite(t, Clause::DBG_MTX_05, seat);
  push_ambush(t, seat, boss, space, true);
}

// ---- Logic Puzzle ------------------------------------------------------------------------------------

// count: how many cards.
inline constexpr int most_rearranged = 3;
struct RearrangeFrame {
  std::int16_t spaces[most_rearranged] = {};  // 1 + those picked; sorted when there are enough
  std::int16_t from[most_rearranged] = {};  // for each of them 1 + the place among them whose card goes there
  std::int16_t spare[2] = {};
};

namespace {

int picked(const core::Frame& f) {
  const RearrangeFrame cards = f.as<RearrangeFrame>();
  int n = 0;
  while (n < f.count && cards.spaces[n] != 0) ++n;
  return n;
}
int arranged(const core::Frame& f) {
  const RearrangeFrame cards = f.as<RearrangeFrame>();
  int n = 0;
  while (n < f.count && cards.from[n] != 0) ++n;
  return n;
}
bool may_pick_up(const Content& c, const State& s, int space) {
  return s.matrix.card[space] != 0 &&
         !(is_faceup(s, space) && card_def(c, s.matrix.card[space]).kind == CardKind::boss);
}
bool is_picked(const core::Frame& f, int space) {
  const RearrangeFrame cards = f.as<RearrangeFrame>();
  return std::find(cards.spaces, cards.spaces + f.count, space + 1) != cards.spaces + f.count;
}
bool is_arranged(const core::Frame& f, int which) {
  const RearrangeFrame cards = f.as<RearrangeFrame>();
  return std::find(cards.from, cards.from + f.count, which + 1) != cards.from + f.count;
}

// DBG-CRD-12, DBG-HID-05: all facedown; only the player who placed them knows them.
void put_all_back(Table& t, const core::Frame& f) {
  State& s = t.s;
  const RearrangeFrame cards = f.as<RearrangeFrame>();
  std::uint8_t lay[most_rearranged] = {};
  for (int i = 0; i < f.count; ++i) lay[i] = s.matrix.card[cards.spaces[i] - 1];
  for (int i = 0; i < f.count; ++i) {
    const int space = cards.spaces[i] - 1;
    s.matrix.card[space] = lay[cards.from[i] - 1];
    s.matrix.known_by[space] = core::only(f.controller);
    s.matrix.origin[space] = mixed_origin;
    emit_secret(t, Clause::DBG_HID_05, EventKind::put_back, f.controller, core::only(f.controller),
                s.matrix.card[space], space);
  }
  cite(t, Clause::DBG_CRD_12, f.controller);
}

void pick_all_up(Table& t, const core::Frame& f) {
  State& s = t.s;
  for (int i = 0; i < f.count; ++i) {
    const int space = f.as<RearrangeFrame>().spaces[i] - 1;
    if (is_faceup(s, space)) {
      cite(t, Clause::DBG_MTX_06, f.controller);
      leave_faceup(s, space);
      s.matrix.known_by[space] = static_cast<SeatMask>((1u << s.seats) - 1);
    }
    s.matrix.known_by[space] |= core::only(f.controller);
    emit_secret(t, Clause::DBG_CRD_12, EventKind::picked_up, f.controller, s.matrix.known_by[space],
                s.matrix.card[space], space);
  }
}

}  // namespace

void step_rearrange(Table& t, core::Frame& f) {
  const int n = f.count;
  if (picked(f) < n) return ask(t, Question::pick_up, f.controller);
  if (f.stage < n) {  // DBG-CRD-18: others may look along, space by space
    if (f.stage == 0) pick_all_up(t, f);
    const int space = f.as<RearrangeFrame>().spaces[f.stage++] - 1;
    return push_event(t, Moment::peeked, f.controller, no_card, space);
  }
  if (arranged(f) < n - 1) return ask(t, Question::put_back, f.controller);
  int rest = 0;
  while (is_arranged(f, rest)) ++rest;
  RearrangeFrame cards = f.as<RearrangeFrame>();
  cards.from[n - 1] = static_cast<std::int16_t>(rest + 1);
  f.put(cards);
  put_all_back(t, f);
  t.s.agenda.pop();
}

namespace {

// Calls fn(choice) for everything that may be picked up next.
template <class Fn>
void each_pick_up(const Content& c, const State& s, Fn&& fn) {
  for (int space : core::bits(s.spaces))
    if (may_pick_up(c, s, space) && !is_picked(s.agenda.back(), space)) fn(choice(Verb::choose, space));
}

// And for everything that may be put back next.
template <class Fn>
void each_put_back(const State& s, Fn&& fn) {
  const core::Frame& f = s.agenda.back();
  const RearrangeFrame cards = f.as<RearrangeFrame>();
  for (int i = 0; i < f.count; ++i)
    if (!is_arranged(f, i)) fn(choice(Verb::put, cards.spaces[i] - 1, cards.spaces[arranged(f)] - 1));
}

}  // namespace

bool can_rearrange(const Content& c, const State& s, int n) {
  int eligible = 0;
  for (int space : core::bits(s.spaces)) eligible += may_pick_up(c, s, space);
  return eligible >= n;
}

void list_pick_ups(const Content& c, const State& s, ChoiceList& out) {
  each_pick_up(c, s, [&](Choice ch) { out.add(ch); });
}

void list_put_backs(const Content&, const State& s, ChoiceList& out) {
  each_put_back(s, [&](Choice ch) { out.add(ch); });
}

void gather_rearranged(const Content& c, const State& s, core::Gathering& out) {
  const core::Frame& f = s.agenda.back();
  const int have = picked(f);
  out.picks.clear();
  each_pick_up(c, s, [&](Choice ch) { out.picks.push({ch, 1}); });
  out.least = out.most = f.count - have;
  out.effect = static_cast<std::uint32_t>(Question::pick_up);
  out.stop = {};
  out.last = have == 0 ? Choice{} : choice(Verb::choose, f.as<RearrangeFrame>().spaces[have - 1] - 1);
}

Refusal judge_pick_up(const Content& c, const State& s, Seat, Choice ch) {
  bool found = false;
  each_pick_up(c, s, [&](Choice listed) { found = found || listed == ch; });
  return found ? legal : refuse(Clause::DBG_CRD_12, Fact::not_among);
}

Refusal judge_put_back(const Content&, const State& s, Seat, Choice ch) {
  bool found = false;
  each_put_back(s, [&](Choice listed) { found = found || listed == ch; });
  return found ? legal : refuse(Clause::DBG_CRD_12, Fact::not_among);
}

void pick_up(Table& t, Seat, Choice ch) {
  core::Frame& f = t.s.agenda.back();
  RearrangeFrame cards = f.as<RearrangeFrame>();
  const int n = picked(f);
  cards.spaces[n] = static_cast<std::int16_t>(ch.a() + 1);
  if (n + 1 == f.count) std::sort(cards.spaces, cards.spaces + f.count);  // the order of picking means nothing
  f.put(cards);
}

void put_back(Table& t, Seat, Choice ch) {
  core::Frame& f = t.s.agenda.back();
  RearrangeFrame cards = f.as<RearrangeFrame>();
  const auto* const found = std::find(cards.spaces, cards.spaces + f.count, ch.a() + 1);
  cards.from[arranged(f)] = static_cast<std::int16_t>(found - cards.spaces + 1);
  f.put(cards);
}

}  // namespace rw::transformers_dbg
