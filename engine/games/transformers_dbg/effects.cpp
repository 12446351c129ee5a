// What each effect of the Transformers Deck-Building Game does.
#include <algorithm>

#include "engine/games/transformers_dbg/turn.h"
#include "engine/games/transformers_dbg/word_table.h"

namespace rw::transformers_dbg {

using ability::Parameters;
using ability::scope_of;

// ---- cards that a name means ----------------------------------------------------------------------------------

namespace {

void destroy_in_play(Table& t, Seat seat, int slot, Clause clause) {
  State& s = t.s;
  const int card = s.slots[slot].card;
  if (s.slots[slot].committed != 0 && in_battle(s)) cite(t, Clause::DBG_CNF_12, seat);
  leave_play(s, seat, slot);
  destroy_card(t, seat, card, clause);
}

void destroy_at(Table& t, int space) {
  if (t.s.matrix.card[space] == 0) return;
  destroy_card(t, core::no_seat, take_from_matrix(t.s, space), Clause::DBG_MTX_02);
  cite(t, Clause::DBG_MTX_07);
}

// An item, or "this card" as an item.
int item_of(const Content& c, const State& s, const core::Frame& f, int name) {
  if (name >= 0) return f.registers[name];
  if (!is_space(f.source) && !is_slot(f.source)) return -1;
  if (card_of_source(c, s, f.source) != c.ability_card[f.ability]) return -1;  // it has gone, another lies there
  if (is_space(f.source)) return is_faceup(s, f.source - space_source) ? f.source - space_source : -1;
  return core::contains(s.in_play[core::index(f.controller)], f.source)
             ? card_item(play_zone, f.controller, f.source)
             : -1;
}

void destroy_item(Table& t, int item, Clause clause) {
  if (item < 0) return;
  if (item < max_spaces) return destroy_at(t, item);
  const Seat seat = item_seat(item);
  const int value = item_value(item);
  switch (item_zone(item)) {
    case play_zone: return destroy_in_play(t, seat, value, clause);
    case hand_zone:
      if (leave_hand(t.s, seat, value)) destroy_card(t, seat, value, clause);
      return;
    case discard_zone:
      if (remove_card(player(t.s, seat).discard, value)) destroy_card(t, seat, value, clause);
      return;
    default: return;
  }
}

// Takes the card of an item out of its zone; 0 if it is not there.
int take_item(Table& t, int item) {
  State& s = t.s;
  if (item < 0) return 0;
  if (item < max_spaces) return s.matrix.card[item] == 0 ? 0 : take_from_matrix(s, item);
  const Seat seat = item_seat(item);
  const int value = item_value(item);
  switch (item_zone(item)) {
    case play_zone: {
      const int card = s.slots[value].card;
      leave_play(s, seat, value);
      return card;
    }
    case hand_zone: return leave_hand(s, seat, value) ? value : 0;
    case discard_zone: return remove_card(player(s, seat).discard, value) ? value : 0;
    case destroyed_zone:
      for (int i = 0; i < s.destroyed.size(); ++i)
        if (s.destroyed[i] == value) {
          s.destroyed.remove(i);
          return value;
        }
      return 0;
    default: return 0;
  }
}

void put_item(Table& t, Seat seat, int item, Destination to, Clause clause) {
  const int card = take_item(t, item);
  if (card == 0) return cite(t, clause, seat);
  Player& p = player(t.s, seat);
  switch (to) {
    case Destination::hand: enter_hand(t.s, seat, card); break;
    case Destination::deck_top: put_on_deck(t.s, seat, card, true); break;
    case Destination::discard_pile: p.discard.push(static_cast<std::uint8_t>(card)); break;
    case Destination::vault: p.vault.push(static_cast<std::uint8_t>(card)); break;
  }
  emit(t, card_def(t.content, card).kind == CardKind::ally ? Clause::DBG_ALY_02 : clause, EventKind::card_put,
       seat, card, static_cast<int>(to) + 2);
  if (to == Destination::deck_top) cite(t, Clause::DBG_HID_06, seat);
}

// A bonus is fixed now and lasts this turn (DBG-TIM-06).
void add_bonus(Table& t, const core::Frame& f, int name, int n, std::int8_t InPlay::* bonus, EventKind kind,
               Clause clause) {
  const int item = item_of(t.content, t.s, f, name);
  if (item < 0 || item_zone(item) != play_zone) return;
  if (n == 0) return cite(t, Clause::DBG_GEN_24, f.controller);
  std::int8_t& field = t.s.slots[item_value(item)].*bonus;
  field = static_cast<std::int8_t>(std::clamp(field + n, -100, 100));
  emit(t, clause, kind, f.controller, card_in(t.content, t.s, item_value(item)), n);
}

}  // namespace

// ---- larger effects ----------------------------------------------------------------------------------

namespace {

void draw_by_text(Table& t, Seat seat, int n, Clause clause) {
  if (holds(t.content, t.s, Deed::draw, seat)) return cite(t, Clause::DBG_SCH_01, seat);
  draw_cards(t, seat, n, clause);
}

void discard_at_random(Table& t, Seat seat, int n, Clause clause) {
  for (const Player& p = player(t.s, seat); n > 0 && !p.hand.empty(); --n) {
    const auto held = static_cast<std::uint32_t>(p.hand.size());
    const auto pick = core::draw(t.s.random, t.chance, 1, held) - 1;
    discard_from_hand(t, seat, p.hand[static_cast<int>(pick)], clause);
  }
}

// DBG-TIM-07: the next opponent in turn order; in Cooperative the player himself.
Seat opposition(const State& s, Seat seat) {
  for (int i = 1; i < s.seats; ++i)
    if (const Seat other = next_seat(s, seat, i); is_opponent(s, seat, other)) return other;
  return seat;
}

void move_standee(Table& t, const core::Frame& f, Parameters in) {
  const int spaces = in.number(), name = in.number();
  const auto by = static_cast<Mover>(in.number());
  const bool exactly = in.number() != 0;
  const Seat moved = named_player(scope_of(f), name);
  // DBG-MOV-05: an own text that moves the own standee is moving, unless a Boss or the like orders it.
  const bool own = moved == f.controller && (is_slot(f.source) || is_relic(f.source));
  Seat chooser = f.controller;
  if (by == Mover::mover) chooser = moved;
  if (by == Mover::opposition) {
    chooser = opposition(t.s, moved);
    cite(t, Clause::DBG_TIM_07, chooser);
  }
  push_march(t, by == Mover::random ? core::no_seat : chooser, moved, spaces, exactly, own);
}

// DBG-CRD-14: no reshuffle.
void peek_own_deck(Table& t, core::Frame& f, int n) {
  Player& p = player(t.s, f.controller);
  n = std::min(n, p.deck.size());
  f.count = static_cast<std::uint8_t>(n);
  p.deck_known = std::max(p.deck_known, f.count);
  for (int i = 0; i < n; ++i)
    emit_secret(t, Clause::DBG_CRD_14, EventKind::sifted, f.controller, core::only(f.controller),
                p.deck[p.deck.size() - 1 - i]);
  cite(t, Clause::DBG_HID_06, f.controller);
}

// DBG-CRD-15.
void take_peeked(Table& t, core::Frame& f, Clause clause) {
  cite(t, clause, f.controller);
  cite(t, Clause::DBG_CRD_16, f.controller);
  draw_cards(t, f.controller, f.count, clause);
  f.count = 0;
}

void discard_hand(Table& t, Seat seat, bool redraw, Clause clause) {
  const int n = player(t.s, seat).hand.size();
  if (n == 0) return cite(t, clause, seat);
  discard_whole_hand(t, seat, clause);
  if (redraw) draw_cards(t, seat, n, clause_of(WordOp::draw));
}

void peek_main_deck(Table& t, Seat seat, int n, Clause clause) {
  State& s = t.s;
  for (int i = 0; i < n && i < s.main_deck.size(); ++i) {
    const int at = s.main_deck.size() - 1 - i;
    s.main_known[at] |= core::only(seat);
    emit_secret(t, clause, EventKind::peeked_main, seat, core::only(seat), s.main_deck[at], i + 1);
  }
}

// The top card goes under the main deck; its place is known to those who knew it.
void bury_main_card(Table& t, Seat seat, Clause clause) {
  State& s = t.s;
  if (s.main_deck.empty()) return;
  const int top = s.main_deck.size() - 1;
  const std::uint8_t known = s.main_known[top];
  const std::uint8_t card = s.main_deck.pop();
  for (int i = top; i > 0; --i) s.main_known[i] = s.main_known[i - 1];
  s.main_known[0] = known;
  s.main_deck.insert(0, card);
  emit_secret(t, clause, EventKind::buried, seat, core::only(seat), card);
}

void sift_deck(Table& t, Seat seat, int n, Clause clause) {
  Player& p = player(t.s, seat);
  n = std::min(n, p.deck.size());
  if (n == 0) return cite(t, Clause::DBG_GEN_24, seat);
  p.deck_known = std::max(p.deck_known, static_cast<std::uint8_t>(n));
  for (int i = 0; i < n; ++i)
    emit_secret(t, clause, EventKind::sifted, seat, core::only(seat), p.deck[p.deck.size() - 1 - i]);
  push_step(t, Step::sift, seat).count = static_cast<std::uint8_t>(n);
}

void reveal_from_vault(Table& t, const core::Frame& f, Kind kind, int name, Clause clause) {
  int n = 0;
  for (std::uint8_t card : player(t.s, f.controller).vault)
    n += fits(t.content, t.s, f.controller, card, kind, Allegiance::any_faction, -1);
  core::Frame& reveal = push_step(t, Step::reveal, f.controller);
  reveal.count = static_cast<std::uint8_t>(n);
  reveal.object = static_cast<std::int16_t>(name);
  cite(t, clause, f.controller);
}

void pick_at_random(Table& t, core::Frame& f, ability::Program p, Parameters in) {
  ability::Items found{};
  Words::select(t.content, t.s, scope_of(f), p, in.node(), found);
  const int name = in.number();
  if (found.empty()) return;
  const auto pick = core::draw(t.s.random, t.chance, 1, static_cast<std::uint32_t>(found.size())) - 1;
  f.registers[name] = found[static_cast<int>(pick)];
}

void free_power(Table& t, const core::Frame& f, int n, int range, Clause clause) {
  if (f.controller != t.s.turn) return cite(t, Clause::DBG_AST_04, f.controller);
  std::uint8_t& pool = t.s.free_power[std::clamp(range, 0, free_ranges - 1)];
  pool = static_cast<std::uint8_t>(std::clamp(pool + n, 0, 100));
  emit(t, clause, EventKind::power_added, f.controller, 0, n);
}

void add_move(Table& t, const core::Frame& f, int n, Clause clause) {
  if (f.controller != t.s.turn) return cite(t, Clause::DBG_AST_03, f.controller);
  t.s.free_move = static_cast<std::uint8_t>(std::clamp(t.s.free_move + n, 0, 100));
  emit(t, clause, EventKind::move_added, f.controller, n);
}

}  // namespace

// ---- effects by word ---------------------------------------------------------------------------------

namespace {

// Prices and gains.
bool effect_on_player(Table& t, core::Frame& f, ability::Program p, int at, Clause clause) {
  Parameters in = ability::parameters(p, at);
  const auto amount = [&] { return Interpreter::amount(t.content, t.s, scope_of(f), p, in.node()); };
  const auto named = [&] { return named_player(scope_of(f), in.number()); };
  const auto of_whom = [&](auto&& act) {  // an amount, and a player whom it is about
    const int n = amount();
    act(named(), n);
    return true;
  };
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::gain_energon: return of_whom([&](Seat who, int n) { gain_energon(t, who, n, clause); });
    case WordOp::lose_energon: return of_whom([&](Seat who, int n) { lose_energon(t, who, n, clause); });
    case WordOp::pay_energon: pay_energon(t, f, energon_price(t.content, t.s, f.controller, p, at)); return true;
    case WordOp::pay_move: spend_move(t, f.controller, from_cards, amount()); return true;
    case WordOp::gain_vp: return of_whom([&](Seat who, int n) { gain_vp(t, who, n); });
    case WordOp::lose_vp: return of_whom([&](Seat who, int n) { lose_vp(t, who, n); });
    case WordOp::draw: return of_whom([&](Seat who, int n) { draw_by_text(t, who, n, clause); });
    case WordOp::discard: {
      const int n = amount();
      const Seat seat = named();
      if (in.number() != 0)
        discard_at_random(t, seat, n, clause);
      else
        push_discard(t, seat, n);
      return true;
    }
    case WordOp::discard_hand: {
      const Seat seat = named();
      discard_hand(t, seat, in.number() != 0, clause);
      return true;
    }
    case WordOp::gain_damage: return of_whom([&](Seat who, int n) { gain_damage(t, who, n); });
    case WordOp::repair: return of_whom([&](Seat who, int n) { push_repair(t, who, n); });
    default: return false;
  }
}

// The Matrix, decks and piles.
bool effect_on_cards(Table& t, core::Frame& f, ability::Program p, int at, Clause clause) {
  Parameters in = ability::parameters(p, at);
  State& s = t.s;
  const Seat seat = f.controller;
  const auto amount = [&] { return Interpreter::amount(t.content, s, scope_of(f), p, in.node()); };
  switch (static_cast<WordOp>(p.opcode(at))) {
    case WordOp::move_standee: move_standee(t, f, in); return true;
    case WordOp::teleport: {
      const int space = f.registers[in.number()];
      teleport(t, named_player(scope_of(f), in.number()), space, clause);
      return true;
    }
    case WordOp::peek:
      if (const int name = in.number(); name >= 0)
        peek(t, seat, f.registers[name], clause);
      else
        peek_along(t, seat, subject_space(f.subject));
      return true;
    case WordOp::search: {
      const int space = f.registers[in.number()];
      if (is_facedown(s, space)) flip_up(t, seat, space, {}, &f, space != player(s, seat).space);
      return true;
    }
    case WordOp::flip_down: flip_down(t, f.registers[in.number()]); return true;
    case WordOp::rearrange:
      if (const int n = in.number(); can_rearrange(t.content, s, n))
        push_step(t, Step::rearrange, seat).count = static_cast<std::uint8_t>(n);
      return true;
    case WordOp::sift_deck: sift_deck(t, seat, amount(), clause); return true;
    case WordOp::peek_deck: {
      const int n = amount();
      if (static_cast<Deck>(in.number()) == Deck::main)
        peek_main_deck(t, seat, n, clause);
      else
        peek_own_deck(t, f, n);
      return true;
    }
    case WordOp::take_peeked: take_peeked(t, f, clause); return true;
    case WordOp::put_main_card:
      if (static_cast<Fate>(in.number()) == Fate::bottom)
        bury_main_card(t, seat, clause);
      else
        destroy_main_card(t, seat, Clause::DBG_MTX_04);
      return true;
    case WordOp::destroy: destroy_item(t, item_of(t.content, s, f, in.number()), clause); return true;
    case WordOp::put: {
      const int item = item_of(t.content, s, f, in.number());
      put_item(t, seat, item, static_cast<Destination>(in.number()), clause);
      return true;
    }
    case WordOp::reveal_from_vault: {
      const auto kind = static_cast<Kind>(in.number());
      reveal_from_vault(t, f, kind, in.number(), clause);
      return true;
    }
    case WordOp::pick_at_random: pick_at_random(t, f, p, in); return true;
    case WordOp::add_tokens: {
      const int n = amount();
      if (!is_space(f.source) || item_of(t.content, s, f, -1) < 0) return true;
      std::uint8_t& tokens = s.matrix.tokens[f.source - space_source][max_players];
      tokens = static_cast<std::uint8_t>(std::min(255, tokens + n));
      emit(t, clause, EventKind::tokens_added, seat, n, f.source - space_source);
      return true;
    }
    default: return false;
  }
}

}  // namespace

