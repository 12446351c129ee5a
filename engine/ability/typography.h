// How a language wants its letters and spaces set.
#pragma once

#include <string>
#include <string_view>

namespace rw::ability {

// With a capital first letter, accents included.
std::string capital(std::string text);

// French: si il -> s'il, de une -> d'une; no line break before : ; ! ? and inside « ».
std::string french(std::string_view text);

}  // namespace rw::ability
