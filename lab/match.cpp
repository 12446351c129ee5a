// Playing sets of games, and stopping when the test knows enough.
#include "lab/match.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>

#include "lab/progress.h"
#include "lab/ranks.h"

namespace rw::lab {
namespace {

// A's points in one game: all of them if it wins alone, its part if several win or nobody does.
int points_of(const GameRecord& record, int seat, int seats) {
  const int winners = std::popcount(static_cast<unsigned>(record.winners));
  if (winners == 0) return points_of_a_win / seats;
  return core::has(record.winners, core::seat(seat)) ? points_of_a_win / winners : 0;
}

// Adds the sets that are complete, in their order, as long as the test wants more. False: enough.
class Score {
 public:
  Score(const MatchPlan& plan, MatchReport& report) : plan_(plan), report_(report) {}

  bool add(const Chunk& chunk) {
    const auto seats = static_cast<std::size_t>(plan_.setup.seats);
    for (std::size_t first = 0; first + seats <= chunk.records.size(); first += seats) {
      if (!std::all_of(chunk.records.begin() + static_cast<std::ptrdiff_t>(first),
                       chunk.records.begin() + static_cast<std::ptrdiff_t>(first + seats),
                       [](const GameRecord& record) { return record.played; })) {
        report_.interrupted = true;
        return false;
      }
      // A set is one deal in every seat: without one of its games it says nothing.
      if (!std::all_of(chunk.records.begin() + static_cast<std::ptrdiff_t>(first),
                       chunk.records.begin() + static_cast<std::ptrdiff_t>(first + seats),
                       [](const GameRecord& record) { return record.counts(); })) {
        report_.broken += seats;
        continue;
      }
      add_set(std::span(chunk.records).subspan(first, seats));
      if (decided()) return false;
    }
    return true;
  }

 private:
  void add_set(std::span<const GameRecord> games) {
    int sum = 0;
    for (std::size_t i = 0; i < games.size(); ++i) {
      const int points = points_of(games[i], static_cast<int>(i), plan_.setup.seats);
      sum += points;
      ++report_.games;
      report_.decisions += games[i].decisions;
      const auto seat_of_a = core::only(core::seat(static_cast<int>(i)));
      report_.forfeits_a += (games[i].forfeits & seat_of_a) != 0 ? 1 : 0;
      report_.forfeits_b += (games[i].forfeits & ~seat_of_a) != 0 ? 1 : 0;
      ++(points == points_of_a_win ? report_.won : points == 0 ? report_.lost : report_.shared);
    }
    report_.scores.add(sum);
  }

  bool decided() {
    if (!plan_.sprt) return false;
    const int seats = plan_.setup.seats;
    report_.llr =
        log_likelihood_ratio(report_.scores, share_of(plan_.sprt->elo0, seats), share_of(plan_.sprt->elo1, seats));
    report_.verdict = report_.llr >= plan_.sprt->upper()   ? MatchReport::Verdict::stronger
                      : report_.llr <= plan_.sprt->lower() ? MatchReport::Verdict::not_stronger
                                                           : MatchReport::Verdict::undecided;
    return report_.verdict != MatchReport::Verdict::undecided;
  }

  const MatchPlan& plan_;
  MatchReport& report_;
};

void conclude(const MatchPlan& plan, MatchReport& report) {
  const int seats = plan.setup.seats;
  const Interval share = report.scores.interval();
  report.elo = elo_of(report.scores.share(), seats);
  report.elo_interval = {elo_of(share.low, seats), elo_of(share.high, seats)};
  report.superiority = likelihood_of_superiority(report.scores, report.null_share);
}

bool check(const MatchPlan& plan, std::string& error) {
  if (plan.setup.seats < 2) error = "a match needs at least 2 seats";
  if (plan.sprt && !(plan.sprt->elo0 < plan.sprt->elo1))
    error = "the first bound of the sequential test must be less than the second";
  if (plan.sprt &&
      !(plan.sprt->alpha > 0 && plan.sprt->alpha < 0.5 && plan.sprt->beta > 0 && plan.sprt->beta < 0.5))
    error = "alpha and beta must be more than 0 and less than 0.5";
  return error.empty();
}

}  // namespace

Campaign campaign_of(const MatchPlan& plan) {
  Campaign campaign;
  campaign.editions = {plan.edition};
  campaign.setup = plan.setup;
  campaign.varied = plan.varied;
  campaign.contestants = {plan.a, plan.b};
  campaign.set = static_cast<std::uint64_t>(plan.setup.seats);
  campaign.games = plan.sets() * campaign.set;
  campaign.seed = plan.seed;
  campaign.threads = plan.threads;
  campaign.seating = [seats = campaign.set](std::uint64_t game) {
    Seating seating;
    seating.deal = game / seats;
    seating.contestant.fill(1);
    seating.contestant[game % seats] = 0;
    return seating;
  };
  return campaign;
}

bool match(const MatchPlan& plan, MatchReport& report, std::string& error, bool show_progress) {
  report = {};
  report.null_share = 1.0 / plan.setup.seats;
  report.scores.games_per_set = plan.setup.seats;
  if (!check(plan, error)) return false;
  const Campaign campaign = campaign_of(plan);
  Runner runner(campaign);
  if (!runner.prepare(error)) return false;
  Checkpoint checkpoint;
  if (!plan.checkpoint.empty() && !checkpoint.open(plan.checkpoint, plan.resume, campaign, error)) return false;
  const auto start = std::chrono::steady_clock::now();
  const Interruptible interruptible;
  Score score(plan, report);
  // Without a test all games are one round. With one, rounds begin with a chunk for every thread and grow; what is
  // played beyond the stop is not counted, so that the result does not depend on the rounds.
  constexpr std::uint64_t longest_round = 64;
  const std::uint64_t chunk = campaign.games_per_chunk();
  std::uint64_t chunks = static_cast<std::uint64_t>(plan.threads) * static_cast<std::uint64_t>(ranks());
  std::uint64_t round = plan.sprt ? chunk * chunks : campaign.games;
  bool more = true;
  for (std::uint64_t first = 0; first < campaign.games && more; first += round, round = chunk * chunks) {
    for (const Chunk& played :
         runner.play(first, std::min(round, campaign.games - first), checkpoint, show_progress))
      if (more) more = score.add(played);
    if (2 * chunks <= longest_round) chunks *= 2;
  }
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  conclude(plan, report);
  return true;
}

}  // namespace rw::lab
