// Judging positions by a net.
#include "players/judging.h"

#include <algorithm>
#include <cmath>

namespace rw::players {

namespace {

const Game& rules_of(std::string_view game) {
  static thread_local const Game* rules = nullptr;
  if (rules == nullptr || rules->id != game) rules = find_game(game);
  return *rules;
}

}  // namespace

void judge_by_net(const Mind& mind, const Game& game, const void* state, const Sparse& seen, Seat viewer,
                  float out[core::max_seats]) {
  const int seats = game.seats(state), own = core::index(viewer);
  const core::SeatMask side = game.side(state, viewer);
  Net::Judged judged;
  if (!mind.net->judge(seen, out[own], judged)) return;
  // What the others may hope for is shared out as before.
  float others = 0;
  for (int i = 0; i < seats; ++i)
    if (!core::has(side, core::seat(i)))
      others += out[i] / static_cast<float>(core::population(game.side(state, core::seat(i))));
  const float value = judged.chance + mind.margin * (judged.margin - judged.chance);
  for (int i = 0; i < seats; ++i)
    out[i] = core::has(side, core::seat(i)) ? value : others > 0 ? out[i] * (1.0F - value) / others : 0.0F;
}

bool has_lean(const Mind& mind) {
  return mind.net != nullptr && mind.parameters.prior > 0 && mind.net->has_prior();
}

void lean_by_net(const Mind& mind, std::string_view game, const void* content, const void* state,
                 const ChoiceList& list, const float* promise, float* lean) {
  const Game& rules = rules_of(game);
  const Net& net = *mind.net;
  const Seat seat = rules.decision(state).asked;
  static thread_local int logits[ChoiceList::capacity];
  int best = -1'000'000;
  for (int i = 0; i < list.size(); ++i) {
    std::uint16_t features[most_choice_features];
    const int count = choice_features(rules, content, state, seat, list[i], features);
    const float hope = std::clamp(promise[i], 0.005F, 0.995F);
    logits[i] = net.promise_weight() * net.logit_of(hope) / Net::one +
                net.score(std::span(features, static_cast<std::size_t>(count)));
    best = std::max(best, logits[i]);
  }
  // e^-x as the odds of the chance: (1 - c) / c of the logit x.
  for (int i = 0; i < list.size(); ++i) {
    const float chance = net.chance_of(best - logits[i]);
    lean[i] = (1.0F - chance) / chance;
  }
}

float margin_of(const Outcome& outcome, int seat, core::SeatMask side, int scale) {
  int best = 0;
  bool rival = false;
  for (int i = 0; i < outcome.seats; ++i) {
    if (core::has(side, core::seat(i))) continue;
    best = rival ? std::max<int>(best, outcome.score[i]) : outcome.score[i];
    rival = true;
  }
  if (!rival || scale <= 0) return core::has(outcome.winners, core::seat(seat)) ? 1.0F : 0.0F;
  const auto lead = static_cast<float>(outcome.score[seat] - best) / static_cast<float>(scale);
  return std::clamp(0.5F + 0.5F * lead, 0.0F, 1.0F);
}

void judge_outcome(const Mind& mind, const Outcome& outcome, const core::SeatMask sides[core::max_seats],
                   float out[core::max_seats]) {
  const int full_lead = mind.net != nullptr ? mind.net->margin_scale() : mind.parameters.full_lead;
  const auto all = static_cast<float>(core::population(outcome.winners));
  for (int i = 0; i < core::max_seats; ++i) {
    const auto own = static_cast<float>(core::population(outcome.winners & sides[i]));
    out[i] = core::has(outcome.winners, core::seat(i)) ? own / all : 0.0F;
    if (mind.margin > 0 && i < outcome.seats)
      out[i] += mind.margin * (margin_of(outcome, i, sides[i], full_lead) - out[i]);
  }
}

// A quarter of the logit.
void expect_margin(const Mind& mind, float out[core::max_seats]) {
  for (int i = 0; i < core::max_seats; ++i) {
    const float won = std::sqrt(std::sqrt(std::max(out[i], 0.0F)));
    const float lost = std::sqrt(std::sqrt(std::max(1.0F - out[i], 0.0F)));
    out[i] += mind.margin * (won / (won + lost) - out[i]);
  }
}

}  // namespace rw::players
