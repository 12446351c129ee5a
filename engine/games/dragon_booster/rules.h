// Dragon Booster as the edge sees it: every function that engine/edge.h asks of a game.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/describe.h"
#include "engine/game.h"
#include "engine/games/dragon_booster/asking.h"
#include "engine/games/dragon_booster/content.h"
#include "engine/games/dragon_booster/state.h"

namespace rw::dragon_booster {

struct Rules {
  using State = dragon_booster::State;
  using Content = dragon_booster::Content;

  static constexpr std::string_view id = "dragon_booster";
  static constexpr int version = 3;
  static constexpr int min_seats = 2, max_seats = 6;
  static constexpr Clause seats_clause = Clause::DRB_GEN_01;

  static const ability::Vocabulary& vocabulary();
  static std::span<const std::string_view> clauses() { return clause_names; }
  static std::span<const std::string_view> verbs() { return Verb_names; }
  static std::span<const std::string_view> questions() { return Question_names; }
  static std::span<const std::string_view> events() { return EventKind_names; }
  static std::span<const std::string_view> facts() { return Fact_names; }

  static std::unique_ptr<Content> load(core::Node root, std::string& error) { return load_content(root, error); }
  // begin.cpp
  static bool begin(Table&, const Setup&, const core::Seed&, std::string& error);
  // made_up.cpp
  static bool settle(Table&, std::string& error);
  static void go_on(Table&);
  static bool check(const Content&, const State&, std::string& error);
  // lexicon.cpp
  static void choices(const Content&, const State&, core::ChoiceList&);
  static core::Refusal judge(const Content&, const State&, Seat, core::Choice);
  static core::Asking asking(const State& s) { return asking_of(s); }  // asking.h
  static void apply(Table&, core::Choice);
  static bool over(const State& s) { return s.phase == Phase::over; }
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
  static std::span<const ability::WhereRow> where();
  static std::span<const std::string_view> zones();
  static std::span<const std::string_view> kinds();
  static void lying(const Content&, const State&, std::vector<ability::Lying>&);
  static void silence(Content&, int record);
  static std::string record_name(const Content&, int record);
};

}  // namespace rw::dragon_booster
