// Filling and reading templates.
#include "engine/core/text.h"

#include <cctype>

namespace rw::core {
namespace {

int operand_of(char c) { return c >= 'a' && c <= 'd' ? c - 'a' : -1; }

// The placeholder that starts at pattern[at] == '{', without its braces; braces may nest.
std::string_view placeholder(std::string_view pattern, std::size_t at) {
  int depth = 0;
  for (std::size_t i = at; i < pattern.size(); ++i) {
    if (pattern[i] == '{') ++depth;
    if (pattern[i] == '}' && --depth == 0) return pattern.substr(at + 1, i - at - 1);
  }
  return pattern.substr(at + 1);
}

}  // namespace

Asked asked_for(std::string_view named) {
  const std::size_t end = named.find_first_of(":|");
  if (end == std::string_view::npos) return {named};
  return {named.substr(0, end), named[end], named.substr(end + 1)};
}

std::string fill(std::string_view pattern, const std::int32_t operands[4], int actor, const Namer& namer,
                 std::string_view language) {
  std::string out;
  const auto name = [&](std::string_view kind, const Asked& asked, int value) {
    const Noun noun = namer(kind, value);
    out += asked.sign == ':'   ? formed(noun, asked.rest, language)
           : asked.sign == '|' ? std::string(agreeing(noun, asked.rest))
                               : noun.text;
  };
  for (std::size_t i = 0; i < pattern.size();) {
    if (pattern[i] != '{') {
      out += pattern[i++];
      continue;
    }
    const std::string_view inner = placeholder(pattern, i);
    i += inner.size() + 2;
    if (const Asked asked = asked_for(inner); asked.kind == "actor") {
      name("seat", asked, actor);
      continue;
    }
    const int which = inner.empty() ? -1 : operand_of(inner[0]);
    if (which < 0 || inner.size() < 2) continue;
    const int value = operands[which];
    const std::string_view rest = inner.substr(2);
    if (inner[1] == ':') {
      const Asked asked = asked_for(rest);
      name(asked.kind, asked, value);
    } else if (inner[1] == '?') {
      if (value != 0) out += fill(rest, operands, actor, namer, language);
    } else if (inner[1] == '=') {
      const std::size_t mark = rest.find('?');
      if (std::to_string(value) == rest.substr(0, mark))
        out += fill(rest.substr(mark + 1), operands, actor, namer, language);
    } else if (inner[1] == '|') {
      const std::size_t bar = rest.find('|');
      out += is_one(value, language) ? rest.substr(0, bar) : rest.substr(bar + 1);
    }
  }
  return out;
}

std::string folded(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '"') continue;
    if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      if (!out.empty() && out.back() != ' ') out += ' ';
    } else {
      out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

namespace {

// Walks pattern and text together and keeps every way in which both come to their end.
class Matcher {
 public:
  Matcher(const Finder& finder, std::vector<Reading>& found) : finder_(finder), found_(found) {}

  void match(std::string_view pattern, std::string_view text) {
    if (pattern.empty()) {
      skip_spaces(text);
      if (text.empty()) keep();
    } else if (pattern.front() == '{') {
      match_placeholder(pattern, text);
    } else if (pattern.front() == ' ') {
      skip_spaces(text);
      skip_spaces(pattern);
      match(pattern, text);
    } else if (!text.empty() && std::tolower(static_cast<unsigned char>(text.front())) == pattern.front()) {
      match(pattern.substr(1), text.substr(1));
    }
  }

 private:
  static void skip_spaces(std::string_view& text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  }

  void keep() {
    found_.push_back(reading_);
    for (int i = 0; i < 4; ++i)
      if (shown_[i] > 0 && reading_.operands[i].empty()) found_.back().operands[i] = {1};
  }

  void match_placeholder(std::string_view pattern, std::string_view text) {
    const std::string_view inner = placeholder(pattern, 0);
    const std::string_view rest = pattern.substr(inner.size() + 2);
    const int which = inner.size() < 2 ? -1 : operand_of(inner[0]);
    if (which < 0) return;
    skip_spaces(text);
    if (inner[1] != '?') return match_name(which, inner.substr(2), rest, text);
    std::string joined(inner.substr(2));
    joined += rest;
    ++shown_[which];
    match(joined, text);
    --shown_[which];
    with(which, {0}, rest, text);
  }

  void match_name(int which, std::string_view kind, std::string_view rest, std::string_view text) {
    if (text.starts_with('"')) {
      const std::size_t close = text.find('"', 1);
      if (close != std::string_view::npos)
        take(which, kind, text.substr(1, close - 1), rest, text.substr(close + 1));
      return;
    }
    // Any run of words may be the name, the longest first. Looking for a name takes long, and there may be many.
    for (std::size_t length = text.size(); length > 0; --length)
      if ((length == text.size() || text[length] == ' ' || text[length] == ',') &&
          may_begin(rest, text.substr(length)))
        take(which, kind, text.substr(0, length), rest, text.substr(length));
  }

  // Could the text begin as the pattern does? Looks no further than to the first letter or placeholder.
  static bool may_begin(std::string_view pattern, std::string_view text) {
    if (pattern.starts_with(' ')) skip_spaces(text);
    skip_spaces(pattern);
    if (pattern.empty()) {
      skip_spaces(text);
      return text.empty();
    }
    if (pattern.front() != '{')
      return !text.empty() && std::tolower(static_cast<unsigned char>(text.front())) == pattern.front();
    const std::string_view inner = placeholder(pattern, 0);
    if (inner.size() < 2 || inner[1] != '?') return true;
    const std::string_view rest = pattern.substr(inner.size() + 2);
    skip_spaces(text);
    return may_begin(std::string(inner.substr(2)) += rest, text) || may_begin(rest, text);
  }

  void take(int which, std::string_view kind, std::string_view name, std::string_view rest,
            std::string_view after) {
    std::vector<int> values = finder_(kind, folded(name));
    if (!values.empty()) with(which, std::move(values), rest, after);
  }

  // Goes on with these values of an operand, unless it has some already.
  void with(int which, std::vector<int> values, std::string_view rest, std::string_view after) {
    std::vector<int>& operand = reading_.operands[which];
    if (!operand.empty()) return match(rest, after);
    operand = std::move(values);
    match(rest, after);
    operand.clear();
  }

  const Finder& finder_;
  std::vector<Reading>& found_;
  Reading reading_;
  int shown_[4] = {};  // inside how many optional parts of this operand
};

}  // namespace

std::vector<Reading> read(std::string_view pattern, std::string_view text, const Finder& finder) {
  std::vector<Reading> found;
  Matcher(finder, found).match(pattern, text);
  return found;
}

}  // namespace rw::core
