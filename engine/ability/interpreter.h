// Runs compiled abilities. A running ability is one frame on the agenda; an instruction that needs an
// answer leaves the frame where it is and asks, and the answer writes a register and moves on. The
// interpreter knows the words that every game has; the game's own words come through `G`:
//
//   using Table, State, Content;
//   Program program(const Content&, int ability);
//   bool test(const Content&, const State&, const Scope&, Program, int at);      game conditions
//   int  amount(const Content&, const State&, const Scope&, Program, int at);    game amounts
//   void select(const Content&, const State&, const Scope&, Program, int at, Items&);
//   void effect(Table&, core::Frame&, Program, int at);   may push steps or ask a question
//   void ask(Table&, Seat);                               opens the question `choose`
//   Seat player(const State&, const Scope&, int who);     place in Vocabulary::players
//   void last(Table&, const core::Frame&, int block, int until);
//   void later(Table&, const core::Frame&, int moment, int until, int block);
// and, if the game needs them:
//   int  copies(int item);                                how many equal things an item stands for
//   void found_nothing(Table&, const core::Frame&);       a choice that must be made had nothing (more) to offer
//   bool conceals(const Content&, const State&, const Scope&, Program, int items);   others cannot see them
//   Seat first_seat(const State&, const Scope&);          who is served first by each_player
//   bool possible(const Content&, const State&, const Scope&, Program, int block);   can these effects be done
//        in full? Then `choose_one` offers only such ways, if there is one, and `may` asks for nothing else.
#pragma once

#include <algorithm>

#include "engine/ability/game_words.h"

namespace rw::ability {

template <class G>
struct Interpreter {
  using Table = typename G::Table;
  using State = typename G::State;
  using Content = typename G::Content;
  using Frame = core::Frame;

  // ---- expressions: looked at when needed, never suspended --------------------------------------

  static bool test(const Content& c, const State& s, const Scope& scope, Program p, int at) {
    const int end = at + p.length(at);
    switch (p.opcode(at)) {
      case op_nothing: return true;
      case op_all:
        for (int i = at + 1; i < end; i += p.length(i))
          if (!test(c, s, scope, p, i)) return false;
        return true;
      case op_any:
        for (int i = at + 1; i < end; i += p.length(i))
          if (test(c, s, scope, p, i)) return true;
        return false;
      case op_not: return !test(c, s, scope, p, at + 1);
      case op_at_least:
      case op_at_most: {
        Parameters in = parameters(p, at);
        const int a = amount(c, s, scope, p, in.node());
        const int b = amount(c, s, scope, p, in.node());
        return p.opcode(at) == op_at_least ? a >= b : a <= b;
      }
      default: return G::test(c, s, scope, p, at);
    }
  }

  static int amount(const Content& c, const State& s, const Scope& scope, Program p, int at, int otherwise = 0) {
    Parameters in = parameters(p, at);
    switch (p.opcode(at)) {
      case op_nothing: return otherwise;
      case op_number: return in.number();
      case op_count: {
        FoundItems found;
        G::select(c, s, scope, p, at + 1, found);
        return found.size();
      }
      case op_value: return scope.registers == nullptr ? 0 : scope.registers[in.number()];
      case op_plus:
      case op_minus: {
        const int a = amount(c, s, scope, p, in.node());
        const int b = amount(c, s, scope, p, in.node());
        return p.opcode(at) == op_plus ? a + b : a - b;
      }
      case op_per: {
        const int count = amount(c, s, scope, p, in.node());
        const int each = amount(c, s, scope, p, in.node(), 1);
        const int most = amount(c, s, scope, p, in.node(), 0x7FFF);
        return std::min(count * each, most);
      }
      default: return G::amount(c, s, scope, p, at);
    }
  }

  // ---- choosing: what the open question of a program frame offers -------------------------------

  struct Offer {
    FoundItems items;
    bool may_stop = false;  // `done` is an answer
  };

  // How many equal things an item stands for. When some of them are gone, the rest has a higher number: item and
  // copies together are always the same.
  static int copies([[maybe_unused]] int item) {
    if constexpr (requires { G::copies(item); })
      return G::copies(item);
    else
      return 1;
  }

  // A pick is remembered as 1 + item until it is carried out.
  static int copies_left(const Frame& f, int name, int room, int item) {
    const std::int16_t* const picks = f.registers + name + 2;
    return copies(item) - static_cast<int>(std::count(picks, picks + room, item + 1));
  }

