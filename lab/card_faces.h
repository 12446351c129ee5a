// Card faces: what is printed on a card, as figures and rules text.
#pragma once

#include <string>
#include <vector>

#include "engine/game.h"

namespace rw::lab {

struct CardFace {
  std::string id;
  std::string text_id;  // of the record that has its name and text: its own, or the upgrade that the card names
  std::string name;
  struct Figure {
    std::string key;  // what it is, as the content says it: "zone", "attack"; a mode's is the mode
    std::string name, value;
  };
  std::vector<Figure> figures;
  std::vector<std::string> texts;  // rendered from the abilities, never typed
};

std::vector<CardFace> card_faces(const Edition& edition, const std::string& language);
// How many those are.
int card_count(const Edition& edition);
// Those whose id is `part`, or whose name has `part` in it; all if it is empty.
std::vector<CardFace> find_cards(const Edition& edition, const std::string& language, const std::string& part);

}  // namespace rw::lab
