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
  Job job{[thought, question = std::move(question)] {
            const auto start = std::chrono::steady_clock::now();
            thought->choice = think(question);
            thought->length =
                std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start)
                    .count();
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

void Bots::run(Lines& mine) {
  for (;;) {
    Job job;
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [&] { return stop_ || mine.count > 0; });
      if (stop_) return;
      job = mine.take();
    }
    try {
      job.job();
    } catch (const std::exception& fault) {
      log_warning("work failed", {{"error", fault.what()}});
    }
    job.asker->post(std::move(job.then));
  }
}

}  // namespace rw::server
