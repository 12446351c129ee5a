// Short names for characters and cards, beside those that the program writes. Texts are folded (core/text.h).
#pragma once

#include <string_view>

#include "engine/games/transformers_tcg/content.h"

namespace rw::transformers_tcg {

// "dead end", "blue dead end", "dead end #2": the side and the number are left out where nobody needs them.
bool is_character_called(const Content&, const State&, Character who, std::string_view text);
// "sunstreaker": one from outside the game, by its bare name.
bool is_record_called(const Content&, const State&, CharacterRecord, std::string_view text);
// "attack drone on wheeljack".
bool is_called_on_bearer(const Content&, const State&, Card card, Character bearer, std::string_view text);

}  // namespace rw::transformers_tcg
