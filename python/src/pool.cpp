// Threads that wait for work and share it.
#include "python/src/pool.h"

namespace rw::python {

Pool::Pool(int threads) {
  for (int i = 1; i < threads; ++i) others_.emplace_back([this, i] { serve(i); });
}

Pool::~Pool() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  begin_.notify_all();
  for (std::thread& other : others_) other.join();
}

void Pool::run(const std::function<void(int)>& share) {
  if (!others_.empty()) {
    const std::lock_guard lock(mutex_);
    share_ = &share;
    ++round_;
    begin_.notify_all();
  }
  share(0);
  std::unique_lock lock(mutex_);
  share_ = nullptr;
  end_.wait(lock, [&] { return busy_ == 0; });
}

void Pool::serve(int thread) {
  unsigned seen = 0;
  std::unique_lock lock(mutex_);
  for (;;) {
    begin_.wait(lock, [&] { return over_ || round_ != seen; });
    if (over_) return;
    seen = round_;
    const auto* share = share_;
    if (share == nullptr) continue;  // the others have done it
    ++busy_;
    lock.unlock();
    (*share)(thread);
    lock.lock();
    if (--busy_ == 0) end_.notify_one();
  }
}

}  // namespace rw::python
