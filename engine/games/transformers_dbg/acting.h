// The cards that may act now. Whatever listens, modifies or can be used is collected here, through the table of
// where.h.
#pragma once

#include "engine/games/transformers_dbg/content.h"
#include "engine/games/transformers_dbg/words.h"

namespace rw::transformers_dbg {

struct Place {
  Spot spot;
  int source;
  int card;
};

inline Spot spot_of_slot(const State& s, int slot) {
  if (is_character_slot(slot)) return Spot::side_up;
  return s.slots[slot].assist != 0 ? Spot::assisting : Spot::play_area;
}

// A card that lies nowhere is an Encounter, or Blocks from a hand.
inline Spot spot_of_source(const State& s, int source, Moment moment) {
  if (is_slot(source)) return spot_of_slot(s, source);
  if (is_space(source)) return Spot::matrix_faceup;
  if (is_relic(source)) return Spot::vault;
  return moment == Moment::block ? Spot::hand : Spot::drawn;
}

inline std::uint64_t relics_of(const Player& p) {
  return static_cast<std::uint64_t>(p.relics[0] | (p.relics[1] << 8));
}

// Calls fn(place) for each card of one player that lies open: in play, the side that is up, the Relics.
template <class Fn>
void each_own_place(const Content& c, const State& s, Seat seat, Fn&& fn) {
  for (int slot : core::bits(s.in_play[core::index(seat)]))
    fn(Place{spot_of_slot(s, slot), source_of_slot(slot), card_in(c, s, slot)});
  for (int relic : core::bits(relics_of(player(s, seat))))
    fn(Place{Spot::vault, source_of_relic(seat, relic), c.relics[static_cast<std::size_t>(relic)]});
}

template <class Fn>
void each_faceup_place(const State& s, Fn&& fn) {
  for (int space : core::bits(s.faceup))
    fn(Place{Spot::matrix_faceup, source_of_space(space), s.matrix.card[space]});
}

// Calls fn(which, ability) for each text of a card that may act where the card lies.
template <class Fn>
void each_text_at(const Content& c, Spot spot, int card, Fn&& fn) {
  const CardDef& def = card_def(c, card);
  for (int i = 0; i < def.texts; ++i)
    if (acts_at(c, spot, def.first + i)) fn(i, def.first + i);
}

}  // namespace rw::transformers_dbg
