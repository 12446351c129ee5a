// What an attack needs to know of its flips.
#pragma once

#include "engine/games/transformers_tcg/turn.h"

namespace rw::transformers_tcg {

// Who fights for a player in this battle.
inline Character fighter_of(const State& s, Seat seat) {
  return owner_of(attacker_of(s)) == seat ? attacker_of(s) : defender_of(s);
}
int bonus_flips(Table&, Seat);  // for white icons: how many more, once
void ask_to_swap(Table&, Seat);

}  // namespace rw::transformers_tcg
