// What a seat cannot know may lie anywhere: dealing it anew, and noticing what is learned.
#include <algorithm>

#include "engine/games/transformers_tcg/rules.h"
#include "engine/games/transformers_tcg/turn.h"

namespace rw::transformers_tcg {

// Hidden are the opponent's hand, the order of both decks and what lies face down under characters
// (TCG-HID-01, 02, 07). The cards stay where they are; which card is which is dealt anew.
void Rules::redeal(const Content&, State& s, Seat viewer, core::Random& random) {
  const CardSet& known = s.known[core::index(viewer)];
  for (int seat = 0; seat < player_count; ++seat) {
    std::uint8_t places[max_cards], kinds[max_cards];
    std::size_t count = 0;
    const CardSet hidden_zones = s.hand | s.under;
    const auto gather = [&](int card) {
      if (known.has(card)) return;
      places[count] = static_cast<std::uint8_t>(card);
      kinds[count++] = s.definition[card];
    };
    for (int card : hidden_zones & cards_of(core::seat(seat))) gather(card);
    for (int i = 0; i < s.deck_size[seat]; ++i) gather(s.deck[seat][i]);
    // Sorted first: what comes out depends on nothing that the viewer cannot see.
    std::sort(kinds, kinds + count);
    std::sort(places, places + count);
    core::shuffle(random, nullptr, std::span(kinds, count));
    for (std::size_t i = 0; i < count; ++i) s.definition[places[i]] = kinds[i];
  }
}

bool Rules::learned(const State& before, const State& after) {
  for (int viewer = 0; viewer < player_count; ++viewer)
    for (int w = 0; w < 3; ++w)
      if ((after.known[viewer].word[w] & ~before.known[viewer].word[w]) != 0) return true;
  return false;
}

}  // namespace rw::transformers_tcg
