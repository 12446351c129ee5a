// What is stored of a table: its record (who sits where, on which terms) and its entries (every choice, undo and
// ending, in order). Everything else about a table follows from these two.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rw::server {

using Milliseconds = std::int64_t;  // since 1970, or a length of time

// ---- entries ------------------------------------------------------------------------------------

struct Entry {
  enum class Kind : std::uint8_t {
    choice,    // value: the choice's bits
    undo,      // value: how many choices are kept
    resigned,  // the computer plays on for the seat
    computer,  // the seat ran out of time and the others gave it to the computer
    ended,     // value: how, and the winners
  };
  Kind kind = Kind::choice;
  std::uint8_t seat = 0;     // 0-based
  std::uint64_t value = 0;
  Milliseconds when = 0;
  std::int32_t spent = 0;    // how long the seat thought, for its clock
  std::uint32_t position = 0;  // a hash of the position that it led to; 0: not known
};

// A position stored beside the entries, so that opening a table does not replay them all.
struct Checkpoint {
  int entries = 0;   // that lead to it
  std::string save;  // in hex: a save says itself what it is a position of (engine/replay.h)
};

enum class Ending : std::uint8_t {
  none,
  rules,
  resigned,
  draw,
  out_of_time,
  broken,
  closed,  // by those in charge of the server
};
constexpr std::uint64_t ended_as(Ending how, std::uint8_t winners) {
  return static_cast<std::uint64_t>(how) | (static_cast<std::uint64_t>(winners) << 8U);
}

// ---- the record ---------------------------------------------------------------------------------

struct Sitter {
  enum class Kind : std::uint8_t { open, person, bot } kind = Kind::open;
  std::string identity;  // of a person
  std::string name;
  std::string bot;       // "search:1000"
  bool account = false;
  int rating = 0;        // when the seat was taken; 0: none
  bool operator==(const Sitter&) const = default;
};

struct Spectators {
  enum class See : std::uint8_t { nothing, open, seat, all } see = See::open;
  int seat = 0;          // 0-based, for See::seat
  int delay = 0;         // seconds
};

struct Clock {
  enum class Kind : std::uint8_t { none, decision, bank, days } kind = Kind::none;
  int seconds = 0, bonus = 0, days = 0;
};

enum class Chat : std::uint8_t { off, phrases, free };
enum class Undo : std::uint8_t { off, harmless, ask };
enum class Status : std::uint8_t { waiting, playing, over };

struct Origin {
  std::string table;     // empty: the game began at its beginning
  int at = 0;
  std::string deal;      // "same", "fresh", "imported"
};

struct TableRecord {
  std::string id, game, content;
  int rules = 0;
  Milliseconds created = 0, changed = 0;
  std::string host, host_name;
  std::vector<std::pair<std::string, std::string>> options;
  std::string seed;      // 64 hex digits
  bool given_seed = false;
  std::string base;      // a save in hex, if the game does not begin at its beginning
  Origin origin;
  bool listed = false, rated = false;
  Spectators spectators;
  Clock clock;
  Chat chat = Chat::phrases;
  Undo undo = Undo::ask;
  std::vector<Sitter> sitters;
  std::vector<std::string> sent_away;  // identities that the host does not want here
  Status status = Status::waiting;
  std::string rematch;
  std::vector<int> ranks;  // by seat, once the game is over; equal: a draw
  // Content of the host's own (forge/patch.h): what it is played with, and what that changes, as "cards.wound".
  // Such a table is never rated.
  std::string patch;
  std::vector<std::string> patched;

  // The seat that an option belongs to, counted from 0: deck_2 belongs to the second. Such an option is the
  // player's secret. -1: an option of the table.
  int owner_of_option(std::string_view name) const;
  // Does the table need attention while nobody is connected: a bot's turn, or a clock?
  bool wakes() const;
  // Gives the seats and the table of `old_identity` to another. False if it has none.
  bool hand_over(const std::string& old_identity, const std::string& identity, const std::string& name,
                 bool account);
};

// 130 random bits in letters and digits that look different: nobody finds a table by guessing.
inline constexpr std::size_t table_id_length = 26;
std::string table_id(std::span<const std::uint8_t, table_id_length> random);

std::string write_record(const TableRecord&);
bool read_record(std::string_view text, TableRecord&);

}  // namespace rw::server
