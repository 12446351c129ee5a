// What an effect lets its players decide: which things, which rival, whether they want to, what goes below a deck.
#include <cstring>

#include "engine/ability/gathering.h"
#include "engine/games/dragon_booster/rules.h"
#include "engine/games/dragon_booster/turn.h"

namespace rw::dragon_booster {

// ---- things --------------------------------------------------------------------------------------------------

namespace {

// Of equal cards in a hand one is listed: the one that most players know.
bool is_first_held(const State& s, const Interpreter::Offer& offer, Card card) {
  const Player& p = owner(s, card);
  const int known = core::population(p.known[slot_of(card)]);
  for (const std::int16_t each : offer.items) {
    const Card other = card_of(core::make<Item>(each));
    if (other == card || owner_of(other) != owner_of(card) || record_of(s, other) != record_of(s, card)) continue;
    const int theirs = core::population(p.known[slot_of(other)]);
    if (theirs > known || (theirs == known && other < card)) return false;
  }
  return true;
}

// The maneuvers of this player in play that are offered.
std::uint64_t offered_in_play(const State& s, const Interpreter::Offer& offer, Seat seat) {
  std::uint64_t slots = 0;
  for (const std::int16_t each : offer.items)
    if (const Card card = card_of(core::make<Item>(each));
        is_card(s, card) && owner_of(card) == seat && !is_crystal_slot(slot_of(card)))
      slots |= core::bit(slot_of(card));
  return slots & (player(s, seat).track | player(s, seat).zone);
}

// Of cards that nothing tells apart the first is listed: equal cards of a deck or a pile, cards in play that look
// alike. The items must be asked for in ascending order.
class Listed {
 public:
  bool operator()(const State& s, const Interpreter::Offer& offer, Item item) {
    const Card card = card_of(item);
    if (!is_card(s, card)) return true;
    const Player& p = owner(s, card);
    const Slot slot = slot_of(card);
    const int record = core::index(record_of(p, slot));
    if (owner_of(card) != owner_) {
      owner_ = owner_of(card);
      in_play_ = offered_in_play(s, offer, owner_);
      std::memset(met_, 0, sizeof met_);
    }
    const bool again = core::contains(met_[record >> 6], record & 63);
    met_[record >> 6] |= core::bit(record & 63);
    if (is_crystal_slot(slot)) return !again;
    if (core::contains(p.track | p.zone, slot)) return is_first_alike(p, in_play_, slot);
    return core::contains(p.hand, slot) ? is_first_held(s, offer, card) : !again;
  }

