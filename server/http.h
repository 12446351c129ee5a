// HTTP and WebSockets as the rest of the server sees them. Only http.cpp knows the library.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engine/core/expected.h"
#include "server/loop.h"
#include "server/metrics.h"

namespace rw::server {

// The front door is for everybody. The inside door has no TLS; it is for /metrics and for our other servers.
enum class Door : std::uint8_t { front, inside };

struct Request {
  std::string method, target, path, body, address;
  std::map<std::string, std::string, std::less<>> query;
  std::vector<std::pair<std::string, std::string>> headers;  // names in lower case
  bool relayed = false;                                      // another server of ours passed it on
  Door door = Door::front;

  std::string_view header(std::string_view name) const;
  std::string_view parameter(std::string_view name) const;
  int number(std::string_view name, int otherwise) const;  // a parameter that is a whole number, 0 or more
};
void read_target(Request&);  // splits the target into path and query
// Does a path fit "/api/tables/{}/join"? `parts` receives what stands in place of the {}.
bool matches(std::string_view pattern, std::string_view path, std::vector<std::string>& parts);

struct Response {
  int status = 200;
  std::string type = "application/json";
  std::shared_ptr<const std::string> body;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string relay;  // not an answer: pass the request on to this address
};
Response answer(int status, std::string body, std::string type = "application/json");

// An open WebSocket. It may be used in any thread.
class Socket {
 public:
  virtual ~Socket() = default;
  virtual void send(std::shared_ptr<const std::string>) = 0;
  virtual void finish(std::string last) = 0;  // sends this and closes
};
struct SocketEvents {
  std::function<void(std::string_view)> message;
  std::function<void()> closed;
};
struct Accept {
  Loop* loop;  // where the socket is best served
  std::function<SocketEvents(std::shared_ptr<Socket>)> enter;
};

// Asked in the first loop; answers may come from any.
class Site {
 public:
  virtual ~Site() = default;
  virtual void serve(const Request&, std::function<void(Response)>) = 0;
  // A refusal, or what to do with the open socket.
  virtual void open(const Request&, std::function<void(std::variant<Response, Accept>)>) = 0;
};

struct Limits {
  int connections_per_address = 256;
  double requests_per_second = 40;                       // per address; five times as many at once
  double messages_per_second = 20;                       // per socket; three times as many at once
  std::size_t largest_body = 64 * 1024, largest_replay = 1024 * 1024;
  std::size_t most_unsent = 512 * 1024;                  // bytes that a socket may leave unread
  int most_connections = 20'000;                         // serve() sets it by the machine's memory
  bool behind_proxy = false;                             // the address is the last of X-Forwarded-For
};

class HttpServer {
 public:
  explicit HttpServer(Metrics&, int loops = 1);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  Loop& loop();  // the first one
  std::vector<Loop*> loops();
  // Fails if the port is taken. Port 0: any; `port()` tells.
  Expected<> listen(const std::string& address, int port, const Limits&, Site&, std::string relay_key);
  Expected<> listen_inside(const std::string& address, int port);
  // TLS at the front door, from now on. If the files are not good, nothing changes.
  Expected<> secure(const std::string& certificate, const std::string& key);
  int port() const;
  void on_signal(std::function<void()>);  // SIGTERM or SIGINT
  void on_hangup(std::function<void()>);  // SIGHUP, each time
  void run();
  void stop_listening();
  void stop();

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace rw::server
