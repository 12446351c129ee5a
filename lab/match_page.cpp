// A match as a page.
#include <fmt/format.h>

#include <cmath>

#include "lab/match.h"
#include "lab/page.h"
#include "speech/speech.h"

namespace rw::lab {
namespace {

std::string name_of(const Contestant& contestant) {
  return (contestant.blind ? "blind " : "") + contestant.spec.text();
}

void add_result(Page& page, const MatchPlan& plan, const MatchReport& report) {
  page.section(
      speech::said("Who wins"),
      speech::said("Share of games won, with its interval; the dashed tick is what equal players would win."));
  const Interval share = report.scores.interval();
  page.figure(
      dots({{speech::translated(name_of(plan.a)),
             speech::said("{}, {} games", percent(report.scores.share()), report.games), report.scores.share(),
             share, report.null_share, share.low > report.null_share || share.high < report.null_share}}));
  page.table(
      {{escaped(speech::said("won")), escaped(speech::said("shared")), escaped(speech::said("lost")), "Elo",
        escaped(speech::said("95 % interval")), escaped(speech::said("chance to be stronger"))},
       {std::to_string(report.won), std::to_string(report.shared), std::to_string(report.lost),
        elo_text(report.elo),
        escaped(speech::said("{} to {}", elo_text(report.elo_interval.low), elo_text(report.elo_interval.high))),
        likelihood(report.superiority)}});
}

void add_course(Page& page, const MatchPlan& plan, const MatchReport& report) {
  if (plan.sprt) {
    page.section(
        speech::said("The sequential test"),
        speech::said("The log-likelihood ratio of {:+g} against {:+g} Elo, set by set. Above the upper bound A "
                     "is stronger, below the lower one it is not.",
                     plan.sprt->elo1, plan.sprt->elo0));
    page.figure(walk(report.course, {plan.sprt->lower(), plan.sprt->upper()}, speech::said("sets")));
    return;
  }
  page.section(speech::said("How the share settles"),
               speech::said("A's share of the games so far, set by set, and the "
                            "interval at the end (dashed)."));
  page.figure(walk(report.course, report.scores.interval(), speech::said("sets")));
}

void add_sets(Page& page, const MatchReport& report) {
  page.section(speech::said("Scores of the sets"),
               speech::said("A set is one deal played on every side: how often A scored so much in one."));
  std::vector<Bar> rows;
  for (const auto& [points, times] : report.scores.sets)
    rows.push_back({percent(report.scores.value(points)),
                    speech::said("{} of the sets, {}", times,
                                 percent(static_cast<double>(times) / static_cast<double>(report.scores.count()))),
                    static_cast<double>(times)});
  page.figure(bars(rows));
}

}  // namespace

std::string match_page(const MatchPlan& plan, const MatchReport& report) {
  const core::Node name = plan.edition->bundle().root()["game"]["name"];
  Page page(
      speech::said("{} against {}", speech::translated(name_of(plan.a)), speech::translated(name_of(plan.b))),
      speech::said("{}: {} games in {} sets, {} seats, seed {}, rules {}, content {}.",
                   name[speech::language()].text(name.text(plan.edition->game().id)), report.games,
                   report.scores.count(), plan.setup.seats, plan.seed, plan.edition->game().rules_version,
                   plan.edition->version()));
  if (report.games == 0) return page.html();
  add_result(page, plan, report);
  add_course(page, plan, report);
  add_sets(page, report);
  return page.html();
}

}  // namespace rw::lab