 private:
  Seat owner_ = core::no_seat;
  std::uint64_t in_play_ = 0;
  std::uint64_t met_[4] = {};  // a bit per card of the set
};

}  // namespace

void list_chosen(const Content& c, const State& s, ChoiceList& out) {
  Interpreter::Offer offer;
  Interpreter::offer(c, s, s.agenda.back(), offer);
  Listed listed;
  for (const std::int16_t item : offer.items)
    if (listed(s, offer, core::make<Item>(item))) out.add(choice(Verb::choose, item));
  if (offer.may_stop) out.add(choice(Verb::stop));
}

namespace {

bool is_in(const Content& c, const State& s, Choice ch) {
  ChoiceList list;
  Rules::choices(c, s, list);
  return list.contains(ch);
}

}  // namespace

Refusal judge_choose(const Content& c, const State& s, Seat, Choice ch) {
  if (is_in(c, s, ch)) return legal;
  const Card card = card_of(ch.a<Item>());
  const bool guarded = is_card(s, card) && is_crystal_slot(slot_of(card)) &&
                       in_play(owner(s, card), slot_of(card)) && is_guarded(c, s, card);
  return guarded ? refuse(Clause::DRB_DMG_09, Fact::protected_) : refuse(Clause::DRB_GEN_11, Fact::not_offered);
}

Refusal judge_stop(const Content& c, const State& s, Seat, Choice ch) {
  return is_in(c, s, ch) ? legal : refuse(Clause::DRB_GEN_09, Fact::not_offered);
}

void choose(Table& t, Seat seat, Choice ch) {
  core::Frame& f = t.s.agenda.back();
  emit_secret(t, Clause::DRB_GEN_11, EventKind::chosen, seat, core::only(seat), ch.a());
  if (f.controller != seat && f.object == 0) cite(t, Clause::DRB_MUL_09, seat);
  Interpreter::answer(t.content, f, ch.a());
}

void stop(Table& t, Seat seat, Choice) {
  State& s = t.s;
  Interpreter::Offer offer;
  Interpreter::offer(t.content, s, s.agenda.back(), offer);
  cite(t, offer.items.empty() ? Clause::DRB_GEN_08 : Clause::DRB_GEN_09, seat);
  Interpreter::answer(t.content, s.agenda.back(), -1);
}

bool Rules::gathering(const Content& c, const State& s, core::Gathering& out) {
  return question_of(s) == Question::choose &&
         ability::gathering<Words>(c, s, s.agenda.back(), static_cast<int>(Verb::choose), choice(Verb::stop), out);
}

// ---- a rival -------------------------------------------------------------------------------------------------

void list_rivals(const Content&, const State& s, ChoiceList& out) {
  for (int i = 0; i < s.seats; ++i)
    if (core::seat(i) != s.decision.asked && in_game(s, core::seat(i))) out.add(choice(Verb::rival, i));
}

Refusal judge_rival(const Content&, const State& s, Seat seat, Choice ch) {
  const bool rival = ch.a() < s.seats && core::seat(ch.a()) != seat && in_game(s, core::seat(ch.a()));
  return rival ? legal : refuse(Clause::DRB_MUL_02, Fact::not_offered);
}

void choose_rival(Table& t, Seat seat, Choice ch) {
  core::Frame& f = t.s.agenda.back();
  f.object = static_cast<std::int16_t>(ch.a() + 1);
  f.stage = running;
  emit(t, Clause::DRB_MUL_02, EventKind::rival_chosen, seat, ch.a());
  cite(t, Clause::DRB_MUL_03, seat);
  cite(t, Clause::DRB_MUL_08, seat);
}

// ---- "may" (DRB-GEN-09) --------------------------------------------------------------------------------------

void accept(Table& t, Seat seat, Choice) {
  core::Frame& f = t.s.agenda.back();
  emit(t, Clause::DRB_GEN_09, EventKind::accepted, seat, 1, f.source);
  f.stage = t.content.abilities[f.ability].needs_rival ? choosing_rival : running;
}

void decline(Table& t, Seat seat, Choice) {
  emit(t, Clause::DRB_GEN_09, EventKind::accepted, seat, 0, t.s.agenda.back().source);
  t.s.agenda.pop();
}

// ---- the order of effects, and of cards ------------------------------------------------------------------------

Refusal judge_order(const Content& c, const State& s, Seat, Choice ch) {
  return is_in(c, s, ch) ? legal : refuse(Clause::DRB_TIM_01, Fact::not_offered);
}

void list_bottom(const Content&, const State& s, ChoiceList& out) {
  const Seat seat = s.decision.asked;
  const Player& p = player(s, seat);
  for (int i = p.deck_size - s.looked; i < p.deck_size; ++i) {
    bool seen = false;
    for (int k = p.deck_size - s.looked; k < i; ++k) seen = seen || p.race[p.deck[k]] == p.race[p.deck[i]];
    if (!seen) out.add(choice(Verb::bottom, card_of(seat, p.deck[i])));
  }
}

Refusal judge_bottom(const Content& c, const State& s, Seat, Choice ch) {
  return is_in(c, s, ch) ? legal : refuse(Clause::DRB_HID_07, Fact::not_offered);
}

void bottom(Table& t, Seat seat, Choice ch) { put_on_bottom(t, seat, ch.a<Card>()); }

}  // namespace rw::dragon_booster
