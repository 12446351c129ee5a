// Upgrade cards: the windows in which they are played, and the piles they come from and go to.
#include <span>
#include <utility>

#include "engine/ability/gathering.h"
#include "engine/games/risk_cybertron/rules.h"
#include "engine/games/risk_cybertron/turn.h"
#include "engine/games/risk_cybertron/where.h"

namespace rw::risk_cybertron {

Moment moment_of(const State& s) {
  const core::Frame& top = s.agenda.back();
  if (static_cast<Step>(top.step) == Step::window) return static_cast<Moment>(top.subject);
  return s.phase == Phase::place ? Moment::phase1_cards : Moment::phase2;
}

// ---- windows of an attack ------------------------------------------------------------------------

void open_window(Table& t, Moment moment) {
  cite(t, Clause::RSK_CRD_09);
  // Nobody holds a card: the window closes as it opens.
  if ((t.s.hand[core::index(force(t.s, Side::attacker).seat)] |
       t.s.hand[core::index(force(t.s, Side::defender).seat)]) == 0)
    return;
  push_step(t, Step::window, force(t.s, Side::attacker).seat, 0, static_cast<int>(moment));
}

// RSK-CRD-10: attacker and defender in turn until both have passed one after the other. `stage` is
// whose turn it is, `count` the passes in a row.
void step_window(Table& t, core::Frame& f) {
  State& s = t.s;
  const bool attacker_only = static_cast<Moment>(f.subject) == Moment::after_capture;
  while (f.count < 2 && s.attack.ended == 0) {
    const auto side = static_cast<Side>(f.stage);
    const Seat seat = force(s, side).seat;
    // RSK-CRD-18: whoever holds no card is not asked. Everybody else is, whatever the cards are (RSK-HID-02).
    if (s.hand[core::index(seat)] != 0 && !(attacker_only && side == Side::defender)) {
      cite(t, Clause::RSK_CRD_18, seat);
      cite(t, Clause::RSK_HID_02, seat);
      return ask(t, Question::card_window, seat);
    }
    ++f.count;
    f.stage ^= 1;
  }
  s.agenda.pop();
}

// Reinforcements that a card calls may be left; those of phase 4 end with the phase.
Refusal judge_pass(const Content&, const State& s, Seat, Choice) {
  if (static_cast<Step>(s.agenda.back().step) == Step::move_units) return legal;
  return refuse(Clause::RSK_TRN_01, Fact::other_question);
}

void pass(Table& t, Seat seat, Choice) {
  core::Frame& top = t.s.agenda.back();
  switch (static_cast<Step>(top.step)) {
    case Step::turn: ++top.stage; return;  // step B is over
    case Step::window:
      ++top.count;
      top.stage ^= 1;
      return cite(t, Clause::RSK_CRD_10, seat);
    case Step::move_units: t.s.agenda.pop(); return;
    default:  // a +1 not wanted: RSK-DIC-13
      --force(t.s, side_of(t.s, seat)).bonus_left;
      return cite(t, Clause::RSK_DIC_13, seat);
  }
}

// ---- playing -------------------------------------------------------------------------------------

namespace {

bool right_side(const State& s, Seat seat, Role role) {
  switch (role) {
    case Role::active: return seat == s.turn;
    case Role::attacker: return seat == force(s, Side::attacker).seat;
    case Role::defender: return seat == force(s, Side::defender).seat;
    case Role::either: return true;
  }
  return false;
}

std::uint64_t usable_cards(const State& s, Seat seat) {
  return where_texts_act.may(Spot::hand, CardKind::upgrade, ability::act_use) ? s.hand[core::index(seat)] : 0;
}

}  // namespace

Refusal judge_play(const Content& c, const State& s, Seat seat, Choice choice) {
  const Card card = choice.a<Card>();
  if (!core::contains(usable_cards(s, seat), card)) return refuse(Clause::RSK_CRD_11, Fact::card_not_held);
  const int index = c.cards[card].ability;
  if (index < 0) return refuse(Clause::RSK_CRD_11, Fact::wrong_window);
  const ability::Ability& a = Words::program(c, index).ability();
  const auto question = static_cast<Question>(s.decision.kind);
  const bool asked =
      question == Question::play_cards || question == Question::transform || question == Question::card_window;
  if (!asked || static_cast<Moment>(a.moment) != moment_of(s)) {
    // RSK-P1-05: cards of step B have no other place.
    const bool step_b = static_cast<Moment>(a.moment) == Moment::phase1_cards;
    return refuse(step_b ? Clause::RSK_P1_05 : Clause::RSK_CRD_11, Fact::wrong_window);
  }
  if (!right_side(s, seat, static_cast<Role>(a.role))) return refuse(Clause::RSK_CRD_11, Fact::wrong_side);
  if (!condition_holds(c, s, seat, card, index)) return refuse(Clause::RSK_CRD_11, Fact::condition_unmet);
  return legal;
}

void list_cards(const Content& c, const State& s, ChoiceList& out) {
  const Seat seat = s.decision.asked;
  const Moment moment = moment_of(s);
  for (const Card card : core::bits<Card>(usable_cards(s, seat))) {
    const int index = c.cards[card].ability;
    if (index < 0) continue;
    const ability::Ability& a = Words::program(c, index).ability();
    if (static_cast<Moment>(a.moment) != moment || !right_side(s, seat, static_cast<Role>(a.role))) continue;
    if (condition_holds(c, s, seat, card, index)) out.add(choice(Verb::play, card));
  }
}

void play_card(Table& t, Seat seat, Choice choice) {
  State& s = t.s;
  const Card card = choice.a<Card>();
  emit(t, Clause::RSK_CRD_01, EventKind::card_played, seat, card);
  cite(t, Clause::RSK_CRD_19, seat);
  if (t.content.cards[card].symbol) cite(t, Clause::RSK_CRD_02, seat);
  discard(t, seat, card);
  core::Frame& top = s.agenda.back();
  if (static_cast<Step>(top.step) == Step::window) {  // the other side is next
    top.count = 0;
    top.stage ^= 1;
    cite(t, Clause::RSK_CRD_10, seat);
  } else if (s.phase == Phase::place) {
    cite(t, Clause::RSK_P1_04, seat);
  }
  cite(t, Clause::RSK_CRD_03, seat);
  run_card(t, seat, card);
}

// ---- choosing for an effect ------------------------------------------------------------------------

void run_program(Table& t, core::Frame&) { Interpreter::run(t, t.s.agenda.pop()); }

namespace {

Interpreter::Offer offer_of(const Content& c, const State& s) {
  Interpreter::Offer offer{};
  Interpreter::offer(c, s, s.agenda.back(), offer);
  return offer;
}

// Zones are chosen by the leader who retreats, everything else by a card.
Refusal refuse_item(const Interpreter::Offer& offer) {
  const bool retreat = !offer.items.empty() && !is_die(core::make<Item>(offer.items[0]));
  return refuse(retreat ? Clause::RSK_LDR_09 : Clause::RSK_CRD_01, Fact::no_such_item);
}

}  // namespace

void list_items(const Content& c, const State& s, ChoiceList& out) {
  for (std::int16_t item : offer_of(c, s).items) out.add(choice(Verb::choose, item));
}

Refusal judge_choose(const Content& c, const State& s, Seat, Choice choice) {
  const Interpreter::Offer offer = offer_of(c, s);
  for (std::int16_t item : offer.items)
    if (item == choice.a()) return legal;
  return refuse_item(offer);
}

Refusal judge_done(const Content& c, const State& s, Seat, Choice) {
  const Interpreter::Offer offer = offer_of(c, s);
  return offer.may_stop ? legal : refuse_item(offer);
}

void choose_item(Table& t, Seat, Choice choice) { Interpreter::answer(t.content, t.s.agenda.back(), choice.a()); }
void stop_choosing(Table& t, Seat, Choice) { Interpreter::answer(t.content, t.s.agenda.back(), -1); }

bool Rules::gathering(const Content& c, const State& s, core::Gathering& out) {
  return static_cast<Question>(s.decision.kind) == Question::choose &&
         ability::gathering<Words>(c, s, s.agenda.back(), static_cast<int>(Verb::choose), choice(Verb::done), out);
}

// ---- piles ---------------------------------------------------------------------------------------

void discard(Table& t, Seat seat, Card card) {
  State& s = t.s;
  s.hand[core::index(seat)] &= ~core::bit(card);
  s.discard_pile[s.discard_count++] = card;
  s.known_by[card] = core::everyone;
  cite(t, Clause::RSK_CRD_08, seat);
}

void shuffle_draw_pile(Table& t, Clause clause) {
  State& s = t.s;
  core::shuffle(s.random, t.chance, std::span(s.draw_pile, s.draw_count));
  for (int i = 0; i < s.draw_count; ++i) s.known_by[s.draw_pile[i]] = core::nobody;
  emit(t, clause, EventKind::pile_shuffled, core::no_seat, s.draw_count);
  cite(t, Clause::RSK_GEN_11);
}

Card take_top_card(Table& t) {
  State& s = t.s;
  if (s.draw_count == 0) {
    for (int i = 0; i < s.discard_count; ++i) {
      s.draw_pile[i] = s.discard_pile[i];
      s.discard_pile[i] = Card{};
    }
    s.draw_count = s.discard_count;
    s.discard_count = 0;
    if (s.draw_count == 0) {
      cite(t, Clause::RSK_CRD_15);
      return no_card;
    }
    shuffle_draw_pile(t, Clause::RSK_CRD_15);
  }
  return std::exchange(s.draw_pile[--s.draw_count], Card{});
}

}  // namespace rw::risk_cybertron
