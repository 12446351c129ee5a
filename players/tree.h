// The search tree: two pools of small records that grow together and are reused from decision to
// decision. It knows no game; a branch is a choice, a node is a question with the branches tried.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "engine/core/choice.h"
#include "engine/core/random.h"
#include "players/mind.h"

namespace rw::players {

// A number in [0, 1).
inline float unit(core::Random& random) { return static_cast<float>(random.next() >> 8) * 0x1p-24F; }

// Scratch space of one thread, so that no simulation allocates anything, and the mind that thinks on it.
struct Desk {
  core::ChoiceList list;
  float promise[core::ChoiceList::capacity];
  Mind mind;
};

// Whose cards the deals of a simulation leave as they are: those of the seat that thinks, or those of the seat
// that was asked. The two are counted apart.
enum class View : std::uint8_t { own, others };

struct Branch {
  struct Tally {
    std::uint32_t visits = 0;
    std::uint32_t available = 0;  // visits of its node in which the choice was legal
    float reward = 0;             // sum over visits, for the seat that chooses here
  };
  core::Choice choice;
  Tally tallies[2];
  float outlook = 0;            // its value one step ahead, worth `trust` visits
  float trust = 0;
  float lean = 0;               // how much was learned in its favour, from 0 to 1
  std::uint32_t next = 0;       // the branch tried before this one at the same node
  std::uint32_t node = 0;       // the first node that this branch led to

  Tally& tally(View view) { return tallies[static_cast<int>(view)]; }
  const Tally& tally(View view) const { return tallies[static_cast<int>(view)]; }
  // What it is worth, less what all rewards of its node have in common.
  float mean(View view, float drift = 0) const {
    const auto times = static_cast<float>(tally(view).visits);
    return (tally(view).reward - times * drift + trust * outlook) / (times + trust);
  }
};

struct Node {
  struct Tally {
    float rewards = 0;  // how many, and their sums, for the seat that chooses here
    float reward = 0;
    float squares = 0;
  };
  std::uint32_t aspect = 0;   // see aspect_of
  std::uint32_t visits = 0;
  std::uint32_t branch = 0;   // the branch tried last
  std::uint32_t branches = 0;
  std::uint32_t next = 0;     // another node of the same branch, with another aspect
  Tally tallies[2];

  Tally& tally(View view) { return tallies[static_cast<int>(view)]; }
  const Tally& tally(View view) const { return tallies[static_cast<int>(view)]; }
};

// How long to think: so many simulations, or until a moment.
struct Budget {
  std::uint32_t simulations = 0;
  std::chrono::steady_clock::time_point until = std::chrono::steady_clock::time_point::max();

  bool is_spent() const {
    return until != std::chrono::steady_clock::time_point::max() && std::chrono::steady_clock::now() >= until;
  }
};
inline constexpr std::uint32_t most_reserved = 100'000;  // nodes

// Places start at 1; 0 means none.
class Tree {
 public:
  using Place = std::uint32_t;
  static constexpr Place root = 1;

  // Empty, with room for one new node per simulation.
  void clear(std::uint32_t simulations);
  Node& node(Place place) { return nodes_[place]; }
  Branch& branch(Place place) { return branches_[place]; }
  const Node& node(Place place) const { return nodes_[place]; }
  const Branch& branch(Place place) const { return branches_[place]; }
  Place add_branch(Place node, core::Choice choice, float outlook, float trust);
  // The node that a branch leads to with this aspect; made if it is new.
  Place follow(Place branch, std::uint32_t aspect);
  // The branch of this node with this choice, or 0.
  Place find(Place node, core::Choice choice) const;

  // The position that `choice` at the root led to becomes the root, and all that was learned below it
  // stays. False, and nothing changed, if the tree never got there.
  bool step(core::Choice choice, std::uint32_t aspect);
  // Drops the root's branches that other deals offered and this one does not.
  void keep_legal(const core::ChoiceList& legal);

 private:
  Place move_node(const Tree& from, Place place);
  std::vector<Node> nodes_;
  std::vector<Branch> branches_;
};

}  // namespace rw::players
