// Flipping battle cards: icons, the white bonus, Pierce from black icons, flips that effects add, green swaps.
#include "engine/games/transformers_tcg/flips.h"

#include <algorithm>

namespace rw::transformers_tcg {

namespace {

// TCG-BAT-10: Pierce 1 until the end of the turn.
void add_black_pierce(Table& t, Character who, int n) {
  State& s = t.s;
  emit(t, Clause::TCG_BAT_10, EventKind::pierce_gained, owner_of(who), who, n);
  for (Lasting& l : s.lasting)
    if (l.ability == black_icons && subject_of(l) == item_of(who)) {
      l.object = static_cast<std::int16_t>(l.object + n);
      return;
    }
  s.lasting_words |= modifier_bit(WordOp::pierce);
  s.lasting.push({.ability = black_icons,
                  .controller = owner_of(who),
                  .until = static_cast<std::uint8_t>(Until::end_of_turn),
                  .source = static_cast<std::uint16_t>(source_of(no_card, who)),
                  .subject = static_cast<std::int16_t>(item_of(who)),
                  .object = static_cast<std::int16_t>(n)});
}

}  // namespace

// TCG-BAT-17: a flipped card that is scrapped no longer counts its icons, black ones included.
void lose_black_pierce(Table& t, Card card) {
  State& s = t.s;
  const Character who = attacker_of(s);
  const Seat seat = owner_of(card);
  if (!on_field(s, who) || owner_of(who) != seat) return;
  int n = icons_of(battle_card(t.content, s, card).icons, color_flipped(t.content, s, seat, Color::black));
  if (n == 0) return;
  for (int i = s.lasting.size() - 1; i >= 0 && n > 0; --i) {
    Lasting& l = s.lasting[i];
    if (l.ability != black_icons || subject_of(l) != item_of(who)) continue;
    l.object = static_cast<std::int16_t>(std::max(0, l.object - n));
    n = 0;
    emit(t, Clause::TCG_BAT_17, EventKind::pierce_ends, seat, core::index(who) + 1, l.object);
    if (l.object == 0) s.lasting.remove(i);
  }
  index_lasting(t.content, s);
}

// TCG-BAT-04, TCG-BAT-05: once per player and attack.
int bonus_flips(Table& t, Seat seat) {
  State& s = t.s;
  const int i = core::index(seat);
  if (s.options.basic != 0) return 0;
  if (s.battle.white_used[i] != 0 || flipped_icons(t.content, s, seat, Color::white) == 0) return 0;
  s.battle.white_used[i] = 1;
  const int n = white_bonus(t.content, s, fighter_of(s, seat));
  emit(t, Clause::TCG_BAT_04, EventKind::white_bonus, seat, n);
  if (n != t.content.white_bonus) cite(t, Clause::TCG_BAT_05, seat);
  return n;
}

// TCG-BAT-01: the top card goes face up into the played area, if there is one (TCG-BAT-20).
Card flip_one(Table& t, Seat seat) {
  State& s = t.s;
  const Card card = take_top(t, seat);
  if (card == no_card) {
    cite(t, Clause::TCG_BAT_20, seat);
    return no_card;
  }
  const BattleCard& printed = battle_card(t.content, s, card);
  s.played.add(card);
  show(s, card);
  const bool counts = fighting(s) && s.battle.stage >= attack_flips && s.battle.stage <= defense_flips;
  if (counts) s.flipped.add(card);
  emit(t, counts ? Clause::TCG_BAT_01 : Clause::TCG_BAT_22, EventKind::card_flipped, seat, card);
  cite(t, Clause::TCG_HID_09, seat);
  if (printed.colors == 0) cite(t, Clause::TCG_BAT_21, seat);
  if (!counts) {
    reshuffle_if_empty(t, seat);
    return card;
  }
  next_event(s);
  const Seat attacking = owner_of(attacker_of(s));
  if (icons_of(printed.icons, color_flipped(t.content, s, seat, Color::white)) > 0) {
    std::uint8_t& white = s.white_flips[core::index(seat)];
    white = static_cast<std::uint8_t>(std::min(255, white + 1));
  }
  const int black = icons_of(printed.icons, color_flipped(t.content, s, seat, Color::black));
  if (black > 0 && seat == attacking) add_black_pierce(t, attacker_of(s), black);
  if (t.log != nullptr && on_field(s, fighter_of(s, seat)) && says(s, fighter_of(s, seat), WordOp::swap_colors))
    cite(t, Clause::TCG_BAT_19, seat);
  const int waiting = s.pending.size();
  happen(t, Moment::card_flipped, seat, card);
  happen(t, Moment::card_played_or_flipped, seat, card);
  if (s.pending.size() > waiting) cite(t, Clause::TCG_TRG_09, seat);
  reshuffle_if_empty(t, seat);
  return card;
}

// TCG-BAT-23: flips by an ability of A6 or A8.
void flip_more(Table& t, Seat seat, int n) {
  cite(t, Clause::TCG_BAT_23, seat);
  const auto flip = [&](int count) {
    for (int k = 0; k < count; ++k)
      if (flip_one(t, seat) == no_card) return;
  };
  flip(n);
  flip(bonus_flips(t, seat));
}

// TCG-BAT-22, TCG-BAT-23: flips by a card that is played; in a battle they count like those of an ability.
void flip_by_card(Table& t, Seat seat, int n) {
  State& s = t.s;
  for (int k = 0; k < n; ++k)
    if (const Card card = flip_one(t, seat); card != no_card) mark(s, card, From::elsewhere);
  if (!fighting(s) || s.battle.stage < attack_flips || s.battle.stage > defense_flips) return;
  cite(t, Clause::TCG_BAT_23, seat);
  for (int k = bonus_flips(t, seat); k > 0; --k) flip_one(t, seat);
}

// ---- green swaps -------------------------------------------------------------------------------------

namespace {

CardSet green_flips(const Content& c, const State& s, Seat seat) {
  return showing(c, s, seat, s.flipped, Color::green);
}

}  // namespace

void ask_to_swap(Table& t, Seat seat) {
  State& s = t.s;
  if (!has_hand(s, seat) || green_flips(t.content, s, seat).empty()) return;
  cite(t, Clause::TCG_BAT_12, seat);
  if (seat != s.turn) cite(t, Clause::TCG_BAT_14, seat);
  ask(t, Question::swap, seat);
}

void list_swaps(const Content& c, const State& s, ChoiceList& out) {
  const Seat seat = s.decision.asked;
  const CardSet hand = s.hand & cards_of(seat), green = green_flips(c, s, seat);
  RecordSet given{};
  for (const Card give : hand) {
    if (!given.add(record_of(s, give))) continue;
    RecordSet got{};
    for (const Card get : green)
      if (got.add(record_of(s, get))) out.add(choice(Verb::swap, record_of(s, give), record_of(s, get)));
  }
}

Refusal judge_swap(const Content& c, const State& s, Seat seat, Choice ch) {
  if (!has_hand(s, seat)) return refuse(Clause::TCG_BAT_24, Fact::empty_hand);
  if (ch.a() >= static_cast<int>(c.cards.size()) || card_to_spend(s, s.hand, seat, ch.a<CardRecord>()) == no_card)
    return refuse(Clause::TCG_BAT_24, Fact::not_in_hand);
  if (ch.b() >= static_cast<int>(c.cards.size()) ||
      card_to_spend(s, green_flips(c, s, seat), seat, ch.b<CardRecord>()) == no_card)
    return refuse(Clause::TCG_BAT_24, Fact::not_green);
  return legal;
}

// TCG-BAT-13, TCG-BAT-15: the hand card lies in the played area; it was not scrapped.
void swap_green(Table& t, Seat seat, Choice ch) {
  State& s = t.s;
  const Card give = card_to_spend(s, s.hand, seat, ch.a<CardRecord>());
  const Card get = card_to_spend(s, green_flips(t.content, s, seat), seat, ch.b<CardRecord>());
  lift(t, give);
  s.played.add(give);
  show(s, give);
  lift(t, get);
  s.hand.add(get);
  emit(t, Clause::TCG_BAT_15, EventKind::swapped, seat, give, get);
  cite(t, Clause::TCG_BAT_13, seat);
  cite(t, Clause::TCG_HID_09, seat);
  if (seat == s.turn) cite(t, Clause::TCG_BAT_14, seat);
}

void decline_swap(Table& t, Seat seat, Choice) { emit(t, Clause::TCG_BAT_12, EventKind::declined, seat); }

}  // namespace rw::transformers_tcg
