// Requests about people: who is asking, accounts, ratings, the message of the day.
#include <cmath>

#include "server/json.h"
#include "server/log.h"
#include "server/site_call.h"

namespace rw::server {
namespace {

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
                                    [call, say](bool good, std::vector<Ranked>& list) {
                                      if (!good) return call->fail(cannot_read);
                                      say(list);
                                    });
}

void TableSite::me(const std::shared_ptr<Call>& call) { say_who(call, 200, call->visitor); }

void TableSite::rename_me(const std::shared_ptr<Call>& call) {
  std::string name;
  if (!call->body({{"name", &name}})) return;
  if (call->visitor.who.account) return call->fail({403, "not_allowed", "an account keeps its name"});
  people_.check_guest_name(name, [this, call, name](const Failure& failure) {
    if (failure.status != 0) return call->fail(failure);
    say_who(call, 200, people_.renamed(call->visitor, name));
  });
}

// The guest's seats move to the account. The answer comes when they have moved: from then on the old cookie opens
// none of them.
void TableSite::become(const std::shared_ptr<Call>& call, int status, const Visitor& visitor) {
  const Identity guest = call->visitor.who;
  if (guest.account) return say_who(call, status, visitor);
  hall_.hand_over(guest, visitor.who, [this, call, status, visitor](const Failure& failure) {
    if (failure.status != 0) return call->fail(failure);
    say_who(call, status, visitor);
  });
}

void TableSite::sign_up(const std::shared_ptr<Call>& call) {
  std::string name, password;
  if (!call->body({{"name", &name}, {"password", &password}})) return;
  people_.sign_up(call->visitor, name, password, [this, call](const Failure& failure, const Visitor& visitor) {
    if (failure.status != 0) return call->fail(failure);
    log_info("account made");
    become(call, 201, visitor);
  });
}

void TableSite::log_in(const std::shared_ptr<Call>& call) {
  std::string name, password;
  if (!call->body({{"name", &name}, {"password", &password}})) return;
  people_.log_in(name, password, [this, call](const Failure& failure, const Visitor& visitor) {
    if (failure.status != 0) return call->fail(failure);
    become(call, 200, visitor);
  });
}

void TableSite::change_password(const std::shared_ptr<Call>& call) {
  std::string old_password, new_password;
  if (!call->body({{"password", &old_password}, {"new", &new_password}})) return;
  people_.change_password(call->visitor, old_password, new_password, [this, call](const Failure& failure) {
    if (failure.status != 0) return call->fail(failure);
    say_who(call, 200, call->visitor);
  });
}

// Resigns games under way, takes the name off all tables, and deletes what was kept for the account.
void TableSite::delete_me(const std::shared_ptr<Call>& call) {
  std::string password;
  if (!call->body({{"password", &password}})) return;
  people_.check_password(call->visitor, password, [this, call](const Failure& wrong) {
    if (wrong.status != 0) return call->fail(wrong);
    hall_.withdraw(call->visitor.who, [this, call](const Failure& stuck) {
      if (stuck.status != 0) return call->fail(stuck);
      people_.delete_account(call->visitor, [this, call](const Failure& failure) {
        if (failure.status != 0) return call->fail(failure);
        log_info("account deleted");
        say_who(call, 200, people_.guest());
      });
    });
  });
}

void TableSite::message(const std::shared_ptr<Call>& call) {
  std::string out = "{\"en\":";
  core::append_json(out, message_.en);
  append_member(out, "fr", message_.fr.empty() ? message_.en : message_.fr);
  call->reply(answer(200, out + "}"));
}

void TableSite::log_out(const std::shared_ptr<Call>& call) {
  people_.log_out(call->visitor, [this, call](const Failure& failure) {
    if (failure.status != 0) return call->fail(failure);
    say_who(call, 200, people_.guest());
  });
}

void TableSite::ratings(const std::shared_ptr<Call>& call) {
  const std::string game = call->parts[0];
  if (hall_.game(game) == nullptr) return call->fail({404, "not_found", "there is no such game"});
  storage_.ask<std::vector<Ranked>>([game](Store& store) { return store.best(game, 100); },
                                    [call, reply = call->reply, game](bool good, std::vector<Ranked>& list) {
                                      if (!good) return call->fail(cannot_read);
                                      std::string out = "{\"game\":";
                                      core::append_json(out, game);
                                      reply(answer(200, out + ",\"ratings\":" + ratings_json(list) + "}"));
                                    });
}

}  // namespace rw::server
