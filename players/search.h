// The search player: information-set Monte-Carlo tree search (Cowling, Powley and Whitehouse 2012).
// Each simulation imagines one deal that fits what the seat knows, walks down the tree by upper
// confidence bounds among the choices that are legal in that deal, plays on a little from the first
// position that the tree does not know, and asks the evaluation. A position met again has its choices
// weighed one step ahead, as the greedy player does it, so the tree never knows less than that player;
// those who play on weigh a few choices in the same way. Chance is sampled. Every seat maximises its
// own reward; team-mates share theirs through the evaluation.
// The others don't see either. In all deals that the seat imagines it holds the same cards, and
// rewards would teach the others to answer cards that they cannot see. So some simulations are for the
// others: where one of them chooses, all that it does not see is dealt anew, and only what follows
// such a deal tells it what to do.
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>

#include "players/evaluator.h"
#include "players/greedy.h"
#include "players/pointless.h"

namespace rw::players {

template <class Evaluator>
constexpr SearchParameters parameters_of() {
  if constexpr (requires { Evaluator::parameters; })
    return Evaluator::parameters;
  else
    return {};
}

// The same for a search that judges by a net.
template <class Evaluator>
constexpr SearchParameters learned_parameters_of() {
  if constexpr (requires { Evaluator::learned_parameters; })
    return Evaluator::learned_parameters;
  else
    return parameters_of<Evaluator>();
}

template <class Evaluator>
class Simulation {
  using State = StateOf<Evaluator>;
  using Content = ContentOf<Evaluator>;

 public:
  Simulation(const Content& content, Seat seat, Tree& tree, Desk& desk, core::Random& random)
      : content_(content),
        seat_(seat),
        tree_(tree),
        desk_(desk),
        random_(random),
        parameters(desk.mind.parameters) {}

  // From the root down to a position that is new, and back with its value. A simulation for the others in which
  // none of them chooses counts as one's own.
  void run(State& s, bool for_others) {
    view_ = View::own;
    descend(s, for_others);
    for (int i = 0; i < parameters.depth && !Evaluator::Rules::over(s); ++i, ++decisions_)
      carry_out<Evaluator>(content_, s, best_looking(s));
    play_on<Evaluator>(content_, s, desk_);
    float reward[core::max_seats];
    value_of<Evaluator>(content_, s, desk_.mind, seat_, reward);
    const float soon = 1.0F - haste * static_cast<float>(decisions_);
    for (int i = 0; i < steps_; ++i) {
      const float gained = 0.5F + (reward[core::index(path_[i].chooser)] - 0.5F) * soon;
      Branch::Tally& branch = tree_.branch(path_[i].branch).tally(view_);
      ++branch.visits;
      branch.reward += gained;
      Node::Tally& node = tree_.node(path_[i].node).tally(view_);
      ++node.rewards;
      node.reward += gained;
      node.squares += gained * gained;
    }
  }

 private:
  static constexpr int deepest = 128;
  // What each decision on the way costs: so the shorter of two ways to win is taken, and the longer of two ways to
  // lose.
  static constexpr float haste = 0.0003F;
  struct Step {
    Tree::Place node;
    Tree::Place branch;
    Seat chooser;
  };

  void descend(State& s, bool for_others) {
    steps_ = decisions_ = 0;
    Tree::Place at = Tree::root;
    for (bool asked = next_question(s, Depth::root); asked && steps_ < deepest;) {
      const Depth depth = at == Tree::root ? Depth::root : Depth::below;
      const bool another = s.decision.asked != seat_;
      if (another && for_others) take_the_others_view(s);
      if (++tree_.node(at).visits <= static_cast<std::uint32_t>(parameters.patience) && at != Tree::root) return;
      const View view = another ? View::others : view_;
      Tree::Place taken = best_tried(at, view);
      if (at != Tree::root && legal_ < std::min(desk_.list.size(), parameters.breadth)) {
        weigh(at, as_seen(s));
        list_choices<Evaluator>(content_, s, desk_.list, depth);
        taken = best_tried(at, view);
      }
      if (view == view_) path_[steps_++] = {at, taken, s.decision.asked};
      carry_out<Evaluator>(content_, s, tree_.branch(taken).choice);
      ++decisions_;
      asked = next_question(s, Depth::below);
      const bool known = view_ == View::own && s.decision.asked == seat_;
      if (asked) at = tree_.follow(taken, aspect_of<Evaluator>(s, known ? Hand::known : Hand::unknown));
    }
  }

