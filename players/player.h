// The computer players: how they are named on a command line, and how one is asked for a choice.
// A player is shown a position in which everything that its seat may not know has been dealt anew,
// so it cannot peek even by mistake; `ask` is the only place where that is done.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "engine/game.h"

namespace rw::players {

// "random", "greedy", "beginner" to "expert", "search:1000", "search:500ms", "search:1000:threads=2",
// "bot:./my_bot.py", "bot:time=500ms:./my_bot.py"
struct Spec {
  enum class Kind : std::uint8_t { random, greedy, search, bot };
  Kind kind = Kind::random;
  std::uint32_t simulations = 0;  // search only
  int thinking = 0;               // search only: milliseconds instead of simulations
  int threads = 1;                // search only; never changes what is chosen
  int level = 0;                  // search only: 1 + its place in `levels`; 0: none
  float doubt = 0;                // search only: how much its opinion of each choice wavers, as a chance to win
  std::string command = {};       // bot only: the program and its arguments
  int milliseconds = 5000;        // bot only: for each choice

  std::string text() const;
  bool operator==(const Spec&) const = default;
};

// Players with names, from weak to strong. The weak ones mistake one choice for another that is nearly as good,
// more often the nearer it is, as people do.
struct Level {
  std::string_view name;
  std::uint32_t simulations;
  int thinking;
  float doubt;
};
inline constexpr Level levels[] = {{"beginner", 30, 0, 0.15F},
                                   {"casual", 60, 0, 0.06F},
                                   {"skilled", 200, 0, 0.02F},
                                   {"strong", 1000, 0, 0},
                                   {"expert", 0, 1000, 0}};

inline constexpr std::uint32_t most_simulations = 10'000'000;
inline constexpr int most_threads = 256;
inline constexpr int most_milliseconds = 3'600'000;

// A failure says what is wrong and what would be right.
Expected<Spec> parse(std::string_view text);

class Player {
 public:
  virtual ~Player() = default;
  // `seen` is what `ask` prepared. The same position and stream give the same choice.
  virtual Choice choose(const Edition& edition, const Position& seen, Seat seat, core::Random& random) = 0;
  // A player that picks from the list alone need not be shown a position.
  virtual bool looks() const { return true; }
  // The game in which it sat there is over.
  virtual void ended(const Edition&, const Position&, Seat) {}
  // Why its last choice was to leave the game instead of one of its own; empty if it was its own.
  virtual std::string fault() const { return {}; }
};

// Fails if the game has no such player.
Expected<std::unique_ptr<Player>> make_player(const Spec& spec, const Game& game);

// Asks for the open decision of `actual`, which the player never sees.
Choice ask(Player& player, const Edition& edition, const Position& actual, core::Random& random);

// The stream of the player in `seat` of a game begun from `seed`.
core::Random stream_of(const core::Seed& seed, Seat seat);

}  // namespace rw::players
