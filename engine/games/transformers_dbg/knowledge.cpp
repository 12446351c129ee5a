// What a seat cannot know may lie anywhere: dealing it anew, and noticing what is learned.
#include <algorithm>
#include <cstring>
#include <span>

#include "engine/games/transformers_dbg/rules.h"
#include "engine/games/transformers_dbg/turn.h"

namespace rw::transformers_dbg {
namespace {

// ---- the main deck, the Matrix and the box (DBG-HID-01) --------------------------------------------------------

// A place where a card lies that the viewer does not know.
struct Place {
  std::uint8_t* card;
  std::uint8_t origin;
};

struct Unknown {
  Place places[max_spaces + main_room];
  int count = 0;
};

void gather(State& s, Seat viewer, Unknown& out) {
  for (int space : core::bits(s.spaces & ~s.faceup))
    if (s.matrix.card[space] != 0 && !core::has(s.matrix.known_by[space], viewer))
      out.places[out.count++] = {&s.matrix.card[space], s.matrix.origin[space]};
  for (int i = 0; i < s.main_deck.size(); ++i)
    if (!core::has(static_cast<SeatMask>(main_knowers(s, i)), viewer))
      out.places[out.count++] = {&s.main_deck[i], static_cast<std::uint8_t>(main_origin(s, i))};
}

// An unknown place of this stack, or -1.
int place_for(const Unknown& unknown, int level, core::Random& random) {
  int at = -1, ways = 0;
  for (int k = 0; k < unknown.count; ++k) {
    const int origin = unknown.places[k].origin;
    if (*unknown.places[k].card == 0 && (origin == level || origin == mixed_origin) &&
        random.below(static_cast<std::uint32_t>(++ways)) == 0)
      at = k;
  }
  for (int k = 0; at < 0 && k < unknown.count; ++k)  // a made-up position: anywhere
    if (*unknown.places[k].card == 0) at = k;
  return at;
}

// Everybody knows that each stack held its Bosses (DBG-SET-07, DBG-SET-08), not where and which. `bosses`
// are those that nobody has seen, in the box and outside; `needed` of each level and faction lie outside.
void place_bosses(const Content& c, State& s, Unknown& unknown, std::uint8_t* bosses, int count,
                  const int (&needed)[4][2], core::Random& random) {
  std::sort(bosses, bosses + count);
  for (int level = 1; level <= 3; ++level)
    for (int faction = 0; faction < 2; ++faction)
      for (int n = 0; n < needed[level][faction]; ++n) {
        int pick = -1, ways = 0;
        for (int i = 0; i < count; ++i)
          if (bosses[i] != 0 && card_def(c, bosses[i]).level == level &&
              static_cast<int>(card_def(c, bosses[i]).faction) == faction &&
              random.below(static_cast<std::uint32_t>(++ways)) == 0)
            pick = i;
        *unknown.places[place_for(unknown, level, random)].card = bosses[pick];
        bosses[pick] = 0;
      }
  for (int i = 0; i < count; ++i)
    if (bosses[i] != 0) s.box.push(bosses[i]);
}

void redeal_main_cards(const Content& c, State& s, Seat viewer, core::Random& random) {
  Unknown unknown;
  gather(s, viewer, unknown);
  std::uint8_t bosses[32], others[max_spaces + main_room + box_room];
  int boss_count = 0, n = 0, needed[4][2] = {};
  const auto sort_out = [&](std::uint8_t card) {
    const bool boss = card_def(c, card).kind == CardKind::boss;
    (boss ? bosses[boss_count++] : others[n++]) = card;
    return boss;
  };
  for (int i = 0; i < unknown.count; ++i) {
    const std::uint8_t card = *unknown.places[i].card;
    *unknown.places[i].card = 0;
    if (sort_out(card)) ++needed[card_def(c, card).level & 3][static_cast<int>(card_def(c, card).faction) & 1];
  }
  for (std::uint8_t card : s.box) sort_out(card);
  s.box.clear();
  place_bosses(c, s, unknown, bosses, boss_count, needed, random);
  // Gathered by number, not by place: what comes out depends on nothing that the viewer cannot see.
  std::sort(others, others + n);
  core::shuffle(random, nullptr, std::span(others, static_cast<std::size_t>(n)));
  for (int i = 0; i < unknown.count; ++i)
    if (*unknown.places[i].card == 0) *unknown.places[i].card = others[--n];
  while (n > 0) s.box.push(others[--n]);
  std::sort(s.box.begin(), s.box.end());
}

// ---- hands and draw decks ----------------------------------------------------------------------------

// A facedown Assist is a card that may be one (DBG-AST-01).
bool may_be_offered(const Content& c, const State& s, Seat seat, int card) {
  const CardDef& def = card_def(c, card);
  return def.power > 0 && !def.special && player(s, seat).space != no_space &&
         range_in_hand(c, s, seat, card) >= distance(player(s, seat).space, s.battle.space);
}

// Everybody knows which cards a player owns, not how they lie in deck and hand. In the own turn special
// Damage is played at once (DBG-TRN-03), so there the hand keeps what it has of it, and gets no more.
void redeal_player(const Content& c, State& s, Seat seat, Seat viewer, core::Random& random) {
  Player& p = player(s, seat);
  const bool own = seat == viewer;
  const int rest = p.deck.size() - (own ? p.deck_known : p.deck_open);  // below what is known of the deck
  const bool settled = seat == s.turn && s.phase == Phase::action;
  Assist& assist = s.battle.assists[core::index(seat)];
  const bool hidden_assist = !own && !cooperative(c, s) &&
                             (assist.state == AssistState::offered || assist.state == AssistState::defending);
  std::uint8_t pool[2 * pile_room];
  int n = 0;
  const auto stays = [&](std::uint8_t card) { return own || (settled && is_special_damage(c, card)); };
  for (int i = 0; i < rest; ++i) pool[n++] = p.deck[i];
  for (std::uint8_t card : p.hand)
    if (!stays(card)) pool[n++] = card;
  if (hidden_assist) pool[n++] = assist.card;
  std::sort(pool, pool + n);
  core::shuffle(random, nullptr, std::span(pool, static_cast<std::size_t>(n)));
  const auto take = [&](auto&& wanted) {
    int at = n - 1;
    while (at > 0 && !wanted(pool[at])) --at;
    std::swap(pool[at], pool[n - 1]);
    return pool[--n];
  };
  if (hidden_assist) assist.card = take([&](int card) { return may_be_offered(c, s, seat, card); });
  for (std::uint8_t& card : p.hand)
    if (!stays(card)) card = take([&](int other) { return !settled || !is_special_damage(c, other); });
  std::sort(p.hand.begin(), p.hand.end());
  for (int i = 0; i < rest; ++i) p.deck[i] = pool[--n];
}

}  // namespace

void Rules::redeal(const Content& c, State& s, Seat viewer, core::Random& random) {
  if (s.phase == Phase::characters || s.phase == Phase::over) return;
  redeal_main_cards(c, s, viewer, random);
  for (int i = 0; i < s.seats; ++i) redeal_player(c, s, core::seat(i), viewer, random);
  const auto mix = [&](auto& pile) {
    std::sort(pile.begin(), pile.end());
    core::shuffle(random, nullptr, std::span(pile.items, pile.count));
  };
  if (s.damage_facedown != 0) mix(s.damage_stack);
  for (auto& deck : s.encounters) mix(deck);
}

// Cards that leave hidden zones are seen, and so are those a player draws or looks at.
bool Rules::learned(const State& before, const State& after) {
  if ((after.faceup & ~before.faceup) != 0 || after.phase != before.phase) return true;
  if (after.main_deck.count != before.main_deck.count || after.damage_stack.count != before.damage_stack.count)
    return true;
  if (std::memcmp(after.main_known, before.main_known, sizeof after.main_known) != 0) return true;
  for (int set = 0; set < base_sets; ++set)
    if (after.encounters[set].count != before.encounters[set].count) return true;
  for (int space = 0; space < max_spaces; ++space)
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
