// What a seat cannot know may lie anywhere: dealing it anew, and noticing what is learned.
#include "engine/games/dino_battles/rules.h"

namespace rw::dino_battles {
namespace {

// A uniform pick among the cards of `pool` that `may` lie in the place asked about.
template <class May>
int take(std::uint8_t (&pool)[kind_room], core::Random& random, May&& may) {
  int sum = 0;
  for (int k = 0; k < kind_count; ++k) sum += may(k) ? pool[k] : 0;
  auto left = static_cast<int>(random.below(static_cast<std::uint32_t>(sum)));
  for (int k = 0; k < kind_count; ++k) {
    if (!may(k)) continue;
    if (left < pool[k]) {
      --pool[k];
      return k;
    }
    left -= pool[k];
  }
  return 0;
}

// DNB-INF-01: of another player everybody knows which cards he owns, not how they lie in deck, hand and
// under his Dinosaurs. Status Cards are never attached, and every Paralyze was seen when it was drawn.
void redeal_player(State& s, int i, Seat viewer, core::Random& random) {
  Player& p = s.players[i];
  std::uint8_t pool[kind_room];
  int in_hand = 0;
  for (int k = 0; k < kind_room; ++k) {
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
    const int kind = take(pool, random, [](int k) { return !is_status(k); });
    card.kind = static_cast<std::uint8_t>(kind & 31);
    ++p.under[kind];
  }
  s.poison_order[i] = 0;
  int poisons = 0;
  for (int n = 0; n < in_hand; ++n) {
    const int kind = take(pool, random, [](int k) { return k != paralyze_card; });
    if (is_poison(kind)) s.poison_order[i] |= std::uint64_t(kind - poison_card) << (2 * poisons++);
    ++p.hand[kind];
  }
  for (int k = 0; k < kind_room; ++k) p.deck[k] = pool[k];
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
    for (int k = 0; k < kind_count; ++k) {
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
