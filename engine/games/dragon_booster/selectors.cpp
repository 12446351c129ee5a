// The sets of things that ability words speak of: which cards are meant, and which of them can be chosen.
#include <algorithm>

#include "engine/games/dragon_booster/turn.h"
#include "engine/games/dragon_booster/word_table.h"

namespace rw::dragon_booster {
namespace {

using ability::Program;

// The maneuvers of this player that lie where the set says.
std::uint64_t lane_of(const Player& whose, Program p, int at) {
  const std::uint64_t rushing = whose.rushing == no_slot ? 0 : core::bit(whose.rushing);
  switch (core::make<Lane>(said<WordOp::maneuvers, "in">(p, at))) {
    case Lane::play: return whose.track | whose.zone;
    case Lane::track: return whose.track;
    case Lane::zone: return whose.zone;
    case Lane::waiting: return whose.zone & ~rushing;
    case Lane::rushing: break;
  }
  return rushing;
}

bool is_wanted_maneuver(const CardFace& card, Program p, int at) {
  const int max_cost = said<WordOp::maneuvers, "max_cost">(p, at);
  const int max_sprint = said<WordOp::maneuvers, "max_sprint">(p, at);
  return (max_cost == 0 || card.cost <= max_cost) && (max_sprint == 0 || card.sprint <= max_sprint);
}

bool is_among_maneuvers(const Content& c, const State& s, const ability::Scope& scope, Program p, int at,
                        Card card) {
  const Slot slot = slot_of(card);
  const bool other = said<WordOp::maneuvers, "other">(p, at) != 0;
  if (is_crystal_slot(slot) || (other && card == source_of(scope))) return false;
  const Player& whose = owner(s, card);
  return core::contains(lane_of(whose, p, at), slot) &&
         Words::among(s, scope, said<WordOp::maneuvers, "whose">(p, at), owner_of(card)) &&
         is_wanted_maneuver(face(c, whose, slot), p, at);
}

bool is_wanted_race_card(const CardFace& card, Program p, int at) {
  const RaceKind kind = core::make<RaceKind>(said<WordOp::race_cards, "kind">(p, at));
  const int max_cost = said<WordOp::race_cards, "max_cost">(p, at);
  if (kind != RaceKind::any && card.kind != (kind == RaceKind::maneuver ? Kind::maneuver : Kind::event))
    return false;
  return (max_cost == 0 || card.cost <= max_cost) && card.cost >= said<WordOp::race_cards, "min_cost">(p, at);
}

std::uint64_t deck_bits(const Player& p) {
  std::uint64_t bits = 0;
  for (int i = 0; i < p.deck_size; ++i) bits |= core::bit(p.deck[i]);
  return bits;
}
RacePlace race_place(Program p, int at) { return core::make<RacePlace>(said<WordOp::race_cards, "in">(p, at)); }
std::uint64_t race_cards_in(const Player& p, RacePlace place) {
  return place == RacePlace::hand ? p.hand : place == RacePlace::discards ? p.discards : deck_bits(p);
}

bool is_among_race_cards(const Content& c, const State& s, const ability::Scope& scope, Program p, int at,
                         Card card) {
  const Slot slot = slot_of(card);
  return !is_crystal_slot(slot) && core::contains(race_cards_in(owner(s, card), race_place(p, at)), slot) &&
         Words::among(s, scope, said<WordOp::race_cards, "whose">(p, at), owner_of(card)) &&
         is_wanted_race_card(face(c, s, card), p, at);
}

bool is_in_mag_pit(Program p, int at) {
  return core::make<GearPlace>(said<WordOp::gear, "in">(p, at)) == GearPlace::mag_pit;
}

bool is_among_gear(const Content& c, const State& s, const ability::Scope& scope, Program p, int at, Card card) {
  const Slot slot = slot_of(card);
  const bool other = said<WordOp::gear, "other">(p, at) != 0;
  if (!is_crystal_slot(slot) || (other && card == source_of(scope))) return false;
  const Player& whose = owner(s, card);
  const unsigned place = is_in_mag_pit(p, at) ? magged(whose) : whose.damaged;
  const int max_level = said<WordOp::gear, "max_level">(p, at);
  const CardFace& gear = face(c, whose, slot);
  return core::contains(place, crystal_of(slot)) && gear.kind == Kind::gear &&
         (max_level == 0 || gear.level <= max_level) &&
         Words::among(s, scope, said<WordOp::gear, "whose">(p, at), owner_of(card));
}

bool is_among_crew(const State& s, const ability::Scope& scope, Program p, int at, Card card) {
  const Slot slot = slot_of(card);
  const bool other = said<WordOp::crew, "other">(p, at) != 0;
  return is_crystal_slot(slot) && !(other && card == source_of(scope)) &&
         core::contains(owner(s, card).crew, crystal_of(slot)) &&
         Words::among(s, scope, said<WordOp::crew, "whose">(p, at), owner_of(card));
}

}  // namespace

bool holds(const Content& c, const State& s, const ability::Scope& scope, ability::Program p, int at, Card card) {
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::maneuvers: return is_among_maneuvers(c, s, scope, p, at, card);
    case WordOp::race_cards: return is_among_race_cards(c, s, scope, p, at, card);
    case WordOp::gear: return is_among_gear(c, s, scope, p, at, card);
    case WordOp::crew: return is_among_crew(s, scope, p, at, card);
    case WordOp::this_card: return card == source_of(scope);
    case WordOp::chosen:
      return scope.registers != nullptr && item_of(card) == named_item(scope, said<WordOp::chosen, "card">(p, at));
    default: return false;
  }
}

