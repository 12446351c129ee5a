// A capacity that overflows, in a game of this test alone: the frame around the rules notices it and breaks that
// game off.
#include <gtest/gtest.h>

#include "engine/core/agenda.h"
#include "engine/core/driver.h"
#include "engine/core/table.h"
#include "engine/game.h"

namespace rw::test {
namespace {

// Two lists of its own: one that a choice fills, and one of choices.
struct Narrow {
  enum class Phase : std::uint8_t { playing, over };
  struct State {
    core::Sequence<core::Frame, 2> agenda;
    core::Decision decision;
    std::uint16_t end_clause;
    Phase phase;
    core::SeatMask winners;
  };
  struct Content {
    int choices = 1;
  };
  using Table = core::Table<State, Content>;
  static void choices(const Content& c, const State&, ChoiceList& list) {
    for (int i = 0; i < c.choices; ++i) list.add(Choice::make(1, i));
  }
  static void apply(Table& t, Choice) {
    core::Frame step{};
    step.step = static_cast<std::uint8_t>(t.s.agenda.size() + 1);
    t.s.agenda.push(step);
    // What was pushed is on top, room or not: the rules go on with it until they come back.
    EXPECT_EQ(t.s.agenda.back().step, step.step);
  }
};

TEST(Capacity, BreaksOffATypedGameToo) {
  Narrow::State s{};
  Narrow::Content content;
  Narrow::Table table{s, content, nullptr, nullptr};
  for (int i = 0; i < 2; ++i) {
    core::carry_out<Narrow>(table, Choice::make(1));
    EXPECT_FALSE(core::overflowed());
    EXPECT_EQ(s.phase, Narrow::Phase::playing);
  }
  core::carry_out<Narrow>(table, Choice::make(1));
  EXPECT_EQ(s.phase, Narrow::Phase::over);
  ASSERT_TRUE(core::overflowed());
  EXPECT_STREQ(core::overflow->what, "steps");
  EXPECT_EQ(core::overflow->room, 2);
}

// The same question again and again, with one answer: nobody is ever asked.
struct Endless : Narrow {
  static core::Asking asking(const State&) { return core::Asking::plain; }
  static void apply(Table& t, Choice) { t.s.decision.kind = 1; }
};

TEST(Capacity, OfAnswersThatNobodyChoosesBreaksOff) {
  Endless::State s{};
  Endless::Content content;
  Endless::Table table{s, content, nullptr, nullptr};
  s.decision.kind = 1;
  core::carry_out<Endless>(table, Choice::make(1));
  EXPECT_EQ(s.phase, Endless::Phase::over);
  ASSERT_TRUE(core::overflowed());
  EXPECT_STREQ(core::overflow->what, "answers_in_a_row");
}

TEST(Capacity, OfAListOfChoicesIsNoticed) {
  static ChoiceList list;
  Narrow::State s{};
  Narrow::Content content{ChoiceList::capacity};
  list.clear();
  core::list_choices<Narrow>(content, s, list);
  EXPECT_FALSE(core::overflowed());
  list.clear();
  content.choices = ChoiceList::capacity + 1;
  core::list_choices<Narrow>(content, s, list);
  ASSERT_TRUE(core::overflowed());
  EXPECT_STREQ(core::overflow->what, "choices");
  EXPECT_EQ(list.size(), ChoiceList::capacity);
}

TEST(Capacity, InsertingIntoAFullListKeepsItFull) {
  core::Sequence<std::uint16_t, 3> list{};
  for (std::uint16_t i = 1; i <= 3; ++i) list.push(i);
  core::overflow = nullptr;
  list.insert(0, 9);
  EXPECT_TRUE(core::overflowed());
  EXPECT_EQ(list.size(), 3);
  EXPECT_EQ(list[0], 9);
  EXPECT_EQ(list[2], 2);
  core::overflow = nullptr;
}

}  // namespace
}  // namespace rw::test
