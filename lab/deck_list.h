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

  void complain(int line, const std::string& what) { faults.push_back({0, what, {}, line, false}); }
};

inline constexpr int most_copies = 999;

// YAML if it is a map; otherwise text.
DeckFile read_deck_file(std::string_view text);
// A line with a number in front ("3 Zap") or behind ("Zap x3") is a card; any other line is a heading, except
// "game: ...", "format: ..." and "name: ..."; # and // begin remarks.
DeckFile read_deck_text(std::string_view text);
// "3 Quick Step", "3x Quick Step", "Quick Step x3", "Quick Step": how many of what.
void read_count(const std::string& text, DeckLine& line);

}  // namespace rw::lab
