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

// ---- attacks come up ---------------------------------------------------------------------------------

namespace {

const AttackCard& declared_attack(const Content& c, const Item& item) {
  return c.dinosaurs[item.source].attacks[item.which];
}
const PowerCard& power_card(const Content& c, const State& s, const Item& item) {
  return stack_card(c, s, item.source).powers[item.which];
}
bool by_dinosaur(const Item& item) { return item.kind != ItemKind::tech_attack; }

// DNB-ATK-11, DNB-ATK-12: the clause by which the attack fails, or none.
Clause failing(const Content& c, const State& s, const Item& item) {
  if (by_dinosaur(item) && active_of(s, item.controller) != attacker_of(item)) return Clause::DNB_ATK_12;
  if (item.kind == ItemKind::direct) {
    const Seat seat = core::seat(item.object);
    if (!in_game(s, seat)) return Clause::DNB_ATK_11;
    return has_dinosaur(s, seat) ? Clause::DNB_DIR_07 : Clause::none;
  }
  if (!in_play(s, item.subject)) return Clause::DNB_ATK_11;
  const bool anywhere = by_dinosaur(item) && declared_attack(c, item).any_dinosaur;
  if (!anywhere && dino_at(s, item.subject).slot != active_slot) return Clause::DNB_ATK_11;
  return Clause::none;
}

void fail(Table& t, const Item& item, Clause clause) {
  emit(t, clause, EventKind::attack_fails, item.controller, thing_of(item));
  cite(t, Clause::DNB_ATK_13, item.controller);
  const bool defended = (item.flags & answered_defend) != 0;
  if (defended && by_dinosaur(item) && in_play(t.s, item.subject) &&
      has_trait(t.content, t.s, item.subject, Lasts::spiked))
    cite(t, Clause::DNB_ABI_12);
  finish_item(t);
}

// Everybody sees whether anything but Pass can be answered: face-down cards may be anything.
bool might_answer(const State& s, const Item& item) {
  const int flags = item.flags;
  const bool cards = attached_count(s, item.subject) > 0;
  return ((flags & no_evade) == 0 && (cards || modifier(s, item.subject, Lasts::free_evade) != 0)) ||
         ((flags & no_defend) == 0 && (cards || modifier(s, item.subject, Lasts::free_defend) != 0));
}

bool can_answer(const State& s, const Item& item, bool evading) {
  if ((item.flags & (evading ? no_evade : no_defend)) != 0) return false;
  return modifier(s, item.subject, evading ? Lasts::free_evade : Lasts::free_defend) != 0 ||
         attached_of(s, item.subject, evading ? evade_card : defend_card) > 0;
}

void take_answer(Table& t, Item& item, int flag, Clause clause) {
  item.flags = static_cast<std::uint8_t>(item.flags | flag);
  item.stage = ItemStage::answered;
  emit(t, clause, EventKind::answered, owner_of(item.subject),
       flag == answered_evade    ? 1
       : flag == answered_defend ? 2
                                 : 0,
       told_as(t.s, item.subject));
  cite(t, Clause::DNB_DEF_01);
  cite(t, Clause::DNB_ATK_08);
  if (item.kind == ItemKind::tech_attack) cite(t, Clause::DNB_DEF_12);
  open_window(t, WindowKind::answer, t.s.turn);
}

// DNB-ATK-10: printed damage and what modifies the attacker, never below 0.
int damage_of(Table& t, const Item& item) {
  if (!by_dinosaur(item)) return power_card(t.content, t.s, item).damage;
  const int bonus = modifier(t.s, attacker_of(item), Lasts::dmg);
  if (bonus != 0) cite(t, Clause::DNB_ATK_10);
  return std::max(0, declared_attack(t.content, item).damage + bonus);
}

// DNB-DEF-08: compared as the values are now.
bool averted(Table& t, const Item& item) {
  const State& s = t.s;
  const int flags = item.flags;
  if ((flags & (answered_evade | answered_defend)) == 0) return false;
  const bool evading = (flags & answered_evade) != 0;
  const int atk = std::max(0, attack_value(t.content, s, item));
  const int value = evading ? eva_of(t.content, s, item.subject) : def_of(t.content, s, item.subject);
  cite(t, Clause::DNB_ATK_09);
  cite(t, Clause::DNB_DEF_08);
  const int printed =
      evading ? dino_card(t.content, s, item.subject).eva : dino_card(t.content, s, item.subject).def;
  if (printed + modifier(s, item.subject, evading ? Lasts::eva : Lasts::def) < 0) cite(t, Clause::DNB_DMG_05);
  if (value >= atk) {
    emit(t, evading ? Clause::DNB_DEF_02 : Clause::DNB_DEF_03, EventKind::prevented, owner_of(item.subject),
         told_as(s, item.subject), damage_of(t, item));
    return true;
  }
  emit(t, Clause::DNB_DEF_04, EventKind::answer_fails, owner_of(item.subject), told_as(s, item.subject),
       evading ? 1 : 2, value, atk);
  return false;
}

void compare_and_hit(Table& t, Item& item) {
  emit(t, Clause::DNB_TIM_01, EventKind::resolves, item.controller, thing_of(item));
  cite(t, Clause::DNB_ATK_14);
  if (item.kind == ItemKind::tech_attack) cite(t, Clause::DNB_TEC_10);
  item.stage = ItemStage::finishing;
  if (averted(t, item)) return;
  const int dealt = deal_damage(t, item.subject, damage_of(t, item), Clause::DNB_ATK_14);
  t.s.resolving.hit = dealt > 0 ? 1 : 0;
  if (dealt > 0 && item.kind == ItemKind::attack) mark_hurt(t.s, item.subject);
  if (dealt > 0 && item.kind == ItemKind::tech_attack && has_trait(t.content, t.s, item.subject, Lasts::spiked))
    cite(t, Clause::DNB_ABI_04);
}

// The abilities of the attack in printed order; true while one is still to run.
bool run_next_ability(Table& t, Item& item, bool hit) {
  const AbilityList& list =
      by_dinosaur(item) ? declared_attack(t.content, item).abilities : power_card(t.content, t.s, item).abilities;
  while (t.s.resolving.next < list.count) {
    const int ability = list.first + t.s.resolving.next++;
    const ability::Program p = Words::program(t.content, ability);
    if (static_cast<Moment>(p.ability().moment) == Moment::hit && !hit) {  // DNB-STA-02
      cite(t, item.kind == ItemKind::direct ? Clause::DNB_DIR_04 : Clause::DNB_STA_02);
      continue;
    }
    if (item.kind == ItemKind::direct) cite(t, Clause::DNB_DIR_04);
    core::Frame frame = program_frame(item.controller, item.source, ability, item.subject, -1);
    frame.position = static_cast<std::uint16_t>(Interpreter::start(p));
    t.s.agenda.push(frame);
    return true;
  }
  return false;
}

// DNB-ABI-01 to 05, DNB-ABI-11: one Wound for each Spiked Dinosaur that defended or was damaged.
void spikes(Table& t, const Item& item) {
  State& s = t.s;
  if (item.kind != ItemKind::attack) return;
  const bool defended = (item.flags & answered_defend) != 0;
  for (int i = 0; i < s.seats; ++i)
    for (int place = 0; place < max_slots; ++place) {
      const Ref ref = ref_of(core::seat(i), place);
      const bool was_hurt = ((s.resolving.hurt[i] >> place) & 1) != 0;
      const bool was_defending = defended && ref == item.subject;
      if (!(was_hurt || was_defending) || !in_play(s, ref)) {
        if (ref == item.subject && in_play(s, ref) && has_trait(t.content, s, ref, Lasts::spiked))
          cite(t, Clause::DNB_ABI_03);
        continue;
      }
      if (!has_trait(t.content, s, ref, Lasts::spiked)) continue;
      gain_status(t, item.controller, wound_card, 1, core::seat(i),
                  was_defending ? Clause::DNB_ABI_01 : Clause::DNB_ABI_02);
      if (was_hurt && was_defending) cite(t, Clause::DNB_ABI_03);
      if (dino_at(s, ref).damage >= dino_card(t.content, s, ref).hp) cite(t, Clause::DNB_ABI_05);
      if (ref != item.subject) cite(t, Clause::DNB_ABI_11);
    }
}

}  // namespace

