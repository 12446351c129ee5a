// What a page that stands alone may hold.
#pragma once

#include <string>
#include <string_view>

namespace rw {

// The page without its own pictures: they lie in it, and the name of their language is not fetched.
inline std::string without_pictures(std::string page) {
  constexpr std::string_view own[] = {"url(\"data:image/svg+xml,", "xmlns='http://www.w3.org/2000/svg'"};
  for (const std::string_view mark : own)
    for (std::size_t at = page.find(mark); at != std::string::npos; at = page.find(mark, at))
      page.erase(at, mark.size());
  return page;
}

}  // namespace rw
