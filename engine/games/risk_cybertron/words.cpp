// What each ability word of RISK Cybertron means.
#include "engine/games/risk_cybertron/words.h"

#include <algorithm>

#include "engine/games/risk_cybertron/turn.h"
#include "engine/games/risk_cybertron/where.h"
#include "engine/games/risk_cybertron/word_table.h"

namespace rw::risk_cybertron {
namespace {

using ability::scope_of;

// `self` is the side on which the effect's controller fights.
Side meant_side(const State& s, Seat controller, int word) {
  return word == 0 ? side_of(s, controller) : static_cast<Side>(word - 1);
}

Zone zone_word(const State& s, int word) { return s.attack.force[word].zone; }

}  // namespace

const ability::Vocabulary& vocabulary() { return ability::vocabulary_of<WordOp, Moment, Role, Until, Who>(); }

Side side_of(const State& s, Seat seat) {
  return force(s, Side::attacker).seat == seat ? Side::attacker : Side::defender;
}

// ---- conditions, amounts, items ----------------------------------------------------------------

namespace {

LeaderPlace place_said(ability::Program p, int at) {
  return static_cast<LeaderPlace>(said<WordOp::leader_is, "where">(p, at));
}

bool leader_is(const State& s, Seat seat, LeaderPlace place) {
  const Leader& leader = leader_of(s, seat);
  if (place == LeaderPlace::in_scrapheap) return leader.zone == no_zone;
  if (s.attack.open == 0) return false;
  if (place == LeaderPlace::on_fighting_zone) return leader.zone == force(s, side_of(s, seat)).zone;
  const Force& own = force(s, place == LeaderPlace::attacking ? Side::attacker : Side::defender);
  return own.seat == seat && own.leader != 0;  // RSK-LDR-04
}

}  // namespace

bool Words::test(const Content& c, const State& s, const Scope& scope, Program p, int at) {
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::controls_card_zone:
      return core::contains(s.held[core::index(scope.controller)], c.cards[source_of(scope)].zone);
    case WordOp::leader_is: return leader_is(s, scope.controller, place_said(p, at));
    default: return false;
  }
}

int Words::amount(const Content&, const State& s, const Scope& scope, Program p, int at) {
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::units: {
      const auto place = static_cast<UnitsPlace>(said<WordOp::units, "in">(p, at));
      if (place == UnitsPlace::roll) return force(s, side_of(s, scope.controller)).units;
      return units_on(s, zone_word(s, static_cast<int>(place)));
    }
    default: return 0;
  }
}

void Words::select(const Content& c, const State& s, const Scope& scope, Program p, int at, ability::Items& out) {
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::own_zones_beside_leader: {
      // RSK-LDR-17: the adjacency of this moment, gates included.
      const Zone zone = leader_of(s, scope.controller).zone;
      for (const Zone z : core::bits<Zone>(neighbours(c, s, zone) & s.held[core::index(scope.controller)]))
        add(out, item_of(z));
      return;
    }
    case WordOp::own_dice: {
      const Force& own = force(s, side_of(s, scope.controller));
      for (int i = 0; i < own.units; ++i) add(out, item_of_die(i));
      return;
    }
    default: return;
  }
}

// ---- effects -----------------------------------------------------------------------------------

void Words::effect(Table& t, core::Frame& f, Program p, int at) {
  State& s = t.s;
  const Seat seat = f.controller;
  const Clause clause = ability::clause_at<WordOp>(p, at);
  const auto amount = [&](int place) { return Interpreter::amount(t.content, s, scope_of(f), p, place); };
  const auto chosen = [&](int name) { return named_item(scope_of(f), name); };
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::gain_operational:
      gain_operational(t, seat, amount(operand<WordOp::gain_operational, "n">(p, at)), clause);
      return;
    case WordOp::flip_leader: return flip_leader(t, seat, clause);
    case WordOp::call_reinforcements: return call_early_reinforcements(t, seat, clause);
    case WordOp::end_attack: s.attack.ended = 1; return cite(t, clause);
    case WordOp::move_robots: {
      constexpr auto word = WordOp::move_robots;
      const Zone zone = zone_word(s, said<word, "zone">(p, at));
      const int n = amount(operand<word, "n">(p, at));
      if (static_cast<Way>(said<word, "way">(p, at)) == Way::from_scrapheap)
        return place_from_scrapheap(t, seat, zone, n, clause);
      for (int left = std::min<int>(s.robots[zone], n); left > 0; --left)
        scrap_robot(t, owner_of(s, zone), zone, clause);
      return;
    }
    case WordOp::mark_die:
      force(s, side_of(s, seat)).dice[rank_of(chosen(said<WordOp::mark_die, "die">(p, at)))].marked = 1;
      return;
    case WordOp::reroll_marked: return reroll_marked(t, side_of(s, seat), clause);
    case WordOp::retreat_leader:
      return retreat_leader(t, seat, zone_of(chosen(said<WordOp::retreat_leader, "to">(p, at))), clause);
    default: return;  // modifiers are read, never run
  }
}

