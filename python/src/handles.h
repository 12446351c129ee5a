// What Python holds: a game with its content and its action space, a position with its history, a choice, an
// event.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/game.h"
#include "engine/replay.h"
#include "python/src/actions.h"
#include "python/src/failure.h"

namespace rw::python {

struct GameHandle {
  std::shared_ptr<const Edition> edition;
  std::string patch;  // laid over the built-in content; empty if there is none
  ActionSpace space;

  explicit GameHandle(std::shared_ptr<const Edition> e, std::string p = {})
      : edition(std::move(e)), patch(std::move(p)), space(edition->game()) {}
};
using GamePointer = std::shared_ptr<const GameHandle>;

// The game of this name in the built-in content; each is loaded once.
GamePointer find(const std::string& id);
// The same with the text of a patch laid over its content (docs/laboratory.md).
GamePointer find(const std::string& id, const std::string& patch);
// Where Python names a game: by its id, or by the game itself.
using NamedGame = std::variant<std::string, std::shared_ptr<GameHandle>>;
GamePointer find(const NamedGame& game);

// A position that nobody changes any more: choices and events are told in it.
struct Moment {
  GamePointer game;
  Position position;
  const Edition& edition() const { return *game->edition; }
};
using MomentPointer = std::shared_ptr<const Moment>;

struct PositionHandle {
  GamePointer game;
  Position position;
  // How it came about; none once it was dealt anew or loaded.
  struct History {
    Setup setup;
    core::Seed seed;
    std::vector<std::pair<Seat, Choice>> choices;
  };
  std::optional<History> history;

  const Edition& edition() const { return *game->edition; }
  MomentPointer moment() const { return std::make_shared<Moment>(Moment{game, position}); }
};

struct ChoiceHandle {
  Choice choice;
  MomentPointer moment;  // null: only a number, without words
};

struct EventHandle {
  core::Event event;
  MomentPointer moment;
};

struct StepsHandle {
  MomentPointer moment;
  Steps steps;
  std::shared_ptr<const Observer> observer;
};

// The clause that a message of the engine cites in brackets; empty if it cites none.
std::string cited(const Edition& edition, std::string_view text);
// "seat 0, decision 12": where a game stands.
std::string where(const PositionHandle& p);
Viewer viewer(const Edition& edition, const Position& p, std::optional<int> seat);
Seat checked_seat(const Edition& edition, const Position& p, int seat);
std::vector<EventHandle> apply(PositionHandle& p, Choice choice, std::optional<int> seat);
Choice read_choice(const PositionHandle& p, const std::string& text, std::optional<int> seat);
PositionHandle begin(const GamePointer& game, std::uint64_t seed, Setup setup);
Replay replay_of(const PositionHandle& p);

}  // namespace rw::python
