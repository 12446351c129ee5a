// The pools of the search tree.
#include "players/tree.h"

#include <utility>

namespace rw::players {

void Tree::clear(std::uint32_t simulations) {
  nodes_.clear();
  branches_.clear();
  nodes_.reserve(std::size_t{simulations} + 2);
  nodes_.resize(2);  // none, and the root
  branches_.resize(1);
}

Tree::Place Tree::add_branch(Place at, core::Choice choice, float outlook, float trust) {
  const auto place = static_cast<Place>(branches_.size());
  Branch& branch = branches_.emplace_back();
  branch.choice = choice;
  branch.outlook = outlook;
  branch.trust = trust;
  branch.next = nodes_[at].branch;
  nodes_[at].branch = place;
  ++nodes_[at].branches;
  return place;
}

Tree::Place Tree::follow(Place branch, std::uint32_t aspect) {
  for (Place place = branches_[branch].node; place != 0; place = nodes_[place].next)
    if (nodes_[place].aspect == aspect) return place;
  const auto place = static_cast<Place>(nodes_.size());
  Node& node = nodes_.emplace_back();
  node.aspect = aspect;
  node.next = branches_[branch].node;
  branches_[branch].node = place;
  return place;
}

Tree::Place Tree::find(Place node, core::Choice choice) const {
  Place place = nodes_[node].branch;
  while (place != 0 && branches_[place].choice != choice) place = branches_[place].next;
  return place;
}

void Tree::keep_legal(const core::ChoiceList& legal) {
  Place* link = &nodes_[root].branch;
  while (*link != 0) {
    if (legal.contains(branches_[*link].choice)) {
      link = &branches_[*link].next;
    } else {
      *link = branches_[*link].next;
      --nodes_[root].branches;
    }
  }
}

// A node with everything below it, out of another tree. The lists keep their order.
Tree::Place Tree::move_node(const Tree& from, Place place) {
  const auto to = static_cast<Place>(nodes_.size());
  nodes_.push_back(from.nodes_[place]);
  nodes_[to].next = 0;
  Place last_branch = 0;
  for (Place old = from.nodes_[place].branch; old != 0; old = from.branches_[old].next) {
    const auto branch = static_cast<Place>(branches_.size());
    branches_.push_back(from.branches_[old]);
    (last_branch == 0 ? nodes_[to].branch : branches_[last_branch].next) = branch;
    branches_[branch].next = branches_[branch].node = 0;
    Place last_node = 0;
    for (Place below = from.branches_[old].node; below != 0; below = from.nodes_[below].next) {
      const Place moved = move_node(from, below);
      (last_node == 0 ? branches_[branch].node : nodes_[last_node].next) = moved;
      last_node = moved;
    }
    last_branch = branch;
  }
  return to;
}

bool Tree::step(core::Choice choice, std::uint32_t aspect) {
  const Place branch = nodes_.size() > root ? find(root, choice) : 0;
  Place place = branch == 0 ? 0 : branches_[branch].node;
  while (place != 0 && nodes_[place].aspect != aspect) place = nodes_[place].next;
  if (place == 0) return false;
  Tree kept;
  kept.nodes_.reserve(nodes_.capacity());
  kept.nodes_.resize(1);
  kept.branches_.resize(1);
  kept.move_node(*this, place);
  *this = std::move(kept);
  return true;
}

}  // namespace rw::players
