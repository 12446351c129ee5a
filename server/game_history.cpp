// Following entries, taking back, telling again.
#include "server/game_history.h"

#include <algorithm>
#include <charconv>

#include "engine/core/hash.h"
#include "engine/replay.h"

namespace rw::server {

Expected<Position> read_save_text(const Edition& edition, const std::string& hex) {
  std::vector<std::byte> bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    std::uint8_t value = 0;
    const auto [end, fault] = std::from_chars(&hex[i], &hex[i] + 2, value, 16);
    if (fault != std::errc{} || end != &hex[i] + 2) break;
    bytes.push_back(static_cast<std::byte>(value));
  }
  if (2 * bytes.size() != hex.size()) return failed("the saved position of this table is damaged");
  return read_save(edition, bytes);
}

std::string save_text(const Edition& edition, const Position& position) {
  const std::vector<std::byte> bytes = write_save(edition, position);
  return core::hex(std::span(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()));
}

std::uint32_t position_mark(const Position& position) {
  const std::uint64_t hash = core::hash64(position.bytes());
  return std::max<std::uint32_t>(1, static_cast<std::uint32_t>(hash ^ (hash >> 32U)));
}

Expected<Position> first_position(const Edition& edition, const TableRecord& record, core::Log* log) {
  if (!record.base.empty()) return read_save_text(edition, record.base);
  const Setup setup{static_cast<int>(record.sitters.size()), record.options};
  core::Seed seed{};
  if (!core::parse_seed(record.seed, seed)) return failed("the seed of this table is damaged");
  return edition.begin(setup, seed, log);
}

Expected<std::unique_ptr<GameHistory>> GameHistory::begin(std::shared_ptr<const Edition> edition,
                                                          const TableRecord& record, core::Log* log) {
  Expected<Position> base = first_position(*edition, record, log);
  if (!base) return std::move(base).failure();
  return std::unique_ptr<GameHistory>(new GameHistory(std::move(edition), *std::move(base)));
}

void GameHistory::choose(Chosen chosen, core::Log* log) {
  Before& before = before_[chosen.seat];
  before.choice = static_cast<int>(line_.size());
  before.position = now_;
  edition_->apply(now_, chosen.choice, log);
  line_.push_back(chosen);
}

void GameHistory::set_mark() {
  if (line_.empty() || line_.size() % choices_between_marks != 0) return;
  if (marks_.size() == most_marks) marks_.erase(marks_.begin());
  marks_.push_back({followed_, line_.size(), now_});
}

// Played from the nearest position that is kept.
Position GameHistory::position_after(std::size_t choices) const {
  const Mark* nearest = nullptr;
  for (const Mark& mark : marks_)
    if (mark.choices <= choices) nearest = &mark;
  Position position = nearest == nullptr ? base_ : nearest->position;
  for (std::size_t i = nearest == nullptr ? 0 : nearest->choices; i < choices; ++i)
    edition_->apply(position, line_[i].choice);
  return position;
}

void GameHistory::take_back_to(std::size_t kept) {
  now_ = position_after(kept);
  line_.resize(kept);
  std::erase_if(marks_, [&](const Mark& mark) { return mark.choices > kept; });
  find_last_choices();
}

void GameHistory::find_last_choices() {
  for (std::size_t seat = 0; seat < before_.size(); ++seat) {
    before_[seat] = {};
    for (std::size_t i = line_.size(); i-- > 0 && before_[seat].choice < 0;)
      if (line_[i].seat == seat) before_[seat].choice = static_cast<int>(i);
  }
}

std::unique_ptr<GameHistory> GameHistory::past(std::size_t choices) const {
  auto then = std::unique_ptr<GameHistory>(new GameHistory(edition_, base_));
  const Mark* nearest = nullptr;
  for (const Mark& mark : marks_)
    if (line_.size() - mark.choices >= choices) nearest = &mark;
  // As long as the first mark is kept, the beginning is near enough.
  if (nearest == nullptr && !marks_.empty() && marks_.front().choices > choices_between_marks)
    nearest = &marks_.front();
  if (nearest == nullptr) return then;
  then->now_ = nearest->position;
  then->followed_ = nearest->entries;
  then->line_.assign(line_.begin(), line_.begin() + static_cast<std::ptrdiff_t>(nearest->choices));
  then->marks_ = {*nearest};
  then->find_last_choices();
  return then;
}