// Declared, answered, finished: between the first two the target's controller answers, between the
// last two lies the second window (DNB-ATK-08).
void resolve_attack(Table& t, Item& item) {
  if (item.stage == ItemStage::finishing) {
    if (run_next_ability(t, item, t.s.resolving.hit != 0)) return;
    spikes(t, item);
    return finish_item(t);
  }
  if (const Clause clause = failing(t.content, t.s, item); clause != Clause::none) return fail(t, item, clause);
  if (item.stage == ItemStage::answered) return compare_and_hit(t, item);
  if (by_dinosaur(item) && declared_attack(t.content, item).any_dinosaur &&
      dino_at(t.s, item.subject).slot != active_slot)
    cite(t, Clause::DNB_ATK_05);
  if (!might_answer(t.s, item)) return take_answer(t, item, answered_pass, Clause::DNB_DEF_06);
  item.stage = ItemStage::asking;
  ask(t, Question::answer, owner_of(item.subject));
}

// DNB-DIR-02 to 04: Wounds, no answer, no second window; only recoil of its effects.
void resolve_direct(Table& t, Item& item) {
  if (item.stage == ItemStage::finishing) {
    if (run_next_ability(t, item, false)) return;
    return finish_item(t);
  }
  if (const Clause clause = failing(t.content, t.s, item); clause != Clause::none) return fail(t, item, clause);
  const int wounds = damage_of(t, item) / t.content.damage_per_wound;
  gain_status(t, core::seat(item.object), wound_card, wounds, item.controller, Clause::DNB_DIR_02);
  cite(t, Clause::DNB_DIR_03);
  item.stage = ItemStage::finishing;
}

