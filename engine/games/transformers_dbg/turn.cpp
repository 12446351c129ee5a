// The driver, the phases of a turn, and what a question offers.
#include "engine/games/transformers_dbg/turn.h"

#include "engine/ability/gathering.h"
#include "engine/games/transformers_dbg/rules.h"

namespace rw::transformers_dbg {

void ask(Table& t, Question question, Seat seat) {
  note_table(t.content, t.s);
  t.s.decision.kind = static_cast<std::uint8_t>(question);
  t.s.decision.asked = seat;
  t.s.decision.number = ++t.s.asked[core::index(seat)];
}

core::Frame& push_step(Table& t, Step step, Seat seat, int stage, int source, int subject) {
  core::Frame frame{};
  frame.step = static_cast<std::uint8_t>(step);
  frame.stage = static_cast<std::uint8_t>(stage);
  frame.controller = seat;
  frame.source = static_cast<std::uint16_t>(source);
  frame.subject = static_cast<std::int16_t>(subject);
  t.s.agenda.push(frame);
  return t.s.agenda.back();
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

namespace {

// ---- the Start step ----------------------------------------------------------------------------------------

// DBG-GEN-08: pools are full again; what was used this turn may be used again.
void start_of_turn(Table& t, Seat seat) {
  State& s = t.s;
  s.phase = Phase::start;
  ++s.turns;
  s.plays = s.searches = s.conversions = s.free_conversions = s.acted = s.free_move = 0;
  for (std::uint8_t& pool : s.free_power) pool = 0;
  std::uint64_t used = core::bit(first_card_slot) - 1;  // the sides that are down too
  for (std::uint64_t mask : s.in_play) used |= mask;
  for (int slot : core::bits(used)) {
    const std::uint8_t card = s.slots[slot].card;
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
  for (int space : core::bits(t.s.faceup))
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
  int first = no_card;
  bool several = false;
  for (std::uint8_t card : player(s, seat).hand)
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
  for (int slot : core::bits(s.in_play[core::index(seat)])) {
    if (is_character_slot(slot)) continue;
    const int card = s.slots[slot].card;
    const CardDef& def = card_def(t.content, card);
    if (def.kind == CardKind::ally) {
      cite(t, Clause::DBG_PLY_04, seat);
      continue;
    }
    leave_play(s, seat, slot);
    player(s, seat).discard.push(static_cast<std::uint8_t>(card));
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

}  // namespace

void run(Table& t) {
  State& s = t.s;
  while (!s.decision.open() && s.phase != Phase::over && !core::overflowed()) {
    core::Frame& f = s.agenda.back();
    switch (static_cast<Step>(f.step)) {
      case Step::characters: step_characters(t, f); break;
      case Step::turn: step_turn(t, f); break;
      case Step::program: Interpreter::run(t, s.agenda.pop()); break;
      case Step::texts: step_texts(t, f); break;
      case Step::offer: step_offer(t, f); break;
      case Step::event: step_event(t, f); break;
      case Step::spend: step_spend(t, f); break;
      case Step::battle: step_battle(t, f); break;
      case Step::attack: step_attack(t, f); break;
      case Step::ambush: step_ambush(t, f); break;
      case Step::flip: step_flip(t, f); break;
      case Step::discard: step_discard(t, f); break;
      case Step::repair: step_repair(t, f); break;
      case Step::march: step_march(t, f); break;
      case Step::place_boss: step_place_boss(t, f); break;
      case Step::sift: step_sift(t, f); break;
      case Step::reveal: step_reveal(t, f); break;
      case Step::rearrange: step_rearrange(t, f); break;
      case Step::none: return;
    }
  }
}

// ---- what a question offers --------------------------------------------------------------------------

namespace {

void list_actions(const Content& c, const State& s, Seat seat, ChoiceList& out) {
  list_plays(c, s, seat, out);
  const Moves moves = moves_of(c, s, seat);
  list_moves(c, s, seat, moves, out);
  list_search(c, s, seat, moves, out);
  Pools buying;
  power_pools(c, s, seat, Use::buying, buying);
  list_purchases(c, s, seat, buying, out);
  if (!s.lasting.empty() && holds(c, s, WordOp::move_as_power, seat)) {
    Pools battling;
    power_pools(c, s, seat, Use::battling, battling);
    list_battles(c, s, seat, battling, out);
  } else {
    list_battles(c, s, seat, buying, out);
  }
  if (!judge_convert(c, s, seat).refused()) out.add(choice(Verb::convert));
  list_texts(c, s, seat, Question::action, out);
  for (int way = 1; way <= 2; ++way)
    if (!judge_regroup(c, s, seat, choice(Verb::regroup, way)).refused()) out.add(choice(Verb::regroup, way));
  out.add(choice(Verb::end));
}

int opcode_asked(const Content& c, const State& s) {
  const core::Frame& f = s.agenda.back();
  return Words::program(c, f.ability).opcode(f.position);
}

// What the interpreter offers, in the verbs of this game; equal cards once.
void list_offer(const Content& c, const State& s, ChoiceList& out) {
  Interpreter::Offer offer{};
  Interpreter::offer(c, s, s.agenda.back(), offer);
  const int op = opcode_asked(c, s);
  if (op == ability::op_may) {
    out.add(choice(Verb::yes));
    out.add(choice(Verb::no));
    return;
  }
  int last = -1;
  for (std::int16_t item : offer.items) {
    if (item == last) continue;
    last = item;
    out.add(op == ability::op_choose_one ? choice(Verb::option, item + 1) : choice(Verb::choose, item));
  }
  if (offer.may_stop) out.add(choice(Verb::done));
}

Refusal judge_offer(const Content& c, const State& s, Choice ch) {
  Interpreter::Offer offer{};
  Interpreter::offer(c, s, s.agenda.back(), offer);
  const int op = opcode_asked(c, s);
  const Refusal no =
      refuse(op == ability::op_choose_one ? Clause::DBG_ATK_10 : Clause::DBG_GEN_24, Fact::not_among);
  switch (verb_of(ch)) {
    case Verb::yes:
    case Verb::no: return op == ability::op_may ? legal : no;
    case Verb::done: return op != ability::op_may && offer.may_stop ? legal : no;
    case Verb::option:
      if (op != ability::op_choose_one) return no;
      break;
    case Verb::choose:
      if (op != ability::op_choose) return no;
      break;
    default: return no;
  }
  const int item = verb_of(ch) == Verb::option ? ch.a() - 1 : ch.a();
  for (std::int16_t listed : offer.items)
    if (listed == item) return legal;
  return no;
}

void list_discards(const State& s, Seat seat, ChoiceList& out) {
  int last = no_card;
  for (std::uint8_t card : player(s, seat).hand) {
    if (card != last) out.add(choice(Verb::discard, card));
    last = card;
  }
}

}  // namespace

void Rules::choices(const Content& c, const State& s, ChoiceList& out) {
  const Seat seat = s.decision.asked;
  switch (question_of(s)) {
    case Question::none: return;
    case Question::character: return list_characters(c, s, seat, out);
    case Question::arrive:
      for (int space : core::bits(s.spaces)) out.add(choice(Verb::arrive, space));
      return;
    case Question::must_play: return list_plays(c, s, seat, out);
    case Question::action: return list_actions(c, s, seat, out);
    case Question::spend: return list_spending(c, s, out);
    case Question::assist: return list_assists(c, s, seat, out);
    case Question::accept: return list_acceptance(c, s, out);
    case Question::after_encounter:
      list_texts(c, s, seat, Question::after_encounter, out);
      return out.add(choice(Verb::pass));
    case Question::confront: list_texts(c, s, seat, Question::confront, out); return out.add(choice(Verb::done));
    case Question::block:
      list_blocks(c, s, seat, out);
      list_texts(c, s, seat, Question::block, out);
      return out.add(choice(Verb::pass));
    case Question::target: return list_targets(s, out);
    case Question::offer: out.add(choice(Verb::yes)); return out.add(choice(Verb::no));
    case Question::choose: return list_offer(c, s, out);
    case Question::discard: return list_discards(s, seat, out);
    case Question::repair: return list_repairs(c, s, seat, out);
    case Question::step: return list_steps(s, out);
    case Question::place: return list_places(c, s, out);
    case Question::reveal:
      for (int n = 0; n <= s.agenda.back().count; ++n) out.add(choice(Verb::reveal, n));
      return;
    case Question::order: return list_orders(s, out);
    case Question::sift:
    case Question::stack: return list_sifting(s, out);
    case Question::pick_up:
    case Question::put_back: return list_rearranging(c, s, out);
    case Question::undo: out.add(choice(Verb::undo)); return out.add(choice(Verb::pass));
  }
}

bool Rules::gathering(const Content& c, const State& s, core::Gathering& out) {
  if (question_of(s) == Question::pick_up) {
    gather_rearranged(c, s, out);
    return true;
  }
  return question_of(s) == Question::choose &&
         ability::gathering<Words>(c, s, s.agenda.back(), static_cast<int>(Verb::choose), choice(Verb::done), out);
}

// ---- what the rules say to a choice ------------------------------------------------------------------

namespace {

// The bits of a choice that its verb does not use must be zero, or equal choices would look different.
bool well_formed(Choice c) {
  const auto only = [&](bool a, bool b, bool cc) {
    return (a || c.a() == 0) && (b || c.b() == 0) && (cc || c.c() == 0) && c.d() == 0;
  };
  switch (verb_of(c)) {
    case Verb::none: return false;
    case Verb::convert:
    case Verb::end:
    case Verb::yes:
    case Verb::no:
    case Verb::undo:
    case Verb::pass:
    case Verb::done: return only(false, false, false);
    case Verb::search: return only(false, true, false);
    case Verb::move:
    case Verb::buy:
    case Verb::buy_basic:
    case Verb::spend:
    case Verb::put: return only(true, true, false);
    case Verb::battle:
    case Verb::confront:
    case Verb::thwart: return only(true, true, true);
    default: return c.verb() < Verb_count && only(true, false, false);
  }
}

bool is_action(Verb verb) {
  switch (verb) {
    case Verb::play:
    case Verb::move:
    case Verb::search:
    case Verb::buy:
    case Verb::buy_basic:
    case Verb::battle:
    case Verb::confront:
    case Verb::thwart:
    case Verb::convert:
    case Verb::use:
    case Verb::regroup:
    case Verb::end: return true;
    default: return false;
  }
}

// The rule by which an action is taken only in the own Action phase and outside battles.
Clause clause_of_action(Verb verb) {
  switch (verb) {
    case Verb::play: return Clause::DBG_PLY_02;
    case Verb::move: return Clause::DBG_MOV_04;
    case Verb::search: return Clause::DBG_SRC_02;
    case Verb::battle:
    case Verb::confront: return Clause::DBG_CNF_15;
    case Verb::convert: return Clause::DBG_CVT_06;
    case Verb::use: return Clause::DBG_TIM_04;
    case Verb::regroup: return Clause::DBG_TRN_05;
    default: return Clause::DBG_TRN_04;
  }
}

Refusal judge_not_asked(const Content& c, const State& s, Seat seat, Choice ch) {
  switch (verb_of(ch)) {
    case Verb::assist:
    case Verb::defend:
      if (const Refusal refusal = judge_assist(c, s, seat, ch); refusal.refused()) return refusal;
      return refuse(Clause::DBG_TIM_10, Fact::not_asked);
    case Verb::block:
      return refuse(attack_frame(s) < 0 ? Clause::DBG_ATK_09 : Clause::DBG_ATK_03, Fact::not_asked);
    default: return refuse(clause_of_action(verb_of(ch)), Fact::not_asked);
  }
}

Question question_for(Verb verb) {
  switch (verb) {
    case Verb::be: return Question::character;
    case Verb::arrive: return Question::arrive;
    case Verb::spend: return Question::spend;
    case Verb::step: return Question::step;
    case Verb::place: return Question::place;
    case Verb::reveal: return Question::reveal;
    case Verb::resolve: return Question::order;
    case Verb::stack: return Question::stack;
    case Verb::put: return Question::put_back;
    case Verb::undo: return Question::undo;
    case Verb::repair: return Question::repair;
    case Verb::option: return Question::choose;
    default: return Question::none;
  }
}

Refusal judge_arrival(const State& s, Choice ch) {
  return on_grid(s, ch.a()) ? legal : refuse(Clause::DBG_SET_22, Fact::no_such_space);
}

Refusal judge_pass(const State& s) {
  switch (question_of(s)) {
    case Question::assist:
    case Question::after_encounter:
    case Question::block:
    case Question::undo: return legal;
    default: return refuse(Clause::DBG_TIM_10, Fact::other_question);
  }
}

Refusal judge_done(const Content& c, const State& s, Seat seat, Choice ch) {
  switch (question_of(s)) {
    case Question::confront: return legal;
    case Question::choose: return judge_offer(c, s, ch);
    case Question::spend: return judge_spend(c, s, ch);
    case Question::step: return judge_step(s, ch);
    case Question::sift: return judge_sifting(s, ch);
    case Question::repair: return judge_repair(c, s, seat, ch);
    default: return refuse(Clause::DBG_GEN_24, Fact::other_question);
  }
}

Refusal judge_discard(const State& s, Seat seat, Choice ch) {
  if (question_of(s) == Question::sift) return judge_sifting(s, ch);
  if (question_of(s) != Question::discard) return refuse(Clause::DBG_GEN_24, Fact::other_question);
  return holds_card(player(s, seat), ch.a()) ? legal : refuse(Clause::DBG_GEN_24, Fact::not_in_hand);
}

Refusal judge_choose(const Content& c, const State& s, Choice ch) {
  switch (question_of(s)) {
    case Question::choose: return judge_offer(c, s, ch);
    case Question::target: return judge_target(s, ch);
    case Question::pick_up: return judge_rearranging(c, s, ch);
    default: return refuse(Clause::DBG_GEN_24, Fact::other_question);
  }
}

Refusal judge_yes_no(const Content& c, const State& s, Choice ch) {
  if (question_of(s) == Question::offer) return legal;
  return question_of(s) == Question::choose ? judge_offer(c, s, ch)
                                            : refuse(Clause::DBG_GEN_24, Fact::other_question);
}

}  // namespace

// DBG-TRN-03, DBG-TRN-04, DBG-PLY-02.
Refusal judge_action(const State& s, Seat seat, Verb verb) {
  const Question question = question_of(s);
  if (question == Question::action) return legal;
  if (question == Question::must_play)
    return verb == Verb::play ? legal : refuse(Clause::DBG_TRN_03, Fact::damage_first);
  if (verb == Verb::use &&
      (question == Question::confront || question == Question::after_encounter || question == Question::block))
    return legal;
  if (seat != s.turn) return refuse(clause_of_action(verb), Fact::not_your_turn);
  return refuse(clause_of_action(verb), in_battle(s) ? Fact::in_battle : Fact::other_question);
}

Refusal Rules::judge(const Content& c, const State& s, Seat seat, Choice ch) {
  if (s.phase == Phase::over) return refuse(Clause::none, Fact::game_over);
  if (!well_formed(ch)) return refuse(Clause::none, Fact::other_question);
  const Verb verb = verb_of(ch);
  if (seat != s.decision.asked) return judge_not_asked(c, s, seat, ch);
  if (is_action(verb))
    if (const Refusal refusal = judge_action(s, seat, verb); refusal.refused()) {
      // A text knows better why it cannot be used now.
      return verb == Verb::use && seat == s.turn && in_battle(s) ? judge_use(c, s, seat, ch) : refusal;
    }
  if (const Question wanted = question_for(verb); wanted != Question::none && question_of(s) != wanted)
    return refuse(verb == Verb::undo ? Clause::DBG_CRD_08 : Clause::DBG_TRN_04, Fact::other_question);
  switch (verb) {
    case Verb::be: return judge_character(c, s, seat, ch);
    case Verb::arrive: return judge_arrival(s, ch);
    case Verb::play: return judge_play(c, s, seat, ch);
    case Verb::move: return judge_move(c, s, seat, ch);
    case Verb::search: return judge_search(c, s, seat, ch);
    case Verb::buy: return judge_buy(c, s, seat, ch);
    case Verb::buy_basic: return judge_buy_basic(c, s, seat, ch);
    case Verb::battle:
    case Verb::confront: return judge_battle(c, s, seat, ch);
    case Verb::thwart: return judge_thwart(c, s, seat, ch);
    case Verb::spend: return judge_spend(c, s, ch);
    case Verb::convert: return judge_convert(c, s, seat);
    case Verb::use: return judge_use(c, s, seat, ch);
    case Verb::regroup: return judge_regroup(c, s, seat, ch);
    case Verb::assist:
    case Verb::defend: return judge_assist(c, s, seat, ch);
    case Verb::accept:
    case Verb::refuse: return judge_acceptance(c, s, ch);
    case Verb::block: return judge_block(c, s, seat, ch);
    case Verb::choose: return judge_choose(c, s, ch);
    case Verb::option: return judge_offer(c, s, ch);
    case Verb::yes:
    case Verb::no: return judge_yes_no(c, s, ch);
    case Verb::discard: return judge_discard(s, seat, ch);
    case Verb::repair: return judge_repair(c, s, seat, ch);
    case Verb::step: return judge_step(s, ch);
    case Verb::place: return judge_place(c, s, ch);
    case Verb::reveal:
      return ch.a() <= s.agenda.back().count ? legal : refuse(Clause::DBG_CRD_11, Fact::not_among);
    case Verb::resolve: return judge_order(s, ch);
    case Verb::stack: return judge_sifting(s, ch);
    case Verb::put: return judge_rearranging(c, s, ch);
    case Verb::pass: return judge_pass(s);
    case Verb::done: return judge_done(c, s, seat, ch);
    case Verb::undo:
    case Verb::end: return legal;
    default: return refuse(Clause::none, Fact::other_question);
  }
}

// ---- carrying a choice out ---------------------------------------------------------------------------

namespace {

// DBG-SET-22: a teleport, so no Ambush.
void arrive(Table& t, Seat seat, Choice ch) {
  emit(t, Clause::DBG_SET_22, EventKind::arrived, seat, ch.a());
  cite(t, Clause::DBG_GEN_12, seat);
  enter_space(t, seat, ch.a(), false);
}

void answer_done(Table& t, Question question, Choice ch) {
  State& s = t.s;
  switch (question) {
    case Question::confront: battle_frame(s)->stage = outcome_stage; return;
    case Question::choose: return Interpreter::answer(t.content, s.agenda.back(), -1);
    case Question::spend: return spend(t, ch);
    case Question::step: return march(t, ch);
    case Question::sift: return sift(t, ch);
    default: return repair(t, s.agenda.back().controller, ch);
  }
}

void answer_choose(Table& t, Question question, Choice ch) {
  if (question == Question::target) return choose_target(t, ch);
  if (question == Question::pick_up) return rearranged(t, ch);
  Interpreter::answer(t.content, t.s.agenda.back(), ch.a());
}

void answer_yes_no(Table& t, Question question, Choice ch) {
  if (question == Question::offer) return answer_offer(t, ch);
  cite(t, Clause::DBG_GEN_24, t.s.agenda.back().controller);
  Interpreter::answer(t.content, t.s.agenda.back(), verb_of(ch) == Verb::yes ? 1 : -1);
}

void answer_discard(Table& t, Question question, Seat seat, Choice ch) {
  if (question == Question::sift) return sift(t, ch);
  --t.s.agenda.back().count;
  discard_from_hand(t, seat, ch.a(), Clause::DBG_GEN_24);
}

void answer_reveal(Table& t, Seat seat, Choice ch) {
  const core::Frame f = t.s.agenda.pop();
  t.s.agenda.back().registers[f.object] = static_cast<std::int16_t>(ch.a());
  emit(t, Clause::DBG_CRD_11, EventKind::revealed, seat, 0, ch.a(), ch.a() == 0 ? 1 : 0);
}

void answer_pass(Table& t, Question question, Seat seat, Choice ch) {
  if (question == Question::assist) return assist(t, seat, ch);
  if (question == Question::undo) return answer_undo(t, ch);
  if (question == Question::block) cite(t, Clause::DBG_HID_07, seat);
}

}  // namespace

void Rules::apply(Table& t, Choice ch) {
  State& s = t.s;
  const Seat seat = s.decision.asked;
  const Question question = question_of(s);
  s.decision = {};
  switch (verb_of(ch)) {
    case Verb::be: choose_character(t, seat, ch); break;
    case Verb::arrive: arrive(t, seat, ch); break;
    case Verb::play: play(t, seat, ch); break;
    case Verb::move: move(t, seat, ch); break;
    case Verb::search: search(t, seat, ch); break;
    case Verb::buy: buy(t, seat, ch); break;
    case Verb::buy_basic: buy_basic(t, seat, ch); break;
    case Verb::battle:
    case Verb::confront: declare_battle(t, seat, ch); break;
    case Verb::thwart: thwart(t, seat, ch); break;
    case Verb::spend: spend(t, ch); break;
    case Verb::convert: convert_for_energon(t, seat); break;
    case Verb::use: use(t, seat, ch, question); break;
    case Verb::regroup: regroup(t, seat, ch); break;
    case Verb::end:
      cite(t, Clause::DBG_TRN_10, seat);
      end_action_phase(t);
      break;
    case Verb::assist:
    case Verb::defend: assist(t, seat, ch); break;
    case Verb::accept:
    case Verb::refuse: accept(t, ch); break;
    case Verb::block: block(t, seat, ch); break;
    case Verb::choose: answer_choose(t, question, ch); break;
    case Verb::option:
      cite(t, Clause::DBG_ATK_10, seat);
      Interpreter::answer(t.content, s.agenda.back(), ch.a() - 1);
      break;
    case Verb::yes:
    case Verb::no: answer_yes_no(t, question, ch); break;
    case Verb::discard: answer_discard(t, question, seat, ch); break;
    case Verb::repair: repair(t, seat, ch); break;
    case Verb::step: march(t, ch); break;
    case Verb::place: place_boss(t, ch); break;
    case Verb::reveal: answer_reveal(t, seat, ch); break;
    case Verb::resolve: resolve_trigger(t, ch); break;
    case Verb::stack: sift(t, ch); break;
    case Verb::put: rearranged(t, ch); break;
    case Verb::undo: answer_undo(t, ch); break;
    case Verb::pass: answer_pass(t, question, seat, ch); break;
    case Verb::done: answer_done(t, question, ch); break;
    case Verb::none: break;
  }
  run(t);
}

}  // namespace rw::transformers_dbg
