// A seat's view holds what that seat knows and no more, and positions imagined from it look to the seat like the
// one that it was taken of.
#include "engine/imagine.h"

#include <gmock/gmock.h>

#include <map>
#include <nlohmann/json.hpp>

#include "tests/expected.h"
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
      const Position start = good(edition->begin(setup, core::seed_from(seed)));
      ASSERT_FALSE(start.empty());
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
    ASSERT_TRUE(ok(edition->check(imagined)));
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
  EXPECT_GT(asked, 20);
}

// Other hidden things behind the same view change no byte of it; different seeds do imagine different things.
TEST_P(Imagining, AViewHoldsNothingThatTheSeatDoesNotKnow) {
  int different = 0;
  each_position([&](const Position& actual, Seat seat, const ChoiceList&, std::uint64_t n) {
    const View view(*edition, actual, seat);
    const Position imagined = imagine(*edition, view, core::seed_from(n));
    ASSERT_EQ(View(*edition, imagined, seat), view);
    ASSERT_EQ(imagine(*edition, view, core::seed_from(n)), imagined);
    different += imagined == imagine(*edition, view, core::seed_from(n + 1)) ? 0 : 1;
  });
  EXPECT_GT(different, 20);
}

// ---- what a view could give away --------------------------------------------------------------------

using Samples = std::vector<int>;  // a value for each game, by number; -1: not there

// How often two games that agree in `known` agree in `hidden` too; -1 if too few agree in `known` to say.
double agreement(const Samples& known, const Samples& hidden) {
  std::vector<std::pair<int, int>> both;
  for (std::size_t i = 0; i < known.size(); ++i)
    if (known[i] >= 0 && hidden[i] >= 0) both.emplace_back(known[i], hidden[i]);
  std::ranges::sort(both);
  double pairs = 0, same = 0, group = 0, alike = 0;
  for (std::size_t i = 1; i < both.size(); ++i) {
    group = both[i].first == both[i - 1].first ? group + 1 : 0;
    alike = both[i] == both[i - 1] ? alike + 1 : 0;
    pairs += group;
    same += alike;
  }
  return pairs < 200 ? -1 : same / pairs;
}

// The same moment of many games: the bytes of a seat's view, and every field as it is and as the seat may imagine
// it.
class Moments {
 public:
  explicit Moments(std::size_t games) : games_(games) {}

  void add(std::size_t game, const Edition& edition, const Position& actual, Seat seat) {
    put(fields_, game, edition, actual);
    put(imagined_, game, edition, edition.redealt(actual, seat, core::seed_from(game)));
    const View view(edition, actual, seat);
    const auto bytes = view.position().bytes();
    bytes_.resize(bytes.size(), Samples(games_, -1));
    for (std::size_t at = 0; at < bytes.size(); ++at) bytes_[at][game] = std::to_integer<int>(bytes[at]);
  }

  // Fields that may be otherwise for all that the seat knows.
  std::vector<std::string> hidden() const {
    std::vector<std::string> out;
    for (const auto& [path, values] : fields_) {
      const auto other = imagined_.find(path);
      std::size_t differ = 0;
      for (std::size_t i = 0; i < games_; ++i)
        differ += values[i] >= 0 && (other == imagined_.end() || other->second[i] != values[i]) ? 1 : 0;
      // What is left of a dragon deck is its list less what was seen to leave it.
      if (path.find("dragon_deck") != std::string::npos) continue;
      if (8 * differ > games_ && agreement(Samples(games_, 0), values) < 0.7) out.push_back(path);
    }
    return out;
  }

  // Bytes that go with a hidden field far more than chance would have it, and more than they go with what the seat
  // may imagine there: that much follows from what it knows.
  std::vector<std::string> telling() const {
    std::vector<std::string> out;
    for (const std::string& path : hidden()) {
      const Samples &values = fields_.at(path), none(games_, -1);
      const auto other = imagined_.find(path);
      const double chance = agreement(Samples(games_, 0), values);
      for (std::size_t at = 0; at < bytes_.size(); ++at) {
        if (std::ranges::adjacent_find(bytes_[at], std::not_equal_to{}) == bytes_[at].end()) continue;
        const double found = agreement(bytes_[at], values);
        if (found < chance + 0.75 * (1 - chance)) continue;
        const double fair = agreement(bytes_[at], other == imagined_.end() ? none : other->second);
        if (found > fair + 0.25)
          out.push_back(path + " by byte " + std::to_string(at) + ": " + std::to_string(found) + ", by chance " +
                        std::to_string(chance) + ", imagined " + std::to_string(fair));
      }
    }
    return out;
  }

 private:
  using Fields = std::map<std::string, Samples>;
  void put(Fields& fields, std::size_t game, const Edition& edition, const Position& position) {
    const auto all = nlohmann::json::parse(edition.json(position, Viewer::omniscient())).flatten();
    for (const auto& [path, value] : all.items()) {
      Samples& values = fields.try_emplace(path, games_, -1).first->second;
      values[game] = words_.try_emplace(value.dump(), static_cast<int>(words_.size())).first->second;
    }
  }

  std::size_t games_;
  std::map<std::string, int> words_;
  Fields fields_, imagined_;
  std::vector<Samples> bytes_;
};

// Games that differ in their deal alone, with deck lists that everybody knows: no byte of the view goes with a
// card that the seat does not see. The number that a card has had since the list would, whatever is dealt to it.
TEST_P(Imagining, NoByteOfAViewGoesWithWhatIsHidden) {
  const std::size_t games = sanitized ? 60 : 300;
  rw::Setup setup = tables_of(*edition).front();
  for (const rw::Setup& other : tables_of(*edition))
    if (other.seats == setup.seats && !other.options.empty() && other.options[0].first == "decks") setup = other;
  SCOPED_TRACE(text_of(setup));
  std::size_t hidden = 0;
  for (const int decisions : {1, 8, 40}) {
    SCOPED_TRACE("decision " + std::to_string(decisions));
    Moments moments(games);
    for (std::size_t n = 0; n < games; ++n) {
      Position position = good(edition->begin(setup, core::seed_from(n + 1)));
      int left = decisions;
      play_on(*edition, position, n, [&](const Position&, const ChoiceList&) { return --left > 0; });
      moments.add(n, *edition, position, core::seat(0));
    }
    hidden += moments.hidden().size();
    EXPECT_THAT(moments.telling(), testing::IsEmpty());
  }
  std::cout << game().id << ": " << hidden << " hidden fields\n";
  EXPECT_GT(hidden, 2u);
}

TEST_P(Imagining, AViewTravelsAsBytes) {
  const Position position = begin(*edition, game().min_seats, 4);
  const View view(*edition, position, core::seat(0));
  std::vector<std::byte> bytes = write_view(*edition, view);
  View read;
  std::string error;
  ASSERT_TRUE(ok(read_view(*edition, bytes, core::seat(0)).into(read)));
  EXPECT_EQ(read, view);
  error = read_view(*edition, bytes, core::seat(game().min_seats)).into(read).error();
  EXPECT_FALSE(error.empty());
  EXPECT_NE(error.find("there is no seat"), std::string::npos) << error;
  bytes.back() ^= std::byte{1};
  error = read_view(*edition, bytes, core::seat(0)).into(read).error();
  EXPECT_FALSE(error.empty());
  EXPECT_EQ(read, view) << "what is refused changes nothing";
}

INSTANTIATE_TEST_SUITE_P(Games, Imagining, testing::ValuesIn(games().begin(), games().end()), game_name);

}  // namespace
}  // namespace rw::test
