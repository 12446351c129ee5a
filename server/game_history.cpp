// Following entries, taking back, telling again.
#include "server/game_history.h"

#include <sodium.h>

#include <algorithm>

#include "engine/core/hash.h"
#include "engine/replay.h"

namespace rw::server {
namespace {

bool read_base(const Edition& edition, const std::string& hex, Position& position, std::string& error) {
  std::vector<std::byte> bytes(hex.size() / 2);
  std::size_t length = 0;
  if (sodium_hex2bin(reinterpret_cast<unsigned char*>(bytes.data()), bytes.size(), hex.data(), hex.size(), nullptr,
                     &length, nullptr) != 0) {
    error = "the saved position of this table is damaged";
    return false;
  }
  bytes.resize(length);
  return read_save(edition, bytes, position, error);
}

}  // namespace

std::unique_ptr<GameHistory> GameHistory::begin(std::shared_ptr<const Edition> edition, const TableRecord& record,
                                                std::string& error, core::Log* log) {
  Position base;
  if (!record.base.empty()) {
    if (!read_base(*edition, record.base, base, error)) return nullptr;
  } else {
    Setup setup{static_cast<int>(record.sitters.size()), record.options};
    core::Seed seed{};
    if (!core::parse_seed(record.seed, seed)) {
      error = "the seed of this table is damaged";
      return nullptr;
    }
    base = edition->begin(setup, seed, error, log);
    if (base.empty()) return nullptr;
  }
  return std::unique_ptr<GameHistory>(new GameHistory(std::move(edition), std::move(base)));
}

void GameHistory::choose(Chosen chosen, core::Log* log) {
  Before& before = before_[chosen.seat];
  before.choice = static_cast<int>(line_.size());
  before.position = now_;
  edition_->apply(now_, chosen.choice, log);
  line_.push_back(chosen);
}

void GameHistory::take_back_to(std::size_t kept) {
  const std::vector<Chosen> line(line_.begin(), line_.begin() + static_cast<std::ptrdiff_t>(kept));
  line_.clear();
  now_ = base_;
  std::fill(before_.begin(), before_.end(), Before{});
  for (const Chosen& chosen : line) choose(chosen, nullptr);
}

Ending GameHistory::how() const {
  if (ending_ != Ending::none || line_.empty() || !core::is_table_choice(line_.back().choice)) return ending_;
  switch (static_cast<core::TableVerb>(line_.back().choice.verb())) {
    case core::TableVerb::concede: return Ending::resigned;
    case core::TableVerb::time_out: return Ending::out_of_time;
    default: return Ending::draw;
  }
}

bool GameHistory::follow(const Entry& entry, core::Log* log) {
  switch (entry.kind) {
    case Entry::Kind::choice: {
      // The rules also say whether a seat that is not asked may choose this.
      const Choice choice{entry.value};
      if (over() || entry.seat >= seats()) return false;
      if (edition_->judge(now_, core::seat(entry.seat), choice).refused()) return false;
      choose({choice, entry.seat}, log);
      return true;
    }
    case Entry::Kind::undo:
      if (entry.value > line_.size()) return false;
      take_back_to(static_cast<std::size_t>(entry.value));
      return true;
    case Entry::Kind::resigned:
    case Entry::Kind::computer: given_away_ |= core::only(core::seat(entry.seat)); return true;
    case Entry::Kind::ended:
      ending_ = static_cast<Ending>(entry.value & 0xFFU);
      winners_ = static_cast<core::SeatMask>(entry.value >> 8U);
      return true;
  }
  return false;
}

int GameHistory::kept_by_undo(int seat) const { return before_[static_cast<std::size_t>(seat)].choice; }

bool GameHistory::harmless_undo(int seat) const {
  const Before& before = before_[static_cast<std::size_t>(seat)];
  return before.choice >= 0 && edition_->harmless_to_undo(before.position, now_);
}

std::vector<Step> retold(const std::shared_ptr<const Edition>& edition, const TableRecord& record,
                         std::span<const Entry> entries) {
  std::vector<Step> steps;
  std::string error;
  core::Log log;
  const auto history = GameHistory::begin(edition, record, error, &log);
  if (!history) return steps;
  steps.push_back({0, 0, nullptr, log.events, history->now(), history->now()});
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Entry& entry = entries[i];
    Step step{static_cast<int>(i) + 1, -1, &entry, {}, history->now(), {}};
    log.clear();
    if (!history->follow(entry, &log)) break;
    step.events = log.events;
    step.after = history->now();
    if (entry.kind == Entry::Kind::choice) step.choice = history->choice_count();
    if (entry.kind == Entry::Kind::undo)
      std::erase_if(steps, [&](const Step& s) { return s.choice > static_cast<int>(entry.value); });
    steps.push_back(std::move(step));
  }
  return steps;
}

}  // namespace rw::server
