// Cookies, sessions, passwords.
#include "server/people.h"

#include <sodium.h>

#include <algorithm>
#include <memory>

namespace rw::server {
namespace {

constexpr std::string_view cookie_name = "rw_session";
constexpr Milliseconds session_length = 90LL * 86'400'000;
// How long another server's logout may go unnoticed here.
constexpr Milliseconds session_memory = 30'000;
constexpr std::size_t most_sessions_in_memory = 20'000;

std::string hex_of(const unsigned char* bytes, std::size_t length) {
  std::string hex(length * 2 + 1, '\0');
  sodium_bin2hex(hex.data(), hex.size(), bytes, length);
  hex.pop_back();
  return hex;
}

std::string hex_of(std::string_view text) {
  return hex_of(reinterpret_cast<const unsigned char*>(text.data()), text.size());
}

std::string text_of(std::string_view hex) {
  std::string text(hex.size() / 2, '\0');
  std::size_t length = 0;
  if (sodium_hex2bin(reinterpret_cast<unsigned char*>(text.data()), text.size(), hex.data(), hex.size(), nullptr,
                     &length, nullptr) != 0)
    return {};
  text.resize(length);
  return text;
}

std::string hash_of(std::string_view token) {
  unsigned char hash[crypto_generichash_BYTES];
  crypto_generichash(hash, sizeof hash, reinterpret_cast<const unsigned char*>(token.data()), token.size(),
                     nullptr, 0);
  return hex_of(hash, sizeof hash);
}

std::string_view session_cookie(std::string_view cookies) {
  for (std::size_t at = 0; at < cookies.size();) {
    const std::size_t end = std::min(cookies.find(';', at), cookies.size());
    std::string_view one = cookies.substr(at, end - at);
    while (one.starts_with(' ')) one.remove_prefix(1);
    if (one.starts_with(cookie_name) && one.size() > cookie_name.size() && one[cookie_name.size()] == '=')
      return one.substr(cookie_name.size() + 1);
    at = end + 1;
  }
  return {};
}

// Names that are easier to tell apart than numbers.
std::string guest_name() {
  static constexpr std::string_view first[] = {"Amber", "Bold",  "Brisk",  "Calm",   "Clever", "Copper",
                                               "Dusty", "Early", "Iron",   "Jolly",  "Keen",   "Lucky",
                                               "Merry", "Quick", "Quiet",  "Silver", "Sly",    "Spry",
                                               "Swift", "Tidy",  "Velvet", "Vivid",  "Warm",   "Witty"};
  static constexpr std::string_view second[] = {"Badger", "Comet", "Falcon",  "Ferret", "Finch",  "Fox",
                                                "Gecko",  "Heron", "Lynx",    "Marten", "Newt",   "Otter",
                                                "Owl",    "Panda", "Puffin",  "Raven",  "Robin",  "Salmon",
                                                "Seal",   "Shark", "Sparrow", "Tiger",  "Walrus", "Wren"};
  return std::string(first[randombytes_uniform(std::size(first))]) + " " +
         std::string(second[randombytes_uniform(std::size(second))]);
}

}  // namespace

std::string random_hex(std::size_t bytes) {
  std::string raw(bytes, '\0');
  randombytes_buf(raw.data(), raw.size());
  return hex_of(raw);
}

People::People(Storage& storage, Bots& bots, Loop& loop, const std::string& secret)
    : storage_(storage), bots_(bots), loop_(loop), secret_(text_of(secret)) {
  secret_.resize(crypto_auth_KEYBYTES, '\0');
}

std::string People::signed_text(std::string_view purpose, std::string_view text) const {
  const std::string whole = std::string(purpose) + "\n" + std::string(text);
  unsigned char mac[crypto_auth_BYTES];
  crypto_auth(mac, reinterpret_cast<const unsigned char*>(whole.data()), whole.size(),
              reinterpret_cast<const unsigned char*>(secret_.data()));
  return hex_of(mac, sizeof mac);
}

std::string People::csrf_of(std::string_view cookie) const { return signed_text("csrf", cookie).substr(0, 32); }

// ---- cookies ----------------------------------------------------------------------------------------

Visitor People::guest_from(std::string id, std::string name) const {
  const std::string body = id + "." + hex_of(name);
  const std::string cookie = "g." + body + "." + signed_text("guest", body).substr(0, 32);
  return {{std::move(id), std::move(name), false}, cookie, csrf_of("g." + body.substr(0, body.find('.'))), true};
}

Visitor People::guest() const { return guest_from("g" + random_hex(16), guest_name()); }

Visitor People::renamed(const Visitor& visitor, std::string name) const {
  return guest_from(visitor.who.id, std::move(name));
}

std::optional<Visitor> People::read_guest(std::string_view value) const {
  const std::size_t dot = value.rfind('.');
  if (!value.starts_with("g.") || dot == std::string_view::npos || dot < 3 || value.size() > 300)
    return std::nullopt;
  const std::string_view body = value.substr(2, dot - 2), mac = value.substr(dot + 1);
  const std::string right = signed_text("guest", body).substr(0, 32);
  if (mac.size() != right.size() || sodium_memcmp(mac.data(), right.data(), right.size()) != 0)
    return std::nullopt;
  const std::size_t middle = body.find('.');
  if (middle == std::string_view::npos) return std::nullopt;
  Visitor visitor = guest_from(std::string(body.substr(0, middle)), text_of(body.substr(middle + 1)));
  visitor.new_cookie = false;
  return visitor;
}

Visitor People::account_from(const Account& account, std::string token) const {
  std::string cookie = "s." + std::move(token);
  std::string csrf = csrf_of(cookie);
  return {{account.id, account.name, true}, std::move(cookie), std::move(csrf), false};
}

void People::identify(std::string_view cookies, std::function<void(Visitor)> then) {
  const std::string_view value = session_cookie(cookies);
  if (auto visitor = read_guest(value)) return then(std::move(*visitor));
  if (!value.starts_with("s.") || value.size() != 66) return then(guest());
  std::string token(value.substr(2));
  const std::string hash = hash_of(token);
  const auto known = sessions_.find(hash);
  if (known != sessions_.end() && known->second.until > loop_.now())
    return then(account_from(known->second.account, std::move(token)));
  storage_.ask<std::optional<Account>>(
      [hash](Store& store) { return store.account_of_session(hash); },
      [this, hash, token = std::move(token), then = std::move(then)](bool good, std::optional<Account>& account) {
        if (!good || !account) return then(guest());
        if (sessions_.size() > most_sessions_in_memory) sessions_.clear();
        sessions_[hash] = {*account, loop_.now() + session_memory};
        then(account_from(*account, token));
      });
}

// ---- accounts ---------------------------------------------------------------------------------------

bool People::good_name(std::string_view name, std::string& error) {
  std::size_t letters = 0;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7F || c == '<' || c == '>' || c == '"' || c == '&') {
      error = "a name is made of letters, digits, spaces and plain marks";
      return false;
    }
    letters += (byte & 0xC0U) != 0x80U ? 1 : 0;
  }
  if (letters >= 2 && letters <= 24 && name.front() != ' ' && name.back() != ' ') return true;
  error = "a name has 2 to 24 characters";
  return false;
}

