// Regular expressions of the schema.
#include "forge/pattern.h"

// g++ 12 with sanitizers sees uninitialised values inside this header where there are none.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <regex>

namespace rw::forge {

struct Pattern::Compiled {
  std::regex regex;
};

std::optional<Pattern> Pattern::read(const std::string& text) {
  Pattern pattern;
  pattern.text_ = text;
  try {
    pattern.compiled_ = std::make_shared<Compiled>(Compiled{std::regex(text, std::regex::ECMAScript)});
  } catch (const std::regex_error&) {
    return std::nullopt;
  }
  return pattern;
}

bool Pattern::found_in(const std::string& text) const {
  try {
    return std::regex_search(text, compiled_->regex);
  } catch (const std::regex_error&) {  // too much to try: as good as no match
    return false;
  }
}

}  // namespace rw::forge
