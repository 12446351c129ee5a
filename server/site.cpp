// Routing, people, the static documents, and opening sockets.
#include "server/site.h"

#include <algorithm>
#include <cmath>

#include "server/json.h"
#include "server/log.h"
#include "server/site_call.h"

namespace rw::server {
namespace {

// Everything from here, nothing inline, no frames.
constexpr const char* content_policy =
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; font-src "
    "'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

bool matches(std::string_view pattern, std::string_view path, std::vector<std::string>& parts) {
  parts.clear();
  while (!pattern.empty() && !path.empty()) {
    const std::string_view wanted = pattern.substr(0, pattern.find('/', 1)),
                           given = path.substr(0, path.find('/', 1));
    if (wanted == "/{}") {
      if (given.size() < 2) return false;
      parts.emplace_back(given.substr(1));
    } else if (wanted != given) {
      return false;
    }
    pattern.remove_prefix(wanted.size());
    path.remove_prefix(given.size());
  }
  return pattern.empty() && path.empty();
}

std::string rating_json(const Ranked& ranked) {
  std::string out = "{\"name\":";
  core::append_json(out, ranked.name);
  append_member(out, "game", ranked.game);
  append_member(out, "rating", std::int64_t{std::lround(ranked.rating.rating)});
  append_member(out, "deviation", std::int64_t{std::lround(ranked.rating.deviation)});
  append_member(out, "games", ranked.rating.games);
  return out + "}";
}

}  // namespace

std::string ratings_json(const std::vector<Ranked>& list) {
  std::string out = "[";
  for (const Ranked& ranked : list) out += (&ranked != &list.front() ? "," : "") + rating_json(ranked);
  return out + "]";
}

const TableSite::Route TableSite::routes[] = {
    {"GET", "/api/me", &TableSite::me},
    {"POST", "/api/me", &TableSite::rename_me},
    {"POST", "/api/accounts", &TableSite::sign_up, true},
    {"POST", "/api/login", &TableSite::log_in, true},
    {"POST", "/api/logout", &TableSite::log_out},
    {"GET", "/api/games", &TableSite::games},
    {"GET", "/api/games/{}", &TableSite::game},
    {"GET", "/api/games/{}/rules", &TableSite::game_rules},
    {"GET", "/api/games/{}/cards", &TableSite::game_cards},
    {"GET", "/api/games/{}/content", &TableSite::game_content},
    {"GET", "/api/games/{}/words", &TableSite::game_words},
    {"GET", "/api/games/{}/faces", &TableSite::game_faces},
    {"GET", "/api/games/{}/examples", &TableSite::game_examples},
    {"POST", "/api/games/{}/decks/check", &TableSite::check_deck},
    {"GET", "/api/games/{}/ratings", &TableSite::ratings},
    {"GET", "/api/tables", &TableSite::tables},
    {"POST", "/api/tables", &TableSite::new_table, true},
    {"GET", "/api/tables/{}", &TableSite::table},
    {"POST", "/api/tables/{}/join", &TableSite::join},
    {"POST", "/api/tables/{}/leave", &TableSite::leave},
    {"POST", "/api/tables/{}/seats", &TableSite::seats},
    {"GET", "/api/tables/{}/replay", &TableSite::replay},
    {"GET", "/api/tables/{}/replay.rwreplay", &TableSite::replay_file},
    {"POST", "/api/tables/{}/take-over", &TableSite::take_over, true},
    {"POST", "/api/tables/{}/hint", &TableSite::hint, true},
    {"POST", "/api/tables/{}/review", &TableSite::start_review, true},
    {"GET", "/api/tables/{}/review", &TableSite::review},
    {"POST", "/api/pairing", &TableSite::pair, true},
    {"GET", "/api/people/{}", &TableSite::person},
    {"POST", "/api/replays", &TableSite::import_replay, true},
    {"GET", "/api/decks", &TableSite::decks},
    {"POST", "/api/decks", &TableSite::keep_deck},
    {"DELETE", "/api/decks/{}", &TableSite::drop_deck},
};

TableSite::TableSite(Hall& hall, People& people, Storage& storage, Bots& bots, Loop& loop, Figures& figures,
                     const SiteSettings& settings)
    : hall_(hall),
      people_(people),
      storage_(storage),
      bots_(bots),
      loop_(loop),
      figures_(figures),
      settings_(settings),
      page_(read_page(settings.page_folder)) {
  std::vector<const Wording*> all;
  for (const auto& [id, wording] : hall.games()) {
    all.push_back(wording.get());
    const std::string base = "/api/games/" + id;
    static_[base] = document(game_json(*wording), "application/json");
    static_[base + "/rules"] = document(rules_json(wording->edition()), "application/json");
    static_[base + "/cards"] = document(cards_json(wording->edition()), "application/json");
    static_[base + "/faces"] = document(faces_json(wording->edition()), "application/json");
    static_[base + "/content"] = document(content_json(wording->edition()), "application/json");
    static_[base + "/words"] = document(words_json(*wording), "application/json");
  }
  games_ = document(games_json(all), "application/json");
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
  if (visitor != nullptr && visitor->new_cookie) {
    std::string cookie = "rw_session=" + visitor->cookie + "; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax";
    if (settings_.origin.starts_with("https://")) cookie += "; Secure";
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

// What costs a disk or a processor something is limited more strictly.
bool TableSite::may_spend(const std::string& address) {
  const Milliseconds now = loop_.now();
  const double most = 15 * settings_.costly_per_second;
  if (allowances_.size() > 10'000)
    std::erase_if(allowances_, [&](const auto& entry) { return now - entry.second.filled > 60'000; });
  Allowance& one = allowances_[address];
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
  if (request.path == "/metrics") return reply(finished(figures_page(), nullptr));
  const bool reads = request.method == "GET" || request.method == "HEAD";
  if (!request.path.starts_with("/api/") && !request.path.starts_with("/ws/")) {
    if (!reads)
      return reply(finished(answer(405, error_json("not_allowed", "only reading is possible here")), nullptr));
    if (request.path.starts_with("/faces/")) return reply(finished(face(request), nullptr));
    auto file = page_.find(request.path);
    // Addresses of the page itself have no dot in their last part.
    if (file == page_.end() && request.path.find('.', request.path.rfind('/')) == std::string::npos)
      file = page_.find("/index.html");
    if (file != page_.end()) return reply(finished(respond_with(file->second, request), nullptr));
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
    if (route.costly && !may_spend(request.address)) {
      ++figures_.limited;
      return reply(finished(answer(429, error_json("too_fast", "too much at once; wait a moment")), nullptr));
    }
    auto call = std::make_shared<Call>();
    call->request = request;
    call->parts = std::move(parts);
    people_.identify(
        request.header("cookie"), [this, call, reads, handler = route.handler, reply](Visitor visitor) {
          call->visitor = std::move(visitor);
          // Only where somebody asks who they are: requests side by side would each make another guest.
          const bool asks = call->request.path == "/api/me" || call->visitor.who.account || !reads;
          call->reply = [this, who = call->who, asks, reply](Response response) {
            reply(finished(std::move(response), asks ? who.get() : nullptr));
          };
          if (!reads && (call->visitor.new_cookie || call->request.header("x-csrf") != call->visitor.csrf))
            return call->fail({403, "csrf", "the header X-CSRF must repeat what GET /api/me said"});
          (this->*handler)(call);
        });
    return;
  }
  reply(finished(known ? answer(405, error_json("not_allowed", "this cannot be done here"))
                       : answer(404, error_json("not_found", "there is nothing here")),
                 nullptr));
}

Response TableSite::figures_page() const {
  std::string more;
  append_metric(more, "tables_open", "gauge", "tables in memory", static_cast<double>(hall_.open_tables()));
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
  return answer(200, metrics_text(figures_, more), "text/plain; version=0.0.4");
}

// ---- people -------------------------------------------------------------------------------------------

void TableSite::say_who(const std::shared_ptr<Call>& call, int status, const Visitor& visitor) {
  call->visitor = visitor;
  const auto reply = call->reply;
  const auto say = [call, reply, status](const std::vector<Ranked>& list) {
    std::string out = "{\"name\":";
    core::append_json(out, call->visitor.who.name);
    append_flag(out, "account", call->visitor.who.account);
    append_member(out, "csrf", call->visitor.csrf);
    reply(answer(status, out + ",\"ratings\":" + ratings_json(list) + "}"));
  };
  if (!visitor.who.account) return say({});
  storage_.ask<std::vector<Ranked>>([id = visitor.who.id](Store& store) { return store.ratings_of(id); },
                                    [say](bool, std::vector<Ranked>& list) { say(list); });
}

void TableSite::me(const std::shared_ptr<Call>& call) { say_who(call, 200, call->visitor); }

void TableSite::rename_me(const std::shared_ptr<Call>& call) {
  std::string name, error;
  if (!call->body({{"name", &name}})) return;
  if (call->visitor.who.account) return call->fail({403, "not_allowed", "an account keeps its name"});
  if (!People::good_name(name, error)) return call->fail({400, "bad_request", error});
  say_who(call, 200, people_.renamed(call->visitor, name));
}

void TableSite::sign_up(const std::shared_ptr<Call>& call) {
  std::string name, password;
  if (!call->body({{"name", &name}, {"password", &password}})) return;
  people_.sign_up(call->visitor, name, password, [this, call](const Failure& failure, const Visitor& visitor) {
    if (failure.status != 0) return call->fail(failure);
    log_info("account made");
    say_who(call, 201, visitor);
  });
}

// The seats of the guest come along to the account.
void TableSite::log_in(const std::shared_ptr<Call>& call) {
  std::string name, password;
  if (!call->body({{"name", &name}, {"password", &password}})) return;
  people_.log_in(name, password, [this, call](const Failure& failure, const Visitor& visitor) {
    if (failure.status != 0) return call->fail(failure);
    const Identity guest = call->visitor.who;
    if (!guest.account)
      storage_.ask<std::vector<TableRecord>>(
          [id = guest.id](Store& store) { return store.tables_of(id); },
          [this, guest, account = visitor.who](bool, std::vector<TableRecord>& records) {
            for (const TableRecord& record : records)
              hall_.find(record.id, [guest, account](const Hall::Found& found) {
                if (found.table) found.table->rename(guest.id, account);
              });
          });
    say_who(call, 200, visitor);
  });
}

void TableSite::log_out(const std::shared_ptr<Call>& call) {
  people_.log_out(call->visitor, [this, call] { say_who(call, 200, people_.guest()); });
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

// Made when somebody first asks, beside the bots; whoever asks meanwhile waits for the same.
void TableSite::game_examples(const std::shared_ptr<Call>& call) {
  const std::string path = call->request.path;
  const Wording* wording = hall_.game(call->parts[0]);
  if (wording == nullptr || static_.contains(path)) return game(call);
  auto& waiting = asked_for_[path];
  waiting.push_back(call);
  if (waiting.size() > 1) return;
  auto made = std::make_shared<std::string>();
  bots_.work([made, wording] { *made = examples_json(*wording); },
             [this, made, path] {
               static_[path] = document(std::move(*made), "application/json");
               for (const auto& each : asked_for_[path]) game(each);
               asked_for_.erase(path);
             });
}

void TableSite::ratings(const std::shared_ptr<Call>& call) {
  const std::string game = call->parts[0];
  if (hall_.game(game) == nullptr) return call->fail({404, "not_found", "there is no such game"});
  storage_.ask<std::vector<Ranked>>([game](Store& store) { return store.best(game, 100); },
                                    [reply = call->reply, game](bool, std::vector<Ranked>& list) {
                                      std::string out = "{\"game\":";
                                      core::append_json(out, game);
                                      reply(answer(200, out + ",\"ratings\":" + ratings_json(list) + "}"));
                                    });
}

// ---- sockets ------------------------------------------------------------------------------------------

void TableSite::open(const Request& request, std::function<void(std::variant<Response, Accept>)> then) {
  const auto refuse = [this](int status, std::string_view code, std::string_view text) {
    return finished(answer(status, error_json(code, text)), nullptr);
  };
  if (stopping_) return then(refuse(503, "stopping", "the server is being restarted"));
  if (!own_origin(request)) return then(refuse(403, "origin", "this comes from another site"));
  std::vector<std::string> parts;
  if (!matches("/ws/tables/{}", request.path, parts))
    return then(refuse(404, "not_found", "there is no such socket"));
  people_.identify(request.header("cookie"), [this, request, then = std::move(then)](const Visitor& visitor) {
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
    auto watcher = std::make_shared<Watcher>();
    watcher->who = visitor.who;
    const auto number = [&](std::string_view name, int otherwise) {
      const std::string_view text = request.parameter(name);
      if (text.empty() || text.size() > 9 || text.find_first_not_of("0123456789") != std::string_view::npos)
        return otherwise;
      return std::stoi(std::string(text));
    };
    watcher->seat = number("seat", 0) - 1;
    watcher->seen = number("seen", -1);
    if (request.parameter("lang") == "fr") watcher->language = "fr";
    watcher->program = request.parameter("program");
    if (found.table) failure = found.table->admit(*watcher);
    if (failure.status != 0)
      return then(finished(answer(failure.status, error_json(failure.code, failure.text)), nullptr));
    then(Accept([this, table = found.table, watcher](const std::shared_ptr<Socket>& socket) {
      watcher->send = [weak = std::weak_ptr<Socket>(socket)](std::shared_ptr<const std::string> message) {
        if (const auto open = weak.lock()) open->send(std::move(message));
      };
      watcher->dismiss = [weak = std::weak_ptr<Socket>(socket)](std::string last) {
        if (const auto open = weak.lock()) open->finish(std::move(last));
      };
      table->enter(watcher);
      return SocketEvents{[this, table, watcher](std::string_view text) {
                            ClientMessage message;
                            std::string error;
                            if (read_client_message(text, message, error))
                              return table->receive(watcher, std::move(message));
                            ++figures_.refused_messages;
                            std::string out = R"({"v":2,"type":"refused","code":"malformed")";
                            append_member(out, "text", error);
                            watcher->send(std::make_shared<const std::string>(out + "}"));
                          },
                          [table, watcher] { table->leave(watcher); }};
    }));
  });
}

}  // namespace rw::server
