// The table in the terminal: shows the game to whoever is asked, and takes what they type.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/play_board.h"
#include "cli/play_input.h"
#include "cli/play_menu.h"
#include "cli/play_session.h"
#include "cli/terminal.h"

namespace rw::cli {

class PlayTable {
 public:
  PlayTable(Session& session, std::string language);
  // Plays until the game is over or the player leaves; the exit status.
  int run();

 private:
  // What a typed line did: ask again, or go on with the game, or leave.
  enum class Next : unsigned char { ask, redraw, go_on, leave };
  // What can be typed at any table, and what only where a game is played on.
  enum class At : unsigned char { any_table, open_game };
  struct Command {
    std::string_view name, arguments, about;
    Next (PlayTable::*run)(const std::string& argument);
    At at = At::any_table;
  };

  // The game goes on
  Next ask_human();
  Next show_old_game();
  void ask_computer();
  Next answer(const std::string& line);
  Next choose(Choice choice);
  // play_gather.cpp: several picks at once, in any order
  std::string gathering_hint() const;
  bool reads_as_picks(const std::string& line, std::vector<int>& numbers) const;
  Next gather(const std::vector<int>& numbers);
  void hand_over(Seat seat);
  void forget_other_answers();
  bool has_secrets(Seat seat) const;
  void show_ending();
  void say_goodbye() const;

  // The screen
  // What happened is told once for a question, however often the board is drawn.
  enum class Told : unsigned char { before, now };
  void draw(Told told);
  void tell(const std::vector<LogLine>& lines);
  bool others_chose() const;
  std::string heading() const;
  std::string log_lines(const std::vector<LogLine>& lines, int rows, bool in_full = false) const;
  std::string all_of(const std::vector<LogLine>& lines, int rows) const;
  std::string log_line(const LogLine& line) const;
  std::string running_text(std::span<const LogLine> lines) const;
  std::string clause_text(std::string_view id) const;
  void say(std::string_view text) const;
  bool confirmed(const std::string& question);
  Sight sight() const;
  Viewer viewer() const { return Viewer::of(facing_); }

  // What can be typed
  static const std::vector<Command>& commands();
  const Command* find_command(const std::string& word) const;
  Next show_help(const std::string&);
  Next show_board(const std::string&);
  Next show_choices(const std::string&);
  Next show_more(const std::string&);
  Next show_less(const std::string&);
  Next go_back(const std::string&);
  Next look(const std::string& what);
  Next explain(const std::string& what);
  Next explain_refusal(const std::string& move);
  Next search_rules(const std::string& words);
  Next show_fields(const std::string& part);
  Next show_log(const std::string& count);
  Next show_cards(const std::string& part);
  Next give_hint(const std::string&);
  Next set_automatic(const std::string& state);
  Next undo(const std::string&);
  Next save(const std::string& file);
  Next load(const std::string& file);
  Next concede(const std::string&);
  Next resign(const std::string&);
  Next quit(const std::string&);

  Session& session_;
  std::string language_;
  Terminal terminal_;
  LineReader input_;
  Menu menu_;
  Seat facing_ = core::no_seat;  // the human in front of the screen
  bool automatic_ = false;       // a question with one answer is answered by the table
  int shown_to_ = -1;            // the last choice whose consequences the facing human has been shown
  // What was asked last: the kind of the question, and the effect that asks.
  struct Asked {
    int kind = 0;
    std::uint32_t effect = 0;
    bool operator==(const Asked&) const = default;
  };
  Asked asked_;
};

}  // namespace rw::cli
