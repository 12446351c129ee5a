// `rulewright simulate`: many games between computer players, as a table, as JSON, as a page. What goes to
// standard output depends on the games alone; how long it took is told on standard error.
#include "lab/simulate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/lab.h"
#include "cli/terminal.h"
#include "lab/page.h"
#include "lab/ranks.h"
#include "lab/simulate_page.h"
#include "speech/speech.h"

namespace rw::cli {
namespace {

using nlohmann::ordered_json;

Expected<> make_plan(const SimulateOptions& options, lab::SimulationPlan& plan) {
  plan.games = options.games;
  plan.seed = options.seed;
  plan.threads = thread_count(options.threads);
  plan.watch = !options.report.empty() || options.watch;
  plan.resume = options.resume;
  plan.keep = options.keep;
  plan.checkpoint = options.checkpoint;
  if (plan.checkpoint.empty() && !options.report.empty()) plan.checkpoint = options.report + ".part";
  if (options.resume && plan.checkpoint.empty()) {
    return failed("--resume needs --checkpoint FILE or --report FILE, to know where the work was kept");
  }
  if (options.keep > 0 && !options.from.empty())
    return failed("a replay tells a game from its set-up on, so --keep stands without --from");
  if (auto done = read_contest(options, *plan.edition, plan.setup, plan.varied); !done) return done.failure();
  if (auto done = read_from(options, *plan.edition, plan.setup, plan.start); !done) return done.failure();
  return read_players(options.players, plan.players);
}

// ---- the answer ----------------------------------------------------------------------------------

ordered_json mean_json(const lab::Mean& mean) {
  return {{"mean", mean.mean()},
          {"interval_95", interval_json(mean.interval_of_counts())},
          {"deviation", mean.deviation()}};
}

ordered_json plan_json(const lab::SimulationPlan& plan) {
  ordered_json out = contest_json(*plan.edition, plan.setup, plan.varied);
  ordered_json names = ordered_json::array();
  for (const players::Spec& spec : plan.players) names.push_back(spec.text());
  out["players"] = names;
  out["seed"] = plan.seed;
  out["games_wanted"] = plan.games;
  return out;
}

void add_watched(const lab::SimulationReport& report, ordered_json& out) {
  out["lead_changes"] = mean_json(report.lead_changes);
  out["traits"] = ordered_json::array();
  for (const lab::TraitRates& trait : report.traits)
    out["traits"].push_back(
        {{"trait", trait.trait}, {"won", rates_json(trait.rates)}, {"match_ups", rates_json(trait.match_ups)}});
  out["things"] = ordered_json::array();
  for (const lab::ThingRates& group : report.things) {
    std::vector<lab::WinRate> rates;
    for (const auto& row : group.rows) rates.push_back(row.rate);
    ordered_json won = rates_json(rates);
    for (std::size_t i = 0; i < group.rows.size(); ++i) won[i]["times"] = group.rows[i].times;
    out["things"].push_back({{"event", group.event}, {"list", group.list}, {"won", won}});
  }
  out["rules"] = ordered_json::object();
  for (const lab::ClauseUse& use : report.clauses)
    out["rules"][std::string(use.clause->id)] = {{"times", use.count.times}, {"games", use.count.games}};
}

std::string file_of(const lab::Kept& kept) {
  return fmt::format("{}-{}.rwreplay", lab::name_of(kept.kind), kept.game);
}

void print_json(const lab::SimulationPlan& plan, const lab::SimulationReport& report) {
  ordered_json out = plan_json(plan);
  out["games"] = report.games;
  if (report.broken > 0) out["broken_off"] = report.broken;
  if (report.forfeits > 0) out["forfeits"] = report.forfeits;
  out["seats_won"] = rates_json(report.seats);
  out["turn_order_won"] = rates_json(report.places);
  out["players_won"] = rates_json(report.players);
  if (!report.variations.empty()) out["variations"] = ordered_json::array();
  for (const lab::Variation& variation : report.variations)
    out["variations"].push_back({{"option", variation.option},
                                 {"value", variation.value},
                                 {"seats_won", rates_json(variation.seats)},
                                 {"turn_order_won", rates_json(variation.places)},
                                 {"decisions", mean_json(variation.length)}});
  out["decisions"] = {{"total", report.decisions},
                      {"mean", report.length.mean()},
                      {"interval_95", interval_json(report.length.interval_of_counts())},
                      {"deviation", report.length.deviation()},
                      {"least", report.lengths.least},
                      {"lower_quartile", report.lengths.lower},
                      {"median", report.lengths.median},
                      {"upper_quartile", report.lengths.upper},
                      {"most", report.lengths.most}};
  ordered_json scores = ordered_json::array(), endings = ordered_json::object();
  for (const lab::Mean& score : report.scores) scores.push_back(mean_json(score));
  for (const auto& [clause, count] : report.endings) endings[clause] = count;
  out["scores"] = scores;
  out["endings"] = endings;
  if (plan.watch) add_watched(report, out);
  for (const lab::Kept& kept : report.kept)
    out["kept"].push_back({{"kind", lab::name_of(kept.kind)},
                           {"game", kept.game},
                           {"decisions", kept.record.decisions},
                           {"end", kept.replay.end},
                           {"file", file_of(kept)}});
  fmt::print("{}\n", out.dump(2, ' ', false, ordered_json::error_handler_t::replace));
}

std::string endings_text(const Terminal& terminal, const lab::SimulationPlan& plan,
                         const lab::SimulationReport& report) {
  Listing listing({speech::said("ended by"), speech::said("games"), "", speech::said("rule")},
                  {Align::left, Align::right, Align::right, Align::left});
  for (const auto& [id, count] : report.endings) {
    const ClauseText* clause = plan.edition->clause(id);
    listing.row(
        {id, std::to_string(count), percent(static_cast<double>(count) / static_cast<double>(report.games)),
         clause == nullptr ? ""
                           : clipped(clause->in(speech::language()).text, std::max(20, terminal.width - 36))});
  }
  return listing.text(terminal);
}

// The clearest few of each kind of event; the page has them all.
void print_watched(const Terminal& terminal, const Edition& edition, const lab::SimulationReport& report) {
  constexpr std::size_t most_rows = 8;
  for (const lab::TraitRates& trait : report.traits)
    fmt::print("{}\n", rates_text(terminal, lab::trait_name(edition, trait.trait), trait.rates));
  for (const lab::ThingRates& group : report.things) {
    std::vector<lab::WinRate> rates;
    for (std::size_t i = 0; i < std::min(most_rows, group.rows.size()); ++i) rates.push_back(group.rows[i].rate);
    fmt::print("{}\n", rates_text(terminal, group.text + " (" + lab::list_name(edition, group.list) + ")", rates));
  }
  speech::tell("lead changes: {:.2f} a game", report.lead_changes.mean());
}

void print_text(const lab::SimulationPlan& plan, const lab::SimulationReport& report, bool watched) {
  const Terminal terminal = Terminal::detect();
  speech::tell("{}: {} games, {} seats, seed {}\n", plan.edition->game().id, report.games, plan.setup.seats,
               plan.seed);
  fmt::print("{}\n{}\n", rates_text(terminal, speech::said("player"), report.players),
             rates_text(terminal, speech::said("seat"), report.seats));
  if (!report.places.empty()) fmt::print("{}\n", rates_text(terminal, speech::said("turn order"), report.places));
  fmt::print("{}\n", endings_text(terminal, plan, report));
  for (const lab::Variation& variation : report.variations)
    for (const auto* rates : {&variation.seats, &variation.places})
      if (!rates->empty())
        fmt::print("{}\n", rates_text(terminal, variation.option + "=" + variation.value, *rates));
  for (const lab::Kept& kept : report.kept)
    fmt::print("{}  {}\n", file_of(kept), speech::translated(kept.replay.end));
  if (watched) print_watched(terminal, *plan.edition, report);
  speech::tell("decisions per game: {:.1f} on average ({}); {:.0f} at least, {:.0f} in the middle, {:.0f} at most",
               report.length.mean(), lab::between(report.length.interval_of_counts(), lab::Digits::tenths),
               report.lengths.least, report.lengths.median, report.lengths.most);
  speech::tell("Players change seats from game to game.");
}

void print_time(const lab::SimulationPlan& plan, const lab::SimulationReport& report) {
  const double seconds = std::max(report.seconds, 1e-9);
  const auto played = static_cast<double>(report.games - std::min(report.games, report.resumed));
  speech::tell(stderr, "{:.1f} s; processes: {}, threads of each: {}; {:.0f} games/s, {:.0f} decisions/s",
               report.seconds, lab::ranks(), plan.threads, played / seconds,
               report.games == 0
                   ? 0
                   : played / static_cast<double>(report.games) * static_cast<double>(report.decisions) / seconds);
}

Expected<> write_kept(const SimulateOptions& options, const lab::SimulationReport& report) {
  std::error_code fault;
  if (!report.kept.empty()) std::filesystem::create_directories(options.kept, fault);
  for (const lab::Kept& kept : report.kept)
    if (auto done =
            write_file((std::filesystem::path(options.kept) / file_of(kept)).string(), write_replay(kept.replay));
        !done)
      return done.failure();
  return {};
}

}  // namespace

int simulate(const SimulateOptions& options) {
  lab::SimulationPlan plan;
  plan.edition = edition(options);
  if (plan.edition == nullptr) return 2;
  lab::SimulationReport report;
  if (!options.report.empty())
    if (auto done = can_write(options.report); !done) return wrong_input(done.failure());
  if (auto done = make_plan(options, plan); !done) return wrong_input(done.failure());
  if (auto done = lab::simulate(plan, report, !options.quiet); !done) return wrong_input(done.failure());
  if (report.resumed > 0) speech::tell(stderr, "{} games were kept from before", report.resumed);
  const bool whole = report.games + report.broken == plan.games;
  if (report.broken > 0) speech::tell(stderr, "{} games were broken off and do not count", report.broken);
  if (report.forfeits > 0) speech::tell(stderr, "{} games were lost by forfeit", report.forfeits);
  if (!whole)
    speech::tell(stderr,
                 plan.checkpoint.empty() ? "stopped: {} of {} games were played"
                                         : "stopped: {} of {} games were played; the same command with --resume "
                                           "goes on from {}",
                 report.games, plan.games, plan.checkpoint);
  if (!options.report.empty())
    if (auto done = write_file(options.report, lab::simulation_page(plan, report)); !done)
      return wrong_input(done.failure());
  if (auto done = write_kept(options, report); !done) return wrong_input(done.failure());
  if (whole && options.checkpoint.empty() && !plan.checkpoint.empty()) lab::remove_checkpoint(plan.checkpoint);
  if (options.json)
    print_json(plan, report);
  else if (report.games > 0)
    print_text(plan, report, options.watch);
  if (!options.quiet) print_time(plan, report);
  return 0;
}

}  // namespace rw::cli
