// One thread, one connection, group commit.
#include "server/storage.h"

#include <map>

#include "server/fault.h"
#include "server/log.h"

namespace rw::server {
namespace {
// More would make the first of them wait too long.
constexpr std::size_t largest_batch = 256;
constexpr Milliseconds too_long = 5000;

std::int64_t steady_now() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}
}  // namespace

Storage::Storage(std::unique_ptr<Store> store, Loop& loop)
    : store_(std::move(store)), loop_(loop), shared_(store_->shared()), thread_([this] { run(); }) {}

Storage::~Storage() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_one();
  if (thread_.joinable()) thread_.join();
}

bool Storage::healthy() const {
  const std::int64_t since = busy_since_;
  return healthy_ && (since == 0 || steady_now() - since < too_long);
}

bool Storage::close(Milliseconds limit) {
  {
    std::unique_lock lock(mutex_);
    stop_ = true;
    wake_.notify_one();
    if (!ended_.wait_for(lock, std::chrono::milliseconds(limit), [this] { return over_; })) return false;
  }
  thread_.join();
  store_->close();
  return true;
}

void Storage::submit(std::function<void(Store&)> work, std::function<void(bool)> then) {
  {
    const std::lock_guard lock(mutex_);
    queue_.push_back({std::move(work), std::move(then), Loop::here() != nullptr ? Loop::here() : &loop_});
  }
  wake_.notify_one();
}

std::size_t Storage::waiting() const {
  const std::lock_guard lock(mutex_);
  return queue_.size();
}

void Storage::run() {
  for (;;) {
    std::deque<Job> batch;
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [this] { return stop_ || !queue_.empty(); });
      if (queue_.empty()) {
        over_ = true;
        ended_.notify_all();
        return;
      }
      while (!queue_.empty() && batch.size() < largest_batch) {
        batch.push_back(std::move(queue_.front()));
        queue_.pop_front();
      }
    }
    busy_since_ = steady_now();
    run_batch(std::move(batch));
    busy_since_ = 0;
  }
}

bool Storage::commit(const std::deque<Job>& batch, std::size_t from, std::size_t to) {
  const auto start = std::chrono::steady_clock::now();
  bool good = store_->begin();
  for (std::size_t i = from; good && i < to; ++i) {
    try {
      batch[i].work(*store_);
      good = store_->good();
    } catch (const std::exception& fault) {  // one bad job must not end the others
      log_warning("storage job failed", {{"error", fault.what()}});
      good = false;
    }
  }
  good = good && store_->commit();
  // Reading says nothing about writing.
  if (!good || store_->wrote()) healthy_ = good;
  if (!good) {
    log_storage_failure(store_->error());
    store_->rollback();
    ++failures;
  }
  ++commits;
  commit_microseconds += static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - start).count());
  return good;
}

// If one job spoils the batch, the others are committed without it.
void Storage::run_batch(std::deque<Job> batch) {
  jobs += batch.size();
  std::vector<bool> done(batch.size(), commit(batch, 0, batch.size()));
  if (!done[0] && batch.size() > 1)
    for (std::size_t i = 0; i < batch.size(); ++i) done[i] = commit(batch, i, i + 1);
  struct Report {
    std::function<void(bool)> then;
    bool good;
  };
  std::map<Loop*, std::vector<Report>> reports;
  for (std::size_t i = 0; i < batch.size(); ++i)
    reports[batch[i].asker].push_back({std::move(batch[i].then), done[i]});
  for (auto& [loop, list] : reports)
    loop->post([told = std::move(list)] {
      // What one of them throws must not keep the others from their answer: their tables would wait for ever.
      for (const Report& report : told)
        if (std::string fault; !runs([&] { report.then(report.good); }, fault))
          log_warning("an answer of storage failed", {{"error", fault}});
    });
}

}  // namespace rw::server
