// The progress bar and the handling of Ctrl-C.
#include "lab/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>

#include "speech/speech.h"

namespace rw::lab {
namespace {

constexpr std::int64_t between_draws_ms = 100;
constexpr int bar_width = 30;

volatile std::sig_atomic_t interrupted = 0;
struct sigaction before{}, before_end{};

extern "C" void on_interrupt(int) {
  interrupted = 1;
  std::signal(SIGINT, SIG_DFL);  // asked twice: end at once
  std::signal(SIGTERM, SIG_DFL);
}

std::string duration_text(double seconds) {
  const auto whole = std::lround(seconds);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

}  // namespace

Progress::Progress(std::string what, std::uint64_t total, bool wanted, End end)
    : what_(std::move(what)),
      total_(total),
      drawn_on_(wanted && total > 0 && isatty(STDERR_FILENO) == 1),
      end_(end) {
  if (drawn_on_) draw(0);
}

Progress::~Progress() {
  if (drawn_on_) std::fputs("\r\x1b[K", stderr);
}

void Progress::advance(std::uint64_t steps) {
  const std::uint64_t done = done_.fetch_add(steps, std::memory_order_relaxed) + steps;
  if (!drawn_on_) return;
  const std::int64_t now =
      std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start_).count();
  std::int64_t due = next_draw_.load(std::memory_order_relaxed);
  // Only the thread that moves the due time draws; the others go on playing.
  if (now >= due && next_draw_.compare_exchange_strong(due, now + between_draws_ms)) draw(done);
}

void Progress::note(std::string text) {
  const std::lock_guard lock(drawing_);
  note_ = std::move(text);
}

std::string Progress::line(std::uint64_t done, double seconds) const {
  const std::string behind = note_.empty() ? "" : "; " + note_;
  if (end_ == End::open) return fmt::format("{} {}{}", what_, done, behind);
  const double share = std::min(1.0, static_cast<double>(done) / static_cast<double>(total_));
  const int full = static_cast<int>(share * bar_width);
  std::string bar;
  for (int i = 0; i < bar_width; ++i) bar += i < full ? "█" : "░";
  const std::string left =
      done == 0 ? "" : speech::said(", {} left", duration_text(seconds / share * (1 - share)));
  return fmt::format("{} {} {}/{}{}{}", what_, bar, done, total_, left, behind);
}

void Progress::draw(std::uint64_t done) {
  const std::lock_guard lock(drawing_);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  std::fputs(("\r\x1b[K" + line(done, seconds)).c_str(), stderr);
  std::fflush(stderr);
}

Interruptible::Interruptible() {
  interrupted = 0;
  struct sigaction action{};
  action.sa_handler = on_interrupt;
  sigaction(SIGINT, &action, &before);
  sigaction(SIGTERM, &action, &before_end);
}

Interruptible::~Interruptible() {
  sigaction(SIGINT, &before, nullptr);
  sigaction(SIGTERM, &before_end, nullptr);
}

bool Interruptible::requested() { return interrupted != 0; }

}  // namespace rw::lab
