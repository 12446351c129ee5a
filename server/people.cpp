// Cookies, sessions, passwords.
#include "server/people.h"

#include <sodium.h>

#include <algorithm>
#include <charconv>
#include <memory>
#include <set>
#include <utility>

#include "engine/core/text.h"

namespace rw::server {
namespace {

constexpr std::string_view cookie_name = "rw_session";
constexpr Milliseconds session_length = People::session_days * 86'400'000LL;
constexpr std::int64_t days_until_renewed = 7;  // of a guest's cookie
// Wrong passwords for one account: so many at once, then one every so often.
constexpr double most_guesses = 10;
constexpr Milliseconds time_for_a_guess = 60'000;
constexpr std::size_t most_guessed_names = 20'000;
constexpr std::size_t longest_name = 200;  // in bytes
// How long a logout on another server may go unnoticed here.
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
constexpr std::string_view first_words[] = {
    "Amber", "Bold",  "Brisk", "Calm",   "Clever", "Copper", "Dusty", "Early", "Iron",   "Jolly", "Keen", "Lucky",
    "Merry", "Quick", "Quiet", "Silver", "Sly",    "Spry",   "Swift", "Tidy",  "Velvet", "Vivid", "Warm", "Witty"};
constexpr std::string_view second_words[] = {"Badger", "Comet", "Falcon",  "Ferret", "Finch",  "Fox",
                                             "Gecko",  "Heron", "Lynx",    "Marten", "Newt",   "Otter",
                                             "Owl",    "Panda", "Puffin",  "Raven",  "Robin",  "Salmon",
                                             "Seal",   "Shark", "Sparrow", "Tiger",  "Walrus", "Wren"};

std::string guest_name() {
  return std::string(first_words[randombytes_uniform(std::size(first_words))]) + " " +
         std::string(second_words[randombytes_uniform(std::size(second_words))]);
}

// Such names are given to guests, so no account may have one.
bool is_guest_name(std::string_view name) {
  static const std::set<std::string> names = [] {
    std::set<std::string> all;
    for (const std::string_view first : first_words)
      for (const std::string_view second : second_words)
        all.insert(core::folded(std::string(first) + " " + std::string(second)));
    return all;
  }();
  return names.contains(core::folded(name));
}

// The next character of UTF-8; -1 if it is none.
std::int64_t next_character(std::string_view& text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const std::size_t length = lead < 0x80        ? 1
                             : lead >> 5U == 6  ? 2
                             : lead >> 4U == 14 ? 3
                             : lead >> 3U == 30 ? 4
                                                : 0;
  if (length == 0 || length > text.size()) return -1;
  std::int64_t value = length == 1 ? lead : lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xC0U) != 0x80U) return -1;
    value = value * 64 + (byte & 0x3FU);
  }
  static constexpr std::int64_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  if (value < least[length] || value > 0x10FFFF) return -1;
  text.remove_prefix(length);
  return value;
}

// Characters that have no place of their own, cannot be seen or reverse the text: they make one name look like
// another. An accent belongs to its letter (é is one character).
bool is_invisible(std::int64_t c) {
  static constexpr std::pair<std::int64_t, std::int64_t> ranges[] = {
      {0x00, 0x1F},     {0x7F, 0xA0},       {0xAD, 0xAD},       {0x300, 0x36F},     {0x483, 0x489},
      {0x61C, 0x61C},   {0x115F, 0x1160},   {0x1680, 0x1680},   {0x17B4, 0x17B5},   {0x180B, 0x180F},
      {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF},   {0x2000, 0x200F},   {0x2028, 0x202F},   {0x205F, 0x206F},
      {0x20D0, 0x20FF}, {0x2800, 0x2800},   {0x3000, 0x3000},   {0x302A, 0x302F},   {0x3164, 0x3164},
      {0xD800, 0xF8FF}, {0xFE00, 0xFE0F},   {0xFE20, 0xFE2F},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},
      {0xFFF0, 0xFFFF}, {0x1BCA0, 0x1BCA3}, {0x1D165, 0x1D182}, {0xE0000, 0x10FFFF}};
  return std::any_of(std::begin(ranges), std::end(ranges),
                     [c](const auto& range) { return c >= range.first && c <= range.second; });
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
  const std::string body = id + "." + hex_of(name) + "." + std::to_string(today());
  const std::string cookie = "g." + body + "." + signed_text("guest", body).substr(0, 32);
  return {{std::move(id), std::move(name), false},
          cookie,
          csrf_of("g." + body.substr(0, body.find('.'))),
          true,
          false};
}

