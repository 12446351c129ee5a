// What each ability word of Biomechanic Dino Battles means.
#include "engine/games/dino_battles/words.h"

#include <algorithm>

#include "engine/games/dino_battles/turn.h"
#include "engine/games/dino_battles/where.h"

namespace rw::dino_battles {
namespace {

using ability::Category;
using ability::Parameter;
using ability::scope_of;
using ability::Type;
using ability::Word;

constexpr std::string_view status_words[] = {"wound", "poison", "paralyze"};
constexpr std::string_view stats[] = {"atk", "eva", "def", "dmg"};
constexpr std::string_view traits[] = {"spiked", "immune_poison", "immune_paralyze"};
constexpr std::string_view answers[] = {"evade", "defend"};
constexpr std::string_view gain_zones[] = {"discard", "hand"};
constexpr std::string_view own_zones[] = {"hand", "discard", "hand_or_discard"};
constexpr std::string_view card_types[] = {"any", "status", "poison", "combat"};
constexpr std::string_view supply_types[] = {"any", "combat", "strategy_or_tech"};

constexpr Parameter optional(Parameter p, int otherwise = 0) {
  p.required = false;
  p.otherwise = otherwise;
  return p;
}
constexpr Parameter until_parameter = {"until", Type::word, Until_names};
constexpr Parameter of_parameter = {"of", Type::items};

// In the order of WordOp.
constexpr Word words[] = {
    {"draw", Category::effect, {{"n", Type::amount}}},
    {"bonus", Category::effect, {{"what", Type::word, Bonus_names}, {"n", Type::number}}},
    {"heal", Category::effect, {{"n", Type::number}, of_parameter}},
    {"damage", Category::effect, {{"n", Type::amount}, of_parameter}},
    {"lose_hp", Category::effect, {{"n", Type::number}, of_parameter}},
    {"paralysis", Category::effect, {{"n", Type::number}}},
    {"clear_paralysis", Category::effect},
    {"status",
     Category::effect,
     {{"card", Type::word, status_words}, {"n", Type::number}, {"to", Type::word, Who_names}}},
    {"modify",
     Category::effect,
     {{"stat", Type::word, stats}, {"n", Type::number}, of_parameter, until_parameter}},
    {"shield", Category::effect, {{"n", Type::number}, of_parameter, until_parameter}},
    {"grant", Category::effect, {{"ability", Type::word, traits}, of_parameter, until_parameter}},
    {"free_defence",
     Category::effect,
     {{"mode", Type::word, answers}, {"bonus", Type::number}, of_parameter, until_parameter}},
    {"switch_in", Category::effect, {{"dinosaur", Type::name}}},
    {"purge", Category::effect, {{"card", Type::name}}},
    {"gain", Category::effect, {{"card", Type::name}, optional({"to", Type::word, gain_zones})}},
    {"recover", Category::effect, {{"card", Type::name}}},
    {"discard_random", Category::effect, {of_parameter}},
    {"discard_attached", Category::effect, {{"card", Type::name}}},
    {"detach", Category::effect, {of_parameter}},
    {"peek", Category::effect, {of_parameter}},
    {"counter", Category::effect, {of_parameter}},
    {"mark_attack", Category::effect, {optional({"no_evade", Type::flag}), optional({"no_defend", Type::flag})}},
    {"spiked", Category::modifier},
    {"immune_poison", Category::modifier},
    {"immune_paralyze", Category::modifier},
    {"active_is", Category::condition, {{"ability", Type::word, traits}}},
    {"cards_under", Category::amount, {of_parameter}},
    {"cost_of", Category::amount, {{"card", Type::name}}},
    {"dinosaur",
     Category::items,
     {{"side", Type::word, Whose_names}, optional({"zone", Type::word, ZoneWord_names})}},
    {"dinosaurs",
     Category::items,
     {{"side", Type::word, Whose_names}, optional({"zone", Type::word, ZoneWord_names}), {"count", Type::number}}},
    {"it", Category::items},
    {"own_active", Category::items},
    {"own_dinosaurs", Category::items},
    {"opposing_actives", Category::items},
    {"this_dinosaur", Category::items},
    {"attack_target", Category::items},
    {"attacker", Category::items},
    {"target_reserve", Category::items},
    {"own_reserve", Category::items},
    {"opponent_reserve", Category::items},
    {"switched_out", Category::items},
    {"cards", Category::items, {{"in", Type::word, own_zones}, optional({"type", Type::word, card_types})}},
    {"supply", Category::items, {{"type", Type::word, supply_types}, optional({"at_most", Type::amount})}},
    {"attached_to", Category::items, {of_parameter}},
    {"waiting", Category::items, {{"type", Type::word, ItemWord_names}}},
};

constexpr ability::Vocabulary the_vocabulary = {words, Moment_names, Role_names, Until_names, Who_names};

Lasts trait_word(int word) { return static_cast<Lasts>(static_cast<int>(Lasts::spiked) + word); }

}  // namespace

const ability::Vocabulary& vocabulary() { return the_vocabulary; }

void run_program(Table& t, core::Frame&) { Interpreter::run(t, t.s.agenda.pop()); }

core::Frame program_frame(Seat seat, int source, int ability, int subject, int object) {
  core::Frame frame{};
  frame.step = static_cast<std::uint8_t>(Step::program);
  frame.controller = seat;
  frame.source = static_cast<std::uint16_t>(source);
  frame.ability = static_cast<std::uint16_t>(ability);
  frame.subject = static_cast<std::int16_t>(subject);
  frame.object = static_cast<std::int16_t>(object);
  return frame;
}

// ---- figures computed on read ----------------------------------------------------------------------

int modifier(const State& s, Ref ref, Lasts what) {
  int n = 0;
  for (const Effect& effect : s.effects)
    if (effect.dino == ref && effect.what == what) n += effect.n;
  return n;
}
// DNB-DMG-05: never below 0.
int atk_of(const Content& c, const State& s, Ref ref) {
  return std::max(0, dino_card(c, s, ref).atk + modifier(s, ref, Lasts::atk));
}
int eva_of(const Content& c, const State& s, Ref ref) {
  return std::max(0, dino_card(c, s, ref).eva + modifier(s, ref, Lasts::eva));
}
int def_of(const Content& c, const State& s, Ref ref) {
  return std::max(0, dino_card(c, s, ref).def + modifier(s, ref, Lasts::def));
}
bool has_trait(const Content& c, const State& s, Ref ref, Lasts what) {
  const bool printed =
      ((dino_card(c, s, ref).traits >> static_cast<int>(what)) & 1) != 0 &&
      where_texts_act.may(spot_of_slot(dino_at(s, ref).slot), CardKind::trait, ability::act_modify);
  return printed || modifier(s, ref, what) != 0;
}

// Equal effects are added up. Shields keep their age (DNB-DMG-03): only the youngest one grows.
void add_effect(Table& t, Ref ref, Lasts what, int n, int until) {
  for (int i = t.s.effects.size() - 1; i >= 0; --i) {
    Effect& effect = t.s.effects[i];
    if (effect.dino != ref || effect.what != what) continue;
    if (effect.until == until) {
      effect.n = static_cast<std::int16_t>(effect.n + n);
      return;
    }
    if (what == Lasts::shield) break;
  }
  Effect effect{};
  effect.dino = static_cast<std::uint8_t>(ref & 31);
  effect.until = static_cast<std::uint8_t>(until & 7);
  effect.what = what;
  effect.n = static_cast<std::int16_t>(n);
  t.s.effects.push(effect);
}

void end_effects(Table& t, int until, Clause clause) {
  for (int i = t.s.effects.size() - 1; i >= 0; --i) {
    const Effect& effect = t.s.effects[i];
    if (effect.until != until) continue;
    emit(t, clause, EventKind::effect_ends, owner_of(effect.dino), told_as(t.s, effect.dino),
         static_cast<int>(effect.what), effect.n);
    t.s.effects.remove(i);
  }
}

void drop_effects(State& s, Ref ref) {
  for (int i = s.effects.size() - 1; i >= 0; --i)
    if (s.effects[i].dino == ref) s.effects.remove(i);
}

// ---- conditions, amounts, items ----------------------------------------------------------------------

bool Words::test(const Content& c, const State& s, const Scope& scope, Program p, int at) {
  if (static_cast<WordOp>(p.opcode(at)) != WordOp::active_is) return false;
  const Ref active = active_of(s, scope.controller);
  return active != no_dino && has_trait(c, s, active, trait_word(p.word(at + 1)));
}

namespace {

// The Dinosaurs that a selector means.
ability::Items chosen_dinos(const Content& c, const State& s, const ability::Scope& scope, ability::Program p,
                            int at) {
  ability::Items items{};
  Words::select(c, s, scope, p, at, items);
  return items;
}
Ref dino_of_item(const State& s, int item) { return dino_named(s, item); }

}  // namespace

int Words::amount(const Content& c, const State& s, const Scope& scope, Program p, int at) {
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::cards_under: {
      int n = 0;
      for (std::int16_t item : chosen_dinos(c, s, scope, p, at + 1)) n += attached_count(s, dino_of_item(s, item));
      return n;
    }
    case WordOp::cost_of: return cost_size(c, s, item_kind(scope.registers[p.word(at + 1)]));
    default: return 0;
  }
}

