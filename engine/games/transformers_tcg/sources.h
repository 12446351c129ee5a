// When nobody could tell apart where two effects come from.
#pragma once

#include "engine/games/transformers_tcg/state.h"

namespace rw::transformers_tcg {

// The same source, or equal Upgrades on the same character.
inline bool alike_sources(const State& s, Source a, Source b) {
  if (a == b) return true;
  const Card x = card_of(a), y = card_of(b);
  return x != no_card && y != no_card && bearer_of(a) != no_character && bearer_of(a) == bearer_of(b) &&
         s.attached.has(x) && s.attached.has(y) && same_kind(s, x, y);
}

}  // namespace rw::transformers_tcg
