// What every drawn table reads of a position: fields by path, names in the player's language, seats in their
// colours.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/play_board.h"
#include "engine/core/describe.h"

namespace rw::cli {

// A seat by the word that the view uses, its colour, and a letter for who does not see colours.
struct SeatColour {
  std::string_view name, letter;
  int paper, ink;
};

class Reading {
 public:
  Reading(const Sight& sight, std::span<const SeatColour> colours);

 protected:
  core::Node root() const { return sight_.edition.bundle().root(); }
  std::string named(core::Node record) const { return std::string(record["name"][sight_.language].text()); }
  std::string say(const char* english, const char* french) const { return french_ ? french : english; }
  std::int64_t number(const std::string& path) const;  // 0 if there is no such field
  std::string word(const std::string& path) const;     // "none" if there is no such field
  std::string seat_text(std::string_view seat) const;  // as the log names it
  std::string paint_seat(std::string_view seat, std::string_view text) const;
  std::string heading(const std::string& state) const;  // the game's name, and where it stands at the right

  const Sight& sight_;
  bool french_;
  core::Field fields_;
  std::span<const SeatColour> colours_;
};

// "2 Attack, Evade, 3 face down"
std::string counted(const std::vector<std::string>& names);

}  // namespace rw::cli
