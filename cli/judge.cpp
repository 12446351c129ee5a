// `rulewright judge FILE...`: asks a player in positions that say what would be good or bad there, and tells the
// share of good answers. It is a report: one answer more or less is luck, a floor that rises is not.
#include <fmt/core.h>

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
    const auto player = players::make_player(*spec, rules->game());
    if (!player) return wrong_input(player.failure());
    const lab::ScenarioResult result = lab::run(*rules, scenario, adviser_of(**player, options.seed));
    for (const lab::Problem& problem : result.problems)
      fmt::print(stderr, "{}\n", speech::translated(problem.text()));
    wrong = wrong || !result.passed() || result.opinions.empty();
    if (result.passed() && result.opinions.empty())
      speech::tell(stderr, "{}:{}: says nothing that somebody should do", scenario.file, scenario.line);
    bool good = true;
    for (const auto& opinion : result.opinions) good = good && opinion.good;
    if (result.opinions.empty()) continue;
    Asked& asked = games[scenario.game.text];
    ++asked.all;
    ++all.all;
    asked.good += good ? 1 : 0;
    all.good += good ? 1 : 0;
    const std::string& chosen = result.opinions.back().chosen;
    if (options.json)
      list.push_back({{"file", scenario.file},
                      {"line", scenario.line},
                      {"title", scenario.title},
                      {"chosen", chosen},
                      {"good", good}});
    else
      fmt::print("{} {}:{}  {}\n", speech::said(good ? "good" : "BAD "), scenario.file, scenario.line,
                 speech::said("{}: {}", scenario.title, chosen));
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
