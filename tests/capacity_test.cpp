// A capacity that overflows ends one game, with a message, and nothing else (docs/architecture.md). Each list of a
// position that can fill up is filled at a decision of a random game, and the game is played on until it needs one
// place more.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>
#include <set>

#include "engine/core/driver.h"
#include "engine/games/dino_battles/rules.h"
#include "engine/games/dragon_booster/rules.h"
#include "engine/games/risk_cybertron/rules.h"
#include "engine/games/transformers_dbg/rules.h"
#include "engine/games/transformers_tcg/rules.h"
#include "engine/replay.h"
#include "players/player.h"
#include "tests/table.h"

namespace rw::test {
namespace {

// Fills one list of a position; false if this position gives nothing to fill it with.
template <class State>
using Fill = bool (*)(State&);

// Steps wait their turn: copies of the lowest one are never reached before the list overflows.
template <class State>
bool fill_agenda(State& s) {
  if (s.agenda.empty()) return false;
  while (s.agenda.size() < s.agenda.capacity) s.agenda.insert(0, s.agenda[0]);
  return true;
}

// The same where the lowest step must stay the turn: checks lie above it, which find nothing.
bool fill_above_the_turn(dino_battles::State& s) {
  core::Frame check{};
  check.step = static_cast<std::uint8_t>(dino_battles::Step::check);
  if (s.phase == dino_battles::Phase::draft) return false;
  while (s.agenda.size() < s.agenda.capacity) s.agenda.insert(1, check);
  return true;
}

// With copies of what is there.
template <auto list>
bool fill_list(auto& s) {
  auto& items = s.*list;
  if (items.empty()) return false;
  while (items.size() < items.capacity) items.insert(0, items[0]);
  return true;
}

template <class State>
struct Filling {
  const char* what;
  Fill<State> fill;
};

template <class State>
State& state_of(Position& p) {
  return *static_cast<State*>(p.data());
}

void expect_broken(const Edition& edition, const Position& position, const char* what) {
  EXPECT_STREQ(position.broken()->what, what);
  EXPECT_TRUE(edition.over(position));
  EXPECT_FALSE(edition.decision(position).open());
  static ChoiceList list;
  edition.choices(position, list);
  EXPECT_EQ(list.size(), 0);
  EXPECT_EQ(edition.outcome(position).winners, 0);
  const std::string room = std::to_string(position.broken()->room);
  EXPECT_NE(edition.broken_text(position, "en").find(room), std::string::npos);
  EXPECT_NE(edition.broken_text(position, "fr").find(room), std::string::npos);
  EXPECT_NE(edition.refusal_text(position, edition.judge(position, core::seat(0), Choice{}), "en"), "");
  EXPECT_NE(outcome_text(edition, position).find("broken off"), std::string::npos);
}

// Plays on at random; true when the game was broken off, which is then looked at.
bool overflows(const Edition& edition, Position position, const char* what, std::uint64_t seed) {
  static ChoiceList list;
  core::Random random = core::Random::start(core::seed_from(seed));
  for (int i = 0; i < 400 && !edition.over(position); ++i) {
    edition.choices(position, list);
    if (list.size() == 0) return false;
    const Position before = position;
    core::Log log;  // a table listens, and is shown the position of the last choice
    edition.apply(position, list[static_cast<int>(random.below(static_cast<std::uint32_t>(list.size())))], &log);
    if (position.broken() == nullptr) continue;
    EXPECT_EQ(position, before) << "a game is broken off in the position of its last choice";
    if (std::strcmp(position.broken()->what, what) != 0) return false;
    expect_broken(edition, position, what);
    return true;
  }
  return false;
}

// As many seats as may play, with other decks each time where players bring them.
rw::Setup setup_of(const Edition& edition, std::uint64_t seed) {
  rw::Setup setup;
  setup.seats = edition.game().max_seats;
  const core::Node decks = edition.bundle().root()["decks"];
  if (decks.size() == 0) return setup;
  std::string names;
  for (int seat = 0; seat < setup.seats; ++seat) {
    const auto place = (seed + static_cast<std::uint64_t>(seat) * 7) % static_cast<std::uint64_t>(decks.size());
    names += (seat == 0 ? "" : ",") + std::string(decks[static_cast<int>(place)]["id"].text());
  }
  setup.options.emplace_back("decks", names);
  return setup;
}

// At every few decisions of random games with as many seats as may play, until one overflows.
template <class Rules>
void fill_up(const Filling<typename Rules::State>& filling) {
  const auto edition = edition_of(*find_game(Rules::id));
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    std::string error;
    Position position = edition->begin(setup_of(*edition, seed), core::seed_from(seed), error);
    ASSERT_FALSE(position.empty()) << error;
    int decisions = 0;
    bool met = false;
    play_on(*edition, position, seed, [&](const Position& now, const ChoiceList&) {
      if (++decisions % 3 != 0) return true;
      if (decisions > 1200) return false;
      Position full = now;
      if (!filling.fill(state_of<typename Rules::State>(full))) return true;
      met = overflows(*edition, full, filling.what, seed + static_cast<std::uint64_t>(decisions));
      return !met;
    });
    if (!met) continue;
    // The program goes on: another game is played to its end.
    Position other = begin(*edition, edition->game().min_seats, seed);
    play_on(*edition, other, seed, [](const Position&, const ChoiceList&) { return true; });
    EXPECT_EQ(other.broken(), nullptr);
    return;
  }
  ADD_FAILURE() << Rules::id << ": nothing made '" << filling.what << "' overflow";
}

TEST(Capacity, OfRiskEndsOneGame) {
  using State = risk_cybertron::State;
  fill_up<risk_cybertron::Rules>({"steps", fill_agenda<State>});
  fill_up<risk_cybertron::Rules>({"lasting", fill_list<&State::lasting>});
}

TEST(Capacity, OfTheTradingCardGameEndsOneGame) {
  using State = transformers_tcg::State;
  fill_up<transformers_tcg::Rules>({"steps", fill_agenda<State>});
  fill_up<transformers_tcg::Rules>({"lasting", fill_list<&State::lasting>});
  // Entries that nothing asks for.
  fill_up<transformers_tcg::Rules>({"later", [](State& s) {
                                      const transformers_tcg::Later idle{0, 0, 0, 0, 0, 0xFF, 0};
                                      while (s.laters.size() < s.laters.capacity) s.laters.push(idle);
                                      return true;
                                    }});
  fill_up<transformers_tcg::Rules>({"uses", [](State& s) {
                                      while (s.uses.size() < s.uses.capacity) s.uses.push({0xFFFF, 0xFFFF});
                                      return true;
                                    }});
}

TEST(Capacity, OfTheDeckBuildingGameEndsOneGame) {
  using State = transformers_dbg::State;
  fill_up<transformers_dbg::Rules>({"steps", fill_agenda<State>});
  fill_up<transformers_dbg::Rules>({"lasting", fill_list<&State::lasting>});
  fill_up<transformers_dbg::Rules>({"cards", [](State& s) {
                                      auto& hand = s.players[core::index(s.decision.asked)].hand;
                                      if (hand.empty()) return false;
                                      while (hand.size() < hand.capacity) hand.insert(0, hand[0]);
                                      return true;
                                    }});
  fill_up<transformers_dbg::Rules>({"cards_in_play", [](State& s) {
                                      const auto seat = static_cast<std::size_t>(core::index(s.decision.asked));
                                      if (s.players[seat].hand.empty()) return false;
                                      std::uint64_t taken = 0;
                                      for (std::uint64_t mask : s.in_play) taken |= mask;
                                      for (int slot = transformers_dbg::first_card_slot;
                                           slot < transformers_dbg::slot_count; ++slot) {
                                        if (core::contains(taken, slot)) continue;
                                        s.slots[slot] = {};
                                        s.slots[slot].card = s.players[seat].hand[0];
                                        s.in_play[seat] |= core::bit(slot);
                                      }
                                      return true;
                                    }});
}

TEST(Capacity, OfDragonBoosterEndsOneGame) {
  using State = dragon_booster::State;
  fill_up<dragon_booster::Rules>({"steps", fill_agenda<State>});
  fill_up<dragon_booster::Rules>({"lasting", fill_list<&State::lasting>});
}

TEST(Capacity, OfDinoBattlesEndsOneGame) {
  using State = dino_battles::State;
  fill_up<dino_battles::Rules>({"steps", fill_above_the_turn});
  fill_up<dino_battles::Rules>({"lasting", fill_list<&State::effects>});
  fill_up<dino_battles::Rules>({"stack", fill_list<&State::stack>});
  // All at the end of the first player's cards: they count for him and for all who come after.
  fill_up<dino_battles::Rules>({"attached", [](State& s) {
                                  if (s.players[0].at_slot[0] == 0) return false;
                                  const int begin = s.attached_end[0], end = s.attached_end[s.seats - 1];
                                  if (end != begin) return false;
                                  for (int i = begin; i < dino_battles::max_attached; ++i) {
                                    s.attached[i].handle = static_cast<std::uint8_t>(i);
                                    s.attached[i].place = (s.players[0].at_slot[0] - 1U) & 7U;
                                    ++s.players[0].under[0];
                                  }
                                  for (std::uint8_t& each : s.attached_end) each = dino_battles::max_attached;
                                  return true;
                                }});
}

// ---- a game that only overflows ------------------------------------------------------------------------

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

// Search and greedy players that imagine such a game go on, and come back with a choice.
TEST(Capacity, DoesNotStopWhoThinksAhead) {
  using risk_cybertron::State;
  const auto edition = edition_of(*find_game("risk_cybertron"));
  Position position = begin(*edition, 2, 5);
  int decisions = 0;
  play_on(*edition, position, 5, [&](const Position&, const ChoiceList&) { return ++decisions < 150; });
  ASSERT_FALSE(edition->over(position));
  fill_agenda(state_of<State>(position));
  for (const char* name : {"greedy", "search:50"}) {
    players::Spec spec;
    std::string error;
    ASSERT_TRUE(players::parse(name, spec, error));
    const auto player = players::make_player(spec, edition->game(), error);
    core::Random random = core::Random::start(core::seed_from(1));
    const Choice choice = players::ask(*player, *edition, position, random);
    EXPECT_FALSE(edition->judge(position, choice).refused()) << name;
  }
}

// The report says what was too small and holds the replay, which tells the same game again.
TEST(Capacity, IsReportedSoThatItCanBePlayedAgain) {
  const auto edition = edition_of(*find_game("risk_cybertron"));
  rw::Setup setup;
  Replay replay = start_replay(*edition, setup, core::seed_from(3));
  std::string error;
  Position position = edition->begin(setup, core::seed_from(3), error);
  static ChoiceList list;
  for (int i = 0; i < 5; ++i) {
    edition->choices(position, list);
    record(replay, *edition, position, list[0]);
    edition->apply(position, list[0]);
  }
  static constexpr core::Capacity room{"lasting", 24};
  position.break_off(&room);
  close(replay, *edition, position);
  const std::string report = broken_report(*edition, position, replay);
  EXPECT_NE(report.find("more than 24 lasting effects"), std::string::npos) << report;
  Replay back;
  ASSERT_TRUE(read_replay(report.substr(report.find('\n') + 1), back, error)) << error;
  EXPECT_EQ(back.choices.size(), 5u);
  EXPECT_EQ(back.seed, core::seed_from(3));
}

}  // namespace
}  // namespace rw::test
