// What a seat cannot know may lie in any order: dealing it anew, and noticing what is learned.
#include <span>
#include <utility>

#include "engine/games/risk_cybertron/describe.h"
#include "engine/games/risk_cybertron/rules.h"

namespace rw::risk_cybertron {

// RSK-HID-01: hidden are the order of the draw pile and the hands of others.
void redeal_hidden(const Content&, State& s, Seat viewer, core::Random& random) {
  // Gathered by number, not by place: what comes out depends on nothing that the viewer cannot see.
  Card unknown[card_count];
  std::size_t count = 0;
  const auto hidden = [&](Card card) { return !core::has(s.known_by[card], viewer); };
  for (const Card card : core::first<Card>(card_count))
    if (hidden(card)) unknown[count++] = card;
  core::shuffle(random, nullptr, std::span(unknown, count));

  core::Indexed<Card, SeatMask, card_count> known{};
  std::size_t next = 0;
  const auto deal = [&](Card old) {
    const Card card = unknown[next++];
    known[card] = s.known_by[old];  // who knows what lies in that place stays the same
    return card;
  };
  for (int i = 0; i < s.draw_count; ++i)
    if (hidden(s.draw_pile[i])) s.draw_pile[i] = deal(s.draw_pile[i]);
  for (int seat = 0; seat < s.seats; ++seat) {
    std::uint64_t hand = s.hand[seat];
    for (const Card card : core::bits<Card>(s.hand[seat]))
      if (hidden(card)) hand &= ~core::bit(card);
    for (const Card card : core::bits<Card>(s.hand[seat]))
      if (hidden(card)) hand |= core::bit(deal(card));
    s.hand[seat] = hand;
  }
  for (std::size_t i = 0; i < count; ++i) s.known_by[unknown[i]] = known[unknown[i]];
}

bool anybody_learned(const State& before, const State& after) {
  for (const Card card : core::first<Card>(card_count))
    if ((after.known_by[card] & ~before.known_by[card]) != 0) return true;
  return false;
}

}  // namespace rw::risk_cybertron
