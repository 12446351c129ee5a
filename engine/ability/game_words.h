// What a game adds to the words that every game has, and what its words are handed: the parameters of a node, who
// and what it is about.
#pragma once

#include "engine/ability/language.h"
#include "engine/ability/lasting.h"
#include "engine/core/agenda.h"
#include "engine/core/fixed.h"
#include "engine/core/idioms.h"
#include "engine/core/table.h"

namespace rw::ability {

// Things on the table that a selector found, in ascending order. 255 is more than any zone holds.
using Items = core::Sequence<std::int16_t, 255>;
// A list that is filled and looked at, never stored: what lies behind its end need not be zero.
struct FoundItems : Items {
  FoundItems() { count = 0; }
};

// Who and what an expression is about.
struct Scope {
  core::Seat controller = core::no_seat;
  int source = 0;
  int subject = 0;
  int object = 0;
  const std::int16_t* registers = nullptr;
};
inline Scope scope_of(const core::Frame& f) { return {f.controller, f.source, f.subject, f.object, f.registers}; }
inline Scope scope_of(const Lasting& l) { return {l.controller, l.source, l.subject, l.object, nullptr}; }

// What a name of the text stands for now.
inline int named(const Scope& scope, int name) { return scope.registers[name]; }
inline void name(core::Frame& f, int name, core::Operand value) {
  f.registers[name] = static_cast<std::int16_t>(value.value);
}

// Walks the parameters of a node in the order of its signature.
struct Parameters {
  Program program;
  int at;
  std::int32_t number() { return program.word(at++); }
  int node() {
    const int here = at;
    at += program.length(here);
    return here;
  }
  bool given(int node_at) const { return program.opcode(node_at) != op_nothing; }
};
inline Parameters parameters(Program p, int at) { return {p, at + 1}; }

// The operands of the `choose` that stands there.
struct ChooseOperands {
  int of, count;  // what there is to choose from, and how many are wanted
  int room;       // how many picks are remembered at a time
  bool up_to;
  int name;  // its first register: the thing it happens to now, 1 + the picks to come, the picks
  int by;    // who chooses
  int block; // what happens to each
};
inline ChooseOperands choose_operands(Program p, int at) {
  Parameters in = parameters(p, at);
  ChooseOperands out{};
  out.of = in.node();
  out.count = in.node();
  out.room = remembered_picks(p, out.count);
  out.up_to = in.number() != 0;
  out.name = in.number();
  out.by = in.number();
  out.block = in.node();
  return out;
}

// How the interpreter reaches a game's words. A game's `Words` begin with this and add test, amount, select and
// effect; `player` and `among` where its words name other seats, `last` and `later` where effects last or
// wait.
template <class StateOfGame, class ContentOfGame, auto choose>
struct WordsOf {
  using State = StateOfGame;
  using Content = ContentOfGame;
  using Table = core::Table<State, Content>;
  using Scope = ability::Scope;
  using Program = ability::Program;

  static Program program(const Content& c, int ability) { return c.abilities[static_cast<std::size_t>(ability)]; }
  static void ask(Table& t, core::Seat seat) { core::ask(t, choose, seat); }
  static core::Seat player(const State&, const Scope& scope, int) { return scope.controller; }
  static bool among(const State&, const Scope& scope, int, core::Seat seat) { return seat == scope.controller; }
  static void last(Table&, const core::Frame&, int, int) {}
  static void later(Table&, const core::Frame&, int, int, int) {}
};

}  // namespace rw::ability
