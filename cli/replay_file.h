// A replay on disk, opened together with the edition that it needs.
#pragma once

#include <memory>
#include <string>

#include "cli/commands.h"
#include "engine/replay.h"

namespace rw::cli {

struct OpenReplay {
  Replay replay;
  std::shared_ptr<const Edition> rules;  // null: the message is printed already
};
OpenReplay open_replay(const Common& common, const std::string& file);

}  // namespace rw::cli
