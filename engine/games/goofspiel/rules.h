// Goofspiel as the edge sees it: every function that engine/edge.h asks of a game.
#pragma once

#include "engine/core/asking.h"
#include "engine/games/goofspiel/state.h"
#include "engine/rules.h"

namespace rw::goofspiel {

// What is held is public, so the last card is no secret: the core lays it.
inline constexpr auto asking_table = core::asking_table<Question_count>(
    {.plain = core::at(Question::bid), .window = 0, .ending = 0, .several = core::at(Question::none)});

using Terms = TermsOf<State, Content, Clause, Verb, Question, EventKind, Fact>;
struct Lexicon;  // lexicon.cpp

struct Rules : RulesByTable<Lexicon, Terms> {
  static constexpr std::string_view id = "goofspiel";
  static constexpr int version = 1;
  static constexpr int min_seats = 2, max_seats = max_players;
  static constexpr Clause seats_clause = Clause::GOF_SET_01;

  // setup.cpp
  static Expected<std::unique_ptr<Content>> load(core::Node root);
  static Expected<> begin(Table&, const Setup&, const core::Seed&);
  static Expected<> settle(Table&);
  static void go_on(Table& t) { run(t); }
  static Expected<> check(const Content&, const State&);
  static core::Asking asking(const State& s) { return asking_table[s.decision.kind]; }
  // round.cpp
  static Outcome outcome(const Content&, const State&);
  static bool has_left(const State& s, Seat seat) { return core::has(s.gone, seat); }
  static Clause table_clause(core::TableVerb verb) {
    return verb == core::TableVerb::agree_draw ? Clause::GOF_END_04 : Clause::GOF_END_03;
  }
  static void leave(Table&, Seat, core::TableVerb);
  static void agree_draw(Table&);
  // knowledge.cpp
  static void redeal(const Content&, State&, Seat viewer, core::Random&);
  static bool learned(const State& before, const State& after);
  // describe.h
  template <class Visitor>
  static void describe(const Content&, State&, Visitor&);
  static const ability::Whereabouts<Content, State> where;  // lexicon.cpp: no card has a text
};

// round.cpp
void step_round(Table&, core::Frame&);
void list_bids(const Content&, const State&, core::ChoiceList&);
core::Refusal judge_bid(const Content&, const State&, Seat, core::Choice);
void bid(Table&, Seat, core::Choice);

const Game& game();

}  // namespace rw::goofspiel
