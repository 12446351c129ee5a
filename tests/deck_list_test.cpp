// Deck lists as people write them: nothing in a list vanishes, and everything that is wrong is told at once.
#include "lab/deck_list.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/embedded.h"
#include "engine/game.h"
#include "tests/expected.h"

namespace rw::test {
namespace {

struct Told {
  std::vector<DeckFinding> findings;

  bool at(int line, std::string_view part) const {
    return std::any_of(findings.begin(), findings.end(), [&](const DeckFinding& f) {
      std::string text = f.text;
      for (const std::string& card : f.cards) text += " " + card;
      return !f.warning && f.line == line && text.find(part) != std::string::npos;
    });
  }
  std::string all() const {
    std::string text;
    for (const DeckFinding& f : findings) text += std::to_string(f.line) + ": " + f.text + "\n";
    return text;
  }
};

Told checked(std::string_view game, std::string_view list) {
  const auto edition = good(Edition::load(embedded_bundle(game)));
  EXPECT_TRUE(edition);
  const lab::DeckFile file = lab::read_deck_file(list);
  Told told{file.faults};
  for (const DeckList& deck : file.decks)
    for (DeckFinding& finding : edition->game().check_deck(edition->content(), deck, "en"))
      told.findings.push_back(std::move(finding));
  return told;
}

TEST(DeckLists, NumbersMayStandInFrontOrBehind) {
  const lab::DeckFile file = lab::read_deck_file("Deck\n3 Zap\n3x Fling\nPep Talk x2\n3\tMedic!\nDisarm\tx3\n");
  ASSERT_EQ(file.decks.size(), 1U);
  const auto& lines = file.decks[0].lines;
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_EQ(lines[2].card, "Pep Talk");
  EXPECT_EQ(lines[2].count, 2);
  EXPECT_EQ(lines[3].card, "Medic!");
  EXPECT_EQ(lines[3].count, 3);
  EXPECT_EQ(lines[4].card, "Disarm");
  EXPECT_EQ(lines[4].count, 3);
  EXPECT_TRUE(file.faults.empty());
}

TEST(DeckLists, NothingVanishes) {
  const Told told =
      checked("transformers_tcg",
              "Team\n1 Arcee, Skilled Fighter\n0 Ramjet\nDeck\n3 Zap\nthree Fling\n-2 Zap\n2 Pep Talk\n");
  EXPECT_TRUE(told.at(3, "0 Ramjet")) << told.all();
  EXPECT_TRUE(told.at(6, "digits")) << told.all();
  EXPECT_TRUE(told.at(7, "-2 Zap")) << told.all();
  EXPECT_TRUE(told.at(0, "5 battle cards")) << told.all();  // what stands behind the wrong lines is counted
}

TEST(DeckLists, ANumberBehindANameIsNoHeading) {
  const Told told =
      checked("transformers_tcg", "Team\n1 Arcee\nDeck\n3 Fling\nZap 3\nPep Talk (2)\nMedic! × 3\n2 Zap\n");
  for (const int line : {5, 6, 7}) EXPECT_TRUE(told.at(line, "in front")) << told.all();
  EXPECT_TRUE(told.at(0, "5 battle cards")) << told.all();
}

TEST(DeckLists, LinesMayBeginLikeThoseOfAList) {
  const lab::DeckFile file =
      lab::read_deck_file("\xEF\xBB\xBFgame: transformers_tcg\nDeck\n* 3 Zap\n- 2 Fling\n• 1 Medic!\n");
  ASSERT_EQ(file.decks.size(), 1U);
  EXPECT_EQ(file.game, "transformers_tcg");
  ASSERT_EQ(file.decks[0].lines.size(), 3U);
  EXPECT_EQ(file.decks[0].lines[0].card, "Zap");
  EXPECT_EQ(file.decks[0].lines[1].count, 2);
  EXPECT_EQ(file.decks[0].lines[2].card, "Medic!");
  EXPECT_TRUE(file.faults.empty());
}

TEST(DeckLists, ACardWithoutANumberIsOneCopy) {
  const Told told = checked("transformers_tcg", "Deck\n3 Zap\nFling\n2 Pep Talk\n");
  EXPECT_TRUE(told.at(0, "6 battle cards")) << told.all();
  EXPECT_TRUE(checked("transformers_tcg", "Deck\n3 Zap\nNonsense\n").at(3, "Nonsense"));
  EXPECT_TRUE(checked("dragon_booster", "Race deck\n4 Sidewinder\nNonsense\n").at(3, "Nonsense"));
}

TEST(DeckLists, ANameOfSeveralCharactersIsNoUnknownOne) {
  const Told told = checked("transformers_tcg", "Team\n1 Megatron\n");
  EXPECT_TRUE(told.at(2, "Megatron, Living Weapon")) << told.all();
  EXPECT_FALSE(told.at(2, "no such")) << told.all();
}

TEST(DeckLists, MoreCopiesThanAnyDeckHoldsAreNoCardsName) {
  EXPECT_TRUE(checked("transformers_tcg", "Deck\n99999999999 Zap\n").at(2, "number of copies"));
}

TEST(DeckLists, ATitleOfSeveralVersionsIsNoUnknownOne) {
  const Told told = checked("dragon_booster", "1 Beau\n2 Red Thruster Gear\n1 Wyldfyr\n1 Red\n");
  EXPECT_TRUE(told.at(1, "Beau with Artha Penn; Beau the Dragon of Legend")) << told.all();
  EXPECT_TRUE(told.at(2, "Red Thruster Gear, Level 3; Red Thruster Gear, Level 5")) << told.all();
  EXPECT_FALSE(told.at(3, "")) << told.all();  // a title with a single version is enough
  EXPECT_TRUE(told.at(4, "no card 'Red'")) << told.all();
}

TEST(DeckLists, AWarningNamesACardOnce) {
  const Told told = checked("dragon_booster", "1 Wyldfyr with Kitt Wonn\n2 Kudgyl, Grip Bruiser\n");
  const auto warning = std::find_if(told.findings.begin(), told.findings.end(),
                                    [](const DeckFinding& finding) { return finding.warning; });
  ASSERT_NE(warning, told.findings.end());
  EXPECT_EQ(warning->cards, std::vector<std::string>{"Kudgyl, Grip Bruiser"});
}

TEST(DeckLists, ACombinerHidesNoOtherFault) {
  const Told told = checked("transformers_tcg", "Team\n1 Menasor, Menacing Colossus\n1 Arcee\n");
  EXPECT_TRUE(told.at(2, "Combiner")) << told.all();
  EXPECT_TRUE(told.at(0, "stars")) << told.all();
}

TEST(DeckLists, ThePoolAndWhatIsDeclaredNameCardsToo) {
  const Told told = checked("transformers_tcg",
                            "Deck\n3 Zap\nPool\n3 Zap\n3 Nonsense\nOutside\n1 Ramjet, Sky Smasher\n1 Zipzap\n");
  EXPECT_TRUE(told.at(5, "Nonsense")) << told.all();
  EXPECT_TRUE(told.at(8, "Zipzap")) << told.all();
  EXPECT_FALSE(told.at(4, "")) << told.all();
  EXPECT_FALSE(told.at(7, "")) << told.all();
}

TEST(DeckLists, AWrongFormatIsToldWithItsLine) {
  for (const char* game : {"transformers_tcg", "dragon_booster"}) {
    EXPECT_TRUE(checked(game, "name: Mine\n\nformat: nonsense\nDeck\n3 Zap\n").at(3, "nonsense")) << game;
    EXPECT_TRUE(checked(game, "id: mine\nformat: nonsense\ncards: [ \"3 Zap\" ]\n").at(2, "nonsense")) << game;
  }
}

}  // namespace
}  // namespace rw::test
