// One connection: requests one after the other, until one of them opens a WebSocket or is passed on. Included by
// http.cpp alone.
#pragma once

#include "server/http_relay.h"
#include "server/http_socket.h"

namespace rw::server::network {

template <class Server, class Stream>
class Connection : public std::enable_shared_from_this<Connection<Server, Stream>> {
 public:
  Connection(Stream stream, Server& server, NetworkLoop& loop, Door door)
      : stream_(std::move(stream)), server_(server), loop_(loop), door_(door) {
    Error ignored;
    socket().set_option(tcp::no_delay(true), ignored);
    address_ = address_in(socket().remote_endpoint(ignored).address().to_string());
    counted_ = network_of(address_);
    server_.visitors.come(counted_);
  }
  ~Connection() { release(); }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void start() {
    if constexpr (std::is_same_v<Stream, Secured>) {
      beast::get_lowest_layer(stream_).expires_after(read_time);
      stream_.async_handshake(asio::ssl::stream_base::server,
                              [self = this->shared_from_this()](const Error& error) {
                                if (!error) self->read();
                              });
    } else {
      read();
    }
  }

  void read() {
    parser_.emplace();
    parser_->header_limit(largest_header);
    parser_->body_limit(server_.limits.largest_replay);
    beast::get_lowest_layer(stream_).expires_after(first_ ? read_time : idle_time);
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
    beast::get_lowest_layer(stream_).expires_after(read_time);
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
    out.door = door_;
    for (const auto& field : message) {
      std::string name(field.name_string());
      std::transform(name.begin(), name.end(), name.begin(),
                     [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
      out.headers.emplace_back(std::move(name), std::string(field.value()));
    }
    read_target(out);
    return out;
  }

  // The proxy, or the server of ours that passed the request on, says who the client is.
  void find_address(Request& request) {
    const std::string_view key = request.header("x-rulewright-relay");
    request.relayed = !key.empty() && !server_.relay_key.empty() && key == server_.relay_key;
    if (!request.relayed && !server_.limits.behind_proxy) return;
    // What stands last was written by the proxy. Everything before it may be the client's own, and some proxies
    // add a line of their own instead of adding to the client's.
    std::string_view chain;
    for (const auto& [name, value] : request.headers)
      if (name == "x-forwarded-for") chain = value;
    const std::string address = address_in(chain.substr(chain.rfind(',') + 1));
    if (!address.empty()) request.address = address;
  }

  void handle() {
    first_ = false;
    ++server_.metrics.requests;
    Request request = this->request();
    find_address(request);
    client_ = request.address;
    count_for(network_of(client_));
    // Whoever comes through another server of ours has no second request: it would come without their address.
    if (request.relayed) keep_ = false;
    if (!server_.visitors.may_ask(counted_, server_.limits.requests_per_second)) {
      ++server_.metrics.limited;
      return refuse(429, "too_fast", "too many requests; wait a moment");
    }
    beast::get_lowest_layer(stream_).expires_never();
    const bool opens = websocket::is_upgrade(parser_->get());
    if (opens && server_.visitors.connections_of(counted_) > server_.limits.connections_per_address) {
      ++server_.metrics.limited;
      return refuse(429, "too_many", "too many connections from this address");
    }
    // The site is asked in its own loop, and its answer is carried out in this one.
    const auto pending = std::make_shared<Pending>(this->shared_from_this());
    server_.first().dispatch([&site = *server_.site, pending, opens, request = std::move(request)] {
      guarded(request, [&] {
        if (opens)
          site.open(request, [pending](std::variant<Response, Accept> result) {
            pending->answer([result = std::move(result)](Connection& self) {
              if (const auto* refusal = std::get_if<Response>(&result)) return self.respond(*refusal);
              self.upgrade(std::get<Accept>(result));
            });
          });
        else
          site.serve(request, [pending](Response response) {
            pending->answer([response = std::move(response)](Connection& self) { self.respond(response); });
          });
      });
    });
  }

  // A request that is dropped without an answer is a fault, and the client is told so.
  struct Pending {
    explicit Pending(std::shared_ptr<Connection> connection) : self(std::move(connection)) {}
    Pending(const Pending&) = delete;
    Pending& operator=(const Pending&) = delete;
    ~Pending() {
      if (answered || self->loop_.io.stopped()) return;
      try {
        answer([](Connection& asked) { asked.refuse(500, "broken", "this should not happen; it is in the log"); });
      } catch (const std::exception&) {  // the connection closes itself
      }
    }
    // The first answer counts.
    void answer(std::function<void(Connection&)> job) {
      if (answered.exchange(true)) return;
      self->loop_.dispatch([self = self, job = std::move(job)] { job(*self); });
    }
    std::shared_ptr<Connection> self;
    std::atomic<bool> answered = false;
  };
  template <class Job>
  static void guarded(const Request& request, Job&& job) {
    try {
      job();
    } catch (const std::exception& fault) {  // a broken invariant refuses the request, not the service
      log_warning("request failed", {{"path", request.path}, {"error", fault.what()}});
    }
  }

  // Behind a proxy or another server, a connection counts for the client who uses it.
  void count_for(const std::string& address) {
    if (address == counted_) return;
    server_.visitors.pass(counted_, address);
    counted_ = address;
  }
  std::function<void()> count_moves_on() {
    counted_moved_ = true;
    return [&visitors = server_.visitors, address = counted_] { visitors.go(address); };
  }

  // A plain socket moves to the loop of its table. A TLS socket stays in the loop of its handshake, and messages
  // go from loop to loop.
  void upgrade(const Accept& accept) {
    if constexpr (std::is_same_v<Stream, Plain>) {
      auto& loop = static_cast<NetworkLoop&>(*accept.loop);
      if (&loop == &loop_) return open(std::move(stream_), loop_, accept);
      tcp::socket here = stream_.release_socket(), there(loop.io);
      const auto protocol = here.local_endpoint().protocol();
      there.assign(protocol, here.release());
      open(Plain(std::move(there)), loop, accept);
    } else {
      open(std::move(stream_), loop_, accept);
    }
  }
  void open(Stream stream, NetworkLoop& loop, const Accept& accept) {
    auto session = std::make_shared<SocketSession<Stream>>(std::move(stream), loop, server_.metrics,
                                                           server_.limits, count_moves_on());
    loop.dispatch([session, request = parser_->release(), accept] { session->start(request, accept); });
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
    std::make_shared<Relay<Stream>>(loop_.io, std::move(stream_), count_moves_on())
        ->start(address, std::move(text), std::move(pending));
  }

  void refuse(int status, std::string_view code, std::string_view text) {
    keep_ = false;
    respond(answer(status,
                   "{\"error\":{\"code\":\"" + std::string(code) + "\",\"text\":\"" + std::string(text) + "\"}}"));
  }

  void respond(Response response) {
    if (!response.relay.empty()) return relay(response.relay);
    if (response.status >= 400) ++server_.metrics.refused_requests;
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
    beast::get_lowest_layer(stream_).expires_after(write_time);
    asio::async_write(stream_, buffers, [self = this->shared_from_this(), keep](const Error& error, std::size_t) {
      self->body_.reset();
      if (error || !keep) return self->close();
      self->read();
    });
  }

  void close() {
    Error ignored;
    if constexpr (std::is_same_v<Stream, Secured>) {
      beast::get_lowest_layer(stream_).expires_after(read_time);
      stream_.async_shutdown([self = this->shared_from_this()](const Error&) {});
    } else {
      socket().shutdown(tcp::socket::shutdown_send, ignored);
    }
  }
  tcp::socket& socket() { return beast::get_lowest_layer(stream_).socket(); }
  void release() {
    if (counted_moved_) return;
    server_.visitors.go(counted_);
  }

  Stream stream_;
  Server& server_;
  NetworkLoop& loop_;
  const Door door_;
  beast::flat_buffer buffer_{largest_header + 2 * 1024 * 1024};
  std::optional<http::request_parser<http::string_body>> parser_;
  std::string address_, counted_, client_, head_;
  std::shared_ptr<const std::string> body_;
  bool first_ = true, keep_ = true, counted_moved_ = false;
};

}  // namespace rw::server::network
