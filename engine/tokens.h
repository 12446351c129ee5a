// Cards that a viewer can follow. Every card whose face a viewer sees has a token, a number that stays with it
// from list to list for as long as it stays in sight. A card that comes out of a hidden hand or a shuffled pile
// gets a new one, even if it is the same card as before: the viewer cannot know that.
//
// Tokens follow from the views alone, frame by frame, so they tell a viewer nothing else. Of equal cards in one
// list the first one counts as the first one, whatever happened to the cardboard.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/core/snapshot.h"

namespace rw {

using Token = std::uint32_t;
inline constexpr Token no_token = 0;  // of a card that lies face down for this viewer

class Tokens {
 public:
  explicit Tokens(core::Viewer viewer) : viewer_(viewer) {}

  // New tokens for all cards: at the beginning, and wherever nothing is known of the way to this position.
  void begin(const core::Snapshot& now);
  // What happened between the two descriptions of a frame. The first of them is the one that was looked at last.
  void follow(const core::Comparison& frame);

  // Of the cards of a list, in the order in which the viewer sees them.
  std::span<const Token> of_list(std::uint32_t path) const;
  // Of a card that has just moved.
  Token of(const core::Moved& moved) const;

 private:
  struct List {
    std::vector<std::uint32_t> words;
    std::vector<Token> tokens;
  };
  using Lists = std::unordered_map<std::uint32_t, List>;

  void look(const core::Snapshot& now, Lists& out) const;
  void stay(List& before, List& after) const;

  core::Viewer viewer_;
  Lists lists_, last_;  // now, and before the last frame with what has not been found again
  std::vector<core::Moved> moved_;
  Token given_ = no_token;
};

}  // namespace rw
