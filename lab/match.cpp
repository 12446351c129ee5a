// Playing sets of games, and stopping when the test knows enough.
#include "lab/match.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "lab/progress.h"
#include "lab/ranks.h"
#include "lab/sides.h"
#include "speech/speech.h"

namespace rw::lab {
namespace {

using Sides = std::vector<core::SeatMask>;

// A side's points in one game: all of them if it wins alone, its part if several win or nobody does.
int points_of(const GameRecord& record, std::size_t side, const Sides& sides) {
  const auto wins = [&](core::SeatMask seats) { return (record.winners & seats) != 0; };
  const auto winners = std::count_if(sides.begin(), sides.end(), wins);
  if (winners == 0) return points_of_a_win / static_cast<int>(sides.size());
  return wins(sides[side]) ? points_of_a_win / static_cast<int>(winners) : 0;
}

Expected<Sides> sides_of(const Edition& edition, const Setup& setup, const core::Seed& seed) {
  const Expected<Position> position = edition.begin(setup, seed);
  if (!position) return position.failure();
  return sides_at(edition, *position);
}

// Adds complete sets in their order while the test needs more. False when it has enough.
class Score {
 public:
  Score(const MatchPlan& plan, MatchReport& report) : plan_(plan), sides_(plan.sides()), report_(report) {}

  bool add(const Chunk& chunk) {
    const std::size_t size = sides_.size();
    for (std::size_t first = 0; first + size <= chunk.records.size(); first += size) {
      if (!std::all_of(chunk.records.begin() + static_cast<std::ptrdiff_t>(first),
                       chunk.records.begin() + static_cast<std::ptrdiff_t>(first + size),
                       [](const GameRecord& record) { return record.played; })) {
        report_.interrupted = true;
        return false;
      }
      // A set is one deal on every side; if one of its games is missing, it says nothing.
      if (!std::all_of(chunk.records.begin() + static_cast<std::ptrdiff_t>(first),
                       chunk.records.begin() + static_cast<std::ptrdiff_t>(first + size),
                       [](const GameRecord& record) { return record.counts(); })) {
        report_.broken += size;
        continue;
      }
      add_set(std::span(chunk.records).subspan(first, size));
      const bool enough = decided();
      report_.course.push_back(plan_.sprt ? report_.llr : report_.scores.share());
      if (enough) return false;
    }
    return true;
  }

 private:
  void add_set(std::span<const GameRecord> games) {
    int sum = 0;
    for (std::size_t i = 0; i < games.size(); ++i) {
      const int points = points_of(games[i], i, sides_);
      sum += points;
      ++report_.games;
      report_.decisions += games[i].decisions;
      report_.forfeits_a += (games[i].forfeits & sides_[i]) != 0 ? 1 : 0;
      report_.forfeits_b += (games[i].forfeits & ~sides_[i]) != 0 ? 1 : 0;
      ++(points == points_of_a_win ? report_.won : points == 0 ? report_.lost : report_.shared);
    }
    report_.scores.add(sum);
  }

  bool decided() {
    if (!plan_.sprt) return false;
    const int sides = static_cast<int>(sides_.size());
    report_.llr =
        log_likelihood_ratio(report_.scores, share_of(plan_.sprt->elo0, sides), share_of(plan_.sprt->elo1, sides));
    report_.verdict = report_.llr >= plan_.sprt->upper()   ? MatchReport::Verdict::stronger
                      : report_.llr <= plan_.sprt->lower() ? MatchReport::Verdict::not_stronger
                                                           : MatchReport::Verdict::undecided;
    return report_.verdict != MatchReport::Verdict::undecided;
  }

