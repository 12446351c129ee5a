// What the messages of a table have in common.
#pragma once

#include <string>
#include <string_view>

#include "engine/core/ids.h"

namespace rw::server {

// ,"name":[1,2]: seats as people count them.
void append_seats(std::string& out, std::string_view name, core::SeatMask);

}  // namespace rw::server
