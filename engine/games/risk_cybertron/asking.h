// How each question stands to having one answer only: which the core answers then (core/driver.h), and which are
// put whatever there is to answer.
#pragma once

#include "engine/core/choice.h"
#include "engine/games/risk_cybertron/state.h"

namespace rw::risk_cybertron {

constexpr core::Asking asking_of(Question question) {
  using enum core::Asking;
  switch (question) {
    case Question::choose_leader: return plain;
    case Question::play_cards:
    case Question::card_window: return window;  // a hand is hidden (RSK-HID-02)
    case Question::place:
    case Question::transform:
    case Question::attack:
    case Question::reinforce: return ending;
    case Question::none:
    case Question::claim:
    case Question::deploy:
    case Question::commit_attack:
    case Question::commit_defence:
    case Question::add_bonus:
    case Question::choose:
    case Question::go_on:
    case Question::move_in:
    case Question::move_units: return several;  // a lone unit moves unasked
  }
  return several;
}

inline core::Asking asking_of(const State& s) { return asking_of(static_cast<Question>(s.decision.kind)); }

}  // namespace rw::risk_cybertron
