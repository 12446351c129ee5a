// Combiners: several characters become one. And Upgrades that come to a character together find their slots.
#include <algorithm>

#include "engine/games/transformers_tcg/frames.h"
#include "engine/games/transformers_tcg/turn.h"

namespace rw::transformers_tcg {
namespace {

enum CombineStage : std::uint8_t { picking, merging, keeping };

CharacterRecord combiner_of(const Frame& f) { return core::make<CharacterRecord>(f.ability); }

CharacterSet ready_copies(const Content& c, const State& s, Seat seat, CharacterRecord record) {
  CharacterSet found = 0;
  for (const Character who : core::bits<Character>((s.field | s.ko_area) & characters_of(seat)))
    if (record_of(s, who) == record && mode_of(c, s, who).kind == ModeKind::bot) core::include(found, who);
  return found;
}

Item followed(Item item, CharacterSet parts, Character whole) {
  return is_character(item) && core::contains(parts, item) ? item_of(whole) : item;
}
Source followed(Source source, CharacterSet parts, Character whole) {
  const Character bearer = bearer_of(source);
  return bearer != no_character && core::contains(parts, bearer) ? source_of(card_of(source), whole) : source;
}
// An effect that waits follows the parts into the whole. True if it was about one of them.
template <class Effect>
bool follow(Effect& effect, CharacterSet parts, Character whole) {
  const Item before = effect.subject;
  effect.subject = followed(before, parts, whole);
  effect.source = followed(effect.source, parts, whole);
  return is_character(before) && core::contains(parts, before);
}
// The same for what the core keeps: a step, or what lasts.
template <class Kept>
void follow_kept(Kept& kept, CharacterSet parts, Character whole) {
  kept.subject = static_cast<std::int16_t>(followed(subject_of(kept), parts, whole));
  kept.source = static_cast<std::uint16_t>(followed(source_of(kept), parts, whole));
}

// TCG-CMB-13, TCG-ATK-21: whatever spoke of a component speaks of the Combiner.
void follow_references(Table& t, CharacterSet parts, Character whole) {
  State& s = t.s;
  for (Lasting& l : s.lasting) {
    const Character about = about_whom(t.content, l);
    follow_kept(l, parts, whole);
    if (about != no_character && core::contains(parts, about)) {
      cite(t, Clause::TCG_CMB_13);
      cite(t, Clause::TCG_KEY_04);
    }
  }
  for (Later& l : s.laters)
    if (follow(l, parts, whole)) cite(t, Clause::TCG_CMB_13);
  for (Trigger& trigger : s.pending)
    if (follow(trigger, parts, whole)) cite(t, Clause::TCG_CMB_13);
  for (Frame& f : s.agenda)
    if (f.step == static_cast<std::uint8_t>(Step::program)) follow_kept(f, parts, whole);
  if (!fighting(s)) return;
  for (OrNone<Character>* fighter : {&s.battle.attacker, &s.battle.defender})
    if (*fighter != no_character && core::contains(parts, Character{*fighter})) {
      *fighter = whole;
      cite(t, Clause::TCG_ATK_21);
    }
}

// The components' Upgrades as they come: on the Combiner in no slot yet.
CardSet loose_upgrades(const State& s, Character whole) {
  CardSet loose{};
  for (const Card card : upgrades_on(s, whole))
    if (slot_of(s, card) == no_slot) loose.add(card);
  return loose;
}

// TCG-CMB-07, 08, 18: one character with all the counters.
Character merge(Table& t, const CombineFrame& combine, Seat seat, CharacterRecord record) {
  State& s = t.s;
  const CharacterCard& card = t.content.character(record);
  CharacterSet parts = 0;
  int damage = 0;
  for (int k = 0; k < card.component_count; ++k) {
    const Character who = combine.component[k].id;
    core::include(parts, who);
    damage += s.characters[who].damage;
  }
  const Character whole = first_of(parts);
  const bool fielded_part = (parts & s.field) != 0 || s.options.all_from_ko != 0;
  for (const Character who : core::bits<Character>(parts)) {
    for (const Card upgrade : upgrades_on(s, who)) put_at(s, upgrade, whole, no_slot);
    s.characters[who] = {};
    core::exclude(s.tapped, who);
    core::exclude(s.attacked, who);
    core::exclude(s.field, who);
    core::exclude(s.ko_area, who);
  }
  s.characters[whole] = {from_1(record), 0, static_cast<std::uint8_t>(std::min(damage, 255)), 0};
  core::include(fielded_part ? s.field : s.ko_area, whole);
  core::include(s.formed, whole);
  for (const Character who : core::bits<Character>(parts)) index_character(t.content, s, who);
  follow_references(t, parts, whole);
  if (!fielded_part) s.characters[whole].damage = static_cast<std::uint8_t>(card.health);
  emit(t, Clause::TCG_CMB_02, EventKind::combined, seat, whole, damage);
  for (const Clause clause : {Clause::TCG_CMB_03, Clause::TCG_CMB_04, Clause::TCG_CMB_06, Clause::TCG_CMB_07,
                              Clause::TCG_CMB_08, Clause::TCG_CMB_14, Clause::TCG_CMB_17, Clause::TCG_CMB_18,
                              Clause::TCG_CMB_19, Clause::TCG_CMB_21, Clause::TCG_CMB_24, Clause::TCG_DECK_08})
    cite(t, clause, seat);
  s.check = 1;
  return whole;
}

bool can_keep(const Content& c, const State& s, Card card, Character whole, SlotKind slot_kind) {
  return may_use_slot(c, s, card, whole, slot_kind) && free_slot(c, s, card, whole, slot_kind) != no_slot;
}

bool are_swapped(const State& s) {
  return s.agenda.back().step == static_cast<std::uint8_t>(Step::settle_upgrades);
}

// TCG-UPG-14: swapped Upgrades are put on, those that a Combiner keeps are not.
void settle_swapped(Table& t, Card card, Character who) {
  State& s = t.s;
  emit(t, Clause::TCG_UPG_14, EventKind::put_on, owner_of(card), card, who);
  cite(t, Clause::TCG_UPG_01);
  if (slot_kind_of(t.content, s, card) != battle_card(t.content, s, card).kind) cite(t, Clause::TCG_UPG_08);
  index_character(t.content, s, who);
  s.check = 1;
  happen_to_card(t, Moment::put_on, card, who, 0);
  happen(t, Moment::upgraded, owner_of(card), who, item_of(card));
}

void keep_in(Table& t, Card card, Character whole, SlotKind slot_kind) {
  State& s = t.s;
  const Slot slot = free_slot(t.content, s, card, whole, slot_kind);
  put_at(s, card, whole, slot);
  if (are_swapped(s)) return settle_swapped(t, card, whole);
  emit(t, Clause::TCG_CMB_09, EventKind::kept_upgrade, owner_of(card), card, whole);
  cite(t, Clause::TCG_CMB_10);
  cite(t, Clause::TCG_CMB_12);
  if (battle_card(t.content, s, card).share > 1) cite(t, Clause::TCG_CMB_11);
}

// It can only go into slots of its own kind, and they have room for all that could go there.
bool fits_anyway(const Content& c, const State& s, Card upgrade, Character whole) {
  const SlotKind natural = battle_card(c, s, upgrade).kind;
  for (const SlotKind kind : slot_kinds)
    if (kind != natural && can_keep(c, s, upgrade, whole, kind)) return false;
  if (!can_keep(c, s, upgrade, whole, natural)) return false;
  const CharacterCard& card = card_of_character(c, s, whole);
  int wanting = 0, taken = 0;
  std::uint32_t slots = 0;
  for (const Card other : upgrades_on(s, whole)) {
    if (slot_of(s, other) == no_slot)
      wanting += may_use_slot(c, s, other, whole, natural);
    else
      core::include(slots, slot_of(s, other));
  }
  for (const Slot slot : card.slots_of(natural)) taken += core::contains(slots, slot);
  return wanting <= card.slots[natural] - taken;
}

int free_slots(const Content& c, const State& s, Character who, SlotKind kind) {
  const CharacterCard& card = card_of_character(c, s, who);
  std::uint32_t taken = 0;
  for (const Card upgrade : upgrades_on(s, who))
    if (slot_of(s, upgrade) != no_slot) core::include(taken, slot_of(s, upgrade));
  int n = 0;
  for (const Slot slot : card.slots_of(kind)) n += !core::contains(taken, slot);
  return n;
}

// TCG-UPG-08: it may also go into a free slot of another kind.
bool has_other_slot(const Content& c, const State& s, Card upgrade, Character who) {
  for (const SlotKind kind : slot_kinds)
    if (kind != battle_card(c, s, upgrade).kind && can_keep(c, s, upgrade, who, kind)) return true;
  return false;
}

// If every kind fits into its own slots, nobody has to choose. Swapped Upgrades are put on, so their player may
// also name another slot that they can use.
bool keep_all(Table& t, Character whole) {
  State& s = t.s;
  const CardSet loose = loose_upgrades(s, whole);
  core::Indexed<SlotKind, int, SlotKind_count> wanted{};
  for (const Card upgrade : loose) {
    const BattleCard& printed = battle_card(t.content, s, upgrade);
    int copies = 0;
    for (const Card other : loose) copies += other <= upgrade && same_kind(s, other, upgrade);
    if ((copies - 1) % printed.share == 0) ++wanted[printed.kind];
    if (are_swapped(s) && has_other_slot(t.content, s, upgrade, whole)) return false;
  }
  for (const SlotKind kind : slot_kinds)
    if (wanted[kind] > free_slots(t.content, s, whole, kind)) return false;
  for (const Card upgrade : loose) keep_in(t, upgrade, whole, battle_card(t.content, s, upgrade).kind);
  return true;
}

// True if an Upgrade has found its slot, or somebody is asked about one.
bool wait_for_slots(Table& t, const Frame& f, Character who) {
  const CardSet loose = loose_upgrades(t.s, who);
  for (const Card upgrade : loose)
    if (fits_anyway(t.content, t.s, upgrade, who)) {
      keep_in(t, upgrade, who, battle_card(t.content, t.s, upgrade).kind);
      return true;
    }
  for (const Card upgrade : loose)
    for (const SlotKind kind : slot_kinds)
      if (can_keep(t.content, t.s, upgrade, who, kind)) {
        ask(t, Question::keep_upgrade, f.controller);
        return true;
      }
  return false;
}

void finish(Table& t, Character whole) {
  State& s = t.s;
  const Seat seat = owner_of(whole);
  for (const Card card : loose_upgrades(s, whole)) put_in_scrap(t, card, Clause::TCG_CMB_09);
  index_character(t.content, s, whole);
  s.agenda.pop();
  next_event(s);
  if (on_field(s, whole)) {
    happen(t, Moment::combined, seat, whole);
    if (s.characters[whole].damage >= health_of(t.content, s, whole)) cite(t, Clause::TCG_CMB_23);
  }
  settle(t);
  check_end(t);
}

}  // namespace

void begin_combine(Table& t, Seat seat, CharacterRecord combiner) {
  push_step(t, Step::combine, seat, picking).ability = static_cast<std::uint16_t>(combiner);
}

void step_combine(Table& t, Frame& f) {
  State& s = t.s;
  const CharacterCard& card = t.content.character(combiner_of(f));
  auto combine = f.as<CombineFrame>();
  if (f.stage == picking) {
    for (int k = 0; k < card.component_count; ++k) {
      if (combine.component[k].id != no_character) continue;
      const CharacterSet copies = ready_copies(t.content, s, f.controller, card.components[k]);
      if (copies == 0) {  // the components are no longer ready
        s.agenda.pop();
        return;
      }
      if (core::population(copies) > 1) {
        cite(t, Clause::TCG_CMB_05, f.controller);
        f.put(combine);
        return ask(t, Question::component, f.controller);
      }
      combine.component[k].id = first_of(copies);
    }
    const Character whole = merge(t, combine, f.controller, combiner_of(f));
    combine.combiner.id = whole;
    f.put(combine);
    f.stage = keeping;
    if (keep_all(t, whole)) return finish(t, whole);
    return;
  }
  const Character whole = combine.combiner.id;
  if (!wait_for_slots(t, f, whole)) finish(t, whole);
}

// ---- Swap Parts ----------------------------------------------------------------------------------------

void begin_settling(Table& t, Seat seat, Character a, Character b) {
  push_step(t, Step::settle_upgrades, seat).put(SettleFrame{{}, {b, 0}, {a, 0}});
}

// One of the two characters after the other. What finds no slot replaces nothing: its player has chosen what stays
// instead (TCG-UPG-03, TCG-UPG-05).
void step_settle_upgrades(Table& t, Frame& f) {
  State& s = t.s;
  const auto settling = f.as<SettleFrame>();
  const Character who = settling.now.id;
  if (!keep_all(t, who) && wait_for_slots(t, f, who)) return;
  for (const Card card : loose_upgrades(s, who)) put_in_scrap(t, card, Clause::TCG_UPG_03);
  f.put(SettleFrame{{}, {}, settling.next});
  if (settling.next.id != no_character) return;
  s.agenda.pop();
  settle(t);
}

void list_components(const Content& c, const State& s, ChoiceList& out) {
  const Frame& f = s.agenda.back();
  const CharacterCard& card = c.character(combiner_of(f));
  for (int k = 0; k < card.component_count; ++k) {
    if (f.as<CombineFrame>().component[k].id != no_character) continue;
    for (const Character who : core::bits<Character>(ready_copies(c, s, f.controller, card.components[k])))
      out.add(choice(Verb::choose, item_of(who)));
    return;
  }
}

void choose_component(Table& t, Seat, Choice ch) {
  Frame& f = t.s.agenda.back();
  auto combine = f.as<CombineFrame>();
  int next = 0;
  while (combine.component[next].id != no_character) ++next;
  combine.component[next].id = character_of(ch.a<Item>());
  f.put(combine);
}

namespace {

// The Combiner, or the character that got another's Upgrades.
Character keeper(const Frame& f) {
  return f.step == static_cast<std::uint8_t>(Step::combine) ? f.as<CombineFrame>().combiner.id
                                                            : f.as<SettleFrame>().now.id;
}

}  // namespace

void list_kept_upgrades(const Content& c, const State& s, ChoiceList& out) {
  const Character whole = keeper(s.agenda.back());
  const CardSet loose = loose_upgrades(s, whole);
  for (const Card card : loose) {
    if (!is_first_of_kind(s, loose, card)) continue;
    for (const SlotKind kind : slot_kinds)
      if (can_keep(c, s, card, whole, kind))
        out.add(choice(Verb::keep_upgrade, item_of(card), slot_operand(kind, battle_card(c, s, card).kind)));
  }
}

void keep_upgrade(Table& t, Seat, Choice ch) {
  const Card card = card_of(ch.a<Item>());
  keep_in(t, card, keeper(t.s.agenda.back()), slot_said(ch.b(), battle_card(t.content, t.s, card).kind));
}

}  // namespace rw::transformers_tcg
