// What a change of the content can reach: the records that differ between two contents, and whether any of them is
// in a game. A deal without any of them goes the same way with both, so that it need not be played twice.
#pragma once

#include <set>
#include <string>

#include "engine/game.h"

namespace rw::lab {

class ChangeReach {
 public:
  ChangeReach(const Edition& a, const Edition& b);
  // More than records of lists differs: every deal may.
  bool everywhere() const { return everywhere_; }
  const std::set<std::string>& changed() const { return own_; }  // ids of the records that differ themselves
  // Is one of them anywhere in this position, on the table, in a hand, in a pile or beside it?
  bool concerns(const Edition& edition, const Position& position) const;

 private:
  bool named_in(const core::Field& field) const;
  bool everywhere_ = false;
  std::set<std::string> own_, changed_;  // the latter with those that name them
};

}  // namespace rw::lab
