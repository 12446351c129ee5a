// Playing games, and comparing what was said of them with how they ended.
#include "lab/calibrate.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <map>
#include <optional>

#include "lab/estimate.h"
#include "lab/progress.h"
#include "lab/sides.h"
#include "players/side_by_side.h"
#include "speech/speech.h"

namespace rw::lab {
namespace {

constexpr double near_enough = 0.03;
constexpr double occurs = 0.01;  // a tenth that fewer positions fall into is not waited for

std::size_t tenth_of(double chance) {
  return static_cast<std::size_t>(std::clamp(static_cast<int>(chance * 10), 0, 9));
}

// Where a game is looked at, drawn before it begins: at moments, or from its first moment on where the seat seems
// to stand in a tenth.
struct Aim {
  std::vector<std::uint32_t> moments;  // decisions, the first of them first
  std::optional<std::size_t> tenth;
};

// One game: the positions that were picked, and the chance that one seat was given in each.
struct Looked {
  std::vector<Judged> judged;
  std::size_t seat = 0;
  double told = 0;
  std::uint32_t length = 0;
  bool ended = false, aimed = false;
  bool counts() const { return !judged.empty(); }
};

class Looker {
 public:
  explicit Looker(const CalibrationPlan& plan) : plan_(plan), order_(*plan.edition) {}

  Expected<> prepare(const Position& first) {
    how_.edition = plan_.edition;
    how_.sides = sides_at(*plan_.edition, first);
    how_.deals = plan_.deals;
    how_.depth = plan_.depth;
    estimator_ = std::make_unique<Estimator>(how_);
    if (auto done = estimator_->prepare(); !done) return done;
    return players::make_player(plan_.player, plan_.edition->game()).into(player_);
  }

  // `usual`: decisions of a usual game. A position beyond one and a half of it is not looked at.
  Looked play(std::uint64_t game, double usual, std::optional<std::size_t> tenth) {
    const core::Seed seed = core::derive(core::seed_from(plan_.seed), game);
    Looked out;
    out.seat = game % static_cast<std::uint64_t>(plan_.setup.seats);
    out.aimed = tenth.has_value();
    std::vector<Kept> kept;
    const Position last = play(seed, aim(seed, usual, tenth), out, kept);
    out.ended = last.broken() == nullptr && plan_.edition->over(last);
    if (out.ended) look(last, kept, seed, out);
    return out;
  }

  // The length of a game that is not looked at.
  std::uint32_t length(std::uint64_t game) {
    Looked out;
    std::vector<Kept> kept;
    play(core::derive(core::derive(core::seed_from(plan_.seed), 7'000'000), game), {}, out, kept);
    return out.length;
  }

 private:
  struct Kept {
    Position position;
    std::uint32_t decision;
  };

  Position play(const core::Seed& seed, const Aim& aim, Looked& out, std::vector<Kept>& kept) {
    const Edition& edition = *plan_.edition;
    core::Log log;
    Position position = *edition.begin(plan_.setup, seed, &log);
    order_.begin(plan_.setup.seats);
    order_.read(log);
    core::Random streams[core::max_seats];
    for (int seat = 0; seat < plan_.setup.seats; ++seat)
      streams[seat] = players::stream_of(seed, core::seat(seat));
    for (; !edition.over(position) && !Interruptible::requested(); ++out.length) {
      if (kept.size() < aim.moments.size() && out.length >= aim.moments[kept.size()] &&
          (!aim.tenth || seems(position, out, seed) == *aim.tenth))
        kept.push_back({position, out.length});
      const auto seat = static_cast<std::size_t>(core::index(edition.decision(position).asked));
      const Choice choice = players::ask(*player_, edition, position, streams[seat]);
      log.clear();
      edition.apply(position, choice, order_.known() ? nullptr : &log);
      order_.read(log);
    }
    return position;
  }

  Aim aim(const core::Seed& seed, double usual, std::optional<std::size_t> tenth) const {
    core::Random random = core::Random::start(core::derive(seed, 5'000'000));
    constexpr std::uint32_t parts = 1'000'000;
    const double shift = random.below(parts) / static_cast<double>(parts);
    // Of an even row of moments a usual game has two thirds.
    const int moments = plan_.positions == 1 ? 1 : static_cast<int>(std::lround(plan_.positions * latest));
    Aim out;
    for (int i = 0; i < moments; ++i)
      out.moments.push_back(static_cast<std::uint32_t>((i + shift) / moments * latest * usual));
    out.tenth = tenth;
    return out;
  }

  // The tenth that the evaluation puts the seat into, by what it can know.
  std::size_t seems(const Position& position, const Looked& game, const core::Seed& seed) {
    how_.places = order_.places();
    const Position imagined = estimator_->imagined(position, core::seat(static_cast<int>(game.seat)),
                                                   core::derive(seed, 8'000'000), static_cast<int>(game.length));
    return tenth_of(estimator_->judged(imagined, game.length)[game.seat]);
  }

  void look(const Position& last, const std::vector<Kept>& kept, const core::Seed& seed, Looked& out) {
    how_.places = order_.places();
    for (const auto& [position, decision] : kept) {
      out.judged.push_back(estimator_->said(position, decision));
      out.judged.back().winners = plan_.edition->outcome(last).winners;
    }
    if (out.counts() && plan_.estimates)
      out.told = estimator_
                     ->estimate(kept[0].position, core::seat(static_cast<int>(out.seat)), nullptr,
                                core::derive(seed, 6'000'000), kept[0].decision)
                     .mean[out.seat];
  }

