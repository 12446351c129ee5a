// Reviewing games and playing on from what the reviews found.
#include "lab/verdicts.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>

#include "lab/progress.h"
#include "lab/review.h"
#include "speech/speech.h"

namespace rw::lab {
namespace {

constexpr std::uint64_t most_games = 1000;  // a player that is never clearly wrong must not hold it up for ever

Expected<> play(const VerdictPlan& plan, std::uint64_t game, Replay& replay) {
  const Edition& edition = *plan.edition;
  const core::Seed seed = core::derive(core::seed_from(plan.seed), game);
  const auto player = players::make_player(plan.player, edition.game());
  if (!player) return player.failure();
  Expected<Position> begun = edition.begin(plan.setup, seed);
  if (!begun) return begun.failure();
  Position& position = *begun;
  replay = start_replay(edition, plan.setup, seed);
  core::Random random = players::stream_of(seed, core::seat(0));
  while (!edition.over(position)) {
    const Choice choice = players::ask(**player, edition, position, random);
    record(replay, edition, position, choice);
    edition.apply(position, choice);
  }
  close(replay, edition, position);
  return {};
}

// What has been tested, in a file of lines of JSON: what is played, then each verdict that was played on in full,
// and each game whose verdicts are all there.
class Tested {
 public:
  Expected<> open(const VerdictPlan& plan) {
    if (plan.checkpoint.empty()) return {};
    const std::string title = title_of(plan);
    if (plan.resume)
      if (auto done = read(plan.checkpoint, title); !done) return done;
    file_.open(plan.checkpoint, found_ ? std::ios::app : std::ios::trunc);
    if (!found_) file_ << title << std::endl;
    if (cut_off_) file_ << std::endl;
    return file_ ? Expected<>() : failed(plan.checkpoint + ": cannot be written");
  }

  // The verdicts of a game that needs no review again.
  const std::vector<TestedVerdict>* whole(std::uint64_t game) const {
    return whole_.contains(game) ? &verdicts_.at(game) : nullptr;
  }
  std::optional<Mean> played(std::uint64_t game, int number) const {
    const auto found = verdicts_.find(game);
    if (found != verdicts_.end())
      for (const TestedVerdict& verdict : found->second)
        if (verdict.number == number) return verdict.played;
    return std::nullopt;
  }

  // From any thread.
  void keep(const TestedVerdict& verdict) {
    if (!file_.is_open()) return;
    const auto [more, fewer] = counts_of(verdict.played);
    const nlohmann::ordered_json line = {{"game", verdict.game},
                                         {"choice", verdict.number},
                                         {"chosen", verdict.chosen},
                                         {"better", verdict.better},
                                         {"cost", verdict.cost},
                                         {"low", verdict.interval.low},
                                         {"high", verdict.interval.high},
                                         {"pairs", verdict.played.count()},
                                         {"won_more", more},
                                         {"won_fewer", fewer}};
    const std::lock_guard lock(writing_);
    file_ << line.dump() << std::endl;
  }
  void keep_whole(std::uint64_t game) {
    if (file_.is_open()) file_ << nlohmann::ordered_json{{"whole", game}}.dump() << std::endl;
  }

 private:
  static std::string title_of(const VerdictPlan& plan) {
    nlohmann::ordered_json out = {{"verdicts", plan.edition->game().id},
                                  {"rules", plan.edition->game().rules_version},
                                  {"content", plan.edition->version()},
                                  {"seats", plan.setup.seats},
                                  {"player", plan.player.text()},
                                  {"games", plan.games},
                                  {"simulations", plan.simulations},
                                  {"effort", plan.effort},
                                  {"seed", plan.seed}};
    for (const auto& [name, value] : plan.setup.options) out["options"][name] = value;
    return out.dump();
  }

  // Every pair is won more, fewer or as many times by the better choice: 1, -1 or 0.
  static std::pair<long, long> counts_of(const Mean& played) {
    const auto n = static_cast<double>(played.count());
    const double sum = played.mean() * n;
    const double squares = played.deviation() * played.deviation() * (n - 1) + sum * played.mean();
    return {std::lround((squares + sum) / 2), std::lround((squares - sum) / 2)};
  }

