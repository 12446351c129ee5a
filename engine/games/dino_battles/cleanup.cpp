// Cleanup, the Dino Offering, and what happens between turns and rounds.
#include "engine/games/dino_battles/turn.h"

namespace rw::dino_battles {
namespace {

bool dino_deck_empty(const State& s) {
  for (std::uint8_t count : s.dino_deck)
    if (count != 0) return false;
  return true;
}

// The Dinosaurs move toward slot 5 and keep their order.
void move_down(State& s) {
  int to = offering_size - 1;
  for (int from = offering_size - 1; from >= 0; --from)
    if (s.offering[from] != 0) {
      const std::uint8_t dino = s.offering[from];
      s.offering[from] = 0;
      s.offering[to--] = dino;
    }
}

// DNB-STR-07, DNB-CLN-05.
void empty_play_areas(Table& t) {
  for (int i = 0; i < t.s.seats; ++i) {
    Player& p = t.s.players[i];
    for (const Stack stack : core::first<Stack>(stack_count)) {
      const Kind k = kind_of(stack);
      for (int n = 0; n < p.play[k]; ++n) emit(t, Clause::DNB_CLN_05, EventKind::discarded, core::seat(i), k);
      p.discard[k] = static_cast<std::uint8_t>(p.discard[k] + p.play[k]);
      p.play[k] = 0;
    }
  }
}

// DNB-CLN-02: everything; Poisons one by one afterwards (DNB-CLN-04).
void discard_hand(Table& t, Seat seat) {
  Player& p = player(t.s, seat);
  for (const Kind k : all_kinds_of_cards) {
    if (is_poison(k)) continue;
    for (int n = 0; n < p.hand[k]; ++n) emit(t, Clause::DNB_CLN_02, EventKind::discarded, seat, k);
    p.discard[k] = static_cast<std::uint8_t>(p.discard[k] + p.hand[k]);
    p.hand[k] = p.shown[k] = 0;
  }
  cite(t, Clause::DNB_CLN_03, seat);
  if (!attached_cards(t.s, seat).empty()) cite(t, Clause::DNB_ATT_07, seat);
}

// One Poison; true if there was one. DNB-STA-07, DNB-STA-10: each on the Dinosaur that is Active then.
bool next_poison(Table& t, Seat seat) {
  State& s = t.s;
  const Player& p = player(s, seat);
  int poisons = 0;
  for (const Kind k : poison_cards) poisons += p.hand[k];
  if (poisons == 0) return false;
  if (poisons > 1) cite(t, Clause::DNB_STA_10, seat);
  const Kind kind = discard_poison(t, seat);
  const Seat by = inflicter_of(kind);
  const int ability = plain_card(t.content, kind).discarded;
  const ability::Program program = Words::program(t.content, ability);
  core::Frame frame = program_frame(seat, kind, ability);
  if (active_of(s, seat) == no_dino) {
    cite(t, Clause::DNB_STA_08, seat);
  } else if (program.ability().condition != 0 &&
             !Interpreter::test(t.content, s, ability::scope_of(frame), program, program.ability().condition)) {
    cite(t, Clause::DNB_ABI_07, seat);
  } else {
    frame.position = static_cast<std::uint16_t>(Interpreter::start(program));
    Interpreter::run(t, frame);
  }
  // DNB-KO-05: whoever inflicted it, or by the table's option nobody.
  const Ref active = active_of(s, seat);
  if (active != no_dino && dino_at(s, active).damage >= dino_card(t.content, s, active).hp)
    cite(t, Clause::DNB_KO_05, by);
  push_check(t, s.poison_uncredited != 0 ? seat : by);
  return true;
}

void reveal(Table& t, int slot, Clause clause) {
  const DinoKind kind = pick_dinosaur(t);
  t.s.offering[slot] = static_cast<std::uint8_t>(core::index(kind) + 1);
  emit(t, clause, EventKind::offering_revealed, core::no_seat, t.s.dinos[kind], slot + 1);
}

}  // namespace

// Each new one into the highest empty slot.
void refill_offering(Table& t, Clause clause) {
  move_down(t.s);
  for (int slot = offering_size - 1; slot >= 0; --slot) {
    if (t.s.offering[slot] != 0) continue;
    if (dino_deck_empty(t.s)) {
      cite(t, Clause::DNB_RND_05);
      return;
    }
    reveal(t, slot, clause);
  }
}

void step_cleanup(Table& t, core::Frame& f) {
  State& s = t.s;
  const Seat seat = f.controller;
  switch (f.stage) {
    case offering_stage:
      enter_phase(t, Phase::cleanup);
      refill_offering(t, Clause::DNB_CLN_01);
      discard_hand(t, seat);
      f.stage = discard_stage;
      return;
    case discard_stage:
      if (!next_poison(t, seat)) f.stage = refill_stage;
      return;
    case refill_stage: {
      empty_play_areas(t);
      end_effects(t, until_this_turn, Clause::DNB_CLN_06);
      player(s, seat).paralysis = 0;
      cite(t, Clause::DNB_CLN_07, seat);
      cite(t, Clause::DNB_CLN_08, seat);
      draw_cards(t, seat, t.content.hand);
      s.agenda.pop();
      return next_turn(t, seat);
    }
    default: {  // DNB-OPT-03: the active player conceded
      const bool was_first = f.object != 0;
      refill_offering(t, Clause::DNB_CLN_01);
      empty_play_areas(t);
      end_effects(t, until_this_turn, Clause::DNB_CLN_06);
      s.agenda.pop();
      if (!was_first) return next_turn(t, seat);
      push_step(t, Step::turn, s.first);
    }
  }
}

// DNB-RND-02 to 06.
void begin_round(Table& t) {
  State& s = t.s;
  ++s.round;
  emit(t, Clause::DNB_RND_01, EventKind::round_begins, s.first, s.round);
  if (s.round == 1) return;
  int last = offering_size - 1;
  while (last >= 0 && s.offering[last] == 0) --last;
  if (last < 0) return cite(t, Clause::DNB_RND_06);
  const DinoKind kind = offered(s, last);
  s.offering[last] = 0;
  ++s.dino_purgatory[kind];
  emit(t, Clause::DNB_RND_02, EventKind::offering_purged, core::no_seat, s.dinos[kind], last + 1);
  cite(t, Clause::DNB_RND_03);
  move_down(s);
  if (dino_deck_empty(s)) return cite(t, Clause::DNB_RND_05);
  int slot = offering_size - 1;
  while (slot > 0 && s.offering[slot] != 0) --slot;
  reveal(t, slot, Clause::DNB_RND_04);
}

void next_turn(Table& t, Seat seat) {
  State& s = t.s;
  const auto place = [&](Seat who) { return (core::index(who) + s.seats - core::index(s.first)) % s.seats; };
  const Seat next = next_player(s, seat);
  cite(t, Clause::DNB_GEN_02, next);
  if (place(next) <= place(seat)) {
    if (s.round >= s.round_limit) return end_by_standing(t, Clause::DNB_END_04);
    begin_round(t);
    if (extinct(s)) {
      cite(t, Clause::DNB_END_08);
      return end_by_standing(t, Clause::DNB_END_03);
    }
  }
  push_step(t, Step::turn, next);
}

}  // namespace rw::dino_battles
