// Combiners: several characters become one. And Upgrades that come to a character together find their slots.
#include <algorithm>

#include "engine/games/transformers_tcg/frames.h"
#include "engine/games/transformers_tcg/turn.h"

namespace rw::transformers_tcg {
namespace {

enum CombineStage : std::uint8_t { picking, merging, keeping };

CharacterSet ready_copies(const Content& c, const State& s, Seat seat, int record) {
  CharacterSet found = 0;
  for (int who : core::bits((s.field | s.ko_area) & characters_of(seat)))
    if (s.characters[who].card - 1 == record && mode_of(c, s, who).kind == ModeKind::bot) found |= core::bit(who);
  return found;
}

void follow(std::int16_t& item, CharacterSet parts, int whole) {
  if (is_character(item) && core::contains(parts, item)) item = static_cast<std::int16_t>(whole);
}
std::uint16_t followed(std::uint16_t source, CharacterSet parts, int whole) {
  const int bearer = bearer_of(source);
  return bearer >= 0 && core::contains(parts, bearer) ? source_of(card_of(source), whole) : source;
}

// TCG-CMB-13, TCG-ATK-21: whatever spoke of a component speaks of the Combiner.
void follow_references(Table& t, CharacterSet parts, int whole) {
  State& s = t.s;
  for (Lasting& l : s.lasting) {
    follow(l.subject, parts, whole);
    l.source = followed(l.source, parts, whole);
    if (l.about != 0 && core::contains(parts, l.about - 1)) {
      l.about = static_cast<std::uint8_t>(whole + 1);
      cite(t, Clause::TCG_CMB_13);
      cite(t, Clause::TCG_KEY_04);
    }
  }
  for (Later& l : s.laters) {
    if (is_character(l.subject) && core::contains(parts, l.subject)) cite(t, Clause::TCG_CMB_13);
    follow(l.subject, parts, whole);
    l.source = followed(l.source, parts, whole);
  }
  for (Trigger& trigger : s.pending) {
    if (is_character(trigger.subject) && core::contains(parts, trigger.subject)) cite(t, Clause::TCG_CMB_13);
    follow(trigger.subject, parts, whole);
    trigger.source = followed(trigger.source, parts, whole);
  }
  for (Frame& f : s.agenda)
    if (f.step == static_cast<std::uint8_t>(Step::program)) {
      follow(f.subject, parts, whole);
      f.source = followed(f.source, parts, whole);
    }
  if (!fighting(s)) return;
  for (std::uint8_t* fighter : {&s.battle.attacker, &s.battle.defender})
    if (*fighter != 0 && core::contains(parts, *fighter - 1)) {
      *fighter = static_cast<std::uint8_t>(whole + 1);
      cite(t, Clause::TCG_ATK_21);
    }
}

// The components' Upgrades as they come: on the Combiner in no slot yet.
CardSet loose_upgrades(const State& s, int whole) {
  CardSet loose{};
  for (int card : upgrades_on(s, whole))
    if (slot_of_card(s, card) == no_slot) loose.add(card);
  return loose;
}

// TCG-CMB-07, 08, 18: one character with all the counters.
int merge(Table& t, const CombineFrame& combine, Seat seat, int record) {
  State& s = t.s;
  const CharacterCard& card = t.content.characters[static_cast<std::size_t>(record)];
  CharacterSet parts = 0;
  int damage = 0;
  for (int k = 0; k < card.component_count; ++k) {
    const int who = combine.component[k] - 1;
    parts |= core::bit(who);
    damage += s.characters[who].damage;
  }
  const int whole = *core::bits(parts).begin();
  const bool fielded_part = (parts & s.field) != 0 || s.options.all_from_ko != 0;
  for (int who : core::bits(parts)) {
    for (int upgrade : upgrades_on(s, who))
      s.where[upgrade] = static_cast<std::uint8_t>(place_of(whole) | (no_slot << 5));
    s.characters[who] = {};
    s.tapped &= ~core::bit(who);
    s.attacked &= ~core::bit(who);
    s.field &= ~core::bit(who);
    s.ko_area &= ~core::bit(who);
  }
  s.characters[whole] = {static_cast<std::uint8_t>(record + 1), 0,
                         static_cast<std::uint8_t>(std::min(damage, 255)), 0};
  (fielded_part ? s.field : s.ko_area) |= core::bit(whole);
  s.formed |= core::bit(whole);
  for (int who : core::bits(parts)) index_character(t.content, s, who);
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

bool can_keep(const Content& c, const State& s, int card, int whole, int slot_kind) {
  return may_use_slot(c, s, card, whole, slot_kind) && free_slot(c, s, card, whole, slot_kind) >= 0;
}

bool are_swapped(const State& s) {
  return s.agenda.back().step == static_cast<std::uint8_t>(Step::settle_upgrades);
}

// TCG-UPG-14: swapped Upgrades are put on, those that a Combiner keeps are not.
void settle_swapped(Table& t, int card, int who) {
  State& s = t.s;
  emit(t, Clause::TCG_UPG_14, EventKind::put_on, owner_of_card(card), card, who);
  cite(t, Clause::TCG_UPG_01);
  if (card_of_character(t.content, s, who).kind_of_slot(slot_of_card(s, card)) !=
      battle_card(t.content, s, card).kind)
    cite(t, Clause::TCG_UPG_08);
  index_character(t.content, s, who);
  s.check = 1;
  happen_to_card(t, Moment::put_on, card, who, 0);
  happen(t, Moment::upgraded, owner_of_card(card), who, card_item + card);
}

void keep_in(Table& t, int card, int whole, int slot_kind) {
  State& s = t.s;
  const int slot = free_slot(t.content, s, card, whole, slot_kind);
  s.where[card] = static_cast<std::uint8_t>(place_of(whole) | (slot << 5));
  if (are_swapped(s)) return settle_swapped(t, card, whole);
  emit(t, Clause::TCG_CMB_09, EventKind::kept_upgrade, owner_of_card(card), card, whole);
  cite(t, Clause::TCG_CMB_10);
  cite(t, Clause::TCG_CMB_12);
  if (battle_card(t.content, s, card).share > 1) cite(t, Clause::TCG_CMB_11);
}

// An Upgrade that can go into the slots of its kind only, and all that could go there fit.
bool fits_anyway(const Content& c, const State& s, int upgrade, int whole) {
  const int natural = battle_card(c, s, upgrade).kind;
  for (int kind = 0; kind < Slot_count; ++kind)
    if (kind != natural && can_keep(c, s, upgrade, whole, kind)) return false;
  if (!can_keep(c, s, upgrade, whole, natural)) return false;
  const CharacterCard& card = card_of_character(c, s, whole);
  int wanting = 0, taken = 0;
  std::uint32_t slots = 0;
  for (int other : upgrades_on(s, whole)) {
    if (slot_of_card(s, other) == no_slot)
      wanting += may_use_slot(c, s, other, whole, natural);
    else
      slots |= 1u << slot_of_card(s, other);
  }
  for (int k = 0; k < card.slots[natural]; ++k) taken += (slots >> (card.first_slot(natural) + k)) & 1;
  return wanting <= card.slots[natural] - taken;
}

int free_slots(const Content& c, const State& s, int who, int kind) {
  const CharacterCard& card = card_of_character(c, s, who);
  std::uint32_t taken = 0;
  for (int upgrade : upgrades_on(s, who))
    if (slot_of_card(s, upgrade) != no_slot) taken |= 1u << slot_of_card(s, upgrade);
  int n = 0;
  for (int k = 0; k < card.slots[kind]; ++k) n += ((taken >> (card.first_slot(kind) + k)) & 1) == 0;
  return n;
}

// TCG-UPG-08: it may also go into a free slot of another kind.
bool has_other_slot(const Content& c, const State& s, int upgrade, int who) {
  for (int kind = 0; kind < Slot_count; ++kind)
    if (kind != battle_card(c, s, upgrade).kind && can_keep(c, s, upgrade, who, kind)) return true;
  return false;
}

// If every kind fits into its own slots, nobody has to choose. Swapped Upgrades are put on, so their player may
// also name another slot that they can use.
bool keep_all(Table& t, int whole) {
  State& s = t.s;
  const CardSet loose = loose_upgrades(s, whole);
  int wanted[Slot_count] = {};
  for (int upgrade : loose) {
    const BattleCard& printed = battle_card(t.content, s, upgrade);
    int copies = 0;
    for (int other : loose) copies += other <= upgrade && s.definition[other] == s.definition[upgrade];
    if ((copies - 1) % printed.share == 0) ++wanted[printed.kind];
    if (are_swapped(s) && has_other_slot(t.content, s, upgrade, whole)) return false;
  }
  for (int kind = 0; kind < Slot_count; ++kind)
    if (wanted[kind] > free_slots(t.content, s, whole, kind)) return false;
  for (int upgrade : loose) keep_in(t, upgrade, whole, battle_card(t.content, s, upgrade).kind);
  return true;
}

// Is there an Upgrade that has found its slot now, or that somebody has to be asked about?
bool wait_for_slots(Table& t, const Frame& f, int who) {
  const CardSet loose = loose_upgrades(t.s, who);
  for (int upgrade : loose)
    if (fits_anyway(t.content, t.s, upgrade, who)) {
      keep_in(t, upgrade, who, battle_card(t.content, t.s, upgrade).kind);
      return true;
    }
  for (int upgrade : loose)
    for (int kind = 0; kind < Slot_count; ++kind)
      if (can_keep(t.content, t.s, upgrade, who, kind)) {
        ask(t, Question::keep_upgrade, f.controller);
        return true;
      }
  return false;
}

void finish(Table& t, int whole) {
  State& s = t.s;
  const Seat seat = owner_of_character(whole);
  for (int card : loose_upgrades(s, whole)) put_in_scrap(t, card, Clause::TCG_CMB_09);
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

void begin_combine(Table& t, Seat seat, int combiner) {
  push_step(t, Step::combine, seat, picking).ability = static_cast<std::uint16_t>(combiner);
}

void step_combine(Table& t, Frame& f) {
  State& s = t.s;
  const CharacterCard& card = t.content.characters[f.ability];
  auto combine = f.as<CombineFrame>();
  if (f.stage == picking) {
    for (int k = 0; k < card.component_count; ++k) {
      if (combine.component[k] != 0) continue;
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
      combine.component[k] = static_cast<std::int16_t>(*core::bits(copies).begin() + 1);
    }
    const int whole = merge(t, combine, f.controller, f.ability);
    combine.combiner = static_cast<std::int16_t>(whole + 1);
    f.put(combine);
    f.stage = keeping;
    if (keep_all(t, whole)) return finish(t, whole);
    return;
  }
  const int whole = combine.combiner - 1;
  if (!wait_for_slots(t, f, whole)) finish(t, whole);
}

// ---- Swap Parts ----------------------------------------------------------------------------------------

void begin_settling(Table& t, Seat seat, int a, int b) {
  push_step(t, Step::settle_upgrades, seat)
      .put(SettleFrame{{}, static_cast<std::int16_t>(b + 1), static_cast<std::int16_t>(a + 1)});
}

// One of the two characters after the other. What finds no slot replaces nothing: its player has chosen what stays
// instead (TCG-UPG-03, TCG-UPG-05).
void step_settle_upgrades(Table& t, Frame& f) {
  State& s = t.s;
  const auto settling = f.as<SettleFrame>();
  const int who = settling.now - 1;
  if (!keep_all(t, who) && wait_for_slots(t, f, who)) return;
  for (int card : loose_upgrades(s, who)) put_in_scrap(t, card, Clause::TCG_UPG_03);
  f.put(SettleFrame{{}, 0, settling.next});
  if (settling.next != 0) return;
  s.agenda.pop();
  settle(t);
}

void list_components(const Content& c, const State& s, ChoiceList& out) {
  const Frame& f = s.agenda.back();
  const CharacterCard& card = c.characters[f.ability];
  for (int k = 0; k < card.component_count; ++k) {
    if (f.as<CombineFrame>().component[k] != 0) continue;
    for (int who : core::bits(ready_copies(c, s, f.controller, card.components[k])))
      out.add(choice(Verb::choose, who));
    return;
  }
}

void choose_component(Table& t, Seat, Choice ch) {
  Frame& f = t.s.agenda.back();
  auto combine = f.as<CombineFrame>();
  *std::find(combine.component, combine.component + max_components, 0) = static_cast<std::int16_t>(ch.a() + 1);
  f.put(combine);
}

namespace {

// The Combiner, or who got the Upgrades of another.
int keeper(const Frame& f) {
  return (f.step == static_cast<std::uint8_t>(Step::combine) ? f.as<CombineFrame>().combiner
                                                             : f.as<SettleFrame>().now) -
         1;
}

}  // namespace

void list_kept_upgrades(const Content& c, const State& s, ChoiceList& out) {
  const int whole = keeper(s.agenda.back());
  const CardSet loose = loose_upgrades(s, whole);
  for (int card : loose) {
    if (!is_first_of_kind(s, loose, card)) continue;
    for (int kind = 0; kind < Slot_count; ++kind)
      if (can_keep(c, s, card, whole, kind))
        out.add(choice(Verb::keep_upgrade, card_item + card, battle_card(c, s, card).kind == kind ? 0 : kind + 1));
  }
}

void keep_upgrade(Table& t, Seat, Choice ch) {
  const int card = ch.a() - card_item;
  keep_in(t, card, keeper(t.s.agenda.back()), ch.b() == 0 ? battle_card(t.content, t.s, card).kind : ch.b() - 1);
}

}  // namespace rw::transformers_tcg
