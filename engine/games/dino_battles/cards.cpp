// Zones: drawing, discarding, purging, paying, and the face-down cards under the Dinosaurs.
#include <algorithm>
#include <numeric>
#include <span>

#include "engine/games/dino_battles/turn.h"

namespace rw::dino_battles {

// ---- the hand ----------------------------------------------------------------------------------------

void enter_hand(State& s, Seat seat, Kind kind, Seen seen) {
  Player& p = player(s, seat);
  if (is_poison(kind)) {  // DNB-CLN-04: Poisons remember the order in which they were drawn
    int held = 0;
    for (const Kind k : poison_cards) held += p.hand[k];
    s.poison_order[core::index(seat)] |= static_cast<std::uint64_t>(inflicter_of(kind)) << (2 * held);
  }
  ++p.hand[kind];
  if (seen == Seen::by_all) ++p.shown[kind];
}

// The copy that everybody has seen goes first: which one left tells nothing (DNB-INF-01).
void leave_hand(State& s, Seat seat, Kind kind) {
  Player& p = player(s, seat);
  if (is_poison(kind)) {
    std::uint64_t& order = s.poison_order[core::index(seat)];
    int at = 0;
    while (core::seat(static_cast<int>((order >> (2 * at)) & 3)) != inflicter_of(kind)) ++at;
    const std::uint64_t below = (std::uint64_t{1} << (2 * at)) - 1;
    order = (order & below) | ((order >> 2) & ~below);
  }
  --p.hand[kind];
  if (p.shown[kind] != 0) --p.shown[kind];
}

void discard_from_hand(Table& t, Seat seat, Kind kind, Clause clause) {
  leave_hand(t.s, seat, kind);
  ++player(t.s, seat).discard[kind];
  emit(t, clause, EventKind::discarded, seat, kind);
}

Kind discard_poison(Table& t, Seat seat) {
  const Kind kind = poison_of(core::seat(static_cast<int>(t.s.poison_order[core::index(seat)] & 3)));
  discard_from_hand(t, seat, kind, Clause::DNB_CLN_04);
  return kind;
}

void purge_card(Table& t, Seat seat, Kind kind, Clause clause) {
  ++t.s.purgatory[kind];
  emit(t, clause, EventKind::purged, seat, kind);
}

// DNB-BUY-15: gained, not bought.
void gain_card(Table& t, Seat seat, Kind kind, To to, Clause clause) {
  --t.s.supply[kind];
  if (to == To::hand)
    enter_hand(t.s, seat, kind, Seen::by_all);
  else
    ++player(t.s, seat).discard[kind];
  emit(t, clause, EventKind::gained, seat, kind, to);
}

int gain_status(Table& t, Seat seat, Kind status, int n, Seat by, Clause clause) {
  State& s = t.s;
  const int taken = std::min<int>(n, s.supply[status]);
  const Kind kind = status == Kind::poison ? poison_of(by) : status;
  s.supply[status] = static_cast<std::uint8_t>(s.supply[status] - taken);
  player(s, seat).discard[kind] = static_cast<std::uint8_t>(player(s, seat).discard[kind] + taken);
  emit(t, clause, EventKind::status_gained, seat, kind, taken);
  if (status == Kind::poison) {
    cite(t, Clause::DNB_STA_11, by);
    cite(t, Clause::DNB_STA_08, seat);
  }
  if (taken < n) cite(t, Clause::DNB_STA_05, seat);
  return taken;
}

// ---- drawing -------------------------------------------------------------------------------------------

namespace {

// DNB-GEN-18. Equal cards are one kind: a number below the sum is drawn, and the kinds are counted up to it. A
// script names the card, as for a shuffle.
template <class Of, int room>
Of pick_of(Table& t, core::Indexed<Of, std::uint8_t, room>& counts, int kinds, int first_name, int sum) {
  for (const Of k : core::first<Of>(kinds))
    if (counts[k] == sum) {  // all are equal: chance has no say
      --counts[k];
      return k;
    }
  if (t.chance != nullptr) {
    std::uint8_t pile[256];
    int n = 0;
    for (const Of k : core::first<Of>(kinds))
      for (int copy = 0; copy < counts[k] && n < 255; ++copy)
        pile[n++] = static_cast<std::uint8_t>((first_name + core::index(k)) | (std::min(copy, 7) << 5));
    core::shuffle(t.s.random, t.chance, std::span(pile, static_cast<std::size_t>(n)));
    const Of kind = core::make<Of>((pile[n - 1] & 31) - first_name);
    --counts[kind];
    return kind;
  }
  auto left = static_cast<int>(t.s.random.below(static_cast<std::uint32_t>(sum)));
  int at = 0;
  while (left >= counts.items[at]) left -= counts.items[at++];
  --counts.items[at];
  return core::make<Of>(at);
}

}  // namespace

DinoKind pick_dinosaur(Table& t) {
  auto& deck = t.s.dino_deck;
  const int sum = std::accumulate(deck.begin(), deck.end(), 0);
  return pick_of(t, deck, dino_kinds, core::index(Kind::first_dinosaur), sum);
}

namespace {

void drawn(Table& t, Seat seat, Kind kind) {
  const int ability = is_status(kind) ? plain_card(t.content, kind).drawn : -1;
  // A drawn card whose effect is public is public itself.
  enter_hand(t.s, seat, kind, ability >= 0 ? Seen::by_all : Seen::by_owner);
  if (ability < 0) return emit_secret(t, Clause::DNB_STR_05, EventKind::card_drawn, seat, core::only(seat), kind);
  emit(t, Clause::DNB_STR_05, EventKind::card_drawn, seat, kind);
  core::Frame frame = program_frame(seat, kind, ability);
  frame.position = static_cast<std::uint16_t>(Interpreter::start(Words::program(t.content, ability)));
  Interpreter::run(t, frame);
}

// DNB-DRW-01: the Discard Pile becomes the new Draw Deck.
void reshuffle(Table& t, Seat seat) {
  Player& p = player(t.s, seat);
  emit(t, Clause::DNB_DRW_01, EventKind::shuffled, seat, total(p.discard));
  cite(t, Clause::DNB_DRW_03, seat);
  for (const Kind k : all_kinds_of_cards) {
    p.deck[k] = p.discard[k];
    p.discard[k] = 0;
  }
}

// The whole deck is drawn: chance has no say, unless Poisons of two players are among the cards.
bool draw_whole_deck(Table& t, Seat seat) {
  Player& p = player(t.s, seat);
  int poisons = 0;
  for (const Kind k : poison_cards) poisons += p.deck[k] != 0;
  if (poisons > 1) return false;
  for (const Kind k : all_kinds_of_cards)
    for (; p.deck[k] != 0; --p.deck[k]) drawn(t, seat, k);
  return true;
}

}  // namespace

void draw_cards(Table& t, Seat seat, int n) {
  Player& p = player(t.s, seat);
  int drawn_cards = 0, size = total(p.deck);
  while (drawn_cards < n) {
    if (size == 0) {
      if (total(p.discard) == 0) {
        cite(t, Clause::DNB_DRW_02, seat);
        cite(t, Clause::DNB_GEN_13, seat);
        break;
      }
      reshuffle(t, seat);
      size = total(p.deck);
      continue;
    }
    if (size <= n - drawn_cards && draw_whole_deck(t, seat)) {
      drawn_cards += size;
      size = total(p.deck);
      continue;
    }
    const Kind kind = pick_of(t, p.deck, kind_count, 0, size);
    drawn(t, seat, kind);
    size = is_status(kind) ? total(p.deck) : size - 1;  // a Status Card may do something
    ++drawn_cards;
    cite(t, Clause::DNB_GEN_18, seat);
  }
  emit(t, Clause::DNB_STR_05, EventKind::drew, seat, drawn_cards);
}

// ---- attached cards --------------------------------------------------------------------------------------

int attached_count(const State& s, Ref ref) {
  int n = 0;
  for (const Attached& card : attached_cards(s, owner_of(ref))) n += card.place == place_of(ref);
  return n;
}

int attached_of(const State& s, Ref ref, Kind kind) {
  int n = 0;
  for (const Attached& card : attached_cards(s, owner_of(ref)))
    n += card.kind == kind && card.place == place_of(ref);
  return n;
}

Handle find_attached(const State& s, Ref ref, Kind kind) {
  const Attached* best = nullptr;
  for (const Attached& card : attached_cards(s, owner_of(ref))) {
    if (card.kind != kind || card.place != place_of(ref)) continue;
    if (best == nullptr || core::population(card.known_by) > core::population(best->known_by)) best = &card;
  }
  return best == nullptr ? no_handle : best->handle;
}

// The lowest handle that is free.
Handle put_under(State& s, Ref ref, Kind kind) {
  const Seat seat = owner_of(ref);
  const std::span<const Attached> own = attached_cards(s, seat);
  std::size_t free = 0;
  while (free < own.size() && static_cast<std::size_t>(own[free].handle) == free) ++free;
  const Handle handle = core::make<Handle>(static_cast<int>(free));
  Attached* const at = s.attached + (own.data() - s.attached) + free;
  Attached* const end = s.attached + s.attached_end[max_players - 1];
  if (end == s.attached + max_attached) {
    static constexpr core::Capacity room{"attached", max_attached};
    core::capacity_exceeded(room);
    return handle;
  }
  std::copy_backward(at, end, end + 1);
  *at = {};
  at->handle = handle;
  at->kind = kind;
  at->place = place_of(ref);
  for (int i = core::index(seat); i < max_players; ++i) ++s.attached_end[i];
  ++player(s, seat).under[kind];
  return handle;
}

Kind release(State& s, Seat seat, Handle handle) {
  Attached* const card = s.attached + (attached_at(s, seat, handle) - s.attached);
  Attached* const end = s.attached + s.attached_end[max_players - 1];
  const Kind kind = card->kind;
  std::copy(card + 1, end, card);
  end[-1] = {};
  for (int i = core::index(seat); i < max_players; ++i) --s.attached_end[i];
  --player(s, seat).under[kind];
  return kind;
}

void detach(Table& t, Seat seat, Handle handle, To to, Clause clause) {
  if (attached_at(t.s, seat, handle) == nullptr) return;
  const Kind kind = release(t.s, seat, handle);
  if (to == To::hand) {
    enter_hand(t.s, seat, kind, Seen::by_owner);
  } else {
    ++player(t.s, seat).discard[kind];
    emit(t, clause, EventKind::discarded, seat, kind, core::index(handle) + 1);
  }
}

// The last handle first.
int detach_from(Table& t, Ref ref, To to, Clause clause) {
  const Seat seat = owner_of(ref);
  int n = 0;
  for (std::size_t i = attached_cards(t.s, seat).size(); i > 0; --i) {
    const Attached card = attached_cards(t.s, seat)[i - 1];
    if (card.place != place_of(ref)) continue;
    detach(t, seat, card.handle, to, clause);
    ++n;
  }
  return n;
}

void discard_attached(Table& t, Ref ref, Kind kind, Clause clause) {
  detach(t, owner_of(ref), find_attached(t.s, ref, kind), To::discard, clause);
}

// ---- paying ------------------------------------------------------------------------------------------------

bool hand_covers(const Player& p, Payment offered) {
  for (const Kind k : combat_cards)
    if (paid_of(offered, k) > p.hand[k]) return false;
  return true;
}

bool meets(const Cost& cost, Payment offered) {
  int extra = 0;
  for (const Kind k : combat_cards) {
    if (paid_of(offered, k) < cost.of[k]) return false;
    extra += paid_of(offered, k) - cost.of[k];
  }
  return extra == cost.any && (core::index(offered) >> 12) == 0;
}

// DNB-GEN-10: in full, and never given back.
void pay_from_hand(Table& t, Seat seat, Payment offered, const Cost& cost, Clause clause) {
  for (const Kind k : combat_cards)
    for (int i = 0; i < paid_of(offered, k); ++i) {
      leave_hand(t.s, seat, k);
      ++player(t.s, seat).discard[k];
    }
  if (t.log == nullptr || offered == Payment{}) return;
  emit(t, clause, EventKind::paid, seat, offered);
  cite(t, Clause::DNB_GEN_10, seat);
  cite(t, Clause::DNB_GEN_05, seat);
  if (cost.any != 0) cite(t, Clause::DNB_GEN_07, seat);
  cite(t, Clause::DNB_GEN_09, seat);
}

// ---- attaching -----------------------------------------------------------------------------------------------

void list_attachments(const Content&, const State& s, ChoiceList& out) {
  const Seat seat = s.decision.asked;
  const Player& p = player(s, seat);
  if (s.attaches == 0) return;
  for (const Kind kind : all_kinds_of_cards) {
    if (p.hand[kind] == 0 || is_status(kind)) continue;
    for (const Slot slot : all_slots)
      if (p.at_slot[slot] != 0) out.add(choice(Verb::attach, kind, target_of(seat, slot)));
  }
}

Refusal judge_attach(const Content&, const State& s, Seat seat, Choice c) {
  const Player& p = player(s, seat);
  const Kind kind = c.a<Kind>();
  if (s.attaches == 0) return refuse(Clause::DNB_ATT_09, Fact::no_attaches_left);
  if (kind >= Kind::end || p.hand[kind] == 0) return refuse(Clause::DNB_ATT_09, Fact::card_not_there);
  if (is_status(kind)) return refuse(Clause::DNB_ATT_02, Fact::status_card);  // DNB-STA-12
  if (!has_dinosaur(s, seat)) return refuse(Clause::DNB_TRN_09, Fact::no_dinosaur);
  const Ref ref = dino_named(s, c.b<Target>());
  if (ref == no_dino || owner_of(ref) != seat) return refuse(Clause::DNB_ATT_09, Fact::not_your_dinosaur);
  return legal;
}

void attach(Table& t, Seat seat, Choice c) {
  State& s = t.s;
  Player& p = player(s, seat);
  const Kind kind = c.a<Kind>();
  const Ref ref = dino_named(s, c.b<Target>());
  --s.attaches;
  --p.hand[kind];
  // It leaves unseen, so nobody knows any more which of the cards that were seen are still there.
  for (const Kind k : all_kinds_of_cards)
    if (!is_status(k)) p.shown[k] = 0;
  put_under(s, ref, kind);
  emit_secret(t, Clause::DNB_ATT_01, EventKind::attached, seat, core::only(seat), kind, told_targets(s, c.b()));
  cite(t, Clause::DNB_ATT_03, seat);
  cite(t, Clause::DNB_ATT_02, seat);
}

}  // namespace rw::dino_battles
