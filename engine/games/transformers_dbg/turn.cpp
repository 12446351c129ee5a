// Asking, and the phases of a turn.
#include "engine/games/transformers_dbg/turn.h"

namespace rw::transformers_dbg {

void ask(Table& t, Question question, Seat seat) {
  note_table(t.content, t.s);
  core::ask(t, question, seat);
}

core::Frame& push_step(Table& t, Step step, Seat seat, int stage, core::Operand source, core::Operand subject) {
  core::Frame& frame = core::push_step(t, step, seat, stage, subject);
  frame.source = static_cast<std::uint16_t>(source.value);
  return frame;
}

core::Frame& turn_frame(State& s) { return s.agenda[0]; }  // nothing lies below a turn

// DBG-TRN-07, DBG-OVM-02.
int hand_size(const Content& c, const State& s, Seat seat) {
  const ModeDef& mode = mode_of(c, s);
  if (mode.rules == PlayKind::one_versus_many && player(s, seat).team == 0)
    return mode.single_hands[s.seats >= 4 ? 1 : 0];
  return mode.hand;
}

void begin_turn(Table& t, Seat seat) {
  t.s.turn = seat;
  push_step(t, Step::turn, seat, begin_stage);
}

void end_action_phase(Table& t) {
  turn_frame(t.s).stage = cleanup_stage;
  t.s.phase = Phase::end;
}

void end_actions(Table& t, Seat seat, Choice) {
  cite(t, Clause::DBG_TRN_10, seat);
  end_action_phase(t);
}

namespace {

// ---- the Start step ----------------------------------------------------------------------------------------

// DBG-GEN-08: pools are full again; what was used this turn may be used again.
void start_of_turn(Table& t, Seat seat) {
  State& s = t.s;
  s.phase = Phase::start;
  ++s.turns;
  s.plays = s.searches = s.conversions = s.free_conversions = s.acted = s.free_move = 0;
  for (std::uint8_t& pool : s.free_power) pool = 0;
  std::uint64_t used = character_slots;  // the sides that are down too
  for (std::uint64_t mask : s.in_play) used |= mask;
  for (const Slot slot : core::bits<Slot>(used)) {
    const Card card = s.slots[slot].card;
    s.slots[slot] = {};
    s.slots[slot].card = card;
  }
  for (std::uint8_t& texts : s.matrix.used) texts = 0;
  for (Player& p : s.players)
    for (std::uint8_t& texts : p.relics_used) texts = 0;
  emit(t, Clause::DBG_TRN_09, EventKind::turn_begins, seat, s.turns);
  cite(t, Clause::DBG_GEN_08, seat);
  if (rules_of(t.content, s) == PlayKind::one_versus_many) cite(t, Clause::DBG_OVM_05, seat);
  end_lasting(t, Until::next_turn, seat);
}

// DBG-SCH-01, DBG-SCH-04: faceup ones work together.
void tell_schemes(Table& t, Seat seat) {
  if (t.log == nullptr) return;
  int n = 0;
  for (const Space space : faceup_spaces(t.s))
    n += card_def(t.content, t.s.matrix.card[space]).kind == CardKind::scheme &&
         is_adversary(t.content, t.s, seat, t.s.matrix.card[space]);
  if (n > 0) cite(t, Clause::DBG_SCH_01, seat);
  if (n > 0 && one_faction_teams(t.content, t.s)) cite(t, Clause::DBG_ONE_10, seat);
  if (n > 1) cite(t, Clause::DBG_SCH_04, seat);
}

// DBG-TRN-03: special Damage comes first.
void ask_for_action(Table& t, Seat seat) {
  State& s = t.s;
  if (s.phase != Phase::action) {
    s.phase = Phase::action;
    emit(t, Clause::DBG_TRN_04, EventKind::phase_begins, seat, static_cast<int>(s.phase));
  }
  if (s.refill_at_once != 0) refill(t);
  if (!special_in_hand(t.content, s, seat)) return ask(t, Question::action, seat);
  Card first = no_card;
  bool several = false;
  for (const Card card : player(s, seat).hand)
    if (is_special_damage(t.content, card)) {
      several = several || (first != no_card && card != first);
      if (first == no_card) first = card;
    }
  if (several) return ask(t, Question::must_play, seat);
  play(t, seat, choice(Verb::play, first));
}

// ---- the End phase (DBG-TRN-06) --------------------------------------------------------------------------------

void clean_up(Table& t, Seat seat) {
  State& s = t.s;
  emit(t, Clause::DBG_TRN_06, EventKind::turn_ends, seat);
  for (const Until until : {Until::end_of_turn, Until::end_of_battle, Until::next_battle, Until::first_use})
    end_lasting(t, until);
  for (const Slot slot : slots_of(s, seat)) {
    if (is_character_slot(slot)) continue;
    const Card card = s.slots[slot].card;
    const CardDef& def = card_def(t.content, card);
    if (def.kind == CardKind::ally) {
      cite(t, Clause::DBG_PLY_04, seat);
      continue;
    }
    leave_play(s, seat, slot);
    player(s, seat).discard.push(card);
    emit(t, def.special ? Clause::DBG_DMG_08 : Clause::DBG_TRN_06, EventKind::discarded, seat, card);
  }
  discard_whole_hand(t, seat, Clause::DBG_TRN_06);
  for (std::uint8_t& pool : s.free_power) pool = 0;
  s.free_move = 0;
  refill(t);
}

// DBG-END-06: a round in which no card left the main deck.
void stall_clock(Table& t, Seat seat) {
  State& s = t.s;
  const auto place = [&](Seat who) { return (core::index(who) + s.seats - core::index(s.first)) % s.seats; };
  if (place(next_in_game(s, seat)) > place(seat)) return;
  const bool stalled = s.left_main_deck == 0;
  s.left_main_deck = 0;
  if (stalled && s.no_clock == 0 && !s.main_deck.empty()) {
    destroy_main_card(t, seat, Clause::DBG_END_06);
    s.left_main_deck = 0;
  }
}

void new_hand(Table& t, Seat seat) {
  const int n = hand_size(t.content, t.s, seat);
  draw_cards(t, seat, n, Clause::DBG_TRN_07);
  if (n != mode_of(t.content, t.s).hand) cite(t, Clause::DBG_OVM_03, seat);
}

void finish_turn(Table& t, Seat seat) {
  if (check_bosses(t)) return;
  if (main_deck_empty(t.s)) return end_by_deck(t);
  t.s.agenda.pop();
  begin_turn(t, next_in_game(t.s, seat));
}

}  // namespace

void step_turn(Table& t, core::Frame& f) {
  State& s = t.s;
  const Seat seat = f.controller;
  switch (f.stage) {
    case begin_stage:
      start_of_turn(t, seat);
      f.stage = arrival_stage;
      return;
    case arrival_stage:
      if (!arrived(s, seat)) return ask(t, Question::arrive, seat);
      f.stage = upkeep_stage;
      return;
    case upkeep_stage:
      combiner_upkeep(t, seat);
      f.stage = island_stage;
      return;
    case island_stage:
      f.stage = start_stage;
      if (is_blank(t.content, s, seat)) cite(t, Clause::DBG_CRD_05, seat);
      cite(t, Clause::DBG_TRN_02, seat);
      return push_event(t, Moment::start_of_turn, seat, no_card, no_space, Among::visitors);
    case start_stage:
      f.stage = action_stage;
      tell_schemes(t, seat);
      return push_event(t, Moment::start_of_turn, seat, no_card, no_space, Among::not_visitors);
    case action_stage: return ask_for_action(t, seat);
    case cleanup_stage:
      s.phase = Phase::end;
      f.stage = clock_stage;
      return clean_up(t, seat);
    case clock_stage: f.stage = hand_stage; return stall_clock(t, seat);
    case hand_stage: f.stage = deck_out_stage; return new_hand(t, seat);
    case deck_out_stage:
      f.stage = ending_stage;
      if (!main_deck_empty(s)) return;
      cite(t, Clause::DBG_END_05, seat);
      return push_event(t, Moment::main_deck_out, seat);
    default: return finish_turn(t, seat);
  }
}

}  // namespace rw::transformers_dbg
