// Dragon Booster: every format keeps what must always hold, deck lists are judged by their limits, drafted decks
// are worth something, and the starter decks are legal.
#include <algorithm>
#include <cstring>

#include "engine/games/dragon_booster/rules.h"
#include "engine/games/dragon_booster/turn.h"
#include "players/player.h"
#include "tests/expected.h"
#include "tests/table.h"

namespace rw::dragon_booster {
namespace {

const Edition& edition() {
  static const auto loaded = test::edition_of(*find_game("dragon_booster"));
  return *loaded;
}
const Content& content() { return *static_cast<const Content*>(edition().content()); }

// ---- formats ------------------------------------------------------------------------------------------------

Setup table_of(int seats, std::string format) {
  Setup setup;
  setup.seats = seats;
  setup.options = {{"format", std::move(format)}, {"mulligan", "one_free"}};
  return setup;
}

class Formats : public testing::TestWithParam<std::string> {};

TEST_P(Formats, KeepTheirInvariantsAndHideWhatIsHidden) {
  static ChoiceList there;
  for (const int seats : {2, 3, 6})
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      Position position = good(edition().begin(table_of(seats, GetParam()), core::seed_from(seed)));
      ASSERT_FALSE(position.empty());
      int decision = 0;
      test::play_on(edition(), position, seed, [&](const Position& p, const ChoiceList& list) {
        EXPECT_TRUE(ok(edition().check(p)));
        for (const Choice choice : list)
          EXPECT_FALSE(edition().judge(p, choice).refused()) << edition().notation(p, choice);
        if (decision++ % 7 != 0) return !testing::Test::HasFailure();
        const Choice choice = list[decision % list.size()];
        Choice back{};
        EXPECT_TRUE(ok(edition().read(p, edition().notation(p, choice)).into(back)));
        EXPECT_EQ(edition().notation(p, back), edition().notation(p, choice));
        const Seat viewer = core::seat(decision % seats);
        const Position other = edition().redealt(p, viewer, core::seed_from(static_cast<std::uint64_t>(decision)));
        EXPECT_TRUE(ok(edition().check(other)));
        EXPECT_EQ(edition().json(p, Viewer::of(viewer)), edition().json(other, Viewer::of(viewer)));
        EXPECT_EQ(edition().tensor(p, Viewer::of(viewer)), edition().tensor(other, Viewer::of(viewer)));
        EXPECT_EQ(edition().json(p, Viewer::spectator()), edition().json(other, Viewer::spectator()));
        if (edition().decision(p).asked == viewer) {
          edition().choices(other, there);
          EXPECT_EQ(list.size(), there.size());
          EXPECT_EQ(std::memcmp(list.items, there.items, sizeof(Choice) * static_cast<std::size_t>(list.size())),
                    0);
        }
        return !testing::Test::HasFailure();
      });
      EXPECT_NE(edition().outcome(position).winners, 0);
    }
}

INSTANTIATE_TEST_SUITE_P(DragonBooster, Formats, testing::Values("constructed", "booster_draft", "starter_draft"),
                         [](const auto& each) { return each.param; });

// DRB-DECK-01 to 07.
TEST(DragonBoosterDecks, TheStarterDecksAreLegal) {
  EXPECT_EQ(content().decks.size(), 7U);
  for (const Deck& deck : content().decks)
    EXPECT_TRUE(deck_faults(content(), content().formats[0], deck.race, deck.crystals).empty()) << deck.id;
}

TEST(DragonBoosterDecks, EverythingThatIsWrongIsToldAtOnce) {
  DeckList list;
  list.lines = {{"Race deck", "Sidewinder", 5, 1},          {"Race deck", "Mag Claw, Level 2", 1, 2},
                {"Dragon deck", "Charge!", 1, 3},           {"", "No such card", 2, 4},
                {"Dragon deck", "Dragbox, Level 2", 11, 5}, {"Dragon deck", "Kudgyl, Grip Bruiser", 1, 6}};
  const auto findings = Rules::check_deck(content(), list, "en");
  const auto has = [&](Clause clause) {
    return std::any_of(findings.begin(), findings.end(),
                       [&](const DeckFinding& f) { return f.clause == static_cast<core::ClauseNumber>(clause); });
  };
  for (const Clause clause : {Clause::DRB_DECK_01, Clause::DRB_DECK_02, Clause::DRB_DECK_03, Clause::DRB_DECK_04,
                              Clause::DRB_DECK_05, Clause::DRB_DECK_06, Clause::DRB_DECK_07, Clause::none})
    EXPECT_TRUE(has(clause)) << clause_names[static_cast<std::size_t>(clause)];
}

// ---- drafting --------------------------------------------------------------------------------------------------

// Seat 1 drafts and builds as the greedy player does, seat 2 at random; then the greedy player plays both.
TEST(DragonBoosterDrafts, DraftedDecksBeatRandomOnes) {
  constexpr int games = 60;
  static ChoiceList list;
  int wins = 0;
  players::Spec greedy;
  ASSERT_TRUE(ok(players::parse("greedy").into(greedy)));
  const auto player = good(players::make_player(greedy, edition().game()));
  core::Random random = core::Random::start(core::seed_from(5));
  for (std::uint64_t seed = 1; seed <= games; ++seed) {
    const int drafter = static_cast<int>(seed % 2);
    Position p = good(
        edition().begin(table_of(2, seed % 3 == 0 ? "starter_draft" : "booster_draft"), core::seed_from(seed)));
    while (!edition().over(p)) {
      const auto& s = *static_cast<const State*>(p.data());
      const bool building = s.phase == Phase::draft;
      edition().choices(p, list);
      const bool at_random = building && core::index(edition().decision(p).asked) != drafter;
      edition().apply(p, at_random ? list[static_cast<int>(random.below(static_cast<std::uint32_t>(list.size())))]
                                   : players::ask(*player, edition(), p, random));
    }
    wins += core::has(edition().outcome(p).winners, core::seat(drafter)) ? 1 : 0;
  }
  EXPECT_GE(wins, games * 6 / 10) << "the share reported in docs/reports is higher; this many are sure";
  RecordProperty("wins", wins);
  std::printf("drafted decks won %d of %d\n", wins, games);
}

// Which colors the events of a race deck have, a bit each.
unsigned event_colors(const Player& p) {
  unsigned colors = 0;
  for (int i = 0; i < p.deck_size; ++i)
    if (const CardFace& card = face(content(), p, p.deck[i]); card.kind == Kind::event && card.color != no_color)
      core::include(colors, card.color);
  return colors;
}

// DRB-DLS-03: a color that none of one's events has brings nothing. A dragon brings an effect, mostly.
TEST(DragonBoosterDrafts, WithoutADragonTheColorSuitsTheEventsAndADragonIsMostlyRidden) {
  constexpr std::uint64_t drafts = 40;
  players::Spec greedy;
  ASSERT_TRUE(ok(players::parse("greedy").into(greedy)));
  const auto bot = good(players::make_player(greedy, edition().game()));
  core::Random random = core::Random::start(core::seed_from(5));
  static ChoiceList list;
  int colors = 0, could_ride = 0, rode = 0;
  for (std::uint64_t seed = 1; seed <= drafts; ++seed) {
    Position p = good(
        edition().begin(table_of(2, seed % 2 == 0 ? "starter_draft" : "booster_draft"), core::seed_from(seed)));
    const auto& s = *static_cast<const State*>(p.data());
    while (s.phase == Phase::draft || s.phase == Phase::setup) {
      const Choice choice = players::ask(*bot, edition(), p, random);
      const Question question = question_of(s);
      edition().choices(p, list);
      if (question == Question::dragon && verb_of(list[0]) == Verb::ride) {
        ++could_ride;
        rode += verb_of(choice) == Verb::ride ? 1 : 0;
      }
      if (question == Question::color && list.size() > 1) {
        ++colors;
        const unsigned events = event_colors(player(s, s.decision.asked));
        EXPECT_TRUE(events == 0 || core::contains(events, choice.a())) << "seed " << seed;
      }
      edition().apply(p, choice);
    }
  }
  EXPECT_GT(colors, 10);
  EXPECT_GE(rode * 10, could_ride * 7);
  std::printf("%d colors, each of an event; %d of %d that could ride a dragon did\n", colors, rode, could_ride);
}

}  // namespace
}  // namespace rw::dragon_booster