  static void offer(const Content& c, const State& s, const Frame& f, Offer& out) {
    const Program p = G::program(c, f.ability);
    switch (p.opcode(f.position)) {
      case op_choose: {
        const ChooseOperands in = choose_operands(p, f.position);
        FoundItems found;
        G::select(c, s, scope_of(f), p, in.of, found);
        for (const std::int16_t item : found)
          if (copies_left(f, in.name, in.room, item) > 0) out.items.push(item);
        out.may_stop = in.up_to || out.items.empty();  // asked for concealed things that are not there
        return;
      }
      case op_may:
        out.items.push(1);
        out.may_stop = true;
        return;
      case op_choose_one: {
        const int end = f.position + p.length(f.position);
        int option = 0;
        // Each option is the place of its label and a block.
        for (int i = f.position + 2; i < end; i += 1 + p.length(i + 1), ++option)
          if (can_be_done(c, s, f, p, i + 1)) out.items.push(static_cast<std::int16_t>(option));
        if (out.items.empty())
          for (int each = 0; each < option; ++each) out.items.push(static_cast<std::int16_t>(each));
        return;
      }
      default: return;
    }
  }

  // Carries the answer into the frame: `item`, or -1 for `done`.
  static void answer(const Content& c, Frame& f, int item) {
    const Program p = G::program(c, f.ability);
    Parameters in = parameters(p, f.position);
    const int after = f.position + p.length(f.position);
    switch (p.opcode(f.position)) {
      case op_choose: {
        const ChooseOperands operands = choose_operands(p, f.position);
        const int room = operands.room, name = operands.name;
        std::int16_t& to_come = f.registers[name + 1];
        std::int16_t* const picks = f.registers + name + 2;
        if (item >= 0) {
          *std::find(picks, picks + room - 1, 0) = static_cast<std::int16_t>(item + 1);
          to_come = static_cast<std::int16_t>(to_come - 1);
        } else if (picks[0] != 0) {
          to_come = 1;  // no more, but what was picked happens
        } else {
          forget(f, name, 2 + room);
          f.position = static_cast<std::uint16_t>(after);
        }
        return;
      }
      case op_may: {
        const int effects = in.node();
        const int cost = in.node();
        f.position = static_cast<std::uint16_t>(item < 0 ? after : in.given(cost) ? cost + 1 : effects + 1);
        return;
      }
      case op_choose_one: {
        int i = f.position + 2;
        for (int option = 0; option < item; ++option) i += 1 + p.length(i + 1);
        f.position = static_cast<std::uint16_t>(i + 2);
        return;
      }
      default: return;
    }
  }

  // ---- effects ----------------------------------------------------------------------------------

  // Runs the ability of `f` (taken off the agenda) until it ends, asks, or pushes a step of its own;
  // in the latter cases it lies on the agenda again below what it pushed.
  static void run(Table& t, Frame f) {
    const Program p = G::program(t.content, f.ability);
    while (f.position != 0) {
      const int at = f.position;
      const int op = p.opcode(at);
      if (op >= first_game_word) {
        f.position = static_cast<std::uint16_t>(at + p.length(at));
        // The frame goes back first: what the effect pushes must run before the next instruction.
        t.s.agenda.push(f);
        const int depth = t.s.agenda.size();
        G::effect(t, t.s.agenda.back(), p, at);
        if (t.s.agenda.size() != depth || t.s.decision.open() || core::overflowed()) return;
        f = t.s.agenda.pop();
      } else if (!control(t, f, p, at)) {
        t.s.agenda.push(f);
        return;
      }
    }
  }

  // Where an ability starts: its cost if it has one, else its effects.
  static int start(Program p) {
    const Ability& a = p.ability();
    return (a.cost != 0 ? a.cost : a.effects) + 1;
  }

  // ---- modifiers computed on read ---------------------------------------------------------------

  // Calls fn(program, at, scope) for each modifier `opcode` standing in `block`.
  template <class Fn>
  static void each_modifier(const Content& c, const State& s, Program p, int block, const Scope& scope, int opcode,
                            Fn&& fn) {
    const int end = block + p.length(block);
    for (int at = block + 1; at < end; at += p.length(at)) {
      if (p.opcode(at) == opcode) fn(p, at, scope);
      if (p.opcode(at) == op_if) {
        Parameters in = parameters(p, at);
        const bool holds = test(c, s, scope, p, in.node());
        const int then = in.node();
        const int otherwise = in.node();
        if (holds)
          each_modifier(c, s, p, then, scope, opcode, fn);
        else if (in.given(otherwise))
          each_modifier(c, s, p, otherwise, scope, opcode, fn);
      }
    }
  }

