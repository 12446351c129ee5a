// What each ability word of Biomechanic Dino Battles means.
#include "engine/games/dino_battles/words.h"

#include <algorithm>

#include "engine/games/dino_battles/turn.h"
#include "engine/games/dino_battles/where.h"
#include "engine/games/dino_battles/word_table.h"

namespace rw::dino_battles {
namespace {

using ability::scope_of;
using namespace word_table;

Lasts trait_word(int word) { return static_cast<Lasts>(static_cast<int>(Lasts::spiked) + word); }
Lasts stat_word(int word) { return static_cast<Lasts>(static_cast<int>(Lasts::atk) + word); }

}  // namespace

const ability::Vocabulary& vocabulary() { return ability::vocabulary_of<WordOp, Moment, Role, Until, Who>(); }

void run_program(Table& t, core::Frame&) { Interpreter::run(t, t.s.agenda.pop()); }

core::Frame program_frame(Seat seat, core::Operand source, int ability, int subject, int object) {
  core::Frame frame = core::program_frame(Step::program, seat, source, ability);
  frame.subject = static_cast<std::int16_t>(subject);
  frame.object = static_cast<std::int16_t>(object);
  return frame;
}

// ---- conditions, amounts, items ----------------------------------------------------------------------

bool Words::test(const Content& c, const State& s, const Scope& scope, Program p, int at) {
  if (static_cast<WordOp>(p.opcode(at)) != WordOp::active_is) return false;
  const Ref active = active_of(s, scope.controller);
  const Lasts trait = trait_word(said<WordOp::active_is, "ability">(p, at));
  return active != no_dino && has_trait(c, s, active, trait);
}

namespace {

// The Dinosaurs that a selector means.
ability::Items chosen_dinos(const Content& c, const State& s, const ability::Scope& scope, ability::Program p,
                            int at) {
  ability::Items items;
  items.count = 0;  // nobody looks at the rest, so it is not cleared
  Words::select(c, s, scope, p, at, items);
  return items;
}

}  // namespace

int Words::amount(const Content& c, const State& s, const Scope& scope, Program p, int at) {
  if (static_cast<WordOp>(p.opcode(at)) != WordOp::cost_of) return 0;
  return cost_size(c, s, kind_of(named_candidate(scope, said<WordOp::cost_of, "card">(p, at))));
}

namespace {

void push_dino(const State& s, Ref ref, ability::Items& out) {
  if (in_play(s, ref)) add(out, candidate_of(target_for(s, ref)));
}
void push_zone(const State& s, Seat seat, ZoneWord zone, ability::Items& out) {
  if (zone == ZoneWord::active) return push_dino(s, active_of(s, seat), out);
  for (const Slot slot : all_slots)
    if (is_in(slot, zone)) push_dino(s, dino_in(s, seat, slot), out);
}
void push_reserve(const State& s, Seat seat, ability::Items& out) { push_zone(s, seat, ZoneWord::reserve, out); }

bool of_type(Kind kind, CardType type) {
  switch (type) {
    case CardType::status: return is_status(kind);
    case CardType::poison: return is_poison(kind);
    case CardType::combat: return is_combat(kind);
    default: return true;
  }
}
void push_cards(const Pile& pile, CardZone zone, CardType type, ability::Items& out) {
  for (const Kind kind : all_kinds_of_cards)
    if (pile[kind] != 0 && of_type(kind, type)) add(out, candidate_of(zone, kind, pile[kind]));
}
void push_supply(const Content& c, const State& s, SupplyType type, int most, ability::Items& out) {
  for (const Kind kind : all_kinds_of_cards) {
    const bool wanted =
        is_combat(kind) ? type != SupplyType::strategy_or_tech : is_stack_card(kind) && type != SupplyType::combat;
    if (wanted && s.supply[kind] != 0 && cost_size(c, s, kind) <= most)
      add(out, candidate_of(CardZone::supply, kind, s.supply[kind]));
  }
}

// The topmost attack that waits on the stack and is made by a Dinosaur on one of this player's.
const Item* attack_on(const State& s, Seat seat) {
  for (int i = s.stack.size() - 1; i >= 0; --i)
    if (s.stack[i].kind == ItemKind::attack && owner_of(subject_of(s.stack[i])) == seat) return &s.stack[i];
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
      if (item != nullptr && item->subject >= 0) push_zone(s, owner_of(subject_of(*item)), zone, out);
      return;
  }
}

void push_fighter(const State& s, Seat seat, const Item* item, Fighter fighter, ability::Items& out) {
  switch (fighter) {
    case Fighter::attacker:
      if (const Item* attack = attack_on(s, seat)) push_dino(s, attacker_of(*attack), out);
      return;
    case Fighter::target:
      if (item != nullptr) push_dino(s, subject_of(*item), out);
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
  const Ref subject = core::make<Ref>(scope.subject), object = core::make<Ref>(scope.object);
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::it: return push_dino(s, subject, out);
    case WordOp::dinosaur:
      push_dino(s, subject, out);
      if (said<WordOp::dinosaur, "up_to">(p, at) > 1) push_dino(s, object, out);
      return;
    case WordOp::own_active: return push_dino(s, active_of(s, seat), out);
    case WordOp::every: {
      const Side side = core::make<Side>(said<WordOp::every, "side">(p, at));
      return push_all(s, seat, item, side, core::make<ZoneWord>(said<WordOp::every, "zone">(p, at)), out);
    }
    case WordOp::fighter:
      return push_fighter(s, seat, item, core::make<Fighter>(said<WordOp::fighter, "is">(p, at)), out);
    case WordOp::own_reserve: return push_reserve(s, seat, out);
    case WordOp::opponent_reserve:
      if (scope.subject >= 0) push_reserve(s, core::seat(scope.subject), out);
      return;
    case WordOp::switched_out:
      if (s.resolving.switched_out != 0) push_dino(s, core::make<Ref>(s.resolving.switched_out - 1), out);
      return;
    case WordOp::cards: {
      const OwnZone zone = core::make<OwnZone>(said<WordOp::cards, "in">(p, at));
      const CardType type = core::make<CardType>(said<WordOp::cards, "type">(p, at));
      const Player& own = dino_battles::player(s, seat);
      if (zone != OwnZone::discard) push_cards(own.hand, CardZone::hand, type, out);
      if (zone != OwnZone::hand) push_cards(own.discard, CardZone::discard, type, out);
      return;
    }
    case WordOp::supply: {
      const SupplyType type = core::make<SupplyType>(said<WordOp::supply, "type">(p, at));
      const int at_most = Interpreter::amount(c, s, scope, p, operand<WordOp::supply, "at_most">(p, at), 99);
      return push_supply(c, s, type, at_most, out);
    }
    case WordOp::attached_to:
      for (std::int16_t dino : chosen_dinos(c, s, scope, p, operand<WordOp::attached_to, "of">(p, at))) {
        const Ref ref = dino_named(s, core::make<Candidate>(dino));
        for (const Attached& card : attached_cards(s, owner_of(ref)))
          if (card.place == place_of(ref)) add(out, candidate_of(owner_of(ref), card.handle));
      }
      return;
    default: return;
  }
}

bool Words::conceals(const Content&, const State& s, const Scope& scope, Program p, int at) {
  return static_cast<WordOp>(p.opcode(at)) == WordOp::cards &&
         core::make<OwnZone>(said<WordOp::cards, "in">(p, at)) != OwnZone::discard &&
         total(dino_battles::player(s, scope.controller).hand) > 0;
}

// ---- effects -------------------------------------------------------------------------------------------

namespace {

void give_status(Table& t, const core::Frame& f, Status status, int n, Who to, Clause clause) {
  State& s = t.s;
  constexpr Kind kinds[] = {Kind::wound, Kind::poison, Kind::paralyze};
  const bool poison = status == Status::poison, wound = status == Status::wound;
  const Lasts immunity = poison ? Lasts::immune_poison : Lasts::immune_paralyze;
  // A rider comes with the hit of an attack (DNB-STA-01), everything else with an effect.
  enum class By : std::uint8_t { rider, effect };
  const auto give = [&](Seat seat, Ref subject, By by) {
    const bool rider = by == By::rider;
    if (!in_game(s, seat)) return;
    if (!wound) {
      // DNB-ABI-06, DNB-ABI-08: the Dinosaur that was hit; DNB-STA-03: else the Active one.
      if (subject == no_dino) return cite(t, clause, seat);
      if (has_trait(t.content, s, subject, immunity)) {
        if (!rider) return cite(t, clause, seat);
        return cite(t, poison ? Clause::DNB_ABI_06 : Clause::DNB_ABI_08, seat);
      }
      for (const Slot slot : all_slots)  // another Dinosaur's immunity does not help
        if (const Ref other = dino_in(s, seat, slot);
            rider && other != no_dino && other != subject && has_trait(t.content, s, other, immunity))
          cite(t, Clause::DNB_ABI_10, seat);
    }
    gain_status(t, seat, kinds[static_cast<int>(status)], n, f.controller,
                rider   ? Clause::DNB_STA_01
                : wound ? Clause::DNB_STA_04
                        : clause);
    if (rider) cite(t, Clause::DNB_STA_02, seat);
  };
  switch (to) {
    case Who::you: return give(f.controller, active_of(s, f.controller), By::effect);
    case Who::opponent:
      if (f.subject >= 0) give(core::seat(f.subject), active_of(s, core::seat(f.subject)), By::effect);
      return;
    case Who::each_opponent:
      // DNB-GEN-17: the active player first, then clockwise.
      for (int i = 0; i < s.seats; ++i) {
        const Seat seat = core::seat((core::index(s.turn) + i) % s.seats);
        if (seat != f.controller) give(seat, active_of(s, seat), By::effect);
      }
      if (s.seats > 2) cite(t, Clause::DNB_GEN_17);
      return;
    case Who::target_controller: {
      const Ref target = s.stack.empty() ? no_dino : subject_of(s.stack.back());
      if (target == no_dino) return;
      return give(owner_of(target), target, By::rider);
    }
    case Who::attacker_controller:
      if (const Item* attack = attack_on(s, f.controller))
        give(attack->controller, active_of(s, attack->controller), By::effect);
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

void purge_chosen(Table& t, Seat seat, Candidate card, Clause clause) {
  const Kind kind = kind_of(card);
  if (zone_of(card) == CardZone::hand)
    leave_hand(t.s, seat, kind);
  else
    --player(t.s, seat).discard[kind];
  purge_card(t, seat, kind, clause);
}

// DNB-STR-04.
void recover(Table& t, Seat seat, Kind kind) {
  --player(t.s, seat).discard[kind];
  enter_hand(t.s, seat, kind, Seen::by_all);
  emit(t, Clause::DNB_STR_04, EventKind::recovered, seat, kind);
}

// DNB-GEN-18: each of its face-down cards with the same chance.
void discard_at_random(Table& t, Ref ref, Clause clause) {
  Handle handles[max_attached];
  int n = 0;
  for (const Attached& card : attached_cards(t.s, owner_of(ref)))
    if (card.place == place_of(ref)) handles[n++] = card.handle;
  if (n == 0) return cite(t, Clause::DNB_GEN_13);
  const int pick =
      n == 1 ? 0 : static_cast<int>(core::draw(t.s.random, t.chance, 1, static_cast<std::uint32_t>(n))) - 1;
  detach(t, owner_of(ref), handles[pick], To::discard, clause);
  cite(t, Clause::DNB_GEN_18);
}

// DNB-ATT-08.
void detach_all(Table& t, Ref ref) {
  const int n = detach_from(t, ref, To::hand, Clause::DNB_ATT_08);
  emit(t, Clause::DNB_ATT_08, EventKind::returned, owner_of(ref), n, told_as(t.s, ref));
}

void peek(Table& t, Seat seat, Ref ref, Clause clause) {
  for (Attached& card : attached_cards(t.s, owner_of(ref)))
    if (card.place == place_of(ref)) core::include(card.known_by, seat);
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

void lay(Table& t, const core::Frame& f, Ref ref, Lasts what, int n, Until until, Clause clause) {
  add_effect(t, ref, what, n, until == Until::this_turn ? until_this_turn : 1 + core::index(f.controller));
  emit(t, clause, EventKind::effect_made, f.controller, told_as(t.s, ref), what, n);
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
    for (const std::int16_t dino : found) {
      const Ref ref = dino_named(s, core::make<Candidate>(dino));
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
  const auto amount = [&](int place) { return Interpreter::amount(t.content, s, scope_of(f), p, place); };
  const auto chosen = [&](int name) { return named_candidate(scope_of(f), name); };
  const auto each = [&](int of, auto&& fn) { each_chosen(t, f, p, of, fn); };
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::draw: return draw_cards(t, seat, amount(operand<WordOp::draw, "n">(p, at)));
    case WordOp::bonus: {
      const Bonus what = core::make<Bonus>(said<WordOp::bonus, "what">(p, at));
      return dino_battles::bonus(t, seat, what, said<WordOp::bonus, "n">(p, at), clause);
    }
    case WordOp::heal: {
      const int n = said<WordOp::heal, "n">(p, at);
      return each(operand<WordOp::heal, "of">(p, at), [&](Ref ref) { heal(t, seat, ref, n, clause); });
    }
    case WordOp::damage: {
      const int n = amount(operand<WordOp::damage, "n">(p, at));
      return each(operand<WordOp::damage, "of">(p, at), [&](Ref ref) { hurt(t, ref, n, clause); });
    }
    case WordOp::lose_hp: {
      const int n = said<WordOp::lose_hp, "n">(p, at);
      return each(operand<WordOp::lose_hp, "of">(p, at), [&](Ref ref) { lose_hit_points(t, ref, n, clause); });
    }
    case WordOp::paralysis: return paralyse(t, seat, said<WordOp::paralysis, "n">(p, at), clause);
    case WordOp::status: {
      const Status card = core::make<Status>(said<WordOp::status, "card">(p, at));
      const Who to = core::make<Who>(said<WordOp::status, "to">(p, at));
      return give_status(t, f, card, said<WordOp::status, "n">(p, at), to, clause);
    }
    case WordOp::modify: {
      const Lasts stat = stat_word(said<WordOp::modify, "stat">(p, at));
      const int n = said<WordOp::modify, "n">(p, at);
      const Until until = core::make<Until>(said<WordOp::modify, "until">(p, at));
      return each(operand<WordOp::modify, "of">(p, at), [&](Ref ref) { lay(t, f, ref, stat, n, until, clause); });
    }
    case WordOp::shield: {
      const int n = said<WordOp::shield, "n">(p, at);
      const Until until = core::make<Until>(said<WordOp::shield, "until">(p, at));
      return each(operand<WordOp::shield, "of">(p, at),
                  [&](Ref ref) { lay(t, f, ref, Lasts::shield, n, until, clause); });
    }
    case WordOp::grant: {
      const Lasts trait = trait_word(said<WordOp::grant, "ability">(p, at));
      const Until until = core::make<Until>(said<WordOp::grant, "until">(p, at));
      return each(operand<WordOp::grant, "of">(p, at), [&](Ref ref) { lay(t, f, ref, trait, 1, until, clause); });
    }
    case WordOp::switch_in: {
      const Ref ref = dino_named(s, chosen(said<WordOp::switch_in, "dinosaur">(p, at)));
      if (ref != no_dino) swap_active(t, owner_of(ref), dino_at(s, ref).slot, clause);
      return;
    }
    case WordOp::purge: return purge_chosen(t, seat, chosen(said<WordOp::purge, "card">(p, at)), clause);
    case WordOp::gain: {
      const Candidate card = chosen(said<WordOp::gain, "card">(p, at));
      const Kind kind = kind_of(card);
      if (zone_of(card) == CardZone::discard) return recover(t, seat, kind);
      const GainZone to = core::make<GainZone>(said<WordOp::gain, "to">(p, at));
      return gain_card(t, seat, kind, to == GainZone::hand ? To::hand : To::discard, clause);
    }
    case WordOp::discard_attached: {
      const Candidate card = chosen(said<WordOp::discard_attached, "card">(p, at));
      return detach(t, seat_of(card), handle_of(card), To::discard, clause);
    }
    case WordOp::strip: {
      const bool random = core::make<Stripped>(said<WordOp::strip, "which">(p, at)) == Stripped::random;
      return each(operand<WordOp::strip, "of">(p, at),
                  [&](Ref ref) { random ? discard_at_random(t, ref, clause) : detach_all(t, ref); });
    }
    case WordOp::peek:
      return each(operand<WordOp::peek, "of">(p, at), [&](Ref ref) { peek(t, seat, ref, clause); });
    case WordOp::counter: return counter(t, seat, f.subject, clause);
    case WordOp::mark_attack: {
      const int evade_flag = said<WordOp::mark_attack, "no_evade">(p, at) != 0 ? no_evade : 0;
      const int defend_flag = said<WordOp::mark_attack, "no_defend">(p, at) != 0 ? no_defend : 0;
      return mark_attack(t, seat, evade_flag | defend_flag, clause);
    }
    default: return;  // modifiers are read, never run
  }
}

// DNB-GEN-13: what cannot be followed is left out.
void Words::found_nothing(Table& t, const core::Frame& f) { cite(t, Clause::DNB_GEN_13, f.controller); }

}  // namespace rw::dino_battles
