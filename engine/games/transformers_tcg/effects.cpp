// What each word of the cards does.
#include <algorithm>

#include "engine/ability/walk.h"
#include "engine/games/transformers_tcg/turn.h"
#include "engine/games/transformers_tcg/word_table.h"

namespace rw::transformers_tcg {
namespace {

// Reads the parameters of a word in the order of its signature.
struct Reader {
  Table& t;
  Frame& f;
  Program p;
  int at;
  int word_at;  // the word whose parameters these are

  Scope scope() const { return ability::scope_of(f); }
  int word() { return p.word(at++); }
  int node() {
    const int here = at;
    at += p.length(here);
    return here;
  }
  int amount(int otherwise = 0) { return Interpreter::amount(t.content, t.s, scope(), p, node(), otherwise); }
  Things set() { return things(t.content, t.s, scope(), p, node()); }
  bool given() const { return p.opcode(at) != ability::op_nothing; }
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

int only_one(CharacterSet who) { return who == 0 ? no_item : *core::bits(who).begin(); }

void draw_for(Table& t, const Frame& f, int n, int who, bool up_to, Clause clause) {
  if (who == static_cast<int>(Who::both)) cite(t, Clause::TCG_ACT_12, f.controller);
  for (const Seat seat : in_turn_order(t.s)) {
    if (!Words::among(t.s, ability::scope_of(f), who, seat)) continue;
    const int much = up_to ? std::max(0, n - hand_size(t.s, seat)) : n;
    draw_cards(t, seat, much, clause);
  }
}

// What is chosen from outside the game is a record, not a thing on the table.
void fetch(Table& t, const Frame& f, int item) {
  State& s = t.s;
  if (item >= outside_card_item && item < number_item) {
    const int card = new_card(s, f.controller, item - outside_card_item);
    if (card < 0) return;
    s.hand.add(card);
    show(s, card);
    emit(t, Clause::TCG_OUT_01, EventKind::taken, f.controller, card);
    for (const Clause clause : {Clause::TCG_OUT_04, Clause::TCG_OUT_05, Clause::TCG_OUT_06, Clause::TCG_DECK_09})
      cite(t, clause, f.controller);
    return;
  }
  if (item < outside_character_item || item >= outside_card_item) return;
  fetch_character(t, f.controller, item - outside_character_item);
  if (s.phase == Phase::set_up) {
    cite(t, Clause::TCG_SET_09, f.controller);
    cite(t, Clause::TCG_OUT_03, f.controller);
  }
}

void change_defender(Table& t, int who, Clause clause) {
  State& s = t.s;
  if (!fighting(s) || !on_field(s, who)) return;
  s.battle.defender = static_cast<std::uint8_t>(who + 1);
  s.battle.taken[core::index(owner_of_character(who))] = 0;
  emit(t, clause, EventKind::defender_changed, owner_of_character(who), who);
}

void spill(Table& t, int who) {
  State& s = t.s;
  if (who < 0) return cite(t, Clause::TCG_DMG_17);
  if (s.battle.spilled != 0) return cite(t, Clause::TCG_DMG_16);
  if (s.battle.surplus == 0) return;
  s.battle.spilled = 1;
  cite(t, Clause::TCG_DMG_13);
  cite(t, Clause::TCG_DMG_14);
  cite(t, Clause::TCG_DMG_15);
  const int doer = attacker_of(s);
  begin_damage(t, core::bit(who), s.battle.surplus, true, owner_of_character(doer), doer, true);
}

void scrap_from_top(Table& t, Frame& f, int n, int name) {
  int card = -1;
  for (int k = 0; k < n; ++k)
    if (const int one = scrap_top(t, f.controller); one >= 0) card = one;
  if (name >= 0) f.registers[name] = static_cast<std::int16_t>(card < 0 ? no_item : card_item + card);
}

void take_cards(Table& t, const Frame& f, const CardSet& cards, Clause clause) {
  for (int card : cards) {
    if (t.s.flipped.has(card)) cite(t, Clause::TCG_BAT_16, f.controller);
    for (int other : t.s.marked & t.s.scrap)  // another one of its kind has to stay
      if (!cards.has(other) &&
          battle_card(t.content, t.s, other).action == battle_card(t.content, t.s, card).action)
        cite(t, Clause::TCG_GEN_03, f.controller);
    put_in_hand(t, card, clause);
  }
}

// ---- cards -------------------------------------------------------------------------------------------------

bool card_effect(Reader& in, WordOp word, Clause clause) {
  Table& t = in.t;
  Frame& f = in.f;
  State& s = t.s;
  switch (word) {
    case WordOp::draw: {
      const int n = in.amount();
      draw_for(t, f, n, in.word(), false, clause);
      return true;
    }
    case WordOp::draw_up_to: {
      const int n = in.amount();
      draw_for(t, f, n, in.word(), true, clause);
      return true;
    }
    case WordOp::plan: begin_plan(t, f.controller, in.amount()); return true;
    case WordOp::scrap: {
      const CardSet what = in.set().cards;
      const int name = in.word();
      if (card_of(f.source) >= 0 && what.has(card_of(f.source))) cite(t, Clause::TCG_RPL_07, f.controller);
      const bool upgrade = !(what & s.attached).empty();
      begin_scrap(t, what, f.controller, name);
      if (upgrade) cite(t, Clause::TCG_UPG_07, f.controller);
      return true;
    }
    case WordOp::scrap_top: {
      const int n = in.amount();
      scrap_from_top(t, f, n, in.word());
      return true;
    }
    case WordOp::take: take_cards(t, f, in.set().cards, clause); return true;
    case WordOp::put_on_deck:
      for (int card : in.set().cards) put_on_top(t, card, clause);
      return true;
    case WordOp::keep_hand: {
      const int n = in.amount();
      const int who = in.word();
      begin_keep(t, f.controller, n, who, in.word() != 0);
      return true;
    }
    case WordOp::look: look_at(t, in.set().cards, f.controller); return true;
    case WordOp::reveal: {
      const CardSet cards = in.set().cards;
      const bool random = in.word() != 0;
      const int name = in.word();
      if (random) {
        const int card = reveal_random(t, cards);
        if (name >= 0) f.registers[name] = static_cast<std::int16_t>(card < 0 ? no_item : card_item + card);
        return true;
      }
      reveal(t, cards, f.controller);
      for (int card : cards) mark(s, card, true);
      return true;
    }
    default: return false;
  }
}

// Cards that are played, brought and put somewhere.
bool placing_effect(Reader& in, WordOp word, Clause clause) {
  Table& t = in.t;
  Frame& f = in.f;
  State& s = t.s;
  switch (word) {
    case WordOp::may_play:
      cite(t, Clause::TCG_TRN_10, f.controller);
      cite(t, Clause::TCG_ACT_06, f.controller);
      begin_may_play(t, f, in.word_at);
      return true;
    case WordOp::fetch:
      if (const int what = in.node(); static_cast<WordOp>(in.p.opcode(what)) == WordOp::chosen)
        fetch(t, f, f.registers[said<WordOp::chosen, "name">(in.p, what)]);
      return true;
    case WordOp::put_under: {
      const CardSet cards = in.set().cards;
      const int who = in.given() ? only_one(in.set().characters) : bearer_of(f.source);
      for (int card : cards) put_under(t, card, who);
      return true;
    }
    case WordOp::put_on: {
      const CardSet cards = in.set().cards;
      const int who = only_one(in.set().characters);
      for (int card : cards) {
        put_on_by_effect(t, card, who);
        if (battle_card(t.content, s, card).only_if >= 0) cite(t, Clause::TCG_UPG_12, f.controller);
        break;
      }
      return true;
    }
    case WordOp::swap_upgrades: {
      const int a = only_one(in.set().characters), b = only_one(in.set().characters);
      if (a >= 0 && b >= 0 && a != b) swap_upgrades(t, a, b);
      return true;
    }
    case WordOp::flip_cards: {
      const int n = in.amount();
      in.word() != 0 ? flip_more(t, f.controller, n) : flip_by_card(t, f.controller, n);
      return true;
    }
    case WordOp::save:
      for (int card : in.set().cards) s.endangered.remove(card);
      cite(t, clause, f.controller);
      return true;
    default: return false;
  }
}

// ---- damage ------------------------------------------------------------------------------------------------

bool damage_effect(Reader& in, WordOp word, Clause clause) {
  Table& t = in.t;
  Frame& f = in.f;
  State& s = t.s;
  switch (word) {
    case WordOp::damage: {
      const int n = in.amount();
      // Separate instances: counted out by the card, or one for each card scrapped.
      if (repeats(in.p) || in.p.ability().moment == static_cast<int>(Moment::hand_card_scrapped))
        cite(t, Clause::TCG_DMG_12, f.controller);
      if (card_of(f.source) >= 0 && bearer_of(f.source) >= 0) cite(t, Clause::TCG_UPG_16, f.controller);
      begin_damage(t, in.set().characters, n, false, f.controller, no_item);
      return true;
    }
    case WordOp::repair: {
      const int n = in.amount();
      repair(t, in.set().characters, n);
      return true;
    }
    case WordOp::move_damage: {
      const int n = in.amount();
      const int from = only_one(in.set().characters), to = only_one(in.set().characters);
      if (from < 0 || to < 0) return true;
      if (in.word() != 0)
        begin_amount(t, f.controller, from, to, std::min<int>(n, s.characters[from].damage));
      else
        move_damage(t, from, to, n);
      return true;
    }
    case WordOp::spill: spill(t, only_one(in.set().characters)); return true;
    case WordOp::ko: {
      const CharacterSet who = in.set().characters & s.field;
      if (in_cost(in.p, in.word_at)) s.paid_with = static_cast<std::uint8_t>(only_one(who) + 1);
      knock_out(t, who, clause);
      return true;
    }
    case WordOp::limit: prevent(t, in.amount(), clause); return true;
    case WordOp::adjust:  // of repair: where it is read (damage.cpp)
      if (!s.damage.hits.empty()) prevent(t, s.damage.hits.back().amount - in.amount(), clause);
      return true;
    case WordOp::redirect: {
      const int who = only_one(in.set().characters);
      const int n = in.amount(255);
      constexpr int defense = 1;
      in.word() == defense ? change_defender(t, who, Clause::TCG_ATK_14) : redirect(t, who, n);
      return true;
    }
    default: return false;
  }
}

// ---- characters and the game ----------------------------------------------------------------------------------

bool character_effect(Reader& in, WordOp word, Clause clause) {
  Table& t = in.t;
  Frame& f = in.f;
  State& s = t.s;
  const int i = core::index(f.controller);
  switch (word) {
    case WordOp::bring_under: bring_under(t, bearer_of(f.source), in.word()); return true;
    case WordOp::deploy: {
      const CharacterSet who = in.set().characters;
      constexpr int ko_area = 1;
      const bool returns = in.word() == ko_area;
      const int n = in.amount();
      for (int one : core::bits(who)) returns ? return_from_ko(t, one, n) : deploy(t, one);
      return true;
    }
    case WordOp::tap: {
      const CharacterSet who = in.set().characters;
      if (in_cost(in.p, in.word_at)) {
        s.paid_with = static_cast<std::uint8_t>(only_one(who) + 1);
        cite(t, Clause::TCG_TAP_02, f.controller);
      }
      tap(t, who, clause);
      return true;
    }
    case WordOp::untap: untap(t, in.set().characters, clause); return true;
    case WordOp::flip: {
      const CharacterSet who = in.set().characters;
      const int to = in.word(), into = in.word();
      constexpr int battlefield = 0, ko_area = 1;
      const int area = in.word();
      if (s.ko_area != 0) cite(t, Clause::TCG_FLP_09, f.controller);
      begin_flip(t, who & ((area != ko_area ? s.field : 0) | (area != battlefield ? s.ko_area : 0)), to, into,
                 f.controller);
      return true;
    }
    case WordOp::combine: begin_combine(t, f.controller, in.word()); return true;
    case WordOp::attack_now: order_attack(t, f, in.word_at); return true;
    case WordOp::raise_tower: {
      const int n = in.amount();
      const bool starts = in.word() != 0;
      if (s.tower[i] == 0 && !starts) {
        cite(t, Clause::TCG_TWR_04, f.controller);
        return true;
      }
      s.tower[i] = static_cast<std::uint8_t>(std::min(255, (starts ? 1 : s.tower[i]) + n));
      emit(t, starts ? Clause::TCG_TWR_01 : clause, EventKind::tower, f.controller, s.tower[i] - 1);
      return true;
    }
    case WordOp::take_extra_turn:
      s.extra_turn = 1;
      emit(t, clause, EventKind::extra_turn, f.controller);
      return true;
    case WordOp::note:  // TCG-TRG-07: counted now, fixed from now on
      f.object = static_cast<std::int16_t>(in.amount());
      cite(t, clause, f.controller);
      return true;
    default: return false;
  }
}

}  // namespace

void Words::effect(Table& t, core::Frame& f, Program p, int at) {
  State& s = t.s;
  // TCG-RSH-05: what the instruction before has put on the scrap pile is a deck by now, together.
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
  Reader in{t, f, p, at + 1, at};
  const auto word = static_cast<WordOp>(p.opcode(at));
  const Clause clause = clause_of(word);
  if (!card_effect(in, word, clause) && !placing_effect(in, word, clause) && !damage_effect(in, word, clause))
    character_effect(in, word, clause);
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
