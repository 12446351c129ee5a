// The sets of things that ability words speak of: which cards are meant, and which of them can be chosen.
#include <algorithm>

#include "engine/games/dragon_booster/turn.h"

namespace rw::dragon_booster {
namespace {

using ability::Program;

enum Lane : int { in_play_lane, track_lane, zone_lane, waiting_lane, rushing_lane };
enum RacePlace : int { hand_place, deck_place, discards_place };
enum RaceKind : int { any_kind, maneuvers_only };
enum GearPlace : int { mag_pit_place };

std::uint64_t lane_of(const Player& p, int lane) {
  const std::uint64_t rushing = p.rushing == no_slot ? 0 : core::bit(p.rushing);
  switch (lane) {
    case in_play_lane: return p.track | p.zone;
    case track_lane: return p.track;
    case zone_lane: return p.zone;
    case waiting_lane: return p.zone & ~rushing;
    default: return rushing;
  }
}

bool is_wanted_maneuver(const CardFace& card, const ManeuversOperands& set) {
  return (set.max_cost == 0 || card.cost <= set.max_cost) &&
         (set.max_sprint == 0 || card.sprint <= set.max_sprint);
}

bool is_among_maneuvers(const Content& c, const State& s, const ability::Scope& scope,
                        const ManeuversOperands& set, Card card) {
  const int slot = slot_of(card);
  if (is_crystal_slot(slot) || (set.other != 0 && card == scope.source)) return false;
  const Player& whose = owner(s, card);
  return core::contains(lane_of(whose, set.in), slot) && Words::among(s, scope, set.whose, owner_of(card)) &&
         is_wanted_maneuver(face(c, whose, slot), set);
}

bool is_wanted_race_card(const CardFace& card, const RaceCardsOperands& set) {
  if (set.kind != any_kind && card.kind != (set.kind == maneuvers_only ? Kind::maneuver : Kind::event))
    return false;
  return (set.max_cost == 0 || card.cost <= set.max_cost) && card.cost >= set.min_cost;
}

std::uint64_t deck_bits(const Player& p) {
  std::uint64_t bits = 0;
  for (int i = 0; i < p.deck_size; ++i) bits |= core::bit(p.deck[i]);
  return bits;
}
std::uint64_t race_place(const Player& p, int place) {
  return place == hand_place ? p.hand : place == discards_place ? p.discards : deck_bits(p);
}

bool is_among_race_cards(const Content& c, const State& s, const ability::Scope& scope,
                         const RaceCardsOperands& set, Card card) {
  const int slot = slot_of(card);
  return !is_crystal_slot(slot) && core::contains(race_place(owner(s, card), set.in), slot) &&
         Words::among(s, scope, set.whose, owner_of(card)) && is_wanted_race_card(face(c, s, card), set);
}

bool is_among_gear(const Content& c, const State& s, const ability::Scope& scope, const GearOperands& set,
                   Card card) {
  const int slot = slot_of(card);
  if (!is_crystal_slot(slot) || (set.other != 0 && card == scope.source)) return false;
  const Player& whose = owner(s, card);
  const unsigned place = set.in == mag_pit_place ? magged(whose) : whose.damaged;
  const CardFace& gear = face(c, whose, slot);
  return core::contains(place, slot - race_slots) && gear.kind == Kind::gear &&
         (set.max_level == 0 || gear.level <= set.max_level) && Words::among(s, scope, set.whose, owner_of(card));
}

bool is_among_crew(const State& s, const ability::Scope& scope, const CrewOperands& set, Card card) {
  const int slot = slot_of(card);
  return is_crystal_slot(slot) && !(set.other != 0 && card == scope.source) &&
         core::contains(owner(s, card).crew, slot - race_slots) &&
         Words::among(s, scope, set.whose, owner_of(card));
}

}  // namespace

bool holds(const Content& c, const State& s, const ability::Scope& scope, ability::Program p, int at, Card card) {
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::maneuvers: return is_among_maneuvers(c, s, scope, operands<ManeuversOperands>(p, at), card);
    case WordOp::race_cards: return is_among_race_cards(c, s, scope, operands<RaceCardsOperands>(p, at), card);
    case WordOp::gear: return is_among_gear(c, s, scope, operands<GearOperands>(p, at), card);
    case WordOp::crew: return is_among_crew(s, scope, operands<CrewOperands>(p, at), card);
    case WordOp::this_card: return card == scope.source;
    case WordOp::chosen: return scope.registers != nullptr && card == scope.registers[only_operand(p, at)];
    default: return false;
  }
}

