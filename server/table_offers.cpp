// What players ask of each other: undo, draw, resigning, rematch, and what becomes of a seat whose clock ran out.
#include <algorithm>
#include <bit>

#include "server/json.h"
#include "server/open_table.h"

namespace rw::server {
namespace {
// An allowance for the network, so that nobody loses by it.
constexpr Milliseconds tolerance = 2000;
}  // namespace

bool OpenTable::plays(int seat) const {
  return record_.sitters[static_cast<std::size_t>(seat)].kind == Sitter::Kind::person &&
         !history_->given_away(seat) && !history_->edition().has_left(history_->now(), core::seat(seat));
}
bool OpenTable::is_bot(int seat) const {
  return record_.sitters[static_cast<std::size_t>(seat)].kind == Sitter::Kind::bot || history_->given_away(seat);
}
core::SeatMask OpenTable::people() const {
  core::SeatMask mask = 0;
  for (int i = 0; i < static_cast<int>(record_.sitters.size()); ++i)
    if (plays(i)) mask = static_cast<core::SeatMask>(mask | core::only(core::seat(i)));
  return mask;
}

// ---- undo, draw, resign, rematch -----------------------------------------------------------------------

void OpenTable::take_back(int seat) {
  const int kept = history_->kept_by_undo(seat);
  if (kept < 0) return;
  commit({Entry::Kind::undo, static_cast<std::uint8_t>(seat), static_cast<std::uint64_t>(kept), 0, 0},
         std::nullopt, Cause::undo, nullptr, std::nullopt);
}

void OpenTable::undo(Watcher& w, const ClientMessage& message) {
  if (record_.undo == Undo::off) return refuse(w, message, "not_allowed", Saying::no_undo);
  if (history_->kept_by_undo(w.seat) < 0) return refuse(w, message, "not_allowed", Saying::nothing_to_undo);
  if (history_->harmless_undo(w.seat)) return take_back(w.seat);
  if (record_.undo == Undo::harmless) return refuse(w, message, "not_allowed", Saying::learned_since);
  const auto others = static_cast<core::SeatMask>(people() & ~core::only(core::seat(w.seat)));
  if (others == 0) return take_back(w.seat);
  if (offers_.find("undo") != nullptr) return refuse(w, message, "no_offer", Saying::undo_asked);
  offers_.ask("undo", w.seat, others);
  tell_table();
}

void OpenTable::draw(Watcher& w, const ClientMessage& message) {
  const auto others = static_cast<core::SeatMask>(people() & ~core::only(core::seat(w.seat)));
  if (others == 0) return refuse(w, message, "not_allowed", Saying::nobody_to_ask);
  if (offers_.find("draw") != nullptr) return refuse(w, message, "no_offer", Saying::draw_offered);
  offers_.ask("draw", w.seat, others);
  tell_table();
}

void OpenTable::resign(Watcher& w, const ClientMessage&) {
  const int seats = static_cast<int>(record_.sitters.size());
  const core::SeatMask me = core::only(core::seat(w.seat));
  const auto others = static_cast<core::SeatMask>(people() & ~me);
  if (seats == 2 || others == 0) {
    core::SeatMask winners = 0;
    for (int i = 0; i < seats; ++i)
      if (i != w.seat && !history_->given_away(i))
        winners = static_cast<core::SeatMask>(winners | core::only(core::seat(i)));
    // Computers would play on, or the next game of a match would begin; the table closes all the same.
    if (!end_by_rules(core::TableVerb::concede, w.seat)) end(Ending::resigned, winners, w.seat);
    return;
  }
  commit({Entry::Kind::resigned, static_cast<std::uint8_t>(w.seat), 0, 0, 0}, std::nullopt, Cause::ended, &w,
         std::nullopt);
}

// What ends the game by its rules is a choice like any other, and the replay tells it.
bool OpenTable::end_by_rules(core::TableVerb verb, int seat) {
  const Edition& edition = history_->edition();
  const Choice choice = core::table_choice(verb, core::seat(seat));
  if (edition.judge(history_->now(), choice).refused()) return false;
  Position after = history_->now();
  edition.apply(after, choice);
  if (!edition.over(after)) return false;
  commit_choice(choice, nullptr, std::nullopt);
  return true;
}

void OpenTable::rematch(Watcher& w, const ClientMessage& message) {
  if (record_.status != Status::over) return refuse(w, message, "not_allowed", Saying::not_over);
  if (!record_.rematch.empty()) return tell_table();
  core::SeatMask others = 0;
  for (int i = 0; i < static_cast<int>(record_.sitters.size()); ++i)
    if (record_.sitters[static_cast<std::size_t>(i)].kind == Sitter::Kind::person &&
        record_.sitters[static_cast<std::size_t>(i)].identity != w.who.id)
      others = static_cast<core::SeatMask>(others | core::only(core::seat(i)));
  if (others == 0) return open_rematch();
  if (offers_.find("rematch") == nullptr) {
    offers_.ask("rematch", w.seat, others);
    return tell_table();
  }
  ClientMessage yes = message;
  yes.offer = "rematch";
  yes.yes = true;
  answer(w, yes);
}

// The same terms, everybody one seat on, a fresh seed.
void OpenTable::open_rematch() {
  if (writing_) return;
  TableRecord next = record_;
  next.id = house_.fresh_id();
  next.rules = 0;  // those of today
  next.seed = house_.fresh_seed();
  next.given_seed = false;
  next.base.clear();
  next.origin = {};
  next.rematch.clear();
  next.ranks.clear();
  next.status = Status::playing;
  next.created = next.changed = house_.loop().now();
  std::rotate(next.sitters.begin(), next.sitters.begin() + 1, next.sitters.end());
  // What a player brought goes along.
  for (auto& [name, value] : next.options) {
    const int owner = record_.owner_of_option(name);
    const int seats = static_cast<int>(next.sitters.size());
    if (owner >= 0) name.back() = static_cast<char>('1' + (owner + seats - 1) % seats);
    const std::size_t comma = value.find(',');
    if (name == "decks" && comma != std::string::npos)
      value = value.substr(comma + 1) + "," + value.substr(0, comma);
  }
  writing_ = true;
  house_.open_table(next, [self = shared_from_this(), id = next.id](bool good) {
    self->writing_ = false;
    self->offers_.drop("rematch");
    if (!good) return self->finish_writing();
    TableRecord record = self->record_;
    record.rematch = id;
    self->commit_record(std::move(record), [](const Failure&) {});
  });
}

void OpenTable::answer(Watcher& w, const ClientMessage& message) {
  const core::Seat seat = core::seat(w.seat);
  Offer* standing = offers_.find(message.offer);
  if (standing == nullptr || !core::has(standing->of, seat))
    return refuse(w, message, "no_offer", Saying::no_offer);
  if (message.offer == "out_of_time") return answer_out_of_time(w, message, *standing);
  if (!message.yes) {
    offers_.drop(message.offer);
    return tell_table();
  }
  if (!Offers::accept(*standing, seat)) return tell_table();
  const Offer agreed = offers_.take(*standing);
  if (agreed.kind == "undo") return take_back(agreed.seat);
  if (agreed.kind == "rematch") return open_rematch();
  if (!end_by_rules(core::TableVerb::agree_draw, agreed.seat)) end(Ending::draw, 0, agreed.seat);
}

// ---- clocks -------------------------------------------------------------------------------------------

Milliseconds OpenTable::left(int seat) const {
  const bool running = record_.status == Status::playing && !read_only() && !history_->over() &&
                       history_->decision().open() && core::index(history_->decision().asked) == seat;
  return std::max<Milliseconds>(
      0, running ? clock_.left_while_asked(seat, house_.loop().steady()) : clock_.left(seat));
}

void OpenTable::start_clock() {
  if (!clock_.runs()) return;
  const int seat = core::index(history_->decision().asked);
  const std::uint64_t alarm = clock_.set_alarm();
  house_.loop().after(left(seat) + tolerance, [weak = weak_from_this(), alarm, seat] {
    const auto self = weak.lock();
    if (self && self->clock_.is_set(alarm) && self->record_.status == Status::playing &&
        core::index(self->history_->decision().asked) == seat)
      self->safely([&] { self->out_of_time(seat); });
  });
}

std::optional<ClockState> OpenTable::clock_to_keep(TableClock::Keep when) {
  if (!clock_.runs() || record_.status != Status::playing || read_only() || writing_ || history_->over() ||
      !history_->decision().open())
    return std::nullopt;
  const int seat = core::index(history_->decision().asked);
  const auto left = plays(seat) ? clock_.to_keep(seat, house_.loop().steady(), when) : std::nullopt;
  if (!left) return std::nullopt;
  return ClockState{record_.id, epoch_, static_cast<int>(entries_.size()), *left};
}

// The other people decide what happens. If there are none, the computer waits.
void OpenTable::out_of_time(int seat) {
  const auto others = static_cast<core::SeatMask>(people() & ~core::only(core::seat(seat)));
  if (others == 0) {
    clock_.refill(seat, house_.loop().steady());
    return start_clock();
  }
  if (offers_.find("out_of_time") != nullptr) return;
  offers_.ask_about(seat, others, record_.sitters.size());
  tell_table();
}

// When all have answered, the mildest wish counts.
void OpenTable::answer_out_of_time(Watcher& w, const ClientMessage& message, Offer& standing) {
  standing.what[static_cast<std::size_t>(w.seat)] = message.what;
  if (!Offers::accept(standing, core::seat(w.seat))) return tell_table();
  const Offer agreed = offers_.take(standing);
  if (agreed.wished("wait")) {
    clock_.refill(agreed.seat, house_.loop().steady());
    tell_table();
    return start_clock();
  }
  if (agreed.wished("computer"))
    return commit({Entry::Kind::computer, static_cast<std::uint8_t>(agreed.seat), 0, 0, 0}, std::nullopt,
                  Cause::ended, nullptr, std::nullopt);
  // Even if by the rules the game goes on without the seat, it has lost.
  if (end_by_rules(core::TableVerb::time_out, agreed.seat) || end_by_rules(core::TableVerb::concede, agreed.seat))
    return;
  core::SeatMask winners = 0;
  for (int i = 0; i < static_cast<int>(record_.sitters.size()); ++i)
    if (i != agreed.seat && !history_->given_away(i))
      winners = static_cast<core::SeatMask>(winners | core::only(core::seat(i)));
  end(Ending::out_of_time, winners, agreed.seat);
}

}  // namespace rw::server
