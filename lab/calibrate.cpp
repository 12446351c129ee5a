// Playing games, and comparing what was said of them with how they ended.
#include "lab/calibrate.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <map>
#include <thread>

#include "lab/estimate.h"
#include "lab/progress.h"
#include "lab/sides.h"
#include "speech/speech.h"

namespace rw::lab {
namespace {

constexpr double near_enough = 0.03;
constexpr double occurs = 0.01;  // a tenth that fewer positions fall into is not waited for

std::size_t tenth_of(double chance) {
  return static_cast<std::size_t>(std::clamp(static_cast<int>(chance * 10), 0, 9));
}

// One game: the positions that were picked, and the chance that one seat was given in each.
struct Looked {
  std::vector<Judged> judged;
  std::size_t seat = 0;
  double told = 0;
  std::uint32_t length = 0;
  bool counts = false;
};

class Looker {
 public:
  explicit Looker(const CalibrationPlan& plan) : plan_(plan), order_(*plan.edition) {}

  Expected<> prepare() { return players::make_player(plan_.player, plan_.edition->game()).into(player_); }

  Looked play(std::uint64_t game) {
    const Edition& edition = *plan_.edition;
    const core::Seed seed = core::derive(core::seed_from(plan_.seed), game);
    core::Log log;
    Position position = *edition.begin(plan_.setup, seed, &log);
    order_.begin(plan_.setup.seats);
    order_.read(log);
    core::Random streams[core::max_seats];
    for (int seat = 0; seat < plan_.setup.seats; ++seat)
      streams[seat] = players::stream_of(seed, core::seat(seat));
    core::Random pick = core::Random::start(core::derive(seed, 5'000'000));
    Looked out;
    out.seat = game % static_cast<std::uint64_t>(plan_.setup.seats);
    std::vector<std::pair<Position, std::uint32_t>> kept;
    for (; !edition.over(position) && !Interruptible::requested(); ++out.length) {
      keep(position, out.length, pick, kept);
      const auto seat = static_cast<std::size_t>(core::index(edition.decision(position).asked));
      const Choice choice = players::ask(*player_, edition, position, streams[seat]);
      log.clear();
      edition.apply(position, choice, order_.known() ? nullptr : &log);
      order_.read(log);
    }
    if (position.broken() != nullptr || !edition.over(position)) return out;
    look(position, kept, seed, out);
    return out;
  }

 private:
  // Every position of the game is equally likely to be kept.
  void keep(const Position& position, std::uint32_t number, core::Random& pick,
            std::vector<std::pair<Position, std::uint32_t>>& kept) const {
    const auto room = static_cast<std::size_t>(plan_.positions);
    if (kept.size() < room) {
      kept.emplace_back(position, number);
    } else if (const std::uint32_t place = pick.below(number + 1); place < room) {
      kept[place] = {position, number};
    }
  }

  void look(const Position& last, const std::vector<std::pair<Position, std::uint32_t>>& kept,
            const core::Seed& seed, Looked& out) {
    Estimating how;
    how.edition = plan_.edition;
    how.sides = sides_at(*plan_.edition, last);
    how.places = order_.places();
    how.deals = plan_.deals;
    how.depth = plan_.depth;
    Estimator estimator(how);
    if (!estimator.prepare()) return;
    for (const auto& [position, number] : kept) {
      out.judged.push_back(estimator.said(position, number));
      out.judged.back().winners = plan_.edition->outcome(last).winners;
    }
    out.counts = !out.judged.empty();
    if (out.counts && plan_.estimates)
      out.told = estimator
                     .estimate(kept[0].first, core::seat(static_cast<int>(out.seat)), nullptr,
                               core::derive(seed, 6'000'000), kept[0].second)
                     .mean[out.seat];
  }

