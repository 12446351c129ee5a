// What the seats of a table have left on the clock.
#include "server/table_clock.h"

#include <algorithm>
#include <utility>

namespace rw::server {

TableClock::TableClock(const Clock& rules, std::size_t seats, const std::vector<Entry>& entries)
    : rules_(rules), bank_(seats, static_cast<Milliseconds>(rules.seconds) * 1000) {
  for (const Entry& entry : entries) charge(entry);
}

Milliseconds TableClock::allowance() const {
  return rules_.kind == Clock::Kind::days ? static_cast<Milliseconds>(rules_.days) * 86'400'000
                                          : static_cast<Milliseconds>(rules_.seconds) * 1000;
}

void TableClock::go_on(int seat) {
  const auto remaining = std::exchange(remaining_, std::nullopt);
  if (!remaining) return;
  const Milliseconds whole = left(seat);
  if (rules_.kind == Clock::Kind::bank) {
    Milliseconds& bank = bank_[static_cast<std::size_t>(seat)];
    bank = std::max(bank, *remaining);
  }
  asked_at_ -= std::max<Milliseconds>(0, whole - *remaining);
}

void TableClock::charge(const Entry& entry) {
  if (entry.kind == Entry::Kind::choice && rules_.kind == Clock::Kind::bank)
    bank_[entry.seat] += static_cast<Milliseconds>(rules_.bonus) * 1000 - entry.spent;
}

void TableClock::refill(int seat, Milliseconds now) {
  bank_[static_cast<std::size_t>(seat)] = allowance();
  asked_at_ = now;
}

Milliseconds TableClock::left(int seat) const {
  return rules_.kind == Clock::Kind::bank ? bank_[static_cast<std::size_t>(seat)] : allowance();
}

std::optional<Milliseconds> TableClock::to_keep(int seat, Milliseconds now, Keep when) {
  const Milliseconds since = now - std::max(asked_at_, kept_at_),
                     often = std::clamp<Milliseconds>(allowance() / 20, 5'000, 600'000);
  if (since <= 0 || (when == Keep::now_and_then && since < often)) return std::nullopt;
  kept_at_ = now;
  return std::max<Milliseconds>(0, left_while_asked(seat, now));
}

}  // namespace rw::server
