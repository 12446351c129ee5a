// Threads that wait for work and share it.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace rw::python {

class Pool {
 public:
  explicit Pool(int threads);
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  int threads() const { return static_cast<int>(others_.size()) + 1; }
  // Calls `share(thread)` on this thread and on those others that come before it is done, and returns when all of
  // them are: whatever there is to do must be done by then, however many came.
  void run(const std::function<void(int)>& share);

 private:
  void serve(int thread);
  std::mutex mutex_;
  std::condition_variable begin_, end_;
  const std::function<void(int)>* share_ = nullptr;
  unsigned round_ = 0;
  int busy_ = 0;
  bool over_ = false;
  std::vector<std::thread> others_;
};

}  // namespace rw::python
