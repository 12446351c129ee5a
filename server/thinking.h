// How the computer thinks at a table, and how strong it may be.
#pragma once

#include <string>
#include <string_view>

#include "server/table.h"

namespace rw::server {

// Takes as long as the bot thinks. A player keeps its tree from one question of this thread to the next.
Choice think(const BotQuestion&);

// The strengths that a table may ask for. False with an `error`.
Expected<> is_bot_strength(std::string_view bot, const Game&);
inline constexpr const char* usual_bot = "strong";
inline constexpr std::uint32_t most_server_simulations = 20'000;
inline constexpr int most_server_thinking = 2'000;  // milliseconds

}  // namespace rw::server
