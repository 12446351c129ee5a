// Names of things as nouns: their text, and their grammar from the `nouns` of the locale.
#pragma once

#include <string_view>

#include "engine/core/noun.h"
#include "engine/game.h"

namespace rw {

core::Noun noun(const Edition& edition, const Position& p, std::string_view kind, int value,
                std::string_view language);

}  // namespace rw
