// Pairing, playing and rating.
#include "lab/tournament.h"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>

#include "lab/page.h"
#include "speech/speech.h"

namespace rw::lab {
namespace {

constexpr double elo_scale = 0.0057564627324851146;  // ln 10 / 400
constexpr double prior_deviation = 500;              // Elo

// How many independent games the sets are worth by their spread, and A's share of them.
struct Evidence {
  double games = 0, share = 0;
};

Evidence evidence_of(const MatchReport& report) {
  const auto sets = static_cast<double>(report.scores.count());
  const double share = report.scores.share(), variance = report.scores.variance();
  const auto games = static_cast<double>(report.games);
  if (sets < 2 || variance <= 0) return {games, share};
  return {std::min(4 * games, share * (1 - share) * sets / variance), share};
}

// Solves a x = b in place; `a` is symmetric and positive.
std::vector<double> solved(std::vector<std::vector<double>> a, std::vector<double> b) {
  const std::size_t n = b.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t row = i + 1; row < n; ++row) {
      const double factor = a[row][i] / a[i][i];
      for (std::size_t k = i; k < n; ++k) a[row][k] -= factor * a[i][k];
      b[row] -= factor * b[i];
    }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) b[i] -= a[i][k] * b[k];
    b[i] /= a[i][i];
  }
  return b;
}

// The slope and the curvature of what is to be made largest, at these ratings.
struct Slope {
  std::vector<double> slope;
  std::vector<std::vector<double>> curvature;  // negative
};

Slope slope_at(const std::vector<double>& ratings, const std::vector<Pairing>& pairings) {
  const std::size_t n = ratings.size();
  Slope out{std::vector<double>(n), std::vector<std::vector<double>>(n, std::vector<double>(n))};
  const double prior = 1 / (prior_deviation * prior_deviation);
  for (std::size_t i = 0; i < n; ++i) {
    out.slope[i] = -prior * ratings[i];
    out.curvature[i][i] = prior;
  }
  for (const Pairing& pairing : pairings) {
    const Evidence seen = evidence_of(pairing.report);
    const double expected =
        share_of(ratings[pairing.a] - ratings[pairing.b], std::max(2, pairing.report.scores.games_per_set));
    const double pull = elo_scale * seen.games * (seen.share - expected);
    const double bend = elo_scale * elo_scale * seen.games * expected * (1 - expected);
    out.slope[pairing.a] += pull;
    out.slope[pairing.b] -= pull;
    out.curvature[pairing.a][pairing.a] += bend;
    out.curvature[pairing.b][pairing.b] += bend;
    out.curvature[pairing.a][pairing.b] -= bend;
    out.curvature[pairing.b][pairing.a] -= bend;
  }
  return out;
}

// The variance of one rating less the mean of all.
double variance_of(const std::vector<std::vector<double>>& curvature, std::size_t player) {
  const std::size_t n = curvature.size();
  std::vector<double> contrast(n, -1.0 / static_cast<double>(n));
  contrast[player] += 1;
  const std::vector<double> x = solved(curvature, contrast);
  return std::inner_product(x.begin(), x.end(), contrast.begin(), 0.0);
}

Expected<> check(const TournamentPlan& plan) {
  if (plan.players.size() < 2) return failed("a tournament needs at least 2 players");
  for (std::size_t i = 0; i < plan.players.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (plan.players[i].spec == plan.players[k].spec)
        return failed("player " + plan.players[i].spec.text() + " is named twice");
  if (plan.rounds < 0 || (plan.rounds > 0 && static_cast<std::size_t>(plan.rounds) >= plan.players.size()))
    return failed("the Swiss system has fewer rounds than players; without --swiss everyone plays everyone");
  return {};
}

bool have_met(const std::vector<Pairing>& pairings, std::size_t a, std::size_t b) {
  return std::any_of(pairings.begin(), pairings.end(),
                     [&](const Pairing& p) { return (p.a == a && p.b == b) || (p.a == b && p.b == a); });
}

enum class Repeats : unsigned char { avoided, allowed };

// Takes the first of `waiting` and the nearest partner with whom the rest can be paired, too.
bool pair_up(const std::vector<std::size_t>& waiting, const std::vector<Pairing>& before, Repeats repeats,
             std::vector<std::pair<std::size_t, std::size_t>>& pairs) {
  if (waiting.size() < 2) return true;
  for (std::size_t i = 1; i < waiting.size(); ++i) {
    if (repeats == Repeats::avoided && have_met(before, waiting[0], waiting[i])) continue;
    std::vector<std::size_t> rest(waiting.begin() + 1, waiting.end());
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i) - 1);
    pairs.emplace_back(waiting[0], waiting[i]);
    if (pair_up(rest, before, repeats, pairs)) return true;
    pairs.pop_back();
  }
  return false;
}

}  // namespace

