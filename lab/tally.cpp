// Watching games and counting what happens in them.
#include "lab/tally.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "lab/rating.h"

namespace rw::lab {
namespace {

// A seat takes the lead when the evaluation puts it this far ahead of the one that led; less is noise.
constexpr float lead_margin = 0.05F;
constexpr std::uint32_t between_looks = 8;  // decisions: an evaluation may take longer than a decision
constexpr std::uint32_t settled_by = 32;  // decisions after which leaders and decks are chosen
constexpr int most_values = 4096;  // operands beyond are no things

Count outcome_of(int seat, core::SeatMask winners, int seats, const Witness::Players& players,
                 std::uint64_t times) {
  const auto fair =
      static_cast<std::uint64_t>(points_of_a_win * std::popcount(static_cast<unsigned>(winners)) / seats);
  Count count{times, 1, core::has(winners, core::seat(seat)) ? 1U : 0U, fair, {}};
  count.by_player[players[static_cast<std::size_t>(seat)]] = 1;
  return count;
}

// "leader.name" -> "leader"
std::string trait_path(std::string path) {
  if (path.ends_with(".name")) path.resize(path.size() - 5);
  return path;
}

void collect_words(const core::Field& field, const std::string& path, const Things& things, Traits& traits) {
  for (const core::Field& below : field.fields) {
    const std::string here = path.empty() ? below.name : path + "." + below.name;
    if (below.kind == core::Field::Kind::group) collect_words(below, here, things, traits);
    if (below.kind != core::Field::Kind::word) continue;
    const int thing = things.with_id(below.word);
    // A word that has no value yet may get one in the game; what never names a thing is left out later.
    traits.emplace_back(trait_path(here), thing < 0 ? std::string() : below.word);
  }
}

// The description of a game has its seats, in their order, under "players".
std::vector<Traits> traits_at(const Edition& edition, const Position& position, const Things& things) {
  std::vector<Traits> traits(static_cast<std::size_t>(edition.seats(position)));
  const core::Field all = edition.fields(position, Viewer::omniscient());
  const core::Field* seats = all.find("players");
  if (seats == nullptr || seats->fields.size() < traits.size()) return traits;
  for (std::size_t seat = 0; seat < traits.size(); ++seat)
    collect_words(seats->fields[seat], "", things, traits[seat]);
  return traits;
}

template <class Map>
void add_all(Map& map, const Map& other) {
  for (const auto& [key, value] : other) {
    if constexpr (requires { map[key].add(value); })
      map[key].add(value);
    else
      map[key] += value;
  }
}

}  // namespace

void Count::add(const Count& other) {
  times += other.times, games += other.games, won += other.won, fair += other.fair;
  for (std::size_t i = 0; i < by_player.size(); ++i) by_player[i] += other.by_player[i];
}

void PairCount::add(const PairCount& other) {
  deals += other.deals, won_a += other.won_a, won_b += other.won_b, changed += other.changed;
}

void Tally::add(const Tally& other) {
  games += other.games;
  add_all(things, other.things);
  add_all(traits, other.traits);
  add_all(match_ups, other.match_ups);
  add_all(paired, other.paired);
  add_all(unsteady, other.unsteady);
  clauses.resize(std::max(clauses.size(), other.clauses.size()));
  for (std::size_t i = 0; i < other.clauses.size(); ++i) {
    clauses[i].times += other.clauses[i].times;
    clauses[i].games += other.clauses[i].games;
  }
}

Witness::Witness(const Edition& edition, const Things& things, Leads leads)
    : edition_(edition),
      things_(things),
      players_(leads == Leads::followed ? players::find_players(edition.game().id) : nullptr) {
  seen_.resize(static_cast<std::size_t>(things.events()) * static_cast<std::size_t>(things.size()));
  clause_times_.resize(edition.game().clauses.size());
  kind_of_mention_.resize(static_cast<std::size_t>(things.events()));
  for (int event = 0; event < things.events(); ++event) {
    for (const Mention& mention : things.mentions(event)) {
      const auto found = std::find(kinds_.begin(), kinds_.end(), mention.kind);
      kind_of_mention_[static_cast<std::size_t>(event)].push_back(
          static_cast<std::size_t>(found - kinds_.begin()));
      if (found == kinds_.end()) kinds_.push_back(mention.kind);
    }
  }
  named_.resize(kinds_.size());
}

// A game that was broken off leaves nothing behind.
void Witness::forget() {
  for (const std::uint32_t key : touched_) seen_[key] = {};
  touched_.clear();
  for (const core::ClauseNumber clause : touched_clauses_) clause_times_[clause] = 0;
  touched_clauses_.clear();
}

void Witness::begin(const Position& first, bool closely) {
  forget();
  seats_ = edition_.seats(first);
  // A number may be another card in the next deal.
  for (const auto& [kind, value] : asked_) named_[kind][value] = -2;
  asked_.clear();
  leader_ = -1;
  least_.fill(1);
  lead_changes_ = 0;
  steps_ = 0;
  unsteady_.clear();
  closely_ = closely;
  known_.clear();
  if (closely) known_ = traits_at(edition_, first, things_);
  step(first);
}

void Witness::step(const Position& after) {
  read_events(after);
  log.clear();
  if (steps_++ % between_looks == 0) follow_lead(after);
  // After 8, 16, 32 ... decisions.
  if (closely_ && steps_ >= 8 && std::has_single_bit(steps_)) follow_traits(after);
}

// Something that changes, goes away or first appears well into the game is an event and not a trait.
void Witness::follow_traits(const Position& position) {
  std::vector<Traits> now = traits_at(edition_, position, things_);
  for (std::size_t seat = 0; seat < known_.size(); ++seat) {
    for (std::size_t i = 0; i < now[seat].size() && i < known_[seat].size(); ++i) {
      const std::string& before = known_[seat][i].second;
      const bool late = before.empty() && steps_ > settled_by && !now[seat][i].second.empty();
      if (late || (!before.empty() && known_[seat][i] != now[seat][i])) unsteady_.push_back(known_[seat][i].first);
    }
  }
  known_ = std::move(now);
}

// What one seat has and another one never got, gear in one of its places, say, is no trait either.
std::set<std::string> Witness::held_by_some() const {
  std::set<std::string> have, lack;
  for (const Traits& seat : known_)
    for (const auto& [path, id] : seat) (id.empty() ? lack : have).insert(path);
  std::erase_if(lack, [&](const std::string& path) { return !have.contains(path); });
  return lack;
}

int Witness::thing_at(const Position& position, std::size_t kind, int value) {
  if (value < 0 || value >= most_values) return -1;
  const auto at = static_cast<std::size_t>(value);
  auto& known = named_[kind];
  if (known.size() <= at) known.resize(at + 1, -2);
  if (known[at] == -2) {
    const Edition::Thing thing = edition_.thing(position, Viewer::omniscient(), kinds_[kind], value);
    known[at] = things_.with_id(thing.table, thing.id);
    asked_.emplace_back(kind, at);
  }
  return known[at];
}

void Witness::read_events(const Position& position) {
  for (const core::Event& event : log.events) {
    if (event.clause < clause_times_.size() && clause_times_[event.clause]++ == 0)
      touched_clauses_.push_back(event.clause);
    const int seat = core::index(event.actor);
    if (event.kind >= things_.events() || seat >= seats_) continue;
    const auto mentions = things_.mentions(event.kind);
    for (std::size_t i = 0; i < mentions.size(); ++i) {
      const int value = event.operands[mentions[i].operand];
      if (mentions[i].optional && value == 0) continue;
      const int thing = thing_at(position, kind_of_mention_[event.kind][i], value);
      if (thing < 0) continue;
      const std::uint32_t key = key_of(things_, event.kind, thing);
      auto& times = seen_[key].times;
      if (std::all_of(std::begin(times), std::end(times), [](std::uint32_t n) { return n == 0; }))
        touched_.push_back(key);
      ++times[seat];
    }
  }
}

void Witness::follow_lead(const Position& position) {
  if (players_ == nullptr || edition_.over(position)) return;
  float chances[core::max_seats] = {};
  players_->evaluate(edition_.content(), position.data(), chances);
  for (std::size_t i = 0; i < least_.size(); ++i) least_[i] = std::min(least_[i], chances[i]);
  const int best = static_cast<int>(std::max_element(chances, chances + seats_) - chances);
  if (leader_ < 0) {
    // Team-mates share a chance, so the mean is that of even sides.
    const float even = std::accumulate(chances, chances + seats_, 0.0F) / static_cast<float>(seats_);
    if (chances[best] > even + lead_margin / 2) leader_ = best;
  } else if (chances[best] - chances[leader_] >= lead_margin) {
    leader_ = best;
    ++lead_changes_;
  }
}

std::uint16_t Witness::least_chance(core::SeatMask winners) const {
  float least = 1;
  for (int seat = 0; seat < seats_; ++seat)
    if (core::has(winners, core::seat(seat))) least = std::min(least, least_[static_cast<std::size_t>(seat)]);
  return static_cast<std::uint16_t>(1000 * std::clamp(least, 0.0F, 1.0F));
}

void Witness::end(const Position& last, core::SeatMask winners, const Players& players, Tally& tally) {
  ++tally.games;
  for (const std::uint32_t key : touched_) {
    for (int seat = 0; seat < seats_; ++seat)
      if (seen_[key].times[seat] > 0)
        tally.things[key].add(outcome_of(seat, winners, seats_, players, seen_[key].times[seat]));
  }
  tally.clauses.resize(clause_times_.size());
  for (const core::ClauseNumber clause : touched_clauses_) {
    tally.clauses[clause].times += clause_times_[clause];
    ++tally.clauses[clause].games;
  }
  forget();
  add_traits(last, winners, players, tally);
}

void Witness::add_traits(const Position& last, core::SeatMask winners, const Players& players, Tally& tally) {
  follow_traits(last);
  for (const std::string& path : unsteady_) ++tally.unsteady[path];
  for (const std::string& path : held_by_some()) ++tally.unsteady[path];
  traits_.assign(known_.size(), {});
  for (std::size_t seat = 0; seat < known_.size(); ++seat) {
    for (const auto& [path, id] : known_[seat]) {
      if (id.empty()) continue;
      traits_[seat].emplace_back(path, id);
      const Thing& thing = things_[things_.with_id(id)];
      if (!thing.faction.empty()) traits_[seat].emplace_back(path + ".faction", thing.faction);
    }
  }
  for (std::size_t seat = 0; seat < traits_.size(); ++seat) {
    const Count count = outcome_of(static_cast<int>(seat), winners, seats_, players, 1);
    for (const auto& [path, id] : traits_[seat]) {
      tally.traits[path + "\t" + id].add(count);
      for (std::size_t other = 0; other < traits_.size(); ++other)
        for (const auto& [other_path, other_id] : traits_[other])
          if (other != seat && other_path == path) tally.match_ups[path + "\t" + id + "\t" + other_id].add(count);
    }
  }
}

}  // namespace rw::lab
