// Buying cards and thwarting Schemes.
#include <algorithm>

#include "engine/games/transformers_dbg/turn.h"

namespace rw::transformers_dbg {
namespace {

bool may_buy_adversary(const Content& c, const State& s, Seat seat) {
  return !s.lasting.empty() && holds(c, s, Licence::buy_adversary_robot, seat);
}

}  // namespace

// DBG-BUY-01, DBG-BUY-04: what kind of card it is.
bool for_sale(const Content& c, const State& s, Seat seat, Card card) {
  switch (card_def(c, card).kind) {
    case CardKind::technology:
    case CardKind::maneuver:
    case CardKind::ally:
    case CardKind::relic: return true;
    case CardKind::robot: return !is_adversary(c, s, seat, card) || may_buy_adversary(c, s, seat);
    default: return false;
  }
}

namespace {

// DBG-BUY-08: a card that costs nothing must still be in reach: on this space, or where unspent Power reaches.
bool is_affordable(const Pools& pools, int far, int cost) {
  return cost > 0 ? reaching(pools, far) >= cost : far == 0 || reaching_pools(pools, far) > 0;
}

// Points may be picked one by one where that makes a difference.
bool may_pick(const Pools& pools, int far, int cost) {
  return cost > 0 && reaching(pools, far) > cost && reaching_pools(pools, far) > 1;
}

int far_from(const State& s, Seat seat, Space space) { return distance(player(s, seat).space, space); }

}  // namespace

bool is_cumulative(const Content& c, const State& s, Space space) {
  const std::uint32_t modifiers = modifiers_at(c, Spot::matrix_faceup, s.matrix.card[space]);
  return (modifiers & modifier_bit(WordOp::cumulative_thwart)) != 0;
}

int tokens_on(const State& s, Space space) {
  int n = 0;
  for (std::uint8_t tokens : s.matrix.tokens[space]) n += tokens;
  return n;
}

namespace {

// DBG-TVT-09: with both base sets each faction has its own Basic.
bool basics_by_faction(const Content& c, const State& s) { return (s.sets & 3) == 3 && !one_faction(c, s); }
bool is_own_basic(const Content& c, const State& s, Seat seat, CardSet set) {
  return !basics_by_faction(c, s) || set == base_set_of(c, s, player(s, seat).faction);
}
// DBG-BUY-07, DBG-ONE-13: in games of one faction there is one stack.
bool has_stack(const Content& c, const State& s, Seat seat, CardSet set) {
  return core::contains(s.sets, set) &&
         (basics_by_faction(c, s) || set == base_set_of(c, s, player(s, seat).faction));
}

void list_basics(const Content& c, const State& s, Seat seat, const Pools& pools, ChoiceList& out) {
  for (const CardSet set : core::first<CardSet>(base_sets)) {
    if (s.basics[set] == 0 || !is_own_basic(c, s, seat, set)) continue;
    const int cost = buy_cost(c, s, seat, c.basics[set]);
    if (reaching(pools, 0) < cost) continue;
    out.add(choice(Verb::buy_basic, c.basics[set]));
    if (may_pick(pools, 0, cost)) out.add(choice(Verb::buy_basic, c.basics[set], 1));
  }
}

void list_thwarting(const Content& c, const State& s, Seat seat, Space space, ChoiceList& out) {
  if (!is_adversary(c, s, seat, s.matrix.card[space])) return;
  Pools pools;
  power_pools(c, s, seat, Use::thwarting, pools);
  const int far = far_from(s, seat, space), reach = reaching(pools, far);
  const int cost = card_def(c, s.matrix.card[space]).cost;
  if (is_cumulative(c, s, space)) {
    const int missing = cost - tokens_on(s, space);
    out.add_run(choice(Verb::thwart, space, 1), std::max(0, std::min(reach, missing)));
  } else if (reach >= cost) {
    out.add(choice(Verb::thwart, space));
    if (may_pick(pools, far, cost)) out.add(choice(Verb::thwart, space, 0, 1));
  }
}

}  // namespace

void list_purchases(const Content& c, const State& s, Seat seat, const Pools& pools, ChoiceList& out) {
  list_basics(c, s, seat, pools, out);
  for (const Space space : faceup_spaces(s)) {
    const Card card = s.matrix.card[space];
    if (card_def(c, card).kind == CardKind::scheme) {
      list_thwarting(c, s, seat, space, out);
      continue;
    }
    const int reach = reaching(pools, far_from(s, seat, space));
    if (reach == 0 && s.lasting.empty()) continue;  // only a lasting effect makes a card free
    if (!for_sale(c, s, seat, card)) continue;
    const int cost = buy_cost(c, s, seat, card), far = far_from(s, seat, space);
    if (!is_affordable(pools, far, cost)) continue;
    out.add(choice(Verb::buy, space));
    if (may_pick(pools, far, cost)) out.add(choice(Verb::buy, space, 1));
  }
}

// What Power can be spent on.
void list_purchases_and_battles(const Content& c, const State& s, ChoiceList& out) {
  const Seat seat = s.decision.asked;
  Pools pools;
  power_pools(c, s, seat, Use::buying, pools);
  list_purchases(c, s, seat, pools, out);
  if (s.lasting.empty() || !holds(c, s, Licence::battle_with_move, seat))
    return list_battles(c, s, seat, pools, out);
  Pools battling;
  power_pools(c, s, seat, Use::battling, battling);
  list_battles(c, s, seat, battling, out);
}

namespace {

Refusal judge_open_card(const State& s, Space space, Clause there, Clause faceup) {
  if (!on_grid(s, space)) return refuse(there, Fact::no_such_space);
  if (is_empty(s, space)) return refuse(there, Fact::empty_space);
  return is_faceup(s, space) ? legal : refuse(faceup, Fact::facedown);
}

}  // namespace

Refusal judge_buy(const Content& c, const State& s, Seat seat, Choice ch) {
  const Space space = ch.a<Space>();
  if (const Refusal refusal = judge_open_card(s, space, Clause::DBG_BUY_04, Clause::DBG_BUY_04); refusal.refused())
    return refusal;
  const Card card = s.matrix.card[space];
  if (!for_sale(c, s, seat, card))
    return refuse(card_def(c, card).kind == CardKind::site ? Clause::DBG_SIT_02 : Clause::DBG_BUY_04,
                  Fact::not_for_sale);
  Pools pools;
  power_pools(c, s, seat, Use::buying, pools);
  const int cost = buy_cost(c, s, seat, card), far = far_from(s, seat, space), reach = reaching(pools, far);
  if (!is_affordable(pools, far, cost)) {
    if (cost == 0) return refuse(Clause::DBG_BUY_08, Fact::out_of_reach, longest_range(pools), far);
    if (is_blank(c, s, seat)) return refuse(Clause::DBG_CRD_03, Fact::blanked);
    const Clause clause = reaching(pools, 0) >= cost ? Clause::DBG_GEN_07 : Clause::DBG_BUY_04;
    if (reach == 0 && reaching(pools, 0) > 0) return refuse(clause, Fact::out_of_reach, longest_range(pools), far);
    return refuse(clause, Fact::too_little_power, reach, cost);
  }
  if (ch.b() > 1 || (ch.b() == 1 && !may_pick(pools, far, cost)))
    return refuse(Clause::DBG_BUY_05, Fact::one_way_only);
  return legal;
}

Refusal judge_buy_basic(const Content& c, const State& s, Seat seat, Choice ch) {
  const Card card = ch.a<Card>();
  if (!is_pile_card(c, card) || card_def(c, card).kind != CardKind::basic)
    return refuse(Clause::DBG_BUY_03, Fact::not_for_sale);
  const CardSet set = card_def(c, card).set;
  if (!is_own_basic(c, s, seat, set)) return refuse(Clause::DBG_TVT_09, Fact::other_basic);
  if (!has_stack(c, s, seat, set)) return refuse(Clause::DBG_BUY_07, Fact::no_such_stack);
  if (s.basics[set] == 0) return refuse(Clause::DBG_BUY_04, Fact::stack_empty);
  Pools pools;
  power_pools(c, s, seat, Use::buying, pools);
  const int cost = buy_cost(c, s, seat, card), reach = reaching(pools, 0);
  if (reach < cost)
    return refuse(is_blank(c, s, seat) ? Clause::DBG_CRD_03 : Clause::DBG_BUY_04, Fact::too_little_power, reach,
                  cost);
  if (ch.b() > 1 || (ch.b() == 1 && !may_pick(pools, 0, cost)))
    return refuse(Clause::DBG_BUY_05, Fact::one_way_only);
  return legal;
}

Refusal judge_thwart(const Content& c, const State& s, Seat seat, Choice ch) {
  const Space space = ch.a<Space>();
  if (const Refusal refusal = judge_open_card(s, space, Clause::DBG_SCH_02, Clause::DBG_SCH_05); refusal.refused())
    return refusal;
  const Card card = s.matrix.card[space];
  if (card_def(c, card).kind != CardKind::scheme) return refuse(Clause::DBG_SCH_02, Fact::not_a_scheme);
  if (!is_adversary(c, s, seat, card)) return refuse(Clause::DBG_SCH_02, Fact::not_an_adversary);
  Pools pools;
  power_pools(c, s, seat, Use::thwarting, pools);
  const int far = far_from(s, seat, space), reach = reaching(pools, far);
  const bool cumulative = is_cumulative(c, s, space);
  const int need = cumulative ? std::max(1, ch.b()) : card_def(c, card).cost;
  if (reach < need) {
    Pools all;
    power_pools(c, s, seat, Use::buying, all);
    const bool own_power = reaching(all, far) >= need;
    return refuse(own_power ? Clause::DBG_COM_07 : Clause::DBG_SCH_02, Fact::too_little_power, reach, need);
  }
  if (const int missing = card_def(c, card).cost - tokens_on(s, space); cumulative && ch.b() > missing)
    return refuse(Clause::DBG_SCH_03, Fact::more_than_missing, missing, ch.b());
  if (cumulative ? ch.b() < 1 || ch.c() != 0
                 : ch.b() != 0 || ch.c() > 1 || (ch.c() == 1 && !may_pick(pools, far, need)))
    return refuse(cumulative ? Clause::DBG_SCH_03 : Clause::DBG_BUY_05, Fact::one_way_only);
  return legal;
}

// ---- paying, then the deed ---------------------------------------------------------------------------

namespace {

void pay_and_finish(Table& t, Seat seat, Verb verb, core::Operand target, int far, int points, bool by_hand) {
  t.s.acted = 1;
  cite(t, Clause::DBG_TRN_04, seat);
  if (by_hand) return push_spend(t, seat, verb, target, points);
  Pools pools;
  power_pools(t.content, t.s, seat, verb == Verb::thwart ? Use::thwarting : Use::buying, pools);
  commit_by_proposal(t.s, pools, far, points);
  finish_purchase(t, seat, verb, target, points);
}

void finish_buy(Table& t, Seat seat, Space space, int points) {
  State& s = t.s;
  const bool adversary = is_adversary(t.content, s, seat, s.matrix.card[space]);
  const bool discounted =
      buy_cost(t.content, s, seat, s.matrix.card[space]) < card_def(t.content, s.matrix.card[space]).cost;
  const Card card = take_from_matrix(s, space);
  const CardDef& def = card_def(t.content, card);
  emit(t, def.kind == CardKind::relic ? Clause::DBG_BUY_02 : Clause::DBG_BUY_01, EventKind::bought, seat, card,
       space);
  cite(t, Clause::DBG_BUY_05, seat);
  cite(t, Clause::DBG_BUY_06, seat);
  if (points == 0) cite(t, Clause::DBG_BUY_08, seat);
  cite(t, Clause::DBG_MTX_02, seat);
  if (adversary) cite(t, Clause::DBG_GEN_23, seat);
  if (def.kind == CardKind::relic) {
    player(s, seat).vault.push(card);
    gain_relic(player(s, seat), def.relic);
    note_texts(t.content, s, Spot::vault, card);
    cite(t, Clause::DBG_REL_01, seat);
  } else {
    player(s, seat).discard.push(card);
  }
  if (discounted) serve(t, WordOp::buy_discount, seat, card);
  if (adversary) serve(t, Licence::buy_adversary_robot, seat);
  push_event(t, Moment::bought, seat, card, space);
}

void finish_basic(Table& t, Seat seat, Card card) {
  State& s = t.s;
  --s.basics[card_def(t.content, card).set];
  player(s, seat).discard.push(card);
  emit(t, Clause::DBG_BUY_03, EventKind::basic_bought, seat, card);
  cite(t, basics_by_faction(t.content, s) ? Clause::DBG_TVT_09 : Clause::DBG_BUY_07, seat);
  serve(t, WordOp::buy_discount, seat, card);
}

void finish_thwart(Table& t, Seat seat, Space space, int points) {
  State& s = t.s;
  const Card card = s.matrix.card[space];
  if (is_cumulative(t.content, s, space)) {
    std::uint8_t& tokens = s.matrix.tokens[space][core::index(seat)];
    tokens = static_cast<std::uint8_t>(std::min(255, tokens + points));
    emit(t, Clause::DBG_SCH_03, EventKind::contributed, seat, points, space, card);
    cite(t, Clause::DBG_CRD_17, seat);
    if (tokens_on(s, space) < card_def(t.content, card).cost) return;
  }
  emit(t, Clause::DBG_SCH_02, EventKind::thwarted, seat, card, space);
  // It stops working before its reward is gained, and is destroyed afterwards.
  core::exclude(s.faceup, space);
  s.matrix.known_by[space] = all_seats(s);
  push_texts(t, seat, source_of(space), card, Moment::reward);
  s.agenda.back().count = 1;
}

}  // namespace

void finish_purchase(Table& t, Seat seat, Verb verb, core::Operand target, int points) {
  const auto space = core::make<Space>(target.value);
  if (verb == Verb::battle || verb == Verb::confront) return finish_declaration(t, seat, space);
  spend_committed(t.s, seat);
  switch (verb) {
    case Verb::buy: return finish_buy(t, seat, space, points);
    case Verb::buy_basic: return finish_basic(t, seat, core::make<Card>(target.value));
    default: return finish_thwart(t, seat, space, points);
  }
}

void buy(Table& t, Seat seat, Choice ch) {
  cite(t, Clause::DBG_GEN_03, seat);
  cite(t, Clause::DBG_GEN_05, seat);
  cite(t, Clause::DBG_GEN_06, seat);
  cite(t, Clause::DBG_GEN_07, seat);
  const Space space = ch.a<Space>();
  pay_and_finish(t, seat, Verb::buy, space, far_from(t.s, seat, space),
                 buy_cost(t.content, t.s, seat, t.s.matrix.card[space]), ch.b() != 0);
}

void buy_basic(Table& t, Seat seat, Choice ch) {
  const Card card = ch.a<Card>();
  pay_and_finish(t, seat, Verb::buy_basic, card, 0, buy_cost(t.content, t.s, seat, card), ch.b() != 0);
}

void thwart(Table& t, Seat seat, Choice ch) {
  const Space space = ch.a<Space>();
  const int points = ch.b() != 0 ? ch.b() : card_def(t.content, t.s.matrix.card[space]).cost;
  pay_and_finish(t, seat, Verb::thwart, space, far_from(t.s, seat, space), points, ch.c() != 0);
}

}  // namespace rw::transformers_dbg
