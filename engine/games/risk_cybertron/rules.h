// RISK Cybertron as the edge sees it (engine/rules.h). What is not here are plain functions, each with its part of
// the turn.
#pragma once

#include "engine/games/risk_cybertron/content.h"
#include "engine/games/risk_cybertron/state.h"
#include "engine/games/risk_cybertron/where.h"
#include "engine/rules.h"

namespace rw::risk_cybertron {

struct Rules : RulesByTable<struct Lexicon, TermsOf<State, Content, Clause, Verb, Question, EventKind, Fact>> {
  static constexpr About about{"risk_cybertron", 3, {2, 4}, Clause::RSK_MOD_01};
  static core::SeatMask side(const State& s, Seat seat) {
    return static_cast<core::SeatMask>(core::only(seat) | core::only(team_mate(s, seat)));
  }
  static bool gathering(const Content&, const State&, core::Gathering&);  // cards.cpp
  static Clause table_clause(core::TableVerb);  // leaving.cpp
};

const Game& game();

}  // namespace rw::risk_cybertron
