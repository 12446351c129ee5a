// Boost.Beast: one thread, callbacks. Every connection has limits in size, time and number, so that a slow or
// hostile client hurts only itself.
#include "server/http.h"

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <deque>
#include <optional>
#include <queue>
#include <unordered_map>

#include "server/log.h"

namespace rw::server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using tcp = asio::ip::tcp;
using Error = beast::error_code;

constexpr auto read_time = std::chrono::seconds(15);
constexpr auto idle_time = std::chrono::seconds(60);
constexpr auto write_time = std::chrono::seconds(30);
constexpr std::size_t largest_header = 8 * 1024;

// ---- limits -------------------------------------------------------------------------------------------

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
Response answer(int status, std::string body, std::string type) {
  return {status, std::move(type), std::make_shared<const std::string>(std::move(body)), {}, {}};
}

// ---- the loop -----------------------------------------------------------------------------------------

struct HttpServer::Inside final : Loop {
  explicit Inside(Figures& f) : figures(f), timer(io), signals(io), acceptor(io) {}

  void post(std::function<void()> job) override { asio::post(io, std::move(job)); }
  void after(Milliseconds delay, std::function<void()> job) override {
    const auto when =
        std::chrono::steady_clock::now() + std::chrono::milliseconds(std::max<Milliseconds>(0, delay));
    const bool first = later.empty() || when < later.top().when;
    later.push({when, next_number++, std::move(job)});
    if (first) wait();
  }
  void wait() {
    if (later.empty()) return;
    timer.expires_at(later.top().when);
    timer.async_wait([this](const Error& error) {
      if (error) return;  // an earlier one has come
      const auto now = std::chrono::steady_clock::now();
      while (!later.empty() && later.top().when <= now) {
        auto job = std::move(const_cast<Later&>(later.top()).job);
        later.pop();
        job();
      }
      wait();
    });
  }

  struct Later {
    std::chrono::steady_clock::time_point when;
    std::uint64_t number;
    std::function<void()> job;
    bool operator<(const Later& other) const {
      return std::tie(other.when, other.number) < std::tie(when, number);
    }
  };

  Figures& figures;
  Site* site = nullptr;
  Limits limits;
  std::string relay_key;
  Visitors visitors;  // outlives the connections that are counted in it
  std::priority_queue<Later> later;
  std::uint64_t next_number = 0;
  asio::io_context io{1};
  asio::steady_timer timer;
  asio::signal_set signals;
  tcp::acceptor acceptor;

  void accept();
  void sweep() {
    visitors.forget_quiet();
    after(60'000, [this] { sweep(); });
  }
};

// ---- relay: another server has the table ----------------------------------------------------------------

namespace {

// Copies bytes both ways until one side closes.
class Relay : public std::enable_shared_from_this<Relay> {
 public:
  Relay(asio::io_context& io, tcp::socket client) : client_(std::move(client)), server_(io), resolver_(io) {}

  void start(const std::string& address, std::string first, std::string pending) {
    first_ = std::move(first) + std::move(pending);
    const std::size_t colon = address.rfind(':');
    if (colon == std::string::npos) return;
    resolver_.async_resolve(
        address.substr(0, colon), address.substr(colon + 1),
        [self = shared_from_this()](const Error& error, const tcp::resolver::results_type& found) {
          if (error) return self->fail();
          asio::async_connect(self->server_, found, [self](const Error& fault, const tcp::endpoint&) {
            if (fault) return self->fail();
            Error ignored;
            self->server_.set_option(tcp::no_delay(true), ignored);
            self->begin();
          });
        });
  }

