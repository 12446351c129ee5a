// The cards that may act now. Whatever listens, modifies or can be used is collected here, through the table of
// where.h.
#pragma once

#include "engine/games/transformers_dbg/content.h"
#include "engine/games/transformers_dbg/words.h"

namespace rw::transformers_dbg {

struct Place {
  Spot spot;
  Source source;
  Card card;
};

inline Spot spot_of(const State& s, Slot slot) {
  if (is_character_slot(slot)) return Spot::side_up;
  return s.slots[slot].assist != 0 ? Spot::assisting : Spot::play_area;
}

// A card that lies nowhere is an Encounter, or Blocks from a hand.
inline Spot spot_of(const State& s, Source source, Moment moment) {
  if (is_slot(source)) return spot_of(s, slot_of(source));
  if (is_space(source)) return Spot::matrix_faceup;
  if (is_relic(source)) return Spot::vault;
  return moment == Moment::block ? Spot::hand : Spot::drawn;
}

// Calls fn(place) for each card of one player that lies open: in play, the side that is up, the Relics.
template <class Fn>
void each_own_place(const Content& c, const State& s, Seat seat, Fn&& fn) {
  for (const Slot slot : slots_of(s, seat)) fn(Place{spot_of(s, slot), source_of(slot), card_in(c, s, slot)});
  for (const Relic relic : relics_of(player(s, seat)))
    fn(Place{Spot::vault, source_of(seat, relic), card_of(c, relic)});
}

template <class Fn>
void each_faceup_place(const State& s, Fn&& fn) {
  for (const Space space : faceup_spaces(s))
    fn(Place{Spot::matrix_faceup, source_of(space), s.matrix.card[space]});
}

// Calls fn(which, ability) for each text of a card that may act where the card lies.
template <class Fn>
void each_text_at(const Content& c, Spot spot, Card card, Fn&& fn) {
  const CardDef& def = card_def(c, card);
  for (int i = 0; i < def.texts; ++i)
    if (acts_at(c, spot, def.first + i)) fn(i, def.first + i);
}

}  // namespace rw::transformers_dbg
