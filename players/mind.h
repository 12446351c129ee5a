// What a computer player thinks with, beyond the rules: figures of its search and what was learned from games.
#pragma once

#include <cstdint>

namespace rw::players {

class Net;

// Figures found by matches; an Evaluator may bring its own as `static constexpr SearchParameters parameters`, and
// others as `learned_parameters` for a search that judges by a net.
struct SearchParameters {
  float exploration = 1.0F;   // weight of the confidence bound, in spreads of the rewards met at the node
  float least_spread = 0.02F;  // of the first reward; less and less of it as more come
  float trust = 4.0F;         // visits that one look ahead stands for
  float root_trust = 24.0F;   // the same at the root, where the look is thorough
  float others_trust = 4.0F;  // the same where another seat chooses
  int breadth = 8;            // choices weighed at a node below the root; the most promising of a long list
  int depth = 12;             // decisions played on after the tree, before the evaluation
  int patience = 1;           // visits of a node below the root before its choices are weighed
  int others_turn = 2;        // one simulation in so many is for the others
  bool stops_early = false;   // as soon as no other choice at the root can catch up
  bool by_lead = false;       // rewards are compared less what those of a node have in common, see drift
  int look = 4;  // choices weighed one step ahead at each of them; the most promising of a longer list
  float prior = 0;            // weight of what was learned about a choice itself, in spreads
  int full_lead = 0;  // the lead in score at the end that counts as a full margin; 0: only winning counts
};

inline constexpr float learned_margin = 0.03F;

struct Mind {
  const Net* net = nullptr;  // null: the game's own evaluation alone
  float margin = 0;  // share of the margin in the value of a position; the rest is the chance to win
  SearchParameters parameters;
  const float* weights = nullptr;  // of the game's own evaluation, if it is to judge by others than its own
};

}  // namespace rw::players
