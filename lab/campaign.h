// Numbered games, played by any number of threads and processes. Everything about game i follows from its number,
// so the results do not depend on who played it or when. Games are kept in chunks: a chunk that is done can be
// written to a checkpoint, sent to other processes, and read back.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/game.h"
#include "engine/replay.h"
#include "lab/change_reach.h"
#include "lab/sides.h"
#include "lab/tally.h"
#include "players/player.h"

namespace rw::lab {

// One game, as far as statistics need it.
struct GameRecord {
  bool played = false;
  bool broken = false;  // it has outgrown a capacity; nobody won
  core::SeatMask winners = 0;
  core::SeatMask forfeits = 0;  // seats whose bots failed (players/bot.h)
  core::ClauseNumber clause = 0;
  std::uint32_t decisions = 0;
  std::uint32_t lead_changes = 0;  // only where somebody watches
  std::int32_t score[core::max_seats] = {};
  Places places{};  // in turn order
  std::uint16_t least_chance = 1000;  // of who won, in thousandths, by the evaluation; only where somebody watches
  bool unreached = false;  // what-if: the change cannot reach it, so it was played with the other content
  bool misjudged = false;  // it seemed so, but it goes another way
  bool counts() const { return played && !broken; }
  bool operator==(const GameRecord&) const = default;
};

// A player with its eyes open, or a control: one that is shown its list of choices and nothing else.
struct Contestant {
  players::Spec spec;
  bool blind = false;
};

// How game i is set up: which content, which deal, and which contestant sits where.
struct Seating {
  std::size_t edition = 0;
  std::uint64_t deal = 0;
  std::array<std::uint8_t, core::max_seats> contestant{};
};

// Options that change from deal to deal: deal i takes the i-th combination.
using Varied = std::vector<std::pair<std::string, std::vector<std::string>>>;

// How many seats further on the players sit in a deal: one more from deal to deal, and one more each time that a
// combination comes again, so that each combination is played from all seats.
std::uint64_t moved_on(const Varied& varied, std::uint64_t deal);

struct Campaign {
  std::vector<std::shared_ptr<const Edition>> editions;
  Setup setup;
  // By edition: the position that all games begin in, as the seat that is asked there may imagine it. None: games
  // begin with the set-up.
  std::vector<Position> starts;
  Varied varied;
  std::vector<Contestant> contestants;
  std::uint64_t games = 0;
  std::uint64_t set = 1;  // games that belong together: one deal in every seat, or with every content
  std::uint64_t seed = 1;
  int threads = 1;
  bool watch = false;  // fill tallies
  bool paired = false;  // what-if: a set is one deal with content A, then with content B
  std::shared_ptr<const ChangeReach> reach;  // paired only: deals beyond it go the same way with both, see there
  std::function<Seating(std::uint64_t game)> seating;
  std::function<bool()> going;  // asked at every choice, from any thread: false breaks off. Without it Ctrl-C does

  bool stopped() const;
  Setup setup_of(std::uint64_t deal) const;
  core::Seed seed_of(std::uint64_t deal) const;
  // The first position of a deal; fails if it cannot be played.
  Expected<Position> begun(std::size_t edition, std::uint64_t deal, core::Log* log = nullptr) const;
  // Slow players are shared out set by set; of quick ones many sets make a chunk.
  std::uint64_t games_per_chunk() const;
  // The last one may be shorter; none are left beyond it.
  std::uint64_t games_of_chunk(std::uint64_t number) const;
  // What must be equal for a checkpoint to go on: everything that decides what is played but the number
  // of games.
  std::string fingerprint() const;
};

struct Chunk {
  std::uint64_t number = 0;
  std::vector<GameRecord> records;  // some not played if it was interrupted
  std::vector<Tally> tallies;  // by edition
  bool whole() const;
};

// Where chunks that are done are kept. Every process appends to a file of its own beside the first one's; all are
// read when the run goes on, whatever the number of processes is then.
class Checkpoint {
 public:
  Checkpoint() = default;  // keeps nothing
  // Fails if a file cannot be written, or belongs to another campaign.
  Expected<> open(const std::string& path, bool resume, const Campaign& campaign);
  // Of this campaign's chunks: those that need not be played.
  const std::vector<Chunk>& found() const { return found_; }
  void keep(const Chunk& chunk);
  ~Checkpoint();
  Checkpoint(const Checkpoint&) = delete;
  Checkpoint& operator=(const Checkpoint&) = delete;

 private:
  Expected<> read(const std::string& file, const std::string& fingerprint);
  Expected<> start(const std::string& fingerprint);
  std::string mine_;
  std::vector<Chunk> found_;
  int file_ = -1;
};

// The work is done, there is nothing to go on with: removes the files of all processes.
void remove_checkpoint(const std::string& path);

class Progress;

// The players of all threads, ready to play any part of a campaign.
class Runner {
 public:
  explicit Runner(const Campaign& campaign);
  ~Runner();
  // Fails if the campaign cannot be played.
  Expected<> prepare();
  // Games `first` to `first + count`, by all processes together; every process gets all chunks, in their order.
  // Begins and ends at a border of chunks, or at the end of the campaign.
  std::vector<Chunk> play(std::uint64_t first, std::uint64_t count, Checkpoint& checkpoint, Progress& progress);
  // One game on this thread, for whoever wants to look at it; with its record for others if they want that.
  GameRecord play_game(std::uint64_t game, Replay* replay = nullptr);
  const Things& things(std::size_t edition) const;

 private:
  struct Desk;
  bool given_up() const;
  void play_chunk(Desk& desk, Chunk& chunk, const std::function<void()>& done);
  bool play_pair_as_one(Desk& desk, std::uint64_t game, GameRecord& a, GameRecord& b, std::vector<Tally>& tallies);
  GameRecord play_game(Desk& desk, std::uint64_t game, Tally* tally);
  void tell_forfeit(std::uint64_t game, const Contestant& contestant, const std::string& why);
  const Campaign& campaign_;
  std::vector<std::unique_ptr<Things>> things_;
  std::vector<std::unique_ptr<Desk>> desks_;
  std::atomic<int> forfeits_told_ = 0;
  std::atomic<bool> misjudged_ = false;  // a deal that seemed out of reach goes another way
};

}  // namespace rw::lab
