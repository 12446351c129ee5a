// Choices as programs with a fixed action space take them: in steps, first the verb, then each operand by its
// kind. Every step picks an entry of one head; no head has more than 1,024 entries. The heads follow from the
// lexicon.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/game.h"

namespace rw::python {

struct Head {
  std::string name;  // "verb", the kind of an operand, "flag", or "targets.high": the upper eight bits of a kind
  int size = 0;
  int kind = -1;  // which kind its entries are values of
  bool whole = false;  // an entry is a whole value
};

// A step after the verb: some bits of an operand.
struct Part {
  int operand = 0;
  int shift = 0;
  int head = 0;
};

class ActionSpace {
 public:
  static constexpr int most_entries = 1024;
  static constexpr int digit = 256;  // values without a known bound are told in digits of eight bits, upper first

  explicit ActionSpace(const Game& game);

  std::span<const Head> heads() const { return heads_; }
  int widest() const { return widest_; }
  int verbs() const { return heads_[0].size; }
  std::span<const Part> parts(int verb) const { return parts_[static_cast<std::size_t>(verb)]; }
  int steps(int verb) const { return 1 + static_cast<int>(parts(verb).size()); }
  int head(int verb, int step) const { return step == 0 ? 0 : part(verb, step).head; }

  // What `c` says at this step.
  int entry(Choice c, int step) const {
    if (step == 0) return c.verb();
    const Part& p = part(c.verb(), step);
    return (c.operand(p.operand) >> p.shift) & masks_[static_cast<std::size_t>(p.head)];
  }
  // The choice so far, with one step more.
  Choice with(Choice so_far, int step, int entry) const;

 private:
  const Part& part(int verb, int step) const { return parts(verb)[static_cast<std::size_t>(step - 1)]; }
  int head_of(const Head& wanted);
  std::vector<Head> heads_;
  std::vector<int> masks_;  // by head: the bits of an operand that an entry holds
  std::vector<std::vector<Part>> parts_;
  int widest_ = 0;
};

// One decision on its way: the legal choices that agree with the steps taken. A step with one legal entry only is
// taken by itself.
class Steps {
 public:
  void begin(const Choice* first, const Choice* last, const ActionSpace& space);
  bool complete() const { return complete_; }
  Choice choice() const { return legal_.front(); }  // once it is complete
  int step() const { return step_; }
  int verb() const { return step_ == 0 ? 0 : legal_.front().verb(); }
  int head(const ActionSpace& space) const { return complete_ ? 0 : space.head(verb(), step_); }
  Choice so_far(const ActionSpace& space) const;
  bool allows(const ActionSpace& space, int entry) const;
  void take(const ActionSpace& space, int entry);
  void write_mask(const ActionSpace& space, std::span<bool> mask) const;
  std::span<const Choice> legal() const { return legal_; }

 private:
  void skip_forced(const ActionSpace& space);
  std::vector<Choice> legal_;
  int step_ = 0;
  bool complete_ = false;
};

// What a policy is shown: the tensor of the seat's view, then whose turn it is, the question, the head and the
// steps taken so far.
class Observer {
 public:
  Observer(const Edition& edition, const ActionSpace& space, const Position& any);
  std::size_t size() const { return tensor_ + context_; }
  std::size_t tensor_size() const { return tensor_; }
  void write_tensor(const Edition& edition, const Position& p, Seat viewer, std::span<float> out) const;
  void write_context(const Edition& edition, const ActionSpace& space, const Position& p, const Steps& steps,
                     std::span<float> out) const;

 private:
  std::size_t tensor_ = 0, context_ = 0;
};

// What each seat gets when a game is over: 1 for a win, -1 for a loss, 0 for a draw.
void write_rewards(const Edition& edition, const Position& p, std::span<float> out);

}  // namespace rw::python
