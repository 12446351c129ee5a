// The exact odds of each game (`rulewright odds`) against games that are dealt: what is counted must be what
// comes.
#include "engine/odds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "engine/embedded.h"
#include "engine/game.h"
#include "tests/expected.h"

namespace rw {
namespace {

using nlohmann::json;
using Words = std::vector<std::string>;

std::shared_ptr<const Edition> edition_of(std::string_view game) {
  auto edition = good(Edition::load(embedded_bundle(game)));
  EXPECT_NE(edition, nullptr);
  return edition;
}

json asked(const Edition& edition, const Words& question) {
  return json::parse(good(odds_of(edition.game().id)->answer(edition.content(), question)).json);
}

std::string refused(const Edition& edition, const Words& question) {
  const auto answer = odds_of(edition.game().id)->answer(edition.content(), question);
  EXPECT_FALSE(answer);
  return answer.error();
}

// Four and a half standard errors: once in 150,000 runs by chance, and the seeds are fixed.
void expect_share(double counted, int hits, int deals) {
  const double error = std::sqrt(std::max(counted * (1 - counted), 1e-6) / deals);
  EXPECT_NEAR(static_cast<double>(hits) / deals, counted, 4.5 * error) << hits << " of " << deals;
}

std::vector<std::string> cards_at(const Edition& edition, const Position& position, std::string_view path) {
  const core::Field all = edition.fields(position, Viewer::omniscient());
  const core::Field* field = all.find(std::string(path));
  EXPECT_NE(field, nullptr) << path;
  return field == nullptr ? std::vector<std::string>() : field->cards;
}

Position begun(const Edition& edition, const Setup& setup, int deal) {
  Position position =
      good(edition.begin(setup, core::derive(core::seed_from(4711), static_cast<std::uint64_t>(deal))));
  EXPECT_FALSE(position.empty());
  return position;
}

// ---- Dragon Booster -------------------------------------------------------------------------------------

// The first hand of A, who plays Street Fire.
std::vector<std::string> first_hand(const Edition& edition, int deal) {
  Position position = begun(
      edition, {2, {{"decks", "street_fire,iron_grip"}, {"opening_hand", "5"}, {"first_leader", "2"}}}, deal);
  std::vector<std::string> hand;
  auto list = std::make_unique<ChoiceList>();
  for (int i = 0; i < 20; ++i) {
    hand = cards_at(edition, position, "players.A.hand");
    if (!hand.empty()) return hand;
    edition.choices(position, *list);
    edition.apply(position, (*list)[0]);
  }
  ADD_FAILURE() << "nobody draws";
  return hand;
}

TEST(OddsAsked, ARushIsAnsweredAsOftenAsCounted) {
  const auto edition = edition_of("dragon_booster");
  constexpr int deals = 4000, sprint = 8;
  const std::size_t size = first_hand(*edition, 0).size();
  const json odds = asked(*edition, {"rush", "street_fire", std::to_string(sprint), std::to_string(size)});
  std::map<std::string, std::int64_t> sprints;
  const core::Node maneuvers = edition->bundle().root()["maneuvers"];
  for (int i = 0; i < maneuvers.size(); ++i)
    sprints[std::string(maneuvers[i]["id"].text())] = maneuvers[i]["sprint"].integer();
  int faster = 0, tied = 0;
  for (int deal = 0; deal < deals; ++deal) {
    const std::vector<std::string> hand = first_hand(*edition, deal);
    ASSERT_EQ(hand.size(), size);
    std::int64_t best = -1;
    for (const std::string& card : hand)
      if (sprints.contains(card)) best = std::max(best, sprints[card]);
    faster += best > sprint ? 1 : 0;
    tied += best == sprint ? 1 : 0;
  }
  expect_share(odds["faster"], faster, deals);
  expect_share(odds["tie"], tied, deals);
  EXPECT_NEAR(odds["faster"].get<double>() + odds["tie"].get<double>() + odds["slower_or_none"].get<double>(), 1,
              1e-9);
}

TEST(OddsAsked, DrawsOfDragonBoosterComeAsOftenAsCounted) {
  const auto edition = edition_of("dragon_booster");
  constexpr int deals = 4000;
  const std::string size = std::to_string(first_hand(*edition, 0).size());
  const json odds = asked(*edition, {"draw", "street_fire", "charge", size});
  std::map<long, int> counts;
  for (int deal = 0; deal < deals; ++deal) {
    const std::vector<std::string> hand = first_hand(*edition, deal);
    ++counts[std::count(hand.begin(), hand.end(), "charge")];
  }
  for (const json& outcome : odds["outcomes"])
    expect_share(outcome["probability"], counts[outcome["copies"]], deals);
}

// ---- Dino Battles ---------------------------------------------------------------------------------------

TEST(OddsAsked, AFirstHandOfDinoBattlesPaysAsOftenAsCounted) {
  const auto edition = edition_of("dino_battles");
  const double counted = asked(*edition, {"buy", "velociraptor", "6"})["paid"];  // an Attack and an Evade
  constexpr int deals = 3000;
  int paid = 0;
  for (int deal = 0; deal < deals; ++deal) {
    const std::vector<std::string> hand =
        cards_at(*edition, begun(*edition, {2, {{"first_hand_compensation", "off"}}}, deal), "players.red.hand");
    const auto has = [&](const char* card) { return std::find(hand.begin(), hand.end(), card) != hand.end(); };
    paid += has("attack") && has("evade") ? 1 : 0;
  }
  expect_share(counted, paid, deals);
}

// The least damage that any answer of the attacked leaves, by the rules.
int damage_by_the_rules(const Edition& edition, const std::vector<std::string>& under) {
  const Setup setup{2,
                    {{"stacks",
                      "supply_run,field_command,war_footing,nano_repair,double_strike,overclock,tactical_swap,"
                      "lure_signal,fortify,evasive_drills"},
                     {"dinosaurs", "deinonychus,velociraptor,microraptor,stegosaurus,iguanodon,carnotaurus"},
                     {"position", "custom"}}};
  Position position = good(edition.begin(setup, core::seed_from(1)));
  const auto set = [&](std::string path, std::string word, std::vector<std::string> cards = {}) {
    const bool list = word.empty();
    EXPECT_TRUE(edition.set(position, {std::move(path), std::move(word), std::move(cards), list, 0}));
  };
  set("players.red.hand", "");
  set("players.red.active.dinosaur", "velociraptor");
  set("players.red.active.cards", "", {"attack"});
  set("players.blue.hand", "");
  set("players.blue.active.dinosaur", "stegosaurus");
  set("players.blue.active.cards", "", under);
  EXPECT_TRUE(ok(edition.settle(position)));
  Choice attack;
  EXPECT_TRUE(ok(edition.read(position, "attack \"Switchblade Slash\" -> blue active").into(attack)));
  edition.apply(position, attack);
  ChoiceList answers;
  edition.choices(position, answers);
  int least = 1000;
  const bool open = edition.decision(position).asked == core::seat(1);
  for (int i = 0; i < (open ? answers.size() : 1); ++i) {
    Position after = position;
    if (open) edition.apply(after, answers[i]);
    least = std::min(
        least,
        static_cast<int>(edition.fields(after, Viewer::omniscient()).find("players.blue.active.damage")->number));
  }
  return least;
}

TEST(OddsAsked, AnAttackOfDinoBattlesGetsThroughAsOftenAsCounted) {
  const auto edition = edition_of("dino_battles");
  const json odds = asked(*edition, {"attack", "velociraptor", "1", "stegosaurus", "2"});
  std::vector<std::string> deck;
  for (const char* card : {"attack", "evade", "defend"}) deck.insert(deck.end(), 3, card);
  core::Random random = core::Random::start(core::seed_from(99));
  std::map<std::vector<std::string>, int> damage;  // by what lies there
  constexpr int deals = 3000;
  int hits = 0;
  for (int deal = 0; deal < deals; ++deal) {
    for (std::size_t i = 0; i < 2; ++i)
      std::swap(deck[i], deck[i + random.below(static_cast<std::uint32_t>(deck.size() - i))]);
    std::vector<std::string> under(deck.begin(), deck.begin() + 2);
    std::sort(under.begin(), under.end());
    if (!damage.contains(under)) damage[under] = damage_by_the_rules(*edition, under);
    hits += damage[under] > 0 ? 1 : 0;
    EXPECT_TRUE(damage[under] == 0 || damage[under] == odds["damage"]);
  }
  expect_share(odds["hits"], hits, deals);
  EXPECT_GT(hits, 0);
  EXPECT_LT(hits, deals);
}

// ---- the TCG ---------------------------------------------------------------------------------------------

// The cards of a deck, as a game is dealt from it.
Words deck_of(const Edition& edition, const std::string& deck) {
  const Position dealt = begun(edition, {2, {{"decks", deck + "," + deck}}}, 1);
  Words cards = cards_at(edition, dealt, "players.red.deck");
  for (const std::string& card : cards_at(edition, dealt, "players.red.hand")) cards.push_back(card);
  return cards;
}

// Ramjet is about to attack Jetfire with the whole deck before him.
Position before_attack(const Edition& edition, const Words& deck) {
  Position position = good(edition.begin({2, {{"position", "custom"}}}, core::seed_from(1)));
  const auto set = [&](std::string path, Words cards) {
    EXPECT_TRUE(edition.set(position, {std::move(path), "", std::move(cards), true, 0}));
  };
  set("players.red.battlefield", {"ramjet"});
  set("players.red.hand", {});
  set("players.red.deck", deck);
  set("players.blue.battlefield", {"jetfire"});
  set("players.blue.hand", {});
  set("players.blue.deck", Words(10, "zap"));
  EXPECT_TRUE(ok(edition.settle(position)));
  return position;
}

TEST(OddsAsked, FlipsOfAnAttackComeAsOftenAsCounted) {
  const auto edition = edition_of("transformers_tcg");
  const json odds = asked(*edition, {"flips", "autobot_starter", "2", "orange"});
  std::map<std::string, int> orange;  // by card
  const core::Node cards = edition->bundle().root()["battle_cards"];
  for (int i = 0; i < cards.size(); ++i)
    for (int k = 0; k < cards[i]["icons"].size(); ++k)
      orange[std::string(cards[i]["id"].text())] += cards[i]["icons"][k].text() == "orange" ? 1 : 0;
  const Words deck = deck_of(*edition, "autobot_starter");
  ASSERT_EQ(deck.size(), 40U);
  const Position position = before_attack(*edition, deck);
  Choice attack;
  ASSERT_TRUE(edition->read(position, "attack \"Ramjet\" -> \"Jetfire\"").into(attack));
  constexpr int deals = 4000;
  std::map<int, int> counts;
  for (int deal = 0; deal < deals; ++deal) {
    Position dealt =
        edition->redealt(position, core::seat(0), core::seed_from(3000 + static_cast<std::uint64_t>(deal)));
    edition->apply(dealt, attack);
    const Words flipped = cards_at(*edition, dealt, "players.red.scrap_pile");
    ASSERT_TRUE(flipped.size() == 2 || flipped.size() == 4) << "two flips, and two more for white (TCG-BAT-04)";
    int icons = 0;
    for (const std::string& card : flipped) icons += orange[card];
    ++counts[icons];
  }
  for (const json& outcome : odds["outcomes"])
    expect_share(outcome["probability"], counts[outcome["icons"]], deals);
  EXPECT_GE(counts.size(), 4U);
}

TEST(OddsAsked, DrawsOfTheTcgComeAsOftenAsCounted) {
  const auto edition = edition_of("transformers_tcg");
  const json odds = asked(*edition, {"draw", "autobot_starter", "zap", "3"});
  constexpr int deals = 3000;
  std::map<std::ptrdiff_t, int> counts;
  for (int deal = 0; deal < deals; ++deal) {
    const Position dealt = begun(*edition, {2, {{"decks", "autobot_starter,autobot_starter"}}}, deal);
    // Who goes first has drawn once more (TCG-SET-06, TCG-TRN-02).
    Words hand = cards_at(*edition, dealt, "players.red.hand");
    if (hand.size() > 3) hand = cards_at(*edition, dealt, "players.blue.hand");
    ASSERT_EQ(hand.size(), 3U);
    ++counts[std::count(hand.begin(), hand.end(), "zap")];
  }
  for (const json& outcome : odds["outcomes"])
    expect_share(outcome["probability"], counts[outcome["copies"]], deals);
}

// ---- the Deck-Building Game ------------------------------------------------------------------------------

// So many Basics of 1 Power each, and Barricade on the same space.
Position before_barricade(const Edition& edition, std::size_t power) {
  Position position =
      good(edition.begin({2, {{"mode", "competitive_a"}, {"position", "custom"}}}, core::seed_from(1)));
  const auto set = [&](std::string path, std::string word, std::vector<std::string> cards = {}) {
    const bool list = word.empty();
    EXPECT_TRUE(edition.set(position, {std::move(path), std::move(word), std::move(cards), list, 0}));
  };
  set("turn", "red");
  set("players.red.space", "r1c1");
  set("players.red.mode", "bot");
  set("players.red.hand", "");
  set("players.red.energon", "0");
  set("players.red.play", "", Words(power, "ba_roll_out"));
  set("players.blue.space", "r3c4");
  set("players.blue.hand", "");
  set("matrix.r1c1.card", "", {"bo_barricade"});
  EXPECT_TRUE(ok(edition.settle(position)));
  return position;
}

TEST(OddsAsked, AConfrontationIsWonAsOftenAsCounted) {
  const auto edition = edition_of("transformers_dbg");
  const json odds = asked(*edition, {"confront", "bo_barricade"});
  ASSERT_GE(odds["outcomes"].size(), 2U);
  constexpr int deals = 600, most = 8;
  int looked_at = 0;
  for (const json& outcome : odds["outcomes"]) {
    const int power = outcome["power"];
    if (power > most) continue;  // so many equal Basics cannot be in play
    ++looked_at;
    const Position position = before_barricade(*edition, static_cast<std::size_t>(power));
    int won = 0;
    Choice confront;
    ASSERT_TRUE(edition->read(position, "confront \"Barricade\" with " + std::to_string(power)).into(confront));
    auto list = std::make_unique<ChoiceList>();
    for (int deal = 0; deal < deals; ++deal) {
      // The Encounters lie in another order for whoever has not seen them.
      Position dealt =
          edition->redealt(position, core::seat(0), core::seed_from(1000 + static_cast<std::uint64_t>(deal)));
      edition->apply(dealt, confront);
      for (int i = 0; i < 20 && edition->game().questions[edition->decision(dealt).kind] != "action"; ++i) {
        edition->choices(dealt, *list);
        Choice next = (*list)[0];
        for (const Choice choice : *list)
          if (const std::string_view verb = edition->verb_name(choice); verb == "done" || verb == "pass")
            next = choice;
        edition->apply(dealt, next);
      }
      won += cards_at(*edition, dealt, "players.red.vault").empty() ? 0 : 1;
    }
    expect_share(outcome["probability"], won, deals);
  }
  EXPECT_GE(looked_at, 2);
}

TEST(OddsAsked, AQuestionThatMakesNoSenseSaysWhy) {
  EXPECT_NE(
      refused(*edition_of("dino_battles"), {"attack", "nobody", "1", "velociraptor", "2"}).find("no Dinosaur"),
      std::string::npos);
  EXPECT_NE(refused(*edition_of("dino_battles"), {"buy", "velociraptor", "13"}).find("1 to 12"),
            std::string::npos);
  EXPECT_NE(refused(*edition_of("dino_battles"), {"buy", "velociraptor", "6", "3,3"}).find("3,3,3,3"),
            std::string::npos);
  EXPECT_NE(refused(*edition_of("dragon_booster"), {"rush", "no_such_deck", "8", "5"}).find("no deck"),
            std::string::npos);
  EXPECT_NE(refused(*edition_of("transformers_dbg"), {"confront", "st_courage"}).find("no Boss"),
            std::string::npos);
  EXPECT_NE(refused(*edition_of("transformers_dbg"), {}).find("missing"), std::string::npos);
}

}  // namespace
}  // namespace rw
