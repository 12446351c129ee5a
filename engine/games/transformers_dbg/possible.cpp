// What a text can do now: a way of a choice in full (DBG-ATK-10), or anything at all (DBG-GEN-24).
#include <algorithm>

#include "engine/games/transformers_dbg/turn.h"

namespace rw::transformers_dbg {
namespace {

using ability::Parameters;
using ability::Program;
using ability::Scope;

bool any_target(const Content& c, const State& s, const Scope& scope, Whom whom, Where where) {
  if (whom == Whom::you) return true;
  for (int i = 0; i < s.seats; ++i)
    if (may_be_attacked(c, s, scope, core::seat(i), where)) return true;
  return false;
}

bool can_draw(const Content& c, const State& s, Seat seat, int n) {
  const Player& p = player(s, seat);
  return p.deck.size() + p.discard.size() >= n && !holds(c, s, Deed::draw, seat);
}

// ---- in full ---------------------------------------------------------------------------------------------------

bool possible_statement(const Content& c, const State& s, const Scope& scope, Program p, int at) {
  Parameters in = ability::parameters(p, at);
  const auto amount = [&] { return Interpreter::amount(c, s, scope, p, in.node()); };
  if (p.opcode(at) == ability::op_choose) {
    const int of = in.node();
    in.node();
    if (in.number() != 0) return true;
    ability::Items found{};
    Words::select(c, s, scope, p, of, found);
    return !found.empty() || Words::conceals(c, s, scope, p, of);
  }
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::lose_energon: {
      const int n = amount();
      return player(s, named_player(scope, in.number())).energon >= n;
    }
    case WordOp::lose_vp: {
      const int n = amount();
      return player(s, named_player(scope, in.number())).vp >= n;
    }
    case WordOp::draw: {
      const int n = amount();
      return can_draw(c, s, named_player(scope, in.number()), n);
    }
    case WordOp::discard: {
      const int n = amount();
      return player(s, named_player(scope, in.number())).hand.size() >= n;
    }
    case WordOp::gain_damage: {
      const int n = amount();
      return s.damage_stack.size() >= n && can_gain_damage(c, s, named_player(scope, in.number()));
    }
    case WordOp::repair: amount(); return can_repair(c, s, named_player(scope, in.number()));
    case WordOp::convert: return can_convert(c, s, scope.controller, static_cast<SideUp>(in.number()));
    case WordOp::attack: {
      const auto whom = static_cast<Whom>(in.number());
      return any_target(c, s, scope, whom, static_cast<Where>(in.number()));
    }
    case WordOp::rearrange: return can_rearrange(c, s, in.number());
    case WordOp::sift_deck: return !player(s, scope.controller).deck.empty();
    case WordOp::peek_deck: {
      const int n = amount();
      if (static_cast<Deck>(in.number()) == Deck::main) return !s.main_deck.empty();
      return n > 0 && !player(s, scope.controller).deck.empty();
    }
    case WordOp::move_standee: in.number(); return arrived(s, named_player(scope, in.number()));
    default: return true;
  }
}

// ---- at all ----------------------------------------------------------------------------------------------------

// A text looked at before it runs: what it would choose is tried out in registers of its own.
struct Prospect {
  const Content& c;
  const State& s;
  Program p;
  Eyes eyes;
  std::int16_t registers[core::frame_registers] = {};

  Scope scope(const Scope& from) const {
    Scope own = from;
    own.registers = registers;
    return own;
  }
  int amount(const Scope& from, int at) const { return Interpreter::amount(c, s, scope(from), p, at); }

