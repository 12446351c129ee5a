// A search with several root trees whose visits are added up. How many trees there are follows from
// the budget alone, so the number of threads changes how long it takes and nothing else.
#pragma once

#include <memory>
#include <vector>

#include "players/games.h"
#include "players/standing.h"

namespace rw::players {

// A choice that the search has weighed.
struct Weighed {
  Choice choice;
  std::uint32_t visits = 0;
  float value = 0;  // the chance to win after it, as the seat sees it
};

class Forest {
 public:
  // Thinks for so many simulations, or for so many milliseconds if that is not 0.
  Forest(const GamePlayers& game, std::uint32_t simulations, int threads, int milliseconds = 0);
  // Thinks like this instead of as the program's own players do.
  void think_with(const Mind& mind);
  // Every choice that was tried, the best first. `previous` is the choice that the seat made after the last
  // growth, if this is a later decision of the same game.
  const std::vector<Weighed>& grow(const void* content, const void* seen, Seat seat, const core::Seed& seed,
                                   const Choice* previous = nullptr);

 private:
  void make_up_mind(const void* content, const void* seen, Seat seat);
  void gather();
  void prefer_the_most_valuable();
  const GamePlayers& game_;
  std::uint32_t simulations_;
  int milliseconds_;
  bool own_mind_ = true;
  const void* content_ = nullptr;  // for these the mind was made up
  int seats_ = -1;
  Mind learned_;                   // with the net for them, if there is one
  std::vector<Tree> trees_;
  Stood stood_;        // in this game
  ChoiceList choices_;  // those worth a search now
  std::vector<std::unique_ptr<Desk>> desks_;  // one per thread
  std::vector<Weighed> weighed_;
};

}  // namespace rw::players