void People::sign_up(const Visitor& visitor, std::string name, std::string password,
                     std::function<void(Failure, Visitor)> then) {
  std::string error;
  if (visitor.who.account) return then({409, "taken", "you have an account already"}, visitor);
  if (!good_name(name, error)) return then({400, "bad_request", error}, visitor);
  if (password.size() < 8 || password.size() > 200)
    return then({400, "bad_request", "a password has 8 to 200 characters"}, visitor);
  // The account goes on with the guest's identity, so the guest's seats are the account's.
  auto account = std::make_shared<Account>(Account{visitor.who.id, std::move(name), ""});
  bots_.work(
      [account, password = std::move(password)] {
        char hash[crypto_pwhash_STRBYTES];
        if (crypto_pwhash_str(hash, password.data(), password.size(), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                              crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0)
          account->hash = hash;
      },
      [this, account, visitor, then = std::move(then)] {
        if (account->hash.empty()) return then({503, "busy", "too much is going on; try again"}, visitor);
        storage_.ask<bool>([account](Store& store) { return store.create_account(*account); },
                           [this, account, visitor, then](bool good, bool& made) {
                             if (!good) return then({503, "storage", "it could not be written"}, visitor);
                             if (!made) return then({409, "taken", "this name is taken"}, visitor);
                             open_session(*account, then);
                           });
      });
}

void People::log_in(std::string name, std::string password, std::function<void(Failure, Visitor)> then) {
  storage_.ask<std::optional<Account>>(
      [name = std::move(name)](Store& store) { return store.account_named(name); },
      [this, password = std::move(password), then = std::move(then)](bool good, std::optional<Account>& found) {
        if (!good) return then({503, "storage", "it could not be read"}, {});
        auto account = std::make_shared<Account>(found ? *found : Account{});
        auto right = std::make_shared<bool>(false);
        bots_.work(
            [account, right, password] {
              // An unknown name takes as long as a wrong password.
              static const std::string nobody = [] {
                char hash[crypto_pwhash_STRBYTES];
                const int made = crypto_pwhash_str(hash, "", 0, crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                                   crypto_pwhash_MEMLIMIT_INTERACTIVE);
                return std::string(made == 0 ? hash : "");
              }();
              const std::string& hash = account->id.empty() ? nobody : account->hash;
              *right = crypto_pwhash_str_verify(hash.c_str(), password.data(), password.size()) == 0;
            },
            [this, account, right, then] {
              if (!*right || account->id.empty())
                return then({401, "wrong", "name and password do not belong together"}, {});
              open_session(*account, then);
            });
      });
}

void People::open_session(const Account& account, std::function<void(Failure, Visitor)> then) {
  const std::string token = random_hex(32);
  storage_.submit([hash = hash_of(token), id = account.id, expires = loop_.now() + session_length](
                      Store& store) { store.keep_session(hash, id, expires); },
                  [this, account, token, then = std::move(then)](bool good) {
                    if (!good) return then({503, "storage", "it could not be written"}, {});
                    Visitor visitor = account_from(account, token);
                    visitor.new_cookie = true;
                    then({}, std::move(visitor));
                  });
}

void People::log_out(const Visitor& visitor, std::function<void()> then) {
  if (!visitor.who.account) return then();
  const std::string hash = hash_of(visitor.cookie.substr(2));
  sessions_.erase(hash);
  storage_.submit([hash](Store& store) { store.end_session(hash); }, [then = std::move(then)](bool) { then(); });
}

}  // namespace rw::server
