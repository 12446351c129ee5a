// Things to do now or later, one after the other. The page wakes the module when something is due.
#pragma once

#include <cmath>
#include <deque>
#include <functional>
#include <map>
#include <utility>

#include "server/loop.h"
#include "wasm/host.h"

namespace rw::wasm {

class Loop final : public server::Loop {
 public:
  void post(std::function<void()> job) override { jobs_.push_back(std::move(job)); }
  void after(server::Milliseconds delay, std::function<void()> job) override {
    timers_.emplace(steady() + delay, std::move(job));
  }

  // Does what is due. At the end of every call from the page.
  void run() {
    for (;;) {
      while (!timers_.empty() && timers_.begin()->first <= steady()) {
        jobs_.push_back(std::move(timers_.begin()->second));
        timers_.erase(timers_.begin());
      }
      if (jobs_.empty()) break;
      const auto job = std::move(jobs_.front());
      jobs_.pop_front();
      job();
    }
    if (!timers_.empty()) host::host_wake(static_cast<double>(timers_.begin()->first - steady()));
  }

 private:
  std::deque<std::function<void()>> jobs_;
  std::multimap<server::Milliseconds, std::function<void()>> timers_;
};

}  // namespace rw::wasm
