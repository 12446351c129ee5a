// A game looked at afterwards: each seat's chance to win from decision to decision, which choices cost most, and
// what was luck. Everything is judged by what the seat could know: hidden cards are dealt anew, dice are rolled
// anew.
//
// The chance of a seat in a position is that of estimate.h, as all seats see it on average.
//
//   cost of a choice   chance after the search's choice less chance after the one made, on the same imagined deals
//   luck of a step     chance in the position that came out less the mean chance over all that could have
//   luck of the deal   chance in the first position less the equal share of the sides
//
// From the start to the end a chance changes by luck, by choices, by what choices show, and by errors of the
// estimates (change_shares.h). The curve is drawn as if the greedy player went on everywhere, so what choices did
// to it is what they brought or lost beside that; a mistake that the greedy player would make too is still a
// mistake, and moves the curve only later.
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

struct ReviewedChoice;

struct ReviewPlan {
  std::shared_ptr<const Edition> edition;
  const Replay* replay = nullptr;
  std::uint32_t simulations = 400;  // of the search that looks for something better
  std::optional<players::Spec> adviser;  // who looks for it instead of the search
  int deals = 16;  // imagined for each estimate
  int depth = 8;  // decisions played on before a position is judged
  int played_out =
      64;  // pairs of games played to their end by greedy for each choice that still seems dear; 0: none is
  int confirm = 0;  // games played on to their end from the dearest choices and from the better ones; 0: none
  std::uint32_t confirming = 0;  // simulations of the search that plays them; 0: those of the small one
  // Is it known from before what came of that, by the number of the choice? And told when it is: from any thread.
  std::function<std::optional<Mean>(int number)> confirmed_before;
  std::function<void(const ReviewedChoice&)> when_confirmed;
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
  std::vector<double> effect;  // on every seat's chance, beside what the greedy player would have done
  Mean confirmed;  // of the dearest, if asked for: wins after the better choice less wins after the one made
  std::vector<double> luck;  // by seat
  std::string fault;  // of a bot that was to look for something better
};

struct SeatReview {
  std::string name;
  std::string colour;  // as a page may draw it, if the seat has one of its own; else empty
  double deal_luck = 0, play_luck = 0;
  Interval play_luck_interval;  // from the number of imagined deals alone
  double cost = 0;  // of its choices, together
  double own_choices = 0, others_choices = 0;  // what its side's and the others' choices did to its chance
  double shown = 0;  // what choices showed to those who could not know it
  Interval shown_interval;
  double rest = 0;  // of the change from start to end: what none of these explains
  Interval rest_interval;
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

// Fails if the replay does not go through or the game has no players.
Expected<> review(const ReviewPlan& plan, Review& out);
// The same in front of somebody: with a bar that shows how far it is, if that is wanted, and Ctrl-C ends it.
enum class ProgressBar : bool { none, shown };
Expected<> review_at_terminal(ReviewPlan plan, Review& out, ProgressBar bar);

std::string review_json(const ReviewPlan& plan, const Review& review, int indent = -1);
std::string review_page(const ReviewPlan& plan, const Review& review);

}  // namespace rw::lab
