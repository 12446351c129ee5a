// Nothing leaks: positions that differ only in what a seat cannot know look the same to it.
#include "tests/expected.h"
#include "tests/table.h"

namespace rw::test {
namespace {

class Knowledge : public EveryGame {};

// The visible part of events: hidden operands blanked, as event_text does.
std::vector<std::string> told_to(const Edition& edition, const Position& p, const core::Log& log, Seat seat) {
  std::vector<std::string> lines;
  for (const core::Event& event : log.events)
    lines.push_back(std::string(edition.clause_id(event.clause)) + " " +
                    edition.event_text(p, event, Viewer::of(seat), "en"));
  return lines;
}

TEST_P(Knowledge, NothingLeaks) {
  static ChoiceList here, there;
  for (int seats = game().min_seats; seats <= game().max_seats; ++seats)
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      Position position = begin(*edition, seats, seed);
      int decision = 0;
      play_on(*edition, position, seed, [&](const Position& p, const ChoiceList& list) {
        if (decision++ % 5 != 0) return true;
        const Seat viewer = core::seat(decision % seats);
        Position other = p;
        core::Random random = core::Random::start(core::seed_from(static_cast<std::uint64_t>(decision)));
        game().redeal(edition->content(), other.data(), viewer, random);
        EXPECT_TRUE(ok(edition->check(other)));
        EXPECT_EQ(edition->json(p, Viewer::of(viewer)), edition->json(other, Viewer::of(viewer)));
        EXPECT_EQ(edition->json(p, Viewer::spectator()), edition->json(other, Viewer::spectator()));
        EXPECT_EQ(edition->tensor(p, Viewer::of(viewer)), edition->tensor(other, Viewer::of(viewer)));
        EXPECT_EQ(edition->decision(p).number, edition->decision(other).number);
        if (edition->decision(p).asked != viewer) return !testing::Test::HasFailure();
        edition->choices(p, here);
        edition->choices(other, there);
        EXPECT_EQ(here.size(), there.size());
        for (int i = 0; i < here.size(); ++i) EXPECT_EQ(here[i].bits, there[i].bits);
        // The same choice tells the viewer the same, unless it shows somebody something new.
        Position after_here = p, after_there = other;
        core::Log log_here, log_there;
        const Choice choice = list[decision % list.size()];
        edition->apply(after_here, choice, &log_here);
        edition->apply(after_there, choice, &log_there);
        if (edition->harmless_to_undo(p, after_here)) {
          EXPECT_EQ(told_to(*edition, after_here, log_here, viewer),
                    told_to(*edition, after_there, log_there, viewer));
        }
        return !testing::Test::HasFailure();
      });
    }
}

// An observation has one shape for the whole game and writes every place of it, whatever was there; what does not
// fit into the reader's memory is left out, and its size is told all the same.
TEST_P(Knowledge, ObservationsKeepTheirShape) {
  Position position = begin(*edition, game().max_seats, 2);
  const Viewer viewer = Viewer::of(core::seat(0));
  const std::size_t size = edition->tensor(position, viewer).size();
  std::vector<float> used(size + 1, 7.0F), small(size / 2 + 1, 7.0F);
  play_on(*edition, position, 2, [&](const Position& p, const ChoiceList&) {
    const std::vector<float> fresh = edition->tensor(p, viewer);
    EXPECT_EQ(fresh.size(), size);
    std::fill(used.begin(), used.end(), 7.0F);
    EXPECT_EQ(game().tensor(edition->content(), p.data(), viewer, std::span(used).first(size)), size);
    EXPECT_TRUE(std::equal(fresh.begin(), fresh.end(), used.begin()));
    EXPECT_EQ(used.back(), 7.0F);
    EXPECT_EQ(game().tensor(edition->content(), p.data(), viewer, std::span(small).first(size / 2)), size);
    EXPECT_EQ(small.back(), 7.0F);
    return !testing::Test::HasFailure();
  });
}

// Dealing anew keeps what the seat knows and conserves the cards.
TEST_P(Knowledge, RedealtPositionsPlayOn) {
  Position position = begin(*edition, game().max_seats, 3);
  int decision = 0;
  play_on(*edition, position, 3, [&](const Position& p, const ChoiceList&) {
    if (decision++ % 97 != 0) return true;
    Position imagined =
        edition->redealt(p, edition->decision(p).asked, core::seed_from(static_cast<std::uint64_t>(decision)));
    play_on(*edition, imagined, static_cast<std::uint64_t>(decision), [&](const Position& q, const ChoiceList&) {
      EXPECT_TRUE(ok(edition->check(q)));
      return !testing::Test::HasFailure();
    });
    return !testing::Test::HasFailure();
  });
}

INSTANTIATE_TEST_SUITE_P(Games, Knowledge, testing::ValuesIn(games().begin(), games().end()), game_name);

}  // namespace
}  // namespace rw::test
