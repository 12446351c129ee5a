// Boost.Beast: one thread, callbacks. Every connection has limits in size, time and number, so that a slow or
// hostile client hurts only itself.
#include "server/http.h"

#include <queue>

#include "server/http_connection.h"

namespace rw::server {

using namespace network;

// ---- the loop -----------------------------------------------------------------------------------------

struct HttpServer::Inside final : Loop {
  explicit Inside(Figures& f) : figures(f), timer(io), signals(io), hangups(io), front(io), inside(io) {}

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
        guarded(job);
      }
      wait();
    });
  }
  // Nothing that is thrown in here ends the process.
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
  void run() {
    for (bool over = false; !over;)
      guarded([&] {
        io.run();
        over = true;
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
  asio::signal_set signals, hangups;
  tcp::acceptor front, inside;
  std::shared_ptr<asio::ssl::context> secured;  // null: plain

  bool open(tcp::acceptor&, const std::string& address, int port, std::string& error);
  void accept(tcp::acceptor&, Door);
  bool is_crowd(const std::string& address, Door) const;
  void sweep() {
    visitors.forget_quiet();
    after(60'000, [this] { sweep(); });
  }
};

// Whoever passes requests on for others is counted when it is known for whom.
bool HttpServer::Inside::is_crowd(const std::string& address, Door door) const {
  if (visitors.connections >= limits.most_connections) return true;
  const auto known = visitors.by_address.find(address);
  return known != visitors.by_address.end() && !limits.behind_proxy && door == Door::front &&
         known->second.connections >= limits.connections_per_address;
}

void HttpServer::Inside::accept(tcp::acceptor& acceptor, Door door) {
  acceptor.async_accept([this, &acceptor, door](const Error& error, tcp::socket socket) {
    if (error == asio::error::operation_aborted || !acceptor.is_open()) return;
    if (error) {  // out of file descriptors: wait for some to come back
      after(100, [this, &acceptor, door] { accept(acceptor, door); });
      return;
    }
    guarded([&] {
      Error ignored;
      if (is_crowd(socket.remote_endpoint(ignored).address().to_string(), door))
        ++figures.limited;  // the socket closes itself
      else if (secured && door == Door::front)
        std::make_shared<Connection<Inside, Secured>>(Secured(Plain(std::move(socket)), *secured), *this, door)
            ->start();
      else
        std::make_shared<Connection<Inside, Plain>>(Plain(std::move(socket)), *this, door)->start();
    });
    accept(acceptor, door);
  });
}

bool HttpServer::Inside::open(tcp::acceptor& acceptor, const std::string& address, int port, std::string& error) {
  Error fault;
  const auto where = asio::ip::make_address(address, fault);
  if (fault) {
    error = "'" + address + "' is not an address to listen on";
    return false;
  }
  const tcp::endpoint endpoint(where, static_cast<unsigned short>(port));
  acceptor.open(endpoint.protocol(), fault);
  if (!fault) acceptor.set_option(asio::socket_base::reuse_address(true), fault);
  if (!fault) acceptor.bind(endpoint, fault);
  if (!fault) acceptor.listen(4096, fault);
  if (fault) error = "port " + std::to_string(port) + ": " + fault.message();
  return !fault;
}

HttpServer::HttpServer(Figures& figures) : inside_(std::make_unique<Inside>(figures)) {}
HttpServer::~HttpServer() = default;
Loop& HttpServer::loop() { return *inside_; }

bool HttpServer::listen(const std::string& address, int port, const Limits& limits, Site& site,
                        std::string relay_key, std::string& error) {
  if (!inside_->open(inside_->front, address, port, error)) return false;
  inside_->limits = limits;
  inside_->site = &site;
  inside_->relay_key = std::move(relay_key);
  inside_->accept(inside_->front, Door::front);
  inside_->sweep();
  return true;
}

bool HttpServer::listen_inside(const std::string& address, int port, std::string& error) {
  if (!inside_->open(inside_->inside, address, port, error)) return false;
  inside_->accept(inside_->inside, Door::inside);
  return true;
}

// Whoever is connected already goes on with the certificate from before.
bool HttpServer::secure(const std::string& certificate, const std::string& key, std::string& error) {
  auto context = std::make_shared<asio::ssl::context>(asio::ssl::context::tls_server);
  Error fault;
  context->set_options(asio::ssl::context::default_workarounds | asio::ssl::context::no_tlsv1 |
                           asio::ssl::context::no_tlsv1_1 | asio::ssl::context::no_compression,
                       fault);
  if (!fault) context->use_certificate_chain_file(certificate, fault);
  if (fault) {
    error = certificate + ": " + fault.message();
    return false;
  }
  context->use_private_key_file(key, asio::ssl::context::pem, fault);
  if (!fault && SSL_CTX_check_private_key(context->native_handle()) != 1) fault = asio::error::invalid_argument;
  if (fault) {
    error = key + ": " + fault.message() + " (is it the key of this certificate?)";
    return false;
  }
  inside_->secured = std::move(context);
  return true;
}

int HttpServer::port() const { return inside_->front.local_endpoint().port(); }

void HttpServer::on_signal(std::function<void()> job) {
  inside_->signals.add(SIGTERM);
  inside_->signals.add(SIGINT);
  inside_->signals.async_wait([job = std::move(job)](const Error& error, int) {
    if (!error) job();
  });
}

void HttpServer::on_hangup(std::function<void()> job) {
  Error ignored;
  inside_->hangups.add(SIGHUP, ignored);
  inside_->hangups.async_wait([this, job = std::move(job)](const Error& error, int) {
    if (error) return;
    Inside::guarded(job);
    on_hangup(job);
  });
}

void HttpServer::run() { inside_->run(); }
void HttpServer::stop_listening() {
  Error ignored;
  inside_->front.close(ignored);
  inside_->inside.close(ignored);
}
void HttpServer::stop() { inside_->io.stop(); }

}  // namespace rw::server
