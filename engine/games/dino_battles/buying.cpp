// The Buy phase.
#include "engine/games/dino_battles/turn.h"

namespace rw::dino_battles {
namespace {

Cost price_of(const Content& c, const State& s, int kind) {
  return is_stack_card(kind) ? stack_card(c, s, kind).cost : Cost{};
}

// DNB-BUY-03, DNB-BUY-11, DNB-GEN-08.
Refusal judge_price(const State& s, Seat seat, const Cost& cost, Payment offered) {
  const int size = paid_of(offered, 0) + paid_of(offered, 1) + paid_of(offered, 2);
  if (!meets(cost, offered)) return refuse(Clause::DNB_GEN_08, Fact::wrong_payment, size, cost.size());
  const Player& p = player(s, seat);
  for (int k = 0; k < combat_kinds; ++k)
    if (paid_of(offered, k) > p.hand[k])
      return refuse(p.under[k] != 0 ? Clause::DNB_BUY_11 : Clause::DNB_BUY_14, Fact::cost_not_covered, p.hand[k],
                    paid_of(offered, k));
  return legal;
}

}  // namespace

// DNB-BUY-06: the Active zone if it is empty, else the first free place of the Reserve.
int free_slot(const State& s, Seat seat) {
  for (int slot = 0; slot <= s.reserve_limit; ++slot)
    if (player(s, seat).at_slot[slot] == 0) return slot;
  return -1;
}

void list_purchases(const Content& c, const State& s, ChoiceList& out) {
  if (s.buys == 0) return;
  const Seat seat = s.decision.asked;
  const Player& p = player(s, seat);
  for (int kind = 0; kind < kind_count; ++kind) {
    if (is_status(kind) || s.supply[kind] == 0) continue;
    each_payment(price_of(c, s, kind), p.hand,
                 [&](Payment offered) { out.add(choice(Verb::buy, kind, 0, offered)); });
  }
  if (free_slot(s, seat) < 0) return;
  for (int slot = 0; slot < offering_size; ++slot)
    if (s.offering[slot] != 0)
      each_payment(c.dinosaurs[s.dinos[s.offering[slot] - 1]].cost, p.hand,
                   [&](Payment offered) { out.add(choice(Verb::buy_dinosaur, slot + 1, 0, offered)); });
}

Refusal judge_buy(const Content& c, const State& s, Seat seat, Choice ch) {
  const int kind = ch.a();
  if (is_status(kind)) return refuse(Clause::DNB_BUY_09, Fact::not_for_sale);
  if (s.buys == 0) return refuse(Clause::DNB_BUY_14, Fact::no_buys_left);
  if (kind >= kind_count || s.supply[kind] == 0) return refuse(Clause::DNB_BUY_14, Fact::stack_empty);
  return judge_price(s, seat, price_of(c, s, kind), ch.c());
}

Refusal judge_buy_dinosaur(const Content& c, const State& s, Seat seat, Choice ch) {
  if (s.buys == 0) return refuse(Clause::DNB_BUY_14, Fact::no_buys_left);
  if (ch.a() < 1 || ch.a() > offering_size || s.offering[ch.a() - 1] == 0)
    return refuse(Clause::DNB_BUY_14, Fact::slot_empty);
  if (free_slot(s, seat) < 0) return refuse(Clause::DNB_BUY_08, Fact::no_room, s.reserve_limit + 1);
  return judge_price(s, seat, c.dinosaurs[s.dinos[s.offering[ch.a() - 1] - 1]].cost, ch.c());
}

void buy(Table& t, Seat seat, Choice ch) {
  const int kind = ch.a();
  --t.s.buys;
  pay_from_hand(t, seat, ch.c(), price_of(t.content, t.s, kind), Clause::DNB_BUY_03);
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
  std::uint8_t& offer = s.offering[ch.a() - 1];
  const int kind = offer;
  --s.buys;
  pay_from_hand(t, seat, ch.c(), t.content.dinosaurs[s.dinos[kind - 1]].cost, Clause::DNB_BUY_03);
  offer = 0;
  const int slot = free_slot(s, seat);
  int place = 0;
  while (p.dino[place].kind != 0) ++place;
  p.dino[place] = {static_cast<std::uint8_t>(kind), 0, 0, static_cast<std::uint8_t>(slot)};
  p.at_slot[slot] = static_cast<std::uint8_t>(place + 1);
  emit(t, Clause::DNB_BUY_06, EventKind::dino_bought, seat, s.dinos[kind - 1], target_of(seat, slot));
  cite(t, Clause::DNB_BUY_01, seat);
  cite(t, Clause::DNB_BUY_02, seat);
  cite(t, Clause::DNB_BUY_10, seat);
  cite(t, Clause::DNB_BUY_12, seat);
  if (slot == s.reserve_limit) cite(t, Clause::DNB_BUY_07, seat);
}

}  // namespace rw::dino_battles
