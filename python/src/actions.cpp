// Choices in steps, and what a policy is shown with them.
#include "python/src/actions.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace rw::python {

ActionSpace::ActionSpace(const Game& game) {
  heads_.push_back({"verb", static_cast<int>(game.verbs.size()), -1, true});
  masks_.push_back(0xFF);
  parts_.resize(game.verbs.size());
  for (std::size_t verb = 0; verb < game.operands.size() && verb < parts_.size(); ++verb) {
    const core::Operands& operands = game.operands[verb];
    for (int i = 0; i < 4; ++i) {
      const auto which = static_cast<std::size_t>(i);
      if (!operands.used(i)) continue;
      if (operands.flag[which]) {
        parts_[verb].push_back({i, 0, head_of({"flag", 2, -1, true})});
        continue;
      }
      const int number = operands.kind[which];
      const core::KindInfo& kind = game.kinds[static_cast<std::size_t>(number)];
      const std::string name(kind.name);
      if (kind.below > 0 && kind.below <= most_entries) {
        parts_[verb].push_back({i, 0, head_of({name, kind.below, number, true})});
        continue;
      }
      if (i < 3) parts_[verb].push_back({i, 8, head_of({name + ".high", digit, number, false})});
      parts_[verb].push_back({i, 0, head_of({name, digit, number, false})});
    }
  }
  for (const Head& head : heads_) widest_ = std::max(widest_, head.size);
}

int ActionSpace::head_of(const Head& wanted) {
  for (std::size_t i = 0; i < heads_.size(); ++i)
    if (heads_[i].name == wanted.name) return static_cast<int>(i);
  heads_.push_back(wanted);
  masks_.push_back(wanted.whole ? 0xFFFF : digit - 1);
  return static_cast<int>(heads_.size()) - 1;
}

Choice ActionSpace::with(Choice so_far, int step, int entry) const {
  if (step == 0) return Choice::make(entry);
  const Part& p = part(so_far.verb(), step);
  int values[4] = {so_far.a(), so_far.b(), so_far.c(), so_far.d()};
  values[p.operand] |= entry << p.shift;
  return Choice::make(so_far.verb(), values[0], values[1], values[2], values[3]);
}

void Steps::begin(const Choice* first, const Choice* last, const ActionSpace& space) {
  legal_.assign(first, last);
  step_ = 0;
  complete_ = false;
  skip_forced(space);
}

Choice Steps::so_far(const ActionSpace& space) const {
  Choice out;
  for (int i = 0; i < step_; ++i) out = space.with(out, i, space.entry(legal_.front(), i));
  return out;
}

bool Steps::allows(const ActionSpace& space, int entry) const {
  return std::any_of(legal_.begin(), legal_.end(), [&](Choice c) { return space.entry(c, step_) == entry; });
}

void Steps::take(const ActionSpace& space, int entry) {
  std::erase_if(legal_, [&](Choice c) { return space.entry(c, step_) != entry; });
  ++step_;
  skip_forced(space);
}

void Steps::skip_forced(const ActionSpace& space) {
  for (; !complete_; ++step_) {
    if (legal_.size() == 1 || (step_ > 0 && step_ >= space.steps(legal_.front().verb()))) {
      step_ = space.steps(legal_.front().verb());
      complete_ = true;
      return;
    }
    const int only = space.entry(legal_.front(), step_);
    if (std::any_of(legal_.begin(), legal_.end(), [&](Choice c) { return space.entry(c, step_) != only; })) return;
  }
}

void Steps::write_mask(const ActionSpace& space, std::span<bool> mask) const {
  std::fill(mask.begin(), mask.end(), false);
  if (complete_) return;
  for (const Choice c : legal_) mask[static_cast<std::size_t>(space.entry(c, step_))] = true;
}

namespace {

constexpr std::size_t choice_bits = 56;  // the operands of a choice; its verb is told by itself

}  // namespace

Observer::Observer(const Edition& edition, const ActionSpace& space, const Position& any)
    : tensor_(edition.game().tensor(edition.content(), any.data(), Viewer::of(core::seat(0)), {})),
      context_(core::max_seats + edition.game().questions.size() + space.heads().size() +
               static_cast<std::size_t>(space.verbs()) + choice_bits) {}

void Observer::write_tensor(const Edition& edition, const Position& p, Seat viewer, std::span<float> out) const {
  edition.game().tensor(edition.content(), p.data(), Viewer::of(viewer), out.first(tensor_));
}

void Observer::write_context(const Edition& edition, const ActionSpace& space, const Position& p,
                             const Steps& steps, std::span<float> out) const {
  float* at = out.data() + tensor_;
  std::fill_n(at, context_, 0.0F);
  const Decision decision = edition.decision(p);
  if (!decision.open()) return;
  at[core::index(decision.asked)] = 1.0F;
  at += core::max_seats;
  at[decision.kind] = 1.0F;
  at += edition.game().questions.size();
  if (steps.complete() || steps.legal().empty()) return;
  at[steps.head(space)] = 1.0F;
  at += space.heads().size();
  at[steps.verb()] = 1.0F;
  at += space.verbs();
  for (std::uint64_t bits = steps.so_far(space).bits >> 8; bits != 0; bits &= bits - 1)
    at[std::countr_zero(bits)] = 1.0F;
}

void write_rewards(const Edition& edition, const Position& p, std::span<float> out) {
  const Outcome outcome = edition.outcome(p);
  const int seats = edition.seats(p);
  const auto all = static_cast<core::SeatMask>((1U << seats) - 1);
  const bool together = (edition.side(p, core::seat(0)) & all) == all;
  std::fill(out.begin(), out.end(), 0.0F);
  if (p.broken() != nullptr) return;
  const bool drawn = !together && (outcome.winners == 0 || (outcome.winners & all) == all);
  for (int i = 0; i < seats && !drawn; ++i)
    out[static_cast<std::size_t>(i)] = core::has(outcome.winners, core::seat(i)) ? 1.0F : -1.0F;
}

}  // namespace rw::python
