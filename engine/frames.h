// What happened, frame by frame: each event that has words, with the position in which it happened, and for a
// viewer what changed in the view since the frame before. Replays, tables and pages tell a game by these.
#pragma once

#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "engine/core/event.h"
#include "engine/core/snapshot.h"
#include "engine/game.h"
#include "engine/tokens.h"

namespace rw {

// Each event of a log with the position in which it happened; without kept positions with the one after.
template <class Visit>
void each_told(const Edition& edition, const core::EventList& events, const Position& after, Visit&& visit) {
  Position then = after;
  std::span<const std::byte> kept = events.kept();
  for (const core::Event& event : events) {
    if (!kept.empty() && edition.worded_events().test(event.kind)) {
      std::memcpy(then.data(), kept.data(), then.bytes().size());
      kept = kept.subspan(then.bytes().size());
    }
    visit(static_cast<const Position&>(then), event);
  }
}

// One frame. A choice that nobody needs words for is one without event.
struct Frame {
  bool has_event = false;
  core::Event event;
  std::vector<core::ClauseNumber> clauses;  // of the event and of the rules that were also at work, each once
  Position told_in;                         // as it was when the event happened
};

// Tells frames; kept and used again, since its memory is. What it hands out holds until the next telling.
class Frames {
 public:
  explicit Frames(std::shared_ptr<const Edition> edition) : edition_(std::move(edition)) {}

  const Edition& edition() const { return *edition_; }
  const core::Paths& paths() const { return paths_; }

  // From `before` to `after`, which a choice made of it; `log` listened, and kept positions. Without kept
  // positions (the set-up, choices taken back) all that changed belongs to the last event.
  void tell(const core::EventList& events, const Position& before, const Position& after);
  // Lines alone: what is told, without what changed.
  void tell_lines(const core::EventList& events, const Position& after);

  std::size_t size() const { return count_; }
  const Frame& operator[](std::size_t i) const { return frames_[i]; }
  void changes(std::size_t frame, Viewer viewer, std::vector<core::Change>& out,
               core::Spelling* spelling = nullptr) const {
    comparisons_[frame].changes(viewer, paths_, out, spelling);
  }
  void moved(std::size_t frame, Viewer viewer, std::vector<core::Moved>& out) const {
    comparisons_[frame].moved(viewer, out);
  }

  // Takes a viewer's tokens over one frame, or gives them out anew in a position.
  void follow(std::size_t frame, Tokens& tokens) const { tokens.follow(comparisons_[frame]); }
  void begin(Tokens& tokens, const Position& position) {
    describe(position, whole_);
    tokens.begin(whole_);
  }

  // A position in the numbers of `paths`.
  void describe(const Position&, core::Snapshot&);
  // The whole view, as Edition::json gives it.
  void append_view(std::string& out, const Position&, Viewer);

 private:
  void begin(const core::EventList& events, const Position& after);
  Frame& add();
  // What a choice led to is what the next one starts from. It is kept when the next telling begins: until then it
  // is looked at.
  void describe_start(const Position&, core::Snapshot&);
  void keep_last();

  std::shared_ptr<const Edition> edition_;
  core::Paths paths_;
  std::vector<Frame> frames_;
  std::size_t count_ = 0;
  std::vector<core::Snapshot> snapshots_;  // before the first frame, then after each
  std::size_t last_ = 0;  // of them: where the last telling led to
  std::uint64_t last_hash_ = 0;  // 0: nowhere
  std::vector<core::Comparison> comparisons_;
  core::Snapshot whole_;
  // The positions that were told last, by their hash, each in its place: some hundred games at once.
  struct Kept {
    std::uint64_t hash = 0;
    core::Snapshot snapshot;
  };
  static constexpr std::size_t most_kept = 256;
  std::vector<Kept> kept_;
};

}  // namespace rw
