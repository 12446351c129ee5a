// What bots think of while somebody else is asked.
#pragma once

#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "server/open_table.h"

namespace rw::server {

// Bots think of the answers to what the one who is asked is likely to choose. A bot that thinks by the clock
// thinks twice as long of them as it would when asked. What it is shown is what it will be shown then, so it
// learns nothing that it may not know.
class Foresight {
 public:
  // What was thought of for this very position.
  std::optional<Choice> recalled(const BotQuestion&);
  // A bot has answered; now others are asked. What was expected after its previous answer is of no more use.
  void expect(const BotQuestion& answered, Choice answer);
  bool is_awaiting() const;
  std::size_t thoughts() const;  // how many answers it has ready
  // Thinks of one thing that may be asked next.
  void think_ahead();

  static constexpr std::size_t likely = 8;         // choices of the one who is asked
  static constexpr std::size_t most_awaited = 8;  // tables
  static constexpr std::size_t most_recalled = 64;
  static constexpr int times_as_long = 2;

 private:
  struct Awaited {
    BotQuestion question;  // the position after the bot's answer
    Seat bot;
    std::vector<Choice> replies;  // the likeliest last
  };
  struct Thought {
    std::string bot;
    Position position;
    Choice choice;
  };
  mutable std::mutex mutex_;
  std::deque<Awaited> awaited_;  // the latest last
  std::deque<Thought> thoughts_;
};

}  // namespace rw::server
