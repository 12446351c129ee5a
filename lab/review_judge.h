// What one thread of a review needs to judge choices; nothing here is shared.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/imagine.h"
#include "lab/estimate.h"
#include "lab/review.h"
#include "players/player.h"

namespace rw::lab {

class Judge {
 public:
  Judge(const ReviewPlan& plan, const Estimating& how) : plan_(plan), estimator_(how) {}
  Expected<> prepare();
  Estimator& estimator() { return estimator_; }

  // What the search would choose, knowing what the seat knows. A bot that fails has nothing better, and `fault`
  // says why.
  Choice best(const Position& position, Choice made, const core::Seed& seed, std::string& fault);
  // Can the viewer imagine this choice of another seat before it is made, on every deal and of the same things? If
  // not, it shows the viewer something.
  bool imaginable(const Position& before, Seat viewer, Seat seat, Choice choice, const core::Seed& seed) const;
  // Does the viewer see more after a choice than follows from what was seen before?
  bool chance_at_work(const Position& before, Seat viewer, Choice choice, const Position& after,
                      const core::Seed& seed) const;
  // How the game could go on after `choice`, on a deal that the seat may imagine, if all play as the search does.
  std::vector<std::string> line(const View& view, Choice choice, const core::Seed& seed);
  // Who plays on from a position.
  enum class By { greedy, search };
  // How much better `other` is than `made`, for every seat: both on the same deals. If both lead to the same
  // position they are equal on that deal, whatever would be played then.
  void add_differences(const Position& position, Seat seat, Choice made, Choice other, const core::Seed& seed,
                       int deals, std::uint32_t decision, By by, std::vector<Mean>& out);
  // Wins of the seat after `other` less wins after `made`, played to the end on the same deals: by the greedy
  // player, or by the search that puts verdicts to the test.
  void play_out(const Position& position, Seat seat, Choice made, Choice other, const core::Seed& seed, int games,
                By by, const std::function<bool()>& going, Mean& out);

 private:
  Position after(const Position& position, Seat seat, Choice choice, const core::Seed& seed, int deal) const;

  const ReviewPlan& plan_;
  Estimator estimator_;
  std::unique_ptr<players::Player> search_, small_search_, confirming_, greedy_;
};

}  // namespace rw::lab
