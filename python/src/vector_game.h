// Many games at once. Threads of C++ step them into arrays that are made once; nothing of Python is touched.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/game.h"
#include "players/player.h"
#include "python/src/actions.h"
#include "python/src/pool.h"

namespace rw::python {

struct VectorPlan {
  std::shared_ptr<const Edition> edition;
  Setup setup;
  std::uint32_t games = 1;
  std::uint64_t seed = 0;
  int threads = 1;
  bool observations = true;
  std::optional<players::Spec> opponents;  // of all seats but one: in game i the learner has seat i modulo seats
};

class VectorGame {
 public:
  // Throws Failure if the plan cannot be played.
  VectorGame(const VectorPlan& plan, const ActionSpace& space);

  // Every game begins anew, from the streams of `seed`.
  void reset(std::uint64_t seed);
  // One step in every game. Throws Failure, before anything has changed, if an entry is not legal.
  void step(const std::int32_t* actions);
  // A legal entry for every game, each equally likely.
  void sample(std::int32_t* actions);
  // So many decisions in every game, each choice equally likely; tells how many were carried out.
  std::uint64_t play_random(std::uint32_t decisions);

  std::size_t size() const { return slots_.size(); }
  std::size_t width() const { return static_cast<std::size_t>(space_.widest()); }
  std::size_t observation_size() const { return observer_->size(); }
  std::size_t tensor_size() const { return observer_->tensor_size(); }
  int seats() const { return plan_.setup.seats; }
  const Position& position(std::size_t i) const { return slots_[i].position; }

  // What the last step left, a row for each game. A game that ended has begun anew: `done` is set, the rewards are
  // those of its end, everything else is of the new game.
  std::vector<float> observation, rewards;
  std::unique_ptr<bool[]> mask, done;
  std::vector<std::int32_t> to_move, head, learner;
  std::vector<std::int64_t> episode;  // which game of its row this is, from 0

 private:
  struct Slot {
    Position position;
    Steps steps;
    core::Random policy;
    core::Random streams[core::max_seats];
    std::unique_ptr<players::Player> player;  // only one that remembers the game
  };
  struct Worker {
    ChoiceList list;
    std::unique_ptr<players::Player> player;
  };
  void begin_game(std::size_t i);
  void end_game(std::size_t i);
  void list_choices(std::size_t i, Worker& worker);
  void settle(std::size_t i, Worker& worker);
  bool ask_opponent(std::size_t i, Worker& worker);
  enum class Moved : bool { no, yes };  // since the observation was written
  void write(std::size_t i, Moved moved);
  void play_random(std::size_t i, std::uint32_t decisions, Worker& worker);
  void for_each(const std::function<void(std::size_t, Worker&)>& work);

  VectorPlan plan_;
  const ActionSpace& space_;
  std::optional<Observer> observer_;
  core::Seed seed_{};
  std::vector<Slot> slots_;
  std::vector<std::unique_ptr<Worker>> workers_;
  Pool pool_;
};

}  // namespace rw::python
