// Boost.Beast with callbacks, one thread per loop. Size, time and number of everything a client can send are
// limited, so that a slow or hostile client hurts only itself.
#include "server/http.h"

#include <pthread.h>

#include <thread>

#include "server/http_connection.h"

namespace rw::server {

using namespace network;

// ---- inside -------------------------------------------------------------------------------------------

struct HttpServer::Inside {
  Inside(Metrics& f, int count) : metrics(f), loops(made(count)) {}
  static std::vector<std::unique_ptr<NetworkLoop>> made(int count) {
    std::vector<std::unique_ptr<NetworkLoop>> loops;
    for (int i = 0; i < std::clamp(count, 1, most_loops); ++i) loops.push_back(std::make_unique<NetworkLoop>(i));
    return loops;
  }
  NetworkLoop& first() { return *loops.front(); }

  Metrics& metrics;
  Site* site = nullptr;
  Limits limits;
  std::string relay_key;
  Visitors visitors;  // outlives the connections that are counted in it
  std::vector<std::unique_ptr<NetworkLoop>> loops;
  std::size_t next = 0;  // connections are given to the loops in turn
  // All of these belong to the first loop.
  asio::signal_set signals{first().io}, hangups{first().io};
  tcp::acceptor front{first().io}, inside{first().io};
  std::shared_ptr<asio::ssl::context> secured;  // null: plain

  static Expected<> open(tcp::acceptor&, const std::string& address, int port);
  void accept(tcp::acceptor&, Door);
  bool is_crowd(const std::string& network, Door) const;
  template <class Stream, class... More>
  void start(tcp::socket socket, NetworkLoop& loop, Door door, More&... more) {
    auto connection =
        std::make_shared<Connection<Inside, Stream>>(Stream(Plain(std::move(socket)), more...), *this, loop, door);
    loop.dispatch([connection] { connection->start(); });
  }
  void sweep() {
    visitors.forget_quiet();
    first().after(60'000, [this] { sweep(); });
  }
};

// A proxy's connection is counted once the client behind it is known.
bool HttpServer::Inside::is_crowd(const std::string& network, Door door) const {
  if (visitors.connections() >= limits.most_connections) return true;
  return !limits.behind_proxy && door == Door::front &&
         visitors.connections_of(network) >= limits.connections_per_address;
}

void HttpServer::Inside::accept(tcp::acceptor& acceptor, Door door) {
  NetworkLoop& loop = *loops[next++ % loops.size()];
  acceptor.async_accept(loop.io, [this, &acceptor, &loop, door](const Error& error, tcp::socket socket) {
    if (error == asio::error::operation_aborted || !acceptor.is_open()) return;
    if (error) {  // out of file descriptors: wait for some to come back
      first().after(100, [this, &acceptor, door] { accept(acceptor, door); });
      return;
    }
    NetworkLoop::guarded([&] {
      Error ignored;
      const std::string from = address_in(socket.remote_endpoint(ignored).address().to_string());
      if (is_crowd(network_of(from), door))
        ++metrics.limited;  // the socket closes itself
      else if (secured && door == Door::front)
        start<Secured>(std::move(socket), loop, door, *secured);
      else
        start<Plain>(std::move(socket), loop, door);
    });
    accept(acceptor, door);
  });
}

Expected<> HttpServer::Inside::open(tcp::acceptor& acceptor, const std::string& address, int port) {
  Error fault;
  const auto where = asio::ip::make_address(address, fault);
  if (fault) return failed("'" + address + "' is not an address to listen on");
  const tcp::endpoint endpoint(where, static_cast<unsigned short>(port));
  acceptor.open(endpoint.protocol(), fault);
  if (!fault) acceptor.set_option(asio::socket_base::reuse_address(true), fault);
  if (!fault) acceptor.bind(endpoint, fault);
  if (!fault) acceptor.listen(4096, fault);
  if (fault) return failed("port " + std::to_string(port) + ": " + fault.message());
  return {};
}

HttpServer::HttpServer(Metrics& metrics, int loops) : inside_(std::make_unique<Inside>(metrics, loops)) {}
HttpServer::~HttpServer() = default;
Loop& HttpServer::loop() { return inside_->first(); }
std::vector<Loop*> HttpServer::loops() {
  std::vector<Loop*> all;
  for (const auto& loop : inside_->loops) all.push_back(loop.get());
  return all;
}

Expected<> HttpServer::listen(const std::string& address, int port, const Limits& limits, Site& site,
                              std::string relay_key) {
  if (auto opened = Inside::open(inside_->front, address, port); !opened) return opened;
  inside_->limits = limits;
  inside_->site = &site;
  inside_->relay_key = std::move(relay_key);
  inside_->accept(inside_->front, Door::front);
  inside_->sweep();
  return {};
}

Expected<> HttpServer::listen_inside(const std::string& address, int port) {
  if (auto opened = Inside::open(inside_->inside, address, port); !opened) return opened;
  inside_->accept(inside_->inside, Door::inside);
  return {};
}

// Open connections keep the certificate they began with.
Expected<> HttpServer::secure(const std::string& certificate, const std::string& key) {
  auto context = std::make_shared<asio::ssl::context>(asio::ssl::context::tls_server);
  Error fault;
  context->set_options(asio::ssl::context::default_workarounds | asio::ssl::context::no_tlsv1 |
                           asio::ssl::context::no_tlsv1_1 | asio::ssl::context::no_compression,
                       fault);
  if (!fault) context->use_certificate_chain_file(certificate, fault);
  if (fault) return failed(certificate + ": " + fault.message());
  context->use_private_key_file(key, asio::ssl::context::pem, fault);
  if (!fault && SSL_CTX_check_private_key(context->native_handle()) != 1) fault = asio::error::invalid_argument;
  if (fault) return failed(key + ": " + fault.message() + " (is it the key of this certificate?)");
  inside_->secured = std::move(context);
  return {};
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
    NetworkLoop::guarded(job);
    on_hangup(job);
  });
}

// The first loop runs in this thread, every other loop in a thread of its own.
void HttpServer::run() {
  std::vector<std::thread> threads;
  for (std::size_t i = 1; i < inside_->loops.size(); ++i)
    threads.emplace_back([&loop = *inside_->loops[i]] {
      pthread_setname_np(pthread_self(), ("loop " + std::to_string(loop.number())).c_str());
      loop.run();
    });
  inside_->first().run();
  stop();
  for (std::thread& thread : threads) thread.join();
}
void HttpServer::stop_listening() {
  Error ignored;
  inside_->front.close(ignored);
  inside_->inside.close(ignored);
}
void HttpServer::stop() {
  for (const auto& loop : inside_->loops) loop->stop();
}

}  // namespace rw::server
