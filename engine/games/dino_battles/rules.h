// Biomechanic Dino Battles as the edge sees it (engine/rules.h). What is not here are plain functions, each with
// its part of the turn.
#pragma once

#include "engine/games/dino_battles/content.h"
#include "engine/games/dino_battles/state.h"
#include "engine/games/dino_battles/where.h"
#include "engine/rules.h"

namespace rw::dino_battles {

struct Rules : RulesByTable<struct Lexicon, TermsOf<State, Content, Clause, Verb, Question, EventKind, Fact>> {
  static constexpr About about{"dino_battles", 2, {2, 4}, Clause::DNB_SET_18};
  static bool gathering(const Content&, const State&, core::Gathering&);  // turn.cpp
  static Clause table_clause(core::TableVerb);                                   // service.cpp
};

const Game& game();

}  // namespace rw::dino_battles
