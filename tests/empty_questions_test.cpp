// No empty question (docs/architecture.md): whoever is asked has something to choose, or must be asked so that
// nobody learns from the asking, or ends a turn or phase. What is left of questions with one answer is printed,
// and so are questions whose answers all do the same.
#include <cstdio>
#include <map>

#include "players/player.h"
#include "tests/expected.h"
#include "tests/tables.h"

namespace rw::test {
namespace {

class EmptyQuestions : public EveryGame {
 protected:
  struct Count {
    std::uint64_t asked = 0, single = 0, same = 0;
  };

  // Do all answers lead to the same position? Told by bytes, so a difference that nobody sees counts as one.
  bool all_do_the_same(const Position& p, const ChoiceList& list) {
    if (list.size() < 2 || list.size() > 40) return false;
    Position first = p;
    edition->apply(first, list[0]);
    for (int i = 1; i < list.size(); ++i) {
      Position other = p;
      edition->apply(other, list[i]);
      if (!(other == first)) return false;
    }
    return true;
  }

  void look_at(const Position& p, const ChoiceList& list) {
    const Decision decision = edition->decision(p);
    Count& count = counts_[decision.kind];
    ++count.asked;
    ++all_;
    const core::Asking asking = edition->asking(p);
    if (asking == core::Asking::plain || asking == core::Asking::several) {
      EXPECT_GT(list.size(), 1) << game().questions[decision.kind] << ": " << edition->notation(p, list[0]);
    }
    if (list.size() == 1) {
      ++count.single;
      ++single_;
      ++verbs_[{decision.kind, std::string(edition->verb_name(list[0]))}];
    }
    if (all_ % 7 == 0 && all_do_the_same(p, list)) ++count.same;
  }

  std::map<int, Count> counts_;
  std::map<std::pair<int, std::string>, std::uint64_t> verbs_;
  std::uint64_t all_ = 0, single_ = 0;
};

TEST_P(EmptyQuestions, AreNotAsked) {
  for (int seats = game().min_seats; seats <= game().max_seats; ++seats)
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
      Position position = begin(*edition, seats, seed);
      play_on(*edition, position, seed, [&](const Position& p, const ChoiceList& list) {
        look_at(p, list);
        return true;
      });
    }
  for (const rw::Setup& setup : some_of(tables_of(*edition), 40)) {
    Position position = good(edition->begin(setup, core::seed_from(7)));
    play_on(*edition, position, 7, [&](const Position& p, const ChoiceList& list) {
      look_at(p, list);
      return !testing::Test::HasFailure();
    });
  }
  static ChoiceList list;
  players::Spec greedy;
  ASSERT_TRUE(ok(players::parse("greedy").into(greedy)));
  const auto player = good(players::make_player(greedy, game()));
  for (std::uint64_t seed = 1; seed <= 2; ++seed) {
    Position position = begin(*edition, std::max(2, game().min_seats), seed);
    core::Random random = core::Random::start(core::seed_from(seed));
    for (int i = 0; i < 600 && !edition->over(position); ++i) {
      edition->choices(position, list);
      look_at(position, list);
      edition->apply(position, players::ask(*player, *edition, position, random));
    }
  }
  std::printf("%s: %llu of %llu questions have one answer (%.1f %%)\n", std::string(game().id).c_str(),
              static_cast<unsigned long long>(single_), static_cast<unsigned long long>(all_),
              100.0 * static_cast<double>(single_) / static_cast<double>(all_));
  for (const auto& [key, times] : verbs_)
    std::printf("  %s, only %s: %llu of %llu\n",
                std::string(game().questions[static_cast<std::size_t>(key.first)]).c_str(), key.second.c_str(),
                static_cast<unsigned long long>(times), static_cast<unsigned long long>(counts_[key.first].asked));
  for (const auto& [kind, count] : counts_)
    if (count.same > 0)
      std::printf("  %s: %llu times all answers do the same (one question in seven was tried)\n",
                  std::string(game().questions[static_cast<std::size_t>(kind)]).c_str(),
                  static_cast<unsigned long long>(count.same));
}

INSTANTIATE_TEST_SUITE_P(Games, EmptyQuestions, testing::ValuesIn(games().begin(), games().end()), game_name);

}  // namespace
}  // namespace rw::test
