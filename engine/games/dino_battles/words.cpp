// What each ability word of Biomechanic Dino Battles means.
#include "engine/games/dino_battles/words.h"

#include <algorithm>

#include "engine/games/dino_battles/turn.h"
#include "engine/games/dino_battles/where.h"
#include "engine/games/dino_battles/word_table.h"

namespace rw::dino_battles {
namespace {

using ability::parameters;
using ability::scope_of;
using namespace word_table;

Lasts trait_word(int word) { return static_cast<Lasts>(static_cast<int>(Lasts::spiked) + word); }
Lasts stat_word(int word) { return static_cast<Lasts>(static_cast<int>(Lasts::atk) + word); }

}  // namespace

const ability::Vocabulary& vocabulary() { return ability::vocabulary_of<WordOp, Moment, Role, Until, Who>(); }

void run_program(Table& t, core::Frame&) { Interpreter::run(t, t.s.agenda.pop()); }

core::Frame program_frame(Seat seat, int source, int ability, int subject, int object) {
  core::Frame frame = core::program_frame(Step::program, seat, source, ability);
  frame.subject = static_cast<std::int16_t>(subject);
  frame.object = static_cast<std::int16_t>(object);
  return frame;
}

// ---- conditions, amounts, items ----------------------------------------------------------------------

bool Words::test(const Content& c, const State& s, const Scope& scope, Program p, int at) {
  if (static_cast<WordOp>(p.opcode(at)) != WordOp::active_is) return false;
  const Ref active = active_of(s, scope.controller);
  const Lasts trait = trait_word(parameters(p, at).number());
  return active != no_dino && has_trait(c, s, active, trait);
}

namespace {

// The Dinosaurs that a selector means.
ability::Items chosen_dinos(const Content& c, const State& s, const ability::Scope& scope, ability::Program p,
                            int at) {
  ability::Items items;
  items.count = 0;  // the rest is not looked at: no time is spent on clearing it
  Words::select(c, s, scope, p, at, items);
  return items;
}
Ref dino_of_item(const State& s, int item) { return dino_named(s, item); }

}  // namespace

int Words::amount(const Content& c, const State& s, const Scope& scope, Program p, int at) {
  ability::Parameters in = parameters(p, at);
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::cost_of: {
      const int card = in.number();
      return cost_size(c, s, item_kind(scope.registers[card]));
    }
    default: return 0;
  }
}

namespace {

void push_dino(const State& s, Ref ref, ability::Items& out) {
  if (in_play(s, ref)) out.push(static_cast<std::int16_t>(target_for(s, ref)));
}
void push_zone(const State& s, Seat seat, ZoneWord zone, ability::Items& out) {
  if (zone == ZoneWord::active) return push_dino(s, active_of(s, seat), out);
  for (int slot = zone == ZoneWord::reserve ? 1 : 0; slot < max_slots; ++slot)
    push_dino(s, dino_in(s, seat, slot), out);
}
void push_reserve(const State& s, Seat seat, ability::Items& out) { push_zone(s, seat, ZoneWord::reserve, out); }

bool of_type(int kind, CardType type) {
  switch (type) {
    case CardType::status: return is_status(kind);
    case CardType::poison: return is_poison(kind);
    case CardType::combat: return is_combat(kind);
    default: return true;
  }
}
void push_cards(const std::uint8_t (&pile)[kind_room], int zone, CardType type, ability::Items& out) {
  for (int kind = 0; kind < kind_count; ++kind)
    if (pile[kind] != 0 && of_type(kind, type))
      out.push(static_cast<std::int16_t>(card_item_of(zone, kind, pile[kind])));
}
void push_supply(const Content& c, const State& s, SupplyType type, int most, ability::Items& out) {
  for (int kind = 0; kind < kind_count; ++kind) {
    const bool wanted =
        is_combat(kind) ? type != SupplyType::strategy_or_tech : is_stack_card(kind) && type != SupplyType::combat;
    if (wanted && s.supply[kind] != 0 && cost_size(c, s, kind) <= most)
      out.push(static_cast<std::int16_t>(card_item_of(supply_zone, kind, s.supply[kind])));
  }
}

// DNB: the topmost attack of a Dinosaur at one of this player's Dinosaurs, waiting on the stack.
const Item* attack_on(const State& s, Seat seat) {
  for (int i = s.stack.size() - 1; i >= 0; --i)
    if (s.stack[i].kind == ItemKind::attack && owner_of(s.stack[i].subject) == seat) return &s.stack[i];
  return nullptr;
}

void push_all(const State& s, Seat seat, const Item* item, Side side, ZoneWord zone, ability::Items& out) {
  switch (side) {
    case Side::own: return push_zone(s, seat, zone, out);
    case Side::opponents:
      for (int i = 0; i < s.seats; ++i)
        if (core::seat(i) != seat) push_zone(s, core::seat(i), zone, out);
      return;
    case Side::attacked:
      if (item != nullptr && item->subject >= 0) push_zone(s, owner_of(item->subject), zone, out);
      return;
  }
}

void push_fighter(const State& s, Seat seat, const Item* item, Fighter fighter, ability::Items& out) {
  switch (fighter) {
    case Fighter::attacker:
      if (const Item* attack = attack_on(s, seat)) push_dino(s, attacker_of(*attack), out);
      return;
    case Fighter::target:
      if (item != nullptr) push_dino(s, item->subject, out);
      return;
    case Fighter::self:
      if (item != nullptr) push_dino(s, ref_of(seat, item->attacker), out);
      return;
  }
}

}  // namespace

