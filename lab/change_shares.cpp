// Sharing out changes, and adding up how far off the shares may be.
#include "lab/change_shares.h"

namespace rw::lab {

ChangeShares::ChangeShares(std::size_t seats, std::size_t deals)
    : weight_(1.0 / static_cast<double>(seats)),
      luck_{{Chances(seats), Chances(seats)}, {seats, std::vector<Chances>(deals, Chances(seats))}},
      shown_(luck_),
      rest_(luck_) {}

void ChangeShares::add(std::size_t viewer, const Estimate& before, const Estimate& came, const After* after,
                       Chances& choice, Chances& luck) {
  const bool imagined = after == nullptr || !after->expected.mean.empty();
  const Estimate& expected = after == nullptr ? came : imagined ? after->expected : before;
  for (std::size_t k = 0; k < choice.size(); ++k) choice[k] += weight_ * (expected.mean[k] - before.mean[k]);
  if (after == nullptr) return;
  Part& part = !imagined ? shown_ : after->chance ? luck_ : rest_;
  for (std::size_t k = 0; k < choice.size(); ++k) {
    const double change = weight_ * (came.mean[k] - expected.mean[k]);
    part.share.sum[k] += change;
    if (&part == &luck_) luck[k] += change;
  }
  add(part, viewer, expected, -1);
  close(viewer);
  add(part, viewer, came, 1);  // new deals begin
}

void ChangeShares::end() {
  for (std::size_t viewer = 0; viewer < luck_.runs.size(); ++viewer) close(viewer);
}

void ChangeShares::add(Part& part, std::size_t viewer, const Estimate& estimate, double sign) const {
  std::vector<Chances>& run = part.runs[viewer];
  for (std::size_t deal = 0; deal < run.size(); ++deal)
    for (std::size_t k = 0; k < run[deal].size(); ++k) run[deal][k] += sign * weight_ * estimate.each[deal][k];
}

void ChangeShares::close(std::size_t viewer) {
  for (Part* part : {&luck_, &shown_, &rest_})
    for (std::size_t k = 0; k < part->share.variance.size(); ++k) {
      Mean mean;
      for (Chances& deal : part->runs[viewer]) {
        mean.add(deal[k]);
        deal[k] = 0;
      }
      part->share.variance[k] += mean.deviation() * mean.deviation() / static_cast<double>(mean.count());
    }
}

}  // namespace rw::lab
