// The network thread's queue of things to do. Everything about tables and people happens there, one
// thing after the other, so nothing of it needs a lock.
#pragma once

#include <chrono>
#include <ctime>
#include <functional>

#include "server/records.h"

namespace rw::server {

class Loop {
 public:
  virtual ~Loop() = default;
  virtual void post(std::function<void()> job) = 0;                          // from any thread
  virtual void after(Milliseconds delay, std::function<void()> job) = 0;     // from the loop itself
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
};

}  // namespace rw::server
