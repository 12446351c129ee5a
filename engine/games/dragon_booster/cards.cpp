// Cards on their way between the places of the table, and who knows them.
#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include "engine/games/dragon_booster/turn.h"
#include "engine/games/dragon_booster/where.h"

namespace rw::dragon_booster {
namespace {

// Puts the places into a random order. A script names the cards that lie there, not the places.
void shuffle_places(Table& t, const Player& p, std::span<Slot> places) {
  if (t.chance == nullptr) [[likely]]
    return core::shuffle(t.s.random, nullptr, places);
  Record values[race_slots], ordered[race_slots];
  for (std::size_t i = 0; i < places.size(); ++i) values[i] = p.race[places[i]];
  std::copy_n(values, places.size(), ordered);
  core::shuffle(t.s.random, t.chance, std::span(ordered, places.size()));
  Slot before[race_slots];
  std::copy_n(places.data(), places.size(), before);
  bool taken[race_slots] = {};
  for (std::size_t i = 0; i < places.size(); ++i)
    for (std::size_t k = 0; k < places.size(); ++k)
      if (!taken[k] && values[k] == ordered[i]) {
        taken[k] = true;
        places[i] = before[k];
        break;
      }
}

// DRB-HID-11: nobody else knows any more which of the cards seen are still in this hand.
void forget_hand(Player& p, Seat seat) {
  for (const Slot slot : core::bits<Slot>(p.hand)) p.known[slot] &= core::only(seat);
}

}  // namespace

void enters_play(const Content& c, Player& p, Slot slot) {
  const CardFace& card = face(c, p, slot);
  const ability::Acts acts =
      where_texts_act.acts[static_cast<int>(is_crystal_slot(slot) ? Spot::mag_pit : Spot::track)]
                          [static_cast<int>(card.kind)];
  if ((acts & ability::act_modify) != 0) p.constants |= card.constants;
  if ((acts & ability::act_listen) != 0) p.moments = static_cast<std::uint16_t>(p.moments | card.moments);
  for (int k = 0; (acts & ability::act_use) != 0 && k < card.keyword_count; ++k) {
    const int window = card.keyword_moment[k];  // Moment::main or Moment::battle
    if (is_crystal_slot(slot))
      core::include(p.windows[window], crystal_of(slot));
    else
      core::include(p.lane_windows, window);
  }
}

void note_cards_in_play(const Content& c, Player& p) {
  p.constants = 0;
  p.moments = 0;
  for (std::uint16_t& windows : p.windows) windows = 0;
  p.lane_windows = 0;
  for (const Crystal i : core::bits<Crystal>(mag_pit(p))) enters_play(c, p, slot_of(i));
  for (const Slot slot : core::bits<Slot>(p.track | p.zone)) enters_play(c, p, slot);
}

namespace {

// DRB-GEN-12: changes for a time end when their card leaves play. DRB-GEN-16: what was used goes on.
void leave_play(Table& t, Card card) {
  Player& p = owner(t.s, card);
  const Slot slot = slot_of(card);
  const CardFace& left = face(t.content, p, slot);
  if ((left.constants | left.on_itself) != 0) cite(t, Clause::DRB_GEN_16, owner_of(card));
  if (is_crystal_slot(slot)) {
    if (core::contains(p.used_crystals[0] | p.used_crystals[1], crystal_of(slot))) {
      cite(t, Clause::DRB_GEN_16, owner_of(card));
      cite(t, Clause::DRB_KEY_09, owner_of(card));
    }
    for (std::uint16_t& guarded : p.guarded) core::exclude(guarded, crystal_of(slot));
    return;
  }
  for (int d = 0; d < duration_count; ++d) {
    if (p.raised[d][slot] != 0 || p.lowered[d][slot] != 0) cite(t, Clause::DRB_GEN_12, owner_of(card));
    p.raised[d][slot] = p.lowered[d][slot] = 0;
    p.shielded[d] &= ~core::bit(slot);
  }
  p.returned &= ~core::bit(slot);
}

void out_of_deck(State& s, Player& p, Slot slot) {
  int at = 0;
  while (p.deck[at] != slot) ++at;
  if (at >= p.deck_size - s.looked && s.looked > 0) --s.looked;
  std::memmove(p.deck + at, p.deck + at + 1, static_cast<std::size_t>(p.deck_size - at - 1));
  p.deck[--p.deck_size] = Slot{};
}

void out_of_race_place(Table& t, Player& p, Card card) {
  const Slot slot = slot_of(card);
  const std::uint64_t bit = core::bit(slot);
  const bool played = ((p.track | p.zone) & bit) != 0;
  if (played) leave_play(t, card);
  if (p.rushing == slot) p.rushing = no_slot;  // DRB-BTL-12
  if (((p.hand | p.track | p.zone | p.discards) & bit) == 0) {
    if (t.s.limbo == card)
      t.s.limbo = no_card;
    else
      out_of_deck(t.s, p, slot);
    return;
  }
  p.hand &= ~bit;
  p.track &= ~bit;
  p.zone &= ~bit;
  p.discards &= ~bit;
  if (played) note_cards_in_play(t.content, p);
}

}  // namespace

void show_to(State& s, Card card, SeatMask eyes) {
  SeatMask& known = owner(s, card).known[slot_of(card)];
  known = static_cast<SeatMask>(known | eyes);
}

void take_out(Table& t, Card card) {
  Player& p = owner(t.s, card);
  const Slot slot = slot_of(card);
  if (!is_crystal_slot(slot)) return out_of_race_place(t, p, card);
  const Crystal crystal = crystal_of(slot);
  if (core::contains(mag_pit(p), crystal)) leave_play(t, card);
  for (const Cap cap : core::first<Cap>(zap_caps))
    if (gear_under(p, cap) == crystal) {
      put_under(p, cap, no_crystal);
      p.symbol[cap] = Stat{};
      cite(t, Clause::DRB_MAG_10, owner_of(card));
      cite(t, Clause::DRB_MAG_07, owner_of(card));
    }
  for (std::uint16_t* place : {&p.crew, &p.damaged, &p.dragon_deck}) core::exclude(*place, crystal);
  note_cards_in_play(t.content, p);
}

// ---- the race deck ---------------------------------------------------------------------------------------------

void shuffle_deck(Table& t, Seat seat, Clause clause) {
  Player& p = player(t.s, seat);
  t.s.looked = 0;
  shuffle_places(t, p, std::span(p.deck, p.deck_size));
  for (int i = 0; i < p.deck_size; ++i) p.known[p.deck[i]] = core::nobody;
  emit(t, clause, EventKind::shuffled, seat, p.deck_size);
  cite(t, Clause::DRB_HID_11, seat);
}

// Takes up to n cards off the deck and hands each to `fn`. Returns how many there were.
template <class Fn>
static int take_top(Player& p, int n, Fn&& fn) {
  const int taken = std::min<int>(n, p.deck_size);
  for (int i = 0; i < taken; ++i) fn(std::exchange(p.deck[--p.deck_size], Slot{}));
  return taken;
}

// DRB-WIN-07: only the cards that are there.
void draw_cards(Table& t, Seat seat, int n, Clause clause) {
  Player& p = player(t.s, seat);
  const int taken = take_top(p, n, [&](Slot slot) {
    p.hand |= core::bit(slot);
    p.known[slot] = static_cast<SeatMask>(p.known[slot] | core::only(seat));
    emit_secret(t, clause, EventKind::card_drawn, seat, p.known[slot], card_of(seat, slot));
  });
  if (t.log == nullptr) return;
  emit(t, clause, EventKind::drew, seat, taken);
  if (taken < n) cite(t, Clause::DRB_WIN_07, seat);
  if (taken < n && p.deck_size == 0) cite(t, Clause::DRB_WIN_06, seat);
}

void discard_top(Table& t, Seat seat, int n, Clause clause) {
  Player& p = player(t.s, seat);
  take_top(p, n, [&](Slot slot) {
    p.discards |= core::bit(slot);
    p.known[slot] = core::everyone;
    emit(t, clause, EventKind::discarded, seat, card_of(seat, slot));
  });
  if (p.deck_size == 0) cite(t, Clause::DRB_WIN_07, seat);
}

// A script names the card, as for a shuffle.
void discard_random(Table& t, Seat seat, int n, Clause clause) {
  Player& p = player(t.s, seat);
  for (int i = 0; i < n; ++i) {
    Slot places[race_slots];
    std::size_t count = 0;
    for (const Slot slot : core::bits<Slot>(p.hand)) places[count++] = slot;
    if (count == 0) return cite(t, Clause::DRB_GEN_08, seat);
    std::size_t at = count - 1;
    if (count > 1 && t.chance != nullptr)
      shuffle_places(t, p, std::span(places, count));
    else if (count > 1)
      at = t.s.random.below(static_cast<std::uint32_t>(count));
    discard(t, card_of(seat, places[at]), seat, clause);
    cite(t, Clause::DRB_GEN_11, seat);
  }
}

// ---- discards and damage -----------------------------------------------------------------------------

void discard(Table& t, Card card, Seat by, Clause clause) {
  if (is_crystal_slot(slot_of(card))) {
    cite(t, Clause::DRB_DMG_04, by);
    return damage(t, card, by);
  }
  Player& p = owner(t.s, card);
  const bool held = core::contains(p.hand, slot_of(card));
  take_out(t, card);
  p.discards |= core::bit(slot_of(card));
  p.known[slot_of(card)] = core::everyone;
  emit(t, held ? clause : Clause::DRB_DMG_02, EventKind::discarded, owner_of(card), card);
}

void tell_guarded(Table& t, Seat seat) {
  if (t.log == nullptr) return;
  for (const Crystal i : core::bits<Crystal>(mag_pit(player(t.s, seat))))
    if (is_guarded(t.content, t.s, card_of(seat, i))) return cite(t, Clause::DRB_DMG_09, seat);
}

// DRB-DMG-01, DRB-DMG-03. Triggers see the cards in play before this one leaves (DRB-TIM-05).
void damage(Table& t, Card card, Seat by) {
  State& s = t.s;
  const Seat whose = owner_of(card);
  Player& p = player(s, whose);
  if (!is_crystal_slot(slot_of(card))) {
    cite(t, Clause::DRB_DMG_03, by);
    return discard(t, card, by, Clause::DRB_DMG_02);
  }
  if (by != whose) {
    player(s, by).damaged_rival = 1;
    set_off(t, Moment::your_card_damaged, whose);
    set_off(t, Moment::rival_card_damaged, by);
  }
  emit(t, Clause::DRB_DMG_01, EventKind::damaged, by, card, core::index(whose));
  cite(t, Clause::DRB_DMG_05, by);
  if (by != whose) tell_guarded(t, whose);
  take_out(t, card);
  core::include(p.damaged, crystal_of(card));
}

// ---- putting, showing, looking -----------------------------------------------------------------------

namespace {

// A card that was found is shown to be what was looked for (DRB-HID-06).
void into_hand(Table& t, Player& p, Card card, Clause clause) {
  const Seat seat = owner_of(card);
  p.hand |= core::bit(slot_of(card));
  show_to(t.s, card, core::only(seat));
  emit_secret(t, clause, EventKind::put, seat, p.known[slot_of(card)], card, Goal::hand);
}

void onto_bottom(Player& p, Seat seat, Slot slot) {
  std::memmove(p.deck + 1, p.deck, p.deck_size);
  p.deck[0] = slot;
  ++p.deck_size;
  p.known[slot] = core::only(seat);
}

}  // namespace

// DRB-HID-11: a card that goes back to the track can still be followed; one that leaves a hand unseen cannot.
void put(Table& t, Card card, Goal goal) {
  State& s = t.s;
  const Seat seat = owner_of(card);
  Player& p = player(s, seat);
  const Slot slot = slot_of(card);
  const std::uint64_t bit = is_crystal_slot(slot) ? 0 : core::bit(slot);
  const bool open = ((p.track | p.zone | p.discards) & bit) != 0, held = (p.hand & bit) != 0;
  const bool looked = s.looked > 0;
  if (goal == Goal::track && (p.zone & bit) != 0) {  // stays in play, with its changes
    p.zone &= ~bit;
    p.track |= bit;
    p.returned |= bit;
    if (p.rushing == slot) p.rushing = no_slot;
    return emit(t, Clause::DRB_RSH_09, EventKind::put, seat, card, goal);
  }
  take_out(t, card);
  switch (goal) {
    case Goal::hand: return into_hand(t, p, card, open || looked ? Clause::DRB_HID_07 : Clause::DRB_HID_06);
    case Goal::track:
      p.track |= bit;
      p.known[slot] = core::everyone;
      enters_play(t.content, p, slot);
      return emit(t, Clause::DRB_GEN_02, EventKind::put, seat, card, goal);
    case Goal::race_deck:
      p.deck[p.deck_size++] = slot;
      return emit(t, Clause::DRB_GEN_11, EventKind::put, seat, card, goal);
    case Goal::bottom:
      if (held) forget_hand(p, seat);
      onto_bottom(p, seat, slot);
      emit_secret(t, Clause::DRB_HID_11, EventKind::put, seat, core::only(seat), card, goal);
      return;
    case Goal::dragon_deck:
      core::include(p.dragon_deck, crystal_of(slot));
      return emit(t, Clause::DRB_GEN_11, EventKind::put, seat, card, goal);
  }
}

void show_card(Table& t, Seat seat, Card card, Clause clause) {
  show_to(t.s, card, core::everyone);
  emit(t, clause, EventKind::shown, seat, card);
}

void look_at_top(Table& t, Seat seat, int n, Clause clause) {
  Player& p = player(t.s, seat);
  t.s.looked = static_cast<std::uint8_t>(std::min<int>(n, p.deck_size));
  for (int i = p.deck_size - t.s.looked; i < p.deck_size; ++i)
    p.known[p.deck[i]] = static_cast<SeatMask>(p.known[p.deck[i]] | core::only(seat));
  emit(t, clause, EventKind::looked, seat, t.s.looked);
  if (t.s.looked < n) cite(t, Clause::DRB_WIN_07, seat);
}

void look_at_hand(Table& t, Seat seat, Seat whose, Clause clause) {
  for (const Slot slot : core::bits<Slot>(player(t.s, whose).hand)) {
    show_to(t.s, card_of(whose, slot), core::only(seat));
    emit_secret(t, clause, EventKind::searched, seat, static_cast<SeatMask>(core::only(seat) | core::only(whose)),
                card_of(whose, slot), core::index(whose));
  }
  cite(t, Clause::DRB_HID_11, seat);
}

// What was looked at and not taken goes below the deck, in the order its owner likes.
void step_bottom(Table& t, core::Frame& f) {
  State& s = t.s;
  const Player& p = player(s, f.controller);
  if (s.looked > 1) return ask(t, Question::bottom, f.controller);
  if (s.looked == 1) return put_on_bottom(t, f.controller, card_of(f.controller, p.deck[p.deck_size - 1]));
  s.agenda.pop();
}

void put_on_bottom(Table& t, Seat seat, Card card) {
  Player& p = player(t.s, seat);
  out_of_deck(t.s, p, slot_of(card));
  onto_bottom(p, seat, slot_of(card));
  emit_secret(t, Clause::DRB_HID_11, EventKind::put, seat, core::only(seat), card, Goal::bottom);
}

// ---- changes for a time ------------------------------------------------------------------------------

// DRB-BTL-14: rivals' lowerings are kept apart, so that a protection can leave them out.
void change_sprint(Table& t, Card card, int n, Seat by, Duration until) {
  Player& p = owner(t.s, card);
  const Slot slot = slot_of(card);
  if (is_crystal_slot(slot)) return;
  std::int8_t& sum = n < 0 && by != owner_of(card) ? p.lowered[until][slot] : p.raised[until][slot];
  sum = static_cast<std::int8_t>(std::clamp(sum + n, -100, 100));
  p.changed[until] = 1;
  emit(t, Clause::DRB_BTL_10, EventKind::sprint_changed, by, card, n, core::index(owner_of(card)), until);
  if (until == this_battle && p.rushing == slot) cite(t, Clause::DRB_BTL_11, by);
  if (t.s.limbo == card) cite(t, Clause::DRB_GEN_12, by);
}

}  // namespace rw::dragon_booster