Visitor People::guest() const {
  Visitor visitor = guest_from("g" + random_hex(16), guest_name());
  visitor.unknown = true;
  return visitor;
}

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
  const std::size_t middle = body.find('.'), last = body.rfind('.');
  if (middle == std::string_view::npos || last == middle) return std::nullopt;
  std::int64_t day = 0;
  std::from_chars(body.data() + last + 1, body.data() + body.size(), day);
  if (today() - day > guest_days) return std::nullopt;
  Visitor visitor =
      guest_from(std::string(body.substr(0, middle)), text_of(body.substr(middle + 1, last - middle - 1)));
  visitor.new_cookie = today() - day >= days_until_renewed;
  if (!visitor.new_cookie) visitor.cookie = value;
  return visitor;
}

Visitor People::account_from(const Account& account, std::string token) const {
  std::string cookie = "s." + std::move(token);
  std::string csrf = csrf_of(cookie);
  return {.who = {account.id, account.name, true}, .cookie = std::move(cookie), .csrf = std::move(csrf)};
}

void People::identify(std::string_view cookies, std::function<void(Failure, Visitor)> then) {
  const std::string_view value = session_cookie(cookies);
  if (auto visitor = read_guest(value)) return then({}, std::move(*visitor));
  if (!value.starts_with("s.") || value.size() != 66) return then({}, guest());
  std::string token(value.substr(2));
  const std::string hash = hash_of(token);
  const auto known = sessions_.find(hash);
  if (known != sessions_.end() && known->second.until > loop_.steady())
    return then({}, account_from(known->second.account, std::move(token)));
  storage_.ask<std::optional<Account>>(
      [hash](Store& store) { return store.account_of_session(hash); },
      [this, hash, token = std::move(token), then = std::move(then)](bool good, std::optional<Account>& account) {
        if (!good) return then({503, "storage", "it cannot be found out who you are; try again soon"}, {});
        if (!account) return then({}, guest());
        if (sessions_.size() > most_sessions_in_memory) sessions_.clear();
        sessions_[hash] = {*account, loop_.steady() + session_memory};
        then({}, account_from(*account, token));
      });
}

// ---- accounts ---------------------------------------------------------------------------------------

bool People::is_text(std::string_view text) {
  while (!text.empty())
    if (next_character(text) <= 0) return false;
  return true;
}

Expected<> People::good_name(std::string_view name) {
  std::size_t letters = 0;
  for (std::string_view rest = name; !rest.empty(); ++letters) {
    const std::int64_t c = next_character(rest);
    if (c < 0 || is_invisible(c) || c == '<' || c == '>' || c == '"' || c == '&')
      return failed("a name is made of letters, digits, spaces and plain marks");
  }
  if (letters >= 2 && letters <= 24 && name.front() != ' ' && name.back() != ' ') return {};
  return failed("a name has 2 to 24 characters");
}

void People::check_guest_name(std::string name, Done done) {
  if (const auto good = good_name(name); !good) return done({400, "bad_request", good.error()});
  storage_.ask<std::optional<Account>>(
      [name = std::move(name)](Store& store) { return store.account_named(name); },
      [done = std::move(done)](bool good, std::optional<Account>& account) {
        if (!good) return done({503, "storage", "it could not be read"});
        if (account) return done({409, "taken", "somebody with an account has this name"});
        done({});
      });
}

