// The files of content/program, as part of the program (made by cmake/games.cmake).
#pragma once

#include <string_view>

namespace rw::speech {

// Empty for a language that there is no file for.
std::string_view sentences_in(std::string_view language);

}  // namespace rw::speech
