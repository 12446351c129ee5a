// Replays, scenarios and the computer players.
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/set.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "engine/embedded.h"
#include "lab/scenario.h"
#include "players/player.h"
#include "python/src/handles.h"
#include "python/src/module.h"

namespace rw::python {
namespace {

// ---- replays -------------------------------------------------------------------------------------

struct ReplayHandle {
  GamePointer game;
  Replay replay;
};

ReplayHandle read(const std::string& text, const std::optional<std::shared_ptr<GameHandle>>& game) {
  ReplayHandle out;
  if (auto read = read_replay(text).into(out.replay); !read)
    throw Failure("ReplayError", "the replay", read.error());
  if (game && (*game)->edition->game().id != out.replay.game)
    throw Failure("ReplayError", "the replay", "it is one of " + out.replay.game);
  out.game = game ? *game : find(out.replay.game);
  return out;
}

// What was played, choice by choice: the seat, the choice in the position in which it was made, what happened.
nb::list play_again(const ReplayHandle& r, PositionHandle& last) {
  nb::list out;
  const Following following = follow(*r.game->edition, r.replay, [&](const ReplayedChoice& step) {
    if (step.number == 0) return true;
    const auto before = std::make_shared<Moment>(Moment{r.game, step.before});
    const auto after = std::make_shared<Moment>(Moment{r.game, step.after});
    nb::list events;
    for (const core::Event& event : step.log.events) events.append(nb::cast(EventHandle{event, after}));
    out.append(nb::make_tuple(core::index(step.seat), ChoiceHandle{step.choice, before}, events));
    return true;
  });
  if (following.diverged) {
    const Divergence& found = following.divergence;
    throw Failure("ReplayError", "line " + std::to_string(found.line) + ", choice " + std::to_string(found.choice),
                  found.reason, std::string(r.game->edition->clause_id(found.clause)));
  }
  last = {r.game, following.last, std::nullopt};
  return out;
}

void bind_replays(nb::module_& m) {
  nb::class_<ReplayHandle>(m, "Replay", "A recorded game.")
      .def_prop_ro(
          "game", [](const ReplayHandle& r) { return std::const_pointer_cast<GameHandle>(r.game); }, "Its game.")
      .def_prop_ro(
          "players", [](const ReplayHandle& r) { return r.replay.setup.seats; }, "How many played.")
      .def_prop_ro(
          "end", [](const ReplayHandle& r) { return r.replay.end; }, "How it ended; empty while it is open.")
      .def(
          "choices",
          [](const ReplayHandle& r) {
            PositionHandle last;
            return play_again(r, last);
          },
          "Plays it again: a tuple of seat, Choice and list of Events for each choice. ReplayError, with line and "
          "clause, where it does not go through.")
      .def(
          "last",
          [](const ReplayHandle& r) {
            PositionHandle last;
            play_again(r, last);
            return last;
          },
          "The position in which it ends.")
      .def(
          "verify",
          [](const ReplayHandle& r) {
            const Verdict verdict = verify(*r.game->edition, r.replay);
            return std::make_tuple(verdict.fair, verdict.findings);
          },
          "Was it fair: the seed as promised, every choice legal, the same outcome? And what was found.")
      .def("__len__", [](const ReplayHandle& r) { return r.replay.choices.size(); })
      .def_prop_ro("text", [](const ReplayHandle& r) { return write_replay(r.replay); }, "As a file has it.");
  m.def("read_replay", read, nb::arg("text"), nb::arg("game") = nb::none(),
        "A replay from its text, with the built-in content or that of a game. ReplayError if it is damaged.");
}

// ---- scenarios -----------------------------------------------------------------------------------

nb::dict result_of(const lab::Scenario& scenario) {
  Expected<std::shared_ptr<const Edition>> edition = find(scenario.game.text)->edition;
  if (!scenario.content.empty()) edition = lab::changed_content(scenario);
  nb::dict out;
  nb::list problems;
  out["name"] = scenario.name();
  out["title"] = scenario.title;
  if (!edition) {
    problems.append(edition.error());
  } else {
    const lab::ScenarioResult result = lab::run(**edition, scenario);
    for (const lab::Problem& problem : result.problems) problems.append(problem.text());
    out["clauses"] = std::vector<std::string>(result.exercised.begin(), result.exercised.end());
    out["choices"] = result.choices;
  }
  out["problems"] = problems;
  out["passed"] = nb::len(problems) == 0;
  return out;
}

nb::list run_scenarios(const std::vector<std::string>& paths) {
  const lab::ScenarioFile file = lab::read_scenario_files(paths);
  if (!file.problems.empty()) {
    const lab::Problem& problem = file.problems.front();
    throw Failure("ScenarioError", problem.file + ":" + std::to_string(problem.line), problem.text());
  }
  nb::list out;
  for (const lab::Scenario& scenario : file.scenarios) out.append(result_of(scenario));
  return out;
}

// ---- players -------------------------------------------------------------------------------------

struct PlayerHandle {
  GamePointer game;
  std::string text;
  std::unique_ptr<players::Player> player;
  core::Random random;
};

std::shared_ptr<PlayerHandle> make_player(const std::string& text, const NamedGame& game, std::uint64_t seed) {
  auto out = std::make_shared<PlayerHandle>();
  out->game = find(game);
  const Expected<players::Spec> spec = players::parse(text);
  if (!spec) throw Failure("PlayerError", text, spec.error());
  if (auto made = players::make_player(*spec, out->game->edition->game()).into(out->player); !made)
    throw Failure("PlayerError", text, made.error());
  out->text = spec->text();
  out->random = core::Random::start(core::seed_from(seed));
  return out;
}

ChoiceHandle choose(PlayerHandle& player, const PositionHandle& p) {
  if (p.game != player.game)
    throw Failure("PlayerError", player.text,
                  "this player plays " + std::string(player.game->edition->game().id) + " with content " +
                      player.game->edition->version());
  if (p.edition().over(p.position)) throw Failure("IllegalChoice", where(p), "the game is over");
  Choice choice;
  {
    const nb::gil_scoped_release release;
    choice = players::ask(*player.player, p.edition(), p.position, player.random);
  }
  return {choice, p.moment()};
}

}  // namespace

void bind_records(nb::module_& m) {
  bind_replays(m);
  m.def("run_scenarios", run_scenarios, nb::arg("paths"),
        "Runs the scenarios of files and folders: name, title, passed, problems, clauses and choices of each. "
        "ScenarioError, with file and line, if one cannot be read.");
  nb::class_<PlayerHandle>(m, "Player", "A computer player: random, greedy, search:N or bot:COMMAND.")
      .def(
          "__init__",
          [](PlayerHandle*, const std::string&) {
            throw Failure("PlayerError", "Player", "made by rulewright.player(name, game)");
          },
          nb::arg("name"))
      .def_prop_ro(
          "name", [](const PlayerHandle& p) { return p.text; }, "As a command line names it.")
      .def("choose", choose, nb::arg("position"),
           "Its choice for the seat that is asked. It sees only what that seat knows.");
  m.def("player", make_player, nb::arg("name"), nb::arg("game"), nb::arg("seed") = 0,
        "A computer player of a game. The same seed and questions give the same choices.");
}

}  // namespace rw::python
