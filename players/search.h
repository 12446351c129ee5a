// The search player: single-observer information-set Monte-Carlo tree search (Cowling, Powley and
// Whitehouse 2012). Each simulation imagines one deal that fits what the seat knows, walks down the
// tree by upper confidence bounds among the choices that are legal in that deal, plays on a little from
// the first position that the tree does not know, and asks the evaluation. A position met again has its
// choices weighed one step ahead, as the greedy player does it, so the tree never knows less than he
// does; those who play on weigh a few choices in the same way.
// Chance is sampled. Every seat maximises its own reward; team-mates share theirs through the
// evaluation. In all deals of a search the seat that thinks holds the same cards, so rewards alone would
// teach the others to answer cards that they do not see; they go longer by what one look ahead tells them.
#pragma once

#include <algorithm>
#include <cmath>

#include "players/greedy.h"
#include "players/sense.h"

namespace rw::players {

// Figures found by matches; a Sense may bring its own as `static constexpr SearchTaste taste`.
struct SearchTaste {
  float exploration = 1.0F;   // weight of the confidence bound, in spreads of the rewards met at the node
  float least_spread = 0.02F;
  float trust = 4.0F;         // visits that one look ahead stands for
  float root_trust = 24.0F;   // the same at the root, where the look is thorough
  float others_trust = 4.0F;  // the same where another seat chooses: all deals show it what this seat holds
  int breadth = 8;            // choices weighed at a node below the root; the most promising of a long list
  int depth = 12;             // decisions played on after the tree, before the evaluation
  int patience = 1;           // visits of a node below the root before its choices are weighed
  bool stops_early = false;   // as soon as no other choice at the root can catch up
  bool by_lead = false;       // rewards are compared less what those of a node have in common, see drift
  int look = 4;  // choices weighed one step ahead at each of them; the most promising of a longer list
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
  Simulation(const Content& content, Seat seat, Tree& tree, Desk& desk, core::Random& random)
      : content_(content), seat_(seat), tree_(tree), desk_(desk), random_(random) {}

  // From the root down to a position that is new, and back with its value.
  void run(State& s) {
    descend(s);
    for (int i = 0; i < taste.depth && !Sense::Rules::over(s); ++i) carry_out<Sense>(content_, s, best_looking(s));
    play_on<Sense>(content_, s, desk_);
    float reward[core::max_seats];
    value_of<Sense>(content_, s, reward);
    for (int i = 0; i < steps_; ++i) {
      const float gained = reward[core::index(path_[i].chooser)];
      Branch& branch = tree_.branch(path_[i].branch);
      ++branch.visits;
      branch.reward += gained;
      Node& node = tree_.node(path_[i].node);
      node.reward += gained;
      node.squares += gained * gained;
    }
  }

 private:
  static constexpr SearchTaste taste = taste_of<Sense>();
  static constexpr int deepest = 128;
  struct Step {
    Tree::Place node;
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
      if (++tree_.node(at).visits <= static_cast<std::uint32_t>(taste.patience) && at != Tree::root) return;
      Tree::Place taken = best_tried(at);
      if (legal_ < std::min(desk_.list.size(), taste.breadth)) {
        weigh(at, s);
        list_choices<Sense>(content_, s, desk_.list);
        taken = best_tried(at);
      }
      path_[steps_++] = {at, taken, s.decision.asked};
      carry_out<Sense>(content_, s, tree_.branch(taken).choice);
      at = tree_.follow(taken, aspect_of<Sense>(s));
    }
  }

  // By how much the rewards met at this node differ from what one look ahead had promised, on average. That much
  // is news about the position, not about the choices that happened to be tried: a game that plays on for long
  // does not hold it against them.
  float drift(const Node& node) const {
    float surplus = 0, visits = 0;
    for (Tree::Place place = node.branch; place != 0; place = tree_.branch(place).next) {
      const Branch& branch = tree_.branch(place);
      surplus += branch.reward - static_cast<float>(branch.visits) * branch.outlook;
      visits += static_cast<float>(branch.visits);
    }
    return visits > 0 ? surplus / visits : 0.0F;
  }

  // How far the rewards met at this node lie apart.
  static float spread(const Node& node) {
    const float n = static_cast<float>(std::max(node.visits, 2U) - 1);
    const float mean = node.reward / n;
    return std::sqrt(std::max(node.squares / n - mean * mean, taste.least_spread * taste.least_spread));
  }

  // Among the branches that are legal in this deal, the one with the highest bound. Leaves their number
  // in `legal_` and their choices at the front of the list.
  Tree::Place best_tried(Tree::Place at) {
    legal_ = 0;
    Tree::Place best = 0;
    float best_bound = -1e9F;
    const float width = taste.exploration * spread(tree_.node(at));
    const float shift = taste.by_lead ? drift(tree_.node(at)) : 0.0F;
    for (Tree::Place place = tree_.node(at).branch; place != 0; place = tree_.branch(place).next) {
      Branch& branch = tree_.branch(place);
      const Choice* found = std::find(desk_.list.begin() + legal_, desk_.list.end(), branch.choice);
      if (found == desk_.list.end()) continue;
      std::swap(desk_.list.items[legal_++], desk_.list.items[found - desk_.list.begin()]);
      ++branch.available;
      const float bound =
          branch.mean(shift) + width * std::sqrt(std::log(static_cast<float>(branch.available) + 1) /
                                                 (static_cast<float>(branch.visits) + branch.trust));
      if (bound > best_bound) {
        best_bound = bound;
        best = place;
      }
    }
    return best;
  }

