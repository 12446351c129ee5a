// The Transformers Deck-Building Game as the edge sees it: every function that engine/edge.h asks of a game.
#pragma once

#include "engine/games/transformers_dbg/asking.h"
#include "engine/games/transformers_dbg/content.h"
#include "engine/games/transformers_dbg/state.h"
#include "engine/games/transformers_dbg/where.h"
#include "engine/rules.h"

namespace rw::transformers_dbg {

using Terms = TermsOf<State, Content, Clause, Verb, Question, EventKind, Fact>;
struct Lexicon;  // lexicon.cpp

struct Rules : RulesByTable<Lexicon, Terms> {
  static constexpr std::string_view id = "transformers_dbg";
  static constexpr int version = 2;
  static constexpr int min_seats = 1, max_seats = max_players;
  static constexpr Clause seats_clause = Clause::DBG_SET_01;

  // setup.cpp
  static Expected<std::unique_ptr<Content>> load(core::Node root) { return load_content(root); }
  static Expected<> begin(Table&, const Setup&, const core::Seed&);
  static Expected<> settle(Table&);
  static void go_on(Table&);
  static Expected<> check(const Content&, const State&);
  static core::Asking asking(const State& s) { return asking_table[s.decision.kind]; }
  // choosing.cpp
  static bool gathering(const Content&, const State&, core::Gathering&);
  // ending.cpp
  static core::SeatMask side(const State& s, Seat seat) {
    core::SeatMask out = 0;
    for (int i = 0; i < s.seats; ++i)
      if (same_team(s, seat, core::seat(i))) out = static_cast<core::SeatMask>(out | core::only(core::seat(i)));
    return out;
  }
  static Outcome outcome(const Content&, const State&);
  // What every table can do (core::TableVerb): who has left, the rule about it, and what follows.
  static bool has_left(const State& s, Seat seat) { return core::has(s.left, seat); }
  static Clause table_clause(core::TableVerb);
  static void leave(Table&, Seat, core::TableVerb);
  static void agree_draw(Table&);
  static core::Choice absent_choice(const Content&, const State&);
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

}  // namespace rw::transformers_dbg
