// The phrases in which the rules of every game speak: telling what happens, citing a clause, refusing, naming a
// choice, asking a seat, putting a step on the agenda. The enumerations are the game's own.
#pragma once

#include <cstring>
#include <type_traits>

#include "engine/core/agenda.h"
#include "engine/core/chance.h"
#include "engine/core/choice.h"
#include "engine/core/event.h"

namespace rw::core {

template <class Enum>
concept Enumeration = std::is_enum_v<Enum>;

constexpr ClauseNumber by(Enumeration auto clause) { return static_cast<ClauseNumber>(clause); }
constexpr std::uint8_t byte(int value) { return static_cast<std::uint8_t>(value); }

// ---- beginning ---------------------------------------------------------------------------------------

// All bytes are zero but those of chance, the seats and the question.
template <class State>
void begin_anew(State& s, int seats, const Seed& seed) {
  std::memset(static_cast<void*>(&s), 0, sizeof s);
  s.random = Random::start(seed);
  s.seats = byte(seats);
  s.decision = {};
}

// Who goes first, unless the table has agreed on it: the first seat of a made-up position, else whom chance names.
enum class FirstSeat : std::uint8_t { drawn, seat_1 };
template <class Table>
void name_first(Table& t, FirstSeat how) {
  auto& s = t.s;
  if (s.first != no_seat) return;
  s.first = how == FirstSeat::seat_1 ? seat(0) : seat(static_cast<int>(draw(s.random, t.chance, 1, s.seats)) - 1);
}

// ---- telling ---------------------------------------------------------------------------------------

// In every game the first kind of event is a note: a further rule at work in what was told last. It is shown as
// its clause beside that line.
inline constexpr int note_kind = 0;

template <class Table>
void emit(Table& t, Enumeration auto clause, Enumeration auto kind, Seat actor, Operand a = 0, Operand b = 0,
          Operand c = 0, Operand d = 0) {
  if (t.log == nullptr) [[likely]]
    return;
  t.log->events.push_back(
      {by(clause), static_cast<std::uint8_t>(kind), actor, everyone, 0, {a.value, b.value, c.value, d.value}});
}
// Only the seats of `seen_by` learn the first operand.
template <class Table>
void emit_secret(Table& t, Enumeration auto clause, Enumeration auto kind, Seat actor, SeatMask seen_by, Operand a,
                 Operand b = 0) {
  if (t.log == nullptr) [[likely]]
    return;
  t.log->events.push_back(
      {by(clause), static_cast<std::uint8_t>(kind), actor, seen_by, 1, {a.value, b.value, 0, 0}});
}
template <class Table>
void cite(Table& t, Enumeration auto clause, Seat actor = no_seat) {
  if (t.log == nullptr) [[likely]]
    return;
  t.log->events.push_back({by(clause), note_kind, actor, everyone, 0, {}});
}

// ---- judging ---------------------------------------------------------------------------------------

constexpr Refusal refuse(Enumeration auto clause, Enumeration auto fact, int have = 0, int need = 0) {
  return {by(clause), static_cast<std::uint16_t>(fact), have, need};
}
inline constexpr Refusal legal{};

constexpr Choice choice(Enumeration auto verb, Operand a = 0, Operand b = 0, Operand c = 0, Operand d = 0) {
  return Choice::make(static_cast<int>(verb), a, b, c, d);
}

// ---- asking, and what happens next -------------------------------------------------------------------

template <class Table>
void ask(Table& t, Enumeration auto question, Seat seat) {
  t.s.decision.kind = static_cast<std::uint8_t>(question);
  t.s.decision.asked = seat;
  t.s.decision.number = ++t.s.asked[index(seat)];
}

template <class Table>
Frame& push_step(Table& t, Enumeration auto step, Seat seat, int stage = 0, Operand subject = 0,
                 Operand object = 0) {
  Frame frame{};
  frame.step = static_cast<std::uint8_t>(step);
  frame.stage = static_cast<std::uint8_t>(stage);
  frame.controller = seat;
  frame.subject = static_cast<std::int16_t>(subject.value);
  frame.object = static_cast<std::int16_t>(object.value);
  t.s.agenda.push(frame);
  return t.s.agenda.back();
}

// A step that carries out an ability from this place of its program.
constexpr Frame program_frame(Enumeration auto step, Seat seat, Operand source, int ability, int position = 0) {
  Frame frame{};
  frame.step = static_cast<std::uint8_t>(step);
  frame.controller = seat;
  frame.source = static_cast<std::uint16_t>(source.value);
  frame.ability = static_cast<std::uint16_t>(ability);
  frame.position = static_cast<std::uint16_t>(position);
  return frame;
}

}  // namespace rw::core
