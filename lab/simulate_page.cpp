// Setting the report of a simulation as a page.
#include "lab/simulate_page.h"

#include <fmt/format.h>

#include <algorithm>

#include "lab/page.h"
#include "lab/pictures.h"
#include "speech/speech.h"

namespace rw::lab {
namespace {

constexpr std::size_t most_dots = 40;  // a plot longer than a screen is a table

std::vector<std::string> headings(std::initializer_list<std::string_view> words) {
  std::vector<std::string> out;
  for (const std::string_view word : words) out.push_back(escaped(speech::said(word)));
  return out;
}

Dot dot_of(const WinRate& rate) {
  return {rate.name,   speech::said("{} of {:.0f}", percent(rate.rate()), rate.games),
          rate.rate(), rate.interval,
          rate.fair,   rate.clear};
}

std::string dots_of(const std::vector<WinRate>& rates) {
  std::vector<Dot> rows;
  for (const WinRate& rate : rates) rows.push_back(dot_of(rate));
  return dots(rows);
}

std::vector<std::string> rate_cells(const WinRate& rate) {
  return {escaped(rate.name), fmt::format("{:.0f}", rate.games), percent(rate.rate()),
          range(rate.interval.low, rate.interval.high), percent(rate.fair)};
}

std::string setup_text(const SimulationPlan& plan, const SimulationReport& report) {
  std::string text = speech::said("{} games with {} seats, seed {}: ", report.games, plan.setup.seats, plan.seed);
  for (std::size_t i = 0; i < plan.players.size(); ++i) text += (i == 0 ? "" : ", ") + plan.players[i].text();
  for (const auto& [name, value] : plan.setup.options) text += "; " + name + "=" + value;
  for (const auto& [name, values] : plan.varied) {
    text += "; " + name + "=";
    for (std::size_t i = 0; i < values.size(); ++i) text += (i == 0 ? "" : "|") + values[i];
  }
  return text + speech::said(". Rules {}, content {}. Players change seats from game to game.",
                             plan.edition->game().rules_version, plan.edition->version());
}

void add_winners(Page& page, const Edition& edition, const SimulationReport& report) {
  page.section(
      speech::said("Who wins"),
      speech::said(
          report.unequal
              ? "Share of games won, with its interval; the dashed tick is what equal seats would win, "
                "below the players and seats what the players of those games win anyway. Coloured is what "
                "is more than chance, all rows of a kind taken together."
              : "Share of games won, with its interval; the dashed tick is what equal seats would win. "
                "Coloured is what is more than chance, all rows of a kind taken together."));
  page.part(speech::said("By player"));
  page.figure(dots_of(report.players));
  page.part(speech::said("By seat"));
  page.figure(dots_of(report.seats));
  if (!report.places.empty()) {
    page.part(speech::said("By turn order"));
    page.figure(dots_of(report.places));
  }
  for (const TraitRates& trait : report.traits) {
    page.part(speech::said("By {}", trait_name(edition, trait.trait)));
    page.figure(dots_of(trait.rates));
    if (trait.match_ups.empty()) continue;
    std::vector<std::vector<std::string>> rows = {headings({"match-up", "games", "won", "interval", "fair"})};
    for (const WinRate& rate : trait.match_ups) rows.push_back(rate_cells(rate));
    page.table(rows, speech::said("{} match-ups", trait.match_ups.size()));
  }
}

void add_course(Page& page, const SimulationPlan& plan, const SimulationReport& report) {
  page.section(speech::said("How games go"));
  std::vector<double> lengths, leads;
  for (const GameRecord& record : report.records) {
    if (!record.counts()) continue;
    lengths.push_back(record.decisions);
    leads.push_back(record.lead_changes);
  }
  page.part(speech::said("Length"),
            speech::said("{:.1f} decisions on average ({}); half of the games have {:.0f} to {:.0f}.",
                         report.length.mean(), between(report.length.interval_of_counts(), Digits::tenths),
                         report.lengths.lower, report.lengths.upper));
  page.figure(histogram(lengths, speech::said("decisions")));
  page.part(speech::said("Endings"));
  std::vector<Bar> endings;
  for (const auto& [id, count] : report.endings) {
    const ClauseText* clause = plan.edition->clause(id);
    endings.push_back({clause == nullptr ? id : id + " " + std::string(clause->in(speech::language()).text),
                       speech::said("in {} of the games, {}", count,
                                    percent(static_cast<double>(count) / static_cast<double>(report.games))),
                       static_cast<double>(count)});
  }
  page.figure(bars(endings));
  page.part(
      speech::said("Lead changes"),
      speech::said(
          "How often another seat takes the lead by the game's own evaluation, by 5 points at least: {:.2f} "
          "a game on average ({}).",
          report.lead_changes.mean(), between(report.lead_changes.interval_of_counts(), Digits::hundredths)));
  page.figure(histogram(leads, speech::said("lead changes")));
  page.part(speech::said("Scores"));
  std::vector<std::vector<std::string>> rows = {headings({"seat", "mean", "interval", "deviation"})};
  for (std::size_t seat = 0; seat < report.scores.size(); ++seat) {
    const Mean& score = report.scores[seat];
    rows.push_back({speech::said("seat {}", seat + 1), speech::said("{:.2f}", score.mean()),
                    between(score.interval_of_counts(), Digits::hundredths),
                    speech::said("{:.2f}", score.deviation())});
  }
  page.table(rows);
}

void add_variations(Page& page, const SimulationReport& report) {
  if (report.variations.empty()) return;
  page.section(speech::said("By option"), speech::said("Who wins by turn order, and how long games take."));
  std::vector<std::vector<std::string>> rows = {headings({"option", "games", "decisions"})};
  for (const Variation& variation : report.variations) {
    const std::vector<WinRate>& rates = variation.places.empty() ? variation.seats : variation.places;
    if (&variation == &report.variations.front())
      for (const WinRate& rate : rates) rows[0].push_back(escaped(rate.name));
    rows.push_back({escaped(variation.option + "=" + variation.value), fmt::format("{:.0f}", rates[0].games),
                    speech::said("{:.0f}", variation.length.mean())});
    for (const WinRate& rate : rates)
      rows.back().push_back(percent(rate.rate()) + " (" + range(rate.interval.low, rate.interval.high) + ")");
  }
  page.table(rows);
}

void add_kept(Page& page, const SimulationReport& report) {
  if (report.kept.empty()) return;
  page.section(speech::said("Games that were kept"));
  constexpr std::string_view kinds[] = {"shortest", "longest", "closest", "most surprising"};
  std::vector<std::vector<std::string>> rows = {headings({"", "game", "decisions", "end"})};
  for (const Kept& kept : report.kept)
    rows.push_back({escaped(speech::said(kinds[static_cast<std::size_t>(kept.kind)])), std::to_string(kept.game),
                    std::to_string(kept.record.decisions), escaped(speech::translated(kept.replay.end))});
  page.table(rows);
}

void add_things(Page& page, const Edition& edition, const SimulationReport& report) {
  if (report.things.empty()) return;
  page.section(
      speech::said("What winners do"),
      speech::said(report.unequal
                       ? "How often a seat won if something happened to it at least once, compared with what the "
                         "players of those games win anyway; the most telling first."
                       : "How often a seat won if something happened to it at least once, compared with the fair "
                         "share; the most telling first.") +
          " " +
          speech::said(
              "Coloured is what is more than chance, all rows of this section taken together: of what is "
              "coloured, one in twenty is chance. It shows what goes together with winning: a card may win "
              "games, or be played by those who are winning anyway. To find out, change it with `rulewright "
              "what-if`."));
  for (const ThingRates& group : report.things) {
    page.part(group.text + " (" + list_name(edition, group.list) + ")");
    std::vector<Dot> plotted;
    std::vector<std::vector<std::string>> rows = {
        headings({"name", "games", "won", "interval", "fair", "times a game"})};
    for (const auto& row : group.rows) {
      if (plotted.size() < most_dots) plotted.push_back(dot_of(row.rate));
      rows.push_back(rate_cells(row.rate));
      rows.back().front() = picture_cell(page, edition, row.id) + rows.back().front();
      rows.back().push_back(speech::said("{:.2f}", static_cast<double>(row.times) / row.rate.games));
    }
    page.figure(dots(plotted));
    page.table(rows, speech::said("All {} as a table", group.rows.size()));
  }
}

void add_rules(Page& page, const SimulationReport& report) {
  page.section(speech::said("Rules at work"),
               speech::said("How often each rule was the reason for something, over all games."));
  std::vector<std::vector<std::string>> used = {headings({"rule", "times a game", "games", "text"})},
                                        idle = {headings({"rule", "text"})};
  for (const ClauseUse& use : report.clauses) {
    if (use.count.times == 0) {
      if (!use.clause->definition && use.clause->by.empty())
        idle.push_back({escaped(use.clause->id), escaped(use.clause->in(speech::language()).text)});
      continue;
    }
    const auto games = static_cast<double>(report.games);
    used.push_back({escaped(use.clause->id), speech::said("{:.3f}", static_cast<double>(use.count.times) / games),
                    percent(static_cast<double>(use.count.games) / games),
                    escaped(use.clause->in(speech::language()).text)});
  }
  page.table(used, speech::said("{} rules were at work", used.size() - 1));
  page.table(idle, speech::said("{} rules never came up (definitions and rulings left out)", idle.size() - 1));
}

}  // namespace

std::string simulation_page(const SimulationPlan& plan, const SimulationReport& report) {
  const core::Node name = plan.edition->bundle().root()["game"]["name"];
  Page page(std::string(name[speech::language()].text(name.text(plan.edition->game().id))),
            setup_text(plan, report));
  if (report.games == 0) return page.html();
  add_winners(page, *plan.edition, report);
  add_variations(page, report);
  add_course(page, plan, report);
  add_kept(page, report);
  add_things(page, *plan.edition, report);
  add_rules(page, report);
  return page.html();
}

}  // namespace rw::lab
