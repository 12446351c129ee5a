// Where the computer thinks: threads of their own, so that the network never waits for them.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "server/loop.h"
#include "server/table.h"

namespace rw::server {

// Questions wait in a line for each person who asks them, and the lines take turns: whoever has many tables waits
// for the own ones only. Other work that takes long (passwords, decks) has threads of its own.
class Bots {
 public:
  Bots(int threads, Loop& loop);
  ~Bots();  // drops what nobody has begun
  Bots(const Bots&) = delete;
  Bots& operator=(const Bots&) = delete;

  // The answer is no choice at all if the bot fails.
  void ask(BotQuestion, std::function<void(Choice, Milliseconds)>);
  // Hashing passwords, checking decks, compiling content. `then` runs in the loop that asks.
  void work(std::function<void()> job, std::function<void()> then, const std::string& whose = {});
  std::size_t waiting() const;

 private:
  struct Job {
    std::function<void()> job, then;
    Loop* asker = nullptr;
  };
  // Jobs by whom they are for; the one in front is next.
  struct Lines {
    std::deque<std::pair<std::string, std::deque<Job>>> lines;
    std::size_t count = 0;
    void add(const std::string& whose, Job);
    Job take();
  };
  void run(Lines&);

  Loop& asker() { return Loop::here() != nullptr ? *Loop::here() : loop_; }

  Loop& loop_;  // for what no loop asks
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  Lines questions_, work_;
  bool stop_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace rw::server
