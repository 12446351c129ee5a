// Choices that nobody can tell apart: equal cards are called alike. Several picks are answered one by one, and
// what was picked may have to be another copy by then.
#pragma once

#include "engine/game.h"

namespace rw {

bool alike(const Edition&, const Position&, Choice, Choice);
// The choice that is legal at `now` and was called `wanted` at `before`: itself, or one that is alike; {} if
// there is none.
Choice offered_now(const Edition&, const Position& before, const Position& now, Choice wanted);

}  // namespace rw
