// Bytes as a replay: as they are, and with a right checksum below, so that the lines above it are
// really followed.
#include "engine/replay.h"

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include "engine/core/hash.h"
#include "tests/fuzz/fuzz.h"

namespace {

void follow_text(std::string_view text) {
  rw::Replay replay;
  if (auto read = rw::read_replay(text).into(replay); !read) {
    rw::fuzz::require(!read.error().empty());
    return;
  }
  for (const auto& edition : rw::fuzz::editions())
    if (edition->game().id == replay.game) {
      rw::follow(*edition, replay);
      rw::verify(*edition, replay);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  follow_text(text);
  if (const std::size_t last = text.rfind("checksum "); last != std::string::npos) text.resize(last);
  char line[32];
  std::snprintf(line, sizeof line, "checksum %016" PRIx64 "\n", rw::core::hash64(std::as_bytes(std::span(text))));
  follow_text(text + line);
  return 0;
}
