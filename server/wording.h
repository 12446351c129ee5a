// What the verbs and events of one edition name. The client makes the texts: it has the templates (words_json),
// and a message brings the things that fill them.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/core/event.h"
#include "engine/core/noun.h"
#include "engine/frames.h"
#include "engine/game.h"
#include "server/loop.h"

namespace rw::server {

// Whose view, and in which language.
struct Eyes {
  Viewer viewer = Viewer::spectator();
  std::string_view language = "en";
};

class Wording {
 public:
  explicit Wording(std::shared_ptr<const Edition> edition);
  const std::shared_ptr<const Edition>& shared() const { return edition_; }
  const Edition& edition() const { return *edition_; }
  // Of the loop whose thread this is.
  Frames& frames() const {
    auto& own = frames_[static_cast<std::size_t>(Loop::number_here())];
    if (!own) own = std::make_unique<Frames>(edition_);
    return *own;
  }

  struct Operand {
    char role;  // a to d; 'x' for the actor
    std::string kind;
    int number = -1;  // of the kind in the lexicon
  };
  // What is said of a verb or an event.
  struct Said {
    std::vector<Operand> operands;  // what its notation (its text, of an event) names, each role once
    std::vector<Operand> named;     // all that its texts name, numbers left out
    std::string values;             // roles whose value its texts need
    int amount = -1;                // the one number among the operands of a verb
  };
  const Said& verb(int verb) const {
    return verb >= core::first_table_verb ? nothing_ : verbs_[static_cast<std::size_t>(verb)];
  }
  const Said& event(int kind) const { return events_[static_cast<std::size_t>(kind)]; }
  const std::vector<Operand>& operands(int number) const { return verb(number).operands; }
  const std::vector<Operand>& event_operands(int kind) const { return event(kind).operands; }
  int kind_number(std::string_view name) const;  // in the lexicon; -1: none

  // A key that differs whenever anything told about a thing differs. The place of a choice's operand may depend on
  // another operand.
  std::uint64_t identity(const Position&, const Eyes&, const Operand&, int value, const Choice* = nullptr) const;
  // What is told of it. A name may stand for several things.
  struct Part {
    core::Noun name;
    std::string id, place;
  };
  struct Named {
    core::Noun name;
    std::vector<Part> parts;
  };
  Named named(const Position&, const Eyes&, const Operand&, int value, const Choice* = nullptr) const;

  // The answer to "why not": a choice that uses these things in this order, or the nearest refusal. A thing is
  // what lies at a path of the asker's view, or what has a kind and an id or a value.
  struct Thing {
    std::string path;
    std::string kind, id;
    int value = -1;
  };
  struct Verdict {
    bool legal = false;
    std::string text;
    std::string_view clause;
  };
  Verdict why(const Position&, Seat, Choice, std::string_view language) const;
  Verdict why(const Position&, Seat, const std::vector<Thing>&, std::string_view language) const;

 private:
  // What a form of a name puts into its template: operand and kind. A thing differs if one of those does.
  using Parts = std::vector<std::pair<int, int>>;
  std::uint64_t name_identity(const Position&, const Eyes&, int kind, int value) const;
  std::uint64_t place_identity(const Position&, const Eyes&, int kind, int value) const;
  Operand operand(char role, std::string_view kind) const;
  void read_pattern(std::string_view pattern, Said& said) const;
  void read_names();

  std::shared_ptr<const Edition> edition_;
  // By the number of the loop. Each makes its own when it first tells something.
  mutable std::array<std::unique_ptr<Frames>, most_loops> frames_;
  std::vector<Said> verbs_, events_;
  Said nothing_;
  std::vector<std::unordered_map<std::string_view, Parts>> forms_;  // by kind: its forms
};

// GET /api/games/{game}/words: what messages name by number.
std::string words_json(const Wording&);

}  // namespace rw::server
