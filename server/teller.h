// Writes frames, lines and decisions for a channel, by numbers (docs/protocol.md). Nothing here knows more than
// the viewer.
#pragma once

#include <string>
#include <vector>

#include "server/dictionary.h"
#include "server/wording.h"

namespace rw::server {

class Teller {
 public:
  // Places are told by the numbers of `paths`: those of the frames that are told.
  Teller(const Wording& wording, const core::Paths& paths, Dictionary& said, Eyes eyes)
      : wording_(wording), paths_(paths), said_(said), eyes_(eyes) {}

  // All frames of the last telling, as the elements of a list. `notice` (JSON) replaces the events: something
  // happened that is not an event of the rules.
  void append_frames(std::string& out, const Frames&, const std::string* notice = nullptr);
  // An event with the clauses of its frame.
  void append_event(std::string& out, const Frame&);
  // The open decision with all its choices.
  void append_decision(std::string& out, const Position&);
  // [id, things…] of a choice in the position in which it is made.
  void append_choice(std::string& out, const Position&, Choice);

 private:
  // Choices that differ in the amount only, one after the other.
  struct Entry {
    Choice first, last;
    std::int64_t copies = 1;
  };
  const core::Operands& verb_operands(Choice) const;
  void append_entry(std::string& out, const Position&, const Entry&);
  void append_question(std::string& out, const Position&);
  void append_gathering(std::string& out, const Position&);
  void append_changes(std::string& out, const Frames&, std::size_t frame);
  void append_moved(std::string& out, const Frames&, std::size_t frame);
  int thing(const Position&, const Wording::Operand&, int value, const Choice* = nullptr);
  void append_thing(std::string& out, const Wording::Operand&, int value, const Wording::Named&);
  void append_part(std::string& out, const Wording::Part&);
  int thing_of_choice(const Position&, const Wording::Operand&, int value, Choice);
  int path(std::uint32_t path);
  int line(const Frame&);
  int word(std::string_view text);  // 0: empty
  int noun(const core::Noun& noun);  // a word with its grammar

  const Wording& wording_;
  const core::Paths& paths_;
  Dictionary& said_;
  Eyes eyes_;
  std::uint64_t decision_ = 0;  // which one is told, among all that this thread tells
  // Words of the view by their numbers here; cards that are hidden are 0.
  struct ByNumber final : core::Spelling {
    ByNumber(Teller& teller, const core::Paths& paths) : teller_(teller), paths_(paths) {}
    void word(std::string& out, std::uint32_t word) override;
    void card(std::string& out, std::uint32_t word) override;

   private:
    Teller& teller_;
    const core::Paths& paths_;
  };
  std::vector<core::Change> changes_;
  std::vector<core::Moved> moved_;
};

}  // namespace rw::server
