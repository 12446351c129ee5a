// What a client may say on its socket, read strictly: docs/protocol/client-message.schema.json.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/wording.h"

namespace rw::server {

struct ClientMessage {
  enum class Type : std::uint8_t { choose, why, undo, draw, resign, answer, rematch, say, sync, language, ping };
  Type type = Type::ping;
  std::optional<std::int64_t> ref;
  std::int64_t decision = 0;
  std::optional<std::uint64_t> choice;
  std::optional<std::vector<std::uint64_t>> picks;
  std::optional<int> amount;
  std::optional<std::string> notation;
  std::vector<Wording::Thing> things;
  std::string offer, what, phrase, text, language;
  bool yes = false;
};

inline constexpr std::size_t largest_client_message = 4096;

// Fails for everything that the schema does not allow.
Expected<ClientMessage> read_client_message(std::string_view text);

}  // namespace rw::server
