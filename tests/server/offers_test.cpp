// Offers and the clock of a table, by themselves.
#include "server/offers.h"

#include <gtest/gtest.h>

#include "server/table_clock.h"

namespace rw::server {
namespace {

constexpr core::SeatMask seats(std::initializer_list<int> list) {
  core::SeatMask mask = 0;
  for (const int seat : list) mask = static_cast<core::SeatMask>(mask | core::only(core::seat(seat)));
  return mask;
}
Entry choice_of(int seat, std::int32_t spent = 0) {
  return {Entry::Kind::choice, static_cast<std::uint8_t>(seat), 1, 0, spent};
}

TEST(Offers, AreAgreedWhenAllWhoAreAskedSayYes) {
  Offers offers;
  offers.ask("draw", 0, seats({1, 2}));
  Offer* draw = offers.find("draw");
  ASSERT_NE(draw, nullptr);
  EXPECT_FALSE(Offers::accept(*draw, core::seat(1)));
  EXPECT_TRUE(Offers::accept(*draw, core::seat(2)));
  EXPECT_EQ(offers.take(*draw).seat, 0);
  EXPECT_TRUE(offers.empty());
}

TEST(Offers, PlayingOnAnswersThem) {
  Offers offers;
  offers.ask("undo", 0, seats({1, 2}));
  offers.ask("draw", 0, seats({1, 2}));
  offers.ask_about(2, seats({0, 1}), 3);
  offers.play_on(choice_of(0));
  EXPECT_EQ(offers.find("undo"), nullptr) << "it was about an earlier position";
  EXPECT_NE(offers.find("draw"), nullptr) << "whoever asked may play on";
  EXPECT_NE(offers.find("out_of_time"), nullptr);
  offers.play_on(choice_of(1));
  EXPECT_EQ(offers.find("draw"), nullptr) << "whoever was asked has answered";
  offers.play_on(choice_of(2));
  EXPECT_TRUE(offers.empty()) << "the seat that was late has chosen";
}

TEST(TableClock, ABankPaysForChoices) {
  const Clock rules{Clock::Kind::bank, 60, 5, 0};
  TableClock clock(rules, 2, {choice_of(0, 20'000)});
  EXPECT_EQ(clock.left(0), 45'000);
  EXPECT_EQ(clock.left(1), 60'000);
  clock.ask(1'000);
  EXPECT_EQ(clock.left_while_asked(1, 11'000), 50'000);
  clock.refill(0, 11'000);
  EXPECT_EQ(clock.left(0), 60'000);
}

TEST(TableClock, WhoeverWasThinkingGoesOnWithWhatWasLeft) {
  for (const Clock::Kind kind : {Clock::Kind::decision, Clock::Kind::bank}) {
    TableClock clock({kind, 60, 0, 0}, 2, {});
    clock.was_left(12'000);
    clock.ask(500'000);
    clock.go_on(1);
    EXPECT_EQ(clock.left_while_asked(1, 500'000), 12'000);
    clock.ask(500'000);
    clock.go_on(1);
    EXPECT_EQ(clock.left_while_asked(1, 500'000), 60'000) << "only once";
  }
}

TEST(TableClock, OnlyTheLastAlarmCounts) {
  TableClock clock({Clock::Kind::decision, 60, 0, 0}, 2, {});
  const auto first = clock.set_alarm(), second = clock.set_alarm();
  EXPECT_FALSE(clock.is_set(first));
  EXPECT_TRUE(clock.is_set(second));
}

}  // namespace
}  // namespace rw::server
