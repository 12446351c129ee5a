// Hands, decks and scrap piles: drawing, scrapping, reshuffling, who knows what.
#include <algorithm>

#include "engine/games/transformers_tcg/frames.h"
#include "engine/games/transformers_tcg/turn.h"

namespace rw::transformers_tcg {

namespace {

void hide(State& s, int card) {
  s.known[0].remove(card);
  s.known[1].remove(card);
}

// Equal cards cannot be told apart from outside: if the opponent knew of one copy in hand and another
// copy leaves in the open, what he knew of is gone.
void forget_twin(State& s, int card) {
  const Seat owner = owner_of_card(card), other = opponent(owner);
  CardSet& known = s.known[core::index(other)];
  if (known.has(card)) return;
  for (int twin : s.hand& cards_of(owner))
    if (twin != card && known.has(twin) && s.definition[twin] == s.definition[card]) {
      known.remove(twin);
      return;
    }
}

// A card that leaves unseen may be any of those that the opponent knew of (TCG-HID-04).
void forget_hand(State& s, Seat owner) {
  CardSet& known = s.known[core::index(opponent(owner))];
  known = known - (s.hand & cards_of(owner));
}

void deck_remove(State& s, int card) {
  const int i = core::index(owner_of_card(card));
  for (int n = s.deck_size[i] - 1; n >= 0; --n)
    if (s.deck[i][n] == card) {
      for (int k = n; k + 1 < s.deck_size[i]; ++k) s.deck[i][k] = s.deck[i][k + 1];
      s.deck[i][--s.deck_size[i]] = 0;
      return;
    }
}

}  // namespace

void deck_push(State& s, int card) {
  const int i = core::index(owner_of_card(card));
  s.deck[i][s.deck_size[i]++] = static_cast<std::uint8_t>(card);
}

void mark(State& s, int card, bool from_deck) {
  if (s.programs == 0) return;
  s.marked.add(card);
  s.where[card] = s.programs;
  if (from_deck) s.aside.add(card);
}

// TCG-RSH-01 to 06: the scrap pile without the cards of the effects being carried out.
void reshuffle(Table& t, Seat seat) {
  State& s = t.s;
  const int i = core::index(seat);
  const CardSet pile = s.scrap & cards_of(seat);
  const CardSet cards = pile - s.aside;
  if (cards.empty()) return cite(t, Clause::TCG_RSH_06, seat);
  std::uint8_t order[max_cards];
  int n = 0;
  for (int card : cards) {
    order[n++] = static_cast<std::uint8_t>(card);
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

void lift(Table& t, int card) {
  State& s = t.s;
  if (s.attached.has(card)) {
    const int who = bearer_of_card(s, card);
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
int handed_over(State& s, int card, Seat to) {
  if (owner_of_card(card) == to) return card;
  for (int i = 0; i < max_cards; ++i) {
    const int free = core::index(to) * max_cards + i;
    if (s.definition[free] != 0) continue;
    std::swap(s.definition[free], s.definition[card]);
    hide(s, card);
    return free;
  }
  static constexpr core::Capacity room{"cards", max_cards};
  core::capacity_exceeded(room);
  return card;
}

}  // namespace

int take_from_holder(Table& t, Seat seat) {
  State& s = t.s;
  const Seat holder = s.options.basic != 0 ? common_deck : seat;
  const int i = core::index(holder);
  reshuffle_if_empty(t, holder);
  if (s.deck_size[i] == 0) return -1;
  if (core::has(s.fresh_deck, seat)) cite(t, Clause::TCG_RSH_04, seat);
  const int card = s.deck[i][--s.deck_size[i]];
  s.deck[i][s.deck_size[i]] = 0;
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
  for (int card : area) {
    const int home = handed_over(s, card, common_deck);
    s.scrap.add(home);
    show(s, home);
  }
}

// TCG-GEN-05; the card has arrived before the deck is looked at (TCG-RSH-10).
void draw_cards(Table& t, Seat seat, int n, Clause clause) {
  State& s = t.s;
  for (int k = 0; k < n; ++k) {
    const int card = take_top(t, seat);
    if (card < 0) {
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

void put_in_scrap(Table& t, int card, Clause clause) {
  State& s = t.s;
  const Seat owner = owner_of_card(card);
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
  if (from_hand) happen(t, Moment::hand_card_scrapped, owner, card_item + card);
}

void put_in_hand(Table& t, int card, Clause clause) {
  State& s = t.s;
  const Seat owner = owner_of_card(card);
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
void put_on_top(Table& t, int card, Clause clause) {
  State& s = t.s;
  const Seat owner = owner_of_card(card);
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
  happen(t, Moment::hand_card_put_on_deck, owner, card_item + card);
}

int new_card(State& s, Seat seat, int record) {
  for (int i = s.list_size[core::index(seat)]; i < max_cards; ++i) {
    const int card = core::index(seat) * max_cards + i;
    if (s.definition[card] != 0) continue;
    s.definition[card] = static_cast<std::uint8_t>(record + 1);
    return card;
  }
  return -1;
}

bool is_first_of_kind(const State& s, const CardSet& set, int card) {
  for (int other : set) {
    if (other >= card) return true;
    if (s.definition[other] == s.definition[card] && owner_of_card(other) == owner_of_card(card)) return false;
  }
  return true;
}

int card_to_spend(const State& s, const CardSet& set, Seat seat, int record) {
  int found = -1;
  for (int card : set& cards_of(seat)) {
    if (record_of(s, card) != record) continue;
    if (s.known[core::index(opponent(seat))].has(card)) return card;
    if (found < 0) found = card;
  }
  return found;
}

// TCG-RSH-03, TCG-RSH-04: the cards go on from the new deck if the old one ends.
int scrap_top(Table& t, Seat seat) {
  State& s = t.s;
  const int card = take_top(t, seat);
  if (card < 0) return -1;
  s.scrap.add(card);
  show(s, card);
  mark(s, card, true);
  emit(t, Clause::TCG_GEN_04, EventKind::scrapped, seat, card);
  cite(t, Clause::TCG_HID_09, seat);
  reshuffle_if_empty(t, seat);
  return card;
}

// ---- scrapping several cards -----------------------------------------------------------------------------

namespace {

// An ability that saves Upgrades of its bearer from being scrapped: TCG-RPL-06.
bool find_saver(const Content& c, const State& s, int& ability, int& source) {
  for (int who : core::bits(s.listen[static_cast<int>(Moment::upgrade_scrap)])) {
    for (int card : upgrades_on(s, who)) {
      const AbilityList& list = battle_card(c, s, card).abilities;
      if ((list.moments & moment_bit(Moment::upgrade_scrap)) == 0) continue;
      for (int i = 0; i < list.count; ++i) {
        const Program p = Words::program(c, list.first + i);
        const ability::Ability& a = p.ability();
        if (a.kind != static_cast<int>(ability::Kind::replacement) ||
            a.moment != static_cast<int>(Moment::upgrade_scrap))
          continue;
        const Scope scope{owner_of_card(card), source_of(card, who), who, 0, nullptr};
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

// One instruction: all cards go together (TCG-RSH-05). `name` is the register that counts them, or -1.
void begin_scrap(Table& t, const CardSet& cards, Seat by, int name) {
  State& s = t.s;
  s.scrap_by = by;
  const CardSet others = cards - s.attached;
  for (int card : others) {
    put_in_scrap(t, card, Clause::TCG_GEN_04);
    mark(s, card, false);
  }
  const int count = others.count();
  const CardSet upgrades = cards & s.attached;
  for (int card : upgrades) {
    const CharacterCard& bearer = card_of_character(t.content, s, bearer_of_card(s, card));
    if (bearer.kind_of_slot(slot_of_card(s, card)) != battle_card(t.content, s, card).kind)
      cite(t, Clause::TCG_UPG_10);
  }
  if (name >= 0) s.agenda.back().registers[name] = static_cast<std::int16_t>(count);
  if (upgrades.empty()) return;
  const CardSet outer = s.endangered;  // of an effect that this one answers to
  s.endangered = upgrades;
  int ability = 0, source = 0;
  if (find_saver(t.content, s, ability, source)) {
    Frame& f = push_step(t, Step::scrap, by);
    f.put(ScrapFrame{static_cast<std::int16_t>(name), {}});
    return;
  }
  s.endangered = outer;
  for (int card : upgrades) {
    put_in_scrap(t, card, Clause::TCG_GEN_04);
    mark(s, card, false);
  }
  if (name >= 0) s.agenda.back().registers[name] = static_cast<std::int16_t>(count + upgrades.count());
}

void step_scrap(Table& t, Frame& f) {
  State& s = t.s;
  int ability = 0, source = 0;
  s.scrap_by = f.controller;
  if (find_saver(t.content, s, ability, source)) {
    emit(t, Clause::TCG_RPL_06, EventKind::replaced, owner_of_card(card_of(source)), source);
    const Program p = Words::program(t.content, ability);
    return push_program(t, owner_of_card(card_of(source)), ability, Interpreter::start(p), source,
                        bearer_of(source), 0, false);
  }
  const CardSet rest = s.endangered & s.attached;
  const int name = f.as<ScrapFrame>().name;
  s.endangered = no_cards;
  s.agenda.pop();
  for (int card : rest) {
    put_in_scrap(t, card, Clause::TCG_GEN_04);
    mark(s, card, false);
  }
  if (name >= 0 && !s.agenda.empty())
    s.agenda.back().registers[name] = static_cast<std::int16_t>(s.agenda.back().registers[name] + rest.count());
  settle(t);
}

// ---- looking ------------------------------------------------------------------------------------------------

void look_at(Table& t, const CardSet& cards, Seat seat) {
  State& s = t.s;
  for (int card : cards) {
    s.known[core::index(seat)].add(card);
    emit_secret(t, Clause::TCG_HID_05, EventKind::looked, seat, core::only(seat), card);
  }
}

void reveal(Table& t, const CardSet& cards, Seat seat) {
  State& s = t.s;
  for (int card : cards) {
    show(s, card);
    emit(t, Clause::TCG_HID_04, EventKind::revealed, seat, card);
  }
}

int reveal_random(Table& t, const CardSet& cards) {
  State& s = t.s;
  const int n = cards.count();
  if (n == 0) return -1;
  auto left = static_cast<int>(core::draw(s.random, t.chance, 1, static_cast<std::uint32_t>(n))) - 1;
  for (int card : cards)
    if (left-- == 0) {
      const Seat whose = owner_of_card(card);
      show(s, card);
      emit(t, Clause::TCG_HID_04, EventKind::revealed, whose, card);
      cite(t, Clause::TCG_GEN_07, whose);
      return card;
    }
  return -1;
}

}  // namespace rw::transformers_tcg
