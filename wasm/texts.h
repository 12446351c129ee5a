// What goes between the module and the page as text: entries of a table, and questions to whoever thinks.
#pragma once

#include <string>
#include <string_view>

#include "server/open_table.h"

namespace rw::wasm {

// "0 1 262145 1763424000000 1200 3735928559": kind, seat, value, when, how long the seat thought, the position's
// mark.
std::string entry_text(const server::Entry&);
bool read_entry(std::string_view text, server::Entry&);

// {"kind":"choice","game","seats","bot","seed","position"}: seats for the net that it may need.
std::string question_text(const server::BotQuestion&);
// Carries out what the question asks for: a choice, a review, the examples of a game.
std::string answer_to(std::string_view question);

}  // namespace rw::wasm
