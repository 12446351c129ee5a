// What a text can do now: a way of a choice in full (DBG-ATK-10), or anything at all (DBG-GEN-24).
#include <algorithm>

#include "engine/games/transformers_dbg/turn.h"
#include "engine/games/transformers_dbg/word_table.h"

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

// A word, and its operands.
struct Says {
  const Content& c;
  const State& s;
  Program p;
  const Scope& scope;
  int at;

  template <WordOp word>
  int n() const {
    return Interpreter::amount(c, s, scope, p, operand<word, "n">(p, at));
  }
  template <WordOp word>
  Seat who() const {
    return named_player(scope, said<word, "who">(p, at));
  }
  bool is_possible() const;
};

bool can_draw(const Content& c, const State& s, Seat seat, int n) {
  const Player& p = player(s, seat);
  return p.deck.size() + p.discard.size() >= n && !holds(c, s, Deed::draw, seat);
}

// Words that do all they say, or nothing.
bool Says::is_possible() const {
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::convert:
      return can_convert(c, s, scope.controller, static_cast<SideUp>(said<WordOp::convert, "to">(p, at)));
    case WordOp::attack:
      return any_target(c, s, scope, static_cast<Whom>(said<WordOp::attack, "whom">(p, at)),
                        static_cast<Where>(said<WordOp::attack, "where">(p, at)));
    case WordOp::move_standee: return arrived(s, who<WordOp::move_standee>());
    case WordOp::rearrange: return can_rearrange(c, s, said<WordOp::rearrange, "n">(p, at));
    case WordOp::peek_deck:
      if (static_cast<Deck>(said<WordOp::peek_deck, "deck">(p, at)) == Deck::main) return !s.main_deck.empty();
      return n<WordOp::peek_deck>() > 0 && !player(s, scope.controller).deck.empty();
    default: return true;
  }
}

// ---- in full ---------------------------------------------------------------------------------------------------

bool possible_statement(const Content& c, const State& s, const Scope& scope, Program p, int at) {
  const Says says{c, s, p, scope, at};
  if (p.opcode(at) == ability::op_choose) {
    const ability::ChooseOperands choose = ability::choose_operands(p, at);
    if (choose.up_to) return true;
    ability::Items found{};
    Words::select(c, s, scope, p, choose.of, found);
    return !found.empty() || Words::conceals(c, s, scope, p, choose.of);
  }
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::lose_energon:
      return player(s, says.who<WordOp::lose_energon>()).energon >= says.n<WordOp::lose_energon>();
    case WordOp::lose_vp: return player(s, says.who<WordOp::lose_vp>()).vp >= says.n<WordOp::lose_vp>();
    case WordOp::draw: return can_draw(c, s, says.who<WordOp::draw>(), says.n<WordOp::draw>());
    case WordOp::discard: return player(s, says.who<WordOp::discard>()).hand.size() >= says.n<WordOp::discard>();
    case WordOp::gain_damage:
      return s.damage_stack.size() >= says.n<WordOp::gain_damage>() &&
             can_gain_damage(c, s, says.who<WordOp::gain_damage>());
    case WordOp::repair: return can_repair(c, s, says.who<WordOp::repair>());
    case WordOp::sift_deck: return !player(s, scope.controller).deck.empty();
    default: return says.is_possible();
  }
}

// ---- at all ----------------------------------------------------------------------------------------------------

// A text looked at before it runs: what it would choose is tried out under names of its own.
struct Prospect {
  const Content& c;
  const State& s;
  Program p;
  Eyes eyes;
  std::int16_t names[core::frame_registers] = {};

  Scope scope(const Scope& from) const {
    Scope own = from;
    own.registers = names;
    return own;
  }

  bool block(const Scope& from, int block);
  bool statement(const Scope& from, int at);
  bool choice_of(const Scope& from, int of, int name, int then);
  bool does_something(const Scope& from, int at) const;
  bool hits_facedown(const Scope& own, int name) const {
    return name == no_name || is_facedown(s, space_of(named_item(own, name)));
  }
};

