// Each request has its own connection. The socket has a thread of its own, so that it answers the server's pings
// while a bot thinks.
#include "server/visit.h"

#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/host_name_verification.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/ssl.hpp>
#include <boost/beast/websocket.hpp>
#include <boost/beast/websocket/ssl.hpp>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace rw::server {
namespace {

namespace net = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using Fault = boost::system::error_code;
using Plain = beast::tcp_stream;
using Secure = beast::ssl_stream<beast::tcp_stream>;

constexpr std::chrono::seconds patience{15};
constexpr std::size_t largest_message = 16 << 20;

struct Address {
  bool secure = false;
  std::string host, port, prefix;

  std::string origin() const {
    const bool usual = port == (secure ? "443" : "80");
    return (secure ? "https://" : "http://") + host + (usual ? "" : ":" + port);
  }
  std::string host_header() const { return origin().substr(origin().find("//") + 2); }
};

bool read_address(std::string_view url, Address& address) {
  for (const auto& [scheme, secure] : {std::pair{"http://", false}, std::pair{"https://", true}}) {
    if (!url.starts_with(scheme)) continue;
    url.remove_prefix(std::string_view(scheme).size());
    const std::size_t end = std::min(url.find('/'), url.size());
    std::string_view where = url.substr(0, end);
    address.prefix = url.substr(end);
    while (address.prefix.ends_with('/')) address.prefix.pop_back();
    address.secure = secure;
    address.port = secure ? "443" : "80";
    const std::size_t bracket = where.rfind(']'), colon = where.rfind(':');
    if (colon != std::string_view::npos && (bracket == std::string_view::npos || colon > bracket)) {
      address.port = where.substr(colon + 1);
      where = where.substr(0, colon);
    }
    address.host = where;
    return !address.host.empty() && !address.port.empty() &&
           address.port.find_first_not_of("0123456789") == std::string::npos;
  }
  return false;
}

// ---- a connection, plain or with TLS --------------------------------------------------------------------

template <class Stream>
beast::tcp_stream& bottom(Stream& stream) {
  return beast::get_lowest_layer(stream);
}

// Runs one operation to its end; the stream's clock ends it in time.
template <class Start>
Fault finished(net::io_context& io, beast::tcp_stream& stream, Start start) {
  Fault result;
  stream.expires_after(patience);
  start([&](Fault fault, auto&&...) { result = fault; });
  io.restart();
  io.run();
  return result;
}

Fault connect(net::io_context& io, beast::tcp_stream& stream, const Address& address) {
  Fault fault;
  std::string host = address.host;
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  net::ip::tcp::resolver resolver(io);
  const auto found = resolver.resolve(host, address.port, fault);
  if (fault) return fault;
  return finished(io, stream, [&](auto done) { stream.async_connect(found, std::move(done)); });
}

Fault secure(net::io_context&, Plain&, const Address&) { return {}; }
Fault secure(net::io_context& io, Secure& stream, const Address& address) {
  if (SSL_set_tlsext_host_name(stream.native_handle(), address.host.c_str()) != 1)
    return Fault(static_cast<int>(ERR_get_error()), net::error::get_ssl_category());
  stream.set_verify_mode(net::ssl::verify_peer);
  stream.set_verify_callback(net::ssl::host_name_verification(address.host));
  return finished(io, bottom(stream),
                  [&](auto done) { stream.async_handshake(net::ssl::stream_base::client, std::move(done)); });
}

// ---- the socket ------------------------------------------------------------------------------------------

struct Inbox {
  std::mutex mutex;
  std::condition_variable came;
  std::deque<std::string> messages;
  bool closed = false;
};

class Wire {
 public:
  virtual ~Wire() = default;
  virtual Fault open(const Address&, const std::string& path, const std::string& cookie) = 0;
  virtual void send(std::string) = 0;
};

template <class Stream>
class SocketWire final : public Wire {
 public:
  template <class... More>
  explicit SocketWire(Inbox& inbox, More&... more) : inbox_(inbox), socket_(io_, more...) {}
  ~SocketWire() override {
    if (!thread_.joinable()) return;
    net::post(io_, [this] {
      socket_.async_close(beast::websocket::close_code::normal, [this](Fault) { bottom(socket_).close(); });
    });
    thread_.join();
  }
  SocketWire(const SocketWire&) = delete;
  SocketWire& operator=(const SocketWire&) = delete;

  Fault open(const Address& address, const std::string& path, const std::string& cookie) override {
    if (const Fault fault = connect(io_, bottom(socket_), address)) return fault;
    if (const Fault fault = secure(io_, socket_.next_layer(), address)) return fault;
    socket_.set_option(
        beast::websocket::stream_base::decorator([cookie, origin = address.origin()](auto& request) {
          request.set(http::field::cookie, cookie);
          request.set(http::field::origin, origin);
        }));
    const Fault fault = finished(io_, bottom(socket_), [&](auto done) {
      socket_.async_handshake(address.host_header(), path, std::move(done));
    });
    if (fault) return fault;
    bottom(socket_).expires_never();
    socket_.set_option(beast::websocket::stream_base::timeout{patience, std::chrono::seconds(30), true});
    socket_.read_message_max(largest_message);
    read();
    io_.restart();
    thread_ = std::thread([this] { io_.run(); });
    return {};
  }

