// What each ability word of Dragon Booster means.
#include "engine/games/dragon_booster/words.h"

#include <algorithm>

#include "engine/games/dragon_booster/turn.h"
#include "engine/games/dragon_booster/word_table.h"

namespace rw::dragon_booster {

using ability::scope_of;

const ability::Vocabulary& vocabulary() { return ability::vocabulary_of<WordOp, Moment, Role, Until, Who>(); }

// ---- who is meant --------------------------------------------------------------------------------------

bool Words::among(const State& s, const Scope& scope, int who, Seat seat) {
  if (!in_game(s, seat)) return false;
  switch (static_cast<Who>(who)) {
    case Who::you: return seat == scope.controller;
    case Who::rival: return seat == rival_of(scope.object);
    case Who::each_rival: return seat != scope.controller;
    case Who::each_player: return true;
    case Who::served: return scope.registers != nullptr && seat == core::seat(scope.registers[0]);
  }
  return false;
}

// `each_player` is the outermost loop wherever it stands, so register 0 holds the player who is served.
Seat Words::player(const State&, const Scope& scope, int who) {
  if (static_cast<Who>(who) == Who::rival && scope.object != 0) return rival_of(scope.object);
  if (static_cast<Who>(who) == Who::served && scope.registers != nullptr) return core::seat(scope.registers[0]);
  return scope.controller;
}

// The order of serving is fixed when the turn begins: a leader who concedes meanwhile (DRB-WIN-15) moves nobody.
Seat Words::first_seat(const State& s, const Scope&) {
  const bool turn = !s.agenda.empty() && s.agenda[0].step == static_cast<std::uint8_t>(Step::turn);
  return turn ? s.agenda[0].controller : s.leader;
}

// ---- conditions and amounts ------------------------------------------------------------------------------

namespace {

bool is_behind(const State& s, Seat seat) {
  for (int i = 0; i < s.seats; ++i)
    if (in_game(s, core::seat(i)) && s.players[i].points > player(s, seat).points) return true;
  return false;
}

// Printed sprints; a rival without a rushing card has none.
bool rival_prints_more(const Content& c, const State& s, Seat seat, Card card) {
  for (int i = 0; i < s.seats; ++i) {
    const Player& p = s.players[i];
    if (core::seat(i) == seat || !in_game(s, core::seat(i)) || p.rushing == no_slot) continue;
    if (face(c, p, p.rushing).sprint > face(c, s, card).sprint) return true;
  }
  return false;
}

}  // namespace

bool Words::test(const Content& c, const State& s, const Scope& scope, Program p, int at) {
  const Seat seat = scope.controller;
  const Player& own = dragon_booster::player(s, seat);
  const Card source = source_of(scope);
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::dragon_color: return core::index(color_of(c, s, seat)) == said<WordOp::dragon_color, "is">(p, at);
    case WordOp::dragon_title:  // DRB-DLS-07: without a dragon there is none
      return own.dragon != no_crystal &&
             face(c, own, own.dragon).title == core::make<Title>(said<WordOp::dragon_title, "is">(p, at));
    case WordOp::damaged_rival_card: return own.damaged_rival != 0;
    case WordOp::behind: return is_behind(s, seat);
    case WordOp::leading: return s.leader == seat;
    case WordOp::started_battle: return in_battle(s) && s.starter == seat;
    case WordOp::this_rushing: return owner_of(source) == seat && is_rushing(own, slot_of(source));
    case WordOp::this_in: {
      const PlaceInPlay place = core::make<PlaceInPlay>(said<WordOp::this_in, "place">(p, at));
      return !is_crystal_slot(slot_of(source)) &&
             core::contains(place == PlaceInPlay::track ? own.track : own.zone, slot_of(source));
    }
    case WordOp::rival_printed_higher: return rival_prints_more(c, s, seat, source);
    default: return false;
  }
}

int Words::amount(const Content& c, const State& s, const Scope& scope, Program p, int at) {
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::points:
      return dragon_booster::player(s, player(s, scope, said<WordOp::points, "whose">(p, at))).points;
    case WordOp::dragon_stat:
      return stat_of(c, s, scope.controller, core::make<Stat>(said<WordOp::dragon_stat, "stat">(p, at)));
    case WordOp::events_this_battle: return dragon_booster::player(s, scope.controller).events_this_battle;
    default: return 0;
  }
}

// ---- effects -------------------------------------------------------------------------------------------------

