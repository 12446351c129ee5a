// The threads, and the players that each of them keeps.
#include "server/bots.h"

#include "server/log.h"
#include "server/thinking.h"

namespace rw::server {
// Hashing a password takes 64 MiB, so there are few of these threads.
constexpr int work_threads = 2;

void Bots::Lines::add(const std::string& whose, Job job) {
  ++count;
  for (auto& [who, line] : lines)
    if (who == whose) return line.push_back(std::move(job));
  lines.emplace_back(whose, std::deque<Job>{}).second.push_back(std::move(job));
}

// A line that was served goes to the end.
Bots::Job Bots::Lines::take() {
  --count;
  auto front = std::move(lines.front());
  lines.pop_front();
  Job job = std::move(front.second.front());
  front.second.pop_front();
  if (!front.second.empty()) lines.push_back(std::move(front));
  return job;
}

Bots::Bots(int threads, Loop& loop) : loop_(loop) {
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { run(questions_); });
  for (int i = 0; i < work_threads; ++i) threads_.emplace_back([this] { run(work_); });
}

Bots::~Bots() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Bots::work(std::function<void()> job, std::function<void()> then, const std::string& whose) {
  {
    const std::lock_guard lock(mutex_);
    work_.add(whose, {std::move(job), std::move(then), &asker()});
  }
  wake_.notify_all();
}

void Bots::ask(BotQuestion question, std::function<void(Choice, Milliseconds)> then) {
  struct Thought {
    Choice choice;
    Milliseconds length = 0;
  };
  auto thought = std::make_shared<Thought>();
  const std::string whose = question.whose;
  Job job{[this, thought, question = std::move(question)] {
            const auto start = std::chrono::steady_clock::now();
            const std::optional<Choice> known = foresight_.recalled(question);
            if (known) ++foreseen_;
            thought->choice = known ? *known : think(question);
            thought->length =
                std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start)
                    .count();
            if (thought->choice.bits != 0) foresight_.expect(question, thought->choice);
          },
          [thought, then = std::move(then)] { then(thought->choice, thought->length); }, &asker()};
  {
    const std::lock_guard lock(mutex_);
    questions_.add(whose, std::move(job));
  }
  wake_.notify_all();
}

std::size_t Bots::waiting() const {
  const std::lock_guard lock(mutex_);
  return questions_.count + work_.count;
}

// Somebody must be left for whoever asks meanwhile.
bool Bots::may_think_ahead(const Lines& mine) const {
  return &mine == &questions_ && idle_ > 1 && mine.count == 0 && work_.count == 0 && foresight_.is_awaiting();
}

void Bots::run(Lines& mine) {
  for (;;) {
    Job job;
    {
      std::unique_lock lock(mutex_);
      idle_ += &mine == &questions_ ? 1 : 0;
      wake_.wait(lock, [&] { return stop_ || mine.count > 0 || may_think_ahead(mine); });
      idle_ -= &mine == &questions_ ? 1 : 0;
      if (stop_) return;
      if (mine.count > 0) job = mine.take();
    }
    try {
      job.job ? job.job() : foresight_.think_ahead();
    } catch (const std::exception& fault) {
      log_warning("work failed", {{"error", fault.what()}});
    }
    if (job.asker != nullptr) job.asker->post(std::move(job.then));
    wake_.notify_all();
  }
}

}  // namespace rw::server
