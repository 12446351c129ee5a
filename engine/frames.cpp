// From a log that kept positions to frames.
#include "engine/frames.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "engine/core/hash.h"

namespace rw {

Frame& Frames::add() {
  if (count_ == frames_.size()) frames_.emplace_back();
  Frame& frame = frames_[count_++];
  frame.has_event = false;
  frame.clauses.clear();
  return frame;
}

// A rule that was also at work has an event without words: its clause joins the line before it, or the first line.
void Frames::begin(const core::EventList& events, const Position& after) {
  count_ = 0;
  const std::size_t bytes = after.bytes().size();
  std::span<const std::byte> kept = events.kept();
  bool waiting = false;  // the first frame is there and has no event yet
  for (const core::Event& event : events) {
    const bool worded = edition_->worded_events().test(event.kind);
    if (count_ == 0 || (worded && !waiting)) {
      add().told_in = after;
      waiting = true;
    }
    Frame& frame = frames_[count_ - 1];
    if (worded) {
      waiting = false;
      frame.has_event = true;
      frame.event = event;
      if (!kept.empty()) {
        std::memcpy(frame.told_in.data(), kept.data(), bytes);
        kept = kept.subspan(bytes);
      }
    }
    if (event.clause != 0 &&
        std::find(frame.clauses.begin(), frame.clauses.end(), event.clause) == frame.clauses.end())
      frame.clauses.push_back(event.clause);
  }
  if (count_ == 0) add().told_in = after;
}

void Frames::describe(const Position& position, core::Snapshot& out) {
  core::SnapshotVisitor visitor(out, paths_);
  edition_->game().snapshot(edition_->content(), position.data(), visitor);
}

void Frames::describe_start(const Position& position, core::Snapshot& out) {
  const std::uint64_t hash = core::hash64(position.bytes());
  Kept* known = kept_.empty() ? nullptr : &kept_[hash % most_kept];
  if (hash == 0 || known == nullptr || known->hash != hash) return describe(position, out);
  std::swap(known->snapshot, out);
  known->hash = 0;
}

void Frames::keep_last() {
  if (last_hash_ == 0) return;
  if (kept_.empty()) kept_.resize(most_kept);
  Kept& place = kept_[last_hash_ % most_kept];
  place.hash = std::exchange(last_hash_, 0);
  std::swap(place.snapshot, snapshots_[last_]);
}

void Frames::tell(const core::EventList& events, const Position& before, const Position& after) {
  keep_last();
  begin(events, after);
  if (snapshots_.size() < count_ + 1) snapshots_.resize(count_ + 1);
  if (comparisons_.size() < count_) comparisons_.resize(count_);
  describe_start(before, snapshots_[0]);
  const bool kept = !events.kept().empty();
  const Position* last_described = &before;
  last_ = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    // What changes after the last event belongs to it; without kept positions everything does.
    const Position& now = i + 1 == count_ ? after : kept ? frames_[i].told_in : before;
    const std::size_t from = last_;
    // An event may change nothing: its position need not be described again.
    if (now != *last_described) describe(now, snapshots_[++last_]);
    last_described = &now;
    comparisons_[i].compare(snapshots_[from], snapshots_[last_]);
  }
  last_hash_ = core::hash64(after.bytes());
}

void Frames::tell_lines(const core::EventList& events, const Position& after) {
  begin(events, after);
  if (!frames_[0].has_event) count_ = 0;
}

void Frames::append_view(std::string& out, const Position& position, Viewer viewer) {
  describe(position, whole_);
  core::append_view(out, whole_, paths_, viewer);
}

}  // namespace rw