// Does it only say what becomes of an Attack?
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
    names[name] = item;
    if (block(from, then)) return true;
  }
  return false;
}

bool Prospect::statement(const Scope& from, int at) {
  Parameters in = ability::parameters(p, at);
  switch (p.opcode(at)) {
    case ability::op_choose: {
      const ability::ChooseOperands choose = ability::choose_operands(p, at);
      return choice_of(from, choose.of, choose.name, choose.block);
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
    case ability::op_if: {  // what comes before it may change the answer
      in.node();
      const int then = in.node(), otherwise = in.node();
      return block(from, then) || (in.given(otherwise) && block(from, otherwise));
    }
    case ability::op_each_player: {
      const int who = in.number(), name = in.number(), then = in.node();
      for (int i = 0; i < s.seats; ++i) {
        if (!Words::among(s, scope(from), who, core::seat(i))) continue;
        names[name] = static_cast<std::int16_t>(i);
        if (block(from, then)) return true;
      }
      return false;
    }
    case ability::op_set: return false;
    default:
      return p.opcode(at) < ability::first_game_word || is_modifier(p.opcode(at)) || does_something(from, at);
  }
}

// Prices do nothing by themselves.
bool Prospect::does_something(const Scope& from, int at) const {
  const Scope own = scope(from);
  const Says says{c, s, p, own, at};
  const Seat you = from.controller;
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::pay_energon:
    case WordOp::pay_move: return false;
    case WordOp::gain_energon: return says.n<WordOp::gain_energon>() != 0;
    case WordOp::gain_vp: return says.n<WordOp::gain_vp>() != 0;
    case WordOp::battle_power: return says.n<WordOp::battle_power>() != 0;
    case WordOp::raise_cost: return says.n<WordOp::raise_cost>() != 0;
    case WordOp::add_tokens: return says.n<WordOp::add_tokens>() != 0;
    case WordOp::add_power: return says.n<WordOp::add_power>() != 0;
    case WordOp::add_range: return says.n<WordOp::add_range>() != 0;
    case WordOp::lose_energon:
      return says.n<WordOp::lose_energon>() > 0 && player(s, says.who<WordOp::lose_energon>()).energon > 0;
    case WordOp::lose_vp: return says.n<WordOp::lose_vp>() > 0 && player(s, says.who<WordOp::lose_vp>()).vp > 0;
    case WordOp::draw: return says.n<WordOp::draw>() > 0 && can_draw(c, s, says.who<WordOp::draw>(), 1);
    case WordOp::discard:
      return says.n<WordOp::discard>() > 0 && !player(s, says.who<WordOp::discard>()).hand.empty();
    case WordOp::discard_hand: return !player(s, says.who<WordOp::discard_hand>()).hand.empty();
    case WordOp::gain_damage:
      return says.n<WordOp::gain_damage>() > 0 && can_gain_damage(c, s, says.who<WordOp::gain_damage>());
    case WordOp::repair: {
      if (says.n<WordOp::repair>() <= 0) return false;
      const Seat seat = says.who<WordOp::repair>();
      return eyes == Eyes::own && seat == you ? knows_repair(c, s, seat) : can_repair(c, s, seat);
    }
    // DBG-AST-03, DBG-AST-04: only in one's own turn.
    case WordOp::add_move: return says.n<WordOp::add_move>() > 0 && you == s.turn;
    case WordOp::free_power: return says.n<WordOp::free_power>() > 0 && you == s.turn;
    case WordOp::peek: return hits_facedown(own, said<WordOp::peek, "at">(p, at));
    case WordOp::search: return hits_facedown(own, said<WordOp::search, "at">(p, at));
    case WordOp::sift_deck: return says.n<WordOp::sift_deck>() > 0 && !player(s, you).deck.empty();
    case WordOp::take_peeked: return !player(s, you).deck.empty();
    case WordOp::put_main_card: return !s.main_deck.empty();
    default: return says.is_possible();
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
