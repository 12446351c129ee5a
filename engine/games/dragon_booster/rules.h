// Dragon Booster as the edge sees it: every function that engine/edge.h asks of a game.
#pragma once

#include "engine/games/dragon_booster/asking.h"
#include "engine/games/dragon_booster/content.h"
#include "engine/games/dragon_booster/state.h"
#include "engine/games/dragon_booster/where.h"
#include "engine/rules.h"

namespace rw::dragon_booster {

using Terms = TermsOf<State, Content, Clause, Verb, Question, EventKind, Fact>;
struct Lexicon;  // lexicon.cpp

struct Rules : RulesByTable<Lexicon, Terms> {
  static constexpr std::string_view id = "dragon_booster";
  static constexpr int version = 3;
  static constexpr int min_seats = 2, max_seats = 6;
  static constexpr Clause seats_clause = Clause::DRB_GEN_01;

  static Expected<std::unique_ptr<Content>> load(core::Node root) { return load_content(root); }
  // begin.cpp
  static Expected<> begin(Table&, const Setup&, const core::Seed&);
  // made_up.cpp
  static Expected<> settle(Table&);
  static void go_on(Table&);
  static Expected<> check(const Content&, const State&);
  static core::Asking asking(const State& s) { return asking_table[s.decision.kind]; }
  // lexicon.cpp: after a game of a match the next one begins
  static void apply(Table&, core::Choice);
  static void run(Table&);
  // choosing.cpp
  static bool gathering(const Content&, const State&, core::Gathering&);
  // victory.cpp
  static Outcome outcome(const Content&, const State&);
  // What every table can do (core::TableVerb): who has left, the rule about it, and what follows.
  static bool has_left(const State& s, Seat seat) { return !in_game(s, seat); }
  static Clause table_clause(core::TableVerb);
  static void leave(Table&, Seat, core::TableVerb);
  static void agree_draw(Table&);
  static core::Choice absent_choice(const Content&, const State&);
  // decks.cpp
  static std::vector<DeckFinding> check_deck(const Content&, const DeckList&, std::string_view language);
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

}  // namespace rw::dragon_booster
