// The engine beside a table of a server: it holds what its viewer knows and nothing else (engine/imagine.h), and
// says at once what would come of a choice, why something cannot be done, and what the computer would do.
#pragma once

#include <string>
#include <string_view>

#include "engine/imagine.h"
#include "server/wording.h"

namespace rw::wasm {

class Sight {
 public:
  // What the message `sight` has brought; false if it cannot be read.
  bool see(std::string_view game, int seat, const std::string& position);

  // {"frames":[…],"certain":true, "things", "paths"}: what would happen for sure, told as a state of the table
  // tells it. Not certain: chance or hidden cards decide how it goes on; then with "odds", where the game can tell
  // them. Refused choices: {"refused":…,"clause":…}.
  std::string preview(Choice choice, std::string_view language) const;
  // The answer to a message `why` of docs/protocol.md; empty if it is none.
  std::string why(std::string_view message, std::string_view language) const;
  // What a thinker is to be asked for a hint of this bot (wasm/texts.h); and its answer as a table gives it.
  std::string question(std::string_view bot, const std::string& seed) const;
  std::string hint(std::string_view answer, std::string_view language) const;

 private:
  const server::Wording* wording_ = nullptr;
  View view_;
};

}  // namespace rw::wasm
