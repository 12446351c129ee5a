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

std::string fill(std::string_view pattern, const std::int32_t operands[4], int actor, const Namer& namer) {
  std::string out;
  for (std::size_t i = 0; i < pattern.size();) {
    if (pattern[i] != '{') {
      out += pattern[i++];
      continue;
    }
    const std::string_view inner = placeholder(pattern, i);
    i += inner.size() + 2;
    if (inner == "actor") {
      out += namer("seat", actor);
      continue;
    }
    const int which = inner.empty() ? -1 : operand_of(inner[0]);
    if (which < 0 || inner.size() < 2) continue;
    const int value = operands[which];
    if (inner[1] == ':') {
      out += namer(inner.substr(2), value);
    } else if (inner[1] == '?') {
      if (value != 0) out += fill(inner.substr(2), operands, actor, namer);
    } else if (inner[1] == '=') {
      const std::size_t mark = inner.find('?');
      if (std::to_string(value) == inner.substr(2, mark - 2))
        out += fill(inner.substr(mark + 1), operands, actor, namer);
    } else if (inner[1] == '|') {
      const std::size_t bar = inner.find('|', 2);
      out += value == 1 ? inner.substr(2, bar - 2) : inner.substr(bar + 1);
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

struct Matcher {
  const Finder& finder;
  Reading& reading;

  static void skip_spaces(std::string_view& text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  }

  bool match(std::string_view pattern, std::string_view text) {
    if (pattern.empty()) {
      skip_spaces(text);
      return text.empty();
    }
    if (pattern.front() == '{') return match_placeholder(pattern, text);
    if (pattern.front() == ' ') {
      skip_spaces(text);
      skip_spaces(pattern);
      return match(pattern, text);
    }
    if (text.empty() || std::tolower(static_cast<unsigned char>(text.front())) != pattern.front()) return false;
    return match(pattern.substr(1), text.substr(1));
  }

  bool match_placeholder(std::string_view pattern, std::string_view text) {
    const std::string_view inner = placeholder(pattern, 0);
    const std::string_view rest = pattern.substr(inner.size() + 2);
    const int which = inner.size() < 2 ? -1 : operand_of(inner[0]);
    if (which < 0) return false;
    skip_spaces(text);
    if (inner[1] == '?') {
      std::string joined(inner.substr(2));
      joined += rest;
      if (match(joined, text)) {
        if (reading.operands[which].empty()) reading.operands[which] = {1};
        return true;
      }
      reading.operands[which] = {0};
      return match(rest, text);
    }
    return match_name(which, inner.substr(2), rest, text);
  }

  bool match_name(int which, std::string_view kind, std::string_view rest, std::string_view text) {
    if (text.starts_with('"')) {
      const std::size_t close = text.find('"', 1);
      if (close == std::string_view::npos) return false;
      return take(which, kind, text.substr(1, close - 1), rest, text.substr(close + 1));
    }
    // The longest run of words that is a name and lets the rest fit.
    for (std::size_t length = text.size(); length > 0; --length)
      if ((length == text.size() || text[length] == ' ' || text[length] == ',') &&
          take(which, kind, text.substr(0, length), rest, text.substr(length)))
        return true;
    return false;
  }

  bool take(int which, std::string_view kind, std::string_view name, std::string_view rest,
            std::string_view after) {
    std::vector<int> values = finder(kind, folded(name));
    if (values.empty() || !match(rest, after)) return false;
    reading.operands[which] = std::move(values);
    return true;
  }
};

}  // namespace

bool read(std::string_view pattern, std::string_view text, const Finder& finder, Reading& reading) {
  reading = {};
  return Matcher{finder, reading}.match(pattern, text);
}

}  // namespace rw::core