void People::check_name(const Visitor& visitor, Done done) {
  if (visitor.who.account || is_guest_name(visitor.who.name)) return done({});
  check_guest_name(visitor.who.name, std::move(done));
}

namespace {

std::string hashed(const std::string& password) {
  char hash[crypto_pwhash_STRBYTES];
  const int made = crypto_pwhash_str(hash, password.data(), password.size(), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                                     crypto_pwhash_MEMLIMIT_INTERACTIVE);
  return made == 0 ? hash : "";
}

const Failure bad_password{400, "bad_request", "a password has 8 to 200 characters"};
const Failure busy{503, "busy", "too much is going on; try again"};
const Failure not_written{503, "storage", "it could not be written"};

bool is_password(const std::string& password) { return password.size() >= 8 && password.size() <= 200; }

}  // namespace

void People::sign_up(const Visitor& visitor, std::string name, std::string password,
                     std::function<void(Failure, Visitor)> then) {
  if (visitor.who.account) return then({409, "taken", "you have an account already"}, visitor);
  if (const auto good = good_name(name); !good) return then({400, "bad_request", good.error()}, visitor);
  if (is_guest_name(name)) return then({409, "taken", "such names are given to guests"}, visitor);
  if (!is_password(password)) return then(bad_password, visitor);
  // An account has an identity of its own, so the guest's old cookie opens nothing of it.
  auto account = std::make_shared<Account>(Account{"a" + random_hex(16), std::move(name), ""});
  bots_.work([account, password = std::move(password)] { account->hash = hashed(password); },
             [this, account, visitor, then = std::move(then)] {
               if (account->hash.empty()) return then(busy, visitor);
               storage_.ask<bool>([account](Store& store) { return store.create_account(*account); },
                                  [this, account, visitor, then](bool good, bool& made) {
                                    if (!good) return then(not_written, visitor);
                                    if (!made) return then({409, "taken", "this name is taken"}, visitor);
                                    open_session(*account, then);
                                  });
             });
}

// ---- passwords ----------------------------------------------------------------------------------------

// A guess is spent before the password is looked at, so many at once are no way around the limit.
bool People::spend_guess(const std::string& folded_name) {
  const Milliseconds now = loop_.steady();
  if (guesses_.size() >= most_guessed_names && !guesses_.contains(folded_name)) {
    std::erase_if(guesses_, [&](const auto& entry) {
      return now - entry.second.filled > static_cast<Milliseconds>(most_guesses) * time_for_a_guess;
    });
    // Nobody makes us forget a name by guessing at thousands of others.
    if (guesses_.size() >= most_guessed_names)
      guesses_.erase(std::max_element(guesses_.begin(), guesses_.end(),
                                      [](const auto& a, const auto& b) { return a.second.left < b.second.left; }));
  }
  Guesses& guesses = guesses_.try_emplace(folded_name, Guesses{most_guesses, now}).first->second;
  guesses.left = std::min(most_guesses, guesses.left + static_cast<double>(now - guesses.filled) /
                                                           static_cast<double>(time_for_a_guess));
  guesses.filled = now;
  if (guesses.left < 1) return false;
  guesses.left -= 1;
  return true;
}

// It was no guess: the password was right, or nobody looked at it.
void People::return_guess(const std::string& folded_name) {
  if (const auto found = guesses_.find(folded_name); found != guesses_.end()) found->second.left += 1;
}

// An unknown name takes as long as a wrong password, so that nobody learns which names exist.
void People::verify(std::optional<Account> account, std::string password, std::function<void(bool)> then) {
  auto right = std::make_shared<bool>(false);
  bots_.work(
      [right, account = std::move(account), password = std::move(password)] {
        static const std::string nobody = hashed("");
        const std::string& hash = account ? account->hash : nobody;
        *right = crypto_pwhash_str_verify(hash.c_str(), password.data(), password.size()) == 0 && account;
      },
      [right, then = std::move(then)] { then(*right); });
}

