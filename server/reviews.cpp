// The thread that reviews, and what is known of each review.
#include "server/reviews.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>

#include "server/fault.h"
#include "server/json.h"
#include "server/log.h"
#include "server/reviewing.h"

namespace rw::server {
namespace {
// Players come first; reviews get the time that is left.
void step_back() { setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), 10); }
}  // namespace

Reviews::Reviews() : thread_([this] { run(); }) {}

Reviews::~Reviews() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

std::shared_ptr<Reviews::Work> Reviews::find(std::string_view key) const {
  if (now_ && now_->order.key == key) return now_;
  for (const auto* list : {&waiting_, &kept_})
    for (const auto& work : *list)
      if (work->order.key == key) return work;
  return nullptr;
}

bool Reviews::start(Order order) {
  {
    const std::lock_guard lock(mutex_);
    if (find(order.key)) return true;
    if (waiting_.size() >= most_waiting) return false;
    auto work = std::make_shared<Work>();
    work->order = std::move(order);
    waiting_.push_back(std::move(work));
  }
  wake_.notify_one();
  return true;
}

std::string Reviews::state(std::string_view key) const {
  const std::lock_guard lock(mutex_);
  const std::shared_ptr<Work> work = find(key);
  if (!work) return {};
  if (!work->result.empty()) return work->result;
  if (work == now_) return review_working(work->done, work->of);
  std::string out = R"({"status":"waiting")";
  const auto place = std::find(waiting_.begin(), waiting_.end(), work) - waiting_.begin();
  append_member(out, "ahead", static_cast<std::int64_t>(place) + (now_ ? 1 : 0));
  return out + "}";
}

std::string Reviews::made(Work& work) {
  return review_answer(work.order.edition, work.order.replay, work.order.language,
                       [this, &work](std::size_t done, std::size_t of) {
                         work.done = done;
                         work.of = of;
                         return !stop_;
                       });
}

void Reviews::run() {
  step_back();
  for (;;) {
    std::shared_ptr<Work> work;
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [this] { return stop_ || !waiting_.empty(); });
      if (stop_) return;
      now_ = work = waiting_.front();
      waiting_.pop_front();
    }
    std::string result;
    if (std::string fault; !runs([&] { result = made(*work); }, fault)) {
      log_warning("a review failed", {{"error", fault}});
      result = R"({"status":"failed","text":"this should not happen; it is in the log"})";
    }
    const std::lock_guard lock(mutex_);
    work->result = std::move(result);
    work->order.replay = {};
    now_.reset();
    kept_.push_back(std::move(work));
    if (kept_.size() > most_kept) kept_.pop_front();
  }
}

}  // namespace rw::server