namespace {

using ability::Program;

Duration duration_of(int until) {
  return static_cast<Until>(until) == Until::end_of_battle ? this_battle : this_turn;
}

// Calls fn(seat) for each player meant, the leader first (DRB-MUL-09).
template <class Fn>
void each_meant(Table& t, const core::Frame& f, int who, Fn&& fn) {
  const ability::Scope scope = scope_of(f);
  int served = 0;
  for (int i = 0; i < t.s.seats && t.s.phase != Phase::over; ++i) {
    const Seat seat = seat_after(t.s, t.s.leader, i);
    if (!Words::among(t.s, scope, who, seat)) continue;
    fn(seat);
    ++served;
  }
  if (static_cast<Who>(who) == Who::each_rival || static_cast<Who>(who) == Who::each_player)
    cite(t, Clause::DRB_MUL_09, f.controller);
  if (served == 0) cite(t, Clause::DRB_GEN_08, f.controller);
}

// How many, and for whom: most effects take these two operands.
struct ForWhom {
  int n, who;
};
ForWhom for_whom(const Table& t, const core::Frame& f, Program p, int at) {
  const int n = operand<WordOp::gain_points, "n">(p, at);
  return {Interpreter::amount(t.content, t.s, scope_of(f), p, n), said<WordOp::gain_points, "who">(p, at)};
}

void change_points_of(Table& t, const core::Frame& f, Program p, int at, int sign) {
  const auto [n, who] = for_whom(t, f, p, at);
  each_meant(t, f, who, [&, n = n, who = who](Seat seat) {
    change_points(t, seat, sign * n, ability::clause_at<WordOp>(p, at));
    if (static_cast<Who>(who) != Who::you) cite(t, Clause::DRB_WIN_10, seat);
  });
}

// DRB-MAN-08: energy is gained in Main alone.
void gain_energy(Table& t, const core::Frame& f, Program p, int at) {
  const int n = Interpreter::amount(t.content, t.s, scope_of(f), p, operand<WordOp::gain_energy, "n">(p, at));
  const bool main = t.s.phase == Phase::main;
  Player& own = player(t.s, f.controller);
  if (main) own.energy = static_cast<std::uint16_t>(std::min(own.energy + n, 9999));
  emit(t, ability::clause_at<WordOp>(p, at), EventKind::energy, f.controller, main ? n : 0, own.energy);
}

void give_sprint(Table& t, const core::Frame& f, Program p, int at) {
  const int n = Interpreter::amount(t.content, t.s, scope_of(f), p, operand<WordOp::give_sprint, "n">(p, at));
  const int to = operand<WordOp::give_sprint, "to">(p, at);
  const Duration until = duration_of(said<WordOp::give_sprint, "until">(p, at));
  ability::FoundItems cards;
  Words::select(t.content, t.s, scope_of(f), p, to, cards);
  for (const std::int16_t item : cards) change_sprint(t, card_of(core::make<Item>(item)), n, f.controller, until);
  cite(t, ability::clause_at<WordOp>(p, at), f.controller);
  if (!cards.empty()) return;
  if (in_battle(t.s)) cite(t, Clause::DRB_BTL_04, f.controller);
  Words::found_nothing(t, f);
}

// DRB-GEN-15: the cards of this moment.
void give_protection(Table& t, const core::Frame& f, Program p, int at) {
  const int to = operand<WordOp::give_protection, "to">(p, at);
  const bool lowering = core::make<Harm>(said<WordOp::give_protection, "from">(p, at)) == Harm::lowering;
  const Duration until = duration_of(said<WordOp::give_protection, "until">(p, at));
  ability::FoundItems cards;
  Words::select(t.content, t.s, scope_of(f), p, to, cards);
  for (const std::int16_t item : cards) {
    const Card card = card_of(core::make<Item>(item));
    Player& whose = owner(t.s, card);
    const Slot slot = slot_of(card);
    if (lowering && !is_crystal_slot(slot)) whose.shielded[until] |= core::bit(slot);
    if (!lowering && is_crystal_slot(slot)) core::include(whose.guarded[until], crystal_of(slot));
    whose.changed[until] = 1;
    emit(t, lowering ? Clause::DRB_BTL_14 : Clause::DRB_DMG_09, EventKind::protected_, f.controller, card,
         lowering, owner_of(card));
  }
  cite(t, ability::clause_at<WordOp>(p, at), f.controller);
}

}  // namespace

bool brings_gear(ability::Program p, int at) {
  return core::make<CrystalKind>(said<WordOp::bring, "kind">(p, at)) == CrystalKind::gear;
}

void Words::effect(Table& t, core::Frame& f, Program p, int at) {
  const Seat seat = f.controller;
  const Clause clause = ability::clause_at<WordOp>(p, at);
  const auto each = [&](auto&& fn) {
    const auto [n, who] = for_whom(t, f, p, at);
    each_meant(t, f, who, [&, n = n](Seat meant) { fn(meant, n); });
  };
  const auto card = [&] { return card_of(named_item(scope_of(f), said<WordOp::discard, "card">(p, at))); };
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::gain_points: return change_points_of(t, f, p, at, 1);
    case WordOp::lose_points: return change_points_of(t, f, p, at, -1);
    case WordOp::gain_energy: return gain_energy(t, f, p, at);
    case WordOp::give_sprint: return give_sprint(t, f, p, at);
    case WordOp::give_protection: return give_protection(t, f, p, at);
    case WordOp::draw: return each([&](Seat meant, int n) { draw_cards(t, meant, n, clause); });
    case WordOp::discard_top: return each([&](Seat meant, int n) { discard_top(t, meant, n, clause); });
    case WordOp::discard_random: return each([&](Seat meant, int n) { discard_random(t, meant, n, clause); });
    case WordOp::discard: return discard(t, card(), seat, clause);
    case WordOp::damage: return damage(t, said<WordOp::damage, "card">(p, at) < 0 ? source_of(f) : card(), seat);
    case WordOp::put: return put(t, card(), static_cast<Goal>(said<WordOp::put, "to">(p, at)));
    case WordOp::deploy: return put(t, card(), Goal::track);
    case WordOp::show: return show_card(t, seat, card(), clause);
    case WordOp::shuffle_race_deck: return shuffle_deck(t, seat, clause);
    case WordOp::look_at_top: return look_at_top(t, seat, said<WordOp::look_at_top, "n">(p, at), clause);
    case WordOp::looked_to_bottom: push_step(t, Step::bottom, seat); return;
    case WordOp::look_at_hand:
      return each_meant(t, f, said<WordOp::look_at_hand, "whose">(p, at),
                        [&](Seat whose) { look_at_hand(t, seat, whose, clause); });
    case WordOp::bring: push_step(t, brings_gear(p, at) ? Step::mag : Step::recruit, seat); return;
    case WordOp::swap_dragon: return swap_dragon(t, seat, card(), clause);
    case WordOp::rush_with: return swap_rushing_card(t, seat, card(), clause);
    default: return;  // modifiers are read, never run
  }
}