MatchPlan TournamentPlan::pairing(std::size_t a, std::size_t b, std::uint64_t before) const {
  MatchPlan match;
  match.edition = edition;
  match.setup = setup;
  match.varied = varied;
  match.a = players[a];
  match.b = players[b];
  match.games = games;
  match.seed = seed + (before << 32U);
  match.threads = threads;
  if (!checkpoint.empty())
    match.checkpoint = checkpoint + "." + std::to_string(a + 1) + "-" + std::to_string(b + 1) +
                       (before == 0 ? "" : "-" + std::to_string(before + 1));
  match.resume = resume;
  return match;
}

double Pairing::even_share() const {
  return share_of_two(report.scores.share(), std::max(2, report.scores.games_per_set));
}

std::vector<Standing> rate(std::size_t players, const std::vector<Pairing>& pairings) {
  std::vector<double> ratings(players, 0);
  for (int step = 0; step < 100; ++step) {
    const Slope at = slope_at(ratings, pairings);
    const std::vector<double> change = solved(at.curvature, at.slope);
    double most = 0;
    for (std::size_t i = 0; i < players; ++i) {
      ratings[i] += std::clamp(change[i], -200.0, 200.0);  // far from the top the curve says too much
      most = std::max(most, std::abs(change[i]));
    }
    if (most < 1e-9) break;
  }
  const double mean = std::accumulate(ratings.begin(), ratings.end(), 0.0) / static_cast<double>(players);
  const Slope at = slope_at(ratings, pairings);
  std::vector<Standing> standings(players);
  for (std::size_t i = 0; i < players; ++i) {
    const double rating = ratings[i] - mean, width = normal_95 * std::sqrt(variance_of(at.curvature, i));
    standings[i] = {i, 0, 0, rating, {rating - width, rating + width}};
  }
  for (const Pairing& pairing : pairings) {
    const auto games = static_cast<double>(pairing.report.games);
    standings[pairing.a].games += pairing.report.games;
    standings[pairing.b].games += pairing.report.games;
    standings[pairing.a].points += pairing.even_share() * games;
    standings[pairing.b].points += (1 - pairing.even_share()) * games;
  }
  std::stable_sort(standings.begin(), standings.end(),
                   [](const Standing& x, const Standing& y) { return x.rating > y.rating; });
  return standings;
}

std::vector<std::pair<std::size_t, std::size_t>> swiss_round(std::size_t players,
                                                             const std::vector<Pairing>& pairings) {
  std::vector<std::size_t> waiting;
  for (const Standing& standing : rate(players, pairings)) waiting.push_back(standing.player);
  if (players % 2 != 0) {
    // Whoever has played most so far has rested least.
    const auto played = [&](std::size_t who) {
      return std::count_if(pairings.begin(), pairings.end(),
                           [&](const Pairing& p) { return p.a == who || p.b == who; });
    };
    auto rests = waiting.end() - 1;
    for (auto who = waiting.end(); who-- != waiting.begin();)
      if (played(*who) > played(*rests)) rests = who;
    waiting.erase(rests);
  }
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  if (!pair_up(waiting, pairings, Repeats::avoided, pairs)) pair_up(waiting, pairings, Repeats::allowed, pairs);
  return pairs;
}

