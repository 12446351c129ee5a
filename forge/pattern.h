// Regular expressions of the schema, behind a door: the library's header is large.
#pragma once

#include <memory>
#include <optional>
#include <string>

namespace rw::forge {

class Pattern {
 public:
  // Nothing if `text` is not a regular expression (ECMAScript).
  static std::optional<Pattern> read(const std::string& text);
  bool found_in(const std::string& text) const;
  const std::string& text() const { return text_; }

  // Longer texts would cost the library its stack.
  static constexpr std::size_t max_text = 8000;

 private:
  struct Compiled;
  std::string text_;
  std::shared_ptr<const Compiled> compiled_;
};

}  // namespace rw::forge
