// What must always hold, for every game: checked at each decision of random games.
#include <algorithm>
#include <cstring>

#include "tests/expected.h"
#include "tests/table.h"

namespace rw::test {
namespace {

using core::index;

// Every listed choice is legal, reads back from its own notation, and no choice is listed twice.
TEST_P(EveryGame, ListsWhatItAccepts) {
  for (int seats = game().min_seats; seats <= game().max_seats; ++seats) {
    Position position = begin(*edition, seats, 11);
    int decision = 0;
    play_on(*edition, position, 11, [&](const Position& p, const ChoiceList& list) {
      for (int i = 0; i < list.size(); ++i) {
        EXPECT_FALSE(edition->judge(p, list[i]).refused()) << edition->notation(p, list[i]);
        if (i > 0) {
          EXPECT_NE(list[i].bits, list[i - 1].bits);
        }
      }
      if (decision++ % 7 == 0) {
        const Choice choice = list[decision % list.size()];
        Choice back{};
        EXPECT_TRUE(ok(edition->read(p, edition->notation(p, choice)).into(back)));
        EXPECT_EQ(back.bits, choice.bits) << edition->notation(p, choice);
        for (const char* language : {"en", "fr"}) {
          const std::string text = edition->choice_text(p, choice, language);
          EXPECT_FALSE(text.empty() || text == "?" || text.starts_with(' ')) << edition->notation(p, choice);
          EXPECT_EQ(text.find("  "), std::string::npos) << text;
        }
      }
      return !testing::Test::HasFailure();
    });
  }
}

TEST_P(EveryGame, KeepsItsInvariants) {
  for (int seats = game().min_seats; seats <= game().max_seats; ++seats)
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
      Position position = begin(*edition, seats, seed);
      play_on(*edition, position, seed, [&](const Position& p, const ChoiceList&) {
        EXPECT_TRUE(ok(edition->check(p)));
        const Decision decision = edition->decision(p);
        EXPECT_TRUE(decision.open());
        EXPECT_LT(index(decision.asked), seats);
        return !testing::Test::HasFailure();
      });
      // Only a game that can be played alone may beat all who play together against it.
      const Outcome outcome = edition->outcome(position);
      EXPECT_TRUE(outcome.winners != 0 || edition->game().min_seats == 1) << "somebody wins, or all draw";
      for (int i = 0; i < seats && outcome.winners == 0; ++i) EXPECT_EQ(outcome.rank[i], 2);
    }
}

// Choices that are not listed are refused, and judging never touches the position.
TEST_P(EveryGame, RefusesWhatItDoesNotList) {
  Position position = begin(*edition, game().min_seats, 21);
  core::Random random = core::Random::start(core::seed_from(77));
  play_on(*edition, position, 21, [&](const Position& p, const ChoiceList& list) {
    const Position before = p;
    for (int i = 0; i < 40; ++i) {
      // Small operands are what a person could mean; the last ones are plain noise.
      Choice choice = Choice::make(static_cast<int>(random.below(static_cast<std::uint32_t>(game().verbs.size()))),
                                   static_cast<int>(random.below(48)), static_cast<int>(random.below(48)), 0,
                                   static_cast<int>(random.below(2)));
      if (i >= 36) choice.bits = (std::uint64_t{random.next()} << 32) | random.next();
      const Refusal refusal = edition->judge(p, choice);
      EXPECT_EQ(refusal.refused(), !list.contains(choice)) << edition->notation(p, choice);
      if (refusal.refused()) {
        EXPECT_FALSE(edition->refusal_text(p, refusal, "en").empty());
      }
    }
    EXPECT_TRUE(before == p);
    return !testing::Test::HasFailure();
  });
}

// Things that are gathered as a set: whatever is offered is among them, in the order of the rules, and no more are
// asked for than there are.
TEST_P(EveryGame, GathersWhatItOffers) {
  for (std::uint64_t seed = 31; seed <= 34; ++seed) {
    Position position = begin(*edition, std::max(2, game().min_seats), seed);
    play_on(*edition, position, seed, [&](const Position& p, const ChoiceList& list) {
      static core::Gathering open;
      if (!edition->gathering(p, open) || open.picks.empty()) return true;
      const int verb = open.picks[0].choice.verb();
      std::int64_t all = 0;
      for (int i = 0; i < open.picks.size(); ++i) {
        all += open.picks[i].copies;
        EXPECT_TRUE(i == 0 || open.picks[i - 1].choice.a() <= open.picks[i].choice.a());
      }
      EXPECT_LE(open.least, open.most);
      EXPECT_LE(open.most, all);
      for (const Choice choice : list)
        EXPECT_TRUE(choice.verb() != verb || std::any_of(open.picks.begin(), open.picks.end(),
                                                         [&](const auto& pick) { return pick.choice == choice; }))
            << edition->notation(p, choice);
      EXPECT_TRUE(open.stop.bits == 0 || list.contains(open.stop));
      return !testing::Test::HasFailure();
    });
  }
}

// A copy taken at any decision plays on to the same bytes.
TEST_P(EveryGame, CopiesAreFaithful) {
  static ChoiceList list;
  for (int seats = game().min_seats; seats <= game().max_seats; ++seats) {
    Position position = begin(*edition, seats, 31);
    int decision = 0;
    play_on(*edition, position, 31, [&](const Position& p, const ChoiceList&) {
      if (decision++ % 16 != 0) return true;
      Position first = p, second = p;
      core::Random random = core::Random::start(core::seed_from(static_cast<std::uint64_t>(decision)));
      for (int i = 0; i < 12 && !edition->over(first); ++i) {
        edition->choices(first, list);
        const Choice choice = list[static_cast<int>(random.below(static_cast<std::uint32_t>(list.size())))];
        edition->apply(first, choice);
        edition->apply(second, choice);
        EXPECT_TRUE(first == second);
        EXPECT_EQ(edition->hash(first), edition->hash(second));
      }
      return !testing::Test::HasFailure();
    });
  }
}

// The same seed and choices give the same game; another seed another one.
TEST_P(EveryGame, IsDeterministic) {
  Position a = begin(*edition, game().min_seats, 5);
  Position b = begin(*edition, game().min_seats, 5);
  Position c = begin(*edition, game().min_seats, 6);
  const auto on = [](const Position&, const ChoiceList&) { return true; };
  play_on(*edition, a, 5, on);
  play_on(*edition, b, 5, on);
  play_on(*edition, c, 5, on);
  EXPECT_TRUE(a == b);
  EXPECT_FALSE(a == c);
}

// Writing the log changes nothing but the log.
TEST_P(EveryGame, PlaysTheSameWithALog) {
  static ChoiceList list;
  Position quiet = begin(*edition, game().max_seats, 41);
  Position told = quiet;
  core::Random random = core::Random::start(core::seed_from(41));
  core::Log log;
  while (!edition->over(quiet)) {
    edition->choices(quiet, list);
    const Choice choice = list[static_cast<int>(random.below(static_cast<std::uint32_t>(list.size())))];
    edition->apply(quiet, choice);
    edition->apply(told, choice, &log);
    ASSERT_TRUE(quiet == told);
  }
  for (const core::Event& event : log.events) {
    ASSERT_LT(event.clause, game().clauses.size());
    if (event.kind == core::only_answer) {  // the core answers by no rule of the game
      EXPECT_FALSE(edition->event_text(told, event, Viewer::spectator(), "fr").empty());
      continue;
    }
    ASSERT_LT(event.kind, game().events.size());
    ASSERT_NE(event.clause, 0) << game().events[event.kind];
    if (event.kind != 0) {
      for (const char* language : {"en", "fr"})
        EXPECT_FALSE(edition->event_text(told, event, Viewer::spectator(), language).empty())
            << game().events[event.kind];
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Games, EveryGame, testing::ValuesIn(games().begin(), games().end()), game_name);

}  // namespace
}  // namespace rw::test