void Words::last(Table& t, const core::Frame& f, int block, int until) {
  const bool fighting = t.s.attack.open != 0;
  ability::Lasting laid = ability::laid_by(f, block, until);
  laid.subject = static_cast<std::int16_t>(fighting ? core::index(force(t.s, Side::defender).zone) : -1);
  laid.object = 0;
  t.s.lasting.push(laid);
}

bool condition_holds(const Content& c, const State& s, Seat seat, core::Operand source, int ability) {
  const ability::Program p = Words::program(c, ability);
  const ability::Scope scope{seat, source.value, 0, 0, nullptr};
  return p.ability().condition == 0 || Interpreter::test(c, s, scope, p, p.ability().condition);
}

void run_card(Table& t, Seat seat, Card card) {
  const int index = t.content.cards[card].ability;
  const ability::Program p = Words::program(t.content, index);
  const core::Frame frame = core::program_frame(Step::program, seat, card, index, Interpreter::start(p));
  if (p.ability().until != 0) {
    Words::last(t, frame, p.ability().effects, p.ability().until);
    cite(t, Clause::RSK_CRD_20, seat);
  } else {
    t.s.agenda.push(frame);
    cite(t, Clause::RSK_CRD_07, seat);
  }
}

void run_leader_power(Table& t, Seat seat, int ability) {
  t.s.agenda.push(core::program_frame(Step::program, seat, leader_of(t.s, seat).who, ability,
                                      Interpreter::start(Words::program(t.content, ability))));
}

// ---- figures computed on read ------------------------------------------------------------------

bool has_power(const Content& c, const Leader& leader, WordOp word) {
  return core::contains(c.leaders[leader.who].modifiers[static_cast<int>(leader.mode)],
                        static_cast<int>(word) - ability::first_game_word);
}

namespace {

// Only the face that is up is looked at.
bool may_act(const Leader& leader, ability::Acts how) {
  return where_texts_act.may(spot_of(leader, leader.mode), CardKind::leader, how);
}

enum class Giver : std::uint8_t { card, leader };
struct Origin {
  Seat seat;
  Giver giver;
  Zone zone;  // what the effect was laid on, or no_zone
};

// Calls fn(program, at, origin) for each modifier `word` in force: lasting cards, then the powers of
// leaders on the board in their present mode (RSK-LDR-01).
template <class Fn>
void each_in_force(const Content& c, const State& s, WordOp word, Fn&& fn) {
  const int opcode = static_cast<int>(word);
  for (const ability::Lasting& l : s.lasting)
    Interpreter::each_modifier(c, s, Words::program(c, l.ability), l.block, scope_of(l), opcode,
                               [&](ability::Program p, int at, const ability::Scope&) {
                                 fn(p, at, Origin{l.controller, Giver::card, core::make<Zone>(l.subject)});
                               });
  for (int i = 0; i < s.seats; ++i) {
    const Leader& leader = s.leader[i];
    if (!may_act(leader, ability::act_modify)) continue;
    const LeaderCard& card = c.leaders[leader.who];
    const int mode = static_cast<int>(leader.mode);
    if (!has_power(c, leader, word)) continue;
    for (int k = 0; k < card.ability_count[mode]; ++k) {
      const ability::Program p = Words::program(c, card.first_ability[mode] + k);
      if (p.ability().kind != static_cast<int>(ability::Kind::always)) continue;
      const int effects = p.ability().effects;
      const ability::Scope scope{core::seat(i), core::index(leader.who), 0, 0, nullptr};
      if (p.ability().condition != 0 && !Interpreter::test(c, s, scope, p, p.ability().condition)) continue;
      Interpreter::each_modifier(c, s, p, effects, scope, opcode,
                                 [&](ability::Program prog, int at, const ability::Scope&) {
                                   fn(prog, at, Origin{core::seat(i), Giver::leader, no_zone});
                                 });
    }
  }
}

}  // namespace

Cap unit_cap(const Content& c, const State& s, Side side) {
  Cap cap;
  each_in_force(c, s, WordOp::cap_units, [&](ability::Program p, int at, const Origin& from) {
    if (meant_side(s, from.seat, said<WordOp::cap_units, "side">(p, at)) != side) return;
    ++cap.caps;
    const int most = said<WordOp::cap_units, "max">(p, at);
    if (most >= cap.units) return;
    cap.units = std::max(1, most);
    cap.by_leader = from.giver == Giver::leader;
  });
  return cap;
}

