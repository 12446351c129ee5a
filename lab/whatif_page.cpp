// What a change of the content did, as a page.
#include <fmt/format.h>

#include "lab/page.h"
#include "lab/pictures.h"
#include "lab/whatif.h"
#include "speech/speech.h"

namespace rw::lab {
namespace {

std::string points(double share) { return speech::said("{:+.1f}", 100 * share); }

void add_table(Page& page, const Edition& edition, const std::string& title, const std::vector<Shift>& rows) {
  if (rows.empty()) return;
  constexpr std::size_t most_open = 12;  // a longer table folds away
  page.part(title);
  std::vector<std::vector<std::string>> cells = {
      {"", "A", "B", speech::said("change"), speech::said("95 % interval"), ""}};
  for (const Shift& row : rows)
    cells.push_back({picture_cell(page, edition, row.id) + escaped(row.name), percent(row.a), percent(row.b),
                     points(row.difference),
                     speech::said("{} to {}", points(row.interval.low), points(row.interval.high)),
                     row.clear ? "*" : ""});
  page.table(cells, rows.size() > most_open ? speech::said("All {} as a table", rows.size()) : std::string());
}

}  // namespace

std::string what_if_page(const WhatIfPlan& plan, const WhatIfReport& report) {
  const core::Node name = plan.a->bundle().root()["game"]["name"];
  Page page(speech::said("What if: {}", name[speech::language()].text(name.text(plan.a->game().id))),
            speech::said("{} deals, each with content A ({}) and with content B ({}); {} seats, seed {}.",
                         report.pairs, plan.a->version(), plan.b->version(), plan.setup.seats, plan.seed));
  if (report.pairs == 0) return page.html();
  if (!report.changed.empty()) page.section(speech::said("What was changed"));
  for (const ShiftTable& table : report.changed) add_table(page, *plan.b, table.title, table.rows);
  page.section(
      speech::said("Who wins"),
      speech::said("Shares in percent, changes in points; * more than chance, all rows of the table together."));
  for (const ShiftTable& table : report.wins)
    add_table(page, *plan.b, speech::said("won by {}", table.title), table.rows);
  page.section(speech::said("What winners do"), speech::said("Share of wins of the seats to which it happened."));
  for (const ShiftTable& table : report.things) add_table(page, *plan.b, table.title, table.rows);
  page.section(speech::said("What is used"),
               speech::said("Share of the seats to which it happened at least once in a game."));
  for (const ShiftTable& table : report.use) add_table(page, *plan.b, table.title, table.rows);
  page.section(speech::said("How games go"),
               speech::said("decisions per game: {:.1f} with A, {:.1f} with B, change {:+.1f} ({})",
                            report.length_a.mean(), report.length_b.mean(), report.longer.mean(),
                            between(report.longer.interval_of_counts(), Digits::changes)));
  add_table(page, *plan.b, speech::said("ended by"), report.endings);
  return page.html();
}

}  // namespace rw::lab
