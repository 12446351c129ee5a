// Card faces: what is printed on a card, as figures and rules text.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/game.h"

namespace rw::lab {

struct CardFace {
  std::string id, name;
  std::vector<std::pair<std::string, std::string>> figures;
  std::vector<std::string> texts;  // rendered from the abilities, never typed
};

std::vector<CardFace> card_faces(const Edition& edition, const std::string& language);
// Those whose id is `part`, or whose name has `part` in it; all if it is empty.
std::vector<CardFace> find_cards(const Edition& edition, const std::string& language, const std::string& part);

}  // namespace rw::lab
