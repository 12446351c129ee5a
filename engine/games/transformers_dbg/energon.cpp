// Energon, Converting, and the texts that a player may use.
#include <algorithm>

#include "engine/games/transformers_dbg/acting.h"
#include "engine/games/transformers_dbg/turn.h"
#include "engine/games/transformers_dbg/word_table.h"

namespace rw::transformers_dbg {

// ---- Energon ------------------------------------------------------------------------------------------------

// DBG-GEN-13, DBG-RES-01.
void gain_energon(Table& t, Seat seat, int n, Clause clause) {
  if (n <= 0) return;
  Player& p = player(t.s, seat);
  p.energon = static_cast<std::uint8_t>(std::min(255, p.energon + n));
  emit(t, clause, EventKind::energon_gained, seat, n, p.energon);
  cite(t, Clause::DBG_RES_01, seat);
}

// DBG-RES-02: what there is, up to n.
void lose_energon(Table& t, Seat seat, int n, Clause clause) {
  Player& p = player(t.s, seat);
  const int lost = std::min<int>(n, p.energon);
  if (lost <= 0) return cite(t, clause, seat);
  p.energon = static_cast<std::uint8_t>(p.energon - lost);
  emit(t, clause, EventKind::energon_lost, seat, lost, p.energon);
  cite(t, Clause::DBG_RES_03, seat);
}

int energon_price(const Content& c, const State& s, Seat seat, ability::Program p, int at) {
  const int n = Interpreter::amount(c, s, {.controller = seat}, p, operand<WordOp::pay_energon, "n">(p, at));
  const auto moment = static_cast<Moment>(p.ability().moment);
  if (n == 0) return 0;
  if (moment == Moment::energon) return n + total(c, s, Toll::energon, seat);
  // DBG-CRD-09: Kronosphere's is a Confront text too, used earlier than others.
  if (moment == Moment::confront || moment == Moment::after_encounter)
    return n + total(c, s, Toll::confront, seat);
  return n;
}

void pay_energon(Table& t, core::Frame& f, int n, Clause clause) {
  Player& p = player(t.s, f.controller);
  p.energon = static_cast<std::uint8_t>(p.energon - std::min<int>(n, p.energon));
  f.stage = static_cast<std::uint8_t>(f.stage + n);  // a Kronosphere may give it back (DBG-CRD-08)
  emit(t, clause, EventKind::energon_paid, f.controller, n, p.energon);
  cite(t, Clause::DBG_DMG_06, f.controller);
}

// ---- Converting ------------------------------------------------------------------------------------------------

bool can_convert(const Content& c, const State& s, Seat seat, SideUp to) {
  if (to != SideUp::other_side && is_mode(c, s, seat, to)) return false;
  return s.lasting.empty() || !holds(c, s, Deed::convert, seat);
}

namespace {

void turn_side(const Content& c, State& s, Seat seat) {
  Player& p = player(s, seat);
  core::exclude(s.in_play[seat], slot_of_side(seat, p.side));
  p.side ^= 1;
  core::include(s.in_play[seat], slot_of_side(seat, p.side));
  note_texts(c, s, Spot::side_up, card_in(c, s, slot_of_side(seat, p.side)));
}

bool combined(const Content& c, const State& s, Seat seat) {
  return static_cast<SideUp>(side_of(c, s, seat).mode) == SideUp::combiner;
}

int convert_price(const Content& c, const State& s, Seat seat) {
  if (s.free_conversions < free_conversions(c, s, seat)) return 0;
  return c.convert_cost + total(c, s, Toll::energon, seat);
}

}  // namespace

void convert(Table& t, Seat seat, Clause clause) {
  State& s = t.s;
  turn_side(t.content, s, seat);
  if (seat == s.turn && s.conversions < 255) ++s.conversions;
  emit(t, clause, EventKind::converted, seat, side_of(t.content, s, seat).mode);
  cite(t, Clause::DBG_CVT_05, seat);
  if (s.conversions > 1 && seat == s.turn) {
    cite(t, Clause::DBG_CVT_03, seat);
    cite(t, Clause::DBG_CVT_04, seat);
  }
  if (combined(t.content, s, seat)) {
    // DBG-COM-10, DBG-COM-11: one more is lost if there is one.
    cite(t, Clause::DBG_COM_04, seat);
    cite(t, Clause::DBG_COM_06, seat);
    if (player(s, seat).energon > 0)
      lose_energon(t, seat, t.content.combiner_loss, Clause::DBG_COM_10);
    else {
      cite(t, Clause::DBG_COM_10, seat);
      cite(t, Clause::DBG_COM_11, seat);
    }
  } else if (static_cast<SideUp>(side_of(t.content, s, seat).mode) == SideUp::team) {
    cite(t, Clause::DBG_COM_12, seat);
    cite(t, Clause::DBG_COM_03, seat);
  }
  push_event(t, Moment::converted, seat);
}

Refusal judge_convert(const Content& c, const State& s, Seat seat, Choice) {
  if (!can_convert(c, s, seat)) return refuse(Clause::DBG_CVT_06, Fact::cannot_convert);
  const int price = convert_price(c, s, seat);
  if (price > 0 && holds(c, s, Deed::spend_energon, seat)) return refuse(Clause::DBG_DMG_05, Fact::cannot_spend);
  if (player(s, seat).energon < price)
    return refuse(Clause::DBG_CVT_06, Fact::no_energon, player(s, seat).energon, price);
  return legal;
}

// DBG-CVT-01.
void convert_for_energon(Table& t, Seat seat, Choice) {
  State& s = t.s;
  s.acted = 1;
  const int price = convert_price(t.content, s, seat);
  if (price == 0) {
    ++s.free_conversions;
    return convert(t, seat, Clause::DBG_CVT_02);
  }
  core::Frame f{};
  f.controller = seat;
  pay_energon(t, f, price, Clause::DBG_RES_02);
  convert(t, seat, Clause::DBG_CVT_01);
}

// DBG-COM-09, DBG-COM-14: turning back is not Converting.
void combiner_upkeep(Table& t, Seat seat) {
  if (!combined(t.content, t.s, seat)) return;
  if (player(t.s, seat).energon > 0) return lose_energon(t, seat, t.content.combiner_loss, Clause::DBG_COM_09);
  turn_side(t.content, t.s, seat);
  emit(t, Clause::DBG_COM_09, EventKind::turned, seat, side_of(t.content, t.s, seat).mode);
  cite(t, Clause::DBG_COM_14, seat);
}

// ---- prices of texts ---------------------------------------------------------------------------------

namespace {

struct Price {
  int energon = 0, cards = 0, move = 0, damage = 0;
};

Price price_of(const Content& c, const State& s, Seat seat, const ability::Scope& scope, int ability, int block) {
  const ability::Program p = Words::program(c, ability);
  const int end = block + p.length(block);
  Price price;
  for (int at = block + 1; at < end && p.opcode(at) != ability::op_end; at += p.length(at)) {
    const auto amount = [&](int n_at) { return Interpreter::amount(c, s, scope, p, n_at); };
    switch (static_cast<WordOp>(p.opcode(at))) {
      case WordOp::pay_energon: price.energon += energon_price(c, s, seat, p, at); break;
      case WordOp::discard: price.cards += amount(operand<WordOp::discard, "n">(p, at)); break;
      case WordOp::pay_move: price.move += amount(operand<WordOp::pay_move, "n">(p, at)); break;
      case WordOp::gain_damage: price.damage += amount(operand<WordOp::gain_damage, "n">(p, at)); break;
      default: break;
    }
  }
  return price;
}

// Why a price cannot be paid. `missing`: the clause where there is too little of something.
Refusal judge_price(const Content& c, const State& s, Seat seat, const Price& price, Clause missing) {
  const Player& p = player(s, seat);
  if (price.energon > 0 && holds(c, s, Deed::spend_energon, seat))
    return refuse(Clause::DBG_DMG_05, Fact::cannot_spend);
  if (price.damage > 0 && holds(c, s, Deed::gain_damage, seat))
    return refuse(Clause::DBG_CRD_04, Fact::price_unpaid);
  if (price.energon > p.energon) return refuse(missing, Fact::no_energon, p.energon, price.energon);
  if (price.cards > p.hand.size() || (price.move > 0 && moves_left(c, s, seat) < price.move) ||
      price.damage > s.damage_stack.size())
    return refuse(missing, Fact::price_unpaid);
  return legal;
}

}  // namespace

bool can_pay_block(const Content& c, const State& s, Seat seat, const ability::Scope& scope, int ability,
                   int block) {
  return !judge_price(c, s, seat, price_of(c, s, seat, scope, ability, block), Clause::DBG_RES_02).refused();
}

bool can_pay(const Content& c, const State& s, Seat seat, const ability::Scope& scope, int ability) {
  const int cost = Words::program(c, ability).ability().cost;
  return cost == 0 || can_pay_block(c, s, seat, scope, ability, cost);
}

// ---- texts that may be used --------------------------------------------------------------------------

namespace {

std::uint32_t windows_of(Question question) {
  const auto bit = [](Moment moment) { return 1u << static_cast<int>(moment); };
  switch (question) {
    case Question::action:
      return bit(Moment::energon) | bit(Moment::activate) | bit(Moment::site) | bit(Moment::energon_or_block);
    case Question::confront: return bit(Moment::confront);
    case Question::after_encounter: return bit(Moment::after_encounter);
    case Question::block: return bit(Moment::block) | bit(Moment::energon_or_block);
    default: return 0;
  }
}

bool per_battle(Moment moment) { return moment == Moment::confront || moment == Moment::after_encounter; }

// Where it is marked that a text of a source has been used, this turn or in this battle.
template <class State>
auto mark_of(State& s, Seat seat, Source source, int which, Moment moment) {
  struct Mark {
    decltype((s.battle.relics_used[0])) byte;
    int bit;
  };
  if (is_slot(source)) {
    auto& in = s.slots[slot_of(source)];
    return Mark{per_battle(moment) ? in.used_in_battle : in.used, which};
  }
  if (is_space(source)) return Mark{s.matrix.used[space_of(source)], which};
  const int relic = core::index(relic_of(source));
  if (per_battle(moment)) return Mark{s.battle.relics_used[relic / 8], relic % 8};
  return Mark{player(s, seat).relics_used[relic / 4], relic % 4 * 2 + (which & 1)};
}
bool is_used(const State& s, Seat seat, Source source, int which, Moment moment) {
  const auto mark = mark_of(s, seat, source, which, moment);
  return core::contains(mark.byte, mark.bit);
}
void mark_used(State& s, Seat seat, Source source, int which, Moment moment) {
  const auto mark = mark_of(s, seat, source, which, moment);
  core::include(mark.byte, mark.bit);
}

// Why this text cannot be used now.
Refusal judge_text(const Content& c, const State& s, Seat seat, Question question, Source source, int ability) {
  const ability::Program p = Words::program(c, ability);
  const ability::Ability& a = p.ability();
  const auto moment = static_cast<Moment>(a.moment);
  const int which = ability - card_def(c, card_of_ability(c, ability)).first;
  if (a.kind != static_cast<int>(ability::Kind::activated)) return refuse(Clause::DBG_TIM_03, Fact::no_such_text);
  if ((windows_of(question) & (1u << a.moment)) == 0) {
    if (moment == Moment::confront) return refuse(Clause::DBG_CNF_08, Fact::not_now);
    if (moment == Moment::after_encounter)
      return refuse(in_battle(s) ? Clause::DBG_CRD_09 : Clause::DBG_CNF_05, Fact::not_now);
    if (moment == Moment::block) return refuse(Clause::DBG_ATK_09, Fact::not_now);
    return refuse(Clause::DBG_TIM_04, Fact::not_now);
  }
  // DBG-ATK-05: in play a Block costs something; without a price it is one from the hand.
  if (moment == Moment::block && a.cost == 0) return refuse(Clause::DBG_ATK_04, Fact::not_now);
  if (is_used(s, seat, source, which, moment)) return refuse(Clause::DBG_TIM_03, Fact::used_already);
  const bool own_card = (is_slot(source) && !is_character_slot(slot_of(source))) || is_relic(source);
  if (own_card && is_blank(c, s, seat)) return refuse(Clause::DBG_CRD_02, Fact::blanked);
  const ability::Scope scope = scope_at(seat, source);
  if (!condition_holds(c, s, scope, ability)) {
    const bool combiner = is_slot(source) && def_in(c, s, slot_of(source)).wrath;
    return refuse(combiner ? Clause::DBG_COM_08 : Clause::DBG_GEN_24, Fact::condition);
  }
  if (a.cost != 0) {
    const Clause missing = moment == Moment::confront ? Clause::DBG_CNF_13 : Clause::DBG_RES_02;
    const Refusal unpaid = judge_price(c, s, seat, price_of(c, s, seat, scope, ability, a.cost), missing);
    if (unpaid.refused()) return unpaid;
  }
  // Nobody pays for a text that would do nothing.
  if (!worthwhile(c, s, scope, p, Eyes::own))
    return refuse(cooperative(c, s) ? Clause::DBG_COP_11 : Clause::DBG_GEN_24, Fact::no_target);
  return legal;
}

// Calls fn(text, source, ability) for each text of a window in a place that this player may use.
template <class Fn>
void each_text(const Content& c, const State& s, Seat seat, Question question, Fn&& fn) {
  const std::uint32_t windows = windows_of(question);
  if ((s.listened & windows) == 0) return;
  const auto look = [&](const Place& place) {
    if ((moments_at(c, place.spot, place.card) & windows) == 0) return;
    each_text_at(c, place.spot, place.card, [&](int which, int ability) {
      const ability::Ability& a = Words::program(c, ability).ability();
      if (a.kind == static_cast<int>(ability::Kind::activated) && (windows & (1u << a.moment)) != 0)
        fn(text_of(place.source, which), place.source, ability);
    });
  };
  each_own_place(c, s, seat, look);
  // DBG-SIT-01: only the player who stands there.
  const Space space = player(s, seat).space;
  if (question == Question::action && space != no_space && is_faceup(s, space))
    look({Spot::matrix_faceup, source_of(space), s.matrix.card[space]});
}

}  // namespace

void list_texts(const Content& c, const State& s, ChoiceList& out) {
  const Seat seat = s.decision.asked;
  const Question question = question_of(s);
  each_text(c, s, seat, question, [&](Text text, Source source, int ability) {
    if (!judge_text(c, s, seat, question, source, ability).refused()) out.add(choice(Verb::use, text));
  });
}

bool any_text(const Content& c, const State& s, Seat seat, Question question) {
  bool found = false;
  each_text(c, s, seat, question, [&](Text, Source source, int ability) {
    found = found || !judge_text(c, s, seat, question, source, ability).refused();
  });
  return found;
}

// The text that a choice names, wherever it stands and whether it acts there or not.
Source source_of(Seat seat, Text text) {
  const int place = core::index(text) / max_texts;
  if (place < first_text_space) return source_of(core::make<Slot>(place));
  if (const int space = place - first_text_space; place < first_text_relic)
    return space < max_spaces ? source_of(core::make<Space>(space)) : no_source;
  const int relic = place - first_text_relic;
  return relic < relic_room ? source_of(seat, core::make<Relic>(relic)) : no_source;
}

int ability_of_text(const Content& c, const State& s, Seat seat, Text text) {
  const Source source = source_of(seat, text);
  if (source == no_source) return no_ability;
  if (is_slot(source)) {
    const Slot slot = slot_of(source);
    if (!in_play(s, seat, slot) || s.slots[slot].assist != 0) return no_ability;
  } else if (is_space(source)) {
    if (!is_faceup(s, space_of(source))) return no_ability;
  } else if (core::index(relic_of(source)) >= static_cast<int>(c.relics.size()) ||
             !has_relic(player(s, seat), relic_of(source))) {
    return no_ability;
  }
  const CardDef& card = card_def(c, card_of(c, s, source));
  return which_of(text) < card.texts ? card.first + which_of(text) : no_ability;
}

Refusal judge_use(const Content& c, const State& s, Seat seat, Choice ch) {
  const int ability = ability_of_text(c, s, seat, ch.a<Text>());
  if (ability == no_ability) return refuse(Clause::DBG_TIM_05, Fact::no_such_text);
  const Source source = source_of(seat, ch.a<Text>());
  if (is_space(source) && !acts_at(c, Spot::matrix_faceup, ability))
    return refuse(Clause::DBG_TIM_05, Fact::not_bought);
  if (is_space(source) && space_of(source) != player(s, seat).space)
    return refuse(Clause::DBG_SIT_01, Fact::not_here);
  return judge_text(c, s, seat, question_of(s), source, ability);
}

void use(Table& t, Seat seat, Choice ch) {
  State& s = t.s;
  const Source source = source_of(seat, ch.a<Text>());
  const int ability = ability_of_text(t.content, s, seat, ch.a<Text>());
  const CardDef& card = card_def(t.content, card_of_ability(t.content, ability));
  const auto moment = static_cast<Moment>(Words::program(t.content, ability).ability().moment);
  const int which = ability - card.first;
  mark_used(s, seat, source, which, moment);
  const Clause clause = is_space(source)              ? Clause::DBG_SIT_01
                        : is_relic(source)            ? Clause::DBG_REL_01
                        : card.kind == CardKind::ally ? Clause::DBG_ALY_01
                        : moment == Moment::confront  ? Clause::DBG_CNF_08
                        : moment == Moment::block     ? Clause::DBG_ATK_05
                        : moment == Moment::energon   ? Clause::DBG_TIM_04
                                                      : Clause::DBG_TIM_03;
  emit(t, clause, EventKind::text_used, seat, card_of_ability(t.content, ability), card.texts > 1 ? which + 1 : 0);
  cite(t, Clause::DBG_TIM_03, seat);
  cite(t, Clause::DBG_TIM_05, seat);
  if (moment == Moment::confront && card.wrath) cite(t, Clause::DBG_COM_08, seat);
  start_text(t, seat, source, ability, no_subject, Asked::already);
}

void use_as_action(Table& t, Seat seat, Choice ch) {
  t.s.acted = 1;
  use(t, seat, ch);
}

// ---- Regroup (DBG-TRN-05) ----------------------------------------------------------------------------

void list_regroups(const Content& c, const State& s, ChoiceList& out) {
  if (s.no_regroup != 0 || s.acted != 0) return;
  out.add(choice(Verb::regroup, recharge));
  if (knows_repair(c, s, s.decision.asked)) out.add(choice(Verb::regroup, repair_one));
}

Refusal judge_regroup(const Content& c, const State& s, Seat seat, Choice ch) {
  if (s.no_regroup != 0) return refuse(Clause::DBG_TRN_05, Fact::not_now);
  if (s.acted != 0) return refuse(Clause::DBG_TRN_05, Fact::action_taken);
  if (ch.a() == recharge) return legal;
  if (ch.a() != repair_one) return refuse(Clause::DBG_TRN_05, Fact::not_among);
  return knows_repair(c, s, seat) ? legal : refuse(Clause::DBG_TRN_05, Fact::nothing_to_repair);
}

void regroup(Table& t, Seat seat, Choice ch) {
  emit(t, Clause::DBG_TRN_05, EventKind::regrouped, seat, ch.a());
  end_action_phase(t);
  if (ch.a() == recharge)
    gain_energon(t, seat, t.content.regroup, Clause::DBG_GEN_13);
  else
    push_repair(t, seat, t.content.regroup);
}

}  // namespace rw::transformers_dbg
