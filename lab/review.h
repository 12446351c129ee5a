// A game looked at afterwards: each seat's chance to win from decision to decision, which choices cost most, and
// what was luck. Everything is judged by what the seat could know: hidden cards are dealt anew, dice are rolled
// anew.
//
// The chance of a seat in a position is a mean over imagined deals: the position as the seat may imagine it,
// played on a little by the greedy player, judged by the game's evaluation, or by the outcome if the game ends.
//
//   cost of a choice   chance after the search's choice less chance after the one made, on the same imagined deals
//   luck of a step     chance in the position that came out less the mean chance over all that could have
//   luck of the deal   chance in the first position less the equal share
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/replay.h"
#include "lab/statistics.h"
#include "players/player.h"

namespace rw::lab {

struct ReviewPlan {
  std::shared_ptr<const Edition> edition;
  const Replay* replay = nullptr;
  std::uint32_t simulations = 400;  // of the search that looks for something better
  std::optional<players::Spec> adviser;  // who looks for it instead of the search
  int deals = 16;  // imagined for each estimate
  int depth = 8;  // decisions played on before a position is judged
  int threads = 1;
  std::string language = "en";
  // Told after each decision, from any thread; false: stop.
  std::function<bool(std::size_t done, std::size_t of)> going;
};

struct ReviewedChoice {
  int number = 0;  // as in the replay, from 1
  Seat seat = core::no_seat;
  std::string who, chosen, better;  // `better` is empty if the search would have chosen the same
  std::string chosen_text, better_text;  // both as a player reads them
  std::vector<std::string> line;  // how it could go on after it, as a player reads it; of the dearest only
  std::vector<std::string> events;  // what happened, in words
  std::vector<std::string> things;  // ids of the records that the choice names
  bool chance = false;  // dice, draws or flips came out, or something hidden was seen
  double cost = 0;  // never less than 0
  Interval cost_interval;  // of the difference, so it may reach below 0
  std::vector<double> luck;  // by seat
  std::string fault;  // of a bot that was to look for something better
};

struct SeatReview {
  std::string name;
  double deal_luck = 0, play_luck = 0;
  Interval play_luck_interval;  // from the number of imagined deals alone
  double cost = 0;  // of its choices, together
  int decisions = 0;
  int dear = 0;  // choices whose cost is clear: the whole interval is above 0
};

struct Review {
  std::vector<SeatReview> seats;
  std::vector<std::vector<double>> chances;  // by seat: before choice 1, 2, ... and after the last
  std::vector<ReviewedChoice> choices;
  std::vector<std::size_t> dearest;  // places in `choices`, the costliest first
  std::vector<std::size_t> luckiest;  // the largest swings of luck first
  std::string end;  // how the game ended; empty: it is open
  std::string notice;  // of a game of other rules or content: what it was played by, and how far it goes through
};

// False with an `error` if the replay does not go through or the game has no players.
bool review(const ReviewPlan& plan, Review& out, std::string& error);
// The same in front of somebody: with a bar that shows how far it is, if that is wanted, and Ctrl-C ends it.
enum class ProgressBar : bool { none, shown };
bool review_at_terminal(ReviewPlan plan, Review& out, std::string& error, ProgressBar bar);

std::string review_json(const ReviewPlan& plan, const Review& review, int indent = -1);
std::string review_page(const ReviewPlan& plan, const Review& review);

}  // namespace rw::lab
