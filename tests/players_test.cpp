// Players: their names, that they repeat, that they cannot peek, and that they find what is there.
#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <stdexcept>

#include "engine/embedded.h"
#include "engine/game.h"
#include "players/forest.h"
#include "players/make_players.h"
#include "players/player.h"
#include "players/side_by_side.h"
#include "tests/expected.h"

namespace rw::players {
namespace {

// ---- a game small enough to know the right choice --------------------------------------------------

// Take one, two or three sticks; whoever takes the last one wins. Leaving a multiple of four wins.
struct Sticks {
  struct State {
    core::Random random;
    Decision decision;
    std::uint32_t left, seats;
  };
  struct Content {};
  static constexpr struct {
    std::string_view id;
  } about{"sticks"};
  static Expected<> begin(core::Table<State, Content>& t, const rw::Setup&, const core::Seed& seed) {
    t.s.random = core::Random::start(seed);
    t.s.decision = {1, core::seat(0), 0, 1};
    t.s.left = 21;
    t.s.seats = 2;
    return {};
  }
  static void choices(const Content&, const State& s, ChoiceList& list) {
    for (int n = 1; n <= 3 && n <= static_cast<int>(s.left); ++n) list.add(Choice::make(1, n));
  }
  static void apply(core::Table<State, Content>& t, Choice c) {
    t.s.left -= static_cast<std::uint32_t>(c.a());
    if (t.s.seats == 2) t.s.decision.asked = core::seat(1 - core::index(t.s.decision.asked));
  }
  static bool over(const State& s) { return s.left == 0; }
  static Outcome outcome(const Content&, const State& s) {
    Outcome outcome;
    outcome.seats = 2;
    outcome.winners = core::only(core::seat(1 - core::index(s.decision.asked)));
    return outcome;
  }
  static void redeal(const Content&, State&, Seat, core::Random&) {}
};
struct SticksEvaluator {
  using Rules = Sticks;
  static void evaluate(const Sticks::Content&, const Sticks::State&, float out[core::max_seats]) {
    for (int i = 0; i < core::max_seats; ++i) out[i] = 0.5F;
  }
};
constexpr GamePlayers sticks_players = make_players<SticksEvaluator>();

Sticks::State sticks(std::uint32_t left) {
  const Sticks::Content content;
  Sticks::State s{};
  core::Table<Sticks::State, Sticks::Content> table{s, content, nullptr, nullptr};
  EXPECT_TRUE(ok(Sticks::begin(table, {}, core::seed_from(1))));
  s.left = left;
  return s;
}

TEST(Search, FindsTheWinningMoveOfASmallGame) {
  const Sticks::Content content;
  Forest forest(sticks_players, 2000, 1);
  for (const std::uint32_t left : {5U, 6U, 7U, 9U, 10U, 11U}) {
    const Sticks::State s = sticks(left);
    const auto& weighed = forest.grow(&content, &s, core::seat(0), core::seed_from(left));
    EXPECT_EQ(weighed[0].choice.a(), static_cast<int>(left % 4)) << left << " sticks";
    EXPECT_GT(weighed[0].value, 0.6F);
  }
}

// Who plays alone spends all simulations on himself; with others at the table some are for them.
TEST(Search, SpendsExactlyItsBudget) {
  const Sticks::Content content;
  Sticks::State s = sticks(21);
  for (const std::uint32_t seats : {1U, 2U})
    for (const std::uint32_t budget : {1U, 7U, 999U, 1000U, 1001U, 6001U}) {
      s.seats = seats;
      Forest forest(sticks_players, budget, 2);
      std::uint32_t visits = 0;
      for (const Weighed& w : forest.grow(&content, &s, core::seat(0), core::seed_from(1))) visits += w.visits;
      EXPECT_LE(visits, budget);
      EXPECT_GE(visits, seats == 1 ? budget : budget / 2);
    }
}

// What was learned below a choice is still known when the game has got there; a choice that was never
// tried leaves nothing to keep.
TEST(Search, KeepsWhatItLearnedAboutTheNextDecision) {
  const Sticks::Content content;
  Forest forest(sticks_players, 1000, 1);
  Sticks::State before = sticks(11);
  before.seats = 1;
  const Choice taken = forest.grow(&content, &before, core::seat(0), core::seed_from(1))[0].choice;
  Sticks::State after = sticks(11 - static_cast<std::uint32_t>(taken.a()));
  after.seats = 1;
  std::uint32_t visits = 0;
  for (const Weighed& w : forest.grow(&content, &after, core::seat(0), core::seed_from(2), &taken))
    visits += w.visits;
  EXPECT_GT(visits, 1200U);
  const Choice never = Choice::make(taken.verb(), 99);
  visits = 0;
  for (const Weighed& w : forest.grow(&content, &before, core::seat(0), core::seed_from(3), &never))
    visits += w.visits;
  EXPECT_EQ(visits, 1000U);
}

// The tree was grown over many deals; in the one that came fewer choices may be legal.
TEST(Search, ForgetsChoicesThatOnlyOtherDealsOffered) {
  const Sticks::Content content;
  Forest forest(sticks_players, 1000, 1);
  const Sticks::State before = sticks(11);
  const Choice taken = forest.grow(&content, &before, core::seat(0), core::seed_from(1))[0].choice;
  Sticks::State after = sticks(2);
  after.decision.asked = core::seat(1);
  const auto& weighed = forest.grow(&content, &after, core::seat(1), core::seed_from(2), &taken);
  EXPECT_EQ(weighed.size(), 2U);
  for (const Weighed& w : weighed) EXPECT_LE(w.choice.a(), 2);
}

// A coin lies hidden before seat 0. It sells it, which wins one time in four, or lets seat 1 guess, who loses if
// wrong. Against a guess that knows the coin it would have to sell.
struct Coin {
  struct State {
    core::Random random;
    Decision decision;
    std::uint32_t heads, stage, winner;
  };
  enum Stage : std::uint32_t { deciding, guessing, done };
  enum Verb : std::uint8_t { sell = 1, keep, guess };
  struct Content {};
  static constexpr struct {
    std::string_view id;
  } about{"coin"};
  static Expected<> begin(core::Table<State, Content>&, const rw::Setup&, const core::Seed&) { return {}; }
  static void choices(const Content&, const State& s, ChoiceList& list) {
    if (s.stage == deciding) {
      list.add(Choice::make(sell));
      list.add(Choice::make(keep));
    } else {
      for (int heads = 0; heads < 2; ++heads) list.add(Choice::make(guess, heads));
    }
  }
  static void apply(core::Table<State, Content>& t, Choice c) {
    t.s.decision.asked = core::seat(1);
    t.s.stage = c.verb() == keep ? guessing : done;
    if (c.verb() == sell) t.s.winner = t.s.random.below(4) == 0 ? 0 : 1;
    if (c.verb() == guess) t.s.winner = c.a() == static_cast<int>(t.s.heads) ? 1 : 0;
  }
  static bool over(const State& s) { return s.stage == done; }
  static Outcome outcome(const Content&, const State& s) {
    Outcome outcome;
    outcome.seats = 2;
    outcome.winners = core::only(core::seat(static_cast<int>(s.winner)));
    return outcome;
  }
  static void redeal(const Content&, State& s, Seat viewer, core::Random& random) {
    if (viewer == core::seat(1)) s.heads = random.below(2);
  }
};
struct CoinEvaluator {
  using Rules = Coin;
  static void evaluate(const Coin::Content&, const Coin::State&, float out[core::max_seats]) {
    for (int i = 0; i < core::max_seats; ++i) out[i] = 0.5F;
  }
};
constexpr GamePlayers coin_players = make_players<CoinEvaluator>();

// One search may take the others to prefer heads, but whatever the coin shows they are right half of the time.
TEST(Search, TheOthersDoNotSeeEither) {
  const Coin::Content content;
  constexpr int searches = 100;
  float value = 0;
  int kept = 0;
  for (std::uint32_t i = 0; i < searches; ++i) {
    Coin::State s{};
    s.decision = {1, core::seat(0), 0, 1};
    s.heads = i % 2;
    Forest forest(coin_players, 1000, 1);
    const auto& weighed = forest.grow(&content, &s, core::seat(0), core::seed_from(i));
    kept += weighed[0].choice.verb() == Coin::keep ? 1 : 0;
    for (const Weighed& w : weighed) value += w.choice.verb() == Coin::keep ? w.value / searches : 0;
  }
  EXPECT_NEAR(value, 0.5F, 0.1F);
  EXPECT_GT(kept, searches / 3);
}

TEST(Greedy, TakesAWinThatIsThere) {
  const Sticks::Content content;
  Desk desk;
  const Sticks::State s = sticks(3);
  EXPECT_EQ(sticks_players.greedy(&content, &s, core::seat(0), core::seed_from(1), desk).a(), 3);
}

// ---- names -----------------------------------------------------------------------------------------

TEST(SideBySide, WhatAJobThrowsReachesTheCallerWhenAllAreDone) {
  std::atomic<int> done = 0;
  const auto work = [&] {
    side_by_side(4, [&](std::size_t i) {
      if (i == 2) throw std::runtime_error("job 2");
      ++done;
    });
  };
  EXPECT_THROW(work(), std::runtime_error);
  EXPECT_EQ(done, 3);
}

TEST(Spec, ReadsEveryFormAndWritesItBack) {
  for (const char* text : {"random", "greedy", "search:1", "search:1000", "search:1000:threads=2"}) {
    Spec spec;
    ASSERT_TRUE(ok(parse(text).into(spec)));
    EXPECT_EQ(spec.text(), text);
  }
}

TEST(Spec, RefusesEverythingElseAndSaysWhy) {
  const std::pair<const char*, const char*> wrong[] = {
      {"", "not known"},
      {"Random", "not known"},
      {"human", "not known"},
      {"random:3", "takes no settings"},
      {"greedy:", "takes no settings"},
      {"search", "number of simulations"},
      {"search:", "number of simulations"},
      {"search:0", "number of simulations"},
      {"search:-5", "number of simulations"},
      {"search:1e3", "number of simulations"},
      {"search:99999999999999999999", "number of simulations"},
      {"search:100:", "unknown setting"},
      {"search:100:threads", "unknown setting"},
      {"search:100:speed=2", "unknown setting 'speed=2'"},
      {"search:100:threads=", "threads must be"},
      {"search:100:threads=0", "threads must be"},
      {"search:100:threads=2x", "threads must be"},
  };
  for (const auto& [text, reason] : wrong) {
    Spec spec;
    const std::string error = parse(text).into(spec).error();
    EXPECT_FALSE(error.empty()) << text;
    EXPECT_NE(error.find(reason), std::string::npos) << text << ": " << error;
  }
}

// ---- every game that has players ---------------------------------------------------------------------

class PlayersOfEveryGame : public testing::TestWithParam<const GamePlayers*> {
 protected:
  void SetUp() override {
    edition_ = good(Edition::load(embedded_bundle(GetParam()->game)));
    ASSERT_NE(edition_, nullptr);
  }

