// Who a request comes from: guests by a signed cookie, accounts by a session that is stored hashed.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "server/bots.h"
#include "server/storage.h"
#include "server/table.h"

namespace rw::server {

struct Visitor {
  Identity who;
  std::string cookie;      // the value of the session cookie
  std::string csrf;        // what requests that change something must show
  bool new_cookie = false; // it must be set
};

class People {
 public:
  People(Storage& storage, Bots& bots, Loop& loop, const std::string& secret);

  void identify(std::string_view cookies, std::function<void(Visitor)>);
  Visitor renamed(const Visitor&, std::string name) const;
  Visitor guest() const;

  // Accounts. `Failure` 0: done.
  void sign_up(const Visitor&, std::string name, std::string password, std::function<void(Failure, Visitor)>);
  void log_in(std::string name, std::string password, std::function<void(Failure, Visitor)>);
  void log_out(const Visitor&, std::function<void()>);

  static bool good_name(std::string_view name, std::string& error);
  std::string signed_text(std::string_view purpose, std::string_view text) const;  // a MAC in hex

 private:
  Visitor guest_from(std::string id, std::string name) const;
  Visitor account_from(const Account&, std::string token) const;
  std::optional<Visitor> read_guest(std::string_view value) const;
  void open_session(const Account&, std::function<void(Failure, Visitor)>);
  std::string csrf_of(std::string_view cookie) const;

  Storage& storage_;
  Bots& bots_;
  Loop& loop_;
  std::string secret_;
  struct Known {
    Account account;
    Milliseconds until = 0;
  };
  std::map<std::string, Known, std::less<>> sessions_;  // by hash of the token
};

std::string random_hex(std::size_t bytes);

}  // namespace rw::server
