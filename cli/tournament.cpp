// `rulewright tournament`: several players, everybody against everybody or by the Swiss system, rated together.
#include "lab/tournament.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/lab.h"
#include "cli/terminal.h"
#include "speech/speech.h"

namespace rw::cli {

namespace {

using nlohmann::ordered_json;

Expected<> make_plan(const TournamentOptions& options, lab::TournamentPlan& plan) {
  if (auto done = read_contest(options, *plan.edition, plan.setup, plan.varied); !done) return done.failure();
  if (options.seats == 0) plan.setup.seats = std::max(2, plan.setup.seats);
  constexpr std::uint64_t usual = 100;
  plan.games = options.games != 0 ? options.games : usual;
  plan.seed = options.seed;
  plan.threads = thread_count(options.threads);
  plan.rounds = options.swiss;
  plan.checkpoint = options.checkpoint;
  plan.resume = options.resume;
  if (options.resume && options.checkpoint.empty()) {
    return failed("--resume needs --checkpoint FILE, to know where the work was kept");
  }
  std::vector<players::Spec> specs;
  if (!options.players.empty())
    if (auto done = read_players(options.players, specs); !done) return done.failure();
  for (const players::Spec& spec : specs) plan.players.push_back({spec, false});
  return {};
}

void print_json(const lab::TournamentPlan& plan, const lab::TournamentReport& report) {
  ordered_json out = contest_json(*plan.edition, plan.setup, plan.varied);
  out["seed"] = plan.seed;
  out["system"] = plan.rounds == 0 ? "round robin" : "swiss";
  out["standings"] = ordered_json::array();
  for (const lab::Standing& standing : report.standings)
    out["standings"].push_back({{"player", plan.players[standing.player].spec.text()},
                                {"rating", standing.rating},
                                {"rating_interval_95", interval_json(standing.interval)},
                                {"points", standing.points},
                                {"games", standing.games}});
  out["pairings"] = ordered_json::array();
  for (const lab::Pairing& p : report.pairings)
    out["pairings"].push_back({{"round", p.round},
                               {"a", plan.players[p.a].spec.text()},
                               {"b", plan.players[p.b].spec.text()},
                               {"games", p.report.games},
                               {"won", p.report.won},
                               {"shared", p.report.shared},
                               {"lost", p.report.lost},
                               {"forfeits", {p.report.forfeits_a, p.report.forfeits_b}},
                               {"share", p.report.scores.share()},
                               {"share_interval_95", interval_json(p.report.scores.interval())},
                               {"equal_share", p.report.null_share},
                               {"share_as_between_two", p.even_share()}});
  fmt::print("{}\n", out.dump(2));
}

bool has_several_sides(const lab::TournamentReport& report) {
  return !report.pairings.empty() && report.pairings[0].report.scores.games_per_set > 2;
}

void print_text(const lab::TournamentPlan& plan, const lab::TournamentReport& report) {
  std::vector<std::string> heads = {"",     speech::said("player"), speech::said("rating"),
                                    "95 %", speech::said("points"), speech::said("games")};
  std::vector<Align> sides = {Align::right, Align::left, Align::right, Align::left, Align::right, Align::right};
  for (std::size_t i = 0; i < report.standings.size(); ++i) {
    heads.push_back(std::to_string(i + 1));
    sides.push_back(Align::right);
  }
  Listing listing(heads, sides);
  for (std::size_t place = 0; place < report.standings.size(); ++place) {
    const lab::Standing& standing = report.standings[place];
    std::vector<std::string> row = {
        std::to_string(place + 1),
        plan.players[standing.player].spec.text(),
        lab::elo_text(standing.rating),
        speech::said("{} to {}", lab::elo_text(standing.interval.low), lab::elo_text(standing.interval.high)),
        speech::said("{:.1f}", standing.points),
        std::to_string(standing.games)};
    for (const lab::Standing& other : report.standings) {
      std::string share = other.player == standing.player ? "-" : "";
      for (const lab::Pairing& p : report.pairings) {
        if (p.a == standing.player && p.b == other.player) share = fmt::format("{:.0f}", 100 * p.even_share());
        if (p.b == standing.player && p.a == other.player)
          share = fmt::format("{:.0f}", 100 - 100 * p.even_share());
      }
      row.push_back(share);
    }
    listing.row(row);
  }
  fmt::print("{}", listing.text(Terminal::detect()));
  speech::tell("Elo about the mean of all players; shares in percent, the row's player against the column's.");
  if (has_several_sides(report))
    speech::tell("A game has more than two sides; shares and points are as between two.");
}

}  // namespace

int tournament(const TournamentOptions& options) {
  lab::TournamentPlan plan;
  plan.edition = edition(options);
  if (plan.edition == nullptr) return 2;
  lab::TournamentReport report;
  if (!options.report.empty())
    if (auto done = can_write(options.report); !done) return wrong_input(done.failure());
  if (auto done = make_plan(options, plan); !done) return wrong_input(done.failure());
  if (auto done = lab::tournament(plan, report, !options.quiet); !done) return wrong_input(done.failure());
  if (report.interrupted)
    speech::tell(stderr,
                 plan.checkpoint.empty() ? "stopped: {} pairings were played"
                                         : "stopped: {} pairings were played; the same command with --resume goes "
                                           "on from {}",
                 report.pairings.size(), plan.checkpoint);
  if (!options.report.empty())
    if (auto done = write_file(options.report, lab::tournament_page(plan, report)); !done)
      return wrong_input(done.failure());
  if (options.json)
    print_json(plan, report);
  else
    print_text(plan, report);
  if (!options.quiet) speech::tell(stderr, "{:.1f} s", report.seconds);
  return 0;
}

}  // namespace rw::cli
