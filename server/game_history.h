// The history of one game: from its entries to the present position, and back by undo. Beside the present position
// only a few earlier ones are kept (marks); any other is played again from the nearest mark.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/core/event.h"
#include "engine/game.h"
#include "server/records.h"

namespace rw::server {

// How many choices lie between two positions that are kept in memory, and between two that are stored.
inline constexpr std::size_t choices_between_marks = 32, most_marks = 3;
inline constexpr std::size_t choices_between_checkpoints = 64;

std::string save_text(const Edition&, const Position&);  // a save in hex, as records and checkpoints hold it
Expected<Position> read_save_text(const Edition&, const std::string& hex);
std::uint32_t position_mark(const Position&);  // what an entry says of the position that it led to; never 0

// Where the game of a record begins. `log` receives the set-up.
Expected<Position> first_position(const Edition&, const TableRecord&, core::Log* log = nullptr);
// The choices that were not taken back. Carried out one after the other they lead where the entries lead.
std::vector<const Entry*> standing(std::span<const Entry>);

class GameHistory {
 public:
  // Fails if the record does not make a game. `log` receives the set-up.
  static Expected<std::unique_ptr<GameHistory>> begin(std::shared_ptr<const Edition>, const TableRecord&,
                                                      core::Log* log = nullptr);

  const Edition& edition() const { return *edition_; }
  const Position& now() const { return now_; }
  Decision decision() const { return edition_->decision(now_); }
  bool over() const { return ending_ != Ending::none || edition_->over(now_); }
  Ending ending() const { return ending_; }
  // How the game ended, as people say it: by the rules, or because somebody gave up.
  Ending how() const;
  core::SeatMask ended_winners() const { return winners_; }
  int seats() const { return edition_->seats(now_); }
  int choice_count() const { return static_cast<int>(line_.size()); }
  int entry_count() const { return static_cast<int>(followed_); }
  bool given_away(int seat) const { return core::has(given_away_, core::seat(seat)); }

  // Carries out the next entry; false if it does not fit (the rules or the content have changed).
  bool follow(const Entry&, core::Log* = nullptr);
  // The same for a legal choice that was carried out already, on a copy: `after` is where it leads. Returns the
  // position it was made in; `after` becomes one that is no longer needed, for whoever wants its memory.
  const Position& follow(const Entry& choice, Position& after);
  // Goes straight to the position that was stored after these entries. If it is not a position of this edition,
  // nothing changes and the answer is false.
  bool resume(std::span<const Entry>, const Checkpoint&);

  // Undo: how many choices are kept if `seat` takes back its last one; -1 if there is none.
  int kept_by_undo(int seat) const;
  bool harmless_undo(int seat) const;

  // The history at least so many choices ago: at the nearest mark, or at the earliest position that is kept. Its
  // `entry_count` says where to go on.
  std::unique_ptr<GameHistory> past(std::size_t choices) const;
  // An earlier position to store. When the table is opened again, the last lines are told from there. Empty if no
  // mark lies far enough back.
  std::optional<Checkpoint> checkpoint() const;

 private:
  GameHistory(std::shared_ptr<const Edition> edition, Position base)
      : edition_(std::move(edition)), base_(base), now_(std::move(base)), before_(core::max_seats) {}
  struct Chosen {
    Choice choice;
    std::uint8_t seat = 0;
  };
  struct Mark {
    std::size_t entries = 0, choices = 0;
    Position position;
  };
  struct Before {
    int choice = -1;
    Position position;  // empty: not known yet
  };
  void choose(Chosen, core::Log*);
  void set_mark();
  void note(const Entry&);
  void take_back_to(std::size_t kept);
  Position position_after(std::size_t choices) const;
  void find_last_choices();

  std::shared_ptr<const Edition> edition_;
  Position base_, now_;
  std::size_t followed_ = 0;  // entries
  std::vector<Chosen> line_;  // the choices that stand
  std::vector<Mark> marks_;  // the last few, oldest first
  mutable std::vector<Before> before_;  // by seat: its last choice and the position it was made in
  Ending ending_ = Ending::none;
  core::SeatMask winners_ = 0;
  core::SeatMask given_away_ = 0;  // seats that the computer plays on for
};

}  // namespace rw::server