  const CalibrationPlan& plan_;
  TurnOrder order_;
  std::unique_ptr<players::Player> player_;
};

struct Said {
  double chance;
  bool won;
};

Predictions predictions(std::string name, const std::vector<Said>& all) {
  Predictions out{std::move(name), 0, std::vector<Tenth>(10)};
  std::vector<double> wins(10);
  for (const Said& one : all) {
    const double miss = one.chance - (one.won ? 1 : 0);
    out.brier += miss * miss / static_cast<double>(all.size());
    const std::size_t at = tenth_of(one.chance);
    Tenth& tenth = out.tenths[at];
    ++tenth.positions;
    tenth.predicted += (one.chance - tenth.predicted) / static_cast<double>(tenth.positions);
    wins[at] += one.won ? 1 : 0;
  }
  for (std::size_t i = 0; i < 10; ++i) {
    const auto positions = static_cast<double>(out.tenths[i].positions);
    if (positions > 0) out.tenths[i].won = wins[i] / positions;
    out.tenths[i].interval = wilson(wins[i], positions);
  }
  return out;
}

void add_up(const CalibrationPlan& plan, const std::vector<Looked>& games, CalibrationReport& report) {
  std::vector<Said> told, plain, equal, order;
  std::map<std::uint8_t, std::pair<double, double>> by_place;  // games, won
  for (const Looked& game : games) {
    if (!game.counts) continue;
    const Judged& judged = game.judged[0];
    const bool won = core::has(judged.winners, core::seat(static_cast<int>(game.seat)));
    ++report.games;
    report.length += (game.length - report.length) / static_cast<double>(report.games);
    report.sides = static_cast<int>(judged.sides.size());
    report.judged.insert(report.judged.end(), game.judged.begin(), game.judged.end());
    if (plan.estimates) told.push_back({game.told, won});
    plain.push_back({plain_chances(judged)[game.seat], won});
    equal.push_back({1.0 / std::max<double>(2, static_cast<double>(judged.sides.size())), won});
    auto& [count, wins] = by_place[judged.places[game.seat]];
    count += 1, wins += won ? 1 : 0;
  }
  report.positions = report.judged.size();
  for (const Looked& game : games)
    if (game.counts) {
      const auto& [count, wins] = by_place[game.judged[0].places[game.seat]];
      order.push_back({wins / count, core::has(game.judged[0].winners, core::seat(static_cast<int>(game.seat)))});
    }
  if (plan.estimates) report.ways.push_back(predictions("as reviews tell it", told));
  report.ways.push_back(predictions("by the evaluation alone", plain));
  report.ways.push_back(predictions("the same for everybody", equal));
  report.ways.push_back(predictions("by turn order alone", order));
}

// Does any tenth that occurs have too few positions?
bool wants_more(const CalibrationPlan& plan, const std::vector<Looked>& games) {
  if (games.size() >= plan.most_games) return false;
  std::array<std::uint64_t, 10> positions{};
  std::uint64_t all = 0;
  for (const Looked& game : games)
    if (game.counts) ++positions[tenth_of(game.told)], ++all;
  return std::any_of(positions.begin(), positions.end(), [&](std::uint64_t count) {
    return static_cast<double>(count) >= occurs * static_cast<double>(all) && count < plan.least;
  });
}

}  // namespace

bool Tenth::holds() const {
  return positions == 0 || std::abs(predicted - won) <= near_enough ||
         (interval.low <= predicted && predicted <= interval.high);
}

Expected<> calibrate(const CalibrationPlan& plan, CalibrationReport& report, bool show_progress) {
  report = {};
  if (plan.games == 0) return failed("the number of games must be at least 1");
  if (players::find_players(plan.edition->game().id) == nullptr)
    return failed(std::string(plan.edition->game().id) +
                  " has no evaluation yet, so nobody can say how its games stand");
  if (auto begun = plan.edition->begin(plan.setup, core::seed_from(plan.seed)); !begun) return begun.failure();
  std::vector<std::unique_ptr<Looker>> lookers;
  for (int i = 0; i < plan.threads; ++i) {
    lookers.push_back(std::make_unique<Looker>(plan));
    if (auto done = lookers.back()->prepare(); !done) return done.failure();
  }
  std::vector<Looked> games(plan.games);
  {
    const Interruptible interruptible;
    Progress progress(speech::said("games"), std::max(plan.games, plan.most_games), show_progress,
                      plan.most_games > 0 ? Progress::End::open : Progress::End::known);
    for (std::uint64_t first = 0; !Interruptible::requested(); games.resize(games.size() + plan.games)) {
      std::atomic<std::uint64_t> next = first;
      const auto work = [&](Looker& looker) {
        for (std::uint64_t game = next++; game < games.size() && !Interruptible::requested(); game = next++) {
          games[game] = looker.play(game);
          progress.advance();
        }
      };
      std::vector<std::jthread> others;
      for (std::size_t i = 1; i < lookers.size(); ++i) others.emplace_back(work, std::ref(*lookers[i]));
      work(*lookers[0]);
      others.clear();
      first = games.size();
      if (!wants_more(plan, games)) break;
    }
    report.interrupted = Interruptible::requested();
  }
  add_up(plan, games, report);
  return {};
}

}  // namespace rw::lab