  // A line that was cut off or damaged is left out: that verdict is tested again.
  Expected<> read(const std::string& path, const std::string& title) {
    std::ifstream file(path);
    std::string line;
    if (!std::getline(file, line) || file.eof()) return {};
    if (line != title) {
      return failed(path + " is the checkpoint of another run (" + line +
                    "); take another file, or run without --resume to begin anew");
    }
    found_ = true;
    while (std::getline(file, line)) {
      cut_off_ = file.eof();
      try {
        add(nlohmann::json::parse(line));
      } catch (const nlohmann::json::exception&) {
        continue;
      }
    }
    return {};
  }

  void add(const nlohmann::json& entry) {
    if (entry.contains("whole")) {
      whole_.insert(entry["whole"].get<std::uint64_t>());
      verdicts_[entry["whole"].get<std::uint64_t>()];
      return;
    }
    TestedVerdict verdict{entry.at("game"),
                          entry.at("choice"),
                          entry.at("chosen"),
                          entry.at("better"),
                          entry.at("cost"),
                          {entry.at("low"), entry.at("high")},
                          {}};
    const long more = entry.at("won_more"), fewer = entry.at("won_fewer"), pairs = entry.at("pairs");
    for (long i = 0; i < pairs; ++i) verdict.played.add(i < more ? 1 : i < more + fewer ? -1 : 0);
    verdicts_[verdict.game].push_back(std::move(verdict));
  }

  std::ofstream file_;
  std::mutex writing_;
  bool found_ = false, cut_off_ = false;  // the last line, by a crash
  std::set<std::uint64_t> whole_;  // games
  std::map<std::uint64_t, std::vector<TestedVerdict>> verdicts_;
};

TestedVerdict tested(std::uint64_t game, const ReviewedChoice& choice) {
  return {game,        choice.number,        choice.chosen_text, choice.better_text,
          choice.cost, choice.cost_interval, choice.confirmed};
}

// The verdicts on one game, the dearest first.
Expected<> test_game(const VerdictPlan& plan, std::uint64_t game, Tested& kept, std::vector<TestedVerdict>& out) {
  if (const auto* before = kept.whole(game)) {
    out = *before;  // as they were tested, by any number of threads
    std::stable_sort(out.begin(), out.end(),
                     [](const TestedVerdict& a, const TestedVerdict& b) { return a.cost > b.cost; });
    return {};
  }
  Replay replay;
  if (auto done = play(plan, game, replay); !done) return done;
  ReviewPlan reviewing;
  reviewing.edition = plan.edition;
  reviewing.replay = &replay;
  reviewing.simulations *= static_cast<std::uint32_t>(plan.effort);
  reviewing.deals *= plan.effort;
  reviewing.played_out *= plan.effort;
  reviewing.confirm = plan.games;
  reviewing.confirming = plan.simulations;
  reviewing.threads = plan.threads;
  reviewing.going = [](std::size_t, std::size_t) { return !Interruptible::requested(); };
  reviewing.confirmed_before = [&](int number) { return kept.played(game, number); };
  reviewing.when_confirmed = [&](const ReviewedChoice& choice) { kept.keep(tested(game, choice)); };
  Review reviewed;
  if (auto done = review(reviewing, reviewed); !done) return done;
  for (const std::size_t i : reviewed.dearest)
    if (const ReviewedChoice& choice = reviewed.choices[i];
        choice.confirmed.count() == static_cast<std::uint64_t>(plan.games))
      out.push_back(tested(game, choice));
  if (out.size() == reviewed.dearest.size()) kept.keep_whole(game);
  return {};
}

}  // namespace

Expected<> test_verdicts(const VerdictPlan& plan, VerdictReport& report, bool show_progress) {
  report = {};
  const Interruptible interruptible;
  Progress progress(speech::said("verdicts"), plan.verdicts, show_progress);
  Tested kept;
  if (auto done = kept.open(plan); !done) return done;
  for (std::uint64_t game = 0; report.verdicts.size() < plan.verdicts && game < most_games; ++game) {
    std::vector<TestedVerdict> found;
    auto done = test_game(plan, game, kept, found);
    report.interrupted = Interruptible::requested();
    if (!done && !report.interrupted) return done;
    if (done) ++report.games;
    for (TestedVerdict& verdict : found) {
      if (report.verdicts.size() == plan.verdicts) break;
      report.told.add(verdict.cost);
      report.played.add(verdict.played.mean());
      report.verdicts.push_back(std::move(verdict));
      progress.advance();
    }
    if (report.interrupted) break;
  }
  return {};
}

}  // namespace rw::lab
