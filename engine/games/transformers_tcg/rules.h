// The Transformers TCG as the edge sees it (engine/rules.h). What is not here are plain functions, each with its
// part of the turn.
#pragma once

#include "engine/games/transformers_tcg/content.h"
#include "engine/games/transformers_tcg/state.h"
#include "engine/games/transformers_tcg/where.h"
#include "engine/rules.h"

namespace rw::transformers_tcg {

struct Rules : RulesByTable<struct Lexicon, TermsOf<State, Content, Clause, Verb, Question, EventKind, Fact>> {
  static constexpr About about{"transformers_tcg", 4, {2, 2}, Clause::none};
  // deck.cpp
  static std::vector<DeckFinding> check_deck(const Content&, const rw::DeckList&, std::string_view language);
  static bool gathering(const Content&, const State&, core::Gathering&);  // choices.cpp
  static Clause table_clause(core::TableVerb);                                   // end.cpp
};

const Game& game();

}  // namespace rw::transformers_tcg
