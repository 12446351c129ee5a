// Reviewing games and playing on from what the reviews found.
#include "lab/verdicts.h"

#include "lab/progress.h"
#include "lab/review.h"
#include "speech/speech.h"

namespace rw::lab {
namespace {

constexpr std::uint64_t most_games = 1000;  // a player that is never clearly wrong must not hold it up for ever

Expected<> play(const VerdictPlan& plan, std::uint64_t game, Replay& replay) {
  const Edition& edition = *plan.edition;
  const core::Seed seed = core::derive(core::seed_from(plan.seed), game);
  const auto player = players::make_player(plan.player, edition.game());
  if (!player) return player.failure();
  Expected<Position> begun = edition.begin(plan.setup, seed);
  if (!begun) return begun.failure();
  Position& position = *begun;
  replay = start_replay(edition, plan.setup, seed);
  core::Random random = players::stream_of(seed, core::seat(0));
  while (!edition.over(position)) {
    const Choice choice = players::ask(**player, edition, position, random);
    record(replay, edition, position, choice);
    edition.apply(position, choice);
  }
  close(replay, edition, position);
  return {};
}

}  // namespace

Expected<> test_verdicts(const VerdictPlan& plan, VerdictReport& report, bool show_progress) {
  report = {};
  const Interruptible interruptible;
  Progress progress(speech::said("verdicts"), plan.verdicts, show_progress);
  for (std::uint64_t game = 0; report.verdicts.size() < plan.verdicts && game < most_games; ++game) {
    Replay replay;
    if (auto done = play(plan, game, replay); !done) return done.failure();
    ReviewPlan reviewing;
    reviewing.edition = plan.edition;
    reviewing.replay = &replay;
    reviewing.simulations *= static_cast<std::uint32_t>(plan.effort);
    reviewing.deals *= plan.effort;
    reviewing.played_out *= plan.effort;
    reviewing.confirm = plan.games;
    reviewing.confirming = plan.simulations;
    reviewing.threads = plan.threads;
    reviewing.going = [](std::size_t, std::size_t) { return !Interruptible::requested(); };
    Review reviewed;
    if (auto done = review(reviewing, reviewed); !done) {
      report.interrupted = Interruptible::requested();
      return report.interrupted ? Expected<>() : done;
    }
    ++report.games;
    for (const std::size_t i : reviewed.dearest) {
      if (report.verdicts.size() == plan.verdicts) break;
      const ReviewedChoice& choice = reviewed.choices[i];
      report.verdicts.push_back({game, choice.number, choice.chosen_text, choice.better_text, choice.cost,
                                 choice.cost_interval, choice.confirmed});
      report.told.add(choice.cost);
      report.played.add(choice.confirmed.mean());
      progress.advance();
    }
  }
  return {};
}

}  // namespace rw::lab
