// Any time: conceding, a draw by agreement and time running out, at every decision of random games, for every
// seat, asked or not. Afterwards the game is over, or it goes on for the others with everything in order.
#include <cstdio>

#include "engine/core/driver.h"
#include "engine/replay.h"
#include "tests/expected.h"
#include "tests/table.h"

namespace rw::test {
namespace {

using core::TableVerb;

struct Occasion {
  std::string_view game;
  int seats;
  std::vector<std::pair<std::string, std::string>> options;
};

// Beside every number of seats of every game: the ways of playing in which leaving means something else.
std::vector<Occasion> occasions(const Game& game) {
  std::vector<Occasion> out;
  for (int seats = game.min_seats; seats <= game.max_seats; ++seats) out.push_back({game.id, seats, {}});
  const std::vector<Occasion> others = {
      {"dino_battles", 3, {{"setup", "draft"}}},
      {"dragon_booster", 3, {{"format", "booster_draft"}}},
      {"dragon_booster", 4, {{"format", "starter_draft"}}},
      {"dragon_booster", 3, {{"mulligan", "one_free"}, {"match", "3"}}},
      {"risk_cybertron", 3, {{"deal_zones", "on"}, {"supply_limit", "60"}}},
      {"transformers_dbg", 3, {{"mode", "coop_a"}}},
      {"transformers_dbg", 4, {{"mode", "tvt"}}},
      {"transformers_dbg", 4, {{"mode", "one_vs_many"}}},
      {"transformers_tcg", 2, {{"match", "best_of_three"}}},
  };
  for (const Occasion& other : others)
    if (other.game == game.id) out.push_back(other);
  return out;
}

class AnyTime : public EveryGame {
 protected:
  // Somebody who is still there is asked and has something to choose, or the game is over.
  void expect_order(const Position& p, const std::string& about) {
    ASSERT_TRUE(ok(edition->check(p))) << about;
    ++looked_at_;
    if (edition->over(p)) return;
    const Decision decision = edition->decision(p);
    ASSERT_TRUE(decision.open()) << about << ": nobody is asked";
    ASSERT_FALSE(edition->has_left(p, decision.asked)) << about << ": who has left is asked";
    static ChoiceList list;
    edition->choices(p, list);
    ASSERT_GT(list.size(), 0) << about << ": nothing to choose";
    ASSERT_FALSE(edition->judge(p, list[0]).refused()) << about;
  }

  void play_to_the_end(Position p, std::uint64_t seed, const std::string& about) {
    static ChoiceList list;
    core::Random random = core::Random::start(core::seed_from(seed));
    for (int i = 0; !edition->over(p); ++i) {
      ASSERT_LT(i, 100000) << about << ": the game does not end";
      edition->choices(p, list);
      ASSERT_GT(list.size(), 0) << about;
      edition->apply(p, list[static_cast<int>(random.below(static_cast<std::uint32_t>(list.size())))]);
      if (i < 40 || i % 16 == 0) expect_order(p, about);
      if (HasFatalFailure()) return;
    }
    ASSERT_EQ(p.broken(), nullptr) << about;
    ++played_;
  }

  void try_out(const Position& p, Seat seat, TableVerb verb, std::uint64_t seed, bool to_the_end) {
    const Choice choice = core::table_choice(verb, seat);
    const std::string about = std::string(game().id) + ", seed " + std::to_string(seed) + ": " +
                              edition->seat_name(p, seat) + " " + edition->notation(p, choice);
    static ChoiceList list;
    edition->choices(p, list);
    ASSERT_FALSE(list.contains(choice)) << about;
    if (edition->has_left(p, seat)) {
      ASSERT_TRUE(edition->judge(p, seat, choice).refused()) << about;
      return;
    }
    ASSERT_FALSE(edition->judge(p, seat, choice).refused()) << about;
    // Its words mean this choice of this seat, and nobody else can make it.
    Choice read;
    ASSERT_TRUE(ok(edition->read(p, seat, edition->notation(p, choice)).into(read))) << about;
    ASSERT_EQ(read, choice) << about;
    for (const char* language : {"en", "fr"}) {
      ASSERT_TRUE(ok(edition->read(p, seat, edition->choice_text(p, choice, language)).into(read))) << about;
      ASSERT_EQ(read, choice) << about;
    }
    const Seat other = core::seat((core::index(seat) + 1) % edition->seats(p));
    if (other != seat) {
      ASSERT_TRUE(edition->judge(p, other, choice).refused()) << about;
    }
    Position after = p;
    core::Log log;
    edition->apply(after, choice, &log);
    ASSERT_FALSE(log.events.empty()) << about;
    ASSERT_EQ(log.events[0].kind, static_cast<int>(verb)) << about;
    ASSERT_NE(log.events[0].clause, 0) << about;
    for (const char* language : {"en", "fr"}) {
      ASSERT_FALSE(edition->event_text(after, log.events[0], Viewer::spectator(), language).empty()) << about;
    }
    expect_order(after, about);
    if (HasFatalFailure()) return;
    if (verb == TableVerb::concede && !edition->over(after)) {
      const bool left = edition->has_left(after, seat);
      ASSERT_TRUE(left || game().max_seats == 2) << about << ": still there";  // a match of two goes on
    }
    if (to_the_end && !edition->over(after)) play_to_the_end(after, seed, about);
  }

