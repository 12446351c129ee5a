// Who sits at a table: taking and leaving seats before the game, what the host may do, and seats that pass to
// another identity.
#include <algorithm>

#include "server/json.h"
#include "server/open_table.h"
#include "server/table_requests.h"

namespace rw::server {
namespace {

auto has_seat_as(const std::string& identity) {
  return [identity](const Watcher& watcher) { return watcher.seat >= 0 && watcher.who.id == identity; };
}

}  // namespace

// If every seat is taken, the game must be able to begin with what the players brought.
Expected<> OpenTable::start_if_full(TableRecord& record) const {
  const bool full = std::none_of(record.sitters.begin(), record.sitters.end(),
                                 [](const Sitter& s) { return s.kind == Sitter::Kind::open; });
  if (!full) return {};
  record.status = Status::playing;
  auto begun = GameHistory::begin(wording_.shared(), record);
  if (!begun) return std::move(begun).failure();
  return {};
}

void OpenTable::take_seat(const Identity& who, int rating, int seat, Options brings,
                          std::function<void(Failure, int)> done) {
  if (writing_) {
    waiting_requests_.emplace_back([self = shared_from_this(), who, rating, seat, brings = std::move(brings),
                                    done = std::move(done)]() mutable {
      self->take_seat(who, rating, seat, std::move(brings), std::move(done));
    });
    return;
  }
  TableRecord record = record_;
  int place = -1;
  for (std::size_t i = 0; i < record.sitters.size(); ++i) {
    if (record.sitters[i].kind == Sitter::Kind::person && record.sitters[i].identity == who.id)
      return done({}, static_cast<int>(i));
    const bool wanted = seat < 0 || seat == static_cast<int>(i);
    if (place < 0 && wanted && record.sitters[i].kind == Sitter::Kind::open) place = static_cast<int>(i);
  }
  if (record.status != Status::waiting || place < 0) return done({409, "taken", "there is no open seat"}, -1);
  if (record.rated && who.program()) return done({403, "not_allowed", "a rated game is for people"}, -1);
  if (std::find(record.sent_away.begin(), record.sent_away.end(), who.id) != record.sent_away.end())
    return done({403, "not_allowed", "the host does not want you at this table"}, -1);
  if (record.rated && !who.account) return done({403, "not_allowed", "a rated game needs an account"}, -1);
  record.sitters[static_cast<std::size_t>(place)] = {Sitter::Kind::person, who.id, who.name, "",
                                                     who.account,          rating};
  for (auto& [name, value] : brings) {
    const std::string own = name + "_" + std::to_string(place + 1);
    std::erase_if(record.options, [&](const auto& option) { return option.first == own; });
    record.options.emplace_back(own, std::move(value));
  }
  if (const auto fits = start_if_full(record); !fits) return done({400, "bad_request", fits.error()}, -1);
  commit_record(std::move(record),
                [place, done = std::move(done)](const Failure& failure) { done(failure, place); });
}

void OpenTable::leave_seat(const Identity& who, Done done) {
  if (writing_) {
    waiting_requests_.emplace_back([self = shared_from_this(), who, done] { self->leave_seat(who, done); });
    return;
  }
  if (record_.status != Status::waiting) return done({409, "started", "the game has started; resign instead"});
  TableRecord record = record_;
  bool sat = false;
  for (Sitter& sitter : record.sitters)
    if (sitter.kind == Sitter::Kind::person && sitter.identity == who.id) {
      sitter = {};
      sat = true;
    }
  if (!sat) return done({403, "not_yours", "you do not sit here"});
  // A table without people is taken off the list.
  if (std::none_of(record.sitters.begin(), record.sitters.end(),
                   [](const Sitter& s) { return s.kind == Sitter::Kind::person; }))
    record.listed = false;
  // Whoever sits there next is not watched through the old socket.
  commit_record(
      std::move(record),
      [self = shared_from_this(), id = who.id, done = std::move(done)](const Failure& failure) {
        if (failure.status == 0) self->dismiss(has_seat_as(id), "restart", "you have left this seat", 300);
        done(failure);
      },
      who.id);
}

void OpenTable::set_seat(const Identity& host, int seat, Sitter sitter, Done done) {
  if (writing_) {
    waiting_requests_.emplace_back(
        [self = shared_from_this(), host, seat, sitter, done] { self->set_seat(host, seat, sitter, done); });
    return;
  }
  if (host.id != record_.host) return done({403, "not_yours", "only the host sets the seats"});
  if (record_.status != Status::waiting) return done({409, "started", "the game has started"});
  if (seat < 0 || seat >= static_cast<int>(record_.sitters.size()))
    return done({400, "bad_request", "there is no such seat"});
  TableRecord record = record_;
  Sitter& place = record.sitters[static_cast<std::size_t>(seat)];
  const std::string gone = place.kind == Sitter::Kind::person ? place.identity : "";
  // The host cannot replace somebody by accident: the seat must be opened first.
  if (!gone.empty() && (gone == host.id || sitter.kind != Sitter::Kind::open))
    return done({409, "taken", "somebody sits there"});
  if (record.rated && sitter.kind == Sitter::Kind::bot)
    return done({409, "not_allowed", "a rated game is for people with accounts"});
  place = std::move(sitter);
  if (!gone.empty()) {  // what was brought goes too
    record.sent_away.push_back(gone);
    std::erase_if(record.options,
                  [&](const auto& option) { return record.owner_of_option(option.first) == seat; });
  }
  if (const auto fits = start_if_full(record); !fits) return done({400, "bad_request", fits.error()});
  commit_record(
      std::move(record),
      [self = shared_from_this(), gone, done = std::move(done)](const Failure& failure) {
        if (failure.status == 0 && !gone.empty())
          self->dismiss(has_seat_as(gone), "sent_away", "the host has given your seat to others", std::nullopt);
        done(failure);
      },
      gone);
}

// Closes the sockets of those who have no business here any more.
void OpenTable::dismiss(const std::function<bool(const Watcher&)>& whom, std::string_view code,
                        std::string_view text, std::optional<int> retry) {
  const std::string bye = farewell(code, text, retry);
  const auto watchers = watchers_;
  for (const auto& watcher : watchers) {
    if (!whom(*watcher)) continue;
    leave(watcher);
    watcher->dismiss(bye);
  }
}

// Before the game anybody may look in. A player comes back to the seat.
void OpenTable::dismiss_who_may_not_watch() {
  const auto unwelcome = [this](const Watcher& w) { return admit(w).status != 0; };
  dismiss([&](const Watcher& w) { return unwelcome(w) && seat_of(record_, w.who.id) != 0; }, "restart",
          "you sit at this table", 300);
  dismiss(unwelcome, "sent_away", "this table is played without spectators", std::nullopt);
}

void OpenTable::rename(const std::string& old_identity, const Identity& now, Done done) {
  if (writing_) {
    waiting_requests_.emplace_back(
        [self = shared_from_this(), old_identity, now, done] { self->rename(old_identity, now, done); });
    return;
  }
  TableRecord record = record_;
  if (!record.hand_over(old_identity, now.id, now.name, now.account)) return done({});
  commit_record(
      std::move(record),
      [self = shared_from_this(), old_identity, done = std::move(done)](const Failure& failure) {
        if (failure.status == 0)
          self->dismiss(has_seat_as(old_identity), "restart", "this seat belongs to an account now", 300);
        done(failure);
      },
      old_identity);
}

void OpenTable::withdraw(const std::string& identity, const Identity& nobody, Done done, int tries) {
  const auto again = [self = shared_from_this(), identity, nobody, done, tries] {
    self->withdraw(identity, nobody, done, tries - 1);
  };
  if (writing_) return void(waiting_requests_.emplace_back(again));
  if (tries > 0 && record_.status == Status::playing && !read_only() && !history_->over())
    for (int seat = 0; seat < static_cast<int>(record_.sitters.size()); ++seat) {
      if (record_.sitters[static_cast<std::size_t>(seat)].identity != identity || !plays(seat)) continue;
      Watcher leaving;
      leaving.seat = seat;
      resign(leaving, {});
      if (writing_) return void(waiting_requests_.emplace_back(again));
    }
  rename(identity, nobody, std::move(done));
}

}  // namespace rw::server
