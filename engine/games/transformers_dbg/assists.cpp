// Assists, offensive and defensive: who may offer, what is taken, what it is worth.
#include <algorithm>

#include "engine/games/transformers_dbg/turn.h"

namespace rw::transformers_dbg {
namespace {

// DBG-DEF-01, DBG-DEF-08: where two factions play, a player may defend a Boss of their own faction.
bool is_defender(const Content& c, const State& s, Seat seat) {
  return s.battle.open == 2 && !one_faction(c, s) && !is_adversary(c, s, seat, s.battle.card);
}
// DBG-TVT-16: in team modes of two factions only teammates help.
bool is_helper(const Content& c, const State& s, Seat seat) {
  return one_faction(c, s) || same_team(s, seat, s.battle.attacker);
}

// DBG-HID-07: everybody who might have a card to offer, as far as the others can see.
bool might_assist(const Content& c, const State& s, Seat seat) {
  if (!arrived(s, seat) || player(s, seat).hand.empty() || is_blank(c, s, seat)) return false;
  if (!is_helper(c, s, seat) && !is_defender(c, s, seat)) return false;
  const int longest = holds(c, s, WordOp::no_range, seat) ? 0 : c.assist_range;
  return distance(player(s, seat).space, s.battle.space) <= longest;
}

// Whether the active player may decline this offer (DBG-AST-06, DBG-AST-10, DBG-ONE-07).
bool may_decline(const Content& c, const State& s, Seat seat) {
  if (competitive(c, s)) return true;
  return one_faction_teams(c, s) && !same_team(s, seat, s.battle.attacker);
}

// The next offer in turn order, or no_seat.
Seat next_offer(const State& s, AssistState state) {
  for (int i = 1; i < s.seats; ++i)
    if (const Seat seat = next_seat(s, s.battle.attacker, i); s.battle.assists[core::index(seat)].state == state)
      return seat;
  return core::no_seat;
}

// DBG-AST-08: are there enough other offers to take, if this one is declined?
bool may_refuse(const Content& c, const State& s, Seat seat) {
  if (s.battle.own_robot != 0) return true;  // DBG-BAT-08
  int taken = 0, open = 0;
  for (int i = 0; i < s.seats; ++i) {
    if (core::seat(i) == seat || !may_decline(c, s, core::seat(i))) continue;
    taken += s.battle.assists[i].state == AssistState::resolved;
    open += s.battle.assists[i].state == AssistState::offered;
  }
  return taken + open >= forced_assists(c, s, s.battle.attacker);
}

void tell_assist_rules(Table& t, Seat seat, bool defending) {
  if (t.log == nullptr) return;
  const Content& c = t.content;
  const State& s = t.s;
  if (defending) {
    cite(t, Clause::DBG_DEF_01, seat);
    if (rules_of(c, s) == PlayKind::one_versus_many) cite(t, Clause::DBG_OVM_06, seat);
  } else if (competitive(c, s)) {
    cite(t, Clause::DBG_AST_06, seat);
    cite(t, Clause::DBG_CPT_04, seat);
  } else {
    cite(t, Clause::DBG_AST_09, seat);
    cite(t, cooperative(c, s) ? Clause::DBG_COP_05 : Clause::DBG_TVT_15, seat);
  }
}

}  // namespace

// DBG-CNF-03, DBG-TIM-10.
void ask_for_assists(Table& t, core::Frame& f) {
  State& s = t.s;
  BattleFrame battle = f.as<BattleFrame>();
  while (battle.next_helper < s.seats) {
    const Seat seat = next_seat(s, f.controller, battle.next_helper++);
    f.put(battle);
    if (!might_assist(t.content, s, seat)) continue;
    cite(t, Clause::DBG_TIM_10, seat);
    cite(t, Clause::DBG_HID_07, seat);
    // What is printed on a Character is never an Assist.
    if (side_of(t.content, s, seat).power > 0) cite(t, Clause::DBG_BAT_09, seat);
    if (static_cast<SideUp>(side_of(t.content, s, seat).mode) == SideUp::combiner)
      cite(t, Clause::DBG_COM_07, seat);
    return ask(t, Question::assist, seat);
  }
  f.stage = s.battle.open == 2 ? encounter_stage : offence_stage;
}

namespace {

Refusal judge_offer(const Content& c, const State& s, Seat seat, bool defending, Card card) {
  const Clause clause = defending ? Clause::DBG_DEF_01 : Clause::DBG_AST_15;
  if (!is_pile_card(c, card) || !holds_card(player(s, seat), card)) return refuse(clause, Fact::not_in_hand);
  const CardDef& def = card_def(c, card);
  if (def.special) return refuse(Clause::DBG_AST_13, Fact::special_damage);
  if (def.power < 1) return refuse(Clause::DBG_AST_01, Fact::no_power_printed);
  const int far = distance(player(s, seat).space, s.battle.space), range = range_in_hand(c, s, seat, card);
  if (far > range)
    return refuse(defending ? Clause::DBG_DEF_01 : Clause::DBG_AST_01, Fact::out_of_reach, range, far);
  return legal;
}

}  // namespace

void list_assists(const Content& c, const State& s, ChoiceList& out) {
  const Seat seat = s.decision.asked;
  const bool defending = !is_helper(c, s, seat);
  Card last = no_card;
  for (const Card card : player(s, seat).hand) {
    if (card != last && !judge_offer(c, s, seat, defending, card).refused())
      out.add(choice(defending ? Verb::defend : Verb::assist, card));
    last = card;
  }
}

Refusal judge_assist(const Content& c, const State& s, Seat seat, Choice ch) {
  const bool defending = verb_of(ch) == Verb::defend;
  if (!in_battle(s)) return refuse(Clause::DBG_AST_15, Fact::not_now);
  if (defending && s.battle.open == 1) return refuse(Clause::DBG_DEF_02, Fact::no_defence);
  if (defending && one_faction_teams(c, s)) return refuse(Clause::DBG_ONE_08, Fact::no_defence);
  if (defending && one_faction(c, s)) return refuse(Clause::DBG_DEF_08, Fact::no_defence);
  if (seat == s.battle.attacker) return refuse(Clause::DBG_CNF_03, Fact::not_now);
  if (s.battle.assists[core::index(seat)].state != AssistState::none)
    return refuse(Clause::DBG_AST_15, Fact::one_assist_only);
  if (!arrived(s, seat)) return refuse(Clause::DBG_SET_24, Fact::not_arrived);
  if (is_blank(c, s, seat)) return refuse(Clause::DBG_AST_11, Fact::on_the_island);
  if (!defending && !is_helper(c, s, seat))
    return refuse(rules_of(c, s) == PlayKind::teams ? Clause::DBG_TVT_16 : Clause::DBG_AST_15, Fact::other_team);
  if (defending && !is_defender(c, s, seat)) return refuse(Clause::DBG_DEF_01, Fact::no_defence);
  return judge_offer(c, s, seat, defending, ch.a<Card>());
}

void assist(Table& t, Seat seat, Choice ch) {
  State& s = t.s;
  Assist& offer = s.battle.assists[core::index(seat)];
  const bool defending = verb_of(ch) == Verb::defend;
  leave_hand(s, seat, ch.a<Card>());
  offer.card = ch.a<Card>();
  offer.state = defending ? AssistState::defending : AssistState::offered;
  // DBG-AST-02: facedown, except in Cooperative.
  const SeatMask seen = cooperative(t.content, s) ? core::everyone : core::only(seat);
  emit_secret(t, Clause::DBG_AST_02, EventKind::assist_played, seat, seen, ch.a(), defending ? 1 : 0);
  cite(t, Clause::DBG_AST_01, seat);
  cite(t, Clause::DBG_GEN_06, seat);
  cite(t, Clause::DBG_CNF_03, seat);
  tell_assist_rules(t, seat, defending);
  push_event(t, Moment::assist_played, seat, no_card, s.battle.space);
}

void pass_assist(Table& t, Seat seat, Choice) {
  t.s.battle.assists[core::index(seat)].state = AssistState::passed;
  emit(t, Clause::DBG_CNF_03, EventKind::assist_passed, seat);
}

// ---- resolving ---------------------------------------------------------------------------------------

namespace {

// DBG-AST-03: Play text, then Assist texts for their price, then its Power.
void resolve(Table& t, Seat seat, AssistState state) {
  State& s = t.s;
  Assist& offer = s.battle.assists[core::index(seat)];
  offer.state = state;
  offer.slot = enter_play(t, seat, offer.card);
  s.slots[offer.slot].assist = 1;
  emit(t, state == AssistState::defended ? Clause::DBG_DEF_04 : Clause::DBG_CNF_07, EventKind::assist_revealed,
       seat, offer.card, state == AssistState::defended ? 1 : 0);
  cite(t, Clause::DBG_AST_03, seat);
  cite(t, Clause::DBG_AST_04, seat);
  cite(t, Clause::DBG_AST_14, seat);
  if (state == AssistState::defended) {
    cite(t, Clause::DBG_CNF_06, seat);
    cite(t, Clause::DBG_DEF_03, seat);
    cite(t, Clause::DBG_DEF_05, seat);
  }
  if (penalty_of(t.content, s, seat) != 0) {
    cite(t, Clause::DBG_AST_12, seat);
    cite(t, state == AssistState::defended ? Clause::DBG_DEF_07 : Clause::DBG_BAT_05, seat);
  }
  push_event(t, Moment::assist_resolved, seat, offer.card, s.battle.space);
  push_texts(t, seat, source_of(offer.slot), offer.card, Moment::assist);
  push_texts(t, seat, source_of(offer.slot), offer.card, Moment::played);
}

}  // namespace

void resolve_defence(Table& t, core::Frame& f) {
  const Seat seat = next_offer(t.s, AssistState::defending);
  if (seat != core::no_seat) return resolve(t, seat, AssistState::defended);
  f.stage = offence_stage;
}

void resolve_offence(Table& t, core::Frame& f) {
  State& s = t.s;
  const Seat seat = next_offer(s, AssistState::offered);
  if (seat == core::no_seat) {
    f.stage = confront_stage;
    return;
  }
  if (may_decline(t.content, s, seat)) {
    BattleFrame battle = f.as<BattleFrame>();
    battle.offerer = static_cast<std::int16_t>(core::index(seat));
    f.put(battle);
    if (forced_assists(t.content, s, f.controller) > 0) cite(t, Clause::DBG_AST_08, f.controller);
    if (may_refuse(t.content, s, seat)) return ask(t, Question::accept, f.controller);
    if (one_faction_teams(t.content, s)) cite(t, Clause::DBG_ONE_07, f.controller);
  } else {
    cite(t, Clause::DBG_AST_10, f.controller);
    if (one_faction_teams(t.content, s)) cite(t, Clause::DBG_ONE_07, f.controller);
    if (cooperative(t.content, s) && player(s, f.controller).damage > 0) cite(t, Clause::DBG_COP_06, f.controller);
  }
  resolve(t, seat, AssistState::resolved);
}

void list_acceptance(const Content&, const State& s, ChoiceList& out) {
  const Seat seat = core::seat(s.agenda.back().as<BattleFrame>().offerer);
  out.add(choice(Verb::accept, seat));
  out.add(choice(Verb::refuse, seat));
}

// Why nobody is asked whether to take this Assist.
Refusal judge_forced(const Content& c, const State& s, Choice ch) {
  if (!in_battle(s) || ch.a() >= s.seats || s.battle.assists[ch.a()].state != AssistState::resolved) return legal;
  return refuse(may_decline(c, s, core::seat(ch.a())) ? Clause::DBG_AST_08 : Clause::DBG_AST_10, Fact::forced);
}

Refusal judge_acceptance(const Content&, const State& s, Seat, Choice ch) {
  return ch.a() == s.agenda.back().as<BattleFrame>().offerer ? legal
                                                             : refuse(Clause::DBG_AST_06, Fact::not_offered);
}

void accept_assist(Table& t, Seat, Choice ch) {
  cite(t, Clause::DBG_AST_06, t.s.battle.attacker);
  resolve(t, core::seat(ch.a()), AssistState::resolved);
}

void refuse_assist(Table& t, Seat, Choice ch) {
  const Seat seat = core::seat(ch.a());
  cite(t, Clause::DBG_AST_06, t.s.battle.attacker);
  Assist& offer = t.s.battle.assists[core::index(seat)];
  enter_hand(t.s, seat, offer.card);
  offer = {};
  offer.state = AssistState::returned;
  emit(t, Clause::DBG_AST_07, EventKind::assist_refused, seat);
  cite(t, Clause::DBG_HID_03, seat);
  cite(t, Clause::DBG_HID_08, seat);
}

// ---- what it is worth --------------------------------------------------------------------------------

// DBG-BAT-05: by the side that is up.
int penalty_of(const Content& c, const State& s, Seat seat) {
  return -std::min<int>(0, side_of(c, s, seat).against_adversaries);
}

// DBG-TIM-09: never below 0.
int assist_power(const Content& c, const State& s, Seat seat) {
  const Assist& offer = s.battle.assists[core::index(seat)];
  if (!in_play(s, seat, offer.slot)) return 0;  // destroyed since (DBG-CNF-12)
  const bool defended = offer.state == AssistState::defended;
  const bool penalized = defended || is_adversary(c, s, seat, s.battle.card);
  const int power = power_of(c, s, seat, offer.slot) + offer.bonus + assist_bonus(c, s, seat);
  return std::max(0, power - (penalized ? penalty_of(c, s, seat) : 0));
}

// DBG-CNF-11.
void return_assists(Table& t) {
  State& s = t.s;
  for (int i = 0; i < s.seats; ++i) {
    Assist& offer = s.battle.assists[i];
    if (offer.state != AssistState::offered && offer.state != AssistState::defending) continue;
    enter_hand(s, core::seat(i), offer.card);
    // DBG-AST-02: in Cooperative it lay faceup.
    if (cooperative(t.content, s)) {
      emit(t, Clause::DBG_CNF_11, EventKind::assist_returned, core::seat(i), offer.card);
    } else {
      emit(t, Clause::DBG_CNF_11, EventKind::assist_refused, core::seat(i));
      cite(t, Clause::DBG_HID_03, core::seat(i));
    }
    offer = {};
    offer.state = AssistState::returned;
  }
}

void discard_assists(Table& t) {
  State& s = t.s;
  for (int i = 0; i < s.seats; ++i) {
    const Assist offer = s.battle.assists[i];
    if (offer.state != AssistState::resolved && offer.state != AssistState::defended) continue;
    if (s.slots[offer.slot].assist == 0 || !in_play(s, core::seat(i), offer.slot)) continue;  // destroyed since
    leave_play(s, core::seat(i), offer.slot);
    s.players[i].discard.push(offer.card);
    emit(t, offer.state == AssistState::defended ? Clause::DBG_DEF_06 : Clause::DBG_CNF_11, EventKind::discarded,
         core::seat(i), offer.card);
  }
}

}  // namespace rw::transformers_dbg
