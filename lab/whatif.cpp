// Playing pairs, and comparing what came of them.
#include "lab/whatif.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "lab/progress.h"
#include "lab/sequential.h"
#include "lab/simulate.h"
#include "speech/speech.h"

namespace rw::lab {
namespace {

Campaign campaign_of(const WhatIfPlan& plan) {
  Campaign campaign;
  campaign.editions = {plan.a, plan.b};
  campaign.setup = plan.setup;
  campaign.starts = plan.starts;
  campaign.varied = plan.varied;
  for (const players::Spec& spec : plan.players) campaign.contestants.push_back({spec, false});
  campaign.set = 2;
  campaign.games = 2 * plan.pairs;
  campaign.seed = plan.seed;
  campaign.threads = plan.threads;
  campaign.watch = true;
  campaign.paired = true;
  campaign.going = plan.going;
  campaign.reach = std::make_shared<const ChangeReach>(*plan.a, *plan.b);
  campaign.seating = [&plan, seats = static_cast<std::uint64_t>(plan.setup.seats),
                      players = plan.players.size()](std::uint64_t game) {
    Seating seating;
    seating.edition = game % 2;
    seating.deal = game / 2;
    for (std::uint64_t seat = 0; seat < seats; ++seat)
      seating.contestant[seat] =
          static_cast<std::uint8_t>((seat + moved_on(plan.varied, seating.deal)) % seats % players);
    return seating;
  };
  return campaign;
}

// Differences of pairs: each is -1, 0 or 1, so their sum of squares is the number that changed. The interval is
// that of Agresti and Min (2005): half a pair more of each kind, so that pairs which never differed do not promise
// that they never will.
Shift paired_shift(std::string name, const PairCount& count) {
  const auto n = static_cast<double>(count.deals);
  Shift shift;
  shift.name = std::move(name);
  shift.games_a = shift.games_b = n;
  shift.a = static_cast<double>(count.won_a) / n;
  shift.b = static_cast<double>(count.won_b) / n;
  shift.difference = shift.b - shift.a;
  const double more = n + 2, centre = shift.difference * n / more;
  const double variance = (static_cast<double>(count.changed) + 1) / more - centre * centre;
  const double half = normal_95 * std::sqrt(variance / more);
  shift.interval = {centre - half, centre + half};
  return shift;
}

// Where it may stop early all intervals are those for many looks: when it stops depends on the games.
Interval as_looked_at(const WhatIfPlan& plan, const Interval& once, double deals) {
  return plan.until > 0 ? at_every_look(once, deals, static_cast<double>(plan.pairs) / 4) : once;
}

// Shares of different games: Newcombe's interval.
Shift share_shift(const WhatIfPlan& plan, double deals, std::string name, double won_a, double games_a,
                  double won_b, double games_b) {
  Shift shift;
  shift.name = std::move(name);
  shift.games_a = games_a;
  shift.games_b = games_b;
  shift.a = games_a > 0 ? won_a / games_a : 0;
  shift.b = games_b > 0 ? won_b / games_b : 0;
  shift.difference = shift.b - shift.a;
  shift.interval = as_looked_at(plan, newcombe(won_a, games_a, won_b, games_b), deals);
  return shift;
}

// Marks what is more than chance among all the rows, and puts the clearest first.
void judge(std::vector<Shift>& rows) {
  std::vector<double> p;
  const auto z = [](const Shift& shift) {
    const double half = (shift.interval.high - shift.interval.low) / 2;
    return half > 0 ? shift.difference / (half / normal_95) : 0;
  };
  for (const Shift& shift : rows) p.push_back(two_sided_p(z(shift)));
  const std::vector<bool> clear = discoveries(p);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i].clear = clear[i];
  std::stable_sort(rows.begin(), rows.end(),
                   [&](const Shift& a, const Shift& b) { return std::abs(z(a)) > std::abs(z(b)); });
}

std::vector<std::string> split(const std::string& key) {
  std::vector<std::string> parts(1);
  for (const char c : key)
    if (c == '\t')
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

void add_wins(const WhatIfPlan& plan, const Things& things, const Tally& a, const Tally& b, WhatIfReport& report) {
  std::map<std::string, ShiftTable> tables;
  const auto rows_of = [&](std::string name, std::string title) -> std::vector<Shift>& {
    ShiftTable& found = tables[name];
    found.name = std::move(name);
    found.title = std::move(title);
    return found.rows;
  };
  for (const auto& [key, count] : b.paired) {
    const auto parts = split(key);
    const std::string trait = parts[0].ends_with(".faction") ? parts[0].substr(0, parts[0].size() - 8) : parts[0];
    if (a.unsteady.contains(trait) || b.unsteady.contains(trait) || count.deals == 0) continue;
    if (parts.size() == 3 && parts[1] == parts[2]) continue;
    const auto value = [&](const std::string& id) { return trait_value(*plan.b, things, parts[0], id); };
    const std::string name = parts[0] == "seat" ? speech::said("seat {}", parts[1]) : value(parts[1]);
    const std::string title = parts[0] == "seat" ? speech::said("seat") : trait_name(*plan.b, parts[0]);
    if (parts.size() == 2) {
      std::vector<Shift>& rows = rows_of(parts[0], title);
      rows.push_back(paired_shift(name, count));
      rows.back().id = parts[1];
    } else {
      rows_of(parts[0] + " against " + parts[0], speech::said("{} against {}", title, title))
          .push_back(paired_shift(speech::said("{} against {}", name, value(parts[2])), count));
    }
  }
  for (auto& [name, found] : tables) {
    if (found.rows.size() < 2 && name != "seat") continue;  // all seats share it: nothing to compare
    for (Shift& row : found.rows) row.interval = as_looked_at(plan, row.interval, row.games_a);
    judge(found.rows);
    report.wins.push_back(std::move(found));
  }
  const auto seats = std::find_if(report.wins.begin(), report.wins.end(),
                                  [](const ShiftTable& table) { return table.name == "seat"; });
  if (seats != report.wins.end()) std::rotate(report.wins.begin(), seats, seats + 1);
}

struct Group {
  std::string title;
  std::map<std::string, Count> counts;  // by the id of a thing
  std::map<std::string, std::string> names;
};

// Things by the event and the list that they are of: "card_played: upgrades".
std::map<std::string, Group> grouped(const Edition& edition, const Things& things, const Tally& tally) {
  std::map<std::string, Group> groups;
  for (const auto& [key, count] : tally.things) {
    const Thing& thing = things[static_cast<int>(key) % things.size()];
    const std::string_view event =
        edition.game().events[static_cast<std::size_t>(static_cast<int>(key) / things.size())];
    Group& group = groups[std::string(event) + ": " + thing.list];
    group.title = event_words(edition, event, speech::language()) + " (" + list_name(edition, thing.list) + ")";
    group.counts[thing.id].add(count);
    group.names[thing.id] = thing.shown;
  }
  return groups;
}

void add_things(const WhatIfPlan& plan, const Runner& runner, const Tally& a, const Tally& b,
                WhatIfReport& report) {
  std::map<std::string, Group> with_a = grouped(*plan.a, runner.things(0), a);
  std::map<std::string, Group> with_b = grouped(*plan.b, runner.things(1), b);
  std::set<std::string> groups;
  for (const auto& [name, group] : with_a) groups.insert(name);
  for (const auto& [name, group] : with_b) groups.insert(name);
  const auto deals = static_cast<double>(report.pairs);
  const double seats = deals * plan.setup.seats;
  for (const std::string& group : groups) {
    Group &of_a = with_a[group], &of_b = with_b[group];
    const std::string& title = of_b.title.empty() ? of_a.title : of_b.title;
    ShiftTable wins{group, title, {}}, use{group, title, {}};
    std::map<std::string, std::string> all = of_b.names;
    all.insert(of_a.names.begin(), of_a.names.end());
    for (const auto& [id, name] : all) {
      const Count in_a = of_a.counts[id], in_b = of_b.counts[id];
      const auto games_a = static_cast<double>(in_a.games), games_b = static_cast<double>(in_b.games);
      if (in_a.games > 0 && in_b.games > 0)
        wins.rows.push_back(share_shift(plan, deals, name, static_cast<double>(in_a.won), games_a,
                                        static_cast<double>(in_b.won), games_b));
      use.rows.push_back(share_shift(plan, deals, name, games_a, seats, games_b, seats));
      use.rows.back().id = id;
      if (in_a.games > 0 && in_b.games > 0) wins.rows.back().id = id;
    }
    judge(wins.rows);
    judge(use.rows);
    report.things.push_back(std::move(wins));
    report.use.push_back(std::move(use));
  }
}

// Courses of the pairs that were played with both contents.
void add_pairs(const WhatIfPlan& plan, const std::vector<GameRecord>& records, WhatIfReport& report) {
  std::map<core::ClauseNumber, std::pair<double, double>> endings;
  for (std::size_t i = 0; i + 1 < records.size(); i += 2) {
    const GameRecord &a = records[i], &b = records[i + 1];
    if (!a.counts() || !b.counts()) continue;
    ++report.pairs;
    report.unreached += b.unreached ? 1 : 0;
    report.same_winner += a.winners == b.winners ? 1 : 0;
    report.length_a.add(a.decisions);
    report.length_b.add(b.decisions);
    report.longer.add(static_cast<double>(b.decisions) - static_cast<double>(a.decisions));
    endings[a.clause].first += 1;
    endings[b.clause].second += 1;
  }
  const auto games = static_cast<double>(report.pairs);
  for (const auto& [clause, counts] : endings)
    report.endings.push_back(share_shift(plan, games, std::string(plan.a->clause_id(clause)), counts.first, games,
                                         counts.second, games));
  judge(report.endings);
}

// What the change was about comes first.
void add_changed(const ChangeReach& reach, WhatIfReport& report) {
  const auto add = [&](const std::vector<ShiftTable>& tables, std::string_view pattern) {
    for (const ShiftTable& table : tables) {
      ShiftTable rows{table.name, speech::said(pattern, table.title), {}};
      for (const Shift& row : table.rows)
        if (reach.changed().contains(row.id)) rows.rows.push_back(row);
      if (!rows.rows.empty()) report.changed.push_back(std::move(rows));
    }
  };
  add(report.things, "won with {}");
  add(report.use, "seats with {}");
}

Expected<> check(const WhatIfPlan& plan) {
  if (plan.a->game().id != plan.b->game().id)
    return failed("content A is of " + std::string(plan.a->game().id) + " and content B of " +
                  std::string(plan.b->game().id));
  if (plan.a->bundle().hash() == plan.b->bundle().hash())
    return failed("content A and content B are the same: nothing can differ");
  return {};
}

}  // namespace

namespace {

struct Played {
  Tally a, b;
  std::vector<GameRecord> records;
  bool settled = false;
  bool misjudged = false;  // not all of it was played: it must be done again, each deal with both contents
};

bool is_settled(const WhatIfPlan& plan, const Tally& b) {
  int seats = 0;
  for (const auto& [key, count] : b.paired) {
    if (!key.starts_with("seat\t") || count.deals == 0) continue;
    ++seats;
    const Interval known = as_looked_at(plan, paired_shift(key, count).interval, static_cast<double>(count.deals));
    const bool clear = known.low > 0 || known.high < 0;
    if (!clear && (known.high - known.low) / 2 > plan.until) return false;
  }
  return seats > 0;
}

Expected<> play(const WhatIfPlan& plan, const Campaign& campaign, Runner& runner, Played& out,
                bool show_progress) {
  Checkpoint checkpoint;
  if (!plan.checkpoint.empty())
    if (auto done = checkpoint.open(plan.checkpoint, plan.resume, campaign); !done) return done.failure();
  std::optional<Interruptible> interruptible;
  if (!plan.going) interruptible.emplace();
  Progress progress(speech::said("games"), campaign.games, show_progress,
                    plan.until > 0 ? Progress::End::open : Progress::End::known);
  // Rounds of a fixed size: where it stops depends on the games alone.
  constexpr std::uint64_t chunks_of_a_round = 8;
  const std::uint64_t round =
      plan.until > 0 ? chunks_of_a_round * campaign.games_per_chunk() : std::max<std::uint64_t>(1, campaign.games);
  const auto ends = [&] { return out.settled || out.misjudged || campaign.stopped(); };
  for (std::uint64_t first = 0; first < campaign.games && !ends(); first += round) {
    for (const Chunk& chunk : runner.play(first, std::min(round, campaign.games - first), checkpoint, progress)) {
      out.records.insert(out.records.end(), chunk.records.begin(), chunk.records.end());
      out.misjudged |= std::any_of(chunk.records.begin(), chunk.records.end(),
                                   [](const GameRecord& record) { return record.misjudged; });
      if (chunk.tallies.size() != 2) continue;
      out.a.add(chunk.tallies[0]);
      out.b.add(chunk.tallies[1]);
    }
    out.settled = plan.until > 0 && first + round < campaign.games && is_settled(plan, out.b);
  }
  return {};
}

}  // namespace

Expected<> what_if(const WhatIfPlan& plan, WhatIfReport& report, bool show_progress) {
  report = {};
  if (auto done = check(plan); !done) return done.failure();
  Campaign campaign = campaign_of(plan);
  const std::shared_ptr<const ChangeReach> reach = campaign.reach;
  Runner runner(campaign);
  if (auto done = runner.prepare(); !done) return done.failure();
  const auto start = std::chrono::steady_clock::now();
  Played played;
  if (auto done = play(plan, campaign, runner, played, show_progress); !done) return done.failure();
  if (played.misjudged) {
    campaign.reach = nullptr;
    WhatIfPlan anew = plan;
    anew.resume = false;
    played = {};
    if (auto done = play(anew, campaign, runner, played, show_progress); !done) return done.failure();
  }
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  add_pairs(plan, played.records, report);
  if (report.pairs == 0) return {};
  report.settled = played.settled;
  add_wins(plan, runner.things(1), played.a, played.b, report);
  add_things(plan, runner, played.a, played.b, report);
  add_changed(*reach, report);
  return {};
}

}  // namespace rw::lab
