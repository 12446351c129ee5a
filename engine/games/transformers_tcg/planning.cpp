// Plan and Focus, and keeping a few hand cards.
#include <algorithm>

#include "engine/games/transformers_tcg/frames.h"
#include "engine/games/transformers_tcg/turn.h"

namespace rw::transformers_tcg {

// ---- Plan and Focus ---------------------------------------------------------------------------------------

enum PlanStage : std::uint8_t { plan_stage, focus_stage, focus_order_stage };

// TCG-KEY-07, TCG-KEY-08: up to n hand cards on the deck, the one put last on top.
void begin_plan(Table& t, Seat seat, int n) {
  Frame& f = push_step(t, Step::plan, seat, plan_stage);
  f.count = static_cast<std::uint8_t>(n);
  emit(t, Clause::TCG_KEY_07, EventKind::planned, seat, n);
  cite(t, Clause::TCG_KEY_08, seat);
}

// TCG-KEY-10: one look at the top cards. TCG-RSH-08: if there are too few, they come on top of the new deck.
void begin_focus(Table& t, Seat seat, int n) {
  State& s = t.s;
  const int i = core::index(seat);
  reshuffle_if_empty(t, seat);
  if (s.deck_size[i] < n && !((s.scrap & cards_of(seat)) - s.aside).empty()) {
    Card aside[max_cards];
    const int kept = s.deck_size[i];
    for (int k = 0; k < kept; ++k) aside[k] = s.deck[i][k];
    s.deck_size[i] = 0;
    for (int k = 0; k < kept; ++k) s.deck[i][k] = {};
    reshuffle_if_empty(t, seat);
    for (int k = 0; k < kept; ++k) deck_push(s, aside[k]);
    cite(t, Clause::TCG_RSH_08, seat);
  }
  n = std::min<int>(n, s.deck_size[i]);
  if (n == 0) return;
  emit(t, Clause::TCG_KEY_10, EventKind::focused, seat, n);
  cite(t, Clause::TCG_HID_05, seat);
  for (int k = 0; k < n; ++k) s.known[i].add(s.deck[i][s.deck_size[i] - 1 - k]);
  push_step(t, Step::plan, seat, focus_stage).count = static_cast<std::uint8_t>(n);
}

void step_plan(Table& t, Frame& f) {
  State& s = t.s;
  switch (f.stage) {
    case plan_stage:
      if (f.count == 0 || !has_hand(s, f.controller)) break;
      return ask(t, Question::plan, f.controller);
    case focus_stage:
      if (f.count == 0) break;
      return ask(t, Question::focus, f.controller);
    default:
      if (f.count - f.as<PlanFrame>().returned <= 1) break;
      return ask(t, Question::focus_order, f.controller);
  }
  s.agenda.pop();
  for (const Seat seat : in_turn_order(s)) reshuffle_if_empty(t, seat);
}

void list_plan(const Content&, const State& s, ChoiceList& out) {
  const Frame& f = s.agenda.back();
  const int i = core::index(f.controller);
  CardSet set = s.hand & cards_of(f.controller);
  if (f.stage != plan_stage) {
    set = {};
    for (int k = f.as<PlanFrame>().returned; k < f.count; ++k) set.add(s.deck[i][s.deck_size[i] - f.count + k]);
  }
  for (const Card card : set)
    if (is_first_of_kind(s, set, card)) out.add(choice(Verb::choose, item_of(card)));
}

void stop_planning(Table& t, Seat, Choice) {
  Frame& f = t.s.agenda.back();
  if (f.stage == focus_stage) {
    f.stage = focus_order_stage;
    f.put(PlanFrame{});
  } else {
    f.count = 0;
  }
}

void choose_for_plan(Table& t, Seat, Choice ch) {
  State& s = t.s;
  Frame& f = s.agenda.back();
  const int i = core::index(f.controller);
  const Card card = card_of(ch.a<Item>());
  if (f.stage == plan_stage) {
    f.count = static_cast<std::uint8_t>(f.count - 1);
    return put_on_top(t, card, Clause::TCG_KEY_07);
  }
  if (f.stage == focus_stage) {
    f.count = static_cast<std::uint8_t>(f.count - 1);
    return put_in_scrap(t, card, Clause::TCG_KEY_10);
  }
  // The next one of the returned cards, from the lowest up.
  auto plan = f.as<PlanFrame>();
  const int next = s.deck_size[i] - f.count + plan.returned;
  for (int k = next; k < s.deck_size[i]; ++k)
    if (s.deck[i][k] == card) std::swap(s.deck[i][k], s.deck[i][next]);
  ++plan.returned;
  f.put(plan);
}

// ---- keeping a few hand cards ------------------------------------------------------------------------------

// TCG-ACT-11: both choose, then both scrap.
void begin_keep(Table& t, Seat controller, int n, Who who, bool secret) {
  Frame& f = push_step(t, Step::keep, controller);
  f.count = static_cast<std::uint8_t>(std::min(n, most_kept));
  f.ability = static_cast<std::uint16_t>(who);
  f.source = secret ? 1 : 0;
}

namespace {

bool keeps(const State& s, const Frame& f, Seat seat) {
  return Words::among(s, {.controller = f.controller}, f.ability, seat) && hand_size(s, seat) > f.count;
}

// Who still has to choose, if anybody. A hand that is small enough is kept whole.
Seat keeper(const State& s, const Frame& f) {
  for (const Seat seat : in_turn_order(s))
    if (keeps(s, f, seat) && f.count > 0 && f.as<KeepFrame>().kept[core::index(seat)][f.count - 1].id == no_card)
      return seat;
  return core::no_seat;
}

// The hand cards that are not among those kept already.
CardSet not_yet_kept(const State& s, const Frame& f, Seat seat) {
  CardSet set = s.hand & cards_of(seat);
  for (int k = 0; k < f.count; ++k)
    if (const Card kept = f.as<KeepFrame>().kept[core::index(seat)][k].id; kept != no_card) set.remove(kept);
  return set;
}

}  // namespace

void step_keep(Table& t, Frame& f) {
  State& s = t.s;
  if (const Seat seat = keeper(s, f); seat != core::no_seat) {
    if (f.source != 0) cite(t, Clause::TCG_HID_06, seat);
    return ask(t, Question::keep, seat);
  }
  CardSet gone{};
  for (const Seat seat : in_turn_order(s)) {
    if (!keeps(s, f, seat)) continue;
    const CardSet rest = not_yet_kept(s, f, seat);
    emit(t, f.source != 0 ? Clause::TCG_ACT_11 : Clause::TCG_ACT_13, EventKind::kept_hand, seat, f.count);
    gone = gone | rest;
  }
  const Seat by = f.controller;
  s.agenda.pop();
  begin_scrap(t, gone, by, no_name);
  settle(t);
}

void list_keep(const Content&, const State& s, ChoiceList& out) {
  const CardSet set = not_yet_kept(s, s.agenda.back(), s.decision.asked);
  for (const Card card : set)
    if (is_first_of_kind(s, set, card)) out.add(choice(Verb::choose, item_of(card)));
}

void gather_kept(const State& s, core::Gathering& out) {
  const Frame& f = s.agenda.back();
  const Seat seat = s.decision.asked;
  const CardSet set = not_yet_kept(s, f, seat);
  const int kept = (s.hand & cards_of(seat)).count() - set.count();
  out.picks.clear();
  for (const Card card : set) out.picks.push({choice(Verb::choose, item_of(card)), 1});
  out.least = out.most = f.count - kept;
  out.effect = static_cast<std::uint32_t>(Question::keep);
  out.stop = {};
  const Card last = kept == 0 ? no_card : Card{f.as<KeepFrame>().kept[core::index(seat)][kept - 1].id};
  out.last = last == no_card ? Choice{} : choice(Verb::choose, item_of(last));
}

void keep_in_hand(Table& t, Seat seat, Choice ch) {
  Frame& f = t.s.agenda.back();
  auto keep = f.as<KeepFrame>();
  Wide<Card>* kept = keep.kept[core::index(seat)];
  while (kept->id != no_card) ++kept;
  kept->id = card_of(ch.a<Item>());
  f.put(keep);
}

}  // namespace rw::transformers_tcg
