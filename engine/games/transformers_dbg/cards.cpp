// Zones: playing, drawing, discarding, destroying, looking through one's own deck.
#include <algorithm>
#include <bit>
#include <span>
#include <utility>

#include "engine/games/transformers_dbg/turn.h"
#include "engine/games/transformers_dbg/word_table.h"

namespace rw::transformers_dbg {

// ---- hand, deck, discard pile ----------------------------------------------------------------------------

void enter_hand(State& s, Seat seat, Card card) {
  auto& hand = player(s, seat).hand;
  int at = hand.size();
  while (at > 0 && hand[at - 1] > card) --at;
  hand.insert(at, card);
}

bool holds_card(const Player& p, Card card) {
  for (const Card held : p.hand)
    if (held == card) return true;
  return false;
}

bool remove_card(Cards<pile_room>& pile, Card card) {
  for (int i = pile.size() - 1; i >= 0; --i)
    if (pile[i] == card) {
      pile.remove(i);
      return true;
    }
  return false;
}

bool leave_hand(State& s, Seat seat, Card card) { return remove_card(player(s, seat).hand, card); }

void discard_from_hand(Table& t, Seat seat, Card card, Clause clause) {
  if (!leave_hand(t.s, seat, card)) return;
  player(t.s, seat).discard.push(card);
  emit(t, clause, EventKind::discarded, seat, card);
  if (is_special_damage(t.content, card)) cite(t, Clause::DBG_DMG_11, seat);
}

void discard_whole_hand(Table& t, Seat seat, Clause clause) {
  Player& p = player(t.s, seat);
  while (!p.hand.empty()) discard_from_hand(t, seat, p.hand[p.hand.size() - 1], clause);
}

// The top card leaves the deck; what was known of the rest stays known (DBG-HID-06).
Card draw_deck_top(State& s, Seat seat) {
  Player& p = player(s, seat);
  const Card card = p.deck.pop();
  if (p.deck_known > 0) --p.deck_known;
  if (p.deck_open > 0) --p.deck_open;
  return card;
}

void put_on_deck(State& s, Seat seat, Card card) {
  Player& p = player(s, seat);
  p.deck.push(card);
  ++p.deck_known;
  ++p.deck_open;
}

namespace {

// DBG-TRN-08.
void reshuffle(Table& t, Seat seat) {
  Player& p = player(t.s, seat);
  p.deck = p.discard;
  p.discard.clear();
  p.deck_known = p.deck_open = 0;
  std::sort(p.deck.begin(), p.deck.end());
  core::shuffle(t.s.random, t.chance, std::span(p.deck.items, p.deck.count));
  emit(t, Clause::DBG_TRN_08, EventKind::shuffled, seat, p.deck.size());
}

}  // namespace

int draw_cards(Table& t, Seat seat, int n, Clause clause) {
  Player& p = player(t.s, seat);
  int drawn = 0;
  for (; drawn < n; ++drawn) {
    if (p.deck.empty()) {
      if (p.discard.empty()) {
        cite(t, Clause::DBG_TRN_08, seat);
        break;
      }
      reshuffle(t, seat);
    }
    const Card card = draw_deck_top(t.s, seat);
    enter_hand(t.s, seat, card);
    emit_secret(t, Clause::DBG_HID_01, EventKind::card_drawn, seat, core::only(seat), card);
  }
  emit(t, clause, EventKind::drew, seat, drawn);
  return drawn;
}

// DBG-GEN-11: out of the game, or back to its stack.
void destroy_card(Table& t, Seat seat, Card card, Clause clause) {
  State& s = t.s;
  const CardDef& def = card_def(t.content, card);
  emit(t, clause, EventKind::destroyed, seat, card);
  cite(t, Clause::DBG_GEN_11, seat);
  if (def.kind == CardKind::starter) {
    ++player(s, seat).starters_gone;
  } else if (def.kind == CardKind::basic) {
    ++s.basics[def.set];
  } else if (def.kind == CardKind::damage) {
    s.damage_stack.insert(0, card);
    if (def.special && seat != core::no_seat) --player(s, seat).specials;
    cite(t, Clause::DBG_DMG_11, seat);
  } else {
    s.destroyed.push(card);
  }
}

// ---- cards in play ------------------------------------------------------------------------------------------

Slot enter_play(Table& t, Seat seat, Card card) {
  State& s = t.s;
  const int free = free_slot(s);
  if (free >= slot_count) [[unlikely]] {
    static constexpr core::Capacity room{"cards_in_play", slot_count - first_card_slot};
    core::capacity_exceeded(room);
    return core::make<Slot>(slot_count - 1);
  }
  const auto slot = core::make<Slot>(free);
  s.slots[slot] = {};
  s.slots[slot].card = card;
  s.slots[slot].order = s.plays < 255 ? ++s.plays : s.plays;
  core::include(s.in_play[seat], slot);
  note_texts(t.content, s, Spot::play_area, card);
  return slot;
}

void leave_play(State& s, Seat seat, Slot slot) {
  s.slots[slot] = {};
  core::exclude(s.in_play[seat], slot);
}

// ---- playing ---------------------------------------------------------------------------------------------------

bool special_in_hand(const Content& c, const State& s, Seat seat) {
  if (player(s, seat).specials == 0) return false;
  for (const Card card : player(s, seat).hand)
    if (is_special_damage(c, card)) return true;
  return false;
}

void list_plays(const Content& c, const State& s, ChoiceList& out) {
  const bool damage_only = question_of(s) == Question::must_play;
  Card last = no_card;
  for (const Card card : player(s, s.decision.asked).hand) {
    if (card == last || (damage_only && !is_special_damage(c, card))) continue;
    out.add(choice(Verb::play, card));
    last = card;
  }
}

Refusal judge_play(const Content& c, const State& s, Seat seat, Choice ch) {
  const Card card = ch.a<Card>();
  if (!is_pile_card(c, card) || !holds_card(player(s, seat), card))
    return refuse(Clause::DBG_PLY_01, Fact::not_in_hand);
  if (question_of(s) == Question::must_play && !is_special_damage(c, card))
    return refuse(Clause::DBG_TRN_03, Fact::damage_first);
  return legal;
}

void play(Table& t, Seat seat, Choice ch) {
  State& s = t.s;
  const Card card = ch.a<Card>();
  const CardDef& def = card_def(t.content, card);
  leave_hand(s, seat, card);
  const Slot slot = enter_play(t, seat, card);
  if (def.special) {
    emit(t, Clause::DBG_TRN_03, EventKind::card_played, seat, card);
    for (int i = 0; i < def.texts; ++i) {  // the two kinds of special Damage, by what they do
      const ability::Program p = Words::program(t.content, def.first + i);
      const int first = p.ability().effects + 1;
      const auto word = static_cast<WordOp>(p.opcode(first));
      if (word == WordOp::cannot && modifier_at(p, first).sort == static_cast<int>(Deed::spend_energon))
        cite(t, Clause::DBG_DMG_05, seat);
      if (word == WordOp::discard) cite(t, Clause::DBG_DMG_07, seat);
    }
  } else {
    s.acted = 1;
    emit(t, Clause::DBG_PLY_01, EventKind::card_played, seat, card);
    cite(t, Clause::DBG_TRN_04, seat);
    if (def.kind == CardKind::ally) cite(t, Clause::DBG_PLY_04, seat);
    if (def.wrath && is_mode(t.content, s, seat, SideUp::team)) cite(t, Clause::DBG_COM_03, seat);
    int copies = 0;
    for (const Slot other : cards_in_play(s, seat))
      copies += def.kind == CardKind::ally && def_in(t.content, s, other).kind == CardKind::ally;
    if (copies > 1) cite(t, Clause::DBG_PLY_05, seat);
  }
  if (is_blank(t.content, s, seat) && !def.special) {
    cite(t, Clause::DBG_PLY_03, seat);
    cite(t, Clause::DBG_GEN_16, seat);
    cite(t, Clause::DBG_CRD_02, seat);
  }
  push_event(t, Moment::card_played, seat, card);
  push_texts(t, seat, source_of(slot), card, Moment::played);
}

// ---- discarding by choice ----------------------------------------------------------------------------

void push_discard(Table& t, Seat seat, int n) {
  if (n <= 0 || player(t.s, seat).hand.empty()) {
    if (n > 0) cite(t, Clause::DBG_GEN_24, seat);
    return;
  }
  push_step(t, Step::discard, seat).count = static_cast<std::uint8_t>(n);
}

void step_discard(Table& t, core::Frame& f) {
  const Seat seat = f.controller;
  const Player& p = player(t.s, seat);
  const int n = f.count;
  if (n == 0 || p.hand.empty()) {
    if (n > 0) cite(t, Clause::DBG_GEN_24, seat);
    t.s.agenda.pop();
    return;
  }
  // The whole hand, or equal cards only: nothing to choose.
  if (n >= p.hand.size() || p.hand[0] == p.hand[p.hand.size() - 1]) {
    --f.count;
    return discard_from_hand(t, seat, p.hand[0], Clause::DBG_GEN_24);
  }
  ask(t, Question::discard, seat);
}

void list_discards(const Content&, const State& s, ChoiceList& out) {
  Card last = no_card;
  for (const Card card : player(s, s.decision.asked).hand) {
    if (card != last) out.add(choice(Verb::discard, card));
    last = card;
  }
}

Refusal judge_discard(const Content&, const State& s, Seat seat, Choice ch) {
  return holds_card(player(s, seat), ch.a<Card>()) ? legal : refuse(Clause::DBG_GEN_24, Fact::not_in_hand);
}

void discard(Table& t, Seat seat, Choice ch) {
  --t.s.agenda.back().count;
  discard_from_hand(t, seat, ch.a<Card>(), Clause::DBG_GEN_24);
}

// ---- looking through one's own deck ------------------------------------------------------------------

// `count` cards on top are looked at. Stage 0: any of them may be discarded; stage 1: the rest goes back,
// `object` of them have their place, the first one named uppermost.
void step_sift(Table& t, core::Frame& f) {
  Player& p = player(t.s, f.controller);
  if (f.stage == 0 && f.count > 0) return ask(t, Question::sift, f.controller);
  if (f.count - f.object > 1) return ask(t, Question::stack, f.controller);
  if (f.count > 0) p.deck_open = 0;
  t.s.agenda.pop();
}

namespace {

void list_looked_at(const State& s, Verb verb, ChoiceList& out) {
  const core::Frame& f = s.agenda.back();
  const Player& p = player(s, f.controller);
  CardMarks listed;
  for (int i = p.deck.size() - f.count; i < p.deck.size() - f.object; ++i)
    if (listed.mark(p.deck[i])) out.add(choice(verb, p.deck[i]));
}

}  // namespace

void list_sifting(const Content&, const State& s, ChoiceList& out) { list_looked_at(s, Verb::discard, out); }
void list_stacking(const Content&, const State& s, ChoiceList& out) { list_looked_at(s, Verb::stack, out); }

Refusal judge_looked_at(const Content&, const State& s, Seat, Choice ch) {
  const core::Frame& f = s.agenda.back();
  const Player& p = player(s, f.controller);
  for (int i = p.deck.size() - f.count; i < p.deck.size() - f.object; ++i)
    if (p.deck[i] == ch.a<Card>()) return legal;
  return refuse(Clause::DBG_GEN_24, Fact::not_among);
}

int place_of_looked_at(const State& s, Card card) {
  const core::Frame& f = s.agenda.back();
  const auto& deck = player(s, f.controller).deck;
  int at = deck.size() - f.object - 1;
  while (at >= deck.size() - f.count && deck[at] != card) --at;
  return at >= deck.size() - f.count ? at : -1;
}

void sift(Table& t, Seat seat, Choice ch) {
  core::Frame& f = t.s.agenda.back();
  Player& p = player(t.s, seat);
  const Card card = ch.a<Card>();
  p.deck.remove(place_of_looked_at(t.s, card));
  --f.count;
  --p.deck_known;
  p.discard.push(card);
  emit(t, Clause::DBG_GEN_24, EventKind::discarded, seat, card);
}

void stop_sifting(Table& t, Seat, Choice) { t.s.agenda.back().stage = 1; }

void stack(Table& t, Seat seat, Choice ch) {
  core::Frame& f = t.s.agenda.back();
  Player& p = player(t.s, seat);
  const int at = place_of_looked_at(t.s, ch.a<Card>());
  std::swap(p.deck[at], p.deck[p.deck.size() - f.object - 1]);
  ++f.object;
  emit_secret(t, Clause::DBG_HID_06, EventKind::card_put, seat, core::only(seat), ch.a(), 1);
}

// ---- showing cards of the Vault ------------------------------------------------------------------------

void step_reveal(Table& t, core::Frame& f) {
  if (f.count == 0) {  // nothing to show: DBG-FAQ-060
    ability::name(t.s.agenda[t.s.agenda.size() - 2], f.object, 0);
    t.s.agenda.pop();
    return;
  }
  ask(t, Question::reveal, f.controller);
}

void list_reveals(const Content&, const State& s, ChoiceList& out) {
  for (int n = 0; n <= s.agenda.back().count; ++n) out.add(choice(Verb::reveal, n));
}

Refusal judge_reveal(const Content&, const State& s, Seat, Choice ch) {
  return ch.a() <= s.agenda.back().count ? legal : refuse(Clause::DBG_CRD_11, Fact::not_among);
}

void reveal(Table& t, Seat seat, Choice ch) {
  const core::Frame f = t.s.agenda.pop();
  ability::name(t.s.agenda.back(), f.object, ch.a());
  emit(t, Clause::DBG_CRD_11, EventKind::revealed, seat, 0, ch.a(), ch.a() == 0 ? 1 : 0);
}

}  // namespace rw::transformers_dbg