  const MatchPlan& plan_;
  const Sides sides_;
  MatchReport& report_;
};

void conclude(MatchReport& report) {
  const int sides = report.scores.games_per_set;
  const Interval share = report.scores.interval();
  report.elo = elo_of(report.scores.share(), sides);
  report.elo_interval = {elo_of(share.low, sides), elo_of(share.high, sides)};
  report.superiority = likelihood_of_superiority(report.scores, report.null_share);
}

Expected<> check(const MatchPlan& plan) {
  if (plan.setup.seats < 2) return failed("a match needs at least 2 seats");
  const Campaign campaign = campaign_of(plan);
  const Sides sides = plan.sides();
  if (sides.size() == 1) return failed("all players of this table are on one side; a match needs two");
  std::uint64_t combinations = 1;
  for (const auto& [name, values] : plan.varied) combinations *= values.size();
  for (std::uint64_t deal = 0; plan.start.empty() && deal < std::min<std::uint64_t>(combinations, 1000); ++deal) {
    const Expected<Sides> there = sides_of(*plan.edition, campaign.setup_of(deal), campaign.seed_of(deal));
    if (!there) return there.failure();
    if (*there != sides) return failed("who plays together must be the same in all the tables of a match");
  }
  if (plan.sprt && !(plan.sprt->elo0 < plan.sprt->elo1))
    return failed("the first bound of the sequential test must be less than the second");
  if (plan.sprt &&
      !(plan.sprt->alpha > 0 && plan.sprt->alpha < 0.5 && plan.sprt->beta > 0 && plan.sprt->beta < 0.5))
    return failed("alpha and beta must be more than 0 and less than 0.5");
  return {};
}

}  // namespace

std::vector<core::SeatMask> MatchPlan::sides() const {
  if (!start.empty()) return sides_at(*edition, start);
  Setup first = setup;
  for (const auto& [name, values] : varied) first.options.emplace_back(name, values[0]);
  const Expected<Sides> found = sides_of(*edition, first, core::derive(core::seed_from(seed), 0));
  return found ? *found : Sides();
}

std::uint64_t MatchPlan::sets() const {
  const std::uint64_t size = std::max<std::uint64_t>(1, sides().size());
  return (games + size - 1) / size;
}

Campaign campaign_of(const MatchPlan& plan) {
  Campaign campaign;
  campaign.editions = {plan.edition};
  campaign.setup = plan.setup;
  if (!plan.start.empty()) campaign.starts = {plan.start};
  campaign.varied = plan.varied;
  campaign.contestants = {plan.a, plan.b};
  const Sides sides = plan.sides();
  campaign.set = std::max<std::uint64_t>(1, sides.size());
  campaign.games = plan.sets() * campaign.set;
  campaign.seed = plan.seed;
  campaign.threads = plan.threads;
  campaign.seating = [sides](std::uint64_t game) {
    Seating seating;
    seating.deal = game / sides.size();
    for (int i = 0; i < core::max_seats; ++i)
      seating.contestant[static_cast<std::size_t>(i)] =
          core::has(sides[game % sides.size()], core::seat(i)) ? 0 : 1;
    return seating;
  };
  return campaign;
}

Expected<> match(const MatchPlan& plan, MatchReport& report, bool show_progress) {
  report = {};
  if (auto done = check(plan); !done) return done.failure();
  report.scores.games_per_set = std::max(1, static_cast<int>(plan.sides().size()));
  report.null_share = 1.0 / report.scores.games_per_set;
  const Campaign campaign = campaign_of(plan);
  Runner runner(campaign);
  if (auto done = runner.prepare(); !done) return done.failure();
  Checkpoint checkpoint;
  if (!plan.checkpoint.empty())
    if (auto done = checkpoint.open(plan.checkpoint, plan.resume, campaign); !done) return done.failure();
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
  // A test ends when it knows enough, so nobody can say when.
  Progress progress(speech::said("games"), campaign.games, show_progress,
                    plan.sprt ? Progress::End::open : Progress::End::known);
  for (std::uint64_t first = 0; first < campaign.games && more; first += round, round = chunk * chunks) {
    for (const Chunk& played : runner.play(first, std::min(round, campaign.games - first), checkpoint, progress))
      if (more) more = score.add(played);
    if (plan.sprt)
      progress.note(speech::said("likelihood ratio {:.2f}, ends at {:.2f} or {:.2f}", report.llr,
                                 plan.sprt->lower(), plan.sprt->upper()));
    if (2 * chunks <= longest_round) chunks *= 2;
  }
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  conclude(report);
  return {};
}

}  // namespace rw::lab