namespace {

// Only the places of this player where such cards may lie are looked at.
void push_matching(const Content& c, const State& s, const ability::Scope& scope, ability::Program p, int at,
                   Seat seat, ability::Items& out) {
  const Player& whose = player(s, seat);
  const auto push = [&](Card card) { add(out, item_of(card)); };
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::maneuvers:
      for (const Slot slot : core::bits<Slot>(lane_of(whose, p, at)))
        if (is_among_maneuvers(c, s, scope, p, at, card_of(seat, slot))) push(card_of(seat, slot));
      return;
    case WordOp::race_cards:
      for (const Slot slot : core::bits<Slot>(race_cards_in(whose, race_place(p, at))))
        if (is_wanted_race_card(face(c, whose, slot), p, at)) push(card_of(seat, slot));
      return;
    case WordOp::gear:
    case WordOp::crew: {
      const bool pit = static_cast<WordOp>(p.opcode(at)) == WordOp::crew || is_in_mag_pit(p, at);
      for (const Crystal i : core::bits<Crystal>(pit ? mag_pit(whose) : whose.damaged)) {
        const Card card = card_of(seat, i);
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
  if (p.dragon == no_crystal) return;  // DRB-DLS-07
  const Team team = face(c, p, p.dragon).team;
  for (const Crystal i : core::bits<Crystal>(p.dragon_deck)) {
    const CardFace& card = face(c, p, i);
    if (card.kind == Kind::dragon && card.team == team) add(out, item_of(card_of(seat, i)));
  }
}

void push_looked(const State& s, Seat seat, ability::Items& out) {
  const Player& p = player(s, seat);
  for (int i = p.deck_size - s.looked; i < p.deck_size; ++i) add(out, item_of(card_of(seat, p.deck[i])));
  std::sort(out.begin(), out.end());
}

}  // namespace

namespace {

// Whose cards a set is about.
int whose(Program p, int at) {
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::maneuvers: return said<WordOp::maneuvers, "whose">(p, at);
    case WordOp::race_cards: return said<WordOp::race_cards, "whose">(p, at);
    case WordOp::gear: return said<WordOp::gear, "whose">(p, at);
    default: return said<WordOp::crew, "whose">(p, at);
  }
}

}  // namespace

void Words::select(const Content& c, const State& s, const Scope& scope, Program p, int at, ability::Items& out) {
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::spare_dragons: return push_spare_dragons(c, s, scope.controller, out);
    case WordOp::looked_cards: return push_looked(s, scope.controller, out);
    case WordOp::colors:
      for (const Color color : core::first<Color>(static_cast<int>(c.colors.size()))) add(out, item_of(color));
      return;
    case WordOp::this_card: return add(out, item_of(source_of(scope)));
    case WordOp::chosen: return add(out, named_item(scope, said<WordOp::chosen, "card">(p, at)));
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
    return own.dragon_deck != 0 && own.face_up == 0 && own.dragon != no_crystal;
  }
  if (op != WordOp::race_cards) return false;
  const RacePlace in = race_place(p, at);
  for (int i = 0; i < s.seats && in != RacePlace::discards; ++i)
    if (among(s, scope, said<WordOp::race_cards, "whose">(p, at), core::seat(i)))
      return in == RacePlace::hand ? s.players[i].hand != 0 : s.players[i].deck_size != 0;
  return false;
}

}  // namespace rw::dragon_booster