namespace {

void push_dino(const State& s, Ref ref, ability::Items& out) {
  if (in_play(s, ref)) out.push(static_cast<std::int16_t>(target_for(s, ref)));
}
void push_reserve(const State& s, Seat seat, ability::Items& out) {
  for (int slot = 1; slot < max_slots; ++slot) push_dino(s, dino_in(s, seat, slot), out);
}

bool of_type(int kind, int type) {
  return type == 0 || (type == 1 && is_status(kind)) || (type == 2 && is_poison(kind)) ||
         (type == 3 && is_combat(kind));
}
void push_cards(const std::uint8_t (&pile)[kind_room], int zone, int type, ability::Items& out) {
  for (int kind = 0; kind < kind_count; ++kind)
    if (pile[kind] != 0 && of_type(kind, type))
      out.push(static_cast<std::int16_t>(card_item_of(zone, kind, pile[kind])));
}
void push_supply(const Content& c, const State& s, int type, int most, ability::Items& out) {
  for (int kind = 0; kind < kind_count; ++kind) {
    const bool wanted = is_combat(kind) ? type != 2 : is_stack_card(kind) && type != 1;
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

}  // namespace

void Words::select(const Content& c, const State& s, const Scope& scope, Program p, int at, ability::Items& out) {
  const Seat seat = scope.controller;
  const Item* item = s.stack.empty() ? nullptr : &s.stack.back();
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::it:
    case WordOp::dinosaur: return push_dino(s, scope.subject, out);
    case WordOp::dinosaurs: push_dino(s, scope.subject, out); return push_dino(s, scope.object, out);
    case WordOp::own_active: return push_dino(s, active_of(s, seat), out);
    case WordOp::own_dinosaurs:
      for (int slot = 0; slot < max_slots; ++slot) push_dino(s, dino_in(s, seat, slot), out);
      return;
    case WordOp::opposing_actives:
      for (int i = 0; i < s.seats; ++i)
        if (core::seat(i) != seat) push_dino(s, active_of(s, core::seat(i)), out);
      return;
    case WordOp::this_dinosaur:
      if (item != nullptr) push_dino(s, ref_of(seat, item->attacker), out);
      return;
    case WordOp::attack_target:
      if (item != nullptr) push_dino(s, item->subject, out);
      return;
    case WordOp::attacker:
      if (const Item* attack = attack_on(s, seat)) push_dino(s, attacker_of(*attack), out);
      return;
    case WordOp::target_reserve:
      if (item != nullptr && item->subject >= 0) push_reserve(s, owner_of(item->subject), out);
      return;
    case WordOp::own_reserve: return push_reserve(s, seat, out);
    case WordOp::opponent_reserve:
      if (scope.subject >= 0) push_reserve(s, core::seat(scope.subject), out);
      return;
    case WordOp::switched_out:
      if (s.resolving.switched_out != 0) push_dino(s, s.resolving.switched_out - 1, out);
      return;
    case WordOp::cards: {
      const int zone = p.word(at + 1), type = p.word(at + 2);
      if (zone != 1) push_cards(dino_battles::player(s, seat).hand, hand_zone, type, out);
      if (zone != 0) push_cards(dino_battles::player(s, seat).discard, discard_zone, type, out);
      return;
    }
    case WordOp::supply:
      return push_supply(c, s, p.word(at + 1), Interpreter::amount(c, s, scope, p, at + 2, 99), out);
    case WordOp::attached_to:
      for (std::int16_t dino : chosen_dinos(c, s, scope, p, at + 1)) {
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
  return static_cast<WordOp>(p.opcode(at)) == WordOp::cards && p.word(at + 1) != 1 &&
         total(dino_battles::player(s, scope.controller).hand) > 0;
}

// ---- effects -------------------------------------------------------------------------------------------

namespace {

void give_status(Table& t, const core::Frame& f, int status, int n, Who to) {
  State& s = t.s;
  constexpr int kinds[] = {wound_card, poison_card, paralyze_card};
  const Lasts immunity = status == 1 ? Lasts::immune_poison : Lasts::immune_paralyze;
  const auto give = [&](Seat seat, Ref subject, bool rider) {
    if (!in_game(s, seat)) return;
    if (status != 0) {
      // DNB-ABI-06, DNB-ABI-08: the Dinosaur that was hit; DNB-STA-03: else the Active one.
      if (subject == no_dino) return cite(t, Clause::DNB_STA_03, seat);
      if (has_trait(t.content, s, subject, immunity)) {
        if (!rider) return cite(t, Clause::DNB_STA_03, seat);
        return cite(t, status == 1 ? Clause::DNB_ABI_06 : Clause::DNB_ABI_08, seat);
      }
      for (int slot = 0; rider && slot < max_slots; ++slot)  // another Dinosaur's immunity does not help
        if (const Ref other = dino_in(s, seat, slot);
            other != no_dino && other != subject && has_trait(t.content, s, other, immunity))
          cite(t, Clause::DNB_ABI_10, seat);
    }
    gain_status(t, seat, kinds[status], n, f.controller,
                rider         ? Clause::DNB_STA_01
                : status == 0 ? Clause::DNB_STA_04
                              : Clause::DNB_STA_03);
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

void bonus(Table& t, Seat seat, Bonus what, int n) {
  State& s = t.s;
  if (seat != s.turn) return;
  std::uint8_t* const counters[] = {&s.strategies, &s.attaches, &s.moves_granted, &s.buys};
  std::uint8_t& counter = *counters[static_cast<int>(what)];
  counter = static_cast<std::uint8_t>(counter + n);
  const bool combat = what == Bonus::combat;
  emit(t, combat ? Clause::DNB_CMB_02 : Clause::DNB_TRN_06, EventKind::bonus, seat, n, static_cast<int>(what));
  if (combat) cite(t, Clause::DNB_TRN_06, seat);
}

void purge_chosen(Table& t, Seat seat, int item) {
  const int kind = item_kind(item);
  if (item_zone(item) == hand_zone)
    leave_hand(t.s, seat, kind);
  else
    --player(t.s, seat).discard[kind];
  purge_card(t, seat, kind, Clause::DNB_GEN_04);
}

void recover(Table& t, Seat seat, int kind) {
  --player(t.s, seat).discard[kind];
  enter_hand(t.s, seat, kind, true);
  emit(t, Clause::DNB_STR_04, EventKind::recovered, seat, kind);
}

// DNB-GEN-18: each of its face-down cards with the same chance.
void discard_at_random(Table& t, Ref ref) {
  std::uint8_t handles[max_attached];
  int n = 0;
  for (const Attached& card : attached_cards(t.s, owner_of(ref)))
    if (card.place == place_of(ref)) handles[n++] = card.handle;
  if (n == 0) return cite(t, Clause::DNB_GEN_13);
  const int pick =
      n == 1 ? 0 : static_cast<int>(core::draw(t.s.random, t.chance, 1, static_cast<std::uint32_t>(n))) - 1;
  detach(t, owner_of(ref), handles[pick], false, Clause::DNB_GEN_05);
  cite(t, Clause::DNB_GEN_18);
}

void detach_all(Table& t, Ref ref) {
  const int n = detach_from(t, ref, true, Clause::DNB_ATT_08);
  emit(t, Clause::DNB_ATT_08, EventKind::returned, owner_of(ref), n, told_as(t.s, ref));
}

void peek(Table& t, Seat seat, Ref ref) {
  for (Attached& card : attached_cards(t.s, owner_of(ref)))
    if (card.place == place_of(ref)) card.known_by = static_cast<SeatMask>(card.known_by | core::only(seat));
  emit(t, Clause::DNB_INF_07, EventKind::peeked, seat, told_as(t.s, ref), attached_count(t.s, ref));
}

void counter(Table& t, Seat seat, int at) {
  if (at < 0 || at >= t.s.stack.size()) return;
  const Item item = t.s.stack[at];
  const bool strategy = item.kind == ItemKind::strategy;
  emit(t, strategy ? Clause::DNB_STR_08 : Clause::DNB_TEC_12, EventKind::countered, seat, thing_of(item));
  remove_item(t.s, at);
}

// DNB-DEF-10: the topmost own attack that is declared and not yet answered.
void mark_attack(Table& t, Seat seat, int flags) {
  for (int i = t.s.stack.size() - 1; i >= 0; --i) {
    Item& item = t.s.stack[i];
    if (item.kind != ItemKind::attack || item.controller != seat || item.stage != ItemStage::waiting) continue;
    item.flags = static_cast<std::uint8_t>(item.flags | flags);
    return cite(t, Clause::DNB_DEF_10, seat);
  }
}

void lay(Table& t, const core::Frame& f, Ref ref, Lasts what, int n, int until) {
  add_effect(t, ref, what, n,
             static_cast<Until>(until) == Until::this_turn ? until_this_turn : 1 + core::index(f.controller));
  emit(t, Clause::DNB_DMG_06, EventKind::effect_made, f.controller, told_as(t.s, ref), static_cast<int>(what), n);
}

void heal(Table& t, Seat seat, Ref ref, int n) {
  Dinosaur& dino = dino_at(t.s, ref);
  const int healed = std::min<int>(n, dino.damage);
  dino.damage = static_cast<std::uint8_t>(dino.damage - healed);
  emit(t, Clause::DNB_STR_06, EventKind::healed, seat, told_as(t.s, ref), healed);
}

void hurt(Table& t, const core::Frame&, Ref ref, int n) {
  const Item* item = t.s.stack.empty() ? nullptr : &t.s.stack.back();
  const bool by_attack = item != nullptr && (is_attack(*item) || item->kind == ItemKind::direct);
  const int dealt = deal_damage(t, ref, n, by_attack ? Clause::DNB_ATK_14 : Clause::DNB_DEF_13);
  // DNB-ABI-11: damage of the attack's own effects; its own recoil does not count.
  if (dealt != 0 && item != nullptr && item->kind == ItemKind::attack && ref != attacker_of(*item))
    mark_hurt(t.s, ref);
}

}  // namespace

void Words::effect(Table& t, core::Frame& f, Program p, int at) {
  State& s = t.s;
  const Seat seat = f.controller;
  const ability::Scope scope = scope_of(f);
  // DNB-GEN-17: the active player first, then clockwise.
  const auto each = [&](int node, auto&& fn) {
    const ability::Items found = chosen_dinos(t.content, s, scope, p, node);
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
  };
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::draw: return draw_cards(t, seat, Interpreter::amount(t.content, s, scope, p, at + 1));
    case WordOp::bonus: return bonus(t, seat, static_cast<Bonus>(p.word(at + 1)), p.word(at + 2));
    case WordOp::heal: return each(at + 2, [&](Ref ref) { heal(t, seat, ref, p.word(at + 1)); });
    case WordOp::damage: {
      const int n = Interpreter::amount(t.content, s, scope, p, at + 1);
      return each(at + 1 + p.length(at + 1), [&](Ref ref) { hurt(t, f, ref, n); });
    }
    case WordOp::lose_hp:
      // DNB-DMG-04: a loss, not damage; shields do not see it.
      return each(at + 2, [&](Ref ref) {
        Dinosaur& dino = dino_at(s, ref);
        dino.damage = static_cast<std::uint8_t>(std::min(255, dino.damage + p.word(at + 1)));
        emit(t, Clause::DNB_STA_07, EventKind::hp_lost, owner_of(ref), told_as(s, ref), p.word(at + 1));
        if (modifier(s, ref, Lasts::shield) > 0) cite(t, Clause::DNB_DMG_04);
      });
    case WordOp::paralysis: {
      std::uint8_t& counter = dino_battles::player(s, seat).paralysis;
      counter = static_cast<std::uint8_t>(std::min(255, counter + p.word(at + 1)));
      emit(t, Clause::DNB_STA_09, EventKind::paralysed, seat, counter);
      if (seat == s.turn) cite(t, Clause::DNB_CMB_03, seat);
      return;
    }
    case WordOp::clear_paralysis:
      dino_battles::player(s, seat).paralysis = 0;
      return emit(t, Clause::DNB_CMB_03, EventKind::paralysed, seat, 0);
    case WordOp::status:
      return give_status(t, f, p.word(at + 1), p.word(at + 2), static_cast<Who>(p.word(at + 3)));
    case WordOp::modify: {
      const int until = p.word(at + 3 + p.length(at + 3));
      const auto what = static_cast<Lasts>(static_cast<int>(Lasts::atk) + p.word(at + 1));
      return each(at + 3, [&](Ref ref) { lay(t, f, ref, what, p.word(at + 2), until); });
    }
    case WordOp::shield: {
      const int until = p.word(at + 2 + p.length(at + 2));
      return each(at + 2, [&](Ref ref) { lay(t, f, ref, Lasts::shield, p.word(at + 1), until); });
    }
    case WordOp::grant: {
      const int until = p.word(at + 2 + p.length(at + 2));
      return each(at + 2, [&](Ref ref) { lay(t, f, ref, trait_word(p.word(at + 1)), 1, until); });
    }
    case WordOp::free_defence: {
      const int until = p.word(at + 3 + p.length(at + 3));
      const bool evading = p.word(at + 1) == 0;
      return each(at + 3, [&](Ref ref) {
        lay(t, f, ref, evading ? Lasts::free_evade : Lasts::free_defend, 1, until);
        lay(t, f, ref, evading ? Lasts::eva : Lasts::def, p.word(at + 2), until);
      });
    }
    case WordOp::switch_in: {
      const Ref ref = dino_of_item(s, f.registers[p.word(at + 1)]);
      if (ref != no_dino) swap_active(t, owner_of(ref), dino_at(s, ref).slot, Clause::DNB_RET_07);
      return;
    }
    case WordOp::purge: return purge_chosen(t, seat, f.registers[p.word(at + 1)]);
    case WordOp::gain: return gain_card(t, seat, item_kind(f.registers[p.word(at + 1)]), p.word(at + 2) != 0);
    case WordOp::recover: return recover(t, seat, item_kind(f.registers[p.word(at + 1)]));
    case WordOp::discard_random: return each(at + 1, [&](Ref ref) { discard_at_random(t, ref); });
    case WordOp::discard_attached: {
      const int item = f.registers[p.word(at + 1)] - attached_item;
      return detach(t, core::seat(item / attached_room), item % attached_room, false, Clause::DNB_GEN_05);
    }
    case WordOp::detach: return each(at + 1, [&](Ref ref) { detach_all(t, ref); });
    case WordOp::peek: return each(at + 1, [&](Ref ref) { peek(t, seat, ref); });
    case WordOp::counter: return counter(t, seat, f.subject);
    case WordOp::mark_attack:
      return mark_attack(t, seat, (p.word(at + 1) != 0 ? no_evade : 0) | (p.word(at + 2) != 0 ? no_defend : 0));
    default: return;  // modifiers are read, never run
  }
}

void Words::ask(Table& t, Seat seat) { dino_battles::ask(t, Question::choose, seat); }

// DNB-GEN-13: what cannot be followed is left out.
void Words::found_nothing(Table& t, const core::Frame& f) { cite(t, Clause::DNB_GEN_13, f.controller); }

}  // namespace rw::dino_battles