// ---- answering ------------------------------------------------------------------------------------------------

void list_answers(const Content&, const State& s, ChoiceList& out) {
  const Item& item = s.stack.back();
  if (can_answer(s, item, true)) out.add(choice(Verb::evade));
  if (can_answer(s, item, false)) out.add(choice(Verb::defend));
  out.add(choice(Verb::pass));
}

Refusal judge_answer(const Content&, const State& s, Seat seat, Choice ch) {
  const Item& item = s.stack.back();
  const bool evading = verb_of(ch) == Verb::evade;
  if (can_answer(s, item, evading)) return legal;
  if ((item.flags & (evading ? no_evade : no_defend)) != 0)
    return refuse(Clause::DNB_DEF_10, evading ? Fact::cannot_be_evaded : Fact::cannot_be_defended);
  // DNB-DEF-09: cards elsewhere do not count.
  const int kind = evading ? evade_card : defend_card;
  const bool elsewhere = player(s, seat).under[kind] != 0 || player(s, seat).hand[kind] != 0;
  return refuse(elsewhere ? Clause::DNB_DEF_09 : Clause::DNB_DEF_14, Fact::no_card_to_answer);
}

void answer(Table& t, Seat seat, Choice ch) {
  Item& item = t.s.stack.back();
  if (verb_of(ch) == Verb::pass) return take_answer(t, item, answered_pass, Clause::DNB_DEF_06);
  const bool evading = verb_of(ch) == Verb::evade;
  const int kind = evading ? evade_card : defend_card;
  // DNB-DEF-11: nothing is purged under such an effect; DNB-DEF-05: else the card is lost in any case.
  if (modifier(t.s, item.subject, evading ? Lasts::free_evade : Lasts::free_defend) != 0) {
    cite(t, Clause::DNB_DEF_11, seat);
  } else {
    const int handle = find_attached(t.s, item.subject, kind);
    release(t.s, seat, handle);
    purge_card(t, seat, kind, Clause::DNB_DEF_05);
    cite(t, Clause::DNB_GEN_04, seat);
  }
  const int value = evading ? eva_of(t.content, t.s, item.subject) : def_of(t.content, t.s, item.subject);
  if (value < attack_value(t.content, t.s, item)) cite(t, Clause::DNB_DEF_07, seat);
  take_answer(t, item, evading ? answered_evade : answered_defend,
              evading ? Clause::DNB_DEF_02 : Clause::DNB_DEF_03);
}

int attack_value(const Content& c, const State& s, const Item& item) {
  return by_dinosaur(item) ? atk_of(c, s, attacker_of(item)) + declared_attack(c, item).atk_bonus
                           : power_card(c, s, item).atk;
}

// ---- damage ------------------------------------------------------------------------------------------

void mark_hurt(State& s, Ref ref) {
  std::uint8_t& hurt = s.resolving.hurt[core::index(owner_of(ref))];
  hurt = static_cast<std::uint8_t>(hurt | (1 << place_of(ref)));
}

int deal_damage(Table& t, Ref ref, int n, Clause clause) {
  State& s = t.s;
  const Seat seat = owner_of(ref);
  for (int i = 0; i < s.effects.size() && n > 0;) {  // DNB-DMG-03: the oldest shield first
    Effect& shield = s.effects[i];
    if (shield.dino != ref || shield.what != Lasts::shield) {
      ++i;
      continue;
    }
    const int stopped = std::min<int>(n, shield.n);
    n -= stopped;
    shield.n = static_cast<std::int16_t>(shield.n - stopped);
    emit(t, Clause::DNB_DMG_03, EventKind::prevented, seat, told_as(s, ref), stopped);
    if (shield.n == 0)
      s.effects.remove(i);
    else
      ++i;
  }
  if (n <= 0) return 0;
  Dinosaur& dino = dino_at(s, ref);
  dino.damage = static_cast<std::uint8_t>(std::min(255, dino.damage + n));
  emit(t, Clause::DNB_DMG_01, EventKind::damaged, seat, told_as(s, ref), n);
  cite(t, clause);
  return n;
}

}  // namespace rw::dino_battles
