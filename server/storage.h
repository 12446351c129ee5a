// The storage thread. Jobs that wait together are committed together (one disk sync for all of them), and
// each is reported to the loop that asked, only after the commit.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "server/loop.h"
#include "server/store.h"

namespace rw::server {

class Storage {
 public:
  Storage(std::unique_ptr<Store> store, Loop& loop);
  ~Storage();  // finishes what was submitted
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;

  // `work` runs in the storage thread inside a transaction, perhaps twice (it must only assign its results);
  // `then` runs in the loop that asks, with false if nothing was committed.
  void submit(std::function<void(Store&)> work, std::function<void(bool)> then);
  // The same with a result.
  template <class Result>
  void ask(std::function<Result(Store&)> work, std::function<void(bool, Result&)> then) {
    auto result = std::make_shared<Result>();
    submit([result, work = std::move(work)](Store& store) { *result = work(store); },
           [result, then = std::move(then)](bool good) { then(good, *result); });
  }

  bool shared() const { return shared_; }
  // False if the last commit failed, or if one has been under way for too long.
  bool healthy() const;
  // Finishes what was submitted and closes the database in order. False if that takes too long.
  bool close(Milliseconds limit);
  std::size_t waiting() const;
  // Shown by /metrics.
  std::atomic<std::uint64_t> commits{0}, jobs{0}, failures{0}, commit_microseconds{0};

 private:
  struct Job {
    std::function<void(Store&)> work;
    std::function<void(bool)> then;
    Loop* asker;
  };
  void run();
  void run_batch(std::deque<Job> batch);
  bool commit(const std::deque<Job>& batch, std::size_t from, std::size_t to);

  std::unique_ptr<Store> store_;
  Loop& loop_;  // reports to this one if no loop asked
  const bool shared_;
  std::atomic<bool> healthy_{true};
  std::atomic<std::int64_t> busy_since_{0};  // of the steady clock, in milliseconds; 0: idle
  mutable std::mutex mutex_;
  std::condition_variable wake_, ended_;
  std::deque<Job> queue_;
  bool stop_ = false, over_ = false;
  std::thread thread_;
};

}  // namespace rw::server
