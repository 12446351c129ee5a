// How each question stands to having one answer only: which the core answers then (core/driver.h), and which are
// put whatever there is to answer.
#pragma once

#include "engine/core/asking.h"
#include "engine/games/risk_cybertron/state.h"

namespace rw::risk_cybertron {

inline constexpr auto asking_table = [] {
  using enum Question;
  using core::at;
  return core::asking_table<Question_count>({
      .plain = at(choose_leader),
      // A hand is hidden (RSK-HID-02).
      .window = at(play_cards, card_window),
      .ending = at(place, transform, attack, reinforce),
      // A lone unit moves unasked.
      .several =
          at(none, claim, deploy, commit_attack, commit_defence, add_bonus, choose, go_on, move_in, move_units),
  });
}();

}  // namespace rw::risk_cybertron
