// What a question offers, what the rules say to a choice, and carrying it out.
#include "engine/ability/gathering.h"
#include "engine/ability/walk.h"
#include "engine/games/transformers_tcg/rules.h"
#include "engine/games/transformers_tcg/turn.h"

namespace rw::transformers_tcg {
namespace {

// Two cards that nobody could tell apart where they lie.
bool alike(const Content& c, const State& s, int a, int b) {
  if (!is_card(a) || !is_card(b)) return false;
  const int x = a - card_item, y = b - card_item;
  if (s.definition[x] != s.definition[y] || owner_of_card(x) != owner_of_card(y)) return false;
  if (s.attached.has(x) && s.attached.has(y)) {
    const CharacterCard& bearer = card_of_character(c, s, bearer_of_card(s, x));
    return bearer_of_card(s, x) == bearer_of_card(s, y) &&
           bearer.kind_of_slot(slot_of_card(s, x)) == bearer.kind_of_slot(slot_of_card(s, y));
  }
  return (s.hand.has(x) && s.hand.has(y)) || (s.scrap.has(x) && s.scrap.has(y)) ||
         (s.played.has(x) && s.played.has(y));
}

void list_offer(const Content& c, const State& s, ChoiceList& out) {
  Interpreter::Offer offer{};
  Interpreter::offer(c, s, s.agenda.back(), offer);
  for (int i = 0; i < offer.items.size(); ++i) {
    bool again = false;
    for (int k = 0; k < i; ++k) again = again || alike(c, s, offer.items[k], offer.items[i]);
    if (!again) out.add(choice(Verb::choose, offer.items[i]));
  }
  if (offer.may_stop) out.add(choice(Verb::done));
}

// A "use" question: yes only if the cost can be paid.
void list_use(const Content& c, const State& s, ChoiceList& out) {
  const Frame& f = s.agenda.back();
  const Program p = Words::program(c, f.ability);
  const int cost = p.ability().cost;
  if (cost == 0 || can_pay(c, s, ability::scope_of(f), p, cost)) out.add(choice(Verb::use, 0));
  out.add(choice(Verb::done));
}

void list_answers(const Content& c, const State& s, ChoiceList& out) {
  switch (static_cast<Question>(s.decision.kind)) {
    case Question::none: return;
    case Question::first_player: return list_first_players(out);
    case Question::sideboard: return list_exchanges(c, s, out);
    case Question::main: return list_main(c, s, out);
    case Question::attack:
      list_attacks(c, s, out);
      if (s.agenda.back().step == static_cast<std::uint8_t>(Step::turn) && s.agenda.back().count != 0)
        out.add(choice(Verb::done));
      return;
    case Question::choose: return list_offer(c, s, out);
    case Question::use: return list_use(c, s, out);
    case Question::order: return list_order(c, s, out);
    case Question::replace: return list_replacements(c, s, out);
    case Question::mode: return list_modes(c, s, out);
    case Question::plan:
    case Question::focus:
    case Question::focus_order: return list_plan(c, s, out);
    case Question::keep: return list_keep(c, s, out);
    case Question::play: return list_may_play(c, s, out);
    case Question::slot: return list_slots(c, s, out);
    case Question::leave: return list_leaving(c, s, out);
    case Question::component: return list_components(c, s, out);
    case Question::keep_upgrade: return list_kept_upgrades(c, s, out);
    case Question::swap: return list_swaps(c, s, out);
    case Question::amount:
      for (int n = 0; n <= s.agenda.back().count; ++n) out.add(choice(Verb::choose, number_item + n));
      return;
  }
}

}  // namespace

void Rules::choices(const Content& c, const State& s, ChoiceList& out) { list_answers(c, s, out); }

bool Rules::gathering(const Content& c, const State& s, core::Gathering& out) {
  if (static_cast<Question>(s.decision.kind) == Question::keep) {
    gather_kept(s, out);
    return true;
  }
  return static_cast<Question>(s.decision.kind) == Question::choose &&
         ability::gathering<Words>(c, s, s.agenda.back(), static_cast<int>(Verb::choose), choice(Verb::done), out);
}

namespace {

// The bits of a choice that its verb does not use must be zero, or equal choices would look different.
bool well_formed(Choice c) {
  const auto unused = [&](bool a, bool b, bool cc) {
    return (a || c.a() == 0) && (b || c.b() == 0) && (cc || c.c() == 0) && c.d() == 0;
  };
  switch (verb_of(c)) {
    case Verb::none: return false;
    case Verb::play: return unused(true, true, true);
    case Verb::flip:
    case Verb::attack:
    case Verb::swap:
    case Verb::keep_upgrade:
    case Verb::exchange: return unused(true, true, false);
    case Verb::use:
    case Verb::choose:
    case Verb::resolve:
    case Verb::apply: return unused(true, false, false);
    default: return c.verb() < Verb_count && unused(false, false, false);
  }
}

// Is it among what is offered? Questions offer few things, but for the main ones.
bool is_offered(const Content& c, const State& s, Choice ch) {
  ChoiceList list;
  list_answers(c, s, list);
  return list.contains(ch);
}

Refusal judge_in_main(const Content& c, const State& s, Seat seat, Choice ch) {
  switch (verb_of(ch)) {
    case Verb::play:
      return s.options.basic != 0 ? refuse(Clause::TCG_VAR_03, Fact::not_offered)
                                  : judge_main_play(c, s, seat, ch);
    case Verb::flip: return judge_flip(c, s, seat, ch);
    case Verb::use: return judge_use_tap_ability(c, s, seat, ch.a());
    case Verb::attack: return judge_attack(c, s, seat, ch);
    case Verb::end: return attackers(s) == 0 ? legal : refuse(Clause::TCG_ATK_01, Fact::must_attack);
    case Verb::swap: return judge_swap(c, s, seat, ch);
    default: return refuse(Clause::TCG_TRN_04, Fact::other_question);
  }
}

// Why something cannot be done while another question is open.
Refusal judge_elsewhere(const State& s, Verb verb) {
  const bool main_verb = verb == Verb::play || verb == Verb::flip || verb == Verb::use || verb == Verb::end;
  if (verb == Verb::swap) return refuse(Clause::TCG_BAT_24, Fact::other_question);
  if (main_verb && s.phase == Phase::attack) return refuse(Clause::TCG_TRN_09, Fact::attack_begun);
  if (verb == Verb::play) return refuse(Clause::TCG_ACT_09, Fact::other_question);
  return refuse(Clause::TCG_ACT_13, Fact::other_question);
}

// Is the open choice one of a character to flip?
bool chooses_to_flip(const Content& c, const State& s) {
  if (static_cast<Question>(s.decision.kind) != Question::choose) return false;
  const Frame& f = s.agenda.back();
  const Program p = Words::program(c, f.ability);
  bool flips = false;
  ability::walk(vocabulary(), p, f.position,
                [&](int at) { flips = flips || static_cast<WordOp>(p.opcode(at)) == WordOp::flip; });
  return flips;
}

Refusal judge_not_asked(const State& s, Seat seat, Verb verb) {
  if (seat == s.turn) return refuse(Clause::TCG_ACT_13, Fact::not_asked);
  switch (verb) {
    case Verb::attack: return refuse(Clause::TCG_ATK_12, Fact::not_your_turn);
    case Verb::play: return refuse(Clause::TCG_ACT_09, Fact::not_your_turn);
    case Verb::flip: return refuse(Clause::TCG_TRN_04, Fact::not_your_turn);
    default: return refuse(Clause::TCG_ACT_13, Fact::not_asked);
  }
}

}  // namespace

Refusal Rules::judge(const Content& c, const State& s, Seat seat, Choice ch) {
  if (is_over(s)) return refuse(Clause::none, Fact::game_over);
  if (!well_formed(ch)) return refuse(Clause::none, Fact::no_such_item);
  const Verb verb = verb_of(ch);
  if (seat != s.decision.asked) return judge_not_asked(s, seat, verb);
  switch (static_cast<Question>(s.decision.kind)) {
    case Question::main: return judge_in_main(c, s, seat, ch);
    case Question::attack:
      if (verb == Verb::attack) return judge_attack(c, s, seat, ch);
      if (is_offered(c, s, ch)) return legal;
      return verb == Verb::done || verb == Verb::end
                 ? refuse(ordered_attacker(s) >= 0 ? Clause::TCG_ATK_15 : Clause::TCG_PST_03, Fact::must_attack)
                 : judge_elsewhere(s, verb);
    case Question::swap:
      if (verb == Verb::swap) return judge_swap(c, s, seat, ch);
      return verb == Verb::done ? legal : judge_elsewhere(s, verb);
    case Question::play:
      if (verb == Verb::play) return judge_play(c, s, seat, ch, playable_set(c, s, s.agenda.back()));
      return verb == Verb::done ? legal : judge_elsewhere(s, verb);
    case Question::sideboard:
      if (verb == Verb::exchange) return judge_exchange(c, s, seat, ch);
      return verb == Verb::done ? legal : refuse(Clause::TCG_VAR_02, Fact::other_question);
    default: break;
  }
  if (is_offered(c, s, ch)) return legal;
  if (verb == Verb::choose || verb == Verb::done || verb == Verb::use || verb == Verb::keep_upgrade) {
    const auto question = static_cast<Question>(s.decision.kind);
    if (verb == Verb::choose && is_character(ch.a()) && in_ko_area(s, ch.a()))
      return refuse(chooses_to_flip(c, s) ? Clause::TCG_FLP_09 : Clause::TCG_KO_09, Fact::not_on_battlefield);
    const Clause clause =
        question == Question::replace ? Clause::TCG_RPL_12
        : question == Question::use   ? Clause::TCG_TAP_02
        : question == Question::keep_upgrade
            ? (s.agenda.back().step == static_cast<std::uint8_t>(Step::combine) ? Clause::TCG_CMB_12
                                                                                : Clause::TCG_UPG_21)
            : Clause::TCG_ACT_13;
    return refuse(clause, Fact::no_such_item);
  }
  return judge_elsewhere(s, verb);
}

namespace {

void answer_choose(Table& t, Seat seat, Question question, int item) {
  switch (question) {
    case Question::first_player: return choose_first(t, item);
    case Question::mode: return answer_mode(t, item);
    case Question::plan:
    case Question::focus:
    case Question::focus_order: return answer_plan(t, item);
    case Question::keep: return answer_keep(t, seat, item);
    case Question::slot: return answer_slot(t, item);
    case Question::leave: return answer_leaving(t, item);
    case Question::component: return answer_component(t, item);
    case Question::amount: return answer_amount(t, item - number_item);
    default: return Interpreter::answer(t.content, t.s.agenda.back(), item);
  }
}

void answer_done(Table& t, Seat seat, Question question) {
  State& s = t.s;
  switch (question) {
    case Question::sideboard: return done_exchanging(t);
    case Question::attack:
      emit(t, Clause::TCG_PST_09, EventKind::declined, seat);
      s.agenda.back().stage = end_stage;
      return;
    case Question::use:
      emit(t, Clause::TCG_TRG_11, EventKind::declined, seat);
      s.agenda.pop();
      return finish_program(t);
    case Question::replace: return answer_replacement(t, -1);
    case Question::plan:
    case Question::focus: return answer_plan(t, -1);
    case Question::play:
      emit(t, Clause::TCG_ACT_06, EventKind::declined, seat);
      s.agenda.pop();
      return;
    case Question::swap: return emit(t, Clause::TCG_BAT_12, EventKind::declined, seat);
    default: cite(t, Clause::TCG_ACT_13, seat); Interpreter::answer(t.content, s.agenda.back(), -1);
  }
}

// "You may play" was taken up: the card is played inside the effect that offered it (TCG-ACT-08).
void play_offered(Table& t, Seat seat, Choice ch) {
  const CardSet set = playable_set(t.content, t.s, t.s.agenda.back());
  t.s.agenda.pop();
  if (t.s.programs > 0) cite(t, Clause::TCG_ACT_08, seat);
  cite(t, Clause::TCG_TRG_04, seat);
  play(t, seat, ch, set);
}

void use(Table& t, Seat seat, Question question, int who) {
  if (question == Question::main) return use_tap_ability(t, seat, who);
  Frame& f = t.s.agenda.back();
  f.stage = 0;
  emit(t, Clause::TCG_TRG_01, EventKind::used, seat, f.source);
}

}  // namespace

void Rules::apply(Table& t, Choice ch) {
  State& s = t.s;
  const Seat seat = s.decision.asked;
  const auto question = static_cast<Question>(s.decision.kind);
  s.decision = {};
  switch (verb_of(ch)) {
    case Verb::play: question == Question::play ? play_offered(t, seat, ch) : play_in_main(t, seat, ch); break;
    case Verb::flip: flip_in_main(t, seat, ch); break;
    case Verb::use: use(t, seat, question, ch.a()); break;
    case Verb::attack: declare_attack(t, seat, ch); break;
    case Verb::end:
      cite(t, Clause::TCG_TRN_13, seat);
      turn_frame(s).stage = checks_stage;
      break;
    case Verb::choose: answer_choose(t, seat, question, ch.a()); break;
    case Verb::done: answer_done(t, seat, question); break;
    case Verb::resolve: resolve(t, ch.a()); break;
    case Verb::apply: answer_replacement(t, ch.a()); break;
    case Verb::swap: swap_green(t, seat, ch); break;
    case Verb::keep_upgrade: keep_upgrade(t, ch); break;
    case Verb::exchange: exchange(t, seat, ch); break;
    case Verb::none: break;
  }
  run(t);
}

Outcome Rules::outcome(const Content& c, const State& s) {
  Outcome out;
  out.seats = player_count;
  out.winners = s.winners;
  out.clause = s.end_clause;
  for (int i = 0; i < player_count; ++i) {
    const Seat seat = core::seat(i);
    for (int who : core::bits(fielded(s, seat))) out.score[i] += health_of(c, s, who) - s.characters[who].damage;
    if (s.options.match > 1) out.score[i] = s.match.wins[i];
    out.rank[i] = core::has(s.winners, seat) ? 1 : 2;
  }
  return out;
}

}  // namespace rw::transformers_tcg
