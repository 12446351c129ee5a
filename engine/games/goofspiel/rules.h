// Goofspiel as the edge sees it (engine/rules.h). What is not here are plain functions, each with its part of the
// turn.
#pragma once

#include "engine/games/goofspiel/state.h"
#include "engine/rules.h"

namespace rw::goofspiel {

struct Rules : RulesByTable<struct Lexicon, TermsOf<State, Content, Clause, Verb, Question, EventKind, Fact>> {
  static constexpr About about{"goofspiel", 1, {2, max_players}, Clause::GOF_SET_01};
  static Clause table_clause(core::TableVerb verb) {
    return verb == core::TableVerb::agree_draw ? Clause::GOF_END_04 : Clause::GOF_END_03;
  }
};

// setup.cpp
Expected<> begin_game(Table&, const Setup&, const core::Seed&);
Expected<> settle_position(Table&);
Expected<> check_position(const Content&, const State&);
// round.cpp
void step_round(Table&, core::Frame&);
void list_bids(const Content&, const State&, core::ChoiceList&);
core::Refusal judge_bid(const Content&, const State&, Seat, core::Choice);
void bid(Table&, Seat, core::Choice);
Outcome outcome_of(const Content&, const State&);
void leave_game(Table&, Seat, core::TableVerb);
void draw_by_agreement(Table&);
// knowledge.cpp
void redeal_hidden(const Content&, State&, Seat viewer, core::Random&);
bool anybody_learned(const State& before, const State& after);

const Game& game();

}  // namespace rw::goofspiel
