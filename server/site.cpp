// Routing, who is let in, the static documents, and opening sockets.
#include "server/site.h"

#include <algorithm>

#include "engine/core/text.h"
#include "server/address.h"
#include "server/json.h"
#include "server/log.h"
#include "server/site_call.h"
#include "server/table_requests.h"

namespace rw::server {
namespace {

// Everything comes from this server, nothing is inline, nobody may frame the page. The engine is WebAssembly, and
// its drawings are blobs of the page.
constexpr const char* content_policy =
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob:; "
    "connect-src 'self'; font-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

// The page's own addresses (web/src/app/router.svelte.ts). Those of a game are known if the game is.
bool is_place(std::string_view path, const Hall& hall) {
  static constexpr std::string_view alone[] = {"/", "/lobby", "/account", "/gallery", "/workbench"};
  static constexpr std::string_view of_one[] = {"/table/", "/replay/", "/people/"};
  static constexpr std::string_view of_game[] = {"/games/", "/rules/",   "/cards/", "/decks/",
                                                 "/draft/", "/gallery/", "/guide/", "/workbench/"};
  if (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  if (std::find(std::begin(alone), std::end(alone), path) != std::end(alone)) return true;
  const std::size_t start = path.rfind('/') + 1;
  const auto begins = [&](std::string_view folder) { return path.substr(0, start) == folder; };
  if (start == path.size()) return false;
  if (std::any_of(std::begin(of_one), std::end(of_one), begins)) return true;
  return std::any_of(std::begin(of_game), std::end(of_game), begins) && hall.game(path.substr(start)) != nullptr;
}

}  // namespace

const TableSite::Route TableSite::routes[] = {
    {"GET", "/api/me", &TableSite::me},
    {"POST", "/api/me", &TableSite::rename_me},
    {"POST", "/api/accounts", &TableSite::sign_up, true},
    {"POST", "/api/login", &TableSite::log_in, true},
    {"POST", "/api/logout", &TableSite::log_out},
    {"POST", "/api/me/password", &TableSite::change_password, true},
    {"POST", "/api/me/delete", &TableSite::delete_me, true},
    {"GET", "/api/message", &TableSite::message},
    {"GET", "/api/games", &TableSite::games},
    {"GET", "/api/games/{}", &TableSite::game},
    {"GET", "/api/games/{}/rules", &TableSite::game_rules},
    {"GET", "/api/games/{}/cards", &TableSite::game_cards},
    {"GET", "/api/games/{}/content", &TableSite::game_content},
    {"GET", "/api/games/{}/words", &TableSite::game_words},
    {"GET", "/api/games/{}/faces", &TableSite::game_faces},
    {"GET", "/api/games/{}/examples", &TableSite::game_examples},
    {"POST", "/api/games/{}/decks/check", &TableSite::check_deck, true},
    {"GET", "/api/games/{}/ratings", &TableSite::ratings},
    {"GET", "/api/tables", &TableSite::tables},
    {"POST", "/api/tables", &TableSite::new_table, true, true},
    {"GET", "/api/tables/{}", &TableSite::table},
    {"POST", "/api/tables/{}/join", &TableSite::join, true, true},
    {"POST", "/api/tables/{}/leave", &TableSite::leave, true},
    {"POST", "/api/tables/{}/seats", &TableSite::seats, true},
    {"GET", "/api/tables/{}/replay", &TableSite::replay},
    {"GET", "/api/tables/{}/replay.rwreplay", &TableSite::replay_file, true},
    {"POST", "/api/tables/{}/take-over", &TableSite::take_over, true, true},
    {"POST", "/api/tables/{}/hint", &TableSite::hint, true},
    {"POST", "/api/tables/{}/review", &TableSite::start_review, true},
    {"GET", "/api/tables/{}/review", &TableSite::review},
    {"GET", "/api/tables/{}/cards", &TableSite::table_cards},
    {"GET", "/api/tables/{}/content", &TableSite::table_content},
    {"GET", "/api/tables/{}/words", &TableSite::table_words},
    {"GET", "/api/tables/{}/patch.yaml", &TableSite::table_patch},
    {"GET", "/api/tables/{}/faces/{}", &TableSite::table_face},
    {"GET", "/api/workbench/{}", &TableSite::workbench},
    {"POST", "/api/workbench/{}/check", &TableSite::check_patch, true},
    {"POST", "/api/workbench/{}/what-if", &TableSite::start_what_if, true},
    {"GET", "/api/what-ifs/{}", &TableSite::what_if},
    {"DELETE", "/api/what-ifs/{}", &TableSite::stop_what_if},
    {"POST", "/api/pairing", &TableSite::pair, true, true},
    {"GET", "/api/people/{}", &TableSite::person},
    {"POST", "/api/replays", &TableSite::import_replay, true, true},
    {"GET", "/api/decks", &TableSite::decks},
    {"POST", "/api/decks", &TableSite::keep_deck},
    {"DELETE", "/api/decks/{}", &TableSite::drop_deck},
};

TableSite::TableSite(Hall& hall, People& people, Storage& storage, Bots& bots, Loop& loop, Metrics& metrics,
                     const SiteSettings& settings)
    : hall_(hall),
      people_(people),
      storage_(storage),
      bots_(bots),
      loop_(loop),
      metrics_(metrics),
      settings_(settings),
      page_(read_page(settings.page_folder)),
      what_ifs_(settings.what_if_threads) {
  std::vector<const Wording*> all;
  for (const auto& [id, wording] : hall.games()) {
    all.push_back(wording.get());
    for (const std::string_view name : game_documents)
      static_["/api/games/" + id + (name.empty() ? "" : "/") + std::string(name)] =
          document(game_document(*wording, name), "application/json");
  }
  games_ = document(games_json(all), "application/json");
  hall_.on_order([this](const std::string& what, const std::string& subject) { hear_order(what, subject); });
  hear_order("bans");
  hear_order("message");
}

// ---- every request ------------------------------------------------------------------------------------

Response TableSite::finished(Response response, const Visitor* visitor) const {
  auto& headers = response.headers;
  headers.emplace_back("X-Content-Type-Options", "nosniff");
  headers.emplace_back("Referrer-Policy", "same-origin");
  headers.emplace_back("X-Frame-Options", "DENY");
  headers.emplace_back("Cross-Origin-Opener-Policy", "same-origin");
  headers.emplace_back("Cross-Origin-Resource-Policy", "same-origin");
  headers.emplace_back("Content-Security-Policy", content_policy);
  if (std::none_of(headers.begin(), headers.end(), [](const auto& h) { return h.first == "Cache-Control"; }))
    headers.emplace_back("Cache-Control", "no-store");
  if (settings_.secure) headers.emplace_back("Strict-Transport-Security", "max-age=31536000");
  if (visitor != nullptr && visitor->new_cookie) {
    const std::int64_t days = visitor->who.account ? People::session_days : People::guest_days;
    std::string cookie = "rw_session=" + visitor->cookie + "; Path=/; Max-Age=" + std::to_string(days * 86400) +
                         "; HttpOnly; SameSite=Lax";
    if (settings_.secure) cookie += "; Secure";
    headers.emplace_back("Set-Cookie", std::move(cookie));
  }
  return response;
}

// The page's own origin, or none at all (programs that are not browsers).
bool TableSite::own_origin(const Request& request) const {
  const std::string_view origin = request.header("origin");
  if (origin.empty()) return true;
  if (!settings_.origin.empty() && origin == settings_.origin) return true;
  const std::size_t host = origin.find("://");
  return settings_.origin.empty() && host != std::string_view::npos &&
         origin.substr(host + 3) == request.header("host");
}

// DNS rebinding: somebody else's host name may point at this machine, and their page would pass for ours. So only
// addresses and the names of this machine are accepted. With --origin the origin is checked instead.
bool TableSite::own_host(const Request& request) const {
  std::string_view host = request.header("host");
  if (host.empty() || !settings_.origin.empty() || request.relayed) return true;
  if (host.front() == '[') return true;  // an address of IPv6
  host = host.substr(0, host.find(':'));
  if (host.find_first_not_of("0123456789.") == std::string_view::npos) return true;
  const std::string name = core::folded(host);
  return name == "localhost" || name.ends_with(".localhost") ||
         std::find(settings_.hosts.begin(), settings_.hosts.end(), name) != settings_.hosts.end();
}

// Requests that cost disk or processor time are limited more strictly.
bool TableSite::may_spend(const std::string& network) {
  const Milliseconds now = loop_.steady();
  const double most = 15 * settings_.costly_per_second;
  if (allowances_.size() > 10'000)
    std::erase_if(allowances_, [&](const auto& entry) { return now - entry.second.filled > 60'000; });
  Allowance& one = allowances_[network];
  const double earned = static_cast<double>(now - one.filled) / 1000 * settings_.costly_per_second;
  one.tokens = one.filled == 0 ? most : std::min(most, one.tokens + earned);
  one.filled = now;
  if (one.tokens < 1) return false;
  one.tokens -= 1;
  return true;
}

void TableSite::serve(const Request& request, Reply reply) {
  if (request.path == "/healthz") {
    const bool well = !stopping_ && storage_.healthy();
    return reply(finished(answer(well ? 200 : 503, well ? "ok\n" : "not ok\n", "text/plain"), nullptr));
  }
  if (request.path == "/metrics" && may_see_figures(request)) return reply(finished(figures_page(), nullptr));
  if (const Failure failure = shut_out(request); failure.status != 0)
    return reply(finished(answer(failure.status, error_json(failure.code, failure.text)), nullptr));
  const bool reads = request.method == "GET" || request.method == "HEAD";
  if (!request.path.starts_with("/api/") && !request.path.starts_with("/ws/")) {
    if (!reads)
      return reply(finished(answer(405, error_json("not_allowed", "only reading is possible here")), nullptr));
    if (request.path.starts_with("/faces/")) return reply(finished(face(request), nullptr));
    auto file = page_.find(request.path);
    // The page's addresses have no dot in their last part. The page itself says if it does not know one, and the
    // status is 404.
    const bool of_page =
        file == page_.end() && request.path.find('.', request.path.rfind('/')) == std::string::npos;
    if (of_page) file = page_.find("/index.html");
    if (file != page_.end()) {
      Response response = respond_with(file->second, request);
      if (of_page && response.status == 200 && !is_place(request.path, hall_)) response.status = 404;
      return reply(finished(std::move(response), nullptr));
    }
    return reply(finished(answer(404, error_json("not_found", "there is nothing here")), nullptr));
  }
  bool known = false;
  for (const Route& route : routes) {
    std::vector<std::string> parts;
    if (!matches(route.pattern, request.path, parts)) continue;
    known = true;
    if (route.method != (request.method == "HEAD" ? "GET" : request.method)) continue;
    if (!reads && !own_origin(request))
      return reply(finished(answer(403, error_json("origin", "this comes from another site")), nullptr));
    if (route.costly && !may_spend(network_of(request.address))) {
      ++metrics_.limited;
      return reply(finished(answer(429, error_json("too_fast", "too much at once; wait a moment")), nullptr));
    }
    auto call = std::make_shared<Call>();
    call->request = request;
    call->parts = std::move(parts);
    people_.identify(
        request.header("cookie"), [this, call, reads, &route, reply](const Failure& failure, Visitor visitor) {
          if (failure.status != 0)
            return reply(finished(answer(failure.status, error_json(failure.code, failure.text)), nullptr));
          call->visitor = std::move(visitor);
          // Only /api/me makes a guest: parallel requests would each make another one.
          const bool asks = call->request.path == "/api/me" || call->visitor.who.account || !reads;
          call->reply = [this, who = call->who, asks, reply](Response response) {
            reply(finished(std::move(response), asks ? who.get() : nullptr));
          };
          if (!reads && (call->visitor.unknown || call->request.header("x-csrf") != call->visitor.csrf))
            return call->fail({403, "csrf", "the header X-CSRF must repeat what GET /api/me said"});
          if (!route.shows_name) return (this->*route.handler)(call);
          people_.check_name(call->visitor, [this, call, &route](const Failure& taken) {
            taken.status != 0 ? call->fail(taken) : (this->*route.handler)(call);
          });
        });
    return;
  }
  reply(finished(known ? answer(405, error_json("not_allowed", "this cannot be done here"))
                       : answer(404, error_json("not_found", "there is nothing here")),
                 nullptr));
}

// For the inside door, or for this machine if there is none; never for the world.
bool TableSite::may_see_figures(const Request& request) const {
  if (request.door == Door::inside) return true;
  const bool beside = request.address == "127.0.0.1" || request.address == "::1";
  return !settings_.inside_door && beside && request.header("x-forwarded-for").empty() && own_host(request);
}

// These need neither storage nor a visitor.
Failure TableSite::shut_out(const Request& request) const {
  if (request.door == Door::inside && !request.relayed) return {404, "not_found", "there is nothing here"};
  if (!own_host(request))
    return {421, "host", "this server does not know itself by that name; see --host and --origin"};
  // It may be looked for in the database.
  if (!People::is_text(request.path)) return {400, "bad_request", "an address is text in UTF-8"};
  if (banned_.contains(network_of(request.address))) return {403, "banned", "this address is shut out"};
  return {};
}

void TableSite::hear_order(const std::string& what, const std::string& subject) {
  if (what == "sessions") {
    people_.forget_sessions();
    // Whoever is still logged in comes back at once.
    hall_.dismiss([subject](const Watcher& w) { return w.who.id == subject; }, "restart", "log in again", 300);
  }
  if (what == "bans")
    storage_.ask<std::vector<Ban>>([](Store& store) { return store.bans(); },
                                   [this](bool good, std::vector<Ban>& bans) {
                                     if (good) shut_out(bans);
                                   });
  if (what == "message")
    storage_.ask<DailyMessage>([](Store& store) { return store.message(); },
                               [this](bool good, DailyMessage& message) {
                                 if (good) message_ = std::move(message);
                               });
}

// From now on, and whoever is here goes.
void TableSite::shut_out(const std::vector<Ban>& bans) {
  std::set<std::string, std::less<>> accounts;
  people_.forget_sessions();
  banned_.clear();
  for (const Ban& ban : bans) (ban.kind == "address" ? banned_ : accounts).insert(ban.subject);
  if (bans.empty()) return;
  hall_.dismiss(
      [accounts = std::move(accounts), addresses = banned_](const Watcher& w) {
        return addresses.contains(w.network) || (w.who.account && accounts.contains(core::folded(w.who.name)));
      },
      "banned", "you are shut out of this server", std::nullopt);
}

Response TableSite::figures_page() const {
  std::string more;
  append_metric(more, "storage_waiting", "gauge", "jobs waiting for storage",
                static_cast<double>(storage_.waiting()));
  append_metric(more, "storage_jobs_total", "counter", "jobs of storage", static_cast<double>(storage_.jobs));
  append_metric(more, "storage_commits_total", "counter", "commits, several jobs each",
                static_cast<double>(storage_.commits));
  append_metric(more, "storage_failures_total", "counter", "commits that failed",
                static_cast<double>(storage_.failures));
  append_metric(more, "storage_commit_seconds_total", "counter", "time spent committing",
                static_cast<double>(storage_.commit_microseconds) / 1e6);
  append_metric(more, "bots_waiting", "gauge", "questions that no bot thinks about yet",
                static_cast<double>(bots_.waiting()));
  return answer(200, metrics_text(metrics_, more), "text/plain; version=0.0.4");
}

// ---- games --------------------------------------------------------------------------------------------

void TableSite::games(const std::shared_ptr<Call>& call) { call->reply(respond_with(games_, call->request)); }

void TableSite::game(const std::shared_ptr<Call>& call) {
  const auto found = static_.find(call->request.path);
  if (found == static_.end()) return call->fail({404, "not_found", "there is no such game"});
  call->reply(respond_with(found->second, call->request));
}
void TableSite::game_rules(const std::shared_ptr<Call>& call) { game(call); }
void TableSite::game_cards(const std::shared_ptr<Call>& call) { game(call); }
void TableSite::game_content(const std::shared_ptr<Call>& call) { game(call); }
void TableSite::game_words(const std::shared_ptr<Call>& call) { game(call); }
void TableSite::game_faces(const std::shared_ptr<Call>& call) { game(call); }

void TableSite::game_examples(const std::shared_ptr<Call>& call) {
  const Wording* wording = hall_.game(call->parts[0]);
  if (wording == nullptr || static_.contains(call->request.path)) return game(call);
  make_once(call, [wording] { return examples_json(*wording); });
}

// Everybody who asks meanwhile waits for the same document.
void TableSite::make_once(const std::shared_ptr<Call>& call, std::function<std::string()> make) {
  const std::string path = call->request.path;
  auto& waiting = asked_for_[path];
  waiting.push_back(call);
  if (waiting.size() > 1) return;
  auto made = std::make_shared<std::string>();
  bots_.work([made, make = std::move(make)] { *made = make(); },
             [this, made, path] {
               const auto waited = std::move(asked_for_[path]);
               asked_for_.erase(path);
               const bool good = !made->empty();  // otherwise the log says what was thrown
               if (good) static_[path] = document(std::move(*made), "application/json");
               for (const auto& each : waited)
                 good ? game(each) : each->fail({500, "broken", "this should not happen; it is in the log"});
             });
}

// ---- sockets ------------------------------------------------------------------------------------------

void TableSite::open(const Request& request, std::function<void(std::variant<Response, Accept>)> then) {
  const auto refuse = [this](int status, std::string_view code, std::string_view text) {
    return finished(answer(status, error_json(code, text)), nullptr);
  };
  if (stopping_) return then(refuse(503, "stopping", "the server is being restarted"));
  if (const Failure failure = shut_out(request); failure.status != 0)
    return then(refuse(failure.status, failure.code, failure.text));
  if (!own_origin(request)) return then(refuse(403, "origin", "this comes from another site"));
  std::vector<std::string> parts;
  if (!matches("/ws/tables/{}", request.path, parts))
    return then(refuse(404, "not_found", "there is no such socket"));
  people_.identify(request.header("cookie"), [this, request, refuse, then = std::move(then)](
                                                 const Failure& failure, const Visitor& visitor) {
    if (failure.status != 0) return then(refuse(failure.status, failure.code, failure.text));
    open_as(request, visitor, then);
  });
}

void TableSite::open_as(const Request& request, const Visitor& visitor,
                        std::function<void(std::variant<Response, Accept>)> then) {
  const std::string id = request.path.substr(request.path.rfind('/') + 1);
  hall_.find(id, [this, request, visitor, then = std::move(then)](const Hall::Found& found) {
    if (!found.elsewhere.empty() && !request.relayed) {
      Response relay;
      relay.relay = found.elsewhere;
      return then(relay);
    }
    Failure failure = found.failure;
    if (!found.elsewhere.empty()) failure = {503, "moving", "the table is moving; try again soon"};
    const auto watcher = watcher_of(request, visitor.who);
    watcher->network = network_of(request.address);
    if (found.table) failure = found.table->admit(*watcher);
    if (failure.status != 0)
      return then(finished(answer(failure.status, error_json(failure.code, failure.text)), nullptr));
    const auto enter = [this, table = found.table, watcher](const std::shared_ptr<Socket>& socket) {
      watcher->send = [weak = std::weak_ptr<Socket>(socket)](std::shared_ptr<const std::string> message) {
        if (const auto open = weak.lock()) open->send(std::move(message));
      };
      watcher->dismiss = [weak = std::weak_ptr<Socket>(socket)](std::string last) {
        if (const auto open = weak.lock()) open->finish(std::move(last));
      };
      // The socket may live in another loop than its table.
      Loop& loop = table->loop();
      loop.dispatch([table, watcher] { table->enter(watcher); });
      const auto receive = [this, table, watcher](std::string_view text) {
        if (!receive_text(*table, watcher, text)) ++metrics_.refused_messages;
      };
      return SocketEvents{[&loop, receive](std::string_view text) {
                            if (Loop::here() == &loop) return receive(text);
                            loop.post([receive, kept = std::string(text)] { receive(kept); });
                          },
                          [&loop, table, watcher] { loop.dispatch([table, watcher] { table->leave(watcher); }); }};
    };
    then(Accept{&found.table->loop(), enter});
  });
}

}  // namespace rw::server
