// Nets: what they read, that damage is told, that they judge in whole numbers as training does, and that what is
// shipped fits the games.
#include "players/net.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>

#include "engine/core/hash.h"
#include "engine/embedded.h"
#include "engine/game.h"
#include "players/games.h"
#include "players/judging.h"
#include "players/layout.h"
#include "tests/expected.h"

namespace rw::players {
namespace {

// A file of a net with three inputs, the third of a kind that no game had, two units and two straight ways.
class NetFile {
 public:
  NetFile() {
    text("RWNET01\n");
    text(std::string("dino_battles") + std::string(20, '\0'));
    put(std::uint64_t{5});
    for (const std::int32_t number : {2, 3, 4, 1, 128, 10, 256, 0}) put(number);
    for (const float range : {10.0F, 1.0F, 1.0F}) put(range);
    for (const int place : {0, 1, 2, 1, 0, 2})
      put(static_cast<std::uint16_t>(place));  // the second seat sees the first two swapped
    for (const int unknown : {0, 0, 1}) put(static_cast<std::uint8_t>(unknown));
    for (const int weight : {64, -64, 127, 0, 128, 0, 0, 127, 0, 0, 0, 0}) put(static_cast<std::int16_t>(weight));
    for (const std::int32_t bias : {0, 8128, 0, 0}) put(bias);
    for (const int weight : {64, 64, 0, 0}) put(static_cast<std::int16_t>(weight));
    put(std::int32_t{0});
    for (const int weight : {256, -256}) put(static_cast<std::int16_t>(weight));
    for (const std::int32_t bias : {0, 12700}) put(bias);
    for (int i = 0; i <= 8 * Net::one; ++i) {
      const double chance = 1 / (1 + std::exp(-i / 256.0));
      put(static_cast<std::uint16_t>(std::min(65535.0, std::round(65536 * chance))));
    }
  }
  std::vector<std::byte> finished() const {
    std::vector<std::byte> out = bytes_;
    const core::Digest digest = core::sha256(bytes_);
    for (std::size_t i = 0; i < 8; ++i) out.push_back(static_cast<std::byte>(digest[i]));
    return out;
  }
  void cut() { bytes_.pop_back(); }

