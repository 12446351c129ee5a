// Who cannot know what.
#pragma once

#include "engine/games/transformers_tcg/state.h"

namespace rw::transformers_tcg {

// The cards of a player that the viewer cannot know.
CardSet hidden_cards(const State& s, Seat seat, Seat viewer);

}  // namespace rw::transformers_tcg
