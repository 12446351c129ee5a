// A table's game told again: frames for the viewer, the file, and going on from any decision.
#include <algorithm>
#include <charconv>

#include "engine/core/hash.h"
#include "engine/imagine.h"
#include "engine/replay.h"
#include "server/json.h"
#include "server/open_table.h"
#include "server/teller.h"

namespace rw::server {
namespace {

constexpr const char* hint_strength = "search:2000";

// Choices of other rules that ours cannot follow are kept as they are, without words.
void append_beyond(const Edition& edition, const Position& last, std::span<const Entry> beyond, Replay& replay) {
  for (const Entry& entry : beyond) {
    if (entry.kind == Entry::Kind::choice)
      replay.choices.push_back({edition.seat_name(last, core::seat(entry.seat)), "?", Choice{entry.value}, 0});
    if (entry.kind == Entry::Kind::undo && entry.value < replay.choices.size())
      replay.choices.resize(static_cast<std::size_t>(entry.value));
  }
}

}  // namespace

// Who may see whose view. After the game everybody sees everything. Before that, players see their own seat, and
// others what the host lets spectators see, not earlier than they do.
Failure OpenTable::retelling(const Identity& who, std::string_view as, std::string_view language, int from,
                             int count, Retelling& out) const {
  const bool over = record_.status == Status::over;
  if (record_.status == Status::waiting) return {409, "not_started", "the game has not started"};
  int seat = -1;
  if (as != "all" && as != "0") {
    const auto [end, fault] = std::from_chars(as.data(), as.data() + as.size(), seat);
    if (fault != std::errc{} || end != as.data() + as.size() || seat < 1 ||
        seat > static_cast<int>(record_.sitters.size()))
      return {400, "bad_request", "as: a seat, 0 or all"};
    --seat;
  }
  out.viewer = as == "all" ? Viewer::omniscient() : seat >= 0 ? Viewer::of(core::seat(seat)) : Viewer::spectator();
  std::size_t until = entries_.size();
  if (!over) {
    Watcher watcher;
    watcher.who = who;
    watcher.seat = seat;
    if (as == "all") return {403, "not_allowed", "everything is shown when the game is over"};
    if (const Failure failure = admit(watcher); failure.status != 0) return failure;
    out.viewer = viewer_of(watcher);
    if (is_late(watcher)) {
      const Milliseconds shown =
          house_.loop().steady() - static_cast<Milliseconds>(record_.spectators.delay) * 1000;
      until = static_cast<std::size_t>(
          std::count_if(happened_.begin(), happened_.end(), [&](Milliseconds when) { return when <= shown; }));
    }
  }
  out.table = shared_from_this();
  out.record = record_;
  out.entries.assign(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(until));
  out.as = as;
  out.seat = seat;
  out.language = language;
  out.from = from;
  out.count = count;
  out.over = over ? over_json(*history_, language) : "null";
  out.setup = json(&who);
  return {};
}

// Touches nothing of the table that changes, so it may run in any thread.
Failure OpenTable::retold_json(const Retelling& what, std::string& out) {
  const Wording& wording = what.table->wording_;
  const Edition& edition = wording.edition();
  const bool over = what.record.status == Status::over;
  core::Log log;
  auto begun = first_position(edition, what.record, &log);
  if (!begun) return {503, "storage", "this game cannot be told again"};
  Position now = *std::move(begun), before;
  const std::vector<const Entry*> line = standing(what.entries);
  const int choices = static_cast<int>(line.size()), from = std::clamp(what.from, 0, choices);
  const auto entry_at = [&](int at) { return at == 0 ? nullptr : line[static_cast<std::size_t>(at - 1)]; };
  for (int at = 1; at < from; ++at) edition.apply(now, Choice{entry_at(at)->value});
  out = "{\"table\":";
  core::append_json(out, what.record.id);
  append_member(out, "game", what.record.game);
  append_member(out, "as", what.as);
  append_member(out, "choices", choices);
  out += ",\"over\":" + what.over;
  out += ",\"setup\":{" + what.setup + "}";
  Frames frames(wording.shared());
  out += ",\"view\":";
  frames.append_view(out, now, what.viewer);
  out += ",\"steps\":[";
  Dictionary said;
  said.begin();
  log.keeps_positions = true;
  for (int at = what.from; at <= choices && at < what.from + what.count; ++at) {
    const Entry* const entry = entry_at(at);
    before = now;
    if (entry != nullptr) {
      log.clear();
      edition.apply(now, Choice{entry->value}, &log);
    }
    Teller teller(wording, frames.paths(), said, {what.viewer, what.language});
    out += at == what.from ? "{\"at\":" : ",{\"at\":";
    out += std::to_string(at);
    append_member(out, "seat", entry == nullptr ? 0 : entry->seat + 1);
    if (entry != nullptr && (over || entry->seat == what.seat)) {
      out += ",\"choice\":";
      teller.append_choice(out, before, Choice{entry->value});
    }
    out += ",\"frames\":[";
    frames.tell(log.events, before, now);
    teller.append_frames(out, frames);
    const Decision decision = edition.decision(now);
    const bool open = decision.open() && !edition.over(now);
    out += "],\"waiting\":[" + (open ? std::to_string(core::index(decision.asked) + 1) : "") + "]";
    if (open) append_member(out, "question", decision.kind);
    out += '}';
  }
  out += ']';
  said.append_fresh(out);
  out += '}';
  return {};
}

Failure OpenTable::replay_json(const Identity& who, std::string_view as, std::string_view language, int from,
                               int count, std::string& out) const {
  Retelling what;
  const Failure failure = retelling(who, as, language, from, count, what);
  return failure.status != 0 ? failure : retold_json(what, out);
}

Failure OpenTable::replay_file(std::string& out, Unfinished unfinished) const {
  if (record_.status == Status::waiting || (record_.status != Status::over && unfinished == Unfinished::refused))
    return {403, "not_allowed", "the file holds the seed; it is given when the game is over"};
  if (!record_.base.empty()) return {409, "not_allowed", "this game did not begin at its beginning"};
  core::Seed seed{};
  core::parse_seed(record_.seed, seed);
  const Edition& edition = history_->edition();
  const Setup setup{static_cast<int>(record_.sitters.size()), record_.options};
  Replay replay = start_replay(edition, setup, seed);
  replay.rules = record_.rules;
  replay.content = record_.content;
  for (std::size_t i = 0; i < record_.sitters.size(); ++i) {
    const Sitter& sitter = record_.sitters[i];
    replay.players.emplace_back(static_cast<int>(i) + 1,
                                sitter.kind == Sitter::Kind::bot ? sitter.bot : sitter.name);
  }
  auto begun = first_position(edition, record_);
  if (!begun) return {503, "storage", "this game cannot be told again"};
  Position now = *std::move(begun);
  for (const Entry* entry : standing(entries_)) {
    rw::record(replay, edition, now, core::seat(entry->seat), Choice{entry->value});
    edition.apply(now, Choice{entry->value});
  }
  if (beyond_.empty() && record_.status == Status::over)
    close(replay, edition, history_->now());
  else
    append_beyond(edition, history_->now(), beyond_, replay);
  out = write_replay(replay);
  return {};
}

Failure OpenTable::hint(const Identity& who, BotQuestion& question) const {
  if (record_.status != Status::playing || read_only()) return {409, "not_allowed", "no game is played here"};
  const Decision decision = history_->decision();
  const int seat = decision.open() ? core::index(decision.asked) : -1;
  if (seat < 0 || record_.sitters[static_cast<std::size_t>(seat)].identity != who.id)
    return {409, "not_asked", "it is not your decision"};
  if ((people() & ~core::only(core::seat(seat))) != 0)
    return {403, "not_allowed", "hints are for games against the computer"};
  const View view(history_->edition(), history_->now(), core::seat(seat));
  question = {wording_.shared(), view.position(), hint_strength, {}, who.id};
  return {};
}

Failure OpenTable::take_over(const Identity& who, int at, int seat, bool fresh, TableRecord& record,
                             std::vector<Entry>& entries) const {
  if (seat < 0 || seat >= static_cast<int>(record_.sitters.size()))
    return {400, "bad_request", "there is no such seat"};
  if (record_.status != Status::over) return {403, "not_allowed", "a game can be gone on from when it is over"};
  if (read_only()) return {409, "not_allowed", read_only_text("en")};
  const Edition& edition = history_->edition();
  const std::vector<const Entry*> line = standing(entries_);
  auto begun = first_position(edition, record_);
  if (!begun || at < 0 || at > static_cast<int>(line.size()))
    return {400, "bad_request", "there is no such frame"};
  Position position = *std::move(begun);
  for (int i = 0; i < at; ++i) edition.apply(position, Choice{line[static_cast<std::size_t>(i)]->value});
  if (edition.over(position)) return {409, "over", "the game is over there"};
  record.game = record_.game;
  record.options = record_.options;
  record.patch = record_.patch;
  record.patched = record_.patched;
  record.origin = {record_.id, at, fresh ? "fresh" : "same"};
  record.base = record_.base;
  record.seed = record_.seed;
  record.given_seed = true;
  record.host = who.id;
  record.host_name = who.name;
  if (fresh) {
    core::Seed seed{};
    record.seed = house_.fresh_seed();
    core::parse_seed(record.seed, seed);
    record.base = save_text(edition, imagine(edition, View(edition, position, core::seat(seat)), seed));
    return {};
  }
  for (int i = 0; i < at; ++i) entries.push_back(*line[static_cast<std::size_t>(i)]);
  return {};
}

}  // namespace rw::server
