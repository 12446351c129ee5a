// A battle: rushing cards, the round of actions, comparing sprints, where the cards go, the points.
#include <algorithm>
#include <bit>

#include "engine/games/dragon_booster/turn.h"

namespace rw::dragon_booster {

void begin_battle(Table& t, Seat starter, Card card) {
  State& s = t.s;
  s.phase = Phase::battle;
  s.starter = s.acting = starter;
  s.passes = 0;
  s.finished = core::only(starter);
  for (Player& p : s.players) {
    p.rushing = no_slot;
    p.events_this_battle = 0;
  }
  player(s, starter).rushing = slot_of(card);
  push_step(t, Step::battle, starter, naming_stage);
  if (t.log == nullptr) return;
  emit(t, Clause::DRB_RSH_04, EventKind::battle_begins, starter, card);
  for (const Clause clause : {Clause::DRB_RSH_06, Clause::DRB_BTL_03, Clause::DRB_BTL_05})
    cite(t, clause, starter);
  if (s.seats > 2) cite(t, Clause::DRB_MUL_05, starter);
}

void next_to_act(Table& t) {
  t.s.passes = 0;
  t.s.acting = next_player(t.s, t.s.acting);
  cite(t, Clause::DRB_BTL_06, t.s.acting);
}

void pass(Table& t, Seat seat, Choice) {
  ++t.s.passes;
  t.s.acting = next_player(t.s, seat);
  emit(t, Clause::DRB_BTL_08, EventKind::passed, seat);
  cite(t, Clause::DRB_BTL_06, seat);
}

// DRB-BTL-11, DRB-FAQ-074: the old card stays in the zone with its changes.
void swap_rushing_card(Table& t, Seat seat, Card card, Clause clause) {
  Player& p = player(t.s, seat);
  if (p.rushing == no_slot) return cite(t, Clause::DRB_BTL_04, seat);
  const Card old = card_of(seat, p.rushing);
  p.rushing = slot_of(card);
  emit(t, clause, EventKind::rush_swapped, seat, card, old);
}

namespace {

// DRB-BTL-01: clockwise from the starter, everybody with a maneuver in the zone.
void name_rushing_cards(Table& t, core::Frame& f) {
  State& s = t.s;
  for (int i = 1; i < s.seats; ++i) {
    const Seat seat = seat_after(s, s.starter, i);
    if (!in_game(s, seat) || core::has(s.finished, seat)) continue;
    const Player& p = player(s, seat);
    if (p.zone == 0) {
      core::include(s.finished, seat);
      cite(t, Clause::DRB_BTL_03, seat);
      continue;
    }
    if (const Card card = only_rush(p, seat); card != no_card) return rush(t, seat, choice(Verb::rush, card));
    return ask(t, Question::rushing_card, seat);
  }
  f.stage = acting_stage;
}

void take_actions(Table& t, core::Frame& f) {
  State& s = t.s;
  if (s.passes >= players_left(s)) {
    cite(t, Clause::DRB_BTL_09);
    f.stage = compare_stage;
    return;
  }
  if (!might_act(t.content, s, s.acting, Moment::battle)) {
    if (player(s, s.acting).hand != 0) cite(t, Clause::DRB_WIN_14, s.acting);
    return pass(t, s.acting);
  }
  ask(t, Question::battle, s.acting);
}

// ---- resolving -------------------------------------------------------------------------------------------------

// What the frame of a battle keeps once the sprints are compared: the sprints,
struct BattleFrame {
  std::int16_t sprint[max_players];
  std::int16_t unused[2];

