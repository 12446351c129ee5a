// What the network's parts share. Only http.cpp includes this: Boost takes long to compile.
#pragma once

#include <algorithm>
#include <array>
#include <boost/asio/executor_work_guard.hpp>
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
#include <mutex>
#include <optional>
#include <queue>
#include <tuple>
#include <unordered_map>

#include "server/address.h"
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

// Allows `burst` at once and `rate` a second after that.
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

// Counts connections and requests by address (`network_of`), for all loops together.
class Visitors {
 public:
  void come(const std::string& address) {
    const std::lock_guard lock(mutex_);
    ++connections_;
    ++by_address_[address].connections;
  }
  void go(const std::string& address) {
    const std::lock_guard lock(mutex_);
    --connections_;
    --by_address_[address].connections;
  }
  // A connection turns out to belong to another address.
  void pass(const std::string& from, const std::string& to) {
    const std::lock_guard lock(mutex_);
    --by_address_[from].connections;
    ++by_address_[to].connections;
  }
  bool may_ask(const std::string& address, double rate) {
    const std::lock_guard lock(mutex_);
    return by_address_[address].requests.take(rate, 5 * rate);
  }
  int connections() const {
    const std::lock_guard lock(mutex_);
    return connections_;
  }
  int connections_of(const std::string& address) const {
    const std::lock_guard lock(mutex_);
    const auto known = by_address_.find(address);
    return known == by_address_.end() ? 0 : known->second.connections;
  }
  void forget_quiet() {
    const std::lock_guard lock(mutex_);
    const auto now = std::chrono::steady_clock::now();
    std::erase_if(by_address_, [&](const auto& entry) {
      return entry.second.connections == 0 && now - entry.second.requests.filled > std::chrono::minutes(2);
    });
  }

 private:
  struct One {
    int connections = 0;
    Bucket requests;
  };
  mutable std::mutex mutex_;
  std::unordered_map<std::string, One> by_address_;
  int connections_ = 0;
};

// A loop of the network: one thread, one queue.
class NetworkLoop final : public Loop {
 public:
  explicit NetworkLoop(int number) : number_(number) {}

  int number() const override { return number_; }
  void post(std::function<void()> job) override { asio::post(io, std::move(job)); }
  void after(Milliseconds delay, std::function<void()> job) override {
    const auto when =
        std::chrono::steady_clock::now() + std::chrono::milliseconds(std::max<Milliseconds>(0, delay));
    const bool first = later_.empty() || when < later_.top().when;
    later_.push({when, next_number_++, std::move(job)});
    if (first) wait();
  }
  // Until `stop`, which may be called in any thread.
  void run() {
    here_ = this;
    for (bool over = false; !over;)
      guarded([&] {
        io.run();
        over = true;
      });
    here_ = nullptr;
  }
  void stop() { io.stop(); }
  // Nothing thrown in a job ends the process.
  template <class Job>
  static void guarded(Job&& job) {
    try {
      job();
    } catch (const std::exception& fault) {
      log_warning("a job failed", {{"error", fault.what()}});
    } catch (...) {
      log_warning("a job failed");
    }
  }

  asio::io_context io{1};

 private:
  struct Later {
    std::chrono::steady_clock::time_point when;
    std::uint64_t number;
    std::function<void()> job;
    bool operator<(const Later& other) const {
      return std::tie(other.when, other.number) < std::tie(when, number);
    }
  };
  void wait() {
    if (later_.empty()) return;
    timer_.expires_at(later_.top().when);
    timer_.async_wait([this](const Error& error) {
      if (error) return;  // an earlier job has moved the timer
      const auto now = std::chrono::steady_clock::now();
      while (!later_.empty() && later_.top().when <= now) {
        auto job = std::move(const_cast<Later&>(later_.top()).job);
        later_.pop();
        guarded(job);
      }
      wait();
    });
  }

  const int number_;
  asio::executor_work_guard<asio::io_context::executor_type> open_{
      io.get_executor()};  // keeps the loop running without work
  asio::steady_timer timer_{io};
  std::priority_queue<Later> later_;
  std::uint64_t next_number_ = 0;
};

}  // namespace rw::server::network
