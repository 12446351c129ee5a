// Playing many games, and adding up what happened.
#include "lab/simulate.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <map>

#include "lab/progress.h"
#include "lab/rating.h"
#include "speech/speech.h"

namespace rw::lab {
namespace {

int winners_of(const GameRecord& record) { return std::popcount(static_cast<unsigned>(record.winners)); }

// Every `step`-th run of `width` games from `first` on: all of them, or those with one value of a varied option.
struct Games {
  std::uint64_t first = 0, width = 1, step = 1;
  bool has(std::uint64_t game) const { return game / width % step == first; }
};

std::vector<WinRate> seat_rates(const SimulationPlan& plan, const SimulationReport& report, const Games& games) {
  std::vector<WinRate> rates;
  for (int seat = 0; seat < plan.setup.seats; ++seat) {
    WinRate rate;
    rate.name = speech::said("seat {}", seat + 1);
    for (std::uint64_t game = 0; game < report.records.size(); ++game) {
      const GameRecord& record = report.records[game];
      if (!record.counts() || !games.has(game)) continue;
      rate.games += 1;
      rate.wins += core::has(record.winners, core::seat(seat)) ? 1 : 0;
      rate.fair += static_cast<double>(winners_of(record)) / plan.setup.seats;
    }
    if (rate.games > 0) rate.fair /= rate.games;
    rate.interval = wilson(rate.wins, rate.games);
    rates.push_back(std::move(rate));
  }
  return rates;
}

std::vector<WinRate> place_rates(const SimulationPlan& plan, const SimulationReport& report, const Games& games) {
  std::vector<WinRate> rates(static_cast<std::size_t>(plan.setup.seats));
  for (std::size_t place = 0; place < rates.size(); ++place)
    rates[place].name = speech::said("place {} in turn order", place + 1);
  for (std::uint64_t game = 0; game < report.records.size(); ++game) {
    const GameRecord& record = report.records[game];
    for (std::size_t seat = 0; record.counts() && games.has(game) && seat < rates.size(); ++seat) {
      if (record.places[seat] == 0) continue;
      WinRate& rate = rates[record.places[seat] - 1U];
      rate.games += 1;
      rate.wins += core::has(record.winners, core::seat(static_cast<int>(seat))) ? 1 : 0;
      rate.fair += static_cast<double>(winners_of(record)) / plan.setup.seats;
    }
  }
  for (WinRate& rate : rates) {
    if (rate.games > 0) rate.fair /= rate.games;
    rate.interval = wilson(rate.wins, rate.games);
  }
  const bool told = rates.size() > 1 && rates[0].games > 0;
  return told ? rates : std::vector<WinRate>();
}

// The values follow each other as Campaign::setup_of deals them out.
void add_variations(const SimulationPlan& plan, SimulationReport& report) {
  Games games;
  for (const auto& [option, values] : plan.varied) {
    games.step = values.size();
    for (games.first = 0; games.first < values.size(); ++games.first) {
      Variation variation{
          option, values[games.first], seat_rates(plan, report, games), place_rates(plan, report, games), {}};
      for (std::uint64_t game = 0; game < report.records.size(); ++game)
        if (report.records[game].counts() && games.has(game)) variation.length.add(report.records[game].decisions);
      report.variations.push_back(std::move(variation));
    }
    games.width *= values.size();
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
      for (int seat = 0; record.counts() && seat < plan.setup.seats; ++seat) {
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
    if (record.broken) ++report.broken;
    if (!record.counts()) continue;
    ++report.games;
    report.forfeits += record.forfeits != 0 ? 1 : 0;
    report.decisions += record.decisions;
    report.length.add(record.decisions);
    report.lead_changes.add(record.lead_changes);
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

void add_clauses(const SimulationPlan& plan, const Tally& tally, SimulationReport& report) {
  for (const ClauseText& clause : plan.edition->clauses()) {
    ClauseUse use{&clause, {}};
    const auto numbers = plan.edition->game().clauses;
    const auto place =
        static_cast<std::size_t>(std::find(numbers.begin(), numbers.end(), clause.id) - numbers.begin());
    if (place < tally.clauses.size()) use.count = tally.clauses[place];
    report.clauses.push_back(use);
  }
}

// What each contestant wins on the whole; empty if all are the same player.
std::vector<double> usual_rates(const SimulationPlan& plan, const SimulationReport& report) {
  std::vector<double> rates;
  for (const players::Spec& spec : plan.players)
    for (const WinRate& rate : report.players)
      if (rate.name == spec.text()) rates.push_back(rate.rate());
  return report.players.size() > 1 ? rates : std::vector<double>();
}

// A card that the stronger player likes to play wins more games than others by that alone: where players differ a
// rate is compared with what the players of its games win anyway.
WinRate rate_of(std::string name, const Count& count, const std::vector<double>& usual) {
  WinRate rate;
  rate.name = std::move(name);
  rate.games = static_cast<double>(count.games);
  rate.wins = static_cast<double>(count.won);
  rate.fair = count.games == 0 ? 0 : static_cast<double>(count.fair) / points_of_a_win / rate.games;
  if (!usual.empty() && count.games != 0) {
    rate.fair = 0;
    for (std::size_t i = 0; i < usual.size(); ++i)
      rate.fair += static_cast<double>(count.by_player[i]) * usual[i] / rate.games;
  }
  rate.interval = wilson(rate.wins, rate.games);
  return rate;
}

Compared compared(const WinRate& rate) { return {rate.rate(), rate.fair, rate.games}; }

// What to look at first.
double telling(const WinRate& rate) { return std::abs(compared(rate).z()); }

// Of a hundred rows about five differ by chance alone, so a row is marked with all rows of its kind in mind.
void mark(const std::vector<WinRate*>& rows) {
  std::vector<Compared> all;
  for (const WinRate* row : rows) all.push_back(compared(*row));
  const std::vector<bool> clear = discoveries(all);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i]->clear = clear[i];
}

void mark_clear(SimulationReport& report) {
  std::vector<WinRate*> traits, things;
  for (TraitRates& trait : report.traits)
    for (std::vector<WinRate>* list : {&trait.rates, &trait.match_ups})
      for (WinRate& rate : *list) traits.push_back(&rate);
  for (ThingRates& group : report.things)
    for (auto& row : group.rows) things.push_back(&row.rate);
  mark(traits);
  mark(things);
}

void mark(std::vector<WinRate>& rates) {
  std::vector<WinRate*> rows;
  for (WinRate& rate : rates) rows.push_back(&rate);
  mark(rows);
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

}  // namespace

std::size_t player_at(const SimulationPlan& plan, std::uint64_t game, int seat) {
  const std::uint64_t seats = static_cast<std::uint64_t>(plan.setup.seats);
  return (static_cast<std::uint64_t>(seat) + moved_on(plan.varied, game)) % seats % plan.players.size();
}

Campaign campaign_of(const SimulationPlan& plan) {
  Campaign campaign;
  campaign.editions = {plan.edition};
  campaign.setup = plan.setup;
  if (!plan.start.empty()) campaign.starts = {plan.start};
  campaign.varied = plan.varied;
  for (const players::Spec& spec : plan.players) campaign.contestants.push_back({spec, false});
  campaign.games = plan.games;
  campaign.seed = plan.seed;
  campaign.threads = plan.threads;
  campaign.watch = plan.watch || plan.keep > 0;
  campaign.seating = [&plan](std::uint64_t game) {
    Seating seating;
    seating.deal = game;
    for (int seat = 0; seat < plan.setup.seats; ++seat)
      seating.contestant[static_cast<std::size_t>(seat)] = static_cast<std::uint8_t>(player_at(plan, game, seat));
    return seating;
  };
  return campaign;
}

std::string_view name_of(Kept::Kind kind) {
  constexpr std::string_view names[] = {"shortest", "longest", "closest", "most_surprising"};
  return names[static_cast<std::size_t>(kind)];
}

namespace {

// How far the winners were ahead in the end; games without scores are told apart by how often the lead changed.
std::int64_t margin_of(const GameRecord& record, int seats) {
  std::int64_t winners = INT32_MIN, others = INT32_MIN;
  for (int seat = 0; seat < seats; ++seat) {
    std::int64_t& best = core::has(record.winners, core::seat(seat)) ? winners : others;
    best = std::max<std::int64_t>(best, record.score[seat]);
  }
  return 1000 * std::abs(winners - others) - std::min<std::int64_t>(999, record.lead_changes);
}

std::int64_t order_of(Kept::Kind kind, const GameRecord& record, int seats) {
  switch (kind) {
    case Kept::Kind::shortest: return record.decisions;
    case Kept::Kind::longest: return -static_cast<std::int64_t>(record.decisions);
    case Kept::Kind::closest: return margin_of(record, seats);
    case Kept::Kind::most_surprising: return record.least_chance;
  }
  return 0;
}

// Everything about a game follows from its number: those that are worth a look are played once more.
Expected<> keep_games(const SimulationPlan& plan, Runner& runner, SimulationReport& report) {
  std::vector<std::uint64_t> games;
  for (std::uint64_t game = 0; game < report.records.size(); ++game)
    if (report.records[game].counts()) games.push_back(game);
  for (const Kept::Kind kind :
       {Kept::Kind::shortest, Kept::Kind::longest, Kept::Kind::closest, Kept::Kind::most_surprising}) {
    const auto key = [&](std::uint64_t game) { return order_of(kind, report.records[game], plan.setup.seats); };
    std::stable_sort(games.begin(), games.end(),
                     [&](std::uint64_t a, std::uint64_t b) { return key(a) != key(b) ? key(a) < key(b) : a < b; });
    for (std::size_t i = 0; i < std::min(games.size(), static_cast<std::size_t>(plan.keep)); ++i) {
      Kept kept{kind, games[i], report.records[games[i]], {}};
      const GameRecord again = runner.play_game(games[i], &kept.replay);
      if (again.decisions != kept.record.decisions || again.winners != kept.record.winners) {
        return failed(
            "game " + std::to_string(games[i]) +
            " was played otherwise a second time, so it cannot be kept: a bot or a search by the clock does that");
      }
      for (int seat = 0; seat < plan.setup.seats; ++seat)
        kept.replay.players.emplace_back(seat + 1, plan.players[player_at(plan, games[i], seat)].text());
      report.kept.push_back(std::move(kept));
    }
  }
  return {};
}

}  // namespace

Expected<> simulate(const SimulationPlan& plan, SimulationReport& report, bool show_progress) {
  report = {};
  const Campaign campaign = campaign_of(plan);
  Runner runner(campaign);
  if (auto done = runner.prepare(); !done) return done.failure();
  Checkpoint checkpoint;
  if (!plan.checkpoint.empty())
    if (auto done = checkpoint.open(plan.checkpoint, plan.resume, campaign); !done) return done.failure();
  for (const Chunk& chunk : checkpoint.found()) report.resumed += chunk.records.size();
  const auto start = std::chrono::steady_clock::now();
  Tally tally;
  {
    const Interruptible interruptible;
    Progress progress(speech::said("games"), plan.games, show_progress);
    for (Chunk& chunk : runner.play(0, plan.games, checkpoint, progress)) {
      report.records.insert(report.records.end(), chunk.records.begin(), chunk.records.end());
      report.records.resize(std::min((chunk.number + 1) * campaign.games_per_chunk(), plan.games));
      if (plan.watch && !chunk.tallies.empty()) tally.add(chunk.tallies[0]);
    }
  }
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  add_lengths_and_endings(plan, report);
  report.seats = seat_rates(plan, report, {});
  report.places = place_rates(plan, report, {});
  add_variations(plan, report);
  add_players(plan, report);
  mark(report.players);
  mark(report.seats);
  mark(report.places);
  if (plan.watch) {
    const std::vector<double> usual = usual_rates(plan, report);
    report.unequal = !usual.empty();
    report.traits = trait_rates(*plan.edition, tally, usual);
    report.things = thing_rates(*plan.edition, runner.things(0), tally, usual);
    mark_clear(report);
    add_clauses(plan, tally, report);
  }
  return plan.keep == 0 ? Expected<>() : keep_games(plan, runner, report);
}

std::string thing_name(const Things& things, const std::string& id) {
  const int thing = things.with_id(id);
  return thing < 0 || things[thing].shown.empty() ? id : things[thing].shown;
}

namespace {

// What the game's own texts call it; empty if they do not.
std::string face_word(const Edition& edition, const std::string& key) {
  return std::string(edition.bundle().root()["locale"][speech::language()]["faces"][key].text());
}

std::string with_spaces(std::string id) {
  std::replace(id.begin(), id.end(), '_', ' ');
  return id;
}

}  // namespace

std::string list_name(const Edition& edition, const std::string& list) {
  std::string word = face_word(edition, "kind." + list);
  if (word.empty()) word = face_word(edition, list);  // what is no card of its own
  return word.empty() ? with_spaces(list) : word;
}

std::string trait_name(const Edition& edition, const std::string& path) {
  std::string out;
  for (std::size_t start = 0; start <= path.size();) {
    const std::size_t stop = std::min(path.find('.', start), path.size());
    const std::string part = path.substr(start, stop - start);
    std::string word = face_word(edition, part);
    if (word.empty()) word = face_word(edition, "kind." + part + "s");
    if (word.empty()) word = face_word(edition, part + "s");
    if (word.empty()) word = with_spaces(part);
    out = out.empty() ? word : speech::said("{}: {}", out, word);
    start = stop + 1;
  }
  return out;
}

std::string trait_value(const Edition& edition, const Things& things, const std::string& path,
                        const std::string& id) {
  const std::string word = face_word(edition, path.substr(path.rfind('.') + 1) + "." + id);
  return things.with_id(id) < 0 && !word.empty() ? word : thing_name(things, id);
}

std::vector<TraitRates> trait_rates(const Edition& edition, const Tally& tally, const std::vector<double>& usual) {
  const Things things(edition);
  std::vector<TraitRates> all;
  const auto trait = [&](const std::string& path) -> TraitRates& {
    for (TraitRates& known : all)
      if (known.trait == path) return known;
    all.push_back({path, {}, {}});
    return all.back();
  };
  const auto steady = [&](const std::string& path) {
    const std::string whole = path.ends_with(".faction") ? path.substr(0, path.size() - 8) : path;
    return !tally.unsteady.contains(whole);
  };
  for (const auto& [key, count] : tally.traits)
    if (const auto parts = split(key); steady(parts[0]))
      trait(parts[0]).rates.push_back(rate_of(trait_value(edition, things, parts[0], parts[1]), count, usual));
  for (const auto& [key, count] : tally.match_ups)
    if (const auto parts = split(key); steady(parts[0]) && parts[1] != parts[2])
      trait(parts[0]).match_ups.push_back(
          rate_of(speech::said("{} against {}", trait_value(edition, things, parts[0], parts[1]),
                               trait_value(edition, things, parts[0], parts[2])),
                  count, usual));
  // A trait that all seats share at all times tells nothing.
  std::erase_if(all, [](const TraitRates& t) { return t.rates.size() < 2; });
  for (TraitRates& t : all)
    std::stable_sort(t.rates.begin(), t.rates.end(),
                     [](const WinRate& a, const WinRate& b) { return a.rate() > b.rate(); });
  return all;
}

std::vector<ThingRates> thing_rates(const Edition& edition, const Things& things, const Tally& tally,
                                    const std::vector<double>& usual) {
  std::map<std::pair<int, std::string>, ThingRates> groups;
  for (const auto& [key, count] : tally.things) {
    const int event = static_cast<int>(key) / things.size();
    const Thing& thing = things[static_cast<int>(key) % things.size()];
    ThingRates& group = groups[{event, thing.list}];
    group.event = edition.game().events[static_cast<std::size_t>(event)];
    if (group.text.empty()) group.text = event_words(edition, group.event, speech::language());
    group.list = thing.list;
    group.rows.push_back({rate_of(thing.shown, count, usual), count.times, thing.id});
  }
  std::vector<ThingRates> all;
  for (auto& [key, group] : groups) {
    std::stable_sort(group.rows.begin(), group.rows.end(),
                     [](const auto& a, const auto& b) { return telling(a.rate) > telling(b.rate); });
    all.push_back(std::move(group));
  }
  // What players decide comes first: played, bought, gained, drawn; then everything else in the order of events.
  const auto order = [](const ThingRates& group) {
    constexpr std::string_view first[] = {"played", "bought", "gained", "drawn"};
    for (std::size_t i = 0; i < std::size(first); ++i)
      if (group.event.find(first[i]) != std::string::npos) return i;
    return std::size(first);
  };
  std::stable_sort(all.begin(), all.end(),
                   [&](const ThingRates& a, const ThingRates& b) { return order(a) < order(b); });
  return all;
}

}  // namespace rw::lab
