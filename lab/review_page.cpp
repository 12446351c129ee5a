// A review as a page.
#include <fmt/format.h>

#include <cmath>

#include "lab/page.h"
#include "lab/pictures.h"
#include "lab/review.h"
#include "speech/speech.h"

namespace rw::lab {
namespace {

std::string points(double share) { return speech::said("{:+.1f}", 100 * share); }

std::vector<std::string> headings(std::initializer_list<std::string_view> words) {
  std::vector<std::string> out;
  for (const std::string_view word : words) out.push_back(escaped(speech::said(word)));
  return out;
}

// The cards and places that a choice names, as pictures; two are enough to know it by.
std::string pictures_in(Page& page, const Edition& edition, const ReviewedChoice& choice) {
  std::string out;
  for (std::size_t i = 0; i < std::min<std::size_t>(2, choice.things.size()); ++i)
    out += picture_cell(page, edition, choice.things[i]);
  return out;
}

std::string happened(const ReviewedChoice& choice) {
  std::string text;
  for (std::size_t i = 0; i < choice.events.size(); ++i) text += (i == 0 ? "" : ". ") + choice.events[i];
  return text;
}

void add_chances(Page& page, const Review& review) {
  page.section(speech::said("Chance to win"),
               speech::said("Each seat's chance by what could be known at that moment, as all seats see it on "
                            "average. Circles: the costliest choices."));
  std::vector<Curve> lines;
  for (std::size_t seat = 0; seat < review.seats.size(); ++seat)
    lines.push_back({review.seats[seat].name, review.chances[seat], review.seats[seat].colour});
  std::vector<Mark> marks;
  for (std::size_t i = 0; i < review.dearest.size(); ++i) {
    const ReviewedChoice& choice = review.choices[review.dearest[i]];
    marks.push_back({review.dearest[i], static_cast<std::size_t>(core::index(choice.seat)), std::to_string(i + 1),
                     speech::said("{}. {} {}: {} points", choice.number, choice.who, choice.chosen_text,
                                  points(-choice.cost))});
  }
  page.figure(curves(lines, marks, speech::said("choices")));
}

void add_seats(Page& page, const Review& review) {
  page.section(
      speech::said("Luck and choices"),
      speech::said(
          "In points of the chance to win (percent). Luck is what came out less what could be expected. Choices "
          "count by what they brought beside what the greedy player would have done. Shown is what a choice told "
          "those who could not know it. What none of these explains are errors of the estimates."));
  std::vector<std::vector<std::string>> rows = {headings(
      {"seat", "luck of the deal", "at the start", "luck in play", "interval", "own choices", "choices of others",
       "shown", "interval", "unexplained", "interval", "at the end", "clearly not the best", "decisions"})};
  for (std::size_t i = 0; i < review.seats.size(); ++i) {
    const SeatReview& seat = review.seats[i];
    rows.push_back(
        {escaped(seat.name), points(seat.deal_luck), percent(review.chances[i].front()), points(seat.play_luck),
         speech::said("{} to {}", points(seat.play_luck_interval.low), points(seat.play_luck_interval.high)),
         points(seat.own_choices), points(seat.others_choices), points(seat.shown),
         speech::said("{} to {}", points(seat.shown_interval.low), points(seat.shown_interval.high)),
         points(seat.rest),
         speech::said("{} to {}", points(seat.rest_interval.low), points(seat.rest_interval.high)),
         percent(review.chances[i].back()), std::to_string(seat.dear), std::to_string(seat.decisions)});
  }
  page.table(rows);
}

void add_choices(Page& page, const Edition& edition, const Review& review) {
  page.section(speech::said("Costliest choices"));
  std::vector<std::vector<std::string>> rows = {
      headings({"", "choice", "seat", "chosen", "better", "cost", "interval"})};
  for (std::size_t i = 0; i < review.dearest.size(); ++i) {
    const ReviewedChoice& choice = review.choices[review.dearest[i]];
    rows.push_back(
        {std::to_string(i + 1), std::to_string(choice.number), escaped(choice.who),
         pictures_in(page, edition, choice) + escaped(choice.chosen_text), escaped(choice.better_text),
         points(-choice.cost),
         speech::said("{} to {}", points(-choice.cost_interval.high), points(-choice.cost_interval.low))});
  }
  page.table(rows);
  page.section(speech::said("Luckiest moments"));
  rows = {headings({"choice", "seat", "chosen", "what came of it"})};
  for (const SeatReview& seat : review.seats) rows[0].push_back(escaped(seat.name));
  for (const std::size_t i : review.luckiest) {
    const ReviewedChoice& choice = review.choices[i];
    rows.push_back({std::to_string(choice.number), escaped(choice.who),
                    pictures_in(page, edition, choice) + escaped(choice.chosen_text), escaped(happened(choice))});
    for (const double luck : choice.luck) rows.back().push_back(points(luck));
  }
  page.table(rows);
}

}  // namespace

std::string review_page(const ReviewPlan& plan, const Review& review) {
  const core::Node name = plan.edition->bundle().root()["game"]["name"];
  const std::string notice = speech::translated(review.notice);
  Page page(
      speech::said("A game of {}", name[speech::language()].text(name.text(plan.edition->game().id))),
      (notice.empty() ? "" : speech::said("Note: {}. ", notice)) +
          speech::said("{} choices; {}. Search with {} simulations, {} imagined deals.", review.choices.size(),
                       review.end.empty() ? speech::said("the game is open") : review.end, plan.simulations,
                       plan.deals));
  add_chances(page, review);
  add_seats(page, review);
  add_choices(page, *plan.edition, review);
  return page.html();
}

}  // namespace rw::lab
