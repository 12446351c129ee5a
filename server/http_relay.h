// Passes a connection on to the server that has the table. Only http.cpp includes this.
#pragma once

#include "server/http_limits.h"

namespace rw::server::network {

// Copies bytes both ways until one side closes.
template <class Stream>
class Relay : public std::enable_shared_from_this<Relay<Stream>> {
 public:
  Relay(asio::io_context& io, Stream client, std::function<void()> gone)
      : client_(std::move(client)), server_(io), resolver_(io), timer_(io), gone_(std::move(gone)) {}
  ~Relay() { gone_(); }
  Relay(const Relay&) = delete;
  Relay& operator=(const Relay&) = delete;

  void start(const std::string& address, std::string first, std::string pending) {
    first_ = std::move(first) + std::move(pending);
    const std::size_t colon = address.rfind(':');
    if (colon == std::string::npos) return fail();
    beast::get_lowest_layer(client_).expires_never();
    watch(connect_time);
    resolver_.async_resolve(
        address.substr(0, colon), address.substr(colon + 1),
        [self = this->shared_from_this()](const Error& error, const tcp::resolver::results_type& found) {
          if (error) return self->fail();
          asio::async_connect(self->server_, found, [self](const Error& fault, const tcp::endpoint&) {
            if (fault) return self->fail();
            self->connected_ = true;
            self->moved();
            self->watch(answer_time);
            Error ignored;
            self->server_.set_option(tcp::no_delay(true), ignored);
            self->begin();
          });
        });
  }

 private:
  void begin() {
    asio::async_write(server_, asio::buffer(first_),
                      [self = this->shared_from_this()](const Error& error, std::size_t) {
                        if (error) return self->fail();
                        self->first_.clear();
                        self->pump(self->client_, self->server_, self->up_);
                        self->pump(self->server_, self->client_, self->down_);
                      });
  }
  void fail() {
    timer_.cancel();
    static const std::string body =
        R"({"error":{"code":"moving","text":"the table is moving to another server; try again soon"}})";
    static const std::string sorry =
        "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 1\r\nContent-Type: "
        "application/json\r\nContent-Length: " +
        std::to_string(body.size()) + "\r\n\r\n" + body;
    asio::async_write(client_, asio::buffer(sorry),
                      [self = this->shared_from_this()](const Error&, std::size_t) {});
  }
  template <class From, class To>
  void pump(From& from, To& to, std::array<char, 4096>& buffer) {
    from.async_read_some(asio::buffer(buffer), [this, self = this->shared_from_this(), &from, &to, &buffer](
                                                   const Error& error, std::size_t count) {
      if (error) return shut();
      moved();
      if constexpr (std::is_same_v<From, tcp::socket>) answered_ = true;
      asio::async_write(to, asio::buffer(buffer.data(), count),
                        [this, self, &from, &to, &buffer](const Error& fault, std::size_t) {
                          if (fault) return shut();
                          pump(from, to, buffer);
                        });
    });
  }
  void moved() { last_ = std::chrono::steady_clock::now(); }
  // A relay on which nothing moves is closed. Open sockets are pinged more often than that.
  void watch(std::chrono::seconds wait) {
    timer_.expires_after(wait);
    timer_.async_wait([weak = this->weak_from_this()](const Error& error) {
      const auto self = weak.lock();
      if (error || !self) return;
      if (!self->connected_) {
        Error ignored;
        self->resolver_.cancel();
        self->server_.close(ignored);  // ends the attempt; the client is told
      } else if (!self->answered_) {  // it sleeps, or its machine is gone
        Error ignored;
        self->failing_ = true;
        self->server_.close(ignored);
        self->fail();
      } else if (std::chrono::steady_clock::now() - self->last_ > quiet_time) {
        self->shut();
      } else {
        self->watch(check_time);
      }
    });
  }
  void shut() {
    if (failing_) return;
    Error ignored;
    timer_.cancel();
    beast::get_lowest_layer(client_).socket().close(ignored);
    server_.close(ignored);
  }

  static constexpr auto connect_time = std::chrono::seconds(3), answer_time = std::chrono::seconds(4),
                        check_time = std::chrono::seconds(15), quiet_time = std::chrono::seconds(90);
  Stream client_;
  tcp::socket server_;
  tcp::resolver resolver_;
  asio::steady_timer timer_;
  std::function<void()> gone_;
  std::chrono::steady_clock::time_point last_{};
  bool connected_ = false, answered_ = false, failing_ = false;
  std::string first_;
  std::array<char, 4096> up_{}, down_{};
};

}  // namespace rw::server::network
