// Growing the trees of one decision, on one or more threads, and adding them up.
#include "players/forest.h"

#include <algorithm>
#include <limits>

#include "players/net.h"
#include "players/side_by_side.h"

namespace rw::players {
namespace {

// A small budget is worth more in one tree. A large one is worth more in many trees that agree than in a few deep
// ones, where everybody's later choices count for more and are tried out for longer.
std::size_t trees_for(std::uint32_t simulations) {
  constexpr std::uint32_t enough = 1'000, most_trees = 16;
  return simulations < 2 * enough ? 1 : std::min(simulations / enough, most_trees);
}

}  // namespace

// About as many as a thread gets through.
constexpr std::uint32_t simulations_per_millisecond = 40;

Forest::Forest(const GamePlayers& game, std::uint32_t simulations, int threads, int milliseconds)
    : game_(game),
      simulations_(milliseconds > 0 ? std::numeric_limits<std::uint32_t>::max() : simulations),
      milliseconds_(milliseconds),
      trees_(trees_for(milliseconds > 0
                           ? static_cast<std::uint32_t>(milliseconds * threads) * simulations_per_millisecond
                           : simulations)) {
  const std::size_t desks = std::min(static_cast<std::size_t>(threads), trees_.size());
  for (std::size_t i = 0; i < desks; ++i) desks_.push_back(std::make_unique<Desk>());
}

const std::vector<Weighed>& Forest::grow(const void* content, const void* seen, Seat seat, const core::Seed& seed,
                                         const Choice* previous) {
  make_up_mind(content, seen, seat);
  const auto start = std::chrono::steady_clock::now();
  constexpr std::uint64_t after_all_trees = 1'000;
  if (previous == nullptr) stood_.clear();
  game_.choices_to_weigh(content, seen, seat, core::derive(seed, after_all_trees), stood_, choices_);
  side_by_side(desks_.size(), [&](std::size_t desk) {
    for (std::size_t i = desk; i < trees_.size(); i += desks_.size()) {
      const std::size_t left_over = simulations_ % trees_.size();
      const auto share = static_cast<std::uint32_t>(simulations_ / trees_.size() + (i < left_over ? 1 : 0));
      Budget budget{share, Budget{}.until};
      if (milliseconds_ > 0) {
        // Each tree of this thread has an equal share of the time that is left.
        const auto mine = (trees_.size() - desk + desks_.size() - 1) / desks_.size(), done = i / desks_.size();
        budget.until = start + std::chrono::microseconds(static_cast<std::int64_t>(milliseconds_) * 1000 *
                                                         static_cast<std::int64_t>(done + 1) /
                                                         static_cast<std::int64_t>(mine));
      }
      game_.grow(content, seen, seat, core::derive(seed, i), budget, previous, choices_, trees_[i], *desks_[desk]);
    }
  });
  gather();
  return weighed_;
}

// The net counts only if the description is the one it was trained on: with one more card, every place would mean
// something else. In a mode that the net does not know, the search does without it.
void Forest::make_up_mind(const void* content, const void* seen, Seat seat) {
  if (!own_mind_) return;
  const Mind unlearned{nullptr, learned_margin, game_.parameters};
  if (const int seats = game_.seats(seen); content != content_ || seats != seats_) {
    content_ = content;
    seats_ = seats;
    learned_ = mind_for(game_, seats);
    if (learned_.net != nullptr && game_.layout(content, seen).hash() != learned_.net->layout())
      learned_ = unlearned;
  }
  const bool known = learned_.net != nullptr && game_.known(content, seen, *learned_.net, seat);
  for (auto& desk : desks_) desk->mind = known ? learned_ : unlearned;
}

void Forest::think_with(const Mind& mind) {
  own_mind_ = false;
  for (auto& desk : desks_) desk->mind = mind;
}

void Forest::gather() {
  weighed_.clear();
  for (const Tree& tree : trees_) {
    for (Tree::Place place = tree.node(Tree::root).branch; place != 0; place = tree.branch(place).next) {
      const Branch& branch = tree.branch(place);
      auto found = std::find_if(weighed_.begin(), weighed_.end(),
                                [&](const Weighed& w) { return w.choice == branch.choice; });
      if (found == weighed_.end()) found = weighed_.insert(weighed_.end(), Weighed{branch.choice});
      const std::uint32_t visits = branch.tally(View::own).visits;
      found->visits += visits;
      found->value += branch.mean(View::own) * static_cast<float>(visits);
    }
  }
  for (Weighed& w : weighed_) w.value /= static_cast<float>(std::max(w.visits, 1U));
  std::sort(weighed_.begin(), weighed_.end(), [](const Weighed& a, const Weighed& b) {
    if (a.visits != b.visits) return a.visits > b.visits;
    if (a.value < b.value || b.value < a.value) return a.value > b.value;
    return a.choice < b.choice;
  });
  if (trees_.size() > 1) prefer_the_most_valuable();
}

// Where several choices come to the same, each tree settles for one of them, and not every tree for the same one:
// so a choice that no tree liked best may have the most visits of all.
void Forest::prefer_the_most_valuable() {
  const auto behind = std::find_if(weighed_.begin(), weighed_.end(),
                                   [&](const Weighed& w) { return 2 * w.visits < weighed_.front().visits; });
  const auto best = std::max_element(weighed_.begin(), behind,
                                     [](const Weighed& a, const Weighed& b) { return a.value < b.value; });
  std::rotate(weighed_.begin(), best, best + 1);
}

}  // namespace rw::players