void Words::effect(Table& t, core::Frame& f, Program p, int at) {
  Parameters in = ability::parameters(p, at);
  const auto amount = [&] { return Interpreter::amount(t.content, t.s, scope_of(f), p, in.node()); };
  // A text whose modifiers last: laid when its first one is reached.
  if (is_modifier(p.opcode(at))) {
    if (p.ability().until != 0 && at == p.ability().effects + 1)
      last(t, f, p.ability().effects, p.ability().until);
    return;
  }
  const auto word = static_cast<WordOp>(p.opcode(at));
  const Clause clause = clause_of(word);
  if (effect_on_player(t, f, p, at, clause) || effect_on_cards(t, f, p, at, clause)) return;
  switch (word) {
    case WordOp::convert:
      if (can_convert(t.content, t.s, f.controller, static_cast<SideUp>(in.number())))
        convert(t, f.controller, clause);
      return;
    case WordOp::add_power: {
      const int n = amount();
      return add_bonus(t, f, in.number(), n, &InPlay::power_bonus, EventKind::power_added, clause);
    }
    case WordOp::add_range: {
      const int n = amount();
      return add_bonus(t, f, in.number(), n, &InPlay::range_bonus, EventKind::range_added, clause);
    }
    case WordOp::add_move: return add_move(t, f, amount(), clause);
    case WordOp::free_power: {
      const int n = amount();
      return free_power(t, f, n, in.number(), clause);
    }
    case WordOp::battle_power: return add_battle_power(t, f, amount());
    case WordOp::raise_cost: return change_cost(t, amount());
    case WordOp::attack: {
      const auto whom = static_cast<Whom>(in.number());
      return push_attack(t, f, whom, static_cast<Where>(in.number()));
    }
    case WordOp::block_attack: return block_attack(t, f.controller);
    case WordOp::cancel_confrontation: return cancel_confrontation(t);
    default: return;
  }
}

