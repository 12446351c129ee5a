// The words of one edition for a viewer: choices with the things they concern, events with their clauses.
// Nothing here knows more than the view: what it names it finds there.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/event.h"
#include "engine/game.h"

namespace rw::server {

// Whose eyes and which language.
struct Eyes {
  Viewer viewer = Viewer::spectator();
  std::string_view language = "en";
};

class Wording {
 public:
  explicit Wording(std::shared_ptr<const Edition> edition);
  const std::shared_ptr<const Edition>& shared() const { return edition_; }
  const Edition& edition() const { return *edition_; }

  // The open decision with all its choices, as JSON. `view` is what the asked seat sees.
  void append_decision(std::string& out, const Position&, const core::Field& view,
                       std::string_view language) const;

  // What events say to these eyes, as JSON objects separated by commas. `view` is what they see afterwards. True
  // if there was any line.
  bool append_events(std::string& out, const Position& after, const core::Field& view,
                     const std::vector<core::Event>&, const Eyes&, int at) const;

  // The answer to "why not": a choice that uses these things, or the nearest refusal.
  struct Thing {
    std::string kind;
    int value = 0;
  };
  struct Verdict {
    bool legal = false;
    std::string text;
    std::string_view clause;
  };
  Verdict why(const Position&, Seat, Choice, std::string_view language) const;
  Verdict why(const Position&, Seat, const std::vector<Thing>&, std::string_view language) const;

  struct Operand {
    char role;
    std::string kind;
  };
  const std::vector<Operand>& operands(int verb) const { return verbs_[static_cast<std::size_t>(verb)]; }
  // What happens at every table names nothing but its actor.
  const std::vector<Operand>& event_operands(int kind) const {
    static const std::vector<Operand> none;
    return kind >= core::first_table_verb ? none : events_[static_cast<std::size_t>(kind)];
  }

 private:
  class Places;
  void append_things(std::string& out, const Position&, const std::vector<Operand>&, const std::int32_t values[4],
                     unsigned hidden, const Choice*, Viewer, const Places&, std::string_view language) const;
  void append_choice(std::string& out, const Position&, const Places&, const Choice* first, const Choice* last,
                     int amount_role, std::string_view language) const;
  void append_gathering(std::string& out, const Position&, const Places&, std::string_view language) const;
  int amount_role(int verb) const;
  std::string_view id_of(std::string_view kind, const std::string& name) const;

  std::shared_ptr<const Edition> edition_;
  std::vector<std::vector<Operand>> verbs_, events_;
  std::map<std::string, std::map<std::string, std::string, std::less<>>, std::less<>> ids_;  // table, folded name
};

}  // namespace rw::server
