// How each question stands to having one answer only: which the core answers then (core/driver.h), and which are
// put whatever there is to answer.
#pragma once

#include "engine/core/choice.h"
#include "engine/games/transformers_dbg/state.h"

namespace rw::transformers_dbg {

constexpr core::Asking asking_of(Question question) {
  using enum core::Asking;
  switch (question) {
    case Question::character:
    case Question::step:
    case Question::place: return plain;
    case Question::assist:
    case Question::after_encounter:
    case Question::block:
    case Question::choose:
    case Question::discard:
    case Question::repair:
    case Question::sift:
    case Question::stack:
    case Question::pick_up:
    case Question::put_back: return window;  // hands and decks are hidden (DBG-HID-07)
    case Question::action: return ending;
    case Question::none:
    case Question::arrive:
    case Question::must_play:
    case Question::spend:
    case Question::accept:
    case Question::confront:
    case Question::target:
    case Question::offer:
    case Question::reveal:
    case Question::order:
    case Question::undo: return several;
  }
  return several;
}

inline core::Asking asking_of(const State& s) { return asking_of(static_cast<Question>(s.decision.kind)); }

}  // namespace rw::transformers_dbg
