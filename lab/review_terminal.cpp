// A review that somebody waits for at a terminal.
#include <atomic>

#include "lab/progress.h"
#include "lab/review.h"
#include "speech/speech.h"

namespace rw::lab {

Expected<> review_at_terminal(ReviewPlan plan, Review& out, ProgressBar bar) {
  const Interruptible interruptible;
  Progress progress(speech::said("decisions"), plan.replay->choices.size() + 1, bar == ProgressBar::shown);
  std::atomic<std::size_t> shown = 0;
  plan.going = [&](std::size_t done, std::size_t) {
    std::size_t before = shown;  // threads may tell in another order than they have counted
    while (before < done && !shown.compare_exchange_weak(before, done)) {
    }
    if (before < done) progress.advance(done - before);
    return !Interruptible::requested();
  };
  return review(plan, out);
}

}  // namespace rw::lab
