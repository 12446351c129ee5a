// The Buy phase.
#include "engine/games/dino_battles/turn.h"

namespace rw::dino_battles {
namespace {

Cost price_of(const Content& c, const State& s, Kind kind) {
  return is_stack_card(kind) ? stack_card(c, s, kind).cost : Cost{};
}

// DNB-BUY-03, DNB-BUY-11, DNB-GEN-08.
Refusal judge_price(const State& s, Seat seat, const Cost& cost, Payment offered) {
  if (!meets(cost, offered)) {
    const bool other_kinds = cards_in(offered) == cost.size();
    return refuse(Clause::DNB_GEN_08, other_kinds ? Fact::cost_not_covered : Fact::wrong_payment,
                  cards_in(offered), cost.size());
  }
  const Player& p = player(s, seat);
  for (const Kind k : combat_cards)
    if (paid_of(offered, k) > p.hand[k])
      return refuse(p.under[k] != 0 ? Clause::DNB_BUY_11 : Clause::DNB_BUY_14, Fact::cost_not_covered, p.hand[k],
                    paid_of(offered, k));
  return legal;
}

}  // namespace

// DNB-BUY-06: the Active zone if it is empty, else the first free place of the Reserve.
Slot free_slot(const State& s, Seat seat) {
  for (const Slot slot : core::first<Slot>(s.reserve_limit + 1))
    if (player(s, seat).at_slot[slot] == 0) return slot;
  return no_slot;
}

void list_purchases(const Content& c, const State& s, ChoiceList& out) {
  if (s.buys == 0) return;
  const Seat seat = s.decision.asked;
  const Player& p = player(s, seat);
  for (const Kind kind : all_kinds_of_cards) {
    if (is_status(kind) || s.supply[kind] == 0) continue;
    each_payment(price_of(c, s, kind), p.hand,
                 [&](Payment offered) { out.add(choice(Verb::buy, kind, 0, offered)); });
  }
  if (free_slot(s, seat) == no_slot) return;
  for (int slot = 0; slot < offering_size; ++slot)
    if (s.offering[slot] != 0)
      each_payment(card_of(c, s.dinos[offered(s, slot)]).cost, p.hand,
                   [&](Payment paid) { out.add(choice(Verb::buy_dinosaur, slot + 1, 0, paid)); });
}

Refusal judge_buy(const Content& c, const State& s, Seat seat, Choice ch) {
  const Kind kind = ch.a<Kind>();
  if (is_status(kind)) return refuse(Clause::DNB_BUY_09, Fact::not_for_sale);
  if (s.buys == 0) return refuse(Clause::DNB_BUY_14, Fact::no_buys_left);
  if (kind >= Kind::end || s.supply[kind] == 0) return refuse(Clause::DNB_BUY_14, Fact::stack_empty);
  return judge_price(s, seat, price_of(c, s, kind), core::make<Payment>(ch.c()));
}

Refusal judge_buy_dinosaur(const Content& c, const State& s, Seat seat, Choice ch) {
  if (s.buys == 0) return refuse(Clause::DNB_BUY_14, Fact::no_buys_left);
  if (ch.a() < 1 || ch.a() > offering_size || s.offering[ch.a() - 1] == 0)
    return refuse(Clause::DNB_BUY_14, Fact::slot_empty);
  if (free_slot(s, seat) == no_slot) return refuse(Clause::DNB_BUY_08, Fact::no_room, s.reserve_limit + 1);
  return judge_price(s, seat, card_of(c, s.dinos[offered(s, ch.a() - 1)]).cost, core::make<Payment>(ch.c()));
}

void buy(Table& t, Seat seat, Choice ch) {
  const Kind kind = ch.a<Kind>();
  --t.s.buys;
  pay_from_hand(t, seat, core::make<Payment>(ch.c()), price_of(t.content, t.s, kind), Clause::DNB_BUY_03);
  --t.s.supply[kind];
  ++player(t.s, seat).discard[kind];
  emit(t, Clause::DNB_BUY_05, EventKind::bought, seat, kind);
  cite(t, Clause::DNB_BUY_01, seat);
  cite(t, Clause::DNB_BUY_02, seat);
  if (is_combat(kind)) cite(t, Clause::DNB_BUY_04, seat);
}

void buy_dinosaur(Table& t, Seat seat, Choice ch) {
  State& s = t.s;
  Player& p = player(s, seat);
  const DinoKind kind = offered(s, ch.a() - 1);
  --s.buys;
  pay_from_hand(t, seat, core::make<Payment>(ch.c()), card_of(t.content, s.dinos[kind]).cost, Clause::DNB_BUY_03);
  s.offering[ch.a() - 1] = 0;
  const Slot slot = free_slot(s, seat);
  enter_play(p, kind, slot);
  emit(t, Clause::DNB_BUY_06, EventKind::dino_bought, seat, s.dinos[kind], target_of(seat, slot));
  cite(t, Clause::DNB_BUY_01, seat);
  cite(t, Clause::DNB_BUY_02, seat);
  cite(t, Clause::DNB_BUY_10, seat);
  cite(t, Clause::DNB_BUY_12, seat);
  if (core::index(slot) == s.reserve_limit) cite(t, Clause::DNB_BUY_07, seat);
}

}  // namespace rw::dino_battles