 private:
  void text(const std::string& words) {
    for (const char letter : words) put(letter);
  }
  template <class T>
  void put(T value) {
    const auto* from = reinterpret_cast<const std::byte*>(&value);
    bytes_.insert(bytes_.end(), from, from + sizeof value);
  }
  std::vector<std::byte> bytes_;
};

TEST(Nets, JudgeInWholeNumbers) {
  const auto net = good(Net::read(NetFile().finished()));
  ASSERT_TRUE(net);
  EXPECT_EQ(net->game(), "dino_battles");
  Net::Judged judged{};
  // 0.7 of 10 is 7 and 1 is 1. Sums: 7*64 + 128 = 576, 8128 - 448 = 7680, straight 889, 127. Active: 9 and 120;
  // the one behind them (64*9 + 64*120) >> 6 = 127 at most. Logits: (256*127 + 4*889) / 127 = 284, (-256*127 +
  // 12700 + 4*127) / 127 = -152. Its own evaluation is even.
  ASSERT_TRUE(net->judge(std::vector<float>{0.7F, 1.0F, 0.0F}, 0, 0.5F, judged));
  EXPECT_FLOAT_EQ(judged.chance, net->chance_of(284));
  EXPECT_FLOAT_EQ(judged.margin, net->chance_of(-152));
  // The second seat sees its own things first: the same two numbers in each other's place.
  Net::Judged other{};
  ASSERT_TRUE(net->judge(std::vector<float>{0.1F, 7.0F, 0.0F}, 1, 0.5F, other));
  EXPECT_FLOAT_EQ(other.chance, judged.chance);
  // Half of the logit of the game's own evaluation is added: ln 3 is 281 256ths.
  ASSERT_TRUE(net->judge(std::vector<float>{0.7F, 1.0F, 0.0F}, 0, 0.75F, judged));
  EXPECT_NEAR(judged.chance, net->chance_of(284 + 140), 0.002);
  // What no game of the training had is left to the game's own evaluation.
  EXPECT_FALSE(net->judge(std::vector<float>{0.7F, 1.0F, 1.0F}, 0, 0.5F, judged));
}

TEST(Nets, TellDamage) {
  std::vector<std::byte> file = NetFile().finished();
  file[100] ^= std::byte{1};
  EXPECT_NE(Net::read(file).error().find("checksum"), std::string::npos);
  NetFile shorter;
  shorter.cut();
  EXPECT_NE(Net::read(shorter.finished()).error().find("cut off"), std::string::npos);
  EXPECT_FALSE(Net::read({}));
}

TEST(Nets, ChancesAndLogitsBelongTogether) {
  const auto net = good(Net::read(NetFile().finished()));
  ASSERT_TRUE(net);
  // Beyond that, 65536ths hardly tell logits apart.
  for (int logit = -1400; logit <= 1400; logit += 37) EXPECT_NEAR(net->logit_of(net->chance_of(logit)), logit, 6);
  EXPECT_FLOAT_EQ(net->chance_of(300) + net->chance_of(-300), 1.0F);
}

class NetsOfEveryGame : public testing::TestWithParam<const GamePlayers*> {};

// Each place of the tensor has one name, and all seats see each thing once.
TEST_P(NetsOfEveryGame, TheLayoutFitsTheTensor) {
  const auto edition = good(Edition::load(embedded_bundle(GetParam()->game)));
  ASSERT_TRUE(edition);
  const int seats = std::max(2, edition->game().min_seats);
  rw::Setup setup;
  setup.seats = seats;
  const Position position = good(edition->begin(setup, core::seed_from(1)));
  const Layout layout = GetParam()->layout(edition->content(), position.data());
  EXPECT_EQ(layout.seats, seats);
  EXPECT_EQ(layout.places.size(), edition->tensor(position, Viewer::of(core::seat(0))).size());
  // The shape is the same wherever the game goes.
  Position later = position;
  core::Random random = core::Random::start(core::seed_from(2));
  ChoiceList list;
  for (int i = 0; i < 200 && !edition->over(later); ++i) {
    edition->choices(later, list);
    edition->apply(later, list[static_cast<int>(random.below(static_cast<std::uint32_t>(list.size())))]);
    EXPECT_EQ(GetParam()->layout(edition->content(), later.data()).hash(), layout.hash());
  }
  for (int seat = 0; seat < seats; ++seat) {
    std::set<int> places;
    for (std::size_t i = 0; i < layout.places.size(); ++i)
      places.insert(layout.rotated(seat, static_cast<int>(i)));
    EXPECT_EQ(places.size(), layout.places.size()) << "seat " << seat;
    for (std::size_t i = 0; seat == 0 && i < layout.places.size(); ++i)
      EXPECT_EQ(layout.rotated(0, static_cast<int>(i)), i);
  }
}

TEST_P(NetsOfEveryGame, WhatIsShippedFitsTheGame) {
  const auto edition = good(Edition::load(embedded_bundle(GetParam()->game)));
  ASSERT_TRUE(edition);
  for (int seats = 1; seats <= core::max_seats; ++seats) {
    const Net* net = shipped_net(GetParam()->game, seats);
    if (net == nullptr) continue;
    rw::Setup setup;
    setup.seats = seats;
    const Position position = good(edition->begin(setup, core::seed_from(1)));
    const Layout layout = GetParam()->layout(edition->content(), position.data());
    EXPECT_EQ(net->layout(), layout.hash()) << "the game's description has changed since the net was trained";
    float out[core::max_seats];
    GetParam()->evaluate(edition->content(), position.data(), out);
    float sum = 0;
    for (int i = 0; i < seats; ++i) sum += out[i];
    EXPECT_GT(sum, 0);
  }
}

// The net of the Deck-Building Game has met competitive games only: a co-operating team is judged without it.
TEST(Nets, AreNotAskedAboutModesThatTheyHaveNotMet) {
  const GamePlayers* players = find_players("transformers_dbg");
  const auto edition = good(Edition::load(embedded_bundle("transformers_dbg")));
  ASSERT_TRUE(edition);
  const Net* net = shipped_net("transformers_dbg", 2);
  ASSERT_NE(net, nullptr);
  const auto known = [&](const std::string& mode) {
    rw::Setup setup;
    setup.seats = 2;
    setup.options.emplace_back("mode", mode);
    const Position position = good(edition->begin(setup, core::seed_from(1)));
    return players->known(edition->content(), position.data(), *net, core::seat(0));
  };
  EXPECT_TRUE(known("competitive_a"));
  EXPECT_FALSE(known("coop_a"));
}

INSTANTIATE_TEST_SUITE_P(Games, NetsOfEveryGame, testing::ValuesIn(all_players().begin(), all_players().end()),
                         [](const auto& each) { return std::string(each.param->game); });

}  // namespace
}  // namespace rw::players
