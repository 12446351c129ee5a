// Setting the report of a simulation as a page.
#include "lab/simulate_page.h"

#include <fmt/format.h>

#include <algorithm>

#include "lab/page.h"

namespace rw::lab {
namespace {

constexpr std::size_t most_dots = 40;  // a plot longer than a screen is a table

std::string readable(std::string_view name) {
  std::string text(name);
  std::replace(text.begin(), text.end(), '_', ' ');
  std::replace(text.begin(), text.end(), '.', ' ');
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

Dot dot_of(const WinRate& rate) {
  return {rate.name,   fmt::format("{}, {:.0f} games", percent(rate.rate()), rate.games),
          rate.rate(), rate.interval,
          rate.fair,   rate.clear};
}

// An event as a heading says it: "{actor} plays {a:card}" as "... plays ...". Of what depends on a number the
// general form stays, and what is said only at times.
std::string without_values(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '{') {
      out += text[at];
      continue;
    }
    std::size_t end = at + 1;
    for (int depth = 1; end < text.size(); ++end) {
      depth += text[end] == '{' ? 1 : text[end] == '}' ? -1 : 0;
      if (depth == 0) break;
    }
    const std::string_view inside = text.substr(at + 1, end - at - 1);
    const std::size_t head = inside.find_first_of("?|{");
    if (head == std::string_view::npos || inside[head] == '{')
      out += "…";
    else if (inside[head] == '?')
      out += without_values(inside.substr(head + 1));
    else
      out += without_values(inside.substr(inside.rfind('|') + 1));
    at = end;
  }
  return out;
}

std::string dots_of(const std::vector<WinRate>& rates) {
  std::vector<Dot> rows;
  for (const WinRate& rate : rates) rows.push_back(dot_of(rate));
  return dots(rows);
}

std::vector<std::string> rate_cells(const WinRate& rate) {
  return {escaped(rate.name), fmt::format("{:.0f}", rate.games), percent(rate.rate()),
          fmt::format("{} to {}", percent(rate.interval.low), percent(rate.interval.high)), percent(rate.fair)};
}

std::string setup_text(const SimulationPlan& plan, const SimulationReport& report) {
  std::string text = fmt::format("{} games with {} seats, seed {}: ", report.games, plan.setup.seats, plan.seed);
  for (std::size_t i = 0; i < plan.players.size(); ++i) text += (i == 0 ? "" : ", ") + plan.players[i].text();
  for (const auto& [name, value] : plan.setup.options) text += "; " + name + "=" + value;
  for (const auto& [name, values] : plan.varied) {
    text += "; " + name + "=";
    for (std::size_t i = 0; i < values.size(); ++i) text += (i == 0 ? "" : "|") + values[i];
  }
  return text + fmt::format(". Rules {}, content {}. Players change seats from game to game.",
                            plan.edition->game().rules_version, plan.edition->version());
}

void add_winners(Page& page, const SimulationReport& report) {
  page.section(
      "Who wins",
      std::string("Share of games won, with its interval; the dashed tick is what equal seats would win") +
          (report.unequal ? ", below the players and seats what the players of those games win anyway" : "") +
          ". Coloured is what is more than chance, all rows of a kind taken together.");
  page.part("By player");
  page.figure(dots_of(report.players));
  page.part("By seat");
  page.figure(dots_of(report.seats));
  for (const TraitRates& trait : report.traits) {
    page.part("By " + std::string(trait.trait));
    page.figure(dots_of(trait.rates));
    if (trait.match_ups.empty()) continue;
    std::vector<std::vector<std::string>> rows = {{"match-up", "games", "won", "interval", "fair"}};
    for (const WinRate& rate : trait.match_ups) rows.push_back(rate_cells(rate));
    page.table(rows, fmt::format("{} match-ups", trait.match_ups.size()));
  }
}

void add_course(Page& page, const SimulationPlan& plan, const SimulationReport& report) {
  page.section("How games go");
  std::vector<double> lengths, leads;
  for (const GameRecord& record : report.records) {
    if (!record.counts()) continue;
    lengths.push_back(record.decisions);
    leads.push_back(record.lead_changes);
  }
  const Interval mean = report.length.interval_of_counts();
  page.part("Length",
            fmt::format("{:.1f} decisions on average ({:.1f} to {:.1f}); half of the games have {:.0f} to {:.0f}.",
                        report.length.mean(), mean.low, mean.high, report.lengths.lower, report.lengths.upper));
  page.figure(histogram(lengths, "decisions"));
  page.part("Endings");
  std::vector<Bar> endings;
  for (const auto& [id, count] : report.endings) {
    const ClauseText* clause = plan.edition->clause(id);
    endings.push_back({clause == nullptr ? id : id + " " + std::string(clause->text),
                       fmt::format("{} games, {}", count,
                                   percent(static_cast<double>(count) / static_cast<double>(report.games))),
                       static_cast<double>(count)});
  }
  page.figure(bars(endings));
  const Interval changes = report.lead_changes.interval_of_counts();
  page.part("Lead changes",
            fmt::format(
                "How often another seat takes the lead by the game's own evaluation, by 5 points at least: {:.2f} "
                "a game on average ({:.2f} to {:.2f}).",
                report.lead_changes.mean(), changes.low, changes.high));
  page.figure(histogram(leads, "lead changes"));
  page.part("Scores");
  std::vector<std::vector<std::string>> rows = {{"seat", "mean", "interval", "deviation"}};
  for (std::size_t seat = 0; seat < report.scores.size(); ++seat) {
    const Mean& score = report.scores[seat];
    rows.push_back(
        {fmt::format("seat {}", seat + 1), fmt::format("{:.2f}", score.mean()),
         fmt::format("{:.2f} to {:.2f}", score.interval_of_counts().low, score.interval_of_counts().high),
         fmt::format("{:.2f}", score.deviation())});
  }
  page.table(rows);
}

void add_things(Page& page, const SimulationReport& report) {
  if (report.things.empty()) return;
  page.section("What winners do",
               std::string("How often seats won for which something happened at least once, compared with ") +
                   (report.unequal ? "what the players of those games win anyway" : "the fair share") +
                   "; the most telling first. Coloured is what is more than chance, all rows of this section "
                   "taken together: of "
                   "what is coloured, one in twenty is chance. It shows what goes together with winning: a card "
                   "may win games, or be played by those who "
                   "are winning anyway. To find out, change it with `rulewright what-if`.");
  for (const ThingRates& group : report.things) {
    page.part(readable(group.event) + ": " + group.list, without_values(group.text));
    std::vector<Dot> plotted;
    std::vector<std::vector<std::string>> rows = {{"name", "games", "won", "interval", "fair", "times a game"}};
    for (const auto& row : group.rows) {
      if (plotted.size() < most_dots) plotted.push_back(dot_of(row.rate));
      rows.push_back(rate_cells(row.rate));
      rows.back().push_back(fmt::format("{:.2f}", static_cast<double>(row.times) / row.rate.games));
    }
    page.figure(dots(plotted));
    page.table(rows, fmt::format("All {} as a table", group.rows.size()));
  }
}

void add_rules(Page& page, const SimulationReport& report) {
  page.section("Rules at work", "How often each rule was the reason of something, over all games.");
  std::vector<std::vector<std::string>> used = {{"rule", "times a game", "games", "text"}},
                                        idle = {{"rule", "text"}};
  for (const ClauseUse& use : report.clauses) {
    if (use.count.times == 0) {
      if (!use.clause->definition && use.clause->by.empty())
        idle.push_back({escaped(use.clause->id), escaped(use.clause->text)});
      continue;
    }
    const auto games = static_cast<double>(report.games);
    used.push_back({escaped(use.clause->id), fmt::format("{:.3f}", static_cast<double>(use.count.times) / games),
                    percent(static_cast<double>(use.count.games) / games), escaped(use.clause->text)});
  }
  page.table(used, fmt::format("{} rules were at work", used.size() - 1));
  page.table(idle, fmt::format("{} rules never came up (definitions and rulings left out)", idle.size() - 1));
}

}  // namespace

std::string simulation_page(const SimulationPlan& plan, const SimulationReport& report) {
  const core::Node name = plan.edition->bundle().root()["game"]["name"];
  Page page(std::string(name["en"].text(name.text(plan.edition->game().id))), setup_text(plan, report));
  if (report.games == 0) return page.html();
  add_winners(page, report);
  add_course(page, plan, report);
  add_things(page, report);
  add_rules(page, report);
  return page.html();
}

}  // namespace rw::lab