// DRB-GEN-08: what cannot be done is skipped, and a keyword effect may be used for nothing (DRB-KEY-13).
void Words::found_nothing(Table& t, const core::Frame& f) {
  cite(t, Clause::DRB_GEN_08, f.controller);
  const Program p = program(t.content, f.ability);
  const ability::Ability& a = p.ability();
  if (p.opcode(f.position) == ability::op_choose && f.object != 0) {
    const auto of = static_cast<WordOp>(p.opcode(ability::choose_operands(p, f.position).of));
    if (of == WordOp::gear || of == WordOp::crew) tell_guarded(t, rival_of(f.object));
  }
  if (a.kind == static_cast<int>(ability::Kind::activated)) cite(t, Clause::DRB_KEY_13, f.controller);
  const bool maneuver = a.kind == static_cast<int>(ability::Kind::triggered) && t.s.limbo == source_of(f) &&
                        face(t.content, t.s, source_of(f)).kind == Kind::maneuver;
  if (maneuver) cite(t, Clause::DRB_MNV_06, f.controller);
}

// ---- what lasts ------------------------------------------------------------------------------------------------

namespace {

// What lasts is told by the effect that made it, which says how long; an ability that lasts itself, by its block.
void tell_made(Table& t, const core::Frame& f, int block, int until) {
  const int made_by = Words::program(t.content, f.ability).opcode(f.position);
  const bool says_how_long = made_by == ability::op_lasting || made_by == ability::op_later;
  emit(t, Clause::DRB_GEN_16, EventKind::effect_made, f.controller, f.source,
       f.ability * blocks_of_ability + (says_how_long ? f.position : block), says_how_long ? 0 : until);
}

void tell_lasting(Table& t, const core::Frame& f, const AbilityInfo& info, int block, int until) {
  if (t.log == nullptr) return;
  tell_made(t, f, block, until);
  const auto has = [&](WordOp word) { return (info.modifiers & modifier_bit(word)) != 0; };
  const Seat target = f.object != 0 ? rival_of(f.object) : f.controller;
  if (has(WordOp::stat)) {
    cite(t, Clause::DRB_STA_02, target);
    for (const Stat stat : core::first<Stat>(stat_count))
      if (stat_of(t.content, t.s, target, stat) < 0) cite(t, Clause::DRB_STA_03, target);
  }
  if (has(WordOp::take_color)) cite(t, Clause::DRB_STA_04, f.controller);
  const bool dragon = has(WordOp::stat) || has(WordOp::take_color) || has(WordOp::switch_off_dragon);
  if (dragon && player(t.s, target).dragon == no_crystal) cite(t, Clause::DRB_DLS_07, target);
}

}  // namespace

// Equal effects that add nothing to each other are kept once; stats and costs add up.
void Words::last(Table& t, const core::Frame& f, int block, int until) {
  const AbilityInfo& info = t.content.abilities[f.ability];
  const ability::Lasting made = ability::laid_by(f, block, until);
  constexpr std::uint32_t adding = modifier_bit(WordOp::stat) | modifier_bit(WordOp::cost_less) |
                                   modifier_bit(WordOp::take_color);  // the last color counts
  bool there = false;
  for (const ability::Lasting& l : t.s.lasting)
    there = there ||
            (l.ability == made.ability && l.block == made.block && l.controller == made.controller &&
             l.until == made.until && l.delayed == 0 && l.object == made.object && (info.modifiers & adding) == 0);
  if (!there) t.s.lasting.push(made);
  tell_lasting(t, f, info, block, until);
}

void Words::later(Table& t, const core::Frame& f, int moment, int until, int block) {
  ability::Lasting waiting = ability::laid_by(f, block, until);
  waiting.delayed = 1;
  waiting.subject = static_cast<std::int16_t>(moment);
  t.s.lasting.push(waiting);
  tell_made(t, f, block, until);
}

}  // namespace rw::dragon_booster