  void send(std::string message) override {
    net::post(io_, [this, message = std::move(message)]() mutable {
      unsent_.push_back(std::move(message));
      if (unsent_.size() == 1) write();
    });
  }

 private:
  void read() {
    socket_.async_read(buffer_, [this](Fault fault, std::size_t) {
      const std::lock_guard lock(inbox_.mutex);
      if (fault)
        inbox_.closed = true;
      else
        inbox_.messages.push_back(beast::buffers_to_string(buffer_.data()));
      buffer_.clear();
      inbox_.came.notify_one();
      if (!fault) read();
    });
  }
  void write() {
    socket_.async_write(net::buffer(unsent_.front()), [this](Fault fault, std::size_t) {
      if (fault) return;  // the reader sees it too
      unsent_.pop_front();
      if (!unsent_.empty()) write();
    });
  }

  Inbox& inbox_;
  net::io_context io_{1};
  beast::websocket::stream<Stream> socket_;
  beast::flat_buffer buffer_;
  std::deque<std::string> unsent_;
  std::thread thread_;
};

// ---- the visit ---------------------------------------------------------------------------------------------

class Guest final : public Visit {
 public:
  explicit Guest(Address address) : address_(std::move(address)) { tls_.set_default_verify_paths(); }

  Reply ask(std::string_view method, const std::string& path, const std::string& body) override {
    http::request<http::string_body> request(http::string_to_verb({method.data(), method.size()}),
                                             address_.prefix + path, 11, body);
    request.set(http::field::host, address_.host_header());
    request.set(http::field::cookie, cookie_);
    if (method != "GET") {
      request.set(http::field::origin, address_.origin());
      request.set(http::field::content_type, "application/json");
      request.set("X-CSRF", csrf);
    }
    request.keep_alive(false);
    request.prepare_payload();
    net::io_context io(1);
    if (!address_.secure) {
      Plain stream(io);
      return fetched(io, stream, request);
    }
    Secure stream(io, tls_);
    return fetched(io, stream, request);
  }

  Expected<> open(const std::string& path) override {
    close();
    inbox_.closed = false;
    inbox_.messages.clear();
    if (address_.secure)
      wire_ = std::make_unique<SocketWire<Secure>>(inbox_, tls_);
    else
      wire_ = std::make_unique<SocketWire<Plain>>(inbox_);
    const Fault fault = wire_->open(address_, address_.prefix + path, cookie_);
    if (!fault) return {};
    wire_.reset();
    return failed(fault.message());
  }

  Heard hear(std::string& message, Deadline until) override {
    std::unique_lock lock(inbox_.mutex);
    inbox_.came.wait_until(lock, until, [&] { return inbox_.closed || !inbox_.messages.empty(); });
    if (!inbox_.messages.empty()) {
      message = std::move(inbox_.messages.front());
      inbox_.messages.pop_front();
      return Heard::message;
    }
    return inbox_.closed || !wire_ ? Heard::closed : Heard::nothing;
  }

  void send(std::string message) override {
    if (wire_) wire_->send(std::move(message));
  }
  void close() override { wire_.reset(); }

 private:
  template <class Stream>
  Reply fetched(net::io_context& io, Stream& stream, http::request<http::string_body>& request) {
    beast::flat_buffer buffer;
    http::response_parser<http::string_body> parser;
    parser.body_limit(largest_message);
    Fault fault = connect(io, bottom(stream), address_);
    if (!fault) fault = secure(io, stream, address_);
    if (!fault)
      fault =
          finished(io, bottom(stream), [&](auto done) { http::async_write(stream, request, std::move(done)); });
    if (!fault)
      fault = finished(io, bottom(stream),
                       [&](auto done) { http::async_read(stream, buffer, parser, std::move(done)); });
    if (fault) return {0, fault.message()};
    for (const auto& field : parser.get())
      if (field.name() == http::field::set_cookie)
        cookie_ = std::string(field.value().substr(0, field.value().find(';')));
    return {static_cast<int>(parser.get().result_int()), parser.get().body()};
  }

  Address address_;
  net::ssl::context tls_{net::ssl::context::tls_client};
  std::string cookie_;
  Inbox inbox_;
  std::unique_ptr<Wire> wire_;
};

}  // namespace

Expected<std::unique_ptr<Visit>> Visit::to(const std::string& url) {
  Address address;
  if (read_address(url, address)) return std::make_unique<Guest>(std::move(address));
  return failed("'" + url +
                "' is no address of a server; it looks like https://play.example.org or http://127.0.0.1:8080");
}

}  // namespace rw::server