  std::unique_ptr<Player> player(std::string_view text) const {
    Spec spec;
    EXPECT_TRUE(ok(parse(text).into(spec)));
    auto made = good(make_player(spec, edition_->game()));
    EXPECT_NE(made, nullptr);
    return made;
  }

  // A position after `decisions` random choices of a game with `seats` seats, or the last one with a decision.
  Position after(int decisions, int seats, std::uint64_t seed) const {
    rw::Setup setup;
    setup.seats = seats;
    Position position = good(edition_->begin(setup, core::seed_from(seed)));
    core::Random random = core::Random::start(core::seed_from(seed + 1000));
    const auto chooser = player("random");
    for (int i = 0; i < decisions; ++i) {
      Position next = position;
      edition_->apply(next, ask(*chooser, *edition_, position, random));
      if (edition_->over(next)) break;
      position = next;
    }
    return position;
  }

  std::shared_ptr<const Edition> edition_;
};

TEST_P(PlayersOfEveryGame, PlayersChooseLegallyAndRepeatWhateverTheThreads) {
  for (const auto& [one, several] : {std::pair{"greedy", "greedy"}, std::pair{"search:60", "search:60:threads=3"},
                                     std::pair{"search:2001", "search:2001:threads=2"}}) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const Position position = after(static_cast<int>(80 * seed), edition_->game().min_seats, seed);
      if (edition_->over(position)) continue;
      core::Random first = core::Random::start(core::seed_from(seed)), second = first;
      const Choice choice = ask(*player(one), *edition_, position, first);
      EXPECT_FALSE(edition_->judge(position, choice).refused());
      EXPECT_EQ(choice, ask(*player(several), *edition_, position, second));
      EXPECT_EQ(std::memcmp(&first, &second, sizeof first), 0);
    }
  }
}

