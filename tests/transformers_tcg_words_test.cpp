// The words of the Transformers TCG: every choice has its own, and they mean nothing else.
#include <set>

#include "tests/expected.h"
#include "tests/table.h"

namespace rw::test {
namespace {

class TcgWords : public testing::Test {
 protected:
  void SetUp() override { edition = edition_of(*find_game("transformers_tcg")); }
  std::shared_ptr<const Edition> edition;

  Position table(std::uint64_t seed) const {
    static constexpr const char* decks[] = {
        "dinobots_volcanicus,stunticons_menasor", "insecticons_tyranny,dreadwing_sky_destroyer",
        "optimus_and_blurr,four_colours", "sentinels_optimus_maximus,predacons_predaking"};
    rw::Setup setup;
    setup.seats = 2;
    setup.options.push_back({"decks", decks[seed % 4]});
    Position position = good(edition->begin(setup, core::seed_from(seed)));
    EXPECT_FALSE(position.empty());
    return position;
  }
  bool reads(const Position& p, const std::string& text, Choice& choice) const {
    return edition->read(p, text).into(choice) && !edition->judge(p, choice).refused();
  }
};

TEST_F(TcgWords, EveryChoiceHasItsOwn) {
  int looked_at = 0;
  for (std::uint64_t seed = 1; seed <= (sanitized ? 4 : 16); ++seed) {  // each pair of decks
    Position position = table(seed);
    play_on(*edition, position, seed, [&](const Position& p, const ChoiceList& list) {
      std::set<std::string> words;
      for (const Choice choice : list) {
        const std::string notation = edition->notation(p, choice);
        EXPECT_TRUE(words.insert(notation).second) << notation;
      }
      const Choice one = list[looked_at % list.size()];
      Choice back{};
      EXPECT_TRUE(reads(p, edition->notation(p, one), back)) << edition->notation(p, one);
      EXPECT_EQ(back, one) << edition->notation(p, one) << " is read as " << edition->notation(p, back);
      ++looked_at;
      return !testing::Test::HasFailure();
    });
  }
  RecordProperty("positions", looked_at);
  std::printf("%d positions\n", looked_at);
}

// Neither a name with something behind it, nor a name where a yes or one of several ways is asked for.
TEST_F(TcgWords, NonsenseMeansNothing) {
  int looked_at = 0;
  for (std::uint64_t seed = 21; seed <= 28; ++seed) {
    Position position = table(seed);
    play_on(*edition, position, seed, [&](const Position& p, const ChoiceList& list) {
      const std::string first = edition->notation(p, list[0]);
      if (!first.starts_with("choose ")) return true;
      ++looked_at;
      Choice choice{};
      std::string moon = first;
      moon.insert(moon.ends_with('"') ? moon.size() - 1 : moon.size(), " on the Moon");
      EXPECT_FALSE(reads(p, moon, choice)) << moon;
      if (first == "choose \"yes\"" || first.starts_with("choose \"option "))
        for (const char* name : {"Ramjet", "Grimlock", "Dead End", "Kickback", "Blurr", "1", "Zap"}) {
          const std::string text = std::string("choose \"") + name + "\"";
          EXPECT_FALSE(reads(p, text, choice)) << text << " instead of " << first;
        }
      return !testing::Test::HasFailure();
    });
  }
  RecordProperty("positions", looked_at);
  std::printf("%d positions\n", looked_at);
}

}  // namespace
}  // namespace rw::test
