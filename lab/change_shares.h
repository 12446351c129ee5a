// How the change of each seat's chance along a game is shared out. One viewer's chance in the next position less
// that in this one is
//
//   choice   what the viewer expects after the choice less what was expected before, when the greedy player was to
//            go on
//   luck     what the viewer sees after it less what was expected, where chance was at work
//   rest     the same where nothing new was seen (an error of the estimates), and the whole change where the
//            viewer could not imagine the choice: it shows something that another seat knew
//
// The curve is the mean over all viewers, and so are the shares.
#pragma once

#include <cstddef>
#include <vector>

#include "lab/estimate.h"

namespace rw::lab {

// What one viewer could expect of a choice; nothing if the viewer could not imagine it.
struct After {
  Estimate expected;
  bool chance = false;  // more was seen than that
};

// A part of all changes, by seat, and how far off it may be by the number of deals alone.
struct Share {
  Chances sum, variance;
};

class ChangeShares {
 public:
  ChangeShares(std::size_t seats, std::size_t deals);
  // Of one viewer, step by step; `after` is null where nobody learns anything by the choice. Adds the choice's
  // part and, if chance was at work for anybody (`luck` is not empty), the viewer's luck, by seat.
  void add(std::size_t viewer, const Estimate& before, const Estimate& came, const After* after, Chances& choice,
           Chances& luck);
  void end();
  const Share& luck() const { return luck_.share; }
  const Share& shown() const { return shown_.share; }
  const Share& rest() const { return rest_.share; }

 private:
  // Positions between which nobody learns anything are judged on the same deals, so their errors are not
  // independent: they are added up deal by deal, for each viewer.
  struct Part {
    Share share;
    std::vector<std::vector<Chances>> runs;
  };
  void add(Part& part, std::size_t viewer, const Estimate& estimate, double sign) const;
  void close(std::size_t viewer);

  double weight_;  // of one viewer
  Part luck_, shown_, rest_;
};

}  // namespace rw::lab