Expected<> tournament(const TournamentPlan& plan, TournamentReport& report, bool show_progress) {
  report = {};
  if (auto done = check(plan); !done) return done.failure();
  const auto start = std::chrono::steady_clock::now();
  const std::size_t players = plan.players.size();
  std::vector<std::pair<std::size_t, std::size_t>> all;
  for (std::size_t a = 0; a < players; ++a)
    for (std::size_t b = a + 1; b < players; ++b) all.emplace_back(a, b);
  const int rounds = std::max(1, plan.rounds);
  for (int round = 1; round <= rounds && !report.interrupted; ++round)
    for (const auto& [a, b] : plan.rounds == 0 ? all : swiss_round(players, report.pairings)) {
      Pairing pairing{round, a, b, {}};
      if (show_progress)
        speech::tell(stderr, "{} against {}", plan.players[a].spec.text(), plan.players[b].spec.text());
      const auto before =
          std::count_if(report.pairings.begin(), report.pairings.end(),
                        [a = a, b = b](const Pairing& p) { return std::minmax(p.a, p.b) == std::minmax(a, b); });
      if (auto done = match(plan.pairing(a, b, static_cast<std::uint64_t>(before)), pairing.report, show_progress);
          !done)
        return done.failure();
      report.interrupted = pairing.report.interrupted;
      if (pairing.report.games > 0) report.pairings.push_back(pairing);
      if (report.interrupted) break;
    }
  report.standings = rate(players, report.pairings);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return {};
}

// ---- the page --------------------------------------------------------------------------------------

namespace {

std::vector<std::vector<std::string>> cross_table(const TournamentPlan& plan, const TournamentReport& report) {
  std::vector<std::vector<std::string>> rows = {
      {"", speech::said("player"), speech::said("rating"), "95 %", speech::said("points"), speech::said("games")}};
  for (std::size_t k = 0; k < report.standings.size(); ++k) rows[0].push_back(std::to_string(k + 1));
  for (std::size_t place = 0; place < report.standings.size(); ++place) {
    const Standing& standing = report.standings[place];
    std::vector<std::string> row = {
        std::to_string(place + 1),
        escaped(plan.players[standing.player].spec.text()),
        elo_text(standing.rating),
        speech::said("{} to {}", elo_text(standing.interval.low), elo_text(standing.interval.high)),
        speech::said("{:.1f}", standing.points),
        std::to_string(standing.games)};
    for (const Standing& other : report.standings) {
      std::string cell;
      for (const Pairing& p : report.pairings) {
        if (p.a == standing.player && p.b == other.player) cell = percent(p.even_share());
        if (p.b == standing.player && p.a == other.player) cell = percent(1 - p.even_share());
      }
      row.push_back(cell);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

std::string tournament_page(const TournamentPlan& plan, const TournamentReport& report) {
  const core::Node name = plan.edition->bundle().root()["game"]["name"];
  Page page(speech::said("Tournament: {}", name[speech::language()].text(name.text(plan.edition->game().id))),
            speech::said("{} players, {} pairings, {} seats, seed {}, rules {}, content {}.", plan.players.size(),
                         report.pairings.size(), plan.setup.seats, plan.seed, plan.edition->game().rules_version,
                         plan.edition->version()));
  page.section(
      speech::said("Ratings"),
      speech::said(
          "Elo above or below the mean of all players, with intervals of 95 %. If a game has more than two "
          "sides, shares and points are as between two."));
  page.table(cross_table(plan, report));
  page.section(
      speech::said("Pairings"),
      speech::said("The first player's share of the games, on the same deals on every side. Coloured is what "
                   "is more than chance, all pairings taken together."));
  std::vector<Compared> compared;
  for (const Pairing& p : report.pairings) {
    // As many independent games as its interval stands for.
    const double half = (p.report.scores.interval().high - p.report.scores.interval().low) / 2 / normal_95;
    const double share = p.report.null_share;
    compared.push_back({p.report.scores.share(), share, share * (1 - share) / (half * half)});
  }
  const std::vector<bool> clear = discoveries(compared);
  std::vector<Dot> rows;
  for (const Pairing& p : report.pairings)
    rows.push_back(
        {speech::said("{} against {}", plan.players[p.a].spec.text(), plan.players[p.b].spec.text()),
         speech::said("{} of {}, won {}, shared {}, lost {}{}", percent(p.report.scores.share()), p.report.games,
                      p.report.won, p.report.shared, p.report.lost,
                      p.report.forfeits_a + p.report.forfeits_b == 0
                          ? std::string()
                          : speech::said("; forfeits {} and {}", p.report.forfeits_a, p.report.forfeits_b)),
         p.report.scores.share(), p.report.scores.interval(), p.report.null_share, clear[rows.size()]});
  page.figure(dots(rows));
  return page.html();
}

}  // namespace rw::lab