  // On to the next question that has a node: one with more than one answer, not answered by heart. The dice that
  // fall on the way are part of the position that the node stands for. False if the game ends first; else the
  // choices are listed.
  bool next_question(State& s, Depth depth) {
    for (; !Evaluator::Rules::over(s);
         carry_out<Evaluator>(content_, s, promising<Evaluator>(content_, s, desk_))) {
      list_choices<Evaluator>(content_, s, desk_.list, depth);
      if (desk_.list.size() > 1 && !(depth == Depth::below && is_by_heart<Evaluator>(content_, s))) return true;
    }
    return false;
  }

  // From here on everything is as the seat that is asked may imagine it, and teaches nothing to those who chose
  // before. This is not always done at the first opportunity, so that what comes later is learned as well.
  void take_the_others_view(State& s) {
    if (view_ == View::own && random_.below(2) == 0) return;
    if (view_ == View::own) steps_ = 0;
    view_ = View::others;
    imagine<Evaluator>(content_, s, s.decision.asked, random_);
  }

  // The position, or one that the seat that is asked cannot tell from it if it must not see this one.
  const State& as_seen(State&& s) = delete;
  const State& as_seen(const State& s) {
    if (view_ == View::others || s.decision.asked == seat_) return s;
    seen_ = s;
    imagine<Evaluator>(content_, seen_, s.decision.asked, random_);
    return seen_;
  }

  // By how much the rewards met at this node differ from what one look ahead had promised, on average. That much
  // is news about the position, not about the choices that happened to be tried: a game that plays on for long
  // does not hold it against them. One or two rewards are no news yet.
  float drift(const Node& node, View view) const {
    float surplus = 0, visits = 0;
    for (Tree::Place place = node.branch; place != 0; place = tree_.branch(place).next) {
      const Branch& branch = tree_.branch(place);
      const auto times = static_cast<float>(branch.tally(view).visits);
      surplus += branch.tally(view).reward - times * branch.outlook;
      visits += times;
    }
    constexpr float doubt = 8.0F;
    return surplus / (visits + doubt);
  }

  // How far the rewards met at this node lie apart. A few that are alike may be luck; many mean that little is at
  // stake, as in a game that is as good as won, and then a little difference tells choices apart.
  float spread(const Node::Tally& tally) const {
    const float n = std::max(tally.rewards, 1.0F);
    const float mean = tally.reward / n;
    const float least = parameters.least_spread * parameters.least_spread / n;
    return std::sqrt(std::max(tally.squares / n - mean * mean, least));
  }

  // Among the branches that are legal in this deal, the one with the highest bound; the others try nothing out in
  // simulations from which they learn nothing. Leaves in `legal_` how many are legal, and their choices at the
  // front of the list.
  Tree::Place best_tried(Tree::Place at, View view) {
    legal_ = 0;
    Tree::Place best = 0;
    float best_bound = -1e9F;
    const float width = view != view_ ? 0.0F : parameters.exploration * spread(tree_.node(at).tally(view));
    const float leaning = parameters.prior * spread(tree_.node(at).tally(view));
    const float shift = parameters.by_lead ? drift(tree_.node(at), view) : 0.0F;
    for (Tree::Place place = tree_.node(at).branch; place != 0; place = tree_.branch(place).next) {
      Branch& branch = tree_.branch(place);
      const Choice* found = std::find(desk_.list.begin() + legal_, desk_.list.end(), branch.choice);
      if (found == desk_.list.end()) continue;
      std::swap(desk_.list.items[legal_++], desk_.list.items[found - desk_.list.begin()]);
      Branch::Tally& tally = branch.tally(view);
      ++tally.available;
      const float bound = branch.mean(view, shift) +
                          width * std::sqrt(std::log(static_cast<float>(tally.available) + 1) /
                                            (static_cast<float>(tally.visits) + branch.trust)) +
                          leaning * branch.lean / (static_cast<float>(tally.visits) + 1);
      if (bound > best_bound) {
        best_bound = bound;
        best = place;
      }
    }
    return best;
  }

