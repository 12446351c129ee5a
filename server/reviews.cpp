// The thread that reviews, and what is known of each review.
#include "server/reviews.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>

#include "lab/review.h"
#include "server/json.h"

namespace rw::server {
namespace {
// Half of what the command takes by itself: a game is looked at in seconds, a long one in a minute.
constexpr std::uint32_t simulations = 200;
constexpr int deals = 12;

// Players come first: what is only looked at afterwards gets the time that is left.
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
  std::string out = R"({"status":)";
  if (work == now_) {
    out += R"("working")";
    append_member(out, "done", static_cast<std::int64_t>(work->done));
    append_member(out, "of", static_cast<std::int64_t>(work->of));
    return out + "}";
  }
  out += R"("waiting")";
  const auto place = std::find(waiting_.begin(), waiting_.end(), work) - waiting_.begin();
  append_member(out, "ahead", static_cast<std::int64_t>(place) + (now_ ? 1 : 0));
  return out + "}";
}

std::string Reviews::made(Work& work) {
  lab::ReviewPlan plan;
  plan.edition = work.order.edition;
  plan.replay = &work.order.replay;
  plan.simulations = simulations;
  plan.deals = deals;
  plan.language = work.order.language;
  plan.going = [this, &work](std::size_t done, std::size_t of) {
    work.done = done;
    work.of = of;
    return !stop_;
  };
  lab::Review review;
  std::string error;
  if (lab::review(plan, review, error))
    return R"({"status":"done","review":)" + lab::review_json(plan, review) + "}";
  std::string out = R"({"status":"failed")";
  append_member(out, "text", error);
  return out + "}";
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
    std::string result = made(*work);
    const std::lock_guard lock(mutex_);
    work->result = std::move(result);
    work->order.replay = {};
    now_.reset();
    kept_.push_back(std::move(work));
    if (kept_.size() > most_kept) kept_.pop_front();
  }
}

}  // namespace rw::server
