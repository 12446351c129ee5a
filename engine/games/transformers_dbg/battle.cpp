// Battling Robots and confronting Bosses, step by step (DBG-BAT, DBG-CNF).
#include <algorithm>

#include "engine/games/transformers_dbg/turn.h"

namespace rw::transformers_dbg {
namespace {

int far_from(const State& s, Seat seat, Space space) { return distance(player(s, seat).space, space); }

// May this player battle the card there, and at what price?
Refusal judge_foe(const Content& c, const State& s, Seat seat, Verb verb, Space space, OwnRobots& own) {
  const bool boss = verb == Verb::confront;
  const Clause clause = boss ? Clause::DBG_CNF_15 : Clause::DBG_BAT_10;
  if (!on_grid(s, space)) return refuse(clause, Fact::no_such_space);
  const Card card = s.matrix.card[space];
  if (card == no_card) return refuse(clause, Fact::empty_space);
  if (!is_faceup(s, space)) return refuse(clause, Fact::facedown);
  if (card_def(c, card).kind != (boss ? CardKind::boss : CardKind::robot))
    return refuse(clause, Fact::not_an_adversary);
  if (is_adversary(c, s, seat, card)) return legal;
  if (boss) return refuse(clause, Fact::not_an_adversary);
  own = own_robots(c, s, seat, space);
  if (!own.allowed) return refuse(clause, Fact::not_an_adversary);
  const ability::Scope scope = scope_at(seat, source_of(character_slot(s, seat)));
  if (!can_pay_block(c, s, seat, scope, own.ability, own.block)) return refuse(clause, Fact::price_unpaid);
  return legal;
}

}  // namespace

void list_battles(const Content& c, const State& s, Seat seat, const Pools& pools, ChoiceList& out) {
  for (const Space space : faceup_spaces(s)) {
    const int far = far_from(s, seat, space), reach = reaching(pools, far);
    if (reach == 0) continue;
    const CardKind kind = card_def(c, s.matrix.card[space]).kind;
    if (kind != CardKind::robot && kind != CardKind::boss) continue;
    const Verb verb = kind == CardKind::boss ? Verb::confront : Verb::battle;
    OwnRobots own;
    if (judge_foe(c, s, seat, verb, space, own).refused()) continue;
    if (reaching_pools(pools, far) > 1) out.add(choice(verb, space, 0, 1));
    out.add_run(choice(verb, space, 1), reach);
  }
}

Refusal judge_battle(const Content& c, const State& s, Seat seat, Choice ch) {
  OwnRobots own;
  if (const Refusal refusal = judge_foe(c, s, seat, verb_of(ch), ch.a<Space>(), own); refusal.refused())
    return refusal;
  const Clause clause = verb_of(ch) == Verb::confront ? Clause::DBG_CNF_15 : Clause::DBG_BAT_10;
  Pools pools;
  power_pools(c, s, seat, Use::battling, pools);
  const int far = far_from(s, seat, ch.a<Space>()), reach = reaching(pools, far);
  const int need = std::max(1, ch.b());
  if (reach == 0 && reaching(pools, 0) > 0) return refuse(clause, Fact::out_of_reach, longest_range(pools), far);
  if (need > reach)
    return refuse(reaching(pools, 0) >= need ? Clause::DBG_GEN_07 : clause, Fact::too_little_power, reach, need);
  if (ch.c() != 0)
    return ch.c() == 1 && ch.b() == 0 && reaching_pools(pools, far) > 1
               ? legal
               : refuse(Clause::DBG_BUY_05, Fact::one_way_only);
  // DBG-CNF-02, DBG-BAT-01.
  if (ch.b() == 0)
    return refuse(verb_of(ch) == Verb::confront ? Clause::DBG_CNF_02 : Clause::DBG_BAT_01,
                  Fact::no_power_committed);
  return legal;
}

// DBG-BAT-01, DBG-CNF-02.
void declare_battle(Table& t, Seat seat, Choice ch) {
  t.s.acted = 1;
  cite(t, Clause::DBG_TRN_04, seat);
  if (ch.c() != 0) return push_spend(t, seat, verb_of(ch), ch.a<Space>(), any_points);
  Pools pools;
  power_pools(t.content, t.s, seat, Use::battling, pools);
  commit_by_proposal(t.s, pools, far_from(t.s, seat, ch.a<Space>()), ch.b());
  finish_declaration(t, seat, ch.a<Space>());
}

void finish_declaration(Table& t, Seat seat, Space space) {
  State& s = t.s;
  const Card card = s.matrix.card[space];
  const bool boss = card_def(t.content, card).kind == CardKind::boss;
  Battle& b = s.battle;
  b.open = boss ? 2 : 1;
  b.space = space;
  b.card = card;
  b.attacker = seat;
  const int committed = committed_power(t.content, s, seat, space);
  emit(t, boss ? Clause::DBG_CNF_02 : Clause::DBG_BAT_01,
       boss ? EventKind::confrontation_declared : EventKind::battle_declared, seat, card, space, committed,
       battle_cost_now(t.content, s));
  cite(t, Clause::DBG_GEN_07, seat);
  if (boss) cite(t, Clause::DBG_CNF_01, seat);
  if (boss && competitive(t.content, s)) cite(t, Clause::DBG_CPT_05, seat);
  if (boss && one_faction_teams(t.content, s)) cite(t, Clause::DBG_ONE_03, seat);
  push_step(t, Step::battle, seat, declared_stage);
  if (is_adversary(t.content, s, seat, card)) return;
  // DBG-BAT-07: a Robot of one's own faction, for a price.
  const OwnRobots own = own_robots(t.content, s, seat, space);
  b.own_robot = static_cast<std::uint8_t>(1 + static_cast<int>(own.to));
  cite(t, Clause::DBG_BAT_07, seat);
  cite(t, Clause::DBG_BAT_08, seat);
  cite(t, Clause::DBG_CRD_01, seat);
  s.agenda.push(program_frame(seat, source_of(character_slot(s, seat)), own.ability, own.block + 1));
}

core::Frame* battle_frame(State& s) {
  for (int i = s.agenda.size() - 1; i >= 0; --i)
    if (s.agenda[i].step == static_cast<std::uint8_t>(Step::battle)) return &s.agenda[i];
  return nullptr;
}

void end_confront_texts(Table& t, Seat, Choice) { battle_frame(t.s)->stage = outcome_stage; }

// ---- the figures of a battle -------------------------------------------------------------------------

int battle_cost_now(const Content& c, const State& s) {
  const Battle& b = s.battle;
  int cost = battle_cost(c, s, b.attacker, b.card, b.space) + b.cost_change;
  for (int i = 0; i < s.seats; ++i)
    if (b.assists[i].state == AssistState::defended) cost += assist_power(c, s, core::seat(i));  // DBG-DEF-03
  return std::max(0, cost);
}

// DBG-CNF-09, DBG-BAT-05: the attacker's part less the penalty of an Alt Mode, and the Assists.
int battle_total(const Content& c, const State& s) {
  const Battle& b = s.battle;
  const int penalty = is_adversary(c, s, b.attacker, b.card) ? penalty_of(c, s, b.attacker) : 0;
  int sum = std::max(0, committed_power(c, s, b.attacker, b.space) + b.bonus - penalty);
  for (int i = 0; i < s.seats; ++i)
    if (b.assists[i].state == AssistState::resolved) sum += assist_power(c, s, core::seat(i));
  return sum;
}

void change_cost(Table& t, int n) {
  if (!in_battle(t.s)) return;
  if (n == 0) return cite(t, Clause::DBG_CNF_04, t.s.battle.attacker);
  t.s.battle.cost_change = static_cast<std::int8_t>(std::clamp(t.s.battle.cost_change + n, -100, 100));
  emit(t, Clause::DBG_CNF_04, EventKind::cost_changed, t.s.battle.attacker, n, battle_cost_now(t.content, t.s));
  cite(t, Clause::DBG_CNF_14);
}

void add_battle_power(Table& t, const core::Frame& f, int n) {
  Battle& b = t.s.battle;
  if (b.open == 0 || n == 0) return;
  std::int8_t& bonus = f.controller == b.attacker ? b.bonus : b.assists[core::index(f.controller)].bonus;
  bonus = static_cast<std::int8_t>(std::clamp(bonus + n, -100, 100));
  emit(t, f.controller == b.attacker ? Clause::DBG_CNF_08 : Clause::DBG_AST_03, EventKind::battle_power,
       f.controller, n);
}

// ---- the steps ---------------------------------------------------------------------------------------

namespace {

void flip_encounter(Table& t, core::Frame& f) {
  Battle& b = t.s.battle;
  b.encounter = draw_encounter(t, b.card, b.encounter_deck);
  emit(t, Clause::DBG_CNF_04, EventKind::encounter, f.controller, b.encounter);
  f.stage = after_encounter_stage;
  push_texts(t, f.controller, source_of(b.encounter), b.encounter, Moment::confrontation,
             subject_of(b.card, b.space));
}

// DBG-AST-05, DBG-TVT-08, DBG-ONE-04, DBG-ONE-05, DBG-COP-07.
int receivers(Table& t) {
  const State& s = t.s;
  const Battle& b = s.battle;
  int mask = 1 << core::index(b.attacker);
  if (b.own_robot != 0) {  // DBG-FAQ-092: no Adversary was defeated
    cite(t, Clause::DBG_BAT_08, b.attacker);
    return mask;
  }
  const bool others = competitive(t.content, s) || one_faction_teams(t.content, s);
  if (cooperative(t.content, s)) cite(t, Clause::DBG_COP_07, b.attacker);
  if (!others && !cooperative(t.content, s)) cite(t, Clause::DBG_TVT_08, b.attacker);
  if (!others) return mask;
  int teams = 1 << player(s, b.attacker).team;
  for (int i = 1; i < s.seats; ++i) {
    const Seat seat = next_seat(s, b.attacker, i);
    if (b.assists[core::index(seat)].state != AssistState::resolved) continue;
    const bool first = !core::contains(static_cast<std::uint64_t>(teams), player(s, seat).team);
    if (one_faction_teams(t.content, s)) {
      cite(t, first ? Clause::DBG_ONE_04 : Clause::DBG_ONE_05, seat);
      if (b.open == 1) cite(t, Clause::DBG_ONE_06, seat);
      if (!first) continue;
    } else {
      cite(t, Clause::DBG_AST_05, seat);
    }
    teams |= 1 << player(s, seat).team;
    mask |= 1 << core::index(seat);
  }
  return mask;
}

void win(Table& t, core::Frame& f) {
  State& s = t.s;
  Battle& b = s.battle;
  const bool boss = b.open == 2;
  b.won = 1;
  BattleFrame battle = f.as<BattleFrame>();
  battle.receivers = static_cast<std::uint16_t>(receivers(t));
  f.put(battle);
  emit(t, boss ? Clause::DBG_CNF_09 : Clause::DBG_BAT_03, EventKind::battle_won, b.attacker, b.card,
       battle_total(t.content, s), battle_cost_now(t.content, s));
  const Card card = take_from_matrix(s, b.space);
  cite(t, Clause::DBG_MTX_02, b.attacker);
  if (b.own_robot == 1 + static_cast<int>(Destination::discard_pile)) {
    player(s, b.attacker).discard.push(card);
    cite(t, Clause::DBG_CRD_07, b.attacker);
  } else {
    player(s, b.attacker).vault.push(card);
  }
  if (boss) ++s.bosses_defeated;
  if (boss && one_faction(t.content, s) == false) cite(t, Clause::DBG_TVT_17, b.attacker);
  f.stage = rewards_stage;
}

// The texts of Assists that wait for a battle in which nothing is defeated, those of defenders too (DBG-DEF-05).
// What is pushed last comes first: in turn order (DBG-TIM-01).
void tell_undefeated(Table& t) {
  const State& s = t.s;
  const Battle& b = s.battle;
  for (int i = s.seats - 1; i > 0; --i) {
    const Seat seat = next_seat(s, b.attacker, i);
    const AssistState state = b.assists[core::index(seat)].state;
    if (state == AssistState::resolved || state == AssistState::defended)
      push_event(t, Moment::battle_lost, seat, b.card, b.space);
  }
}

void lose(Table& t, core::Frame& f) {
  const State& s = t.s;
  const Battle& b = s.battle;
  const bool boss = b.open == 2;
  emit(t, boss ? Clause::DBG_CNF_10 : Clause::DBG_BAT_04, EventKind::battle_lost, b.attacker, b.card,
       battle_total(t.content, s), battle_cost_now(t.content, s));
  for (int i = 0; i < s.seats; ++i)
    if (b.assists[i].state == AssistState::defended) cite(t, Clause::DBG_DEF_09, core::seat(i));
  f.stage = finish_stage;
  if (boss) push_event(t, Moment::confrontation_failed, b.attacker, b.card, b.space);
  tell_undefeated(t);
}

// DBG-BAT-11: there is nothing left to defeat.
void call_off(Table& t, core::Frame& f) {
  emit(t, Clause::DBG_BAT_11, EventKind::battle_off, t.s.battle.attacker, t.s.battle.card, t.s.battle.space);
  f.stage = finish_stage;
  tell_undefeated(t);
}

void settle_outcome(Table& t, core::Frame& f) {
  const Content& c = t.content;
  const State& s = t.s;
  const Battle& b = s.battle;
  if (is_adversary(c, s, b.attacker, b.card) && penalty_of(c, s, b.attacker) != 0)
    cite(t, Clause::DBG_BAT_05, b.attacker);
  int committed = 0;
  for (const Slot slot : slots_of(s, b.attacker)) committed += s.slots[slot].committed;
  if (committed_power(c, s, b.attacker, b.space) < committed)
    cite(t, b.open == 2 ? Clause::DBG_CNF_16 : Clause::DBG_GEN_07, b.attacker);
  if (battle_cost_now(c, s) < card_def(c, b.card).cost) cite(t, Clause::DBG_TIM_09, b.attacker);
  if (battle_total(c, s) >= battle_cost_now(c, s))
    win(t, f);
  else
    lose(t, f);
}

void give_rewards(Table& t, core::Frame& f) {
  State& s = t.s;
  for (int i = 0; i < s.seats; ++i) {
    const Seat seat = next_seat(s, s.battle.attacker, i);
    const int bit = 1 << core::index(seat);
    BattleFrame battle = f.as<BattleFrame>();
    if ((battle.receivers & bit) == 0) continue;
    battle.receivers = static_cast<std::uint16_t>(battle.receivers & ~bit);
    f.put(battle);
    emit(t, s.battle.open == 2 ? Clause::DBG_CNF_09 : Clause::DBG_BAT_03, EventKind::reward, seat, s.battle.card);
    return push_texts(t, seat, source_of(s.battle.card), s.battle.card, Moment::reward);
  }
  f.stage = triggers_stage;
}

void tell_defeat(Table& t, core::Frame& f) {
  const Battle& b = t.s.battle;
  f.stage = finish_stage;
  push_event(t, b.open == 2 ? Moment::boss_defeated : Moment::robot_defeated, b.attacker, b.card, b.space);
  if (is_adversary(t.content, t.s, b.attacker, b.card))
    push_event(t, Moment::adversary_defeated, b.attacker, b.card, b.space);
}

void finish_battle(Table& t) {
  State& s = t.s;
  const Seat attacker = s.battle.attacker;
  if (s.battle.cancelled != 0)
    free_committed(s, attacker);
  else
    spend_committed(s, attacker);
  return_assists(t);
  discard_assists(t);
  if (s.battle.encounter != no_card) {
    discard_encounter(t, s.battle.encounter, s.battle.encounter_deck);
    cite(t, Clause::DBG_CNF_17, attacker);
  }
  for (const Slot slot : slots_of(s, attacker)) s.slots[slot].used_in_battle = 0;
  end_lasting(t, Until::end_of_battle);
  if (s.battle.cancelled == 0) end_lasting(t, Until::next_battle, attacker);
  const bool won = s.battle.won != 0 && s.battle.open == 2;
  s.battle = {};
  s.agenda.pop();
  if (won && cooperative(t.content, s)) check_bosses(t);  // DBG-COP-02: at once
}

}  // namespace

// DBG-CRD-09, DBG-CRD-10.
void cancel_confrontation(Table& t) {
  core::Frame* f = battle_frame(t.s);
  if (f == nullptr) return;
  t.s.battle.cancelled = 1;
  f->stage = finish_stage;
  emit(t, Clause::DBG_CRD_09, EventKind::confrontation_cancelled, t.s.battle.attacker, t.s.battle.card);
  cite(t, Clause::DBG_CRD_10, t.s.battle.attacker);
}

void step_battle(Table& t, core::Frame& f) {
  State& s = t.s;
  const bool boss = s.battle.open == 2;
  if (s.battle.gone != 0 && f.stage < rewards_stage) return call_off(t, f);
  switch (f.stage) {
    case declared_stage:
      f.stage = assists_stage;
      f.put(BattleFrame{.next_helper = 1});
      if (!boss) cite(t, Clause::DBG_BAT_06, f.controller);
      if (!boss) cite(t, Clause::DBG_BAT_02, f.controller);
      if (boss && one_faction(t.content, s)) cite(t, Clause::DBG_DEF_08, f.controller);
      if (boss && one_faction_teams(t.content, s)) cite(t, Clause::DBG_ONE_08, f.controller);
      return;
    case assists_stage: return ask_for_assists(t, f);
    case encounter_stage: return flip_encounter(t, f);
    case after_encounter_stage:
      f.stage = defence_stage;
      if (any_text(t.content, s, f.controller, Question::after_encounter)) {
        cite(t, Clause::DBG_CNF_05, f.controller);
        return ask(t, Question::after_encounter, f.controller);
      }
      return;
    case defence_stage: return resolve_defence(t, f);
    case offence_stage: return resolve_offence(t, f);
    case confront_stage:
      if (boss && any_text(t.content, s, f.controller, Question::confront))
        return ask(t, Question::confront, f.controller);
      f.stage = outcome_stage;
      return;
    case outcome_stage: return settle_outcome(t, f);
    case rewards_stage: return give_rewards(t, f);
    case triggers_stage: return tell_defeat(t, f);
    default: return finish_battle(t);
  }
}

}  // namespace rw::transformers_dbg
