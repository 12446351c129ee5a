// The log of a game, line by line: what belongs to one line is told in one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/play_session.h"

namespace rw::cli {

class LogLines {
 public:
  LogLines(const Edition& edition, Viewer viewer, std::string_view language)
      : edition_(edition), viewer_(viewer), language_(language) {}

  // What happened, as it is told at that position. Cards drawn or discarded one after another make one line, and a
  // rule that was also at work (an event without words) joins the line before.
  void add(const Position& position, const core::Event& event);
  std::vector<LogLine> take();

 private:
  std::string_view verb_of(const core::Event& event) const;
  bool takes_more(const core::Event& event) const;
  bool joins_last(const core::Event& event, const std::string& text);

  const Edition& edition_;
  Viewer viewer_;
  std::string_view language_;
  std::vector<LogLine> lines_;
  core::Event told_;  // the event of the last line
  std::string told_text_;
  int times_ = 1;  // how often it is told in that line
  bool unseen_ = false;  // it speaks of a card that the viewer cannot see
};

// The clause that a line rests on first and how many more there are, "DNB-STR-05 +2"; or all of them.
enum class Cited : std::uint8_t { first, all };
std::string cited(const LogLine& line, Cited which);

}  // namespace rw::cli
