// A thread's queue of things to do. Each table lives in one loop, and what is of the whole process (people, lists,
// pairing) in the first one: there everything happens one thing after the other, so nothing of it needs a lock.
#pragma once

#include <chrono>
#include <ctime>
#include <functional>
#include <utility>

#include "server/records.h"

namespace rw::server {

inline constexpr int most_loops = 64;

class Loop {
 public:
  virtual ~Loop() = default;
  // The loop whose thread this is; null in any other thread.
  static Loop* here() { return here_; }
  // From 0 to most_loops - 1: what is kept once for each thread is found by it.
  static int number_here() { return here_ == nullptr ? 0 : here_->number(); }
  virtual int number() const { return 0; }
  // Now if this is the loop's thread, else as soon as it comes to it.
  void dispatch(std::function<void()> job) {
    if (here_ == this)
      job();
    else
      post(std::move(job));
  }
  virtual void post(std::function<void()> job) = 0;  // from any thread
  virtual void after(Milliseconds delay, std::function<void()> job) = 0;  // from the loop itself
  // The time of day, to be shown and written down. It may jump, so no length of time is measured by it.
  virtual Milliseconds now() const {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
  }
  // For lengths of time: it only goes forward, also while the machine sleeps. It means nothing to another process.
  virtual Milliseconds steady() const {
    timespec time{};
#if defined(CLOCK_BOOTTIME)
    clock_gettime(CLOCK_BOOTTIME, &time);
#else
    clock_gettime(CLOCK_MONOTONIC, &time);
#endif
    return static_cast<Milliseconds>(time.tv_sec) * 1000 + time.tv_nsec / 1'000'000;
  }

 protected:
  static inline thread_local Loop* here_ = nullptr;
};

}  // namespace rw::server
