// Arriving, moving, being moved.
#include <cstdlib>

#include "engine/games/transformers_dbg/turn.h"

namespace rw::transformers_dbg {

namespace {

constexpr int directions[8][2] = {{-1, 0}, {0, -1}, {0, 1}, {1, 0}, {-1, -1}, {-1, 1}, {1, -1}, {1, 1}};
constexpr int orthogonal = 4;  // directions; they come first

struct Neighbours {
  Space of[8] = {};
};
constexpr auto neighbours = [] {
  BySpace<Neighbours> all{};
  for (const Space space : core::first<Space>(max_spaces))
    for (int i = 0; i < 8; ++i) {
      const int row = row_of(space) + directions[i][0], column = column_of(space) + directions[i][1];
      const bool inside = row >= 0 && column >= 0 && row < max_rows && column < max_columns;
      all[space].of[i] = inside ? space_at(row, column) : no_space;
    }
  return all;
}();
Space neighbour(const State& s, Space space, int direction) {
  const Space next = neighbours[space].of[direction];
  return on_grid(s, next) ? next : no_space;
}

bool is_diagonal(Space a, Space b) { return row_of(a) != row_of(b) && column_of(a) != column_of(b); }
bool touches(Space a, Space b) {
  return a != b && std::abs(row_of(a) - row_of(b)) <= 1 && std::abs(column_of(a) - column_of(b)) <= 1;
}

bool ambushes(const Content& c, const State& s, Seat seat, Space space) {
  if (!is_faceup(s, space)) return false;
  const CardDef& card = card_def(c, s.matrix.card[space]);
  return (card.kind == CardKind::robot || card.kind == CardKind::boss) &&
         is_adversary(c, s, seat, s.matrix.card[space]);
}

}  // namespace

void list_moves(const Content& c, const State& s, Seat seat, const Moves& moves, ChoiceList& out) {
  const Space here = player(s, seat).space;
  for (const MoveSource source : {from_cards, from_character, from_flight}) {
    if (moves.from[source] == 0) continue;
    const int reach = flies(c, s, seat, source) ? 8 : orthogonal;
    for (int i = 0; i < reach; ++i)
      if (const Space next = neighbour(s, here, i); next != no_space) out.add(choice(Verb::move, next, source));
  }
}

// What Move can be spent on.
void list_move_and_search(const Content& c, const State& s, ChoiceList& out) {
  const Seat seat = s.decision.asked;
  const Moves moves = moves_of(c, s, seat);
  list_moves(c, s, seat, moves, out);
  list_search(c, s, seat, moves, out);
}

Refusal judge_move(const Content& c, const State& s, Seat seat, Choice ch) {
  const Space here = player(s, seat).space, next = ch.a<Space>();
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
  for (const Space space : spaces_of(s)) out.add(choice(Verb::arrive, space));
}

Refusal judge_arrival(const Content&, const State& s, Seat, Choice ch) {
  return on_grid(s, ch.a<Space>()) ? legal : refuse(Clause::DBG_SET_22, Fact::no_such_space);
}

namespace {

// Told when the standee is there.
void stand_on(Table& t, Seat seat, Space space, EventKind kind, Clause clause) {
  const bool left_island = is_blank(t.content, t.s, seat);
  player(t.s, seat).space = space;
  emit(t, clause, kind, seat, space);
  if (left_island) cite(t, Clause::DBG_CRD_06, seat);
}

}  // namespace

// DBG-SET-22: a teleport, so no Ambush.
void arrive(Table& t, Seat seat, Choice ch) {
  stand_on(t, seat, ch.a<Space>(), EventKind::arrived, Clause::DBG_SET_22);
  cite(t, Clause::DBG_GEN_12, seat);
  enter_space(t, seat, ch.a<Space>(), Ambush::spared);
}

// DBG-MOV-03, DBG-MOV-05.
void enter_space(Table& t, Seat seat, Space space, Ambush ambush) {
  State& s = t.s;
  if (is_blank(t.content, s, seat)) cite(t, Clause::DBG_CRD_02, seat);
  if (is_empty(s, space)) cite(t, Clause::DBG_MOV_02, seat);
  for (int i = 0; i < s.seats; ++i)
    if (core::seat(i) != seat && s.players[i].space == space) cite(t, Clause::DBG_MTX_01, seat);
  if (ambush == Ambush::faced && ambushes(t.content, s, seat, space)) {
    cite(t, Clause::DBG_MOV_03, seat);
    push_ambush(t, seat, s.matrix.card[space], space, AmbushBy::faceup_card);
  }
  push_event(t, Moment::space_entered, seat, s.matrix.card[space], space);
}

void move(Table& t, Seat seat, Choice ch) {
  State& s = t.s;
  const auto source = static_cast<MoveSource>(ch.b());
  const bool flying = flies(t.content, s, seat, source);
  s.acted = 1;
  spend_move(t, seat, source, t.content.move_cost);
  const Space space = ch.a<Space>();
  const bool spared = flying && ambushes(t.content, s, seat, space);
  const bool above_all = spared || is_diagonal(player(s, seat).space, space);
  stand_on(t, seat, space, EventKind::moved, Clause::DBG_MOV_01);
  cite(t, Clause::DBG_GEN_08, seat);
  if (above_all) cite(t, Clause::DBG_GEN_21, seat);
  enter_space(t, seat, space, flying ? Ambush::spared : Ambush::faced);
}

void teleport(Table& t, Seat seat, Space space, Clause clause) {
  stand_on(t, seat, space, EventKind::teleported, clause);
  cite(t, Clause::DBG_GEN_12, seat);
  enter_space(t, seat, space, Ambush::spared);
}

// ---- being moved by a text --------------------------------------------------------------------------------

enum MarchFlag : int { march_exactly = 1, march_ambush = 2, march_random = 4 };

void push_march(Table& t, Seat chooser, Seat moved, int spaces, Length length, Ambush ambush) {
  if (!arrived(t.s, moved)) return cite(t, Clause::DBG_SET_24, moved);
  core::Frame& f = push_step(t, Step::march, chooser == core::no_seat ? moved : chooser, 0, 0, moved);
  f.count = static_cast<std::uint8_t>(spaces);
  f.object = static_cast<std::int16_t>((length == Length::exactly ? march_exactly : 0) |
                                       (ambush == Ambush::faced ? march_ambush : 0) |
                                       (chooser == core::no_seat ? march_random : 0));
}

namespace {

Seat marcher(const core::Frame& f) { return core::seat(f.subject); }

// Calls fn(space) for each space that the next step can lead to.
template <class Fn>
void each_step(const State& s, const core::Frame& f, Fn&& fn) {
  for (int i = 0; i < orthogonal; ++i)
    if (const Space space = neighbour(s, player(s, marcher(f)).space, i); space != no_space) fn(space);
}

}  // namespace

void step_march(Table& t, core::Frame& f) {
  State& s = t.s;
  if (f.count == 0) {
    s.agenda.pop();
    return;
  }
  if ((f.object & march_random) == 0) return ask(t, Question::step, f.controller);
  const Seat moved = marcher(f);
  Space next[orthogonal];
  std::uint32_t n = 0;
  each_step(s, f, [&](Space space) { next[n++] = space; });
  --f.count;
  const Space space = next[core::draw(s.random, t.chance, 1, n) - 1];
  stand_on(t, moved, space, EventKind::moved, Clause::DBG_MOV_05);
  enter_space(t, moved, space, Ambush::spared);
}

void list_steps(const Content&, const State& s, ChoiceList& out) {
  each_step(s, s.agenda.back(), [&](Space space) { out.add(choice(Verb::step, space)); });
}

Refusal judge_step(const Content&, const State& s, Seat, Choice ch) {
  const Space here = player(s, marcher(s.agenda.back())).space, next = ch.a<Space>();
  if (!on_grid(s, next)) return refuse(Clause::DBG_MOV_04, Fact::no_such_space);
  return distance(here, next) == 1 ? legal : refuse(Clause::DBG_MOV_04, Fact::not_adjacent);
}

Refusal judge_stop_marching(const Content&, const State& s, Seat, Choice) {
  return (s.agenda.back().object & march_exactly) == 0 ? legal : refuse(Clause::DBG_GEN_24, Fact::not_among);
}

void stop_marching(Table& t, Seat, Choice) { t.s.agenda.back().count = 0; }

void march(Table& t, Seat, Choice ch) {
  core::Frame& f = t.s.agenda.back();
  --f.count;
  const Seat moved = marcher(f);
  const Ambush ambush = (f.object & march_ambush) != 0 ? Ambush::faced : Ambush::spared;
  stand_on(t, moved, ch.a<Space>(), EventKind::moved, Clause::DBG_MOV_05);
  enter_space(t, moved, ch.a<Space>(), ambush);
}

}  // namespace rw::transformers_dbg
