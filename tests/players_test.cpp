// Players: their names, that they repeat, that they cannot peek, and that they find what is there.
#include <gtest/gtest.h>

#include <cstring>

#include "engine/embedded.h"
#include "engine/game.h"
#include "players/forest.h"
#include "players/make_players.h"
#include "players/player.h"

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
  static constexpr std::string_view id = "sticks";
  static bool begin(core::Table<State, Content>& t, const rw::Setup&, const core::Seed& seed, std::string&) {
    t.s.random = core::Random::start(seed);
    t.s.decision = {1, core::seat(0), 0, 1};
    t.s.left = 21;
    t.s.seats = 2;
    return true;
  }
  static void choices(const Content&, const State& s, ChoiceList& list) {
    for (int n = 1; n <= 3 && n <= static_cast<int>(s.left); ++n) list.add(Choice::make(1, n));
  }
  static void apply(core::Table<State, Content>& t, Choice c) {
    t.s.left -= static_cast<std::uint32_t>(c.a());
    t.s.decision.asked = core::seat(1 - core::index(t.s.decision.asked));
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
struct SticksSense {
  using Rules = Sticks;
  static void evaluate(const Sticks::Content&, const Sticks::State&, float out[core::max_seats]) {
    for (int i = 0; i < core::max_seats; ++i) out[i] = 0.5F;
  }
};
constexpr GamePlayers sticks_players = make_players<SticksSense>();

Sticks::State sticks(std::uint32_t left) {
  const Sticks::Content content;
  Sticks::State s{};
  core::Table<Sticks::State, Sticks::Content> table{s, content, nullptr, nullptr};
  std::string error;
  Sticks::begin(table, {}, core::seed_from(1), error);
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

TEST(Search, SpendsExactlyItsBudget) {
  const Sticks::Content content;
  const Sticks::State s = sticks(21);
  for (const std::uint32_t budget : {1U, 7U, 999U, 1000U, 1001U, 6001U}) {
    Forest forest(sticks_players, budget, 2);
    std::uint32_t visits = 0;
    for (const Weighed& w : forest.grow(&content, &s, core::seat(0), core::seed_from(1))) visits += w.visits;
    EXPECT_EQ(visits, budget);
  }
}

// What was learned below a choice is still known when the game has got there; a choice that was never
// tried leaves nothing to keep.
TEST(Search, KeepsWhatItLearnedAboutTheNextDecision) {
  const Sticks::Content content;
  Forest forest(sticks_players, 1000, 1);
  const Sticks::State before = sticks(11);
  const Choice taken = forest.grow(&content, &before, core::seat(0), core::seed_from(1))[0].choice;
  Sticks::State after = sticks(11 - static_cast<std::uint32_t>(taken.a()));
  after.decision.asked = core::seat(1);
  std::uint32_t visits = 0;
  for (const Weighed& w : forest.grow(&content, &after, core::seat(1), core::seed_from(2), &taken))
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

TEST(Greedy, TakesAWinThatIsThere) {
  const Sticks::Content content;
  Desk desk;
  const Sticks::State s = sticks(3);
  EXPECT_EQ(sticks_players.greedy(&content, &s, core::seat(0), core::seed_from(1), desk).a(), 3);
}

// ---- names -----------------------------------------------------------------------------------------

TEST(Spec, ReadsEveryFormAndWritesItBack) {
  for (const char* text : {"random", "greedy", "search:1", "search:1000", "search:1000:threads=2"}) {
    Spec spec;
    std::string error;
    ASSERT_TRUE(parse(text, spec, error)) << error;
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
    std::string error;
    EXPECT_FALSE(parse(text, spec, error)) << text;
    EXPECT_NE(error.find(reason), std::string::npos) << text << ": " << error;
  }
}

// ---- every game that has players ---------------------------------------------------------------------

class PlayersOfEveryGame : public testing::TestWithParam<const GamePlayers*> {
 protected:
  void SetUp() override {
    std::string error;
    edition_ = Edition::load(embedded_bundle(GetParam()->game), error);
    ASSERT_NE(edition_, nullptr) << error;
  }

  std::unique_ptr<Player> player(std::string_view text) const {
    Spec spec;
    std::string error;
    EXPECT_TRUE(parse(text, spec, error)) << error;
    auto made = make_player(spec, edition_->game(), error);
    EXPECT_NE(made, nullptr) << error;
    return made;
  }

  // A position after `decisions` random choices of a game with `seats` seats, or the last one with a decision.
  Position after(int decisions, int seats, std::uint64_t seed) const {
    rw::Setup setup;
    setup.seats = seats;
    std::string error;
    Position position = edition_->begin(setup, core::seed_from(seed), error);
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
