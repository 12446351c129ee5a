// What every drawn table reads of a position: fields by path, names in the player's language, seats in their
// colours.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/cards.h"
#include "cli/play_board.h"
#include "engine/core/describe.h"
#include "speech/speech.h"

namespace rw::cli {

// A seat by the word that the view uses, its colour, and a letter for those who do not see colours.
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
  static std::string say(std::string_view english) { return speech::said(english); }
  std::int64_t number(const std::string& path) const;  // 0 if there is no such field
  std::string word(const std::string& path) const;     // "none" if there is no such field
  std::string seat_text(std::string_view seat) const;  // as the log names it
  std::string paint_seat(std::string_view seat, std::string_view text) const;
  std::string heading(const std::string& state) const;  // the game's name, and where it stands at the right
  std::string labelled(const std::string& label, const std::string& text, int indent, int margin = 1) const;
  std::string own() const;  // the seat that looks, as views call it; empty for a spectator

  // Cards
  enum class Figures : std::uint8_t { without, with };  // in a list of cards: what is printed on each
  const std::vector<CardFace>& faces() const;
  const CardFace* face(std::string_view id) const;     // null: there is no such card
  std::string card_name(std::string_view id) const;    // "face down" for one that the viewer does not know
  std::string figure(std::string_view id, std::string_view key) const;  // what is printed: "cost" of a card
  std::string texts(std::string_view id) const;                         // all that a card does, in a row
  std::string look_at_cards(std::string_view what) const;  // those whose name has it inside
  core::Node record(std::initializer_list<std::string_view> tables, std::string_view id) const;

  // Choices
  std::string_view verb(Choice choice) const;
  // What an operand names, as the viewer knows it: its id, and the path where it lies.
  Edition::Thing thing(Choice choice, int operand) const;

  const Sight& sight_;
  core::Field fields_;
  std::span<const SeatColour> colours_;
};

// "2 Attack, Evade, 3 face down"
std::string counted(const std::vector<std::string>& names);

}  // namespace rw::cli
