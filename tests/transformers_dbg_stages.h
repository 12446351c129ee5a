// Tables of the Transformers Deck-Building Game on which the texts of a card find something to do.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "engine/game.h"
#include "engine/games/transformers_dbg/content.h"

namespace rw::test {

using Cards = std::vector<std::string>;

struct Stage {
  std::string mode = "competitive_a", characters;
  std::map<std::string, std::string> fields;  // by path; later ones replace earlier ones
  std::map<std::string, Cards> piles;
  bool others_first = false;  // another player has the turn
};

// Who plays, and what lies around them.
struct Side {
  std::string mode, character, other, deck_of_other;
  Cards hand, discard, vault, spoils;  // spoils: Adversary Robots
  std::string boss, weak_boss, own_robot;
};

extern const Side autobots, decepticons;

// Red in the middle beside blue, rich in everything; foes, friends, a Site and facedown cards around them.
Stage full_table(const Side&, int variant, const std::string& without);
// In hand, in play, bought, as an Assist, as a Block.
void stage_owned(const Side&, const std::string& id, const std::string& first_side, const std::string& second_side,
                 std::vector<Stage>& out);
// Faceup where red stands, beside it, or facedown there; on red's turn and before it.
void stage_on_matrix(const Side&, const std::string& id, std::vector<Stage>& out);
// Every way in which a card of this kind comes to work.
std::vector<Stage> stages_of(const transformers_dbg::Content&, transformers_dbg::Card);

// The position that a stage describes.
Position laid(const Edition&, const transformers_dbg::Content&, const Stage&);

}  // namespace rw::test
