// The driver and the parts of a turn.
#include "engine/games/transformers_tcg/turn.h"

#include <algorithm>

namespace rw::transformers_tcg {

Frame& turn_frame(State& s) { return s.agenda[0]; }  // nothing lies below a turn

void settle_now(Table& t) {
  State& s = t.s;
  if (s.check != 0) knock_out_damaged(t);
  if (is_over(s) || s.phase == Phase::set_up) return;
  for (const Seat seat : in_turn_order(s))
    if (s.deck_size[core::index(seat)] == 0) {
      reshuffle_if_empty(t, seat);
      if (s.deck_size[core::index(seat)] != 0) cite(t, Clause::TCG_RSH_05, seat);
    }
}

bool all_tapped(const State& s, Seat seat) { return (fielded(s, seat) & ~s.tapped) == 0; }

void untap_everybody(Table& t, Clause clause) { untap(t, t.s.field, clause); }

// ---- the parts of a turn (TCG-TRN-01) ----------------------------------------------------------------

void begin_turn(Table& t, Seat seat) {
  State& s = t.s;
  s.turn = seat;
  s.turn_number = static_cast<std::uint8_t>(s.turn_number + 1);
  s.phase = Phase::start;
  s.actions = s.upgrades = s.flips = s.tap_abilities = s.plays = s.attacks = 0;
  s.white_flips[0] = s.white_flips[1] = 0;
  s.extra_turn = 0;
  if (s.options.basic == 0) s.attacked = 0;
  s.formed = 0;
  s.used = no_cards;
  s.uses.clear();
  s.event = 0;
  push_step(t, Step::turn, seat, begin_stage);
}

namespace {

void enter(Table& t, Phase phase, Clause clause) {
  if (t.s.phase == phase) return;
  t.s.phase = phase;
  emit(t, clause, EventKind::phase_begins, t.s.turn, static_cast<int>(phase));
}

// TCG-TRN-02: a card is drawn each turn, in the very first one too.
void start_turn(Table& t, Frame& f) {
  State& s = t.s;
  f.stage = start_stage;
  emit(t, Clause::TCG_TRN_01, EventKind::turn_begins, f.controller, s.turn_number);
  if (s.options.basic == 0) draw_cards(t, f.controller, 1, Clause::TCG_TRN_02);
}

// TCG-TRN-03.
void start_abilities(Table& t, Frame& f) {
  f.stage = main_stage;
  next_event(t.s);
  const int waiting = t.s.pending.size();
  happen(t, Moment::turn_begins, f.controller);
  if (t.s.pending.size() > waiting) cite(t, Clause::TCG_TRN_03, f.controller);
}

// TCG-PST-01 to 05, TCG-PST-08, TCG-PST-09: looked at anew after every attack.
void after_attack(Table& t, Frame& f) {
  State& s = t.s;
  const Seat me = f.controller, other = opponent(me);
  enter(t, Phase::attack, Clause::TCG_ATK_01);
  cite(t, Clause::TCG_PST_05, me);
  f.count = 0;
  if (s.options.basic != 0) {
    f.stage = end_stage;
    return;
  }
  if (all_tapped(s, me) && all_tapped(s, other)) {
    cite(t, s.attacks == 0 ? Clause::TCG_PST_08 : Clause::TCG_PST_04, me);
    untap_everybody(t, Clause::TCG_PST_04);
    if (s.options.time_called != 0) s.options.time_called = 2;  // TCG-VAR-04: all were tapped
    f.stage = end_stage;
    return;
  }
  if (all_tapped(s, other) && s.attacks > 0) {
    cite(t, Clause::TCG_PST_02, me);
    cite(t, Clause::TCG_PST_03, me);
    return ask(t, Question::attack, me);
  }
  if (s.attacks > 0 && (fielded(s, me) & ~s.tapped & ~s.attacked) != 0 && may_attack_with_all(t.content, s, me)) {
    f.count = 1;
    cite(t, Clause::TCG_PST_09, me);
    return ask(t, Question::attack, me);
  }
  cite(t, s.attacks == 0 ? Clause::TCG_ATK_11 : Clause::TCG_PST_01, me);
  f.stage = end_stage;
}

// TCG-END-01, TCG-END-03: abilities of the end of the turn, each once (TCG-END-05).
void end_abilities(Table& t, Frame& f) {
  State& s = t.s;
  enter(t, Phase::end, Clause::TCG_END_01);
  next_event(s);
  const int waiting = s.pending.size();
  happen(t, Moment::turn_ends, f.controller);
  if (s.pending.size() > waiting) {
    cite(t, Clause::TCG_END_03, f.controller);
    cite(t, Clause::TCG_END_06, f.controller);
    return;  // once more when they are done
  }
  f.stage = cleanup_stage;
}

// TCG-END-02: both played areas; then what lasts until the end of the turn ends.
void clean_up(Table& t, Frame& f) {
  State& s = t.s;
  for (const Seat seat : in_turn_order(s)) {
    const CardSet area = s.played & cards_of(seat);
    if (area.empty()) continue;
    emit(t, Clause::TCG_END_02, EventKind::end_of_turn, seat, area.count());
    cite(t, Clause::TCG_ACT_05, seat);
    const bool deckless = s.deck_size[core::index(seat)] == 0;
    clear_played(t, seat);
    if (deckless) cite(t, Clause::TCG_RSH_05, seat);
  }
  end_lasting(t, Until::end_of_turn);
  health_may_change(s, {});
  f.stage = next_stage;
  settle(t);
}

void time_is_up(Table& t) {
  State& s = t.s;
  emit(t, Clause::TCG_VAR_04, EventKind::tie_break, core::no_seat);
  s.agenda.clear();
  begin_tie_break(t);
}

// TCG-TRN-14, TCG-TRN-15: an extra turn follows at once, but never a third one in a row.
void next_turn(Table& t, Frame& f) {
  State& s = t.s;
  if (!s.played.empty() || !s.lasting.empty()) {  // something happened meanwhile: the phase is repeated
    f.stage = end_stage;
    return;
  }
  const Seat me = f.controller;
  if (s.options.time_called == 2) return time_is_up(t);
  if (s.turn_number >= t.content.turn_limit) {
    s.agenda.clear();
    return begin_tie_break(t);
  }
  const bool extra = s.extra_turn != 0 && s.turns_in_row < t.content.turns_in_a_row;
  if (s.extra_turn != 0 && !extra) cite(t, Clause::TCG_TRN_15, me);
  if (extra) emit(t, Clause::TCG_TRN_14, EventKind::extra_turn, me);
  s.turns_in_row = static_cast<std::uint8_t>(extra ? s.turns_in_row + 1 : 1);
  s.agenda.clear();
  begin_turn(t, extra ? me : opponent(me));
}

}  // namespace

void step_turn(Table& t, Frame& f) {
  switch (f.stage) {
    case begin_stage: return start_turn(t, f);
    case start_stage: return start_abilities(t, f);
    case main_stage: enter(t, Phase::main, Clause::TCG_TRN_01); return ask(t, Question::main, f.controller);
    case checks_stage: return after_attack(t, f);
    case end_stage: return end_abilities(t, f);
    case cleanup_stage: return clean_up(t, f);
    default: return next_turn(t, f);
  }
}

namespace {

// Nobody is asked about a "may" whose cost cannot be paid or that would do nothing, or about who takes a surplus
// that is gone.
bool is_hopeless(const Content& c, const State& s) {
  if (s.decision.kind != static_cast<std::uint8_t>(Question::choose)) return false;
  const Frame& f = s.agenda.back();
  const Program p = Words::program(c, f.ability);
  const Scope scope = ability::scope_of(f);
  if (p.opcode(f.position) == ability::op_choose) return is_idle_spill(s, p, f.position);
  if (p.opcode(f.position) != ability::op_may) return false;
  ability::Parameters in = ability::parameters(p, f.position);
  const int effects = in.node(), cost = in.node();
  return p.opcode(cost) == ability::op_block ? !can_pay(c, s, scope, p, cost) : is_idle(c, s, scope, p, effects);
}

}  // namespace

void step_program(Table& t, Frame& f) {
  State& s = t.s;
  if (f.stage == 1) return ask_to_use(t, f);
  const int depth = s.agenda.size();
  Interpreter::run(t, s.agenda.pop());
  if (is_over(s) || s.phase == Phase::over) return;
  if (s.decision.open() && is_hopeless(t.content, s)) {
    const Frame& asking = s.agenda.back();
    const bool chooses = Words::program(t.content, asking.ability).opcode(asking.position) == ability::op_choose;
    cite(t, chooses ? Clause::TCG_DMG_16 : Clause::TCG_GEN_03, s.decision.asked);
    --s.asked[core::index(s.decision.asked)];
    s.decision = {};
    Interpreter::answer(t.content, s.agenda.back(), -1);
    return;
  }
  if (s.agenda.size() < depth && s.programs > 0) finish_program(t);
}

// ---- tap abilities ---------------------------------------------------------------------------------

namespace {

int tap_ability_of(const Content& c, const State& s, Character who) {
  const AbilityList& list = mode_of(c, s, who).abilities;
  for (int i = 0; i < list.count; ++i) {
    const ability::Ability& a = Words::program(c, list.first + i).ability();
    if (a.kind == static_cast<int>(ability::Kind::activated) && a.moment == static_cast<int>(Moment::tap_ability))
      return list.first + i;
  }
  return -1;
}

}  // namespace

void list_tap_abilities(const Content& c, const State& s, ChoiceList& out) {
  for (const Character who :
       core::bits<Character>(s.listen[static_cast<int>(Moment::tap_ability)] & fielded(s, s.turn)))
    if (const Choice ch = choice(Verb::use, who); !judge_tap_ability(c, s, s.turn, ch).refused()) out.add(ch);
}

// TCG-TRN-12: once a turn; the character is one's own and untapped, and all costs can be paid.
Refusal judge_tap_ability(const Content& c, const State& s, Seat seat, Choice ch) {
  const Character who = ch.a<Character>();
  if (!is_known(s, who)) return refuse(Clause::TCG_TRN_12, Fact::no_such_item);
  if (owner_of(who) != seat) return refuse(Clause::TCG_TRN_12, Fact::not_yours);
  if (!on_field(s, who)) return refuse(Clause::TCG_TRN_12, Fact::not_on_battlefield);
  const int index = s.options.basic != 0 ? -1 : tap_ability_of(c, s, who);
  if (index < 0) return refuse(Clause::TCG_TRN_12, Fact::no_tap_ability);
  if (s.tap_abilities != 0) return refuse(Clause::TCG_TRN_12, Fact::tap_ability_used);
  if (is_tapped(s, who)) return refuse(Clause::TCG_TRN_12, Fact::tapped);
  const Program p = Words::program(c, index);
  const Scope scope = scope_at(seat, source_of(no_card, who), item_of(who));
  if (p.ability().cost != 0 && !can_pay(c, s, scope, p, p.ability().cost))
    return refuse(Clause::TCG_TRN_12, Fact::cost_unpayable);
  return legal;
}

void use_tap_ability(Table& t, Seat seat, Choice ch) {
  const Character who = ch.a<Character>();
  const int index = tap_ability_of(t.content, t.s, who);
  t.s.tap_abilities = 1;
  emit(t, Clause::TCG_TRN_12, EventKind::used, seat, source_of(no_card, who));
  tap(t, core::bit(who), Clause::TCG_TRN_12);
  push_program(t, seat, index, Interpreter::start(Words::program(t.content, index)), source_of(no_card, who),
               item_of(who));
}

}  // namespace rw::transformers_tcg
