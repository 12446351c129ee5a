// What the generic tests need of every game: its edition, set-ups for each number of seats, games.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "engine/core/hash.h"
#include "engine/embedded.h"
#include "engine/game.h"
#include "tests/expected.h"

namespace rw::test {

// With sanitizers everything takes ten to twenty times as long: long tests look at a share of their games then.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

inline std::shared_ptr<const Edition> edition_of(const Game& game) {
  auto edition = good(Edition::load(embedded_bundle(game.id)));
  EXPECT_TRUE(edition);
  return edition;
}

inline Position begin(const Edition& edition, int seats, std::uint64_t seed) {
  Setup setup;
  setup.seats = seats;
  Position position = good(edition.begin(setup, core::seed_from(seed)));
  EXPECT_FALSE(position.empty());
  return position;
}

// Plays at random from `position`; `visit(position, choices)` is called at each decision.
template <class Visit>
void play_on(const Edition& edition, Position& position, std::uint64_t seed, Visit&& visit) {
  static ChoiceList list;
  core::Random random = core::Random::start(core::seed_from(seed ^ 0x5EED));
  for (int decisions = 0; !edition.over(position); ++decisions) {
    ASSERT_LT(decisions, 200000) << "the game does not end";
    edition.choices(position, list);
    ASSERT_GT(list.size(), 0) << "nothing to do at decision " << decisions;
    if (!visit(position, list)) return;
    edition.apply(position, list[static_cast<int>(random.below(static_cast<std::uint32_t>(list.size())))]);
  }
}

// One test instance per game that has landed.
class EveryGame : public testing::TestWithParam<const Game*> {
 protected:
  void SetUp() override { edition = edition_of(*GetParam()); }
  const Game& game() const { return *GetParam(); }
  std::shared_ptr<const Edition> edition;
};

inline std::string game_name(const testing::TestParamInfo<const Game*>& info) {
  return std::string(info.param->id);
}

}  // namespace rw::test
