// RISK Cybertron as the edge sees it: every function that engine/edge.h asks of a game.
#pragma once

#include "engine/games/risk_cybertron/asking.h"
#include "engine/games/risk_cybertron/content.h"
#include "engine/games/risk_cybertron/state.h"
#include "engine/games/risk_cybertron/where.h"
#include "engine/rules.h"

namespace rw::risk_cybertron {

using Terms = TermsOf<State, Content, Clause, Verb, Question, EventKind, Fact>;
struct Lexicon;  // lexicon.cpp

struct Rules : RulesByTable<Lexicon, Terms> {
  static constexpr std::string_view id = "risk_cybertron";
  static constexpr int version = 2;
  static constexpr int min_seats = 2, max_seats = 4;
  static constexpr Clause seats_clause = Clause::RSK_MOD_01;

  // setup.cpp
  static Expected<std::unique_ptr<Content>> load(core::Node root) { return load_content(root); }
  static Expected<> begin(Table&, const Setup&, const core::Seed&);
  static Expected<> settle(Table&);
  static void go_on(Table&);
  static Expected<> check(const Content&, const State&);
  static core::Asking asking(const State& s) { return asking_table[s.decision.kind]; }
  static core::SeatMask side(const State& s, Seat seat) {
    return static_cast<core::SeatMask>(core::only(seat) | core::only(team_mate(s, seat)));
  }
  static Outcome outcome(const Content&, const State&);
  // cards.cpp
  static bool gathering(const Content&, const State&, core::Gathering&);
  // leaving.cpp
  // What every table can do (core::TableVerb): who has left, the rule about it, and what follows.
  static bool has_left(const State& s, Seat seat) { return !in_game(s, seat); }
  static Clause table_clause(core::TableVerb);
  static void leave(Table&, Seat, core::TableVerb);
  static void agree_draw(Table&);
  // knowledge.cpp
  static void redeal(const Content&, State&, Seat viewer, core::Random&);
  static bool learned(const State& before, const State& after);
  // describe.h
  template <class Visitor>
  static void describe(const Content&, State&, Visitor&);
  // where.cpp
  static const ability::Whereabouts<Content, State> where;
};

const Game& game();

}  // namespace rw::risk_cybertron
