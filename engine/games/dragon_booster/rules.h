// Dragon Booster as the edge sees it (engine/rules.h). What is not here are plain functions, each with its part of
// the turn.
#pragma once

#include "engine/games/dragon_booster/content.h"
#include "engine/games/dragon_booster/state.h"
#include "engine/games/dragon_booster/where.h"
#include "engine/rules.h"

namespace rw::dragon_booster {

struct Rules : RulesByTable<struct Lexicon, TermsOf<State, Content, Clause, Verb, Question, EventKind, Fact>> {
  static constexpr About about{"dragon_booster", 5, {2, 6}, Clause::DRB_GEN_01};
  // lexicon.cpp: after a game of a match the next one begins
  static void apply(Table&, core::Choice);
  static void run(Table&);
  static bool gathering(const Content&, const State&, core::Gathering&);  // choosing.cpp
  // victory.cpp
  static Clause table_clause(core::TableVerb);
  static core::Choice absent_choice(const Content&, const State&);
  // decks.cpp
  static std::vector<DeckFinding> check_deck(const Content&, const DeckList&, std::string_view language);
};

const Game& game();

}  // namespace rw::dragon_booster
