// Combat Moves: attacks and how they are paid, answered and finished; retreats; damage.
#include <algorithm>

#include "engine/games/dino_battles/turn.h"

namespace rw::dino_battles {
namespace {

// ---- paying for an attack ----------------------------------------------------------------------------
//
// DNB-ATK-02: each symbol is paid from under any own Dinosaur. A choice names the slots in the order of
// the symbols, four bits each; 0 is the first way there is: from the Active Dinosaur as far as it goes,
// then from the Reserve in the order of its slots.

inline constexpr int max_symbols = 4;

struct Purse {
  std::uint8_t have[max_slots][combat_kinds] = {};
  int symbols[max_symbols] = {};  // kinds
  int count = 0;
};

Purse purse_for(const State& s, Seat seat, const Cost& cost) {
  Purse purse;
  const Player& p = player(s, seat);
  for (const Attached& card : attached_cards(s, seat)) {
    if (!is_combat(card.kind)) continue;
    const int slot = p.dino[card.place].slot;
    if (slot == active_slot || s.attacker_pays == 0) ++purse.have[slot][card.kind];
  }
  for (int k = 0; k < combat_kinds; ++k)
    for (int i = 0; i < cost.of[k] && purse.count < max_symbols; ++i) purse.symbols[purse.count++] = k;
  return purse;
}

// Calls fn(operand, slots) for each way to pay; it returns false to stop.
template <class Fn>
bool each_way(Purse& purse, int at, int (&slots)[max_symbols], bool& first, Fn&& fn) {
  if (at == purse.count) {
    int operand = 0;
    for (int i = 0; i < purse.count && !first; ++i) operand |= (slots[i] + 1) << (4 * i);
    first = false;
    return fn(operand, slots);
  }
  const int kind = purse.symbols[at];
  const int from = at > 0 && purse.symbols[at - 1] == kind ? slots[at - 1] : 0;  // order has no meaning
  for (int slot = from; slot < max_slots; ++slot) {
    if (purse.have[slot][kind] == 0) continue;
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
  int slots[max_symbols] = {};
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
    for (int slot = 0; slot < max_slots; ++slot)
      if (dino_in(s, other, slot) != no_dino && (slot == active_slot || attack.any_dinosaur))
        fn(target_of(other, slot));
  }
}

// DNB-RET-02: the part of the retreat cost that is paid from the hand, the rest from under the Dinosaur.
template <class Fn>
void each_retreat_payment(const State& s, Seat seat, const Cost& cost, Fn&& fn) {
  const Ref active = active_of(s, seat);
  int low[combat_kinds], high[combat_kinds];
  for (int k = 0; k < combat_kinds; ++k) {
    low[k] = cost.of[k] == 0 ? 0 : std::max(0, cost.of[k] - attached_of(s, active, k));
    high[k] = std::min(cost.of[k], player(s, seat).hand[k]);
    if (low[k] > high[k]) return;
  }
  for (int a = low[0]; a <= high[0]; ++a)
    for (int e = low[1]; e <= high[1]; ++e)
      for (int d = low[2]; d <= high[2]; ++d) fn(payment(a, e, d));
}

int cards_named(int operand) {
  int n = 0;
  for (; operand != 0; operand >>= 4) ++n;
  return n;
}

int attack_number(const State& s, Ref ref, int which) { return s.dinos[dino_at(s, ref).kind - 1] * 2 + which; }

}  // namespace

int named_payment(const State& s, Seat seat, const Cost& cost, int slots) {
  int wanted[max_symbols] = {};
  const Purse purse = purse_for(s, seat, cost);
  if (cards_named(slots) != purse.count) return -1;
  for (int i = 0; i < purse.count; ++i) wanted[i] = ((slots >> (4 * i)) & 15) - 1;
  for (int i = 0, end = 0; i < purse.count; i = end) {  // the symbols of one kind stand together
    while (end < purse.count && purse.symbols[end] == purse.symbols[i]) ++end;
    std::sort(wanted + i, wanted + end);
  }
  int named = -1;
  each_attack_payment(s, seat, cost, [&](int operand, const int* way) {
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
    each_attack_payment(s, seat, dino.attacks[which].cost, [&](int operand, const int*) {
      each_attack_target(s, seat, dino.attacks[which], [&](int target) {
        out.add(choice(Verb::attack, target, attack_number(s, active, which), operand));
      });
      return true;
    });
  for (int slot = 1; slot < max_slots; ++slot)
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
    // DNB-CMB-06: the others of his Dinosaurs do not fight.
    for (int slot = 1; slot < max_slots; ++slot)
      if (const Ref ref = dino_in(s, seat, slot); ref != no_dino && attack_number(s, ref, 0) / 2 == ch.b() / 2)
        return refuse(Clause::DNB_CMB_06, Fact::not_an_attack_of_active);
    return refuse(Clause::DNB_ATK_15, Fact::not_an_attack_of_active);
  }
  bool found = false;
  each_attack_target(s, seat, dino.attacks[which], [&](int target) { found = found || target == ch.a(); });
  if (!found) {
    const int other = (ch.a() - 1) >> 3, slot = (ch.a() - 1) & 7;
    if (ch.a() != 0 && ch.a() < item_target && other < s.seats && core::seat(other) != seat) {
      if (slot == player_slot) return refuse(Clause::DNB_DIR_07, Fact::controls_dinosaur);
      if (dino_named(s, ch.a()) != no_dino) return refuse(Clause::DNB_ATK_06, Fact::illegal_target);
    }
    return refuse(Clause::DNB_ATK_15, Fact::illegal_target);
  }
  bool payable = false, paid = false;
  each_attack_payment(s, seat, dino.attacks[which].cost, [&](int operand, const int*) {
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
  const Ref fresh = dino_named(s, ch.a());
  if (fresh == no_dino || owner_of(fresh) != seat || dino_at(s, fresh).slot == active_slot)
    return refuse(Clause::DNB_RET_06, Fact::not_in_reserve);
  bool payable = false, paid = false;
  const Cost& cost = dino_card(c, s, active).retreat;
  each_retreat_payment(s, seat, cost, [&](Payment from_hand) {
    payable = true;
    paid = paid || from_hand == ch.b();
  });
  if (!payable) return refuse(Clause::DNB_RET_06, Fact::cost_not_covered);
  if (!paid) return refuse(Clause::DNB_GEN_08, Fact::wrong_hand_payment);
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
  const int slot = (ch.a() - 1) & 7;
  const bool direct = slot == player_slot;
  ++s.moves_used;
  emit(t, Clause::DNB_ATK_01, direct ? EventKind::direct_attack : EventKind::attack_declared, seat, ch.b(),
       direct ? ch.a() : told_as(s, dino_named(s, ch.a())));
  cite(t, Clause::DNB_CMB_08, seat);
  if (s.moves_used > 1) cite(t, Clause::DNB_CMB_07, seat);
  int paid[max_symbols] = {};
  each_attack_payment(s, seat, attack.cost, [&](int operand, const int* slots) {
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
  const int dino = s.dinos[dino_at(s, active).kind - 1];
  Item& item = push_item(t, direct ? ItemKind::direct : ItemKind::attack, seat, dino);
  item.attacker = static_cast<std::uint8_t>(place_of(active) & 15);
  item.which = static_cast<std::uint8_t>(which & 15);
  item.flags = static_cast<std::uint8_t>(attack.flags);
  if (direct)
    item.object = static_cast<std::int8_t>((ch.a() - 1) >> 3);
  else
    item.subject = static_cast<std::int8_t>(dino_named(s, ch.a()));
  cite(t, Clause::DNB_ATK_07, seat);
}

void declare_retreat(Table& t, Seat seat, Choice ch) {
  State& s = t.s;
  const Ref active = active_of(s, seat);
  const Cost& cost = dino_card(t.content, s, active).retreat;
  ++s.moves_used;
  emit(t, Clause::DNB_RET_01, EventKind::retreat_declared, seat, told_as(s, active), told_targets(s, ch.a()));
  if (cost.size() == 0) cite(t, Clause::DNB_RET_05, seat);
  for (int k = 0; k < combat_kinds; ++k)
    for (int i = paid_of(ch.b(), k); i < cost.of[k]; ++i) discard_attached(t, active, k, Clause::DNB_RET_02);
  pay_from_hand(t, seat, ch.b(), cost, Clause::DNB_RET_02);
  const Ref fresh = dino_named(s, ch.a());
  Item& item = push_item(t, ItemKind::retreat, seat, s.dinos[dino_at(s, active).kind - 1]);
  item.subject = static_cast<std::int8_t>(fresh);
  item.object = static_cast<std::int8_t>(active);
}

void pass_move(Table& t, Seat seat, Choice) {
  ++t.s.moves_used;
  emit(t, Clause::DNB_CMB_05, EventKind::move_passed, seat);
}

// ---- retreating and switching --------------------------------------------------------------------------------

void swap_active(Table& t, Seat seat, int slot, Clause clause) {
  State& s = t.s;
  Player& p = player(s, seat);
  const int leaving = p.at_slot[active_slot], coming = p.at_slot[slot];
  if (leaving == 0 || coming == 0) return;
  std::swap(p.at_slot[active_slot], p.at_slot[slot]);
  p.dino[leaving - 1].slot = static_cast<std::uint8_t>(slot);
  p.dino[coming - 1].slot = active_slot;
  if (!s.stack.empty()) s.resolving.switched_out = static_cast<std::uint8_t>(1 + ref_of(seat, leaving - 1));
  emit(t, clause, EventKind::switched, seat, told_targets(s, target_of(seat, active_slot)),
       told_targets(s, target_of(seat, slot)));
  if (p.dino[leaving - 1].damage != 0 || attached_count(s, ref_of(seat, leaving - 1)) > 0)
    cite(t, Clause::DNB_ATT_05, seat);
  if (seat == s.turn && moves_left(t.content, s, seat) > 0) cite(t, Clause::DNB_CMB_04, seat);
  if (seat != s.turn || p.paralysis == 0) return;
  cite(t, Clause::DNB_CMB_03, seat);
  if (has_trait(t.content, s, active_of(s, seat), Lasts::immune_paralyze)) cite(t, Clause::DNB_ABI_09, seat);
}

// DNB-RET-04: nothing happens if either Dinosaur is gone or has moved.
void resolve_retreat(Table& t, Item& item) {
  const Ref fresh = item.subject, leaving = item.object;
  const Seat seat = item.controller;
  emit(t, Clause::DNB_TIM_01, EventKind::resolves, seat, thing_of(item));
  if (in_play(t.s, fresh) && in_play(t.s, leaving) && active_of(t.s, seat) == leaving)
    swap_active(t, seat, dino_at(t.s, fresh).slot, Clause::DNB_RET_04);
  else
    cite(t, Clause::DNB_RET_04, seat);
  finish_item(t);
}

}  // namespace rw::dino_battles
