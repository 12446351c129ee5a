// Whole states: for those who join or ask, and for spectators with a delay.
#include <algorithm>
#include <span>

#include "server/json.h"
#include "server/open_table.h"
#include "server/teller.h"

namespace rw::server {
namespace {

constexpr std::size_t log_length = 50;   // lines of the log that are told to whoever joins
constexpr std::size_t most_since = 200;  // lines of what happened meanwhile

}  // namespace

// The lines after entry `after`, at most the last `most`. They are told again from a recent position, so the time
// does not depend on the length of the game.
void OpenTable::append_lines(std::string& out, const GameHistory& history, Dictionary& said, const Eyes& eyes,
                             int after, std::size_t most) const {
  struct Told {
    int at = 0, choice = -1;
    std::size_t lines = 0;
  };
  const auto then = history.past(log_length);
  const std::size_t first = static_cast<std::size_t>(then->entry_count());
  const auto entries = std::span(entries_).subspan(first, static_cast<std::size_t>(history.entry_count()) - first);
  std::vector<Told> told;
  core::Log log;
  if (first == 0) {  // the set-up
    static_cast<void>(GameHistory::begin(wording_.shared(), record_, &log));
    told.push_back({0, 0, 0});
  }
  const auto lines_in = [&](const core::EventList& events) {
    return static_cast<std::size_t>(std::count_if(events.begin(), events.end(), [&](const core::Event& event) {
      return wording_.edition().worded_events().test(event.kind);
    }));
  };
  const core::EventList setup = log.events;
  if (!told.empty()) told[0].lines = lines_in(setup);
  // Counts the lines first, so that only the wanted ones are told.
  for (const Entry& entry : entries) {
    log.clear();
    then->follow(entry, &log);
    Told one{then->entry_count(), -1, 1};
    if (entry.kind == Entry::Kind::choice) one = {one.at, then->choice_count(), lines_in(log.events)};
    if (entry.kind == Entry::Kind::undo)
      std::erase_if(told, [&](const Told& t) { return t.choice > static_cast<int>(entry.value); });
    told.push_back(one);
  }
  std::size_t wanted = 0, from = told.size();
  while (from > 0 && wanted < most && told[from - 1].at > after) wanted += told[--from].lines;
  if (from == told.size()) return;
  std::size_t skipped = wanted > most ? wanted - most : 0;
  bool begun = false;
  const auto line = [&](int at) {
    out += begun ? ",[" : "[";
    begun = true;
    out += std::to_string(at) + ",";
  };
  const auto tell_step = [&](int at, const core::EventList& events, const Position& position) {
    Frames& frames = wording_.frames();
    frames.tell_lines(events, position);
    Teller teller(wording_, wording_.frames().paths(), said, eyes);
    for (std::size_t i = 0; i < frames.size(); ++i) {
      if (skipped > 0) {
        --skipped;
        continue;
      }
      line(at);
      teller.append_event(out, frames[i]);
      out += ']';
    }
  };
  const auto again = history.past(log_length);
  std::size_t next = from;
  if (told[next].at == 0) tell_step(told[next++].at, setup, again->now());
  for (const Entry& entry : entries) {
    const bool tells = next < told.size() && told[next].at == again->entry_count() + 1;
    log.clear();
    log.keeps_positions = tells;
    again->follow(entry, &log);
    if (!tells) continue;
    ++next;
    if (entry.kind == Entry::Kind::choice) {
      tell_step(again->entry_count(), log.events, again->now());
    } else if (skipped > 0) {
      --skipped;
    } else {
      line(again->entry_count());
      out += notice(history, entry, eyes.language) + "]";
    }
  }
}

// A whole state without its cause, the clocks and the closing brace.
std::string OpenTable::whole_state(const GameHistory& history, const Watcher& w, bool since, int at,
                                   Dictionary& said) const {
  const Eyes eyes{viewer_of(w), w.language};
  std::string out;
  out.reserve(16384);
  out += R"({"v":3,"type":"state","at":)" + std::to_string(at);
  append_member(out, "seat", w.seat + 1);
  append_member(out, "lang", w.language);
  append_member(out, "content", history.edition().version());
  out += ",\"view\":";
  wording_.frames().append_view(out, history.now(), eyes.viewer);
  said.begin();
  out += ",\"log\":[";
  append_lines(out, history, said, eyes, -1, log_length);
  out += ']';
  if (since) {
    out += ",\"since\":[";
    append_lines(out, history, said, eyes, w.seen, most_since);
    out += ']';
  }
  Teller teller(wording_, wording_.frames().paths(), said, eyes);
  append_situation(out, history, w, teller);
  said.append_fresh(out);
  return out;
}

// What they see is kept from the first of them on: coming and going must not cost the whole game each time.
void OpenTable::follow_late_from_here() {
  const Milliseconds shown = house_.loop().steady() - static_cast<Milliseconds>(record_.spectators.delay) * 1000;
  const auto hidden =
      std::find_if(happened_.begin(), happened_.end(), [&](Milliseconds when) { return when > shown; });
  late_ = history_->past(static_cast<std::size_t>(happened_.end() - hidden));
  if (late_->entry_count() > hidden - happened_.begin() &&
      !GameHistory::begin(wording_.shared(), record_).into(late_))
    return;
  late_at_ = static_cast<std::size_t>(late_->entry_count());
  while (late_at_ < entries_.size() && happened_[late_at_] <= shown) late_->follow(entries_[late_at_++]);
  for (std::size_t i = late_at_; i < entries_.size(); ++i)
    house_.loop().after(happened_[i] - shown + 5, [weak = weak_from_this()] {
      if (const auto self = weak.lock()) self->safely([&] { self->follow_late(); });
    });
}

// This state brings numbers of its own that the others on the channel have not heard, so the channel's dictionary
// starts again.
void OpenTable::send_whole(Watcher& w, Cause cause) {
  if (record_.status == Status::waiting) return;
  const bool late = is_late(w);
  if (late && !late_) follow_late_from_here();
  const GameHistory& history = late ? *late_ : *history_;
  const int at = late ? static_cast<int>(late_at_) : static_cast<int>(entries_.size());
  Channel& channel = channel_of(w);
  const bool since = cause == Cause::joined && w.seen >= 0, shared = w.seat < 0 && !since;
  std::string out = shared ? channel.whole : "";
  if (out.empty()) {
    Dictionary said;
    out = whole_state(history, w, since, at, said);
    if (shared) channel.whole = out;
    const bool alone = std::count_if(watchers_.begin(), watchers_.end(),
                                     [&](const auto& other) { return hears(*other, channel); }) == 1;
    channel.said = alone ? std::move(said) : Dictionary{};
  } else {
    channel.said.clear();
  }
  append_member(out, "cause", name_of(cause));
  append_clocks(out);
  out += '}';
  w.send(std::make_shared<const std::string>(std::move(out)));
}

// A whole state costs more than any other message: one a second, five at once.
bool OpenTable::may_ask_for_whole(Watcher& w) {
  const Milliseconds now = house_.loop().steady();
  w.wholes = std::min(5.0, w.wholes + static_cast<double>(now - w.asked_at) / 1000);
  w.asked_at = now;
  if (w.wholes < 1) return false;
  w.wholes -= 1;
  return true;
}

void OpenTable::follow_late() {
  const Milliseconds shown = house_.loop().steady() - static_cast<Milliseconds>(record_.spectators.delay) * 1000;
  while (late_ && late_at_ < entries_.size() && happened_[late_at_] <= shown) {
    const Entry& entry = entries_[late_at_++];
    follow_entry(*late_, entry);
    const Cause cause = entry.kind == Entry::Kind::choice ? Cause::choice
                        : entry.kind == Entry::Kind::undo ? Cause::undo
                                                          : Cause::ended;
    tell(*late_, cause, entry, static_cast<int>(late_at_));
  }
}

}  // namespace rw::server
