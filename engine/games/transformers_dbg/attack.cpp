// Attacks: naming the targets, Blocks, and who was hit.
#include "engine/ability/walk.h"
#include "engine/games/transformers_dbg/turn.h"
#include "engine/games/transformers_dbg/word_table.h"

namespace rw::transformers_dbg {
namespace {

// The ability that attacks lies below this frame and is told the result.
struct AttackFrame {
  std::uint16_t targets = 0, blocked = 0;  // a bit for each seat
  std::int16_t target = 0;             // the one whose window is open
  std::int16_t asked = 0;              // how many players of that window have been asked
  std::int16_t where = 0;
  std::int16_t place = 0;  // how many seats have been looked at, in turn order
  std::int16_t spare[2] = {};
};
enum AttackStage : std::uint8_t { naming, aiming, blocking, reporting };

ability::Scope scope_of_attack(const core::Frame& f) {
  return scope_at(f.controller, source_of(f), subject_of(f));
}
bool by_player(const core::Frame& f) { return static_cast<Whom>(f.count) != Whom::you; }

// DBG-HID-07: everybody who might have a Block, as far as all can see. Hands are hidden, so whoever holds a card
// and is near enough is asked; what a text in play can do, all can see.
bool might_block(const Content& c, const State& s, const core::Frame& f, Seat seat) {
  const Seat target = core::seat(f.as<AttackFrame>().target);
  if (!arrived(s, seat)) return false;
  if (by_player(f) && seat == f.controller) return false;  // nobody Blocks their own Attack
  const int longest = holds(c, s, WordOp::no_range, seat) ? 0 : c.block_range;
  const bool far = !arrived(s, target) || distance(player(s, seat).space, player(s, target).space) > longest;
  if (!player(s, seat).hand.empty() && !is_blank(c, s, seat) && !(far && seat != target)) return true;
  return any_text(c, s, seat, Question::block);
}

}  // namespace

int attack_frame(const State& s) {
  for (int i = s.agenda.size() - 1; i >= 0; --i)
    if (s.agenda[i].step == static_cast<std::uint8_t>(Step::attack)) return i;
  return -1;
}

Seat attacked(const State& s) {
  const int at = attack_frame(s);
  return at < 0 || s.agenda[at].stage < blocking ? core::no_seat
                                                 : core::seat(s.agenda[at].as<AttackFrame>().target);
}

// DBG-ATK-02, DBG-CRD-04, DBG-SET-24.
bool may_be_attacked(const Content& c, const State& s, const ability::Scope& scope, Seat seat, Where where) {
  return arrived(s, seat) && is_opponent(s, scope.controller, seat) &&
         within(c, s, scope, where, player(s, seat).space) && !holds(c, s, Deed::be_targeted, seat) &&
         !holds(c, s, Deed::be_attacked, seat);
}

void push_attack(Table& t, const core::Frame& text, Whom whom, Where where) {
  core::Frame& f = push_step(t, Step::attack, text.controller, naming, text.source, text.subject);
  f.count = static_cast<std::uint8_t>(whom);
  f.put(AttackFrame{.where = static_cast<std::int16_t>(where)});
}

namespace {

void name_targets(Table& t, core::Frame& f) {
  State& s = t.s;
  AttackFrame attack = f.as<AttackFrame>();
  f.stage = aiming;
  if (static_cast<Whom>(f.count) == Whom::you) {  // an Encounter
    if (holds(t.content, s, Deed::be_targeted, f.controller))
      return emit(t, Clause::DBG_CRD_04, EventKind::attack_avoided, f.controller);
    attack.targets = core::only(f.controller);
    f.put(attack);
    cite(t, Clause::DBG_AMB_04, f.controller);
    return;
  }
  const auto where = static_cast<Where>(attack.where);
  for (int i = 0; i < s.seats; ++i)
    if (may_be_attacked(t.content, s, scope_of_attack(f), core::seat(i), where))
      attack.targets |= core::only(core::seat(i));
  f.put(attack);
  cite(t, Clause::DBG_GEN_19, f.controller);
  if (cooperative(t.content, s)) cite(t, Clause::DBG_COP_11, f.controller);
  if (static_cast<Whom>(f.count) == Whom::one && core::population(attack.targets) > 1)
    ask(t, Question::target, f.controller);
}

// DBG-CRD-13: the text lets the target choose what to lose, hand cards included.
bool target_chooses(const Content& c, const core::Frame& text) {
  const ability::Program p = Words::program(c, text.ability);
  bool found = false;
  ability::walk(vocabulary(), p, p.ability().effects, [&](int at) {
    found =
        found || (static_cast<WordOp>(p.opcode(at)) == WordOp::cards && said<WordOp::cards, "whose">(p, at) >= 0);
  });
  return found;
}

void report(Table& t) {
  State& s = t.s;
  const core::Frame f = s.agenda.pop();
  if (t.log != nullptr && by_player(f) && target_chooses(t.content, s.agenda.back())) {
    cite(t, Clause::DBG_CRD_13, f.controller);
    cite(t, Clause::DBG_ATK_10, f.controller);
  }
  const AttackFrame attack = f.as<AttackFrame>();
  const int blocked = attack.blocked, hit = attack.targets & ~blocked;
  s.agenda.back().object = static_cast<std::int16_t>(hit | (blocked << 5));
  if (blocked != 0) cite(t, Clause::DBG_ATK_08, f.controller);
  for (int i = 0; i < s.seats; ++i)
    if (const Seat seat = next_seat(s, s.turn, i);
        core::contains(static_cast<std::uint64_t>(hit), core::index(seat)))
      emit(t, Clause::DBG_ATK_08, EventKind::attack_hits, seat);
}

// The next target in turn order whose window has not been open yet (DBG-TIM-01, DBG-TIM-10).
void next_target(Table& t, core::Frame& f) {
  AttackFrame attack = f.as<AttackFrame>();
  while (attack.place < t.s.seats) {
    const int target = core::index(next_seat(t.s, t.s.turn, attack.place++));
    if (!core::contains(attack.targets, target)) continue;
    attack.target = static_cast<std::int16_t>(target);
    attack.asked = 0;
    f.put(attack);
    f.stage = blocking;
    emit(t, Clause::DBG_ATK_02, EventKind::attack_declared, by_player(f) ? f.controller : core::no_seat, target);
    if (core::population(attack.targets) > 1) {
      cite(t, Clause::DBG_TIM_01, core::seat(target));
      cite(t, Clause::DBG_TIM_10, core::seat(target));
    }
    return;
  }
  f.put(attack);
  f.stage = reporting;
}

}  // namespace

// DBG-ATK-03, DBG-ATK-06: in turn order from the target, until one Blocks.
void step_attack(Table& t, core::Frame& f) {
  State& s = t.s;
  switch (f.stage) {
    case naming: return name_targets(t, f);
    case aiming: return next_target(t, f);
    case blocking: {
      AttackFrame attack = f.as<AttackFrame>();
      const bool blocked = core::contains(attack.blocked, attack.target);
      while (!blocked && attack.asked < s.seats) {
        const Seat seat = next_seat(s, core::seat(attack.target), attack.asked++);
        f.put(attack);
        if (!might_block(t.content, s, f, seat)) continue;
        cite(t, Clause::DBG_ATK_03, seat);
        return ask(t, Question::block, seat);
      }
      return next_target(t, f);
    }
    default: return report(t);
  }
}

void list_targets(const Content&, const State& s, ChoiceList& out) {
  for (const Seat seat : core::bits<Seat>(s.agenda.back().as<AttackFrame>().targets))
    out.add(choice(Verb::choose, item_of(seat)));
}

Refusal judge_target(const Content&, const State& s, Seat, Choice ch) {
  const Item item = ch.a<Item>();
  const bool there = is_seat(item) && core::contains(s.agenda.back().as<AttackFrame>().targets, seat_of(item));
  return there ? legal : refuse(Clause::DBG_ATK_02, Fact::no_target);
}

void choose_target(Table& t, Seat, Choice ch) {
  core::Frame& f = t.s.agenda.back();
  AttackFrame attack = f.as<AttackFrame>();
  attack.targets = core::only(seat_of(ch.a<Item>()));
  f.put(attack);
}

// ---- Blocking from hand ----------------------------------------------------------------------------------------

namespace {

// DBG-ATK-04, DBG-ATK-07: the Range must reach the target.
Refusal judge_block_card(const Content& c, const State& s, Seat seat, Card card) {
  if (!is_pile_card(c, card) || !holds_card(player(s, seat), card))
    return refuse(Clause::DBG_ATK_04, Fact::not_in_hand);
  if (!card_def(c, card).blocks) return refuse(Clause::DBG_ATK_04, Fact::no_block);
  if (is_blank(c, s, seat)) return refuse(Clause::DBG_CRD_02, Fact::blanked);
  const Seat target = attacked(s);
  if (target == seat) return legal;
  if (!arrived(s, seat) || !arrived(s, target)) return refuse(Clause::DBG_SET_24, Fact::not_arrived);
  const int far = distance(player(s, seat).space, player(s, target).space);
  const int range = range_in_hand(c, s, seat, card);
  return far <= range ? legal : refuse(Clause::DBG_ATK_04, Fact::out_of_reach, range, far);
}

}  // namespace

void list_blocks(const Content& c, const State& s, ChoiceList& out) {
  const Seat seat = s.decision.asked;
  Card last = no_card;
  for (const Card card : player(s, seat).hand) {
    if (card != last && !judge_block_card(c, s, seat, card).refused()) out.add(choice(Verb::block, card));
    last = card;
  }
}

Refusal judge_block(const Content& c, const State& s, Seat seat, Choice ch) {
  return judge_block_card(c, s, seat, ch.a<Card>());
}

void block(Table& t, Seat seat, Choice ch) {
  const Card card = ch.a<Card>();
  discard_from_hand(t, seat, card, Clause::DBG_ATK_04);
  push_texts(t, seat, source_of(card), card, Moment::block);
}

void pass_block(Table& t, Seat seat, Choice) { cite(t, Clause::DBG_HID_07, seat); }

void block_attack(Table& t, Seat seat) {
  const int at = attack_frame(t.s);
  if (at < 0) return;
  core::Frame& f = t.s.agenda[at];
  AttackFrame attack = f.as<AttackFrame>();
  attack.blocked |= core::only(core::seat(attack.target));
  f.put(attack);
  emit(t, Clause::DBG_ATK_06, EventKind::blocked, seat, attack.target);
  if (core::index(seat) != attack.target) cite(t, Clause::DBG_ATK_07, seat);
}

}  // namespace rw::transformers_dbg
