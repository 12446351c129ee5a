// The designer's bench: the same deals with content A and with content B. Because luck and seats are the same,
// small changes show in few games.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "lab/campaign.h"
#include "lab/statistics.h"

namespace rw::lab {

struct WhatIfPlan {
  std::shared_ptr<const Edition> a, b;
  Setup setup;
  std::vector<Position> starts;  // where all games begin, with A and with B; none: with the set-up
  Varied varied;
  std::vector<players::Spec> players;
  std::uint64_t pairs = 0;
  std::uint64_t seed = 1;
  int threads = 1;
  std::string checkpoint;
  bool resume = false;
  // More than 0: stop as soon as each seat's change is known to so much, or clearly is one. The intervals are then
  // those that hold at every look.
  double until = 0;
  // Asked again and again, from any thread: false ends it with what was played. Without it Ctrl-C does.
  std::function<bool()> going;
};

// A figure with A, with B, and the difference B less A.
struct Shift {
  std::string name, id;  // the id of a thing, the number of a seat; empty for anything else
  double games_a = 0, games_b = 0;
  double a = 0, b = 0;
  double difference = 0;
  Interval interval;
  bool clear = false;  // more than chance, also when all rows of the table are looked at together
};

struct ShiftTable {
  std::string name;  // "seat", "leader", "leader against leader", "card_played: upgrades"
  std::string title;  // the same for readers
  std::vector<Shift> rows;
};

struct WhatIfReport {
  std::uint64_t pairs = 0;
  std::uint64_t same_winner = 0;  // pairs that end alike
  Mean length_a, length_b, longer;  // decisions; longer: B less A
  std::vector<ShiftTable> wins;  // seats, traits, match-ups: paired
  std::vector<ShiftTable> things;  // share of wins of seats that did something with a thing
  std::vector<ShiftTable> use;  // how many seats did it at least once in a game
  std::vector<Shift> endings;  // share of games that end so
  std::vector<ShiftTable> changed;  // of `things` and `use`: the rows of the records that were changed
  bool settled = false;  // stopped early, by `until`
  std::uint64_t unreached = 0;  // pairs that the change cannot reach; they were played once
  double seconds = 0;
};

Expected<> what_if(const WhatIfPlan& plan, WhatIfReport& report, bool show_progress = false);

std::string what_if_page(const WhatIfPlan& plan, const WhatIfReport& report);

}  // namespace rw::lab
