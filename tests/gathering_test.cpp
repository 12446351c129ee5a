// Several picks whose order has no meaning: the rules take them in any order, and the outcome is the same.
#include <algorithm>
#include <iostream>
#include <vector>

#include "tests/expected.h"
#include "tests/table.h"

namespace rw::test {
namespace {

// What is listed and means this pick: itself, or the first of those that nobody can tell from it.
Choice listed_as(const Edition& edition, const Position& p, Choice pick) {
  static ChoiceList list;
  edition.choices(p, list);
  if (list.contains(pick)) return pick;
  const std::string words = edition.notation(p, pick);
  for (const Choice choice : list)
    if (edition.notation(p, choice) == words) return choice;
  return {};
}

// Makes the picks one by one; what is left when the rules need no more answers was the only possibility.
bool pick_all(const Edition& edition, Position& p, const std::vector<Choice>& picks, std::uint32_t effect) {
  static core::Gathering open;
  for (const Choice pick : picks) {
    if (edition.over(p) || !edition.gathering(p, open) || open.effect != effect) return true;
    const Choice choice = listed_as(edition, p, pick);
    if (choice.bits == 0) return false;
    edition.apply(p, choice);
  }
  if (!edition.over(p) && edition.gathering(p, open) && open.effect == effect && open.last.bits != 0 &&
      open.stop.bits != 0)
    edition.apply(p, open.stop);
  return true;
}

std::vector<Choice> some_picks(const core::Gathering& open, core::Random& random) {
  std::vector<Choice> all;
  for (const auto& pick : open.picks)
    for (std::int64_t k = 0; k < std::min<std::int64_t>(pick.copies, open.most); ++k) all.push_back(pick.choice);
  for (std::size_t i = all.size(); i > 1; --i)
    std::swap(all[i - 1], all[random.below(static_cast<std::uint32_t>(i))]);
  const int least = std::max(open.least, 2);
  all.resize(static_cast<std::size_t>(
      least + static_cast<int>(random.below(static_cast<std::uint32_t>(open.most - least + 1)))));
  std::sort(all.begin(), all.end(), [](Choice a, Choice b) { return a.a() < b.a(); });
  return all;
}

class Gatherings : public EveryGame {
 protected:
  // Games that ask for several things only with certain cards.
  Position table(std::uint64_t seed) const {
    rw::Setup setup;
    setup.seats = std::max(2, game().min_seats);
    if (game().id == "dino_battles")
      setup.options = {
          {"stacks",
           "supply_run,field_command,war_footing,nano_repair,field_hospital,purge_protocol,"
           "salvage_crew,retool,black_market,mass_production"},
          {"dinosaurs", "compsognathus,velociraptor,stegosaurus,iguanodon,triceratops,tyrannosaurus"}};
    if (game().id == "transformers_tcg" && seed % 2 == 0)
      setup.options = {{"decks", "sentinels_optimus_maximus,dreadwing_sky_destroyer"}};
    Position position = good(edition->begin(setup, core::seed_from(seed)));
    EXPECT_FALSE(position.empty());
    return position;
  }
};

TEST_P(Gatherings, TakesPicksInAnyOrder) {
  static core::Gathering open;
  core::Random random = core::Random::start(core::seed_from(5));
  int looked_at = 0;
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    Position position = table(seed);
    play_on(*edition, position, seed, [&](const Position& p, const ChoiceList&) {
      if (!edition->gathering(p, open) || open.most < 2 || open.last.bits != 0) return true;
      const std::uint32_t effect = open.effect;
      std::vector<Choice> picks = some_picks(open, random);
      Position up = p, down = p;
      EXPECT_TRUE(pick_all(*edition, up, picks, effect)) << edition->notation(p, picks.front());
      std::reverse(picks.begin(), picks.end());
      EXPECT_TRUE(pick_all(*edition, down, picks, effect)) << edition->notation(p, picks.front());
      EXPECT_EQ(edition->json(up, Viewer::omniscient()), edition->json(down, Viewer::omniscient()));
      ++looked_at;
      return !testing::Test::HasFailure();
    });
  }
  RecordProperty("positions", looked_at);
  std::cout << game().id << ": " << looked_at << " questions for several things answered in two orders\n";
}

INSTANTIATE_TEST_SUITE_P(Games, Gatherings, testing::ValuesIn(games().begin(), games().end()), game_name);

}  // namespace
}  // namespace rw::test
