// What each word of the cards does.
#include <algorithm>

#include "engine/ability/walk.h"
#include "engine/games/transformers_tcg/turn.h"
#include "engine/games/transformers_tcg/word_table.h"

namespace rw::transformers_tcg {
namespace {

// A word that is carried out, and its operands.
struct Doing {
  Table& t;
  Frame& f;
  Program p;
  int at;
  Clause clause = clause_of(static_cast<WordOp>(p.opcode(at)));

  Scope scope() const { return ability::scope_of(f); }
  template <WordOp word, ability::OperandName name>
  int says() const {
    return said<word, name>(p, at);
  }
  template <WordOp word, ability::OperandName name = "n">
  int amount(int otherwise = 0) const {
    return Interpreter::amount(t.content, t.s, scope(), p, operand<word, name>(p, at), otherwise);
  }
  template <WordOp word, ability::OperandName name>
  CharacterSet characters() const {
    return things(t.content, t.s, scope(), p, operand<word, name>(p, at)).characters;
  }
  template <WordOp word, ability::OperandName name>
  Character character() const {
    return first_of(characters<word, name>());
  }
  template <WordOp word, ability::OperandName name = "what">
  CardSet cards() const {
    return things(t.content, t.s, scope(), p, operand<word, name>(p, at)).cards;
  }
};

bool in_cost(Program p, int at) {
  const int cost = p.ability().cost;
  return cost != 0 && at > cost && at < cost + p.length(cost);
}

bool repeats(Program p) {
  for (std::size_t i = ability::ability_header; i < p.code.size(); ++i)
    if ((p.code[i] & 0xFFFF) == ability::op_repeat && (p.code[i] >> 16) > 2) return true;
  return false;
}

// Each of these players in turn.
template <class Fn>
void each_meant(Table& t, const Frame& f, int who, Fn&& fn) {
  if (who == static_cast<int>(Who::both)) cite(t, Clause::TCG_ACT_12, f.controller);
  for (const Seat seat : in_turn_order(t.s))
    if (Words::among(t.s, ability::scope_of(f), who, seat)) fn(seat);
}

// What is chosen from outside the game is a record, not a thing on the table.
void fetch_card(Table& t, Seat seat, CardRecord record) {
  State& s = t.s;
  const Card card = new_card(s, seat, record);
  if (card == no_card) return;
  s.hand.add(card);
  show(s, card);
  emit(t, Clause::TCG_OUT_01, EventKind::taken, seat, card);
  for (const Clause clause : {Clause::TCG_OUT_04, Clause::TCG_OUT_05, Clause::TCG_OUT_06, Clause::TCG_DECK_09})
    cite(t, clause, seat);
}

void fetch(Table& t, Seat seat, Item item) {
  if (is_outside_card(item)) return fetch_card(t, seat, outside_card(item));
  if (!is_outside_character(item)) return;
  fetch_character(t, seat, outside_character(item));
  if (t.s.phase == Phase::set_up) {
    cite(t, Clause::TCG_SET_09, seat);
    cite(t, Clause::TCG_OUT_03, seat);
  }
}

void change_defender(Table& t, Character who, Clause clause) {
  State& s = t.s;
  if (!fighting(s) || !on_field(s, who)) return;
  s.battle.defender = who;
  s.battle.taken[core::index(owner_of(who))] = 0;
  emit(t, clause, EventKind::defender_changed, owner_of(who), who);
}

void spill(Table& t, Character who) {
  State& s = t.s;
  if (who == no_character) return cite(t, Clause::TCG_DMG_17);
  if (s.battle.spilled != 0) return cite(t, Clause::TCG_DMG_16);
  if (s.battle.surplus == 0) return;
  s.battle.spilled = 1;
  cite(t, Clause::TCG_DMG_13);
  cite(t, Clause::TCG_DMG_14);
  cite(t, Clause::TCG_DMG_15);
  const Character doer = attacker_of(s);
  begin_damage(t, core::bit(who), s.battle.surplus, DamageKind::surplus, owner_of(doer), doer);
}

void scrap_from_top(Table& t, Frame& f, int n, int name) {
  Card card = no_card;
  for (int k = 0; k < n; ++k)
    if (const Card one = scrap_top(t, f.controller); one != no_card) card = one;
  if (name != no_name) ability::name(f, name, item_of(card));
}

void take_cards(Table& t, const Frame& f, const CardSet& cards, Clause clause) {
  for (const Card card : cards) {
    if (t.s.flipped.has(card)) cite(t, Clause::TCG_BAT_16, f.controller);
    for (const Card other : t.s.marked & t.s.scrap)  // another one like it stays
      if (!cards.has(other) &&
          battle_card(t.content, t.s, other).action == battle_card(t.content, t.s, card).action)
        cite(t, Clause::TCG_GEN_03, f.controller);
    put_in_hand(t, card, clause);
  }
}

// ---- cards -------------------------------------------------------------------------------------------------

bool card_effect(const Doing& d) {
  Table& t = d.t;
  Frame& f = d.f;
  State& s = t.s;
  switch (static_cast<WordOp>(d.p.opcode(d.at))) {
    case WordOp::draw: {
      const int n = d.amount<WordOp::draw>();
      each_meant(t, f, d.says<WordOp::draw, "who">(), [&](Seat seat) { draw_cards(t, seat, n, d.clause); });
      return true;
    }
    case WordOp::draw_up_to: {
      const int n = d.amount<WordOp::draw_up_to>();
      each_meant(t, f, d.says<WordOp::draw_up_to, "who">(),
                 [&](Seat seat) { draw_cards(t, seat, std::max(0, n - hand_size(t.s, seat)), d.clause); });
      return true;
    }
    case WordOp::plan: begin_plan(t, f.controller, d.amount<WordOp::plan>()); return true;
    case WordOp::scrap: {
      const CardSet what = d.cards<WordOp::scrap>();
      const Card own = card_of(source_of(f));
      if (own != no_card && what.has(own)) cite(t, Clause::TCG_RPL_07, f.controller);
      const bool upgrade = !(what & s.attached).empty();
      begin_scrap(t, what, f.controller, d.says<WordOp::scrap, "as">());
      if (upgrade) cite(t, Clause::TCG_UPG_07, f.controller);
      return true;
    }
    case WordOp::scrap_top:
      scrap_from_top(t, f, d.amount<WordOp::scrap_top>(), d.says<WordOp::scrap_top, "as">());
      return true;
    case WordOp::take: take_cards(t, f, d.cards<WordOp::take>(), d.clause); return true;
    case WordOp::put_on_deck:
      for (const Card card : d.cards<WordOp::put_on_deck>()) put_on_top(t, card, d.clause);
      return true;
    case WordOp::keep_hand:
      begin_keep(t, f.controller, d.amount<WordOp::keep_hand>(),
                 static_cast<Who>(d.says<WordOp::keep_hand, "who">()), d.says<WordOp::keep_hand, "secret">() != 0);
      return true;
    case WordOp::look: look_at(t, d.cards<WordOp::look>(), f.controller); return true;
    case WordOp::reveal: {
      const CardSet cards = d.cards<WordOp::reveal>();
      if (d.says<WordOp::reveal, "random">() != 0) {
        const Card card = reveal_random(t, cards);
        if (const int name = d.says<WordOp::reveal, "as">(); name != no_name)
          ability::name(f, name, item_of(card));
        return true;
      }
      reveal(t, cards, f.controller);
      for (const Card card : cards) mark(s, card, From::deck);
      return true;
    }
    default: return false;
  }
}

// Cards that are played, brought and put somewhere.
bool placing_effect(const Doing& d) {
  Table& t = d.t;
  Frame& f = d.f;
  State& s = t.s;
  switch (static_cast<WordOp>(d.p.opcode(d.at))) {
    case WordOp::may_play:
      cite(t, Clause::TCG_TRN_10, f.controller);
      cite(t, Clause::TCG_ACT_06, f.controller);
      begin_may_play(t, f, d.at);
      return true;
    case WordOp::fetch: {
      const int what = operand<WordOp::fetch, "what">(d.p, d.at);
      if (static_cast<WordOp>(d.p.opcode(what)) == WordOp::chosen)
        fetch(t, f.controller, named_item(d.scope(), said<WordOp::chosen, "name">(d.p, what)));
      return true;
    }
    case WordOp::put_under: {
      const bool named = d.p.opcode(operand<WordOp::put_under, "beneath">(d.p, d.at)) != ability::op_nothing;
      const Character who = named ? d.character<WordOp::put_under, "beneath">() : bearer_of(f);
      for (const Card card : d.cards<WordOp::put_under>()) put_under(t, card, who);
      return true;
    }
    case WordOp::put_on: {
      const Character who = d.character<WordOp::put_on, "onto">();
      for (const Card card : d.cards<WordOp::put_on>()) {
        put_on_by_effect(t, card, who);
        if (battle_card(t.content, s, card).only_if >= 0) cite(t, Clause::TCG_UPG_12, f.controller);
        break;
      }
      return true;
    }
    case WordOp::swap_upgrades: {
      const Character a = d.character<WordOp::swap_upgrades, "a">(), b = d.character<WordOp::swap_upgrades, "b">();
      if (a != no_character && b != no_character && a != b) swap_upgrades(t, a, b);
      return true;
    }
    case WordOp::flip_cards: {
      const int n = d.amount<WordOp::flip_cards>();
      d.says<WordOp::flip_cards, "extra">() != 0 ? flip_more(t, f.controller, n)
                                                 : flip_by_card(t, f.controller, n);
      return true;
    }
    case WordOp::save:
      for (const Card card : d.cards<WordOp::save>()) s.endangered.remove(card);
      cite(t, d.clause, f.controller);
      return true;
    default: return false;
  }
}

// ---- damage ------------------------------------------------------------------------------------------------

bool damage_effect(const Doing& d) {
  Table& t = d.t;
  Frame& f = d.f;
  State& s = t.s;
  switch (static_cast<WordOp>(d.p.opcode(d.at))) {
    case WordOp::damage: {
      const int n = d.amount<WordOp::damage>();
      // Separate instances: counted out by the card, or one for each card scrapped.
      if (repeats(d.p) || d.p.ability().moment == static_cast<int>(Moment::hand_card_scrapped))
        cite(t, Clause::TCG_DMG_12, f.controller);
      if (card_of(source_of(f)) != no_card && bearer_of(f) != no_character)
        cite(t, Clause::TCG_UPG_16, f.controller);
      begin_damage(t, d.characters<WordOp::damage, "to">(), n, DamageKind::effect, f.controller);
      return true;
    }
    case WordOp::repair:
      repair(t, d.characters<WordOp::repair, "from">(), d.amount<WordOp::repair>());
      return true;
    case WordOp::move_damage: {
      const int n = d.amount<WordOp::move_damage>();
      const Character from = d.character<WordOp::move_damage, "from">(),
                      to = d.character<WordOp::move_damage, "to">();
      if (from == no_character || to == no_character) return true;
      if (d.says<WordOp::move_damage, "up_to">() != 0)
        begin_amount(t, f.controller, from, to, std::min<int>(n, s.characters[from].damage));
      else
        move_damage(t, from, to, n);
      return true;
    }
    case WordOp::spill: spill(t, d.character<WordOp::spill, "to">()); return true;
    case WordOp::ko: {
      const CharacterSet who = d.characters<WordOp::ko, "who">() & s.field;
      if (in_cost(d.p, d.at)) s.paid_with = first_of(who);
      knock_out(t, who, d.clause);
      return true;
    }
    case WordOp::limit: prevent(t, d.amount<WordOp::limit>(), d.clause); return true;
    case WordOp::adjust:  // of repair: where it is read (damage.cpp)
      if (!s.damage.hits.empty()) prevent(t, s.damage.hits.back().amount - d.amount<WordOp::adjust>(), d.clause);
      return true;
    case WordOp::redirect: {
      const Character who = d.character<WordOp::redirect, "to">();
      constexpr int defense = 1;
      if (d.says<WordOp::redirect, "what">() == defense)
        change_defender(t, who, Clause::TCG_ATK_14);
      else
        redirect(t, who, d.amount<WordOp::redirect>(255));
      return true;
    }
    default: return false;
  }
}

// ---- characters and the game ----------------------------------------------------------------------------------

void raise_tower(Table& t, Seat seat, int n, bool starts, Clause clause) {
  std::uint8_t& tower = t.s.tower[core::index(seat)];
  if (tower == 0 && !starts) return cite(t, Clause::TCG_TWR_04, seat);
  tower = static_cast<std::uint8_t>(std::min(255, (starts ? 1 : tower) + n));
  emit(t, starts ? Clause::TCG_TWR_01 : clause, EventKind::tower, seat, tower - 1);
}

void flip_characters(const Doing& d) {
  constexpr auto word = WordOp::flip;
  constexpr int battlefield = 0, ko_area = 1;
  const State& s = d.t.s;
  const int area = d.says<word, "in">();
  if (s.ko_area != 0) cite(d.t, Clause::TCG_FLP_09, d.f.controller);
  const CharacterSet there = (area != ko_area ? s.field : 0) | (area != battlefield ? s.ko_area : 0);
  begin_flip(d.t, d.characters<word, "who">() & there, d.says<word, "to">(), d.says<word, "into">(),
             d.f.controller);
}

bool character_effect(const Doing& d) {
  Table& t = d.t;
  Frame& f = d.f;
  State& s = t.s;
  switch (static_cast<WordOp>(d.p.opcode(d.at))) {
    case WordOp::bring_under:
      bring_under(t, bearer_of(f), core::make<CharacterRecord>(d.says<WordOp::bring_under, "character">()));
      return true;
    case WordOp::deploy: {
      constexpr int ko_area = 1;
      const bool returns = d.says<WordOp::deploy, "from">() == ko_area;
      const int n = d.amount<WordOp::deploy, "repair">();
      for (const Character one : each(d.characters<WordOp::deploy, "who">()))
        returns ? return_from_ko(t, one, n) : deploy(t, one);
      return true;
    }
    case WordOp::tap: {
      const CharacterSet who = d.characters<WordOp::tap, "who">();
      if (in_cost(d.p, d.at)) {
        s.paid_with = first_of(who);
        cite(t, Clause::TCG_TAP_02, f.controller);
      }
      tap(t, who, d.clause);
      return true;
    }
    case WordOp::untap: untap(t, d.characters<WordOp::untap, "who">(), d.clause); return true;
    case WordOp::flip: flip_characters(d); return true;
    case WordOp::combine:
      begin_combine(t, f.controller, core::make<CharacterRecord>(d.says<WordOp::combine, "into">()));
      return true;
    case WordOp::attack_now: order_attack(t, f, d.at); return true;
    case WordOp::raise_tower:
      raise_tower(t, f.controller, d.amount<WordOp::raise_tower>(),
                  d.says<WordOp::raise_tower, "from_nothing">() != 0, d.clause);
      return true;
    case WordOp::take_extra_turn:
      s.extra_turn = 1;
      emit(t, d.clause, EventKind::extra_turn, f.controller);
      return true;
    case WordOp::note:  // TCG-TRG-07: counted now, fixed from now on
      f.object = static_cast<std::int16_t>(d.amount<WordOp::note>());
      cite(t, d.clause, f.controller);
      return true;
    default: return false;
  }
}

}  // namespace

void Words::effect(Table& t, core::Frame& f, Program p, int at) {
  State& s = t.s;
  // TCG-RSH-05: all that the last instruction scrapped goes into the new deck together.
  if (f.spare != at) {
    f.spare = static_cast<std::uint16_t>(at);
    next_event(s);
    for (const Seat seat : in_turn_order(s)) {
      if (s.deck_size[core::index(seat)] != 0) continue;
      reshuffle_if_empty(t, seat);
      if (s.deck_size[core::index(seat)] != 0) cite(t, Clause::TCG_RSH_05, seat);
    }
  }
  cite(t, Clause::TCG_GEN_08, f.controller);
  const Doing doing{t, f, p, at};
  if (!card_effect(doing) && !placing_effect(doing) && !damage_effect(doing)) character_effect(doing);
  if (s.check != 0 && !is_over(s)) knock_out_damaged(t);
}

void Words::found_nothing(Table& t, const core::Frame& f) {
  cite(t, Clause::TCG_GEN_03, f.controller);
  cite(t, Clause::TCG_TRG_11, f.controller);
  if (t.log == nullptr) return;
  const Program p = program(t.content, f.ability);
  ability::walk(vocabulary(), p, f.position, [&](int at) {
    const auto op = static_cast<WordOp>(p.opcode(at));
    if (op == WordOp::tap || op == WordOp::untap) cite(t, Clause::TCG_TAP_06, f.controller);
  });
}

}  // namespace rw::transformers_tcg