std::optional<Checkpoint> GameHistory::checkpoint() const {
  if (marks_.size() < most_marks) return std::nullopt;
  const Mark& mark = marks_.front();
  return Checkpoint{static_cast<int>(mark.entries), save_text(*edition_, mark.position)};
}

bool GameHistory::resume(std::span<const Entry> entries, const Checkpoint& checkpoint) {
  if (checkpoint.entries <= 0 || static_cast<std::size_t>(checkpoint.entries) > entries.size()) return false;
  Expected<Position> position = read_save_text(*edition_, checkpoint.save);
  if (!position) return false;
  for (const Entry& entry : entries.first(static_cast<std::size_t>(checkpoint.entries))) {
    if (entry.kind == Entry::Kind::choice)
      line_.push_back({Choice{entry.value}, entry.seat});
    else if (entry.kind == Entry::Kind::undo)
      line_.resize(std::min(line_.size(), static_cast<std::size_t>(entry.value)));
    else
      note(entry);
  }
  now_ = *std::move(position);
  followed_ = static_cast<std::size_t>(checkpoint.entries);
  marks_ = {{followed_, line_.size(), now_}};
  find_last_choices();
  return true;
}

Ending GameHistory::how() const {
  if (ending_ != Ending::none || line_.empty() || !core::is_table_choice(line_.back().choice)) return ending_;
  switch (static_cast<core::TableVerb>(line_.back().choice.verb())) {
    case core::TableVerb::concede: return Ending::resigned;
    case core::TableVerb::time_out: return Ending::out_of_time;
    default: return Ending::draw;
  }
}

// Entries beside the choices.
void GameHistory::note(const Entry& entry) {
  if (entry.kind == Entry::Kind::ended) {
    ending_ = static_cast<Ending>(entry.value & 0xFFU);
    winners_ = static_cast<core::SeatMask>(entry.value >> 8U);
  } else {
    given_away_ |= core::only(core::seat(entry.seat));
  }
}

bool GameHistory::follow(const Entry& entry, core::Log* log) {
  if (entry.kind == Entry::Kind::choice) {
    // The rules also say whether a seat that is not asked may choose this.
    const Choice choice{entry.value};
    if (over() || entry.seat >= seats()) return false;
    if (edition_->judge(now_, core::seat(entry.seat), choice).refused()) return false;
    choose({choice, entry.seat}, log);
    ++followed_;
    set_mark();
    return true;
  }
  if (entry.kind == Entry::Kind::undo) {
    if (entry.value > line_.size()) return false;
    take_back_to(static_cast<std::size_t>(entry.value));
  } else {
    note(entry);
  }
  ++followed_;
  return true;
}

const Position& GameHistory::follow(const Entry& entry, Position& after) {
  Before& before = before_[entry.seat];
  before.choice = static_cast<int>(line_.size());
  std::swap(before.position, now_);
  std::swap(now_, after);
  line_.push_back({Choice{entry.value}, entry.seat});
  ++followed_;
  set_mark();
  return before.position;
}

int GameHistory::kept_by_undo(int seat) const { return before_[static_cast<std::size_t>(seat)].choice; }

bool GameHistory::harmless_undo(int seat) const {
  Before& before = before_[static_cast<std::size_t>(seat)];
  if (before.choice < 0) return false;
  if (before.position.empty()) before.position = position_after(static_cast<std::size_t>(before.choice));
  return edition_->harmless_to_undo(before.position, now_);
}

std::vector<const Entry*> standing(std::span<const Entry> entries) {
  std::vector<const Entry*> line;
  for (const Entry& entry : entries) {
    if (entry.kind == Entry::Kind::choice) line.push_back(&entry);
    if (entry.kind == Entry::Kind::undo) line.resize(std::min(line.size(), static_cast<std::size_t>(entry.value)));
  }
  return line;
}

}  // namespace rw::server
