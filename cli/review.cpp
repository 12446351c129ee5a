// `rulewright review REPLAY`: the chances along a game, its costliest choices, and its luck.
#include "lab/review.h"

#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/lab.h"
#include "cli/replay_file.h"
#include "cli/terminal.h"

namespace rw::cli {
namespace {

using lab::Review;
using lab::ReviewedChoice;
using nlohmann::ordered_json;

ordered_json choice_json(const ReviewedChoice& choice) {
  ordered_json out = {{"number", choice.number}, {"seat", choice.who}, {"chosen", choice.chosen}};
  if (!choice.better.empty())
    out.update({{"better", choice.better},
                {"cost", choice.cost},
                {"cost_interval_95", interval_json(choice.cost_interval)}});
  if (choice.chance) out["luck"] = choice.luck;
  return out;
}

ordered_json review_json(const lab::ReviewPlan& plan, const Review& review) {
  ordered_json seats = ordered_json::array(), choices = ordered_json::array(), dearest = ordered_json::array(),
               luckiest = ordered_json::array();
  for (std::size_t i = 0; i < review.seats.size(); ++i) {
    const lab::SeatReview& seat = review.seats[i];
    seats.push_back({{"name", seat.name},
                     {"deal_luck", seat.deal_luck},
                     {"play_luck", seat.play_luck},
                     {"play_luck_interval_95", interval_json(seat.play_luck_interval)},
                     {"cost", seat.cost},
                     {"decisions", seat.decisions},
                     {"clearly_not_the_best", seat.dear},
                     {"chances", review.chances[i]}});
  }
  for (const ReviewedChoice& choice : review.choices) choices.push_back(choice_json(choice));
  for (const std::size_t i : review.dearest) dearest.push_back(review.choices[i].number);
  for (const std::size_t i : review.luckiest) luckiest.push_back(review.choices[i].number);
  return {{"game", plan.edition->game().id},
          {"notice", review.notice},
          {"end", review.end.empty() ? "open" : review.end},
          {"simulations", plan.simulations},
          {"imagined_deals", plan.deals},
          {"seats", seats},
          {"costliest", dearest},
          {"luckiest", luckiest},
          {"choices", choices}};
}

// The curve of a seat in one line: eight heights, or digits where the terminal has no blocks.
std::string sparkline(const Terminal& terminal, const std::vector<double>& chances) {
  constexpr std::size_t columns = 60;
  constexpr const char* blocks[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  std::string line;
  for (std::size_t i = 0; i < std::min(columns, chances.size()); ++i) {
    const std::size_t at = chances.size() <= columns ? i : i * (chances.size() - 1) / (columns - 1);
    const int height = std::clamp(static_cast<int>(chances[at] * 8), 0, 7);
    line += terminal.unicode ? blocks[height] : std::to_string(height);
  }
  return line;
}

void print_text(const Review& review) {
  const Terminal terminal = Terminal::detect();
  if (!review.notice.empty()) fmt::print("{}\n", paragraph(sentence(review.notice), terminal.width, 0));
  fmt::print("{} choices; {}\n\n", review.choices.size(), review.end.empty() ? "the game is open" : review.end);
  for (std::size_t i = 0; i < review.seats.size(); ++i)
    fmt::print("{}  {}  {} -> {}\n", padded(review.seats[i].name, 14), sparkline(terminal, review.chances[i]),
               percent(review.chances[i].front()), percent(review.chances[i].back()));
  Listing seats({"seat", "luck of the deal", "luck in play", "95 % interval", "cost of choices",
                 "clearly not the best", "decisions"},
                {Align::left, Align::right, Align::right, Align::right, Align::right, Align::right, Align::right});
  for (const lab::SeatReview& seat : review.seats)
    seats.row({seat.name, signed_points(seat.deal_luck), signed_points(seat.play_luck),
               signed_points(seat.play_luck_interval.low) + " to " + signed_points(seat.play_luck_interval.high),
               signed_points(-seat.cost), std::to_string(seat.dear), std::to_string(seat.decisions)});
  fmt::print("\n{}\n", seats.text(terminal));
  fmt::print("{}\n",
             painted(terminal, strong, "Costliest choices, by what could be known (points of the chance to win)"));
  for (const std::size_t i : review.dearest) {
    const ReviewedChoice& choice = review.choices[i];
    fmt::print("{:>6}  {} ({} to {})  {}: {}\n{:>18}better: {}\n", choice.number, signed_points(-choice.cost),
               signed_points(-choice.cost_interval.high), signed_points(-choice.cost_interval.low), choice.who,
               choice.chosen, "", choice.better);
  }
  if (review.dearest.empty()) fmt::print("  none that is clear\n");
  fmt::print("\n{}\n", painted(terminal, strong, "Luckiest moments (for whom, points of the chance to win)"));
  for (const std::size_t i : review.luckiest) {
    const ReviewedChoice& choice = review.choices[i];
    const auto best = std::max_element(choice.luck.begin(), choice.luck.end());
    std::string happened;
    for (std::size_t k = 0; k < std::min<std::size_t>(3, choice.events.size()); ++k)
      happened += (k == 0 ? "" : "; ") + choice.events[k];
    fmt::print("{:>6}  {} {}  {}: {}\n", choice.number, signed_points(*best),
               review.seats[static_cast<std::size_t>(best - choice.luck.begin())].name, choice.who,
               paragraph(choice.chosen + ". " + happened, std::max(60, terminal.width - 18), 18));
  }
}

}  // namespace

int review(const ReviewOptions& options) {
  const OpenReplay open = open_replay(options, options.file);
  if (!open.rules) return 2;
  lab::ReviewPlan plan;
  plan.edition = open.rules;
  plan.replay = &open.replay;
  plan.simulations *= static_cast<std::uint32_t>(options.effort);
  plan.deals *= options.effort;
  plan.threads = thread_count(options.threads);
  plan.language = options.language;
  std::string error;
  if (!options.by.empty() && !players::parse(options.by, plan.adviser.emplace(), error)) return wrong_input(error);
  if (!options.report.empty() && !can_write(options.report, error)) return wrong_input(error);
  Review review;
  if (!lab::review(plan, review, error, !options.quiet)) return wrong_input(options.file + ": " + error);
  if (!options.report.empty() && !write_file(options.report, lab::review_page(plan, review), error))
    return wrong_input(error);
  if (options.json)
    fmt::print("{}\n", review_json(plan, review).dump(2, ' ', false, ordered_json::error_handler_t::replace));
  else
    print_text(review);
  return 0;
}

}  // namespace rw::cli
