// Texts that happen by themselves: events, their order, and the texts of one card.
#include <algorithm>

#include "engine/games/transformers_dbg/acting.h"
#include "engine/games/transformers_dbg/turn.h"
#include "engine/games/transformers_dbg/word_table.h"

namespace rw::transformers_dbg {

core::Frame program_frame(Seat seat, Source source, int ability, int position, Subject subject) {
  core::Frame frame = core::program_frame(Step::program, seat, source, ability, position);
  frame.subject = static_cast<std::int16_t>(subject);
  return frame;
}

bool condition_holds(const Content& c, const State& s, const ability::Scope& scope, int ability) {
  const ability::Program p = Words::program(c, ability);
  return p.ability().condition == 0 || Interpreter::test(c, s, scope, p, p.ability().condition);
}

// ---- what listens to an event ------------------------------------------------------------------------------

namespace {

struct Happening {
  Moment moment;
  Seat actor;
  Subject subject;
  Among among;
};

void listen(Table& t, const Happening& e, Seat controller, const Place& place, std::uint8_t& used, int& found,
            auto&& concerns) {
  State& s = t.s;
  each_text_at(t.content, place.spot, place.card, [&](int which, int ability) {
    const ability::Ability& a = Words::program(t.content, ability).ability();
    if (a.kind != static_cast<int>(ability::Kind::triggered) || a.moment != static_cast<int>(e.moment)) return;
    const auto role = static_cast<Role>(a.role);
    if (e.among != Among::all && (role == Role::visitor) != (e.among == Among::visitors)) return;
    if (!concerns(role)) return;
    const ability::Scope scope = scope_at(controller, place.source, e.subject);
    if (!condition_holds(t.content, s, scope, ability)) return;
    if ((a.flags & ability::flag_once_per_turn) != 0) {
      if (core::contains(used, which)) return;
      core::include(used, which);
    }
    s.pending.push({static_cast<std::uint16_t>(ability), place.source, e.subject, 0, controller, 0});
    ++found;
  });
}

// The cards of one player.
int listen_player(Table& t, const Happening& e, Seat owner) {
  State& s = t.s;
  const std::uint32_t bit = 1u << static_cast<int>(e.moment);
  int found = 0;
  const auto concerns = [&](Role role) {
    switch (role) {
      case Role::you: return e.actor == owner;
      case Role::opponent: return is_opponent(s, owner, e.actor);
      case Role::other: return e.actor != owner;
      case Role::every: return true;
      default: return false;
    }
  };
  Player& p = player(s, owner);
  each_own_place(t.content, s, owner, [&](const Place& place) {
    if ((moments_at(t.content, place.spot, place.card) & bit) == 0) return;
    if (place.spot != Spot::side_up && is_blank(t.content, s, owner)) return;
    if (place.spot != Spot::vault)
      return listen(t, e, owner, place, s.slots[slot_of(place.source)].used, found, concerns);
    const int relic = core::index(relic_of(place.source));
    std::uint8_t used = static_cast<std::uint8_t>((p.relics_used[relic / 4] >> (relic % 4 * 2)) & 3);
    listen(t, e, owner, place, used, found, concerns);
    p.relics_used[relic / 4] =
        static_cast<std::uint8_t>(p.relics_used[relic / 4] | ((used & 3) << (relic % 4 * 2)));
  });
  return found;
}

// DBG-TIM-05: Sites, Bosses and Schemes; no other card says anything before somebody has it.
int listen_matrix(Table& t, const Happening& e) {
  State& s = t.s;
  const std::uint32_t bit = 1u << static_cast<int>(e.moment);
  int found = 0;
  each_faceup_place(s, [&](const Place& place) {
    if ((moments_at(t.content, place.spot, place.card) & bit) == 0) return;
    const Space space = space_of(place.source);
    // A card does not see the search that turned it up.
    if (e.moment == Moment::searched && space_of(e.subject) == space) return;
    listen(t, e, e.actor, place, s.matrix.used[space], found, [&](Role role) {
      switch (role) {
        case Role::adversary: return is_adversary(t.content, s, e.actor, place.card);
        case Role::visitor: return player(s, e.actor).space == space;
        default: return true;
      }
    });
  });
  return found;
}

// Delayed texts wait once.
int listen_later(Table& t, const Happening& e) {
  State& s = t.s;
  int found = 0;
  for (int i = 0; i < s.lasting.size(); ++i) {
    const ability::Lasting l = s.lasting[i];
    if (l.object != -1 - static_cast<int>(e.moment) || l.controller != e.actor) continue;
    s.pending.push({l.ability, Source{l.source}, e.subject, l.block, l.controller, 0});
    s.lasting.remove(i--);
    ++found;
  }
  return found;
}

}  // namespace

void push_event(Table& t, Moment moment, Seat actor, Card card, Space space, Among among) {
  if ((t.s.listened & (1u << static_cast<int>(moment))) == 0) return;
  const Happening e{moment, actor, subject_of(card, space), among};
  int found = listen_matrix(t, e);
  if (found > 0) {
    cite(t, Clause::DBG_TIM_05, actor);
    cite(t, Clause::DBG_GEN_02, actor);
  }
  for (int i = 0; i < t.s.seats; ++i) found += listen_player(t, e, core::seat(i));
  if (!t.s.lasting.empty()) found += listen_later(t, e);
  if (found > 0)
    push_step(t, Step::event, actor, static_cast<int>(moment)).count = static_cast<std::uint8_t>(found);
}

// ---- one after the other (DBG-TIM-01) --------------------------------------------------------------------------

namespace {

bool same_text(const Pending& a, const Pending& b) { return a.ability == b.ability && a.subject == b.subject; }

// DBG-TIM-05: a waiting text needs its card where it was; a delayed one does not.
bool still_acts(const Content& c, const State& s, const Pending& waiting) {
  const Source source = waiting.source;
  if (waiting.block != 0 || is_relic(source)) return true;
  const bool open =
      is_space(source) ? is_faceup(s, space_of(source)) : in_play(s, waiting.controller, slot_of(source));
  return open && card_of(c, s, source) == card_of_ability(c, waiting.ability);
}

void start_pending(Table& t, core::Frame& f, int at) {
  const Pending next = t.s.pending[at];
  t.s.pending.remove(at);
  --f.count;
  if (!still_acts(t.content, t.s, next)) return cite(t, Clause::DBG_TIM_05, next.controller);
  if (next.block != 0)
    t.s.agenda.push(program_frame(next.controller, next.source, next.ability, next.block + 1, next.subject));
  else
    start_text(t, next.controller, next.source, next.ability, next.subject);
}

// The waiting texts of the player who comes first, equal ones once; returns how many.
int candidates(const State& s, const core::Frame& f, int (&at)[pending_capacity]) {
  const int first = s.pending.size() - f.count;
  for (int i = 0; i < s.seats; ++i) {
    const Seat seat = next_seat(s, s.turn, i);
    int n = 0;
    for (int k = first; k < s.pending.size(); ++k) {
      if (s.pending[k].controller != seat) continue;
      bool known = false;
      for (int other = 0; other < n; ++other) known = known || same_text(s.pending[at[other]], s.pending[k]);
      if (!known) at[n++] = k;
    }
    if (n > 0) return n;
  }
  return 0;
}

// DBG-GEN-24: everybody sees that it would find nothing to do.
bool is_idle(const Content& c, const State& s, const Pending& waiting) {
  return waiting.block == 0 && !worthwhile(c, s, scope_at(waiting.controller, waiting.source, waiting.subject),
                                           Words::program(c, waiting.ability), Eyes::everybody);
}

}  // namespace

void step_event(Table& t, core::Frame& f) {
  if (f.count == 0) {
    t.s.agenda.pop();
    return;
  }
  int at[pending_capacity];
  const int n = candidates(t.s, f, at);
  const bool idle =
      n > 1 && std::all_of(at, at + n, [&](int one) { return is_idle(t.content, t.s, t.s.pending[one]); });
  if (n > 1 && !idle) return ask(t, Question::order, t.s.pending[at[0]].controller);
  start_pending(t, f, at[0]);
}

void list_orders(const Content&, const State& s, ChoiceList& out) {
  int at[pending_capacity];
  const int n = candidates(s, s.agenda.back(), at);
  for (int i = 0; i < n; ++i) out.add(choice(Verb::resolve, s.pending[at[i]].ability));
}

Refusal judge_order(const Content&, const State& s, Seat, Choice ch) {
  int at[pending_capacity];
  const int n = candidates(s, s.agenda.back(), at);
  for (int i = 0; i < n; ++i)
    if (s.pending[at[i]].ability == ch.a()) return legal;
  return refuse(Clause::DBG_TIM_01, Fact::not_among);
}

void resolve_trigger(Table& t, Seat, Choice ch) {
  core::Frame& f = t.s.agenda.back();
  int at[pending_capacity];
  const int n = candidates(t.s, f, at);
  cite(t, Clause::DBG_TIM_01, f.controller);
  for (int i = 0; i < n; ++i)
    if (t.s.pending[at[i]].ability == ch.a()) return start_pending(t, f, at[i]);
}

// ---- the texts of one card (DBG-TIM-02) --------------------------------------------------------------

// source: where the card is; spare: which card; position: the next text; count 1: a thwarted Scheme,
// destroyed when its reward is done.
void push_texts(Table& t, Seat seat, Source source, Card card, Moment moment, Subject subject) {
  const CardDef& def = card_def(t.content, card);
  const bool reward = moment == Moment::reward;
  if (!reward && (def.moments & (1u << static_cast<int>(moment))) == 0) return;
  core::Frame& f = push_step(t, Step::texts, seat, static_cast<int>(moment), source, subject);
  f.spare = static_cast<std::uint16_t>(card);
  f.position = reward ? def.texts : std::uint16_t{0};
}

namespace {

// DBG-GEN-22: a Combiner meets a text about Alt or Bot Mode.
void tell_mode_rule(Table& t, Seat seat, int ability) {
  const ability::Program p = Words::program(t.content, ability);
  const int condition = p.ability().condition;
  if (t.log == nullptr || condition == 0 || static_cast<WordOp>(p.opcode(condition)) != WordOp::mode) return;
  const auto asked = static_cast<SideUp>(said<WordOp::mode, "is">(p, condition));
  if ((asked == SideUp::alt || asked == SideUp::bot) &&
      side_of(t.content, t.s, seat).mode != static_cast<int>(asked))
    cite(t, Clause::DBG_GEN_22, seat);
}

}  // namespace

void step_texts(Table& t, core::Frame& f) {
  State& s = t.s;
  const CardDef& card = card_def(t.content, Card{f.spare});
  const auto moment = static_cast<Moment>(f.stage);
  const Source source = source_of(f);
  const bool blank = is_slot(source) && !is_character_slot(slot_of(source)) && !card.special &&
                     is_blank(t.content, s, f.controller);
  while (!blank && f.position < card.texts + card.rewards) {
    const int which = f.position++;
    const int ability = card.first + which;
    if (Words::program(t.content, ability).ability().moment != f.stage) continue;
    if ((which >= card.texts) != (moment == Moment::reward)) continue;
    if (moment != Moment::reward && !acts_at(t.content, spot_of(s, source, moment), ability)) continue;
    const ability::Scope scope = scope_at(f.controller, source, subject_of(f));
    if (!condition_holds(t.content, s, scope, ability)) {
      if (card.wrath && moment == Moment::played) cite(t, Clause::DBG_COM_05, f.controller);
      continue;
    }
    if (which > 0) cite(t, Clause::DBG_TIM_02, f.controller);
    tell_mode_rule(t, f.controller, ability);
    return start_text(t, f.controller, source, ability, subject_of(f));
  }
  const core::Frame done = s.agenda.pop();
  if (done.count == 1 && s.matrix.card[space_of(source)] == Card{done.spare})
    destroy_card(t, core::no_seat, take_from_matrix(s, space_of(source)), Clause::DBG_SCH_02);
}

void start_text(Table& t, Seat seat, Source source, int ability, Subject subject, Asked asked) {
  State& s = t.s;
  const ability::Program p = Words::program(t.content, ability);
  const ability::Ability& a = p.ability();
  const ability::Scope scope = scope_at(seat, source, subject);
  if (asked == Asked::not_yet && !can_pay(t.content, s, seat, scope, ability))
    return cite(t, Clause::DBG_GEN_24, seat);
  const bool block = a.moment == static_cast<int>(Moment::block);
  const bool optional =
      (a.flags & ability::flag_may) != 0 || (a.kind == static_cast<int>(ability::Kind::activated) && !block);
  if (optional && asked == Asked::not_yet) {
    if (!worthwhile(t.content, s, scope, p, Eyes::everybody)) return cite(t, Clause::DBG_GEN_24, seat);
    core::Frame& f = push_step(t, Step::offer, seat, 0, source, subject);
    f.ability = static_cast<std::uint16_t>(ability);
    return;
  }
  s.agenda.push(program_frame(seat, source, ability, Interpreter::start(p), subject));
}

void step_offer(Table& t, core::Frame& f) { ask(t, Question::offer, f.controller); }

void accept_offer(Table& t, Seat seat, Choice) {
  const core::Frame f = t.s.agenda.pop();
  cite(t, Clause::DBG_GEN_24, seat);
  start_text(t, seat, source_of(f), f.ability, subject_of(f), Asked::already);
}

void decline_offer(Table& t, Seat seat, Choice) {
  t.s.agenda.pop();
  cite(t, Clause::DBG_GEN_24, seat);
}

}  // namespace rw::transformers_dbg
