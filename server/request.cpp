// Requests as the site reads them, wherever they come from.
#include <algorithm>
#include <charconv>

#include "server/http.h"

namespace rw::server {
namespace {

std::string decoded(std::string_view text) {
  std::string out;
  const auto digit = [](char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && digit(text[i + 1]) >= 0 && digit(text[i + 2]) >= 0) {
      out += static_cast<char>(digit(text[i + 1]) * 16 + digit(text[i + 2]));
      i += 2;
    } else {
      out += text[i] == '+' ? ' ' : text[i];
    }
  }
  return out;
}

}  // namespace

std::string_view Request::header(std::string_view name) const {
  for (const auto& [key, value] : headers)
    if (key == name) return value;
  return {};
}

std::string_view Request::parameter(std::string_view name) const {
  const auto found = query.find(name);
  return found == query.end() ? std::string_view{} : std::string_view(found->second);
}

int Request::number(std::string_view name, int otherwise) const {
  const std::string_view text = parameter(name);
  int value = otherwise;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  return !text.empty() && fault == std::errc{} && end == text.data() + text.size() && value >= 0 ? value
                                                                                                 : otherwise;
}

Response answer(int status, std::string body, std::string type) {
  return {status, std::move(type), std::make_shared<const std::string>(std::move(body)), {}, {}};
}

void read_target(Request& request) {
  const std::size_t mark = request.target.find('?');
  request.path = decoded(std::string_view(request.target).substr(0, mark));
  if (mark == std::string::npos) return;
  std::string_view rest = std::string_view(request.target).substr(mark + 1);
  while (!rest.empty() && request.query.size() < 16) {
    const std::string_view pair = rest.substr(0, rest.find('&'));
    const std::size_t equals = std::min(pair.find('='), pair.size());
    request.query.emplace(decoded(pair.substr(0, equals)),
                          equals < pair.size() ? decoded(pair.substr(equals + 1)) : std::string());
    rest.remove_prefix(std::min(pair.size() + 1, rest.size()));
  }
}

bool matches(std::string_view pattern, std::string_view path, std::vector<std::string>& parts) {
  parts.clear();
  while (!pattern.empty() && !path.empty()) {
    const std::string_view wanted = pattern.substr(0, pattern.find('/', 1)),
                           given = path.substr(0, path.find('/', 1));
    if (wanted == "/{}") {
      if (given.size() < 2) return false;
      parts.emplace_back(given.substr(1));
    } else if (wanted != given) {
      return false;
    }
    pattern.remove_prefix(wanted.size());
    path.remove_prefix(given.size());
  }
  return pattern.empty() && path.empty();
}

}  // namespace rw::server