 private:
  void begin() {
    asio::async_write(server_, asio::buffer(first_), [self = shared_from_this()](const Error& error, std::size_t) {
      if (error) return self->fail();
      self->first_.clear();
      self->pump(self->client_, self->server_, self->up_);
      self->pump(self->server_, self->client_, self->down_);
    });
  }
  void fail() {
    static const std::string body =
        R"({"error":{"code":"moving","text":"the table is moving to another server; try again soon"}})";
    static const std::string sorry =
        "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 1\r\nContent-Type: "
        "application/json\r\nContent-Length: " +
        std::to_string(body.size()) + "\r\n\r\n" + body;
    asio::async_write(client_, asio::buffer(sorry), [self = shared_from_this()](const Error&, std::size_t) {});
  }
  void pump(tcp::socket& from, tcp::socket& to, std::array<char, 4096>& buffer) {
    from.async_read_some(asio::buffer(buffer), [this, self = shared_from_this(), &from, &to, &buffer](
                                                   const Error& error, std::size_t count) {
      if (error) return shut();
      asio::async_write(to, asio::buffer(buffer.data(), count),
                        [this, self, &from, &to, &buffer](const Error& fault, std::size_t) {
                          if (fault) return shut();
                          pump(from, to, buffer);
                        });
    });
  }
  void shut() {
    Error ignored;
    client_.close(ignored);
    server_.close(ignored);
  }

  tcp::socket client_, server_;
  tcp::resolver resolver_;
  std::string first_;
  std::array<char, 4096> up_{}, down_{};
};

}  // namespace

// ---- WebSockets -----------------------------------------------------------------------------------------

namespace {

class SocketSession final : public Socket, public std::enable_shared_from_this<SocketSession> {
 public:
  SocketSession(beast::tcp_stream stream, Figures& figures, const Limits& limits, std::function<void()> gone)
      : stream_(std::move(stream)), figures_(figures), limits_(limits), gone_(std::move(gone)) {}
  ~SocketSession() override { gone_(); }
  SocketSession(const SocketSession&) = delete;
  SocketSession& operator=(const SocketSession&) = delete;

  void start(const http::request<http::string_body>& request, Accept accept) {
    beast::get_lowest_layer(stream_).expires_never();
    websocket::stream_base::timeout timeout{};
    timeout.handshake_timeout = read_time;
    timeout.idle_timeout = idle_time;
    timeout.keep_alive_pings = true;
    stream_.set_option(timeout);
    stream_.set_option(websocket::stream_base::decorator(
        [](websocket::response_type& response) { response.set(http::field::server, "rulewright"); }));
    stream_.read_message_max(4096);
    stream_.auto_fragment(false);
    stream_.async_accept(request, [self = shared_from_this(), accept = std::move(accept)](const Error& error) {
      if (error) return;
      ++self->figures_.sockets;
      ++self->figures_.sockets_opened;
      self->open_ = true;
      self->events_ = accept(self);
      self->read();
    });
  }

  void send(std::shared_ptr<const std::string> message) override {
    if (closing_) return;
    unsent_ += message->size();
    if (unsent_ > limits_.most_unsent) {
      ++figures_.slow_sockets;
      closing_ = true;
      Error ignored;
      beast::get_lowest_layer(stream_).socket().close(ignored);  // it does not read: a farewell would not arrive
      return;
    }
    ++figures_.messages_out;
    figures_.bytes_out += message->size();
    queue_.push_back(std::move(message));
    if (queue_.size() == 1) write();
  }
  void finish(std::string last) override {
    if (closing_) return;
    send(std::make_shared<const std::string>(std::move(last)));
    closing_ = true;
    close_when_sent();
  }

 private:
  void read() {
    stream_.async_read(buffer_, [self = shared_from_this()](const Error& error, std::size_t) {
      if (error) return self->over();
      ++self->figures_.messages_in;
      if (!self->bucket_.take(self->limits_.messages_per_second, 3 * self->limits_.messages_per_second)) {
        ++self->figures_.limited;
        self->finish(R"({"v":2,"type":"bye","code":"too_fast","text":"too many messages"})");
        return self->over();
      }
      if (!self->closing_ && self->stream_.got_text())
        self->hear({static_cast<const char*>(self->buffer_.data().data()), self->buffer_.size()});
      self->buffer_.consume(self->buffer_.size());
      self->read();
    });
  }
  void hear(std::string_view text) {
    try {
      events_.message(text);
    } catch (const std::exception& fault) {
      log_warning("message failed", {{"error", fault.what()}});
      finish(
          R"({"v":2,"type":"bye","code":"restart","text":"this should not happen; it is in the log","retry":2000})");
    }
  }
  void write() {
    stream_.text(true);
    stream_.async_write(asio::buffer(*queue_.front()),
                        [self = shared_from_this()](const Error& error, std::size_t) {
                          if (error) return self->over();
                          self->unsent_ -= self->queue_.front()->size();
                          self->queue_.pop_front();
                          if (!self->queue_.empty()) return self->write();
                          self->queue_.shrink_to_fit();
                          if (self->closing_) self->close_when_sent();
                        });
  }
  void close_when_sent() {
    if (!queue_.empty() || closed_) return;
    closed_ = true;
    stream_.async_close(websocket::close_reason(websocket::close_code::service_restart),
                        [self = shared_from_this()](const Error&) {});
  }
  void over() {
    if (!open_) return;
    open_ = false;
    --figures_.sockets;
    const auto closed = std::move(events_.closed);
    events_ = {[](std::string_view) {}, nullptr};
    if (closed) closed();
  }

