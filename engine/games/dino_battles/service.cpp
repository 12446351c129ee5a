// What every table can do: conceding, a draw by agreement, and what is answered when the clock has run out.
#include "engine/games/dino_battles/rules.h"
#include "engine/games/dino_battles/turn.h"

namespace rw::dino_battles {

void everything_to_purgatory(State& s, Seat seat) {
  Player& p = player(s, seat);
  while (!attached_cards(s, seat).empty()) ++s.purgatory[release(s, seat, attached_cards(s, seat).back().handle)];
  for (const Kind k : all_kinds_of_cards) {
    s.purgatory[k] = static_cast<std::uint8_t>(s.purgatory[k] + p.deck[k] + p.hand[k] + p.discard[k] + p.play[k]);
    p.deck[k] = p.hand[k] = p.shown[k] = p.discard[k] = p.play[k] = 0;
  }
  for (const DinoPlace place : core::first<DinoPlace>(max_slots)) {
    const Ref ref = ref_of(seat, place);
    if (in_play(s, ref)) ++s.dino_purgatory[dino_kind(s, ref)];
    drop_effects(s, ref);
    p.dino[place] = {};
  }
  p.at_slot = {};
  p.paralysis = 0;
  s.poison_order[core::index(seat)] = 0;
}

namespace {

// The items of this player leave the stack, with whatever one of them was doing. An open window starts again.
void leave_stack(Table& t, Seat seat) {
  State& s = t.s;
  for (int i = s.agenda.size() - 1; i > 0; --i) {
    core::Frame& f = s.agenda[i];
    const auto step = static_cast<Step>(f.step);
    if (step == Step::window) {
      f.controller = s.turn;
      f.count = 0;
    } else if (step == Step::program && f.controller == seat) {
      s.agenda.remove(i);
    }
  }
  for (int i = s.stack.size() - 1; i >= 0; --i) {
    if (s.stack[i].controller == seat)
      remove_item(s, i);
    else if (s.stack[i].stage == ItemStage::asking)
      s.stack[i].stage = ItemStage::waiting;  // this player need not answer any more: the attack fails
  }
}

// DNB-OPT-03. The open question is put anew: it may have changed, or gone with the player who leaves.
void concede(Table& t, Seat seat) {
  State& s = t.s;
  s.decision = {};
  everything_to_purgatory(s, seat);
  core::include(s.conceded, seat);
  if (players_left(s) == 1) return end_game(t, core::only(next_player(s, seat)), Clause::DNB_OPT_03, WonBy::last);
  if (s.phase == Phase::draft) return;  // the others go on picking
  const bool was_first = s.first == seat;
  if (was_first) s.first = next_player(s, seat);
  if (seat == s.turn) {
    while (s.agenda.size() > 1) s.agenda.pop();
    s.stack.clear();
    s.resolving = {};
    turn_frame(s).stage = conceded_stage;
    turn_frame(s).object = was_first ? 1 : 0;
  } else {
    leave_stack(t, seat);
  }
  push_check(t, core::no_seat);
}

// DNB-OPT-04.
Choice timed_choice(const Content& c, const State& s) {
  switch (static_cast<Question>(s.decision.kind)) {
    case Question::draft_stack:
    case Question::draft_dinosaur: return first_draft(s);
    case Question::window:
    case Question::answer: return choice(Verb::pass);
    case Question::main: return choice(Verb::end_main);
    case Question::buy: return choice(Verb::end_buy);
    case Question::promote:
      for (const Slot slot : reserve_slots)
        if (dino_in(s, s.decision.asked, slot) != no_dino)
          return choice(Verb::promote, target_of(s.decision.asked, slot));
      [[fallthrough]];
    default: {
      Interpreter::Offer offer{};
      Interpreter::offer(c, s, s.agenda.back(), offer);
      return offer.items.empty() ? choice(Verb::done) : choice(Verb::choose, offer.items[0]);
    }
  }
}

}  // namespace

Clause Rules::table_clause(core::TableVerb verb) {
  switch (verb) {
    case core::TableVerb::concede: return Clause::DNB_OPT_03;
    case core::TableVerb::time_out: return Clause::DNB_OPT_04;
    default: return Clause::DNB_OPT_05;
  }
}

// The clock of a seat that is not asked does not run: there is nothing to answer for it.
void leave_game(Table& t, Seat seat, core::TableVerb verb) {
  if (verb == core::TableVerb::time_out) {
    if (seat == t.s.decision.asked) Rules::apply(t, timed_choice(t.content, t.s));
    return;
  }
  concede(t, seat);
  Rules::run(t);
}

// DNB-OPT-05.
void draw_by_agreement(Table& t) {
  SeatMask all = 0;
  for (int i = 0; i < t.s.seats; ++i)
    if (in_game(t.s, core::seat(i))) core::include(all, core::seat(i));
  end_game(t, all, Clause::DNB_OPT_05, WonBy::agreed);
}

}  // namespace rw::dino_battles
