// The core's own promises: generator, chance, containers, words, hashes.
#include <gtest/gtest.h>

#include <array>
#include <set>
#include <type_traits>
#include <vector>

#include "engine/core/agenda.h"
#include "engine/core/chance.h"
#include "engine/core/choice.h"
#include "engine/core/fixed.h"
#include "engine/core/hash.h"
#include "engine/core/text.h"

namespace rw::core {
namespace {

TEST(Random, IsChaCha8) {
  // The published keystream for an all-zero key and nonce.
  Random random = Random::start(Seed{});
  const std::uint32_t expected[] = {0x2fef003e, 0xd6405f89, 0xe8b85b7f, 0xa1a5091f,
                                    0xc30e842c, 0x3b7f9ace, 0x88e11b18, 0x1e1a71ef};
  for (std::uint32_t word : expected) EXPECT_EQ(random.next(), word);
}

TEST(Random, DrawsEveryValueEquallyOften) {
  Random random = Random::start(seed_from(1));
  std::array<int, 6> counts{};
  for (int i = 0; i < 60000; ++i) ++counts[random.below(6)];
  for (int count : counts) EXPECT_NEAR(count, 10000, 500);
}

TEST(Random, SubStreamsDiffer) {
  std::set<Seed> seeds;
  for (std::uint64_t i = 0; i < 100; ++i) seeds.insert(derive(seed_from(7), i));
  EXPECT_EQ(seeds.size(), 100u);
}

TEST(Hash, IsSha256) {
  const std::string text = "abc";
  EXPECT_EQ(hex(sha256(std::as_bytes(std::span(text)))),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hex(sha256({})), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST(Hash, SeedsReadBack) {
  Seed back{};
  ASSERT_TRUE(parse_seed(seed_text(seed_from(5)), back));
  EXPECT_EQ(back, seed_from(5));
  EXPECT_FALSE(parse_seed("12", back));
  EXPECT_FALSE(parse_seed(std::string(64, 'x'), back));
}

TEST(Chance, FollowsItsScriptAndNoticesFaults) {
  Random random = Random::start(seed_from(1));
  Chance chance = Chance::scripted({{ScriptItem::Kind::number, 4, {}}, {ScriptItem::Kind::number, 9, {}}});
  EXPECT_EQ(draw(random, &chance, 1, 6), 4u);
  EXPECT_TRUE(chance.fault().empty());
  draw(random, &chance, 1, 6);
  EXPECT_NE(chance.fault().find("1 to 6"), std::string::npos);
  EXPECT_EQ(chance.left_over(), 0u);
}

TEST(Chance, PutsNamedCardsOnTop) {
  Random random = Random::start(seed_from(1));
  Chance chance = Chance::scripted({{ScriptItem::Kind::order, 0, {2, 0}}});
  std::array<std::uint8_t, 4> pile = {0, 1, 2, 3};
  shuffle(random, &chance, pile);
  EXPECT_EQ(pile, (std::array<std::uint8_t, 4>{1, 3, 0, 2}));  // the last one is the top
}

TEST(Chance, WalksEveryOutcomeOnce) {
  // Two dice, and a third one only after a double: 30 outcomes of weight 36, 36 of weight 216.
  std::uint64_t outcomes = 0, weight = 0;
  const bool enumerable = for_each_outcome([&](Chance& chance) {
    Random random = Random::start(seed_from(1));
    const auto a = draw(random, &chance, 1, 6), b = draw(random, &chance, 1, 6);
    if (a == b) draw(random, &chance, 1, 6);
    ++outcomes;
    weight += 216 / chance.path_weight();
  });
  EXPECT_TRUE(enumerable);
  EXPECT_EQ(outcomes, 66u);
  EXPECT_EQ(weight, 216u);
}

// What the compiler refuses is a property too: one kind of identifier for another, or for a number.
enum class Card : std::uint16_t {};
enum class Slot : std::uint8_t {};
template <class From>
concept BecomesSlot = std::is_convertible_v<From, Slot>;
template <class Key>
concept IndexesSlots = requires(Indexed<Slot, int, 4>& values, Key key) { values[key]; };
static_assert(BecomesSlot<Slot> && !BecomesSlot<Card> && !BecomesSlot<int> && !std::is_convertible_v<Slot, int>);
static_assert(IndexesSlots<Slot> && !IndexesSlots<Card> && !IndexesSlots<int>);

TEST(Identifiers, AreWalkedAndKeptInSets) {
  std::uint8_t set = 0;
  for (const Slot slot : first<Slot>(4)) include(set, slot);
  exclude(set, make<Slot>(2));
  std::vector<Slot> found;
  for (const Slot slot : bits<Slot>(set)) found.push_back(slot);
  EXPECT_EQ(found, (std::vector{make<Slot>(0), make<Slot>(1), make<Slot>(3)}));
  EXPECT_TRUE(contains(set, make<Slot>(3)));
  EXPECT_FALSE(contains(set, make<Slot>(2)));
}

TEST(Identifiers, AreOperandsOfChoices) {
  const Choice choice = Choice::make(1, make<Card>(700), make<Slot>(5));
  EXPECT_EQ(choice.a<Card>(), make<Card>(700));
  EXPECT_EQ(choice.b<Slot>(), make<Slot>(5));
}

TEST(Sequence, LeavesNoGarbageBehind) {
  Sequence<std::uint16_t, 4> a{}, b{};
  a.push(7);
  a.push(9);
  a.remove(0);
  a.pop();
  EXPECT_EQ(std::memcmp(&a, &b, sizeof a), 0);
}

TEST(Choice, KeepsItsOperandsApart) {
  const Choice choice = Choice::make(200, 65535, 3, 4, 255);
  EXPECT_EQ(choice.verb(), 200);
  EXPECT_EQ(choice.a(), 65535);
  EXPECT_EQ(choice.b(), 3);
  EXPECT_EQ(choice.c(), 4);
  EXPECT_EQ(choice.d(), 255);
}

TEST(Text, FillsAndReads) {
  const Namer namer = [](std::string_view kind, int value) {
    return kind == "zone" ? (value == 1 ? std::string("Launch Pad") : "Iacon") : std::to_string(value);
  };
  const Finder finder = [](std::string_view kind, std::string_view text) -> std::vector<int> {
    if (kind == "zone" && text == "launch pad") return {1};
    if (kind == "zone" && text == "iacon") return {2};
    if (kind == "number" && !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos)
      return {std::stoi(std::string(text))};
    return {};
  };
  const std::int32_t operands[4] = {1, 2, 0, 3};
  EXPECT_EQ(fill("attack {a:zone} -> {b:zone}{d? with {d:number}}", operands, 0, namer),
            "attack Launch Pad -> Iacon with 3");
  EXPECT_EQ(fill("{a|robot|robots} {b|robot|robots}{c=0?!}", operands, 0, namer), "robot robots!");
  const auto only = [&](std::string_view pattern, std::string_view text) {
    const std::vector<Reading> found = read(pattern, text, finder);
    EXPECT_EQ(found.size(), 1u) << text;
    return found.empty() ? Reading{} : found[0];
  };
  Reading reading = only("attack {a:zone} -> {b:zone}", "ATTACK \"Launch  Pad\" ->  iacon");
  EXPECT_EQ(reading.operands[0], std::vector<int>{1});
  EXPECT_EQ(reading.operands[1], std::vector<int>{2});
  EXPECT_EQ(only("use {a:number}{d? with leader}", "use 2").operands[3], std::vector<int>{0});
  EXPECT_EQ(only("use {a:number}{d? with leader}", "use 2 with leader").operands[3], std::vector<int>{1});
  EXPECT_TRUE(read("use {a:number}", "use many", finder).empty());
}

// Without quotes a run of words may be one name or a name and what follows: both are found.
TEST(Text, ReadsInEveryWay) {
  const Finder finder = [](std::string_view kind, std::string_view text) -> std::vector<int> {
    if (kind == "card" && text == "drone") return {1};
    if (kind == "card" && text == "drone on the moon") return {2, 3};
    if (kind == "place" && text == "the moon") return {4};
    return {};
  };
  constexpr std::string_view pattern = "choose {a:card}{b? on {b:place}}";
  const std::vector<Reading> both = read(pattern, "choose Drone on the Moon", finder);
  ASSERT_EQ(both.size(), 2u);
  EXPECT_EQ(both[0].operands[0], (std::vector<int>{2, 3}));
  EXPECT_EQ(both[0].operands[1], std::vector<int>{0});
  EXPECT_EQ(both[1].operands[0], std::vector<int>{1});
  EXPECT_EQ(both[1].operands[1], std::vector<int>{4});
  EXPECT_EQ(read(pattern, "choose \"Drone on the Moon\"", finder).size(), 1u);
  EXPECT_EQ(read(pattern, "choose \"Drone\" on \"the Moon\"", finder).size(), 1u);
  EXPECT_TRUE(read(pattern, "choose \"Drone\" on \"the Sun\"", finder).empty());
}

// Whoever sends notations must not keep a server busy with words that mean nothing.
TEST(Text, LooksForNoNameThatWhatFollowsRulesOut) {
  int looked = 0;
  const Finder finder = [&](std::string_view, std::string_view) -> std::vector<int> {
    ++looked;
    return {};
  };
  std::string many;
  for (int i = 0; i < 200; ++i) many += " x";
  for (const char* pattern :
       {"choose {a:item}", "play {a:card} -> {b:zone}", "keep {a:card}{b? in the {b:slot} slot}"}) {
    looked = 0;
    EXPECT_TRUE(
        read(pattern, std::string(pattern).substr(0, std::string(pattern).find(' ')) + many, finder).empty());
    EXPECT_LE(looked, 2) << pattern;
  }
}

}  // namespace
}  // namespace rw::core