int eight_sided_robots(const Content& c, const State& s, Side side) {
  int robots = 0;
  each_in_force(c, s, WordOp::eight_sided_dice, [&](ability::Program p, int at, const Origin& from) {
    if (meant_side(s, from.seat, said<WordOp::eight_sided_dice, "side">(p, at)) != side) return;
    const int count = said<WordOp::eight_sided_dice, "count">(p, at);
    robots += count == 0 ? 99 : count;  // RSK-CRD-13: they add up
  });
  return std::min(robots, 99);
}

Bonus bonus_dice(const Content& c, const State& s, Side side) {
  Bonus bonus;
  each_in_force(c, s, WordOp::bonus_die, [&](ability::Program p, int at, const Origin& from) {
    if (from.seat == force(s, side).seat)
      (from.giver == Giver::leader ? bonus.from_leader : bonus.from_cards) += said<WordOp::bonus_die, "n">(p, at);
  });
  return bonus;
}

Side winner_of_ties(const Content& c, const State& s) {
  Side winner = Side::defender;
  each_in_force(c, s, WordOp::ties_to, [&](ability::Program p, int at, const Origin& from) {
    if (meant_side(s, from.seat, said<WordOp::ties_to, "side">(p, at)) == Side::attacker) winner = Side::attacker;
  });
  return winner;
}

namespace {

bool multiplies(ability::Program p, int at, Yield what) {
  return said<WordOp::multiply, "what">(p, at) == static_cast<int>(what);
}

bool leader_may(const Content& c, const State& s, Seat seat, Licence licence) {
  bool may = false;
  each_in_force(c, s, WordOp::leader_can, [&](ability::Program p, int at, const Origin& from) {
    may = may || (from.seat == seat && said<WordOp::leader_can, "what">(p, at) == static_cast<int>(licence));
  });
  return may;
}

}  // namespace

int sector_factor(const Content& c, const State& s, Seat seat) {
  int factor = 1;
  each_in_force(c, s, WordOp::multiply, [&](ability::Program p, int at, const Origin& from) {
    if (from.seat == seat && multiplies(p, at, Yield::sector_bonus))
      factor *= said<WordOp::multiply, "factor">(p, at);
  });
  return factor;
}

FactoryOutput factory_output(const Content& c, const State& s, Seat seat) {
  FactoryOutput output{1, c.factory_cap};
  each_in_force(c, s, WordOp::multiply, [&](ability::Program p, int at, const Origin& from) {
    if (from.seat != seat || !multiplies(p, at, Yield::factory_output)) return;
    output.factor *= said<WordOp::multiply, "factor">(p, at);
    output.cap = std::max(output.cap, said<WordOp::multiply, "cap">(p, at));
  });
  return output;
}

int revive_cost(const Content& c, const State& s, Seat seat) {
  int cost = c.revive_cost;
  each_in_force(c, s, WordOp::set_revive_cost, [&](ability::Program p, int at, const Origin& from) {
    if (from.seat == seat) cost = std::min(cost, said<WordOp::set_revive_cost, "cost">(p, at));
  });
  return cost;
}

ZoneMask shielded_zones(const Content& c, const State& s) {
  if (s.lasting.empty()) return 0;
  ZoneMask zones = 0;
  each_in_force(c, s, WordOp::shield_zone, [&](ability::Program, int, const Origin& from) {
    if (from.zone != no_zone) zones |= core::bit(from.zone);
  });
  return zones;
}

bool may_attack_anywhere(const Content& c, const State& s, Seat seat) {
  return leader_may(c, s, seat, Licence::attack_anywhere);
}

bool may_jump(const Content& c, const State& s, Seat seat) { return leader_may(c, s, seat, Licence::jump); }

int leader_replacement(const Content& c, const State& s, Seat seat, Moment moment) {
  const Leader& leader = leader_of(s, seat);
  if (!may_act(leader, ability::act_replace)) return -1;
  const LeaderCard& card = c.leaders[leader.who];
  const int mode = static_cast<int>(leader.mode);
  for (int k = 0; k < card.ability_count[mode]; ++k) {
    const int index = card.first_ability[mode] + k;
    const ability::Ability& a = Words::program(c, index).ability();
    if (a.kind == static_cast<int>(ability::Kind::replacement) && a.moment == static_cast<int>(moment))
      return index;
  }
  return -1;
}

void end_lasting(Table& t, Until until, Clause clause) {
  for (int i = t.s.lasting.size() - 1; i >= 0; --i)
    if (t.s.lasting[i].ends(until)) {
      emit(t, clause, EventKind::effect_ends, t.s.lasting[i].controller, t.s.lasting[i].source);
      t.s.lasting.remove(i);
    }
}

}  // namespace rw::risk_cybertron