TEST_P(PlayersOfEveryGame, APlayerAskedTwiceWithItsScratchSpaceUsedAnswersTheSame) {
  const auto chooser = player("search:100");
  const Position position = after(120, edition_->game().max_seats, 5);
  core::Random first = core::Random::start(core::seed_from(1)), second = first;
  const Choice choice = ask(*chooser, *edition_, position, first);
  core::Random other = core::Random::start(core::seed_from(2));
  ask(*chooser, *edition_, after(200, edition_->game().min_seats, 6), other);
  EXPECT_EQ(choice, ask(*chooser, *edition_, position, second));
}

TEST_P(PlayersOfEveryGame, HiddenCardsNeverChangeAChoice) {
  int differing = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const Position actual = after(static_cast<int>(60 * seed), edition_->game().max_seats, seed);
    if (edition_->over(actual)) continue;
    const Seat seat = edition_->decision(actual).asked;
    // The same to this seat, with other hidden cards and other chance.
    const Position other = edition_->redealt(actual, seat, core::seed_from(seed + 77));
    differing += actual == other ? 0 : 1;
    EXPECT_EQ(edition_->redealt(actual, seat, core::seed_from(9)),
              edition_->redealt(other, seat, core::seed_from(9)));
    for (const char* name : {"random", "greedy", "search:80"}) {
      core::Random first = core::Random::start(core::seed_from(seed)), second = first;
      EXPECT_EQ(ask(*player(name), *edition_, actual, first), ask(*player(name), *edition_, other, second))
          << name;
    }
  }
  EXPECT_GT(differing, 0) << "the test compared equal positions only";
}

