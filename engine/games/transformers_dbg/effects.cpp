// What each effect of the Transformers Deck-Building Game does.
#include <algorithm>

#include "engine/games/transformers_dbg/things.h"
#include "engine/games/transformers_dbg/turn.h"
#include "engine/games/transformers_dbg/word_table.h"

namespace rw::transformers_dbg {

using ability::scope_of;

// ---- cards that a name means ----------------------------------------------------------------------------------

namespace {

void destroy_in_play(Table& t, Seat seat, Slot slot, Clause clause) {
  State& s = t.s;
  const Card card = s.slots[slot].card;
  if (s.slots[slot].committed != 0 && in_battle(s)) cite(t, Clause::DBG_CNF_12, seat);
  leave_play(s, seat, slot);
  destroy_card(t, seat, card, clause);
}

void destroy_at(Table& t, Space space) {
  if (is_empty(t.s, space)) return;
  destroy_card(t, core::no_seat, take_from_matrix(t.s, space), Clause::DBG_MTX_02);
  cite(t, Clause::DBG_MTX_07);
}

// What a name means; without one "this card", if it still lies where the text comes from.
Item item_of(const Content& c, const State& s, const core::Frame& f, int name) {
  if (name != no_name) return named_item(scope_of(f), name);
  const Source source = source_of(f);
  if (!is_space(source) && !is_slot(source)) return no_item;
  if (card_of(c, s, source) != card_of_ability(c, f.ability)) return no_item;
  if (is_space(source)) return is_faceup(s, space_of(source)) ? item_of(space_of(source)) : no_item;
  return in_play(s, f.controller, slot_of(source)) ? item_of(f.controller, slot_of(source)) : no_item;
}

void destroy_item(Table& t, Item item, Clause clause) {
  if (item == no_item) return;
  if (is_space(item)) return destroy_at(t, space_of(item));
  const Seat seat = owner_of(item);
  const Card card = card_of(item);
  switch (zone_of(item)) {
    case CardZone::play: return destroy_in_play(t, seat, slot_of(item), clause);
    case CardZone::hand:
      if (leave_hand(t.s, seat, card)) destroy_card(t, seat, card, clause);
      return;
    case CardZone::discard:
      if (remove_card(player(t.s, seat).discard, card)) destroy_card(t, seat, card, clause);
      return;
    default: return;
  }
}

// Takes the card of an item out of its zone; no_card if it is not there.
Card take_item(Table& t, Item item) {
  State& s = t.s;
  if (item == no_item) return no_card;
  if (is_space(item)) return is_empty(s, space_of(item)) ? no_card : take_from_matrix(s, space_of(item));
  const Seat seat = owner_of(item);
  const Card card = card_of(item);
  switch (zone_of(item)) {
    case CardZone::play: {
      const Card lay = s.slots[slot_of(item)].card;
      leave_play(s, seat, slot_of(item));
      return lay;
    }
    case CardZone::hand: return leave_hand(s, seat, card) ? card : no_card;
    case CardZone::discard: return remove_card(player(s, seat).discard, card) ? card : no_card;
    case CardZone::destroyed:
      for (int i = 0; i < s.destroyed.size(); ++i)
        if (s.destroyed[i] == card) {
          s.destroyed.remove(i);
          return card;
        }
      return no_card;
    default: return no_card;
  }
}

void put_item(Table& t, Seat seat, Item item, Destination to, Clause clause) {
  const Card card = take_item(t, item);
  if (card == no_card) return cite(t, clause, seat);
  Player& p = player(t.s, seat);
  switch (to) {
    case Destination::hand: enter_hand(t.s, seat, card); break;
    case Destination::deck_top: put_on_deck(t.s, seat, card); break;
    case Destination::discard_pile: p.discard.push(card); break;
    case Destination::vault: p.vault.push(card); break;
  }
  emit(t, card_def(t.content, card).kind == CardKind::ally ? Clause::DBG_ALY_02 : clause, EventKind::card_put,
       seat, card, static_cast<int>(to) + 2);
  if (to == Destination::deck_top) cite(t, Clause::DBG_HID_06, seat);
}

// A bonus is fixed now and lasts this turn (DBG-TIM-06).
void add_bonus(Table& t, const core::Frame& f, Item item, int n, std::int8_t InPlay::* bonus, EventKind kind,
               Clause clause) {
  if (item == no_item || !is_in_play(item)) return;
  if (n == 0) return cite(t, Clause::DBG_GEN_24, f.controller);
  std::int8_t& field = t.s.slots[slot_of(item)].*bonus;
  field = static_cast<std::int8_t>(std::clamp(field + n, -100, 100));
  emit(t, clause, kind, f.controller, card_in(t.content, t.s, slot_of(item)), n);
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

// DBG-TIM-07: the next opponent in turn order; in Cooperative the player.
Seat opposition(const State& s, Seat seat) {
  for (int i = 1; i < s.seats; ++i)
    if (const Seat other = next_seat(s, seat, i); is_opponent(s, seat, other)) return other;
  return seat;
}

void move_standee(Table& t, const core::Frame& f, ability::Program p, int at) {
  constexpr auto word = WordOp::move_standee;
  const auto by = static_cast<Mover>(said<word, "by">(p, at));
  const Seat moved = named_player(scope_of(f), said<word, "who">(p, at));
  // DBG-MOV-05: a text that moves its own player's standee is moving, unless a Boss or the like orders it.
  const bool own = moved == f.controller && (is_slot(source_of(f)) || is_relic(source_of(f)));
  Seat chooser = f.controller;
  if (by == Mover::mover) chooser = moved;
  if (by == Mover::opposition) {
    chooser = opposition(t.s, moved);
    cite(t, Clause::DBG_TIM_07, chooser);
  }
  push_march(t, by == Mover::random ? core::no_seat : chooser, moved, said<word, "spaces">(p, at),
             said<word, "exactly">(p, at) != 0 ? Length::exactly : Length::up_to,
             own ? Ambush::faced : Ambush::spared);
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
  const Card card = s.main_deck.pop();
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

void reveal_from_vault(Table& t, const core::Frame& f, ability::Program p, int at, Clause clause) {
  constexpr auto word = WordOp::reveal_from_vault;
  const auto kind = static_cast<Kind>(said<word, "kind">(p, at));
  int n = 0;
  for (const Card card : player(t.s, f.controller).vault)
    n += fits(t.content, t.s, f.controller, card, kind, Allegiance::any_faction, any_subtype);
  core::Frame& reveal = push_step(t, Step::reveal, f.controller);
  reveal.count = static_cast<std::uint8_t>(n);
  reveal.object = static_cast<std::int16_t>(said<word, "as">(p, at));
  cite(t, clause, f.controller);
}

void pick_at_random(Table& t, core::Frame& f, ability::Program p, int at) {
  constexpr auto word = WordOp::pick_at_random;
  ability::Items found{};
  Words::select(t.content, t.s, scope_of(f), p, operand<word, "of">(p, at), found);
  if (found.empty()) return;
  const auto pick = core::draw(t.s.random, t.chance, 1, static_cast<std::uint32_t>(found.size())) - 1;
  ability::name(f, said<word, "as">(p, at), found[static_cast<int>(pick)]);
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

// A word that is carried out, and its operands.
struct Doing {
  Table& t;
  core::Frame& f;
  ability::Program p;
  int at;
  Clause clause = clause_of(static_cast<WordOp>(p.opcode(at)));

  template <WordOp word>
  int n() const {
    return Interpreter::amount(t.content, t.s, scope_of(f), p, operand<word, "n">(p, at));
  }
  template <WordOp word>
  Seat who() const {
    return named_player(scope_of(f), said<word, "who">(p, at));
  }
  template <WordOp word>
  Item card() const {
    return item_of(t.content, t.s, f, said<word, "card">(p, at));
  }
  template <WordOp word, ability::OperandName name>
  Space space() const {
    return space_of(named_item(scope_of(f), said<word, name>(p, at)));
  }
};

// Does something to a player, so often or so much.
template <WordOp word>
bool to_player(const Doing& d, auto&& act) {
  act(d.who<word>(), d.n<word>());
  return true;
}

// Prices and gains.
bool effect_on_player(const Doing& d) {
  Table& t = d.t;
  const Clause clause = d.clause;
  switch (static_cast<WordOp>(d.p.opcode(d.at))) {
    case WordOp::gain_energon:
      return to_player<WordOp::gain_energon>(d, [&](Seat who, int n) { gain_energon(t, who, n, clause); });
    case WordOp::lose_energon:
      return to_player<WordOp::lose_energon>(d, [&](Seat who, int n) { lose_energon(t, who, n, clause); });
    case WordOp::pay_energon:
      pay_energon(t, d.f, energon_price(t.content, t.s, d.f.controller, d.p, d.at), clause);
      return true;
    case WordOp::pay_move: spend_move(t, d.f.controller, from_cards, d.n<WordOp::pay_move>()); return true;
    case WordOp::gain_vp: return to_player<WordOp::gain_vp>(d, [&](Seat who, int n) { gain_vp(t, who, n); });
    case WordOp::lose_vp: return to_player<WordOp::lose_vp>(d, [&](Seat who, int n) { lose_vp(t, who, n); });
    case WordOp::draw:
      return to_player<WordOp::draw>(d, [&](Seat who, int n) { draw_by_text(t, who, n, clause); });
    case WordOp::discard:
      return to_player<WordOp::discard>(d, [&](Seat who, int n) {
        if (said<WordOp::discard, "random">(d.p, d.at) != 0)
          discard_at_random(t, who, n, clause);
        else
          push_discard(t, who, n);
      });
    case WordOp::discard_hand:
      discard_hand(t, d.who<WordOp::discard_hand>(), said<WordOp::discard_hand, "redraw">(d.p, d.at) != 0, clause);
      return true;
    case WordOp::gain_damage:
      return to_player<WordOp::gain_damage>(d, [&](Seat who, int n) { gain_damage(t, who, n); });
    case WordOp::repair: return to_player<WordOp::repair>(d, [&](Seat who, int n) { push_repair(t, who, n); });
    default: return false;
  }
}

// The Matrix.
bool effect_on_matrix(const Doing& d) {
  Table& t = d.t;
  const Seat seat = d.f.controller;
  switch (static_cast<WordOp>(d.p.opcode(d.at))) {
    case WordOp::move_standee: move_standee(t, d.f, d.p, d.at); return true;
    case WordOp::teleport:
      teleport(t, d.who<WordOp::teleport>(), d.space<WordOp::teleport, "to">(), d.clause);
      return true;
    case WordOp::peek:
      if (said<WordOp::peek, "at">(d.p, d.at) >= 0)
        peek(t, seat, d.space<WordOp::peek, "at">(), d.clause);
      else
        peek_along(t, seat, space_of(subject_of(d.f)));
      return true;
    case WordOp::search:
      if (const Space space = d.space<WordOp::search, "at">(); is_facedown(t.s, space))
        flip_up(t, seat, space, {}, &d.f);
      return true;
    case WordOp::flip_down: flip_down(t, d.space<WordOp::flip_down, "at">()); return true;
    case WordOp::rearrange:
      if (const int n = said<WordOp::rearrange, "n">(d.p, d.at); can_rearrange(t.content, t.s, n))
        push_step(t, Step::rearrange, seat).count = static_cast<std::uint8_t>(n);
      return true;
    case WordOp::add_tokens: {
      const Item item = item_of(t.content, t.s, d.f, no_name);
      if (item == no_item || !is_space(item)) return true;
      const int n = d.n<WordOp::add_tokens>();
      std::uint8_t& tokens = t.s.matrix.tokens[space_of(item)][max_players];
      tokens = static_cast<std::uint8_t>(std::min(255, tokens + n));
      emit(t, d.clause, EventKind::tokens_added, seat, n, space_of(item));
      return true;
    }
    default: return false;
  }
}

// Decks and piles.
bool effect_on_cards(const Doing& d) {
  Table& t = d.t;
  const Seat seat = d.f.controller;
  switch (static_cast<WordOp>(d.p.opcode(d.at))) {
    case WordOp::sift_deck: sift_deck(t, seat, d.n<WordOp::sift_deck>(), d.clause); return true;
    case WordOp::peek_deck: {
      const int n = d.n<WordOp::peek_deck>();
      if (static_cast<Deck>(said<WordOp::peek_deck, "deck">(d.p, d.at)) == Deck::main)
        peek_main_deck(t, seat, n, d.clause);
      else
        peek_own_deck(t, d.f, n);
      return true;
    }
    case WordOp::take_peeked: take_peeked(t, d.f, d.clause); return true;
    case WordOp::put_main_card:
      if (static_cast<Fate>(said<WordOp::put_main_card, "to">(d.p, d.at)) == Fate::bottom)
        bury_main_card(t, seat, d.clause);
      else
        destroy_main_card(t, seat, Clause::DBG_MTX_04);
      return true;
    case WordOp::destroy: destroy_item(t, d.card<WordOp::destroy>(), d.clause); return true;
    case WordOp::put:
      put_item(t, seat, d.card<WordOp::put>(), static_cast<Destination>(said<WordOp::put, "to">(d.p, d.at)),
               d.clause);
      return true;
    case WordOp::reveal_from_vault: reveal_from_vault(t, d.f, d.p, d.at, d.clause); return true;
    case WordOp::pick_at_random: pick_at_random(t, d.f, d.p, d.at); return true;
    default: return false;
  }
}

// Power, Range and Move, Attacks and battles.
void effect_on_battle(const Doing& d) {
  Table& t = d.t;
  core::Frame& f = d.f;
  const auto bonus = [&]<WordOp word>(std::int8_t InPlay::* field, EventKind kind) {
    add_bonus(t, f, d.card<word>(), d.n<word>(), field, kind, d.clause);
  };
  switch (static_cast<WordOp>(d.p.opcode(d.at))) {
    case WordOp::convert:
      if (can_convert(t.content, t.s, f.controller, static_cast<SideUp>(said<WordOp::convert, "to">(d.p, d.at))))
        convert(t, f.controller, d.clause);
      return;
    case WordOp::add_power:
      return bonus.operator()<WordOp::add_power>(&InPlay::power_bonus, EventKind::power_added);
    case WordOp::add_range:
      return bonus.operator()<WordOp::add_range>(&InPlay::range_bonus, EventKind::range_added);
    case WordOp::add_move: return add_move(t, f, d.n<WordOp::add_move>(), d.clause);
    case WordOp::free_power:
      return free_power(t, f, d.n<WordOp::free_power>(), said<WordOp::free_power, "range">(d.p, d.at), d.clause);
    case WordOp::battle_power: return add_battle_power(t, f, d.n<WordOp::battle_power>());
    case WordOp::raise_cost: return change_cost(t, d.n<WordOp::raise_cost>());
    case WordOp::attack:
      return push_attack(t, f, static_cast<Whom>(said<WordOp::attack, "whom">(d.p, d.at)),
                         static_cast<Where>(said<WordOp::attack, "where">(d.p, d.at)));
    case WordOp::block_attack: return block_attack(t, f.controller);
    case WordOp::cancel_confrontation: return cancel_confrontation(t);
    default: return;
  }
}

}  // namespace

void Words::effect(Table& t, core::Frame& f, Program p, int at) {
  // A text whose modifiers last: laid when its first one is reached.
  if (is_modifier(p.opcode(at))) {
    if (p.ability().until != 0 && at == p.ability().effects + 1)
      last(t, f, p.ability().effects, p.ability().until);
    return;
  }
  const Doing doing{t, f, p, at};
  if (!effect_on_player(doing) && !effect_on_matrix(doing) && !effect_on_cards(doing)) effect_on_battle(doing);
}

void Words::ask(Table& t, Seat seat) { transformers_dbg::ask(t, Question::choose, seat); }

// DBG-GEN-24: what cannot be done is left out.
void Words::found_nothing(Table& t, const core::Frame& f) { cite(t, Clause::DBG_GEN_24, f.controller); }

namespace {

void lay(Table& t, const core::Frame& f, int block, int until, int object) {
  ability::Lasting lasting = ability::laid_by(f, block, until);
  lasting.object = static_cast<std::int16_t>(object);
  for (const ability::Lasting& l : t.s.lasting)
    if (l.ability == lasting.ability && l.block == lasting.block && l.controller == lasting.controller &&
        l.source == lasting.source && (l.object == lasting.object || (l.object >= 0 && object >= 0)))
      return;
  t.s.lasting.push(lasting);
  note_lasting(t.content, t.s, lasting);
  emit(t, Clause::DBG_TIM_06, EventKind::lasting, f.controller, card_of_ability(t.content, f.ability),
       f.ability * blocks_of_ability + block, until);
}

}  // namespace

// Remembers how many cards were played before: some modifiers speak only of later ones (words.h, played_power).
void Words::last(Table& t, const core::Frame& f, int block, int until) { lay(t, f, block, until, t.s.plays); }

void Words::later(Table& t, const core::Frame& f, int moment, int until, int block) {
  lay(t, f, block, until, -1 - moment);
}

}  // namespace rw::transformers_dbg
