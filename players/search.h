// The search player: single-observer information-set Monte-Carlo tree search (Cowling, Powley and
// Whitehouse 2012). Each simulation imagines one deal that fits what the seat knows, walks down the
// tree by upper confidence bounds among the choices that are legal in that deal, adds one branch,
// plays on a little by promise and asks the evaluation. Chance is sampled. Every seat maximises its
// own reward; team-mates share theirs through the evaluation.
#pragma once

#include <algorithm>
#include <cmath>

#include "players/sense.h"

namespace rw::players {

// Figures found by matches; a Sense may bring its own as `static constexpr SearchTaste taste`.
struct SearchTaste {
  float exploration = 0.4F;   // weight of the confidence bound; rewards lie in [0, 1]
  float trust = 0.25F;        // weight of a choice's promise, fading with its visits
  float first_branches = 3;   // a node may have first + growth * visits^0.5 branches
  float growth = 0.7F;
  int depth = 4;              // decisions played on after the tree, before the evaluation
  float blur = 0.3F;          // how freely they are chosen
};

template <class Sense>
constexpr SearchTaste taste_of() {
  if constexpr (requires { Sense::taste; })
    return Sense::taste;
  else
    return {};
}

template <class Sense>
class Simulation {
  using State = StateOf<Sense>;
  using Content = ContentOf<Sense>;

 public:
  Simulation(const Content& content, Tree& tree, Desk& desk, core::Random& random)
      : content_(content), tree_(tree), desk_(desk), random_(random) {}

  // From the root down, one branch further, and back with the reward.
  void run(State& s) {
    descend(s);
    play_on<Sense>(content_, s, desk_, taste.depth, taste.blur, random_);
    float reward[core::max_seats];
    value_of<Sense>(content_, s, reward);
    for (int i = 0; i < steps_; ++i) {
      Branch& branch = tree_.branch(path_[i].branch);
      ++branch.visits;
      branch.reward += reward[core::index(path_[i].chooser)];
    }
  }

 private:
  static constexpr SearchTaste taste = taste_of<Sense>();
  static constexpr int deepest = 128;
  struct Step {
    Tree::Place branch;
    Seat chooser;
  };

  void descend(State& s) {
    steps_ = 0;
    for (Tree::Place at = Tree::root; steps_ < deepest && !Sense::Rules::over(s);) {
      list_choices<Sense>(content_, s, desk_.list);
      if (desk_.list.size() == 1) {  // forced: nothing to learn, no node
        carry_out<Sense>(content_, s, desk_.list[0]);
        continue;
      }
      ++tree_.node(at).visits;
      const Tree::Place tried = best_tried(at);
      const bool widen = tried == 0 || (wants_more(tree_.node(at)) && legal_ < desk_.list.size());
      const Tree::Place taken = widen ? try_another(at, s) : tried;
      path_[steps_++] = {taken, s.decision.asked};
      carry_out<Sense>(content_, s, tree_.branch(taken).choice);
      if (widen) return;
      at = tree_.follow(taken, aspect_of<Sense>(s));
    }
  }

  static bool wants_more(const Node& node) {
    return static_cast<float>(node.branches) <
           taste.first_branches + taste.growth * std::sqrt(static_cast<float>(node.visits));
  }

  // Among the branches tried before that are legal in this deal, the one with the highest bound.
  // Leaves their number in `legal_` and marks their choices as seen.
  Tree::Place best_tried(Tree::Place at) {
    legal_ = 0;
    Tree::Place best = 0;
    float best_bound = -1.0F;
    for (Tree::Place place = tree_.node(at).branch; place != 0; place = tree_.branch(place).next) {
      Branch& branch = tree_.branch(place);
      const Choice* found = std::find(desk_.list.begin() + legal_, desk_.list.end(), branch.choice);
      if (found == desk_.list.end()) continue;
      // Tried choices gather at the front of the list, so that the rest is what is left to try.
      std::swap(desk_.list.items[legal_++], desk_.list.items[found - desk_.list.begin()]);
      ++branch.available;
      const auto visits = static_cast<float>(branch.visits);
      const float bound =
          branch.reward / visits +
          taste.exploration * std::sqrt(std::log(static_cast<float>(branch.available) + 1) / visits) +
          taste.trust * branch.promise / (visits + 1);
      if (bound > best_bound) {
        best_bound = bound;
        best = place;
      }
    }
    return best;
  }

  // The most promising choice not tried yet.
  Tree::Place try_another(Tree::Place at, const State& s) {
    promise_of<Sense>(content_, s, desk_.list, desk_.promise);
    int best = legal_;
    float best_promise = -1.0F;
    for (int i = legal_; i < desk_.list.size(); ++i) {
      const float promise = desk_.promise[i] + 0.001F * unit(random_);
      if (promise > best_promise) {
        best_promise = promise;
        best = i;
      }
    }
    const Tree::Place place = tree_.add_branch(at, desk_.list[best], desk_.promise[best]);
    tree_.branch(place).available = 1;
    return place;
  }

  const Content& content_;
  Tree& tree_;
  Desk& desk_;
  core::Random& random_;
  int legal_ = 0;
  int steps_ = 0;
  Step path_[deepest];
};

template <class Sense>
void grow_tree(const ContentOf<Sense>& content, const StateOf<Sense>& seen, Seat seat, const core::Seed& seed,
               std::uint32_t simulations, Tree& tree, Desk& desk) {
  tree.clear(simulations);
  list_choices<Sense>(content, seen, desk.list);
  if (desk.list.size() == 1) {
    tree.add_branch(Tree::root, desk.list[0], 1.0F);
    return;
  }
  core::Random random = core::Random::start(seed);
  Simulation<Sense> simulation(content, tree, desk, random);
  StateOf<Sense> s;
  for (std::uint32_t i = 0; i < simulations; ++i) {
    s = seen;
    imagine<Sense>(content, s, seat, random);
    simulation.run(s);
  }
}

}  // namespace rw::players
