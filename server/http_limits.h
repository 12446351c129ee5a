// What the parts of the network have in common. Included by http.cpp alone: Boost takes long to compile.
#pragma once

#include <algorithm>
#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>
#include <boost/beast/websocket.hpp>
#include <boost/beast/websocket/ssl.hpp>
#include <chrono>
#include <deque>
#include <optional>
#include <unordered_map>

#include "server/http.h"
#include "server/log.h"

namespace rw::server::network {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using tcp = asio::ip::tcp;
using Error = beast::error_code;
using Plain = beast::tcp_stream;
using Secured = beast::ssl_stream<beast::tcp_stream>;

inline constexpr auto read_time = std::chrono::seconds(15);
inline constexpr auto idle_time = std::chrono::seconds(60);
inline constexpr auto write_time = std::chrono::seconds(30);
inline constexpr std::size_t largest_header = 8 * 1024;

// So many at once, so many a second after that.
struct Bucket {
  double tokens = 0;
  std::chrono::steady_clock::time_point filled{};
  bool take(double rate, double burst) {
    const auto now = std::chrono::steady_clock::now();
    const double seconds = std::chrono::duration<double>(now - filled).count();
    tokens = filled == std::chrono::steady_clock::time_point{} ? burst : std::min(burst, tokens + seconds * rate);
    filled = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  }
};

struct Visitors {
  struct One {
    int connections = 0;
    Bucket requests;
  };
  std::unordered_map<std::string, One> by_address;
  int connections = 0;

  void forget_quiet() {
    const auto now = std::chrono::steady_clock::now();
    std::erase_if(by_address, [&](const auto& entry) {
      return entry.second.connections == 0 && now - entry.second.requests.filled > std::chrono::minutes(2);
    });
  }
};

}  // namespace rw::server::network
