// The driver, the steps of a turn, and what a question offers.
#include "engine/games/dragon_booster/turn.h"

#include <algorithm>
#include <cstring>

#include "engine/ability/gathering.h"
#include "engine/games/dragon_booster/rules.h"

namespace rw::dragon_booster {

void ask(Table& t, Question question, Seat seat) {
  t.s.decision.kind = static_cast<std::uint8_t>(question);
  t.s.decision.asked = seat;
  t.s.decision.number = ++t.s.asked[core::index(seat)];
}

core::Frame& push_step(Table& t, Step step, Seat seat, int stage, Card source) {
  core::Frame frame{};
  frame.step = static_cast<std::uint8_t>(step);
  frame.stage = static_cast<std::uint8_t>(stage);
  frame.controller = seat;
  frame.source = static_cast<std::uint16_t>(source);
  t.s.agenda.push(frame);
  return t.s.agenda.back();
}

Seat next_unfinished(const State& s) {
  for (int i = 0; i < s.seats; ++i) {
    const Seat seat = seat_after(s, s.leader, i);
    if (in_game(s, seat) && !core::has(s.finished, seat)) return seat;
  }
  return core::no_seat;
}

// ---- what ends ---------------------------------------------------------------------------------------

namespace {

void clear_changes(Table& t, Player& p, Duration until) {
  if (p.changed[until] == 0) return;
  std::memset(p.raised[until], 0, sizeof p.raised[until]);
  std::memset(p.lowered[until], 0, sizeof p.lowered[until]);
  p.shielded[until] = 0;
  p.guarded[until] = 0;
  p.changed[until] = 0;
  cite(t, Clause::DRB_GEN_12);
  cite(t, Clause::DRB_GEN_13);
}

// DRB-MAG-11: gear that a change of color let in stays.
void tell_gear_that_stays(Table& t) {
  if (t.log == nullptr) return;
  for (int i = 0; i < t.s.seats; ++i) {
    const Player& p = t.s.players[i];
    for (const int gear : core::bits(magged(p)))
      if (!color_fits(t.content, t.s, core::seat(i), face(t.content, p, race_slots + gear)))
        cite(t, Clause::DRB_MAG_11, core::seat(i));
  }
}

}  // namespace

// DRB-GEN-13.
void end_lasting(Table& t, Until until) {
  State& s = t.s;
  bool colors = false;
  for (int i = s.lasting.size() - 1; i >= 0; --i) {
    const ability::Lasting& l = s.lasting[i];
    if ((l.until & ~delayed) != static_cast<int>(until)) continue;
    colors = colors || (t.content.abilities[l.ability].modifiers & modifier_bit(WordOp::take_color)) != 0;
    emit(t, Clause::DRB_GEN_13, EventKind::effect_ends, l.controller, l.source);
    s.lasting.remove(i);
  }
  if (colors) tell_gear_that_stays(t);
  if (until == Until::end_of_main) return;
  for (int i = 0; i < s.seats; ++i)
    clear_changes(t, s.players[i], until == Until::end_of_battle ? this_battle : this_turn);
}

// ---- the steps of a turn -----------------------------------------------------------------------------

namespace {

void enter_step(Table& t, core::Frame& f, TurnStage stage, Phase phase) {
  f.stage = stage;
  t.s.phase = phase;
  t.s.finished = 0;
  emit(t, Clause::DRB_TRN_01, EventKind::step_begins, t.s.leader, static_cast<int>(phase));
  cite(t, Clause::DRB_TRN_03);
}

void step_gear_up(Table& t, core::Frame& f) {
  State& s = t.s;
  const Seat seat = next_unfinished(s);
  if (seat == core::no_seat) {
    cite(t, Clause::DRB_GUP_06);
    return enter_step(t, f, energy_stage, Phase::main);
  }
  if (can_gear_up(t.content, s, seat)) return ask(t, Question::gear_up, seat);
  s.finished = static_cast<SeatMask>(s.finished | core::only(seat));
  show_dragon_deck(t, seat);
}

// DRB-MAN-06: what is left of the energy is lost.
void end_main(Table& t, core::Frame& f) {
  for (Player& p : t.s.players) p.energy = 0;
  cite(t, Clause::DRB_MAN_06);
  end_lasting(t, Until::end_of_main);
  enter_step(t, f, push_stage, Phase::push);
}

void step_main(Table& t, core::Frame& f) {
  const Seat seat = next_unfinished(t.s);
  if (seat == core::no_seat) return end_main(t, f);
  if (might_act(t.content, t.s, seat, Moment::main)) return ask(t, Question::main, seat);
  t.s.finished = static_cast<SeatMask>(t.s.finished | core::only(seat));
  emit(t, Clause::DRB_MAN_04, EventKind::done, seat);
  if (player(t.s, seat).hand != 0) cite(t, Clause::DRB_WIN_14, seat);
}

void step_push(Table& t, core::Frame& f) {
  State& s = t.s;
  const Seat seat = next_unfinished(s);
  if (seat == core::no_seat) {
    enter_step(t, f, battles_stage, Phase::push);
    s.starter = s.leader;
    return cite(t, Clause::DRB_RSH_03);
  }
  if (player(s, seat).track != 0) return ask(t, Question::push, seat);
  end_push(t, seat);
}

// DRB-TRN-04 to 06.
void end_turn(Table& t) {
  State& s = t.s;
  emit(t, Clause::DRB_TRN_04, EventKind::turn_ends, s.leader, s.turn);
  end_lasting(t, Until::end_of_turn);
  bool empty = true;
  for (int i = 0; i < s.seats; ++i) {
    Player& p = s.players[i];
    for (std::uint64_t& used : p.used) used = 0;
    for (std::uint16_t& used : p.used_crystals) used = 0;
    p.returned = 0;
    p.damaged_rival = 0;
    p.actions = 0;
    empty = empty && p.deck_size == 0;
  }
  cite(t, Clause::DRB_TRN_06);
  if (empty) return decide_by_points(t, Clause::DRB_WIN_08);
  if (s.ran_out != 0) cite(t, Clause::DRB_WIN_12);
  if (s.turn >= s.turn_limit) return decide_by_points(t, Clause::DRB_WIN_13);
  // DRB-WIN-15: who took over from a leader that conceded leads the next turn too.
  if (s.lost_leader == 0) s.leader = next_player(s, s.leader);
  s.lost_leader = s.ran_out = 0;
  ++s.turn;
  s.agenda.pop();
  begin_turn(t);
}

void step_turn(Table& t, core::Frame& f) {
  switch (f.stage) {
    case draw_stage:
      enter_step(t, f, gear_up_stage, Phase::draw);
      draw_for_turn(t);
      if (t.s.phase != Phase::over) enter_step(t, f, gear_up_stage, Phase::gear_up);
      return;
    case gear_up_stage: return step_gear_up(t, f);
    case energy_stage:
      gain_energy_for_turn(t);
      f.stage = main_stage;
      return;
    case main_stage: return step_main(t, f);
    case rush_stage: return enter_step(t, f, push_stage, Phase::push);
    case push_stage: return step_push(t, f);
    case battles_stage: t.s.phase = Phase::push; return step_battles(t, f);
    default: return end_turn(t);
  }
}

}  // namespace

void begin_turn(Table& t) {
  push_step(t, Step::turn, t.s.leader, draw_stage);
  emit(t, Clause::DRB_TRN_05, EventKind::turn_begins, t.s.leader, t.s.turn);
}

void run(Table& t) {
  State& s = t.s;
  while (!s.decision.open() && !core::overflowed()) {
    if (s.phase == Phase::over) [[unlikely]] {
      if (!match_goes_on(s)) return;
      begin_next_game(t);
    }
    core::Frame& f = s.agenda.back();
    switch (static_cast<Step>(f.step)) {
      case Step::setup: step_setup(t, f); break;
      case Step::turn: step_turn(t, f); break;
      case Step::battle: step_battle(t, f); break;
      case Step::play: step_play(t, f); break;
      case Step::program: step_program(t, f); break;
      case Step::after: step_after(t, f); break;
      case Step::mag: step_mag(t, f); break;
      case Step::recruit: step_recruit(t, f); break;
      case Step::bottom: step_bottom(t, f); break;
      case Step::none: return;
    }
  }
}

// ---- choosing inside an effect -----------------------------------------------------------------------

namespace {

// Of equal cards in a hand one is listed: the one that most players know.
bool is_first_held(const State& s, const Interpreter::Offer& offer, int item) {
  const Player& p = owner(s, item);
  const int known = core::population(p.known[slot_of(item)]);
  for (const std::int16_t other : offer.items) {
    if (other == item || owner_of(other) != owner_of(item) || definition(s, other) != definition(s, item))
      continue;
    const int theirs = core::population(p.known[slot_of(other)]);
    if (theirs > known || (theirs == known && other < item)) return false;
  }
  return true;
}

// The maneuvers of this player in play that are offered.
std::uint64_t offered_in_play(const State& s, const Interpreter::Offer& offer, Seat seat) {
  std::uint64_t slots = 0;
  for (const std::int16_t item : offer.items)
    if (is_card(s, item) && owner_of(item) == seat && !is_crystal_slot(slot_of(item)))
      slots |= core::bit(slot_of(item));
  return slots & (player(s, seat).track | player(s, seat).zone);
}

// Of cards that nothing tells apart the first is listed: equal ones in a deck or a pile, in play those that look
// alike. Asked in ascending order.
class Listed {
 public:
  bool operator()(const State& s, const Interpreter::Offer& offer, int item) {
    if (!is_card(s, item)) return true;
    const Player& p = owner(s, item);
    const int slot = slot_of(item), card = definition(p, slot);
    if (owner_of(item) != owner_) {
      owner_ = owner_of(item);
      in_play_ = offered_in_play(s, offer, owner_);
      std::memset(met_, 0, sizeof met_);
    }
    const bool again = core::contains(met_[card >> 6], card & 63);
    met_[card >> 6] |= core::bit(card & 63);
    if (is_crystal_slot(slot)) return !again;
    if (core::contains(p.track | p.zone, slot)) return is_first_alike(p, in_play_, slot);
    return core::contains(p.hand, slot) ? is_first_held(s, offer, item) : !again;
  }

