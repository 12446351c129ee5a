// Searching: turning cards faceup, Ambushes, and taking a search back.
#include "engine/games/transformers_dbg/acting.h"
#include "engine/games/transformers_dbg/turn.h"

namespace rw::transformers_dbg {

namespace {

// Barricade and the like: the first search of a turn costs more Move.
int search_price(const Content& c, const State& s, Seat seat) {
  return c.search_cost + (s.searches == 0 ? total(c, s, Toll::search, seat) : 0);
}

}  // namespace

void list_search(const Content& c, const State& s, Seat seat, const Moves& moves, ChoiceList& out) {
  const Space here = player(s, seat).space;
  if (!is_facedown(s, here)) return;
  const int left = moves.all();
  if (left == 0 || left < search_price(c, s, seat)) return;
  for (const MoveSource source : {from_cards, from_character, from_flight})
    if (moves.from[source] > 0) out.add(choice(Verb::search, 0, source));
}

Refusal judge_search(const Content& c, const State& s, Seat seat, Choice ch) {
  const Space here = player(s, seat).space;
  if (!is_facedown(s, here)) return refuse(Clause::DBG_SRC_02, Fact::nothing_to_search);
  const Moves moves = moves_of(c, s, seat);
  const int left = moves.all(), price = search_price(c, s, seat);
  if (left < price) return refuse(Clause::DBG_SRC_02, Fact::no_move, left, price);
  if (ch.b() > from_flight || moves.from[ch.b()] == 0) return refuse(Clause::DBG_SRC_02, Fact::no_move, 0, 1);
  return legal;
}

void search(Table& t, Seat seat, Choice ch) {
  State& s = t.s;
  const int price = search_price(t.content, s, seat);
  s.acted = 1;
  const SpentMove spent = spend_move(t, seat, static_cast<MoveSource>(ch.b()), price);
  flip_up(t, seat, player(s, seat).space, spent);
}

// What a search cost, to be given back.
struct FlipFrame {
  SpentMove spent;
  std::uint16_t source = 0;  // 1 + that of the text that searches; 0: Move was spent
  std::uint16_t ability = 0;  // that text,
  std::int16_t paid = 0;      // and the Energon paid for it
  std::int16_t spare[2] = {};
};
enum FlipStage : std::uint8_t { turned_up, before_ambush, may_undo, ambush_stage, flip_done };

void flip_up(Table& t, Seat seat, Space space, SpentMove spent, const core::Frame* text) {
  core::Frame f{};
  f.step = static_cast<std::uint8_t>(Step::flip);
  f.controller = seat;
  f.subject = static_cast<std::int16_t>(space);
  f.object = space == player(t.s, seat).space ? 0 : 1;
  FlipFrame flip{.spent = spent};
  if (text != nullptr) {
    flip.source = static_cast<std::uint16_t>(text->source + 1);
    flip.ability = text->ability;
    flip.paid = text->stage;
  }
  f.put(flip);
  t.s.agenda.push(f);
}

namespace {

// What a flip is about: subject is the space, spare its card. object: it is not the space of the one who searches.
Space flipped_space(const core::Frame& f) { return core::make<Space>(f.subject); }
Card flipped_card(const core::Frame& f) { return Card{f.spare}; }
bool is_elsewhere(const core::Frame& f) { return f.object != 0; }

// DBG-SRC-01, DBG-SRC-05.
void turn_up(Table& t, core::Frame& f) {
  State& s = t.s;
  const Space space = flipped_space(f);
  const Card card = s.matrix.card[space];
  const CardDef& def = card_def(t.content, card);
  const Seat seat = f.controller;
  ++s.searches;
  core::include(s.faceup, space);
  note_texts(t.content, s, Spot::matrix_faceup, card);
  s.matrix.known_by[space] = 0;
  s.matrix.used[space] = 0;
  emit(t, is_elsewhere(f) ? Clause::DBG_SRC_03 : Clause::DBG_SRC_01, EventKind::searched, seat, card, space);
  cite(t, Clause::DBG_SRC_04, seat);
  cite(t, Clause::DBG_SRC_05, seat);
  if ((def.kind == CardKind::robot || def.kind == CardKind::boss) && !is_adversary(t.content, s, seat, card)) {
    cite(t, Clause::DBG_SRC_06, seat);
    if (def.kind == CardKind::boss) cite(t, Clause::DBG_TVT_19, seat);
  }
  if (def.kind == CardKind::scheme) cite(t, Clause::DBG_SCH_01, seat);
  if (is_blank(t.content, s, seat)) cite(t, Clause::DBG_CRD_02, seat);
  f.spare = static_cast<std::uint16_t>(card);
  f.stage = before_ambush;
  push_event(t, Moment::searched, seat, card, space);
}

// The text that may take a flip back: of the card played first among those that are not blank and have not served
// this turn. Each serves one flip.
struct UndoingText {
  Slot slot = no_slot;
  int which = 0;
};
UndoingText undoing_text(const Content& c, const State& s, Seat seat) {
  UndoingText found;
  const std::uint32_t bit = modifier_bit(Licence::undo_flip);
  if ((s.in_force & bit) == 0 || is_blank(c, s, seat)) return found;
  each_own_place(c, s, seat, [&](const Place& place) {
    if ((modifiers_at(c, place.spot, place.card) & bit) == 0 || !is_slot(place.source)) return;
    each_text_at(c, place.spot, place.card, [&](int which, int ability) {
      const ability::Program p = Words::program(c, ability);
      const Slot slot = slot_of(place.source);
      const InPlay& in = s.slots[slot];
      if ((modifiers_in(p, p.ability().effects) & bit) == 0 || core::contains(in.used, which)) return;
      if (found.slot == no_slot || in.order < s.slots[found.slot].order) found = {slot, which};
    });
  });
  return found;
}

// DBG-CRD-08: the Ambush is ignored, what the search cost comes back.
void undo_flip(Table& t, core::Frame& f) {
  State& s = t.s;
  emit(t, Clause::DBG_CRD_08, EventKind::undone, f.controller, s.matrix.card[flipped_space(f)], flipped_space(f));
  flip_down(t, flipped_space(f));
  const FlipFrame flip = f.as<FlipFrame>();
  give_back_move(s, flip.spent);
  --s.searches;
  if (flip.source == 0) return;
  const auto source = core::make<Source>(flip.source - 1);
  const int which = flip.ability - card_def(t.content, card_of_ability(t.content, flip.ability)).first;
  if (is_slot(source)) core::exclude(s.slots[slot_of(source)].used, which);
  if (is_space(source)) core::exclude(s.matrix.used[space_of(source)], which);
  if (flip.paid > 0) gain_energon(t, f.controller, flip.paid, Clause::DBG_CRD_08);
}

}  // namespace

void step_flip(Table& t, core::Frame& f) {
  State& s = t.s;
  const Seat seat = f.controller;
  if (f.stage == turned_up) return turn_up(t, f);
  const Space space = flipped_space(f);
  const Card flipped = flipped_card(f);
  const CardDef& card = card_def(t.content, flipped);
  const bool there = is_faceup(s, space) && s.matrix.card[space] == flipped;
  const bool foe = there && (card.kind == CardKind::robot || card.kind == CardKind::boss) &&
                   is_adversary(t.content, s, seat, flipped);
  switch (f.stage) {
    case before_ambush:
      f.stage = may_undo;
      if (foe && !is_elsewhere(f)) {
        cite(t, Clause::DBG_AMB_06, seat);
        push_event(t, Moment::adversary_flipped, seat, flipped, space);
      }
      return;
    case may_undo:
      f.stage = ambush_stage;
      if (foe && undoing_text(t.content, s, seat).slot != no_slot) return ask(t, Question::undo, seat);
      return;
    case ambush_stage:
      f.stage = flip_done;
      // DBG-AMB-02: a Robot in one's own space, a Boss anywhere.
      if (foe && (!is_elsewhere(f) || card.kind == CardKind::boss))
        push_ambush(t, seat, flipped, space, AmbushBy::card_turned_up);
      else if (foe)
        cite(t, Clause::DBG_SRC_03, seat);
      return;
    default: s.agenda.pop();
  }
}

// Once its player was asked, the text has served, whatever the answer.
void keep_flip(Table& t, Seat seat, Choice) {
  const UndoingText text = undoing_text(t.content, t.s, seat);
  core::include(t.s.slots[text.slot].used, text.which);
}

void undo(Table& t, Seat seat, Choice ch) {
  keep_flip(t, seat, ch);
  core::Frame& f = t.s.agenda.back();
  undo_flip(t, f);
  f.stage = flip_done;
}

}  // namespace rw::transformers_dbg
