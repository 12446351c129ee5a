// Where the texts of upgrade cards and leaders act.
#pragma once

#include "engine/ability/where.h"
#include "engine/games/risk_cybertron/state.h"

namespace rw::risk_cybertron {

RW_NAMED_ENUM(Spot, std::uint8_t, hand, draw_pile, discard_pile, on_board, turned_away, scrapheap)
RW_NAMED_ENUM(CardKind, std::uint8_t, upgrade, leader)

// A card that is played leaves what it does on the table, as an effect that lasts, and goes on the discard pile.
inline constexpr auto where_texts_act = ability::where<Spot_count, CardKind_count>({
    {Spot::hand, ability::kinds(CardKind::upgrade), ability::act_use, Clause::RSK_CRD_11},
    {Spot::on_board, ability::kinds(CardKind::leader), ability::act_modify | ability::act_replace,
     Clause::RSK_LDR_01},
});

// Where the face that shows this mode lies (RSK-LDR-01).
inline Spot spot_of(const Leader& leader, Mode mode) {
  if (leader.zone == no_zone) return Spot::scrapheap;
  return leader.mode == mode ? Spot::on_board : Spot::turned_away;
}

extern const ability::Whereabouts<Content, State> whereabouts;  // where.cpp

}  // namespace rw::risk_cybertron
