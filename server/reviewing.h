// The review of a finished game, for the server and for the module in the browser.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "engine/replay.h"
#include "server/open_table.h"

namespace rw::server {

inline constexpr std::size_t most_reviewed_choices = 4000;

// The game to review.
Failure read_reviewed(const OpenTable&, Replay&);

// {"status":"done","review":{…}} or {"status":"failed","text":…}. `going` is told how far it is; false: stop.
std::string review_answer(const std::shared_ptr<const Edition>&, const Replay&, const std::string& language,
                          std::function<bool(std::size_t done, std::size_t of)> going);
std::string review_working(std::size_t done, std::size_t of);

}  // namespace rw::server
