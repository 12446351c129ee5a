// Reading positions from scenarios, saves and replays.
#include "lab/start.h"

#include <charconv>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include "engine/made_up.h"
#include "engine/replay.h"
#include "lab/scenario.h"

namespace rw::lab {
namespace {

// "FILE@40" or "FILE:12": the file and the number behind it, if there is one.
struct Named {
  std::string file;
  std::optional<int> number;
};

Named split(const std::string& named, char mark) {
  const std::size_t at = named.rfind(mark);
  int number = 0;
  const char *first = named.data() + at + 1, *last = named.data() + named.size();
  if (at == std::string::npos || first == last || std::filesystem::exists(named)) return {named, std::nullopt};
  const auto [end, fault] = std::from_chars(first, last, number);
  if (fault != std::errc{} || end != last) return {named, std::nullopt};
  return {named.substr(0, at), number};
}

bool is_yaml(const std::string& file) { return file.ends_with(".yaml") || file.ends_with(".yml"); }

Expected<Position> begin_scenario(const Edition& edition, const Scenario& scenario) {
  if (!scenario.content.empty()) {
    return failed("this scenario changes cards; what-if does that, with --set");
  }
  Setup setup = scenario.setup;
  const bool made_up = scenario.start == Scenario::Start::play;
  if (made_up && setup.option("position").empty()) setup.options.emplace_back("position", "custom");
  Expected<Position> out = edition.begin(setup, core::seed_from(scenario.seed));
  if (!out || !made_up) return out;
  std::string problems;
  for (const SetUpProblem& problem : write_position(edition, *out, {scenario.state, scenario.state_parts}))
    problems += (problems.empty() ? "" : "; ") + problem.reason;
  if (!problems.empty()) return failed(problems);
  edition.go_on(*out);
  return out;
}

Expected<Position> read_scenario(const Edition& edition, const Named& named) {
  const ScenarioFile file = read_scenario_files({named.file});
  if (!file.problems.empty()) {
    return failed(file.problems[0].text());
  }
  const Scenario* meant = nullptr;
  std::string known;
  for (const Scenario& scenario : file.scenarios) {
    if (scenario.game.text != edition.game().id) continue;
    known += "\n  " + scenario.name() + " " + scenario.title;
    if (!named.number || *named.number == scenario.line) meant = &scenario;
  }
  if (meant == nullptr || (!named.number && file.scenarios.size() > 1)) {
    return failed("a scenario of " + std::string(edition.game().id) + " is named by its file and line; " +
                  (known.empty() ? named.file + " has none" : "there are:" + known));
  }
  return begin_scenario(edition, *meant);
}

Expected<Position> read_recorded(const Edition& edition, const Named& named, const std::string& bytes) {
  const auto raw = std::as_bytes(std::span(bytes));
  if (looks_like_save(raw)) return read_save(edition, raw);
  const Expected<Replay> read = read_replay(bytes);
  if (!read) return read.failure();
  const Replay& replay = *read;
  if (replay.game != edition.game().id) {
    return failed("it is a replay of " + replay.game);
  }
  const int choices = static_cast<int>(replay.choices.size());
  if (named.number.value_or(0) < 0 || named.number.value_or(0) > choices) {
    return failed("it has " + std::to_string(choices) + " choices");
  }
  const int wanted = named.number.value_or(choices);
  Position out;
  const Following following = follow(edition, replay, [&](const ReplayedChoice& played) {
    if (played.number == wanted) out = played.after;
    return played.number < wanted;
  });
  if (!out.empty()) return out;
  return failed("diverges at choice " + std::to_string(following.divergence.choice) + ": " +
                following.divergence.reason);
}

}  // namespace

bool names_scenario(const std::string& named) { return is_yaml(split(named, ':').file); }

Expected<Position> read_start(const Edition& edition, const std::string& named) {
  Position out;
  if (names_scenario(named)) {
    if (auto done = read_scenario(edition, split(named, ':')).into(out); !done) return done.failure();
  } else {
    const Named recorded = split(named, '@');
    std::ifstream stream(recorded.file, std::ios::binary);
    std::ostringstream bytes;
    bytes << stream.rdbuf();
    if (!stream) {
      return failed(recorded.file + ": cannot be read");
    }
    if (auto done = read_recorded(edition, recorded, bytes.str()).into(out); !done)
      return std::move(done).failure().at(recorded.file);
  }
  if (edition.over(out) || !edition.decision(out).open()) {
    return failed(named + ": nobody has anything to choose there");
  }
  return out;
}

}  // namespace rw::lab
