// `rulewright judge FILE...`: asks a player in positions that say what would be good or bad there, and tells the
// share of good answers. It is a report: one answer more or less is luck, a floor that rises is not.
#include <fmt/core.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/terminal.h"
#include "lab/scenario.h"
#include "players/player.h"
#include "speech/speech.h"

namespace rw::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Asked {
  int good = 0, all = 0;
};

bool read_floor(const std::string& file, double& percent) {
  std::ifstream stream(file);
  return static_cast<bool>(stream >> percent) && percent >= 0 && percent <= 100;
}

lab::Adviser adviser_of(players::Player& player, std::uint64_t seed) {
  return [&player, seed](const Edition& edition, const Position& position) {
    core::Random random = players::stream_of(core::seed_from(seed), edition.decision(position).asked);
    return players::ask(player, edition, position, random);
  };
}

// What a player answered in one position.
struct Answers {
  int good = 0;        // of as many as there were seeds
  std::string chosen;  // the first bad answer, or the last good one
  bool wrong = false;  // the position says nothing, or cannot be reached
};

// A player who has thought about the position already is not asked again: each seed has one of its own.
Expected<Answers> ask(const Edition& edition, const lab::Scenario& scenario, const players::Spec& spec,
                      const JudgeOptions& options) {
  Answers answers;
  for (int i = 0; i < options.seeds && !answers.wrong; ++i) {
    const auto player = players::make_player(spec, edition.game());
    if (!player) return player.failure();
    const std::uint64_t seed = options.seed + static_cast<std::uint64_t>(i);
    const lab::ScenarioResult result = lab::run(edition, scenario, adviser_of(**player, seed));
    for (const lab::Problem& problem : result.problems)
      fmt::print(stderr, "{}\n", speech::translated(problem.text()));
    answers.wrong = !result.passed() || result.opinions.empty();
    if (result.passed() && result.opinions.empty())
      speech::tell(stderr, "{}:{}: says nothing that somebody should do", scenario.file, scenario.line);
    if (answers.wrong) continue;
    const auto bad =
        std::find_if(result.opinions.begin(), result.opinions.end(), [](const auto& each) { return !each.good; });
    const bool good = bad == result.opinions.end();
    if (answers.good == i) answers.chosen = (good ? result.opinions.back() : *bad).chosen;
    answers.good += good ? 1 : 0;
  }
  return answers;
}

}  // namespace

int judge(const JudgeOptions& options) {
  const Expected<players::Spec> spec = players::parse(options.player);
  if (!spec) return wrong_input(spec.failure());
  double floor = 0;
  if (!options.floor.empty() && !read_floor(options.floor, floor))
    return wrong_input(options.floor + " does not hold a number from 0 to 100");
  const lab::ScenarioFile read = lab::read_scenario_files(options.files);
  for (const lab::Problem& problem : read.problems) fmt::print(stderr, "{}\n", speech::translated(problem.text()));
  bool wrong = !read.problems.empty();
  std::map<std::string, Asked> games;
  Json list = Json::array();
  Asked all;
  for (const lab::Scenario& scenario : read.scenarios) {
    Common wanted = options;
    wanted.game = scenario.game.text;
    const auto rules = find_game(wanted.game) == nullptr ? nullptr : edition(wanted);
    if (rules == nullptr) return wrong_input("there is no game '" + wanted.game + "'");
    const Expected<Answers> answers = ask(*rules, scenario, *spec, options);
    if (!answers) return wrong_input(answers.failure());
    wrong = wrong || answers->wrong;
    if (answers->wrong) continue;
    for (Asked* asked : {&games[scenario.game.text], &all}) {
      asked->all += options.seeds;
      asked->good += answers->good;
    }
    const bool good = answers->good == options.seeds;
    if (options.json)
      list.push_back({{"file", scenario.file},
                      {"line", scenario.line},
                      {"title", scenario.title},
                      {"chosen", answers->chosen},
                      {"times_good", answers->good},
                      {"good", good}});
    else
      fmt::print("{} {}:{}  {}\n", speech::said(good ? "good" : "BAD "), scenario.file, scenario.line,
                 speech::said("{}: {}", scenario.title, answers->chosen));
  }
  const double share = 100.0 * all.good / std::max(1, all.all);
  if (options.json) {
    const Json out = {
        {"player", spec->text()}, {"good", all.good}, {"all", all.all}, {"positions", std::move(list)}};
    fmt::print("{}\n", out.dump(2, ' ', false, Json::error_handler_t::replace));
  } else {
    for (const auto& [game, asked] : games)
      speech::tell("{}: {} of {} good by {}", game, asked.good, asked.all, spec->text());
  }
  if (wrong) return 2;
  if (share < floor) {
    speech::tell(stderr, "{:.1f} % are good, the floor is {:.1f} %", share, floor);
    return 1;
  }
  return 0;
}

}  // namespace rw::cli
