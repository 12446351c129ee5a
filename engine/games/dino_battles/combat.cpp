// Combat Moves: attacks and how they are paid, answered and finished; retreats; damage.
#include <algorithm>

#include "engine/games/dino_battles/turn.h"

namespace rw::dino_battles {
namespace {

// ---- paying for an attack ----------------------------------------------------------------------------
//
// DNB-ATK-02: each symbol is paid from under any of one's own Dinosaurs. A choice names the slots in the order of
// the symbols, four bits each; 0 is the first way there is: from the Active Dinosaur as far as it goes,
// then from the Reserve in the order of its slots.

inline constexpr int max_symbols = 4;

using Slots = Slot[max_symbols];  // in the order of the symbols
struct Purse {
  core::Indexed<Slot, core::Indexed<Kind, std::uint8_t, combat_kinds>, max_slots> have{};
  Kind symbols[max_symbols] = {};
  int count = 0;
};

Purse purse_for(const State& s, Seat seat, const Cost& cost) {
  Purse purse;
  const Player& p = player(s, seat);
  for (const Attached& card : attached_cards(s, seat)) {
    if (!is_combat(card.kind)) continue;
    const Slot slot = p.dino[card.place].slot;
    if (slot == active_slot || s.attacker_pays == 0) ++purse.have[slot][card.kind];
  }
  for (const Kind k : combat_cards)
    for (int i = 0; i < cost.of[k] && purse.count < max_symbols; ++i) purse.symbols[purse.count++] = k;
  return purse;
}

// Calls fn(operand, slots) for each way to pay; it returns false to stop.
template <class Fn>
bool each_way(Purse& purse, int at, Slots& slots, bool& first, Fn&& fn) {
  if (at == purse.count) {
    int operand = 0;
    for (int i = 0; i < purse.count && !first; ++i) operand |= (core::index(slots[i]) + 1) << (4 * i);
    first = false;
    return fn(operand, slots);
  }
  const Kind kind = purse.symbols[at];
  const Slot from = at > 0 && purse.symbols[at - 1] == kind ? slots[at - 1] : active_slot;  // order has no meaning
  for (const Slot slot : all_slots) {
    if (slot < from || purse.have[slot][kind] == 0) continue;
    --purse.have[slot][kind];
    slots[at] = slot;
    const bool on = each_way(purse, at + 1, slots, first, fn);
    ++purse.have[slot][kind];
    if (!on) return false;
  }
  return true;
}

template <class Fn>
void each_attack_payment(const State& s, Seat seat, const Cost& cost, Fn&& fn) {
  Purse purse = purse_for(s, seat, cost);
  Slots slots = {};
  bool first = true;
  each_way(purse, 0, slots, first, fn);
}

// Calls fn(target) for everything the attack may be aimed at (DNB-ATK-04 to 06, DNB-DIR-01).
template <class Fn>
void each_attack_target(const State& s, Seat seat, const AttackCard& attack, Fn&& fn) {
  for (int i = 0; i < s.seats; ++i) {
    const Seat other = core::seat(i);
    if (other == seat || !in_game(s, other)) continue;
    if (!has_dinosaur(s, other)) fn(target_of(other, player_slot));
    for (const Slot slot : all_slots)
      if (dino_in(s, other, slot) != no_dino && (slot == active_slot || attack.any_dinosaur))
        fn(target_of(other, slot));
  }
}

// DNB-RET-02: the part of the retreat cost that is paid from the hand, the rest from under the Dinosaur.
template <class Fn>
void each_retreat_payment(const State& s, Seat seat, const Cost& cost, Fn&& fn) {
  const Ref active = active_of(s, seat);
  core::Indexed<Kind, int, combat_kinds> low, high;
  for (const Kind k : combat_cards) {
    low[k] = cost.of[k] == 0 ? 0 : std::max(0, cost.of[k] - attached_of(s, active, k));
    high[k] = std::min(cost.of[k], player(s, seat).hand[k]);
    if (low[k] > high[k]) return;
  }
  for (int a = low[Kind::attack]; a <= high[Kind::attack]; ++a)
    for (int e = low[Kind::evade]; e <= high[Kind::evade]; ++e)
      for (int d = low[Kind::defend]; d <= high[Kind::defend]; ++d) fn(payment(a, e, d));
}

int cards_named(int operand) {
  int n = 0;
  for (; operand != 0; operand >>= 4) ++n;
  return n;
}

int attack_number(const State& s, Ref ref, int which) { return core::index(dino_record(s, ref)) * 2 + which; }

}  // namespace

int named_payment(const State& s, Seat seat, const Cost& cost, int slots) {
  Slots wanted = {};
  const Purse purse = purse_for(s, seat, cost);
  if (cards_named(slots) != purse.count) return -1;
  for (int i = 0; i < purse.count; ++i) wanted[i] = core::make<Slot>(((slots >> (4 * i)) & 15) - 1);
  for (int i = 0, end = 0; i < purse.count; i = end) {  // the symbols of one kind stand together
    while (end < purse.count && purse.symbols[end] == purse.symbols[i]) ++end;
    std::sort(wanted + i, wanted + end);
  }
  int named = -1;
  each_attack_payment(s, seat, cost, [&](int operand, const Slot* way) {
    if (std::equal(wanted, wanted + purse.count, way)) named = operand;
    return named < 0;
  });
  return named;
}

// ---- listing and judging ---------------------------------------------------------------------------------

void list_combat_moves(const Content& c, const State& s, ChoiceList& out) {
  const Seat seat = s.decision.asked;
  const Ref active = active_of(s, seat);
  if (active == no_dino || moves_left(c, s, seat) == 0) return;
  const DinosaurCard& dino = dino_card(c, s, active);
  for (int which = 0; which < dino.attack_count; ++which)
    each_attack_payment(s, seat, dino.attacks[which].cost, [&](int operand, const Slot*) {
      each_attack_target(s, seat, dino.attacks[which], [&](Target target) {
        out.add(choice(Verb::attack, target, attack_number(s, active, which), operand));
      });
      return true;
    });
  for (const Slot slot : reserve_slots)
    if (dino_in(s, seat, slot) != no_dino)
      each_retreat_payment(s, seat, dino.retreat, [&](Payment from_hand) {
        out.add(choice(Verb::retreat, target_of(seat, slot), from_hand));
      });
  out.add(choice(Verb::pass_move));
}

Refusal judge_attack(const Content& c, const State& s, Seat seat, Choice ch) {
  const Ref active = active_of(s, seat);
  if (active == no_dino)
    return refuse(has_dinosaur(s, seat) ? Clause::DNB_ATK_15 : Clause::DNB_TRN_09, Fact::no_active);
  if (moves_left(c, s, seat) == 0) return refuse(Clause::DNB_ATK_15, Fact::no_moves_left);
  const int which = ch.b() - attack_number(s, active, 0);
  const DinosaurCard& dino = dino_card(c, s, active);
  if (which < 0 || which >= dino.attack_count) {
    // DNB-CMB-06: this player's other Dinosaurs do not fight.
    for (const Slot slot : reserve_slots)
      if (const Ref ref = dino_in(s, seat, slot); ref != no_dino && attack_number(s, ref, 0) / 2 == ch.b() / 2)
        return refuse(Clause::DNB_CMB_06, Fact::not_an_attack_of_active);
    return refuse(Clause::DNB_ATK_15, Fact::not_an_attack_of_active);
  }
  const Target aim = ch.a<Target>();
  bool found = false;
  each_attack_target(s, seat, dino.attacks[which], [&](Target target) { found = found || target == aim; });
  if (!found) {
    const Seat other = seat_of(aim);
    if (aim != no_target && !is_item(aim) && core::index(other) < s.seats && other != seat) {
      if (!in_game(s, other)) return refuse(Clause::DNB_OPT_03, Fact::player_left);
      if (slot_of(aim) == player_slot) return refuse(Clause::DNB_DIR_07, Fact::controls_dinosaur);
      if (dino_named(s, aim) != no_dino) return refuse(Clause::DNB_ATK_06, Fact::illegal_target);
    }
    return refuse(Clause::DNB_ATK_15, Fact::illegal_target);
  }
  bool payable = false, paid = false;
  each_attack_payment(s, seat, dino.attacks[which].cost, [&](int operand, const Slot*) {
    payable = true;
    paid = operand == ch.c();
    return !paid;
  });
  if (!payable) return refuse(Clause::DNB_ATK_15, Fact::cost_not_covered);
  if (!paid) {
    const int offered = cards_named(ch.c()), asked = dino.attacks[which].cost.size();
    return offered == asked ? refuse(Clause::DNB_GEN_08, Fact::cards_not_there)
                            : refuse(Clause::DNB_GEN_08, Fact::wrong_payment, offered, asked);
  }
  return legal;
}

Refusal judge_retreat(const Content& c, const State& s, Seat seat, Choice ch) {
  const Ref active = active_of(s, seat);
  if (active == no_dino) return refuse(Clause::DNB_TRN_09, Fact::no_active);
  if (!has_reserve(s, seat)) return refuse(Clause::DNB_RET_03, Fact::no_reserve);
  if (moves_left(c, s, seat) == 0) return refuse(Clause::DNB_RET_06, Fact::no_moves_left);
  const Ref fresh = dino_named(s, ch.a<Target>());
  if (fresh == no_dino || owner_of(fresh) != seat || dino_at(s, fresh).slot == active_slot)
    return refuse(Clause::DNB_RET_06, Fact::not_in_reserve);
  bool payable = false, paid = false;
  const Cost& cost = dino_card(c, s, active).retreat;
  each_retreat_payment(s, seat, cost, [&](Payment from_hand) {
    payable = true;
    paid = paid || from_hand == ch.b<Payment>();
  });
  if (!payable) return refuse(Clause::DNB_RET_06, Fact::cost_not_covered);
  if (!paid) return refuse(Clause::DNB_GEN_08, ch.b() == 0 ? Fact::cost_not_covered : Fact::wrong_hand_payment);
  return legal;
}

Refusal judge_pass_move(const Content& c, const State& s, Seat seat, Choice) {
  if (active_of(s, seat) == no_dino) return refuse(Clause::DNB_CMB_09, Fact::no_active);
  if (moves_left(c, s, seat) == 0) return refuse(Clause::DNB_CMB_09, Fact::no_moves_left);
  return legal;
}

// ---- declaring ---------------------------------------------------------------------------------------------

void declare_attack(Table& t, Seat seat, Choice ch) {
  State& s = t.s;
  const Ref active = active_of(s, seat);
  const int which = ch.b() & 1;
  const AttackCard& attack = dino_card(t.content, s, active).attacks[which];
  const Target target = ch.a<Target>();
  const Slot slot = slot_of(target);
  const bool direct = slot == player_slot;
  ++s.moves_used;
  emit(t, Clause::DNB_ATK_01, direct ? EventKind::direct_attack : EventKind::attack_declared, seat, ch.b(),
       direct ? ch.a() : told_as(s, dino_named(s, target)));
  cite(t, Clause::DNB_CMB_08, seat);
  if (s.moves_used > 1) cite(t, Clause::DNB_CMB_07, seat);
  Slots paid = {};
  each_attack_payment(s, seat, attack.cost, [&](int operand, const Slot* slots) {
    std::copy_n(slots, max_symbols, paid);
    return operand != ch.c();
  });
  const Purse purse = purse_for(s, seat, attack.cost);
  for (int i = 0; i < purse.count; ++i) {
    discard_attached(t, dino_in(s, seat, paid[i]), purse.symbols[i], Clause::DNB_ATK_03);
    cite(t, Clause::DNB_ATK_02, seat);
  }
  if (purse.count > 0) cite(t, Clause::DNB_GEN_10, seat);
  if (purse.count > 0) cite(t, Clause::DNB_GEN_09, seat);
  cite(t, direct ? Clause::DNB_DIR_01 : slot == active_slot ? Clause::DNB_ATK_04 : Clause::DNB_ATK_05, seat);
  if (s.seats > 2) cite(t, Clause::DNB_DIR_06, seat);
  if (direct && s.moves_used > 1) cite(t, Clause::DNB_DIR_05, seat);
  Item& item = push_item(t, direct ? ItemKind::direct : ItemKind::attack, seat, dino_record(s, active));
  item.attacker = place_of(active);
  item.which = static_cast<std::uint8_t>(which & 15);
  item.flags = static_cast<std::uint8_t>(attack.flags);
  if (direct)
    item.object = static_cast<std::int8_t>(seat_of(target));
  else
    item.subject = number_of(dino_named(s, target));
  cite(t, Clause::DNB_ATK_07, seat);
}

void declare_retreat(Table& t, Seat seat, Choice ch) {
  State& s = t.s;
  const Ref active = active_of(s, seat);
  const Cost& cost = dino_card(t.content, s, active).retreat;
  ++s.moves_used;
  emit(t, Clause::DNB_RET_01, EventKind::retreat_declared, seat, told_as(s, active), told_targets(s, ch.a()));
  if (cost.size() == 0) cite(t, Clause::DNB_RET_05, seat);
  for (const Kind k : combat_cards)
    for (int i = paid_of(ch.b<Payment>(), k); i < cost.of[k]; ++i)
      discard_attached(t, active, k, Clause::DNB_RET_02);
  pay_from_hand(t, seat, ch.b<Payment>(), cost, Clause::DNB_RET_02);
  const Ref fresh = dino_named(s, ch.a<Target>());
  Item& item = push_item(t, ItemKind::retreat, seat, dino_record(s, active));
  item.subject = number_of(fresh);
  item.object = number_of(active);
}

void pass_move(Table& t, Seat seat, Choice) {
  ++t.s.moves_used;
  emit(t, Clause::DNB_CMB_05, EventKind::move_passed, seat);
}

// ---- retreating and switching --------------------------------------------------------------------------------

void swap_active(Table& t, Seat seat, Slot slot, Clause clause) {
  State& s = t.s;
  Player& p = player(s, seat);
  const Ref leaving = active_of(s, seat), coming = dino_in(s, seat, slot);
  if (leaving == no_dino || coming == no_dino) return;
  std::swap(p.at_slot[active_slot], p.at_slot[slot]);
  dino_at(s, leaving).slot = slot;
  dino_at(s, coming).slot = active_slot;
  if (!s.stack.empty()) s.resolving.switched_out = static_cast<std::uint8_t>(1 + core::index(leaving));
  emit(t, clause, EventKind::switched, seat, told_as(s, coming), told_as(s, leaving));
  if (dino_at(s, leaving).damage != 0 || attached_count(s, leaving) > 0) cite(t, Clause::DNB_ATT_05, seat);
  if (seat == s.turn && moves_left(t.content, s, seat) > 0) cite(t, Clause::DNB_CMB_04, seat);
  if (seat != s.turn || p.paralysis == 0) return;
  cite(t, Clause::DNB_CMB_03, seat);
  if (has_trait(t.content, s, active_of(s, seat), Lasts::immune_paralyze)) cite(t, Clause::DNB_ABI_09, seat);
}

// DNB-RET-04: nothing happens if either Dinosaur is gone or has moved.
void resolve_retreat(Table& t, Item& item) {
  const Ref fresh = subject_of(item), leaving = object_of(item);
  const Seat seat = item.controller;
  if (in_play(t.s, fresh) && in_play(t.s, leaving) && active_of(t.s, seat) == leaving) {
    emit(t, Clause::DNB_TIM_01, EventKind::resolves, seat, thing_of(item));
    swap_active(t, seat, dino_at(t.s, fresh).slot, Clause::DNB_RET_04);
  } else {
    emit(t, Clause::DNB_RET_04, EventKind::attack_fails, seat, thing_of(item));
  }
  finish_item(t);
}

}  // namespace rw::dino_battles
