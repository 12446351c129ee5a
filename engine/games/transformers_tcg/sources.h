// When nobody could tell apart where two effects come from.
#pragma once

#include "engine/games/transformers_tcg/state.h"

namespace rw::transformers_tcg {

// The same source, or equal Upgrades on the same character.
inline bool alike_sources(const State& s, int a, int b) {
  if (a == b) return true;
  const int x = card_of(a), y = card_of(b), bearer = bearer_of(a);
  return x >= 0 && y >= 0 && is_character(bearer) && bearer == bearer_of(b) && s.attached.has(x) &&
         s.attached.has(y) && s.definition[x] == s.definition[y];
}

}  // namespace rw::transformers_tcg
