// What choices and events name, for the table of kinds in lexicon.cpp: where each thing lies, how it is said, what
// it stands for, and what can be named at all.
#pragma once

#include <algorithm>
#include <vector>

#include "engine/core/lexicon.h"
#include "engine/games/dino_battles/describe.h"

namespace rw::dino_battles::kinds {

using core::Form;
using core::Place;
using core::Record;
using core::Viewer;

// ---- where things lie --------------------------------------------------------------------------------

enum PlaceRow : std::uint8_t {
  hand_place,
  discard_place,
  supply_place,  // by the table of the card
  offering_place = supply_place + 4,
  stack_place,
  player_place,
  slot_place,  // by slot
  cards_place = slot_place + max_slots,
};
inline constexpr std::string_view place_paths[] = {
    "players.{seat}.hand.{n}",
    "players.{seat}.discard.{n}",
    "supply.{combat}",
    "supply.{status}",
    "supply.{strategies}",
    "supply.{techs}",
    "offering.slot_{n}",
    "stack.{n}",
    "players.{seat}",
    "players.{seat}.active",
    "players.{seat}.reserve_1",
    "players.{seat}.reserve_2",
    "players.{seat}.reserve_3",
    "players.{seat}.reserve_4",
    "players.{seat}.reserve_5",
    "players.{seat}.active.cards.{n}",
    "players.{seat}.reserve_1.cards.{n}",
    "players.{seat}.reserve_2.cards.{n}",
    "players.{seat}.reserve_3.cards.{n}",
    "players.{seat}.reserve_4.cards.{n}",
    "players.{seat}.reserve_5.cards.{n}",
};
static_assert(std::size(place_paths) == cards_place + max_slots);

inline Place place(int row, Seat seat, int number) {
  const int whose = seat == core::no_seat ? -1 : core::index(seat);
  return {static_cast<std::int16_t>(row), static_cast<std::int16_t>(whose), static_cast<std::int16_t>(number)};
}

inline Place place_of_slot(const State& s, Seat seat, Slot slot) {
  return core::index(slot) <= s.reserve_limit ? place(slot_place + core::index(slot), seat, -1) : Place{};
}

// ---- cards ---------------------------------------------------------------------------------------------

inline constexpr std::string_view card_tables[] = {"combat", "status", "strategies", "techs", "dinosaurs"};
inline constexpr int plain_cards = 6;

// Equal cards have no number of their own; scripts need several, so copies count upwards from bit 5.
inline constexpr int script_copies = 8;
constexpr Kind kind_of_card(int card) { return core::make<Kind>(card & 31); }

inline int row_of_card(const Content& c, const State& s, int card) {
  const Kind kind = kind_of_card(card);
  if (kind >= Kind::names_end) return -1;
  if (kind >= Kind::first_dinosaur)
    return plain_cards + static_cast<int>(c.cards.size()) + core::index(s.dinos[dino_of(kind)]);
  if (is_stack_card(kind)) return plain_cards + core::index(s.stacks[stack_of(kind)]);
  return static_cast<int>(&plain_card(c, kind) - c.plain);
}
inline Record record_of_card(const Content& c, const State& s, Viewer, int card) {
  const Kind kind = kind_of_card(card);
  return {.row = row_of_card(c, s, card),
          .id = is_poison(kind) ? poison_ids[static_cast<std::size_t>(inflicter_of(kind))] : std::string_view{}};
}
inline Form card_form(const Content&, const State&, int card) {
  const Kind kind = kind_of_card(card);
  return is_poison(kind) ? Form{"poison", {core::index(kind), core::index(inflicter_of(kind))}} : Form{};
}
inline void all_cards(const Content&, const State&, std::vector<int>& out) {
  for (int kind = 0; kind < card_names; ++kind)
    for (int copy = 0; copy < script_copies; ++copy) out.push_back(kind | (copy << 5));
}
inline Form as_card(const Content&, const State&, int kind) { return {"card", {kind}}; }

// A view lists a pile by kinds, and of a hand only what the viewer knows.
inline int cards_before(const Pile& pile, Kind kind) {
  int n = 0;
  for (const Kind k : core::first<Kind>(core::index(kind))) n += pile[k];
  return n;
}
inline Place place_in_hand(const State& s, Viewer viewer, Kind kind) {
  const Seat seat = s.decision.asked;
  if (seat == core::no_seat || kind >= Kind::end) return {};
  const Player& p = player(s, seat);
  const auto& known = viewer.sees(core::only(seat)) ? p.hand : p.shown;
  return known[kind] == 0 ? Place{} : place(hand_place, seat, cards_before(known, kind));
}
inline Place place_in_supply(const Content& c, const State& s, Kind kind) {
  if (kind >= Kind::end) return {};
  int row = row_of_card(c, s, core::index(kind)), table = 0;
  for (const int size : {combat_kinds, plain_cards - combat_kinds, c.strategy_count}) {
    if (row < size) break;
    row -= size;
    ++table;
  }
  return place(supply_place + table, core::no_seat, row);
}
inline Place place_of_hand_card(const Content&, const State& s, Viewer viewer, int kind) {
  return place_in_hand(s, viewer, core::make<Kind>(kind));
}
inline Place place_of_stock(const Content& c, const State& s, Viewer, int kind) {
  return place_in_supply(c, s, core::make<Kind>(kind));
}
inline void all_kinds(const Content&, const State&, std::vector<int>& out) {
  for (const Kind kind : all_kinds_of_cards) out.push_back(core::index(kind));
}

// ---- attached cards ------------------------------------------------------------------------------------

inline bool knows(const Attached& card, Seat seat, Viewer viewer) {
  return viewer.sees(static_cast<SeatMask>(card.known_by | core::only(seat)));
}
inline Record record_of_attached(const Content& c, const State& s, Viewer viewer, Seat seat, Handle handle) {
  const Attached* card = core::index(seat) < s.seats ? attached_at(s, seat, handle) : nullptr;
  return card == nullptr || !knows(*card, seat, viewer) ? Record{}
                                                        : record_of_card(c, s, viewer, core::index(card->kind));
}
// A view lists those of a Dinosaur in the order of their handles (DNB-ATT-03).
inline Place place_of_attached(const State& s, Seat seat, Handle handle) {
  const Attached* card = core::index(seat) < s.seats ? attached_at(s, seat, handle) : nullptr;
  if (card == nullptr) return {};
  int before = 0;
  for (const Attached& other : attached_cards(s, seat))
    before += other.handle < handle && other.place == card->place;
  return place(cards_place + core::index(player(s, seat).dino[card->place].slot), seat, before);
}

// Of the seat that is asked, counted from 1.
inline Form handle_form(const Content&, const State&, int handle) { return {"handle", {handle}}; }
inline Record record_of_handle(const Content& c, const State& s, Viewer viewer, int handle) {
  return record_of_attached(c, s, viewer, s.decision.asked, core::make<Handle>(handle - 1));
}
inline Place place_of_handle(const Content&, const State& s, Viewer, int handle) {
  return place_of_attached(s, s.decision.asked, core::make<Handle>(handle - 1));
}
inline void all_handles(const Content&, const State&, std::vector<int>& out) {
  for (int handle = 1; handle <= max_handles; ++handle) out.push_back(handle);
}

// ---- Dinosaurs, players and things on the response stack: targets ----------------------------------------

// What waits on the stack: a card, or a Dinosaur.
inline Record record_of_item(const Content& c, const State& s, const Item& item) {
  if (item.kind == ItemKind::strategy || is_tech(item)) return {.row = row_of_card(c, s, item.source)};
  return {"dinosaurs", item.source};
}
inline Record record_of_spot(const Content& c, const State& s, Viewer, Target target) {
  if (is_item(target))
    return item_of(target) < s.stack.size() ? record_of_item(c, s, s.stack[item_of(target)]) : Record{};
  if (target != no_target && slot_of(target) == player_slot) return {"seats", core::index(seat_of(target))};
  const Ref ref = dino_named(s, target);
  return ref == no_dino ? Record{} : Record{"dinosaurs", core::index(dino_record(s, ref))};
}
inline Form spot_form(const Content&, const State&, Target target) {
  if (is_item(target)) return {"item", {item_of(target) + 1}};
  const int seat = core::index(seat_of(target)), slot = core::index(slot_of(target));
  if (target == no_target || (slot >= max_slots && slot_of(target) != player_slot)) return {"none"};
  if (slot_of(target) == player_slot) return {"player", {seat}};
  return slot_of(target) == active_slot ? Form{"active", {seat}} : Form{"reserve", {seat, slot}};
}
// A view shows the lowest things of the stack.
inline constexpr int shown_items = 8;
inline Place place_of_spot(const Content&, const State& s, Viewer, Target target) {
  if (is_item(target))
    return item_of(target) < std::min<int>(shown_items, s.stack.size())
               ? place(stack_place, core::no_seat, item_of(target) + 1)
               : Place{};
  if (target == no_target || core::index(seat_of(target)) >= s.seats) return {};
  if (slot_of(target) == player_slot) return place(player_place, seat_of(target), -1);
  return place_of_slot(s, seat_of(target), slot_of(target));
}
inline void all_spots(const Content&, const State& s, std::vector<int>& out) {
  for (const Seat seat : core::first<Seat>(s.seats)) {
    for (const Slot slot : all_slots) out.push_back(core::index(target_of(seat, slot)));
    out.push_back(core::index(target_of(seat, player_slot)));
  }
  for (int i = 0; i < s.stack.size(); ++i) out.push_back(core::index(target_of_item(i)));
}

// One target or two, eight bits each. Their order has no meaning: a choice names the lower one first.
inline void spots_of(const Content&, const State&, int targets, std::vector<int>& out) {
  for (; targets != 0; targets >>= 8) out.push_back(targets & 0xFF);
}
inline void targets_at(const Content&, const State&, std::span<const int> spots, std::vector<int>& out) {
  if (spots.size() == 1) out.push_back(spots[0]);
  if (spots.size() == 2) out.push_back(std::min(spots[0], spots[1]) | (std::max(spots[0], spots[1]) << 8));
}

// The same with the Dinosaur's name, for people. The log tells the Dinosaur of then (`told_targets`), a choice
// means the one of now: 1 + which, from bit 8.
inline void named_spots_of(const Content&, const State& s, int targets, std::vector<int>& out) {
  const int told = targets >> 16;
  for (int i = 0; i < 2; ++i) {
    const int spot = (targets >> (8 * i)) & 0xFF;
    if (spot == 0) return;
    const Ref ref = told != 0 ? no_dino : dino_named(s, core::make<Target>(spot));
    const int dino = told != 0        ? (told >> (7 * i)) & 127
                     : ref == no_dino ? 0
                                      : 1 + core::index(dino_record(s, ref));
    out.push_back(spot | (dino << 8));
  }
}
inline Form named_spot_form(const Content&, const State&, int named) {
  return named >> 8 != 0 ? Form{"dinosaur", {(named >> 8) - 1, named & 0xFF}} : Form{"spot", {named & 0xFF}};
}
inline Record record_of_named_spot(const Content& c, const State& s, Viewer viewer, int named) {
  return named >> 8 != 0 ? Record{"dinosaurs", (named >> 8) - 1} : record_of_spot(c, s, viewer, first_of(named));
}
inline Place place_of_named_spot(const Content& c, const State& s, Viewer viewer, int named) {
  return place_of_spot(c, s, viewer, first_of(named));
}

// ---- paying ----------------------------------------------------------------------------------------------

inline void cards_of_payment(const Content&, const State&, int paid, std::vector<int>& out) {
  for (const Kind k : combat_cards)
    for (int i = 0; i < paid_of(core::make<Payment>(paid), k); ++i) out.push_back(core::index(k));
}
inline void payment_of(const Content&, const State&, std::span<const int> cards, std::vector<int>& out) {
  int n[combat_kinds] = {};
  for (const int kind : cards) ++n[kind];
  if (n[0] < 16 && n[1] < 16 && n[2] < 16 && !cards.empty()) out.push_back(core::index(payment(n[0], n[1], n[2])));
}
inline Form letter_form(const Content& c, const State&, int kind) { return {c.plain[kind].id}; }

// Slots that pay for an attack, one for each symbol.
inline constexpr std::size_t most_symbols = 4;
inline void slots_of(const Content&, const State&, int sources, std::vector<int>& out) {
  for (; sources != 0; sources >>= 4) out.push_back((sources & 15) - 1);
}
// First as they are written; then in the order in which the attacks of the Active Dinosaur name them, for cards of
// one kind have no order.
inline void sources_of(const Content& c, const State& s, std::span<const int> slots, std::vector<int>& out) {
  if (slots.empty() || slots.size() > most_symbols) return;
  int sources = 0;
  for (std::size_t i = 0; i < slots.size(); ++i) sources |= (slots[i] + 1) << (4 * i);
  out.push_back(sources);
  const Seat seat = s.decision.asked;
  const Ref active = s.decision.open() ? active_of(s, seat) : no_dino;
  if (active == no_dino) return;
  const DinosaurCard& dino = dino_card(c, s, active);
  for (int which = 0; which < dino.attack_count; ++which)
    if (const int named = named_payment(s, seat, dino.attacks[which].cost, sources); named >= 0)
      out.push_back(named);
}
inline Place place_of_own_slot(const Content&, const State& s, Viewer, int slot) {
  return s.decision.open() ? place_of_slot(s, s.decision.asked, core::make<Slot>(slot)) : Place{};
}

// ---- attacks, Powers, what is offered ----------------------------------------------------------------------

inline Record record_of_attack(const Content&, const State&, Viewer, int attack) {
  return {"dinosaurs", attack / 2, "attacks", attack % 2};
}
inline Place place_of_attack(const Content& c, const State& s, Viewer viewer, int attack) {
  const Ref active = s.decision.open() ? active_of(s, s.decision.asked) : no_dino;
  if (active == no_dino || core::index(dino_record(s, active)) != attack / 2) return {};
  return place_of_own_slot(c, s, viewer, core::index(active_slot));
}
inline void all_attacks(const Content& c, const State&, std::vector<int>& out) {
  for (int i = 0; i < static_cast<int>(c.dinosaurs.size()); ++i)
    for (int which = 0; which < c.dinosaurs[static_cast<std::size_t>(i)].attack_count; ++which)
      out.push_back(2 * i + which);
}

inline Record record_of_dino_assist(const Content&, const State&, Viewer, int dino) {
  return {"dinosaurs", dino, "assist"};
}
inline Record record_of_assist(const Content& c, const State& s, Viewer viewer, int spot) {
  Record record = record_of_spot(c, s, viewer, first_of(spot));
  record.part = "assist";
  return record;
}

// A Tech by its kind and, from bit 8, which of its Powers.
constexpr Kind kind_of_power(int power) { return core::make<Kind>(power & 0xFF); }
inline bool is_power(const Content& c, const State& s, int power) {
  const Kind kind = kind_of_power(power);
  return is_tech(c, s, kind) && power >> 8 < stack_card(c, s, kind).power_count;
}
inline Record record_of_tech(const Content& c, const State& s, Viewer, int power) {
  return {.row = is_power(c, s, power) ? row_of_card(c, s, power & 0xFF) : -1};
}
inline Record record_of_power(const Content& c, const State& s, Viewer viewer, int power) {
  Record record = record_of_tech(c, s, viewer, power);
  record.part = "powers";
  record.number = power >> 8;
  return record;
}
inline Form power_form(const Content& c, const State& s, int power) {
  return is_power(c, s, power) ? Form{"power", {power & 0xFF, power}} : Form{};
}
inline Place place_of_power(const Content&, const State& s, Viewer viewer, int power) {
  return place_in_hand(s, viewer, kind_of_power(power));
}
inline void all_powers(const Content& c, const State& s, std::vector<int>& out) {
  for (const Stack stack : core::first<Stack>(stack_count))
    for (int which = 0; which < 2; ++which)
      if (const int power = core::index(kind_of(stack)) | (which << 8); is_power(c, s, power))
        out.push_back(power);
}

// A slot of the Offering, from 1.
inline int offered_in(const State& s, int slot) {
  const bool there = slot >= 1 && slot <= offering_size && s.offering[slot - 1] != 0;
  return there ? core::index(s.dinos[offered(s, slot - 1)]) : -1;
}
inline Record record_of_offer(const Content&, const State& s, Viewer, int slot) {
  return {"dinosaurs", offered_in(s, slot)};
}
inline Form offer_form(const Content&, const State& s, int slot) {
  const int dino = offered_in(s, slot);
  return dino < 0 ? Form{"empty", {slot}} : Form{"dinosaur", {dino, slot}};
}
inline Place place_of_offer(const Content&, const State&, Viewer, int slot) {
  return slot >= 1 && slot <= offering_size ? place(offering_place, core::no_seat, slot) : Place{};
}
inline void all_offers(const Content&, const State&, std::vector<int>& out) {
  for (int slot = 1; slot <= offering_size; ++slot) out.push_back(slot);
}

inline constexpr std::string_view pick_tables[] = {"strategies", "techs", "dinosaurs"};
inline int row_of_pick(const Content& c, const State&, int pick) {
  return pick < first_drafted_dino ? pick : static_cast<int>(c.cards.size()) + pick - first_drafted_dino;
}
inline void all_picks(const Content& c, const State&, std::vector<int>& out) {
  for (int i = 0; i < static_cast<int>(c.cards.size()); ++i) out.push_back(i);
  for (int i = 0; i < static_cast<int>(c.dinosaurs.size()); ++i) out.push_back(first_drafted_dino + i);
}

// ---- what an effect lets a seat choose: targets, attached cards, cards of a zone --------------------------

inline Form candidate_form(const Content&, const State& s, Candidate one) {
  if (is_cards(one)) {
    const CardZone zone = zone_of(one);
    return core::index(zone) < CardZone_count ? Form{name_of(zone), {core::index(kind_of(one))}} : Form{};
  }
  if (!is_attached(one)) return {"spot", {core::index(target_of(one))}};
  const Seat seat = seat_of(one);
  const Handle handle = handle_of(one);
  const Attached* card = core::index(seat) < s.seats ? attached_at(s, seat, handle) : nullptr;
  const bool known = card != nullptr && knows(*card, seat, Viewer::of(s.decision.asked));
  const int number = core::index(handle) + 1;
  return known ? Form{"known", {number, core::index(card->kind)}} : Form{"face_down", {number}};
}
inline Record record_of_candidate(const Content& c, const State& s, Viewer viewer, Candidate one) {
  if (is_cards(one)) return record_of_card(c, s, viewer, core::index(kind_of(one)));
  if (is_attached(one)) return record_of_attached(c, s, viewer, seat_of(one), handle_of(one));
  return record_of_spot(c, s, viewer, target_of(one));
}
// Without what lies face down: nobody finds it by its name.
inline Record record_in_the_open(const Content& c, const State& s, Viewer viewer, Candidate one) {
  return is_attached(one) ? Record{} : record_of_candidate(c, s, viewer, one);
}
inline Place place_of_candidate(const Content& c, const State& s, Viewer viewer, Candidate one) {
  if (is_attached(one)) return place_of_attached(s, seat_of(one), handle_of(one));
  if (!is_cards(one)) return place_of_spot(c, s, viewer, target_of(one));
  const Kind kind = kind_of(one);
  switch (zone_of(one)) {
    case CardZone::hand: return place_in_hand(s, viewer, kind);
    case CardZone::discard:
      if (!s.decision.open() || kind >= Kind::end) return {};
      return place(discard_place, s.decision.asked, cards_before(player(s, s.decision.asked).discard, kind));
    default: return place_in_supply(c, s, kind);
  }
}
inline void all_candidates(const Content& c, const State& s, std::vector<int>& out) {
  if (static_cast<Question>(s.decision.kind) == Question::choose) {
    Interpreter::Offer offer{};
    Interpreter::offer(c, s, s.agenda.back(), offer);
    out.assign(offer.items.begin(), offer.items.end());
  }
  all_spots(c, s, out);
  for (const Kind kind : all_kinds_of_cards)
    for (const CardZone zone : core::first<CardZone>(CardZone_count))
      out.push_back(core::index(candidate_of(zone, kind, 1)));
}

// ---- the log --------------------------------------------------------------------------------------------------

// What waits on the response stack, as `thing_of` names it.
inline ItemKind kind_of_thing(int thing) { return static_cast<ItemKind>((thing >> 8) & 0xFF); }
inline Form thing_form(const Content&, const State&, int thing) {
  const int source = thing & 0xFF, which = thing >> 16;
  switch (kind_of_thing(thing)) {
    case ItemKind::strategy: return {"card", {source}};
    case ItemKind::tech:
    case ItemKind::tech_attack: return {"power", {source | (which << 8)}};
    case ItemKind::assist: return {"assist", {source}};
    case ItemKind::retreat: return {"retreat", {source}};
    default: return {"attack", {2 * source + which}};
  }
}
inline Record record_of_thing(const Content& c, const State& s, Viewer viewer, int thing) {
  const ItemKind kind = kind_of_thing(thing);
  const bool card = kind == ItemKind::strategy || kind == ItemKind::tech || kind == ItemKind::tech_attack;
  return card ? record_of_card(c, s, viewer, thing & 0xFF) : Record{"dinosaurs", thing & 0xFF};
}

}  // namespace rw::dino_battles::kinds
