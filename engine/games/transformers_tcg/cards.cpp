// Hands, decks and scrap piles: drawing, scrapping, reshuffling, who knows what.
#include <algorithm>

#include "engine/games/transformers_tcg/frames.h"
#include "engine/games/transformers_tcg/turn.h"

namespace rw::transformers_tcg {

namespace {

void hide(State& s, Card card) {
  s.known[0].remove(card);
  s.known[1].remove(card);
}

// Equal cards cannot be told apart from outside: if the opponent knew of one copy in hand and another
// copy leaves in the open, the known copy counts as the one that left.
void forget_twin(State& s, Card card) {
  const Seat owner = owner_of(card), other = opponent(owner);
  CardSet& known = s.known[core::index(other)];
  if (known.has(card)) return;
  for (const Card twin : s.hand& cards_of(owner))
    if (twin != card && known.has(twin) && same_kind(s, twin, card)) {
      known.remove(twin);
      return;
    }
}

// A card that leaves unseen may be any of those that the opponent knew of (TCG-HID-04).
void forget_hand(State& s, Seat owner) {
  CardSet& known = s.known[core::index(opponent(owner))];
  known = known - (s.hand & cards_of(owner));
}

void deck_remove(State& s, Card card) {
  const int i = core::index(owner_of(card));
  for (int n = s.deck_size[i] - 1; n >= 0; --n)
    if (s.deck[i][n] == card) {
      for (int k = n; k + 1 < s.deck_size[i]; ++k) s.deck[i][k] = s.deck[i][k + 1];
      s.deck[i][--s.deck_size[i]] = {};
      return;
    }
}

}  // namespace

void deck_push(State& s, Card card) {
  const int i = core::index(owner_of(card));
  s.deck[i][s.deck_size[i]++] = card;
}

void mark(State& s, Card card, From from) {
  if (s.programs == 0) return;
  s.marked.add(card);
  s.where[card] = s.programs;
  if (from == From::deck) s.aside.add(card);
}

// TCG-RSH-01 to 06: the scrap pile without the cards of the effects being carried out.
void reshuffle(Table& t, Seat seat) {
  State& s = t.s;
  const int i = core::index(seat);
  const CardSet pile = s.scrap & cards_of(seat);
  const CardSet cards = pile - s.aside;
  if (cards.empty()) return cite(t, Clause::TCG_RSH_06, seat);
  Card order[max_cards];
  int n = 0;
  for (const Card card : cards) {
    order[n++] = card;
    hide(s, card);
  }
  core::shuffle(s.random, t.chance, std::span(order, static_cast<std::size_t>(n)));
  for (int k = 0; k < n; ++k) s.deck[i][k] = order[k];
  s.deck_size[i] = static_cast<std::uint8_t>(n);
  s.scrap = s.scrap - cards;
  emit(t, Clause::TCG_RSH_01, EventKind::reshuffled, seat, n);
  cite(t, Clause::TCG_RSH_02, seat);
  cite(t, Clause::TCG_HID_02, seat);
  cite(t, Clause::TCG_GEN_07, seat);
  if (pile != cards) cite(t, Clause::TCG_RSH_03, seat);
  if (s.programs > 0) s.fresh_deck |= core::only(seat);
  if (fighting(s)) cite(t, Clause::TCG_BAT_25, seat);
  happen(t, Moment::reshuffled, seat);
}

void lift(Table& t, Card card) {
  State& s = t.s;
  if (s.attached.has(card)) {
    const Character who = bearer_of(s, card);
    s.attached.remove(card);
    s.where[card] = 0;
    s.endangered.remove(card);
    index_upgrade(t.content, s, card, who);
    if (t.log != nullptr && has_guest(t.content, s, who)) cite(t, Clause::TCG_UPG_09);
    return;
  }
  s.marked.remove(card);
  s.aside.remove(card);
  s.where[card] = 0;
  if (s.hand.has(card)) {
    s.hand.remove(card);
  } else if (s.scrap.has(card)) {
    s.scrap.remove(card);
  } else if (s.played.has(card)) {
    s.played.remove(card);
    s.flipped.remove(card);
  } else if (s.under.has(card)) {
    s.under.remove(card);
  } else {
    deck_remove(s, card);
  }
}

namespace {

// TCG-VAR-03: both flip from one deck. A card's number says whose it is, so it gets one of its new owner's.
Card handed_over(State& s, Card card, Seat to) {
  if (owner_of(card) == to) return card;
  for (int i = 0; i < max_cards; ++i) {
    const Card free = card_of(to, i);
    if (is_there(s, free)) continue;
    std::swap(s.definition[free], s.definition[card]);
    hide(s, card);
    return free;
  }
  static constexpr core::Capacity room{"cards", max_cards};
  core::capacity_exceeded(room);
  return card;
}

}  // namespace

Card take_from_holder(Table& t, Seat seat) {
  State& s = t.s;
  const Seat holder = s.options.basic != 0 ? common_deck : seat;
  const int i = core::index(holder);
  reshuffle_if_empty(t, holder);
  if (s.deck_size[i] == 0) return no_card;
  if (core::has(s.fresh_deck, seat)) cite(t, Clause::TCG_RSH_04, seat);
  const Card card = s.deck[i][--s.deck_size[i]];
  s.deck[i][s.deck_size[i]] = {};
  return s.options.basic != 0 ? handed_over(s, card, seat) : card;
}

void clear_played(Table& t, Seat seat) {
  State& s = t.s;
  const CardSet area = s.played & cards_of(seat);
  s.played = s.played - area;
  if (s.options.basic == 0) {
    s.scrap = s.scrap | area;
    return;
  }
  for (const Card card : area) {
    const Card home = handed_over(s, card, common_deck);
    s.scrap.add(home);
    show(s, home);
  }
}

// TCG-GEN-05; the card is in hand before the deck is checked (TCG-RSH-10).
void draw_cards(Table& t, Seat seat, int n, Clause clause) {
  State& s = t.s;
  for (int k = 0; k < n; ++k) {
    const Card card = take_top(t, seat);
    if (card == no_card) {
      cite(t, Clause::TCG_RSH_07, seat);
      return;
    }
    s.hand.add(card);
    s.known[core::index(seat)].add(card);
    emit_secret(t, clause, EventKind::drew, seat, core::only(seat), card);
    cite(t, Clause::TCG_GEN_05, seat);
    cite(t, Clause::TCG_HID_01, seat);
    if (s.deck_size[core::index(seat)] == 0) {
      cite(t, Clause::TCG_RSH_10, seat);
      reshuffle_if_empty(t, seat);
    }
  }
}

void put_in_scrap(Table& t, Card card, Clause clause) {
  State& s = t.s;
  const Seat owner = owner_of(card);
  const bool from_hand = s.hand.has(card), unseen = s.under.has(card);
  const bool in_battle = s.flipped.has(card);
  if (from_hand) forget_twin(s, card);
  if (s.attached.has(card)) forget_later(t, card);
  if (in_battle) lose_black_pierce(t, card);
  lift(t, card);
  s.scrap.add(card);
  show(s, card);
  emit(t, clause, EventKind::scrapped, owner, card);
  if (clause != Clause::TCG_GEN_04) cite(t, Clause::TCG_GEN_04, owner);
  cite(t, Clause::TCG_HID_09, owner);
  if (unseen) cite(t, Clause::TCG_HID_07, owner);
  if (in_battle) cite(t, Clause::TCG_BAT_17, owner);
  if (from_hand) happen(t, Moment::hand_card_scrapped, owner, card);
}

void put_in_hand(Table& t, Card card, Clause clause) {
  State& s = t.s;
  const Seat owner = owner_of(card);
  const int mark_now = s.marked.has(card) ? s.where[card] : 0;  // it stays one of the effect's cards
  if (s.attached.has(card)) forget_later(t, card);
  lift(t, card);
  s.hand.add(card);
  s.known[core::index(owner)].add(card);
  if (mark_now != 0) {
    s.marked.add(card);
    s.where[card] = static_cast<std::uint8_t>(mark_now);
  }
  emit(t, clause, EventKind::taken, owner, card);
}

// TCG-KEY-09: a hand card goes there unseen; a card from elsewhere was seen by both.
void put_on_top(Table& t, Card card, Clause clause) {
  State& s = t.s;
  const Seat owner = owner_of(card);
  const bool from_hand = s.hand.has(card);
  if (from_hand) {
    forget_hand(s, owner);
    s.known[core::index(owner)].add(card);
  }
  if (s.attached.has(card)) forget_later(t, card);
  lift(t, card);
  deck_push(s, card);
  if (!from_hand) {
    emit(t, clause, EventKind::put_on_deck, owner, card);
    return;
  }
  emit_secret(t, clause, EventKind::put_on_deck, owner, core::only(owner), card);
  cite(t, Clause::TCG_HID_03, owner);
  happen(t, Moment::hand_card_put_on_deck, owner, card);
}

Card new_card(State& s, Seat seat, CardRecord record) {
  for (int i = s.list_size[core::index(seat)]; i < max_cards; ++i) {
    const Card card = card_of(seat, i);
    if (is_there(s, card)) continue;
    s.definition[card] = from_1(record);
    return card;
  }
  return no_card;
}

bool is_first_of_kind(const State& s, const CardSet& set, Card card) {
  for (const Card other : set) {
    if (other >= card) return true;
    if (same_kind(s, other, card) && owner_of(other) == owner_of(card)) return false;
  }
  return true;
}

Card card_to_spend(const State& s, const CardSet& set, Seat seat, CardRecord record) {
  Card found = no_card;
  for (const Card card : set& cards_of(seat)) {
    if (record_of(s, card) != record) continue;
    if (s.known[core::index(opponent(seat))].has(card)) return card;
    if (found == no_card) found = card;
  }
  return found;
}

// TCG-RSH-03, TCG-RSH-04: if the deck runs out, the rest comes from the new one.
Card scrap_top(Table& t, Seat seat) {
  State& s = t.s;
  const Card card = take_top(t, seat);
  if (card == no_card) return no_card;
  s.scrap.add(card);
  show(s, card);
  mark(s, card, From::deck);
  emit(t, Clause::TCG_GEN_04, EventKind::scrapped, seat, card);
  cite(t, Clause::TCG_HID_09, seat);
  reshuffle_if_empty(t, seat);
  return card;
}

// ---- scrapping several cards -----------------------------------------------------------------------------

namespace {

// An ability that saves Upgrades of its bearer from being scrapped: TCG-RPL-06.
bool find_saver(const Content& c, const State& s, int& ability, Source& source) {
  for (const Character who : core::bits<Character>(s.listen[static_cast<int>(Moment::upgrade_scrap)])) {
    for (const Card card : upgrades_on(s, who)) {
      const AbilityList& list = battle_card(c, s, card).abilities;
      if ((list.moments & moment_bit(Moment::upgrade_scrap)) == 0) continue;
      for (int i = 0; i < list.count; ++i) {
        const Program p = Words::program(c, list.first + i);
        const ability::Ability& a = p.ability();
        if (a.kind != static_cast<int>(ability::Kind::replacement) ||
            a.moment != static_cast<int>(Moment::upgrade_scrap))
          continue;
        const Scope scope = scope_at(owner_of(card), source_of(card, who), item_of(who));
        if (a.condition != 0 && !Interpreter::test(c, s, scope, p, a.condition)) continue;
        ability = list.first + i;
        source = source_of(card, who);
        return true;
      }
    }
  }
  return false;
}

}  // namespace

// One instruction: all cards go together (TCG-RSH-05). `name` counts them, if there is one.
void begin_scrap(Table& t, const CardSet& cards, Seat by, int name) {
  State& s = t.s;
  s.scrap_by = by;
  const CardSet others = cards - s.attached;
  for (const Card card : others) {
    put_in_scrap(t, card, Clause::TCG_GEN_04);
    mark(s, card, From::elsewhere);
  }
  const int count = others.count();
  const CardSet upgrades = cards & s.attached;
  for (const Card card : upgrades) {
    if (slot_kind_of(t.content, s, card) != battle_card(t.content, s, card).kind) cite(t, Clause::TCG_UPG_10);
  }
  if (name != no_name) ability::name(s.agenda.back(), name, count);
  if (upgrades.empty()) return;
  const CardSet outer = s.endangered;  // of the effect that this one answers
  s.endangered = upgrades;
  int ability = 0;
  Source source{};
  if (find_saver(t.content, s, ability, source)) {
    Frame& f = push_step(t, Step::scrap, by);
    f.put(ScrapFrame{static_cast<std::int16_t>(name), {}});
    return;
  }
  s.endangered = outer;
  for (const Card card : upgrades) {
    put_in_scrap(t, card, Clause::TCG_GEN_04);
    mark(s, card, From::elsewhere);
  }
  if (name != no_name) ability::name(s.agenda.back(), name, count + upgrades.count());
}

void step_scrap(Table& t, Frame& f) {
  State& s = t.s;
  int ability = 0;
  Source source{};
  s.scrap_by = f.controller;
  if (find_saver(t.content, s, ability, source)) {
    emit(t, Clause::TCG_RPL_06, EventKind::replaced, owner_of(card_of(source)), source);
    const Program p = Words::program(t.content, ability);
    return push_program(t, owner_of(card_of(source)), ability, Interpreter::start(p), source,
                        item_of(bearer_of(source)));
  }
  const CardSet rest = s.endangered & s.attached;
  const int name = f.as<ScrapFrame>().name;
  s.endangered = no_cards;
  s.agenda.pop();
  for (const Card card : rest) {
    put_in_scrap(t, card, Clause::TCG_GEN_04);
    mark(s, card, From::elsewhere);
  }
  if (name != no_name && !s.agenda.empty()) {
    Frame& program = s.agenda.back();
    ability::name(program, name, ability::named(ability::scope_of(program), name) + rest.count());
  }
  settle(t);
}

// ---- looking ------------------------------------------------------------------------------------------------

void look_at(Table& t, const CardSet& cards, Seat seat) {
  State& s = t.s;
  for (const Card card : cards) {
    s.known[core::index(seat)].add(card);
    emit_secret(t, Clause::TCG_HID_05, EventKind::looked, seat, core::only(seat), card);
  }
}

void reveal(Table& t, const CardSet& cards, Seat seat) {
  State& s = t.s;
  for (const Card card : cards) {
    show(s, card);
    emit(t, Clause::TCG_HID_04, EventKind::revealed, seat, card);
  }
}

Card reveal_random(Table& t, const CardSet& cards) {
  State& s = t.s;
  const int n = cards.count();
  if (n == 0) return no_card;
  auto left = static_cast<int>(core::draw(s.random, t.chance, 1, static_cast<std::uint32_t>(n))) - 1;
  for (const Card card : cards)
    if (left-- == 0) {
      const Seat whose = owner_of(card);
      show(s, card);
      emit(t, Clause::TCG_HID_04, EventKind::revealed, whose, card);
      cite(t, Clause::TCG_GEN_07, whose);
      return card;
    }
  return no_card;
}

}  // namespace rw::transformers_tcg
