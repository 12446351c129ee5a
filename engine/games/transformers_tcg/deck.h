// Deck lists: reading them as people post them, and what a format says to them (TCG-DECK-01 to 14).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/games/transformers_tcg/content.h"

namespace rw::transformers_tcg {

// A list as its author wrote it: names not yet looked up.
struct NamedCard {
  std::string name;
  int copies = 1;
  int line = 0;
};
struct SubmittedDeck {
  std::vector<NamedCard> team, cards;
  std::vector<NamedCard> sideboard;  // TCG-VAR-02
  std::vector<NamedCard> pool;       // TCG-DECK-13: what was opened; empty if unknown
  std::vector<NamedCard> outside;    // TCG-OUT-06: what was declared
};

// A list that was understood.
struct Deck {
  std::vector<CharacterRecord> team;
  std::vector<DeckLine> cards;
  std::vector<CharacterRecord> side_team;
  std::vector<DeckLine> side_cards;
};

struct Violation {
  Clause clause = Clause::none;
  std::string card;    // whom it is about, empty: the whole list
  std::string reason;
  int line = 0;
};

// A plain list, a card a line: "3 Zap", "3x Zap", "Zap x3", "Zap". Headings ("Team", "Deck", "Sideboard",
// "Pool", "Outside") begin a part; lines that begin with # or // are remarks; commas or semicolons may stand for
// line ends in a list without line ends. Characters may also stand among the battle cards.
SubmittedDeck read_plain_list(const Content&, std::string_view text);

// TCG-DECK-11: everything that is wrong, at once. What could be understood is in `deck`.
std::vector<Violation> check_deck(const Content&, const Format&, const SubmittedDeck&, Deck& deck,
                                  std::string_view language = "en");
// A list whose names are known: the rules of the format alone.
std::vector<Violation> judge_deck(const Content&, const Format&, const Deck&);
Deck deck_of(const DeckList&);
const Format* find_format(const Content&, std::string_view id);

}  // namespace rw::transformers_tcg