namespace {

// The places of this player where cards of the set may lie, so that only those are tested.
void push_matching(const Content& c, const State& s, const ability::Scope& scope, ability::Program p, int at,
                   Seat seat, ability::Items& out) {
  const Player& whose = player(s, seat);
  const auto push = [&](Card card) { out.push(static_cast<std::int16_t>(card)); };
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::maneuvers: {
      const auto& set = operands<ManeuversOperands>(p, at);
      for (const int slot : core::bits(lane_of(whose, set.in)))
        if (is_among_maneuvers(c, s, scope, set, card_of(seat, slot))) push(card_of(seat, slot));
      return;
    }
    case WordOp::race_cards: {
      const auto& set = operands<RaceCardsOperands>(p, at);
      for (const int slot : core::bits(race_place(whose, set.in)))
        if (is_wanted_race_card(face(c, whose, slot), set)) push(card_of(seat, slot));
      return;
    }
    case WordOp::gear:
    case WordOp::crew: {
      const bool pit =
          static_cast<WordOp>(p.opcode(at)) == WordOp::crew || operands<GearOperands>(p, at).in == mag_pit_place;
      for (const int i : core::bits(pit ? mag_pit(whose) : whose.damaged)) {
        const Card card = card_of(seat, race_slots + i);
        // DRB-DMG-09: what is protected cannot be chosen.
        if (holds(c, s, scope, p, at, card) && (!pit || seat == scope.controller || !is_guarded(c, s, card)))
          push(card);
      }
      return;
    }
    default: return;
  }
}

void push_spare_dragons(const Content& c, const State& s, Seat seat, ability::Items& out) {
  const Player& p = player(s, seat);
  if (p.dragon == no_slot) return;  // DRB-DLS-07
  const std::uint8_t team = face(c, p, race_slots + p.dragon).team;
  for (const int i : core::bits(p.dragon_deck)) {
    const CardFace& card = face(c, p, race_slots + i);
    if (card.kind == Kind::dragon && card.team == team)
      out.push(static_cast<std::int16_t>(card_of(seat, race_slots + i)));
  }
}

void push_looked(const State& s, Seat seat, ability::Items& out) {
  const Player& p = player(s, seat);
  for (int i = p.deck_size - s.looked; i < p.deck_size; ++i)
    out.push(static_cast<std::int16_t>(card_of(seat, p.deck[i])));
  std::sort(out.begin(), out.end());
}

}  // namespace

namespace {

// Whose cards a set is about.
int whose(Program p, int at) {
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::maneuvers: return operands<ManeuversOperands>(p, at).whose;
    case WordOp::race_cards: return operands<RaceCardsOperands>(p, at).whose;
    case WordOp::gear: return operands<GearOperands>(p, at).whose;
    default: return operands<CrewOperands>(p, at).whose;
  }
}

}  // namespace

void Words::select(const Content& c, const State& s, const Scope& scope, Program p, int at, ability::Items& out) {
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::spare_dragons: return push_spare_dragons(c, s, scope.controller, out);
    case WordOp::looked_cards: return push_looked(s, scope.controller, out);
    case WordOp::colors:
      for (int i = 0; i < static_cast<int>(c.colors.size()); ++i) out.push(static_cast<std::int16_t>(i));
      return;
    case WordOp::this_card: return out.push(static_cast<std::int16_t>(scope.source));
    case WordOp::chosen: return out.push(scope.registers[only_operand(p, at)]);
    default: break;
  }
  const int who = whose(p, at);
  for (int i = 0; i < s.seats; ++i)
    if (among(s, scope, who, core::seat(i))) push_matching(c, s, scope, p, at, core::seat(i), out);
}

// A hand and the race deck: others cannot see what there is to choose from. An empty one they can.
bool Words::conceals(const Content&, const State& s, const Scope& scope, Program p, int at) {
  const auto op = static_cast<WordOp>(p.opcode(at));
  if (op == WordOp::looked_cards) return s.looked != 0;
  if (op == WordOp::spare_dragons) {
    const Player& own = dragon_booster::player(s, scope.controller);
    return own.dragon_deck != 0 && own.face_up == 0 && own.dragon != no_slot;
  }
  if (op != WordOp::race_cards) return false;
  const auto& set = operands<RaceCardsOperands>(p, at);
  for (int i = 0; i < s.seats && set.in != discards_place; ++i)
    if (among(s, scope, set.whose, core::seat(i)))
      return set.in == hand_place ? s.players[i].hand != 0 : s.players[i].deck_size != 0;
  return false;
}

}  // namespace rw::dragon_booster
