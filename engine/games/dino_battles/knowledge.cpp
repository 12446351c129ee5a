// What a seat cannot know may lie anywhere: dealing it anew, and noticing what is learned.
#include "engine/games/dino_battles/rules.h"

namespace rw::dino_battles {
namespace {

// A uniform pick among the cards of `pool` that `may` lie in the place asked about.
template <class May>
Kind take(Pile& pool, core::Random& random, May&& may) {
  int sum = 0;
  for (const Kind k : all_kinds_of_cards) sum += may(k) ? pool[k] : 0;
  auto left = static_cast<int>(random.below(static_cast<std::uint32_t>(sum)));
  for (const Kind k : all_kinds_of_cards) {
    if (!may(k)) continue;
    if (left < pool[k]) {
      --pool[k];
      return k;
    }
    left -= pool[k];
  }
  return Kind{};
}

// DNB-INF-01: everybody knows which cards another player owns, not how they lie in deck, hand and under
// Dinosaurs. Status Cards are never attached, and every Paralyze was seen when it was drawn.
void redeal_player(State& s, int i, Seat viewer, core::Random& random) {
  Player& p = s.players[i];
  Pile pool{};
  int in_hand = 0;
  for (const Kind k : all_kinds_of_cards) {
    pool[k] = static_cast<std::uint8_t>(p.deck[k] + p.hand[k] - p.shown[k]);
    in_hand += p.hand[k] - p.shown[k];
    p.hand[k] = p.shown[k];
  }
  const std::span<Attached> attached = attached_cards(s, core::seat(i));
  for (const Attached& card : attached) {
    if (core::has(card.known_by, viewer)) continue;
    ++pool[card.kind];
    --p.under[card.kind];
  }
  for (Attached& card : attached) {
    if (core::has(card.known_by, viewer)) continue;
    card.kind = take(pool, random, [](Kind k) { return !is_status(k); });
    ++p.under[card.kind];
  }
  s.poison_order[i] = 0;
  int poisons = 0;
  for (int n = 0; n < in_hand; ++n) {
    const Kind kind = take(pool, random, [](Kind k) { return k != Kind::paralyze; });
    if (is_poison(kind)) s.poison_order[i] |= static_cast<std::uint64_t>(inflicter_of(kind)) << (2 * poisons++);
    ++p.hand[kind];
  }
  p.deck = pool;
}

}  // namespace

void redeal_hidden(const Content&, State& s, Seat viewer, core::Random& random) {
  if (s.phase == Phase::draft) return;
  for (int i = 0; i < s.seats; ++i)
    if (core::seat(i) != viewer) redeal_player(s, i, viewer, random);
}

// Cards that leave the hidden zones are seen, and so are those a player draws or looks at.
bool anybody_learned(const State& before, const State& after) {
  for (int i = 0; i < before.seats; ++i) {
    const Player &a = before.players[i], &b = after.players[i];
    for (const Kind k : all_kinds_of_cards) {
      if (a.deck[k] + a.hand[k] + a.under[k] != b.deck[k] + b.hand[k] + b.under[k]) return true;
      if (a.deck[k] != b.deck[k] || b.shown[k] > a.shown[k]) return true;
    }
    for (const Attached& card : attached_cards(after, core::seat(i))) {
      const Attached* other = attached_at(before, core::seat(i), card.handle);
      if ((card.known_by & ~(other == nullptr ? core::nobody : other->known_by)) != 0) return true;
    }
  }
  return false;
}

}  // namespace rw::dino_battles
