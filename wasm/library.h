// The games of the module, each read when it is first asked for.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/expected.h"
#include "server/wording.h"

namespace rw::wasm {

// Null if there is no such game.
const server::Wording* game(std::string_view id);
std::vector<const server::Wording*> all_games();

// The nets that the games have, as "GAME_SEATS": the page brings one before a bot of that game thinks.
std::vector<std::string> net_names();
Expected<> add_net(std::span<const std::byte> file);

}  // namespace rw::wasm