  // The best of a few choices by their value one step ahead.
  Choice best_looking(const State& s) {
    list_considered<Evaluator>(content_, s, desk_.list);
    if (desk_.list.size() == 1) return desk_.list[0];
    const int count = is_by_heart<Evaluator>(content_, s) ? 1 : std::min(desk_.list.size(), parameters.look);
    if (desk_.list.size() > count) {
      promise_of<Evaluator>(content_, s, desk_.list, desk_.promise);
      to_the_front(0, count);
    }
    if (count == 1) return desk_.list[0];
    const State& seen = as_seen(s);
    Choice few[greedy_candidates];
    std::copy_n(desk_.list.items, count, few);
    Choice best = few[0];
    float best_value = -1.0F;
    for (int i = 0; i < count; ++i) {
      const float value = value_after(seen, few[i]);
      if (value <= best_value) continue;
      best_value = value;
      best = few[i];
    }
    return best;
  }

  float value_after(const State& s, Choice choice) {
    return players::value_after<Evaluator>(content_, s, choice, after_, desk_);
  }

  // Adds the choices that this node does not know yet, each with its value one step ahead.
  void weigh(Tree::Place at, const State& s) {
    const int count = std::min(desk_.list.size(), parameters.breadth), fresh_count = count - legal_;
    const bool cut = desk_.list.size() > parameters.breadth;
    Choice fresh[greedy_candidates];
    float at_a_glance[greedy_candidates] = {};
    const bool leans = has_lean(desk_.mind);
    if (cut || leans || habit_of<Evaluator>() > 0) promise_of<Evaluator>(content_, s, desk_.list, desk_.promise);
    if (leans)
      lean_by_net(desk_.mind, Evaluator::Rules::about.id, &content_, &s, desk_.list, desk_.promise, lean_);
    if (cut) to_the_front(legal_, count);
    std::copy_n(desk_.list.items + legal_, fresh_count, fresh);
    if constexpr (habit_of<Evaluator>() > 0) std::copy_n(desk_.promise + legal_, fresh_count, at_a_glance);
    const float trust = s.decision.asked == seat_ ? parameters.trust : parameters.others_trust;
    float lean[greedy_candidates] = {};
    if (leans) std::copy_n(lean_ + legal_, fresh_count, lean);
    for (int i = 0; i < fresh_count; ++i) {
      const Tree::Place place =
          tree_.add_branch(at, fresh[i], value_after(s, fresh[i]) + habit_of<Evaluator>() * at_a_glance[i], trust);
      tree_.branch(place).lean = lean[i];
    }
  }

  void to_the_front(int from, int count) {
    for (int i = from; i < count; ++i) {
      const auto best =
          static_cast<int>(std::max_element(desk_.promise + i, desk_.promise + desk_.list.size()) - desk_.promise);
      std::swap(desk_.promise[i], desk_.promise[best]);
      std::swap(lean_[i], lean_[best]);
      std::swap(desk_.list.items[i], desk_.list.items[best]);
    }
  }

