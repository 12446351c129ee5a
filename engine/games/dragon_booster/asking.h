// How each question stands to having one answer only: which the core answers then (core/driver.h), and which are
// put whatever there is to answer.
#pragma once

#include "engine/core/choice.h"
#include "engine/games/dragon_booster/state.h"

namespace rw::dragon_booster {

constexpr core::Asking asking_of(Question question) {
  using enum core::Asking;
  switch (question) {
    case Question::rushing_card:
    case Question::start_battle:
    case Question::rival: return plain;  // the rushing zones lie open
    case Question::pick:
    case Question::build:
    case Question::dragon:
    case Question::color:
    case Question::gear_up:
    case Question::battle:
    case Question::choose:
    case Question::mag:
    case Question::recruit:
    case Question::bottom: return window;  // hands, packs and dragon decks are hidden
    case Question::main:
    case Question::push: return ending;
    case Question::none:
    case Question::deck:
    case Question::lie:
    case Question::mulligan:
    case Question::accept:
    case Question::order:
    case Question::destination: return several;
  }
  return several;
}

inline core::Asking asking_of(const State& s) { return asking_of(static_cast<Question>(s.decision.kind)); }

}  // namespace rw::dragon_booster
