// The clock of a table: how long each seat may still think. Times are those of the steady clock; the table says
// what time it is.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "server/records.h"

namespace rw::server {

class TableClock {
 public:
  // The clock of a game that has come so far.
  TableClock(const Clock&, std::size_t seats, const std::vector<Entry>&);

  bool runs() const { return rules_.kind != Clock::Kind::none; }
  Milliseconds allowance() const;  // for a decision, or for the whole game

  // A question is open from now on.
  void ask(Milliseconds now) { asked_at_ = now; }
  // When the table was last open this much was left. Whoever was thinking goes on with it, and nobody is charged
  // for the time in between.
  void was_left(std::optional<Milliseconds> remaining) { remaining_ = remaining; }
  void go_on(int seat);
  void charge(const Entry&);  // what a choice took, and the bonus for it
  void refill(int seat, Milliseconds now);  // the others have decided to wait

  Milliseconds thinking(Milliseconds now) const { return now - asked_at_; }
  Milliseconds left(int seat) const;  // of a seat that is not asked
  Milliseconds left_while_asked(int seat, Milliseconds now) const { return left(seat) - thinking(now); }
  // What is left to this seat, if it is time to store it again. If the server is killed, whoever was thinking
  // gains at most this part of the time.
  enum class Keep : std::uint8_t { now_and_then, now };
  std::optional<Milliseconds> to_keep(int seat, Milliseconds now, Keep);

  // An alarm that was set counts as long as no other one is set.
  std::uint64_t set_alarm() { return ++alarm_; }
  bool is_set(std::uint64_t alarm) const { return alarm_ == alarm; }

 private:
  Clock rules_;
  std::vector<Milliseconds> bank_;  // by seat
  Milliseconds asked_at_ = 0, kept_at_ = 0;
  std::optional<Milliseconds> remaining_;
  std::uint64_t alarm_ = 0;
};

}  // namespace rw::server
