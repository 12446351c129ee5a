// What a seat cannot know may lie anywhere: dealing it anew, and noticing what is learned.
#include <algorithm>
#include <cstring>
#include <span>

#include "engine/games/transformers_dbg/rules.h"
#include "engine/games/transformers_dbg/turn.h"

namespace rw::transformers_dbg {
namespace {

// Cards gathered by number, not by place: what is dealt from them depends on nothing that the viewer cannot see.
class Heap {
 public:
  void add(Card card) {
    if (held_.mark(card)) copies_[card] = 0;
    ++copies_[card];
  }
  void remove(Card card) {
    if (--copies_[card] == 0) held_.unmark(card);
  }
  // All of them, ascending; returns how many.
  int write(CardByte* out) const {
    int n = 0;
    held_.each([&](Card card) {
      for (int copies = copies_[card]; copies > 0; --copies) out[n++] = card;
    });
    return n;
  }

 private:
  CardMarks held_;
  core::Indexed<Card, std::uint8_t, 256> copies_;  // of those held
};

void sort_cards(CardByte* from, CardByte* to) {
  Heap heap;
  for (const CardByte* card = from; card != to; ++card) heap.add(*card);
  heap.write(from);
}

// ---- the main deck, the Matrix and the box (DBG-HID-01) --------------------------------------------------------

// A place where a card lies that the viewer does not know.
struct Place {
  CardByte* card;
  std::uint8_t origin;
};

struct Unknown {
  Place places[max_spaces + main_room];
  int count = 0;
};

void gather(State& s, Seat viewer, Unknown& out) {
  for (const Space space : core::bits<Space>(s.spaces & ~s.faceup))
    if (!is_empty(s, space) && !core::has(s.matrix.known_by[space], viewer))
      out.places[out.count++] = {&s.matrix.card[space], s.matrix.origin[space]};
  for (int i = 0; i < s.main_deck.size(); ++i)
    if (!core::has(static_cast<SeatMask>(main_knowers(s, i)), viewer))
      out.places[out.count++] = {&s.main_deck[i], static_cast<std::uint8_t>(main_origin(s, i))};
}

// An unknown place of this stack; in a made-up position that has none, any.
int place_for(const Unknown& unknown, int level, core::Random& random) {
  std::uint8_t fitting[max_spaces + main_room];
  std::uint32_t ways = 0;
  int any = -1;
  for (int k = unknown.count - 1; k >= 0; --k) {
    if (*unknown.places[k].card != no_card) continue;
    any = k;
    const int origin = unknown.places[k].origin;
    if (origin == level || origin == mixed_origin) fitting[ways++] = static_cast<std::uint8_t>(k);
  }
  return ways == 0 ? any : fitting[random.below(ways)];
}

// Everybody knows that each stack held its Bosses (DBG-SET-07, DBG-SET-08), not where and which. `bosses`
// are those that nobody has seen, in the box and outside; `needed` of each level and faction lie outside.
void place_bosses(const Content& c, const Unknown& unknown, Heap& bosses, const int (&needed)[4][2],
                  core::Random& random) {
  CardByte held[32], fitting[32];
  for (int level = 1; level <= 3; ++level)
    for (int faction = 0; faction < 2; ++faction)
      for (int n = 0; n < needed[level][faction]; ++n) {
        const int count = bosses.write(held);
        std::uint32_t ways = 0;
        for (int i = 0; i < count; ++i)
          if (const CardDef& boss = card_def(c, held[i]);
              boss.level == level && static_cast<int>(boss.faction) == faction)
            fitting[ways++] = held[i];
        const Card boss = fitting[random.below(ways)];
        *unknown.places[place_for(unknown, level, random)].card = boss;
        bosses.remove(boss);
      }
}

// Two ascending rows of cards as one; 255 is no card.
int merge_cards(CardByte* a, int a_count, CardByte* b, int b_count, CardByte* out) {
  a[a_count] = b[b_count] = Card{255};
  const int n = a_count + b_count;
  for (int i = 0; i < n; ++i) {
    const bool second = *b < *a;
    out[i] = second ? *b : *a;
    a += second ? 0 : 1;
    b += second ? 1 : 0;
  }
  return n;
}

// The box is ascending, Bosses last, and holds as many cards afterwards.
void redeal_main_cards(const Content& c, State& s, Seat viewer, core::Random& random) {
  Unknown unknown;
  gather(s, viewer, unknown);
  const Card first_boss = cards_of(c, CardKind::boss).from;
  Heap bosses, others;
  int needed[4][2] = {};
  for (int i = 0; i < unknown.count; ++i) {
    const Card card = *unknown.places[i].card;
    *unknown.places[i].card = no_card;
    (card >= first_boss ? bosses : others).add(card);
    if (card >= first_boss) ++needed[card_def(c, card).level & 3][static_cast<int>(card_def(c, card).faction) & 1];
  }
  CardByte boxed[box_room + 1], unboxed[max_spaces + main_room + 1], pool[max_spaces + main_room + box_room];
  int boxed_count = s.box.size();
  std::memcpy(boxed, s.box.items, sizeof s.box.items);
  while (boxed_count > 0 && boxed[boxed_count - 1] >= first_boss) bosses.add(boxed[--boxed_count]);
  place_bosses(c, unknown, bosses, needed, random);
  const int n = merge_cards(boxed, boxed_count, unboxed, others.write(unboxed), pool);
  for (int i = 0; i < unknown.count; ++i) {
    if (*unknown.places[i].card != no_card) continue;
    CardByte* drawn;
    do drawn = pool + random.below(static_cast<std::uint32_t>(n));
    while (*drawn == no_card);
    *unknown.places[i].card = *drawn;
    *drawn = no_card;
  }
  int left = 0;
  for (int i = 0; left < boxed_count; ++i) {
    s.box[left] = pool[i];
    left += pool[i] != no_card;
  }
  bosses.write(s.box.items + boxed_count);
}

// ---- hands and draw decks ----------------------------------------------------------------------------

// A facedown card can only be one that may be an Assist (DBG-AST-01).
bool may_be_offered(const Content& c, const State& s, Seat seat, Card card) {
  const CardDef& def = card_def(c, card);
  return def.power > 0 && !def.special && player(s, seat).space != no_space &&
         range_in_hand(c, s, seat, card) >= distance(player(s, seat).space, s.battle.space);
}

// Everybody knows which cards a player owns, not how they lie in deck and hand. In one's own turn special
// Damage is played at once (DBG-TRN-03), so there the hand keeps what it has of it, and gets no more.
void redeal_player(const Content& c, State& s, Seat seat, Seat viewer, core::Random& random) {
  Player& p = player(s, seat);
  const bool own = seat == viewer;
  const int rest = p.deck.size() - (own ? p.deck_known : p.deck_open);  // below what is known of the deck
  const bool settled = seat == s.turn && s.phase == Phase::action;
  Assist& assist = s.battle.assists[core::index(seat)];
  const bool hidden_assist = !own && !cooperative(c, s) &&
                             (assist.state == AssistState::offered || assist.state == AssistState::defending);
  CardByte pool[2 * pile_room];
  int n = 0;
  const auto stays = [&](Card card) { return own || (settled && is_special_damage(c, card)); };
  for (int i = 0; i < rest; ++i) pool[n++] = p.deck[i];
  for (const Card card : p.hand)
    if (!stays(card)) pool[n++] = card;
  if (hidden_assist) pool[n++] = assist.card;
  sort_cards(pool, pool + n);
  core::shuffle(random, nullptr, std::span(pool, static_cast<std::size_t>(n)));
  const auto take = [&](auto&& wanted) {
    int at = n - 1;
    while (at > 0 && !wanted(pool[at])) --at;
    std::swap(pool[at], pool[n - 1]);
    return pool[--n];
  };
  if (hidden_assist) assist.card = take([&](Card card) { return may_be_offered(c, s, seat, card); });
  for (CardByte& card : p.hand)
    if (!stays(card)) card = take([&](Card other) { return !settled || !is_special_damage(c, other); });
  std::sort(p.hand.begin(), p.hand.end());
  for (int i = 0; i < rest; ++i) p.deck[i] = pool[--n];
}

}  // namespace

void redeal_hidden(const Content& c, State& s, Seat viewer, core::Random& random) {
  if (s.phase == Phase::characters || s.phase == Phase::over) return;
  redeal_main_cards(c, s, viewer, random);
  for (int i = 0; i < s.seats; ++i) redeal_player(c, s, core::seat(i), viewer, random);
  const auto mix = [&](auto& pile) {
    sort_cards(pile.begin(), pile.end());
    core::shuffle(random, nullptr, std::span(pile.items, pile.count));
  };
  if (s.damage_facedown != 0) mix(s.damage_stack);
  for (auto& deck : s.encounters) mix(deck);
}

// Cards that leave hidden zones are seen, and so are those a player draws or looks at.
bool anybody_learned(const State& before, const State& after) {
  if ((after.faceup & ~before.faceup) != 0 || after.phase != before.phase) return true;
  if (after.main_deck.count != before.main_deck.count || after.damage_stack.count != before.damage_stack.count)
    return true;
  if (std::memcmp(after.main_known, before.main_known, sizeof after.main_known) != 0) return true;
  // A player who is asked what to discard holds different cards.
  if (question_of(after) == Question::discard && after.decision.asked != before.decision.asked) return true;
  for (const CardSet set : core::first<CardSet>(base_sets))
    if (after.encounters[set].count != before.encounters[set].count) return true;
  for (const Space space : core::first<Space>(max_spaces))
    if (after.matrix.card[space] != before.matrix.card[space] ||
        (after.matrix.known_by[space] & ~before.matrix.known_by[space]) != 0)
      return true;
  for (int i = 0; i < before.seats; ++i) {
    const Player &a = before.players[i], &b = after.players[i];
    if (a.deck.count != b.deck.count || a.hand.count != b.hand.count || b.deck_known > a.deck_known) return true;
    if (std::memcmp(a.hand.items, b.hand.items, a.hand.count) != 0) return true;
    if (before.battle.assists[i].state != after.battle.assists[i].state) return true;
  }
  return false;
}

}  // namespace rw::transformers_dbg
