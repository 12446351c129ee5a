// The driver, the turn's phases, and what a question offers.
#include "engine/games/risk_cybertron/turn.h"

#include "engine/ability/gathering.h"
#include "engine/games/risk_cybertron/rules.h"

namespace rw::risk_cybertron {

// The stages of a turn: RSK-TRN-01, with the steps A to E of phase 1 (RSK-P1-01).
enum TurnStage : std::uint8_t {
  count_zones_stage,
  cards_stage,
  sectors_stage,
  place_stage,
  transform_stage,
  attack_stage,
  reinforce_stage,
  draw_stage,
};

void ask(Table& t, Question question, Seat seat) {
  t.s.decision.kind = static_cast<std::uint8_t>(question);
  t.s.decision.asked = seat;
  t.s.decision.number = ++t.s.asked[core::index(seat)];
}

void push_step(Table& t, Step step, Seat seat, int stage, int subject, int object) {
  core::Frame frame{};
  frame.step = static_cast<std::uint8_t>(step);
  frame.stage = static_cast<std::uint8_t>(stage);
  frame.controller = seat;
  frame.subject = static_cast<std::int16_t>(subject);
  frame.object = static_cast<std::int16_t>(object);
  t.s.agenda.push(frame);
}

Seat next_in_game(const State& s, Seat seat) {
  int i = core::index(seat);
  do i = (i + 1) % s.seats;
  while (core::has(s.eliminated, core::seat(i)));
  return core::seat(i);
}

namespace {

void enter_phase(Table& t, Phase phase, Seat seat) {
  t.s.phase = phase;
  emit(t, Clause::RSK_TRN_01, EventKind::phase_begins, seat, static_cast<int>(phase));
}

void start_of_turn(Table& t, Seat seat) {
  State& s = t.s;
  s.turn = seat;
  s.failed = 0;
  s.captured = s.flipped = s.transforms = s.reinforced = s.early_moves = s.jumped = s.attacks = 0;
  s.last_target = s.last_captured = no_zone;
  emit(t, Clause::RSK_TRN_04, EventKind::turn_begins, seat, s.day);
  enter_phase(t, Phase::place, seat);
  cite(t, Clause::RSK_P1_01, seat);
}

// RSK-TRN-04, RSK-TRN-05: the next player still in the game; after the last one the day ends.
void end_of_turn(Table& t, Seat seat) {
  State& s = t.s;
  const int n = s.seats;
  const auto place = [&](Seat who) { return (core::index(who) + n - core::index(s.first)) % n; };
  const Seat next = next_in_game(s, seat);
  cite(t, Clause::RSK_MOD_09, seat);
  if (place(next) > place(seat)) return push_step(t, Step::turn, next);
  cite(t, Clause::RSK_TRN_05, seat);
  push_step(t, Step::end_of_day, seat);
}

// Asks a phase's question if there is anything to choose; a lone "end phase" is answered here.
void ask_phase(Table& t, core::Frame& f, Question question, bool possible) {
  if (possible)
    ask(t, question, f.controller);
  else
    ++f.stage;
}

void step_turn(Table& t, core::Frame& f) {
  State& s = t.s;
  const Seat seat = f.controller;
  switch (f.stage) {
    case count_zones_stage:
      start_of_turn(t, seat);
      count_zones(t, seat);
      ++f.stage;
      return;
    case cards_stage:  // step B; who holds no card is not asked, and hand sizes are public
      ask_phase(t, f, Question::play_cards, s.hand[core::index(seat)] != 0);
      return;
    case sectors_stage:
      count_sectors(t, seat);
      count_factories(t, seat);
      ++f.stage;
      return;
    case place_stage:
      ask_phase(t, f, Question::place, s.pile[core::index(seat)] > 0 || can_revive(t.content, s, seat));
      return;
    case transform_stage:
      if (s.phase == Phase::place) {
        if (revive_cost(t.content, s, seat) < t.content.revive_cost) cite(t, Clause::RSK_P1_20, seat);
        end_lasting(t, Until::end_of_phase, Clause::RSK_P1_04);
        enter_phase(t, Phase::transform, seat);
      }
      ask_phase(t, f, Question::transform, can_act_in_phase2(t.content, s, seat));
      return;
    case attack_stage:
      if (s.phase != Phase::attack) {
        enter_phase(t, Phase::attack, seat);
        if (under_truce(s, seat)) cite(t, Clause::RSK_OPT_01, seat);
      }
      ask_phase(t, f, Question::attack, can_attack(t.content, s, seat));
      return;
    case reinforce_stage:
      if (s.phase != Phase::reinforce) {
        end_lasting(t, Until::end_of_turn, Clause::RSK_CRD_06);
        enter_phase(t, Phase::reinforce, seat);
      }
      ask_phase(t, f, Question::reinforce, can_act_in_phase4(t.content, s, seat));
      return;
    default:
      s.agenda.pop();
      enter_phase(t, Phase::draw, seat);
      draw_card(t, seat);
      end_of_turn(t, seat);
  }
}

}  // namespace

void run(Table& t) {
  State& s = t.s;
  while (!s.decision.open() && s.phase != Phase::over && !core::overflowed()) {
    core::Frame& f = s.agenda.back();
    switch (static_cast<Step>(f.step)) {
      case Step::leaders: step_leaders(t); break;
      case Step::claim: step_claim(t, f); break;
      case Step::deploy: step_deploy(t, f); break;
      case Step::turn: step_turn(t, f); break;
      case Step::attack: step_attack(t, f); break;
      case Step::window: step_window(t, f); break;
      case Step::program: Interpreter::run(t, s.agenda.pop()); break;
      case Step::move_units: step_move_units(t, f); break;
      case Step::end_of_day: step_end_of_day(t); break;
      case Step::none: return;
    }
  }
}

void begin_turn(Table& t, Seat seat) { push_step(t, Step::turn, seat); }

// Into which stage of the turn a set-up may drop the players.
void resume_turn(Table& t, Seat seat, Phase phase) {
  const int stage = phase == Phase::place       ? count_zones_stage
                    : phase == Phase::transform ? transform_stage
                    : phase == Phase::attack    ? attack_stage
                    : phase == Phase::reinforce ? reinforce_stage
                                                : draw_stage;
  const int with_robots = t.s.pile[core::index(seat)] > 0 && phase == Phase::place;
  push_step(t, Step::turn, seat, with_robots != 0 ? place_stage : stage);
}

void end_phase(Table& t) {
  if (t.s.phase != Phase::place) cite(t, Clause::RSK_TRN_02, t.s.turn);
  ++t.s.agenda.back().stage;
}

Refusal judge_end_phase(const Content&, const State& s, Seat seat) {
  switch (static_cast<Question>(s.decision.kind)) {
    case Question::transform:
    case Question::attack: return legal;
    case Question::place:
      // RSK-P1-13: step E ends with an empty pile.
      if (s.pile[core::index(seat)] > 0)
        return refuse(Clause::RSK_P1_13, Fact::robots_left, s.pile[core::index(seat)]);
      return legal;
    case Question::reinforce:
      if (static_cast<Step>(s.agenda.back().step) == Step::turn) return legal;
      [[fallthrough]];
    default: return refuse(Clause::RSK_TRN_01, Fact::other_question);
  }
}

// ---- the edge's functions ------------------------------------------------------------------------

void Rules::choices(const Content& c, const State& s, ChoiceList& out) {
  const Seat seat = s.decision.asked;
  switch (static_cast<Question>(s.decision.kind)) {
    case Question::none: return;
    case Question::choose_leader: return list_leaders(c, s, out);
    case Question::claim: return list_claims(c, s, out);
    case Question::deploy: return list_deployments(c, s, out);
    case Question::play_cards:
    case Question::card_window:
      list_cards(c, s, seat, moment_of(s), out);
      out.add(choice(Verb::pass));
      return;
    case Question::place: return list_placements(c, s, out);
    case Question::transform: return list_transformations(c, s, out);
    case Question::attack:
      list_attacks(c, s, out);
      out.add(choice(Verb::end_phase));
      return;
    case Question::commit_attack: return list_commitments(c, s, Side::attacker, out);
    case Question::commit_defence: return list_commitments(c, s, Side::defender, out);
    case Question::add_bonus: return list_bonuses(c, s, out);
    case Question::choose: {
      Interpreter::Offer offer{};
      Interpreter::offer(c, s, s.agenda.back(), offer);
      for (std::int16_t item : offer.items) out.add(choice(Verb::choose, item));
      if (offer.may_stop) out.add(choice(Verb::done));
      return;
    }
    case Question::go_on:
      out.add(choice(Verb::continue_));
      out.add(choice(Verb::end_attack));
      return;
    case Question::move_in: return list_move_ins(c, s, out);
    case Question::reinforce: return list_reinforcements(c, s, out);
    case Question::move_units: return list_moves(c, s, out);
  }
}

bool Rules::gathering(const Content& c, const State& s, core::Gathering& out) {
  return static_cast<Question>(s.decision.kind) == Question::choose &&
         ability::gathering<Words>(c, s, s.agenda.back(), static_cast<int>(Verb::choose), choice(Verb::done), out);
}

namespace {

// The phase in which a verb has its place, to tell "too late" from "not yet" (RSK-TRN-03).
Phase phase_of(Verb verb) {
  switch (verb) {
    case Verb::lead: return Phase::leaders;
    case Verb::claim: return Phase::claim;
    case Verb::place: return Phase::place;
    case Verb::attack: return Phase::attack;
    case Verb::reinforce: return Phase::reinforce;
    default: return Phase::over;
  }
}

Refusal judge_choose(const Content& c, const State& s, Choice choice) {
  if (static_cast<Question>(s.decision.kind) != Question::choose)
    return refuse(Clause::RSK_TRN_01, Fact::other_question);
  Interpreter::Offer offer{};
  Interpreter::offer(c, s, s.agenda.back(), offer);
  if (verb_of(choice) == Verb::done && offer.may_stop) return legal;
  for (std::int16_t item : offer.items)
    if (verb_of(choice) == Verb::choose && item == choice.a()) return legal;
  // Zones are chosen by the leader who retreats, everything else by a card.
  const bool retreat = !offer.items.empty() && offer.items[0] < die_item;
  return refuse(retreat ? Clause::RSK_LDR_09 : Clause::RSK_CRD_01, Fact::no_such_item);
}

// The bits of a choice that its verb does not use must be zero, or equal choices would look different.
bool well_formed(const State&, Choice c) {
  const auto verb = verb_of(c);
  if (c.verb() >= Verb_count || verb == Verb::none) return false;
  const auto unused = [&](bool a, bool b, bool d) {
    return (a || c.a() == 0) && (b || c.b() == 0) && c.c() == 0 && (d || c.d() == 0);
  };
  switch (verb) {
    case Verb::lead: return unused(true, false, false) && c.a() < leader_count;
    case Verb::claim:
    case Verb::jump:
    case Verb::give: return unused(true, false, false) && c.a() < all_zones;
    case Verb::play: return unused(true, false, false) && c.a() < card_count;
    case Verb::add_bonus:
    case Verb::choose: return unused(true, false, false);
    case Verb::place: return unused(true, true, false) && c.a() < all_zones;
    case Verb::revive: return unused(true, true, false) && c.a() < all_zones && c.b() < Mode_count;
    case Verb::attack:
    case Verb::reinforce: return unused(true, true, false) && c.a() < all_zones && c.b() < all_zones;
    case Verb::transform: return unused(true, true, false) && c.a() < card_count && c.b() < all_zones;
    case Verb::use:
    case Verb::move_in:
    case Verb::move: return unused(true, false, true) && c.d() <= 1;
    default: return unused(false, false, false);
  }
}

}  // namespace

Refusal Rules::judge(const Content& c, const State& s, Seat seat, Choice choice) {
  if (s.phase == Phase::over) return refuse(Clause::none, Fact::game_over);
  if (!well_formed(s, choice)) return refuse(Clause::none, Fact::other_question);
  const Verb verb = verb_of(choice);
  if (seat != s.decision.asked) {
    // RSK-CRD-04: in an attack cards are for the two sides alone.
    if (verb == Verb::play && s.attack.open != 0 && seat != force(s, Side::attacker).seat &&
        seat != force(s, Side::defender).seat)
      return refuse(Clause::RSK_CRD_04, Fact::not_asked);
    return refuse(verb == Verb::transform ? Clause::RSK_P2_20
                  : verb == Verb::play    ? Clause::RSK_CRD_11
                                          : Clause::RSK_TRN_01,
                  Fact::not_asked);
  }
  const Phase home = phase_of(verb);
  const bool setup = s.phase < Phase::place;
  if (home < s.phase && !setup && verb != Verb::place) return refuse(Clause::RSK_TRN_03, Fact::too_late);
  switch (verb) {
    case Verb::lead: return judge_lead(c, s, seat, choice);
    case Verb::claim: return judge_claim(c, s, seat, choice);
    case Verb::place: return judge_place(c, s, seat, choice);
    case Verb::play: return judge_play(c, s, seat, choice);
    case Verb::pass: return judge_pass(c, s, seat);
    case Verb::revive: return judge_revive(c, s, seat, choice);
    case Verb::flip_leader: return judge_flip(c, s, seat);
    case Verb::transform: return judge_transform(c, s, seat, choice);
    case Verb::attack: return judge_attack(c, s, seat, choice);
    case Verb::use: return judge_use(c, s, seat, choice);
    case Verb::add_bonus: return judge_bonus(c, s, seat, choice);
    case Verb::choose:
    case Verb::done: return judge_choose(c, s, choice);
    case Verb::move_in: return judge_move_in(c, s, seat, choice);
    case Verb::continue_:
    case Verb::end_attack: return judge_go_on(c, s, seat, choice);
    case Verb::reinforce: return judge_reinforce(c, s, seat, choice);
    case Verb::move: return judge_move(c, s, seat, choice);
    case Verb::jump: return judge_jump(c, s, seat, choice);
    case Verb::give: return judge_give(c, s, seat, choice);
    case Verb::end_phase: return judge_end_phase(c, s, seat);
    case Verb::none: break;
  }
  return refuse(Clause::none, Fact::other_question);
}

void Rules::apply(Table& t, Choice choice) {
  State& s = t.s;
  const Seat seat = s.decision.asked;
  const bool deploying = static_cast<Question>(s.decision.kind) == Question::deploy;
  s.decision = {};
  switch (verb_of(choice)) {
    case Verb::lead: lead(t, seat, choice); break;
    case Verb::claim: claim(t, seat, choice); break;
    case Verb::place: deploying ? deploy(t, seat, choice) : place(t, seat, choice); break;
    case Verb::play: play_card(t, seat, choice); break;
    case Verb::pass: pass(t, seat); break;
    case Verb::revive: revive(t, seat, choice); break;
    case Verb::flip_leader:
      ++s.flipped;
      flip_leader(t, seat, Clause::RSK_P2_01);
      break;
    case Verb::transform: transform(t, seat, choice); break;
    case Verb::attack: declare_attack(t, seat, choice); break;
    case Verb::use: announce(t, seat, choice); break;
    case Verb::add_bonus: add_bonus(t, seat, choice); break;
    case Verb::choose: Interpreter::answer(t.content, s.agenda.back(), choice.a()); break;
    case Verb::done: Interpreter::answer(t.content, s.agenda.back(), -1); break;
    case Verb::move_in: move_in(t, seat, choice.a(), choice.d() != 0); break;
    case Verb::continue_:
      cite(t, Clause::RSK_RES_04, seat);
      s.agenda.back().stage = 0;
      break;
    case Verb::end_attack: end_attack(t, Clause::RSK_RES_04); break;
    case Verb::reinforce: reinforce(t, seat, choice); break;
    case Verb::move: move(t, seat, choice); break;
    case Verb::jump: jump(t, seat, choice); break;
    case Verb::give: give(t, seat, choice); break;
    case Verb::end_phase: end_phase(t); break;
    case Verb::none: break;
  }
  run(t);
}

}  // namespace rw::risk_cybertron
