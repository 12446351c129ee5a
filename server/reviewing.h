// The review of a finished game as it is answered, wherever it is made.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "engine/replay.h"
#include "server/table.h"

namespace rw::server {

inline constexpr std::size_t most_reviewed_choices = 4000;

// The game of a table that is to be reviewed.
Failure read_reviewed(const Table&, Replay&);

// {"status":"done","review":{…}} or {"status":"failed","text":…}. `going` is told how far it is; false: stop.
std::string review_answer(const std::shared_ptr<const Edition>&, const Replay&, const std::string& language,
                          std::function<bool(std::size_t done, std::size_t of)> going);
std::string review_working(std::size_t done, std::size_t of);

}  // namespace rw::server
