// Where the texts of cards act (DBG-TIM-05).
#pragma once

#include "engine/ability/where.h"
#include "engine/games/transformers_dbg/state.h"

namespace rw::transformers_dbg {

RW_NAMED_ENUM(CardKind, std::uint8_t, none, starter, basic, damage, robot, technology, maneuver, ally, site, relic,
              scheme, boss, encounter, side)
constexpr bool is_main_kind(CardKind kind) { return kind >= CardKind::robot && kind <= CardKind::boss; }

// `assisting`: a resolved Assist, in play until the end of the battle. `offered`: an Assist that is not resolved
// yet. `in_front`: standard Damage. `drawn`: an Encounter, until it is dealt with.
RW_NAMED_ENUM(Spot, std::uint8_t, deck, hand, discard_pile, play_area, assisting, offered, in_front, side_up,
              side_down, vault, matrix_faceup, matrix_facedown, main_deck, destroyed_pile, box, damage_stack,
              basic_stack, encounter_deck, encounter_discards, drawn)

inline constexpr ability::KindSet owned_kinds =
    ability::kinds(CardKind::starter, CardKind::basic, CardKind::damage, CardKind::robot, CardKind::technology,
                   CardKind::maneuver, CardKind::ally);
inline constexpr ability::Acts act_freely = ability::act_use | ability::act_modify | ability::act_listen;

// Of the card itself are the texts of playing it, of resolving it as an Assist, and of discarding it to Block.
// Rewards are not in the table: they belong to the battle or the thwarting that brings them.
inline constexpr auto where_texts_act = ability::where<Spot_count, CardKind_count>({
    {Spot::hand, owned_kinds, ability::act_itself, Clause::DBG_ATK_04},
    {Spot::play_area, owned_kinds, ability::act_itself, Clause::DBG_PLY_01},
    {Spot::play_area, owned_kinds, act_freely, Clause::DBG_TIM_05},
    {Spot::assisting, owned_kinds, ability::act_itself | ability::act_modify, Clause::DBG_AST_03},
    {Spot::assisting, owned_kinds, ability::act_listen, Clause::DBG_AST_14},
    {Spot::in_front, ability::kinds(CardKind::damage), ability::act_modify, Clause::DBG_DMG_03},
    {Spot::side_up, ability::kinds(CardKind::side), act_freely, Clause::DBG_TIM_05},
    {Spot::vault, ability::kinds(CardKind::relic), act_freely, Clause::DBG_REL_01},
    {Spot::matrix_faceup, ability::kinds(CardKind::site), ability::act_use, Clause::DBG_SIT_01},
    {Spot::matrix_faceup, ability::kinds(CardKind::site, CardKind::boss, CardKind::scheme),
     ability::act_modify | ability::act_listen, Clause::DBG_TIM_05},
    {Spot::drawn, ability::kinds(CardKind::encounter), ability::act_modify | ability::act_listen,
     Clause::DBG_AMB_01},
});

extern const ability::Whereabouts<Content, State> whereabouts;  // where.cpp

}  // namespace rw::transformers_dbg