 private:
  static bool can_be_done(const Content& c, const State& s, const Frame& f, Program p, int block) {
    if constexpr (requires { G::possible(c, s, scope_of(f), p, block); })
      return G::possible(c, s, scope_of(f), p, block);
    else
      return true;
  }

  // `on: name` makes what was named the subject of what lasts or comes later.
  static Frame about(Frame f, int name) {
    if (name >= 0) f.subject = f.registers[name];
    return f;
  }

  static void forget(Frame& f, int name, int count) {
    for (int i = 0; i < count && name + i < core::frame_registers; ++i) f.registers[name + i] = 0;
  }

  // One of the words that every game has. False: the frame waits for an answer.
  static bool control(Table& t, Frame& f, Program p, int at) {
    Parameters in = parameters(p, at);
    const auto go = [&](int position) { f.position = static_cast<std::uint16_t>(position); };
    const int after = at + p.length(at);
    switch (p.opcode(at)) {
      case op_end: go(in.number()); return true;
      case op_if: {
        const bool holds = test(t.content, t.s, scope_of(f), p, in.node());
        const int then = in.node();
        const int otherwise = in.node();
        go(holds ? then + 1 : in.given(otherwise) ? otherwise + 1 : after);
        return true;
      }
      case op_set: {
        const int name = in.number();
        f.registers[name] = static_cast<std::int16_t>(amount(t.content, t.s, scope_of(f), p, in.node()));
        go(after);
        return true;
      }
      case op_choose: return choose(t, f, p, at);
      case op_may: {
        const int effects = in.node();
        in.node();
        if (!can_be_done(t.content, t.s, f, p, effects)) {
          go(after);
          return true;
        }
        G::ask(t, G::player(t.s, scope_of(f), in.number()));
        return false;
      }
      case op_choose_one: return choose_one(t, f, p, at);
      case op_for_each: return for_each(t, f, p, at);
      case op_repeat: {
        const int times = amount(t.content, t.s, scope_of(f), p, in.node());
        const int name = in.number();
        const int block = in.node();
        if (f.registers[name + 1] == 0) f.registers[name + 1] = static_cast<std::int16_t>(times + 1);
        f.registers[name + 1] = static_cast<std::int16_t>(f.registers[name + 1] - 1);
        f.registers[name] = static_cast<std::int16_t>(f.registers[name] + 1);
        if (f.registers[name + 1] > 0) {
          go(block + 1);
        } else {
          forget(f, name, 2);
          go(after);
        }
        return true;
      }
      case op_each_player: return each_player(t, f, p, at);
      case op_lasting: {
        const int until = in.number();
        const int block = in.node();
        G::last(t, about(f, in.number()), block, until);
        go(after);
        return true;
      }
      case op_later: {
        const int moment = in.number();
        const int until = in.number();
        const int block = in.node();
        G::later(t, about(f, in.number()), moment, until, block);
        go(after);
        return true;
      }
      default: go(after); return true;
    }
  }

  // Where a game says what is possible, one way that is left needs no question.
  static bool choose_one(Table& t, Frame& f, Program p, int at) {
    if constexpr (requires { G::possible(t.content, t.s, scope_of(f), p, at); }) {
      Offer open;
      offer(t.content, t.s, f, open);
      if (open.items.size() == 1) {
        answer(t.content, f, open.items[0]);
        return true;
      }
    }
    G::ask(t, G::player(t.s, scope_of(f), parameters(p, at).number()));
    return false;
  }

