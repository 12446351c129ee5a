// How a game ended, for a reader: the line of engine/replay.h with the names that the seats have in a language.
#pragma once

#include <string>
#include <string_view>

#include "engine/game.h"

namespace rw {

// "jaune wins by RSK-END-01: noir 19, jaune 23": the sentence is English, to be translated where it is shown.
std::string outcome_text(const Edition&, const Position&, std::string_view language);

}  // namespace rw
