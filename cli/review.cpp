// `rulewright review REPLAY`: the chances along a game, its costliest choices, and its luck.
#include "lab/review.h"

#include <fmt/format.h>

#include <cstdio>

#include "cli/commands.h"
#include "cli/lab.h"
#include "cli/replay_file.h"
#include "cli/terminal.h"
#include "speech/speech.h"

namespace rw::cli {
namespace {

using lab::Review;
using lab::ReviewedChoice;

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
  if (!review.notice.empty())
    fmt::print("{}\n", paragraph(sentence(speech::translated(review.notice)), terminal.width, 0));
  speech::tell("{} choices; {}\n", review.choices.size(),
               review.end.empty() ? speech::said("the game is open") : review.end);
  for (std::size_t i = 0; i < review.seats.size(); ++i)
    fmt::print("{}  {}  {} -> {}\n", padded(review.seats[i].name, 14), sparkline(terminal, review.chances[i]),
               percent(review.chances[i].front()), percent(review.chances[i].back()));
  Listing seats({speech::said("seat"), speech::said("luck of the deal"), speech::said("luck in play"),
                 speech::said("95 % interval"), speech::said("own choices"), speech::said("choices of others"),
                 speech::said("shown"), speech::said("95 % interval"), speech::said("unexplained"),
                 speech::said("95 % interval"), speech::said("clearly not the best"), speech::said("decisions")},
                {Align::left, Align::right, Align::right, Align::right, Align::right, Align::right, Align::right,
                 Align::right, Align::right, Align::right});
  for (const lab::SeatReview& seat : review.seats)
    seats.row({seat.name, signed_points(seat.deal_luck), signed_points(seat.play_luck),
               points_between(seat.play_luck_interval), signed_points(seat.own_choices),
               signed_points(seat.others_choices), signed_points(seat.shown), points_between(seat.shown_interval),
               signed_points(seat.rest), points_between(seat.rest_interval), std::to_string(seat.dear),
               std::to_string(seat.decisions)});
  fmt::print("\n{}\n", seats.text(terminal));
  fmt::print("{}\n",
             painted(terminal, strong,
                     speech::said("Costliest choices, by what could be known (points of the chance to win)")));
  for (const std::size_t i : review.dearest) {
    const ReviewedChoice& choice = review.choices[i];
    fmt::print("{:>6}  {} ({})  {}\n{:>18}{}\n", choice.number, signed_points(-choice.cost),
               points_between({-choice.cost_interval.high, -choice.cost_interval.low}),
               speech::said("{}: {}", choice.who, choice.chosen_text), "",
               speech::said("better: {}", choice.better_text));
    if (choice.confirmed.count() > 0) {
      const lab::Interval wins = choice.confirmed.interval_of_counts();
      fmt::print("{:>18}{}\n", "",
                 speech::said("played on {} times from both: {} ({})", choice.confirmed.count(),
                              signed_points(-choice.confirmed.mean()), points_between({-wins.high, -wins.low})));
    }
  }
  if (review.dearest.empty()) speech::tell("  none that is clear");
  fmt::print("\n{}\n",
             painted(terminal, strong, speech::said("Luckiest moments (for whom, points of the chance to win)")));
  for (const std::size_t i : review.luckiest) {
    const ReviewedChoice& choice = review.choices[i];
    const auto best = std::max_element(choice.luck.begin(), choice.luck.end());
    std::string happened;
    for (std::size_t k = 0; k < choice.events.size(); ++k) happened += ". " + choice.events[k];
    fmt::print("{:>6}  {} {}  {}\n", choice.number, signed_points(*best),
               review.seats[static_cast<std::size_t>(best - choice.luck.begin())].name,
               paragraph(speech::said("{}: {}", choice.who, choice.chosen_text + happened),
                         std::max(60, terminal.width - 18), 18));
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
  plan.played_out *= options.effort;
  plan.threads = thread_count(options.threads);
  plan.language = options.language;
  plan.confirm = options.confirm;
  if (!options.by.empty())
    if (auto done = players::parse(options.by).into(plan.adviser); !done) return wrong_input(done.failure());
  if (!options.report.empty())
    if (auto done = can_write(options.report); !done) return wrong_input(done.failure());
  Review review;
  if (auto done =
          lab::review_at_terminal(plan, review, options.quiet ? lab::ProgressBar::none : lab::ProgressBar::shown);
      !done)
    return wrong_input(std::move(done).failure().at(options.file));
  if (!options.report.empty())
    if (auto done = write_file(options.report, lab::review_page(plan, review)); !done)
      return wrong_input(done.failure());
  if (options.json)
    fmt::print("{}\n", lab::review_json(plan, review, 2));
  else
    print_text(review);
  return 0;
}

}  // namespace rw::cli
