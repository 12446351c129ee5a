// Where the texts of race cards and crystal draconium cards act.
#pragma once

#include "engine/ability/where.h"
#include "engine/games/dragon_booster/content.h"

namespace rw::dragon_booster {

// `being_played`: neither in the hand nor in the track or the discards yet. `left_out`: drafted, not in the deck.
RW_NAMED_ENUM(Spot, std::uint8_t, deck, hand, being_played, track, zone, discards, dragon_deck, mag_pit, damaged,
              left_out)

// A card acts on itself when it is played (DRB-MNV-04, DRB-EVT-07), or when it makes itself cheaper.
inline constexpr auto where_texts_act = ability::where<Spot_count, Kind_count>({
    {Spot::hand, ability::kinds(Kind::maneuver), ability::act_itself, Clause::DRB_MNV_07},
    {Spot::being_played, ability::kinds(Kind::maneuver), ability::act_itself, Clause::DRB_MNV_04},
    {Spot::being_played, ability::kinds(Kind::event), ability::act_itself, Clause::DRB_EVT_07},
    {Spot::track, ability::kinds(Kind::maneuver), ability::act_modify, Clause::DRB_KEY_11},
    {Spot::track, ability::kinds(Kind::maneuver), ability::act_use, Clause::DRB_MNV_05},
    {Spot::track, ability::kinds(Kind::maneuver), ability::act_listen, Clause::DRB_TIM_05},
    {Spot::zone, ability::kinds(Kind::maneuver), ability::act_modify, Clause::DRB_KEY_11},
    {Spot::zone, ability::kinds(Kind::maneuver), ability::act_use, Clause::DRB_MNV_05},
    {Spot::zone, ability::kinds(Kind::maneuver), ability::act_listen, Clause::DRB_TIM_05},
    {Spot::mag_pit, ability::kinds(Kind::dragon, Kind::gear, Kind::crew), ability::act_modify, Clause::DRB_KEY_01},
    {Spot::mag_pit, ability::kinds(Kind::dragon, Kind::gear, Kind::crew), ability::act_use, Clause::DRB_KEY_06},
    {Spot::mag_pit, ability::kinds(Kind::dragon, Kind::gear, Kind::crew), ability::act_listen, Clause::DRB_TIM_05},
});

// The maneuvers in play whose texts may act so.
constexpr std::uint64_t lanes_that(const Player& p, ability::Acts how) {
  return (where_texts_act.may(Spot::track, Kind::maneuver, how) ? p.track : 0) |
         (where_texts_act.may(Spot::zone, Kind::maneuver, how) ? p.zone : 0);
}
// The cards of the mag pit whose texts may act so; a dragon that is switched off is left out by the caller.
inline std::uint16_t pit_that(const Player& p, ability::Acts how) {
  unsigned found = 0;
  if (where_texts_act.may(Spot::mag_pit, Kind::gear, how)) found |= magged(p);
  if (where_texts_act.may(Spot::mag_pit, Kind::crew, how)) found |= p.crew;
  if (where_texts_act.may(Spot::mag_pit, Kind::dragon, how)) found |= dragon_bit(p);
  return static_cast<std::uint16_t>(found);
}

extern const ability::Whereabouts<Content, State> whereabouts;  // where.cpp

}  // namespace rw::dragon_booster