  const Content& content_;
  Seat seat_;
  Tree& tree_;
  Desk& desk_;
  core::Random& random_;
  const SearchParameters& parameters;
  State after_, seen_;
  View view_ = View::own;
  float lean_[ChoiceList::capacity];  // beside desk_.promise
  int legal_ = 0;
  int steps_ = 0;
  int decisions_ = 0;  // of this simulation, as far as they were thought about
  Step path_[deepest];
};

// A small question (how many dice) makes less of a difference than simulations are apart by luck: the usual answer
// is given unless they are sure of another one.
template <class Evaluator>
void answer_as_usual(const ContentOf<Evaluator>& content, const StateOf<Evaluator>& seen, Tree& tree, Desk& desk) {
  constexpr float usual = 0.05F, sure_after = 200.0F;
  list_choices<Evaluator>(content, seen, desk.list, Depth::root);
  promise_of<Evaluator>(content, seen, desk.list, desk.promise);
  for (int i = 0; i < desk.list.size(); ++i)
    if (const Tree::Place place = tree.find(Tree::root, desk.list[i]); place != 0) {
      tree.branch(place).outlook += usual * desk.promise[i];
      tree.branch(place).trust = sure_after;
    }
}

// The choices at the root with their values one step ahead; those that the tree knows keep their visits.
template <class Evaluator>
void weigh_root(const ContentOf<Evaluator>& content, const StateOf<Evaluator>& seen, Seat seat, Tree& tree,
                Desk& desk, core::Random& random) {
  Shortlist list;
  weigh_choices<Evaluator>(content, seen, seat, desk, random, list);
  for (int i = 0; i < list.count; ++i) {
    const Tree::Place known = tree.find(Tree::root, list.choice[i]);
    const Tree::Place place = known != 0 ? known : tree.add_branch(Tree::root, list.choice[i], 0, 0);
    tree.branch(place).outlook = list.value[i];
    tree.branch(place).trust = desk.mind.parameters.root_trust;
  }
  if (is_by_heart<Evaluator>(content, seen)) answer_as_usual<Evaluator>(content, seen, tree, desk);
  if (!has_lean(desk.mind)) return;
  list_choices<Evaluator>(content, seen, desk.list, Depth::root);
  promise_of<Evaluator>(content, seen, desk.list, desk.promise);
  static thread_local float lean[ChoiceList::capacity];
  lean_by_net(desk.mind, Evaluator::Rules::about.id, &content, &seen, desk.list, desk.promise, lean);
  for (int i = 0; i < desk.list.size(); ++i)
    if (const Tree::Place place = tree.find(Tree::root, desk.list[i]); place != 0)
      tree.branch(place).lean = lean[i];
}

// Will the choice tried most at the root stay that, with so many simulations to come?
inline bool is_decided(const Tree& tree, std::uint32_t to_come) {
  std::uint32_t most = 0, second = 0;
  for (Tree::Place place = tree.node(Tree::root).branch; place != 0; place = tree.branch(place).next) {
    const std::uint32_t visits = tree.branch(place).tally(View::own).visits;
    second = std::max(second, std::min(most, visits));
    most = std::max(most, visits);
  }
  return most > second + to_come;
}

// The choices that a search has branches for at its root.
template <class Evaluator>
void list_choices_to_weigh(const ContentOf<Evaluator>& content, const StateOf<Evaluator>& seen, Seat seat,
                           const core::Seed& seed, Stood& stood, ChoiceList& list) {
  list_choices<Evaluator>(content, seen, list, Depth::root);
  if constexpr (CanBePointless<Evaluator>) {
    static thread_local auto pointless = std::make_unique<Pointless<Evaluator>>();
    core::Random random = core::Random::start(seed);
    pointless->drop(content, seen, seat, stood, list, random);
    stood.add(std::as_bytes(std::span(&seen, 1)));
  }
}

template <class Evaluator>
void grow_tree(const ContentOf<Evaluator>& content, const StateOf<Evaluator>& seen, Seat seat,
               const core::Seed& seed, const Budget& budget, const Choice* previous, const ChoiceList& choices,
               Tree& tree, Desk& desk) {
  const SearchParameters& parameters = desk.mind.parameters;
  if (previous == nullptr || !tree.step(*previous, aspect_of<Evaluator>(seen, Hand::known)))
    tree.clear(std::min(budget.simulations, most_reserved));
  core::Random random = core::Random::start(seed);
  desk.list.clear();
  for (const Choice choice : choices) desk.list.add(choice);
  tree.keep_legal(desk.list);
  if (desk.list.size() == 1) {
    if (tree.find(Tree::root, desk.list[0]) == 0) tree.add_branch(Tree::root, desk.list[0], 0.5F, 1.0F);
    return;
  }
  weigh_root<Evaluator>(content, seen, seat, tree, desk, random);
  Simulation<Evaluator> simulation(content, seat, tree, desk, random);
  StateOf<Evaluator> s;
  const auto others_turn = static_cast<std::uint32_t>(parameters.others_turn);
  for (std::uint32_t i = 0; i < budget.simulations; ++i) {
    if (i % 16 == 0) {
      if (budget.is_spent()) return;
      if (parameters.stops_early && is_decided(tree, budget.simulations - i)) return;
    }
    s = seen;
    imagine<Evaluator>(content, s, seat, random);
    simulation.run(s, i % others_turn == others_turn - 1);
  }
}

}  // namespace rw::players
