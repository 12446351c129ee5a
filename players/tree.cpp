// The pools of the search tree.
#include "players/tree.h"

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

}  // namespace rw::players