  int of(Seat seat) const { return sprint[core::index(seat)]; }
};
// who has won (no_seat in a tie), whether another shared the highest sprint (then the win brings no points),
Seat winner(const core::Frame& f) { return rival_of(f.object); }
bool is_shared(const core::Frame& f) { return f.count != 0; }
// the printed sprint of the winner's rushing card (-1 without one: DRB-RES-09), and who had none.
int printed_sprint(const core::Frame& f) { return f.subject; }
bool had_no_card(const core::Frame& f, Seat seat) { return core::contains(f.spare, core::index(seat)); }

// The winner, or no_seat in a tie (DRB-RES-02, DRB-RES-07).
Seat find_winner(const Content& c, const State& s, const BattleFrame& battle) {
  int highest = -10000, sharing = 0;
  Seat best = core::no_seat;
  for (int i = 0; i < s.seats; ++i) {
    if (!in_game(s, core::seat(i))) continue;
    if (battle.sprint[i] > highest) {
      highest = battle.sprint[i];
      sharing = 0;
      best = core::seat(i);
    }
    sharing += battle.sprint[i] == highest;
  }
  if (sharing == 1) return best;
  // A card may let one of those who share the highest sprint win.
  Seat favoured = core::no_seat;
  int count = 0;
  for (int i = 0; i < s.seats; ++i) {
    if (!in_game(s, core::seat(i)) || battle.sprint[i] != highest || !wins_ties(c, s, core::seat(i))) continue;
    favoured = core::seat(i);
    ++count;
  }
  return count == 1 ? favoured : core::no_seat;
}

bool another_has_as_much(const State& s, const BattleFrame& battle, Seat winner) {
  for (int i = 0; i < s.seats; ++i)
    if (core::seat(i) != winner && in_game(s, core::seat(i)) && battle.sprint[i] == battle.of(winner)) return true;
  return false;
}

void tell_result(Table& t, const BattleFrame& battle, Seat winner) {
  if (t.log == nullptr) return;
  const State& s = t.s;
  if (winner == core::no_seat) return emit(t, Clause::DRB_RES_07, EventKind::battle_tied, core::no_seat);
  emit(t, Clause::DRB_RES_02, EventKind::battle_won, winner, battle.of(winner));
  if (another_has_as_much(s, battle, winner)) cite(t, Clause::DRB_GEN_02, winner);
  for (int i = 0; i < s.seats; ++i)
    for (int k = i + 1; k < s.seats; ++k)
      if (core::seat(i) != winner && core::seat(k) != winner && battle.sprint[i] == battle.sprint[k])
        cite(t, Clause::DRB_RES_08, winner);
  if (player(s, winner).rushing == no_slot) cite(t, Clause::DRB_RES_09, winner);
}

// DRB-RES-01 to 03: sprints are fixed now; "when you win" and "when you lose" are due together.
void compare_sprints(Table& t, core::Frame& f) {
  State& s = t.s;
  auto battle = f.as<BattleFrame>();
  for (int i = 0; i < s.seats; ++i) {
    if (!in_game(s, core::seat(i))) continue;
    battle.sprint[i] = static_cast<std::int16_t>(battle_sprint(t.content, s, core::seat(i)));
    if (s.players[i].rushing == no_slot) core::include(f.spare, i);
    tell_sprint(t, core::seat(i));
  }
  f.put(battle);
  const Seat winner = find_winner(t.content, s, battle);
  tell_result(t, battle, winner);
  f.object = winner == core::no_seat ? std::int16_t{0} : static_cast<std::int16_t>(core::index(winner) + 1);
  f.count = winner != core::no_seat && another_has_as_much(s, battle, winner) ? 1 : 0;
  f.subject = -1;
  if (winner != core::no_seat && player(s, winner).rushing != no_slot)
    f.subject = face(t.content, player(s, winner), player(s, winner).rushing).sprint;
  for (int i = 0; i < s.seats; ++i) {
    const Seat seat = core::seat(i);
    const Player& p = s.players[i];
    const Card card = p.rushing == no_slot ? no_card : card_of(seat, p.rushing);
    set_off(t, seat == winner ? Moment::battle_won : Moment::battle_lost, seat, card);
  }
  s.finished = 0;
  f.stage = sending_stage;
  cite(t, Clause::DRB_RES_03);
  push_after(t);
}

// ---- where the cards go ------------------------------------------------------------------------------

const core::Frame& battle_frame(const State& s) {
  int at = s.agenda.size() - 1;
  while (at > 0 && s.agenda[at].step != static_cast<std::uint8_t>(Step::battle)) --at;
  return s.agenda[at];
}

void send_cards(Table& t, core::Frame& f) {
  State& s = t.s;
  for (Seat seat = next_unfinished(s); seat != core::no_seat; seat = next_unfinished(s)) {
    const Player& p = player(s, seat);
    if (p.rushing == no_slot) {  // DRB-RES-10
      core::include(s.finished, seat);
      continue;
    }
    const unsigned ways = destinations(t.content, s, seat);
    if ((ways & (ways - 1)) != 0) return ask(t, Question::destination, seat);
    const bool won = winner(f) == seat;
    const Way usual = won ? Way::track : Way::discards;
    send_rushing_card(t, seat, ways == 0 ? usual : core::make<Way>(std::countr_zero(ways)));
  }
  f.stage = points_stage;
}

}  // namespace

unsigned destinations(const Content& c, const State& s, Seat seat) {
  const core::Frame& f = battle_frame(s);
  const bool tied = winner(f) == core::no_seat;
  return ways_home(c, s, seat, tied ? Result::tie : winner(f) == seat ? Result::win : Result::loss);
}

void list_destinations(const Content& c, const State& s, ChoiceList& out) {
  for (const Way way : core::bits<Way>(destinations(c, s, s.decision.asked))) out.add(choice(Verb::send, way));
}

Refusal judge_send(const Content& c, const State& s, Seat seat, Choice ch) {
  return core::contains(destinations(c, s, seat), ch.a()) ? legal : refuse(Clause::DRB_RES_11, Fact::not_offered);
}

void send(Table& t, Seat seat, Choice ch) { send_rushing_card(t, seat, ch.a<Way>()); }

void send_rushing_card(Table& t, Seat seat, Way way) {
  State& s = t.s;
  Player& p = player(s, seat);
  const Slot slot = p.rushing;
  const Card card = card_of(seat, slot);
  const bool by_effect = destinations(t.content, s, seat) != 0;
  core::include(s.finished, seat);
  p.rushing = no_slot;
  if (way == Way::track) {
    p.zone &= ~core::bit(slot);
    p.track |= core::bit(slot);
    p.returned |= core::bit(slot);
  } else {
    take_out(t, card);
    (way == Way::hand ? p.hand : p.discards) |= core::bit(slot);
  }
  emit(t, Clause::DRB_RES_03, EventKind::sent, seat, card, way);
  if (way == Way::discards) cite(t, Clause::DRB_DMG_02, seat);
  if (by_effect) {
    cite(t, Clause::DRB_RES_11, seat);
    cite(t, Clause::DRB_BTL_11, seat);
  }
}

namespace {

// ---- points ------------------------------------------------------------------------------------------

struct Gain {
  int points = 0, cap = 0;
  bool against_none = false;
};

// DRB-RES-04, 05, 06, 13.
Gain gain_of(const Content& c, const State& s, const core::Frame& f) {
  const Seat winner = dragon_booster::winner(f);
  const auto battle = f.as<BattleFrame>();
  Gain gain;
  int highest = -10000;
  for (int i = 0; i < s.seats; ++i) {
    if (core::seat(i) == winner || !in_game(s, core::seat(i)) || battle.sprint[i] < highest) continue;
    gain.against_none = had_no_card(f, core::seat(i)) || (gain.against_none && battle.sprint[i] == highest);
    highest = battle.sprint[i];
  }
  const int difference = battle.of(winner) - highest;
  const int limit = gain_limit(c, s);
  gain.cap = printed_sprint(f) < 0 ? 0 : printed_sprint(f) + gain_cap_bonus(c, s, winner);
  gain.points = std::max(0, std::min({difference, gain.cap, limit}));
  if (is_shared(f)) gain.points = 0;
  return gain;
}

void score(Table& t, const core::Frame& f) {
  const Seat winner = dragon_booster::winner(f);
  if (winner == core::no_seat || !in_game(t.s, winner)) return;
  const Gain gain = gain_of(t.content, t.s, f);
  if (t.log != nullptr) {
    cite(t, Clause::DRB_RES_13, winner);
    cite(t, Clause::DRB_RES_05, winner);
    if (gain.against_none) cite(t, Clause::DRB_RES_06, winner);
    if (printed_sprint(f) >= 0 && gain.cap != printed_sprint(f)) cite(t, Clause::DRB_GEN_02, winner);
  }
  change_points(t, winner, gain.points, Clause::DRB_RES_04);
}

// DRB-RES-12, DRB-RSH-07.
void finish_battle(Table& t) {
  State& s = t.s;
  end_lasting(t, Until::end_of_battle);
  cite(t, Clause::DRB_RES_12);
  for (Player& p : s.players) {
    p.rushing = no_slot;
    p.events_this_battle = 0;
  }
  s.agenda.pop();
  s.starter = next_player(s, s.starter);
  s.finished = 0;
  cite(t, Clause::DRB_RSH_07, s.starter);
}

}  // namespace

void step_battle(Table& t, core::Frame& f) {
  switch (f.stage) {
    case naming_stage: return name_rushing_cards(t, f);
    case acting_stage: return take_actions(t, f);
    case compare_stage: return compare_sprints(t, f);
    case sending_stage: return send_cards(t, f);
    default:
      score(t, f);
      if (t.s.phase != Phase::over) finish_battle(t);
  }
}

}  // namespace rw::dragon_booster