  std::uint64_t looked_at_ = 0, played_ = 0;
};

TEST_P(AnyTime, EverySeatMayLeaveAtEveryDecision) {
  for (const Occasion& occasion : occasions(game())) {
    rw::Setup setup{occasion.seats, occasion.options};
    Position position = good(edition->begin(setup, core::seed_from(7)));
    ASSERT_FALSE(position.empty());
    std::uint64_t tried = 0;
    int decisions = 0;
    play_on(*edition, position, 7, [&](const Position& p, const ChoiceList&) {
      // Closely in the beginning, where set-ups and drafts are, then every few decisions.
      if (++decisions > 60 && decisions % 9 != 0) return true;
      for (int seat = 0; seat < occasion.seats; ++seat)
        for (const TableVerb verb : {TableVerb::concede, TableVerb::time_out, TableVerb::agree_draw})
          if (!HasFailure()) {
            ++tried;
            try_out(p, core::seat(seat), verb, tried, tried % 13 == 0);
          }
      return !HasFailure();
    });
    ASSERT_FALSE(HasFailure());
  }
  std::printf("%s: %llu positions, %llu games to the end\n", std::string(game().id).c_str(),
              static_cast<unsigned long long>(looked_at_), static_cast<unsigned long long>(played_));
}

// One after the other leaves, whoever is asked and whatever is under way, until the game is over.
TEST_P(AnyTime, AllMayLeaveOneAfterTheOther) {
  static ChoiceList list;
  for (const Occasion& occasion : occasions(game()))
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
      rw::Setup setup{occasion.seats, occasion.options};
      Position p = good(edition->begin(setup, core::seed_from(seed)));
      ASSERT_FALSE(p.empty());
      Replay replay = start_replay(*edition, setup, core::seed_from(seed));
      core::Random random = core::Random::start(core::seed_from(seed + 100));
      for (int i = 0; !edition->over(p); ++i) {
        ASSERT_LT(i, 100000);
        edition->choices(p, list);
        Choice choice = list[static_cast<int>(random.below(static_cast<std::uint32_t>(list.size())))];
        const Seat seat = core::seat(static_cast<int>(random.below(static_cast<std::uint32_t>(occasion.seats))));
        const bool leaves = random.below(static_cast<std::uint32_t>(10 * seed)) == 0;
        if (leaves && !edition->has_left(p, seat))
          choice = core::table_choice(random.below(2) == 0 ? TableVerb::concede : TableVerb::time_out, seat);
        record(replay, *edition, p, choice);
        edition->apply(p, choice);
        expect_order(p, std::string(game().id) + ", seed " + std::to_string(seed) + ", choice " +
                            std::to_string(i + 1) + ": " + replay.choices.back().notation);
        ASSERT_FALSE(HasFailure());
      }
      close(replay, *edition, p);
      // What was recorded tells the same game again.
      const Following again = follow(*edition, replay);
      ASSERT_FALSE(again.diverged) << again.divergence.choice << ": " << again.divergence.reason;
      ASSERT_TRUE(again.last == p);
    }
}

INSTANTIATE_TEST_SUITE_P(Games, AnyTime, testing::ValuesIn(games().begin(), games().end()), game_name);

}  // namespace
}  // namespace rw::test
