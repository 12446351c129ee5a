// Numbers of cards that tell nothing: what a seat cannot know is numbered by where it lies.
#include <algorithm>
#include <numeric>
#include <span>
#include <tuple>

#include "engine/games/dragon_booster/state.h"
#include "engine/imagine.h"

namespace rw::dragon_booster {
namespace {

using Slots = std::uint8_t[card_slots];  // by slot: another one

// Calls fn(slot), which gives its place from now on, for every card of this player that something under way speaks
// of.
template <class Fn>
void each_spoken_of(State& s, Seat seat, Fn&& fn) {
  const auto card = [&](auto& c) {
    if (c >= card_stride && owner_of(c) == seat && slot_of(c) < card_slots)
      c = static_cast<std::decay_t<decltype(c)>>(card_of(seat, fn(slot_of(c))));
  };
  card(s.limbo);
  for (Trigger& trigger : s.triggers) card(trigger.source);
  for (core::Frame& f : s.agenda) {
    card(f.source);
    if (static_cast<Step>(f.step) == Step::program)
      for (std::int16_t& c : f.registers) card(c);
  }
}

template <class Word>
void move_bits(Word& places, const std::uint8_t* now) {
  Word moved = 0;
  for (const int i : core::bits(places)) moved = static_cast<Word>(moved | (Word{1} << now[i]));
  places = moved;
}
template <class T>
void move_values(T* values, int count, const std::uint8_t* now) {
  T moved[card_slots];
  for (int i = 0; i < count; ++i) moved[now[i]] = values[i];
  std::copy(moved, moved + count, values);
}

// What lasts keeps the numbers it has: they remember a card that may lie in the deck again.
void renumber(State& s, Seat seat, const Slots& now) {
  Player& p = player(s, seat);
  for (std::uint64_t* places : {&p.hand, &p.track, &p.zone, &p.discards, &p.pile, &p.aside, &p.returned,
                                &p.used[0], &p.used[1], &p.shielded[0], &p.shielded[1]})
    move_bits(*places, now);
  move_values(p.race, race_slots, now);
  for (int d = 0; d < duration_count; ++d) {
    move_values(p.raised[d], race_slots, now);
    move_values(p.lowered[d], race_slots, now);
  }
  for (std::uint8_t& slot : std::span(p.deck).first(p.deck_size)) slot = now[slot];
  if (p.rushing != no_slot) p.rushing = now[p.rushing];
  move_values(p.known, card_slots, now);
  std::uint8_t crystal[crystal_slots];
  for (int i = 0; i < crystal_slots; ++i) crystal[i] = static_cast<std::uint8_t>(now[race_slots + i] - race_slots);
  for (std::uint16_t* places : {&p.dragon_deck, &p.crew, &p.damaged, &p.windows[0], &p.windows[1],
                                &p.used_crystals[0], &p.used_crystals[1], &p.guarded[0], &p.guarded[1]})
    move_bits(*places, crystal);
  move_values(p.crystals, crystal_slots, crystal);
  for (std::uint8_t& cap : p.cap)
    if (cap != 0) cap = static_cast<std::uint8_t>(crystal[cap - 1] + 1);
  if (p.dragon != no_slot) p.dragon = crystal[p.dragon];
  each_spoken_of(s, seat, [&](int slot) { return now[slot]; });
}

// The hidden cards of a rival take the places of all of them in the order in which they lie: the deck from its
// bottom, the hand, the rest; cards that nothing tells apart are alike.
void conceal_rival(State& s, Seat seat, Seat viewer) {
  const Player& p = player(s, seat);
  Slots place = {}, spoken = {}, now;
  std::iota(now, now + card_slots, std::uint8_t{0});
  for (int k = 0; k < p.deck_size; ++k) place[p.deck[k]] = static_cast<std::uint8_t>(k + 1);
  int mentions = 0;
  each_spoken_of(s, seat, [&](int slot) {
    if (spoken[slot] == 0) spoken[slot] = static_cast<std::uint8_t>(255 - mentions++);
    return slot;
  });
  const auto order = [&](int slot) {
    int zone = 0;
    for (const std::uint64_t places : {p.hand, p.pile, p.aside, p.track, p.zone, p.discards})
      zone = 2 * zone + (!is_crystal_slot(slot) && core::contains(places, slot) ? 1 : 0);
    const bool ridden = is_crystal_slot(slot) && p.dragon == slot - race_slots;
    const bool packed = is_crystal_slot(slot) && core::contains(p.dragon_deck, slot - race_slots);
    return std::tuple(zone, place[slot], ridden, packed, p.known[slot], spoken[slot], slot);
  };
  const auto deal = [&](int from, int to) {
    std::uint8_t numbers[card_slots], slots[card_slots];
    int count = 0;
    for (int slot = from; slot < to; ++slot)
      if (!core::has(p.known[slot], viewer)) numbers[count++] = static_cast<std::uint8_t>(slot);
    std::copy(numbers, numbers + count, slots);
    std::sort(slots, slots + count, [&](int a, int b) { return order(a) < order(b); });
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
