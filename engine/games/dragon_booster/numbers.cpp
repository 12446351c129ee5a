// Numbers of cards that tell nothing: what a seat cannot know is numbered by where it lies.
#include <algorithm>
#include <span>
#include <tuple>

#include "engine/games/dragon_booster/state.h"
#include "engine/imagine.h"

namespace rw::dragon_booster {
namespace {

using Slots = core::Indexed<Slot, Slot, card_slots>;  // by slot: another one

// Calls fn(slot) for every card of this player that something under way names; it returns the slot from now on.
template <class Fn>
void each_spoken_of(State& s, Seat seat, Fn&& fn) {
  const auto card = [&](auto& number) {
    const Card c = core::make<Card>(static_cast<int>(number));
    if (static_cast<int>(number) >= card_stride && owner_of(c) == seat && core::index(slot_of(c)) < card_slots)
      number = static_cast<std::decay_t<decltype(number)>>(card_of(seat, fn(slot_of(c))));
  };
  card(s.limbo);
  for (Trigger& trigger : s.triggers) card(trigger.source);
  for (core::Frame& f : s.agenda) {
    card(f.source);
    if (static_cast<Step>(f.step) == Step::program)
      for (std::int16_t& c : f.registers) card(c);
  }
}

template <class Set, class Place, int count>
void move_bits(Set& places, const core::Indexed<Place, Place, count>& now) {
  Set moved = 0;
  for (const Place place : core::bits<Place>(places)) core::include(moved, now[place]);
  places = moved;
}
template <class Place, class T, int room, int count>
void move_values(core::Indexed<Place, T, room>& values, const core::Indexed<Place, Place, count>& now) {
  const auto before = values;
  for (const Place place : core::first<Place>(room)) values[now[place]] = before[place];
}

// Lasting effects keep their numbers: the card that they remember may lie in the deck again.
void renumber(State& s, Seat seat, const Slots& now) {
  Player& p = player(s, seat);
  for (std::uint64_t* places : {&p.hand, &p.track, &p.zone, &p.discards, &p.pile, &p.aside, &p.returned,
                                &p.used[0], &p.used[1], &p.shielded[0], &p.shielded[1]})
    move_bits(*places, now);
  move_values(p.race, now);
  for (int d = 0; d < duration_count; ++d) {
    move_values(p.raised[d], now);
    move_values(p.lowered[d], now);
  }
  for (Slot& slot : std::span(p.deck).first(p.deck_size)) slot = now[slot];
  if (p.rushing != no_slot) p.rushing = now[p.rushing];
  move_values(p.known, now);
  core::Indexed<Crystal, Crystal, crystal_slots> crystal;
  for (const Crystal i : core::first<Crystal>(crystal_slots)) crystal[i] = crystal_of(now[slot_of(i)]);
  for (std::uint16_t* places : {&p.dragon_deck, &p.crew, &p.damaged, &p.windows[0], &p.windows[1],
                                &p.used_crystals[0], &p.used_crystals[1], &p.guarded[0], &p.guarded[1]})
    move_bits(*places, crystal);
  move_values(p.crystals, crystal);
  for (const Cap cap : core::first<Cap>(zap_caps))
    if (p.cap[cap] != 0) put_under(p, cap, crystal[gear_under(p, cap)]);
  if (p.dragon != no_crystal) p.dragon = crystal[p.dragon];
  each_spoken_of(s, seat, [&](Slot slot) { return now[slot]; });
}

// The hidden cards of a rival are numbered anew in the order in which they lie: the deck from its bottom, the
// hand, the rest. Between cards that nothing tells apart the order does not matter.
void conceal_rival(State& s, Seat seat, Seat viewer) {
  const Player& p = player(s, seat);
  core::Indexed<Slot, std::uint8_t, card_slots> place{}, spoken{};
  Slots now;
  for (const Slot slot : core::first<Slot>(card_slots)) now[slot] = slot;
  for (int k = 0; k < p.deck_size; ++k) place[p.deck[k]] = static_cast<std::uint8_t>(k + 1);
  int mentions = 0;
  each_spoken_of(s, seat, [&](Slot slot) {
    if (spoken[slot] == 0) spoken[slot] = static_cast<std::uint8_t>(255 - mentions++);
    return slot;
  });
  const auto order = [&](Slot slot) {
    int zone = 0;
    for (const std::uint64_t places : {p.hand, p.pile, p.aside, p.track, p.zone, p.discards})
      zone = 2 * zone + (!is_crystal_slot(slot) && core::contains(places, slot) ? 1 : 0);
    const bool ridden = is_crystal_slot(slot) && p.dragon == crystal_of(slot);
    const bool packed = is_crystal_slot(slot) && core::contains(p.dragon_deck, crystal_of(slot));
    return std::tuple(zone, place[slot], ridden, packed, p.known[slot], spoken[slot], slot);
  };
  const auto deal = [&](int from, int to) {
    Slot numbers[card_slots], slots[card_slots];
    int count = 0;
    for (const Slot slot : core::first<Slot>(to))
      if (core::index(slot) >= from && !core::has(p.known[slot], viewer)) numbers[count++] = slot;
    std::copy(numbers, numbers + count, slots);
    std::sort(slots, slots + count, [&](Slot a, Slot b) { return order(a) < order(b); });
    for (int i = 0; i < count; ++i) now[slots[i]] = numbers[i];
  };
  deal(0, p.race_count);
  deal(race_slots, race_slots + p.crystal_count);
  renumber(s, seat, now);
}

// Starter decks are printed: whoever guesses which one it is knows which card each place of the list is. The one
// that was brought in secret (DRB-DECK-09) is not told either.
void conceal_cards(void* state, Seat viewer) {
  State& s = *static_cast<State*>(state);
  for (int i = 0; i < s.seats; ++i) {
    const Seat seat = core::seat(i);
    if (seat == viewer || !in_game(s, seat) || s.phase == Phase::draft) continue;
    conceal_rival(s, seat, viewer);
    Player& p = player(s, seat);
    if (p.deck_choice != own_list && !core::has(s.named, seat)) p.deck_choice = 0;
  }
}

}  // namespace

extern const Conceal conceal;  // for the registry, which the build makes
const Conceal conceal = conceal_cards;

}  // namespace rw::dragon_booster