  // Picks are taken in any order. What happens to them happens afterwards, from the lowest up, so that the order
  // of picking changes nothing. Registers: the thing it happens to now, 1 + the picks to come (less than 0 while
  // those that were made are carried out), the picks. More picks than can be remembered are carried out in groups.
  static bool choose(Table& t, Frame& f, Program p, int at) {
    const ChooseOperands in = choose_operands(p, at);
    const int of = in.of, room = in.room, name = in.name;
    const Seat by = G::player(t.s, scope_of(f), in.by);
    std::int16_t& to_come = f.registers[name + 1];
    std::int16_t* const picks = f.registers + name + 2;
    if (to_come == 0)
      to_come = static_cast<std::int16_t>(std::max(0, amount(t.content, t.s, scope_of(f), p, in.count, 1)) + 1);
    if (to_come < 0) return carry_out(t, f, p, at);
    if (to_come > 1 && picks[room - 1] == 0) {
      Offer open;
      offer(t.content, t.s, f, open);
      // Where others cannot see what there is to choose from, not being asked would tell them.
      bool concealed = false;
      if constexpr (requires { G::conceals(t.content, t.s, scope_of(f), p, of); })
        concealed = G::conceals(t.content, t.s, scope_of(f), p, of);
      if (concealed || (!open.items.empty() && (in.up_to || !takes_all(f, name, room, open)))) {
        G::ask(t, by);
        return false;
      }
      if (!open.items.empty()) {
        answer(t.content, f, open.items[0]);
        return true;
      }
      if constexpr (requires { G::found_nothing(t, f); })
        if (!in.up_to) G::found_nothing(t, f);
      to_come = 1;
    }
    std::sort(picks, std::find(picks, picks + room, 0));
    to_come = static_cast<std::int16_t>(-to_come);
    return true;
  }

  // Nothing to choose: one kind of thing is left, or no more of them than are wanted.
  static bool takes_all(const Frame& f, int name, int room, const Offer& open) {
    int all = 0;
    for (const std::int16_t item : open.items) all += copies_left(f, name, room, item);
    return open.items.size() == 1 || all < f.registers[name + 1];
  }

  static bool carry_out(Table& t, Frame& f, Program p, int at) {
    const ChooseOperands in = choose_operands(p, at);
    const int name = in.name, room = in.room;
    std::int16_t* const picks = f.registers + name + 2;
    if (picks[0] == 0) {
      std::int16_t& to_come = f.registers[name + 1];
      to_come = static_cast<std::int16_t>(-to_come);
      if (to_come > 1) return true;  // the next group
      forget(f, name, 2 + room);
      f.position = static_cast<std::uint16_t>(at + p.length(at));
      return true;
    }
    int item = picks[0] - 1;
    std::copy(picks + 1, picks + room, picks);
    picks[room - 1] = 0;
    if (room > 1) item = still_there(t, f, p, in.of, item);
    if (item < 0) return true;  // what happened to another pick has taken this one away
    f.registers[name] = static_cast<std::int16_t>(item);
    f.position = static_cast<std::uint16_t>(in.block + 1);
    return true;
  }

  // The number that a picked thing has by now; -1 if it is gone.
  static int still_there(const Table& t, const Frame& f, Program p, int of, int item) {
    FoundItems found;
    G::select(t.content, t.s, scope_of(f), p, of, found);
    for (const std::int16_t other : found)
      if (other + copies(other) == item + copies(item)) return other;
    return -1;
  }

  // The set is looked up anew before each item, which are taken in ascending order.
  static bool for_each(Table& t, Frame& f, Program p, int at) {
    Parameters in = parameters(p, at);
    const int of = in.node();
    const int name = in.number();
    const int block = in.node();
    FoundItems found;
    G::select(t.content, t.s, scope_of(f), p, of, found);
    for (std::int16_t item : found) {
      if (item < f.registers[name + 1]) continue;
      f.registers[name] = item;
      f.registers[name + 1] = static_cast<std::int16_t>(item + 1);
      f.position = static_cast<std::uint16_t>(block + 1);
      return true;
    }
    forget(f, name, 2);
    f.position = static_cast<std::uint16_t>(at + p.length(at));
    return true;
  }

  // The controller first (or whom the game serves first), then in turn order.
  static bool each_player(Table& t, Frame& f, Program p, int at) {
    Parameters in = parameters(p, at);
    const int who = in.number();
    const int name = in.number();
    const int block = in.node();
    const int seats = t.s.seats;
    Seat first = f.controller;
    if constexpr (requires { G::first_seat(t.s, scope_of(f)); }) first = G::first_seat(t.s, scope_of(f));
    while (f.registers[name + 1] < seats) {
      const int place = f.registers[name + 1];
      f.registers[name + 1] = static_cast<std::int16_t>(place + 1);
      const core::Seat seat = core::seat((core::index(first) + place) % seats);
      if (!G::among(t.s, scope_of(f), who, seat)) continue;
      f.registers[name] = static_cast<std::int16_t>(core::index(seat));
      f.position = static_cast<std::uint16_t>(block + 1);
      return true;
    }
    forget(f, name, 2);
    f.position = static_cast<std::uint16_t>(at + p.length(at));
    return true;
  }

  using Seat = core::Seat;
};

}  // namespace rw::ability