void Words::select(const Content& c, const State& s, const Scope& scope, Program p, int at, ability::Items& out) {
  const Seat seat = scope.controller;
  const Item* item = s.stack.empty() ? nullptr : &s.stack.back();
  ability::Parameters in = parameters(p, at);
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::it: return push_dino(s, scope.subject, out);
    case WordOp::dinosaur:
      push_dino(s, scope.subject, out);
      in.number();  // whose
      in.number();  // where
      if (in.number() > 1) push_dino(s, scope.object, out);
      return;
    case WordOp::own_active: return push_dino(s, active_of(s, seat), out);
    case WordOp::every: {
      const auto side = static_cast<Side>(in.number());
      return push_all(s, seat, item, side, static_cast<ZoneWord>(in.number()), out);
    }
    case WordOp::fighter: return push_fighter(s, seat, item, static_cast<Fighter>(in.number()), out);
    case WordOp::own_reserve: return push_reserve(s, seat, out);
    case WordOp::opponent_reserve:
      if (scope.subject >= 0) push_reserve(s, core::seat(scope.subject), out);
      return;
    case WordOp::switched_out:
      if (s.resolving.switched_out != 0) push_dino(s, s.resolving.switched_out - 1, out);
      return;
    case WordOp::cards: {
      const auto zone = static_cast<OwnZone>(in.number());
      const auto type = static_cast<CardType>(in.number());
      const Player& own = dino_battles::player(s, seat);
      if (zone != OwnZone::discard) push_cards(own.hand, hand_zone, type, out);
      if (zone != OwnZone::hand) push_cards(own.discard, discard_zone, type, out);
      return;
    }
    case WordOp::supply: {
      const auto type = static_cast<SupplyType>(in.number());
      const int at_most = Interpreter::amount(c, s, scope, p, in.node(), 99);
      return push_supply(c, s, type, at_most, out);
    }
    case WordOp::attached_to:
      for (std::int16_t dino : chosen_dinos(c, s, scope, p, in.node())) {
        const Ref ref = dino_of_item(s, dino);
        for (const Attached& card : attached_cards(s, owner_of(ref)))
          if (card.place == place_of(ref))
            out.push(static_cast<std::int16_t>(attached_item + core::index(owner_of(ref)) * attached_room +
                                               card.handle));
      }
      return;
    default: return;
  }
}

bool Words::conceals(const Content&, const State& s, const Scope& scope, Program p, int at) {
  return static_cast<WordOp>(p.opcode(at)) == WordOp::cards &&
         static_cast<OwnZone>(parameters(p, at).number()) != OwnZone::discard &&
         total(dino_battles::player(s, scope.controller).hand) > 0;
}

// ---- effects -------------------------------------------------------------------------------------------

