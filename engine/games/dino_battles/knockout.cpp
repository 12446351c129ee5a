// CHECK: knock-outs, promotion, and how the game ends.
#include <algorithm>
#include <utility>

#include "engine/games/dino_battles/rules.h"
#include "engine/games/dino_battles/turn.h"

namespace rw::dino_battles {

// The `controller` of the step is the player whose item or Poison knocks out what falls now.
void push_check(Table& t, Seat credit) { push_step(t, Step::check, credit); }

namespace {

Seat from_active(const State& s, int i) { return core::seat((core::index(s.turn) + i) % s.seats); }

// DNB-KO-03 to 07.
void knock_out(Table& t, Ref ref, Seat credit) {
  State& s = t.s;
  const Seat owner = owner_of(ref);
  Player& p = player(s, owner);
  const DinoKind kind = dino_kind(s, ref);
  const bool scored = credit != core::no_seat && credit != owner && in_game(s, credit);
  emit(t, Clause::DNB_KO_01, EventKind::knocked_out, owner, told_as(s, ref), s.dinos[kind]);
  cite(t, Clause::DNB_KO_02);
  detach_from(t, ref, To::discard, Clause::DNB_KO_07);
  drop_effects(s, ref);
  p.at_slot[dino_at(s, ref).slot] = 0;
  dino_at(s, ref) = {};
  if (scored) {
    ++player(s, credit).trophies[kind];
    emit(t, Clause::DNB_KO_03, EventKind::trophy_taken, credit, s.dinos[kind], trophies_of(player(s, credit)));
    cite(t, Clause::DNB_KO_04, credit);
    if (trophies_of(player(s, credit)) >= s.knock_outs) {  // DNB-END-13: before anything else
      cite(t, Clause::DNB_END_13, credit);
      if (s.supply[Kind::wound] == 0) cite(t, Clause::DNB_END_02, credit);  // which gives way to DNB-END-01
      end_game(t, core::only(credit), Clause::DNB_END_01, WonBy::knock_outs);
    }
  } else {
    ++s.dino_purgatory[kind];
    emit(t, Clause::DNB_KO_06, EventKind::dino_purged, owner, s.dinos[kind]);
  }
}

// DNB-KO-09: the active player first, then clockwise; Active before Reserve.
bool next_fallen(const Content& c, const State& s, Ref& fallen) {
  for (int i = 0; i < s.seats; ++i)
    for (const Slot slot : all_slots) {
      const Ref ref = dino_in(s, from_active(s, i), slot);
      if (ref == no_dino || dino_at(s, ref).damage < dino_card(c, s, ref).hp) continue;
      fallen = ref;
      return true;
    }
  return false;
}

// DNB-END-08: 02, then 03.
bool test_end(Table& t) {
  State& s = t.s;
  if (s.supply[Kind::wound] == 0) {
    int fewest = 999, owners = 0;
    for (int i = 0; i < s.seats; ++i) {
      if (!in_game(s, core::seat(i))) continue;
      const int wounds = wounds_of(s.players[i]);
      owners = wounds < fewest ? 1 : owners + (wounds == fewest);
      fewest = std::min(fewest, wounds);
    }
    if (owners == 1) {
      end_by_standing(t, Clause::DNB_END_02);
      return true;
    }
    if (!extinct(s)) cite(t, Clause::DNB_END_12);
  }
  if (!extinct(s)) return false;
  cite(t, Clause::DNB_END_08);
  end_by_standing(t, Clause::DNB_END_03);
  return true;
}

}  // namespace

bool extinct(const State& s) {
  for (const DinoKind k : core::first<DinoKind>(dino_kinds))
    if (s.dino_deck[k] != 0) return false;
  for (std::uint8_t slot : s.offering)
    if (slot != 0) return false;
  for (int i = 0; i < s.seats; ++i)
    if (has_dinosaur(s, core::seat(i))) return false;
  return true;
}

void step_check(Table& t, core::Frame& f) {
  State& s = t.s;
  const Seat credit = f.controller;
  int fallen = 0;
  for (Ref ref = no_dino; next_fallen(t.content, s, ref); ++fallen) {
    knock_out(t, ref, credit);
    if (s.phase == Phase::over) return;
  }
  if (fallen > 0) cite(t, Clause::DNB_TIM_09);
  if (fallen > 1) cite(t, Clause::DNB_KO_09);
  if (test_end(t)) return;
  int promotions = 0;
  for (int i = 0; i < s.seats; ++i) {
    const Seat seat = from_active(s, i);
    const Player& p = player(s, seat);
    if (p.at_slot[active_slot] != 0 || !has_reserve(s, seat)) continue;
    int reserves = 0;
    Slot only = no_slot;
    for (const Slot slot : reserve_slots)
      if (p.at_slot[slot] != 0) only = slot, ++reserves;
    if (reserves > 1) return ask(t, Question::promote, seat);
    promote(t, seat, only);  // everybody sees that there is no choice
    if (++promotions > 1) cite(t, Clause::DNB_GEN_17);
  }
  s.agenda.pop();
}

void list_promotions(const Content&, const State& s, ChoiceList& out) {
  const Seat seat = s.decision.asked;
  for (const Slot slot : reserve_slots)
    if (player(s, seat).at_slot[slot] != 0) out.add(choice(Verb::promote, target_of(seat, slot)));
}

Refusal judge_promote(const Content&, const State& s, Seat seat, Choice c) {
  const Ref ref = dino_named(s, c.a<Target>());
  if (ref == no_dino || owner_of(ref) != seat) return refuse(Clause::DNB_KO_08, Fact::not_in_reserve);
  return legal;
}

void promote(Table& t, Seat seat, Slot slot) {
  Player& p = player(t.s, seat);
  const Ref promoted = dino_in(t.s, seat, slot);
  p.at_slot[active_slot] = std::exchange(p.at_slot[slot], std::uint8_t{0});
  dino_at(t.s, promoted).slot = active_slot;
  emit(t, Clause::DNB_KO_08, EventKind::promoted, seat, told_as(t.s, promoted));
}

void choose_promotion(Table& t, Seat seat, Choice c) { promote(t, seat, slot_of(c.a<Target>())); }

// ---- the end ---------------------------------------------------------------------------------------------

namespace {

int status_owned(const Player& p) {
  int n = 0;
  for (const Kind k : all_kinds_of_cards)
    if (is_status(k) && k != Kind::wound) n += p.deck[k] + p.hand[k] + p.discard[k];
  return n;
}

int hit_points(const Content& c, const State& s, Seat seat) {
  int n = 0;
  for (const Slot slot : all_slots)
    if (const Ref ref = dino_in(s, seat, slot); ref != no_dino)
      n += dino_card(c, s, ref).hp - dino_at(s, ref).damage;
  return n;
}

// DNB-END-05 to 07, the first measure first; more is better.
inline constexpr int measures = 4;
int measured(const Content& c, const State& s, Seat seat, int measure) {
  const Player& p = player(s, seat);
  switch (measure) {
    case 0: return -wounds_of(p);
    case 1: return trophies_of(p);
    case 2: return -status_owned(p);
    default: return hit_points(c, s, seat);
  }
}

}  // namespace

bool better(const Content& c, const State& s, Seat a, Seat b) {
  for (int i = 0; i < measures; ++i)
    if (const int d = measured(c, s, a, i) - measured(c, s, b, i); d != 0) return d > 0;
  return false;
}

// One measure after the other until one player is left; the last one that was needed is what decided.
void end_by_standing(Table& t, Clause clause) {
  constexpr Clause clauses[measures] = {Clause::DNB_END_05, Clause::DNB_END_06, Clause::DNB_END_07,
                                        Clause::DNB_END_07};
  const State& s = t.s;
  SeatMask best = 0;
  for (int i = 0; i < s.seats; ++i)
    if (in_game(s, core::seat(i))) core::include(best, core::seat(i));
  int measure = 0;
  for (; measure < measures; ++measure) {
    int most = -1000;
    SeatMask leaders = 0;
    for (int i = 0; i < s.seats; ++i) {
      if (!core::has(best, core::seat(i))) continue;
      const int value = measured(t.content, s, core::seat(i), measure);
      if (value > most) leaders = 0;
      if (value >= most) core::include(leaders, core::seat(i));
      most = std::max(most, value);
    }
    best = leaders;
    cite(t, clauses[measure]);
    if (core::population(best) == 1) break;
  }
  end_game(t, best, clause, static_cast<WonBy>(static_cast<int>(WonBy::fewest_wounds) + measure));
}

void end_game(Table& t, SeatMask winners, Clause clause, WonBy by) {
  State& s = t.s;
  s.phase = Phase::over;
  s.winners = winners;
  s.end_clause = static_cast<std::uint16_t>(clause);
  s.decision = {};
  for (int i = 0; i < s.seats; ++i) {
    const Seat seat = core::seat(i);
    if (!core::has(winners, seat)) continue;
    const int figure = by == WonBy::fewest_status     ? status_owned(player(s, seat))
                       : by == WonBy::most_hit_points ? hit_points(t.content, s, seat)
                                                      : 0;
    emit(t, clause, EventKind::game_over, seat, trophies_of(player(s, seat)), wounds_of(player(s, seat)),
         static_cast<int>(by), figure);
  }
  cite(t, Clause::DNB_END_11);
}

// DNB-END-11: the winners first, then by DNB-END-05 to 07; players who conceded come last.
Outcome outcome_of(const Content& c, const State& s) {
  Outcome out;
  out.seats = s.seats;
  out.winners = s.winners;
  out.clause = s.end_clause;
  const auto ahead = [&](Seat a, Seat b) {
    if (core::has(s.winners, a) != core::has(s.winners, b)) return core::has(s.winners, a);
    if (in_game(s, a) != in_game(s, b)) return in_game(s, a);
    return !core::has(s.winners, a) && better(c, s, a, b);
  };
  for (int i = 0; i < s.seats; ++i) {
    out.score[i] = trophies_of(s.players[i]);
    out.rank[i] = 1;
    for (int k = 0; k < s.seats; ++k) out.rank[i] += k != i && ahead(core::seat(k), core::seat(i));
  }
  return out;
}

}  // namespace rw::dino_battles
