// A seat's view holds what that seat knows and no more, and positions imagined from it look to the seat like the
// one that it was taken of.
#include "engine/imagine.h"

#include "tests/tables.h"

namespace rw::test {
namespace {

class Imagining : public EveryGame {
 protected:
  // Decisions of random games at tables of every kind, as the seat that is asked and others see them.
  template <class Visit>
  void each_position(Visit&& visit) {
    const std::vector<rw::Setup> tables = some_of(tables_of(*edition), sanitized ? 3 : 9);
    const std::size_t enough = sanitized ? 60 : 300;
    std::size_t visited = 0;
    for (std::uint64_t seed = 1; seed <= 40 * tables.size() && (visited < enough || seed <= tables.size());
         ++seed) {
      const rw::Setup& setup = tables[seed % tables.size()];
      SCOPED_TRACE(text_of(setup));
      std::string error;
      const Position start = edition->begin(setup, core::seed_from(seed), error);
      ASSERT_FALSE(start.empty()) << error;
      int decision = 0;
      play_by(*edition, start, {players::Spec::Kind::random}, seed, sanitized ? 120 : 300,
              [&](const Position& position, const ChoiceList& list, Choice) {
                if (++decision % 7 != 0) return true;
                const Seat asked = edition->decision(position).asked;
                const Seat seat = decision % 2 == 0 ? asked : core::seat(decision % setup.seats);
                visit(position, seat, list, ++visited);
                return !HasFatalFailure();
              });
    }
  }
};

TEST_P(Imagining, LooksToTheSeatLikeTheGameItself) {
  static ChoiceList there;
  int positions = 0, asked = 0;
  each_position([&](const Position& actual, Seat seat, const ChoiceList& here, std::uint64_t n) {
    const View view(*edition, actual, seat);
    const Position imagined = imagine(*edition, view, core::seed_from(n));
    std::string error;
    ASSERT_TRUE(edition->check(imagined, error)) << error;
    ASSERT_EQ(edition->json(imagined, Viewer::of(seat)), edition->json(actual, Viewer::of(seat)));
    ASSERT_EQ(edition->tensor(imagined, Viewer::of(seat)), edition->tensor(actual, Viewer::of(seat)));
    const Decision a = edition->decision(actual), b = edition->decision(imagined);
    ASSERT_TRUE(a.asked == b.asked && a.kind == b.kind && a.number == b.number);
    ++positions;
    if (a.asked != seat) return;
    edition->choices(imagined, there);
    ASSERT_TRUE(std::ranges::equal(here, there)) << "another list of choices";
    ++asked;
  });
  std::cout << game().id << ": " << positions << " positions imagined, " << asked
            << " with the choices of the seat\n";
  EXPECT_GT(asked, 30);
}

// Other hidden things behind the same view change no byte of it; different seeds do imagine different things.
TEST_P(Imagining, AViewHoldsNothingThatTheSeatDoesNotKnow) {
  int different = 0;
  each_position([&](const Position& actual, Seat seat, const ChoiceList&, std::uint64_t n) {
    const View view(*edition, actual, seat);
    const Position imagined = imagine(*edition, view, core::seed_from(n));
    ASSERT_EQ(View(*edition, imagined, seat), view);
    ASSERT_EQ(imagine(*edition, view, core::seed_from(n)), edition->redealt(actual, seat, core::seed_from(n)));
    different += imagined == imagine(*edition, view, core::seed_from(n + 1)) ? 0 : 1;
  });
  EXPECT_GT(different, 30);
}

TEST_P(Imagining, AViewTravelsAsBytes) {
  const Position position = begin(*edition, game().min_seats, 4);
  const View view(*edition, position, core::seat(0));
  std::vector<std::byte> bytes = write_view(*edition, view);
  View read;
  std::string error;
  ASSERT_TRUE(read_view(*edition, bytes, core::seat(0), read, error)) << error;
  EXPECT_EQ(read, view);
  EXPECT_FALSE(read_view(*edition, bytes, core::seat(game().min_seats), read, error));
  EXPECT_NE(error.find("there is no seat"), std::string::npos) << error;
  bytes.back() ^= std::byte{1};
  EXPECT_FALSE(read_view(*edition, bytes, core::seat(0), read, error));
  EXPECT_EQ(read, view) << "what is refused changes nothing";
}

INSTANTIATE_TEST_SUITE_P(Games, Imagining, testing::ValuesIn(games().begin(), games().end()), game_name);

}  // namespace
}  // namespace rw::test