void People::log_in(std::string name, std::string password, std::function<void(Failure, Visitor)> then) {
  const Failure wrong{401, "wrong", "name and password do not belong together"};
  if (name.size() > longest_name || !is_text(name) || !is_password(password))
    return then(wrong, {});  // nobody has such
  const std::string folded = core::folded(name);
  if (!spend_guess(folded))
    return then({429, "too_fast", "too many wrong passwords for this name; wait a minute"}, {});
  struct Found {
    std::optional<Account> account;
    std::optional<Ban> ban;
  };
  storage_.ask<Found>(
      [folded](Store& store) { return Found{store.account_named(folded), store.ban_on("account", folded)}; },
      [this, folded, wrong, password = std::move(password), then = std::move(then)](bool good, Found& found) {
        if (!good) {
          return_guess(folded);
          return then({503, "storage", "it could not be read"}, {});
        }
        verify(found.account, password, [this, folded, wrong, found, then](bool right) {
          if (!right) return then(wrong, {});
          return_guess(folded);
          if (found.ban)
            return then({403, "banned",
                         "this account is shut out" + (found.ban->reason.empty() ? "" : ": " + found.ban->reason)},
                        {});
          open_session(*found.account, then);
        });
      });
}

void People::check_password(const Visitor& visitor, std::string password, Done done) {
  const std::string folded = core::folded(visitor.who.name);
  if (!visitor.who.account) return done({403, "not_allowed", "you have no account"});
  if (!spend_guess(folded)) return done({429, "too_fast", "too many wrong passwords; wait a minute"});
  storage_.ask<std::optional<Account>>([folded](Store& store) { return store.account_named(folded); },
                                       [this, folded, password = std::move(password), done = std::move(done)](
                                           bool good, std::optional<Account>& account) {
                                         if (!good) {
                                           return_guess(folded);
                                           return done({503, "storage", "it could not be read"});
                                         }
                                         verify(account, password, [this, folded, done](bool right) {
                                           if (!right) return done({401, "wrong", "this is not your password"});
                                           return_guess(folded);
                                           done({});
                                         });
                                       });
}

// All other sessions of the account are logged out.
void People::change_password(const Visitor& visitor, std::string old_password, std::string new_password,
                             Done done) {
  if (!is_password(new_password)) return done(bad_password);
  check_password(visitor, std::move(old_password),
                 [this, visitor, new_password = std::move(new_password), done](const Failure& failure) {
                   if (failure.status != 0) return done(failure);
                   auto hash = std::make_shared<std::string>();
                   bots_.work([hash, new_password] { *hash = hashed(new_password); },
                              [this, hash, visitor, done] {
                                if (hash->empty()) return done(busy);
                                storage_.submit(
                                    [hash, id = visitor.who.id, kept = hash_of(visitor.cookie.substr(2))](
                                        Store& store) { store.set_password(id, *hash, kept); },
                                    [this, done](bool good) {
                                      forget_sessions();
                                      done(good ? Failure{} : not_written);
                                    });
                              });
                 });
}

void People::delete_account(const Visitor& visitor, Done done) {
  storage_.submit([id = visitor.who.id](Store& store) { store.delete_account(id); },
                  [this, done = std::move(done)](bool good) {
                    forget_sessions();
                    done(good ? Failure{} : not_written);
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

void People::log_out(const Visitor& visitor, Done done) {
  if (!visitor.who.account) return done({});
  storage_.submit([hash = hash_of(visitor.cookie.substr(2))](Store& store) { store.end_session(hash); },
                  [this, hash = hash_of(visitor.cookie.substr(2)), done = std::move(done)](bool good) {
                    sessions_.erase(hash);
                    done(good ? Failure{} : not_written);
                  });
}

}  // namespace rw::server