namespace {

void give_status(Table& t, const core::Frame& f, Status status, int n, Who to, Clause clause) {
  State& s = t.s;
  constexpr int kinds[] = {wound_card, poison_card, paralyze_card};
  const bool poison = status == Status::poison, wound = status == Status::wound;
  const Lasts immunity = poison ? Lasts::immune_poison : Lasts::immune_paralyze;
  const auto give = [&](Seat seat, Ref subject, bool rider) {
    if (!in_game(s, seat)) return;
    if (!wound) {
      // DNB-ABI-06, DNB-ABI-08: the Dinosaur that was hit; DNB-STA-03: else the Active one.
      if (subject == no_dino) return cite(t, clause, seat);
      if (has_trait(t.content, s, subject, immunity)) {
        if (!rider) return cite(t, clause, seat);
        return cite(t, poison ? Clause::DNB_ABI_06 : Clause::DNB_ABI_08, seat);
      }
      for (int slot = 0; rider && slot < max_slots; ++slot)  // another Dinosaur's immunity does not help
        if (const Ref other = dino_in(s, seat, slot);
            other != no_dino && other != subject && has_trait(t.content, s, other, immunity))
          cite(t, Clause::DNB_ABI_10, seat);
    }
    gain_status(t, seat, kinds[static_cast<int>(status)], n, f.controller,
                rider   ? Clause::DNB_STA_01
                : wound ? Clause::DNB_STA_04
                        : clause);
    if (rider) cite(t, Clause::DNB_STA_02, seat);
  };
  switch (to) {
    case Who::you: return give(f.controller, active_of(s, f.controller), false);
    case Who::opponent:
      if (f.subject >= 0) give(core::seat(f.subject), active_of(s, core::seat(f.subject)), false);
      return;
    case Who::each_opponent:
      // DNB-GEN-17: the active player first, then clockwise.
      for (int i = 0; i < s.seats; ++i) {
        const Seat seat = core::seat((core::index(s.turn) + i) % s.seats);
        if (seat != f.controller) give(seat, active_of(s, seat), false);
      }
      if (s.seats > 2) cite(t, Clause::DNB_GEN_17);
      return;
    case Who::target_controller: {
      const Ref target = s.stack.empty() ? no_dino : s.stack.back().subject;
      if (target < 0) return;
      return give(owner_of(target), target, true);
    }
    case Who::attacker_controller:
      if (const Item* attack = attack_on(s, f.controller))
        give(attack->controller, active_of(s, attack->controller), false);
      return;
  }
}

void bonus(Table& t, Seat seat, Bonus what, int n, Clause clause) {
  State& s = t.s;
  if (seat != s.turn) return;
  std::uint8_t* const counters[] = {&s.strategies, &s.attaches, &s.moves_granted, &s.buys};
  std::uint8_t& counter = *counters[static_cast<int>(what)];
  counter = static_cast<std::uint8_t>(counter + n);
  const bool combat = what == Bonus::combat;
  emit(t, combat ? Clause::DNB_CMB_02 : clause, EventKind::bonus, seat, n, static_cast<int>(what));
  if (combat) cite(t, clause, seat);
}

void purge_chosen(Table& t, Seat seat, int item, Clause clause) {
  const int kind = item_kind(item);
  if (item_zone(item) == hand_zone)
    leave_hand(t.s, seat, kind);
  else
    --player(t.s, seat).discard[kind];
  purge_card(t, seat, kind, clause);
}

// DNB-STR-04.
void recover(Table& t, Seat seat, int kind) {
  --player(t.s, seat).discard[kind];
  enter_hand(t.s, seat, kind, true);
  emit(t, Clause::DNB_STR_04, EventKind::recovered, seat, kind);
}

// DNB-GEN-18: each of its face-down cards with the same chance.
void discard_at_random(Table& t, Ref ref, Clause clause) {
  std::uint8_t handles[max_attached];
  int n = 0;
  for (const Attached& card : attached_cards(t.s, owner_of(ref)))
    if (card.place == place_of(ref)) handles[n++] = card.handle;
  if (n == 0) return cite(t, Clause::DNB_GEN_13);
  const int pick =
      n == 1 ? 0 : static_cast<int>(core::draw(t.s.random, t.chance, 1, static_cast<std::uint32_t>(n))) - 1;
  detach(t, owner_of(ref), handles[pick], false, clause);
  cite(t, Clause::DNB_GEN_18);
}

// DNB-ATT-08.
void detach_all(Table& t, Ref ref) {
  const int n = detach_from(t, ref, true, Clause::DNB_ATT_08);
  emit(t, Clause::DNB_ATT_08, EventKind::returned, owner_of(ref), n, told_as(t.s, ref));
}

void peek(Table& t, Seat seat, Ref ref, Clause clause) {
  for (Attached& card : attached_cards(t.s, owner_of(ref)))
    if (card.place == place_of(ref)) card.known_by = static_cast<SeatMask>(card.known_by | core::only(seat));
  emit(t, clause, EventKind::peeked, seat, told_as(t.s, ref), attached_count(t.s, ref));
}

void counter(Table& t, Seat seat, int at, Clause clause) {
  if (at < 0 || at >= t.s.stack.size()) return;
  const Item item = t.s.stack[at];
  const bool strategy = item.kind == ItemKind::strategy;
  emit(t, strategy ? Clause::DNB_STR_08 : clause, EventKind::countered, seat, thing_of(item));
  remove_item(t.s, at);
}

// DNB-DEF-10: the topmost own attack that is declared and not yet answered.
void mark_attack(Table& t, Seat seat, int flags, Clause clause) {
  for (int i = t.s.stack.size() - 1; i >= 0; --i) {
    Item& item = t.s.stack[i];
    if (item.kind != ItemKind::attack || item.controller != seat || item.stage != ItemStage::waiting) continue;
    item.flags = static_cast<std::uint8_t>(item.flags | flags);
    return cite(t, clause, seat);
  }
}

void lay(Table& t, const core::Frame& f, Ref ref, Lasts what, int n, int until, Clause clause) {
  add_effect(t, ref, what, n,
             static_cast<Until>(until) == Until::this_turn ? until_this_turn : 1 + core::index(f.controller));
  emit(t, clause, EventKind::effect_made, f.controller, told_as(t.s, ref), static_cast<int>(what), n);
}

void heal(Table& t, Seat seat, Ref ref, int n, Clause clause) {
  Dinosaur& dino = dino_at(t.s, ref);
  const int healed = std::min<int>(n, dino.damage);
  dino.damage = static_cast<std::uint8_t>(dino.damage - healed);
  emit(t, clause, EventKind::healed, seat, told_as(t.s, ref), healed);
}

void hurt(Table& t, Ref ref, int n, Clause clause) {
  const Item* item = t.s.stack.empty() ? nullptr : &t.s.stack.back();
  const bool by_attack = item != nullptr && (is_attack(*item) || item->kind == ItemKind::direct);
  const int dealt = deal_damage(t, ref, n, by_attack ? Clause::DNB_ATK_14 : clause);
  // DNB-ABI-11: damage of the attack's own effects; its own recoil does not count.
  if (dealt != 0 && item != nullptr && item->kind == ItemKind::attack && ref != attacker_of(*item))
    mark_hurt(t.s, ref);
}

// DNB-DMG-04: a loss, not damage; shields do not see it.
void lose_hit_points(Table& t, Ref ref, int n, Clause clause) {
  Dinosaur& dino = dino_at(t.s, ref);
  dino.damage = static_cast<std::uint8_t>(std::min(255, dino.damage + n));
  emit(t, clause, EventKind::hp_lost, owner_of(ref), told_as(t.s, ref), n);
  if (modifier(t.s, ref, Lasts::shield) > 0) cite(t, Clause::DNB_DMG_04);
}

void paralyse(Table& t, Seat seat, int n, Clause clause) {
  std::uint8_t& counter = player(t.s, seat).paralysis;
  if (n == 0) {
    counter = 0;
    return emit(t, Clause::DNB_CMB_03, EventKind::paralysed, seat, 0);
  }
  counter = static_cast<std::uint8_t>(std::min(255, counter + n));
  emit(t, clause, EventKind::paralysed, seat, counter);
  if (seat == t.s.turn) cite(t, Clause::DNB_CMB_03, seat);
}

// Calls fn(Ref) for the Dinosaurs that a selector means. DNB-GEN-17: the active player first, then clockwise.
template <class Fn>
void each_chosen(Table& t, const core::Frame& f, ability::Program p, int of, Fn&& fn) {
  const State& s = t.s;
  const ability::Items found = chosen_dinos(t.content, s, scope_of(f), p, of);
  Seat before = core::no_seat;
  for (int i = 0; i < s.seats; ++i) {
    const Seat owner = core::seat((core::index(s.turn) + i) % s.seats);
    for (const std::int16_t item : found) {
      const Ref ref = dino_of_item(s, item);
      if (owner_of(ref) != owner) continue;
      if (before != core::no_seat && before != owner) cite(t, Clause::DNB_GEN_17);
      before = owner;
      fn(ref);
    }
  }
}

}  // namespace