void Words::ask(Table& t, Seat seat) { transformers_dbg::ask(t, Question::choose, seat); }

// DBG-GEN-24: what cannot be done is left out.
void Words::found_nothing(Table& t, const core::Frame& f) { cite(t, Clause::DBG_GEN_24, f.controller); }

namespace {

void lay(Table& t, const core::Frame& f, int block, int until, int object) {
  const ability::Lasting lasting{
      f.ability, static_cast<std::uint16_t>(block), f.controller, static_cast<std::uint8_t>(until), f.source,
      f.subject, static_cast<std::int16_t>(object)};
  for (const ability::Lasting& l : t.s.lasting)
    if (l.ability == lasting.ability && l.block == lasting.block && l.controller == lasting.controller &&
        l.source == lasting.source && (l.object == lasting.object || (l.object >= 0 && object >= 0)))
      return;
  t.s.lasting.push(lasting);
  note_lasting(t.content, t.s, lasting);
  emit(t, Clause::DBG_TIM_06, EventKind::lasting, f.controller,
       t.content.ability_card[static_cast<std::size_t>(f.ability)]);
}

}  // namespace

// How many cards were played by then: some speak only of those that come after (words.h, played_power).
void Words::last(Table& t, const core::Frame& f, int block, int until) { lay(t, f, block, until, t.s.plays); }

void Words::later(Table& t, const core::Frame& f, int moment, int until, int block) {
  lay(t, f, block, until, -1 - moment);
}

}  // namespace rw::transformers_dbg
