// Where the computer thinks: threads of their own, so that the network never waits for them.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "server/foresight.h"
#include "server/loop.h"
#include "server/open_table.h"

namespace rw::server {

// Each person has a line of waiting questions, and the lines take turns: somebody with many tables keeps nobody
// else waiting. Other slow work (passwords, decks) has threads of its own. While nobody asks anything, one of the
// threads thinks ahead, as long as another one is free.
class Bots {
 public:
  Bots(int threads, Loop& loop);
  ~Bots();  // drops jobs that have not begun
  Bots(const Bots&) = delete;
  Bots& operator=(const Bots&) = delete;

  // If the bot fails, the answer is an empty choice.
  void ask(BotQuestion, std::function<void(Choice, Milliseconds)>);
  // Hashing passwords, checking decks, compiling content. `then` runs in the loop that asks.
  void work(std::function<void()> job, std::function<void()> then, const std::string& whose = {});
  std::size_t waiting() const;
  std::size_t thoughts() const { return foresight_.thoughts(); }
  std::size_t foreseen() const { return foreseen_; }  // questions whose answer was known when they came

 private:
  struct Job {
    std::function<void()> job, then;
    Loop* asker = nullptr;
  };
  // One line of jobs per person. The line in front is served next.
  struct Lines {
    std::deque<std::pair<std::string, std::deque<Job>>> lines;
    std::size_t count = 0;
    void add(const std::string& whose, Job);
    Job take();
  };
  void run(Lines&);
  bool may_think_ahead(const Lines&) const;

  Loop& asker() { return Loop::here() != nullptr ? *Loop::here() : loop_; }

  Loop& loop_;  // reports to this one if no loop asked
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  Lines questions_, work_;
  Foresight foresight_;
  int idle_ = 0;  // threads that wait for a question
  std::atomic<std::size_t> foreseen_ = 0;
  bool stop_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace rw::server