  // The best of a few choices by their value one step ahead.
  Choice best_looking(const State& s) {
    list_considered<Sense>(content_, s, desk_.list);
    if (desk_.list.size() == 1) return desk_.list[0];
    const int count = std::min(desk_.list.size(), taste.look);
    if (desk_.list.size() > count) {
      promise_of<Sense>(content_, s, desk_.list, desk_.promise);
      to_the_front(0, count);
    }
    if (count == 1) return desk_.list[0];
    Choice few[greedy_candidates];
    std::copy_n(desk_.list.items, count, few);
    Choice best = few[0];
    float best_value = -1.0F;
    for (int i = 0; i < count; ++i) {
      const float value = value_after(s, few[i]);
      if (value <= best_value) continue;
      best_value = value;
      best = few[i];
    }
    return best;
  }

  float value_after(const State& s, Choice choice) {
    return players::value_after<Sense>(content_, s, choice, after_, desk_);
  }

  // Adds the choices that this node does not know yet, each with its value one step ahead.
  void weigh(Tree::Place at, const State& s) {
    const int count = std::min(desk_.list.size(), taste.breadth), fresh_count = count - legal_;
    const bool cut = desk_.list.size() > taste.breadth;
    Choice fresh[greedy_candidates];
    float at_a_glance[greedy_candidates] = {};
    if (cut || habit_of<Sense>() > 0) promise_of<Sense>(content_, s, desk_.list, desk_.promise);
    if (cut) to_the_front(legal_, count);
    std::copy_n(desk_.list.items + legal_, fresh_count, fresh);
    if constexpr (habit_of<Sense>() > 0) std::copy_n(desk_.promise + legal_, fresh_count, at_a_glance);
    const float trust = s.decision.asked == seat_ ? taste.trust : taste.others_trust;
    for (int i = 0; i < fresh_count; ++i)
      tree_.add_branch(at, fresh[i], value_after(s, fresh[i]) + habit_of<Sense>() * at_a_glance[i], trust);
  }

  void to_the_front(int from, int count) {
    for (int i = from; i < count; ++i) {
      const auto best =
          static_cast<int>(std::max_element(desk_.promise + i, desk_.promise + desk_.list.size()) - desk_.promise);
      std::swap(desk_.promise[i], desk_.promise[best]);
      std::swap(desk_.list.items[i], desk_.list.items[best]);
    }
  }

  const Content& content_;
  Seat seat_;
  Tree& tree_;
  Desk& desk_;
  core::Random& random_;
  State after_;
  int legal_ = 0;
  int steps_ = 0;
  Step path_[deepest];
};

// The choices at the root with their values one step ahead; those that the tree knows keep their visits.
template <class Sense>
void weigh_root(const ContentOf<Sense>& content, const StateOf<Sense>& seen, Seat seat, Tree& tree, Desk& desk,
                core::Random& random) {
  Shortlist list;
  weigh_choices<Sense>(content, seen, seat, desk, random, list);
  for (int i = 0; i < list.count; ++i) {
    const Tree::Place known = tree.find(Tree::root, list.choice[i]);
    const Tree::Place place = known != 0 ? known : tree.add_branch(Tree::root, list.choice[i], 0, 0);
    tree.branch(place).outlook = list.value[i];
    tree.branch(place).trust = taste_of<Sense>().root_trust;
  }
}

// Will the choice tried most at the root stay that, with so many simulations to come?
inline bool is_decided(const Tree& tree, std::uint32_t to_come) {
  std::uint32_t most = 0, second = 0;
  for (Tree::Place place = tree.node(Tree::root).branch; place != 0; place = tree.branch(place).next) {
    const std::uint32_t visits = tree.branch(place).visits;
    second = std::max(second, std::min(most, visits));
    most = std::max(most, visits);
  }
  return most > second + to_come;
}

template <class Sense>
void grow_tree(const ContentOf<Sense>& content, const StateOf<Sense>& seen, Seat seat, const core::Seed& seed,
               std::uint32_t simulations, const Choice* previous, Tree& tree, Desk& desk) {
  list_choices<Sense>(content, seen, desk.list);
  if (desk.list.size() == 1) {
    tree.clear(simulations);
    tree.add_branch(Tree::root, desk.list[0], 0.5F, 1.0F);
    return;
  }
  if (previous == nullptr || !tree.step(*previous, aspect_of<Sense>(seen))) tree.clear(simulations);
  tree.keep_legal(desk.list);
  core::Random random = core::Random::start(seed);
  weigh_root<Sense>(content, seen, seat, tree, desk, random);
  Simulation<Sense> simulation(content, seat, tree, desk, random);
  StateOf<Sense> s;
  for (std::uint32_t i = 0; i < simulations; ++i) {
    if (taste_of<Sense>().stops_early && i % 16 == 0 && is_decided(tree, simulations - i)) return;
    s = seen;
    imagine<Sense>(content, s, seat, random);
    simulation.run(s);
  }
}

}  // namespace rw::players
