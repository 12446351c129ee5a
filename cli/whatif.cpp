// `rulewright what-if`: content A against content B on the same deals, as tables or as JSON.
#include "lab/whatif.h"

#include <fmt/format.h>

#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/lab.h"
#include "cli/terminal.h"
#include "lab/page.h"
#include "lab/start.h"
#include "speech/speech.h"

namespace rw::cli {
namespace {

using lab::Shift;
using lab::ShiftTable;
using nlohmann::ordered_json;

// A is the game as it is, or --base; B is --content, or A's sources, with --set.
bool read_contents(const WhatIfOptions& options, lab::WhatIfPlan& plan) {
  Common base = options;
  base.content = options.base;
  plan.a = edition(base);
  if (plan.a == nullptr) return false;
  std::string folder = options.content.empty() ? options.base : options.content;
  if (folder.empty() && options.set.empty()) {
    wrong_input(
        "what is to be different? Give --set PATH=VALUE, as in --set game.days=4, or --content "
        "DIR");
    return false;
  }
  plan.b = changed_edition(options.game, folder, options.set);
  return plan.b != nullptr;
}

ordered_json shifts_json(const std::vector<Shift>& rows) {
  ordered_json list = ordered_json::array();
  for (const Shift& row : rows)
    list.push_back({{"name", row.name},
                    {"games_a", row.games_a},
                    {"games_b", row.games_b},
                    {"a", row.a},
                    {"b", row.b},
                    {"difference", row.difference},
                    {"interval_95", interval_json(row.interval)},
                    {"clear", row.clear}});
  return list;
}

ordered_json tables_json(const std::vector<ShiftTable>& tables) {
  ordered_json out = ordered_json::object();
  for (const ShiftTable& table : tables) out[table.name] = shifts_json(table.rows);
  return out;
}

ordered_json mean_json(const lab::Mean& mean) {
  return {{"mean", mean.mean()}, {"interval_95", interval_json(mean.interval_of_counts())}};
}

void print_json(const lab::WhatIfPlan& plan, const lab::WhatIfReport& report) {
  ordered_json out = contest_json(*plan.a, plan.setup, plan.varied);
  out["content_b"] = plan.b->version();
  out["seed"] = plan.seed;
  out["pairs"] = report.pairs;
  if (plan.until > 0) out["rule"] = {{"until_points", 100 * plan.until}, {"most_pairs", plan.pairs}};
  out["same_winner"] = report.same_winner;
  out["decisions"] = {{"a", mean_json(report.length_a)},
                      {"b", mean_json(report.length_b)},
                      {"difference", mean_json(report.longer)}};
  out["pairs_out_of_reach"] = report.unreached;
  ordered_json changed = ordered_json::array();
  for (const ShiftTable& table : report.changed)
    changed.push_back({{"table", table.title}, {"rows", shifts_json(table.rows)}});
  out["changed"] = changed;
  out["wins"] = tables_json(report.wins);
  out["wins_with"] = tables_json(report.things);
  out["use"] = tables_json(report.use);
  out["endings"] = shifts_json(report.endings);
  fmt::print("{}\n", out.dump(2, ' ', false, ordered_json::error_handler_t::replace));
}

constexpr std::size_t most_rows = 10;

void print_table(const Terminal& terminal, const std::string& heading, const std::vector<Shift>& rows) {
  if (rows.empty()) return;
  Listing listing({heading, "A", "B", speech::said("change"), speech::said("95 % interval"), ""},
                  {Align::left, Align::right, Align::right, Align::right, Align::right, Align::left});
  for (std::size_t i = 0; i < std::min(rows.size(), most_rows); ++i)
    listing.row({speech::translated(rows[i].name), percent(rows[i].a), percent(rows[i].b),
                 signed_points(rows[i].difference), points_between(rows[i].interval), rows[i].clear ? "*" : ""});
  fmt::print("{}", listing.text(terminal));
  if (rows.size() > most_rows) speech::tell("... and {} more (--json has them all)", rows.size() - most_rows);
  fmt::print("\n");
}

void print_text(const lab::WhatIfPlan& plan, const lab::WhatIfReport& report) {
  const Terminal terminal = Terminal::detect();
  speech::tell("{}: {} deals with content A ({}) and with B ({}), {} seats, seed {}", plan.a->game().id,
               report.pairs, plan.a->version().substr(0, 8), plan.b->version().substr(0, 8), plan.setup.seats,
               plan.seed);
  if (plan.until > 0)
    speech::tell(
        "Rule: it stops when each seat's change is clear or known to within {:g} points, and after {} deals at "
        "the "
        "latest; the intervals hold whenever it stops.",
        100 * plan.until, plan.pairs);
  speech::tell("Shares in percent, changes in points; * more than chance, all rows of the table together.\n");
  for (const ShiftTable& table : report.changed) print_table(terminal, table.title, table.rows);
  for (const ShiftTable& table : report.wins)
    print_table(terminal, speech::said("won by {}", table.title), table.rows);
  for (const ShiftTable& table : report.things)
    print_table(terminal, speech::said("won with {}", table.title), table.rows);
  for (const ShiftTable& table : report.use)
    print_table(terminal, speech::said("seats with {}", table.title), table.rows);
  print_table(terminal, speech::said("ended by"), report.endings);
  speech::tell("decisions per game: {:.1f} with A, {:.1f} with B, change {:+.1f} ({})", report.length_a.mean(),
               report.length_b.mean(), report.longer.mean(),
               lab::between(report.longer.interval_of_counts(), lab::Digits::changes));
  if (report.unreached > 0)
    speech::tell("{} of the deals have nothing that was changed; they were played once and counted for both.",
                 report.unreached);
  speech::tell("{} of the deals were won by the same seat.",
               percent(static_cast<double>(report.same_winner) / static_cast<double>(report.pairs)));
}

// How long it plays if nobody says so. In the TCG a change of one card that is hard to see should take about 20 s
// of two cores (docs/reports/speed.md).
constexpr std::uint64_t usual_most_pairs = 20'000;
constexpr double usual_until = 2;

// The same position with both contents.
Expected<> read_starts(const WhatIfOptions& options, lab::WhatIfPlan& plan) {
  if (options.from.empty()) return {};
  if (!lab::names_scenario(options.from)) {
    return failed("what-if begins in scenarios; a save or a replay belongs to one content");
  }
  plan.starts.resize(2);
  if (auto done = read_from(options, *plan.a, plan.setup, plan.starts[0]); !done) return done.failure();
  return read_from(options, *plan.b, plan.setup, plan.starts[1]);
}

}  // namespace

int what_if(const WhatIfOptions& options) {
  lab::WhatIfPlan plan;
  if (!read_contents(options, plan)) return 2;
  const bool own_length = options.games > 0;
  plan.pairs = own_length ? options.games : usual_most_pairs;
  plan.until = (options.until > 0 || own_length ? options.until : usual_until) / 100;
  plan.seed = options.seed;
  plan.threads = thread_count(options.threads);
  plan.checkpoint = options.checkpoint;
  plan.resume = options.resume;
  if (options.resume && options.checkpoint.empty())
    return wrong_input("--resume needs --checkpoint FILE, to know where the work was kept");
  const std::vector<std::string> players =
      options.players.empty() ? std::vector<std::string>{"greedy"} : options.players;
  if (!options.report.empty())
    if (auto done = can_write(options.report); !done) return wrong_input(done.failure());
  lab::WhatIfReport report;
  if (auto done = read_contest(options, *plan.a, plan.setup, plan.varied); !done)
    return wrong_input(done.failure());
  if (auto done = read_starts(options, plan); !done) return wrong_input(done.failure());
  if (auto done = read_players(players, plan.players); !done) return wrong_input(done.failure());
  if (auto done = lab::what_if(plan, report, !options.quiet); !done) return wrong_input(done.failure());
  if (report.settled)
    speech::tell(stderr, "{} of {} pairs were enough", report.pairs, plan.pairs);
  else if (report.pairs < plan.pairs)
    speech::tell(stderr, "stopped: {} of {} pairs were played", report.pairs, plan.pairs);
  if (!options.report.empty())
    if (auto done = write_file(options.report, lab::what_if_page(plan, report)); !done)
      return wrong_input(done.failure());
  if (options.json)
    print_json(plan, report);
  else if (report.pairs > 0)
    print_text(plan, report);
  if (!options.quiet)
    speech::tell(stderr, "{:.1f} s; threads: {}; {:.0f} games/s", report.seconds, plan.threads,
                 2 * static_cast<double>(report.pairs) / std::max(report.seconds, 1e-9));
  return 0;
}

}  // namespace rw::cli
