// Playing numbered games on threads and processes.
#include "lab/campaign.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <thread>

#include "engine/replay.h"
#include "lab/archive.h"
#include "lab/chunk.h"
#include "lab/progress.h"
#include "lab/ranks.h"
#include "speech/speech.h"

namespace rw::lab {
namespace {

Expected<> check(const Campaign& campaign) {
  const int seats = campaign.setup.seats;
  if (campaign.games == 0) return failed("the number of games must be at least 1");
  if (campaign.contestants.empty()) return failed("a simulation needs at least one player");
  if (campaign.contestants.size() > static_cast<std::size_t>(seats))
    return failed(std::to_string(campaign.contestants.size()) + " players are given for " + std::to_string(seats) +
                  " seats");
  if (campaign.threads < 1 || campaign.threads > players::most_threads)
    return failed("the number of threads must be from 1 to " + std::to_string(players::most_threads));
  // Every combination of varied options must be playable, and with every content.
  std::uint64_t combinations = 1;
  for (const auto& [name, values] : campaign.varied) combinations *= values.size();
  for (std::size_t edition = 0; edition < campaign.editions.size(); ++edition)
    for (std::uint64_t deal = 0; deal < std::min<std::uint64_t>(combinations, 1000); ++deal)
      if (auto begun = campaign.begun(edition, deal); !begun) return begun.failure();
  return {};
}

// Adds to the tally of B how each seat and each trait fared with A and with B in the same deal.
void add_pair(const GameRecord& a, const GameRecord& b, const std::vector<Traits>& traits, int seats,
              Tally& tally) {
  if (!a.counts() || !b.counts()) return;
  for (int seat = 0; seat < seats; ++seat) {
    const bool won_a = core::has(a.winners, core::seat(seat)), won_b = core::has(b.winners, core::seat(seat));
    const PairCount count{1, won_a ? 1U : 0U, won_b ? 1U : 0U, won_a != won_b ? 1U : 0U};
    tally.paired["seat\t" + std::to_string(seat + 1)].add(count);
    for (const auto& [path, id] : traits[static_cast<std::size_t>(seat)]) {
      tally.paired[path + "\t" + id].add(count);
      for (int other = 0; other < seats; ++other)
        for (const auto& [other_path, other_id] : traits[static_cast<std::size_t>(other)])
          if (other != seat && other_path == path) tally.paired[path + "\t" + id + "\t" + other_id].add(count);
    }
  }
}

}  // namespace

bool Campaign::stopped() const { return going ? !going() : Interruptible::requested(); }

std::uint64_t moved_on(const Varied& varied, std::uint64_t deal) {
  std::uint64_t combinations = 1;
  for (const auto& [name, values] : varied) combinations *= values.size();
  return deal / combinations + deal % combinations;
}

Setup Campaign::setup_of(std::uint64_t deal) const {
  Setup varied_setup = setup;
  for (const auto& [name, values] : varied) {
    varied_setup.options.emplace_back(name, values[deal % values.size()]);
    deal /= values.size();
  }
  return varied_setup;
}

core::Seed Campaign::seed_of(std::uint64_t deal) const { return core::derive(core::seed_from(seed), deal); }

Expected<Position> Campaign::begun(std::size_t edition, std::uint64_t deal, core::Log* log) const {
  const Edition& played = *editions[edition];
  if (!starts.empty())
    return played.redealt(starts[edition], played.decision(starts[edition]).asked, seed_of(deal));
  return played.begin(varied.empty() ? setup : setup_of(deal), seed_of(deal), log);
}

std::uint64_t Campaign::games_per_chunk() const {
  constexpr std::uint64_t quick_games = 32;
  const bool slow = std::any_of(contestants.begin(), contestants.end(),
                                [](const Contestant& c) { return c.spec.kind >= players::Spec::Kind::search; });
  return slow ? set : set * std::max<std::uint64_t>(1, quick_games / set);
}

std::uint64_t Campaign::games_of_chunk(std::uint64_t number) const {
  const std::uint64_t size = games_per_chunk(), first = number * size;
  return first < games ? std::min(size, games - first) : 0;
}

std::string Campaign::fingerprint() const {
  std::string text = std::string(editions[0]->game().id) + " rules " +
                     std::to_string(editions[0]->game().rules_version) + " seats " + std::to_string(setup.seats) +
                     " seed " + std::to_string(seed) + " set " + std::to_string(set) + (watch ? " watched" : "") +
                     (paired ? " paired" : "");
  for (const auto& edition : editions) text += " content " + edition->version();
  for (std::size_t i = 0; i < starts.size(); ++i) text += " from " + std::to_string(editions[i]->hash(starts[i]));
  for (const auto& [name, value] : setup.options) text += " " + name + "=" + value;
  for (const auto& [name, values] : varied)
    for (const std::string& value : values) text += " " + name + "~" + value;
  // The number of threads that a player may use makes no difference.
  for (Contestant c : contestants) {
    c.spec.threads = 1;
    text += " " + std::string(c.blind ? "blind " : "") + c.spec.text();
  }
  return text;
}

// One thread's players, scratch positions and witnesses.
struct Runner::Desk {
  // By contestant and seat: players keep scratch space between the decisions of a seat.
  std::vector<std::vector<std::unique_ptr<players::Player>>> players;
  std::vector<std::unique_ptr<Witness>> witnesses;  // by edition
  ChoiceList list;
  std::vector<Choice> played;  // of the game under way
  std::vector<TurnOrder> orders;  // by edition
  std::uint64_t doubted = 0;  // the game of a deal that seems out of reach, from 1
  core::Log first_turns;  // listened to until turn order is known, where nobody else listens
};

namespace {

// Games that break off are counted and reported; the campaign goes on.
void tell_broken(std::uint64_t game, const Edition& edition, const Setup& setup, const core::Seed& seed,
                 const std::vector<Choice>& choices, const core::Capacity* why) {
  Replay replay = start_replay(edition, setup, seed);
  Position position = *edition.begin(setup, seed);
  for (const Choice choice : choices) {
    record(replay, edition, position, choice);
    edition.apply(position, choice);
  }
  position.break_off(why);
  close(replay, edition, position);
  std::fprintf(stderr, "game %llu of %s", static_cast<unsigned long long>(game),
               broken_report(edition, position, replay).c_str());
}

}  // namespace

Runner::Runner(const Campaign& campaign) : campaign_(campaign) {}
Runner::~Runner() = default;

const Things& Runner::things(std::size_t edition) const { return *things_[edition]; }

Expected<> Runner::prepare() {
  if (auto done = check(campaign_); !done) return done.failure();
  for (const auto& edition : campaign_.editions) things_.push_back(std::make_unique<Things>(*edition));
  const auto threads = std::min<std::uint64_t>(static_cast<std::uint64_t>(campaign_.threads),
                                               campaign_.games / campaign_.games_per_chunk() + 1);
  for (std::uint64_t i = 0; i < threads; ++i) {
    auto desk = std::make_unique<Desk>();
    for (const Contestant& contestant : campaign_.contestants) {
      auto& seats = desk->players.emplace_back();
      for (int seat = 0; seat < campaign_.setup.seats; ++seat) {
        auto player = players::make_player(contestant.spec, campaign_.editions[0]->game());
        if (!player) return player.failure();
        seats.push_back(*std::move(player));
      }
    }
    for (const auto& edition : campaign_.editions) desk->orders.emplace_back(*edition);
    for (std::size_t k = 0; campaign_.watch && k < campaign_.editions.size(); ++k)
      desk->witnesses.push_back(
          std::make_unique<Witness>(*campaign_.editions[k], *things_[k],
                                    campaign_.paired ? Witness::Leads::unseen : Witness::Leads::followed));
    desks_.push_back(std::move(desk));
  }
  return {};
}

// A bot that always fails would fill the screen.
void Runner::tell_forfeit(std::uint64_t game, const Contestant& contestant, const std::string& why) {
  constexpr int enough = 10;
  const int told = forfeits_told_++;
  if (told < enough)
    std::fprintf(stderr, "game %llu: %s forfeits: %s\n", static_cast<unsigned long long>(game),
                 contestant.spec.text().c_str(), why.c_str());
  if (told == enough) speech::tell(stderr, "further forfeits are counted but no longer reported");
}

GameRecord Runner::play_game(std::uint64_t game, Replay* replay) {
  const GameRecord record = play_game(*desks_[0], game, nullptr);
  if (replay == nullptr) return record;
  const Seating seating = campaign_.seating(game);
  const Edition& edition = *campaign_.editions[seating.edition];
  const Setup setup = campaign_.setup_of(seating.deal);
  const core::Seed seed = campaign_.seed_of(seating.deal);
  *replay = start_replay(edition, setup, seed);
  Position position = *edition.begin(setup, seed);
  for (const Choice choice : desks_[0]->played) {
    rw::record(*replay, edition, position, choice);
    edition.apply(position, choice);
  }
  close(*replay, edition, position);
  return record;
}

GameRecord Runner::play_game(Desk& desk, std::uint64_t game, Tally* tally) {
  const Seating seating = campaign_.seating(game);
  const Edition& edition = *campaign_.editions[seating.edition];
  const core::Seed seed = campaign_.seed_of(seating.deal);
  core::Random streams[core::max_seats];
  for (int seat = 0; seat < campaign_.setup.seats; ++seat)
    streams[seat] = players::stream_of(seed, core::seat(seat));
  Witness* witness = tally != nullptr ? desk.witnesses[seating.edition].get() : nullptr;
  core::Log* log = witness != nullptr ? &witness->log : &desk.first_turns;
  TurnOrder& order = desk.orders[seating.edition];
  order.begin(campaign_.setup.seats);
  log->clear();
  Position position = *campaign_.begun(seating.edition, seating.deal, log);
  order.read(*log);
  constexpr std::uint64_t looked_at_closely = 16;  // one deal in so many
  if (witness != nullptr) witness->begin(position, seating.deal % looked_at_closely == 0);
  GameRecord record;
  desk.played.clear();
  for (; !edition.over(position); ++record.decisions) {
    if (campaign_.stopped()) return {};
    const auto seat = static_cast<std::size_t>(core::index(edition.decision(position).asked));
    const std::size_t who = seating.contestant[seat];
    Choice choice;
    if (campaign_.contestants[who].blind) {
      edition.choices(position, desk.list);
      choice = desk.list[static_cast<int>(streams[seat].below(static_cast<std::uint32_t>(desk.list.size())))];
    } else {
      choice = players::ask(*desk.players[who][seat], edition, position, streams[seat]);
    }
    if (position.broken() != nullptr) break;  // found out while the choices were listed
    if (core::is_table_choice(choice)) [[unlikely]] {
      const core::Seat left = core::seat(static_cast<int>(seat));
      // Some rules ask a seat again after it has left; it forfeits only once.
      if (!core::has(record.forfeits, left))
        tell_forfeit(game, campaign_.contestants[who], desk.players[who][seat]->fault());
      record.forfeits = static_cast<core::SeatMask>(record.forfeits | core::only(left));
    }
    desk.played.push_back(choice);
    if (witness == nullptr && log != nullptr) log->clear();
    edition.apply(position, choice, log);
    if (!order.known()) order.read(*log);
    if (witness == nullptr && order.known()) log = nullptr;
    if (witness != nullptr) witness->step(position);
  }
  if (position.broken() != nullptr) {
    if (!campaign_.going && campaign_.starts.empty())
      tell_broken(game, edition, campaign_.setup_of(seating.deal), seed, desk.played, position.broken());
    record.played = record.broken = true;
    return record;
  }
  for (int seat = 0; seat < campaign_.setup.seats; ++seat)
    desk.players[seating.contestant[static_cast<std::size_t>(seat)]][static_cast<std::size_t>(seat)]->ended(
        edition, position, core::seat(seat));
  const Outcome outcome = edition.outcome(position);
  record.played = true;
  record.winners = outcome.winners;
  record.clause = outcome.clause;
  record.places = order.places();
  std::copy(std::begin(outcome.score), std::end(outcome.score), std::begin(record.score));
  if (witness != nullptr) {
    record.lead_changes = witness->lead_changes();
    record.least_chance = witness->least_chance(outcome.winners);
    witness->end(position, outcome.winners, seating.contestant, *tally);
  }
  return record;
}

// Some texts fetch cards that are nowhere in the game before. So one in eight of the deals that seem out of reach
// is played with both contents all the same; if one of them differs, what-if plays everything twice.
bool looked_at_twice(std::uint64_t deal) { return (deal * 0x9E3779B97F4A7C15U) >> 61U == 0; }

// A deal that the change cannot reach is played with content A and counted for both. False if it can, or if the
// game was not played to its end.
bool Runner::play_pair_as_one(Desk& desk, std::uint64_t game, GameRecord& a, GameRecord& b,
                              std::vector<Tally>& tallies) {
  if (campaign_.reach == nullptr || campaign_.reach->everywhere()) return false;
  const std::uint64_t deal = campaign_.seating(game).deal;
  for (std::size_t edition = 0; edition < campaign_.editions.size(); ++edition)
    if (campaign_.reach->concerns(*campaign_.editions[edition], *campaign_.begun(edition, deal))) return false;
  if (looked_at_twice(deal)) {
    desk.doubted = game + 1;
    return false;
  }
  Tally both;
  a = play_game(desk, game, &both);
  if (!a.counts()) return false;
  b = a;
  b.unreached = true;
  for (Tally& tally : tallies) tally.add(both);
  add_pair(a, b, desk.witnesses[0]->traits(), campaign_.setup.seats, tallies[1]);
  return true;
}

// After one misjudged deal all deals are played again, so the rest of this look is not needed.
bool Runner::given_up() const { return campaign_.stopped() || (campaign_.reach != nullptr && misjudged_); }

void Runner::play_chunk(Desk& desk, Chunk& chunk, const std::function<void()>& done) {
  const std::uint64_t first = chunk.number * campaign_.games_per_chunk();
  const std::uint64_t last = first + campaign_.games_of_chunk(chunk.number);
  chunk.records.resize(last - first);
  if (campaign_.watch) chunk.tallies.resize(campaign_.editions.size());
  for (std::uint64_t game = first; game < last && !given_up(); ++game) {
    const std::size_t edition = campaign_.seating(game).edition;
    GameRecord& record = chunk.records[game - first];
    if (campaign_.paired && campaign_.watch && edition == 0 && game + 1 < last &&
        play_pair_as_one(desk, game, record, chunk.records[game + 1 - first], chunk.tallies)) {
      ++game;
      done(), done();
      continue;
    }
    record = play_game(desk, game, campaign_.watch ? &chunk.tallies[edition] : nullptr);
    if (campaign_.paired && campaign_.watch && edition == 1)
      add_pair(chunk.records[game - first - 1], record, desk.witnesses[1]->traits(), campaign_.setup.seats,
               chunk.tallies[1]);
    if (edition == 1 && desk.doubted == game)
      record.misjudged = record.winners != chunk.records[game - first - 1].winners ||
                         record.decisions != chunk.records[game - first - 1].decisions;
    if (record.misjudged) misjudged_ = true;
    done();
  }
}

std::vector<Chunk> Runner::play(std::uint64_t first, std::uint64_t count, Checkpoint& checkpoint,
                                Progress& progress) {
  const std::uint64_t size = campaign_.games_per_chunk();
  std::vector<Chunk> chunks;
  for (std::uint64_t number = first / size; number * size < std::min(first + count, campaign_.games); ++number)
    chunks.emplace_back().number = number;
  const std::uint64_t before = first / size;
  std::uint64_t ready = 0;
  for (const Chunk& chunk : checkpoint.found()) {
    if (chunk.number < before || chunk.number - before >= chunks.size()) continue;
    ready += chunk.records.size();
    chunks[chunk.number - before] = chunk;
  }
  // Each rank takes its share of the chunks that are still to be played.
  std::vector<std::size_t> mine;
  std::size_t turn = 0;
  for (std::size_t i = 0; i < chunks.size(); ++i)
    if (chunks[i].records.empty() && static_cast<int>(turn++ % static_cast<std::size_t>(ranks())) == rank())
      mine.push_back(i);
  {
    progress.advance(ready);
    std::atomic<std::size_t> next = 0;
    std::mutex keeping;
    const auto work = [&](Desk& desk) {
      for (std::size_t i = next++; i < mine.size() && !given_up(); i = next++) {
        play_chunk(desk, chunks[mine[i]], [&] { progress.advance(static_cast<std::uint64_t>(ranks())); });
        const std::lock_guard lock(keeping);
        if (chunks[mine[i]].whole()) checkpoint.keep(chunks[mine[i]]);
      }
    };
    std::vector<std::jthread> others;
    for (std::size_t desk = 1; desk < desks_.size(); ++desk) others.emplace_back(work, std::ref(*desks_[desk]));
    work(*desks_[0]);
  }
  if (ranks() > 1) {
    Writer writer;
    std::vector<Chunk> played;
    for (const std::size_t i : mine) played.push_back(chunks[i]);
    fold(writer, played);
    for (const std::string& bytes : gathered(writer.take())) {
      Reader reader(bytes);
      std::vector<Chunk> others;
      fold(reader, others);
      for (Chunk& chunk : others) chunks[chunk.number - before] = std::move(chunk);
    }
  }
  return chunks;
}

}  // namespace rw::lab
