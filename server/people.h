// Who a request comes from. Guests have a signed cookie, accounts a session that is stored hashed.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "server/bots.h"
#include "server/open_table.h"
#include "server/storage.h"

namespace rw::server {

struct Visitor {
  Identity who;
  std::string cookie;      // the value of the session cookie
  std::string csrf;        // what requests that change something must show
  bool new_cookie = false; // it must be set
  bool unknown = false;    // no cookie of ours was shown
};

class People {
 public:
  People(Storage& storage, Bots& bots, Loop& loop, const std::string& secret);

  // Fails if storage does not answer: nobody becomes somebody else by an outage.
  void identify(std::string_view cookies, std::function<void(Failure, Visitor)>);
  Visitor renamed(const Visitor&, std::string name) const;
  Visitor guest() const;

  // Accounts. `Failure` 0: done.
  void sign_up(const Visitor&, std::string name, std::string password, std::function<void(Failure, Visitor)>);
  void log_in(std::string name, std::string password, std::function<void(Failure, Visitor)>);
  void log_out(const Visitor&, Done);
  void change_password(const Visitor&, std::string old_password, std::string new_password, Done);
  void check_password(const Visitor&, std::string password, Done);
  void delete_account(const Visitor&, Done);
  // May a guest have this name? Not if an account has it.
  void check_guest_name(std::string name, Done);
  // The same for a name that the guest has had for a while: somebody may have signed up with it since.
  void check_name(const Visitor&, Done);
  void forget_sessions() { sessions_.clear(); }  // they are read again

  static Expected<> good_name(std::string_view name);
  // UTF-8 without zeros: what every database takes, and takes whole.
  static bool is_text(std::string_view);
  static constexpr int guest_days = 180, session_days = 90;  // how long a cookie is good
  std::string signed_text(std::string_view purpose, std::string_view text) const;  // a MAC in hex

 private:
  Visitor guest_from(std::string id, std::string name) const;
  Visitor account_from(const Account&, std::string token) const;
  std::optional<Visitor> read_guest(std::string_view value) const;
  void open_session(const Account&, std::function<void(Failure, Visitor)>);
  void verify(std::optional<Account>, std::string password, std::function<void(bool)>);
  bool spend_guess(const std::string& folded_name);
  void return_guess(const std::string& folded_name);
  std::int64_t today() const { return loop_.now() / 86'400'000; }
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
  struct Guesses {
    double left = 0;
    Milliseconds filled = 0;  // of the steady clock
  };
  std::map<std::string, Guesses, std::less<>>
      guesses_;  // by name: how many wrong passwords are left, wherever they come from
};

std::string random_hex(std::size_t bytes);

}  // namespace rw::server
