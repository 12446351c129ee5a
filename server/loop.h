// The network thread's queue of things to do. Everything about tables and people happens there, one
// thing after the other, so nothing of it needs a lock.
#pragma once

#include <chrono>
#include <functional>

#include "server/records.h"

namespace rw::server {

class Loop {
 public:
  virtual ~Loop() = default;
  virtual void post(std::function<void()> job) = 0;                          // from any thread
  virtual void after(Milliseconds delay, std::function<void()> job) = 0;     // from the loop itself
  virtual Milliseconds now() const {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
  }
};

}  // namespace rw::server
