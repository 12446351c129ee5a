// Requests about tables and their answers, for the server and for the module in the browser. A `Failure` with
// status 0 means success.
#pragma once

#include <initializer_list>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine/replay.h"
#include "server/http.h"
#include "server/open_table.h"

namespace rw::server {

// The body as an object with no other fields than these; null if it is none.
nlohmann::json read_object(std::string_view body, std::initializer_list<std::string_view> fields);
bool only_fields(const nlohmann::json&, std::initializer_list<std::string_view> fields);
std::string_view language_of(const Request&);

// Sockets: the watcher that a socket's address describes, and what it says. False if a message was malformed.
std::shared_ptr<Watcher> watcher_of(const Request&, const Identity& who);
bool receive_text(OpenTable&, const std::shared_ptr<Watcher>&, std::string_view text);

int seat_of(const TableRecord&, const std::string& identity);  // from 1; 0: none
std::string seated_json(const std::string& table, int seat);  // somebody sits there now
std::string tables_json(const std::vector<TableRecord>&, const Identity* who);

// Setting up a table, and its seats.
inline const std::initializer_list<std::string_view> new_table_fields = {
    "game", "seats", "options", "listed", "rated", "spectators", "clock", "chat", "undo", "seed"};
Failure read_new_table(House&, const Game&, const Identity& me, const nlohmann::json&, TableRecord&);
Failure read_join(const nlohmann::json&, int& seat, OpenTable::Options& brings);  // seat -1: any
Failure read_seat(const nlohmann::json&, int& seat, Sitter&);
Failure check_seat(const Game&, const Sitter&);

// Going on from a decision of a game that is over.
struct TakeOver {
  int at = 0, seat = 0;  // seat from 0
  bool fresh = false;
};
Failure read_take_over(const nlohmann::json&, TakeOver&);
Failure take_over(House&, const OpenTable&, const Identity& me, const nlohmann::json&, const TakeOver&,
                  TableRecord&, std::vector<Entry>&);
// A file from elsewhere becomes a finished table.
// No game is nearly as long, and each choice is a row in the database.
inline constexpr int most_kept_choices = 10'000;
Failure import_replay(House&, const Edition&, const Replay&, const Identity& me, TableRecord&,
                      std::vector<Entry>&);

// The answer to the message `why` of somebody who sits at `seat`.
std::string why_json(const Wording&, const Position&, Seat seat, const ClientMessage&, std::string_view language);

// What the rules say about every deck of a list.
Failure read_deck(const nlohmann::json&, const Wording*, std::string& list, std::string& format);
std::string deck_verdict(const Edition&, const std::string& list, const std::string& format,
                         std::string_view language);
std::string hint_json(const Wording&, const Position&, Choice, std::string_view language);

}  // namespace rw::server
