// For whoever speaks with people of several languages at a time: the server.
#pragma once

#include <string>
#include <string_view>

namespace rw::speech {

// The same as translated(message), in this language and not in that of the program.
std::string translated_to(std::string_view language, std::string_view message);

}  // namespace rw::speech