  websocket::stream<beast::tcp_stream, false> stream_;
  beast::flat_buffer buffer_;
  Figures& figures_;
  const Limits& limits_;
  std::function<void()> gone_;
  SocketEvents events_;
  std::deque<std::shared_ptr<const std::string>> queue_;
  std::size_t unsent_ = 0;
  Bucket bucket_;
  bool open_ = false, closing_ = false, closed_ = false;
};

}  // namespace

// ---- HTTP -----------------------------------------------------------------------------------------------

namespace {

template <class Server>
class Connection : public std::enable_shared_from_this<Connection<Server>> {
 public:
  Connection(tcp::socket socket, Server& server) : stream_(std::move(socket)), server_(server) {
    Error ignored;
    stream_.socket().set_option(tcp::no_delay(true), ignored);
    address_ = stream_.socket().remote_endpoint(ignored).address().to_string();
    counted_ = address_;
    ++server_.visitors.connections;
    ++server_.visitors.by_address[counted_].connections;
  }
  ~Connection() { release(); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void read() {
    parser_.emplace();
    parser_->header_limit(largest_header);
    parser_->body_limit(server_.limits.largest_replay);
    stream_.expires_after(first_ ? read_time : idle_time);
    http::async_read_header(
        stream_, buffer_, *parser_, [self = this->shared_from_this()](const Error& error, std::size_t) {
          if (error == http::error::body_limit) return self->refuse(413, "too_large", "the request is too large");
          if (error == http::error::header_limit) return self->refuse(431, "too_large", "the header is too large");
          if (error == http::error::end_of_stream || error == asio::error::eof || error == beast::error::timeout ||
              error == asio::error::connection_reset || error == asio::error::operation_aborted)
            return self->close();
          if (error) return self->refuse(400, "bad_request", "this is not HTTP");
          self->read_body();
        });
  }

 private:
  void read_body() {
    const auto& head = parser_->get();
    const bool replay = head.target() == "/api/replays";
    const std::uint64_t limit = replay ? server_.limits.largest_replay : server_.limits.largest_body;
    if (parser_->content_length() && *parser_->content_length() > limit)
      return refuse(413, "too_large", "the request is too large");
    parser_->body_limit(limit);
    stream_.expires_after(read_time);
    http::async_read(stream_, buffer_, *parser_,
                     [self = this->shared_from_this()](const Error& error, std::size_t) {
                       if (error == http::error::body_limit)
                         return self->refuse(413, "too_large", "the request is too large");
                       if (error) return self->close();
                       self->handle();
                     });
  }

  Request request() const {
    const auto& message = parser_->get();
    Request out;
    out.method = std::string(message.method_string());
    out.target = std::string(message.target());
    out.body = message.body();
    out.address = address_;
    for (const auto& field : message) {
      std::string name(field.name_string());
      std::transform(name.begin(), name.end(), name.begin(),
                     [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
      out.headers.emplace_back(std::move(name), std::string(field.value()));
    }
    const std::size_t mark = out.target.find('?');
    out.path = decoded(std::string_view(out.target).substr(0, mark));
    if (mark == std::string::npos) return out;
    std::string_view rest = std::string_view(out.target).substr(mark + 1);
    while (!rest.empty() && out.query.size() < 16) {
      const std::string_view pair = rest.substr(0, rest.find('&'));
      const std::size_t equals = std::min(pair.find('='), pair.size());
      out.query.emplace(decoded(pair.substr(0, equals)),
                        equals < pair.size() ? decoded(pair.substr(equals + 1)) : std::string());
      rest.remove_prefix(std::min(pair.size() + 1, rest.size()));
    }
    return out;
  }

  // Behind a proxy, or passed on by another server of ours, the client is whom they say.
  void find_address(Request& request) {
    const std::string_view key = request.header("x-rulewright-relay");
    request.relayed = !key.empty() && !server_.relay_key.empty() && key == server_.relay_key;
    if (!request.relayed && !server_.limits.behind_proxy) return;
    std::string_view chain = request.header("x-forwarded-for");
    if (chain.empty()) return;
    const std::size_t comma = chain.rfind(',');
    if (comma != std::string_view::npos) chain = chain.substr(comma + 1);
    while (chain.starts_with(' ')) chain.remove_prefix(1);
    request.address = std::string(chain.substr(0, 45));
  }

  void handle() {
    first_ = false;
    ++server_.figures.requests;
    Request request = this->request();
    find_address(request);
    client_ = request.address;
    auto& visitor = server_.visitors.by_address[request.address];
    if (!visitor.requests.take(server_.limits.requests_per_second, 5 * server_.limits.requests_per_second)) {
      ++server_.figures.limited;
      return refuse(429, "too_fast", "too many requests; wait a moment");
    }
    const auto self = this->shared_from_this();
    stream_.expires_never();
    if (websocket::is_upgrade(parser_->get())) {
      if (visitor.connections > server_.limits.connections_per_address) {
        ++server_.figures.limited;
        return refuse(429, "too_many", "too many connections from this address");
      }
      server_.site->open(request, [self](std::variant<Response, Accept> result) {
        if (auto* refusal = std::get_if<Response>(&result)) return self->respond(std::move(*refusal));
        self->upgrade(std::move(std::get<Accept>(result)));
      });
      return;
    }
    try {
      server_.site->serve(request, [self](Response response) { self->respond(std::move(response)); });
    } catch (const std::exception& fault) {  // a broken invariant refuses the request, not the service
      log_warning("request failed", {{"path", request.path}, {"error", fault.what()}});
      refuse(500, "broken", "this should not happen; it is in the log");
    }
  }

  void upgrade(Accept accept) {
    counted_moved_ = true;
    auto gone = [&server = server_, address = counted_] {
      --server.visitors.connections;
      --server.visitors.by_address[address].connections;
    };
    auto session =
        std::make_shared<SocketSession>(std::move(stream_), server_.figures, server_.limits, std::move(gone));
    session->start(parser_->get(), std::move(accept));
  }

  void relay(const std::string& address) {
    auto message = parser_->get();
    message.set("X-Rulewright-Relay", server_.relay_key);
    message.set("X-Forwarded-For", client_);
    message.prepare_payload();  // the body has been put together
    if (!websocket::is_upgrade(message)) message.keep_alive(false);
    std::string text =
        std::string(message.method_string()) + " " + std::string(message.target()) + " HTTP/1.1\r\n";
    for (const auto& field : message)
      text += std::string(field.name_string()) + ": " + std::string(field.value()) + "\r\n";
    text += "\r\n" + message.body();
    const auto left = buffer_.data();
    std::string pending(static_cast<const char*>(left.data()), left.size());
    std::make_shared<Relay>(server_.io, stream_.release_socket())
        ->start(address, std::move(text), std::move(pending));
  }

  void refuse(int status, std::string_view code, std::string_view text) {
    keep_ = false;
    respond(answer(status,
                   "{\"error\":{\"code\":\"" + std::string(code) + "\",\"text\":\"" + std::string(text) + "\"}}"));
  }

  void respond(Response response) {
    if (!response.relay.empty()) return relay(response.relay);
    if (response.status >= 400) ++server_.figures.refused_requests;
    if (!response.body) response.body = std::make_shared<const std::string>();
    const bool keep = keep_ && parser_->is_header_done() && parser_->get().keep_alive() && parser_->is_done();
    const bool head = parser_->is_header_done() && parser_->get().method() == http::verb::head;
    body_ = response.body;
    head_ = "HTTP/1.1 " + std::to_string(response.status) + " " +
            std::string(http::obsolete_reason(static_cast<http::status>(response.status))) +
            "\r\nServer: rulewright\r\n";
    if (!response.type.empty()) head_ += "Content-Type: " + response.type + "\r\n";
    for (const auto& [name, value] : response.headers) head_ += name + ": " + value + "\r\n";
    head_ += "Content-Length: " + std::to_string(body_->size()) + "\r\n";
    head_ += keep ? "Connection: keep-alive\r\n\r\n" : "Connection: close\r\n\r\n";
    const std::array<asio::const_buffer, 2> buffers = {asio::buffer(head_),
                                                       head ? asio::const_buffer() : asio::buffer(*body_)};
    stream_.expires_after(write_time);
    asio::async_write(stream_, buffers, [self = this->shared_from_this(), keep](const Error& error, std::size_t) {
      self->body_.reset();
      if (error || !keep) return self->close();
      self->read();
    });
  }

  void close() {
    Error ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
  }
  void release() {
    if (counted_moved_) return;
    --server_.visitors.connections;
    --server_.visitors.by_address[counted_].connections;
  }

  beast::tcp_stream stream_;
  Server& server_;
  beast::flat_buffer buffer_{largest_header + 2 * 1024 * 1024};
  std::optional<http::request_parser<http::string_body>> parser_;
  std::string address_, counted_, client_, head_;
  std::shared_ptr<const std::string> body_;
  bool first_ = true, keep_ = true, counted_moved_ = false;
};

}  // namespace

void HttpServer::Inside::accept() {
  acceptor.async_accept([this](const Error& error, tcp::socket socket) {
    if (error == asio::error::operation_aborted || !acceptor.is_open()) return;
    if (error) {  // out of file descriptors: wait for some to come back
      after(100, [this] { accept(); });
      return;
    }
    Error ignored;
    const std::string address = socket.remote_endpoint(ignored).address().to_string();
    const auto known = visitors.by_address.find(address);
    const bool crowd = visitors.connections >= limits.most_connections ||
                       (known != visitors.by_address.end() && !limits.behind_proxy &&
                        known->second.connections >= limits.connections_per_address);
    if (crowd)
      ++figures.limited;  // the socket closes itself
    else
      std::make_shared<Connection<Inside>>(std::move(socket), *this)->read();
    accept();
  });
}

HttpServer::HttpServer(Figures& figures) : inside_(std::make_unique<Inside>(figures)) {}
HttpServer::~HttpServer() = default;
Loop& HttpServer::loop() { return *inside_; }

bool HttpServer::listen(const std::string& address, int port, const Limits& limits, Site& site,
                        std::string relay_key, std::string& error) {
  Error fault;
  const auto where = asio::ip::make_address(address, fault);
  if (fault) {
    error = "'" + address + "' is not an address to listen on";
    return false;
  }
  const tcp::endpoint endpoint(where, static_cast<unsigned short>(port));
  inside_->acceptor.open(endpoint.protocol(), fault);
  if (!fault) inside_->acceptor.set_option(asio::socket_base::reuse_address(true), fault);
  if (!fault) inside_->acceptor.bind(endpoint, fault);
  if (!fault) inside_->acceptor.listen(4096, fault);
  if (fault) {
    error = "port " + std::to_string(port) + ": " + fault.message();
    return false;
  }
  inside_->limits = limits;
  inside_->site = &site;
  inside_->relay_key = std::move(relay_key);
  inside_->accept();
  inside_->sweep();
  return true;
}

int HttpServer::port() const { return inside_->acceptor.local_endpoint().port(); }

void HttpServer::on_signal(std::function<void()> job) {
  inside_->signals.add(SIGTERM);
  inside_->signals.add(SIGINT);
  inside_->signals.async_wait([job = std::move(job)](const Error& error, int) {
    if (!error) job();
  });
}

void HttpServer::run() { inside_->io.run(); }
void HttpServer::stop_listening() {
  Error ignored;
  inside_->acceptor.close(ignored);
}
void HttpServer::stop() { inside_->io.stop(); }

}  // namespace rw::server
