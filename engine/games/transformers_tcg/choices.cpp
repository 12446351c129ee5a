// What effects of cards offer, how they are answered, and why other answers are refused.
#include "engine/ability/gathering.h"
#include "engine/ability/walk.h"
#include "engine/games/transformers_tcg/rules.h"
#include "engine/games/transformers_tcg/turn.h"

namespace rw::transformers_tcg {
namespace {

// Two cards that nobody could tell apart where they lie.
bool alike(const Content& c, const State& s, Item a, Item b) {
  if (!is_card(a) || !is_card(b)) return false;
  const Card x = card_of(a), y = card_of(b);
  if (!same_kind(s, x, y) || owner_of(x) != owner_of(y)) return false;
  if (s.attached.has(x) && s.attached.has(y))
    return bearer_of(s, x) == bearer_of(s, y) && slot_kind_of(c, s, x) == slot_kind_of(c, s, y) &&
           copies_together(s, x) == copies_together(s, y);
  return (s.hand.has(x) && s.hand.has(y)) || (s.scrap.has(x) && s.scrap.has(y)) ||
         (s.played.has(x) && s.played.has(y));
}

}  // namespace

void list_offer(const Content& c, const State& s, ChoiceList& out) {
  Interpreter::Offer offer{};
  Interpreter::offer(c, s, s.agenda.back(), offer);
  for (int i = 0; i < offer.items.size(); ++i) {
    bool again = false;
    for (int k = 0; k < i; ++k)
      again = again || alike(c, s, core::make<Item>(offer.items[k]), core::make<Item>(offer.items[i]));
    if (!again) out.add(choice(Verb::choose, offer.items[i]));
  }
  if (offer.may_stop) out.add(choice(Verb::done));
}

void choose_item(Table& t, Seat, Choice ch) { Interpreter::answer(t.content, t.s.agenda.back(), ch.a()); }

void stop_choosing(Table& t, Seat seat, Choice) {
  cite(t, Clause::TCG_ACT_13, seat);
  Interpreter::answer(t.content, t.s.agenda.back(), -1);
}

bool Rules::gathering(const Content& c, const State& s, core::Gathering& out) {
  if (static_cast<Question>(s.decision.kind) == Question::keep) {
    gather_kept(s, out);
    return true;
  }
  return static_cast<Question>(s.decision.kind) == Question::choose &&
         ability::gathering<Words>(c, s, s.agenda.back(), static_cast<int>(Verb::choose), choice(Verb::done), out);
}

// ---- "you may" abilities ---------------------------------------------------------------------------

// Yes only if the cost can be paid.
void list_use(const Content& c, const State& s, ChoiceList& out) {
  const Frame& f = s.agenda.back();
  const Program p = Words::program(c, f.ability);
  const int cost = p.ability().cost;
  if (cost == 0 || can_pay(c, s, ability::scope_of(f), p, cost)) out.add(choice(Verb::use, 0));
}

void use_ability(Table& t, Seat seat, Choice) {
  Frame& f = t.s.agenda.back();
  f.stage = 0;
  emit(t, Clause::TCG_TRG_01, EventKind::used, seat, source_of(f));
}

void decline_ability(Table& t, Seat seat, Choice) {
  emit(t, Clause::TCG_TRG_11, EventKind::declined, seat);
  t.s.agenda.pop();
  finish_program(t);
}

// ---- judging ---------------------------------------------------------------------------------------

namespace {

// Does the open choice pick a character to flip?
bool chooses_to_flip(const Content& c, const State& s) {
  if (static_cast<Question>(s.decision.kind) != Question::choose) return false;
  const Frame& f = s.agenda.back();
  const Program p = Words::program(c, f.ability);
  bool flips = false;
  ability::walk(vocabulary(), p, f.position,
                [&](int at) { flips = flips || static_cast<WordOp>(p.opcode(at)) == WordOp::flip; });
  return flips;
}

Clause clause_of_offer(const State& s) {
  switch (static_cast<Question>(s.decision.kind)) {
    case Question::replace: return Clause::TCG_RPL_12;
    case Question::use: return Clause::TCG_TAP_02;
    case Question::keep_upgrade:
      return s.agenda.back().step == static_cast<std::uint8_t>(Step::combine) ? Clause::TCG_CMB_12
                                                                              : Clause::TCG_UPG_21;
    default: return Clause::TCG_ACT_13;
  }
}

}  // namespace

Refusal judge_listed(const Content& c, const State& s, Seat, Choice ch) {
  ChoiceList list;
  Rules::choices(c, s, list);
  if (list.contains(ch)) return legal;
  const Verb verb = verb_of(ch);
  const bool another = verb == Verb::choose && static_cast<Question>(s.decision.kind) == Question::use;
  if (verb == Verb::resolve || verb == Verb::apply || another)
    return refuse(Clause::TCG_ACT_13, Fact::other_question);
  if (verb == Verb::choose && in_ko_area(s, character_of(ch.a<Item>())))
    return refuse(chooses_to_flip(c, s) ? Clause::TCG_FLP_09 : Clause::TCG_KO_09, Fact::not_on_battlefield);
  return refuse(clause_of_offer(s), Fact::no_such_item);
}

}  // namespace rw::transformers_tcg
