// A game on paper: the replay (set-up, seed and choices, as text that a person can read) and the save
// (one position, as bytes). Strings and bytes in, strings and bytes out; files are the caller's.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/event.h"
#include "engine/core/random.h"
#include "engine/game.h"

namespace rw {

// ---- replays ------------------------------------------------------------------------------------

// One line of the record: who chose what, in words and as the choice itself. The choice counts; the words are for
// people. Files of format 1 have the words alone.
struct RecordedChoice {
  std::string seat;
  std::string notation;
  std::optional<Choice> choice;
  int line = 0;  // in the file it was read from; 0 if it was not read
  bool operator==(const RecordedChoice&) const = default;
};

struct Replay {
  std::string game;
  int rules = 0;
  std::string content;  // hash of the content it was played with
  Setup setup;
  std::vector<std::pair<int, std::string>> players;  // seat from 1, who sat there; informative
  std::string commitment;                            // published when the game began
  core::Seed seed{};
  std::vector<RecordedChoice> choices;
  std::string end;  // outcome_text of the last position; empty while the game is open
};

// Recording: start a replay, add each choice at the position it was made in, close it with the last.
Replay start_replay(const Edition&, const Setup&, const core::Seed&);
void record(Replay&, const Edition&, const Position& before, Choice);        // of the seat that is asked
void record(Replay&, const Edition&, const Position& before, Seat, Choice);  // of any seat, asked or not
void close(Replay&, const Edition&, const Position& last);

// How a game that is over ended, in one line: "red wins by RSK-END-01: red 24, black 18".
std::string outcome_text(const Edition&, const Position&);

// Format 2, or format 1 if a choice is known by its words alone. A line of the choices in format 2:
//   465 black: attack "Hexima State" -> "Altihex" #4001d0009
std::string write_replay(const Replay&);
// What is told of a game that was broken off, so that it can be played again: why, then the replay.
std::string broken_report(const Edition&, const Position& last, const Replay&);
// A failure names the line, whatever the damage: cut off, changed, an unknown version or game, or a line that is
// not what it should be.
Expected<Replay> read_replay(std::string_view text);

// One choice of a replay as it is played again.
struct ReplayedChoice {
  int number = 0;  // 1 is the first; 0 reports the set-up, with the first position in `after`
  Seat seat = core::no_seat;
  Choice choice;
  const Position& before;
  const Position& after;
  const core::Log& log;  // with kept positions (engine/frames.h)
};
using ReplayWatcher = std::function<bool(const ReplayedChoice&)>;  // false: enough, stop here

struct Divergence {
  int choice = 0;  // the first one that does not fit; 0: the set-up; one past the last: the outcome
  int line = 0;
  std::string reason;
  core::ClauseNumber clause = 0;  // the rule that refuses it, if one does
};

// Something about a choice that went through all the same: its words are not those of this program, or (in a file
// of format 1) they mean several choices and the first was taken.
struct ReplayNote {
  int choice = 0;
  int line = 0;
  std::string text;
};

struct Following {
  Position last;  // as far as it went; empty if the set-up was refused
  bool diverged = false;
  Divergence divergence;
  std::string other_version;  // not empty: how rules or content differ from those of the record
  bool read_only = false;     // other rules: what goes through may be looked at, nobody plays on from it
  std::vector<ReplayNote> notes;
};
// Plays a replay again and tells the first decision at which it diverges. Another version of the
// rules or the content is reported and tried all the same: often the game still goes through.
// A wording that was corrected since is a note and no divergence: the choice is in the record itself.
Following follow(const Edition&, const Replay&, const ReplayWatcher& = {});

// A game of other rules than this program's may be looked at and not be played on. Empty if `rules` are those of
// this program; otherwise what to tell the players.
std::string other_rules_text(const Edition&, int rules);

// The notes of a replay in one line each, at most `most` of them and how many there are beyond.
std::vector<std::string> note_lines(const Following&, std::size_t most);

// Was the game fair? The seed must be the one committed to, the choices must go through on the same
// rules and content, and the outcome must be the recorded one.
struct Verdict {
  bool fair = false;
  std::vector<std::string> findings;  // what was checked and what came out, a line each
};
// `published` is the commitment that players noted when the game began; empty: the replay's own.
Verdict verify(const Edition&, const Replay&, std::string_view published = {});

// ---- saves --------------------------------------------------------------------------------------

std::vector<std::byte> write_save(const Edition&, const Position&);
// True if the bytes start as a save does, whatever state the rest is in.
bool looks_like_save(std::span<const std::byte> bytes);
// The game that a save claims to be of; empty if it is too damaged to say.
std::string saved_game(std::span<const std::byte> bytes);
// Fails for damage, another game, other rules or content, and for bytes that are no possible position.
Expected<Position> read_save(const Edition&, std::span<const std::byte> bytes);

}  // namespace rw
