// The named levels: each beats the one below it, and the weak ones err as people do.
#include <gtest/gtest.h>

#include <iterator>

#include "engine/embedded.h"
#include "lab/match.h"
#include "players/forest.h"
#include "players/games.h"
#include "players/player.h"
#include "tests/expected.h"
#include "tests/table.h"

namespace rw::players {
namespace {

std::shared_ptr<const Edition> dragon_booster() { return good(Edition::load(embedded_bundle("dragon_booster"))); }

double share_against(const char* a, const char* b, std::uint64_t games) {
  lab::MatchPlan plan;
  plan.edition = dragon_booster();
  plan.setup.seats = 2;
  plan.a.spec = good(parse(a));
  plan.b.spec = good(parse(b));
  plan.games = games;
  plan.seed = 5;
  plan.threads = 2;
  lab::MatchReport report;
  EXPECT_TRUE(ok(lab::match(plan, report)));
  EXPECT_EQ(report.games, games);
  return report.scores.share();
}

// The same deals and seeds every time, so nothing here is luck from run to run. The expert thinks for a second as
// `strong` does for a thousand simulations, so he is not asked to play here.
TEST(Levels, EachBeatsTheOneBelowIt) {
  EXPECT_GT(share_against("casual", "beginner", 80), 0.5);
  if (test::sanitized) return;  // the others think for longer
  EXPECT_GT(share_against("skilled", "casual", 20), 0.5);
  EXPECT_GT(share_against("strong", "skilled", 24), 0.5);
}

TEST(Levels, TheExpertThinksLongestAndTheWeakerTheMoreTheyDoubt) {
  for (std::size_t i = 1; i < std::size(levels); ++i) {
    const Level &below = levels[i - 1], &above = levels[i];
    EXPECT_TRUE(above.thinking > below.thinking || above.simulations > below.simulations) << above.name;
    EXPECT_LE(above.doubt, below.doubt) << above.name;
  }
  EXPECT_EQ(levels[std::size(levels) - 1].thinking, 1000) << "up to a second";
}

// Like people and not like dice: a beginner takes a choice that is nearly as good more often than one that is far
// worse.
TEST(Levels, ABeginnerMistakesNearChoicesMoreOftenThanFarOnes) {
  const auto edition = dragon_booster();
  const GamePlayers& game = *find_players("dragon_booster");
  const auto beginner = good(make_player(good(parse("beginner")), edition->game()));
  int near = 0, far = 0, near_taken = 0, far_taken = 0;
  for (std::uint64_t deal = 0; deal < 4; ++deal) {
    rw::Setup setup;
    setup.seats = 2;
    Position position = good(edition->begin(setup, core::seed_from(deal)));
    core::Random random = core::Random::start(core::seed_from(100 + deal));
    ChoiceList list;
    while (!edition->over(position)) {
      edition->choices(position, list);
      const Seat seat = edition->decision(position).asked;
      const Choice taken = ask(*beginner, *edition, position, random);
      if (list.size() > 2) {
        Forest forest(game, 200, 1);
        const Position seen = edition->redealt(position, seat, core::seed_from(7));
        const auto& weighed = forest.grow(edition->content(), seen.data(), seat, core::seed_from(8));
        for (std::size_t i = 1; i < weighed.size(); ++i) {
          const bool is_near = weighed[i].value > weighed[0].value - 0.05F;
          ++(is_near ? near : far);
          if (weighed[i].choice == taken) ++(is_near ? near_taken : far_taken);
        }
      }
      edition->apply(position, taken);
    }
  }
  ASSERT_GT(near, 0);
  ASSERT_GT(far, 0);
  ASSERT_GT(near_taken + far_taken, 0) << "a beginner errs";
  EXPECT_GT(static_cast<double>(near_taken) / near, 2.0 * static_cast<double>(far_taken) / far);
}

}  // namespace
}  // namespace rw::players