void Words::effect(Table& t, core::Frame& f, Program p, int at) {
  State& s = t.s;
  const Seat seat = f.controller;
  const Clause clause = ability::clause_at<WordOp>(p, at);
  ability::Parameters in = parameters(p, at);
  const auto amount = [&] { return Interpreter::amount(t.content, s, scope_of(f), p, in.node()); };
  const auto chosen = [&] { return f.registers[in.number()]; };  // what a name stands for
  const auto each = [&](int of, auto&& fn) { each_chosen(t, f, p, of, fn); };
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::draw: return draw_cards(t, seat, amount());
    case WordOp::bonus: {
      const auto what = static_cast<Bonus>(in.number());
      const int n = in.number();
      return dino_battles::bonus(t, seat, what, n, clause);
    }
    case WordOp::heal: {
      const int n = in.number();
      return each(in.node(), [&](Ref ref) { heal(t, seat, ref, n, clause); });
    }
    case WordOp::damage: {
      const int n = amount();
      return each(in.node(), [&](Ref ref) { hurt(t, ref, n, clause); });
    }
    case WordOp::lose_hp: {
      const int n = in.number();
      return each(in.node(), [&](Ref ref) { lose_hit_points(t, ref, n, clause); });
    }
    case WordOp::paralysis: return paralyse(t, seat, in.number(), clause);
    case WordOp::status: {
      const auto card = static_cast<Status>(in.number());
      const int n = in.number();
      const auto to = static_cast<Who>(in.number());
      return give_status(t, f, card, n, to, clause);
    }
    case WordOp::modify: {
      const Lasts stat = stat_word(in.number());
      const int n = in.number(), of = in.node(), until = in.number();
      return each(of, [&](Ref ref) { lay(t, f, ref, stat, n, until, clause); });
    }
    case WordOp::shield: {
      const int n = in.number(), of = in.node(), until = in.number();
      return each(of, [&](Ref ref) { lay(t, f, ref, Lasts::shield, n, until, clause); });
    }
    case WordOp::grant: {
      const Lasts trait = trait_word(in.number());
      const int of = in.node(), until = in.number();
      return each(of, [&](Ref ref) { lay(t, f, ref, trait, 1, until, clause); });
    }
    case WordOp::switch_in: {
      const Ref ref = dino_of_item(s, chosen());
      if (ref != no_dino) swap_active(t, owner_of(ref), dino_at(s, ref).slot, clause);
      return;
    }
    case WordOp::purge: return purge_chosen(t, seat, chosen(), clause);
    case WordOp::gain: {
      const int item = chosen(), kind = item_kind(item);
      if (item_zone(item) == discard_zone) return recover(t, seat, kind);
      const auto to = static_cast<GainZone>(in.number());
      return gain_card(t, seat, kind, to == GainZone::hand, clause);
    }
    case WordOp::discard_attached: {
      const int card = chosen() - attached_item;
      return detach(t, core::seat(card / attached_room), card % attached_room, false, clause);
    }
    case WordOp::strip: {
      const int of = in.node();
      const bool random = static_cast<Stripped>(in.number()) == Stripped::random;
      return each(of, [&](Ref ref) { random ? discard_at_random(t, ref, clause) : detach_all(t, ref); });
    }
    case WordOp::peek: return each(in.node(), [&](Ref ref) { peek(t, seat, ref, clause); });
    case WordOp::counter: return counter(t, seat, f.subject, clause);
    case WordOp::mark_attack: {
      const int evade_flag = in.number() != 0 ? no_evade : 0;
      const int defend_flag = in.number() != 0 ? no_defend : 0;
      return mark_attack(t, seat, evade_flag | defend_flag, clause);
    }
    default: return;  // modifiers are read, never run
  }
}

// DNB-GEN-13: what cannot be followed is left out.
void Words::found_nothing(Table& t, const core::Frame& f) { cite(t, Clause::DNB_GEN_13, f.controller); }

}  // namespace rw::dino_battles
