// Power and Move: the pools of the active player and how they are spent (DBG-GEN-08).
#include <algorithm>

#include "engine/games/transformers_dbg/turn.h"

namespace rw::transformers_dbg {
namespace {

// A card nearly always has its printed figure and its bonus.
int power_left(const Content& c, const State& s, Seat seat, Slot slot, const Outlook& look) {
  const InPlay& in = s.slots[slot];
  const bool plain = !look.blank && !look.modified;
  const int power =
      plain ? std::max(0, def_in(c, s, slot).power + in.power_bonus) : power_of(c, s, seat, slot, look);
  return std::max(0, power - in.power_spent - in.committed);
}
int range_now(const Content& c, const State& s, Seat seat, Slot slot, const Outlook& look) {
  const bool plain = !look.blank && !look.modified && !look.short_range;
  return plain ? std::max(0, def_in(c, s, slot).range + s.slots[slot].range_bonus)
               : range_of(c, s, seat, slot, look);
}
int move_left(const Content& c, const State& s, Seat seat, Slot slot, const Outlook& look) {
  const InPlay& in = s.slots[slot];
  const bool plain = !look.blank && !look.modified;
  const int move = plain ? std::max(0, def_in(c, s, slot).move + in.move_bonus) : move_of(c, s, seat, slot, look);
  return std::max(0, move - in.move_spent - in.committed_move);
}

// The side up and the cards that give points, in slot order.
template <class Fn>
void each_slot(const State& s, Seat seat, Fn&& fn) {
  for (const Slot slot : slots_of(s, seat)) fn(slot);
}

}  // namespace

void power_pools(const Content& c, const State& s, Seat seat, Use use, Pools& out) {
  const Outlook look = outlook_of(c, s, seat);
  each_slot(s, seat, [&](Slot slot) {
    // DBG-COM-07: a Combiner's own Power does not thwart.
    if (use == Use::thwarting && is_character_slot(slot) &&
        static_cast<SideUp>(def_in(c, s, slot).mode) == SideUp::combiner)
      return;
    const int points = power_left(c, s, seat, slot, look);
    if (points > 0) out.add(pool_of(slot), points, range_now(c, s, seat, slot, look));
  });
  int free = 0;
  for (std::uint8_t points : s.free_power) free += points;
  for (int range = 0; range < free_ranges && free > 0; ++range) {
    const int points = s.free_power[range] - s.battle.free_committed[range];
    if (points > 0) out.add(free_power_pool(range), points, look.short_range ? 0 : range);
  }
  if (use != Use::battling || s.lasting.empty() || !holds(c, s, Licence::battle_with_move, seat)) return;
  if (s.free_move > s.battle.move_committed) out.add(free_move_pool, s.free_move - s.battle.move_committed, 0);
  each_slot(s, seat, [&](Slot slot) {
    const int points = move_left(c, s, seat, slot, look);
    if (points > 0) out.add(move_pool_of(slot), points, 0);
  });
}

namespace {

// The points of a pool that are committed.
template <class State>
auto& committed_of(State& s, PoolNumber pool) {
  if (pool == free_move_pool) return s.battle.move_committed;
  if (is_move_of_slot(pool)) return s.slots[slot_of(pool)].committed_move;
  if (is_power_of_slot(pool)) return s.slots[slot_of(pool)].committed;
  return s.battle.free_committed[range_of(pool)];
}

}  // namespace

void commit(State& s, PoolNumber pool, int points) {
  std::uint8_t& committed = committed_of(s, pool);
  committed = static_cast<std::uint8_t>(committed + points);
}

// What the game proposes: the shortest Range first, Move last.
void commit_by_proposal(State& s, const Pools& pools, int distance, int points) {
  for (int range = distance; points > 0 && range < 16; ++range)
    for (int i = 0; i < pools.count && points > 0; ++i) {
      const Pool& pool = pools.items[i];
      if (pool.range != range && !(range == 15 && pool.range > 15)) continue;
      const int taken = std::min<int>(points, pool.points);
      commit(s, pool.number, taken);
      points -= taken;
    }
}

void spend_committed(State& s, Seat seat) {
  each_slot(s, seat, [&](Slot slot) {
    InPlay& in = s.slots[slot];
    in.power_spent = static_cast<std::uint8_t>(in.power_spent + in.committed);
    in.move_spent = static_cast<std::uint8_t>(in.move_spent + in.committed_move);
  });
  for (int range = 0; range < free_ranges; ++range)
    s.free_power[range] = static_cast<std::uint8_t>(s.free_power[range] - s.battle.free_committed[range]);
  s.free_move = static_cast<std::uint8_t>(s.free_move - s.battle.move_committed);
  free_committed(s, seat);
}

void free_committed(State& s, Seat seat) {
  each_slot(s, seat, [&](Slot slot) { s.slots[slot].committed = s.slots[slot].committed_move = 0; });
  for (std::uint8_t& points : s.battle.free_committed) points = 0;
  s.battle.move_committed = 0;
}

int committed_power(const Content& c, const State& s, Seat seat, Space space) {
  const int far = distance(player(s, seat).space, space);
  const Outlook look = outlook_of(c, s, seat);
  int sum = 0;
  each_slot(s, seat, [&](Slot slot) {
    const InPlay& in = s.slots[slot];
    if (in.committed != 0 && range_of(c, s, seat, slot, look) >= far)
      sum += std::min<int>(in.committed, std::max(0, power_of(c, s, seat, slot, look) - in.power_spent));
    if (far == 0 && !(look.blank && !is_character_slot(slot))) sum += in.committed_move;
  });
  for (int range = 0; range < free_ranges; ++range)
    if ((look.short_range ? 0 : range) >= far) sum += s.battle.free_committed[range];
  return sum + (far == 0 ? s.battle.move_committed : 0);
}

// ---- Move --------------------------------------------------------------------------------------------

// Cards without Flight and Move without a card; the Character; cards with Flight.
Moves moves_of(const Content& c, const State& s, Seat seat) {
  const Slot own = character_slot(s, seat);
  const Outlook look = outlook_of(c, s, seat);
  Moves moves;
  moves.from[from_cards] = s.free_move;
  each_slot(s, seat, [&](Slot slot) {
    const MoveSource source = slot == own ? from_character : def_in(c, s, slot).flight ? from_flight : from_cards;
    moves.from[source] += move_left(c, s, seat, slot, look);
  });
  return moves;
}

// DBG-GEN-21.
bool flies(const Content& c, const State& s, Seat seat, MoveSource source) {
  if (source == from_flight || (source == from_character && side_of(c, s, seat).flight)) return true;
  return !s.lasting.empty() && holds(c, s, Licence::fly, seat);
}

SpentMove spend_move(Table& t, Seat seat, MoveSource first, int n) {
  State& s = t.s;
  SpentMove spent;
  const Slot own = character_slot(s, seat);
  const Outlook look = outlook_of(t.content, s, seat);
  int at = 0;
  const auto take = [&](MoveSource source) {
    if (source == from_cards)
      for (; n > 0 && s.free_move > 0; --n) {
        --s.free_move;
        if (at < most_search_move) spent.pool[at++] = without_card;
      }
    each_slot(s, seat, [&](Slot slot) {
      const bool wanted = source == from_character
                              ? slot == own
                              : slot != own && def_in(t.content, s, slot).flight == (source == from_flight);
      for (int left = wanted ? move_left(t.content, s, seat, slot, look) : 0; n > 0 && left > 0; --n, --left) {
        ++s.slots[slot].move_spent;
        if (at < most_search_move) spent.pool[at++] = static_cast<std::uint8_t>(1 + core::index(slot));
      }
    });
  };
  take(first);
  for (const MoveSource source : {from_cards, from_character, from_flight})
    if (n > 0) take(source);
  return spent;
}

void give_back_move(State& s, const SpentMove& spent) {
  for (std::uint8_t pool : spent.pool) {
    if (pool == without_card) ++s.free_move;
    if (pool == without_card || pool == 0) continue;
    InPlay& in = s.slots[core::make<Slot>(pool - 1)];
    if (in.move_spent > 0) --in.move_spent;
  }
}

// ---- choosing the points -----------------------------------------------------------------------------

// source: the verb; subject: the target; object: points still to be spent, or any_points. Pools are named in any
// order, each once.
struct SpendFrame {
  std::int16_t named = 0;  // points so far
  std::int16_t spare[7] = {};
};

void push_spend(Table& t, Seat seat, Verb verb, core::Operand target, int points) {
  core::Frame& f = push_step(t, Step::spend, seat, 0, static_cast<int>(verb), target);
  f.object = static_cast<std::int16_t>(points);
}

namespace {

Verb verb_of(const core::Frame& f) { return static_cast<Verb>(f.source); }
Use use_of(const core::Frame& f) {
  const Verb verb = verb_of(f);
  return verb == Verb::thwart                             ? Use::thwarting
         : verb == Verb::battle || verb == Verb::confront ? Use::battling
                                                          : Use::buying;
}
int far_of(const State& s, const core::Frame& f) {
  return verb_of(f) == Verb::buy_basic ? 0 : distance(player(s, f.controller).space, core::make<Space>(f.subject));
}

// Calls fn(pool, least, most) for each pool that may be named next; the others must be able to pay the rest.
template <class Fn>
void each_spending(const Content& c, const State& s, const core::Frame& f, Fn&& fn) {
  Pools pools;
  power_pools(c, s, f.controller, use_of(f), pools);
  const int far = far_of(s, f);
  const auto may_pay = [&](const Pool& pool) { return pool.range >= far && committed_of(s, pool.number) == 0; };
  int all = 0;
  for (int i = 0; i < pools.count; ++i)
    if (may_pay(pools.items[i])) all += pools.items[i].points;
  for (int i = 0; i < pools.count; ++i) {
    const Pool& pool = pools.items[i];
    if (!may_pay(pool)) continue;
    const int most = f.object < 0 ? pool.points : std::min<int>(pool.points, f.object);
    const int least = f.object < 0 ? 1 : std::max(1, f.object - (all - pool.points));
    if (least <= most) fn(pool.number, least, most);
  }
}

}  // namespace

void step_spend(Table& t, core::Frame& f) {
  int ways = 0, points = 0;
  PoolNumber pool{};
  if (f.object != 0)
    each_spending(t.content, t.s, f, [&](PoolNumber number, int least, int most) {
      ways += most - least + 1;
      pool = number;
      points = least;
    });
  if (ways == 1 && f.object > 0) return spend(t, f.controller, choice(Verb::spend, points, pool));
  if (ways > 0) return ask(t, Question::spend, f.controller);
  const core::Frame done = t.s.agenda.pop();
  finish_purchase(t, done.controller, verb_of(done), done.subject, done.as<SpendFrame>().named);
}

void list_spending(const Content& c, const State& s, ChoiceList& out) {
  const core::Frame& f = s.agenda.back();
  each_spending(c, s, f, [&](PoolNumber pool, int least, int most) {
    for (int n = least; n <= most; ++n) out.add(choice(Verb::spend, n, pool));
  });
}

Refusal judge_spend(const Content& c, const State& s, Seat, Choice ch) {
  const core::Frame& f = s.agenda.back();
  bool found = false;
  each_spending(c, s, f, [&](PoolNumber pool, int least, int most) {
    found = found || (pool == ch.b<PoolNumber>() && ch.a() >= least && ch.a() <= most);
  });
  return found ? legal : refuse(Clause::DBG_BUY_05, Fact::not_among);
}

Refusal judge_stop_spending(const Content&, const State& s, Seat, Choice) {
  const core::Frame& f = s.agenda.back();
  return f.object < 0 && f.as<SpendFrame>().named > 0
             ? legal
             : refuse(Clause::DBG_BUY_05, Fact::points_missing, std::max<int>(1, f.object));
}

void stop_spending(Table& t, Seat, Choice) { t.s.agenda.back().object = 0; }

void spend(Table& t, Seat, Choice ch) {
  core::Frame& f = t.s.agenda.back();
  commit(t.s, ch.b<PoolNumber>(), ch.a());
  f.put(SpendFrame{.named = static_cast<std::int16_t>(f.as<SpendFrame>().named + ch.a())});
  if (f.object > 0) f.object = static_cast<std::int16_t>(f.object - ch.a());
}

}  // namespace rw::transformers_dbg
