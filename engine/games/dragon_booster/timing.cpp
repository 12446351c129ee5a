// Abilities that start, effects that are set off, and the order in which they happen.
#include "engine/games/dragon_booster/turn.h"
#include "engine/games/dragon_booster/where.h"

namespace rw::dragon_booster {

bool condition_holds(const Content& c, const State& s, Seat seat, Card source, int ability) {
  const ability::Program p = Words::program(c, ability);
  const ability::Scope scope{seat, core::index(source), 0, 0, nullptr};
  return p.ability().condition == 0 || Interpreter::test(c, s, scope, p, p.ability().condition);
}

// The condition was asked, the cost was paid. What is left: "may", the rival (DRB-MUL-03), the effects.
void start_ability(Table& t, Seat seat, Card source, int ability, int block) {
  const AbilityInfo& info = t.content.abilities[static_cast<std::size_t>(ability)];
  core::Frame& f = push_step(t, Step::program, seat, running, source);
  const ability::Ability& a = info.program.ability();
  f.ability = static_cast<std::uint16_t>(ability);
  f.position = static_cast<std::uint16_t>((block != 0 ? block : a.effects) + 1);
  f.subject = -1;
  if (block == 0 && (a.flags & ability::flag_may) != 0)
    f.stage = accepting;
  else if (info.needs_rival)
    f.stage = choosing_rival;
}

namespace {

// Can these effects do anything, as far as everybody can see? Where they let somebody choose, that decides it.
bool finds_something(const Content& c, const State& s, const ability::Scope& scope, ability::Program p,
                     int block) {
  const Player& own = player(s, scope.controller);
  const int end = block + p.length(block);
  bool chooses = false;
  for (int at = block + 1; at < end && p.opcode(at) != ability::op_end; at += p.length(at)) {
    if (p.opcode(at) == ability::op_choose) {
      chooses = true;
      const ability::ChooseOperands choose = ability::choose_operands(p, at);
      if (Words::conceals(c, s, scope, p, choose.of)) return true;
      ability::FoundItems found;
      Words::select(c, s, scope, p, choose.of, found);
      if (!found.empty() && finds_something(c, s, scope, p, choose.block)) return true;
      continue;
    }
    switch (static_cast<WordOp>(p.opcode(at))) {
      case WordOp::bring:
        if (brings_gear(p, at) ? might_mag(c, s, scope.controller) : might_recruit(c, s, scope.controller))
          return true;
        break;
      case WordOp::rush_with:  // DRB-BTL-04: nobody without a rushing card swaps it
        if (own.rushing != no_slot) return true;
        break;
      default: continue;
    }
    chooses = true;
  }
  return !chooses;
}

// The same for a whole ability, against the rival who would be chosen.
bool could_do_something(const Content& c, const State& s, const core::Frame& f) {
  const AbilityInfo& info = c.abilities[f.ability];
  const int block = info.program.ability().effects;
  ability::Scope scope = ability::scope_of(f);
  if (!info.needs_rival) return finds_something(c, s, scope, info.program, block);
  for (int i = 0; i < s.seats; ++i) {
    scope.object = i + 1;
    if (core::seat(i) != f.controller && in_game(s, core::seat(i)) &&
        finds_something(c, s, scope, info.program, block))
      return true;
  }
  return false;
}

// DRB-GEN-09: "may" with nothing to do is no question.
void find_nothing(Table& t) {
  const core::Frame f = t.s.agenda.pop();
  emit(t, Clause::DRB_GEN_09, EventKind::found_nothing, f.controller, f.source);
  Words::found_nothing(t, f);
}

}  // namespace

void step_program(Table& t, core::Frame& f) {
  State& s = t.s;
  const AbilityInfo& info = t.content.abilities[f.ability];
  if (f.stage == accepting)
    return could_do_something(t.content, s, f) ? ask(t, Question::accept, f.controller) : find_nothing(t);
  if (f.stage == choosing_rival) {
    if (players_left(s) > 2) return ask(t, Question::rival, f.controller);
    f.object = static_cast<std::int16_t>(core::index(next_player(s, f.controller)) + 1);
    f.stage = running;
  }
  const ability::Ability& a = info.program.ability();
  if (a.until == 0) return Interpreter::run(t, s.agenda.pop());
  const core::Frame done = s.agenda.pop();
  Words::last(t, done, a.effects, a.until);
}

// DRB-KEY-07: points, or the card itself. Neither asks anything.
void pay_further_cost(Table& t, Seat seat, Card source, int ability) {
  const ability::Program p = Words::program(t.content, ability);
  const int block = p.ability().cost;
  if (block == 0) return;
  core::Frame f{};
  f.controller = seat;
  f.source = static_cast<std::uint16_t>(source);
  const int end = block + p.length(block);
  for (int at = block + 1; at < end && p.opcode(at) != ability::op_end; at += p.length(at))
    Words::effect(t, f, p, at);
  cite(t, Clause::DRB_KEY_07, seat);
}

// ---- triggers ------------------------------------------------------------------------------------------------

namespace {

void set_off_card(Table& t, Moment moment, Seat seat, Slot slot, Card rushing_card) {
  const CardFace& card = face(t.content, player(t.s, seat), slot);
  if ((card.moments & (1u << static_cast<int>(moment))) == 0) return;
  for (int i = 0; i < card.ability_count; ++i) {
    const int ability = card.first_ability + i;
    const ability::Ability& a = Words::program(t.content, ability).ability();
    if (a.kind != static_cast<int>(ability::Kind::triggered) || a.moment != static_cast<int>(moment)) continue;
    if (a.role == static_cast<int>(Role::this_) && card_of(seat, slot) != rushing_card) continue;
    t.s.triggers.push({static_cast<std::uint16_t>(ability), card_of(seat, slot), 0, seat, 2});
    cite(t, Clause::DRB_KEY_12, seat);
    cite(t, Clause::DRB_TIM_05, seat);
  }
}

}  // namespace

// DRB-TIM-05: the cards in play at the moment it happens. What is set off waits (DRB-TIM-03).
void set_off(Table& t, Moment moment, Seat seat, Card rushing_card) {
  State& s = t.s;
  if (!in_game(s, seat)) return;
  const Player& p = player(s, seat);
  if ((p.moments & (1u << static_cast<int>(moment))) != 0) {
    std::uint16_t pit = pit_that(p, ability::act_listen);
    if (p.dragon != no_crystal && dragon_switched_off(t.content, s, seat)) core::exclude(pit, p.dragon);
    for (const Crystal i : core::bits<Crystal>(pit)) set_off_card(t, moment, seat, slot_of(i), rushing_card);
    for (const Slot slot : core::bits<Slot>(lanes_that(p, ability::act_listen)))
      set_off_card(t, moment, seat, slot, rushing_card);
  }
  for (const ability::Lasting& l : s.lasting)
    if (l.delayed != 0 && l.controller == seat && l.subject == static_cast<int>(moment))
      s.triggers.push({l.ability, source_of(l), l.block, seat, 2});
}

void push_after(Table& t) { push_step(t, Step::after, t.s.leader); }

namespace {

// The first player from the leader with an effect that is due (DRB-TIM-02).
Seat next_due(const State& s) {
  for (int i = 0; i < s.seats; ++i) {
    const Seat seat = seat_after(s, s.leader, i);
    for (const Trigger& trigger : s.triggers)
      if (trigger.batch == 1 && trigger.controller == seat) return seat;
  }
  return core::no_seat;
}

bool same_effect(const Trigger& a, const Trigger& b) {
  return a.ability == b.ability && a.source == b.source && a.block == b.block;
}

// The same effect, of one card or of two that nothing tells apart: which of them goes first makes no difference.
bool equal_effect(const State& s, const Trigger& a, const Trigger& b) {
  if (same_effect(a, b)) return true;
  const Slot one = slot_of(a.source), other = slot_of(b.source);
  if (a.ability != b.ability || a.block != b.block || owner_of(a.source) != owner_of(b.source)) return false;
  const Player& p = owner(s, a.source);
  if (is_crystal_slot(one) || is_crystal_slot(other)) return false;
  return in_play(p, one) && in_play(p, other) ? look_alike(p, one, other) : in_play(p, one) == in_play(p, other);
}

// Different effects of this player that are due; two are enough to ask.
int count_due(const State& s, Seat seat) {
  int n = 0;
  const Trigger* first = nullptr;
  for (const Trigger& trigger : s.triggers) {
    if (trigger.batch != 1 || trigger.controller != seat) continue;
    if (first == nullptr || !equal_effect(s, *first, trigger)) ++n;
    if (first == nullptr) first = &trigger;
  }
  return n;
}

void run_trigger(Table& t, int at) {
  State& s = t.s;
  const Trigger trigger = s.triggers[at];
  bool others = false;
  for (const Trigger& other : s.triggers)
    others = others || (other.batch == 1 && other.controller != trigger.controller);
  s.triggers.remove(at);
  emit(t, Clause::DRB_TIM_03, EventKind::trigger, trigger.controller, trigger.source);
  if (others) cite(t, Clause::DRB_TIM_02, trigger.controller);
  if (trigger.block == 0 && !condition_holds(t.content, s, trigger.controller, trigger.source, trigger.ability))
    return cite(t, Clause::DRB_GEN_08, trigger.controller);
  start_ability(t, trigger.controller, trigger.source, trigger.ability, trigger.block);
}

}  // namespace

// Lies below an action. When that is done, what it set off happens, batch by batch.
void step_after(Table& t, core::Frame&) {
  State& s = t.s;
  check_exhaustion(t);
  if (s.phase == Phase::over) return;
  if (s.triggers.empty()) {
    s.agenda.pop();
    return;
  }
  Seat seat = next_due(s);
  if (seat == core::no_seat) {
    for (Trigger& trigger : s.triggers) trigger.batch = 1;
    seat = next_due(s);
  }
  if (count_due(s, seat) > 1) return ask(t, Question::order, seat);
  for (int i = 0; i < s.triggers.size(); ++i)
    if (s.triggers[i].batch == 1 && s.triggers[i].controller == seat) return run_trigger(t, i);
}

// By source; several effects of one card are numbered.
void list_due(const Content&, const State& s, ChoiceList& out) {
  const Seat seat = s.decision.asked;
  for (int i = 0; i < s.triggers.size(); ++i) {
    const Trigger& trigger = s.triggers[i];
    if (trigger.batch != 1 || trigger.controller != seat) continue;
    bool seen = false;
    int earlier = 0;
    for (int k = 0; k < i; ++k) {
      const Trigger& other = s.triggers[k];
      if (other.batch != 1 || other.controller != seat) continue;
      seen = seen || equal_effect(s, other, trigger);
      if (other.source != trigger.source) continue;
      bool counted = false;
      for (int m = 0; m < k; ++m)
        counted = counted || (s.triggers[m].batch == 1 && s.triggers[m].controller == seat &&
                              same_effect(s.triggers[m], other));
      if (!counted) ++earlier;
    }
    if (!seen) out.add(choice(Verb::order, trigger.source, earlier == 0 ? 0 : earlier + 1));
  }
}

// DRB-TIM-01.
void run_due(Table& t, Seat seat, Choice ch) {
  State& s = t.s;
  int nth = ch.b() == 0 ? 1 : ch.b();
  for (int i = 0; i < s.triggers.size(); ++i) {
    const Trigger& trigger = s.triggers[i];
    if (trigger.batch != 1 || trigger.controller != seat || trigger.source != ch.a<Card>()) continue;
    bool seen = false;
    for (int k = 0; k < i; ++k)
      seen = seen ||
             (s.triggers[k].batch == 1 && s.triggers[k].controller == seat && same_effect(s.triggers[k], trigger));
    if (seen || --nth != 0) continue;
    emit(t, Clause::DRB_TIM_01, EventKind::ordered, seat, ch.a());
    return run_trigger(t, i);
  }
}

}  // namespace rw::dragon_booster
