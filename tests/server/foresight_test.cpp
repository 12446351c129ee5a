// Bots think ahead while somebody else is asked: what they thought of is there when it is asked for.
#include "server/foresight.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/embedded.h"
#include "players/games.h"
#include "server/bots.h"
#include "server/http.h"
#include "server/metrics.h"
#include "tests/expected.h"

namespace rw::server {
namespace {

// RISK while zones are claimed: one seat after the other takes one.
BotQuestion question_of(const char* bot) {
  const std::shared_ptr<const Edition> edition = good(Edition::load(embedded_bundle("risk_cybertron")));
  BotQuestion question{edition, good(edition->begin({2, {}}, core::seed_from(1))), bot, {}, "anna"};
  ChoiceList list;
  for (int i = 0; i < 6; ++i) {
    edition->choices(question.position, list);
    edition->apply(question.position, list[0]);
  }
  return question;
}

BotQuestion after(const BotQuestion& question, Choice choice) {
  BotQuestion next = question;
  next.edition->apply(next.position, choice);
  return next;
}

// What somebody is likely to choose.
Choice likeliest(const BotQuestion& question) {
  static ChoiceList list;
  static float promise[ChoiceList::capacity];
  const Edition& edition = *question.edition;
  edition.choices(question.position, list);
  players::find_players(edition.game().id)->promise(edition.content(), question.position.data(), list, promise);
  return list[static_cast<int>(std::max_element(promise, promise + list.size()) - promise)];
}

TEST(Foresight, WhatItThoughtOfIsThereAndNothingElse) {
  const BotQuestion question = question_of("search:5ms");
  const Choice answer = likeliest(question);
  const BotQuestion others = after(question, answer), again = after(others, likeliest(others));
  const auto asked = [](const BotQuestion& each) { return each.edition->decision(each.position).asked; };
  ASSERT_NE(asked(others), asked(question));
  ASSERT_EQ(asked(again), asked(question));

  Foresight foresight;
  foresight.think_ahead();
  EXPECT_EQ(foresight.thoughts(), 0U);
  foresight.expect(question, answer);
  EXPECT_TRUE(foresight.is_awaiting());
  EXPECT_FALSE(foresight.recalled(again));
  foresight.think_ahead();
  ASSERT_EQ(foresight.thoughts(), 1U);
  const std::optional<Choice> thought = foresight.recalled(again);
  ASSERT_TRUE(thought);
  EXPECT_FALSE(again.edition->judge(again.position, *thought).refused());
  EXPECT_FALSE(foresight.recalled(question)) << "nobody has thought of this position";
  BotQuestion stranger = again;
  stranger.bot = "search:6ms";
  EXPECT_FALSE(foresight.recalled(stranger)) << "another bot's thoughts";

  // It ends by itself, and a later answer makes the expectations before it useless.
  for (std::size_t i = 1; i < Foresight::likely; ++i) foresight.think_ahead();
  EXPECT_FALSE(foresight.is_awaiting());
  EXPECT_EQ(foresight.thoughts(), Foresight::likely);
  foresight.expect(question, answer);
  foresight.expect(again, *thought);
  foresight.think_ahead();
  const BotQuestion their_next = after(again, *thought);
  EXPECT_TRUE(foresight.recalled(after(their_next, likeliest(their_next))));
}

// A bot of a named strength must not be stronger because the machine has nothing to do.
TEST(Foresight, OnlyThoseWhoThinkByTheClock) {
  for (const char* bot : {"beginner", "casual", "skilled", "strong", "search:50", "greedy", "random"}) {
    const BotQuestion question = question_of(bot);
    Foresight foresight;
    foresight.expect(question, likeliest(question));
    EXPECT_FALSE(foresight.is_awaiting()) << bot;
  }
  const BotQuestion question = question_of("expert");
  Foresight foresight;
  foresight.expect(question, likeliest(question));
  EXPECT_TRUE(foresight.is_awaiting());
}

// A bot that has answered thinks on by itself, if a thread is free beside the one that does; when the reply comes,
// the answer is known.
TEST(Bots, ThinkAheadWhileAThreadIsFree) {
  for (const int threads : {1, 2}) {
    Metrics metrics;
    HttpServer http(metrics);
    const BotQuestion question = question_of("search:5ms");
    Bots bots(threads, http.loop());
    int answers = 0;
    bool asked_again = false;
    BotQuestion later;
    bots.ask(question, [&](Choice choice, Milliseconds) {
      ++answers;
      const BotQuestion others = after(question, choice);
      later = after(others, likeliest(others));
    });
    // With a single thread nobody thinks ahead, however long one waits: a little is enough then.
    int patience = threads == 1 ? 40 : 12'000;
    std::function<void()> look = [&] {
      if (answers == 2 || --patience == 0) return http.stop();
      if (answers == 1 && !asked_again && bots.thoughts() > 0) {
        asked_again = true;
        bots.ask(later, [&](Choice, Milliseconds) { ++answers; });
      }
      http.loop().after(5, look);
    };
    look();
    http.run();
    EXPECT_EQ(bots.foreseen() > 0, threads == 2) << threads << " threads";
  }
}

}  // namespace
}  // namespace rw::server
