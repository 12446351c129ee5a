// What happened in many games, counted: which things were played, drawn or bought by winners and losers, which
// rules were at work, which leader or deck won against which. Whole numbers only, so that tallies of parts add up
// to exactly the tally of the whole, in any order.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/game.h"
#include "lab/things.h"
#include "players/games.h"

namespace rw::lab {

// How seats fared for which something holds; a seat counts once a game.
struct Count {
  std::uint64_t times = 0;  // how often it happened, several times a game included
  std::uint64_t games = 0;
  std::uint64_t won = 0;
  std::uint64_t fair = 0;   // what equal seats would have won, in sixtieths
  std::array<std::uint64_t, core::max_seats> by_player = {};  // of the games: whose seat it was

  void add(const Count& other);
  bool operator==(const Count&) const = default;
};

struct ClauseCount {
  std::uint64_t times = 0, games = 0;
  bool operator==(const ClauseCount&) const = default;
};

// The same deal with two contents; differences are B less A.
struct PairCount {
  std::uint64_t deals = 0, won_a = 0, won_b = 0;
  std::uint64_t changed =
      0;  // deals in which the seat's result differs; wins are 0 or 1, so this is the sum of squares

  void add(const PairCount& other);
  bool operator==(const PairCount&) const = default;
};

struct Tally {
  std::uint64_t games = 0;
  std::map<std::uint32_t, Count> things;       // key_of(event, thing)
  std::map<std::string, Count> traits;         // "leader\toptimus_prime"
  std::map<std::string, Count> match_ups;  // "leader\toptimus_prime\tmegatron": the first against the second
  std::map<std::string, PairCount> paired;  // the same keys, and "seat\t1"; what-if only
  std::map<std::string, std::uint64_t> unsteady;  // traits that changed during a game, so they are none
  std::vector<ClauseCount> clauses;  // by clause number

  void add(const Tally& other);
  bool operator==(const Tally&) const = default;
};

template <class Archive>
void fold(Archive& archive, Count& c) {
  fold(archive, c.times), fold(archive, c.games), fold(archive, c.won), fold(archive, c.fair);
  for (std::uint64_t& games : c.by_player) fold(archive, games);
}
template <class Archive>
void fold(Archive& archive, ClauseCount& c) {
  fold(archive, c.times), fold(archive, c.games);
}
template <class Archive>
void fold(Archive& archive, PairCount& c) {
  fold(archive, c.deals), fold(archive, c.won_a), fold(archive, c.won_b), fold(archive, c.changed);
}
template <class Archive>
void fold(Archive& archive, Tally& t) {
  fold(archive, t.games), fold(archive, t.things), fold(archive, t.traits), fold(archive, t.match_ups);
  fold(archive, t.paired), fold(archive, t.unsteady), fold(archive, t.clauses);
}

// A word of a seat's own description that names a thing of the content: its leader, its deck.
using Traits = std::vector<std::pair<std::string, std::string>>;  // path, id

// Watches one game after the other on one thread.
class Witness {
 public:
  // Who leads is asked of the evaluation, which takes time: only for reports that tell it.
  enum class Leads : bool { unseen, followed };
  Witness(const Edition& edition, const Things& things, Leads leads = Leads::followed);

  core::Log log;  // to be handed to the game
  // Describing a position is slow: only some games are followed closely, to see which words change in play.
  void begin(const Position& first, bool closely);
  void step(const Position& after);  // reads the log and empties it
  // Adds the game that is over to the tally. `players` by seat: which of the contestants sat there.
  using Players = std::array<std::uint8_t, core::max_seats>;
  void end(const Position& last, core::SeatMask winners, const Players& players, Tally& tally);

  std::uint32_t lead_changes() const { return lead_changes_; }
  // The least chance that any of these had when it was looked at, in thousandths.
  std::uint16_t least_chance(core::SeatMask winners) const;
  const std::vector<Traits>& traits() const { return traits_; }  // by seat, of the game that ended last

 private:
  void forget();
  void read_events(const Position& position);
  void follow_lead(const Position& position);
  void follow_traits(const Position& position);
  std::set<std::string> held_by_some() const;
  void add_traits(const Position& last, core::SeatMask winners, const Players& players, Tally& tally);
  int thing_at(const Position& position, std::size_t kind, int value);

  const Edition& edition_;
  const Things& things_;
  const players::GamePlayers* players_;
  int seats_ = 0;
  // Kinds of operands, and the things that values of them have named in this game: -2 not asked yet, -1 none.
  std::vector<std::string> kinds_;
  std::vector<std::vector<std::size_t>> kind_of_mention_;  // by event
  std::vector<std::vector<std::int32_t>> named_;  // by kind and value
  std::vector<std::pair<std::size_t, std::size_t>> asked_;
  struct Seen {
    std::uint32_t times[core::max_seats] = {};
  };
  std::vector<Seen> seen_;  // by key
  std::vector<std::uint32_t> touched_, clause_times_;
  std::vector<core::ClauseNumber> touched_clauses_;
  std::vector<Traits> known_, traits_;  // as far as the game has come; of the last game that ended
  std::vector<std::string> unsteady_;
  std::uint32_t steps_ = 0;
  bool closely_ = false;
  int leader_ = -1;
  std::array<float, core::max_seats> least_{};
  std::uint32_t lead_changes_ = 0;
};

}  // namespace rw::lab
