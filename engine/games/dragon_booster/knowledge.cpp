// What a seat cannot know may be anything: dealing it anew, and noticing what is learned.
#include <algorithm>

#include "engine/games/dragon_booster/rules.h"
#include "engine/games/dragon_booster/turn.h"

namespace rw::dragon_booster {
namespace {

// The order of one's own race deck, apart from the cards whose place one knows (DRB-HID-02, DRB-HID-11).
void reorder_deck(Player& p, Seat viewer, core::Random& random) {
  std::uint64_t hidden = 0;
  for (int i = 0; i < p.deck_size; ++i)
    if (!core::has(p.known[p.deck[i]], viewer)) hidden |= core::bit(p.deck[i]);
  Slot unknown[race_slots] = {};
  std::uint32_t count = 0;
  for (const Slot slot : core::bits<Slot>(hidden)) unknown[count++] = slot;
  for (int i = 0; i < p.deck_size; ++i) {
    if (!core::contains(hidden, p.deck[i])) continue;
    const std::uint32_t at = random.below(count);
    p.deck[i] = unknown[at];
    unknown[at] = unknown[--count];
  }
}

// How often the viewer has seen each card of the set among this player's cards.
void count_known(const Player& p, Seat viewer, CardCounts& seen) {
  for (const Slot slot : core::first<Slot>(p.race_count))
    if (core::has(p.known[slot], viewer)) ++seen[p.race[slot]];
  for (const Crystal i : core::first<Crystal>(p.crystal_count))
    if (core::has(p.known[slot_of(i)], viewer)) ++seen[p.crystals[i]];
}

// DRB-HID-10: deck lists are closed. A starter deck that holds all that was seen may be the one. The crystal cards
// tell most, so they are compared first.
bool may_be(const Deck& deck, const Player& p, Seat viewer, const CardCounts& seen) {
  if (deck.race.size() != p.race_count || deck.crystals.size() != p.crystal_count) return false;
  for (const Crystal i : core::first<Crystal>(p.crystal_count))
    if (core::has(p.known[slot_of(i)], viewer) && seen[p.crystals[i]] > deck.copies[p.crystals[i]]) return false;
  for (const Slot slot : core::first<Slot>(p.race_count))
    if (core::has(p.known[slot], viewer) && seen[p.race[slot]] > deck.copies[p.race[slot]]) return false;
  return true;
}

// Gives the unknown places the cards of the list that were not seen, in random order.
template <class Place, int room>
void deal_rest(const std::vector<Record>& list, core::Indexed<Place, Record, room>& places, int count,
               const SeatMask* known, Seat viewer, CardCounts& seen, core::Random& random) {
  Record rest[room];
  std::uint32_t left = 0;
  for (const Record card : list) {
    if (seen[card] != 0)
      --seen[card];
    else
      rest[left++] = card;
  }
  for (const Place place : core::first<Place>(count)) {
    if (core::has(known[core::index(place)], viewer)) continue;
    const std::uint32_t at = random.below(left);
    places[place] = rest[at];
    rest[at] = rest[--left];
  }
}

// Before the dragons are shown, the one that was chosen must still be a dragon.
void keep_riding(const Content& c, Player& p) {
  if (p.dragon == no_crystal || face(c, p, p.dragon).kind == Kind::dragon) return;
  for (const Crystal i : core::first<Crystal>(p.crystal_count))
    if (face(c, p, i).kind == Kind::dragon) return std::swap(p.crystals[i], p.crystals[p.dragon]);
}

Kind random_kind(core::Random& random) {
  const auto roll = random.below(10);
  return roll < 5 ? Kind::gear : roll < 9 ? Kind::crew : Kind::dragon;
}

// DRB-DECK-05: a deck that was brought has a dragon.
void have_a_dragon(const Content& c, Player& p, Seat viewer, core::Random& random) {
  Crystal last = no_crystal;
  for (const Crystal i : core::first<Crystal>(p.crystal_count)) {
    if (face(c, p, i).kind == Kind::dragon) return;
    if (!core::has(p.known[slot_of(i)], viewer)) last = i;
  }
  if (last != no_crystal) p.crystals[last] = random_crystal(c, random, Kind::dragon);
}

enum class CrystalKinds : std::uint8_t { any, as_they_are };

// A list that nobody has seen: any cards.
void imagine_cards(const Content& c, Player& p, Seat viewer, core::Random& random, CrystalKinds kinds) {
  for (const Slot slot : core::first<Slot>(p.race_count))
    if (!core::has(p.known[slot], viewer)) p.race[slot] = random_race_card(c, random);
  for (const Crystal i : core::first<Crystal>(p.crystal_count)) {
    if (core::has(p.known[slot_of(i)], viewer)) continue;
    const bool kept = kinds == CrystalKinds::as_they_are || i == p.dragon;
    const Kind kind = kept ? face(c, p, i).kind : random_kind(random);
    p.crystals[i] = random_crystal(c, random, kind);
  }
}

void redeal_rival(const Content& c, Player& p, Seat viewer, core::Random& random) {
  CardCounts seen{};
  count_known(p, viewer, seen);
  const Deck* fitting[256];
  std::uint32_t count = 0;
  for (const Deck& deck : c.decks)
    if (may_be(deck, p, viewer, seen)) fitting[count++] = &deck;
  if (count == 0) {
    imagine_cards(c, p, viewer, random, CrystalKinds::any);
    return have_a_dragon(c, p, viewer, random);
  }
  const Deck& deck = *fitting[random.below(count)];
  deal_rest(deck.race, p.race, p.race_count, p.known.begin(), viewer, seen, random);
  deal_rest(deck.crystals, p.crystals, p.crystal_count, p.known.begin() + race_slots, viewer, seen, random);
  keep_riding(c, p);
}

// DRB-HID-09: the packs and piles of the others.
void redeal_draft(const Content& c, Player& p, Seat viewer, core::Random& random) {
  for (int i = 0; i < p.pack_size; ++i) {
    const Kind kind = face(c, p.pack[i]).kind;
    p.pack[i] = is_race_card(c, p.pack[i]) ? random_race_card(c, random) : random_crystal(c, random, kind);
  }
  std::sort(p.pack, p.pack + p.pack_size);
  imagine_cards(c, p, viewer, random, CrystalKinds::as_they_are);
}

}  // namespace

void redeal_hidden(const Content& c, State& s, Seat viewer, core::Random& random) {
  for (int i = 0; i < s.seats; ++i) {
    Player& p = s.players[i];
    if (!in_game(s, core::seat(i)) && s.phase != Phase::draft) continue;  // a draft hands the packs on
    if (core::seat(i) == viewer)
      reorder_deck(p, viewer, random);
    else if (s.phase == Phase::draft)
      redeal_draft(c, p, viewer, random);
    else if (format_of(c, s).drafted())
      imagine_cards(c, p, viewer, random, CrystalKinds::any);
    else
      redeal_rival(c, p, viewer, random);
  }
}

bool anybody_learned(const State& before, const State& after) {
  if (after.shown != before.shown || (before.phase == Phase::draft && after.chosen == 0)) return true;
  for (int i = 0; i < before.seats; ++i)
    for (const Slot slot : core::first<Slot>(card_slots))
      if ((after.players[i].known[slot] & ~before.players[i].known[slot]) != 0) return true;
  return false;
}

}  // namespace rw::dragon_booster
