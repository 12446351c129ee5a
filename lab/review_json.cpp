// A review for programs.
#include <nlohmann/json.hpp>

#include "lab/review.h"

namespace rw::lab {
namespace {

using nlohmann::ordered_json;

ordered_json limits(const Interval& interval) { return {interval.low, interval.high}; }

ordered_json choice_json(const ReviewedChoice& choice) {
  ordered_json out = {{"number", choice.number}, {"seat", choice.who}, {"chosen", choice.chosen}};
  if (!choice.better.empty())
    out.update({{"better", choice.better},
                {"better_text", choice.better_text},
                {"cost", choice.cost},
                {"cost_interval_95", limits(choice.cost_interval)}});
  if (choice.confirmed.count() > 0)
    out["played_on"] = {{"games", choice.confirmed.count()},
                        {"cost", choice.confirmed.mean()},
                        {"cost_interval_95", limits(choice.confirmed.interval_of_counts())}};
  if (!choice.line.empty()) out["line"] = choice.line;
  if (choice.chance) out["luck"] = choice.luck;
  return out;
}

}  // namespace

std::string review_json(const ReviewPlan& plan, const Review& review, int indent) {
  ordered_json seats = ordered_json::array(), choices = ordered_json::array(), dearest = ordered_json::array(),
               luckiest = ordered_json::array();
  for (std::size_t i = 0; i < review.seats.size(); ++i) {
    const SeatReview& seat = review.seats[i];
    seats.push_back({{"name", seat.name},
                     {"colour", seat.colour},
                     {"deal_luck", seat.deal_luck},
                     {"play_luck", seat.play_luck},
                     {"play_luck_interval_95", limits(seat.play_luck_interval)},
                     {"cost", seat.cost},
                     {"own_choices", seat.own_choices},
                     {"others_choices", seat.others_choices},
                     {"shown", seat.shown},
                     {"shown_interval_95", limits(seat.shown_interval)},
                     {"unexplained", seat.rest},
                     {"unexplained_interval_95", limits(seat.rest_interval)},
                     {"decisions", seat.decisions},
                     {"clearly_not_the_best", seat.dear},
                     {"chances", review.chances[i]}});
  }
  for (const ReviewedChoice& choice : review.choices) choices.push_back(choice_json(choice));
  for (const std::size_t i : review.dearest) dearest.push_back(review.choices[i].number);
  for (const std::size_t i : review.luckiest) luckiest.push_back(review.choices[i].number);
  const ordered_json out = {{"game", plan.edition->game().id},
                            {"notice", review.notice},
                            {"end", review.end.empty() ? "open" : review.end},
                            {"simulations", plan.simulations},
                            {"imagined_deals", plan.deals},
                            {"seats", seats},
                            {"costliest", dearest},
                            {"luckiest", luckiest},
                            {"choices", choices}};
  return out.dump(indent, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace rw::lab
