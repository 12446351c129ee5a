// The Transformers TCG as the edge sees it: every function that engine/edge.h asks of a game.
#pragma once

#include "engine/games/transformers_tcg/asking.h"
#include "engine/games/transformers_tcg/content.h"
#include "engine/games/transformers_tcg/state.h"
#include "engine/games/transformers_tcg/where.h"
#include "engine/rules.h"

namespace rw::transformers_tcg {

using Terms = TermsOf<State, Content, Clause, Verb, Question, EventKind, Fact>;
struct Lexicon;  // lexicon.cpp

struct Rules : RulesByTable<Lexicon, Terms> {
  static constexpr std::string_view id = "transformers_tcg";
  static constexpr int version = 2;
  static constexpr int min_seats = 2, max_seats = 2;
  static constexpr Clause seats_clause = Clause::none;

  // setup.cpp
  static Expected<std::unique_ptr<Content>> load(core::Node root) { return load_content(root); }
  static Expected<> begin(Table&, const Setup&, const core::Seed&);
  static Expected<> settle(Table&);
  static void go_on(Table&);
  static Expected<> check(const Content&, const State&);
  // deck.cpp
  static std::vector<DeckFinding> check_deck(const Content&, const rw::DeckList&, std::string_view language);
  static core::Asking asking(const State& s) { return asking_table[s.decision.kind]; }
  // choices.cpp
  static bool gathering(const Content&, const State&, core::Gathering&);
  // end.cpp
  static Outcome outcome(const Content&, const State&);
  // What every table can do (core::TableVerb): who has left, the rule about it, and what follows.
  static bool has_left(const State&, Seat) { return false; }  // the game ends
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

}  // namespace rw::transformers_tcg
