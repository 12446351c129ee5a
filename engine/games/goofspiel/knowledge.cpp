// What a seat cannot know: the order of the prizes to come, and the cards that others have laid (GOF-HID-01).
#include <algorithm>

#include "engine/games/goofspiel/rules.h"

namespace rw::goofspiel {

void redeal_hidden(const Content&, State& s, Seat viewer, core::Random& random) {
  // By number first: what comes out depends on nothing that the viewer cannot see.
  std::sort(s.pile, s.pile + s.pile_count);
  core::shuffle(random, nullptr, std::span(s.pile, s.pile_count));
  for (int i = 0; i < s.seats; ++i) {
    if (core::seat(i) == viewer || s.laid[i] == no_rank) continue;
    auto nth = random.below(static_cast<std::uint32_t>(core::population(s.hand[i])));
    for (const Rank rank : core::bits<Rank>(s.hand[i]))
      if (nth-- == 0) s.laid[i] = rank;
  }
}

// A prize was turned up, or bids were.
bool anybody_learned(const State& before, const State& after) {
  return before.pile_count != after.pile_count || !std::equal(before.hand, before.hand + max_players, after.hand);
}

}  // namespace rw::goofspiel
