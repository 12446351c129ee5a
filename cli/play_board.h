// How a position looks in the terminal. A game may bring its own drawing; every other one is shown as
// an indented table of its fields. Drawings see only what the viewer may see.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cli/terminal.h"
#include "engine/game.h"

namespace rw::cli {

// What a drawing is made from.
struct Sight {
  const Edition& edition;
  const Position& position;
  Viewer viewer;
  const Terminal& terminal;
  std::string_view language;
};

struct Board {
  std::string_view game;
  std::string (*draw)(const Sight&);                         // the whole table
  std::string (*look)(const Sight&, std::string_view what);  // one thing on it, with its surroundings
  std::string_view look_help;                                // what `look` understands
  std::string (*note)(const Sight&, Choice);                 // what a player would like to know beside a choice
};

// The drawing of a game, or the plain one.
const Board& board_of(std::string_view game);

// The fields that the viewer sees, indented; only those whose path has `part` in it.
std::string field_table(const Sight& sight, std::string_view part);

std::span<const Board* const> all_boards();  // made from the folder cli/games

}  // namespace rw::cli