 private:
  Seat owner_ = core::no_seat;
  std::uint64_t in_play_ = 0;
  std::uint64_t met_[4] = {};  // a bit per card of the set
};

void list_chosen(const Content& c, const State& s, ChoiceList& out) {
  Interpreter::Offer offer{};
  Interpreter::offer(c, s, s.agenda.back(), offer);
  Listed listed;
  for (const std::int16_t item : offer.items)
    if (listed(s, offer, item)) out.add(choice(Verb::choose, item));
  if (offer.may_stop) out.add(choice(Verb::stop));
}

void list_bottom(const State& s, Seat seat, ChoiceList& out) {
  const Player& p = player(s, seat);
  for (int i = p.deck_size - s.looked; i < p.deck_size; ++i) {
    bool seen = false;
    for (int k = p.deck_size - s.looked; k < i; ++k) seen = seen || p.race[p.deck[k]] == p.race[p.deck[i]];
    if (!seen) out.add(choice(Verb::bottom, card_of(seat, p.deck[i])));
  }
}

}  // namespace

// ---- the edge's functions ----------------------------------------------------------------------------

void Rules::choices(const Content& c, const State& s, ChoiceList& out) {
  const Seat seat = s.decision.asked;
  switch (question_of(s)) {
    case Question::none: return;
    case Question::deck:
    case Question::pick:
    case Question::build:
    case Question::dragon:
    case Question::color:
    case Question::lie:
    case Question::mulligan: return list_setup(c, s, seat, out);
    case Question::gear_up:
      list_gear(c, s, seat, out);
      list_crew(c, s, seat, out);
      if (out.size() == 0) out.add(choice(Verb::show));  // only where what is hidden was imagined anew
      break;
    case Question::main:
      list_actions(c, s, seat, Moment::main, out);
      out.add(choice(Verb::done));
      break;
    case Question::push:
      list_pushes(c, s, seat, out);
      out.add(choice(Verb::end_push));
      break;
    case Question::start_battle:
    case Question::rushing_card: list_rushes(c, s, seat, out); break;
    case Question::battle:
      list_actions(c, s, seat, Moment::battle, out);
      out.add(choice(Verb::pass));
      break;
    case Question::rival:
      for (int i = 0; i < s.seats; ++i)
        if (core::seat(i) != seat && in_game(s, core::seat(i))) out.add(choice(Verb::rival, i));
      break;
    case Question::choose: list_chosen(c, s, out); break;
    case Question::accept:
      out.add(choice(Verb::accept));
      out.add(choice(Verb::decline));
      break;
    case Question::order: list_due(s, seat, out); break;
    case Question::mag: {
      const int before = out.size();
      list_gear(c, s, seat, out);
      if (out.size() == before) out.add(choice(Verb::stop));
      break;
    }
    case Question::recruit: {
      const int before = out.size();
      list_crew(c, s, seat, out);
      if (out.size() == before) out.add(choice(Verb::stop));
      break;
    }
    case Question::bottom: list_bottom(s, seat, out); break;
    case Question::destination: list_destinations(c, s, seat, out); break;
  }
}

bool Rules::gathering(const Content& c, const State& s, core::Gathering& out) {
  return question_of(s) == Question::choose &&
         ability::gathering<Words>(c, s, s.agenda.back(), static_cast<int>(Verb::choose), choice(Verb::stop), out);
}

namespace {

bool is_in(const Content& c, const State& s, Choice ch) {
  ChoiceList list;
  Rules::choices(c, s, list);
  return list.contains(ch);
}

// Somebody else must choose: the clause says whose turn it is (the catalogue's table of refusals).
Refusal judge_other_seat(const State& s, Seat seat, Verb verb) {
  const bool finished = core::has(s.finished, seat);
  if (s.phase == Phase::main)
    return finished ? refuse(Clause::DRB_MAN_05, Fact::done_already) : refuse(Clause::DRB_MAN_02, Fact::not_asked);
  if (s.phase == Phase::gear_up && finished) return refuse(Clause::DRB_GUP_01, Fact::once_only);
  const bool to_come = question_of(s) == Question::push && !finished;
  if (s.phase == Phase::push && verb == Verb::push && !to_come)
    return refuse(Clause::DRB_RSH_02, Fact::pushed_already);
  if (s.phase == Phase::push && verb == Verb::rush)
    return player(s, seat).zone == 0 ? refuse(Clause::DRB_RSH_05, Fact::zone_empty)
                                     : refuse(Clause::DRB_RSH_07, Fact::not_your_start);
  if (s.phase == Phase::battle) return refuse(Clause::DRB_BTL_06, Fact::not_asked);
  return refuse(Clause::DRB_TRN_02, Fact::not_asked);
}

// The bits of a choice that its verb does not use must be zero, or equal choices would look different.
bool well_formed(Choice c) {
  const auto only = [&](bool a, bool b, bool cc) {
    return (a || c.a() == 0) && (b || c.b() == 0) && (cc || c.c() == 0) && c.d() == 0;
  };
  switch (verb_of(c)) {
    case Verb::none: return false;
    case Verb::mag:
    case Verb::use: return only(true, true, true);
    case Verb::order: return only(true, true, false);
    case Verb::bring:
    case Verb::pick:
    case Verb::leave_out:
    case Verb::ride:
    case Verb::take_color:
    case Verb::lay:
    case Verb::recruit:
    case Verb::play:
    case Verb::push:
    case Verb::rush:
    case Verb::rival:
    case Verb::choose:
    case Verb::bottom:
    case Verb::send: return only(true, false, false);
    default: return c.verb() < Verb_count && only(false, false, false);
  }
}

Refusal judge_choose(const Content& c, const State& s, Choice ch) {
  if (question_of(s) != Question::choose && question_of(s) != Question::mag && question_of(s) != Question::recruit)
    return refuse(Clause::DRB_GEN_11, Fact::other_step);
  if (is_in(c, s, ch)) return legal;
  if (verb_of(ch) == Verb::stop) return refuse(Clause::DRB_GEN_09, Fact::not_offered);
  const bool guarded = is_card(s, ch.a()) && is_crystal_slot(slot_of(ch.a())) &&
                       in_play(owner(s, ch.a()), slot_of(ch.a())) && is_guarded(c, s, ch.a());
  return guarded ? refuse(Clause::DRB_DMG_09, Fact::protected_) : refuse(Clause::DRB_GEN_11, Fact::not_offered);
}

Refusal judge_gear_up(const Content& c, const State& s, Seat seat, Choice ch) {
  const Question question = question_of(s);
  const bool mags = verb_of(ch) == Verb::mag;
  const bool now = question == Question::gear_up || question == (mags ? Question::mag : Question::recruit);
  if (!now) return refuse(in_battle(s) ? Clause::DRB_BTL_07 : Clause::DRB_TRN_01, Fact::other_step);
  return mags ? judge_mag(c, s, seat, ch) : judge_recruit(c, s, seat, ch.a());
}

// "Done", "pass" and the like: at the right question, or why not.
Refusal judge_ending(const State& s, Verb verb) {
  const Question question = question_of(s);
  if ((verb == Verb::done && question == Question::main) ||
      (verb == Verb::end_push && question == Question::push) ||
      (verb == Verb::pass && question == Question::battle))
    return legal;
  if (question == Question::gear_up) return refuse(Clause::DRB_GUP_02, Fact::can_gear_up);
  if (question == Question::start_battle) return refuse(Clause::DRB_RSH_06, Fact::must_start);
  if (question == Question::rushing_card) return refuse(Clause::DRB_BTL_02, Fact::must_name);
  if (question == Question::battle) return refuse(Clause::DRB_BTL_07, Fact::other_step);
  return refuse(Clause::DRB_TRN_01, Fact::other_step);
}

bool is_setup_question(Question question) { return question >= Question::deck && question <= Question::mulligan; }
bool is_setup_verb(Verb verb) { return verb >= Verb::bring && verb <= Verb::mulligan; }

}  // namespace

Refusal Rules::judge(const Content& c, const State& s, Seat seat, Choice ch) {
  if (s.phase == Phase::over) return refuse(Clause::none, Fact::game_over);
  if (!well_formed(ch)) return refuse(Clause::none, Fact::no_such_thing);
  const Verb verb = verb_of(ch);
  const Question question = question_of(s);
  if (seat != s.decision.asked) return judge_other_seat(s, seat, verb);
  if (is_setup_question(question) || is_setup_verb(verb)) return judge_setup(c, s, seat, ch);
  switch (verb) {
    case Verb::mag:
    case Verb::recruit: return judge_gear_up(c, s, seat, ch);
    case Verb::show:
      if (question != Question::gear_up) return refuse(Clause::DRB_TRN_01, Fact::other_step);
      return can_gear_up(c, s, seat) ? refuse(Clause::DRB_GUP_02, Fact::can_gear_up) : legal;
    case Verb::play: return judge_play(c, s, seat, ch.a());
    case Verb::use: return judge_use(c, s, seat, ch);
    case Verb::done:
    case Verb::end_push:
    case Verb::pass: return judge_ending(s, verb);
    case Verb::push: return judge_push(c, s, seat, ch.a());
    case Verb::rush: return judge_rush(c, s, seat, ch.a());
    case Verb::choose:
    case Verb::stop: return judge_choose(c, s, ch);
    case Verb::rival: return is_in(c, s, ch) ? legal : refuse(Clause::DRB_MUL_02, Fact::not_offered);
    case Verb::accept:
    case Verb::decline: return question == Question::accept ? legal : refuse(Clause::DRB_GEN_09, Fact::other_step);
    case Verb::order: return is_in(c, s, ch) ? legal : refuse(Clause::DRB_TIM_01, Fact::not_offered);
    case Verb::bottom: return is_in(c, s, ch) ? legal : refuse(Clause::DRB_HID_07, Fact::not_offered);
    case Verb::send: return is_in(c, s, ch) ? legal : refuse(Clause::DRB_RES_11, Fact::not_offered);
    default: return refuse(Clause::DRB_TRN_01, Fact::other_step);
  }
}

namespace {

void finish_gear_up(Table& t, Seat seat, Choice ch) {
  State& s = t.s;
  const bool by_effect = static_cast<Step>(s.agenda.back().step) != Step::turn;
  if (by_effect) {
    s.agenda.pop();
  } else {
    s.finished = static_cast<SeatMask>(s.finished | core::only(seat));
    cite(t, Clause::DRB_GUP_01, seat);
    cite(t, Clause::DRB_GUP_03, seat);
    push_after(t);
  }
  verb_of(ch) == Verb::mag ? mag(t, seat, ch) : recruit(t, seat, ch.a());
}

void choose_rival(Table& t, Seat seat, int rival) {
  core::Frame& f = t.s.agenda.back();
  f.object = static_cast<std::int16_t>(rival + 1);
  f.stage = running;
  emit(t, Clause::DRB_MUL_02, EventKind::rival_chosen, seat, rival);
  cite(t, Clause::DRB_MUL_03, seat);
  cite(t, Clause::DRB_MUL_08, seat);
}

void accept(Table& t, Seat seat, bool yes) {
  State& s = t.s;
  core::Frame& f = s.agenda.back();
  emit(t, Clause::DRB_GEN_09, EventKind::accepted, seat, yes ? 1 : 0, f.source);
  if (!yes) {
    s.agenda.pop();
    return;
  }
  f.stage = t.content.abilities[f.ability].needs_rival ? choosing_rival : running;
}

void stop(Table& t, Seat seat, Question question) {
  State& s = t.s;
  if (question != Question::choose) {  // nothing in the dragon deck fits
    s.agenda.back().stage = 1;
    return cite(t, Clause::DRB_GEN_08, seat);
  }
  Interpreter::Offer offer{};
  Interpreter::offer(t.content, s, s.agenda.back(), offer);
  cite(t, offer.items.empty() ? Clause::DRB_GEN_08 : Clause::DRB_GEN_09, seat);
  Interpreter::answer(t.content, s.agenda.back(), -1);
}

}  // namespace

void Rules::apply(Table& t, Choice ch) {
  State& s = t.s;
  const Seat seat = s.decision.asked;
  const Question question = question_of(s);
  s.decision = {};
  switch (verb_of(ch)) {
    case Verb::mag:
    case Verb::recruit: finish_gear_up(t, seat, ch); break;
    case Verb::show:
      s.finished = static_cast<SeatMask>(s.finished | core::only(seat));
      show_dragon_deck(t, seat);
      break;
    case Verb::play: play_card(t, seat, ch.a()); break;
    case Verb::use: use_effect(t, seat, ch); break;
    case Verb::done:
      s.finished = static_cast<SeatMask>(s.finished | core::only(seat));
      emit(t, Clause::DRB_MAN_04, EventKind::done, seat);
      cite(t, Clause::DRB_MAN_02, seat);
      break;
    case Verb::push: push(t, seat, ch.a()); break;
    case Verb::end_push: end_push(t, seat); break;
    case Verb::rush: rush(t, seat, ch.a()); break;
    case Verb::pass: pass(t, seat); break;
    case Verb::rival: choose_rival(t, seat, ch.a()); break;
    case Verb::choose:
      emit_secret(t, Clause::DRB_GEN_11, EventKind::chosen, seat, core::only(seat), ch.a());
      if (s.agenda.back().controller != seat && s.agenda.back().object == 0) cite(t, Clause::DRB_MUL_09, seat);
      Interpreter::answer(t.content, s.agenda.back(), ch.a());
      break;
    case Verb::stop: stop(t, seat, question); break;
    case Verb::accept: accept(t, seat, true); break;
    case Verb::decline: accept(t, seat, false); break;
    case Verb::order: run_due(t, seat, ch); break;
    case Verb::bottom: put_on_bottom(t, seat, ch.a()); break;
    case Verb::send: send_rushing_card(t, seat, ch.a()); break;
    default: answer_setup(t, seat, ch);
  }
  run(t);
}

}  // namespace rw::dragon_booster
