// How the computer thinks at a table, and how strong it may be.
#pragma once

#include <string>
#include <string_view>

#include "server/open_table.h"

namespace rw::server {

// Blocks while the bot thinks. Each thread keeps its players and their trees from one question to the next.
Choice think(const BotQuestion&);
inline constexpr std::size_t most_kept_players = 8;
std::size_t kept_players();  // in this thread

// May a table ask for this strength?
Expected<> is_bot_strength(std::string_view bot, const Game&);
inline constexpr const char* usual_bot = "strong";
inline constexpr std::uint32_t most_server_simulations = 20'000;
inline constexpr int most_server_thinking = 2'000;  // milliseconds

}  // namespace rw::server
