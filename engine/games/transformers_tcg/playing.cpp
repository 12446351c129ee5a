// Playing Actions and Upgrades, from hand or as an effect allows; slots.
#include <algorithm>

#include "engine/games/transformers_tcg/turn.h"
#include "engine/games/transformers_tcg/word_table.h"

namespace rw::transformers_tcg {

// TCG-TRN-05 to 07: nothing in the first turn, one card in the second.
bool plays_left(const State& s, From from) {
  if (s.turn_number > 2 || (s.options.early_from_hand != 0 && from != From::hand)) return true;
  return s.turn_number == 2 && s.plays == 0;
}

// ---- where an Upgrade may go ------------------------------------------------------------------------------

bool may_use_slot(const Content& c, const State& s, Card card, Character who, SlotKind slot_kind) {
  const BattleCard& printed = battle_card(c, s, card);
  return printed.kind == slot_kind || core::contains(printed.also_slots, slot_kind) ||
         slot_takes(c, s, who, slot_kind, printed.kind);
}

// An Upgrade in a slot of another kind that nothing lets it use any more.
bool has_guest(const Content& c, const State& s, Character who) {
  if (!is_there(s, who)) return false;
  const CharacterCard& bearer = card_of_character(c, s, who);
  for (const Card card : upgrades_on(s, who))
    if (slot_of(s, card) != no_slot && !may_use_slot(c, s, card, who, bearer.kind_of(slot_of(s, card))))
      return true;
  return false;
}

namespace {

CardSet in_slot(const State& s, Character who, Slot slot) {
  CardSet found{};
  each_upgrade(s, who, [&](Card card) {
    if (slot_of(s, card) == slot) found.add(card);
  });
  return found;
}

// A slot in which copies of the card share the place (TCG-UPG-06), if there is one.
enum class Room : std::uint8_t { left, any };
Slot shared_slot(const Content& c, const State& s, Card card, Character who, SlotKind slot_kind, Room room) {
  const BattleCard& printed = battle_card(c, s, card);
  if (printed.share <= 1) return no_slot;
  for (const Slot slot : card_of_character(c, s, who).slots_of(slot_kind)) {
    const CardSet there = in_slot(s, who, slot);
    int copies = 0;
    for (const Card other : there) copies += same_kind(s, other, card);
    if (copies > 0 && copies == there.count() && (copies < printed.share || room == Room::any)) return slot;
  }
  return no_slot;
}

}  // namespace

Slot free_slot(const Content& c, const State& s, Card card, Character who, SlotKind slot_kind) {
  if (const Slot shared = shared_slot(c, s, card, who, slot_kind, Room::left); shared != no_slot) return shared;
  for (const Slot slot : card_of_character(c, s, who).slots_of(slot_kind))
    if (in_slot(s, who, slot).empty()) return slot;
  return no_slot;
}

void attach(Table& t, Card card, Character who, Slot slot) {
  State& s = t.s;
  lift(t, card);
  s.attached.add(card);
  put_at(s, card, who, slot);
  show(s, card);
  index_upgrade(t.content, s, card, who);
}

namespace {

// The rules that decided where an Upgrade went.
void cite_slot(Table& t, Card card, Character who, Slot slot, const CardSet& leaving) {
  const State& s = t.s;
  cite(t, Clause::TCG_UPG_01);
  cite(t, Clause::TCG_UPG_02);
  cite(t, Clause::TCG_UPG_11);
  cite(t, Clause::TCG_UPG_22);
  const CharacterCard& bearer = card_of_character(t.content, s, who);
  if (bearer.kind_of(slot) != battle_card(t.content, s, card).kind) {
    cite(t, Clause::TCG_UPG_08);
    cite(t, Clause::TCG_UPG_10);
  }
  if (in_slot(s, who, slot).count() - leaving.count() > 1) cite(t, Clause::TCG_UPG_06);
  if (!leaving.empty()) {
    cite(t, Clause::TCG_UPG_03);
    cite(t, Clause::TCG_UPG_04);
    if (leaving.count() > 1) cite(t, Clause::TCG_UPG_06);
    if (bearer.slots[bearer.kind_of(slot)] > 1) cite(t, Clause::TCG_UPG_05);
  }
}

// TCG-UPG-04: the new one comes first, then what it replaces leaves. TCG-UPG-13 to 15.
void put_in_slot(Table& t, Card card, Character who, Slot slot, const CardSet& leaving) {
  State& s = t.s;
  const Seat owner = owner_of(card);
  attach(t, card, who, slot);
  emit(t, Clause::TCG_UPG_15, EventKind::put_on, owner, card, who);
  if (t.log != nullptr) cite_slot(t, card, who, slot, leaving);
  for (const Card old : leaving) put_in_scrap(t, old, Clause::TCG_UPG_03);
  const std::size_t waiting = static_cast<std::size_t>(s.pending.size());
  happen_to_card(t, Moment::put_on, card, who, 0);
  if (static_cast<std::size_t>(s.pending.size()) == waiting) cite(t, Clause::TCG_UPG_13);
  happen(t, Moment::upgraded, owner, who, item_of(card));
}

// What must leave when a card joins a full stack of its own kind: an older copy (TCG-UPG-23).
Card oldest_copy(const State& s, Card card, Character who, Slot slot) {
  for (const Card other : in_slot(s, who, slot))
    if (other != card && same_kind(s, other, card)) return other;
  return no_card;
}

}  // namespace

// Puts it on at once, or asks which Upgrade leaves where all of several slots are full (TCG-UPG-05).
void begin_put_on(Table& t, Card card, Character who, SlotKind slot_kind) {
  State& s = t.s;
  const Content& c = t.content;
  CardSet leaving{};
  const CharacterCard& bearer = card_of_character(c, s, who);
  Slot slot = free_slot(c, s, card, who, slot_kind);
  if (slot == no_slot) {
    slot = shared_slot(c, s, card, who, slot_kind, Room::any);
    if (slot != no_slot) {
      leaving.add(oldest_copy(s, card, who, slot));
      cite(t, Clause::TCG_UPG_23);
    }
  } else if (bearer.slots[slot_kind] > 1) {
    cite(t, Clause::TCG_UPG_05);
  }
  if (slot == no_slot && bearer.slots[slot_kind] == 1) {
    slot = bearer.slots_of(slot_kind).from;
    leaving = in_slot(s, who, slot);
  }
  leaving.remove(card);
  if (slot != no_slot) return put_in_slot(t, card, who, slot, leaving);
  Frame& f = push_step(t, Step::put_on, owner_of(card), 0, card, who);
  f.count = core::byte(core::index(slot_kind));
}

// TCG-UPG-08: the player names the slot when the Upgrade is put on.
void put_on_by_effect(Table& t, Card card, Character who) {
  State& s = t.s;
  if (!may_be_put_on(t.content, s, card, who)) return cite(t, Clause::TCG_UPG_24);
  const SlotKind natural = battle_card(t.content, s, card).kind;
  if (s.attached.has(card)) cite(t, Clause::TCG_UPG_14);
  for (const SlotKind kind : slot_kinds)
    if (kind != natural && may_use_slot(t.content, s, card, who, kind)) {
      push_step(t, Step::put_on, owner_of(card), 1, card, who);
      return;
    }
  begin_put_on(t, card, who, natural);
}

namespace {

// What an Upgrade is put on: subject is the card, object the character.
Card card_put_on(const Frame& f) { return core::make<Card>(f.subject); }
Character bearer_to_be(const Frame& f) { return core::make<Character>(f.object); }

}  // namespace

void list_slots(const Content& c, const State& s, ChoiceList& out) {
  const Frame& f = s.agenda.back();
  for (const SlotKind kind : slot_kinds)
    if (may_use_slot(c, s, card_put_on(f), bearer_to_be(f), kind))
      out.add(choice(Verb::choose, item_at(slot_item, core::index(kind))));
}

void choose_slot(Table& t, Seat, Choice ch) {
  const Frame f = t.s.agenda.pop();
  begin_put_on(t, card_put_on(f), bearer_to_be(f), core::make<SlotKind>(ch.a() - slot_item));
  settle(t);
}

void step_put_on(Table& t, Frame& f) {
  if (f.stage == 1) return ask(t, Question::slot, f.controller);
  cite(t, Clause::TCG_UPG_05, f.controller);
  ask(t, Question::leave, f.controller);
}

void list_leaving(const Content& c, const State& s, ChoiceList& out) {
  const Frame& f = s.agenda.back();
  const Character who = bearer_to_be(f);
  for (const Slot slot : card_of_character(c, s, who).slots_of(core::make<SlotKind>(f.count))) {
    // Cards that share a slot leave together (TCG-UPG-06).
    const Card card = *in_slot(s, who, slot).begin();
    const auto is_same = [&](Choice other) {
      const Card listed = card_of(other.a<Item>());
      return same_kind(s, listed, card) && copies_together(s, listed) == copies_together(s, card);
    };
    if (std::none_of(out.begin(), out.end(), is_same)) out.add(choice(Verb::choose, item_of(card)));
  }
}

void choose_leaving(Table& t, Seat, Choice ch) {
  const Frame f = t.s.agenda.pop();
  const Slot slot = slot_of(t.s, card_of(ch.a<Item>()));
  const Character who = bearer_to_be(f);
  put_in_slot(t, card_put_on(f), who, slot, in_slot(t.s, who, slot));
  settle(t);
}

namespace {

// An Upgrade of another kind that stays in its slot gives way to what comes there (TCG-UPG-03, TCG-FAQ-081).
void make_room(Table& t, Character who, const CardSet& coming) {
  const State& s = t.s;
  const CharacterCard& bearer = card_of_character(t.content, s, who);
  for (const SlotKind kind : slot_kinds) {
    int wanted = 0;  // slots
    for (const Card card : coming) {
      const BattleCard& printed = battle_card(t.content, s, card);
      int copies = 0;
      for (const Card other : coming) copies += other <= card && same_kind(s, other, card);
      wanted += printed.kind == kind && (copies - 1) % printed.share == 0;
    }
    for (const Slot slot : bearer.slots_of(kind)) wanted -= in_slot(s, who, slot).empty();
    for (const Slot slot : bearer.slots_of(kind)) {
      const CardSet guests = in_slot(s, who, slot);
      if (wanted <= 0 || guests.empty()) continue;
      for (const Card guest : guests) put_in_scrap(t, guest, Clause::TCG_UPG_03);
      --wanted;
    }
  }
}

}  // namespace

// Swap Parts: kind by kind, and only where each may go to the other character (TCG-RUL-019).
void swap_upgrades(Table& t, Character a, Character b) {
  State& s = t.s;
  next_event(s);
  const CardSet on_a = upgrades_on(s, a), on_b = upgrades_on(s, b);
  CardSet going{};
  for (const SlotKind kind : slot_kinds) {
    bool fit = true;
    CardSet of_kind{};
    for (const Card card : on_a | on_b)
      if (battle_card(t.content, s, card).kind == kind) {
        of_kind.add(card);
        fit = fit && may_be_put_on(t.content, s, card, on_a.has(card) ? b : a);
      }
    if (fit)
      going = going | of_kind;
    else
      cite(t, Clause::TCG_UPG_11);
  }
  if (going.empty()) return;
  for (const Card card : going) put_at(s, card, on_a.has(card) ? b : a, no_slot);
  make_room(t, b, going & on_a);
  make_room(t, a, going & on_b);
  index_character(t.content, s, a);
  index_character(t.content, s, b);
  begin_settling(t, owner_of(a), a, b);
}

// ---- playing -------------------------------------------------------------------------------------------------

namespace {

bool condition_to_play(const Content& c, const State& s, Card card) {
  const BattleCard& printed = battle_card(c, s, card);
  if (printed.only_if < 0) return true;
  const Scope scope = scope_at(owner_of(card), source_of(card, no_character), no_item);
  return Interpreter::test(c, s, scope, Words::program(c, printed.only_if), printed.only_if_at);
}

bool can_pay_for(const Content& c, const State& s, Card card) {
  const BattleCard& printed = battle_card(c, s, card);
  if (printed.played < 0) return true;
  const Program p = Words::program(c, printed.played);
  const Scope scope = scope_at(owner_of(card), source_of(card, no_character), no_item);
  return p.ability().cost == 0 || can_pay(c, s, scope, p, p.ability().cost);
}

}  // namespace

namespace {

// Which cards may be played.
struct Playable {
  bool actions = true, upgrades = true;
};

// Calls fn(choice) for each play out of `from` until it says stop.
template <class Fn>
void each_play(const Content& c, const State& s, Seat seat, const CardSet& from, Playable kinds, Fn&& fn) {
  RecordSet done{};
  for (const Card card : from& cards_of(seat)) {
    const CardRecord record = record_of(s, card);
    if (!done.add(record)) continue;
    const BattleCard& printed = c.card(record);
    if (printed.action) {
      if (kinds.actions && can_pay_for(c, s, card) && fn(choice(Verb::play, record))) return;
      continue;
    }
    if (!kinds.upgrades || !condition_to_play(c, s, card)) continue;
    for (const Character who : core::bits<Character>(suited(c, s, card))) {
      if (printed.also_slots == 0 && !says(s, who, WordOp::slot_takes)) {
        if (fn(choice(Verb::play, record, core::index(who) + 1, 0))) return;
        continue;
      }
      for (const SlotKind slot : slot_kinds)
        if (may_use_slot(c, s, card, who, slot) &&
            fn(choice(Verb::play, record, core::index(who) + 1, slot_operand(slot, printed.kind))))
          return;
    }
  }
}

void list_plays(const Content& c, const State& s, Seat seat, const CardSet& from, Playable kinds,
                ChoiceList& out) {
  each_play(c, s, seat, from, kinds, [&](Choice ch) {
    out.add(ch);
    return false;
  });
}

}  // namespace

Refusal judge_play(const Content& c, const State& s, Seat seat, Choice ch, const CardSet& from) {
  if (ch.a() >= static_cast<int>(c.cards.size())) return refuse(Clause::TCG_ACT_09, Fact::no_such_item);
  const Card card = card_to_spend(s, from, seat, ch.a<CardRecord>());
  if (card == no_card) return refuse(Clause::TCG_ACT_06, Fact::not_in_hand);
  const BattleCard& printed = c.card(ch.a<CardRecord>());
  if (!plays_left(s, s.hand.has(card) ? From::hand : From::elsewhere))
    return s.turn_number == 1
               ? refuse(s.phase == Phase::main ? Clause::TCG_TRN_05 : Clause::TCG_TRN_07, Fact::first_turn)
               : refuse(s.plays > 0 && s.decision.kind != static_cast<std::uint8_t>(Question::main)
                            ? Clause::TCG_TRN_07
                            : Clause::TCG_TRN_06,
                        Fact::second_turn);
  if (printed.action) {
    if (ch.b() != 0 || ch.c() != 0) return refuse(Clause::TCG_ACT_01, Fact::no_character_needed);
    if (can_pay_for(c, s, card)) return legal;
    return refuse(all_tapped(s, seat) ? Clause::TCG_TAP_02 : Clause::TCG_ACT_02, Fact::cost_unpayable);
  }
  if (!condition_to_play(c, s, card)) return refuse(Clause::TCG_UPG_12, Fact::condition_unmet);
  const auto who = core::make<Character>(ch.b() - 1);
  if (suited(c, s, card) == 0) return refuse(Clause::TCG_UPG_24, Fact::no_bearer);
  if (ch.b() == 0) return refuse(Clause::TCG_UPG_01, Fact::needs_character);
  if (!is_known(s, who)) return refuse(Clause::TCG_UPG_21, Fact::no_such_item);
  if (owner_of(who) != seat) return refuse(Clause::TCG_UPG_02, Fact::not_yours);
  if (!on_field(s, who)) return refuse(Clause::TCG_UPG_21, Fact::not_on_battlefield);
  if (!may_be_put_on(c, s, card, who)) return refuse(Clause::TCG_UPG_11, Fact::no_bearer);
  if (ch.c() > SlotKind_count || ch.c() == core::index(printed.kind) + 1)
    return refuse(Clause::TCG_UPG_21, Fact::wrong_slot);
  return may_use_slot(c, s, card, who, slot_said(ch.c(), printed.kind))
             ? legal
             : refuse(Clause::TCG_UPG_21, Fact::wrong_slot);
}

void list_main_plays(const Content& c, const State& s, ChoiceList& out) {
  if (s.options.basic == 0 && plays_left(s, From::hand))
    list_plays(c, s, s.turn, s.hand, {s.actions < 1 + extra_actions(c, s, s.turn), s.upgrades == 0}, out);
}

Refusal judge_main_play(const Content& c, const State& s, Seat seat, Choice ch) {
  if (s.options.basic != 0) return refuse(Clause::TCG_VAR_03, Fact::not_offered);
  const CardSet hand = s.hand & cards_of(seat);
  const Refusal refusal = judge_play(c, s, seat, ch, hand);
  if (refusal.refused()) return refusal;
  if (c.card(ch.a<CardRecord>()).action) {
    const int most = 1 + extra_actions(c, s, seat);
    return s.actions < most ? legal
                            : refuse(most > 1 ? Clause::TCG_TRN_11 : Clause::TCG_TRN_04, Fact::not_an_action_left,
                                     s.actions, most);
  }
  return s.upgrades == 0 ? legal : refuse(Clause::TCG_TRN_04, Fact::not_an_upgrade_left, 1, 1);
}

// TCG-ACT-01, TCG-ACT-15: the card leaves its place before it does anything.
void play(Table& t, Seat seat, Choice ch, const CardSet& from) {
  State& s = t.s;
  const Card card = card_to_spend(s, from, seat, ch.a<CardRecord>());
  const BattleCard& printed = battle_card(t.content, s, card);
  const bool from_hand = s.hand.has(card), was_flipped = s.flipped.has(card), from_scrap = s.scrap.has(card);
  next_event(s);
  emit(t, Clause::TCG_ACT_01, EventKind::played, seat, card, ch.b());
  cite(t, Clause::TCG_ACT_15, seat);
  cite(t, Clause::TCG_HID_09, seat);
  if (from_scrap) cite(t, Clause::TCG_ACT_07, seat);
  if (was_flipped) cite(t, Clause::TCG_BAT_18, seat);
  if (s.turn_number == 2) cite(t, Clause::TCG_TRN_06, seat);
  s.plays = static_cast<std::uint8_t>(s.plays + 1);
  s.used.add(card);
  show(s, card);
  if (printed.action) {
    if (!was_flipped) {  // a flipped card stays among the flipped ones (TCG-BAT-18)
      lift(t, card);
      s.played.add(card);
    }
    happen(t, Moment::card_played, seat, card, from_hand);
    happen(t, Moment::card_played_or_flipped, seat, card, from_hand);
    if (printed.played >= 0) {
      const Program p = Words::program(t.content, printed.played);
      push_program(t, seat, printed.played, Interpreter::start(p), source_of(card, no_character));
      cite(t, Clause::TCG_ACT_03, seat);
    } else {
      cite(t, Clause::TCG_ACT_03, seat);
    }
  } else {
    const auto who = core::make<Character>(ch.b() - 1);
    begin_put_on(t, card, who, slot_said(ch.c(), printed.kind));
    happen(t, Moment::card_played, seat, card, from_hand);
    happen(t, Moment::card_played_or_flipped, seat, card, from_hand);
    happen_to_card(t, Moment::this_played, card, who, from_hand);
    if (printed.only_if >= 0) cite(t, Clause::TCG_UPG_12, seat);
  }
  // The deck may have been waiting for this; an Upgrade may have brought health.
  if (s.agenda.back().step != static_cast<std::uint8_t>(Step::program)) settle(t);
}

void play_in_main(Table& t, Seat seat, Choice ch) {
  State& s = t.s;
  const bool action = t.content.card(ch.a<CardRecord>()).action;
  cite(t, Clause::TCG_TRN_04, seat);
  if (action && s.actions > 0) cite(t, Clause::TCG_TRN_11, seat);
  std::uint8_t& count = action ? s.actions : s.upgrades;
  count = static_cast<std::uint8_t>(count + 1);
  play(t, seat, ch, s.hand & cards_of(seat));
}

// ---- "you may play" (TCG-ACT-06, TCG-TRN-10) ---------------------------------------------------------

// The frame remembers where the set of cards stands in the program.
void begin_may_play(Table& t, const Frame& program, int at) {
  Frame f = program;
  f.step = static_cast<std::uint8_t>(Step::play);
  f.position =
      static_cast<std::uint16_t>(operand<WordOp::may_play, "what">(Words::program(t.content, f.ability), at));
  t.s.agenda.push(f);
}

CardSet playable_set(const Content& c, const State& s, const Frame& f) {
  return things(c, s, ability::scope_of(f), Words::program(c, f.ability), f.position).cards;
}

void list_may_play(const Content& c, const State& s, ChoiceList& out) {
  const Frame& f = s.agenda.back();
  const CardSet set = playable_set(c, s, f);
  CardSet from_hand = set & s.hand, others = set - s.hand;
  if (plays_left(s, From::hand)) list_plays(c, s, f.controller, from_hand, {}, out);
  if (plays_left(s, From::elsewhere)) list_plays(c, s, f.controller, others, {}, out);
}

Refusal judge_offered_play(const Content& c, const State& s, Seat seat, Choice ch) {
  return judge_play(c, s, seat, ch, playable_set(c, s, s.agenda.back()));
}

// "You may play" was taken up: the card is played inside the effect that offered it (TCG-ACT-08).
void play_offered(Table& t, Seat seat, Choice ch) {
  const CardSet set = playable_set(t.content, t.s, t.s.agenda.back());
  t.s.agenda.pop();
  if (t.s.programs > 0) cite(t, Clause::TCG_ACT_08, seat);
  cite(t, Clause::TCG_TRG_04, seat);
  play(t, seat, ch, set);
}

void decline_play(Table& t, Seat seat, Choice) {
  emit(t, Clause::TCG_ACT_06, EventKind::declined, seat);
  t.s.agenda.pop();
}

// TCG-HID-08: whoever has a hand is asked about a set of hand cards, whatever the hand holds.
void step_play(Table& t, Frame& f) {
  State& s = t.s;
  const Program p = Words::program(t.content, f.ability);
  const bool concealed = static_cast<WordOp>(p.opcode(f.position)) == WordOp::cards &&
                         said<WordOp::cards, "in">(p, f.position) == in_hand && has_hand(s, f.controller) &&
                         plays_left(s, From::hand);
  if (!concealed) {
    bool any = false;
    const CardSet set = playable_set(t.content, s, f);
    const auto found = [&](Choice) { return any = true; };
    if (plays_left(s, From::hand)) each_play(t.content, s, f.controller, set & s.hand, {}, found);
    if (plays_left(s, From::elsewhere) && !any) each_play(t.content, s, f.controller, set - s.hand, {}, found);
    if (!any) {
      if (!plays_left(s, From::elsewhere)) cite(t, Clause::TCG_TRN_07, f.controller);
      cite(t, Clause::TCG_ACT_06, f.controller);
      cite(t, Clause::TCG_GEN_03, f.controller);
      s.agenda.pop();
      return;
    }
  } else {
    cite(t, Clause::TCG_HID_08, f.controller);
  }
  ask(t, Question::play, f.controller);
}

}  // namespace rw::transformers_tcg
