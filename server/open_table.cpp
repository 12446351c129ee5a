// Opening a table, its sockets, and the messages they bring.
#include "server/open_table.h"

#include <algorithm>
#include <utility>

#include "engine/replay.h"
#include "server/json.h"
#include "server/log.h"
#include "server/table_requests.h"

namespace rw::server {
namespace {

// A person clicks once and waits; more than this is not a person.
constexpr std::size_t most_waiting = 16;

}  // namespace

// ---- opening ----------------------------------------------------------------------------------------

OpenTable::OpenTable(House& house, const Wording& wording, TableRecord record, std::vector<Entry> entries,
                     std::int64_t epoch, std::unique_ptr<GameHistory> history)
    : house_(house),
      wording_(wording),
      record_(std::move(record)),
      entries_(std::move(entries)),
      epoch_(epoch),
      history_(std::move(history)),
      presence_(record_.sitters.size()),
      slowest_(record_.sitters.size()),
      clock_(record_.clock, record_.sitters.size(), entries_) {
  const Milliseconds steady = house_.loop().steady(), now = house_.loop().now();
  for (const Entry& entry : entries_) happened_.push_back(steady - std::max<Milliseconds>(0, now - entry.when));
}

namespace {

// Follows the entries as far as they fit. Returns where that ends.
std::vector<Entry>::const_iterator follow_all(GameHistory& history, const std::vector<Entry>& entries) {
  return std::find_if_not(entries.begin() + history.entry_count(), entries.end(), [&](const Entry& entry) {
    return history.follow(entry) && (entry.position == 0 || entry.position == position_mark(history.now()));
  });
}

}  // namespace

Expected<std::shared_ptr<OpenTable>> OpenTable::open(House& house, const std::shared_ptr<const Edition>& edition,
                                                     const Wording& wording, TableRecord record,
                                                     std::vector<Entry> entries, std::int64_t epoch,
                                                     const std::optional<Checkpoint>& checkpoint,
                                                     std::optional<Milliseconds> remaining) {
  // Until everybody sits, what the players will bring is missing.
  TableRecord known = record;
  if (record.status == Status::waiting)
    std::erase_if(known.options, [&](const auto& option) {
      return option.first == "decks" || record.owner_of_option(option.first) >= 0;
    });
  // A game is played by the rules of the day it starts.
  if (record.rules == 0 || record.status == Status::waiting) {
    record.rules = edition->game().rules_version;
    record.content = edition->version();
  }
  const std::string other_rules = other_rules_text(*edition, record.rules);
  std::unique_ptr<GameHistory> history;
  if (auto begun = GameHistory::begin(edition, known).into(history); !begun)
    return failed(other_rules.empty() ? begun.error() : other_rules + "; but " + begun.error());
  // A checkpoint of other rules or content does not fit; the game is then replayed from the beginning.
  if (checkpoint && other_rules.empty()) history->resume(entries, *checkpoint);
  const auto stop = follow_all(*history, entries);
  std::vector<Entry> beyond(stop, entries.cend());
  const bool other_content = !beyond.empty() && other_rules.empty();
  entries.erase(stop, entries.cend());
  entries.shrink_to_fit();
  if (!beyond.empty()) {  // start again without what went another way
    if (auto begun = GameHistory::begin(edition, known).into(history); !begun) return std::move(begun).failure();
    for (const Entry& entry : entries) history->follow(entry);
  }
  auto table = std::make_shared<OpenTable>(house, wording, std::move(record), std::move(entries), epoch,
                                           std::move(history));
  table->keep_beyond(std::move(beyond), other_content);
  table->clock_.was_left(remaining);
  return table;
}

bool OpenTable::read_only() const {
  return other_content_ || record_.rules != history_->edition().game().rules_version;
}

std::string OpenTable::read_only_text(std::string_view language) const {
  const Edition& edition = history_->edition();
  return said(edition, history_->now(), other_content_ ? Saying::other_content : Saying::other_rules, language,
              {.a = record_.rules, .b = edition.game().rules_version});
}

std::string OpenTable::no_such_choice(std::string_view language) const {
  return history_->edition().refusal_text(history_->now(), {0, core::no_such_choice, 0, 0}, language);
}

bool OpenTable::idle() const {
  return watchers_.empty() && !writing_ && !bot_asked_ &&
         (record_.status != Status::playing || !clock_.runs() || read_only());
}

void OpenTable::wake() {
  safely([&] {
    clock_.ask(house_.loop().steady());
    if (record_.status == Status::playing && history_->decision().open())
      clock_.go_on(core::index(history_->decision().asked));
    next();
  });
}

void OpenTable::fall(std::string_view why) {
  fallen_ = true;
  const auto self = shared_from_this();
  log_warning("table fell", {{"table", record_.id},
                             {"game", record_.game},
                             {"rules", record_.rules},
                             {"content", record_.content},
                             {"entries", static_cast<std::int64_t>(entries_.size())},
                             {"error", why}});
  house_.fell(record_.id, why);
}

// ---- sockets ----------------------------------------------------------------------------------------

Failure OpenTable::admit(const Watcher& w) const {
  if (w.seat >= static_cast<int>(record_.sitters.size())) return {404, "not_found", "there is no such seat"};
  if (!w.program.empty() && !w.who.program())
    return {403, "not_allowed", "a program plays with an account whose name begins with BOT"};
  if (w.seat >= 0) {
    const Sitter& sitter = record_.sitters[static_cast<std::size_t>(w.seat)];
    if (sitter.kind != Sitter::Kind::person || sitter.identity != w.who.id)
      return {403, "not_yours", "this seat is not yours"};
    return {};
  }
  const bool sits = seat_of(record_, w.who.id) != 0;
  // If spectators see more than the open cards, a player must not watch as one.
  if (sits && record_.status == Status::playing && record_.spectators.see > Spectators::See::open)
    return {403, "not_allowed", "you sit at this table"};
  if (record_.spectators.see == Spectators::See::nothing && record_.status == Status::playing && !sits)
    return {403, "not_allowed", "this table is played without spectators"};
  return {};
}

std::string OpenTable::farewell(std::string_view code, std::string_view text, std::optional<int> retry) {
  std::string bye = R"({"v":3,"type":"bye")";
  append_member(bye, "code", code);
  append_member(bye, "text", text);
  if (retry) append_member(bye, "retry", *retry);
  return bye + "}";
}

// Taken by value: the watcher stays alive until it is told everything, even if it leaves meanwhile.
void OpenTable::enter(std::shared_ptr<Watcher> watcher) {
  safely([&] { enter_safely(watcher); });
}

void OpenTable::enter_safely(const std::shared_ptr<Watcher>& entered) {
  // Something may have changed while the socket was opened. Whoever comes back is told the reason.
  if (const Failure failure = admit(*entered); failure.status != 0)
    return entered->dismiss(farewell("restart", failure.text, 300));
  if (entered->seat >= 0)
    for (std::size_t i = watchers_.size(); i-- > 0;)
      if (watchers_[i]->seat == entered->seat) {
        const auto old = std::move(watchers_[i]);
        watchers_.erase(watchers_.begin() + static_cast<std::ptrdiff_t>(i));
        old->dismiss(farewell("elsewhere", "this seat was opened in another window", std::nullopt));
      }
  watchers_.push_back(entered);
  if (entered->seat >= 0) {
    Presence& presence = presence_[static_cast<std::size_t>(entered->seat)];
    if (entered->seen < 0) entered->seen = presence.left_at;
    presence = {};
  }
  if (entered->seat >= 0) {
    tell_table();
  } else {
    send_table(*entered);
    tell_table_soon();
  }
  send_whole(*entered, Cause::joined);
  for (const std::string& said : said_) entered->send(std::make_shared<const std::string>(said));
  ask_program(*entered);
  show_sight(*entered);
}

void OpenTable::leave(const std::shared_ptr<Watcher>& watcher) {
  const auto place = std::find(watchers_.begin(), watchers_.end(), watcher);
  if (place == watchers_.end()) return;
  const auto self = shared_from_this();
  safely([&] {
    watchers_.erase(place);
    if (watcher->seat >= 0)
      presence_[static_cast<std::size_t>(watcher->seat)] = {house_.loop().now(),
                                                            static_cast<int>(entries_.size())};
    if (watchers_.empty()) said_.clear();
    drop_silent_channels();
    if (watcher->seat >= 0)
      tell_table();
    else
      tell_table_soon();
  });
}

void OpenTable::dismiss_all(std::string_view code, std::string_view text, int retry) {
  const std::string bye = farewell(code, text, retry);
  const auto watchers = std::move(watchers_);
  watchers_.clear();
  std::string fault;  // unused: the others are told anyway
  for (const auto& watcher : watchers) runs([&] { watcher->dismiss(bye); }, fault);
}

void OpenTable::receive(const std::shared_ptr<Watcher>& watcher, ClientMessage message) {
  safely([&] {
    if (!writing_) return handle(*watcher, message);
    if (waiting_.size() >= most_waiting)
      return refuse(*watcher, message, "busy", "your last choice is still being written");
    waiting_.push_back({watcher, std::move(message)});
  });
}

void OpenTable::handle(Watcher& w, const ClientMessage& message) {
  using Type = ClientMessage::Type;
  const bool gone =
      std::none_of(watchers_.begin(), watchers_.end(), [&](const auto& each) { return each.get() == &w; });
  if (gone) return;  // it was sent before the socket was closed
  switch (message.type) {
    case Type::sync:
    case Type::language:
      if (!may_ask_for_whole(w)) return refuse(w, message, "too_fast", Saying::too_many_states);
      if (message.type == Type::language) w.language = message.language;
      drop_silent_channels();
      return send_whole(w, Cause::asked);
    case Type::ping: {
      std::string pong = R"({"v":3,"type":"pong")";
      if (message.ref) append_member(pong, "ref", *message.ref);
      return w.send(std::make_shared<const std::string>(pong + "}"));
    }
    default: break;
  }
  if (w.seat < 0) return refuse(w, message, "not_yours", Saying::watching);
  if (message.type == Type::say) return say(w, message);
  if (record_.status == Status::waiting) return refuse(w, message, "not_asked", Saying::waiting_for_seats);
  if (message.type == Type::rematch) return rematch(w, message);
  if (message.type == Type::answer && message.offer == "rematch") return answer(w, message);
  if (read_only()) return refuse(w, message, "not_allowed", read_only_text(w.language));
  if (record_.status == Status::over) return refuse(w, message, "over", Saying::over);
  if (!plays(w.seat)) return refuse(w, message, "not_yours", Saying::computer_plays);
  switch (message.type) {
    case Type::choose: return choose(w, message);
    case Type::why: return why(w, message);
    case Type::undo: return undo(w, message);
    case Type::draw: return draw(w, message);
    case Type::resign: return resign(w, message);
    case Type::answer: return answer(w, message);
    default: return;
  }
}

void OpenTable::refuse(Watcher& w, const ClientMessage& message, std::string_view code, Saying why) const {
  refuse(w, message, code, said(history_->edition(), history_->now(), why, w.language));
}

void OpenTable::refuse(Watcher& w, const ClientMessage& message, std::string_view code, std::string_view text,
                       std::string_view clause) const {
  std::string out = R"({"v":3,"type":"refused")";
  if (message.ref) append_member(out, "ref", *message.ref);
  append_member(out, "code", code);
  append_member(out, "text", text);
  append_member_if(out, "clause", clause);
  w.send(std::make_shared<const std::string>(out + "}"));
}

void OpenTable::why(Watcher& w, const ClientMessage& message) {
  const std::string out = why_json(wording_, history_->now(), core::seat(w.seat), message, w.language);
  w.send(std::make_shared<const std::string>(out));
}

void OpenTable::say(Watcher& w, const ClientMessage& message) {
  if (record_.chat == Chat::off || (record_.chat == Chat::phrases && !message.text.empty()))
    return refuse(w, message, "not_allowed", Saying::no_chat);
  const Milliseconds now = house_.loop().steady();
  talk_ = std::min(5.0, talk_ + static_cast<double>(now - talked_at_) / 1000);
  talked_at_ = now;
  if (talk_ < 1) return refuse(w, message, "too_fast", Saying::too_much_talk);
  talk_ -= 1;
  for (const auto& watcher : watchers_) {
    std::string out = R"({"v":3,"type":"said")";
    append_member(out, "seat", w.seat + 1);
    append_member(out, "name", w.who.name);
    append_member_if(out, "phrase", message.phrase);
    append_member(out, "text",
                  message.phrase.empty() ? std::string_view(message.text)
                                         : phrase_text(history_->edition(), message.phrase, watcher->language));
    append_member(out, "when", house_.loop().now());
    out += '}';
    if (watcher.get() == &w) {
      said_.push_back(out);
      if (said_.size() > 20) said_.erase(said_.begin());
    }
    watcher->send(std::make_shared<const std::string>(out));
  }
}

}  // namespace rw::server
