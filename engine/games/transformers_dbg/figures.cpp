// What cards are worth now: printed figures, bonuses, and the modifiers in force, read when needed.
#include <algorithm>

#include "engine/games/transformers_dbg/acting.h"
#include "engine/games/transformers_dbg/turn.h"
#include "engine/games/transformers_dbg/word_table.h"

namespace rw::transformers_dbg {
namespace {

using ability::Program;
using ability::Scope;

// Those of one sort in a block.
template <class Fn>
void each_modifier(const Content& c, const State& s, Program p, int block, const Scope& scope, Modifier wanted,
                   Fn&& fn) {
  Interpreter::each_modifier(c, s, p, block, scope, static_cast<int>(wanted.word),
                             [&](Program q, int at, const Scope& from) {
                               if (wanted.sort == Modifier::no_sort || modifier_at(q, at).sort == wanted.sort)
                                 fn(q, at, from);
                             });
}

// Those of one sort among the texts of one card that hold always.
template <class Fn>
void read_card(const Content& c, const State& s, const Place& place, Seat controller, Modifier wanted, Fn&& fn) {
  if ((modifiers_at(c, place.spot, place.card) & modifier_bit(wanted)) == 0) return;
  const ability::Scope scope = scope_at(controller, place.source);
  each_text_at(c, place.spot, place.card, [&](int, int ability) {
    const Program p = Words::program(c, ability);
    if (p.ability().kind != static_cast<int>(ability::Kind::always)) return;
    if (p.ability().condition != 0 && !Interpreter::test(c, s, scope, p, p.ability().condition)) return;
    each_modifier(c, s, p, p.ability().effects, scope, wanted, fn);
  });
}

// The cards of one player that lie open.
template <class Fn>
void each_in_play(const Content& c, const State& s, Seat seat, Modifier wanted, Fn&& fn) {
  const std::uint32_t bit = modifier_bit(wanted);
  each_own_place(c, s, seat, [&](const Place& place) {
    if ((modifiers_at(c, place.spot, place.card) & bit) == 0) return;
    if (place.spot == Spot::side_up || !is_blank(c, s, seat)) read_card(c, s, place, seat, wanted, fn);
  });
}

template <class Fn>
void each_lasting(const Content& c, const State& s, Modifier wanted, Fn&& fn) {
  for (const ability::Lasting& l : s.lasting)
    if (l.object >= 0) each_modifier(c, s, Words::program(c, l.ability), l.block, scope_of(l), wanted, fn);
}

// Everything on the table.
template <class Fn>
void each_in_force(const Content& c, const State& s, Modifier wanted, Fn&& fn) {
  if (!is_said(s, wanted)) return;
  each_faceup_place(s, [&](const Place& place) { read_card(c, s, place, core::no_seat, wanted, fn); });
  for (int i = 0; i < s.seats; ++i) each_in_play(c, s, core::seat(i), wanted, fn);
  each_lasting(c, s, wanted, fn);
}

// Where an operand of each modifier stands, counted from the word; 0: it has none of that name.
consteval auto places_of(std::string_view name) {
  constexpr auto first = static_cast<std::size_t>(first_modifier) - ability::first_game_word;
  constexpr auto last = static_cast<std::size_t>(last_modifier) - ability::first_game_word;
  std::array<std::uint8_t, last - first + 1> places{};
  for (std::size_t word = first; word <= last; ++word)
    for (std::size_t i = 0; i < ability::max_parameters; ++i)
      if (ability::words<WordOp>[word].parameters[i].name == name)
        places[word - first] = static_cast<std::uint8_t>(1 + i);
  return places;
}
constexpr auto who_places = places_of("who"), figure_places = places_of("n");

int place_in(std::span<const std::uint8_t> places, Program p, int at) {
  return places[static_cast<std::size_t>(modifier_place(static_cast<WordOp>(p.opcode(at))))];
}

// Who is meant by a modifier.
Who who_of(Program p, int at) {
  const int place = place_in(who_places, p, at);
  return place == 0 ? Who::you : static_cast<Who>(p.word(at + place));
}

// The figure of a modifier that has one.
int figure_of(Program p, int at) { return p.word(at + place_in(figure_places, p, at)); }

}  // namespace

// A word of Sites: they blank the cards of those who stand there.
bool is_blank(const Content& c, const State& s, Seat seat) {
  const Space space = player(s, seat).space;
  return space != no_space && is_faceup(s, space) &&
         (modifiers_at(c, Spot::matrix_faceup, s.matrix.card[space]) & modifier_bit(WordOp::blank_cards)) != 0;
}

void note_texts(const Content& c, State& s, Spot spot, Card card) {
  const Said& said = said_at(c, spot, card);
  s.in_force |= said.modifiers;
  s.listened |= said.moments;
}

// What has left the table is forgotten here.
void note_table(const Content& c, State& s) {
  Said all;  // kept in registers until the end
  const auto note = [&](const Place& place) {
    const Said& said = said_at(c, place.spot, place.card);
    all.modifiers |= said.modifiers;
    all.moments |= said.moments;
  };
  each_faceup_place(s, note);
  for (int i = 0; i < s.seats; ++i) each_own_place(c, s, core::seat(i), note);
  s.in_force = all.modifiers;
  s.listened = all.moments;
  for (const ability::Lasting& l : s.lasting) note_lasting(c, s, l);
}

void note_lasting(const Content& c, State& s, const ability::Lasting& l) {
  if (l.object >= 0)
    s.in_force |= modifiers_in(Words::program(c, l.ability), l.block);
  else
    s.listened |= 1u << (-1 - l.object);
}

Card card_of(const Content& c, const State& s, Source source) {
  if (is_slot(source)) return card_in(c, s, slot_of(source));
  if (is_space(source)) return s.matrix.card[space_of(source)];
  if (is_relic(source)) return card_of(c, relic_of(source));
  return card_of(source);
}

// For an Encounter this is where the card lies that ambushes (words.h, Where).
Space space_of(const State& s, const Scope& scope) {
  const Source source = source_of(scope);
  if (is_space(source)) return space_of(source);
  if (is_card(source)) return space_of(subject_of(scope));
  return scope.controller == core::no_seat ? no_space : player(s, scope.controller).space;
}

bool covers(const Content& c, const State& s, const Scope& scope, Who who, Seat seat) {
  switch (who) {
    case Who::you: return seat == scope.controller;
    case Who::target: return scope.registers != nullptr && seat == named_player(scope, target_name);
    case Who::hit: return core::contains(static_cast<std::uint64_t>(scope.object) & 31, core::index(seat));
    case Who::blocked:
      return core::contains((static_cast<std::uint64_t>(scope.object) >> 5) & 31, core::index(seat));
    case Who::everyone: return true;
    case Who::others: return seat != scope.controller;
    case Who::opponents: return scope.controller != core::no_seat && is_opponent(s, scope.controller, seat);
    // For an Encounter these are the Adversaries of the card that ambushes.
    case Who::adversaries: {
      Card card = card_of(c, s, source_of(scope));
      if (card_def(c, card).kind == CardKind::encounter) card = card_of(subject_of(scope));
      return is_adversary(c, s, seat, card);
    }
    case Who::visitors: return player(s, seat).space == space_of(s, scope);
  }
  return false;
}

bool holds_somewhere(const Content& c, const State& s, Modifier wanted, Seat seat) {
  bool found = false;
  each_in_force(c, s, wanted, [&](Program p, int at, const Scope& scope) {
    found = found || covers(c, s, scope, who_of(p, at), seat);
  });
  return found;
}

int total_said(const Content& c, const State& s, Modifier wanted, Seat seat) {
  int sum = 0;
  each_in_force(c, s, wanted, [&](Program p, int at, const Scope& scope) {
    if (covers(c, s, scope, who_of(p, at), seat)) sum += figure_of(p, at);
  });
  return sum;
}

bool is_mode(const Content& c, const State& s, Seat seat, SideUp wanted) {
  const auto mode = static_cast<SideUp>(side_of(c, s, seat).mode);
  // DBG-GEN-22: Team Mode counts as Alt Mode, Combiner Mode as Bot Mode.
  if (wanted == SideUp::alt) return mode == SideUp::alt || mode == SideUp::team;
  if (wanted == SideUp::bot) return mode == SideUp::bot || mode == SideUp::combiner;
  return mode == wanted;
}

namespace {

bool is_of(const CardDef& def, Kind kind) {
  const CardKind is = def.kind;
  switch (kind) {
    case Kind::any_kind: return true;
    case Kind::robot: return is == CardKind::robot;
    case Kind::boss: return is == CardKind::boss;
    case Kind::technology: return is == CardKind::technology;
    case Kind::maneuver: return is == CardKind::maneuver;
    case Kind::ally: return is == CardKind::ally;
    case Kind::site: return is == CardKind::site;
    case Kind::relic: return is == CardKind::relic;
    case Kind::starter: return is == CardKind::starter;  // DBG-COM-13
    case Kind::wrath: return def.wrath;
    case Kind::technology_or_maneuver: return is == CardKind::technology || is == CardKind::maneuver;
    case Kind::robot_or_boss: return is == CardKind::robot || is == CardKind::boss;
    case Kind::not_boss: return is != CardKind::boss;
  }
  return true;
}

}  // namespace

bool fits(const Content& c, const State& s, Seat you, Card card, Kind kind, Allegiance faction, int subtype) {
  const CardDef& def = card_def(c, card);
  if (!is_of(def, kind)) return false;
  if (subtype != any_subtype && !core::contains(def.subtypes, subtype)) return false;
  switch (faction) {
    case Allegiance::any_faction: return true;
    case Allegiance::own_faction: return you != core::no_seat && def.faction == player(s, you).faction;
    case Allegiance::adversary: return you != core::no_seat && is_adversary(c, s, you, card);
    case Allegiance::autobot: return def.faction == Faction::autobot;
    case Allegiance::decepticon: return def.faction == Faction::decepticon;
  }
  return true;
}

bool within(const Content& c, const State& s, const Scope& scope, Where where, Space space) {
  if (where == Where::anywhere) return true;
  if (space == no_space) return false;
  if (where == Where::corner) {
    const TableSize& table = c.tables[s.seats - 1];
    return (row_of(space) == 0 || row_of(space) == table.rows - 1) &&
           (column_of(space) == 0 || column_of(space) == table.columns - 1);
  }
  if (where == Where::near_card) {
    const Space here = space_of(s, scope);
    return here != no_space && distance(here, space) <= 1;
  }
  const Space here = scope.controller == core::no_seat ? no_space : player(s, scope.controller).space;
  if (here == no_space) return false;
  const int far = distance(here, space);
  switch (where) {
    case Where::here: return far == 0;
    case Where::adjacent: return far == 1;
    case Where::within_1: return far <= 1;
    case Where::within_2: return far <= 2;
    case Where::within_3: return far <= 3;
    // DBG-GEN-05, DBG-GEN-06.
    case Where::in_range:
      return far <= (is_slot(source_of(scope))
                         ? range_of(c, s, scope.controller, slot_of(source_of(scope)))
                         : range_in_hand(c, s, scope.controller, card_of(c, s, source_of(scope))));
    default: return false;
  }
}

// ---- a card's own figures -------------------------------------------------------------------------------------

namespace {

int own_modifier(const Content& c, const State& s, Seat owner, Slot slot, Figure figure) {
  int sum = 0;
  read_card(c, s, {spot_of(s, slot), source_of(slot), card_in(c, s, slot)}, owner, figure,
            [&](Program p, int at, const Scope&) { sum += figure_of(p, at); });
  return sum;
}

// DBG-AST-14: cards that were played, Assists among them.
int played_power(const Content& c, const State& s, Seat owner, Slot slot) {
  if (!is_said(s, WordOp::played_power)) return 0;
  const InPlay& in = s.slots[slot];
  int sum = 0;
  const auto read = [&](Program p, int at, int after) {
    constexpr auto word = WordOp::played_power;
    if (said<word, "later">(p, at) != 0 && in.order <= after) return;
    const auto kind = static_cast<Kind>(said<word, "kind">(p, at));
    const auto faction = static_cast<Allegiance>(said<word, "faction">(p, at));
    if (fits(c, s, owner, in.card, kind, faction, said<word, "subtype">(p, at))) sum += figure_of(p, at);
  };
  each_in_play(c, s, owner, WordOp::played_power, [&](Program p, int at, const Scope&) { read(p, at, 0); });
  for (const ability::Lasting& l : s.lasting)
    if (l.controller == owner && l.object >= 0)
      Interpreter::each_modifier(c, s, Words::program(c, l.ability), l.block, scope_of(l),
                                 static_cast<int>(WordOp::played_power),
                                 [&](Program p, int at, const Scope&) { read(p, at, l.object); });
  return sum;
}

}  // namespace

Outlook outlook_of(const Content& c, const State& s, Seat seat) {
  constexpr std::uint32_t figures = modifier_bit(Figure::power) | modifier_bit(Figure::range) |
                                    modifier_bit(Figure::move) | modifier_bit(WordOp::played_power);
  return {is_blank(c, s, seat), (s.in_force & figures) != 0, holds(c, s, WordOp::no_range, seat)};
}

// DBG-TIM-09: never below 0. DBG-GEN-16: blank cards have nothing.
int power_of(const Content& c, const State& s, Seat owner, Slot slot, const Outlook& look) {
  const bool side = is_character_slot(slot);
  if (look.blank && !side) return 0;
  const CardDef& card = def_in(c, s, slot);
  const InPlay& in = s.slots[slot];
  int n = card.power + in.power_bonus;
  if (look.modified) {
    n += own_modifier(c, s, owner, slot, Figure::power);
    if (!side && in.order != 0) n += played_power(c, s, owner, slot);
  }
  return std::max(0, n);
}

int range_of(const Content& c, const State& s, Seat owner, Slot slot, const Outlook& look) {
  if (look.short_range || (look.blank && !is_character_slot(slot))) return 0;
  const CardDef& card = def_in(c, s, slot);
  int n = card.range + s.slots[slot].range_bonus;
  if (look.modified) n += own_modifier(c, s, owner, slot, Figure::range);
  return std::max(0, n);
}

int move_of(const Content& c, const State& s, Seat owner, Slot slot, const Outlook& look) {
  if (look.blank && !is_character_slot(slot)) return 0;
  const CardDef& card = def_in(c, s, slot);
  int n = card.move + s.slots[slot].move_bonus;
  if (look.modified) n += own_modifier(c, s, owner, slot, Figure::move);
  return std::max(0, n);
}

int power_of(const Content& c, const State& s, Seat owner, Slot slot) {
  return power_of(c, s, owner, slot, outlook_of(c, s, owner));
}
int range_of(const Content& c, const State& s, Seat owner, Slot slot) {
  return range_of(c, s, owner, slot, outlook_of(c, s, owner));
}
int move_of(const Content& c, const State& s, Seat owner, Slot slot) {
  return move_of(c, s, owner, slot, outlook_of(c, s, owner));
}

int range_in_hand(const Content& c, const State& s, Seat seat, Card card) {
  const int range = card_def(c, card).range;
  return range == 0 || holds(c, s, WordOp::no_range, seat) ? 0 : range;
}

bool has_flight(const Content& c, const State& s, Seat owner, Slot slot) {
  if (def_in(c, s, slot).flight) return true;
  for (const ability::Lasting& l : s.lasting)
    if (l.controller == owner) return holds(c, s, Licence::fly, owner);
  return false;
}

// ---- prices ------------------------------------------------------------------------------------------

int battle_cost(const Content& c, const State& s, Seat attacker, Card card, Space space) {
  int cost = card_def(c, card).cost;
  each_in_force(c, s, WordOp::battle_cost, [&](Program p, int at, const Scope& scope) {
    // A player's own text counts in that player's battles only.
    if (scope.controller != core::no_seat && scope.controller != attacker) return;
    constexpr auto word = WordOp::battle_cost;
    const auto kind = static_cast<Kind>(said<word, "kind">(p, at));
    const auto faction = static_cast<Allegiance>(said<word, "faction">(p, at));
    if (!fits(c, s, attacker, card, kind, faction, said<word, "subtype">(p, at))) return;
    const auto where = static_cast<Where>(said<word, "where">(p, at));
    if (within(c, s, scope, where, space)) cost += figure_of(p, at);
  });
  // DBG-COP-10.
  if (s.difficulty == 2 && cooperative(c, s) && card_def(c, card).kind == CardKind::boss) cost += c.hard_boss_cost;
  return std::max(0, cost);
}

namespace {

bool is_discounted(const Content& c, const State& s, Seat seat, Card card, Program p, int at) {
  const auto kind = static_cast<Kind>(said<WordOp::buy_discount, "kind">(p, at));
  return fits(c, s, seat, card, kind, Allegiance::any_faction, said<WordOp::buy_discount, "subtype">(p, at));
}

}  // namespace

int buy_cost(const Content& c, const State& s, Seat seat, Card card) {
  int cost = card_def(c, card).cost;
  if (s.lasting.empty()) return cost;
  each_lasting(c, s, WordOp::buy_discount, [&](Program p, int at, const Scope& scope) {
    if (scope.controller == seat && is_discounted(c, s, seat, card, p, at)) cost -= figure_of(p, at);
  });
  return std::max(0, cost);
}

OwnRobots own_robots(const Content& c, const State& s, Seat seat, Space space) {
  OwnRobots found;
  const Slot slot = character_slot(s, seat);
  const CardDef& side = def_in(c, s, slot);
  if ((modifiers_at(c, Spot::side_up, card_in(c, s, slot)) & modifier_bit(WordOp::battle_own_robots)) == 0)
    return found;
  const ability::Scope scope = scope_at(seat, source_of(slot));
  for (int i = 0; i < side.texts; ++i) {
    const Program p = Words::program(c, side.first + i);
    if (p.ability().kind != static_cast<int>(ability::Kind::always)) continue;
    Interpreter::each_modifier(c, s, p, p.ability().effects, scope, static_cast<int>(WordOp::battle_own_robots),
                               [&](Program q, int at, const Scope&) {
                                 constexpr auto word = WordOp::battle_own_robots;
                                 const auto where = static_cast<Where>(said<word, "where">(q, at));
                                 const auto to = static_cast<Destination>(said<word, "to">(q, at));
                                 if (within(c, s, scope, where, space))
                                   found = {true, side.first + i, operand<word, "pay">(q, at), to};
                               });
  }
  return found;
}

int assist_bonus(const Content& c, const State& s, Seat seat) { return total(c, s, WordOp::assist_power, seat); }

namespace {

// A figure on the standard Damage card.
template <class Fn>
void read_damage(const Content& c, const State& s, Modifier wanted, Fn&& fn) {
  read_card(c, s, {Spot::in_front, Source{}, c.standard_damage}, core::no_seat, wanted, fn);
}

}  // namespace

// DBG-AST-08.
int forced_assists(const Content& c, const State& s, Seat seat) {
  if (player(s, seat).damage == 0 || holds(c, s, Deed::be_forced_to_assist, seat)) return 0;
  int each = 0;
  read_damage(c, s, WordOp::assists_forced, [&](Program p, int at, const Scope&) { each += figure_of(p, at); });
  return each * player(s, seat).damage;
}

int damage_of(const Content& c, const State& s, Seat seat) {
  const Player& p = player(s, seat);
  if (s.damage_in_play_only == 0) return p.damage + p.specials;
  int n = p.damage;
  for (const Slot slot : slots_of(s, seat)) n += def_in(c, s, slot).special ? 1 : 0;
  return n;
}

// DBG-DMG-03, DBG-DMG-09: once per player, halves rounded down.
int damage_penalty(const Content& c, const State& s, Seat seat) {
  int loss = 0;
  read_damage(c, s, WordOp::damage_penalty, [&](Program p, int at, const Scope&) {
    const int vp = said<WordOp::damage_penalty, "vp">(p, at);
    loss +=
        vp * ((player(s, seat).damage + player(s, seat).specials) / said<WordOp::damage_penalty, "per">(p, at));
  });
  return loss;
}

int free_conversions(const Content& c, const State& s, Seat seat) {
  int n = 0;
  if (!is_said(s, WordOp::free_conversions)) return n;
  each_in_play(c, s, seat, WordOp::free_conversions, [&](Program p, int at, const Scope&) {
    const auto from = static_cast<SideUp>(said<WordOp::free_conversions, "from">(p, at));
    if (is_mode(c, s, seat, from)) n += figure_of(p, at);
  });
  return n;
}

// ---- what lasts --------------------------------------------------------------------------------------

void serve(Table& t, Modifier used, Seat seat, Card card) {
  State& s = t.s;
  for (int i = s.lasting.size() - 1; i >= 0; --i) {
    const ability::Lasting l = s.lasting[i];
    if (l.controller != seat || !l.ends(Until::first_use) || l.object < 0) continue;
    bool served = false;
    each_modifier(t.content, s, Words::program(t.content, l.ability), l.block, scope_of(l), used,
                  [&](Program p, int at, const Scope&) {
                    served = used.word != WordOp::buy_discount || is_discounted(t.content, s, seat, card, p, at);
                  });
    if (served) s.lasting.remove(i);
  }
}

void end_lasting(Table& t, Until until, Seat controller) {
  for (int i = t.s.lasting.size() - 1; i >= 0; --i) {
    const ability::Lasting& l = t.s.lasting[i];
    if (l.ends(until) && (controller == core::no_seat || l.controller == controller)) t.s.lasting.remove(i);
  }
}

}  // namespace rw::transformers_dbg
