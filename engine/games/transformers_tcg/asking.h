// How each question stands to having one answer only: which the core answers then (core/driver.h), and which are
// put whatever there is to answer.
#pragma once

#include "engine/core/choice.h"
#include "engine/games/transformers_tcg/state.h"

namespace rw::transformers_tcg {

constexpr core::Asking asking_of(Question question) {
  using enum core::Asking;
  switch (question) {
    case Question::slot:
    case Question::leave:
    case Question::component: return plain;
    case Question::sideboard:
    case Question::choose:
    case Question::plan:
    case Question::focus:
    case Question::focus_order:
    case Question::keep:
    case Question::play: return window;  // hands and decks are hidden (TCG-HID-08)
    case Question::attack:
    case Question::main: return ending;  // an attack is what a turn comes to
    case Question::none:
    case Question::first_player:
    case Question::use:
    case Question::order:
    case Question::replace:
    case Question::mode:
    case Question::keep_upgrade:
    case Question::swap:
    case Question::amount: return several;
  }
  return several;
}

inline core::Asking asking_of(const State& s) { return asking_of(static_cast<Question>(s.decision.kind)); }

}  // namespace rw::transformers_tcg