  static constexpr double latest = 1.5;  // usual games: no moment is later
  const CalibrationPlan& plan_;
  TurnOrder order_;
  Estimating how_;  // what the estimator looks at
  std::unique_ptr<Estimator> estimator_;
  std::unique_ptr<players::Player> player_;
};

struct Said {
  double chance;
  bool won, aimed;
};

Predictions predictions(std::string name, const std::vector<Said>& all) {
  Predictions out{std::move(name), 0, std::vector<Tenth>(10)};
  std::vector<double> wins(10);
  Mean misses;
  for (const Said& one : all) {
    const double miss = one.chance - (one.won ? 1 : 0);
    if (!one.aimed) misses.add(miss * miss);
    const std::size_t at = tenth_of(one.chance);
    Tenth& tenth = out.tenths[at];
    ++tenth.positions;
    tenth.predicted += (one.chance - tenth.predicted) / static_cast<double>(tenth.positions);
    wins[at] += one.won ? 1 : 0;
  }
  out.brier = misses.mean();
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
  Mean length;
  for (const Looked& game : games) {
    if (game.ended) length.add(game.length);
    if (!game.counts()) continue;
    const Judged& judged = game.judged[0];
    const bool won = core::has(judged.winners, core::seat(static_cast<int>(game.seat)));
    ++report.games;
    report.unaimed += game.aimed ? 0 : 1;
    report.sides = static_cast<int>(judged.sides.size());
    report.judged.insert(report.judged.end(), game.judged.begin(), game.judged.end());
    if (plan.estimates) told.push_back({game.told, won, game.aimed});
    plain.push_back({plain_chances(judged)[game.seat], won, game.aimed});
    equal.push_back({1.0 / std::max<double>(2, static_cast<double>(judged.sides.size())), won, game.aimed});
    auto& [count, wins] = by_place[judged.places[game.seat]];
    count += 1, wins += won ? 1 : 0;
  }
  report.length = length.mean();
  report.positions = report.judged.size();
  for (const Looked& game : games)
    if (game.counts()) {
      const auto& [count, wins] = by_place[game.judged[0].places[game.seat]];
      const bool won = core::has(game.judged[0].winners, core::seat(static_cast<int>(game.seat)));
      order.push_back({wins / count, won, game.aimed});
    }
  if (plan.estimates) report.ways.push_back(predictions("as reviews tell it", told));
  report.ways.push_back(predictions("by the evaluation alone", plain));
  report.ways.push_back(predictions("the same for everybody", equal));
  report.ways.push_back(predictions("by turn order alone", order));
}

// The tenths that occur and have too few positions.
std::vector<std::size_t> lacking(const CalibrationPlan& plan, const std::vector<Looked>& games) {
  std::array<std::uint64_t, 10> positions{}, unaimed{};
  std::uint64_t all = 0;
  for (const Looked& game : games)
    if (game.counts()) {
      ++positions[tenth_of(game.told)];
      if (!game.aimed) ++unaimed[tenth_of(game.told)], ++all;
    }
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < 10; ++i)
    if (static_cast<double>(unaimed[i]) >= occurs * static_cast<double>(all) && positions[i] < plan.least)
      out.push_back(i);
  return out;
}

// Games from `first` on, each aimed at one of these tenths if there are any.
void play(const CalibrationPlan& plan, std::vector<std::unique_ptr<Looker>>& lookers, double usual,
          const std::vector<std::size_t>& tenths, std::uint64_t first, std::vector<Looked>& games,
          Progress& progress) {
  std::atomic<std::uint64_t> next = first;
  players::side_by_side(lookers.size(), [&](std::size_t looker) {
    for (std::uint64_t game = next++; game < games.size() && !Interruptible::requested(); game = next++) {
      std::optional<std::size_t> tenth;  // of each seat in turn
      if (!tenths.empty()) tenth = tenths[game / static_cast<std::uint64_t>(plan.setup.seats) % tenths.size()];
      games[game] = lookers[looker]->play(game, usual, tenth);
      progress.advance();
    }
  });
}

double usual_length(Looker& looker) {
  constexpr std::uint64_t enough = 20;
  Mean length;
  for (std::uint64_t game = 0; game < enough && !Interruptible::requested(); ++game)
    length.add(looker.length(game));
  return length.mean();
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
  const Expected<Position> begun = plan.edition->begin(plan.setup, core::seed_from(plan.seed));
  if (!begun) return begun.failure();
  std::vector<std::unique_ptr<Looker>> lookers;
  for (int i = 0; i < plan.threads; ++i) {
    lookers.push_back(std::make_unique<Looker>(plan));
    if (auto done = lookers.back()->prepare(*begun); !done) return done.failure();
  }
  std::vector<Looked> games;
  {
    const Interruptible interruptible;
    Progress progress(speech::said("games"), std::max(plan.games, plan.most_games), show_progress,
                      plan.most_games > 0 ? Progress::End::open : Progress::End::known);
    const double usual = usual_length(*lookers[0]);
    std::vector<std::size_t> tenths;
    do {
      const std::uint64_t first = games.size();
      games.resize(first + plan.games);
      play(plan, lookers, usual, tenths, first, games, progress);
      tenths = lacking(plan, games);
    } while (!tenths.empty() && games.size() < plan.most_games && !Interruptible::requested());
    report.interrupted = Interruptible::requested();
  }
  add_up(plan, games, report);
  return {};
}

}  // namespace rw::lab