  bool block(const Scope& from, int block);
  bool statement(const Scope& from, int at);
  bool choice_of(const Scope& from, int of, int name, int then);
  bool effect_on_player(const Scope& from, int at, bool& known) const;
  bool effect_on_cards(const Scope& from, int at) const;
};

// It only says what becomes of an Attack.
bool follows_attack(Program p, int at) {
  if (p.opcode(at) != ability::op_each_player) return false;
  const auto who = static_cast<Who>(ability::parameters(p, at).number());
  return who == Who::hit || who == Who::blocked;
}

bool Prospect::block(const Scope& from, int block) {
  const int end = block + p.length(block);
  for (int at = block + 1; at < end && p.opcode(at) != ability::op_end; at += p.length(at))
    if (!follows_attack(p, at) && statement(from, at)) return true;
  return false;
}

bool Prospect::choice_of(const Scope& from, int of, int name, int then) {
  if (eyes == Eyes::everybody && Words::conceals(c, s, scope(from), p, of)) return true;
  ability::Items found{};
  Words::select(c, s, scope(from), p, of, found);
  for (std::int16_t item : found) {
    registers[name] = item;
    if (block(from, then)) return true;
  }
  return false;
}

bool Prospect::statement(const Scope& from, int at) {
  Parameters in = ability::parameters(p, at);
  switch (p.opcode(at)) {
    case ability::op_choose: {
      const int of = in.node();
      in.node();
      in.number();
      const int name = in.number();
      in.number();
      return choice_of(from, of, name, in.node());
    }
    case ability::op_for_each: {
      const int of = in.node(), name = in.number();
      return choice_of(from, of, name, in.node());
    }
    case ability::op_may: return block(from, in.node());
    case ability::op_choose_one: {
      const int end = at + p.length(at);
      for (int i = at + 2; i < end; i += 1 + p.length(i + 1))
        if (block(from, i + 1)) return true;
      return false;
    }
    case ability::op_if: {  // what comes before it may change what it asks
      in.node();
      const int then = in.node(), otherwise = in.node();
      return block(from, then) || (in.given(otherwise) && block(from, otherwise));
    }
    case ability::op_each_player: {
      const int who = in.number(), name = in.number(), then = in.node();
      for (int i = 0; i < s.seats; ++i) {
        if (!Words::among(s, scope(from), who, core::seat(i))) continue;
        registers[name] = static_cast<std::int16_t>(i);
        if (block(from, then)) return true;
      }
      return false;
    }
    case ability::op_set: return false;
    default: break;
  }
  if (p.opcode(at) < ability::first_game_word || is_modifier(p.opcode(at))) return true;
  bool known = true;
  const bool does = effect_on_player(from, at, known);
  return known ? does : effect_on_cards(from, at);
}

// Prices do nothing by themselves.
bool Prospect::effect_on_player(const Scope& from, int at, bool& known) const {
  Parameters in = ability::parameters(p, at);
  const auto amount_here = [&] { return amount(from, in.node()); };
  const auto named = [&] { return named_player(scope(from), in.number()); };
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::pay_energon:
    case WordOp::pay_move: return false;
    case WordOp::gain_energon:
    case WordOp::gain_vp:
    case WordOp::battle_power:
    case WordOp::raise_cost:
    case WordOp::add_tokens: return amount_here() != 0;
    case WordOp::lose_energon: return amount_here() > 0 && player(s, named()).energon > 0;
    case WordOp::lose_vp: return amount_here() > 0 && player(s, named()).vp > 0;
    case WordOp::draw: return amount_here() > 0 && can_draw(c, s, named(), 1);
    case WordOp::discard: return amount_here() > 0 && !player(s, named()).hand.empty();
    case WordOp::discard_hand: return !player(s, named()).hand.empty();
    case WordOp::gain_damage: return amount_here() > 0 && can_gain_damage(c, s, named());
    case WordOp::repair: {
      if (amount_here() <= 0) return false;
      const Seat seat = named();
      return eyes == Eyes::own && seat == from.controller ? knows_repair(c, s, seat) : can_repair(c, s, seat);
    }
    case WordOp::convert: return can_convert(c, s, from.controller, static_cast<SideUp>(in.number()));
    // DBG-AST-03, DBG-AST-04: only in the own turn.
    case WordOp::add_move:
    case WordOp::free_power: return amount_here() > 0 && from.controller == s.turn;
    case WordOp::add_power:
    case WordOp::add_range: return amount_here() != 0;
    default: known = false; return false;
  }
}

bool Prospect::effect_on_cards(const Scope& from, int at) const {
  Parameters in = ability::parameters(p, at);
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::attack: {
      const auto whom = static_cast<Whom>(in.number());
      return any_target(c, s, scope(from), whom, static_cast<Where>(in.number()));
    }
    case WordOp::move_standee: in.number(); return arrived(s, named_player(scope(from), in.number()));
    case WordOp::peek:
    case WordOp::search: {
      const int name = in.number();
      return name < 0 || is_facedown(s, registers[name]);
    }
    case WordOp::rearrange: return can_rearrange(c, s, in.number());
    case WordOp::sift_deck: return amount(from, in.node()) > 0 && !player(s, from.controller).deck.empty();
    case WordOp::peek_deck: {
      const int n = amount(from, in.node());
      if (static_cast<Deck>(in.number()) == Deck::main) return !s.main_deck.empty();
      return n > 0 && !player(s, from.controller).deck.empty();
    }
    case WordOp::take_peeked: return !player(s, from.controller).deck.empty();
    case WordOp::put_main_card: return !s.main_deck.empty();
    default: return true;
  }
}

}  // namespace

bool Words::possible(const Content& c, const State& s, const Scope& scope, Program p, int block) {
  const int end = block + p.length(block);
  for (int at = block + 1; at < end && p.opcode(at) != ability::op_end; at += p.length(at))
    if (!possible_statement(c, s, scope, p, at)) return false;
  return true;
}

bool worthwhile(const Content& c, const State& s, const Scope& scope, Program p, Eyes eyes) {
  Prospect prospect{c, s, p, eyes};
  return prospect.block(scope, p.ability().effects);
}

}  // namespace rw::transformers_dbg
