// Figures that effects change: stats, color, costs, sprints. Nothing is stored; whoever asks reads the
// effects in force, the lasting ones and the constants of the cards in play.
#include <algorithm>

#include "engine/games/dragon_booster/turn.h"
#include "engine/games/dragon_booster/where.h"
#include "engine/games/dragon_booster/word_table.h"

namespace rw::dragon_booster {
namespace {

using ability::Program;
using ability::Scope;

// Calls fn(program, at, scope) for each modifier `word` among the lasting effects.
template <class Fn>
void each_lasting(const Content& c, const State& s, WordOp word, Fn&& fn) {
  for (const ability::Lasting& l : s.lasting) {
    if (l.delayed != 0 || (c.abilities[l.ability].modifiers & modifier_bit(word)) == 0) continue;
    Interpreter::each_modifier(c, s, Words::program(c, l.ability), l.block, ability::scope_of(l),
                               static_cast<int>(word), fn);
  }
}

// Calls fn(program, at, scope) for each modifier `word` among the "Constant:" effects of a card.
template <class Fn>
[[gnu::noinline]] void each_constant_of(const Content& c, const State& s, Seat seat, Slot slot, WordOp word,
                                        Fn&& fn) {
  const CardFace& card = face(c, player(s, seat), slot);
  const Scope scope{seat, core::index(card_of(seat, slot)), 0, 0, nullptr};
  for (int i = 0; i < card.ability_count; ++i) {
    const AbilityInfo& info = c.abilities[static_cast<std::size_t>(card.first_ability + i)];
    if ((info.modifiers & modifier_bit(word)) == 0) continue;
    const ability::Ability& a = info.program.ability();
    if (a.kind != static_cast<int>(ability::Kind::always)) continue;
    if (a.condition != 0 && !Interpreter::test(c, s, scope, info.program, a.condition)) continue;
    Interpreter::each_modifier(c, s, info.program, a.effects, scope, static_cast<int>(word), fn);
  }
}

bool is_switched_off(const Content& c, const State& s, Seat seat, Slot slot) {
  const Player& p = player(s, seat);
  return p.dragon != no_crystal && slot == slot_of(p.dragon) && dragon_switched_off(c, s, seat);
}

// DRB-KEY-01, DRB-KEY-11: the constants of one player's cards in play that may be about the card `about` or about
// no card at all. Most cards have none; that is checked before anything is called.
template <class Fn>
void each_constant(const Content& c, const State& s, Seat seat, WordOp word, Card about, Fn&& fn) {
  const Player& p = player(s, seat);
  const std::uint32_t bit = modifier_bit(word);
  const Slot itself = about != no_card && owner_of(about) == seat ? slot_of(about) : no_slot;
  if ((p.constants & bit) == 0) {
    if (itself != no_slot && (face(c, p, itself).on_itself & bit) != 0 && in_play(p, itself) &&
        !is_switched_off(c, s, seat, itself))
      each_constant_of(c, s, seat, itself, word, fn);
    return;
  }
  const auto look = [&](Slot slot) {
    const CardFace& card = face(c, p, slot);
    if (((card.constants | (slot == itself ? card.on_itself : 0)) & bit) != 0) [[unlikely]]
      each_constant_of(c, s, seat, slot, word, fn);
  };
  std::uint16_t pit = pit_that(p, ability::act_modify);
  if (p.dragon != no_crystal && dragon_switched_off(c, s, seat)) core::exclude(pit, p.dragon);
  for (const Crystal i : core::bits<Crystal>(pit)) look(slot_of(i));
  for (const Slot slot : core::bits<Slot>(lanes_that(p, ability::act_modify))) look(slot);
}

// Lasting ones and those of everybody's cards.
template <class Fn>
void each_in_force(const Content& c, const State& s, WordOp word, Card about, Fn&& fn) {
  each_lasting(c, s, word, fn);
  for (int i = 0; i < s.seats; ++i) {
    if (about == no_card && (s.players[i].constants & modifier_bit(word)) == 0) [[likely]]
      continue;
    if (in_game(s, core::seat(i))) each_constant(c, s, core::seat(i), word, about, fn);
  }
}

// Lasting ones and those of one player's cards, where a word is about its controller alone.
template <class Fn>
void each_own(const Content& c, const State& s, Seat seat, WordOp word, Fn&& fn) {
  if (!may_hold(s, player(s, seat), word)) [[likely]]
    return;
  each_lasting(c, s, word, [&](Program p, int at, const Scope& scope) {
    if (scope.controller == seat) fn(p, at, scope);
  });
  each_constant(c, s, seat, word, no_card, fn);
}

}  // namespace

bool dragon_switched_off(const Content& c, const State& s, Seat seat) {
  bool off = false;
  each_lasting(c, s, WordOp::switch_off_dragon, [&](Program p, int at, const Scope& scope) {
    off = off || Words::among(s, scope, said<WordOp::switch_off_dragon, "whose">(p, at), seat);
  });
  return off;
}

// DRB-STA-02, DRB-DLS-02.
int stat_of(const Content& c, const State& s, Seat seat, Stat stat) {
  const Player& p = player(s, seat);
  int value = p.dragon == no_crystal ? c.dragonless_stat[stat] : face(c, p, p.dragon).stats[stat];
  for (const Cap cap : core::first<Cap>(zap_caps))
    if (p.cap[cap] != 0 && p.symbol[cap] == stat) value += c.gear_bonus;
  each_in_force(c, s, WordOp::stat, no_card, [&](Program prog, int at, const Scope& scope) {
    const int which = said<WordOp::stat, "stat">(prog, at);  // 0: all of them
    if ((which == 0 || which == core::index(stat) + 1) &&
        Words::among(s, scope, said<WordOp::stat, "whose">(prog, at), seat))
      value += said<WordOp::stat, "n">(prog, at);
  });
  return value;
}

// DRB-STA-04: the last effect that sets it, else the dragon's own; DRB-DLS-03.
Color color_of(const Content& c, const State& s, Seat seat) {
  const Player& p = player(s, seat);
  Color color = p.dragon != no_crystal ? face(c, p, p.dragon).color : chosen_color(p);
  each_lasting(c, s, WordOp::take_color, [&](Program, int, const Scope& scope) {
    if (scope.controller == seat) color = color_of(core::make<Item>(scope.subject));
  });
  return color;
}

// DRB-MNV-07. A card in the hand may make itself cheaper.
int cost_of(const Content& c, const State& s, Seat seat, Slot slot) {
  const Card card = card_of(seat, slot);
  const Player& p = player(s, seat);
  const CardFace& played = face(c, p, slot);
  int cost = played.cost;
  if (!may_hold(s, p, WordOp::cost_less) && (played.on_itself & modifier_bit(WordOp::cost_less)) == 0) return cost;
  const auto less = [&](Program prog, int at, const Scope& scope) {
    if (holds(c, s, scope, prog, operand<WordOp::cost_less, "of">(prog, at), card))
      cost -= said<WordOp::cost_less, "n">(prog, at);
  };
  each_own(c, s, seat, WordOp::cost_less, less);
  if (where_texts_act.may(Spot::hand, Kind::maneuver, ability::act_itself) &&
      (played.on_itself & modifier_bit(WordOp::cost_less)) != 0)
    each_constant_of(c, s, seat, slot, WordOp::cost_less, less);
  return std::max(0, cost);
}

// DRB-EVT-02, DRB-EVT-03.
int EventMeter::value(const CardFace& event) {
  int& stat = stats_[event.burst_stat];
  if (stat == unknown) stat = stat_of(c_, s_, seat_, event.burst_stat);
  if (bonus_ == unknown) {
    bonus_ = 0;
    color_ = color_of(c_, s_, seat_);
    each_own(c_, s_, seat_, WordOp::event_bonus,
             [&](Program p, int at, const Scope&) { bonus_ += said<WordOp::event_bonus, "n">(p, at); });
  }
  return stat + bonus_ + (event.color != no_color && event.color == color_ ? c_.color_bonus : 0);
}

int event_value(const Content& c, const State& s, Seat seat, const CardFace& event) {
  return EventMeter(c, s, seat).value(event);
}

bool events_forbidden(const Content& c, const State& s, Seat seat) {
  bool forbidden = false;
  each_in_force(c, s, WordOp::no_events, no_card, [&](Program p, int at, const Scope& scope) {
    forbidden = forbidden || Words::among(s, scope, said<WordOp::no_events, "who">(p, at), seat);
  });
  return forbidden;
}

namespace {

bool is_protected(const Content& c, const State& s, Card card, Harm harm) {
  bool found = false;
  each_in_force(c, s, WordOp::protection, card, [&](Program p, int at, const Scope& scope) {
    const Harm from = core::make<Harm>(said<WordOp::protection, "from">(p, at));
    found = found || (from == harm && holds(c, s, scope, p, operand<WordOp::protection, "of">(p, at), card));
  });
  return found;
}

}  // namespace

bool is_shielded(const Content& c, const State& s, Card card) {
  const Player& p = owner(s, card);
  const Slot slot = slot_of(card);
  if (is_crystal_slot(slot)) return false;
  return core::contains(p.shielded[this_battle] | p.shielded[this_turn], slot) ||
         is_protected(c, s, card, Harm::lowering);
}

bool is_guarded(const Content& c, const State& s, Card card) {
  const Player& p = owner(s, card);
  const Slot slot = slot_of(card);
  if (!is_crystal_slot(slot)) return false;
  const unsigned given = p.guarded[this_battle] | p.guarded[this_turn];
  return core::contains(given, crystal_of(slot)) || is_protected(c, s, card, Harm::damage);
}

// DRB-BTL-10, DRB-BTL-14.
int sprint_of(const Content& c, const State& s, Card card) {
  const Seat seat = owner_of(card);
  const Player& p = player(s, seat);
  const Slot slot = slot_of(card);
  int sprint = face(c, p, slot).sprint + p.raised[this_battle][slot] + p.raised[this_turn][slot];
  int lowered = p.lowered[this_battle][slot] + p.lowered[this_turn][slot];
  each_in_force(c, s, WordOp::sprint, card, [&](Program prog, int at, const Scope& scope) {
    if (!holds(c, s, scope, prog, operand<WordOp::sprint, "of">(prog, at), card)) return;
    const int n = Interpreter::amount(c, s, scope, prog, operand<WordOp::sprint, "n">(prog, at));
    (n < 0 && scope.controller != seat ? lowered : sprint) += n;
  });
  return lowered != 0 && is_shielded(c, s, card) ? sprint : sprint + lowered;
}

// DRB-BTL-04, and what a card puts in place of the 0.
int battle_sprint(const Content& c, const State& s, Seat seat) {
  const Player& p = player(s, seat);
  if (p.rushing != no_slot) return sprint_of(c, s, card_of(seat, p.rushing));
  int sprint = 0;
  each_own(c, s, seat, WordOp::sprint_without_card, [&](Program prog, int at, const Scope&) {
    sprint = std::max(sprint, said<WordOp::sprint_without_card, "n">(prog, at));
  });
  return sprint;
}

FreeUse free_use(const Content& c, const State& s, Seat seat, Moment keyword) {
  FreeUse use;
  each_own(c, s, seat, WordOp::free_use, [&](Program p, int at, const Scope&) {
    if (static_cast<Moment>(said<WordOp::free_use, "keyword">(p, at)) != keyword) return;
    const CrystalKind kind = core::make<CrystalKind>(said<WordOp::free_use, "kind">(p, at));
    (kind == CrystalKind::gear ? use.gear : use.crew) = true;
  });
  return use;
}

namespace {

bool is_allowed(const Content& c, const State& s, Seat seat, Licence licence) {
  bool may = false;
  each_own(c, s, seat, WordOp::can, [&](Program p, int at, const Scope&) {
    may = may || said<WordOp::can, "what">(p, at) == static_cast<int>(licence);
  });
  return may;
}

}  // namespace

bool fits_all_boxes(const Content& c, const State& s, Seat seat) {
  return is_allowed(c, s, seat, Licence::fit_all_boxes);
}

// DRB-MAG-04, DRB-MAG-05, DRB-DRF-09.
bool color_fits(const Content& c, const State& s, Seat seat, const CardFace& gear) {
  return gear.boxes == 0 || !format_of(c, s).color_boxes || core::contains(gear.boxes, color_of(c, s, seat)) ||
         fits_all_boxes(c, s, seat);
}

bool wins_ties(const Content& c, const State& s, Seat seat) { return is_allowed(c, s, seat, Licence::win_ties); }

namespace {

bool raises(Program p, int at) {
  return core::make<GainChange>(said<WordOp::gain_cap, "is">(p, at)) == GainChange::raised;
}

}  // namespace

int gain_cap_bonus(const Content& c, const State& s, Seat seat) {
  int bonus = 0;
  each_own(c, s, seat, WordOp::gain_cap, [&](Program p, int at, const Scope&) {
    if (raises(p, at)) bonus += said<WordOp::gain_cap, "n">(p, at);
  });
  return bonus;
}

int gain_limit(const Content& c, const State& s) {
  int limit = 1000;
  each_in_force(c, s, WordOp::gain_cap, no_card, [&](Program p, int at, const Scope&) {
    if (!raises(p, at)) limit = std::min(limit, said<WordOp::gain_cap, "n">(p, at));
  });
  return limit;
}

// DRB-RES-11. In a tie everybody has lost (DRB-RES-07), so what is said of losing holds too.
unsigned ways_home(const Content& c, const State& s, Seat seat, Result result) {
  unsigned ways = 0;
  each_own(c, s, seat, WordOp::rushing_card_goes, [&](Program p, int at, const Scope&) {
    const Result on = core::make<Result>(said<WordOp::rushing_card_goes, "on">(p, at));
    if (on == result || (on == Result::loss && result == Result::tie))
      ways |= 1u << said<WordOp::rushing_card_goes, "to">(p, at);
  });
  return ways;
}

// ---- telling ---------------------------------------------------------------------------------------------------

// The rules behind a sprint, for the log alone.
void tell_sprint(Table& t, Seat seat) {
  if (t.log == nullptr) return;
  const Player& p = player(t.s, seat);
  const int sprint = battle_sprint(t.content, t.s, seat);
  emit(t, Clause::DRB_RES_01, EventKind::sprint_stands, seat, sprint);
  if (sprint < 0) cite(t, Clause::DRB_GEN_07, seat);
  if (p.rushing == no_slot) {
    cite(t, Clause::DRB_BTL_04, seat);
    if (sprint != 0) cite(t, Clause::DRB_GEN_02, seat);
    return;
  }
  cite(t, Clause::DRB_BTL_10, seat);
  const Card card = card_of(seat, p.rushing);
  each_in_force(t.content, t.s, WordOp::sprint, card, [&](Program prog, int at, const Scope& scope) {
    if (!holds(t.content, t.s, scope, prog, operand<WordOp::sprint, "of">(prog, at), card)) return;
    cite(t, Clause::DRB_KEY_01, scope.controller);
    cite(t, Clause::DRB_GEN_15, scope.controller);
    if (!is_crystal_slot(slot_of(source_of(scope)))) cite(t, Clause::DRB_KEY_11, scope.controller);
    if (!is_crystal_slot(slot_of(source_of(scope)))) cite(t, Clause::DRB_MNV_05, scope.controller);
    cite(t, Clause::DRB_BTL_13, scope.controller);
  });
  const Slot slot = p.rushing;
  if (p.damaged_rival != 0) cite(t, Clause::DRB_DMG_05, seat);
  if (p.raised[this_battle][slot] + p.lowered[this_battle][slot] != 0) cite(t, Clause::DRB_BTL_11, seat);
  if (is_shielded(t.content, t.s, card)) cite(t, Clause::DRB_BTL_14, seat);
}

}  // namespace rw::dragon_booster
