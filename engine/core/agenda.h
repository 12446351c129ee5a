// What happens next is data: the agenda is a small stack of pending steps inside the position.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "engine/core/fixed.h"
#include "engine/core/ids.h"

namespace rw::core {

inline constexpr int frame_registers = 8;

// One pending step. A suspended card effect is such a record too: the question and what its answer
// does are stored together (ability, position in its program, source, controller, registers).
struct Frame {
  static constexpr const char* called = "steps";
  std::uint8_t step = 0;   // the game's Step; 0 is never on an agenda
  std::uint8_t stage = 0;  // where in the step
  Seat controller = no_seat;
  std::uint8_t count = 0;
  std::uint16_t source = 0;    // the card or leader it comes from
  std::uint16_t ability = 0;   // which ability, for program steps
  std::uint16_t position = 0;  // next instruction, for program steps
  std::int16_t subject = 0;
  std::int16_t object = 0;
  std::uint16_t spare = 0;
  std::int16_t registers[frame_registers] = {};

  // The registers under the names that a step gives them: a struct of the same bytes.
  template <class Named>
  Named as() const {
    static_assert(is_flat<Named> && sizeof(Named) == sizeof registers);
    return std::bit_cast<Named>(registers);
  }
  template <class Named>
  void put(const Named& named) {
    static_assert(is_flat<Named> && sizeof(Named) == sizeof registers);
    std::memcpy(registers, &named, sizeof registers);
  }
};
static_assert(is_flat<Frame> && sizeof(Frame) == 32);

template <int Depth>
using Agenda = Sequence<Frame, Depth>;

}  // namespace rw::core