// Who plays on in a simulation goes by promises, in a position that shows him everything.
TEST_P(PlayersOfEveryGame, PromisesDoNotPeek) {
  ChoiceList list;
  float first[ChoiceList::capacity], second[ChoiceList::capacity];
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const Position actual = after(static_cast<int>(3 * seed), edition_->game().max_seats, seed);
    if (edition_->over(actual)) continue;
    const Position other = edition_->redealt(actual, edition_->decision(actual).asked, core::seed_from(seed + 77));
    edition_->choices(actual, list);
    GetParam()->promise(edition_->content(), actual.data(), list, first);
    GetParam()->promise(edition_->content(), other.data(), list, second);
    for (int i = 0; i < list.size(); ++i, ++compared) EXPECT_EQ(first[i], second[i]) << "seed " << seed;
  }
  EXPECT_GT(compared, 500);
}

TEST_P(PlayersOfEveryGame, EvaluationsAreChances) {
  for (int seats = edition_->game().min_seats; seats <= edition_->game().max_seats; ++seats) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      const Position position = after(static_cast<int>(70 * seed), seats, seed);
      float out[core::max_seats];
      GetParam()->evaluate(edition_->content(), position.data(), out);
      for (int i = 0; i < seats; ++i) {
        EXPECT_GE(out[i], 0.0F);
        EXPECT_LE(out[i], 1.0F);
      }
      if (!edition_->over(position)) continue;
      const Outcome outcome = edition_->outcome(position);
      for (int i = 0; i < seats; ++i) EXPECT_EQ(out[i] > 0.5F, core::has(outcome.winners, core::seat(i)));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Players, PlayersOfEveryGame,
                         testing::ValuesIn(all_players().begin(), all_players().end()),
                         [](const auto& each) { return std::string(each.param->game); });

}  // namespace
}  // namespace rw::players
