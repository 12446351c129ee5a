// A client of a server: requests to its API and one socket at a table, over http or https. `rulewright bot` uses
// it to sit at somebody's table. It does not know what the messages mean.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "engine/core/expected.h"

namespace rw::server {

class Visit {
 public:
  using Deadline = std::chrono::steady_clock::time_point;
  struct Reply {
    int status = 0;    // of HTTP; 0: the server was not reached
    std::string body;  // or why it was not reached
  };

  // Fails if that is no address of a server, such as https://play.example.org or http://127.0.0.1:8080.
  static Expected<std::unique_ptr<Visit>> to(const std::string& url);
  virtual ~Visit() = default;

  // Asks for `path` with the session's cookie, and keeps a new one.
  virtual Reply ask(std::string_view method, const std::string& path, const std::string& body = {}) = 0;
  std::string csrf;  // goes with every request that changes something

  // The socket; an open one is closed first.
  virtual Expected<> open(const std::string& path) = 0;
  enum class Heard : unsigned char { message, nothing, closed };
  virtual Heard hear(std::string& message, Deadline until) = 0;
  virtual void send(std::string message) = 0;
  virtual void close() = 0;
};

}  // namespace rw::server
