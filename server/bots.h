// Where the computer thinks: threads of their own, so that the network never waits for them.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "server/loop.h"
#include "server/table.h"

namespace rw::server {

class Bots {
 public:
  Bots(int threads, Loop& loop);
  ~Bots();  // drops what nobody has begun
  Bots(const Bots&) = delete;
  Bots& operator=(const Bots&) = delete;

  void ask(BotQuestion, std::function<void(Choice, Milliseconds)>);
  // Other work that takes long: hashing passwords, checking decks. `then` runs in the loop.
  void work(std::function<void()> job, std::function<void()> then);
  std::size_t waiting() const;

 private:
  struct Job {
    std::function<void()> job, then;
  };
  void run();

  Loop& loop_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Job> queue_;
  bool stop_ = false;
  std::vector<std::thread> threads_;
};

// The strengths that a table may ask for. False with an `error`.
bool is_bot_strength(std::string_view bot, const Game&, std::string& error);
inline constexpr const char* usual_bot = "strong";
inline constexpr std::uint32_t most_server_simulations = 20'000;
inline constexpr int most_server_thinking = 2'000;  // milliseconds

}  // namespace rw::server
