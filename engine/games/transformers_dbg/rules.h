// The Transformers Deck-Building Game as the edge sees it (engine/rules.h). What is not here are plain functions,
// each with its part of the turn.
#pragma once

#include "engine/games/transformers_dbg/content.h"
#include "engine/games/transformers_dbg/state.h"
#include "engine/games/transformers_dbg/where.h"
#include "engine/rules.h"

namespace rw::transformers_dbg {

struct Rules : RulesByTable<struct Lexicon, TermsOf<State, Content, Clause, Verb, Question, EventKind, Fact>> {
  static constexpr About about{"transformers_dbg", 4, {1, max_players}, Clause::DBG_SET_01};
  // ending.cpp
  static core::SeatMask side(const State& s, Seat seat) {
    core::SeatMask out = 0;
    for (int i = 0; i < s.seats; ++i)
      if (same_team(s, seat, core::seat(i))) out = static_cast<core::SeatMask>(out | core::only(core::seat(i)));
    return out;
  }
  static Clause table_clause(core::TableVerb);
  static core::Choice absent_choice(const Content&, const State&);
  static bool gathering(const Content&, const State&, core::Gathering&);  // choosing.cpp
};

const Game& game();

}  // namespace rw::transformers_dbg
