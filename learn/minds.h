// What all of rulewright-selfplay needs: its command line, tables of one game, the minds that sit at them, and
// games in which every deal is played from every seat.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/game.h"
#include "players/forest.h"
#include "players/net.h"
#include "players/player.h"

namespace rw::learn {

using players::Forest;
using players::GamePlayers;
using players::Mind;
using players::Net;

[[noreturn]] void fail(const std::string& message);
std::unique_ptr<const Net> read_net(const std::string& path);
core::Seed seed_of(core::Random& random);

struct Arguments {
  std::string command, game;
  std::map<std::string, std::vector<std::string>> values;

  std::string text(const std::string& name, const std::string& usual) const;
  int number(const std::string& name, int usual) const;
};
Arguments read_arguments(int count, char** words);

struct Tables {
  std::shared_ptr<const Edition> edition;
  const GamePlayers* players = nullptr;
  int seats = 2;
  // Options that change from game to game: name and values.
  std::vector<std::pair<std::string, std::vector<std::string>>> varied;

  explicit Tables(const Arguments& arguments);
  // A value with several seats' words may be made of any: "decks=+a+b+c" gives each seat one of them.
  Position begin(const core::Seed& seed) const;
};

// "search:20ms,net=FILE,depth=4" or "greedy,weights=FILE"
struct Thinker {
  players::Spec spec;
  Mind mind;
  std::shared_ptr<const Net> net;
  std::shared_ptr<std::vector<float>> weights;
  std::string text;
};
Thinker read_thinker(const std::string& text, const Tables& tables);
// Numbers of a file, as many as the game's own evaluation has; lines that begin with # say something else.
std::vector<float> read_weights(const std::string& path, const Tables& tables);

// A seat of a match: keeps its tree from decision to decision as the program's own players do.
class Seated {
 public:
  Seated(const Tables& tables, const Thinker& thinker);
  void new_game() { goes_on_ = false; }
  Choice choose(const Position& actual, core::Random& random);

 private:
  const Tables& tables_;
  std::unique_ptr<Forest> forest_;
  std::unique_ptr<players::Desk> desk_;  // of a greedy one
  std::unique_ptr<players::Player> player_;
  ChoiceList list_;
  Choice choice_;
  bool goes_on_ = false;
};

// One deal, played once from each seat: the share of wins of the one against all others.
class Set {
 public:
  Set(const Tables& tables, const Thinker& one, const Thinker& others);
  double play(const core::Seed& seed);

 private:
  double play_from(int own, const core::Seed& seed);
  const Tables& tables_;
  Seated one_;
  std::vector<std::unique_ptr<Seated>> others_;
};

// Shares of sets, with the interval in which 95 of 100 such means lie.
struct Shares {
  int sets = 0;
  double sum = 0, squares = 0;

  void add(double share);
  double mean() const;
  double error() const;
};

// So many sets, or as many as there is time for.
Shares match(const Tables& tables, const Thinker& a, const Thinker& b, int sets, int seconds, int threads,
             const core::Seed& base);

// One line of JSON.
void report(const std::string& game, const Thinker& a, const Thinker& b, const Tables& tables, int seed,
            const Shares& shares);

int tune(const Arguments& arguments);

}  // namespace rw::learn
