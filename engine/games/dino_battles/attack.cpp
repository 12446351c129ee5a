// Attacks that come up: answers, hits, damage.
#include <algorithm>

#include "engine/games/dino_battles/turn.h"

namespace rw::dino_battles {

// ---- attacks come up ---------------------------------------------------------------------------------

namespace {

const AttackCard& declared_attack(const Content& c, const Item& item) {
  return card_of(c, dino_of(item)).attacks[item.which];
}
const PowerCard& power_card(const Content& c, const State& s, const Item& item) {
  return stack_card(c, s, card_of(item)).powers[item.which];
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
  if (!in_play(s, subject_of(item))) return Clause::DNB_ATK_11;
  const bool anywhere = by_dinosaur(item) && declared_attack(c, item).any_dinosaur;
  if (!anywhere && dino_at(s, subject_of(item)).slot != active_slot) return Clause::DNB_ATK_11;
  return Clause::none;
}

void fail(Table& t, const Item& item, Clause clause) {
  emit(t, clause, EventKind::attack_fails, item.controller, thing_of(item));
  cite(t, Clause::DNB_ATK_13, item.controller);
  const bool defended = (item.flags & answered_defend) != 0;
  if (defended && by_dinosaur(item) && in_play(t.s, subject_of(item)) &&
      has_trait(t.content, t.s, subject_of(item), Lasts::spiked))
    cite(t, Clause::DNB_ABI_12);
  finish_item(t);
}

// Everybody sees whether anything but Pass can be answered: face-down cards may be anything.
bool might_answer(const State& s, const Item& item) {
  const int flags = item.flags;
  const bool cards = attached_count(s, subject_of(item)) > 0;
  return ((flags & no_evade) == 0 && (cards || modifier(s, subject_of(item), Lasts::free_evade) != 0)) ||
         ((flags & no_defend) == 0 && (cards || modifier(s, subject_of(item), Lasts::free_defend) != 0));
}

// Can it be answered by evading, or by defending?
bool can_answer(const State& s, const Item& item, Kind by) {
  const bool evading = by == Kind::evade;
  if ((item.flags & (evading ? no_evade : no_defend)) != 0) return false;
  return modifier(s, subject_of(item), evading ? Lasts::free_evade : Lasts::free_defend) != 0 ||
         attached_of(s, subject_of(item), by) > 0;
}

void take_answer(Table& t, Item& item, int flag, Clause clause) {
  item.flags = static_cast<std::uint8_t>(item.flags | flag);
  item.stage = ItemStage::answered;
  emit(t, clause, EventKind::answered, owner_of(subject_of(item)),
       flag == answered_evade    ? 1
       : flag == answered_defend ? 2
                                 : 0,
       told_as(t.s, subject_of(item)));
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

// DNB-DEF-08: with the values of this moment.
bool averted(Table& t, const Item& item) {
  const State& s = t.s;
  const int flags = item.flags;
  if ((flags & (answered_evade | answered_defend)) == 0) return false;
  const bool evading = (flags & answered_evade) != 0;
  const int atk = std::max(0, attack_value(t.content, s, item));
  const int value = evading ? eva_of(t.content, s, subject_of(item)) : def_of(t.content, s, subject_of(item));
  cite(t, Clause::DNB_ATK_09);
  cite(t, Clause::DNB_DEF_08);
  const int printed =
      evading ? dino_card(t.content, s, subject_of(item)).eva : dino_card(t.content, s, subject_of(item)).def;
  if (printed + modifier(s, subject_of(item), evading ? Lasts::eva : Lasts::def) < 0) cite(t, Clause::DNB_DMG_05);
  if (value >= atk) {
    emit(t, evading ? Clause::DNB_DEF_02 : Clause::DNB_DEF_03, EventKind::prevented, owner_of(subject_of(item)),
         told_as(s, subject_of(item)), damage_of(t, item));
    return true;
  }
  emit(t, Clause::DNB_DEF_04, EventKind::answer_fails, owner_of(subject_of(item)), told_as(s, subject_of(item)),
       evading ? 1 : 2, value, atk);
  return false;
}

void compare_and_hit(Table& t, Item& item) {
  emit(t, Clause::DNB_TIM_01, EventKind::resolves, item.controller, thing_of(item));
  cite(t, Clause::DNB_ATK_14);
  if (item.kind == ItemKind::tech_attack) cite(t, Clause::DNB_TEC_10);
  item.stage = ItemStage::finishing;
  if (averted(t, item)) return;
  const int dealt = deal_damage(t, subject_of(item), damage_of(t, item), Clause::DNB_ATK_14);
  t.s.resolving.hit = dealt > 0 ? 1 : 0;
  if (dealt > 0 && item.kind == ItemKind::attack) mark_hurt(t.s, subject_of(item));
  if (dealt > 0 && item.kind == ItemKind::tech_attack &&
      has_trait(t.content, t.s, subject_of(item), Lasts::spiked))
    cite(t, Clause::DNB_ABI_04);
}

// The abilities of the attack in printed order; true while one is still to run.
bool run_next_ability(Table& t, Item& item) {
  const AbilityList& list =
      by_dinosaur(item) ? declared_attack(t.content, item).abilities : power_card(t.content, t.s, item).abilities;
  while (t.s.resolving.next < list.count) {
    const int ability = list.first + t.s.resolving.next++;
    const ability::Program p = Words::program(t.content, ability);
    if (static_cast<Moment>(p.ability().moment) == Moment::hit && t.s.resolving.hit == 0) {  // DNB-STA-02
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
    for (const DinoPlace place : core::first<DinoPlace>(max_slots)) {
      const Ref ref = ref_of(core::seat(i), place);
      const bool was_hurt = core::contains(s.resolving.hurt[i], place);
      const bool was_defending = defended && ref == subject_of(item);
      if (!(was_hurt || was_defending) || !in_play(s, ref)) {
        if (ref == subject_of(item) && in_play(s, ref) && has_trait(t.content, s, ref, Lasts::spiked))
          cite(t, Clause::DNB_ABI_03);
        continue;
      }
      if (!has_trait(t.content, s, ref, Lasts::spiked)) continue;
      gain_status(t, item.controller, Kind::wound, 1, core::seat(i),
                  was_defending ? Clause::DNB_ABI_01 : Clause::DNB_ABI_02);
      if (was_hurt && was_defending) cite(t, Clause::DNB_ABI_03);
      if (dino_at(s, ref).damage >= dino_card(t.content, s, ref).hp) cite(t, Clause::DNB_ABI_05);
      if (ref != subject_of(item)) cite(t, Clause::DNB_ABI_11);
    }
}

}  // namespace

// Declared, answered, finished: between the first two the target's controller answers, between the
// last two lies the second window (DNB-ATK-08).
void resolve_attack(Table& t, Item& item) {
  if (item.stage == ItemStage::finishing) {
    if (run_next_ability(t, item)) return;
    spikes(t, item);
    return finish_item(t);
  }
  if (const Clause clause = failing(t.content, t.s, item); clause != Clause::none) return fail(t, item, clause);
  if (item.stage == ItemStage::answered) return compare_and_hit(t, item);
  if (by_dinosaur(item) && declared_attack(t.content, item).any_dinosaur &&
      dino_at(t.s, subject_of(item)).slot != active_slot)
    cite(t, Clause::DNB_ATK_05);
  if (!might_answer(t.s, item)) return take_answer(t, item, answered_pass, Clause::DNB_DEF_06);
  item.stage = ItemStage::asking;
  ask(t, Question::answer, owner_of(subject_of(item)));
}

// DNB-DIR-02 to 04: Wounds, no answer, no second window; only recoil of its effects.
void resolve_direct(Table& t, Item& item) {
  if (item.stage == ItemStage::finishing) {
    if (run_next_ability(t, item)) return;
    return finish_item(t);
  }
  if (const Clause clause = failing(t.content, t.s, item); clause != Clause::none) return fail(t, item, clause);
  const int wounds = damage_of(t, item) / t.content.damage_per_wound;
  gain_status(t, core::seat(item.object), Kind::wound, wounds, item.controller, Clause::DNB_DIR_02);
  cite(t, Clause::DNB_DIR_03);
  item.stage = ItemStage::finishing;
}

// ---- answering ------------------------------------------------------------------------------------------------

void list_answers(const Content&, const State& s, ChoiceList& out) {
  const Item& item = s.stack.back();
  if (can_answer(s, item, Kind::evade)) out.add(choice(Verb::evade));
  if (can_answer(s, item, Kind::defend)) out.add(choice(Verb::defend));
  out.add(choice(Verb::pass));
}

Refusal judge_answer(const Content&, const State& s, Seat seat, Choice ch) {
  const Item& item = s.stack.back();
  const bool evading = verb_of(ch) == Verb::evade;
  const Kind kind = evading ? Kind::evade : Kind::defend;
  if (can_answer(s, item, kind)) return legal;
  if ((item.flags & (evading ? no_evade : no_defend)) != 0)
    return refuse(Clause::DNB_DEF_10, evading ? Fact::cannot_be_evaded : Fact::cannot_be_defended);
  // DNB-DEF-09: cards elsewhere do not count.
  const bool elsewhere = player(s, seat).under[kind] != 0 || player(s, seat).hand[kind] != 0;
  return refuse(elsewhere ? Clause::DNB_DEF_09 : Clause::DNB_DEF_14, Fact::no_card_to_answer);
}

void answer(Table& t, Seat seat, Choice ch) {
  Item& item = t.s.stack.back();
  if (verb_of(ch) == Verb::pass) return take_answer(t, item, answered_pass, Clause::DNB_DEF_06);
  const bool evading = verb_of(ch) == Verb::evade;
  const Kind kind = evading ? Kind::evade : Kind::defend;
  // DNB-DEF-11: nothing is purged under such an effect; DNB-DEF-05: else the card is lost in any case.
  if (modifier(t.s, subject_of(item), evading ? Lasts::free_evade : Lasts::free_defend) != 0) {
    cite(t, Clause::DNB_DEF_11, seat);
  } else {
    release(t.s, seat, find_attached(t.s, subject_of(item), kind));
    purge_card(t, seat, kind, Clause::DNB_DEF_05);
    cite(t, Clause::DNB_GEN_04, seat);
  }
  const int value = evading ? eva_of(t.content, t.s, subject_of(item)) : def_of(t.content, t.s, subject_of(item));
  if (value < attack_value(t.content, t.s, item)) cite(t, Clause::DNB_DEF_07, seat);
  take_answer(t, item, evading ? answered_evade : answered_defend,
              evading ? Clause::DNB_DEF_02 : Clause::DNB_DEF_03);
}

int attack_value(const Content& c, const State& s, const Item& item) {
  return by_dinosaur(item) ? atk_of(c, s, attacker_of(item)) + declared_attack(c, item).atk_bonus
                           : power_card(c, s, item).atk;
}

// ---- damage ------------------------------------------------------------------------------------------

void mark_hurt(State& s, Ref ref) { core::include(s.resolving.hurt[core::index(owner_of(ref))], place_of(ref)); }

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
