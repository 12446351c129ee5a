// How each question stands to having one answer only: which the core answers then (core/driver.h), and which are
// put whatever there is to answer.
#pragma once

#include "engine/core/choice.h"
#include "engine/games/dino_battles/state.h"

namespace rw::dino_battles {

constexpr core::Asking asking_of(Question question) {
  using enum core::Asking;
  switch (question) {
    case Question::promote: return plain;
    case Question::window:
    case Question::answer:
    case Question::choose: return window;  // hands and attached cards are hidden
    case Question::main:
    case Question::buy: return ending;
    case Question::none:
    case Question::draft_stack:
    case Question::draft_dinosaur: return several;
  }
  return several;
}

inline core::Asking asking_of(const State& s) { return asking_of(static_cast<Question>(s.decision.kind)); }

}  // namespace rw::dino_battles
