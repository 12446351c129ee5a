// Deck lists as people keep them: YAML, or plain text with "3 Card Name" on a line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/deck.h"

namespace rw::lab {

struct DeckFile {
  std::string game;              // empty if the list does not say
  std::vector<DeckList> decks;   // a file may hold several, under `decks`
  std::vector<DeckFinding> faults;  // what cannot be read, everything at once
};

// YAML if it is a map; otherwise text. In a text a line with a number in front ("3 Zap") or behind ("Zap x3") is a
// card; any other line is a heading, except "game: ...", "format: ..." and "name: ..."; # and // begin remarks.
DeckFile read_deck_file(std::string_view text);

}  // namespace rw::lab
