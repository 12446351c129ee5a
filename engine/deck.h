// A deck as a person writes it, and what the rules of a game find in it. The program reads the lists
// (lab/deck_list.h); a game with decks of its own judges them: `check_deck` of its Rules.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/core/ids.h"

namespace rw {

// One line of a list: so many copies of a card, by its id or its name in either language.
struct DeckLine {
  std::string section;  // the heading it stands under, as written; empty if none
  std::string card;
  int count = 1;
  int line = 0;         // in the file
};

// A line of a plain text that names no number of cards: a heading, or a card that was written wrong.
struct DeckHeading {
  std::string text;
  int line = 0;
};

struct DeckList {
  std::string id;       // may be empty
  std::string format;   // empty: the game's usual one
  std::vector<DeckLine> lines;
  int line = 0;         // where the list begins
  int format_line = 0;  // where the format is named; 0: not in the list
  std::vector<DeckHeading> headings;
};

// Something that is wrong with a deck, or (warning) that its owner may not have meant.
struct DeckFinding {
  core::ClauseNumber clause = 0;   // the limit that is broken; 0: a card or a heading that does not exist
  std::string text;
  std::vector<std::string> cards;  // the cards it is about, by name
  int line = 0;                    // 0: about the whole deck
  bool warning = false;
};

}  // namespace rw
