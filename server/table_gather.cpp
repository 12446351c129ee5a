// Several picks at once. The rules ask one by one; a person points at all of them, and the table answers the
// questions one after the other. Each answer is written before the next.
#include <algorithm>

#include "engine/alike.h"
#include "server/open_table.h"

namespace rw::server {
namespace {

// The pick that `bits` names, if it is not used up, or one that looks the same to everybody.
const core::Gathering::Pick* pick_named(const Edition& edition, const Position& now, const core::Gathering& open,
                                        const std::vector<Choice>& taken, std::uint64_t bits) {
  const auto is_free = [&](const core::Gathering::Pick& pick) {
    return std::count(taken.begin(), taken.end(), pick.choice) < pick.copies;
  };
  const auto& picks = open.picks;
  const auto* named =
      std::find_if(picks.begin(), picks.end(), [&](const auto& pick) { return pick.choice.bits == bits; });
  if (named == picks.end()) return nullptr;
  if (is_free(*named)) return named;
  const auto* like = std::find_if(picks.begin(), picks.end(), [&](const auto& pick) {
    return is_free(pick) && alike(edition, now, pick.choice, named->choice);
  });
  return like == picks.end() ? nullptr : like;
}

}  // namespace

void OpenTable::gather(Watcher& w, const ClientMessage& message) {
  static thread_local core::Gathering open;
  const Edition& edition = history_->edition();
  const Position& now = history_->now();
  if (!edition.gathering(now, open)) return refuse(w, message, "illegal", Saying::one_choice);
  const int count = static_cast<int>(message.picks->size());
  if (count < open.least || count > open.most) {
    const int bound = count < open.least ? open.least : open.most;
    return refuse(w, message, "illegal", said(edition, now, Saying::picks, w.language, {.a = count, .b = bound}));
  }
  Gathered gathered{w.seat, open.effect, open.most + 1, {}};
  for (const std::uint64_t bits : *message.picks) {
    const auto* pick = pick_named(edition, now, open, gathered.rest, bits);
    if (pick == nullptr) return refuse(w, message, "illegal", no_such_choice(w.language));
    gathered.rest.push_back(pick->choice);
  }
  std::sort(gathered.rest.begin(), gathered.rest.end(), [](Choice x, Choice y) { return x.a() < y.a(); });
  gathered_ = std::move(gathered);
  if (!find_next_pick()) return refuse(w, message, "illegal", Saying::impossible);
  commit_choice(gathered_->next, &w, message.ref);
}

// After each pick: what comes next, or that it is over. If an effect asks something else in between, the rest is
// asked for again, and everything can still be picked.
bool OpenTable::find_next_pick() {
  static thread_local core::Gathering open;
  if (!gathered_) return false;
  Gathered& gathered = *gathered_;
  const Edition& edition = history_->edition();
  const Position& now = history_->now();
  const bool same = !history_->over() && core::index(history_->decision().asked) == gathered.seat &&
                    edition.gathering(now, open) && open.effect == gathered.effect && open.most < gathered.most;
  gathered.next = {};
  if (same && gathered.rest.empty()) {
    gathered.next = open.stop;
    gathered.most = 0;  // nothing comes after it
  } else if (same) {
    gathered.next = offered_now(edition, now, now, gathered.rest.front());
    gathered.rest.erase(gathered.rest.begin());
    gathered.most = open.most;
  }
  if (gathered.next.bits != 0) return true;
  gathered_.reset();
  return false;
}

}  // namespace rw::server
