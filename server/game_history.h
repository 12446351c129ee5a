// The history of one game: from its entries to the position now, and back by undo. Only the position now and
// the one before each seat's last choice are kept; everything earlier is played again when asked for.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/core/event.h"
#include "engine/game.h"
#include "server/records.h"

namespace rw::server {

class GameHistory {
 public:
  // Null with an `error` if the record does not make a game. `log` receives the set-up.
  static std::unique_ptr<GameHistory> begin(std::shared_ptr<const Edition>, const TableRecord&, std::string& error,
                                            core::Log* log = nullptr);

  const Edition& edition() const { return *edition_; }
  const Position& now() const { return now_; }
  Decision decision() const { return edition_->decision(now_); }
  bool over() const { return ending_ != Ending::none || edition_->over(now_); }
  Ending ending() const { return ending_; }
  // How it ended, as people say it: by the rules alone, or by somebody giving up.
  Ending how() const;
  core::SeatMask ended_winners() const { return winners_; }
  int seats() const { return edition_->seats(now_); }
  int choice_count() const { return static_cast<int>(line_.size()); }
  bool given_away(int seat) const { return core::has(given_away_, core::seat(seat)); }

  // Carries out the next entry; false if it does not fit (the rules or the content have changed).
  bool follow(const Entry&, core::Log* = nullptr);

  // Undo: how many choices are kept if `seat` takes back its last one; -1 if there is none.
  int kept_by_undo(int seat) const;
  bool harmless_undo(int seat) const;

 private:
  GameHistory(std::shared_ptr<const Edition> edition, Position base)
      : edition_(std::move(edition)), base_(base), now_(std::move(base)), before_(core::max_seats) {}
  struct Chosen {
    Choice choice;
    std::uint8_t seat = 0;
  };
  void choose(Chosen, core::Log*);
  void take_back_to(std::size_t kept);

  std::shared_ptr<const Edition> edition_;
  Position base_, now_;
  std::vector<Chosen> line_;  // the choices that stand
  struct Before {
    int choice = -1;
    Position position;
  };
  std::vector<Before> before_;       // by seat: its last choice and the position it was made in
  Ending ending_ = Ending::none;
  core::SeatMask winners_ = 0;
  core::SeatMask given_away_ = 0;    // seats that the computer plays on for
};

// A step of the game told again. `at` counts entries from 1, 0 is the set-up; `choice` counts the choices that
// stand, -1 for an entry that is none.
struct Step {
  int at = 0, choice = 0;
  const Entry* entry = nullptr;
  std::vector<core::Event> events;
  Position before, after;
};
// All that still stands of the game: choices taken back are left out, the taking back itself is a step.
std::vector<Step> retold(const std::shared_ptr<const Edition>&, const TableRecord&, std::span<const Entry>);

}  // namespace rw::server
