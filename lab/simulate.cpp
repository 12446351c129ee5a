// Playing many games on several threads, and adding up what happened.
#include "lab/simulate.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <thread>

#include "lab/progress.h"

namespace rw::lab {
namespace {

core::Seed seed_of_game(const SimulationPlan& plan, std::uint64_t game) {
  return core::derive(core::seed_from(plan.seed), game);
}

using Players = std::vector<std::unique_ptr<players::Player>>;

// Each seat has a player object of its own: players keep scratch space between decisions.
bool make_players(const SimulationPlan& plan, Players& made, std::string& error) {
  for (int seat = 0; seat < plan.setup.seats; ++seat) {
    const auto& spec = plan.players[static_cast<std::size_t>(seat) % plan.players.size()];
    made.push_back(players::make_player(spec, plan.edition->game(), error));
    if (made.back() == nullptr) return false;
  }
  return true;
}

bool check(const SimulationPlan& plan, std::string& error) {
  if (plan.games == 0) error = "the number of games must be at least 1";
  if (plan.players.empty()) error = "a simulation needs at least one player";
  if (plan.players.size() > static_cast<std::size_t>(plan.setup.seats))
    error = std::to_string(plan.players.size()) + " players are given for " + std::to_string(plan.setup.seats) +
            " seats";
  if (plan.threads < 1 || plan.threads > players::most_threads)
    error = "the number of threads must be from 1 to " + std::to_string(players::most_threads);
  if (!error.empty()) return false;
  return !plan.edition->begin(plan.setup, seed_of_game(plan, 0), error).empty();
}

void play_all(const SimulationPlan& plan, std::vector<Players>& tables, std::vector<GameRecord>& records,
              Progress& progress) {
  std::atomic<std::uint64_t> next = 0;
  const auto work = [&](std::size_t thread) {
    std::vector<players::Player*> table(static_cast<std::size_t>(plan.setup.seats));
    while (!Interruptible::requested()) {
      const std::uint64_t game = next.fetch_add(1, std::memory_order_relaxed);
      if (game >= plan.games) return;
      for (std::size_t seat = 0; seat < table.size(); ++seat)
        table[seat] = tables[thread][(seat + game) % table.size()].get();
      records[game] = play_game(plan, game, table);
      progress.advance();
    }
  };
  std::vector<std::jthread> others;
  for (std::size_t thread = 1; thread < tables.size(); ++thread) others.emplace_back(work, thread);
  work(0);
}

// ---- adding up -----------------------------------------------------------------------------------

int winners_of(const GameRecord& record) { return std::popcount(static_cast<unsigned>(record.winners)); }

void add_seats(const SimulationPlan& plan, SimulationReport& report) {
  for (int seat = 0; seat < plan.setup.seats; ++seat) {
    WinRate rate;
    rate.name = "seat " + std::to_string(seat + 1);
    for (const GameRecord& record : report.records) {
      if (!record.played) continue;
      rate.games += 1;
      rate.wins += core::has(record.winners, core::seat(seat)) ? 1 : 0;
      rate.fair += static_cast<double>(winners_of(record)) / plan.setup.seats;
    }
    if (rate.games > 0) rate.fair /= rate.games;
    rate.interval = wilson(rate.wins, rate.games);
    report.seats.push_back(std::move(rate));
  }
}

// A player in several seats of a game counts once, with the share of its seats that won.
void add_players(const SimulationPlan& plan, SimulationReport& report) {
  std::vector<std::string> names;
  for (const players::Spec& spec : plan.players)
    if (std::find(names.begin(), names.end(), spec.text()) == names.end()) names.push_back(spec.text());
  for (const std::string& name : names) {
    WinRate rate;
    rate.name = name;
    for (std::uint64_t game = 0; game < report.records.size(); ++game) {
      const GameRecord& record = report.records[game];
      int seats = 0, won = 0;
      for (int seat = 0; record.played && seat < plan.setup.seats; ++seat) {
        if (plan.players[player_at(plan, game, seat)].text() != name) continue;
        ++seats;
        won += core::has(record.winners, core::seat(seat)) ? 1 : 0;
      }
      if (seats == 0) continue;
      rate.games += 1;
      rate.wins += static_cast<double>(won) / seats;
      rate.fair += static_cast<double>(winners_of(record)) / plan.setup.seats;
    }
    if (rate.games > 0) rate.fair /= rate.games;
    rate.interval = wilson(rate.wins, rate.games);
    report.players.push_back(std::move(rate));
  }
}

void add_lengths_and_endings(const SimulationPlan& plan, SimulationReport& report) {
  std::vector<double> lengths;
  std::map<core::ClauseNumber, std::uint64_t> endings;
  report.scores.resize(static_cast<std::size_t>(plan.setup.seats));
  for (const GameRecord& record : report.records) {
    if (!record.played) continue;
    ++report.games;
    report.decisions += record.decisions;
    report.length.add(record.decisions);
    lengths.push_back(record.decisions);
    ++endings[record.clause];
    for (std::size_t seat = 0; seat < report.scores.size(); ++seat) report.scores[seat].add(record.score[seat]);
  }
  report.lengths = spread(lengths);
  for (const auto& [clause, count] : endings)
    report.endings.emplace_back(std::string(plan.edition->clause_id(clause)), count);
  std::stable_sort(report.endings.begin(), report.endings.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
}

}  // namespace

std::size_t player_at(const SimulationPlan& plan, std::uint64_t game, int seat) {
  const std::uint64_t seats = static_cast<std::uint64_t>(plan.setup.seats);
  return (static_cast<std::uint64_t>(seat) + game) % seats % plan.players.size();
}

GameRecord play_game(const SimulationPlan& plan, std::uint64_t game, const std::vector<players::Player*>& table) {
  const Edition& edition = *plan.edition;
  const core::Seed seed = seed_of_game(plan, game);
  std::vector<core::Random> streams;
  for (int seat = 0; seat < plan.setup.seats; ++seat)
    streams.push_back(players::stream_of(seed, core::seat(seat)));
  std::string error;
  Position position = edition.begin(plan.setup, seed, error);
  GameRecord record;
  for (; !edition.over(position); ++record.decisions) {
    if (Interruptible::requested()) return {};
    const auto seat = static_cast<std::size_t>(core::index(edition.decision(position).asked));
    edition.apply(position, players::ask(*table[seat], edition, position, streams[seat]));
  }
  const Outcome outcome = edition.outcome(position);
  record.played = true;
  record.winners = outcome.winners;
  record.clause = outcome.clause;
  std::copy(std::begin(outcome.score), std::end(outcome.score), std::begin(record.score));
  return record;
}

bool simulate(const SimulationPlan& plan, SimulationReport& report, std::string& error, bool show_progress) {
  report = {};
  if (!check(plan, error)) return false;
  const auto threads =
      static_cast<std::size_t>(std::min<std::uint64_t>(static_cast<std::uint64_t>(plan.threads), plan.games));
  std::vector<Players> tables(threads);
  for (Players& table : tables)
    if (!make_players(plan, table, error)) return false;
  report.records.resize(plan.games);
  const auto start = std::chrono::steady_clock::now();
  {
    const Interruptible interruptible;
    Progress progress("games", plan.games, show_progress);
    play_all(plan, tables, report.records, progress);
  }
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  add_lengths_and_endings(plan, report);
  add_seats(plan, report);
  add_players(plan, report);
  return true;
}

}  // namespace rw::lab
