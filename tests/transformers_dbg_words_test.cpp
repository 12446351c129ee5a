// What the Transformers Deck-Building Game says: each choice has words of its own, and no line of the log is empty
// or tells of nothing. Random games of every mode.
#include <iostream>
#include <set>

#include "engine/games/transformers_dbg/state.h"
#include "tests/expected.h"
#include "tests/table.h"

namespace rw::test {
namespace {

namespace dbg = rw::transformers_dbg;

struct Mode {
  const char* id;
  int seats;
};
constexpr Mode modes[] = {{"competitive_a", 3}, {"competitive_d", 2}, {"coop_a", 1},    {"coop_d", 2},
                          {"tvt", 4},           {"tvt_all_a", 2},     {"tvt_all_d", 4}, {"one_vs_many", 3}};

class DbgWords : public testing::Test {
 protected:
  void SetUp() override { edition = edition_of(*find_game("transformers_dbg")); }

  Position begun(const Mode& mode, std::uint64_t seed) const {
    rw::Setup setup;
    setup.seats = mode.seats;
    setup.options = {{"mode", mode.id}};
    Position p = good(edition->begin(setup, core::seed_from(seed)));
    EXPECT_FALSE(p.empty());
    return p;
  }

  // Plays a game at random; look(before, list, after, log).
  template <class Look>
  int play(const Mode& mode, std::uint64_t seed, Look&& look) const {
    Position p = begun(mode, seed);
    static ChoiceList list;
    core::Random random = core::Random::start(core::seed_from(seed + 99));
    int decisions = 0;
    for (; !edition->over(p) && decisions < 20000; ++decisions) {
      edition->choices(p, list);
      const Choice choice = list[static_cast<int>(random.below(static_cast<std::uint32_t>(list.size())))];
      const Position before = p;
      core::Log log;
      edition->apply(p, choice, &log);
      look(before, list, p, log);
    }
    EXPECT_TRUE(edition->over(p));
    return decisions;
  }

  std::shared_ptr<const Edition> edition;
};

TEST_F(DbgWords, EachChoiceHasWordsOfItsOwn) {
  int looked = 0;
  for (const Mode& mode : modes)
    looked += play(mode, 7, [&](const Position& p, const ChoiceList& list, const Position&, const core::Log&) {
      std::set<std::string> words;
      for (const Choice choice : list) {
        const std::string notation = edition->notation(p, choice);
        EXPECT_EQ(notation.find('?'), std::string::npos) << notation;
        EXPECT_TRUE(words.insert(notation).second) << mode.id << ": " << notation << " means two choices";
      }
    });
  std::cout << looked << " positions\n";
  EXPECT_GT(looked, 1000);
}

// Numbers of which 0 tells of nothing: gained, lost, paid, added.
bool tells_of_nothing(const core::Event& e) {
  using enum dbg::EventKind;
  switch (static_cast<dbg::EventKind>(e.kind)) {
    case energon_gained:
    case energon_lost:
    case energon_paid:
    case vp_gained:
    case vp_lost:
    case move_added:
    case cost_changed:
    case battle_power:
    case tokens_added:
    case damage_counted: return e.operands[0] == 0;
    case power_added:
    case range_added: return e.operands[1] == 0;
    default: return false;
  }
}

TEST_F(DbgWords, NoLineTellsOfNothing) {
  for (const Mode& mode : modes)
    for (const std::uint64_t seed : {3u, 4u})
      play(mode, seed, [&](const Position&, const ChoiceList&, const Position& after, const core::Log& log) {
        for (const core::Event& e : log.events) {
          const std::string text = edition->event_text(after, e, Viewer::omniscient(), "en");
          EXPECT_EQ(text.find('?'), std::string::npos) << mode.id << ": " << text;
          EXPECT_FALSE(tells_of_nothing(e)) << mode.id << ": " << text;
        }
        if (!edition->over(after)) return;
        const auto last = static_cast<dbg::EventKind>(log.events.back().kind);
        EXPECT_TRUE(last == dbg::EventKind::game_over || last == dbg::EventKind::all_lose) << mode.id;
        EXPECT_EQ(last == dbg::EventKind::all_lose, edition->outcome(after).winners == 0) << mode.id;
      });
}

}  // namespace
}  // namespace rw::test
