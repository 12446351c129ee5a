// One game at one table: every position so far, who sits where, what was told, and the record on disk.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "engine/core/event.h"
#include "engine/game.h"
#include "engine/replay.h"
#include "players/player.h"

namespace rw::cli {

// A line of the log: what happened, and the rules that made it happen.
struct LogLine {
  std::string text;
  std::vector<std::string_view> clauses;
  Seat actor = core::no_seat;
};

class Session {
 public:
  explicit Session(std::shared_ptr<const Edition> edition) : edition_(std::move(edition)) {}

  // Fails if the options do not make a table.
  Expected<> start(const PlayOptions& options);
  // Goes on from a replay or a saved position; on an error nothing changes.
  Expected<> load(const std::string& file);
  // Writes the replay, or only the position if the file ends in .rwsave or the beginning is not known.
  Expected<> save(const std::string& file) const;
  // A game of other rules: it can be looked at as far as it goes through, and nothing in it can be changed.
  bool read_only() const { return read_only_; }
  const std::string& notice() const { return notice_; }  // what the players should know about a loaded game

  // Reading
  const Edition& edition() const { return *edition_; }
  const Position& now() const { return positions_.back(); }
  Decision decision() const { return edition_->decision(now()); }
  bool over() const { return edition_->over(now()); }
  int seats() const { return edition_->seats(now()); }
  int choices_made() const { return static_cast<int>(choosers_.size()); }
  bool is_human(Seat seat) const {
    return sitters_[static_cast<std::size_t>(core::index(seat))].player == nullptr;
  }
  int humans() const;
  std::string sitter_name(Seat seat) const;  // "human", "greedy", "search:800"
  const std::string& record_file() const { return record_file_; }

  // Playing. What had only one answer and was given by the table itself is no choice to take back.
  enum class Given : unsigned char { by_player, by_table };
  void choose(Choice choice, Given given = Given::by_player);
  Choice ask_player();                  // what the computer would choose in the open decision
  Expected<Choice> ask_hint();  // what the search player would choose for a human
  void hand_to_computer(Seat seat);     // a resigned seat is played on by the computer

  // Taking back: to the last choice that `seat` made itself. -1 if there is none.
  int last_choice_of(Seat seat) const;
  bool harmless_to_take_back(int choice) const;
  void take_back(int choice);

  // The log as `viewer` may read it, from what the choice with number `from` brought about; -1: from the
  // beginning, set-up included.
  std::vector<LogLine> log(Viewer viewer, std::string_view language, int from = -1) const;

 private:
  struct Sitter {
    std::string name;
    std::unique_ptr<players::Player> player;  // null: a human
    core::Random stream{};
  };
  Expected<> begin(const PlayOptions& options);
  Expected<> load_replay(std::string_view text);
  Expected<> load_position(std::span<const std::byte> bytes);
  Expected<> seat_players(const std::vector<std::string>& names);
  Expected<> open_record(const std::string& file);
  Expected<> write_record() const;
  bool has_beginning() const { return !replay_.game.empty(); }

  std::shared_ptr<const Edition> edition_;
  Replay replay_;  // without a game if the table began from a saved position
  core::Seed player_seed_{};
  core::Log set_up_;  // what was told before the first choice
  std::vector<Position> positions_;  // before each choice, and the one now
  struct Chooser {
    Seat seat;
    Given given;
    Choice choice;
  };
  std::vector<Chooser> choosers_;
  std::vector<Sitter> sitters_;
  std::string record_file_, notice_;
  bool read_only_ = false;
};

}  // namespace rw::cli
