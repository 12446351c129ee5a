// A thread with its queue of jobs. Each table lives in one loop; what belongs to the whole process (people, lists,
// pairing) lives in the first. Jobs of a loop run one after the other, so they need no lock.
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
  // The loop of this thread; null in any other thread.
  static Loop* here() { return here_; }
  // From 0 to most_loops - 1; an index for what each loop keeps for itself.
  static int number_here() { return here_ == nullptr ? 0 : here_->number(); }
  virtual int number() const { return 0; }
  // Runs the job now if this is the loop's thread, and otherwise in its turn.
  void dispatch(std::function<void()> job) {
    if (here_ == this)
      job();
    else
      post(std::move(job));
  }
  virtual void post(std::function<void()> job) = 0;  // from any thread
  virtual void after(Milliseconds delay, std::function<void()> job) = 0;  // from the loop itself
  // The time of day, to show and to write down. It may jump, so never measure a length of time by it.
  virtual Milliseconds now() const {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
  }
  // For lengths of time. It only goes forward, also while the machine sleeps, and means nothing to another
  // process.
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
