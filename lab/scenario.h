// Scenarios: rules tested in the language of the rules. A scenario sets a position up, makes choices,
// scripts chance and says what must come out; docs/scenarios.md describes the file format.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/chance.h"
#include "engine/core/describe.h"
#include "engine/game.h"
#include "forge/change.h"

namespace rw::lab {

// ---- what a file says ---------------------------------------------------------------------------

// A word of the file and the line it stands on.
struct Written {
  std::string text;
  int line = 0;
};

// One scripted result. Cards are names here; which card they mean is known when the game is.
struct WrittenChance {
  core::ScriptItem::Kind kind = core::ScriptItem::Kind::number;
  int number = 0;
  std::vector<Written> cards;  // from the top
  int line = 0;
};

// What a value must be: `3`, `[uc01, uc05]`, `{ at least: 3 }`, `{ includes: [uc01] }`, ...
struct Comparison {
  enum class How : std::uint8_t { equals, cards, in_order, at_least, at_most, includes, excludes, count, hidden };
  How how = How::equals;
  Written text;               // equals, at_least, at_most, count
  std::vector<Written> list;  // cards, in_order, includes, excludes
};

// One line of an expectation. `key` is a field's path, or one of the words below.
struct Condition {
  enum class About : std::uint8_t { field, log_has, log_lacks, over, winners, ended_by, scores, asked, question };
  About about = About::field;
  Written key;
  std::vector<Comparison> comparisons;  // of a field; scores: one per seat, in the order of `list`
  std::vector<Written> list;            // clause ids, seats or the word, for everything but fields
};

struct Step {
  enum class Kind : std::uint8_t { choose, cannot, expect, expect_choices, pass, random, should, should_not };
  Kind kind = Kind::expect;
  int line = 0;
  std::string seat;                   // choose, cannot, expect_choices; pass: empty for everybody
  std::vector<Written> choices;  // choose: in this order; cannot: just one; should, should_not: any of them
  Written by;  // cannot: the clause that must forbid it, if said
  std::string eyes;  // expect: empty for all-seeing, "spectator" or a seat
  std::vector<Condition> conditions;  // expect
  std::vector<Comparison> list;  // expect_choices
  std::vector<Written> definitions;  // the definitions that this expectation shows
  int count = 0;  // random: how many choices, 0 to the end of the game
};

struct Scenario {
  std::string file;
  int line = 0;
  Written game;
  std::string title;
  std::vector<Written> clauses, rulings;
  Setup setup;
  int setup_line = 0;
  std::vector<forge::Change> content;  // cards made otherwise for this scenario alone
  int content_line = 0;
  Written refused;  // the clause by which there must be no such table; then nothing is played
  std::uint64_t seed = 1;
  enum class Start : std::uint8_t { play, begin } start = Start::play;
  std::vector<core::Setting> state;
  std::vector<std::size_t> state_parts;  // where each of its parts ends, if it has several
  bool scripted = false;  // `chance` was given
  std::vector<WrittenChance> chance;
  std::vector<Step> play;

  std::string name() const;  // "dice.yaml:12", as reports call it
};

// ---- reading ------------------------------------------------------------------------------------

// What is wrong, and where. An error is the scenario's own fault (it says something that has no
// meaning); otherwise the game did not do what the scenario says.
struct Problem {
  bool error = false;
  std::string file;
  int line = 0;
  std::string about;  // the key, path or move
  std::string expected, found;  // both empty if `reason` says it all
  std::string reason;
  std::vector<std::string> events;  // the last ones before it, with their clauses

  std::string text() const;  // "dice.yaml:14: zones.uraya.robots: expected 2, found 3", then the events
};

struct ScenarioFile {
  std::vector<Scenario> scenarios;  // those that could be read
  std::vector<Problem> problems;  // of the others, all of them
};
// `file` is only named in problems; `text` is the file's content.
ScenarioFile read_scenarios(std::string_view text, const std::string& file);
// Reads files, and folders with everything below that ends in .yaml or .yml, in the order of names.
ScenarioFile read_scenario_files(const std::vector<std::string>& paths);

// ---- running ------------------------------------------------------------------------------------

struct ScenarioResult {
  std::vector<Problem> problems;
  std::set<std::string> exercised;  // clauses of events and of refusals, while the scenario played
  std::set<std::string> shown;  // definitions that an expectation names
  std::set<std::string> settled;  // rulings of its list whose clauses were all exercised or shown
  int choices = 0;  // made during the run
  // What a player chose where the scenario says what would be good or bad.
  struct Opinion {
    int line = 0;
    std::string chosen;
    bool good = false;
  };
  std::vector<Opinion> opinions;

  bool passed() const { return problems.empty(); }
};
// Whom to ask where the scenario says what a player should do. Nobody: such choices must only be legal.
using Adviser = std::function<Choice(const Edition&, const Position&)>;
ScenarioResult run(const Edition& edition, const Scenario& scenario, const Adviser& adviser = {});
// The game's content with the scenario's changes, compiled from the folder content/<game> beside which the
// scenario lies.
Expected<std::shared_ptr<const Edition>> changed_content(const Scenario& scenario);

}  // namespace rw::lab
