// Events and the abilities that answer them: collecting, ordering, asking, effects that last.
#include <algorithm>

#include "engine/ability/walk.h"
#include "engine/games/transformers_tcg/kinds.h"
#include "engine/games/transformers_tcg/sources.h"
#include "engine/games/transformers_tcg/turn.h"
#include "engine/games/transformers_tcg/word_table.h"

namespace rw::transformers_tcg {

void next_event(State& s) { s.event = static_cast<std::uint8_t>(s.event + 1); }

bool role_fits(int role, Character bearer, Item subject, Seat player) {
  const Seat controller = owner_of(bearer);
  const Character who = character_of(subject);
  switch (static_cast<Role>(role)) {
    case Role::self: return who == bearer;
    case Role::own: return who != no_character && owner_of(who) == controller;
    case Role::other: return who != no_character && owner_of(who) == controller && who != bearer;
    case Role::enemy: return who != no_character && owner_of(who) != controller;
    case Role::you: return player == controller;
    case Role::opponent: return player != controller;
  }
  return false;
}

bool is_used(const State& s, Source source, int ability) {
  for (const Use& use : s.uses)
    if (use.source == source && use.ability == ability) return true;
  return false;
}

void note_use(Table& t, Source source, int ability) {
  t.s.uses.push({source, static_cast<std::uint16_t>(ability)});
}

namespace {

void add_trigger(Table& t, Seat controller, int ability, int position, Source source, Item subject, int object) {
  t.s.pending.push({static_cast<std::uint16_t>(ability), static_cast<std::uint16_t>(position), source, subject,
                    static_cast<std::int16_t>(object), controller, t.s.event});
}

// TCG-TRG-06: the condition of a trigger is checked now and never again.
void consider(Table& t, const AbilityList& list, Moment moment, Seat player, Card card, Character bearer,
              Item subject, int object) {
  const Seat controller = owner_of(bearer);
  for (int i = 0; i < list.count; ++i) {
    const int index = list.first + i;
    const Program p = Words::program(t.content, index);
    const ability::Ability& a = p.ability();
    if (a.kind != static_cast<int>(ability::Kind::triggered) || a.moment != static_cast<int>(moment)) continue;
    if (!role_fits(a.role, bearer, subject, player)) continue;
    const Source source = source_of(card, bearer);
    const Scope scope = scope_at(controller, source, subject, object);
    if (a.condition != 0 && !Interpreter::test(t.content, t.s, scope, p, a.condition)) continue;
    // TCG-TRG-08, TCG-END-05: once a turn, whatever sets it off.
    const bool once = (a.flags & ability::flag_once_per_turn) != 0 || moment == Moment::turn_ends;
    if (once && is_used(t.s, source, index)) continue;
    if (once) {
      note_use(t, source, index);
      cite(t, moment == Moment::turn_ends ? Clause::TCG_END_05 : Clause::TCG_TRG_08, controller);
    }
    if (a.condition != 0) cite(t, Clause::TCG_TRG_06, controller);
    add_trigger(t, controller, index, Interpreter::start(p), source, subject, object);
  }
}

// Which delayed abilities a moment sets off: those of a turn or battle always, others by their subject.
bool sets_off(const Later& l, Moment moment, Item subject) {
  if (l.moment != static_cast<std::uint8_t>(moment)) return false;
  return moment == Moment::turn_ends || moment == Moment::turn_begins || moment == Moment::after_battle ||
         l.subject == subject;
}

}  // namespace

void tell(Table& t, Moment moment, Seat player, Item subject, int object) {
  State& s = t.s;
  for (const Character who : core::bits<Character>(s.listen[static_cast<int>(moment)])) {
    const AbilityList& own = mode_of(t.content, s, who).abilities;
    if ((own.moments & moment_bit(moment)) != 0) consider(t, own, moment, player, no_card, who, subject, object);
    if (!on_field(s, who)) continue;
    each_upgrade(s, who, [&](Card card) {
      const AbilityList& list = battle_card(t.content, s, card).abilities;
      if ((list.moments & moment_bit(moment)) != 0) consider(t, list, moment, player, card, who, subject, object);
    });
  }
  for (int i = 0; i < s.laters.size();) {
    const Later l = s.laters[i];
    if (!sets_off(l, moment, subject)) {
      ++i;
      continue;
    }
    add_trigger(t, l.controller, l.ability, l.block + 1, l.source, l.subject, l.object != 0 ? l.object : object);
    if (l.until == static_cast<int>(Until::at_once))
      s.laters.remove(i);
    else
      ++i;
  }
}

void happen_to_card(Table& t, Moment moment, Card card, Character bearer, int object) {
  const AbilityList& list = battle_card(t.content, t.s, card).abilities;
  if ((list.moments & moment_bit(moment)) != 0)
    consider(t, list, moment, owner_of(card), card, bearer, item_of(bearer), object);
}

// ---- the order of those that wait ------------------------------------------------------------------------

namespace {

// Does the ability speak of its event's subject or object?
bool speaks_of_event(Program p) {
  for (const WordOp word : {WordOp::subject, WordOp::object, WordOp::noted, WordOp::from_hand})
    if (std::find(p.code.begin() + p.ability().effects, p.code.end(),
                  ability::header(static_cast<int>(word), 1)) != p.code.end())
      return true;
  return false;
}

// Two that wait are the same if it makes no difference which of them comes first.
bool same(const Content& c, const Trigger& a, const Trigger& b) {
  if (a.ability != b.ability || a.position != b.position || a.source != b.source) return false;
  return (a.subject == b.subject && a.object == b.object) || !speaks_of_event(Words::program(c, a.ability));
}

// TCG-TRG-02: the oldest event first; within it, the active player's abilities, then the other's.
struct Candidates {
  int places[pending_capacity];
  int count = 0;
};
Candidates next_ones(const State& s, const Frame& f) {
  Candidates found;
  const std::uint8_t event = s.pending[f.subject].event;
  for (const Seat seat : in_turn_order(s)) {
    for (int i = f.subject; i < f.object; ++i)
      if (s.pending[i].event == event && s.pending[i].controller == seat) found.places[found.count++] = i;
    if (found.count > 0) return found;
  }
  return found;
}

bool is_optional(const Trigger& trigger, Program p) {
  const bool later = trigger.position != Interpreter::start(p);
  return !later && (p.ability().flags & ability::flag_may) != 0;
}

// Does everybody see that it can do nothing now (TCG-GEN-03, TCG-HID-08)?
bool does_nothing(const Content& c, const State& s, const Trigger& trigger) {
  const Program p = Words::program(c, trigger.ability);
  const Scope scope = scope_at(trigger.controller, trigger.source, trigger.subject, trigger.object);
  return is_optional(trigger, p) ? is_out_of_question(c, s, scope, p)
                                 : p.ability().cost == 0 && is_idle(c, s, scope, p, trigger.position - 1);
}

void start(Table& t, Frame& f, int place) {
  const Trigger trigger = t.s.pending[place];
  t.s.pending.remove(place);
  f.object = static_cast<std::int16_t>(f.object - 1);
  const Program p = Words::program(t.content, trigger.ability);
  const bool may = is_optional(trigger, p);
  if (t.log != nullptr && does_nothing(t.content, t.s, trigger))
    cite(t, Clause::TCG_TRG_01, trigger.controller);
  else
    emit(t, Clause::TCG_TRG_01, EventKind::triggered, trigger.controller, trigger.source);
  if ((p.ability().flags & ability::flag_may) == 0) cite(t, Clause::TCG_TRG_11, trigger.controller);
  const Character bearer = bearer_of(trigger.source);
  const Card card = card_of(trigger.source);
  if ((bearer != no_character && !on_field(t.s, bearer)) ||
      (card != no_card && bearer != no_character && !t.s.attached.has(card)))
    cite(t, Clause::TCG_TRG_05, trigger.controller);
  push_program(t, trigger.controller, trigger.ability, trigger.position, trigger.source, trigger.subject,
               trigger.object, may ? Asked::not_yet : Asked::already);
}

}  // namespace

void begin_triggers(Table& t, const Frame& resting) {
  if (resting.step == static_cast<std::uint8_t>(Step::triggers)) cite(t, Clause::TCG_TRG_03);
  push_step(t, Step::triggers, t.s.turn, 0, resting.object, t.s.pending.size());
}

void step_triggers(Table& t, Frame& f) {
  State& s = t.s;
  if (f.subject >= f.object) {
    s.agenda.pop();
    return;
  }
  const Candidates found = next_ones(s, f);
  const std::span places(found.places, static_cast<std::size_t>(found.count));
  const bool alike = std::all_of(places.begin() + 1, places.end(), [&](int place) {
    return same(t.content, s.pending[places[0]], s.pending[place]);
  });
  const auto idle = [&](int place) { return does_nothing(t.content, s, s.pending[place]); };
  // TCG-TRG-02: there are others of this event, of either player.
  if (f.object - f.subject > 1) cite(t, Clause::TCG_TRG_02, s.pending[found.places[0]].controller);
  if (alike || std::all_of(places.begin(), places.end(), idle)) return start(t, f, places[0]);
  cite(t, Clause::TCG_TRG_02, s.pending[found.places[0]].controller);
  ask(t, Question::order, s.pending[found.places[0]].controller);
}

// Where several are the same, or belong to equal Upgrades of a character, the first is listed.
void list_order(const Content& c, const State& s, ChoiceList& out) {
  const Candidates found = next_ones(s, s.agenda.back());
  for (int i = 0; i < found.count; ++i) {
    const Trigger& one = s.pending[found.places[i]];
    bool again = false;
    for (int k = 0; k < i; ++k) {
      Trigger other = s.pending[found.places[k]];
      if (alike_sources(s, one.source, other.source)) other.source = one.source;
      again = again || same(c, one, other);
    }
    if (!again) out.add(choice(Verb::resolve, i));
  }
}

Source waiting_source(const State& s, int which) {
  return s.pending[next_ones(s, s.agenda.back()).places[which]].source;
}

void resolve(Table& t, Seat, Choice ch) {
  Frame& f = t.s.agenda.back();
  start(t, f, next_ones(t.s, f).places[ch.a()]);
}

// ---- programs ----------------------------------------------------------------------------------------------

namespace {

// Rules that work in the conditions and amounts of a card, told when it is carried out.
void cite_expressions(Table& t, Seat seat, Program p) {
  const ability::Ability& a = p.ability();
  const bool action = a.kind == static_cast<int>(ability::Kind::activated);
  bool by_you = false, by_opponent = false, taps = false, untaps = false;
  if (a.condition != 0)
    ability::walk(vocabulary(), p, a.condition, [&](int at) {
      if (static_cast<WordOp>(p.opcode(at)) == WordOp::components_ready) cite(t, Clause::TCG_CMB_22, seat);
    });
  ability::walk(vocabulary(), p, a.effects, [&](int at) {
    if (p.opcode(at) == ability::op_if && action) cite(t, Clause::TCG_ACT_04, seat);
    if (static_cast<WordOp>(p.opcode(at)) == WordOp::played_this_turn) cite(t, Clause::TCG_ACT_10, seat);
    if (static_cast<WordOp>(p.opcode(at)) == WordOp::upgrades && said<WordOp::upgrades, "kind">(p, at) != 0)
      for (const Card card : t.s.attached) {
        const CharacterCard& bearer = card_of_character(t.content, t.s, bearer_of(t.s, card));
        if (slot_of(t.s, card) != no_slot &&
            bearer.kind_of(slot_of(t.s, card)) != battle_card(t.content, t.s, card).kind)
          cite(t, Clause::TCG_UPG_10, seat);
      }
    taps = taps || static_cast<WordOp>(p.opcode(at)) == WordOp::tap;
    untaps = untaps || static_cast<WordOp>(p.opcode(at)) == WordOp::untap;
    if (static_cast<WordOp>(p.opcode(at)) == WordOp::flip) {
      if (t.s.ko_area != 0) cite(t, Clause::TCG_FLP_09, seat);
      if (said<WordOp::flip, "to">(p, at) != other_mode) cite(t, Clause::TCG_FLP_06, seat);
    }
    if (p.opcode(at) != ability::op_choose) return;
    const int by = ability::choose_operands(p, at).by;
    (by == static_cast<int>(Who::opponent) ? by_opponent : by_you) = true;
  });
  if (action && by_you && by_opponent) cite(t, Clause::TCG_ACT_12, seat);
  if (taps && untaps) cite(t, Clause::TCG_TAP_06, seat);
}

}  // namespace

void push_program(Table& t, Seat seat, int ability, int position, Source source, Item subject, int object,
                  Asked asked) {
  Frame frame = core::program_frame(Step::program, seat, source, ability, position);
  frame.stage = asked == Asked::not_yet ? 1 : 0;
  frame.subject = static_cast<std::int16_t>(subject);
  frame.object = static_cast<std::int16_t>(object);
  t.s.agenda.push(frame);
  ++t.s.programs;
  if (t.log != nullptr) cite_expressions(t, seat, Words::program(t.content, ability));
}

// TCG-RSH-09: the cards an effect has put aside belong to the scrap pile again when it is done.
void finish_program(Table& t) {
  State& s = t.s;
  for (const Card card : s.marked)
    if (s.where[card] == s.programs) {
      s.where[card] = 0;
      s.marked.remove(card);
      s.aside.remove(card);
    }
  --s.programs;
  if (s.programs == 0) s.fresh_deck = 0;
  for (const Seat seat : in_turn_order(s)) {
    if (s.deck_size[core::index(seat)] != 0) continue;
    reshuffle_if_empty(t, seat);
    if (s.deck_size[core::index(seat)] != 0) cite(t, Clause::TCG_RSH_09, seat);
  }
}

// A cost is paid in full or not at all (TCG-ACT-02, TCG-TAP-02).
bool can_pay(const Content& c, const State& s, const Scope& scope, Program p, int block) {
  const int end = block + p.length(block);
  for (int at = block + 1; at < end; at += p.length(at)) {
    if (p.opcode(at) == ability::op_choose) {
      const ability::ChooseOperands choose = ability::choose_operands(p, at);
      ability::Items found{};
      Words::select(c, s, scope, p, choose.of, found);
      if (found.size() < Interpreter::amount(c, s, scope, p, choose.count, 1)) return false;
    } else if (static_cast<WordOp>(p.opcode(at)) == WordOp::tap) {
      const CharacterSet who = things(c, s, scope, p, operand<WordOp::tap, "who">(p, at)).characters;
      if (who == 0 || (who & ~s.field) != 0 || (who & s.tapped) != 0) return false;
    } else if (static_cast<WordOp>(p.opcode(at)) == WordOp::scrap) {
      if (things(c, s, scope, p, operand<WordOp::scrap, "what">(p, at)).empty()) return false;
    }
  }
  return true;
}

// Does the cost ask for hand cards of a certain kind? Then only its player knows whether it can be paid.
bool conceals_cost(const Content& c, const State& s, const Scope& scope, Program p, int block) {
  const int end = block + p.length(block);
  for (int at = block + 1; at < end; at += p.length(at))
    if (p.opcode(at) == ability::op_choose && Words::conceals(c, s, scope, p, ability::choose_operands(p, at).of))
      return true;
  return false;
}

void ask_to_use(Table& t, Frame& f) {
  const Program p = Words::program(t.content, f.ability);
  const int cost = p.ability().cost;
  if (is_out_of_question(t.content, t.s, ability::scope_of(f), p)) {
    cite(t, Clause::TCG_GEN_03, f.controller);
    if (cost != 0 && static_cast<WordOp>(p.opcode(cost + 1)) == WordOp::tap)
      cite(t, Clause::TCG_TAP_02, f.controller);
    t.s.agenda.pop();
    return finish_program(t);
  }
  ask(t, Question::use, f.controller);
}

// ---- effects that last -----------------------------------------------------------------------------------------

namespace {

bool mentions(Program p, int block, WordOp said) {
  const std::int32_t word = ability::header(static_cast<int>(said), 1);
  for (int at = block; at < block + p.length(block); ++at)
    if (p.word(at) == word) return true;
  return false;
}

}  // namespace

// Modifiers that say `subject` are about the subject, all others about the bearer of their card. A rule that works
// like an effect has none.
Character about_whom(const Content& c, const Lasting& l) {
  if (l.ability == black_icons || mentions(Words::program(c, l.ability), l.block, WordOp::subject))
    return character_of(subject_of(l));
  return is_special(source_of(l)) ? no_character : bearer_of(source_of(l));
}

void Words::last(Table& t, const core::Frame& f, int block, int until) {
  const Program p = program(t.content, f.ability);
  const Lasting laid = ability::laid_by(f, block, until);
  const Character about = about_whom(t.content, laid);
  emit(t, Clause::TCG_END_04, EventKind::lasts, f.controller, about == no_character ? 0 : core::index(about) + 1,
       f.source, until, f.ability * kinds::blocks_of_ability + block);
  if (t.log != nullptr && about != no_character)
    for (int at = block + 1; at < block + p.length(block); at += p.length(at)) {
      const int k = p.opcode(at) - static_cast<int>(WordOp::bold);
      if (k >= 0 && k <= static_cast<int>(Keyword::safeguard) &&
          has_keyword(t.content, t.s, static_cast<Keyword>(k), about))
        cite(t, Clause::TCG_KEY_04, f.controller);
    }
  for (Lasting& old : t.s.lasting)
    if (old.ability == laid.ability && old.block == laid.block && old.source == laid.source &&
        old.subject == laid.subject && old.object == laid.object && old.controller == laid.controller &&
        old.more + 1 < ability::most_equal) {
      ++old.more;
      cite(t, Clause::TCG_KEY_04, f.controller);
      return;
    }
  t.s.lasting.push(laid);
  t.s.lasting_words |= modifiers_in(p, block);
}

void Words::later(Table& t, const core::Frame& f, int moment, int until, int block) {
  t.s.laters.push({.ability = f.ability,
                   .block = static_cast<std::uint16_t>(block),
                   .source = source_of(f),
                   .subject = subject_of(f),
                   .object = f.object,
                   .controller = f.controller,
                   .moment = static_cast<std::uint8_t>(moment & 63),
                   .until = static_cast<std::uint8_t>(until & 3)});
}

// An Upgrade that leaves its character is no longer "this" Upgrade: nothing is left to happen to it.
void forget_laters_of(Table& t, Card card) {
  for (int i = t.s.laters.size() - 1; i >= 0; --i) {
    const Later& l = t.s.laters[i];
    if (card_of(l.source) == card && bearer_of(l.source) != no_character &&
        mentions(Words::program(t.content, l.ability), l.block, WordOp::this_card))
      t.s.laters.remove(i);
  }
}

void forget_lasting(Table& t, Character who) {
  for (int i = t.s.lasting.size() - 1; i >= 0; --i)
    if (about_whom(t.content, t.s.lasting[i]) == who) t.s.lasting.remove(i);
  index_lasting(t.content, t.s);
}

void end_lasting(Table& t, Until until) {
  State& s = t.s;
  for (int i = s.lasting.size() - 1; i >= 0; --i)
    if (s.lasting[i].ends(until)) {
      const Lasting& l = s.lasting[i];
      const Character about = about_whom(t.content, l);
      emit(t, Clause::TCG_END_01, l.ability == black_icons ? EventKind::pierce_ends : EventKind::ends,
           l.controller, about == no_character ? 0 : core::index(about) + 1, source_of(l));
      s.lasting.remove(i);
    }
  index_lasting(t.content, s);
  for (int i = s.laters.size() - 1; i >= 0; --i)
    if (s.laters[i].until == static_cast<int>(until) && until != Until::at_once) s.laters.remove(i);
}

}  // namespace rw::transformers_tcg
